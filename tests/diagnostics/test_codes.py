"""Every code has a page, a bad example that yields exactly it, and a good one that is clean.

The whole rendered text of each bad example is stored in `expected/`; `--accept` writes it again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.codes import CODES, Code, Example
from rulewright.diagnostics import Diagnostics
from rulewright.scenario.checked import check_with_tests
from rulewright_tools.show import text

EXPECTED = Path(__file__).parent / "expected"
# The codes that checking a folder can report: those of play, and bugs in Rulewright, come from elsewhere; so does the
# code of archives (tests/stack/test_archive.py), which are no folders.
CHECKED = [code for code in CODES if code[2] in "1234567" and code != "RW239"]

Write = Callable[[Mapping[str, str | bytes] | str], Path]


def check(folder: Path) -> Diagnostics:
    """Everything that is wrong with a pack and its tests."""
    return check_with_tests(folder).diagnostics


def bad_example(row: Code) -> Example:
    example = row.bad() if callable(row.bad) else row.bad
    assert example, f"{row.code} has no example of the mistake"
    return example


def good_example(row: Code) -> Example:
    assert row.good, f"{row.code} has no example of the repair"
    return row.good


@pytest.mark.parametrize("code", CHECKED)
def test_the_bad_example_yields_exactly_its_code(
    code: str, pack_folder: Write, expect: Callable[[Path, str], None]
) -> None:
    folder = pack_folder(bad_example(CODES[code]))
    found = check(folder)
    assert [one.code for one in found] == [code]
    # A file of another pack is shown where it lies.
    told = text.render(found, base="sample").replace(f"{folder}/", "sample/").replace(f"{folder}/../", "")
    expect(EXPECTED / f"{code}.txt", told.replace(f"{folder.parent}/", ""))


@pytest.mark.parametrize("code", CHECKED)
def test_the_good_example_is_clean(code: str, pack_folder: Write) -> None:
    assert text.render(check(pack_folder(good_example(CODES[code]))), base="sample") == ""


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page(code: str) -> None:
    row = CODES[code]
    assert re.fullmatch(r"RW[1-9][0-9]{2}", code)
    assert row.code == code
    assert row.title
    assert not row.title.endswith(".")
    assert row.explanation.rstrip("'\"").endswith((".", ".)"))


def test_codes_come_in_order() -> None:
    assert list(CODES) == sorted(CODES)


def test_nothing_is_stored_for_codes_that_do_not_exist() -> None:
    stored = {path.stem for path in EXPECTED.iterdir()}
    assert stored <= set(CODES)
    assert stored >= set(CHECKED)
