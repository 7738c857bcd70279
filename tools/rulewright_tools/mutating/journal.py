"""Notes what became of mutants in a file, so that a run that was interrupted goes on where it was.

Separate because it says when that is sound: only for the very same files of the pack and its tests, and the same
engine. A line that was not written to its end is not there.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Final

from rulewright.assets import engine_stamp
from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import TESTS, Place, fingerprints, read_source
from rulewright.scenario.survivors import without_reasons
from rulewright_tools.mutating.trial import Outcome

_FORM: Final = "mutate 1"
_OF_TESTS: Final = re.compile(rf"(?:\A|:){TESTS}/")


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
    """What a pack and its tests are, and who tries them. Why something survives changes no outcome: what files of tests
    say of that is passed over, as far as no line of a test moves."""
    files = fingerprints(folder, tests=True) or {}
    made: list[tuple[str, bytes | str]] = []
    for name, data in sorted(files.items()):
        source = read_source(folder, name, Diagnostics()) if _OF_TESTS.search(name) else None
        text = None if source is None else "\n".join(without_reasons(source.text)).rstrip()
        if text != "":
            made.append((name, data if text is None else text))
    said = f"{engine_stamp()}\n{made}"
    return hashlib.sha256(said.encode("utf-8", "surrogateescape")).hexdigest()
