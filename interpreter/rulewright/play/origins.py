"""Finds the pack of a stack whose code made an entry of the log.

Separate because it is computed only when a person asks, from the locations that a program keeps anyway: playing a match
records nothing for it.
"""

from __future__ import annotations

import marshal
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Final

from rulewright.play.entries import Began, Entry, Finished, Reacted, ReactionOver
from rulewright.play.going_on import going_on
from rulewright.play.state import State
from rulewright.program import Program
from rulewright.shapes import BEGAN, EVENT

# Functions of code, as generated modules name them: for an event that cannot ask, by its number, and blocks by theirs.
_TEXT: Final = re.compile(r"[Db]\d+_")


def pack_of(file: str) -> str:
    """The id of the pack to which a file of a stack belongs, from its name; empty for the game's own."""
    return file.rpartition(":")[0]


@dataclass(slots=True)
class _Running:
    """A running event or reaction: its depth, and the pack of its code. A reaction has the depth of the event to which
    it reacts, and comes after it."""

    depth: int
    pack: str
    is_reaction: bool = False


class Origins:
    """The packs responsible for the entries of matches of one program. `is_stack`: there are several packs."""

    def __init__(self, program: Program) -> None:
        self._reactions = [pack_of(one.place[0]) for one in program.reactions]
        self._events = [pack_of(one.place[0]) for one in program.events]
        self.is_stack = any(self._reactions) or any(self._events) or any(":" in file for file, *_ in program.lines)
        self._texts = _texts(program, self._events) if self.is_stack else []

    def of(self, m: State, entries: Sequence[Entry], seat: int | None = None) -> Behind:
        """The packs responsible for the entries of a stretch. `m` is the match after the last entry, `seat` the player
        who reads it.

        An event belongs to the pack whose code or reaction called it, or to its own pack if that caller is the game's.
        Every other entry belongs to the pack whose code is running. In a match with secrets the caller is not revealed
        to players: it might be a reaction that only a secret has caused.
        """
        made = Behind()
        if not self.is_stack:
            return made
        veiled = seat is not None and m.p.veils
        running = self._before(m, entries)
        for entry in entries:
            match entry:
                case Began(depth, record):
                    _leave(running, depth - 1)
                    called = running[-1].pack if running and not veiled else ""
                    made.runs[record[BEGAN]] = called or self._events[record[EVENT]]
                    running.append(_Running(depth, self._texts[record[EVENT]]))
                case Finished(depth):
                    _leave(running, depth - 1)
                case Reacted(depth, number):
                    _leave(running, depth)
                    running.append(_Running(depth, self._reactions[number], is_reaction=True))
                    made.others[id(entry)] = self._reactions[number]
                case ReactionOver(depth):
                    while running and running[-1].depth > depth:
                        running.pop()
                    if running and running[-1].is_reaction:
                        running.pop()
                case _:
                    _leave(running, entry.depth)
                    if running and not veiled:
                        made.others[id(entry)] = running[-1].pack
        return made

    def _before(self, m: State, entries: Sequence[Entry]) -> list[_Running]:
        """The events that were running before a stretch: those that end in it, and those that are still running."""
        first: dict[int, int] = {}
        for entry in entries:
            if isinstance(entry, (Began, Finished)):
                first.setdefault(entry.depth, entry.record[EVENT] if isinstance(entry, Finished) else -1)
        for depth, record in enumerate(going_on(m), start=1):
            first.setdefault(depth, record[EVENT])
        made: list[_Running] = []
        while (number := first.get(len(made) + 1, -1)) >= 0:
            made.append(_Running(len(made) + 1, self._texts[number]))
        return made


@dataclass(slots=True)
class Behind:
    """The packs responsible for the entries of a stretch, empty for the game: `runs` of events by the stamps of their
    runs, `others` by the identity of the entry."""

    runs: dict[int, str] = field(default_factory=dict)
    others: dict[int, str] = field(default_factory=dict)

    def __getitem__(self, entry: Entry) -> str:
        """The pack responsible for an entry of the stretch, or for the version of it that a player sees."""
        if isinstance(entry, (Began, Finished)):
            return self.runs.get(entry.record[BEGAN], "")
        return self.others.get(id(entry), "")


def _leave(running: list[_Running], depth: int) -> None:
    """Removes whatever runs deeper: it is over."""
    while running and running[-1].depth > depth:
        running.pop()


def _texts(program: Program, heads: list[str]) -> list[str]:
    """The pack of the `do` block of each event, which may differ from the pack of its declaration."""
    files: dict[str, str] = {}
    for code in _functions(marshal.loads(program.code)):
        named = _TEXT.match(code.co_name)
        if named is not None:
            numbers = {line for _, _, line in code.co_lines() if line is not None and 0 < line <= len(program.lines)}
            packs = Counter(pack_of(program.lines[number - 1][0]) for number in numbers)
            files[named[0]] = max(packs, key=lambda one: packs[one], default="")
    return [
        files.get(f"D{number}_" if event.do is None else f"b{event.do}_", heads[number])
        for number, event in enumerate(program.events)
    ]


def _functions(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _functions(inner)
