"""What a player may not know changes nothing for that player: the view, the story and what bots try out stay the same
when the secret is another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.bots import greedy
from rulewright.bots.greedy import GreedyBot
from rulewright.bots.kinds import make_bot
from rulewright.pipeline import check_pack
from rulewright.play.chance import Chance
from rulewright.play.codec import to_json
from rulewright.play.load import Linked
from rulewright.play.secrets import Unknown, imagined
from rulewright.play.state import State, copy
from rulewright.play.view import knows, view
from rulewright.session import Game
from rulewright.shapes import SEAT
from rulewright_tools.playing.match import Match
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.telling import Teller

SIGNS = ("rock", "paper", "scissors")
GAME = """
enum sign: [rock, paper, scissors]
kind player:
  state:
    points: number
    hand: sign or none
    luck: number
  secret: {hand: owner, luck: owner}
kind match:
  state: {fate: number}
  secret: {fate: nobody}
kind card: {printed: {worth: number}}
card low: {worth: 1}
card middle: {worth: 2}
card high: {worth: 3}
zone cards_of(player owner): {seen_by: owner, holds: card}
zone laid(player owner): {seen_by: nobody, holds: card}
zone bag: {seen_by: nobody, holds: card}
table beats(sign a, sign b) gives number:
  rows:
    rock: {rock: 0, paper: 0, scissors: 1}
    paper: {rock: 1, paper: 0, scissors: 0}
    scissors: {rock: 0, paper: 1, scissors: 0}
event duel gives set of player winners: |
  for each p in players:
    for each s in (low, middle, high):
      create s for p into cards_of(p)
  repeat up to 10:
    round()
  set winners = all(p in players with most p.points)
event round: |
  set match.fate = roll d6 in secret
  for each p in players:
    set p.luck = roll d6 by p in secret
    pick(p)
  for each p in players:
    place(p)
  for each p in players:
    let other = next_seat(p)
    let mine = p.hand
    let theirs = other.hand
    if mine is not none and theirs is not none:
      show(p, mine)
      score(p, 1) if beats(mine, theirs) is 1
  for each p in players:
    take(p)
event pick(player who): |
  set who.hand = choose one s in (rock, paper, scissors) by who in secret
event place(player who): |
  let k = choose one k in contents(cards_of(who)) by who in secret
  put k into laid of who
  let sure = choose yes or no by next_seat(who)
  score(who, k.worth) if sure
event take(player who): |
  for each k in contents(laid of who):
    put k into cards_of(who)
