"""Ways and formations by which the engine says that one exists, kept for the oracle: it asks its own law of them, and
takes nothing on trust but where to look.

Separate because it looks into the engine; `samples` is the oracle's own way to look.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from rulewright.play.load import Linked

_MOST = 400  # of one thing, or of the same several
_NAME = "WITNESSES"  # in the names of generated code


class Witnesses:
    """What was found since a match began, by what it moves or places: the number of a thing, or the numbers of several.
    What was found before the last question counts too, for the engine remembers what it has asked."""

    def __init__(self) -> None:
        self._found: dict[Hashable, dict[Any, None]] = {}

    def clear(self) -> None:
        """Another match begins."""
        self._found.clear()

    def note(self, found: tuple[Any, ...], who: Hashable) -> None:
        """Keep one, the latest last; `who` goes if it is a way."""
        is_way = bool(found) and isinstance(found[0], int)
        of_key = self._found.setdefault(who if is_way else tuple(e for e, _ in found), {})
        of_key.pop(found, None)
        of_key[found] = None
        if len(of_key) > _MOST:
            del of_key[next(iter(of_key))]

    def of(self, key: Hashable) -> list[Any]:
        """What was found, the latest first."""
        return list(reversed(self._found.get(key, {})))


class _Search:
    """A search of the engine that knows what it is for."""

    def __init__(self, who: Hashable, found: Iterator[Any]) -> None:
        self.who, self._found = who, found

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return next(self._found)


def watched(linked: Linked) -> Witnesses:
    """The witnesses of a program, whose searches for one are listened to from now on. What is proposed as an answer is
    none: a search may find what another one misses."""
    names = linked.names._names
    made: Witnesses | None = names.get(_NAME)
    if made is None:
        made = names[_NAME] = Witnesses()
        for word in ("routed", "formed"):
            if word in names:
                names[word] = _tagged(names[word])
        names["found_one"] = _listening(names["found_one"], made)
    return made


def _tagged(search: Callable[..., Iterator[Any]]) -> Callable[..., _Search]:
    return lambda m, who, *args: _Search(who, search(m, who, *args))


def _listening(found_one: Callable[[Any], Any], witnesses: Witnesses) -> Callable[[_Search], Any]:
    def listening(several: _Search) -> Any:
        found = found_one(several)
        if isinstance(found, tuple):
            witnesses.note(found, several.who)
        return found

    return listening
