"""What only a secret sets off beside events: moments, secret rolls, shuffles, what is put, removed and shown unseen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.play.test_veiled_events import game

from rulewright.embedding.history import history
from rulewright.play.entries import Entry, Reacted, Rolled, Shuffled
from rulewright.session import Game

COMMON = """\
zone deck(player owner): {ordered: yes, seen_by: nobody, holds: card}
event tell(player who): {}
event stack(player who): |
  for each s in (ace, ace, two):
    create s for who into deck of who
"""
STACKED = "stack(p)\nlet before = choose yes or no by p\n"
QUIET = {
    "shuffle": "shuffle(deck of p) if p is rich",
    "roll": "if p is rich:\n  let luck = roll d6 by p in secret\n  stop_at(p, luck)",
    "revealed": "if p is rich:\n  for each k in contents(deck of p):\n    reveal(k, p)",
    "put": "let k = top(deck of p)\nput k into deck of p if k is not none and p is rich",
    "removed": "if p is rich:\n  for each k in contents(deck of p) where k.worth > 2:\n    remove k",
    "leaving": "mix(p)",
    "a loop": "for each k in contents(hand of p) where k.worth > 3:\n  shuffle(deck of p)",
    "the table of all": "shuffle(pile) if p is rich",
}
COUNTED = {"shuffle": 1, "roll": 1, "revealed": 2, "put": 1, "removed": 0, "leaving": 1, "a loop": 1,
           "the table of all": 0}  # fmt: skip


def played(folder: Path, turn: str, more: str = "") -> Game:
    more += "event mix(player who): |\n  finish if who.luck > 9\n  shuffle(deck of who)\n" if turn == "mix(p)" else ""
    more += "event stop_at(player who, number there): set who.luck = there\n" if "stop_at" in turn else ""
    one = game(folder, STACKED + turn + "\nlet after = choose yes or no by p", COMMON + more)
    one.answer(0)
    return one


def since(one: Game, seat: int | None) -> Sequence[Entry]:
    """What was told of the last answer, the events themselves left out."""
    kinds = ("Began", "Finished", "Answered", "NotBegun")
    entries = list(one.log(seat))
    first = max(i for i, each in enumerate(entries) if type(each).__name__ == "Answered")
    return [each for each in entries[first:] if type(each).__name__ not in kinds]


@pytest.mark.parametrize("turn", QUIET, ids=QUIET)
def test_who_knows_the_secret_alone_reads_of_it(tmp_path: Path, turn: str) -> None:
    one = played(tmp_path, QUIET[turn])
    assert len(since(one, None)) >= 1
    assert len(since(one, 0)) == COUNTED[turn]
    assert since(one, 1) == []


@pytest.mark.parametrize("turn", [turn for turn in QUIET if turn != "leaving"])
def test_what_everybody_may_know_is_told_to_all(tmp_path: Path, turn: str) -> None:
    body = QUIET[turn].replace("p is rich", "seat_number(p) is 1")
    body = body.replace("hand of p) where k.worth > 3", "hand of p)")
    one = played(tmp_path, body.replace(" where k.worth > 2", ""))
    assert len(since(one, 1)) == len(since(one, None)) >= 1


@pytest.mark.parametrize("turn", QUIET, ids=QUIET)
def test_programs_are_told_no_more(tmp_path: Path, turn: str) -> None:
    one = played(tmp_path, QUIET[turn])
    kinds = {"began", "finished", "answered", "refused"}

    def told(seat: int | None) -> int:
        found = [each.kind for each in history(one.stretches(), seat, "en")]
        last = max(i for i, kind in enumerate(found) if kind == "answered")
        return len([kind for kind in found[last:] if kind not in kinds])

    assert told(1) == 0 < told(None)


def test_what_the_secrets_of_another_decide_is_told_to_nobody(tmp_path: Path) -> None:
    one = played(tmp_path, "shuffle(deck of p) if next_seat(p) is rich")
    assert since(one, 0) == since(one, 1) == []
    assert [type(each) for each in since(one, None)] == [Shuffled]


def test_inside_of_an_event_that_happens_unseen_nothing_quiet_is_told(tmp_path: Path) -> None:
    more = "event mix(player who): |\n  shuffle(deck of who)\n  let luck = roll d6 in secret\n"
    one = played(tmp_path, "mix(p) if p is rich", more)
    assert [type(each) for each in since(one, 0)] == [Shuffled]
    assert [type(each) for each in since(one, None)] == [Shuffled, Rolled]
    assert since(one, 1) == []


def test_an_open_die_does_not_hang_on_how_many_secret_ones_there_were(tmp_path: Path) -> None:
    turn = "repeat up to {}:\n  let luck = roll d6 by p in secret\nlet open = roll d6 by p"
    shown = []
    for times in (0, 5):
        folder = tmp_path / str(times)
        folder.mkdir()
        one = played(folder, turn.format(times))
        shown.append([each.value for each in since(one, 1) if isinstance(each, Rolled) and not each.secret])
    assert shown[0] == shown[1]


AT = "rule heard:\n  for: self in players\n  at: act.judged where who is self\n  do: {}\n"


@pytest.mark.parametrize("way", ["moment judged if who is rich", "if who is rich:\n    moment judged",
                                 "finish if who.luck > 9\n  moment judged"])  # fmt: skip
def test_what_answers_a_moment_that_a_secret_leads_to_is_not_told(tmp_path: Path, way: str) -> None:
    more = f"event act(player who): |\n  {way}\n" + AT.format("smile(self)")
    one = played(tmp_path, "act(p)", more)
    for seat, heard in ((0, 0), (1, 0), (None, 1)):
        assert len([each for each in since(one, seat) if isinstance(each, Reacted)]) == heard
        told = [each.id for each in history(one.stretches(), seat, "en") if each.kind == "began"]
        assert ("smile" in told) == bool(heard)
        assert "act" in told


def test_what_answers_a_moment_that_everybody_knows_of_is_told(tmp_path: Path) -> None:
    more = "event act(player who): |\n  moment judged\n" + AT.format("tell(self)")
    one = played(tmp_path, "act(p)", more)
    assert len([each for each in since(one, 1) if isinstance(each, Reacted)]) == 1


def test_what_ends_with_a_thing_that_is_removed_unseen_is_not_told(tmp_path: Path) -> None:
    more = "status marked: {of: card, ends: smile(self.owner)}\n"
    turn = "for each k in contents(deck of p):\n  give marked to k\nif p is rich:\n  remove first(contents(deck of p))"
    one = game(tmp_path, STACKED + turn.replace("remove first(contents(deck of p))",
               "let k = top(deck of p)\n  remove k if k is not none") + "\nlet after = choose yes or no by p",
               COMMON + more)  # fmt: skip
    one.answer(0)
    told = {seat: [each.id for each in history(one.stretches(), seat, "en") if each.kind == "began"]
            for seat in (1, None)}  # fmt: skip
    assert "smile" in told[None] and "smile" not in told[1]
