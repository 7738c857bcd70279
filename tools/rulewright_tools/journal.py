"""Records the results of the parts of long work in a file, so that an interrupted run can continue.

Separate because the rules are the same for all long work: a file continues only exactly the same task, which its first
line stamps; and an incomplete line is ignored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, TypeVar

Record = TypeVar("Record")


class NoJournal(Exception):
    """The file cannot be continued; the message says why."""


class Journal(Generic[Record]):
    """Results of parts, each a dataclass, by key: those in the file and those that are added.

    `parts` is the name of the parts (`mutants`), `make` creates a result from its fields, and `stamp` represents
    everything that the results depend on: the pack, Rulewright, and `also`, in words. Without a path nothing is
    written.
    """

    def __init__(
        self, path: Path | None, parts: str, stamp: str, make: Callable[..., Record], also: str = ""
    ) -> None:  # fmt: skip
        """Raises NoJournal if the file is something else or has another stamp, or if there is no stamp."""
        self.path, self._parts, self._make, self._also = path, parts, make, also
        self.known: dict[str, Record] = {}
        if path is not None and not stamp:
            raise NoJournal("the pack contains a link or a special file, so a change to it would go unnoticed")
        if path is not None and path.exists():
            self._read(path, stamp)
        elif path is not None:
            try:
                path.write_text(json.dumps({"form": self._form, "stamp": stamp}) + "\n", encoding="utf-8")
            except OSError as bad:
                raise NoJournal(f"'{path}' cannot be written: {bad.strerror}") from None

    @property
    def _form(self) -> str:
        return f"{self._parts} 2"

    def add(self, key: str, came: Record) -> None:
        """Records a result."""
        self.known[key] = came
        fields: Any = came
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, **asdict(fields)}) + "\n")

    def _read(self, path: Path, stamp: str) -> None:
        try:
            data = path.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            first, *lines = [json.loads(line) for line in whole.decode().splitlines()]
            if first["form"] != self._form:
                raise ValueError
            if first["stamp"] != stamp:
                also = f", or for other {self._also}" if self._also else ""
                raise NoJournal(f"'{path}' is for another state of the pack or Rulewright{also}: name a new file")
            for line in lines:
                key = line.pop("key")
                self.known[key] = self._make(**line)
        except OSError as bad:
            raise NoJournal(f"'{path}' cannot be read: {bad.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise NoJournal(f"'{path}' is not a journal of {self._parts}") from None
        if whole != data:  # cut off in place: writing the rest again would lose it on a full disk
            os.truncate(path, len(whole))
