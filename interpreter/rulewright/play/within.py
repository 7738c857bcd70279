"""Goes down into what a failing condition asks: of `fits(a, b)` the part of the permission `fits` that fails.

Separate because a refusal names the condition, and only who asks why is told what lies inside of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rulewright.play.figures import figures
from rulewright.play.seen import Unseen
from rulewright.play.state import State
from rulewright.program import Place, Text

_DEEP: Final = 8  # permissions that ask each other: recursion ends there


@dataclass(frozen=True, slots=True)
class Failing:
    """A condition that failed: its name (or empty), its text, where it stands, and what it belongs to; of one that
    compares lengths what was measured and what is needed, in words; `within`: what fails inside of what it asks."""

    name: str
    text: str
    place: Place
    source: str
    measured: tuple[str, ...] = ()
    within: tuple[Failing, ...] = ()

    @property
    def words(self) -> str:
        """Its name, its text, and what was measured."""
        said = f"{self.name}: {self.text}" if self.name else self.text
        return f"{said} ({'; '.join(self.measured)})" if self.measured else said


@dataclass(frozen=True, slots=True)
class Asker:
    """Who is told of failing conditions. `known`: the match `m` as `seat` knows it (None: everything)."""

    m: State
    known: State
    language: str = "en"
    seat: int | None = None

    def failing(
        self, name: str, part: tuple[str, Place, str], args: tuple[Any, ...], source: str, deep: int = _DEEP
    ) -> Failing:
        """A condition (function, place, text) that failed for some arguments, with what fails inside of it."""
        function, place, text = part
        measured = figures(self.m, self.known, function, args, self.language, self.seat)
        return Failing(name, text, place, source, measured, self._within(function, args, deep))

    def _within(self, function: str, args: tuple[Any, ...], deep: int) -> tuple[Failing, ...]:
        p = self.m.p
        asked = p.program.askings.get(function)
        if asked is None or not deep or (self.seat is not None and asked[1] in p.hushed):
            return ()
        key, given = asked
        text = p.program.texts.get(key)
        if text is None:
            return ()
        try:
            return tuple(self._failures(text, key, p.names[given](self.known, *args), deep - 1))
        except Unseen:
            return ()

    def _failures(self, text: Text, key: str, args: tuple[Any, ...], deep: int) -> Iterator[Failing]:
        """The sentences that forbid, else the first part of what holds normally that does not."""
        names, known = self.m.p.names, self.known
        waived = {part.label for part in text.parts if part.kind == "waive" and names[part.listing](known, *args)}
        forbids = [part for part in text.parts if part.kind == "forbid" and part.label not in waived - {None}]
        found = [part for part in forbids if names[part.listing](known, *args)]
        for part in found:
            yield Failing("", part.text, part.place, part.definition)
        if found or (not text.permission and text.parts):
            return
        for one in text.conjuncts:
            if not names[one[0]](known, *args):
                yield self.failing("", one, args, key, deep)
                return
