"""What tests say of secrets and shuffles: it holds, and where it does not, the failure says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.scenario.run import Result
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

GAME = """
enum sign: [rock, paper, scissors]
kind player:
  state:
    points: number
    hand: sign or none
  secret: {hand: owner}
table beats(sign a, sign b) gives number:
  rows:
    rock: {rock: 0, paper: 0, scissors: 1}
    paper: {rock: 1, paper: 0, scissors: 0}
    scissors: {rock: 0, paper: 1, scissors: 0}
event bout gives set of player winners: |
  repeat up to 3:
    round()
  set winners = all(p in players with most p.points)
event round: |
  for each p in players:
    pick(p)
  for each p in players:
    let mine = p.hand
    let other = next_seat(p).hand
    if mine is not none and other is not none:
      show(p, mine)
      score(p) if beats(mine, other) is 1
  for each p in players:
    clear(p)
event pick(player who): |
  set who.hand = choose one s in (rock, paper, scissors) by who in secret
event clear(player who): set who.hand = none
event score(player who): set who.points = who.points + 1
event show(player who, sign what): {}
value standing(player p) gives number: p.points - next_seat(p).points
kind card: {printed: {worth: number}}
card low: {worth: 1}
card high: {worth: 2}
zone deck(player owner): {ordered: yes, seen_by: nobody, holds: card}
zone held_by(player owner): {seen_by: owner, holds: card}
event deal(player who): |
  shuffle(deck of who)
  let k = top(deck of who)
  put k into held_by(who) if k is not none
kind chest: {owned: no, state: {gold: number}, secret: {gold: nobody}}
chest box: {}
event fill(chest what): set what.gold = roll d6 in secret
event look(chest what): reveal(what)
"""
PASSING = """
test both choose before either is told:
  do: round()
  answers:
    - {player: 1, choose: rock, in_secret: yes}
    - {player: 2, choose: paper, not_sees: player 1.hand, sees: [player 2.points], in_secret: yes}
  happened: [show where what is rock]
test a hand is dealt from the shuffled deck:
  zones: {deck of 1: [low as Low, high as High, low, low]}
  shuffles: {deck of 1: [high, low]}
  do: deal(player_1)
  then: [High in held_by(player_1), top(deck of player_1) is Low]
  sees: {player 1: [High, held_by of 1]}
  not_sees: {player 2: [High, held_by of 1, deck of 1], player 1: [deck of 1, Low]}
test one order for each time:
  zones: {deck of 1: [low as Low, high as High, low as Last]}
  shuffles:
    deck of 1: [[Last], [High]]
  do: |
    deal(player_1)
    deal(player_1)
  then: [High in held_by(player_1), Last in held_by(player_1), Low in deck(player_1)]
test a field that nobody knows:
  dice: {d6: [3, 4]}
  do: |
    let b = create box
    fill(b)
    let c = create box
    fill(c)
  sees: {player 1: box}
  not_sees: {player 1: box.gold, player 2: [box.gold]}
test a field that was revealed:
  legend: {b: box as Box}
  dice: {d6: [3]}
  do: |
    fill(Box)
    look(Box)
  sees: {player 1: Box.gold, player 2: [Box.gold]}
"""
FAILING = """
test who is not there is not shuffled:
  zones: {deck of 1: [low as Low, high as High], held_by of 1: [high as Held]}
  shuffles: {deck of 1: [Held]}
  do: deal(player_1)
  then: [Low in deck of player_1]
test what is known and what is not:
  zones: {deck of 1: [low as Low, high as High], held_by of 1: [high as Held]}
  shuffles: {deck of 1: [[Low], [High]]}
  do: deal(player_1)
  sees: {player 2: [box, deck of 1, Held, player 1.hand, player 1.points]}
  not_sees: {player 1: [held_by of 1, player 1.hand]}
test who is told an answer:
  do: round()
  answers:
    - {player: 1, choose: rock, in_secret: no}
    - {player: 2, choose: paper, sees: [player 1.hand], not_sees: [player 2.points]}
test what is written wrong:
  shuffles: {deck: [low], deck of 1: [lowest], dock of 1: [low]}
  answers: [{choose: rock, in_secret: perhaps, sees: [player 9.hand]}]
  sees: {player 3: [low], nobody: [low]}
  not_sees: {player 1: [player 1, player 1.hend, match.x, Helld, dick of 1, held_by]}
"""


def results(pack_folder: Write, tests: str) -> list[Result]:
    manifest = "pack: signs\nstart: bout\n"
    suite = load_suite(pack_folder({"pack.yaml": manifest, "all.yaml": GAME, "tests/a.yaml": tests}))
    assert suite.linked is not None, [one.message for one in suite.diagnostics.errors]
    return list(suite.run())


def test_what_holds(pack_folder: Write) -> None:
    found = results(pack_folder, PASSING)
    assert len(found) == 5
    assert [(one.case.name, one.case.found, one.differences) for one in found if not one.passed] == []


def test_what_does_not_hold_is_told(pack_folder: Write) -> None:
    *failed, mistaken = results(pack_folder, FAILING)
    assert [[difference.message for difference in one.differences] for one in failed] == [
        ["deck of player 1 is shuffled, but 'Held' is not in it"],
        [
            "1 of the dictated orders of deck of player 1 is never used",
            "there is no box that player 2 could see",
            "player 2 does not see High, which is in deck of player 1",
            "player 2 does not see Held, which is in held_by of player 1",
            "player 2 does not see player 1.hand",
            "player 1 sees Low, which is in held_by of player 1",
            "player 1 sees player 1.hand",
        ],
        [
            "this answer is secret",
            "player 2 does not see player 1.hand",
            "player 2 sees player 2.points",
        ],
    ]
    assert failed[0].differences[0].details == ("it contains: Low, High",)
    assert [(one.code, one.message) for one in mistaken.case.found] == [
        ("RW209", "'deck' does not say whose zone it is"),
        ("RW452", "there is no entity of this test, or sheet, 'lowest'"),
        ("RW452", "there is no zone 'dock'"),
        ("RW208", "'perhaps' is neither 'yes' nor 'no'"),
        ("RW208", "there is no player 9: this test has 2 seats"),
        ("RW208", "there is no player 3: this test has 2 seats"),
        ("RW209", "'nobody' is not a player"),
        ("RW209", "'player 1' alone is not a secret"),
        ("RW452", "kind 'player' has no field 'hend'"),
        ("RW452", "kind 'match' has no field 'x'"),
        ("RW450", "there is no 'Helld' in this test"),
        ("RW450", "there is no 'dick of 1' in this test"),
        ("RW209", "'held_by' does not say whose zone it is"),
    ]
