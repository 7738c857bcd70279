"""Forty rules of tabletop games that are hard to say, in four small packs: the language must be able to say them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.load import load_pack
from rulewright.effects.parse import parse
from rulewright.effects.parsed import ParsedPack
from rulewright.effects.unparse import unparse, unparse_block
from rulewright.pack.read import read_pack
from rulewright.source import LocatedText

HERE = Path(__file__).parent / "forty"
PACKS = {"squares": range(1, 11), "hexes": range(11, 21), "storeys": range(21, 31), "inches": range(31, 41)}


def load(name: str) -> tuple[ParsedPack, Diagnostics]:
    """One of the packs, and what is said of it."""
    out = Diagnostics()
    return load_pack(read_pack(HERE / name, out), out), out


def texts(value: Any) -> Iterator[n.Node | n.Block]:
    """Every text in a body: blocks as tuples of statements, all else as nodes."""
    if isinstance(value, n.Node) or (isinstance(value, tuple) and value and isinstance(value[0], n.Statement)):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)
    elif hasattr(value, "__dataclass_fields__"):
        for field in value.__dataclass_fields__:
            yield from texts(getattr(value, field))


STARTS: dict[type[n.Node], str] = {
    n.Header: "header", n.FieldType: "field_type", n.Trigger: "trigger", n.Contribution: "sentence",
    n.Verdict: "sentence", n.Waive: "sentence", n.Row: "row", n.StepText: "step", n.LimitText: "limit",
    n.Clock: "clock", n.Binder: "binder", n.KeywordUse: "keyword_use",
}  # fmt: skip


@pytest.mark.parametrize("name", PACKS)
def test_the_rules_are_read_without_a_mistake(name: str) -> None:
    pack, out = load(name)
    assert [f"{one.span}: {one.message}" for one in out] == []
    assert len(pack.definitions) > 60


@pytest.mark.parametrize("name", PACKS)
def test_each_text_is_printed_as_one_that_says_the_same(name: str) -> None:
    """Formatting changes no meaning, on texts that people wrote."""
    pack, _ = load(name)
    seen = 0
    for definition in pack.definitions:
        for tree in [definition.header, *texts(definition.body)]:
            out = Diagnostics()
            if isinstance(tree, tuple):
                again: Any = parse("block", LocatedText.alone(unparse_block(tree)), out)
            else:
                start: Any = STARTS.get(type(tree), "expression")
                again = parse(start, LocatedText.alone(unparse(tree)), out)
            assert again == tree
            assert list(out) == []
            seen += 1
    assert seen > 150


@pytest.mark.parametrize(("name", "numbers"), PACKS.items())
def test_every_rule_has_its_place(name: str, numbers: range) -> None:
    """A rule that is dropped from the packs is missed here."""
    text = (HERE / name / "rules.yaml").read_text(encoding="utf-8")
    assert [int(number) for number in re.findall(r"^# (\d+)\. ", text, re.MULTILINE)] == list(numbers)
