"""Turns the mistakes that stages find into one ordered list of values.

A stage of its own because every stage reports and none may print or stop. A user's mistake is a `Diagnostic`; an
exception is a fault of ours. The collector is passed as an argument: there is no list behind the scenes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from .codes import CODES, Severity
from .consequences import Remedy, causes
from .source import Span

__all__ = ["Allowance", "Diagnostic", "Diagnostics", "Missing", "Related", "Severity"]


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a diagnostic, with its own words."""

    span: Span
    words: str


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that nothing declares: the `name`, and the `scope` that was searched ("" for the whole pack, else what has
    names of its own, as a kind or an event). All places that use it are one mistake."""

    name: str
    scope: str = ""


# A file or folder was not read, or nothing in it was.
_UNREAD: Final = frozenset({"RW101", "RW103", "RW202", "RW214"})


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: what it is, where, and what to do.

    `message` is one sentence without a full stop, names in single quotes. `hint` says what to do, or is None.
    `related` are further places in reading order. `definition` is the id of the definition that it belongs to, or None.
    `missing` is the name that nothing declares, where that is the mistake; `also` are the other places that use it, in
    reading order, and `places` says how many there are in all.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    hint: str | None = None
    related: tuple[Related, ...] = ()
    definition: str | None = None
    missing: Missing | None = None
    also: tuple[Span, ...] = ()

    @property
    def places(self) -> int:
        """How many places have this very mistake."""
        return 1 + len(self.also)

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
        places = [one.span, *(other.span for other in one.related if one.code[2] == _FINDINGS)]
        return one.definition == self.definition or any(self._holds(place) for place in places)

    def _holds(self, place: Span) -> bool:
        return place.source == self.text.source and self.text.start <= place.start < self.text.end


class Diagnostics:
    """Collects diagnostics of one run; iterating gives them sorted, each mistake once, without those that are allowed
    and those that only follow from others (`consequences`).

    After `limit` kept diagnostics the rest are only counted (`dropped`): hostile content can make a mistake a line.
    The places of one missing name count as one, up to `_MAX_PLACES`. Errors have a limit of their own, so that no
    number of warnings hides why a pack cannot be played.
    """

    def __init__(self, limit: int = 200) -> None:
        self.limit = limit
        self.dropped = 0
        self._kept: dict[Diagnostic, None] = {}
        self._missing: dict[Missing, int] = {}
        self._unread: dict[Span, None] = {}
        self._remedies: dict[Missing, Remedy] = {}
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
        missing: Missing | None = None,
    ) -> None:
        """Report a mistake; its severity stands in the table of codes."""
        severity = CODES[code].severity
        if self._is_full(severity, missing):
            # A dropped error is still an error.
            self._errors += severity is Severity.ERROR
            self.dropped += 1
            return
        further = tuple(Related(where, words) for where, words in related)
        found = Diagnostic(code, severity, message, span, hint, further, definition, missing)
        if found not in self._kept:
            self._errors += severity is Severity.ERROR
            self._kept[found] = None
            if missing is not None:
                self._missing[missing] = self._missing.get(missing, 0) + 1

    def _is_full(self, severity: Severity, missing: Missing | None) -> bool:
        """Is there no room for one more diagnostic, or one more place of a name that is missing?"""
        places = 0 if missing is None else self._missing.get(missing, 0)
        if places:
            return places >= _MAX_PLACES
        missed = sum(self._missing.values()) - len(self._missing)
        if len(self._kept) - missed < self.limit or severity is not Severity.ERROR:
            return len(self._kept) - missed >= self.limit
        return sum(one.severity is Severity.ERROR for one in self._kept) - missed >= self.limit

    def take(self, other: Diagnostics) -> None:
        """Report what was reported to another one, which read a file of its own: all that it could not read is its."""
        for one in other._kept:
            self.add(one.code, one.message, one.span, one.hint,
                     ((more.span, more.words) for more in one.related), one.definition, one.missing)  # fmt: skip
        self.dropped += other.dropped
        self._errors += other._errors - sum(one.severity is Severity.ERROR for one in other._kept)

    def unread(self, span: Span) -> None:
        """Note a stretch of a file that was reported and could not be understood: whatever it declares is not missed.
        """
        self._unread[span] = None

    @property
    def lost(self) -> tuple[Span, ...]:
        """What could not be understood."""
        return tuple(self._unread)

    def remedy(self, missing: Missing, hint: str, span: Span, words: str) -> None:
        """Say what was probably meant by a name that is missing, and where that is declared."""
        self._remedies[missing] = Remedy(hint, Related(span, words))

    @property
    def missing(self) -> dict[Missing, set[str]]:
        """The names that were missed so far, in the order of their first places, with the codes that say so."""
        found: dict[Missing, set[str]] = {}
        for one in self._kept:
            if one.missing is not None:
                found.setdefault(one.missing, set()).add(one.code)
        return found

    def fork(self) -> Diagnostics:
        """What a stage may report to that may have to be run once more: it knows of the mistakes so far."""
        other = Diagnostics(self.limit)
        other._kept, other._errors, other.dropped = dict(self._kept), self._errors, self.dropped
        other._missing, other._unread, other._remedies = dict(self._missing), dict(self._unread), dict(self._remedies)
        return other

    def join(self, fork: Diagnostics) -> None:
        """Take over what was reported to a fork of this one."""
        self._kept, self._errors, self.dropped = fork._kept, fork._errors, fork.dropped
        self._missing, self._unread, self._remedies = fork._missing, fork._unread, fork._remedies

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
            self.add(one.code, one.message, one.span, one.hint, related, one.definition, one.missing)

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
        allowances = self._allowances
        kept = [one for one in self._kept if not any(a.covers(one) for a in allowances.get(one.code, ()))]
        return iter(causes(sorted(kept, key=lambda one: one.sort_key), self._unread, self._remedies))

    def __len__(self) -> int:
        return sum(1 for _ in self)


_FINDINGS = "7"
# So many places of one missing name are kept; nobody reads more.
_MAX_PLACES: Final = 1_000
