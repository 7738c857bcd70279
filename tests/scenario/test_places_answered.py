"""Places, ways and formations that answers name though nobody lists them, and those that are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
FILES = {
    "pack.yaml": "pack: p\nplayers: 2\nstart: game\nboard: plane\n",
    "game.yaml": """
area pool: {}
map fen: {table: 20x16, areas: {pool: rectangle 8x6 to 12x10}}
kind model: {placed: yes, plural: models, base: round 0.5}
model wheel: {}
event game: lay(fen)
event dry(model m, spot q):
  legal: {clear: q not in pool}
  do: put m at q
event slow(model m, spot q):
  legal: {short: q within 2 inches of m}
  do: put m at q
event go(model m, way w): put m at way_end(w)
event all_go(formation f): put models at f
""",
}
SPOT = "let q = choose one q in anchors(One) where q not in pool by player_1\ndry(One, q)"
WAY = "let w = choose one w in ways(One) by player_1\ngo(One, w)"
EACH = "let f = choose one f in formations(models) by player_1\nall_go(f)"
TWO = "offer player_1:\n  dry(One, q) for q in anchors(One)\n  slow(One, q) for q in anchors(One)"
BOTH = "offer player_1:\n  dry(m, q) for m in models, q in anchors(m)"
MARCH = "offer player_1:\n  all_go(f) for f in marches(models)"


def written(do: str, answers: str, end: str, more: str = "") -> str:
    lines = "".join(f"    {line}\n" for line in do.split("\n"))
    return (f"test it:\n  map: fen\n  at: {{wheel of 1 as One: 4x4{more}}}\n  spots: {{ford: 4x9}}\n  do: |\n{lines}"
            f"  answers: [{answers}]\n  stands: {{One: {end}}}\n")


def told(write: Write, test: str) -> list[str]:
    suite = load_suite(write({**FILES, "tests/t.yaml": test}))
    assert not suite.mistakes and not suite.diagnostics.has_errors
    (result,) = suite.run()
    return [one.message for one in result.case.found] + [one.message for one in result.differences]


@pytest.mark.parametrize(("do", "answer", "end"), [
    (SPOT, "{choose: 4x9}", "4x9"), (SPOT, "4x9", "4x9"), (SPOT, "{choose: ford}", "4x9"), (SPOT, "ford", "ford"),
    (SPOT, "{at: 4x9}", "4x9"), (SPOT, "{refused: 9x9, because: q not in pool}, {at: ford}", "4x9"),
    (SPOT, "{refused: 9x9, at: ford}", "4x9"), (WAY, "{choose: 4x9}", "4x9"), (WAY, "4x9 then 6x9", "6x9"),
    (WAY, "{at: ford}", "4x9"), (EACH, "{at: {One: 4x9}}", "4x9"), (EACH, "ford", "4x9"),
    (TWO, "{choose: slow, refused: 4x9, because: short}, {choose: dry(One), at: ford}", "4x9"),
])  # fmt: skip
def test_a_place_is_answered_as_it_is_written(pack_folder: Write, do: str, answer: str, end: str) -> None:
    assert told(pack_folder, written(do, answer, end)) == []


@pytest.mark.parametrize(("do", "answer", "wanted"), [
    (SPOT, "{at: 9x9}", "9x9 is no answer: "), (SPOT, "9x9", "9x9 is no answer: "), (SPOT, "{at: 99x9}", "99x9 is no"),
    (SPOT, "{refused: 9x9, because: clear}", "9x9 is refused because of q not in pool, not because of clear"),
    (TWO, "{at: 4x5}", "'4x5' could be part of several options"),
    (TWO, "4x5", "'4x5' could be part of several options"),
    (TWO, "{refused: 9x9, because: clear}", "'9x9' could be part of several options"),
    (TWO, "{choose: slow(Two), refused: 9x9, because: short}", "'slow(Two)' is not an option"),
    (TWO, "{choose: all_go, refused: 9x9}", "'all_go' is not an option"),
    (BOTH, "{choose: dry, at: 4x9}", "'dry' fits "),
    (SPOT, "{at: 4x5 then 4x6}", "expected a place, found the way '4x5 then 4x6'"),
    (EACH, "{at: {One: 4x5 then 4x6, Two: 4x4}}", "expected a place, found the way '4x5 then 4x6'"),
    (MARCH, f"{{at: {{One: {' then '.join(['4x5', '4x4'] * 8)}, Two: 6x5}}}}",
     "expected ways of at most 15 legs each and 240 in total"),
    (MARCH, "{at: {One: 4x5}}", "expected a place for each of One, Two, and no other"),
])  # fmt: skip
def test_what_cannot_be_answered(pack_folder: Write, do: str, answer: str, wanted: str) -> None:
    (first, *_) = told(pack_folder, written(do, answer, "4x4", ", wheel of 2 as Two: 6x4"))
    assert first.startswith(wanted)


@pytest.mark.parametrize(("answer", "wanted"), [
    ("{refused: 9x9, because: [clear, dri]}", "RW453 no event has a condition 'dri'"),
    ("{choose: dry(One), refused: 9x9, because: short}", "RW453 event 'dry' has no condition 'short'"),
    ("{because: clear}", "RW206 this gives a reason but names no refused place"),
])  # fmt: skip
def test_what_refuses_a_place_is_a_condition(pack_folder: Write, answer: str, wanted: str) -> None:
    folder = pack_folder({**FILES, "tests/t.yaml": written(TWO, answer, "4x4")})
    found = check_with_tests(folder).diagnostics.errors
    assert [f"{one.code} {one.message}" for one in found] == [wanted]


@pytest.mark.parametrize(("spot", "answer", "end", "wanted"), [
    ("4x9@400", "ford", "ford", ["RW209 '4x9@400' is not how a place is written -- write `4x9@40`"]),
    ("4x9", "{refused: 9.00001x9, at: ford}", "4x9",
     ["RW209 9.00001 inches are no whole thousandths -- write three digits: `9.000`"]),
    ("4x9", "4x09", "4x9", ["RW209 '4x09' is not how a place is written -- write `4x9`"]),
    ("4x9", "{at: ford}", "4x9@360", ["RW209 '4x9@360' is not how a place is written -- write `4x9`"]),
    ("4x9", "{refused: C4}, {at: ford}", "4x9",
     ["RW209 'C4' is not a place -- write a place, such as 12.5x7 or 12.5x7@45, or a name of `spots`"]),
])  # fmt: skip
def test_a_place_that_is_not_written_as_one_is_told(
    pack_folder: Write, spot: str, answer: str, end: str, wanted: list[str]
) -> None:
    test = written(SPOT, answer, end).replace("ford: 4x9", f"ford: {spot}")
    found = check_with_tests(pack_folder({**FILES, "tests/t.yaml": test})).diagnostics.errors
    assert [f"{one.code} {one.message} -- {one.hint}" for one in found] == wanted


def test_a_place_is_shown_as_the_board_writes_it(pack_folder: Write) -> None:
    game = ("area pool: {}\nmap fen: {rows: '.~', legend: {'~': pool}}\nkind model: {placed: yes, plural: models}\n"
            "model wheel: {}\nevent game: lay(fen)\nevent go(model m): remove m\n")  # fmt: skip
    test = "test t: {map: fen, at: {One: {wheel: A1}}, do: go(One), answers: [{at: 4x4}]}\n"
    files = {"pack.yaml": "pack: p\nplayers: 2\nstart: game\nboard: square\n", "game.yaml": game, "tests/t.yaml": test}
    found = check_with_tests(pack_folder(files)).diagnostics.errors
    hints = [one.hint for one in found if "not a place" in one.message]
    assert hints == ["write a place, such as B4, or a name of `spots`"]


def test_an_offer_that_asked_nothing_is_told(pack_folder: Write) -> None:
    """The event refuses each place of the pool, so the offer has no line."""
    do = "offer player_1:\n  dry(One, q) for q in pool"
    suite = load_suite(pack_folder({**FILES, "tests/t.yaml": written(do, "9x9", "4x4")}))
    (result,) = suite.run()
    (found,) = result.differences
    assert found.message == "no question is left: the answer '9x9' is not used"
    assert found.details == ("the offer in `do` asked nothing: none of its calls was legal there",)


def test_a_refused_call_of_a_test_is_told_what_it_measured(pack_folder: Write) -> None:
    suite = load_suite(pack_folder({**FILES, "tests/t.yaml": written("slow(One, ford)", "", "4x4")}))
    (result,) = suite.run()
    (found,) = result.differences
    assert found.message == "slow(One, 4x9) was refused"
    assert found.details[0] == "short: q within 2 inches of m (game.yaml:11): distance 4.5 inches, at most 2 needed"


def test_names_of_places_are_answers_on_cells_too(pack_folder: Write) -> None:
    game = "map yard: {rows: ...}\nkind man: {placed: yes}\nman pawn: {}\nevent game: lay(yard)\n"
    game += "event walk(man m): |\n  offer m.owner:\n    go(m, c) for c in neighbours(m)\n"
    game += "event go(man m, cell c): put m at c\n"
    test = "test it:\n  map: yard\n  at: {pawn of 1 as One: A1}\n  spots: {door: B1}\n  do: |\n"
    test += "    let c = choose one c in neighbours(One) by player_1\n    go(One, c)\n"
    test += "  answers: [{choose: door, offered_only: [door]}]\n  stands: {One: door}\n"
    manifest = FILES["pack.yaml"].replace("plane", "square")
    suite = load_suite(pack_folder({"pack.yaml": manifest + "forced: ask\n", "game.yaml": game, "tests/t.yaml": test}))
    assert not suite.mistakes and [one.passed for one in suite.run()] == [True]
