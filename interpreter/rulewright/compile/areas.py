"""What the generated code does with areas, an operation a row: sets of places as integers with a bit for each.

Separate so that no other module of the compiler knows how an area is kept: a form of board that keeps them otherwise is
another table of the same keys. Asking the board at run time instead makes a whole match 9 % slower.
"""

from __future__ import annotations

import ast
from typing import Any, Final, Literal

from rulewright.compile import pyast as py

Key = Literal["one", "with", "has", "union", "common", "minus", "some", "empty", "count", "walk", "meets", "apart"]
Deed = Literal["begin", "begin with", "add"]

# Holes: `_a` and `_b` are areas, `_x` is a place.
_BITS: Final[dict[Key, str]] = {
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
# Of `found`, in which a comprehension collects.
_DEEDS: Final[dict[Deed, str]] = {"begin": "found = 0", "begin with": "found = 1 << _x", "add": "found |= 1 << _x"}
NOTHING: Final = 0


def area(key: Key, **holes: ast.expr) -> ast.expr:
    """An expression about areas."""
    return py.expr(_BITS[key], **holes)


def collect(key: Deed, **holes: Any) -> py.Body:
    """A statement that collects places in `found`."""
    return py.stmts(_DEEDS[key], **holes)


def filled() -> ast.expr:
    """The places where anything stands."""
    return py.expr("m.filled")


def named(number: int) -> ast.expr:
    """The area of a declaration on the board that is laid."""
    return py.expr("m.laid.areas[_i]", _i=py.const(number))