event score(player who, number amount): set who.points = who.points + amount
event show(player who, sign what): {}
value standing(player p) gives number: p.points - next_seat(p).points
"""
MANIFEST = "pack: duel\nstart: duel\nworth: standing\n"


def _linked(folder: Path, **files: str) -> Linked:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    found = check_pack(folder)
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    return Linked(found.program)


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Linked:
    return _linked(tmp_path_factory.mktemp("duel"), pack=MANIFEST, duel=GAME)


def begun(linked: Linked, *answers: int, seed: int = 4) -> Match:
    """A match in which these answers were given."""
    match = Match(Game.new(linked, seed=seed), ("human", "human"), seed, {})
    for index in answers:
        match.answer(index)
    return match


def told(match: Match, viewer: int | None) -> list[str]:
    """The whole story of a match, as a player is told it."""
    sight = Sight(viewer)
    teller = Teller(match.state, sight)
    lines = [line.words for line in teller.lines(match.state, match.game.trace)]
    replies = [teller.reply(m, entries) for m, entries in match.game.stretches()]
    return lines + [f"{one.player}: {one.words}" for one in replies if one is not None]


def slot(m: State, column: str) -> str:
    return next(c.slot for c in m.p.program.columns if c.id == column)


def test_another_answer_in_secret_is_the_same_to_the_other_player(duel: Linked) -> None:
    matches = [begun(duel, index) for index in range(3)]
    question = matches[0].game.question()
    assert question is not None and question.player == 1
    assert len({str(view(one.state, 1)) for one in matches}) == 1
    assert len({str(told(one, 1)) for one in matches}) == 1
    assert len({str(view(one.state, 0)) for one in matches}) == 3
    assert len({str(told(one, 0)) for one in matches}) == 3
    assert told(matches[0], 1)[-1] == "0: (a secret)"
    assert told(matches[0], 0)[-1] == "0: hand: rock"


def test_what_is_rolled_in_secret_is_told_to_who_rolls(duel: Linked) -> None:
    match = begun(duel)
    rolls = [line for line in told(match, 0) if "roll" in line]
    assert rolls[0] == "rolled d6: (a secret)"
    assert rolls[1].startswith("player 1 rolls d6: ") and "secret" not in rolls[1]
    assert [line for line in told(match, 1) if "roll" in line] == [
        "rolled d6: (a secret)", "player 1 rolls d6: (a secret)",
    ]  # fmt: skip
    assert not [line for line in told(match, None) if "secret" in line]


@pytest.mark.parametrize("loaded", [False, True])
def test_secret_answers_are_imagined_anew(duel: Linked, loaded: bool) -> None:
    game = begun(duel, 2).game
    if loaded:
        game = Game.load(duel, game.save())
    m = game.state
    hand, luck, fate = slot(m, "hand"), slot(m, "luck"), slot(m, "fate")
    others = [imagined(m, 1, Chance(i)) for i in range(60)]
    assert {getattr(one, hand)[0] for one in others} == {0, 1, 2}
    assert {getattr(one, luck)[0] for one in others} == {1, 2, 3, 4, 5, 6}
    assert {getattr(one, luck)[1] for one in others} == {getattr(m, luck)[1]}
    assert {getattr(one, fate)[0] for one in others} == {1, 2, 3, 4, 5, 6}
    own = [imagined(m, 0, Chance(i)) for i in range(20)]
    assert {getattr(one, hand)[0] for one in own} == {2}
    assert all(view(one, 1) == view(m, 1) for one in others)
    # The real one is as it was.
    assert getattr(m, hand)[0] == 2


def test_what_nobody_knows_is_found_once_for_all_that_is_imagined(duel: Linked) -> None:
    m = begun(duel, 0, 0, 1).game.state
    unknown = Unknown(m, 1)
    for i in range(10):
        assert to_json(imagined(m, 1, Chance(i), unknown)) == to_json(imagined(m, 1, Chance(i)))


@pytest.mark.parametrize("loaded", [False, True])
def test_a_thing_laid_in_secret_is_imagined_where_it_lies(duel: Linked, loaded: bool) -> None:
    game = begun(duel, 0, 0, 1).game  # both have shown a hand, the first has laid the middle card
    if loaded:
        game = Game.load(duel, game.save())
    m = game.state
    assert m.pending is not None and m.pending.player == 1
    laid = [view(begun(duel, 0, 0, index).state, 1) for index in range(3)]
    assert laid[0] == laid[1] == laid[2]
    gained = set()
    points = slot(m, "points")
    for i in range(60):
        one = imagined(m, 1, Chance(i))
        assert view(one, 1) == view(m, 1)
        made = Game(duel, one, None)
        made.answer(0)
        gained.add(getattr(made.state, points)[0])
        # What the text holds is what lies there: the one card of the zone.
        (k,) = next(zone for zone in one.zones if len(zone) == 1)
        assert one.p.sheets[one.sheet[k]].id in ("low", "middle", "high")
        assert getattr(made.state, points)[0] == getattr(m, slot(m, "worth"))[k]
    assert gained == {1, 2, 3}


def test_a_field_that_was_written_since_is_no_secret_answer(duel: Linked) -> None:
    m = begun(duel, 0).game.state
    setattr(m, slot(m, "hand"), [None, None])
    assert {getattr(imagined(m, 1, Chance(i)), slot(m, "hand"))[0] for i in range(20)} == {None}


def test_all_answers_are_tried_on_copies_of_what_was_imagined(duel: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(duel).game
    copied: list[State] = []
    d = game.decision
    assert d is not None and len(d.options) == 3

    def counted(m: State) -> State:
        copied.append(m)
        return copy(m)

    monkeypatch.setattr("rulewright.bots.greedy.copy", counted)
    before = game.fingerprint()
    GreedyBot(1).choose(game)
    tried = greedy._SAMPLES - 1  # on the last one nothing is: whichever is chosen is worth the same here
    assert len(copied) == 3 * tried and len(set(map(id, copied))) == tried
    assert game.fingerprint() == before


def test_a_bot_does_not_see_the_answer_of_the_other(duel: Linked) -> None:
    """Greedy as the second player wins no more often than chance against a first player who plays at random."""
    results = {-1: 0, 0: 0, 1: 0}
    for seed in range(90):
        game, chance = Game.new(duel, seed=seed, trace=False), Chance(seed)
        first = chance.draw(3, "first")
        game.answer(first)
        second = make_bot("greedy", seed).choose(game)
        results[0 if first == second else 1 if (first + 1) % 3 == second else -1] += 1
    assert all(count > 15 for count in results.values()), results


VANISHING = """
kind card: {owned: no, printed: {worth: number}}
card low: {worth: 1}
card high: {worth: 2}
zone bag: {ordered: yes, seen_by: nobody, holds: card}
event game: |
  create low into bag
  create high into bag
  shuffle(bag)
  let k = top(bag)
  remove k if k is not none
  for each p in players:
    let sure = choose yes or no by p
