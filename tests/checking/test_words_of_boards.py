"""A word that a board has not is answered with the nearest thing that this board has (RW518)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check.builtins import BUILTINS, instead_of
from rulewright.check.type_names import TYPE_WORDS
from rulewright.diagnostics import Severity
from rulewright.pack.colons import colon_in_head
from rulewright.pipeline import check_pack
from rulewright.space.forms import FORMS

Write = Callable[[Mapping[str, str | bytes] | str], Path]
# What hints propose, with names of a pack.
PROPOSED = {
    "plane": """\
kind ship: {placed: yes, owned: no, base: round 1, state: {level: number starts 0}}
ship brig: {}
area pool: {}
map sea: {table: 20x20, areas: {pool: disc 9x9 by 2}}
event play: lay(sea)
value a1(spot p) gives spot: facing(p, 90)
value a2(spot p) gives spot: facing(p, heading(p) + 180)
value a3(spot a, spot b) gives spot: displaced(b, bearing(a, b), 1 inch)
value a4(spot a, spot b) gives yes_no: line_free(a, b, pool) and is_empty(crossed(a, b, ships))
value a5(spot q, spot c) gives yes_no: q within 6 inches of c and bearing(c, q) < 45
value a6(ship x, ship o, spot c) gives yes_no: overlapping(swept(x, displaced(c, 90, 6 inches)), o)
value a7(ship x, ship o) gives yes_no: some w in ways(x) where way_length(w) <= 6 inches and overlapping(swept(x, w), o)
value a8(ship x, spot y) gives yes_no: y in burst(x, 2 inches) and distance(x, y) > 1 inch
""",
    "square": """\
kind ship: {placed: yes, owned: no, state: {facing: direction starts east}}
ship brig: {}
area pool: {}
map sea:
  rows: |
    . p
    . .
  legend: {p: pool}
event play: lay(sea)
value b1(ship x) gives number: count(c in cells of x where c in pool)
value b2(ship x) gives direction: turned(x.facing, 1)
value b3(cell c, direction d) gives yes_no: toward(c, d) is none and is_empty(line_area(c, d, 3))
value b4(cell a, cell b) gives yes_no: direction_to(a, b) is none
""",
}


@pytest.mark.parametrize("board", ["plane", "square", "hex"])
def test_each_word_that_is_missing_has_a_hint_with_words_that_are_there(board: str) -> None:
    """On cells, a word of another board of cells has none: the other board is proposed."""
    offers = FORMS[board].offers
    missing = {name for name, row in BUILTINS.items() if not offers.issuperset(row.needs)}
    wanted = missing if board == "plane" else {name for name in missing if "R" in BUILTINS[name].needs}
    assert wanted and {name for name in missing if instead_of(name, board)} == wanted
    for name in wanted:
        hint = instead_of(name, board) or ""
        calls = {call for piece in re.findall("`(.*?)`", hint) for call in re.findall(r"([a-z_]+)\(", piece)}
        assert calls <= {*BUILTINS, "count"} and all(
            offers.issuperset(BUILTINS[one].needs) for one in calls - {"count"}
        ), (name, hint)
        assert "`" in hint, (name, hint)


@pytest.mark.parametrize("board", PROPOSED)
def test_what_hints_propose_can_be_written(board: str, pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": f"pack: sample\nstart: play\nboard: {board}\n", "game.yaml": PROPOSED[board]})
    wrong = [one for one in check_pack(folder).diagnostics if one.severity is Severity.ERROR]
    assert wrong == [], [f"{one.span.text}: {one.message}" for one in wrong]


@pytest.mark.parametrize("word", sorted(TYPE_WORDS - {"none", "text"}))  # no parameter is of these
def test_a_type_before_a_colon_is_known_by_every_word_for_one(word: str) -> None:
    line = f"event hit({word}: what):"
    found = colon_in_head(line, line.index(": "))
    assert found is not None and f"'{word} what'" in found.hint
