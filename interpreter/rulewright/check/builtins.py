"""The table of builtins: every function, relation and action that a pack may use without declaring it.

Separate because the checker, the compiler, the play functions and the documents all go by this one table. Examples are
written for a pack with the kind `piece`, its sheet `small_piece`, the status `marked`, the zone `pile`, the map
`field`, the event `trial` and the values `toll` and `step_toll` with the permission `may_step`; `a` and `b` are pieces,
`p` is a player, `c` and `d` are places, `j` is a join and `event` is a run of `trial`.
"""
from __future__ import annotations

from rulewright.check import builtins_board, builtins_formations, builtins_match, builtins_shapes, builtins_ways
from rulewright.check.builtins_board import in_places
from rulewright.check.signatures import Builtin, Match, Mismatch, Param, name_type

__all__ = ["BUILTINS", "RELATIONS", "Builtin", "Match", "Mismatch", "Param", "in_places", "name_type"]

# Functions, bare names, relations of two and actions, by name.
BUILTINS: dict[str, Builtin] = {row.name: row for row in (*builtins_match.ROWS, *builtins_board.ROWS,
                                                       *builtins_shapes.ROWS, *builtins_formations.ROWS,
                                                       *builtins_ways.ROWS)}

# Relations of one, behind `is`: `x is in_play`. Some share their name with a function.
RELATIONS: dict[str, Builtin] = {row.name: row for row in builtins_match.RELATION_ROWS}

assert len(BUILTINS) == sum(len(one.ROWS) for one in (builtins_match, builtins_board, builtins_shapes,
                                                   builtins_formations, builtins_ways)), (
    "a builtin stands in the table twice")
