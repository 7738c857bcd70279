"""The types of diagnostics: code, location and message, the errors that one may follow from, and the codes that a
definition accepts.

Separate from the list of diagnostics because the code that removes consequences from that list needs the values and not
the list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .codes import Severity
from .source import Span


@dataclass(frozen=True, slots=True)
class Related:
    """A second location that explains a diagnostic, with its own message."""

    span: Span
    words: str


@dataclass(frozen=True, slots=True)
class Missing:
    """An undeclared name: the `name`, and the `scope` that was searched ("" for the whole pack, otherwise a thing with
    names of its own, such as a kind or an event). All its uses are one error."""

    name: str
    scope: str = ""


# Everything that needs a board, or another one, lacks the same line of the manifest.
BOARD: Final = Missing("board", "manifest")


@dataclass(frozen=True, slots=True)
class Suspect:
    """A declaration that an error may follow from: its location, and the type that would fit instead of the declared
    one ("" if unknown)."""

    span: Span
    instead: str = ""


_FINDINGS: Final = "7"
# A file or folder was not read, or nothing in it was.
_UNREAD: Final = frozenset({"RW101", "RW103", "RW202", "RW214"})


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: what it is, where, and how to fix it.

    `message` is one sentence without a full stop, with names in single quotes. `hint` says what to do, or is None.
    `related` are further locations in reading order. `definition` is the id of the definition that it belongs to, or
    None. `missing` is the undeclared name, if that is the error; `also` are its other uses in reading order, and
    `places` is the number of all uses. `suspects` are the declarations that it may follow from.
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
        """The number of locations with this problem."""
        return 1 + len(self.also)

    @property
    def sort_key(self) -> tuple[bool, str, int, int, str, str]:
        """The reading order: first diagnostics about a file that could not be read, as many others may follow from it;
        then by file, location, code and message."""
        span = self.span
        return (self.code not in _UNREAD, span.source.name, span.start, span.end, self.code, self.message)


@dataclass(frozen=True, slots=True)
class Allowance:
    """A warning that a definition accepts: its code, the id and the whole text of the definition, and the location of
    the `allow`.

    It covers diagnostics about the definition and those located in its text. Findings of the analysis (RW7xx) concern
    several definitions at once, so for these a related location in the text is enough.
    """

    code: str
    definition: str
    text: Span
    span: Span

    def covers(self, one: Diagnostic) -> bool:
        """Whether this diagnostic is accepted. Errors never are."""
        if one.code != self.code or one.severity is Severity.ERROR:
            return False
        places = [one.span, *(other.span for other in one.related if one.code[2] == _FINDINGS)]
        return one.definition == self.definition or any(self._holds(place) for place in places)

    def _holds(self, place: Span) -> bool:
        return place.source == self.text.source and self.text.start <= place.start < self.text.end
