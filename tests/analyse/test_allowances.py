"""What a definition allows is left out, whichever stage says it; what it allows in vain is told."""

from __future__ import annotations

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.pack.allowances import register
from rulewright.pack.read import read_pack

from .conftest import Checked, Write

LOOP = """\
kind piece: {{state: {{damage: number}}}}
piece pawn: {{}}
event play gives number total: |
  for each p in players:
    let c = create pawn for p
    hit(c)
  set total = sum(c.damage for c in pieces)
event hit(piece target): set target.damage = target.damage + 1
rule echo:
  {rule}after: hit
  do: again(target)
event again(piece who): {{{other}do: hit(who)}}
"""
ALLOW = 'allow: {RW701: "as it should be"}'


@pytest.mark.parametrize("where", ["rule", "other"])
def test_any_definition_whose_text_is_on_the_way_may_allow_a_loop(where: str, checked: Checked) -> None:
    parts = {"rule": "", "other": ""}
    assert [one.code for one in checked(LOOP.format(**parts)).diagnostics] == ["RW701"]
    parts[where] = ALLOW + ("\n  " if where == "rule" else ", ")
    assert list(checked(LOOP.format(**parts)).diagnostics) == []


def test_what_the_checker_says_is_allowed_by_the_definition_alone(checked: Checked) -> None:
    text = "event gain: {%sdo: finish}\nevent rest: {%sdo: finish}\nevent play: finish\n"
    allow = "allow: {RW469: others call it}, "
    assert [one.code for one in checked(text % ("", "")).diagnostics] == ["RW469", "RW469"]
    assert [one.span.first.line for one in checked(text % (allow, "")).diagnostics] == [2]
    assert list(checked(text % (allow, allow)).diagnostics) == []


def test_what_is_allowed_in_vain_is_told_at_its_place(checked: Checked) -> None:
    found = list(checked("event gain: {allow: {RW469: others call it}, do: finish}\nevent play: gain()\n").diagnostics)
    assert [(one.code, one.span.text, one.definition) for one in found] == [("RW711", "RW469", "gain")]


def test_nothing_is_said_in_vain_of_a_pack_with_errors(checked: Checked) -> None:
    text = "event gain: {allow: {RW469: others call it}, do: finish}\nevent play: |\n  gain()\n  sing()\n"
    assert [one.code for one in checked(text).diagnostics] == ["RW451"]


def test_an_error_is_never_left_out(pack_folder: Write) -> None:
    out = Diagnostics()
    pack = read_pack(pack_folder("event gain: {allow: {RW469: so}, do: finish}\n"), out)
    register(pack, out)
    span = pack.declarations[0].head_span
    out.add("RW451", "an error", span, definition="gain")
    out.add("RW469", "a warning", span, definition="gain")
    assert [one.code for one in out] == ["RW451"]
    assert len(out) == 1
