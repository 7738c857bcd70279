"""Checks a pack on disk, using stored results if possible.

Separate because a command ends before its results can be reused, so parts without problems are stored in the user's
cache folder, pack by pack. For an unchanged pack without problems not even the reader is loaded.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from dataclasses import dataclass

from rulewright.assets import engine_stamp
from rulewright.cache import user_cache
from rulewright.diagnostics import Diagnostics
from rulewright.memory import Memory, digest
from rulewright.pack.files import Place, Stack, fingerprints
from rulewright.stack.find import stacked


@dataclass(slots=True)
class Verdict:
    """The problems of a pack, and the numbers of its definitions and tests."""

    diagnostics: Diagnostics
    definitions: int
    tests: int


def judge(folder: Place, tests: bool = True) -> Verdict:
    """Checks a pack, with or without its tests. If the cache is turned off, nothing is stored or reused."""
    place = stacked(folder, Diagnostics())
    if place is None:
        return _judged(folder, tests, None)
    folder = place
    cache = user_cache()
    files = None if cache is None else fingerprints(folder, tests=True)
    if cache is None or files is None:
        return _judged(folder, tests, None)
    name = _name(folder)
    data = cache.read(name)
    memory = Memory() if data is None else Memory.from_bytes(data)
    before = dict(memory.notes)
    memory.begin()
    key = digest("pack", list(files.items()), tests)
    counts = memory.note(key)
    if counts is not None:
        noted = Diagnostics()
        if isinstance(folder, Stack):
            from rulewright.stack import notes

            notes.tell(folder, noted)  # which depends on packs that are not in the stack
        return Verdict(noted, *marshal.loads(counts))
    made = _judged(folder, tests, memory)
    # The pack may have been changed while it was read.
    if fingerprints(folder, tests=True) == files:
        if not len(made.diagnostics) and not made.diagnostics.has_errors and not made.diagnostics.dropped:
            memory.keep(key, marshal.dumps((made.definitions, made.tests)))
        if memory.asked != before:
            cache.write(name, memory.to_bytes())
    return made


def _judged(folder: Place, tests: bool, memory: Memory | None) -> Verdict:
    from rulewright.pipeline import check_pack
    from rulewright.scenario.checked import Checked, check_with_tests

    made = check_with_tests(folder, memory=memory) if tests else Checked(check_pack(folder, memory=memory), 0)
    return Verdict(made.diagnostics, len(made.result.pack.declarations), made.tests)


def _name(folder: Place) -> str:
    """The name in the cache for this engine's results for the pack in a folder."""
    of = f"{os.path.realpath(str(folder))}\n{sys.implementation.cache_tag}\n{sys.version}\n{engine_stamp()}"
    return f"{hashlib.sha256(of.encode(errors='surrogateescape')).hexdigest()}.checked"
