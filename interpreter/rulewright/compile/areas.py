"""What the generated code does with areas, an operation a row and a table for each way in which areas are kept.

On cells they are integers with a bit for each place. On a plane they are terms, which are asked and cannot be gone
through: rows for what the checker refuses there do not exist.

Separate so that no other module of the compiler knows how an area is kept. Asking the board at run time instead makes
a whole match 9 % slower.
"""

from __future__ import annotations

import ast
from typing import Any, Final, Literal

from rulewright.compile import pyast as py
from rulewright.space.forms import Areas

Key = Literal["nothing", "one", "with", "has", "union", "common", "minus", "some", "empty", "count", "walk", "meets",
              "apart"]  # fmt: skip
Deed = Literal["begin", "begin with", "add"]

# Holes: `_a` and `_b` are areas, `_x` is a place.
_BITS: Final[dict[Key, str]] = {
    "nothing": "0",
    "one": "1 << _x",
    "with": "_a | 1 << _x",
    "has": "_a >> _x & 1 != 0",
    "union": "_a | _b",
    "common": "_a & _b",
    "minus": "_a & ~_b",
    "some": "_a != 0",
    "empty": "_a == 0",
    "count": "_a.bit_count()",
    "walk": "m.board.decode(_a)",
    "meets": "_a & _b != 0",
    "apart": "_a & _b == 0",
}
_TERMS: Final[dict[Key, str]] = {
    "nothing": "NONE",
    "one": "term_of(_x)",
    "with": "union(m, _a, term_of(_x))",
    "has": "has(m, _a, _x)",
    "union": "union(m, _a, _b)",
    "common": "common(m, _a, _b)",
    "minus": "minus(m, _a, _b)",
    "walk": "spots(m, _a)",
}
_TABLES: Final = {"bits": _BITS, "terms": _TERMS}
# Of `found`, in which a comprehension collects.
_DEEDS: Final[dict[Areas, dict[Deed, str]]] = {
    "bits": {"begin": "found = 0", "begin with": "found = 1 << _x", "add": "found |= 1 << _x"},
    "terms": {"begin": "found = NONE", "begin with": "found = term_of(_x)",
              "add": "found = union(m, found, term_of(_x))"},
}
NOTHING: Final = 0


def area(key: Key, kept: Areas = "bits", **holes: ast.expr) -> ast.expr:
    """An expression about areas, which are kept in some way: where nothing is said, as what only cells have is."""
    return py.expr(_TABLES[kept][key], **holes)


def collect(key: Deed, kept: Areas, **holes: Any) -> py.Body:
    """A statement that collects places in `found`."""
    return py.stmts(_DEEDS[kept][key], **holes)


def filled() -> ast.expr:
    """The places where anything stands."""
    return py.expr("m.filled")


def named(number: int) -> ast.expr:
    """The area of a declaration on the board that is laid."""
    return py.expr("m.laid.areas[_i]", _i=py.const(number))
