"""What deeds may change of what code reads.

Separate because a large pack has many deeds and many readers: they find each other by what is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from rulewright.deeds import Deed, Guard, Reads

AIMED = ("set", "give", "end")  # verbs whose deeds change what their target names


@dataclass(frozen=True, slots=True)
class Trigger:
    """A check, by its key: its conditions, and all that they read."""

    key: str
    guards: tuple[Guard, ...]
    reads: Reads


class Triggers:
    """The checks of a pack, by what they read."""

    def __init__(self, triggers: Iterable[Trigger]) -> None:
        self._all = list(triggers)
        self._columns: dict[int, list[Trigger]] = {}
        self._statuses: dict[int, list[Trigger]] = {}
        self._wide: dict[tuple[str, str], list[Trigger]] = {}
        for one in self._all:
            for column in one.reads.columns:
                self._columns.setdefault(column, []).append(one)
            for status in one.reads.statuses:
                self._statuses.setdefault(status, []).append(one)

    def written_by(self, deed: Deed) -> Sequence[Trigger]:
        """The checks that read what a deed may change, in their order."""
        if deed.verb in AIMED and deed.target >= 0:
            return (self._columns if deed.verb == "set" else self._statuses).get(deed.target, ())
        key = wide(deed)
        if key not in self._wide:
            self._wide[key] = [one for one in self._all if writes(deed, one.reads)]
        return self._wide[key]


def wide(deed: Deed) -> tuple[str, str]:
    """All deeds with the same key that are not aimed at one thing may change the same."""
    return deed.verb, deed.name if deed.verb == "put" else ""


def writes(deed: Deed, reads: Reads) -> bool:
    """Whether a deed may change what is read."""
    match deed.verb:
        case "set" if deed.target < 0:  # a field of an instance
            return bool(reads.statuses)
        case "set":
            return deed.target in reads.columns
        case "give":
            return deed.target in reads.statuses
        case "end":
            return deed.target in reads.statuses or (deed.target == -1 and bool(reads.statuses))
        case "put":
            return reads.board if deed.name == "at" else reads.zones or reads.board
        case "remove" | "create":
            return reads.play or reads.board or reads.zones
        case "reset":
            return bool(reads.columns or reads.statuses)
        case "act" | "swap":
            return reads.board or reads.zones
        case "call" | "field" | "perform" | "moment" | "conclude" | "cancel":
            return False  # the events that they call have deeds of their own
        case _:
            assert_never(deed.verb)


def joined(several: list[Reads]) -> Reads:
    """The union of several sets of reads."""
    return Reads(
        tuple(sorted({c for r in several for c in r.columns})), tuple(sorted({s for r in several for s in r.statuses})),
        tuple(sorted({f for r in several for f in r.fields})), any(r.board for r in several),
        any(r.zones for r in several), any(r.play for r in several), any(r.handed for r in several),
        any(r.decided for r in several),
    )  # fmt: skip
