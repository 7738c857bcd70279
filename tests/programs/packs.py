"""A random pack: a world, its texts, and a number of programs, each an event that is played on a fresh match.

Which program a match plays is its setting `program`, so that one pack, read once, is good for many.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from tests.programs.declared import base, draw_world, manifest, tables
from tests.programs.draw import Draw
from tests.programs.fields import PIECES
from tests.programs.inches import Inches
from tests.programs.scope import Name, Scope
from tests.programs.statements import Here, Lines, indented
from tests.programs.world import PIECE, Event, World

from rulewright.check.types import PLAYER

Files = dict[str, str]


@dataclass(frozen=True, slots=True)
class Size:
    """How large a pack is made: programs, events of each level, values, rules, expressions of a program of values."""

    programs: int = 20
    events: int = 3
    values: int = 6
    rules: int = 4
    tables: int = 2  # programs that only tell values
    expressions: int = 25


USUAL = Size()
MANY = Size(programs=180)  # for millions: reading the world takes as long as thirty programs
TELLING = Size(programs=0, events=1, rules=2, tables=8, expressions=50)  # for expressions alone


class Again(Inches):
    """Definitions that are drawn again when they came to something that cannot be said with the names at hand."""

    def again(self, made: Callable[[], Lines]) -> Lines:
        """What comes of it."""
        for _ in range(20):
            try:
                return made()
            except LookupError:
                continue
        return []


def draw_pack(d: Draw, size: Size = USUAL) -> tuple[Files, int]:
    """The files of a pack and how many programs it has."""
    w = draw_world(d)
    h = Again(d)
    own: list[Lines] = [tables(d, w)]
    _classes(w)
    h.declare_statuses(w)
    own.append(h.prices(w))
    for i in range(size.values):
        own.append(h.again(partial(h.value, w, 2 * i)))
        if i % 2:
            own.append(h.again(partial(h.permission, w, 2 * i + 1)))
    own += [h.again(partial(h.event, w, f"hush_{i}", 0, 99, quiet=True)) for i in range(2)]
    own += [h.again(partial(h.check, w, i)) for i in range(d.integer(0, 2))]
    for level in (1, 2, 3):
        own += [h.again(partial(h.event, w, f"ev_{level}_{i}", level, 99)) for i in range(size.events)]
    own += [h.again(partial(h.judging, w, i)) for i in range(d.integer(0, 2))]
    own += [h.again(partial(h.status, w, s)) for s in w.statuses]
    own += [h.again(partial(h.keyword, w, k)) for k in w.keywords if k not in w.statuses]
    own += [h.again(partial(h.rulings, w))]
    own += [h.again(partial(h.rule, w, i)) for i in range(size.rules)]
    own += [h.again(partial(h.area, w, a)) for a in w.areas]
    own += [h.again(partial(h.card, w, c)) for c in ("ace", "deuce", "trey")]
    own += [h.again(partial(h.sheet, w, form, name)) for form, name in PIECES]
    programs = [h.again(partial(_program, h, w, i)) for i in range(size.programs)]
    for i in range(size.tables):
        values, lines = _table(h, w, size.programs + i, size.expressions)
        own += values
        programs.append(lines)
    return {
        "pack.yaml": "\n".join(manifest(d, w)) + "\n",
        "base.yaml": "\n".join(base(d, w, len(programs))) + "\n",
        "texts.yaml": "\n".join(line for lines in own for line in lines) + "\n",
        "programs.yaml": "\n".join(line for lines in programs for line in lines) + "\n",
    }, len(programs)


def _classes(w: World) -> None:
    for level, name in ((1, "act"), (2, "deed"), (2, "feat")):
        w.classes.append(Event(name, (("who", PIECE),), level=level, is_class=True))
    w.classes.append(Event("trial", (("p", PLAYER), ("q", PLAYER)), level=4, is_class=True))


def _program(h: Inches, w: World, number: int) -> Lines:
    names = w.names()
    e = Event(f"prog_{number}", names, level=4, classes=("trial",))
    s = Scope(w, tuple(Name(n, t) for n, t in names), 99, True)
    here = Here(4, event=e, left=[h.d.integer(6, 14)])
    lines = [h.head("event", e.name, names, " is trial"), "  do: |"]
    text = [*(h.laid(w) if w.relays and h.d.chance(20) else []), *h.block(s, here, 8)]
    if text[-1] == "finish":
        text.pop()
    lines += indented(indented(text or h.told(s, here)[0]))
    if h.d.chance(15):
        ending = Here(1, event=e, asks=False, left=[2])
        lines += ["  ends: |", *indented(indented(h.block(s, ending, 2)))]
    return lines


def _table(h: Inches, w: World, number: int, expressions: int) -> tuple[list[Lines], Lines]:
    """A program that tells many values, changes something, and tells them again."""
    names = w.names()
    shown = w.shown()
    scope = Scope(w, tuple(Name(n, t) for n, t in names), 90)
    arguments = ", ".join(n for n, _ in names)
    values, calls = [], []
    rows = h.rows(scope)
    turn = h.d.integer(0, len(rows) - 1)  # every other expression is of the next builtin, so that none is rare
    for i in range(expressions):
        what, name = h.d.choice(sorted(shown)), f"x_{number}_{i}"
        head, made = h.head("value", name, names, " gives"), None
        if i % 2:
            row = rows[(turn + i // 2) % len(rows)]
            with suppress(LookupError):
                what, made = h.told_of(scope, row, 3)
        values.append([f"{head[:-1]} {shown[what]}: {made or h.of(scope, shown[what], 5)}"])
        calls.append(f"show_{what}({name}({arguments}))")
    e = Event(f"prog_{number}", names, level=4, classes=("trial",))
    here = Here(2, event=e, asks=False, left=[8])
    between = h.block(Scope(w, scope.names, 99, True), here, 6)
    text = [*calls, *between, *calls]
    return values, [h.head("event", e.name, names, " is trial"), "  do: |", *indented(indented(text))]


__all__ = ["MANY", "TELLING", "USUAL", "Files", "Size", "draw_pack"]
