"""Content tests that are too long, or draw too much, are reported in the file they stand in; the others run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.clock import at_most

from rulewright.effects.scan import MAX_CHARACTERS
from rulewright.limits import MOST_ANSWER_TEXTS, MOST_TEXTS
from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = {
    "pack.yaml": "pack: long\nstart: game\nplayers: 2\nboard: square\n",
    "all.yaml": "kind match: {state: {n: number}}\n"
    "status worn: {of: player}\nevent game: set match.n = 1\n",
}
GOOD = "test of little: {play: yes, then: match.n is 1}\n"


def listed(name: str, text: str) -> Callable[[int], str]:
    return lambda count: f"  {name}:\n" + f"    - {text}\n" * count


# By the field: what makes so many texts under it.
LONG: dict[str, Callable[[int], str]] = {
    "then": listed("then", "match.n is 1"),
    "happened": listed("happened", "game where match.n is 1"),
    "not_happened": listed("not_happened", "game where match.n is 2"),
    "answers": listed("answers", "none"),
    "refused": listed("refused", "game"),
    "with": lambda count: "  with: {match: {n: [" + "1, " * count + "]}}\n",
    "statuses": lambda count: "  statuses:\n    player 1: [" + "worn, " * count + "]\n",
    "dice": lambda count: "  dice:\n    d6: [" + "1, " * count + "]\n",
    "rules": listed("rules", "A-1"),
    "sees": lambda count: "  sees:\n    player 1: [" + "match.n, " * count + "]\n",
    "zones": lambda count: "  zones: {deck of 1: [" + "ace, " * count + "]}\n",
}


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("times", [1, 20])
def test_a_field_that_is_too_long_is_reported_alone(pack_folder: Write, name: str, times: int) -> None:
    most = MOST_ANSWER_TEXTS if name == "answers" else MOST_TEXTS
    count = (most + 1) * times
    folder = pack_folder({**PACK, "tests/a.yaml": f"test of much:\n  play: yes\n{LONG[name](count)}{GOOD}"})
    with at_most(10):
        suite = load_suite(folder)
    assert [one.message for one in suite.diagnostics.errors] == []
    (found,) = [one for case in suite.cases for one in case.found]
    assert (found.code, found.message) == ("RW615", f"{count} entries under '{name}', more than {most}")
    assert found.hint == "split this test"
    assert (found.span.text, found.span.first.line) == (name, 3)
    assert [(result.case.name, result.passed) for result in suite.run()] == [("of much", False), ("of little", True)]
    assert [one.code for one in check_with_tests(folder).diagnostics.errors] == ["RW615"]


def test_the_longest_test_that_may_be_runs(pack_folder: Write) -> None:
    text = f"test of much:\n  play: yes\n{LONG['then'](MOST_TEXTS)}"
    (result,) = load_suite(pack_folder({**PACK, "tests/a.yaml": text})).run()
    assert result.passed


@pytest.mark.parametrize("field", ["map", "position"])
@pytest.mark.parametrize(("width", "height"), [(201, 1), (1, 201), (100, 51), (1_000, 1_000)])
def test_a_drawing_that_is_too_large_is_reported(pack_folder: Write, field: str, width: int, height: int) -> None:
    rows = ("    " + "." * width + "\n") * height
    drawn = f"  map: |\n    .\n  position: |\n{rows}" if field == "position" else f"  map: |\n{rows}"
    text = f"test of a field:\n  do: game()\n{drawn}  then: 1 is 1\n{GOOD}"
    folder = pack_folder({**PACK, "tests/a.yaml": text})
    found = list(check_with_tests(folder).diagnostics.errors)
    assert [one.code for one in found] == ["RW611"]
    assert found[0].message.startswith(f"this {field} is too large: ")
    assert found[0].hint
    assert [result.passed for result in load_suite(folder).run()] == [False, True]


def test_the_largest_drawing_is_played(pack_folder: Write) -> None:
    rows = ("    " + "." * 100 + "\n") * 50
    text = f"test of a field:\n  do: game()\n  map: |\n{rows}  then: size(everywhere) is 5000\n"
    (result,) = load_suite(pack_folder({**PACK, "tests/a.yaml": text})).run()
    assert result.passed


def test_tests_do_not_lengthen_the_code_above_them(pack_folder: Write) -> None:
    """The block of an own definition ends where the first test begins, however much follows."""
    tests = "".join(f"test number {i}:\n  do: |\n    count_up()\n  then: match.n is 1\n" for i in range(800))
    text = f"event count_up:\n  do: |\n    set match.n = match.n + 1\n\n{tests}"
    assert len(tests) > MAX_CHARACTERS
    suite = load_suite(pack_folder({**PACK, "tests/a.yaml": text}))
    assert [one.message for one in suite.mistakes] == []
    assert [result.passed for result in suite.run()] == [True] * 800
