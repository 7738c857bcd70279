"""Notes what became of mutants in a file, so that a run that was interrupted goes on where it was.

Separate because it says when that is sound: only for the very same files of the pack and its tests, and the same
engine. A line that was not written to its end is not there.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

from rulewright.assets import engine_stamp
from rulewright.pack.files import Place, fingerprints
from rulewright_tools.mutating.trial import Outcome

_FORM: Final = "mutate 1"


class NoJournal(Exception):
    """A file that cannot be gone on with: the words say why."""


class Journal:
    """The outcomes of mutants by their keys, those of the file and those that are added."""

    def __init__(self, path: Path | None, stamp: str) -> None:
        """Raises NoJournal if there is a file of something else, or of another state of the pack."""
        self.path = path
        self.known: dict[str, Outcome] = {}
        if path is not None and path.exists():
            self._read(path, stamp)
        elif path is not None:
            try:
                path.write_text(json.dumps({"form": _FORM, "stamp": stamp}) + "\n", encoding="utf-8")
            except OSError as bad:
                raise NoJournal(f"'{path}' cannot be written: {bad.strerror}") from None

    def add(self, key: str, outcome: Outcome) -> None:
        """Note one."""
        self.known[key] = outcome
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"mutant": key, **asdict(outcome)}) + "\n")

    def _read(self, path: Path, stamp: str) -> None:
        try:
            text = path.read_text(encoding="utf-8")
            whole, _, rest = text.rpartition("\n")
            first, *lines = [json.loads(line) for line in whole.splitlines()]
            if first["form"] != _FORM:
                raise ValueError
            if first["stamp"] != stamp:
                raise NoJournal(f"'{path}' is of another state of the pack or of Rulewright: name a new file")
            for line in lines:
                key = line.pop("mutant")
                self.known[key] = Outcome(**line)
        except OSError as bad:
            raise NoJournal(f"'{path}' cannot be read: {bad.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise NoJournal(f"'{path}' is no journal of mutants") from None
        if rest:
            path.write_text(f"{whole}\n", encoding="utf-8")


def stamp_of(folder: Place) -> str:
    """What a pack and its tests are, and who tries them."""
    files = fingerprints(folder, tests=True)
    said = f"{engine_stamp()}\n{sorted((files or {}).items())}"
    return hashlib.sha256(said.encode("utf-8", "surrogateescape")).hexdigest()
