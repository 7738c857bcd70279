"""Refuses footprints that fit on no board: sizes of kinds and of sheets below one, or beyond any board.

Separate because a size is an expression over printed fields: it is known only with the row of a sheet.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.compile import constants
from rulewright.compile.layout import Layout
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import descend
from rulewright.program import Sheet
from rulewright.space.grid import LONGEST_SIDE


def all_stand_somewhere(rows: Mapping[int, Sheet], layout: Layout, out: Diagnostics) -> bool:
    """Whether every size is one or more; reports those that are not. `rows` are those of sheets by number.

    An error in a size that reads no field is reported for the kind, even for a kind without sheets; any other is
    reported for each sheet with a wrong size. Raises NotConstant like `fold`.
    """
    before = out.reported
    for kind in layout.kinds:
        above = kind.parent.size if kind.parent is not None else None
        inherited = above is not None and kind.size is not None and above.span == kind.size.span
        if kind.size is not None and not inherited and not _fields(kind.size):
            size = int(constants.fold(kind.size, None, layout))
            if size < 1:
                out.add("RW610", f"a size of {size} is less than 1", kind.size.span,
                        "write the number of places along a side, 1 or more; default: 1", definition=kind.id)
            if size > LONGEST_SIDE:
                out.add("RW612", f"a size of {size} is wider than any board: {LONGEST_SIDE} places", kind.size.span,
                        f"write a size from 1 to {LONGEST_SIDE}", definition=kind.id)
    for number, row in rows.items():
        sheet, size = layout.sheets[number], row.size
        said = sheet.kind.size
        if size < 1 and said is not None and _fields(said):
            message = f"the size of {sheet.title} is {size}, less than 1"
            fields = " and ".join(f"'{name}'" for name in _fields(said))
            hint = f"fill {fields} so that `{unparse(said)}` is 1 or more"
            out.add("RW610", message, sheet.span or said.span, hint, [(said.span, "its size")], sheet.id)
        if size > LONGEST_SIDE and said is not None and _fields(said):
            fields = " and ".join(f"'{name}'" for name in _fields(said))
            out.add("RW612", f"the size of {sheet.title} is {size}, wider than any board: "
                    f"{LONGEST_SIDE} places", sheet.span or said.span,
                    f"fill {fields} so that `{unparse(said)}` is {LONGEST_SIDE} or less",
                    [(said.span, "its size")], sheet.id)
    return out.reported == before


def _fields(size: n.Expr) -> list[str]:
    """The fields that a size reads, without duplicates, in the order in which they are written."""
    return list(dict.fromkeys(node.name for node in descend(size) if isinstance(node, n.Attr)))
