"""Reads the bases of things on a plane: `base: round 0.63`, `oval 2.36 by 1.38`, `rectangle 2 by 4`, or a polygon.

Separate because a base consists of lengths relative to the place of a thing, and nothing in it is computed.
"""
from __future__ import annotations

import re
from typing import Any

from rulewright.check import model as m
from rulewright.check.declaring import Declaring, place_of
from rulewright.check.meant_figures import BASES, base_meant
from rulewright.check.types import unit
from rulewright.diagnostics import Missing
from rulewright.effects.parsed import KindText, Word
from rulewright.space.forms import FORMS
from rulewright.space.plane.poses import UNITS, Problem, read, read_inches, split
from rulewright.space.plane.shapes import MOST_CORNERS, base_flaw, too_dented
from rulewright.spelling import did_you_mean

# The furthest that a base may reach from its place: 100 inches.
MOST = 100_000
_INCHES = unit("inches")
_USAGE = "write `round 0.63` (its radius), `oval 2.36 by 1.38`, `rectangle 2 by 4` or `polygon 0x-1 1x1 -1x1`"


def fill_base(d: Declaring, kind: m.KindDef, text: KindText) -> None:
    """Fills in the base of a kind. If it is omitted, the kind has the base of its parent, or else a spot."""
    if kind.parent is not None:
        kind.base = kind.parent.base
    if text.base is None:
        return
    form = FORMS[d.pack.board]
    span = place_of(text.spans, "base") or text.base.span
    if not form.offers:
        return
    if not form.based:
        d.error("RW547", f"'base' is for planes: on {form.words} things cover {form.unit}", span, kind,
                "write `size`, or remove it")
        return
    if kind.placed != "place":
        d.error("RW547", f"kind '{kind.id}' has a base but no place", span, kind, "write `placed: yes`")
        return
    found = read_base(text.base.text)
    if isinstance(found, Problem):
        meant = base_meant(text.base.text)
        if meant is not None and not isinstance(read_base(meant), Problem):
            found = found._replace(hint=f"write `{meant}`{', its radius' if meant.startswith('round') else ''}")
        _wrong(d, kind, text.base, found)
    else:
        kind.base = found


def fill_drawn(d: Declaring, kind: m.KindDef, text: KindText) -> None:
    """Fills in the field that says how large pictures draw what has no base. If it is omitted, it is that of the
    parent."""
    if kind.parent is not None and not kind.base:
        kind.drawn = kind.parent.drawn
    if text.drawn is None or not FORMS[d.pack.board].offers:
        return
    name, span = text.drawn.text, text.drawn.span
    if not FORMS[d.pack.board].based or kind.placed != "place" or kind.base:
        why = "has a base" if kind.base else "does not stand on a table in inches"
        d.error("RW547", f"'drawn' is for spots on a plane, and kind '{kind.id}' {why}", span, kind, "remove it")
        return
    lengths = {key: one for key, one in kind.all_attributes.items() if one.storage == "printed" and one.type == _INCHES}
    known = {key: one for key, one in lengths.items() if one.secret is None}
    if name in known:
        kind.drawn = known[name]
    elif name in lengths:
        d.error("RW547", f"'{name}' is secret, and pictures would show it to every player", span, kind,
                "remove `drawn`, or name a length that is not secret")
    else:
        d.error("RW410", f"kind '{kind.id}' has no printed length '{name}'", span, kind,
                did_you_mean(name, known, "it has"), missing=Missing(name, f"field of {kind.id}"))


def read_base(text: str) -> tuple[Any, ...] | Problem:
    """A base as plain data, or the problem in the string."""
    words = text.split()
    whole = Problem(0, len(text), f"'{text}' is not a base", _USAGE)
    if any(word in UNITS for word in words) and words[0] in BASES:
        return Problem(0, len(text), "a base is in inches, so its lengths have no unit", _USAGE)
    match words:
        case ["round", radius]:
            found = _length(text, radius)
            return found if isinstance(found, Problem) else ("round", found)
        case [("oval" | "rectangle") as form, one, "by", other]:
            lengths = []
            for word in (one, other):
                length = _length(text, word)
                if isinstance(length, Problem):
                    return length
                lengths.append(length)
            if form == "oval":
                return ("oval", max(lengths), min(lengths))
            x, y = lengths[0] // 2, lengths[1] // 2
            return _polygon(text, ((-x, -y), (lengths[0] - x, -y), (lengths[0] - x, lengths[1] - y),
                                   (-x, lengths[1] - y)))
        case ["polygon", *places] if len(places) >= 3:
            corners = []
            for word in places:
                place = read(word)
                start = _start(text, word)
                if isinstance(place, Problem):
                    return Problem(start + place.start, start + place.end, place.cause, place.hint)
                turn, x, y = split(place)
                if turn or max(abs(x), abs(y)) > MOST:
                    return Problem(start, start + len(word), f"'{word}' is not a corner of a base",
                                   "write its distance east and south of the middle, up to 100 inches: `1x-0.5`")
                corners.append((x, y))
            return _polygon(text, tuple(corners))
    return whole


def _start(text: str, word: str) -> int:
    """Where a word of a base begins, not where its letters first appear in another word."""
    return next(one.start() for one in re.finditer(r"\S+", text) if one[0] == word)


def _polygon(text: str, corners: tuple[tuple[int, int], ...]) -> tuple[Any, ...] | Problem:
    wrong = base_flaw(corners)
    if wrong is not None:
        hint = "draw fewer corners" if len(corners) > MOST_CORNERS else "write the corners in order"
        return Problem(0, len(text), wrong[1], hint)
    dented = too_dented(corners)
    if dented is not None:
        return Problem(0, len(text), dented, "draw fewer corners that point inwards")
    return ("polygon", corners)


def _length(text: str, word: str) -> int | Problem:
    """A length that is greater than zero."""
    start = _start(text, word)
    found = read_inches(word)
    if isinstance(found, Problem):
        return Problem(start + found.start, start + found.end, found.cause, found.hint)
    if not 0 < found <= MOST:
        return Problem(start, start + len(word), f"'{word}' is not a length",
                       "write more than 0 and at most 100 inches")
    return found


def _wrong(d: Declaring, kind: m.KindDef, word: Word, problem: Problem) -> None:
    span = word.span
    if span.text == word.text:
        start = span.start + min(problem.start, len(word.text) - 1)
        span = span.source.span(start, max(start + 1, span.start + problem.end))
    d.error("RW547", problem.cause, span, kind, problem.hint or None)
