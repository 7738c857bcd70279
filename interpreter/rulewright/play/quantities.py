"""Describes in words what the conditions of an answer compare: distances, fields, and values with their arguments.

Separate because `why` for one answer and a table of several answers show the same for each. A player sees only what
follows from what that player knows: the conditions are evaluated on the match as that player knows it (`play.watched`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rulewright.explained import Place, Quantity
from rulewright.languages import own
from rulewright.play import labels, view
from rulewright.play.bounds import refill
from rulewright.play.figures import brief, down, is_nowhere, named, told_of, words
from rulewright.play.seen import Unseen, raw
from rulewright.play.state import State
from rulewright.play.watched import frame_seen, seen_by
from rulewright.space.plane.gaps import Gap

_PATH: Final = re.compile(r"\w+(\.\w+)+")


@dataclass(frozen=True, slots=True)
class Told:
    """A quantity of one answer: its name, its arguments as in the condition, and its value, in words and in a short
    form for a table. `inside`: the permission in which it is compared. `key` and `args` are those of a value
    (`Program.texts`)."""

    name: str
    title: str
    text: str
    words: str
    brief: str
    inside: str
    key: str = ""
    args: tuple[Any, ...] = ()


@dataclass(slots=True)
class Weighed:
    """A condition of an answer: its name (or empty), its text, its location, its quantities. `unseen`: some quantities
    depend on what the player may not know. `holds`: None if that may not be known."""

    name: str
    text: str
    place: Place
    told: list[Told]
    unseen: bool = False
    holds: bool | None = True


_Part = tuple[str, str, Place, str, tuple[Any, ...]]  # name, function, place, text, arguments


class Weigher:
    """Computes the quantities of the answers of the pending question. `seat`: the player who reads them; None:
    everything."""

    def __init__(self, m: State, language: str = "en", seat: int | None = None) -> None:
        refill(m)
        self.m, self._language, self._seat = m, language, seat
        self._known = seen_by(m, seat)
        self._frame = frame_seen(m, m.frames[-1], seat) if m.frames else None

    def answer(self, option: Any) -> list[Weighed]:
        """The conditions of a listed answer: of an offer (line, arguments), else a value."""
        m, d = self.m, self.m.pending
        if d is None or d.site < 0 or option is None:
            return []
        site = m.p.program.sites[d.site]
        if site.kind != "offer":
            return self._weighed(self._of_question(site.where, (option,)))
        line, args = option
        return self.call(line, args)

    def call(self, line: int, args: tuple[Any, ...]) -> list[Weighed]:
        """The conditions of a call by a line of the offer (its number), offered or not."""
        d = self.m.pending
        assert d is not None
        of = self.m.p.program.sites[d.site].offers[line]
        event = self.m.p.program.events[of.event]
        own = args[: event.params]
        asked = [(one.name, *part, own) for one in event.conditions for part in one.parts]
        parts: list[_Part] = [(name, function, place, text, given) for name, function, place, text, given in asked]
        if set(range(of.bindings)) <= set(of.args):
            parts += self._of_question(of.where, tuple(args[of.args.index(i)] for i in range(of.bindings)))
        return self._weighed(parts)

    def _of_question(self, where: tuple[tuple[str, Place, str], ...], given: tuple[Any, ...]) -> list[_Part]:
        return [("", function, place, text, (self._frame, *given)) for function, place, text in where]

    def _weighed(self, parts: list[_Part]) -> list[Weighed]:
        found: list[Weighed] = []
        behind: str | None = None  # the name of a condition of which a part is false
        for name, function, place, text, given in parts:
            if name == behind:
                continue  # what comes after a test may be read only if the test is true
            one = Weighed(name, text, place, [])
            found.append(one)
            try:
                if self._seat is not None and function in self.m.p.hushed:
                    raise Unseen
                one.told += self._told(function, given)
                one.holds = bool(self.m.p.names[function](self._known, *given))
            except Unseen:
                one.unseen, one.holds = True, None
            behind = None if one.holds else name
        return found

    def _told(self, function: str, given: tuple[Any, ...]) -> Iterator[Told]:
        made = self.m.p.program.quantities.get(function)
        if made is None:
            return
        noted = self.m.p.names[made.function](self._known, *given)
        for i, row in enumerate(made.rows):
            found = [tuple(what) for number, *what in noted if number == i]
            name = named(row.what, self._language)
            if row.measured is not None:
                best = told_of(row.measured, found)
                if best is not None:
                    said = words(self.m, row.measured, *best, self._language, self._seat)
                    short = brief(row.measured, *best[1:])
                    yield Told(name, name, name, said, short, row.inside)
                continue
            for args, value in found:
                if row.what or not is_nowhere(value, "inches" if row.gives[0] == "gap" else row.gives[1]):
                    yield self._named(row, name, args, value)

    def _named(self, row: Quantity, name: str, args: tuple[Any, ...], value: Any) -> Told:
        said = self._words(value, row)
        text = self.m.p.program.texts.get(row.key)
        if text is None:
            field = self._field(row.what) or name
            return Told(field, field, name, said, said, row.inside)
        name = labels.defined(text.names, text.id, self._language)
        shown = ", ".join(self._value(v, t) for v, t in zip(args, row.args, strict=True))
        title, given = f"{name}({shown})", tuple(raw(one) for one in args)
        return Told(name, title, row.what, said, said, row.inside, row.key, given)

    def _field(self, what: str) -> str:
        """What is read, if it is a field that the pack names in the language of the table; else empty. In English
        it remains as it is written, which also says whose field it is."""
        of = own(self._language)
        if of == "en" or _PATH.fullmatch(what) is None:
            return ""
        field = what.rpartition(".")[2]
        names = {labels.field(c, of) for c in self.m.p.program.columns if c.id == field and of in c.names}
        return names.pop() if len(names) == 1 else ""

    def _words(self, value: Any, row: Quantity) -> str:
        if isinstance(value, Gap):
            return f'{down(value)}"'
        return self._value(value, row.gives)

    def _value(self, value: Any, t: Any) -> str:
        return view.told(self.m, raw(value), t, self._seat, self._language)
