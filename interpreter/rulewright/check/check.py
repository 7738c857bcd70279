"""Turns a parsed pack into a checked one: declare, infer, validate.

The only door of this layer that later stages need.
"""
from __future__ import annotations

from rulewright.check.model import PackDef
from rulewright.check.symbols import declare
from rulewright.check.text import World
from rulewright.check.texts import read_texts
from rulewright.check.validate import validate
from rulewright.diagnostics import Diagnostics
from rulewright.effects.parsed import ParsedPack


def check(parsed: ParsedPack, out: Diagnostics) -> PackDef | None:
    """The pack with every name found and every text typed, or None if it cannot be played. Mistakes go to `out`."""
    pack = declare(parsed, out)
    heads = frozenset(one.head_span for one in parsed.pack.declarations if one.header is None)
    world = World(pack, out, heads)
    read_texts(world)
    validate(world)
    return None if out.has_errors else pack
