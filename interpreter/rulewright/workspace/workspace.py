"""A pack that is being edited: files on disk, unsaved files, and questions about both.

    workspace = rulewright.Workspace("path/to/pack")
    workspace.write("turn.yaml", text)
    for one in workspace.diagnostics():
        print(one.span, one.message)

Everything is computed on demand and kept until a file changes. After an edit, only those parts are checked again that
the edit can have affected (`rulewright.memory`).
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from rulewright.check import model as m
from rulewright.check.apart import take_apart
from rulewright.check.builtins import BUILTINS
from rulewright.diagnostic import Diagnostic
from rulewright.diagnostics import Diagnostics
from rulewright.effects.parsed import ParsedPack
from rulewright.errors import RulewrightError
from rulewright.gc_pause import paused_collector
from rulewright.memory import Memory
from rulewright.pack.files import MANIFEST, RULEBOOK, Place, Stack, folder_named, read_source
from rulewright.scenario.checked import Checked, check_with_tests
from rulewright.source import Position, SourceText, Span
from rulewright.stack.find import stacked
from rulewright.stack.manifests import id_of, unsaved
from rulewright.workspace.changed import Changed, changes_at
from rulewright.workspace.completing import Completion, completions
from rulewright.workspace.index import Index, definitions_of, index_of
from rulewright.workspace.words import signature

# The folder of a pack, and a path inside.
_File: TypeAlias = tuple[Path, str]


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration in a file.

    Attributes:
        id: its id.
        form: its form, or the id of its kind if it is a sheet.
        signature: its head, with types.
        span: the location of its name.
    """

    id: str
    form: str
    signature: str
    span: Span


