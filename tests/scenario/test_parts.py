"""The parts of a content test that have rules of their own: dictated dice, the order of events, names of options."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.play.entries import Began, Finished
from rulewright.scenario.answers import Option, matching
from rulewright.scenario.dice import Dictated, OutOfDice
from rulewright.scenario.watch import Watch

DONE = 1


# As much of a match as is asked for: events that have no first entity.
MATCH = SimpleNamespace(p=SimpleNamespace(program=SimpleNamespace(events=[SimpleNamespace(subject=None)] * 3)))


def watched(*entries: tuple[str, str]) -> Watch:
    """What was heard of events a, b and c: (begin or finish, event); the conditions are one for each of them."""
    numbers = {"a": 0, "b": 1, "c": 2}
    watch = Watch(MATCH)  # type: ignore[arg-type]
    watch.begin_step([(frozenset({number}), None) for number in numbers.values()])
    records: dict[str, list[Any]] = {}
    for what, name in entries:
        if what == "begin":
            records[name] = [numbers[name], 0, 0, None]
            watch.append(Began(1, records[name]))
        else:
            watch.append(Finished(1, records[name], DONE))
    return watch


# a holds b, then comes c
NESTED = watched(("begin", "a"), ("begin", "b"), ("finish", "b"), ("finish", "a"), ("begin", "c"), ("finish", "c"))


@pytest.mark.parametrize(
    ("order", "first_missing"),
    [("abc", None), ("bac", None), ("b", None), ("ac", None), ("ca", 1), ("cb", 1), ("aa", 1), ("bca", 2), ("", None)],
)
def test_an_event_that_holds_another_stands_before_or_behind_it(order: str, first_missing: int | None) -> None:
    assert NESTED.in_order(["abc".index(one) for one in order]) == first_missing


def test_what_is_not_done_did_not_happen() -> None:
    watch = Watch(MATCH)  # type: ignore[arg-type]
    watch.begin_step([(frozenset({0}), None)])
    record = [0, 0, 0, None]
    watch.append(Began(1, record))
    watch.append(Finished(1, record, 3))
    assert watch.in_order([0]) == 0


def test_dice_give_what_is_dictated_and_then_nothing() -> None:
    dice = Dictated({("d6", ""): (3, 0)})
    other = dice.copy()
    assert [dice.draw(6, "dice", "d6"), dice.draw(6, "dice", "d6")] == [3, 0]
    with pytest.raises(OutOfDice) as out:
        dice.draw(6, "dice", "d6")
    assert (out.value.die, out.value.given) == ("d6", 2)
    assert dice.left() == {}
    assert other.left() == {("d6", ""): (3, 0)}


def test_a_shuffle_without_a_seed_changes_nothing() -> None:
    assert [Dictated({}).draw(n, "shuffle") for n in (5, 4, 3, 2)] == [4, 3, 2, 1]


def test_with_a_seed_dice_that_nobody_dictates_come_from_it() -> None:
    one, other = Dictated({("d6", ""): (5,)}, 7), Dictated({}, 7)
    assert one.draw(6, "dice", "d6") == 5
    assert [one.draw(20, "dice", "d20") for _ in range(5)] == [other.draw(20, "dice", "d20") for _ in range(5)]
    with pytest.raises(OutOfDice):
        one.draw(6, "dice", "d6")


def test_the_innermost_event_with_numbers_of_its_own_gives_them() -> None:
    dice = Dictated({("d6", "duel"): (1,), ("d6", ""): (4,), ("d6", "draw"): None})
    running: list[str] = []
    dice.around = lambda: tuple(running)
    running[:] = ["turn", "duel", "hit"]
    assert dice.draw(6, "dice", "d6") == 1
    with pytest.raises(OutOfDice) as out:
        dice.draw(6, "dice", "d6")
    assert out.value.die == "d6 in duel"
    running[:] = ["turn", "duel", "draw"]
    assert 0 <= dice.draw(6, "dice", "d6") < 6
    running[:] = ["turn"]
    assert dice.draw(6, "dice", "d6") == 4
    assert dice.left() == {}


OPTIONS = [
    Option("walk(Ann, B1)", ("walk(Ann, B1)", "Walk(Red, B1)")),
    Option("walk(Ann, B2)", ("walk(Ann, B2)",)),
    Option("walk(Annabel)", ("walk(Annabel)",)),
    Option("pass", ("pass", "none")),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("walk(Ann,B2)", [1]),
        ("walk( Ann , B1 )", [0]),
        ("walk(Ann)", [0, 1]),
        ("walk(Annabel)", [2]),
        ("walk", [0, 1, 2]),
        ("walk()", [0, 1, 2]),
        ("none", [3]),
        ("wal", []),
        ("Walk(Red)", [0]),
    ],
)
def test_an_option_is_found_by_its_words_or_by_the_beginning_of_a_call(text: str, found: list[int]) -> None:
    assert matching(text, OPTIONS) == found
