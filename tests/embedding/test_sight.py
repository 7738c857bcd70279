"""Views, logs and ids: what a seat may know, and that all of it agrees, in random matches of every pack."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter

import pytest
from tests.properties.playing import PACKS, ROOT

import rulewright
from rulewright import Match, Option, Pack, Table

KINDS = {
    "began", "finished", "refused", "reacted", "answered", "rolled", "created", "swapped", "put", "removed", "revealed",
    "shuffled", "gained", "lost",
}  # fmt: skip


def answered(match: Match, *numbers: int) -> Match:
    for number in numbers:
        match.answer(number)
    return match


def test_a_view_holds_what_the_seat_knows(match: Match) -> None:
    answered(match, 2, 0)
    mine, theirs, all_ = match.view(0), match.view(1), match.view(None)
    assert set(all_.entities) == {
        "e1", "e1.1", "hand:0#1", "hand:0#2", "hand:1#1", "hand:1#2", "deck:0#1", "deck:1#1"
    }  # fmt: skip
    assert set(mine.entities) == {"e1", "e1.1", "hand:0#1", "hand:0#2"}
    assert set(theirs.entities) == {"e1", "e1.1", "hand:1#1", "hand:1#2"}
    assert (mine.zones["hand:1"].count, mine.zones["hand:1"].known) == (2, ())
    assert (mine.zones["hand:0"].count, mine.zones["hand:0"].known) == (2, ("hand:0#1", "hand:0#2"))
    ranger = mine.entities["e1"]
    assert (ranger.sheet, ranger.kind, ranger.owner, ranger.place, ranger.zone) == ("ranger", "scout", 0, "C1", None)
    assert ranger.fields == {
        "pace": 2, "tired": False, "at_home": "C1", "mate": None, "score": [0, 0], "tools": ["e1.1"]
    }  # fmt: skip
    assert (mine.entities["e1.1"].part_of, mine.entities["e1.1"].fields) == ("e1", {"worth": 3})
    assert [(one.status, one.on, one.values) for one in mine.statuses] == [("bold", "e1", {"degree": 2}),
                                                                           ("leading", 0, {})]  # fmt: skip
    assert [(one.id, one.column, one.row, one.areas) for one in mine.board][2:4] == [("C1", 2, 0, ("wood",)),
                                                                                    ("D1", 3, 0, ())]  # fmt: skip


def test_a_log_tells_each_seat_its_own(match: Match) -> None:
    answered(match, 2, 0, 1, 0, 0)  # discards the ace, then chooses the other card in secret
    rolled = [[one.values for one in match.log(seat) if one.kind == "rolled"] for seat in (0, 1)]
    assert rolled[0][0]["value"] in ("calm", "wild") and rolled[1] == [{"value": None, "by": 0}]
    mine, theirs = ([one.values for one in match.log(seat) if one.kind == "answered"] for seat in (0, 1))
    assert mine[3] == {"seat": 0, "label": "two"} and theirs[3] == {"seat": 0}
    put = [one.values for one in match.log(1) if one.kind == "put"]
    assert put[0] == {"entity": {"hidden": "card", "owner": 0}, "at": "hand:0"}
    assert put[-1] == {"entity": "e2" if "e2" in match.view(1).entities else "pile#1", "at": "pile"}
    assert match.log(1, since=5) == []
    assert [one.kind for one in match.log(1, since=4)] == ["answered", "revealed"]


def test_ids_of_what_can_hide_say_only_where_it_lies(match: Match) -> None:
    """The same card has another id as soon as it lies elsewhere, and one that is equal takes its place."""
    answered(match, 2, 0)
    before = match.view(0).entities
    assert [before[f"hand:0#{n}"].sheet for n in (1, 2)] == ["ace", "two"]
    answered(match, 1)
    after = match.view(0).entities
    assert (after["hand:0#1"].sheet, after["pile#1"].sheet) == ("two", "ace")


@pytest.mark.parametrize("name", PACKS)
def test_all_that_is_named_can_be_found_in_the_view(name: str) -> None:
    pack = rulewright.load(ROOT / "content" / name)
    kinds: Counter[str] = Counter()
    for seed in range(3):
        _play(pack, seed, kinds)
    assert kinds["event"] + kinds["choice"] > 100


def _play(pack: Pack, seed: int, kinds: Counter[str]) -> None:
    chance = random.Random(seed)
    match = Match.new(pack, seed=seed)
    for count in range(60):
        question = match.question()
        if question is None:
            break
        view = match.view(question.seat)
        places = {place.id for place in view.board}
        for option in question.options:
            kinds[option.kind] += 1
            assert set(option.entities) <= set(view.entities), option
            if view.table is None:
                assert set(option.places) <= places, option
            else:
                _on_table(view.table, option)
            assert option.label
        if count % 10 == 0:
            for seat in (*range(match.players), None):
                json.dumps([dataclasses.asdict(match.view(seat)), dataclasses.asdict(question)])
        match.answer(chance.choice(question.options))
    for seat in (*range(match.players), None):
        log = match.log(seat)
        json.dumps([dataclasses.asdict(one) for one in log])
        assert {one.kind for one in log} <= KINDS
        assert [one.kind for one in log].count("answered") == len(match.answers)


def _on_table(table: Table, option: Option) -> None:
    """Spots are no members of a list: they can be read, and lie on the table."""
    xs, ys = zip(*table.outline, strict=True)
    for place in option.places:
        x, _, rest = place.partition("x")
        y = rest.partition("@")[0]
        assert min(xs) <= float(x) <= max(xs) and min(ys) <= float(y) <= max(ys), option
