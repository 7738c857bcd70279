"""Says what the outcomes of mutants hang on: so a journal of them goes on only for the very same files of the pack and
its tests, and the same engine.

Separate because why a mutant survives is written into the tests while one works through a journal, and changes none.
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
    """What a pack and its tests are, and who tries them. Why something survives changes no outcome: what files of tests
    say of that is passed over, as far as no line of a test moves. "" where the files cannot be told."""
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