class Workspace:
    """One pack. Names of files are paths inside it with forward slashes; lines and columns count from 1.

    A pack that needs others belongs to a stack. Its own files have their usual names, and those of another pack are
    called `ID:PATH`, both for reading and for writing; `name_of` returns the name of a span's file. The current
    manifests, including unsaved ones, decide which packs there are. A pack that was once in the stack keeps its name,
    and unsaved changes to it are not lost.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = folder_named(folder)
        self._texts: dict[_File, str] = {}  # unsaved files
        self._place: Place | None = None
        self._folders: dict[str, Path] = {}  # packs that are or were in the stack, by id
        self._memory = Memory()
        self._checked: Checked | None = None
        self._index: Index | None = None
        self._parsed: ParsedPack | None = None  # the pack of the index
        self._last: m.PackDef | None = None  # the last one that could be read to its end, even with errors

    # -- texts ---------------------------------------------------------------------------------------------------------

    def write(self, file: str, text: str) -> None:
        """Sets the unsaved contents of a file, whatever is on disk. The file need not exist on disk.

        Raises:
            RulewrightError: the contents are not a `str`, but for example bytes; or no file of a pack can have that
                name, which for example leads out of it.
        """
        _must_be_text(text)
        there = self._file(file, is_own=True)
        _must_be_inside(there[1])
        self._put(there, text)

    def release(self, file: str) -> None:
        """Drops the unsaved contents of a file, so that the one on disk counts again."""
        self._put(self._file(file), None)

    def refresh(self) -> None:
        """Reports that something on disk has changed."""
        self._checked = self._place = None

    def text(self, file: str) -> str:
        """The current contents of a file. Raises RulewrightError if the pack has no such file."""
        return self._source(file).text

    def name_of(self, span: Span) -> str:
        """The name of a span's file: its path for a file of this pack, `ID:PATH` for a file of another pack. Raises
        RulewrightError for what is no span."""
        if not isinstance(span, Span):
            raise RulewrightError(f"a file is named by a Span, such as the one of a diagnostic, not by {span!r:.60}")
        folder, inside = self._file_of(span)
        if folder == self.folder:
            return inside
        return f"{next(name for name, known in self._folders.items() if known == folder)}:{inside}"

    # -- what is wrong -------------------------------------------------------------------------------------------------

    def diagnostics(self, file: str | None = None) -> tuple[Diagnostic, ...]:
        """The diagnostics of the pack and its tests, or of one file, in reading order."""
        found = tuple(self._check().diagnostics)
        asked = None if file is None else self._file(file)
        return found if asked is None else tuple(one for one in found if self._file_of(one.span) == asked)

    # -- what stands where ---------------------------------------------------------------------------------------------

    def symbols(self, file: str | None = None) -> tuple[Declared, ...]:
        """The declarations of the pack, or of one file, in the order of files and lines."""
        pack, index = self._known()
        found = [_declared(one, index.declared[one]) for one in definitions_of(pack) if one in index.declared]
        asked = None if file is None else self._file(file)
        found = [one for one in found if asked is None or self._file_of(one.span) == asked]
        return tuple(sorted(found, key=lambda one: (one.span.source.name, one.span.start)))

    def definition(self, file: str, line: int, column: int) -> Span | None:
        """The declaration of the name at a location; None if there is no name, or it is a word of the language."""
        found = self._at(file, line, column)
        return None if found is None else self._known()[1].declared.get(found[0])

    def references(self, file: str, line: int, column: int) -> tuple[Span, ...]:
        """Every location that names the same thing as the name at a location, including its declaration, in the order
        of files."""
        found = self._at(file, line, column)
        if found is None:
            return ()
        sources = {name: source for name, source in self._sources().items() if not _is_rulebook(name)}
        tests = {name: self._read(name) for name in self._check().result.pack.tests}
        sources |= {name: source for name, source in tests.items() if source is not None}
        return tuple(self._known()[1].references(found[0], sources))

    def hover(self, file: str, line: int, column: int) -> str | None:
        """The signature or type of the name at a location; None if there is no name. The lines below it are the changes
        of packs there."""
        found = self._at(file, line, column)
        lines = [one.words for one in self.changes(file, line, column)]
        return None if found is None and not lines else "\n".join([*([signature(found[0])] if found else []), *lines])

    def changes(self, file: str, line: int, column: int) -> tuple[Changed, ...]:
        """The changes of packs to the definition that is named or begins at a location, or to the field that is written
        or changed there, in the order in which they were made. Empty for a pack without others."""
        source = self._source(file)
        offset = _offset(source, line, column)
        found = self._at(file, line, column)
        named = None
        if found is not None and isinstance(found[0], m.Definition):
            one = _declared(found[0], found[1])
            named = one.form, one.id
        return changes_at(source, offset, self._check().result.pack, named)

    def completions(self, file: str, line: int, column: int) -> tuple[Completion, ...]:
        """Completions of the word that ends at a location, sorted by name. After a dot these are fields."""
        source = self._source(file)
        offset = _offset(source, line, column)
        pack, index = self._known()
        return tuple(completions(source, offset, pack, index, BUILTINS))

    # -- whose files they are ------------------------------------------------------------------------------------------

    def _where(self) -> Place:
        """The place of the pack, with the packs that it needs; any conflict between them is reported by every check."""
        if self._place is None:
            with self._as_written():
                self._place = stacked(self.folder, Diagnostics()) or self.folder
            if isinstance(self._place, Stack):
                self._folders |= {member.id: member.folder for member in self._place.members}
        return self._place

    def _as_written(self) -> AbstractContextManager[None]:
        """While this is active, manifests are read with their current contents."""
        return unsaved({folder: text for (folder, name), text in self._texts.items() if name == MANIFEST})

    def _put(self, file: _File, text: str | None) -> None:
        if self._texts.get(file) == text:
            return
        if text is None:
            del self._texts[file]
        else:
            self._texts[file] = text
        self._checked = None
        if file[1] == MANIFEST:
            self._place = None  # it may declare that it needs others

    def _file(self, name: str, is_own: bool = False) -> _File:
        """The file of a name. A bare name means a file of this pack, else (unless it `is_own`) a file of the game, as
        in spans."""
        if not isinstance(name, str):
            raise RulewrightError(f"the name of a file must be a path inside the pack as a string, not {name!r:.60}")
        place = self._where()
        pack, colon, inside = name.rpartition(":")
        if colon and pack in self._folders:
            return self._folders[pack], inside
        own = self.folder, name
        if not isinstance(place, Stack) or is_own or own in self._texts or os.path.isfile(self.folder / name):
            return own
        return own if name not in self._sources() else (place.plain.folder, name)

    def _name(self, file: _File) -> str | None:
        """The engine's name for a file; None if its pack is not there."""
        place, (folder, inside) = self._where(), file
        if not isinstance(place, Stack):
            return inside if folder == self.folder else None
        return next((one.prefix + inside for one in place.members if one.folder == folder), None)

    def _file_of(self, span: Span) -> _File:
        """The file in which a span is."""
        place, source = self._where(), span.source
        if source.name == MANIFEST and source.path:  # a manifest that was read to find out which packs there are
            folder = Path(source.path).parent
            if folder != self.folder:
                with self._as_written():
                    self._folders.setdefault(id_of(folder) or folder.name, folder)
            return folder, MANIFEST
        if not isinstance(place, Stack):
            return self.folder, source.name
        member, inside = place.of(source.name)
        return member.folder, inside

    # -- what is kept --------------------------------------------------------------------------------------------------

    def _check(self, needed: bool = False) -> Checked:
        if self._checked is None or (needed and self._checked.result.is_settled):
            with paused_collector():
                self._memory.begin()
                before = self._memory.definitions_typed
                named = {self._name(file): text for file, text in self._texts.items()}
                buffers = {name: text for name, text in named.items() if name is not None}
                with self._as_written():
                    self._checked = check_with_tests(self.folder, buffers, self._memory, needed)
                result = self._checked.result
                known = result.half_known or self._last
                kept = (known, self._memory.definitions_typed)
                for one in {self._last, before}:
                    if one is not None and not any(one is other for other in kept):
                        take_apart(one)
                self._last = known
                if result.parsed is not self._parsed and result.parsed is not None:  # symbols may persist, and move
                    self._parsed, self._index = result.parsed, None
        return self._checked

    def _known(self) -> tuple[m.PackDef, Index]:
        """The pack as far as it can be read now; if it is not a valid pack now, as it was when it last was one."""
        self._check(needed=True)
        if self._last is None:
            return m.PackDef(""), Index()
        if self._index is None:
            self._index = index_of(self._last)
        return self._last, self._index

    def _sources(self) -> dict[str, SourceText]:
        return self._check().result.pack.sources

    def _source(self, file: str) -> SourceText:
        """The source of a file, by its name in this workspace."""
        there = self._file(file)
        name = self._name(there)
        found = None if name is None else self._sources().get(name)
        found = self._from(there, file if name is None else name) if found is None else found
        if found is None:
            raise RulewrightError(f"the pack has no file '{file if name is None else name}'")
        return found

    def _read(self, name: str) -> SourceText | None:
        """The source of a file of tests, by the engine's name for it; None if it cannot be read, which is reported."""
        place = self._where()
        member, inside = place.of(name) if isinstance(place, Stack) else (None, name)
        return self._from((self.folder if member is None else member.folder, inside), name)

    def _from(self, file: _File, name: str) -> SourceText | None:
        if file in self._texts:
            return SourceText(name, self._texts[file])
        folder, inside = file
        path = folder / inside
        try:
            is_inside = path.resolve().is_relative_to(folder.resolve())
            found = read_source(folder, inside, Diagnostics()) if is_inside else None
        except (OSError, ValueError):  # its name is not valid
            return None
        return None if found is None else SourceText(name, found.text)

    def _at(self, file: str, line: int, column: int) -> tuple[m.Symbol, Span] | None:
        source = self._source(file)
        return self._known()[1].at(source, _offset(source, line, column))


