"""Hints for bases and drawn areas are accepted as they stand: what they propose is put in place and checked again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.pipeline import check_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]
PACK = """\
kind ship: {placed: yes, owned: no, base: BASE}
ship brig: {}
area pool: {}
map sea: {table: TABLE, areas: {pool: AREA}}
event play: lay(sea)
"""
RIGHT = {"BASE": "round 1", "TABLE": "20x20", "AREA": "disc 9x9 by 2"}


def wrongs(pack_folder: Write, **texts: str) -> list[Diagnostic]:
    text = PACK
    for name, right in RIGHT.items():
        text = text.replace(name, f"'{texts.get(name, right)}'")
    folder = pack_folder({"pack.yaml": "pack: sample\nstart: play\nboard: plane\n", "game.yaml": text})
    out = check_pack(folder).diagnostics
    return [one for one in out if one.severity is Severity.ERROR]


def proposed(pack_folder: Write, name: str, text: str) -> str:
    """What the hint for a wrong text proposes."""
    (wrong,) = wrongs(pack_folder, **{name: text})
    found = re.search("`(.*?)`", wrong.hint or "")
    assert found is not None, wrong.hint
    return found[1]


@pytest.mark.parametrize(("name", "text", "meant"), [
    ("BASE", "circle 0.5 inches", "round 0.5"),
    ("BASE", "circle 0.5", "round 0.5"),
    ("BASE", "cirlce 0.5", "round 0.5"),
    ("BASE", 'round 0.5"', "round 0.5"),
    ("BASE", "disc 0.5 in", "round 0.5"),
    ("BASE", "square 1", "rectangle 1 by 1"),
    ("BASE", "rectangle 2 x 1 inches", "rectangle 2 by 1"),
    ("BASE", "ellipse 2, 1", "oval 2 by 1"),
    ("BASE", "polygon 0,-1 1,1 -1,1", "polygon 0x-1 1x1 -1x1"),
    ("BASE", "round two inches", "round 0.63"),
    ("BASE", "round 25mm", None),
    ("BASE", "circle", "round 0.63"),
    ("AREA", "disc 12,8 by 2 inches", "disc 12x8 by 2"),
    ("AREA", "circle 12, 8 radius 2", "disc 12x8 by 2"),
    ("AREA", "dics 9x9 by 2", "disc 9x9 by 2"),
    ("AREA", "disc 12 8 by 2", "disc 12x8 by 2"),
    ("AREA", "disc 12,8 2", "disc 12x8 by 2"),
    ("AREA", "rect 0,0 12,3", "rectangle 0x0 to 12x3"),
    ("AREA", "rectangle 0x0 by 12x3", "rectangle 0x0 to 12x3"),
    ("AREA", "line from 0,0 to 12,0 inches", "line 0x0 to 12x0"),
    ("AREA", "poligon 1,1 2,1 2,2", "polygon 1x1 2x1 2x2"),
    ("AREA", "disc 9x9 by 2 inches", "disc 9x9 by 2"),
    ("AREA", "disc here by 2 inches", None),
    ("AREA", "disc nine by 2 inches by 3", "disc 20x20 by 3"),
    ("AREA", "blob", "polygon 30x10 36x10 34x16"),
    ("TABLE", "24 by 16 inches", "24x16"),
    ("TABLE", "24, 16", "24x16"),
    ("TABLE", '24" x 16"', "24x16"),
])  # fmt: skip
def test_a_hint_is_accepted_as_it_stands(pack_folder: Write, name: str, text: str, meant: str | None) -> None:
    found = proposed(pack_folder, name, text)
    if meant is None:  # only an example of a part
        return
    assert found == meant
    assert wrongs(pack_folder, **{name: found}) == []
