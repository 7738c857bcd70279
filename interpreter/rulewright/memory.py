"""Remembers which parts were checked without problems, so that they are not checked again while they stay the same.

Separate because every stage of a check may use it, and because it makes one promise for all: only the absence of
problems is remembered. Problems are found again every time, so no message or location can come from an earlier text,
and forgotten entries cost only time. A key is a digest of everything that the result depends on.
"""

from __future__ import annotations

import hashlib
import marshal
from typing import Any, Final

# The bytes of a key, and the number of kept keys: the most recently used ones.
DIGEST: Final = 16
_MOST: Final = 20_000


def digest(*parts: object) -> bytes:
    """The key of a checked part: strings, bytes, numbers, None, and tuples and dictionaries of these. The order of
    dictionaries counts."""
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


class Memory:
    """The parts without problems, by key, each with an optional note of the stage that checked it."""

    def __init__(self) -> None:
        self.notes: dict[bytes, bytes] = {}  # entries of earlier checks
        self.asked: dict[bytes, bytes] = {}  # entries since `begin`
        # In this process only: files by name, as `pack.read_before` keeps them, those of the current check,
        # and the definitions of the last one.
        self.files: dict[str, Any] = {}
        self.files_read: dict[str, Any] = {}
        self.definitions: Any = None
        self.typed: Any = None  # the last pack that was typed without an error, whose definitions may be reused
        self.alone: dict[Any, Any] = {}  # diagnostics of packs of a stack checked alone, by folder
        self.own_words: dict[str, Any] = {}  # words of definitions in files of tests, by file, with their source
        self.lines: dict[str, Any] = {}  # changeable lines of definitions, as `scenario.changeable` keeps them
        self.sayings: Any = {}  # data derived from the text of definitions (`pack.said`)

    @property
    def definitions_typed(self) -> Any:
        """The definitions of that pack; None if there is none."""
        return None if self.typed is None else self.typed.definitions

    def begin(self) -> None:
        """Starts a check. Excess entries of earlier checks are dropped."""
        self.notes.update(self.asked)
        for key in list(self.notes)[: -_MOST or None] if len(self.notes) > _MOST else ():
            del self.notes[key]
        self.asked = {}

    def beside(self) -> Memory:
        """A memory for a check of the same pack with additional definitions. It shares the entries with keys, and
        begins with the files that were read. The files that it reads itself are not shared."""
        other = Memory()
        other.notes, other.asked, other.files, other.sayings = self.notes, self.asked, self.files, self.sayings
        return other

    def note(self, key: bytes) -> bytes | None:
        """The note of a part without problems (without a note: b""); None if the part must be checked."""
        found = self.asked.get(key)
        if found is None:
            found = self.notes.pop(key, None)
            if found is not None:
                self.asked[key] = found
        return found

    def knows(self, key: bytes) -> bool:
        """Whether a part had no problems."""
        return self.note(key) is not None

    def keep(self, key: bytes, note: bytes = b"") -> None:
        """Records that a part was checked and has no problems."""
        self.asked[key] = note

    def to_bytes(self) -> bytes:
        """The entries that were used since `begin`, for the cache."""
        return marshal.dumps(self.asked)

    @classmethod
    def from_bytes(cls, data: bytes | memoryview) -> Memory:
        """The memory from the result of `to_bytes`."""
        made = cls()
        made.notes = marshal.loads(data)
        return made
