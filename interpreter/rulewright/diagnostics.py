"""Turns the mistakes that stages find into one ordered list of values.

A stage of its own because every stage reports and none may print or stop. A user's mistake is a `Diagnostic`; an
exception is a fault of ours. The collector is passed as an argument: there is no list behind the scenes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .codes import CODES, Severity
from .source import Span

__all__ = ["Diagnostic", "Diagnostics", "Related", "Severity"]


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a diagnostic, with its own words."""

    span: Span
    words: str


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
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """By file, place, code and words: the order in which people read."""
        return (self.span.source.name, self.span.start, self.span.end, self.code, self.message)


class Diagnostics:
    """Collects diagnostics of one run; iterating gives them sorted, each mistake once.

    After `limit` kept diagnostics the rest are only counted (`dropped`): hostile content can make a mistake a line.
    """

    def __init__(self, limit: int = 200) -> None:
        self.limit = limit
        self.dropped = 0
        self._kept: dict[Diagnostic, None] = {}
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
        return iter(_one_each(sorted(self._kept, key=lambda one: one.sort_key)))

    def __len__(self) -> int:
        return len(_one_each(list(self._kept)))


def _one_each(found: list[Diagnostic]) -> list[Diagnostic]:
    """Without the consequences: where two stages report the same place, the earlier stage knows the mistake."""
    first_stage: dict[Span, str] = {}
    for one in found:
        if one.severity is Severity.ERROR:
            stage = _stage(one.code)
            first_stage[one.span] = min(stage, first_stage.get(one.span, stage))
    return [one for one in found if _stage(one.code) <= first_stage.get(one.span, "9")]


def _stage(code: str) -> str:
    return code[2]
