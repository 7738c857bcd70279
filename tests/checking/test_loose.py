"""Texts beside a pack are read with the names that they are given, and by the rules of the pack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.check import check
from rulewright.check.loose import Loose
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.load import load_pack
from rulewright.effects.parse import parse
from rulewright.pack.read import read_pack
from rulewright.source import LocatedText

Write = Callable[[Mapping[str, str | bytes] | str], Path]

HERE = Path(__file__).parent
BOB = m.Variable("Bob", type=t.entity("creature"), role="piece", index=3)


@pytest.fixture
def pack(pack_folder: Write) -> m.PackDef:
    out = Diagnostics()
    manifest = "pack: sample\nboard: square\nsettings:\n  relic: yes_no starts false\n"
    base = (HERE / "base.yaml").read_text(encoding="utf-8")
    found = check(load_pack(read_pack(pack_folder({"pack.yaml": manifest, "base.yaml": base}), out), out), out)
    assert found is not None
    return found


def test_an_expression_sees_the_names_it_is_given(pack: m.PackDef) -> None:
    out = Diagnostics()
    tree = parse("expression", LocatedText.alone("Bob.hp + 1"), out)
    typed = Loose(pack, out).expression(tree, {"Bob": BOB})
    assert list(out) == []
    assert typed.type == t.NUMBER
    assert isinstance(typed, n.Binary) and isinstance(typed.left, n.Attr) and typed.left.target.ref is BOB


def test_a_condition_has_to_be_one(pack: m.PackDef) -> None:
    out = Diagnostics()
    Loose(pack, out).condition(parse("expression", LocatedText.alone("Bob.hp"), out), {"Bob": BOB})
    assert [found.code for found in out] == ["RW501"]


def test_a_block_has_the_rights_of_an_event(pack: m.PackDef) -> None:
    out = Diagnostics()
    block = parse("block", LocatedText.alone("set Bob.hp = 1\nlet h = heal(Bob, 2)\nset match.round = h.healed"), out)
    typed = Loose(pack, out).block(block, {"Bob": BOB})
    assert list(out) == []
    assert isinstance(typed[1], n.Let) and (typed[1].ref.role, typed[1].ref.index) == ("local", 0)
    Loose(pack, out).block(parse("block", LocatedText.alone("moment late\nheal(Bbo, 1)"), out), {"Bob": BOB})
    assert [found.code for found in out] == ["RW523", "RW450"]


def test_a_trigger_sees_the_fields_of_its_event(pack: m.PackDef) -> None:
    out = Diagnostics()
    loose = Loose(pack, out)
    typed = loose.trigger(parse_trigger("hit where attacker is Bob and total is 1", out), {"Bob": BOB})
    assert list(out) == []
    assert typed.events[0].ref is pack.events["hit"]
    loose.trigger(parse_trigger("hti", out), {})
    loose.trigger(parse_trigger("hit where atacker is Bob", out), {"Bob": BOB})
    assert [(found.code, found.hint) for found in out] == [
        ("RW452", "did you mean 'hit'?"), ("RW450", "did you mean 'attacker'?")]


def parse_trigger(text: str, out: Diagnostics) -> n.Trigger:
    tree = parse("trigger", LocatedText.alone(text), out)
    assert tree is not None
    return tree
