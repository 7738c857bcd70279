"""The table of builtins: every function, relation and action that a pack may use without declaring it.

Separate because the checker, the compiler, the play functions and the documents all use this one table. Examples are
written for a pack with the kind `piece`, its sheet `small_piece`, the status `marked`, the zone `pile`, the map
`field`, the event `trial` and the values `toll` and `step_toll` with the permission `may_step`; `a` and `b` are pieces,
`p` is a player, `c` and `d` are places, `j` is a join and `event` is a run of `trial`.
"""
from __future__ import annotations

from rulewright.check import builtins_board, builtins_formations, builtins_match, builtins_shapes, builtins_ways
from rulewright.check import model as m
from rulewright.check.builtins_board import in_places
from rulewright.check.does import NOTHING as DOES_NOTHING
from rulewright.check.does import STATEMENTS, Does
from rulewright.check.signatures import ALONE, Builtin, Match, Mismatch, Param, name_type
from rulewright.check.types import NOTHING
from rulewright.effects import nodes as n
from rulewright.space.forms import FORMS

__all__ = ["BUILTINS", "RELATIONS", "Builtin", "Match", "Mismatch", "Param", "does_of", "in_places", "instead_of",
           "kind_in", "name_type", "row_of"]

# Functions, bare names, relations of two and actions, by name.
BUILTINS: dict[str, Builtin] = {row.name: row for row in (*builtins_match.ROWS, *builtins_board.ROWS,
                                                       *builtins_shapes.ROWS, *builtins_formations.ROWS,
                                                       *builtins_ways.ROWS)}

# Relations of one, after `is`: `x is in_play`. Some share their name with a function.
RELATIONS: dict[str, Builtin] = {row.name: row for row in builtins_match.RELATION_ROWS}

assert len(BUILTINS) == sum(len(one.ROWS) for one in (builtins_match, builtins_board, builtins_shapes,
                                                   builtins_formations, builtins_ways)), (
    "a builtin is in the table twice")

# The row for everything that is not a builtin: nothing is true of it.
_NONE = Builtin("", (), NOTHING, "", "", ALONE)


def instead_of(name: str, board: str) -> str | None:
    """The hint for a board without this word; None if the board has nothing like it."""
    row = BUILTINS.get(name, _NONE)
    elsewhere = "R" if "C" in row.needs else "C"
    return row.instead if row.instead and elsewhere in FORMS[board].offers else None


def row_of(node: n.Node) -> Builtin:
    """The row of the builtin that a node names or calls; for any other node, a row of which nothing is true."""
    ref = node.ref if isinstance(node, (n.Call, n.Name)) else None
    return BUILTINS.get(ref.id, _NONE) if isinstance(ref, m.BuiltinDef) else _NONE


def does_of(node: n.Node) -> Does:
    """The effects of a statement or a right side on the match by itself, including those of an action of the table."""
    if isinstance(node, n.Do):
        return row_of(node.call).does
    return STATEMENTS.get(type(node), DOES_NOTHING)


def kind_in(node: n.Node) -> m.KindDef | None:
    """The kind of `PLURAL_in(area)`, the row that `in_places` makes; None for any other node."""
    if isinstance(node, n.Call) and isinstance(node.ref, m.KindDef) and node.name.endswith("_in"):
        return node.ref if len(node.args) == 1 else None
    return None
