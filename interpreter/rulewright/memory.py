"""Remembers what was looked at and found in order, so that it is not looked at again as long as it is the same.

Separate because every stage of a check may ask it, and because it makes one promise for all: only silence is
remembered. What is wrong is found anew every time, so that no message and no place can be of an earlier text, and what
is forgotten or lost costs time and nothing else. A key is a digest of everything that the answer depends on.
"""

from __future__ import annotations

import hashlib
import marshal
from typing import Any, Final

# Bytes of a key, and how many are kept: those that were asked for last.
DIGEST: Final = 16
_MOST: Final = 20_000


def digest(*parts: object) -> bytes:
    """The key of what was looked at: texts, bytes, numbers, None, and tuples and dictionaries of these. The order of
    dictionaries counts."""
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


class Memory:
    """What was in order, by its key, with a note that whoever asks may have left there."""

    def __init__(self) -> None:
        self.notes: dict[bytes, bytes] = {}  # of checks before
        self.asked: dict[bytes, bytes] = {}  # since `begin`
        # Of this process alone: files by name, as `pack.read_before` keeps them, those of the check that is going on,
        # and the definitions of the last one.
        self.files: dict[str, Any] = {}
        self.files_read: dict[str, Any] = {}
        self.definitions: Any = None
        self.typed: Any = None  # the last pack that was typed without a mistake, whose definitions may live on
        self.alone: dict[Any, Any] = {}  # what is found in packs of a stack by themselves, by folder
        self.own_words: dict[str, Any] = {}  # of definitions in files of tests, by file, with what they were found in
        self.sayings: Any = {}  # what follows from what definitions say (`pack.said`)

    @property
    def definitions_typed(self) -> Any:
        """The definitions of that pack; None if there is none."""
        return None if self.typed is None else self.typed.definitions

    def begin(self) -> None:
        """A check begins. What is too much of those before it is forgotten."""
        self.notes.update(self.asked)
        for key in list(self.notes)[: -_MOST or None] if len(self.notes) > _MOST else ():
            del self.notes[key]
        self.asked = {}

    def beside(self) -> Memory:
        """A memory for a check of the same pack with something more in it: it shares what is kept by keys, and begins
        with the files that were read. What it reads itself stays with it."""
        other = Memory()
        other.notes, other.asked, other.files, other.sayings = self.notes, self.asked, self.files, self.sayings
        return other

    def note(self, key: bytes) -> bytes | None:
        """What was noted of something that was in order (nothing: b""); None if it has to be looked at."""
        found = self.asked.get(key)
        if found is None:
            found = self.notes.pop(key, None)
            if found is not None:
                self.asked[key] = found
        return found

    def knows(self, key: bytes) -> bool:
        """Whether something was in order."""
        return self.note(key) is not None

    def keep(self, key: bytes, note: bytes = b"") -> None:
        """It was looked at, and nothing is wrong with it."""
        self.asked[key] = note

    def to_bytes(self) -> bytes:
        """What was asked for since `begin`, for the cache."""
        return marshal.dumps(self.asked)

    @classmethod
    def from_bytes(cls, data: bytes | memoryview) -> Memory:
        """What `to_bytes` gave."""
        made = cls()
        made.notes = marshal.loads(data)
        return made