"""


def test_what_leaves_play_unseen_stays_unknown(tmp_path: Path) -> None:
    linked = _linked(tmp_path, pack="pack: bag\nstart: game\n", bag=VANISHING)
    games = [Game.new(linked, seed=seed) for seed in range(12)]
    removed = {next(e for e in (1, 2) if not one.state.live[e]) for one in games}
    assert removed == {1, 2}
    for seat in (0, 1):
        views: list[dict[str, Any]] = [view(one.state, seat) for one in games]
        assert all(one == views[0] for one in views)
        assert views[0]["entities"] == []


ROLES = """
kind one:
  owned: no
  state: {role: number starts 1}
  secret: {role: nobody}
kind other: {is: one, owned: no}
one a: {}
other b: {}
event game: |
  repeat up to 6:
    create a
  repeat up to 6:
    create b
  for each p in players where seat_number(p) is 1:
    let sure = choose yes or no by p
"""


def test_what_is_imagined_of_one_pool_does_not_tell_of_another(tmp_path: Path) -> None:
    """Whether the hidden values of a pool are all the same, so that there is nothing to deal, nobody can know."""
    linked = _linked(tmp_path, pack="pack: roles\nstart: game\n", roles=ROLES)
    slot = next(one.slot for one in linked.program.columns if one.id == "role")
    found = []
    for first in ([1] * 6, [1, 2, 3, 4, 5, 6]):
        m = Game.new(linked, seed=3).state
        getattr(m, slot)[1:] = [*first, 1, 2, 3, 4, 5, 6]
        found.append([getattr(imagined(m, 0, Chance(seed)), slot)[7:] for seed in range(8)])
    assert found[0] == found[1]
    assert len({tuple(one) for one in found[0]}) > 1


SHOWN = """
kind card: {owned: no}
card low: {}
card high: {}
zone bag: {ordered: yes, seen_by: nobody, holds: card}
zone hand(player owner): {seen_by: owner, holds: card}
event game: |
  for each p in players:
    create low into hand of p
    create high into hand of p
  for each k in cards:
    for each p in players where seat_number(p) is 1:
      reveal(k, p)
  ask()
  for each p in players where seat_number(p) is 2:
    shuffle(hand of p)
  ask()
  for each k in cards:
    put k into bag
  ask()
  shuffle(bag)
  ask()
