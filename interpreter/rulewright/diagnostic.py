"""What a mistake is: its code, place and words, what it may follow from, and what a definition accepts.

Separate from the list of them because what takes consequences out of that list needs the values and not the list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .codes import Severity
from .source import Span


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


# Whatever needs a board, or another one, misses the same line of the manifest.
BOARD: Final = Missing("board", "manifest")


@dataclass(frozen=True, slots=True)
class Suspect:
    """A declaration that a mistake may follow from: where it stands, and the type that would fit instead of what it
    says ("" if that is not known)."""

    span: Span
    instead: str = ""


_FINDINGS: Final = "7"
# A file or folder was not read, or nothing in it was.
_UNREAD: Final = frozenset({"RW101", "RW103", "RW202", "RW214"})


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: what it is, where, and what to do.

    `message` is one sentence without a full stop, names in single quotes. `hint` says what to do, or is None.
    `related` are further places in reading order. `definition` is the id of the definition that it belongs to, or None.
    `missing` is the name that nothing declares, where that is the mistake; `also` are the other places that use it, in
    reading order, and `places` says how many there are in all. `suspects` are the declarations that it may follow from.
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
    suspects: tuple[Suspect, ...] = ()

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
