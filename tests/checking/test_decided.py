"""Areas of a plane of which it is not known how much of something lies in them, and those of which it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check import model as m
from rulewright.check.check import check
from rulewright.check.decided import _Following
from rulewright.check.signatures import Question
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack

GAME = """\
area yard: {}
area pond: {}
area far: {}
area shore: {}
area twice: {}
map field:
  table: 24x24
  areas:
    yard: rectangle 0x0 to 9x9
    pond: disc 12x12 by 2
    shore: line 0x12 to 24x12
    far: past shore left by 2
    twice: [rectangle 0x0 to 2x2, rectangle 1x1 to 3x3]
kind piece: {placed: yes, plural: pieces, base: polygon 0x0 2x0 2x2 1x1 0x2}
piece block: {}
value ground() gives area: if is_empty(pieces) then yard else pond
value path(piece a, spot c) gives outline: swept(a, c)
value foot(piece a, spot c) gives outline: let b = a then footprint(b, c)
MORE_OF
event trial(piece a, spot c): |
  finish if more_in(QUESTION)
"""


@pytest.mark.parametrize(("question", "cause"), [
    ("a, yard, pond", ""),
    ("footprint(a, c), ground(), everywhere", ""),
    ("a, burst(c, 2 inches), shore", ""),
    ("a, none, yard) or wholly(a, none", ""),
    ("a, yard + pond, pond", "would count twice"),
    ("a, pond, twice", "would count twice"),
    ("a, far, yard", "cannot be measured"),
    ("a, yard - pond, yard", "cannot be measured"),
    ("a, yard, burst(a, 1 inch)", "concave or scattered"),
    ("swept(a, c), yard, pond", "may overlap itself"),
    ("path(a, c), yard, pond", "may overlap itself"),
    ("(if a is placed then swept(a, c) else footprint(a, c)), yard, pond", "may overlap itself"),
    ("a, yard, pond) or (let x = swept(a, c) then let y = x then more_in(y, yard, pond)", "may overlap itself"),
    ("a, yard, pond) or more_of(swept(a, c)", "the parts of this outline are not known"),
    ("a, yard, pond) or meets(path(a, c), let x = yard - pond then x", "but not their common part"),
    ("let x = foot(a, c) then x, let y = ground() then y, yard", ""),
])  # fmt: skip
def test_how_much_lies_in_an_area(
    question: str, cause: str, pack_folder: Callable[[Mapping[str, str | bytes] | str], Path]
) -> None:
    parameter = "permission more_of(outline o): more_in(o, yard, pond)" if "more_of" in question else ""
    text = GAME.replace("QUESTION", question).replace("MORE_OF", parameter)
    folder = pack_folder({"pack.yaml": "pack: sample\nboard: plane\n", "game.yaml": text})
    out = Diagnostics(limit=100)
    check(load_pack(read_pack(folder, out), out), out)
    found = [one.message for one in out if one.code == "RW550"]
    assert len(found) == (1 if cause else 0) and all(cause in message for message in found)


@pytest.mark.parametrize("head", ["piece a spot c", "piece a, spott c", "piece a, spot c)("])
def test_what_could_not_be_typed_is_not_asked(
    head: str, pack_folder: Callable[[Mapping[str, str | bytes] | str], Path]
) -> None:
    """A head with a mistake is told, and its text looked at no further."""
    text = GAME.replace("MORE_OF", "").replace("more_in(QUESTION)", "wholly(footprint(a, c), burst(c, 2 inches))")
    text = text.replace("piece a, spot c", head)
    out = Diagnostics()
    check(load_pack(read_pack(pack_folder({"pack.yaml": "pack: p\nboard: plane\n", "a.yaml": text}), out), out), out)
    assert out.has_errors and all(one.code != "RW550" for one in out)


def test_what_is_near_a_base_that_is_convex_in_every_turn_is_decided(
    pack_folder: Callable[[Mapping[str, str | bytes] | str], Path]
) -> None:
    bases = {"rectangle 2 by 3": 0, "polygon 0x0 2x0 2x2 1x1 0x2": 1, "polygon 0x0 1x0.001 2x0 1x1": 1}
    for base, found in bases.items():
        text = GAME.replace("MORE_OF", "").replace("more_in(QUESTION)", "wholly(footprint(a, c), burst(a, 0 inches))")
        text = text.replace("polygon 0x0 2x0 2x2 1x1 0x2", base)
        out = Diagnostics()
        folder = pack_folder({"pack.yaml": "pack: p\nboard: plane\n", "a.yaml": text})
        check(load_pack(read_pack(folder, out), out), out)
        assert sum(one.code == "RW550" for one in out) == found, base


def test_a_value_that_several_others_return_is_followed_once(
    pack_folder: Callable[[Mapping[str, str | bytes] | str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[str] = []
    value = _Following._value

    def counted(self: _Following, of: m.ValueDef, question: Question) -> object:
        followed.append(of.id)
        return value(self, of, question)

    monkeypatch.setattr(_Following, "_value", counted)
    rows = "".join(f"value v{i}() gives area: v{i - 1}() + v{i - 1}()\n" for i in range(1, 13))
    text = GAME.replace("MORE_OF", f"value v0() gives area: yard\n{rows}")
    text = text.replace("more_in(QUESTION)", "distance(a, v12()) <= 1 inch")
    out = Diagnostics()
    check(load_pack(read_pack(pack_folder({"pack.yaml": "pack: p\nboard: plane\n", "a.yaml": text}), out), out), out)
    assert "v0" in followed and len(followed) < 100
