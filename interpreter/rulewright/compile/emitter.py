"""How a builtin is compiled: a row to match the one of the checker, which has its types.

Separate because there are two tables, for areas that are bits and for areas that are terms.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from rulewright.compile.context import Context
from rulewright.effects import nodes as n

Make = Callable[[list[n.Expr], n.Expr, Context], ast.expr]

CALL: Final = 5
"""The cost of calling a function, in the unit of `metered`: about this many nodes of a tree."""


@dataclass(frozen=True, slots=True)
class Emitter:
    """How a builtin is compiled.

    `make`: builds its code from its arguments, the node of the call and the context. `costs`: the functions of play
    that it calls, and the cost of each including the call. Functions that iterate over something large charge that
    themselves when they run. `table`: the table of the board that contains the results by place. `at_once`: the
    function that finds all entities for which a condition with one other entity is true.
    """

    make: Make
    costs: Mapping[str, int]
    table: str = ""
    at_once: str = ""