def _must_be_text(text: object) -> None:
    if not isinstance(text, str):
        hint = ": decode them first" if isinstance(text, (bytes, bytearray)) else ""
        raise RulewrightError(f"the contents of a file must be a string, not {text!r:.60}{hint}")


def _must_be_inside(path: str) -> None:
    """Refuses paths that lead out of the pack or that reading it never finds: a colon ends the id of a pack."""
    if any(not name or name.startswith(".") for name in path.split("/")) or "\\" in path or ":" in path:
        such = "names with forward slashes between them, none of which begins with a dot, as in 'tests/turn.yaml'"
        raise RulewrightError(f"{path!r:.60} is not a path inside the pack: it must be {such}")


def _is_rulebook(name: str) -> bool:
    return name.rpartition(":")[2] == RULEBOOK


def _offset(source: SourceText, line: int, column: int) -> int:
    """The offset of a line and a column, both from 1; beyond the end of a line its end."""
    for one in (line, column):
        if type(one) is not int:
            raise RulewrightError(f"lines and columns must be whole numbers, not {one!r:.60}")
    starts = source.line_starts
    if not 1 <= line <= len(starts) or column < 1:
        raise RulewrightError(f"'{source.name}' has no line {line}, column {column}")
    return min(source.offset(Position(line, 1)) + column - 1, starts[line - 1] + len(source.line(line)))


def _declared(one: m.Definition, span: Span) -> Declared:
    form = one.kind.id if isinstance(one, m.SheetDef) else one.form or type(one).__name__.removesuffix("Def").lower()
    return Declared(one.id, form, signature(one), span)
