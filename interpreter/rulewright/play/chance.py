"""Random numbers from a seed and counters: the only source of randomness in a match.

A test, a bot or a comparison can replace it with another source: anything with `draw`, `shuffled` and `copy`. `Chance`
is SplitMix64 (Steele, Lea, Flood 2014) as a counter-based generator with one counter for each named stream. It is fast,
but after enough dice a player can compute the seed, and from it all later numbers. `Keyed` is for servers that must
prevent this: it uses the same counters, and computes each number with BLAKE2b and a secret key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

_T = TypeVar("_T")
_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15

# Lengths of a key in bytes. A shorter key could be found by trying; BLAKE2b takes no longer one.
KEY_LENGTHS: Final = range(16, 65)
_DRAW: Final = b"rulewright draw"
_CHECK: Final = b"rulewright check"
_BYTES: Final = 16


def _mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


def stream_key(seed: int, stream: str) -> int:
    """The start value of a stream: the same for one seed and name in every process."""
    key = _mix(seed & _MASK)
    for byte in stream.encode():
        key = _mix(key ^ byte)
    return key


def key_check(key: bytes) -> str:
    """What a saved match stores to recognise its key; no number can be computed from it."""
    return hashlib.blake2b(key=key, person=_CHECK, digest_size=_BYTES).hexdigest()


class Source(Protocol):
    """The interface of a source of random numbers."""

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        """An integer from 0 to faces - 1. `die` is the name of the die, for sources whose results are dictated."""

    def shuffled(self, items: list[int], zone: int) -> list[int]:
        """The entities of a zone in random order; `zone` is the code of the zone."""
        return shuffled(self, items)

    def copy(self) -> Source:
        """An independent source that returns the same numbers from now on."""


def shuffled(source: Source, items: Sequence[_T], stream: str = "shuffle") -> list[_T]:
    """The items in random order (Fisher-Yates: all orders are equally likely), using a stream."""
    found = list(items)
    for i in range(len(found) - 1, 0, -1):
        j = source.draw(i + 1, stream)
        found[i], found[j] = found[j], found[i]
    return found


class Chance:
    """The default generator of a match. It is small, so that it can be copied, saved and hashed with the state."""

    __slots__ = ("_keys", "counters", "seed")

    def __init__(self, seed: int, counters: dict[str, int] | None = None) -> None:
        self.seed = seed
        self.counters: dict[str, int] = dict(counters or {})
        self._keys: dict[str, int] = {}

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        """An integer from 0 to faces - 1, all equally likely (to within 2**-64 times faces)."""
        key = self._keys.get(stream)
        if key is None:
            key = self._keys[stream] = stream_key(self.seed, stream)
        count = self.counters.get(stream, 0) + 1
        self.counters[stream] = count
        return (_mix(key + count * _GAMMA & _MASK) * faces) >> 64

    def shuffled(self, items: list[int], zone: int) -> list[int]:
        """The entities of a zone in random order; the zone itself has no effect here."""
        return shuffled(self, items)

    def copy(self) -> Chance:
        """An independent generator that returns the same numbers."""
        made = Chance(self.seed, self.counters)
        made._keys = self._keys
        return made


class Keyed(Chance):
    """The generator of a match on a server: without the key, no number can be computed from the seed and earlier
    numbers.

    The key is not part of the match: a saved match keeps only `check`, and must be loaded with the same key.
    """

    __slots__ = ("_key", "check")

    def __init__(self, seed: int, key: bytes, counters: dict[str, int] | None = None) -> None:
        super().__init__(seed, counters)
        self._key = key
        self.check = key_check(key)

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        """An integer from 0 to faces - 1, all equally likely (to within 2**-128 times faces)."""
        count = self.counters.get(stream, 0) + 1
        self.counters[stream] = count
        drawn = hashlib.blake2b(
            f"{self.seed} {count} {stream}".encode(), key=self._key, person=_DRAW, digest_size=_BYTES
        ).digest()
        return (int.from_bytes(drawn, "big") * faces) >> 8 * _BYTES

    def copy(self) -> Keyed:
        """An independent generator that returns the same numbers."""
        return Keyed(self.seed, self._key, self.counters)
