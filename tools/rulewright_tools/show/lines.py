"""One sentence of the story, one answer as it is told, and when one of them says what another has said.

Separate because stories, watched matches and matches without people all arrange these, and none of them reads a log.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rulewright_tools.show.words import say

# Characters of one sentence: a message may contain the longest name a thousand times, and the log is shown every turn.
LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened. `kind`: event, dice, status, end (of a status), piece. For a status: its holder and its
    name. For an event: its number, and the place at the end of its sentence, if any. `pack`: the pack whose code caused
    it, if that is not the game."""

    kind: str
    words: str
    depth: int
    who: str = ""
    status: str = ""
    event: int = -1
    place: str = ""
    pack: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as shown to the viewer. `follows`: its words say nothing, but the next sentence may say more. `event`
    and `named` are from `question.named`. `declines`: it picks none of the options."""

    player: int
    words: str
    follows: bool
    event: int = -1
    named: tuple[tuple[str, ...], ...] = ()
    declines: bool = False

    def is_told_by(self, line: Line) -> bool:
        """Returns whether a sentence about the result says everything that the answer does: `Go(scout, B1)` and `the
        scout goes to B1`. The sentence of the event that the answer calls always does."""
        if line.kind != "event":
            return False
        if self.event >= 0 and line.event == self.event:
            return True
        if not self.is_named_in(line):
            return False
        return any(line.place in words for words in self.named) or (self.event >= 0 and len(self.named) > 1)

    def is_repeated_by(self, line: Line, who: str) -> bool:
        """Returns whether a sentence about the player who answered names what the answer does: `Fox`, and `player 1
        discards Fox`. A number in it may be another one."""
        if line.kind != "event" or self.event >= 0 or not line.words.startswith(f"{who} "):
            return False
        return self.is_named_in(line) and not any(word.isdecimal() for words in self.named for word in words)

    def is_named_in(self, line: Line) -> bool:
        """Returns whether a sentence names everything that the answer names."""
        return bool(self.named) and all(any(_is_word_of(word, line.words) for word in words) for words in self.named)


def _is_word_of(name: str, words: str) -> bool:
    """Returns whether a sentence contains a name as whole words: `Fox` in `the Fox's den`, but not in `Foxglove` or
    `Fox-hunter`, and `5x7` not in `12.5x7`."""
    return re.search(rf"(?<!\w)(?<!\w[-.]){re.escape(name)}(?![-.]?\w)", words) is not None


class Around:
    """The event whose sentence is the last one, while it runs: the first sentence inside it may only repeat it. What is
    inside an event that was left out for this counts too, but no deed is left out twice."""

    def __init__(self) -> None:
        self._line: Line | None = None
        self._depth = 0
        self._events: set[int] = set()  # those that the sentence tells

    def passed(self, depth: int) -> None:
        """An event of this depth begins or ends: the event around it is over if it is not deeper."""
        if depth <= self._depth:
            self._line = None

    def told(self, line: Line) -> None:
        """The sentence of an event that begins is told."""
        self._line, self._depth, self._events = line, line.depth, {line.event}

    def has_told(self, found: list[Line], line: Line, begins: bool) -> bool:
        """Returns whether the sentence of an event, which begins or ends, is told already. If so, only what is inside
        that event may repeat it again. The same event inside itself is another deed."""
        around = self._line
        if around is None or found[-1] is not around or around.words != line.words or line.event in self._events:
            return False
        self._depth = line.depth
        self._events.add(line.event)
        if not begins:
            self._line = None
        return True


def said_before(found: list[Line], line: Line) -> bool:
    """Returns whether the previous sentence already says this one, of a status: `the scout goes into hiding`, followed
    by the same or by `scout: hiding`."""
    if not found or not line.who or line.kind != "status":
        return False
    if found[-1].words == line.words:
        return True
    before = found[-1].words
    return found[-1].kind == "event" and line.status != "" and names(before, line.who) and names(before, line.status)


def names(words: str, name: str) -> bool:
    """Returns whether a sentence has a name, in any case; it may end in more: `goblin's`, not `hobgoblin`."""
    return re.search(rf"(?<!\w){re.escape(name.casefold())}", words.casefold()) is not None


def gathered(found: list[Line], language: str) -> list[Line]:
    """Combines consecutive ends of one status in one line."""
    made: list[Line] = []
    for (_, status), several in groupby(found, lambda line: (line.kind == "end" and line.who != "", line.status)):
        lines = list(several)
        if len(lines) > 1 and lines[0].kind == "end" and lines[0].who and lines[0].status:
            who = ", ".join(dict.fromkeys(line.who for line in lines))
            words = cut(say(language, "loses", who=who, status=status))
            pack = lines[0].pack if len({line.pack for line in lines}) == 1 else ""
            lines = [Line("end", words, lines[0].depth, lines[-1].who, status, pack=pack)]
        made += lines
    return made


def cut(words: str) -> str:
    """Cuts a sentence that is too long to read."""
    return words if len(words) <= LONGEST else f"{words[:LONGEST].rstrip()} .."
