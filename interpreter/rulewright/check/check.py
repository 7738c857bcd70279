"""Converts a parsed pack to a checked one: declare, infer, validate.

The only module of this layer that later stages need.
"""
from __future__ import annotations

from itertools import islice

from rulewright.check.infer import infer
from rulewright.check.misspelt import explain_missing
from rulewright.check.model import PackDef
from rulewright.check.musts import check_musts
from rulewright.check.renewing import Typed
from rulewright.check.suspects import weigh_suspects
from rulewright.check.symbols import declare
from rulewright.check.text import Known, World
from rulewright.check.texts import read_texts
from rulewright.check.validate import validate
from rulewright.diagnostics import Diagnostic, Diagnostics
from rulewright.effects.load import load_pack
from rulewright.effects.parsed import ParsedPack
from rulewright.source import Span


def check(
    parsed: ParsedPack, out: Diagnostics, known: Known | None = None, doubts: bool = True
) -> PackDef | None:  # fmt: skip
    """The pack with every name resolved and all code typed, or None if it cannot be played. Problems go to `out`. What
    is `known` to be in order is not examined again; without `doubts`, only errors are searched for."""
    pack, _ = read_all(parsed, out, known, doubts)
    return None if out.has_errors else pack


def read_all(
    parsed: ParsedPack, out: Diagnostics, known: Known | None = None, doubts: bool = True
) -> tuple[PackDef, list[Diagnostic]]:
    """The pack with names resolved and code typed as far as possible, and the problems that this alone has reported.
    Problems go to `out`: with an error, the pack cannot be played. What is `known` to be in order is typed but not
    examined again; without `doubts`, only errors are searched for."""
    found = out.fork()
    try:
        pack, typing = _checked(parsed, found, known, doubts)
        if _is_shared(found, parsed):
            # A modifier that several sheets share has a problem: without sharing, each sheet reports it at its own
            # location.
            anew = load_pack(parsed.pack, Diagnostics(), share=False)
            parsed.manifest, parsed.definitions, parsed.shared = anew.manifest, anew.definitions, ()
            found = out.fork()
            pack, typing = _checked(parsed, found, known, doubts)
    finally:  # also if there are too many errors
        out.join(found)
    return pack, typing


def look_again(typed: Typed, out: Diagnostics, known: Known | None = None) -> bool:
    """Examines a pack whose definitions were kept. False if there is an error, or if everything must be read to locate
    it: then nothing is reported."""
    found = out.fork()
    found.extend(typed.doubts)
    _look_through(World(typed.definitions, found, infer, known), typed.parsed)
    if found.has_errors or found.dropped or _is_shared(found, typed.parsed):
        return False
    out.join(found)
    return True


def _checked(
    parsed: ParsedPack, out: Diagnostics, known: Known | None, doubts: bool
) -> tuple[PackDef, list[Diagnostic]]:
    before = out.reported
    pack = declare(parsed, out)
    world = World(pack, out, infer, known)
    read_texts(world)
    typing = list(islice(out.reports, before, None))
    _look_through(world, parsed, doubts)
    return pack, typing


def _look_through(world: World, parsed: ParsedPack, doubts: bool = True) -> None:
    check_musts(world)
    validate(world, doubts)
    explain_missing(world.pack, parsed.pack.sources, world.out)
    weigh_suspects(world)


def _is_shared(found: Diagnostics, parsed: ParsedPack) -> bool:
    """Whether anything was found in a modifier that several sheets share."""
    return any(_is_inside(one.span, place) for one in found for place in parsed.shared)


def _is_inside(span: Span, place: Span) -> bool:
    return span.source is place.source and place.start <= span.start and span.end <= place.end
