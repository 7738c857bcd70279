"""A folder becomes a program, or a list of what is wrong with it: the door for checkers, editors and players alike.

A stage of its own because the order of the stages is said once. Nothing of this is loaded while playing.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from rulewright.check.check import check
from rulewright.check.model import PackDef
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.effects.parsed import ParsedPack
from rulewright.pack.model import Pack
from rulewright.pack.read import read_pack
from rulewright.program import Program


@dataclass(slots=True)
class CheckResult:
    """What became of a pack. `program` is None when there are errors; the stages before it stay for tools."""

    program: Program | None
    diagnostics: Diagnostics
    pack: Pack
    parsed: ParsedPack | None = None
    definitions: PackDef | None = None


def check_pack(path: str | Path) -> CheckResult:
    """Reads, parses, checks and compiles the pack in a folder. All mistakes of one run are in `diagnostics`."""
    out = Diagnostics()
    pack = read_pack(path, out)
    result = CheckResult(None, out, pack)
    if not pack.manifest:
        return result
    result.parsed = load_pack(pack, out)
    result.definitions = check(result.parsed, out)
    if result.definitions is not None and not out.has_errors:
        result.program = link(result.definitions, out, digest_of(pack))
    return result


def digest_of(pack: Pack) -> str:
    """SHA-256 over names and texts of all definition files: which content a save or replay belongs to."""
    total = hashlib.sha256()
    for name in sorted(pack.sources):
        total.update(name.encode())
        total.update(b"\0")
        total.update(pack.sources[name].text.encode())
        total.update(b"\0")
    return total.hexdigest()
