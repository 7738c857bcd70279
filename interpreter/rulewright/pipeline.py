"""A folder becomes a program, or a list of what is wrong with it: the door for checkers, editors and players alike.

A stage of its own because the order of the stages is said once. A program that was made before from the same files by
the same engine is taken from the cache, and then no stage is even imported. Nothing of this is loaded while playing.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rulewright import program_file
from rulewright.assets import engine_stamp
from rulewright.cache import Cache, user_cache
from rulewright.collector import paused_collector
from rulewright.pack.files import fingerprint
from rulewright.program import FORMAT, Program

if TYPE_CHECKING:
    from rulewright.check.model import PackDef
    from rulewright.diagnostics import Diagnostics
    from rulewright.effects.parsed import ParsedPack
    from rulewright.pack.model import Pack


@dataclass(slots=True)
class CheckResult:
    """What became of a pack. `program` is None when there are errors; the stages before it stay for tools."""

    program: Program | None
    diagnostics: Diagnostics
    pack: Pack
    parsed: ParsedPack | None = None
    definitions: PackDef | None = None


def load_program(path: str | Path, cache: Path | Literal["user"] | None = "user") -> Program | None:
    """The program of the pack in a folder, or None if the pack has errors: `check_pack` then says which.

    `cache` is a folder for programs that were made before, `"user"` the one in the user's cache folder (which the
    environment can turn off), None none at all. Only a program of the very same files, made by the same engine with the
    same Python, is taken from it. It belongs to the user like `__pycache__`: what lies in it is run.
    """
    folder = Path(path)
    kept = user_cache() if cache == "user" else None if cache is None else Cache(cache)
    name = None if kept is None else _name_in_cache(folder)
    if kept is None or name is None:
        return check_pack(folder).program
    data = kept.read(name)
    if data is not None:
        return program_file.from_bytes(data)
    made = check_pack(folder).program
    # Somebody may have written into the pack while it was read.
    if made is not None and _name_in_cache(folder) == name:
        kept.write(name, program_file.to_bytes(made))
    return made


def _name_in_cache(folder: Path) -> str | None:
    """The name of the program of a folder as it is now; None if the folder can only be read with care."""
    content = fingerprint(folder)
    if content is None:
        return None
    total = hashlib.sha256(content)
    total.update(f"{FORMAT}\n{sys.implementation.cache_tag}\n{sys.version}\n{engine_stamp()}".encode())
    return f"{total.hexdigest()}.program"


def check_pack(path: str | Path) -> CheckResult:
    """Reads, parses, checks, compiles and analyses the pack in a folder. All mistakes of one run are in `diagnostics`,
    those that definitions allow left out."""
    from rulewright.analyse.findings import find
    from rulewright.analyse.report import report
    from rulewright.check.check import check
    from rulewright.compile.link import link
    from rulewright.diagnostics import Diagnostics
    from rulewright.effects.load import load_pack
    from rulewright.pack.allowances import report_vain
    from rulewright.pack.read import read_pack

    # What is built here lives on, nearly all of it.
    with paused_collector():
        out = Diagnostics()
        pack = read_pack(path, out)
        result = CheckResult(None, out, pack)
        if not pack.manifest:
            return result
        result.parsed = load_pack(pack, out)
        result.definitions = check(result.parsed, out)
        if result.definitions is not None and not out.has_errors:
            result.program = link(result.definitions, out, digest_of(pack))
        if result.program is not None:
            report(find(result.program), pack.sources, out)
            report_vain(out)
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
