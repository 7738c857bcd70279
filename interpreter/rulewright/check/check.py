"""Turns a parsed pack into a checked one: declare, infer, validate.

The only door of this layer that later stages need.
"""
from __future__ import annotations

from rulewright.check.infer import infer
from rulewright.check.misspelt import explain_missing
from rulewright.check.model import PackDef
from rulewright.check.musts import check_musts
from rulewright.check.suspects import weigh_suspects
from rulewright.check.symbols import declare
from rulewright.check.text import Known, World
from rulewright.check.texts import read_texts
from rulewright.check.validate import validate
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.effects.parsed import ParsedPack
from rulewright.source import Span


def check(parsed: ParsedPack, out: Diagnostics, known: Known | None = None) -> PackDef | None:
    """The pack with every name found and every text typed, or None if it cannot be played. Mistakes go to `out`. What
    is `known` to be in order is not looked through again."""
    pack = read_all(parsed, out, known)
    return None if out.has_errors else pack


def read_all(parsed: ParsedPack, out: Diagnostics, known: Known | None = None) -> PackDef:
    """The pack with every name found and every text typed, as far as they could be. Mistakes go to `out`: with an error
    it cannot be played. What is `known` to be in order is typed, and not looked through again."""
    found = out.fork()
    try:
        pack = _checked(parsed, found, known)
        if any(_is_inside(one.span, place) for one in found for place in parsed.shared):
            # Something is wrong with a sentence that further sheets have as well: each is told so at its own place.
            anew = load_pack(parsed.pack, Diagnostics(), share=False)
            parsed.manifest, parsed.definitions, parsed.shared = anew.manifest, anew.definitions, ()
            found = out.fork()
            pack = _checked(parsed, found, known)
    finally:  # also where there are errors enough
        out.join(found)
    return pack


def _checked(parsed: ParsedPack, out: Diagnostics, known: Known | None) -> PackDef:
    pack = declare(parsed, out)
    world = World(pack, out, infer, known)
    read_texts(world)
    check_musts(world)
    validate(world)
    explain_missing(pack, parsed.pack.sources, out)
    weigh_suspects(world)
    return pack


def _is_inside(span: Span, place: Span) -> bool:
    return span.source is place.source and place.start <= span.start and span.end <= place.end
