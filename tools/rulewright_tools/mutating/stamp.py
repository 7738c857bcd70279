"""Returns a stamp of what the outcomes of mutants depend on, so that a journal continues only with exactly the same
files of the pack and its tests, and the same engine.

Separate because reasons for survivors are added to the tests while the author works through a journal, and change no
outcome.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.assets import engine_stamp
from rulewright.diagnostics import Diagnostics
from rulewright.memory import digest
from rulewright.pack.files import TESTS, Place, fingerprints, read_source
from rulewright.scenario.survivors import without_reasons

_OF_TESTS: Final = re.compile(rf"(?:\A|:){TESTS}/")


def stamp_of(folder: Place) -> str:
    """Returns the stamp of a pack, its tests and the engine. Reasons for survivors change no outcome: they are ignored
    in the files of tests if no line of a test moves. Returns "" if the files cannot be determined."""
    files = fingerprints(folder, tests=True)
    if files is None:
        return ""
    made: list[tuple[str, bytes | str]] = []
    for name, data in sorted(files.items()):
        source = read_source(folder, name, Diagnostics()) if _OF_TESTS.search(name) else None
        text = None if source is None else "\n".join(without_reasons(source.text)).rstrip()
        if text != "":
            made.append((name, data if text is None else text))
    return digest(engine_stamp(), made).hex()
