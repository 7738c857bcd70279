"""Compiles a pack folder to a program or a list of diagnostics. The entry point for checkers, editors and players.

Separate because the order of the stages is defined once. If the cache has a program for the same files and engine, no
stage is even imported. Nothing of this is loaded during play.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from rulewright import counting, program_file, verifying
from rulewright.assets import engine_stamp
from rulewright.cache import Cache, user_cache
from rulewright.diagnostics import Diagnostics
from rulewright.gc_pause import paused_collector
from rulewright.memory import Memory, digest
from rulewright.pack.files import Member, Place, Stack, fingerprints
from rulewright.program import FORMAT, Program
from rulewright.remembered import CheckResult as CheckResult
from rulewright.remembered import again_from, analysis_of, digest_of, figures_are_fine, keep_settled, known_of
from rulewright.stack.find import stacked

if TYPE_CHECKING:
    from rulewright.check.text import Known
    from rulewright.diagnostic import Diagnostic
    from rulewright.pack.model import Pack


_PATIENCE: Final = 1_000  # the most errors beyond the shown ones before the check stops


def load_program(path: str | Place, cache: Path | Literal["user"] | None = "user") -> Program | None:
    """The program of the pack in a folder, or None if the pack has errors, which `check_pack` then reports.

    `cache` is a folder for compiled programs, `"user"` for the one in the user's cache folder (which the environment
    can turn off), None for none. Only a program of exactly the same files, made by the same engine with the same
    Python, is taken from it. It belongs to the user like `__pycache__`: its contents are executed.
    """
    folder = stacked(path, Diagnostics())
    kept = user_cache() if cache == "user" else None if cache is None else Cache(cache)
    files = None if kept is None or folder is None else fingerprints(folder)
    if kept is None or files is None or folder is None:
        return check_pack(path).program
    name, before = _program_name(files), _kept_name(folder)
    data = kept.read(name)
    if data is not None:
        return program_file.from_bytes(data)
    from rulewright import incremental

    # A stack is always read completely, because the declarations of a file depend on the other packs.
    result, known = (None, {}) if isinstance(folder, Stack) else _changed(folder, files, kept, before)
    if result is None:
        result, known = check_pack(folder), {}
    made = result.program
    # The pack may have been changed while it was read.
    if made is not None and fingerprints(folder) == files:
        kept.write(name, program_file.to_bytes(made))
        assert result.parsed is not None and result.definitions is not None, "there is a program"
        if isinstance(folder, Stack):
            return made
        worth = incremental.keep(result.parsed, result.definitions, made, name, files, known)
        if worth is not None:
            kept.write(before, worth.to_bytes())
    return made


def _changed(
    folder: Path, files: dict[str, bytes], kept: Cache, name: str
) -> tuple[CheckResult | None, dict[str, bytes]]:
    """The current pack, of which only the files changed since its last program are read, with the files that were not
    read; None if everything must be read, because too much has changed or there is a problem."""
    from rulewright import incremental

    data = kept.read(name)
    before = None if data is None else incremental.from_bytes(data)
    known = None if before is None else before.unchanged(files)
    rows = None if before is None or known is None else kept.read(before.program)
    if before is None or known is None or rows is None:
        return None, {}
    result = _checked(folder, Diagnostics(patience=_PATIENCE), known, before.numbers, program_file.sheets_of(rows))
    # The known data of a file that was written while this ran may be outdated.
    return (result, known) if result.program is not None and fingerprints(folder) == files else (None, {})


def _program_name(files: dict[str, bytes]) -> str:
    """The name in the cache for the program of files with these digests."""
    return f"{engine_digest(repr((list(files.items()), verifying.is_on(), counting.is_on())))}.program"


def _kept_name(folder: Place) -> str:
    """The name in the cache for the known data of the files in a folder."""
    return f"{engine_digest(os.path.realpath(str(folder)))}.kept"


def engine_digest(text: str) -> str:
    """The digest of a string and of everything that decides what this engine does with it: for names in the cache."""
    engine = f"{FORMAT}\n{sys.implementation.cache_tag}\n{sys.version}\n{engine_stamp()}"
    return hashlib.sha256(f"{text}\n{engine}".encode(errors="surrogateescape")).hexdigest()


def check_pack(
    path: str | Place, buffers: Mapping[str, str] = MappingProxyType({}), memory: Memory | None = None,
    needed: bool = False,
) -> CheckResult:  # fmt: skip
    """Reads, parses, checks, compiles and analyses the pack in a folder. All problems of one run are in `diagnostics`,
    without those that definitions allow. `buffers` are contents that replace files, by their paths inside. Stages that
    found nothing in the same pack, as far as they read it, are skipped if a `memory` knows that. Then there is no plan,
    and so no program, and `definitions` exist only if they are `needed` or something that they depend on has changed.
    """
    from rulewright.diagnostics import Enough
    from rulewright.pack.allowances import report_vain

    # Nearly everything that is built here stays alive.
    with paused_collector():
        out = Diagnostics(patience=_PATIENCE)
        place: Place | None = None
        with suppress(Enough):
            place = stacked(path, out)
        if isinstance(place, Stack):
            from rulewright.stack import notes

            notes.tell(place, out)
        again = None if memory is None or not isinstance(place, Path) else again_from(place, buffers, memory)
        if again is not None and not (needed and again.is_settled):
            return again
        result = _checked(place, out, buffers=buffers, memory=memory, needed=needed)
        if result.plan is not None or result.is_remembered:
            if result.plan is not None:
                _analyse(result, memory, place)
            report_vain(result.diagnostics)
        if memory is not None:
            from rulewright.pack.read_before import keep_read

            keep_read(memory, result.diagnostics)
            keep_settled(result, memory)
            result.plan = None  # large, and not used by callers with a memory
            memory.definitions = result, result.diagnostics.copy()
        if isinstance(place, Stack) and result.diagnostics.reported:
            _tell_apart(place, result, buffers, memory)
        return result


def _tell_apart(place: Stack, result: CheckResult, buffers: Mapping[str, str], memory: Memory | None) -> None:
    """Marks the diagnostics that a pack has only because of others in its stack."""
    from rulewright.stack.because import show
    from rulewright.stack.unused import gather

    known: dict[str, list[Diagnostic]] = {}

    def alone(member: Member) -> Iterable[Diagnostic]:
        if member.id not in known:
            known[member.id] = list(_alone(member, place, buffers, memory))
        return known[member.id]

    if not result.diagnostics.has_errors:
        gather(place, result.pack, result.diagnostics, alone)
    show(place, result.pack, result.diagnostics, alone)


def _alone(
    member: Member, whole: Stack, buffers: Mapping[str, str], memory: Memory | None
) -> Iterable[Diagnostic]:  # fmt: skip
    """The diagnostics of a pack of a stack checked with only what it needs. A memory keeps them as long as the files
    and buffers are the same."""
    place = stacked(member.folder, Diagnostics())
    # Files have other names there: those of the named pack have no prefix.
    prefixes = {one.id: one.prefix for one in place.members} if isinstance(place, Stack) else {member.id: ""}
    own = {}
    for name, text in buffers.items():
        of, path = whole.of(name)
        if of.id in prefixes:
            own[prefixes[of.id] + path] = text
    files = None if memory is None or place is None else fingerprints(place)
    if memory is None or files is None:
        return check_pack(member.folder, own).diagnostics
    key = digest(sorted(files.items()), sorted(own.items()))
    known = memory.alone.get(member.folder)
    if known is None or known[0] != key:
        known = memory.alone[member.folder] = key, list(check_pack(member.folder, own).diagnostics)
    found: list[Diagnostic] = known[1]
    return found


def _analyse(result: CheckResult, memory: Memory | None, place: Place | None) -> None:
    """Reports the doubtful parts of the plan. If nothing was reported then and since except what definitions accept,
    the memory has that, with the allowances used."""
    from rulewright.analyse.findings import find
    from rulewright.analyse.report import report
    from rulewright.stack.said import order_said

    assert result.plan is not None
    said = order_said(place)
    if result.definitions is not None and isinstance(place, Stack):
        from rulewright.check.last_words import report_last_words

        report_last_words(result.definitions, said, result.diagnostics)
    report(find(result.plan.program, said), result.pack.sources, result.diagnostics)
    out = result.diagnostics
    if memory is not None and not out.dropped and out.unexpected == result.unexpected_before_plan:
        memory.keep(analysis_of(result), marshal.dumps(out.spent(result.before_plan)))


def _checked(
    place: Place | None,
    out: Diagnostics,
    known: Mapping[str, bytes] | None = None,
    numbers: bytes = b"",
    rows: program_file.Shelf | None = None,
    buffers: Mapping[str, str] = MappingProxyType({}),
    memory: Memory | None = None,
    needed: bool = False,
) -> CheckResult:
    """Does the work of `check_pack`, except the analysis. With files that are `known` there is a program only if
    everything has the same number as before; `rows` are then the rows of the sheets in them."""
    from rulewright.diagnostics import Enough
    from rulewright.spelling import few_comparisons
    from rulewright.stack.read import read_stack

    with paused_collector(), few_comparisons():
        pack = read_stack(place, out, known, buffers, memory)
        result = CheckResult(out, pack, read=out.reported, unexpected_read=out.unexpected)
        if not pack.manifest:
            return result
        if known:
            from rulewright import incremental

            if not incremental.is_sound(pack):
                return result
        in_order = None
        if memory is not None:
            in_order = known_of(pack, memory, place)
            result.said, result.outside = in_order.pack, in_order.outside
        if memory is not None and not needed and figures_are_fine(result, memory):
            result.is_remembered = result.is_settled = True
            return result
        with suppress(Enough):
            _type(result, memory, in_order)
            if not known and not out.has_errors:
                _tell_languages(pack, out, in_order)
        result.definitions = None if out.has_errors else result.half_known
        if result.definitions is None:
            return result
        if known:
            from rulewright.compile.layout import numbering

            if numbering(result.definitions) != numbers:
                return result
        result.before_plan, result.unexpected_before_plan = out.reported, out.unexpected
        spent = None if memory is None else memory.note(analysis_of(result))
        if spent is not None:
            out.spend(marshal.loads(spent))
            result.is_remembered = True
            return result
        from rulewright.compile.plan import plan

        result.plan = plan(result.definitions, out, digest_of(pack), rows, verify=verifying.is_on(),
                           counts=counting.is_on())
        if result.plan is not None:
            result.plan.find_effects()
        return result


def _type(result: CheckResult, memory: Memory | None, known: Known | None) -> None:
    """Resolves every name and types all code. With a memory, the definitions of the last pack that was typed without an
    error are reused if little has changed since."""
    from rulewright.check.check import look_again, read_all
    from rulewright.check.renewing import Typed, renewed
    from rulewright.effects.load import load_pack

    pack, out = result.pack, result.diagnostics
    if memory is not None and memory.typed is not None and not (out.has_errors or out.dropped):
        again = renewed(memory.typed, pack, memory.sayings)
        if again is not None:
            memory.typed = again
            if look_again(again, out, known):
                result.parsed, result.half_known = again.parsed, again.definitions
                return
    before = out.reported
    result.parsed = load_pack(pack, out)
    loading = list(islice(out.reports, before, None))
    result.half_known, typing = read_all(result.parsed, out, known)
    if memory is not None and not out.has_errors:
        memory.typed = Typed(pack, result.parsed, result.half_known, (*loading, *typing))


def _tell_languages(pack: Pack, out: Diagnostics, in_order: Known | None) -> None:
    """Reports texts for people in languages that few other texts have, unless the same pack had no problems."""
    from rulewright.pack.told_in import check_languages

    key, before = b"" if in_order is None else digest("languages", in_order.pack), out.reported
    if in_order is None or not in_order.memory.knows(key):
        check_languages(pack, out)
        if in_order is not None and out.reported == before:
            in_order.memory.keep(key)
