"""Tells things of one sheet apart by numbers: which of those that somebody knows, in the order of their age.

Separate because it goes through everything that there is. Where many things are named while the match stands still (a
stretch of the log, the answers to a question), that is done once: inside of `still`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from rulewright.play.pieces import known_to
from rulewright.play.state import State


class _Alike:
    """The things of a match by their sheets; and of each lot that is told apart, their numbers."""

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
        if len(self._lots) < 2:  # for one sheet alone it is not worth to sort them
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
    """While these things go by these names, as the answers to one question tell them apart."""
    token = _precise.set(names)
    try:
        yield
    finally:
        _precise.reset(token)


def precise(e: int) -> str | None:
    """The name that a thing goes by at present, if it has one of its own."""
    names = _precise.get()
    return None if names is None else names.get(e)


_standing: ContextVar[_Alike | None] = ContextVar("standing", default=None)


@contextmanager
def still(m: State) -> Iterator[None]:
    """While things of a match are named and nothing in it changes."""
    before = _standing.get()
    token = _standing.set(before if before is not None and before.m is m else _Alike(m))
    try:
        yield
    finally:
        _standing.reset(token)


def number_of(m: State, e: int) -> tuple[int | None, bool]:
    """The number of a thing among those of its sheet and owner, if there are others, and whether there are some of
    other owners. Only those count that everybody knows who knows this one: no number tells of what is hidden."""
    found = _standing.get()
    return (found if found is not None and found.m is m else _Alike(m)).number(e)
