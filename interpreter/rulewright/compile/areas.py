"""The operations of generated code on areas: one row for each operation, one table for each representation of areas.

On cells, areas are integers with a bit for each place. On a plane they are terms, which can be tested and not iterated
over; there are no rows for the operations that the checker refuses there.

Separate so that no other module of the compiler depends on the representation. Deciding at run time instead makes a
whole match 9 % slower.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
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
_TABLES: Final[Mapping[Areas, Mapping[Key, str]]] = {"bits": _BITS, "terms": _TERMS}
# These operate on `found`, in which a comprehension collects.
_DEEDS: Final[Mapping[Areas, Mapping[Deed, str]]] = {
    "bits": {"begin": "found = 0", "begin with": "found = 1 << _x", "add": "found |= 1 << _x"},
    "terms": {"begin": "found = NONE", "begin with": "found = term_of(_x)",
              "add": "found = union(m, found, term_of(_x))"},
}
NOTHING: Final = 0


def area(key: Key, kept: Areas = "bits", **holes: ast.expr) -> ast.expr:
    """An expression about areas in a representation; by default the one that exists only on cells."""
    return py.expr(_TABLES[kept][key], **holes)


def collect(key: Deed, kept: Areas, **holes: Any) -> py.Body:
    """A statement that collects places in `found`."""
    return py.stmts(_DEEDS[kept][key], **holes)


def filled() -> ast.expr:
    """The occupied places."""
    return py.expr("m.filled")


def named(number: int) -> ast.expr:
    """The area of a declaration on the laid board."""
    return py.expr("m.laid.areas[_i]", _i=py.const(number))
