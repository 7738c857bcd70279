"""Turns a set of places, kept as one integer with bit p for place p, into places and back.

A file of its own because every list of choices passes through here: decoding is the one loop over places that a match
runs at each of its questions, and it is done with tables made once for a board.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable

# Up to this many places it is quicker to peel the highest bit again and again than to walk all bytes (measured on
# boards of 400 to 900 cells).
_FEW = 7


def encode(places: Iterable[int]) -> int:
    """The set of some places; a place may be named twice."""
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


def least(bits: int) -> int:
    """The least place of a set, -1 of the empty one."""
    return (bits & -bits).bit_length() - 1


def _table(first: int) -> list[tuple[int, ...]]:
    """By byte, the places it stands for if its lowest bit is the place `first`."""
    low = [tuple([first + j for j in range(4) if half >> j & 1]) for half in range(16)]
    high = [tuple([first + 4 + j for j in range(4) if half >> j & 1]) for half in range(16)]
    return [low[byte & 15] + high[byte >> 4] for byte in range(256)]


def decoder(size: int) -> Callable[[int], tuple[int, ...]]:
    """The function that lists the places of a set in ascending order.

    Args:
        size: places run from 0 to size - 1; a set with a bit beyond is our mistake.
    """
    tables = [_table(8 * i) for i in range(size // 8 + 1)]
    # By position, the tables from there on.
    rest = [tables[i:] for i in range(len(tables) + 1)]

    def decode(bits: int) -> tuple[int, ...]:
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
        used = bits.to_bytes(length, "little").lstrip(b"\0")
        # The tables beyond the last byte are left over.
        for table, byte in zip(rest[length - len(used)], used, strict=False):
            if byte:
                out += table[byte]
        return tuple(out)

    return decode
