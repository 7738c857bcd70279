"""Only one module of the compiler knows how an area is kept, so that a board of another form is another table."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rulewright.compile import areas

# What the templates of a set of bits are made of.
_BITS = re.compile(r"1 << _|>> _|& ~_|\bdecode\(|bit_count|m\.filled|laid\.areas")


def test_no_other_module_writes_bits() -> None:
    folder = Path(areas.__file__).parent
    found = [f"{file.name}:{one.lineno}" for file in sorted(folder.glob("*.py")) if file.name != "areas.py"
             for one in ast.walk(ast.parse(file.read_text("utf-8")))
             if isinstance(one, ast.Constant) and isinstance(one.value, str) and _BITS.search(one.value)]  # fmt: skip
    assert found == [], "name the operation in compile/areas.py, with a template for each way that areas are kept"
    assert _BITS.search(areas._BITS["has"])
