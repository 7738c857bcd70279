"""A pack that is being edited: files on disk, texts that are not saved yet, and questions about both.

    workspace = rulewright.Workspace("path/to/pack")
    workspace.write("turn.yaml", text)
    for one in workspace.diagnostics():
        print(one.span, one.message)

Everything is worked out when it is asked for and kept until a text changes. Behind an edit only that is looked at again
which can have become wrong by it (`rulewright.memory`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.check import model as m
from rulewright.check.apart import take_apart
from rulewright.check.builtins import BUILTINS
from rulewright.collector import paused_collector
from rulewright.diagnostic import Diagnostic
from rulewright.diagnostics import Diagnostics
from rulewright.errors import RulewrightError
from rulewright.memory import Memory
from rulewright.pack.files import RULEBOOK, Place, Stack
from rulewright.scenario.checked import Checked, check_with_tests
from rulewright.source import Position, SourceText, Span
from rulewright.stack.find import stacked
from rulewright.workspace.completing import Completion, completions
from rulewright.workspace.index import Index, definitions_of, index_of
from rulewright.workspace.words import signature


@dataclass(frozen=True, slots=True)
class Declared:
    """Something that a file declares.

    Attributes:
        id: its id.
        form: its form, or the id of its kind if it is a sheet.
        signature: its head, with types.
        span: where its name stands.
    """

    id: str
    form: str
    signature: str
    span: Span


class Workspace:
    """One pack. Names of files are paths inside it with forward slashes; lines and columns count from 1.

    A pack that needs others is one of a stack. Its own files are named as ever, those of another pack `ID:PATH`: so
    they are asked for and written, and `name_of` says the name of a span's file. Which packs there are is read from
    disk."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._buffers: dict[str, str] = {}  # by the names that the engine has for files
        self._place: Place | None = None
        self._memory = Memory()
        self._checked: Checked | None = None
        self._index: Index | None = None
        self._last: m.PackDef | None = None  # the last one that could be read to its end, mistakes and all

    # -- texts ---------------------------------------------------------------------------------------------------------

    def write(self, file: str, text: str) -> None:
        """From now on a file says this, whatever is on disk. It need not be on disk at all."""
        name = self._inside(file, is_own=True)
        if self._buffers.get(name) != text:
            self._buffers[name] = text
            self._checked = None

    def release(self, file: str) -> None:
        """From now on a file says what is on disk."""
        if self._buffers.pop(self._inside(file), None) is not None:
            self._checked = None

    def refresh(self) -> None:
        """Something on disk has changed."""
        self._checked = self._place = None

    def text(self, file: str) -> str:
        """What a file says now. Raises RulewrightError if the pack has no such file."""
        return self._source(self._inside(file)).text

    def name_of(self, span: Span) -> str:
        """The name of the file in which a span is: that of an own file, or `ID:PATH` of another pack."""
        name, place = span.source.name, self._where()
        if not isinstance(place, Stack):
            return name
        member, inside = place.of(name)
        return inside if member.id == place.main else f"{member.id}:{inside}"

    # -- what is wrong -------------------------------------------------------------------------------------------------

    def diagnostics(self, file: str | None = None) -> tuple[Diagnostic, ...]:
        """What is wrong with the pack and its tests, or what of it stands in one file, in reading order."""
        found = tuple(self._check().diagnostics)
        name = None if file is None else self._inside(file)
        return found if name is None else tuple(one for one in found if one.span.source.name == name)

    # -- what stands where ---------------------------------------------------------------------------------------------

    def symbols(self, file: str | None = None) -> tuple[Declared, ...]:
        """What the pack declares, or one file of it, in the order of files and lines."""
        pack, index = self._known()
        found = [_declared(one, index.declared[one]) for one in definitions_of(pack) if one in index.declared]
        name = None if file is None else self._inside(file)
        found = [one for one in found if name is None or one.span.source.name == name]
        return tuple(sorted(found, key=lambda one: (one.span.source.name, one.span.start)))

    def definition(self, file: str, line: int, column: int) -> Span | None:
        """Where the name at a place is declared; None where nothing is named, or it is a word of the language."""
        found = self._at(file, line, column)
        return None if found is None else self._known()[1].declared.get(found[0])

    def references(self, file: str, line: int, column: int) -> tuple[Span, ...]:
        """Every place that names what the name at a place means, its declaration too, in the order of files."""
        found = self._at(file, line, column)
        if found is None:
            return ()
        sources = {name: source for name, source in self._sources().items() if not _is_rulebook(name)}
        sources |= {name: self._source(name) for name in self._check().result.pack.tests}
        return tuple(self._known()[1].references(found[0], sources))

    def hover(self, file: str, line: int, column: int) -> str | None:
        """What the name at a place is: its signature, or its type; None where nothing is named."""
        found = self._at(file, line, column)
        return None if found is None else signature(found[0])

    def completions(self, file: str, line: int, column: int) -> tuple[Completion, ...]:
        """What may be meant by the word that ends at a place, by name. Behind a point these are fields."""
        source = self._source(self._inside(file))
        offset = _offset(source, line, column)
        pack, index = self._known()
        return tuple(completions(source, offset, pack, index, BUILTINS))

    # -- whose files they are ------------------------------------------------------------------------------------------

    def _where(self) -> Place:
        """Where the pack lies, with those that it needs; what keeps them apart is reported by every check."""
        if self._place is None:
            self._place = stacked(self.folder, Diagnostics()) or self.folder
        return self._place

    def _inside(self, file: str, is_own: bool = False) -> str:
        """The name that the engine has for a file. A bare name is that of an own file, else (unless it `is_own`) that
        of a file of the game, as spans have it."""
        place = self._where()
        if not isinstance(place, Stack):
            return file
        pack, _, inside = file.rpartition(":")
        for member in place.members:
            if member.id == pack:
                return member.prefix + inside
        own = place.prefix + file
        there = is_own or own in self._buffers or (self.folder / file).is_file()
        return own if there or file not in self._sources() else file

    # -- what is kept --------------------------------------------------------------------------------------------------

    def _check(self, needed: bool = False) -> Checked:
        if self._checked is None or (needed and self._checked.result.is_settled):
            with paused_collector():
                self._memory.begin()
                self._checked = check_with_tests(self.folder, self._buffers, self._memory, needed)
                known = self._checked.result.half_known
                if known is not None and known is not self._last:
                    if self._last is not None:
                        take_apart(self._last)
                    self._last, self._index = known, None
        return self._checked

    def _known(self) -> tuple[m.PackDef, Index]:
        """The pack as far as it can be read now; where it is no pack, as it was when it was one."""
        self._check(needed=True)
        if self._last is None:
            return m.PackDef(""), Index()
        if self._index is None:
            self._index = index_of(self._last)
        return self._last, self._index

    def _sources(self) -> dict[str, SourceText]:
        return self._check().result.pack.sources

    def _source(self, file: str) -> SourceText:
        found = self._sources().get(file)
        if found is not None:
            return found
        if file in self._buffers:
            return SourceText(file, self._buffers[file])
        place = self._where()
        member, name = place.of(file) if isinstance(place, Stack) else (None, file)
        folder = self.folder if member is None else member.folder
        path = folder / name
        try:
            inside = path.resolve().is_relative_to(folder.resolve())
            return SourceText(file, path.read_text("utf-8")) if inside else _no_file(file)
        except (OSError, UnicodeDecodeError):
            return _no_file(file)

    def _at(self, file: str, line: int, column: int) -> tuple[m.Symbol, Span] | None:
        source = self._source(self._inside(file))
        return self._known()[1].at(source, _offset(source, line, column))


def _is_rulebook(name: str) -> bool:
    return name.rpartition(":")[2] == RULEBOOK


def _no_file(file: str) -> SourceText:
    raise RulewrightError(f"the pack has no file '{file}'")


def _offset(source: SourceText, line: int, column: int) -> int:
    """The offset of a line and a column, both from 1; beyond the end of a line its end."""
    starts = source.line_starts
    if not 1 <= line <= len(starts) or column < 1:
        raise RulewrightError(f"'{source.name}' has no line {line}, column {column}")
    return min(source.offset(Position(line, 1)) + column - 1, starts[line - 1] + len(source.line(line)))


def _declared(one: m.Definition, span: Span) -> Declared:
    form = one.kind.id if isinstance(one, m.SheetDef) else one.form or type(one).__name__.removesuffix("Def").lower()
    return Declared(one.id, form, signature(one), span)
