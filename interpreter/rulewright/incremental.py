"""Stores what is known of the files of a pack, so that a run after a change reads only the changed files.

Separate because it is the only code that decides when that is sound. A new program is always linked from all
definitions, but two things are reused. A file with the same bytes is not read again: its declarations are stored
(`rulewright.pack.snapshot`). And a plain sheet in it is not filled again: its row of the program is reused, because a
row depends only on the sheet, the kinds, enumerations, dice and statuses (files with these must all be the same) and
the numbers of declarations (which are compared).
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rulewright.check.model import PackDef, SheetDef
from rulewright.compile.layout import numbering
from rulewright.effects.outline import Outline, outline_of
from rulewright.effects.parsed import ParsedPack, SheetText
from rulewright.pack.files import MANIFEST
from rulewright.pack.model import Declaration, Pack
from rulewright.pack.snapshot import pack_file
from rulewright.pack.tree import Scalar
from rulewright.program import Program

# The forms that sheets depend on.
_WORDS: Final = frozenset({"kind", "enum", "die", "status"})


@dataclass(slots=True)
class Kept:
    """What is known of the files of a pack without errors.

    `files`: name -> digest of the bytes; `words`: the files that must all be the same; `numbers`: the result of
    `layout.numbering`; `program`: the name of the program in the cache, whose sheets have the rows; `declarations`:
    those of files that need not be read again, by name, for `read_pack`.
    """

    files: dict[str, bytes]
    words: list[str]
    numbers: bytes
    program: str
    declarations: dict[str, bytes]

    def unchanged(self, files: Mapping[str, bytes]) -> dict[str, bytes] | None:
        """The declarations of unchanged files; None if too much has changed for them to be useful."""
        if any(files.get(name) != self.files[name] for name in self.words):
            return None
        found = {name: one for name, one in self.declarations.items() if files.get(name) == self.files[name]}
        return found or None

    def to_bytes(self) -> bytes:
        """As bytes for the cache."""
        return marshal.dumps((self.files, self.words, self.numbers, self.program, self.declarations))


def from_bytes(data: bytes | memoryview) -> Kept:
    """The result of `to_bytes` of the same engine and the same Python."""
    return Kept(*marshal.loads(data))


def keep(
    parsed: ParsedPack, definitions: PackDef, program: Program, name: str, files: dict[str, bytes],
    known: Mapping[str, bytes],
) -> Kept | None:  # fmt: skip
    """What to store for a pack that was read, checked and linked; None if it has no plain sheets. `name` is the name of
    its program in the cache; `known` are the files that were not read this time."""
    by_file: dict[str, list[Declaration]] = {}
    for one in parsed.pack.declarations:
        by_file.setdefault(one.file, []).append(one)
    words = [MANIFEST]
    declarations: dict[str, bytes] = {}
    plain = _Plain(parsed, definitions, program)
    for file, several in by_file.items():
        if any(one.form in _WORDS for one in several):
            words.append(file)
        elif file in known:
            declarations[file] = known[file]
        elif all(template_of(one) is None for one in several):  # otherwise fields of other files are merged into it
            declarations[file] = pack_file(several, plain.outline)
    if not plain.found and not known:
        return None
    return Kept(files, words, numbering(definitions), name, declarations)


def template_of(one: Declaration) -> tuple[str, str] | None:
    """Form and id of the definition that a definition extends."""
    said = one.fields.get("extends")
    return (one.form, said.node.value) if said is not None and isinstance(said.node, Scalar) else None


def is_sound(pack: Pack) -> bool:
    """Whether no definition extends a sheet of which only the outline exists."""
    outlines = {(one.form, one.id) for one in pack.declarations if one.outline is not None}
    return not any(template_of(one) in outlines for one in pack.declarations)


class _Plain:
    """The plain sheets of a pack: those of one cell that have only printed fields, keywords and modifiers, whose parts
    do not even have these, and that are not templates. `found` tells whether there were any."""

    def __init__(self, parsed: ParsedPack, definitions: PackDef, program: Program) -> None:
        self._numbers = {name: number for number, name in enumerate(definitions.sheets)}
        self._rows = program.sheets
        self._texts = {id(one.declaration): one.body for one in parsed.definitions}
        self._sheets = definitions.sheets
        self._templates = {template_of(one.declaration) for one in parsed.definitions}
        # A `must` of a kind is evaluated for everything that a sheet prints.
        self._musts = any(kind.must for kind in definitions.kinds.values())
        self.found = False

    def outline(self, one: Declaration) -> Outline | None:
        """The outline of a plain sheet; None for any other declaration."""
        text = self._texts[id(one)]
        sheet = self._sheets.get(one.header.id) if one.header is not None else None
        if not isinstance(text, SheetText) or sheet is None or (one.form, one.id) in self._templates:
            return None
        if sheet.allow or self._musts or not self._is_plain(sheet):
            return None
        self.found = True
        return outline_of(one, text)

    def _is_plain(self, sheet: SheetDef) -> bool:
        holder = sheet.holder
        if sheet.formulas or sheet.texts or (holder is not None and (holder.reactions or holder.active is not None)):
            return False
        parts = [part for several in sheet.parts.values() for part in several]
        is_small = self._rows[self._numbers[sheet.id]].size == 1
        return is_small and all(part.holder is None and self._is_plain(part) for part in parts)
