"""Only one module of the compiler knows how an area is kept, so that a board of another form is another table."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rulewright.compile import areas
from rulewright.play import search

# What the templates of a set of bits are made of.
_BITS = re.compile(r"1 << _|>> _|& ~_|\bdecode\(|bit_count|m\.filled|laid\.areas")


def test_no_other_module_writes_bits() -> None:
    folder = Path(areas.__file__).parent
    found = [f"{file.name}:{one.lineno}" for file in sorted(folder.glob("*.py")) if file.name != "areas.py"
             for one in ast.walk(ast.parse(file.read_text("utf-8")))
             if isinstance(one, ast.Constant) and isinstance(one.value, str) and _BITS.search(one.value)]  # fmt: skip
    assert found == [], "name the operation in compile/areas.py, with a template for each way that areas are kept"
    assert _BITS.search(areas._BITS["has"])


def test_playing_makes_and_lists_sets_of_places_by_the_space_alone() -> None:
    """Modules of cells may test and join bits, which is why boards have them. To make a set of many places, or to list
    one, is an operation of the space (`space.bits`)."""
    by_hand = [
        f"{file.name}:{one.lineno}"
        for file in sorted(Path(search.__file__).parent.glob("*.py"))
        for one in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(one, ast.Call) and _is_by_hand(ast.unparse(one))
    ]
    assert by_hand == [], "call `encode` or `decode` of `space.bits`"
    assert _is_by_hand("sum((1 << c for c in found))") and _is_by_hand("range(bits.bit_length())")


def _is_by_hand(call: str) -> bool:
    seats = call.endswith("in players))")  # a set of seats is none of places
    return re.match(r"sum\(\(?\[?1 << |range\(.*bit_length\(", call) is not None and not seats
