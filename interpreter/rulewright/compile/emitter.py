"""What is known of a builtin for the code that it becomes: a row beside that of the checker, which knows its types.

Separate because there are two tables of them, for areas that are kept as bits and for those that are terms.
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
"""What calling a function costs, as `metered` counts: about so many nodes of a tree."""


@dataclass(frozen=True, slots=True)
class Emitter:
    """How a builtin becomes code.

    `make`: its code, from its arguments, the node that it stands for, and what is known there.
    `costs`: the functions of play that it calls, and what each costs with its call. What goes through something large
    charges that itself, while it runs.
    `table`: the table of the board in which what it gives of a place is found.
    `at_once`: the function that finds all things of which a condition with one other holds.
    """

    make: Make
    costs: Mapping[str, int]
    table: str = ""
    at_once: str = ""
