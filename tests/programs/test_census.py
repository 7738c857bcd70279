"""The generator draws the language: every construct that there is, but for those listed here with a reason."""

from __future__ import annotations

from pathlib import Path

from tests.programs.census import everything, held
from tests.programs.draw import Seeded
from tests.programs.packs import Size, draw_pack
from tests.programs.running import written

from rulewright.check.check import check
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack

SEEDS = range(80)
SMALL = Size(programs=16, values=10, rules=6, tables=1, expressions=60)
_COMPOUND = ("ForEach", "If", "Let", "Offer", "Repeat", "Together")
_TAGS = ("join", "point", "record", "zone")
NOT_DRAWN: dict[str, tuple[str, ...]] = {
    "what the checker makes of texts, or what only content tests have": (
        "Attribute.storage=gives", "Attribute.storage=outcome", "Attribute.storage=param", "Call.named",
        "Call.named several", "Attr.named", "Attr.named several", "Variable.role=piece", "SheetDef.is_outline",
        "SetOf.either",
    ),
    "formations are tried by packs of their own (tests/programs/squads.py, tests/oracle/corners.yaml): "
    "few laws that are drawn at random have any": ("builtin formations", "builtin place_in", "builtin things_in"),
    "ways, alone and in formations, are drawn by packs of their own (tests/programs/routes.py)": tuple(
        f"builtin {name}"
        for name in ("ways", "way_start", "way_end", "way_length", "way_legs", "marches", "way_in")
    ),
    "of several lines, or `let`: these have no guard": tuple(f"{name}.guard" for name in _COMPOUND),
    "two of what is drawn one at a time": ("SheetDef.trees several", "StatusDef.fields several"),
    "the size in pictures of what has no base, which changes nothing": ("KindDef.drawn",),
    "words that a window asks in, which change nothing": ("WindowDef.question", "WindowDef.question several"),
    "who has a status is asked of one holder": ("StatusAsked.params several",),
    "parameters of these types: locals and loops have them": tuple(f"param of {tag}" for tag in _TAGS),
}  # fmt: skip


def test_every_construct_is_drawn_or_left_out_for_a_reason(tmp_path: Path) -> None:
    """Both ways: nothing is forgotten, and no reason outlives what it is for."""
    drawn: set[str] = set()
    for seed in SEEDS:
        files, _ = draw_pack(Seeded(seed), SMALL)
        out = Diagnostics()
        pack = check(load_pack(read_pack(written(files, tmp_path / str(seed)), out), out), out)
        drawn |= held(pack) if pack is not None and not out.errors else set()
    without = {name for names in NOT_DRAWN.values() for name in names}
    assert sorted(everything() - drawn - without) == [], "neither drawn nor listed"
    assert sorted(without & drawn) == [], "listed and yet drawn"
    assert sorted(without - everything()) == [], "listed, and no construct"