event ask: |
  for each p in players where seat_number(p) is 1:
    let sure = choose yes or no by p
"""


def test_what_was_shown_is_known_until_it_is_shuffled_where_one_does_not_see(tmp_path: Path) -> None:
    game = Game.new(_linked(tmp_path, pack="pack: shown\nstart: game\n", shown=SHOWN), seed=1)
    known = []
    while not game.over:
        known.append([[e for e in range(1, 5) if knows(game.state, e, seat)] for seat in (0, 1)])
        game.answer(0)
    assert known == [
        [[1, 2, 3, 4], [3, 4]],  # all hands were shown to the first player
        [[1, 2], [3, 4]],  # the second one's was shuffled
        [[1, 2], []],  # what was shown and put away is still known
        [[], []],
    ]


NESTED = """
kind card:
  parts: {guns: gun}
kind gun:
  part_of: card
  parts: {barrels: barrel}
kind barrel:
  part_of: gun
zone hand(player owner): {seen_by: owner, holds: card}
card ace:
  guns: {cannon: {barrels: {long: {}}}}
event play: |
  for each p in players:
    let c = create ace for p into hand of p
"""


def test_parts_of_parts_are_as_secret_as_the_whole(tmp_path: Path) -> None:
    linked = _linked(tmp_path, pack="pack: nested\nstart: play\n", game=NESTED)
    m = Game.new(linked, seed=1).state
    for seat in (0, 1):
        assert {one["owner"] for one in view(m, seat)["entities"]} == {seat}
        assert sorted(one["name"] for one in view(m, seat)["entities"]) == ["ace", "cannon", "long"]


HANDED = """
kind charm:
  texts: ["guess(number luck, number told)", "ask(number luck, number told)"]
charm stone:
  guess: perform self.ask(luck, told)
  ask: |
    let sure = choose yes or no by next_seat(self.owner)
    score(self.owner, luck)
kind player: {state: {points: number}}
event game: |
  let p = first(players)
  finish if p is none
  let c = create stone for p
  let luck = roll d6 by p in secret
  let open = roll d6
  perform c.guess(luck, open)
  score(p, luck)
event score(player who, number amount): set who.points = who.points + amount
"""


@pytest.mark.parametrize("loaded", [False, True])
def test_a_secret_that_texts_of_sheets_are_handed_is_one_secret(tmp_path: Path, loaded: bool) -> None:
    linked = _linked(tmp_path, pack="pack: handed\nstart: game\n", handed=HANDED)
    game = Game.new(linked, seed=3)
    game = Game.load(linked, game.save()) if loaded else game
    points = slot(game.state, "points")

    def ends(seat: int) -> set[int]:
        found = set()
        for i in range(60):
            made = Game(linked, imagined(game.state, seat, Chance(i)), None)
            made.answer(0)
            found.add(getattr(made.state, points)[0])
        return found

    # What the last text reads is what the first one holds, whatever it is.
    assert ends(1) == {2, 4, 6, 8, 10, 12}
    assert len(ends(0)) == 1


FIRST = """
kind card: {}
zone hand(player owner): {seen_by: owner, holds: card}
kind player: {state: {points: number}}
card omen:
  active: self in hand of self.owner
  after: knell
  do: gain(self.owner)
event gain(player who): set who.points = who.points + 1
event knell(player who):
  allow: {RW485: the arbiter sees that there is a hidden card}
  arbiter: who
  do: gain(who)
event game: |
  for each p in players:
    create omen for p into hand of p
    create omen for p into hand of p
  let p = first(players)
  knell(p) if p is not none
