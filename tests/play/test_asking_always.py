"""`always`: whoever could have an answer is asked, so that being asked tells nothing (docs/language.md section 8)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play.entries import Rolled
from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[..., Path]

CARDS = """
kind card:
  printed: {worth: number}
  active: self in hand of self.owner
card low: {worth: 1}
card high: {worth: 5}
card shield:
  worth: 0
  before: hit where target is self.owner
  may: use(self)
card thorn:
  worth: 0
  after: hit where target is self.owner and amount > self.worth
  may: use(self)
zone hand(player owner): {seen_by: owner, holds: card}
zone pile: {holds: card}
kind player: {state: {points: number}}
event use(card what): put what into pile
event hit(player target, number amount): set target.points = target.points - amount
event note(number n): {}
"""


def begun(write: Write, text: str, manifest: str = "", cards: str = CARDS) -> Game:
    folder = write({"pack.yaml": f"pack: asked\nstart: game\nwindow: asked\n{manifest}", "game.yaml": cards + text})
    result = check_pack(folder)
    assert result.program is not None, [one.message for one in result.diagnostics.errors]
    assert "RW485" not in [one.code for one in result.diagnostics]
    return Game.new(Linked(result.program), seed=0)


def story(game: Game, *answers: str) -> list[str]:
    """What is asked: `1: pass` for each question; the answers are given by name, then the last one of each."""
    told: list[str] = []
    wanted = list(answers)
    while (question := game.question()) is not None:
        assert len(told) < 40
        told.append(f"{question.player + 1}: {', '.join(question.options)}")
        names = list(question.options)
        game.answer(names.index(wanted.pop(0)) if wanted else len(names) - 1)
    assert game.problem is None and not wanted
    return told


def dealt(*hands: str) -> str:
    """A match that deals hands to the players in order, then runs the event `go`."""
    lines = ["event game: |"]
    for number, hand in enumerate(hands, start=1):
        lines.append(f"  for each p in players where seat_number(p) is {number}:")
        lines += [f"    create {sheet} for p into hand of p" for sheet in hand.split()] or ["    finish if p is none"]
    return "\n".join([*lines, "  for each p in players where seat_number(p) is 1:", "    go(p)"]) + "\n"


WINDOW = """
window asked:
  asks: players
  answers: {answers}
  always: yes
event go(player p): hit(next_seat(p), 1)
"""
PLAIN = "window asked:\n  asks: players\n  always: yes\n"  # where nobody is hit


@pytest.mark.parametrize("hand", ["low", "high", "shield", "thorn"])
def test_a_window_asks_whoever_holds_anything(hand: str, pack_folder: Write) -> None:
    """The second player is hit: before and after it they are asked, and nobody else is."""
    game = begun(pack_folder, WINDOW.format(answers="each") + dealt("shield low", hand))
    asked = story(game)
    assert [line[0] for line in asked] == ["2", "2"]
    assert asked[0] == ("2: shield, pass" if hand == "shield" else "2: pass")
    assert asked[1] == ("2: thorn, pass" if hand == "thorn" else "2: pass")


@pytest.mark.parametrize("hand", ["low", "pike"])
def test_whom_each_is_about_is_not_known_beforehand(hand: str, pack_folder: Write) -> None:
    """`by` and `when` of a reaction `each` may read what it goes through: nobody knows yet which of them it will be."""
    pike = """
card pike:
  worth: 0
  after: hit where amount > self.worth
  each: p in players
  when: p is not self.owner
  by: p
  may: use(self)
