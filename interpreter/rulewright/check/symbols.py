"""Turns the parsed definitions of a pack into symbols: names collected, heads typed, targets found.

A stage of its own because types of texts can only be inferred when every name of the pack is known. What is left to
do afterwards is the inside of the texts: expressions and statements are attached untouched.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.check import model as m

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostics
    from rulewright.effects.parsed import ParsedPack


def declare(parsed: ParsedPack, out: Diagnostics) -> m.PackDef:
    """Every definition of the pack as a symbol; mistakes go to `out`.

    The result is complete whatever was found: what could not be resolved has type `unknown` or is left out of its
    list, so that the second half reports no consequences.
    """
    raise NotImplementedError