"""


def test_an_arbiter_reads_of_a_hidden_card_that_it_is_one(tmp_path: Path) -> None:
    game = Game.new(_linked(tmp_path, pack="pack: first\nstart: game\n", first=FIRST), seed=1)
    asked = game.question()
    assert asked is not None and (asked.player, asked.kind, asked.prompt) == (0, "first", "Which comes first")
    assert asked.options == ("omen (omen 1)", "omen (omen 2)", "omen (hidden thing)", "omen (hidden thing)")
    game.answer(3)
    again = Game.load(game.linked, game.save())
    left = again.question()
    assert left is not None and left == game.question() and len(left.options) == 3
    while not game.over:
        game.answer(0)
    assert game.over and getattr(game.state, slot(game.state, "points")) == [3, 2]


MEANT = """
kind creature: {state: {damage: number}}
creature gob: {}
zone cave(player owner): {seen_by: owner, holds: creature}
kind player:
  state: {points: number, aim: creature or player or none}
  secret: {aim: owner}
event game: |
  for each p in players:
    create gob for p
    create gob for p into cave of p
  for each p in players:
    set p.aim = choose one x in creatures + players by p in secret
  for each p in players:
    let mine = all(c in contents(cave of p))
    let x = choose one x in players + mine by p in secret
    let sure = choose yes or no by next_seat(p)
    score(p, 1) if x is player and sure
event score(player who, number amount): set who.points = who.points + amount
"""


def test_things_and_players_that_are_meant_in_secret_are_imagined(tmp_path: Path) -> None:
    linked = _linked(tmp_path, pack="pack: meant\nstart: game\n", meant=MEANT)
    game = begun(linked, 5).game  # the first player means the second one
    m = game.state
    aim = slot(m, "aim")
    assert getattr(m, aim)[0] == SEAT + 1
    others = {getattr(imagined(m, 1, Chance(i)), aim)[0] for i in range(80)}
    assert {SEAT, SEAT + 1} < others and others & {1, 2, 3, 4}
    assert {getattr(imagined(m, 0, Chance(i)), aim)[0] for i in range(20)} == {SEAT + 1}
    assert "player 2" not in str(view(m, 1)["players"]) and "player 2" in str(view(m, 0)["players"])
    game = begun(linked, 5, 0, 1).game
    scored = set()
    for i in range(60):
        made = Game(linked, imagined(game.state, 1, Chance(i)), None)
        made.answer(0)
        scored.add(getattr(made.state, slot(m, "points"))[0])
    assert scored == {0, 1}


OF_TWENTY = """
kind card: {owned: no}
card low: {}
zone bag: {seen_by: nobody, holds: card}
event table: |
  for each p in players:
    let k = create low into bag
    reveal(k, p)
    remove k
    let sure = choose yes or no by p
"""


def test_what_left_play_before_one_of_many_players_is_known_to_that_player_alone(tmp_path: Path) -> None:
    linked = _linked(tmp_path, pack="pack: table\nstart: table\nplayers: 20\n", table=OF_TWENTY)
    for seat in range(20):
        m = begun(linked, *[0] * seat).state
        assert [one for one in range(20) if knows(m, len(m.sheet) - 1, one)] == [seat]


def test_a_player_chosen_in_secret_as_one_of_several_is_imagined_as_one(tmp_path: Path) -> None:
    game = """
kind player:
  state: {guess: stone or player or none}
  secret: {guess: owner}
kind stone: {owned: no}
stone pebble: {}
event play: |
  create pebble
  for each p in players:
    set p.guess = choose one x in players by p in secret
  for each p in players:
    told(p.guess)
event told(stone or player or none one): {}
"""
    linked = _linked(tmp_path, pack="pack: sample\nstart: play\n", game=game)
    m = begun(linked, 1).state
    guess = slot(m, "guess")
    assert getattr(m, guess)[0] == SEAT + 1
    assert {getattr(imagined(m, 1, Chance(i)), guess)[0] for i in range(20)} == {SEAT, SEAT + 1}
