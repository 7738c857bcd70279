"""Checks a pack with its content tests, without playing any.

Separate from the pipeline because tests depend on the pack, and not the reverse: a program is compiled and played
without them.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.diagnostics import Diagnostics
from rulewright.gc_pause import paused_collector
from rulewright.memory import Memory, digest
from rulewright.pack.files import NO_BUFFERS, Buffers, Place, read_source
from rulewright.pack.readings import check_readings
from rulewright.pack.said import Figures, say, words_of
from rulewright.pipeline import CheckResult, check_pack
from rulewright.scenario.survivors import read_reasons, titles_of
from rulewright.scenario.written import written
from rulewright.stack.find import stacked

if TYPE_CHECKING:
    from rulewright.check.model import PackDef
    from rulewright.scenario.case import Case
    from rulewright.scenario.seen import Seen
    from rulewright.source import SourceText, Span


@dataclass(slots=True)
class Checked:
    """The result for a pack, and the number of its tests. The problems of tests are in the diagnostics too."""

    result: CheckResult
    tests: int

    @property
    def diagnostics(self) -> Diagnostics:
        """All problems, of definitions and of tests."""
        return self.result.diagnostics


def check_with_tests(
    path: str | Place, buffers: Buffers = NO_BUFFERS, memory: Memory | None = None, needed: bool = False
) -> Checked:
    """Checks the pack in a folder and its tests. Names and types in tests are checked if the definitions have no error;
    the form of tests is always checked. `buffers` are contents that replace files, by their paths inside. Unchanged
    files of tests without problems are not read if a `memory` knows them and everything that they see of the pack is
    the same. `needed`: as for `check_pack`."""
    place = stacked(path, Diagnostics())
    result = check_pack(path if place is None else place, buffers, memory, needed)
    with paused_collector():
        found = Diagnostics()
        definitions = None if result.diagnostics.has_errors else result.definitions
        sources = [] if place is None else [read_source(place, name, found, buffers) for name in result.pack.tests]
        there = [one for one in sources if one is not None]
        seen = None if memory is None else _seen(result, memory)
        titles = titles_of(result.pack) if any(written(one).has_reasons for one in there) else {}
        tests = _Tests(place or Path(str(path)), buffers, memory, seen, result, titles)
        due = tests.due(there) if seen is not None or not result.is_settled else there
        if due and result.is_settled:
            return check_with_tests(path, buffers, memory, needed=True)
        tests.read(due, definitions, found)
        check_readings(result.pack, found)
        manifests = (result.pack.manifest, *result.pack.manifests.values())
        if place is not None and any("breaks" in one for one in manifests):
            from rulewright.scenario.breaking import check_breaks

            check_breaks(place, found, buffers)
        result.diagnostics.take(found)
    return Checked(result, tests.count)


def _seen(result: CheckResult, memory: Memory) -> Seen | None:
    """What tests see of the pack, derived from its definitions; None if it has errors or no tests."""
    if result.diagnostics.has_errors or result.outside is None or not result.pack.tests:
        return None
    from rulewright.scenario.seen import from_bytes, seen_by_tests

    key = digest("seen by tests", result.said)
    known = memory.note(key)
    if known is not None:
        return from_bytes(known)
    if result.definitions is None:
        return None
    made = seen_by_tests(result.definitions, result.outside)
    memory.keep(key, made.to_bytes())
    return made


class _Tests:
    """The tests of a pack that are read, and their number."""

    def __init__(
        self, folder: Place, buffers: Buffers, memory: Memory | None, seen: Seen | None, result: CheckResult,
        titles: dict[str, bool],
    ) -> None:
        self.folder = folder
        self.buffers = buffers
        self.memory = memory
        self.seen = seen
        self.result = result  # for the pack
        self.titles = titles  # the titles that reasons for survivors may name
        self.count = 0

    def due(self, sources: list[SourceText]) -> list[SourceText]:
        """The files that are not known. The tests of known files are counted."""
        due = []
        for source in sources:
            known = None if self.memory is None else self._known(self.memory, source)
            if known is None:
                due.append(source)
            else:
                self.count += known
        return due

    def _known(self, memory: Memory, source: SourceText) -> int | None:
        """The number of tests in a file without problems; None if it must be read."""
        first = b""
        for key in self._keys(source):
            noted = memory.note(key)
            if noted is not None:
                memory.keep(first or key, noted)  # the next time the first key is enough
                return int.from_bytes(noted, "big")
            first = first or key
        if not self.result.said:
            return None  # nothing can have own definitions in a pack without a manifest, which nobody has read
        noted = memory.note(self._own_key(source))
        return None if noted is None else int.from_bytes(noted, "big")

    def _keys(self, source: SourceText) -> Iterator[bytes]:
        """The keys of a file: one for everything that it can see of the pack, and one for what its words refer to."""
        if self.seen is None:
            yield _form_of(source, self._titles(source))
            return
        yield digest("tests", source.name, written(source).digest, self.seen.outside.all, self.seen.answers,
                     self._read_by(source))  # fmt: skip
        yield self._narrow_key(source, self.seen)

    def _narrow_key(self, source: SourceText, seen: Seen) -> bytes:
        """The key of a file for what its words refer to."""
        of = written(source)
        return digest("tests", source.name, of.digest, seen.outside.of(of.words), self._read_by(source))

    def _read_by(self, source: SourceText) -> list[str]:
        """What the reasons of a file depend on, and those of its words for people that the pack has."""
        return [*self._reasons_of(source), *sorted(written(source).read & self._words)]

    def _titles(self, source: SourceText) -> list[str]:
        """The titles that a file names if it has reasons for survivors, including titles that no test could name."""
        titles = [name if there else f"no {name}" for name, there in sorted(self.titles.items())]
        return titles if written(source).has_reasons else []

    def _reasons_of(self, source: SourceText) -> list[str]:
        """What the reasons of a file depend on: the existing definitions, the lines of those that it names, and the
        types in them."""
        of = written(source)
        if not of.has_reasons:
            return []
        pack, words = self.result.pack, of.words
        fields = [field for one in pack.declarations if one.id in words for field in one.fields.values()]
        fields += [one["settings"] for one in (pack.manifest, *pack.manifests.values()) if "settings" in one]
        texts = {one.node.source.name: one.node.source.text for one in fields}
        return [*self._titles(source), digest(self.result.said, sorted(texts.items())).hex()]

    def _own_key(self, source: SourceText) -> bytes:
        """The key of a file with definitions of its own, which change the whole pack. They depend on few of its
        numbers."""
        figures = self._figures.reached_by(self._own_words(source))
        return digest("own tests", source.name, written(source).digest, self.result.said, figures,
                      self._reasons_of(source))  # fmt: skip

    def _beside_key(self, source: SourceText, seen: Seen) -> bytes:
        """The key of a file whose definitions are only added to the pack: its tests see of the pack what other tests
        see, and the definitions themselves are always checked."""
        return digest("tests beside", self._narrow_key(source, seen))

    def _own_words(self, source: SourceText) -> frozenset[str]:
        """The words of the definitions in a file of tests."""
        from rulewright.scenario.own import own_definitions

        assert self.memory is not None, "without one nothing is kept"
        known = self.memory.own_words.get(source.name)
        if known is None or known[0] != (source.text, self._kinds):
            own = own_definitions(source, self._kinds)
            known = (source.text, self._kinds), frozenset() if own is None else words_of(own.text)
            self.memory.own_words[source.name] = known
        return known[1]

    def _aside(self) -> Memory:
        """A memory for reading the pack again, with the definitions of a file of tests."""
        return self._read_again if self.memory is None else self.memory.beside()

    @cached_property
    def _read_again(self) -> Memory:
        made = Memory()
        made.sayings = say(self.result.pack, made.sayings)
        return made

    @cached_property
    def _words(self) -> frozenset[str]:
        from rulewright.scenario.only_read import words_of_pack

        return words_of_pack(self.result.pack)

    @cached_property
    def _kinds(self) -> frozenset[str]:
        return frozenset([one.id for one in self.result.pack.declarations if one.form == "kind"])

    @cached_property
    def _figures(self) -> Figures:
        assert self.memory is not None, "without one nothing is kept"
        return Figures(self.result.pack, self.memory.sayings)

    def read(self, due: list[SourceText], definitions: PackDef | None, out: Diagnostics) -> None:
        """Reads files. Problems go to `out`, those of whole files before those of cases. If there are no definitions
        because they have errors, only the form of the files is checked."""
        if not due:
            return
        from rulewright.scenario.own import own_definitions
        from rulewright.scenario.read import read_file, refuse_unknown

        files = []
        for source in due:
            own = None if definitions is None else own_definitions(source, definitions.kinds)
            if own is not None:
                self.read_own(source, own, out)
                continue
            before = out.reported
            self.read_reasons(source, definitions, out)
            cases = read_file(source, definitions, out, self._kinds)
            files.append((source, cases, out.reported == before))
        every = [case for _, cases, _ in files for case in cases]
        if definitions is not None:
            from rulewright.scenario.companion import type_tests

            refuse_unknown(every, definitions)
            self.refuse_unread(every)
            type_tests(every, definitions)
        _tell_once(every, out)
        self.count += len(every)
        for source, cases, is_silent in files:
            if self.memory is not None and is_silent and not any(case.mistakes.reported for case in cases):
                # A file without problems in this pack has the right form without the pack, too.
                for key in (*self._keys(source), _form_of(source, self._titles(source))):
                    self.memory.keep(key, len(cases).to_bytes(4, "big"))

    def read_reasons(self, source: SourceText, definitions: PackDef | None, out: Diagnostics) -> None:
        """Reads why changes survive. The possible changes are known once the definitions have no error."""
        reasons = read_reasons(source, None if definitions is None else self.titles, out)
        if reasons and definitions is not None and self.result.parsed is not None:
            from rulewright.scenario.changeable import refuse_none

            kept = None if self.memory is None else self.memory.lines
            refuse_none(reasons, self.result.parsed, definitions.ranks, out, kept)

    def refuse_unread(self, cases: list[Case], own: str = "") -> None:
        """Reports words that people are supposed to read, but that neither the pack nor the file's own definitions
        contain."""
        from rulewright.scenario.only_read import read_in, refuse_unread, says_words

        if any(map(says_words, cases)):
            refuse_unread(cases, self._words | read_in(own))

    def read_own(self, source: SourceText, own: SourceText, out: Diagnostics) -> None:
        """Reads a file with definitions of its own: the pack is checked with them."""
        from rulewright.scenario.companion import type_tests
        from rulewright.scenario.own import own_beside
        from rulewright.scenario.read import read_file, refuse_unknown

        before = out.reported
        memory, beside = self.memory, b""
        with own_beside(self.result, self.folder, own, out, self.buffers, self._aside()) as (definitions, is_beside):
            if memory is not None and self.seen is not None and is_beside:
                beside = self._beside_key(source, self.seen)
                known = memory.note(beside)
                if known is not None:
                    memory.keep(self._own_key(source), known)
                    self.count += int.from_bytes(known, "big")
                    return
            self.read_reasons(source, definitions, out)
            cases = read_file(source, definitions, out, self._kinds)
            if definitions is not None:
                refuse_unknown(cases, definitions)
                self.refuse_unread(cases, own.text)
                type_tests(cases, definitions)
            _tell_once(cases, out)
            self.count += len(cases)
            if memory is not None and definitions is not None and out.reported == before:
                for key in (self._own_key(source), beside) if beside else (self._own_key(source),):
                    memory.keep(key, len(cases).to_bytes(4, "big"))


def _tell_once(cases: list[Case], out: Diagnostics) -> None:
    """Reports the problems of tests; a problem in a set-up is reported once for all tests that extend it."""
    told: set[tuple[str, Span, str]] = set()
    for case in cases:
        new = {(one.code, one.span, one.message): one for one in case.mistakes.reports}
        if not told.isdisjoint(new) and not case.mistakes.dropped:
            out.extend(one for key, one in new.items() if key not in told)
        else:
            out.take(case.mistakes)
        told |= set(new)


def _form_of(source: SourceText, titles: list[str]) -> bytes:
    """The key for the form of a file of tests, which is all that is checked while the pack has errors."""
    return digest("form of tests", source.name, written(source).digest, titles)