"""
    text = pike + WINDOW.format(answers="each") + dealt("low", hand)
    assert story(begun(pack_folder, text)) == [
        "2: pass", "1: pike (hidden thing), pass" if hand == "pike" else "1: pass", "2: pass"
    ]  # fmt: skip


def test_nobody_is_asked_for_an_empty_hand(pack_folder: Write) -> None:
    text = WINDOW.format(answers="each") + dealt("shield", "").replace("    finish if p is none\n", "    note(1)\n")
    assert story(begun(pack_folder, text)) == []


def test_who_has_answered_is_asked_until_they_pass(pack_folder: Write) -> None:
    one, two = (
        begun(pack_folder, WINDOW.format(answers="each") + dealt("low", hand))
        for hand in ("shield low", "shield shield")
    )
    first = "2: shield, pass"
    assert story(one, "shield") == [first, "2: pass", "2: pass"]
    assert story(two, "shield (shield 1)") == ["2: shield (shield 1), shield (shield 2), pass", first, "2: pass"]


def test_the_first_answer_closes_a_window_of_one(pack_folder: Write) -> None:
    game = begun(pack_folder, WINDOW.format(answers="one") + dealt("low", "shield low"))
    assert story(game, "shield") == ["2: shield, pass", "2: pass"]


def test_a_window_that_lists_entities_asks_the_first_of_each_player(pack_folder: Write) -> None:
    text = """
kind figure: {printed: {pace: number}}
figure quick: {pace: 2}
figure slow: {pace: 1}
window asked:
  asks: sorted(f in figures with most f.pace)
  ties: d20
  answers: each
  always: yes
event go(player p): |
  for each q in players:
    create slow for q
    create quick for q
  hit(next_seat(p), 1)
"""
    games = [begun(pack_folder, text + dealt("low", hand)) for hand in ("shield", "high")]
    traces = [[entry for entry in game.trace if isinstance(entry, Rolled)] for game in games]
    told = [story(game) for game in games]
    assert told == [["2: shield, pass", "2: pass"], ["2: pass", "2: pass"]]
    assert traces[0] == traces[1]


OFFERS = PLAIN + """
event go(player p): |
  {}
  note(if done is none then 0 else 1)
"""


@pytest.mark.parametrize("forced", ["take", "ask"])
@pytest.mark.parametrize("hand", ["low", "high", "low low", "high high"])
def test_an_offer_is_put_in_any_case(hand: str, forced: str, pack_folder: Write) -> None:
    text = OFFERS.format(
        "offer p or pass always as done:\n    use(k) for k in contents(hand of p) where k.worth > 2"
    ) + dealt(hand, "low")
    asked = story(begun(pack_folder, text, f"forced: {forced}\n"))
    offered = {0: [], 1: ["use(high)"], 2: ["use(high 1)", "use(high 2)"]}[hand.count("high")]
    assert asked == ["1: " + ", ".join([*offered, "pass"])]


@pytest.mark.parametrize(
    ("choice", "then", "asked"),
    [
        ("one or none k in SET by p always", "note(if done is none then 0 else 1)", ["1: none"]),
        ("some k in SET by p always", "note(size(done))", ["1: enough"]),
        ("one k in cards where k in pile by p always", "note(done.worth)", ["1: thorn"]),
        ("one or none k in SET by p always in secret", "note(if done is none then 0 else 1)", ["1: none"]),
    ],
)
def test_a_choice_is_put_in_any_case(choice: str, then: str, asked: list[str], pack_folder: Write) -> None:
    choice = choice.replace("SET", "all(k in contents(hand of p) where k.worth > 2)")
    text = f"""{PLAIN}
event go(player p): |
  create thorn for p into pile
  let done = choose {choice}
  {then}
"""
    assert story(begun(pack_folder, text + dealt("low", "low"))) == asked


def test_some_asks_until_it_is_enough_or_the_limit(pack_folder: Write) -> None:
    text = PLAIN + """
event go(player p): |
  let few = choose some k in contents(hand of p) where k.worth > 2 up to 2 by p always
  note(size(few))
"""
    one = begun(pack_folder, text + dealt("high low", "low"))
    assert story(one, "high") == ["1: high, enough", "1: enough"]
    two = begun(pack_folder, text + dealt("high high high", "low"))
    assert story(two, "high 1", "high 2") == ["1: high 1, high 2, high 3, enough", "1: high 2, high 3, enough"]
