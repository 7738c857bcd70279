"""The log as one player may know it: what stands in it, what is left out, and when that is decided."""

from __future__ import annotations

import pytest

from rulewright.pipeline import check_pack
from rulewright.play import log
from rulewright.play.codec import to_json
from rulewright.play.entries import (
    Answered,
    Began,
    Created,
    Entry,
    Gained,
    NotBegun,
    Put,
    Reacted,
    ReactionOver,
    Rolled,
)
from rulewright.play.load import Linked
from rulewright.play.printer import Hidden
from rulewright.play.view import veiled
from rulewright.session import Game
from rulewright.shapes import FIELDS

MANIFEST = """\
pack: sample
start: play
board: square
"""
GAME = """\
kind card:
  printed: {worth: number starts 1}
card ace:
  worth: 3
  after: show where what is self
  do: seen(self)
card two: {}
zone hand(player owner): {seen_by: owner, holds: card}
status marked: {of: card}
event show(card what): {}
event seen(card what): {}
event sell(card what):
  legal: {cheap: what.worth < 2}
event draw(player who): |
  let c = create ace for who into hand of who
  give marked to c
  sell(c)
event play: |
  for each p in players:
    draw(p)
  let one = first(players)
  finish if one is none
  duel(one, next_seat(one))
event duel(player one, player other): |
  let first = roll d6 by one in secret
  let a = choose one c in contents(hand of one) by one always in secret
  let b = choose one c in contents(hand of other) by other always
  show(b)
  let again = choose yes or no by one
  reveal(b)
  let last = choose yes or no by one
  show(b)
"""


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Linked:
    folder = tmp_path_factory.mktemp("sample")
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    found = check_pack(folder)
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    return Linked(found.program)


def of(entries: list[Entry], kind: type[Entry]) -> list[Entry]:
    return [one for one in entries if type(one) is kind]


def shown(game: Game, entries: list[Entry]) -> list[object]:
    """What each run of `show` was about."""
    events = game.linked.program.events
    return [one.record[FIELDS] for one in entries if isinstance(one, Began) and events[one.record[0]].id == "show"]


def played(linked: Linked, answers: int) -> Game:
    game = Game.new(linked, seed=1)
    for _ in range(answers):
        game.answer(0)
    return game


def test_what_a_player_does_not_know_is_hidden_or_left_out(linked: Linked) -> None:
    game = played(linked, 3)
    mine, theirs, all_ = game.log(0), game.log(1), game.log(None)
    assert all_ == game.trace
    assert [one.entity for one in of(all_, Put) if isinstance(one, Put)] == [1, 2]
    assert [one.entity for one in of(mine, Put) if isinstance(one, Put)] == [1, Hidden("card", 1)]
    assert [one.entity for one in of(theirs, Put) if isinstance(one, Put)] == [Hidden("card", 0), 2]
    for kind in (Created, Gained):
        assert [len(of(one, kind)) for one in (all_, mine, theirs)] == [2, 1, 1]
    assert [len(of(one, Reacted)) for one in (all_, mine, theirs)] == [1, 0, 1]
    assert [len(of(one, NotBegun)) for one in (all_, mine, theirs)] == [2, 0, 0]


def test_what_is_hidden_in_a_set_stands_behind_what_is_known(linked: Linked) -> None:
    """Where it stands by number would tell which it is. In a list the place is told."""
    state = played(linked, 2).state
    both = ("entity", "card", ())
    assert [veiled(state, (1, 2), ("set", "", (both,)), seat) for seat in (0, 1)] == [
        (1, Hidden("card", 1)), (2, Hidden("card", 0))]  # fmt: skip
    assert veiled(state, (1, 2), ("list", "", (both,)), 1) == (Hidden("card", 0), 2)


def test_secret_dice_and_answers_are_told_to_one_player(linked: Linked) -> None:
    game = played(linked, 3)
    for seat in (0, 1):
        (roll,) = of(game.log(seat), Rolled)
        first, second, _ = of(game.log(seat), Answered)
        assert isinstance(roll, Rolled) and isinstance(first, Answered) and isinstance(second, Answered)
        assert (roll.value is None) is (seat == 1)
        assert (first.secret, log.conceals(first), first.option is None) == (seat == 1,) * 3
        assert (second.secret, log.conceals(second)) == (False, seat == 0)


def test_a_player_is_told_what_was_known_then(linked: Linked) -> None:
    """A card that is shown later is hidden in the log of before, and shown in the log of after."""
    game = played(linked, 4)
    assert game.over and game.problem is None
    assert shown(game, game.log(0)) == [Hidden("card", 1), 2]
    assert shown(game, game.log(1)) == [2, 2]
    assert shown(game, log.for_seat(game.state, game.trace, 0)) == [2, 2]


def test_the_stretches_are_the_log_and_end_with_the_answers(linked: Linked) -> None:
    game = played(linked, 4)
    pieces = [entries for _, entries in game.stretches()]
    assert [entry for entries in pieces for entry in entries] == game.trace
    assert [type(entries[-1]) is Answered for entries in pieces] == [True] * 4 + [False]
    assert [entries for _, entries in game.stretches(3)] == [pieces[3][-1:], *pieces[4:]]
    assert [entries for _, entries in game.stretches(4)] == [[]]


def test_players_are_told_no_stamps_and_no_ends_of_reactions(linked: Linked) -> None:
    """A stamp counts what happens unseen too."""
    game = played(linked, 3)
    assert [one.began > 0 for one in game.trace if isinstance(one, (Reacted, ReactionOver))] == [True, True]
    assert [one.began for one in game.log(1) if isinstance(one, Reacted)] == [0]
    assert not of(game.log(1), ReactionOver)


def test_undo_takes_the_answer_out_of_the_log(linked: Linked) -> None:
    game = played(linked, 3)
    before = [list(game.log(seat)) for seat in (0, 1, None)]
    game.answer(1)
    assert game.undo()
    assert [game.log(seat) for seat in (0, 1, None)] == before
    game.answer(0)
    assert game.trace == played(linked, 4).trace


def test_a_log_that_is_not_kept_is_empty(linked: Linked) -> None:
    game = Game.new(linked, seed=1, trace=False)
    game.answer(0)
    assert game.trace == game.log(0) == []
    assert [entries for _, entries in game.stretches()] == [[], []]


def test_why_an_event_happened(linked: Linked) -> None:
    """The chain: events, and the reaction that began the last one, with what it answers."""
    game = played(linked, 3)
    events = game.linked.program.events
    at = max(i for i, one in enumerate(game.trace) if isinstance(one, Began) and events[one.record[0]].id == "seen")
    chain = log.causes(game.trace, at)
    named = [events[one.record[0]].id if isinstance(one, Began) else type(one) for one in chain]
    assert named == ["play", "duel", "show", Reacted, "seen"]


def test_each_stretch_comes_with_the_match_at_its_question(linked: Linked) -> None:
    """Few states are kept: the others are played again."""
    game = Game.new(linked, seed=1)
    seen = []
    while game.decision is not None:
        seen.append(to_json(game.state))
        game.answer(len(game.decision.options) - 1)
    assert [to_json(state) for state, _ in game.stretches()] == [*seen, to_json(game.state)]
    assert [to_json(state) for state, _ in game.stretches(2)] == [*seen[2:], to_json(game.state)]
