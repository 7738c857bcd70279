"""The result of checking a pack, and what a memory of earlier checks makes unnecessary in the next.

Separate because `pipeline` defines the order of the stages: here is which of them have nothing new to find. Each key
is a digest of all that a stage reads.
"""

from __future__ import annotations

import hashlib
import json
import marshal
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.diagnostics import Diagnostics
from rulewright.gc_pause import paused_collector
from rulewright.memory import DIGEST, Memory, digest
from rulewright.pack.files import MANIFEST, RULEBOOK, Place, Stack, list_files, read_source
from rulewright.program import Program

if TYPE_CHECKING:
    from rulewright.check.model import PackDef
    from rulewright.check.text import Known
    from rulewright.compile.plan import Plan
    from rulewright.effects.parsed import ParsedPack
    from rulewright.pack.model import Pack
    from rulewright.pack.said import Outside


@dataclass(slots=True)
class CheckResult:
    """The result for a pack. `definitions` and `plan` are None if there are errors; the parts that were read anyway are
    `half_known`, for editors, and the results of earlier stages stay for tools."""

    diagnostics: Diagnostics
    pack: Pack
    parsed: ParsedPack | None = None
    definitions: PackDef | None = None
    half_known: PackDef | None = None
    plan: Plan | None = None
    # For a check with a memory: digests of the pack's whole text except numbers, and of the visible parts;
    # how much was reported by reading it, which is done every time, and before it was planned, and of each how much no
    # definition accepts; whether it was found in order before, from there on.
    said: bytes = b""
    outside: Outside | None = None
    read: int = 0
    unexpected_read: int = 0
    before_plan: int = 0
    unexpected_before_plan: int = 0
    is_remembered: bool = False
    is_settled: bool = False  # and nothing but figures has changed since: then there are no definitions
    _program: Program | None = None

    @property
    def program(self) -> Program | None:
        """The program, None if there are errors. Its code is generated on first use."""
        if self._program is None and self.plan is not None:
            from rulewright.compile.link import generate
            from rulewright.pack.changed import changed_of
            from rulewright.pack.marks import marks_of, packs_of

            with paused_collector():
                self._program = generate(self.plan)
                self._program.marked = json.dumps(marks_of(self.pack))
                self._program.packs = packs_of(self.pack)
                self._program.changed = changed_of(self.pack)
        return self._program


def again_from(folder: Path, buffers: Mapping[str, str], memory: Memory) -> CheckResult | None:
    """The result of the last check, if no file of definitions has changed since."""
    if memory.definitions is None:
        return None
    last: CheckResult
    last, found = memory.definitions
    out, known = Diagnostics(), last.pack.sources
    files = list_files(folder, out, buffers)
    names = [MANIFEST] * files.has_manifest + [RULEBOOK] * files.has_rulebook + files.definitions
    if sorted(names) != sorted(known) or not all(one.span.source.name in known for one in found.reports):
        return None  # files that cannot be read now, or could not then
    for name in names:
        source = read_source(folder, name, out, buffers)
        if source is None or source.text != known[name].text:
            return None
    return None if out.reported else replace(last, diagnostics=found.copy(), pack=replace(last.pack, tests=files.tests))


def known_of(pack: Pack, memory: Memory, place: Place | None = None) -> Known:
    """The memory's data about a pack, for the stages that read it. The stated order of packs is part of a stack's
    contents."""
    from rulewright.check.text import Known
    from rulewright.pack.said import but_for_figures, outside, say

    sayings = memory.sayings = say(pack, memory.sayings)
    all_said_of = but_for_figures(pack, sayings)
    if isinstance(place, Stack):
        from rulewright.stack.said import all_said

        all_said_of = digest(all_said_of, all_said(place))
    return Known(memory, all_said_of, outside(pack, sayings))


def analysis_of(result: CheckResult) -> bytes:
    """The key for planning and analysing a pack."""
    return digest("analysis", result.said)


def _settled(result: CheckResult) -> bytes:
    """The key for a pack without problems except those that its definitions accept. The note has the sheets that it
    had, by their text."""
    return digest("settled", result.said)


def _allowed(result: CheckResult) -> bytes:
    """The key for what the definitions of such a pack accept. None of them is a sheet, because problems in sheets may
    depend on numbers."""
    return digest("allowed", result.said)


def _is_settled(result: CheckResult) -> bool:
    """Whether nothing was found in a pack after reading except what its definitions accept."""
    from rulewright.pack.forms import FORMS

    sheets = {one.id for one in result.pack.declarations if one.form not in FORMS}
    out = result.diagnostics
    return (out.unexpected == result.unexpected_read and not out.dropped
            and all(definition not in sheets for _, definition in out.spent(result.read)))  # fmt: skip


def _sheets_of(result: CheckResult) -> bytes:
    return b"".join(one.said for one in result.pack.declarations)


def keep_settled(result: CheckResult, memory: Memory) -> None:
    """The memory has that a pack is in order, if it is: what its definitions accept, and the text of its sheets."""
    if result.definitions is not None and _is_settled(result):
        memory.keep(_settled(result), _sheets_of(result))
        memory.keep(_allowed(result), marshal.dumps(result.diagnostics.spent(result.read)))


def figures_are_fine(result: CheckResult, memory: Memory) -> bool:
    """Whether the pack had no problems apart from numbers, and has none with them. Reports from reading do not count.
    """
    note, spent = memory.note(_settled(result)), memory.note(_allowed(result))
    if note is None or spent is None or result.diagnostics.has_errors or result.diagnostics.dropped:
        return False
    said = _sheets_of(result)
    if note != said:
        from rulewright.check.settled import is_in_order

        if not is_in_order(result.pack, {note[i : i + DIGEST] for i in range(0, len(note), DIGEST)}, memory.sayings):
            return False
    memory.keep(_settled(result), said)
    result.diagnostics.spend(marshal.loads(spent))
    return True


def digest_of(pack: Pack) -> str:
    """SHA-256 over names and contents of all definition files: the content that a save or replay belongs to."""
    total = hashlib.sha256()
    for name in sorted(pack.sources):
        total.update(name.encode())
        total.update(b"\0")
        total.update(pack.sources[name].text.encode())
        total.update(b"\0")
    return total.hexdigest()
