"""Goes down into what a failing condition asks: of `fits(a, b)` the part of the permission `fits` that fails.

Separate because a refusal names the condition, and only who asks why is told what lies inside of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rulewright.play import labels, view
from rulewright.play.figures import figures
from rulewright.play.seen import Unseen, raw
from rulewright.play.state import State
from rulewright.program import Place, Text, TypeCode

_DEEP: Final = 8  # permissions that ask each other: recursion ends there


@dataclass(frozen=True, slots=True)
class Failing:
    """A condition that failed: its name (or empty), its text, where it stands, and what it belongs to; of one that
    compares lengths what was measured and what is needed, in words; `within`: what fails inside of what it asks;
    `said`: what the pack says of it, as whoever asks may know."""

    name: str
    text: str
    place: Place
    source: str
    measured: tuple[str, ...] = ()
    within: tuple[Failing, ...] = ()
    said: str = ""

    @property
    def words(self) -> str:
        """What the pack says of it, else its name and its text; and what was measured."""
        said = self.said or (f"{self.name}: {self.text}" if self.name else self.text)
        return f"{said} ({'; '.join(self.measured)})" if self.measured else said


@dataclass(frozen=True, slots=True)
class Asker:
    """Who is told of failing conditions. `known`: the match `m` as `seat` knows it (None: everything)."""

    m: State
    known: State
    language: str = "en"
    seat: int | None = None

    def failing(
        self, name: str, part: tuple[str, Place, str], args: tuple[Any, ...], source: str, deep: int = _DEEP,
        said: str = "",
    ) -> Failing:  # fmt: skip
        """A condition (function, place, text) that failed for some arguments, with what fails inside of it. What the
        pack says of a permission that is asked there is said of the condition, unless it has words of its own
        (`said`)."""
        function, place, text = part
        measured = figures(self.m, self.known, function, args, self.language, self.seat)
        within, inner = self._within(function, args, deep)
        return Failing(name, text, place, source, measured, within, said or inner)

    def words(self, says: Mapping[str, str], params: Sequence[tuple[str, TypeCode]], args: Sequence[Any]) -> str:
        """What the pack says (by language) of what was asked of some arguments."""
        template = labels.said(says, self.language)
        if not template:
            return ""
        return view.filled(self.m, template, params, [raw(one) for one in args], self.seat, self.language)

    def _within(self, function: str, args: tuple[Any, ...], deep: int) -> tuple[tuple[Failing, ...], str]:
        """What fails inside of a condition, and what is said of it as a whole: what forbids, else what is said of what
        normally holds."""
        p = self.m.p
        asked = p.program.askings.get(function)
        if asked is None or not deep or (self.seat is not None and asked[1] in p.hushed):
            return (), ""
        key, given = asked
        text = p.program.texts.get(key)
        if text is None:
            return (), ""
        try:
            asks = p.names[given](self.known, *args)
            found = tuple(self._failures(text, key, asks, deep - 1))
        except Unseen:
            return (), ""
        forbids = [one.said for one in found if one.source != key and one.said]
        said = "; ".join(dict.fromkeys(forbids)) or self.words(text.says.get("normally", {}), text.params, asks)
        return found, said

    def _failures(self, text: Text, key: str, args: tuple[Any, ...], deep: int) -> Iterator[Failing]:
        """The sentences that forbid, else the first part of what holds normally that does not."""
        names, known = self.m.p.names, self.known
        waived = {part.label for part in text.parts if part.kind == "waive" and names[part.listing](known, *args)}
        forbids = [part for part in text.parts if part.kind == "forbid" and part.label not in waived - {None}]
        found = [part for part in forbids if names[part.listing](known, *args)]
        for part in found:
            says = text.says.get(part.label, {}) if part.label else part.names
            yield Failing("", part.text, part.place, part.definition, said=self.words(says, text.params, args))
        if found or (not text.permission and text.parts):
            return
        for one in text.conjuncts:
            if not names[one[0]](known, *args):
                yield self.failing("", one, args, key, deep)
                return
