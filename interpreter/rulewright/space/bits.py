"""Converts a set of places, stored as one integer with bit p for place p, to places and back.

Separate because every list of choices is made here: listing is the one loop over places that a match runs at each of
its questions. The places of a set do not depend on a board, so all boards of a process share the tables and the most
recently listed sets.
"""
from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

# Up to this many places it is quicker to remove the highest bit repeatedly than to iterate over all bytes (measured on
# boards of 400 to 900 cells).
_FEW = 7
# The cache of listed sets: this many sets, and this many places in all of them (about 4 MB).
_KEPT_SETS = 1 << 13
_KEPT_PLACES = 1 << 18


def encode(places: Iterable[int]) -> int:
    """The set of some places; a place may be named twice."""
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


def least(bits: int) -> int:
    """The least place of a set, -1 for the empty set."""
    return (bits & -bits).bit_length() - 1


def _table(first: int) -> list[tuple[int, ...]]:
    """By byte, the places that its bits stand for if the lowest bit is the place `first`."""
    low = [tuple([first + j for j in range(4) if half >> j & 1]) for half in range(16)]
    high = [tuple([first + 4 + j for j in range(4) if half >> j & 1]) for half in range(16)]
    return [low[byte & 15] + high[byte >> 4] for byte in range(256)]


# By byte of a set, its table; made when a set first reaches that far.
_TABLES: list[list[tuple[int, ...]]] = []
_GROWING = Lock()  # if two threads added a table at once, it would be wrong for the rest of the process


def places_of(bits: int) -> tuple[int, ...]:
    """The places of a set, ascending."""
    out: list[int] = []
    if bits.bit_count() <= _FEW:
        while bits:
            place = bits.bit_length() - 1
            out.append(place)
            bits ^= 1 << place
        out.reverse()
        return tuple(out)
    length = bits.bit_length() + 7 >> 3
    if len(_TABLES) < length:
        with _GROWING:
            while len(_TABLES) < length:
                _TABLES.append(_table(8 * len(_TABLES)))
    used = bits.to_bytes(length, "little").lstrip(b"\0")
    for table, byte in zip(_TABLES[length - len(used) : length], used, strict=True):
        if byte:
            out += table[byte]
    return tuple(out)


class _Listed(dict[int, tuple[int, ...]]):
    """The places of sets that were listed before; all are dropped when there are too many."""

    places = 0

    def __missing__(self, bits: int) -> tuple[int, ...]:
        made = places_of(bits)
        self.places += len(made)
        if self.places > _KEPT_PLACES or len(self) >= _KEPT_SETS:
            self.clear()
            self.places = len(made)
        self[bits] = made
        return made


# The same, cached. A cache hit costs no Python call.
decode = _Listed().__getitem__
