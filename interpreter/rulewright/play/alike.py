"""Numbers the entities of one sheet to tell them apart: among those that a player knows, in order of age.

Separate because it iterates over all entities. Inside `still` this is done once for many names, if the match does not
change meanwhile (a stretch of the log, the answers to a question).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from rulewright.play.pieces import known_to
from rulewright.play.state import State


class _Alike:
    """The entities of a match by sheet; and for each group that must be told apart, their numbers."""

    def __init__(self, m: State) -> None:
        self.m = m
        self._by_sheet: dict[int, list[int]] | None = None
        self._known: dict[int, int] = {}
        self._lots: dict[tuple[int, int], dict[int | None, dict[int, int]]] = {}

    def number(self, e: int) -> tuple[int | None, bool]:
        m = self.m
        sheet, who = m.sheet[e], self._known_to(e)
        lot = self._lots.get((sheet, who))
        if lot is None:
            lot = self._lots[sheet, who] = {}
            for x in self._of(sheet):
                if x and not who & ~self._known_to(x):
                    own = lot.setdefault(m.owner[x], {})
                    own[x] = len(own) + 1
        own = lot[m.owner[e]]
        return own[e] if len(own) > 1 else None, len(lot) > 1

    def _of(self, sheet: int) -> list[int]:
        if len(self._lots) < 2:  # a single sheet is not worth sorting
            return [e for e, of in enumerate(self.m.sheet) if of == sheet]
        if self._by_sheet is None:
            self._by_sheet = {}
            for e, of in enumerate(self.m.sheet):
                self._by_sheet.setdefault(of, []).append(e)
        return self._by_sheet[sheet]

    def _known_to(self, e: int) -> int:
        found = self._known.get(e)
        if found is None:
            found = self._known[e] = known_to(self.m, e)
        return found


_precise: ContextVar[Mapping[int, str] | None] = ContextVar("precise", default=None)


@contextmanager
def precisely(names: Mapping[int, str]) -> Iterator[None]:
    """Inside this block the entities have these names, which tell them apart among the answers to one question."""
    token = _precise.set(names)
    try:
        yield
    finally:
        _precise.reset(token)


def precise(e: int) -> str | None:
    """The name set for an entity by `precisely`, if there is one."""
    names = _precise.get()
    return None if names is None else names.get(e)


_standing: ContextVar[_Alike | None] = ContextVar("standing", default=None)


@contextmanager
def still(m: State) -> Iterator[None]:
    """A block in which entities of a match are named and nothing in the match changes."""
    before = _standing.get()
    token = _standing.set(before if before is not None and before.m is m else _Alike(m))
    try:
        yield
    finally:
        _standing.reset(token)


def number_of(m: State, e: int) -> tuple[int | None, bool]:
    """The number of an entity among those of its sheet and owner, if there are others, and whether other owners have
    some too. An entity counts only if every player who knows this one knows it too, so a number reveals nothing
    hidden."""
    found = _standing.get()
    return (found if found is not None and found.m is m else _Alike(m)).number(e)
