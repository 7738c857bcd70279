"""The packs that ship, prepared once in a process for comparing engine and oracle: that takes longer than a match. What
the engine plays is the program that a run of tests keeps."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tests.oracle.compare import Prepared, prepare

from rulewright.pipeline import load_program

ROOT = Path(__file__).parents[1]


@lru_cache(2)  # they hold typed texts and programs: tens of megabytes each
def prepared(pack: str) -> Prepared:
    """A pack by its folder in the checkout."""
    return prepare(ROOT / pack, load_program(ROOT / pack))
