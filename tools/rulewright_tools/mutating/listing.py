"""Lists the mutants of a checked pack: every change of its code, with the definition, the rules and what it concerns.

Separate because a change belongs to a node, and a mutant to a pack: it can be chosen by rule, file and definition, and
it is known which tests cannot notice it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.check.model import PackDef
from rulewright.effects.parsed import Parsed, ParsedPack, ReactionText
from rulewright.scenario.changeable import below, field_at, lines_of
from rulewright.scenario.changes import Change, of_condition, of_reaction
from rulewright_tools.mutating.concerns import Concerns, Condition, Topics


@dataclass(frozen=True, slots=True)
class Mutant:
    """A pack in which one stretch of a file is replaced. `at`: the field of the definition (keys joined by dots).
    `topics`: what a test must involve to notice the mutant (ids of definitions); None: any test may notice it. `sheet`:
    a sheet that the test must involve as well."""

    kind: str
    file: str
    start: int
    end: int
    text: str
    form: str
    definition: str
    rules: tuple[str, ...]
    line: int
    before: str
    after: str
    at: str
    topics: Topics = field(default=None, compare=False)
    sheet: str | None = field(default=None, compare=False)

    @property
    def key(self) -> str:
        """Returns the key of the mutant in a journal."""
        said = f"{self.file}\n{self.start}\n{self.end}\n{self.text}"
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    @property
    def title(self) -> str:
        """Returns the form and id of the definition."""
        return f"{self.form} {self.definition}".strip()


def mutants_of(parsed: ParsedPack, definitions: PackDef) -> list[Mutant]:
    """Returns all mutants of a checked pack, in the order of files and locations, each text once."""
    made: dict[tuple[str, int, int, str], Mutant] = {}
    lister = _Lister(parsed, definitions)
    for one in parsed.definitions:
        for change, topics in lister.of_definition(one):
            lister.add(made, change, one, topics)
    for name, setting in parsed.manifest.settings.items():
        for change in below(setting):
            lister.add(made, change, ("setting", name), None)
    return sorted(made.values(), key=lambda one: (one.file, one.start, one.end, one.text))


def chosen(
    found: list[Mutant], rules: Collection[str], files: Collection[str], definitions: Collection[str]
) -> list[Mutant]:
    """Returns the mutants of some rules, in some files, of some definitions; an empty choice means all."""
    return [
        one for one in found
        if (not rules or any(rule in one.rules for rule in rules))
        and (not files or one.file in files)
        and (not definitions or one.definition in definitions)
    ]  # fmt: skip


def drawn(found: list[Mutant], count: int | None, seed: int) -> list[Mutant]:
    """Returns `count` of the mutants, drawn from a seed: a larger count draws the same ones and more."""
    if count is None:
        return found
    shuffled = list(found)
    random.Random(f"mutate {seed}").shuffle(shuffled)
    return shuffled[:count]


class _Lister:
    def __init__(self, parsed: ParsedPack, definitions: PackDef) -> None:
        self.concerns = Concerns(parsed, definitions)
        self._ranks = definitions.ranks

    def of_definition(self, one: Parsed) -> Iterator[tuple[Change, Topics]]:
        """Yields the changes of a definition, and what each concerns."""
        for part, topics in self.concerns.parts(one):
            known = self.concerns.expanded(topics)
            for change in self._of_part(part):
                yield change, known

    def add(
        self, made: dict[tuple[str, int, int, str], Mutant], change: Change, of: Parsed | tuple[str, str],
        topics: Topics,
    ) -> None:  # fmt: skip
        """Adds the mutant of a change, if no other has the same text."""
        place = (change.source.name, change.start, change.end, change.text)
        if place in made or change.source.text[change.start : change.end] == change.text:
            return
        rules: tuple[str, ...] = ()
        sheet: str | None = None
        if isinstance(of, tuple):
            form, definition = of
        else:
            form, definition = of.declaration.form, of.header.id
            rules = tuple(word.text for word in of.cited)
            # A template's modifiers are in all definitions that extend it.
            sheet = definition if of.form == "sheet" and change.source.name == of.declaration.file else None
        line, before, after = lines_of(change)
        at = field_at({} if isinstance(of, tuple) else of.declaration.fields, change)
        made[place] = Mutant(change.kind, *place, form, definition, rules, line, before, after, at, topics, sheet)

    def _of_part(self, part: Any) -> Iterator[Change]:
        match part:
            case Condition():
                yield from of_condition(part.condition)
                yield from below(part.condition)
            case ReactionText():
                yield from of_reaction(part, self._ranks)
                yield from below(part)
            case _:
                yield from below(part)
