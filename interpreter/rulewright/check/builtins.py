"""The table of builtins: every function, relation and action that a pack may use without declaring it.

A module of its own because the checker, the compiler, the play functions and the documents all go by this one table.
"""
from __future__ import annotations

from rulewright.check.signatures import Builtin, Match, Mismatch

__all__ = ["BUILTINS", "RELATIONS", "Builtin", "Match", "Mismatch"]

BUILTINS: dict[str, Builtin] = {}

# Relations of one, behind `is`: `x is in_play`. Some share their name with a function.
RELATIONS: dict[str, Builtin] = {}
