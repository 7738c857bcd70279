"""A folder becomes a program, or a list of what is wrong with it: the door for checkers, editors and players alike.

Separate because the order of the stages is said once. A program that was made before from the same files by the same
engine is taken from the cache, and then no stage is even imported. Nothing of this is loaded while playing.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from rulewright import program_file, verifying
from rulewright.assets import engine_stamp
from rulewright.cache import Cache, user_cache
from rulewright.collector import paused_collector
from rulewright.pack.files import fingerprints
from rulewright.program import FORMAT, Program

if TYPE_CHECKING:
    from rulewright.check.model import PackDef
    from rulewright.compile.plan import Plan
    from rulewright.diagnostics import Diagnostics
    from rulewright.effects.parsed import ParsedPack
    from rulewright.pack.model import Pack


_PATIENCE: Final = 1_000  # errors that are no longer shown, until nobody looks for more


@dataclass(slots=True)
class CheckResult:
    """What became of a pack. `definitions` and `plan` are None when there are errors; what was read all the same is
    `half_known`, for editors, and the stages before it stay for tools."""

    diagnostics: Diagnostics
    pack: Pack
    parsed: ParsedPack | None = None
    definitions: PackDef | None = None
    half_known: PackDef | None = None
    plan: Plan | None = None
    _program: Program | None = None

    @property
    def program(self) -> Program | None:
        """The program, None when there are errors. Its code is generated when somebody first asks for it."""
        if self._program is None and self.plan is not None:
            from rulewright.compile.link import generate

            with paused_collector():
                self._program = generate(self.plan)
        return self._program


def load_program(path: str | Path, cache: Path | Literal["user"] | None = "user") -> Program | None:
    """The program of the pack in a folder, or None if the pack has errors: `check_pack` then says which.

    `cache` is a folder for programs that were made before, `"user"` the one in the user's cache folder (which the
    environment can turn off), None none at all. Only a program of the very same files, made by the same engine with the
    same Python, is taken from it. It belongs to the user like `__pycache__`: what lies in it is run.
    """
    folder = Path(path)
    kept = user_cache() if cache == "user" else None if cache is None else Cache(cache)
    files = None if kept is None else fingerprints(folder)
    if kept is None or files is None:
        return check_pack(folder).program
    name, before = _program_name(files), _kept_name(folder)
    data = kept.read(name)
    if data is not None:
        return program_file.from_bytes(data)
    from rulewright import keeping

    result, known = _changed(folder, files, kept, before)
    if result is None:
        result, known = check_pack(folder), {}
    made = result.program
    # Somebody may have written into the pack while it was read.
    if made is not None and fingerprints(folder) == files:
        kept.write(name, program_file.to_bytes(made))
        assert result.parsed is not None and result.definitions is not None, "there is a program"
        worth = keeping.keep(result.parsed, result.definitions, made, name, files, known)
        if worth is not None:
            kept.write(before, worth.to_bytes())
    return made


def _changed(
    folder: Path, files: dict[str, bytes], kept: Cache, name: str
) -> tuple[CheckResult | None, dict[str, bytes]]:
    """The pack as it is now, of which only what has changed since its last program is read, with the files that were
    not; None if all has to be read, because too much has changed or something is wrong."""
    from rulewright import keeping

    data = kept.read(name)
    before = None if data is None else keeping.from_bytes(data)
    known = None if before is None else before.unchanged(files)
    rows = None if before is None or known is None else kept.read(before.program)
    if before is None or known is None or rows is None:
        return None, {}
    result = _checked(folder, known, before.numbers, program_file.sheets_of(rows))
    # Of a file that was written while this ran, what is known may not be true.
    return (result, known) if result.program is not None and fingerprints(folder) == files else (None, {})


def _program_name(files: dict[str, bytes]) -> str:
    """The name in the cache for the program of files with these digests."""
    return f"{_digest(repr((list(files.items()), verifying.is_on())))}.program"


def _kept_name(folder: Path) -> str:
    """The name in the cache for what is known of the files in a folder."""
    return f"{_digest(os.path.realpath(folder))}.kept"


def _digest(text: str) -> str:
    engine = f"{FORMAT}\n{sys.implementation.cache_tag}\n{sys.version}\n{engine_stamp()}"
    return hashlib.sha256(f"{text}\n{engine}".encode(errors="surrogateescape")).hexdigest()


def check_pack(path: str | Path, buffers: Mapping[str, str] = MappingProxyType({})) -> CheckResult:
    """Reads, parses, checks, compiles and analyses the pack in a folder. All mistakes of one run are in `diagnostics`,
    those that definitions allow left out. `buffers` are texts that stand in place of files, by their paths inside."""
    from rulewright.analyse.findings import find
    from rulewright.analyse.report import report
    from rulewright.pack.allowances import report_vain

    # What is built here lives on, nearly all of it.
    with paused_collector():
        result = _checked(path, buffers=buffers)
        if result.plan is not None:
            report(find(result.plan.program), result.pack.sources, result.diagnostics)
            report_vain(result.diagnostics)
        return result


def _checked(
    path: str | Path,
    known: Mapping[str, bytes] | None = None,
    numbers: bytes = b"",
    rows: program_file.Shelf | None = None,
    buffers: Mapping[str, str] = MappingProxyType({}),
) -> CheckResult:
    """What `check_pack` does, without the analysis. With files that are `known` there is a program only if everything
    has the same number as before: then `rows` are those of the sheets in them."""
    from rulewright import keeping
    from rulewright.check.check import read_all
    from rulewright.compile.layout import numbering
    from rulewright.compile.plan import plan
    from rulewright.diagnostics import Diagnostics, Enough
    from rulewright.effects.load import load_pack
    from rulewright.pack.read import read_pack
    from rulewright.spelling import few_comparisons

    with paused_collector(), few_comparisons():
        out = Diagnostics(patience=_PATIENCE)
        pack = read_pack(path, out, known, buffers)
        result = CheckResult(out, pack)
        if not pack.manifest or (known and not keeping.is_sound(pack)):
            return result
        with suppress(Enough):
            result.parsed = load_pack(pack, out)
            result.half_known = read_all(result.parsed, out)
        result.definitions = None if out.has_errors else result.half_known
        if result.definitions is None or (known and numbering(result.definitions) != numbers):
            return result
        result.plan = plan(result.definitions, out, digest_of(pack), rows, verify=verifying.is_on())
        if result.plan is not None:
            result.plan.find_effects()
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
