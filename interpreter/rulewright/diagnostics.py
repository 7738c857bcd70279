"""Turns the mistakes that stages find into one ordered list of values.

A stage of its own because every stage reports and none may print or stop. A user's mistake is a `Diagnostic`; an
exception is a fault of ours. The collector is passed as an argument: there is no list behind the scenes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from .codes import CODES, Severity
from .source import Span

__all__ = ["Allowance", "Diagnostic", "Diagnostics", "Related", "Severity"]


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a diagnostic, with its own words."""

    span: Span
    words: str


# A file or folder was not read, or nothing in it was.
_UNREAD: Final = frozenset({"RW101", "RW103", "RW202", "RW214"})


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: what it is, where, and what to do.

    `message` is one sentence without a full stop, names in single quotes. `hint` says what to do, or is None.
    `related` are further places in reading order. `definition` is the id of the definition that it belongs to, or None.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    hint: str | None = None
    related: tuple[Related, ...] = ()
    definition: str | None = None

    @property
    def sort_key(self) -> tuple[bool, str, int, int, str, str]:
        """What leaves a file out first, as much else may follow from it; then by file, place, code and words: the order
        in which people read."""
        span = self.span
        return (self.code not in _UNREAD, span.source.name, span.start, span.end, self.code, self.message)


@dataclass(frozen=True, slots=True)
class Allowance:
    """A warning that a definition accepts: its code, the id and the whole text of the definition, and where it says so.

    It covers what is about the definition and what stands in its text. What the analysis finds (RW7xx) is about several
    definitions at once: there a further place in the text is enough.
    """

    code: str
    definition: str
    text: Span
    span: Span

    def covers(self, one: Diagnostic) -> bool:
        """Is this diagnostic accepted? Errors never are."""
        if one.code != self.code or one.severity is Severity.ERROR:
            return False
        places = [one.span, *(other.span for other in one.related if _stage(one.code) == _FINDINGS)]
        return one.definition == self.definition or any(self._holds(place) for place in places)

    def _holds(self, place: Span) -> bool:
        return place.source == self.text.source and self.text.start <= place.start < self.text.end


class Diagnostics:
    """Collects diagnostics of one run; iterating gives them sorted, each mistake once, without those that are allowed.

    After `limit` kept diagnostics the rest are only counted (`dropped`): hostile content can make a mistake a line.
    """

    def __init__(self, limit: int = 200) -> None:
        self.limit = limit
        self.dropped = 0
        self._kept: dict[Diagnostic, None] = {}
        self._allowances: dict[str, list[Allowance]] = {}
        self._errors = 0

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str | None = None,
        related: Iterable[tuple[Span, str]] = (),
        definition: str | None = None,
    ) -> None:
        """Report a mistake; its severity stands in the table of codes."""
        severity = CODES[code].severity
        if len(self._kept) >= self.limit:
            # A dropped error is still an error.
            self._errors += severity is Severity.ERROR
            self.dropped += 1
            return
        further = tuple(Related(where, words) for where, words in related)
        found = Diagnostic(code, severity, message, span, hint, further, definition)
        if found not in self._kept:
            self._errors += severity is Severity.ERROR
            self._kept[found] = None

    def fork(self) -> Diagnostics:
        """What a stage may report to that may have to be run once more: it knows of the mistakes so far."""
        other = Diagnostics(self.limit)
        other._kept, other._errors, other.dropped = dict(self._kept), self._errors, self.dropped
        return other

    def join(self, fork: Diagnostics) -> None:
        """Take over what was reported to a fork of this one."""
        self._kept, self._errors, self.dropped = fork._kept, fork._errors, fork.dropped

    def allow(self, allowance: Allowance) -> None:
        """Leave out what a definition accepts, whether it was reported before or will be."""
        self._allowances.setdefault(allowance.code, []).append(allowance)

    def vain_allowances(self) -> list[Allowance]:
        """Those that leave out nothing. None while some diagnostics are dropped: nobody knows what they were."""
        if self.dropped:
            return []
        several = [one for of_code in self._allowances.values() for one in of_code]
        return [one for one in several if not any(one.covers(found) for found in self._kept)]

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Take over diagnostics made elsewhere, for instance by an earlier run."""
        for one in found:
            related = ((other.span, other.words) for other in one.related)
            self.add(one.code, one.message, one.span, one.hint, related, one.definition)

    @property
    def reported(self) -> int:
        """How many have been added so far, dropped ones included: has a stage found anything?"""
        return len(self._kept) + self.dropped

    @property
    def has_errors(self) -> bool:
        return self._errors > 0

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Those that keep the pack from being played."""
        return tuple(one for one in self if one.severity is Severity.ERROR)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(_one_each(sorted(self._told(), key=lambda one: one.sort_key)))

    def __len__(self) -> int:
        return len(_one_each(self._told()))

    def _told(self) -> list[Diagnostic]:
        allowances = self._allowances
        return [one for one in self._kept if not any(a.covers(one) for a in allowances.get(one.code, ()))]


def _one_each(found: list[Diagnostic]) -> list[Diagnostic]:
    """Without the consequences: where two stages report the same place, the earlier stage knows the mistake; and of a
    definition whose YAML cannot be read nobody knows what else it says."""
    first_stage: dict[Span, str] = {}
    torn: dict[Span, Span] = {}  # the definition round each mistake of YAML
    begins: dict[str, list[int]] = {}
    for one in found:
        if one.severity is Severity.ERROR:
            stage = _stage(one.code)
            first_stage[one.span] = min(stage, first_stage.get(one.span, stage))
            if one.code in _TEARS:
                torn[one.span] = _round(one.span, begins, back=one.code == "RW203")
    return [one for one in found if _stage(one.code) <= first_stage.get(one.span, "9") and not _is_torn(one, torn)]


def _round(span: Span, begins: dict[str, list[int]], *, back: bool) -> Span:
    """The lines from one that is not indented, at or before the place, to the next such one; with `back` also those
    before it. `begins` keeps where such lines stand, by file."""
    text, name = span.source.text, span.source.name
    if name not in begins:
        begins[name] = [0, *(found.start() for found in _NOT_INDENTED.finditer(text))]
    place = bisect_right(begins[name], span.start)
    first = max(place - 2, 0) if back else place - 1
    return span.source.span(begins[name][first], (*begins[name][place:place + 1], len(text))[0])


def _is_torn(one: Diagnostic, torn: dict[Span, Span]) -> bool:
    for mistake, definition in torn.items():
        if one.span is mistake or one.span.source.name != definition.source.name:
            continue
        if one.code not in _TEARS and _stage(one.code) == "1":
            continue
        # Of several mistakes of one definition the first is told. A head that is none is often the very mistake, a
        # field that lost its indentation: what stands before it misses that field, what follows makes no sense.
        inside = definition.start <= one.span.start < definition.end
        if inside and one.code != "RW203" and (one.code not in _TEARS or mistake.start < one.span.start):
            return True
    return False


_FINDINGS = "7"
# What keeps a definition from being read to its end: lines that do not fit, tabs, a field without indentation.
_TEARS = ("RW104", "RW105", "RW203")
_NOT_INDENTED = re.compile(r"^(?=[^\s#])", re.MULTILINE)


def _stage(code: str) -> str:
    return code[2]
