"""Pairs of packs as data, looked at as `check` does: fields, sentences, reactions, maps. Forty are the first ones
(`pairs.yaml`); the others were written to deceive the checker (`further_pairs.yaml`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.stack.conftest import NEEDS, Packs

from rulewright.diagnostics import Severity
from rulewright.pipeline import check_pack

HERE = Path(__file__).parent
DATA: dict[str, Any] = YAML(typ="safe").load((HERE / "pairs.yaml").read_text(encoding="utf-8"))
FURTHER: dict[str, Any] = YAML(typ="safe").load((HERE / "further_pairs.yaml").read_text(encoding="utf-8"))
CODES = ("RW251", "RW252", "RW705")
MANIFEST = "version: 1.0.0\nboard: square\nstart: play\nranks: [early, window, late]\n"


def told(
    packs: Packs, first: str, second: str, more: str = "", lost: tuple[str, ...] = (), base: str = DATA["base"]
) -> list[str]:
    """The conflicts of two packs that a third one needs; nothing else but `lost` may keep them from being played."""
    both = "needs: {base: any, apple: any, berry: any}\n"
    folder = packs(base, apple=(NEEDS, first + "\n"), berry=(NEEDS, second + "\n"), both=(both + more, ""))
    (folder / "base" / "pack.yaml").write_text(f"pack: base\n{MANIFEST}")
    found = check_pack(folder / "both").diagnostics
    assert [one for one in found if one.severity is Severity.ERROR and one.code not in (*CODES, *lost)] == []
    codes = [one.code for one in found if one.code in CODES]
    for one in found:
        if one.code in CODES:
            places = {one.span.source.name, *(each.span.source.name for each in one.related)}
            assert {"apple:rules.yaml", "berry:rules.yaml"} <= places
    return codes


def test_there_are_twenty_of_each() -> None:
    assert (len(DATA["conflict"]), len(DATA["silent"])) == (20, 20)


def test_the_base_alone_is_in_order(packs: Packs) -> None:
    assert told(packs, "area hill: {}", "area moor: {}") == []


@pytest.mark.parametrize("pair", DATA["conflict"])
def test_a_pair_that_conflicts_is_told_once(packs: Packs, pair: str) -> None:
    first, second = DATA["conflict"][pair]
    assert len(told(packs, first, second)) == 1
    assert len(told(packs, second, first)) == 1


@pytest.mark.parametrize("pair", DATA["conflict"])
def test_an_order_settles_it(packs: Packs, pair: str) -> None:
    """The later pack may then find something else than it was written for: that is its own mistake, and no conflict."""
    first, second = DATA["conflict"][pair]
    for texts in ((first, second), (second, first)):
        assert told(packs, *texts, "order: [apple, berry]\n", ("RW241", "RW243", "RW244")) == []


@pytest.mark.parametrize("pair", DATA["silent"])
def test_a_pair_that_does_not_conflict_is_silent(packs: Packs, pair: str) -> None:
    first, second = DATA["silent"][pair]
    assert told(packs, first, second) == []
    assert told(packs, second, first) == []


@pytest.mark.parametrize("pair", FURTHER["conflict"])
def test_a_further_pair_that_conflicts_is_told_once(packs: Packs, pair: str) -> None:
    first, second = FURTHER["conflict"][pair]
    base = DATA["base"] + FURTHER["base"]
    assert len(told(packs, first, second, base=base)) == 1
    assert len(told(packs, second, first, base=base)) == 1


@pytest.mark.parametrize("pair", FURTHER["silent"])
def test_a_further_pair_that_does_not_conflict_is_silent(packs: Packs, pair: str) -> None:
    first, second = FURTHER["silent"][pair]
    base = DATA["base"] + FURTHER["base"]
    assert told(packs, first, second, base=base) == []
    assert told(packs, second, first, base=base) == []


def test_the_main_field_of_a_short_definition_is_named(packs: Packs) -> None:
    folder = packs("die luck: [1, 2, 3]\n", apple=(NEEDS, "change die luck:\n  set: {faces: [1, 2]}\n"),
                   berry=(NEEDS, "change die luck:\n  add: {faces: 6}\n"),
                   both=("needs: {base: any, apple: any, berry: any}\n", ""))  # fmt: skip
    (found,) = [one for one in check_pack(folder / "both").diagnostics if one.code == "RW251"]
    assert "the order decides 'faces' of die luck" in found.message
