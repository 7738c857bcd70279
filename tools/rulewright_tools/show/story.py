"""Formats answers and their results as the lines of a log: each choice on one line, with what happened below it.

Separate because the watcher, the log of a player and replays print the same story.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from rulewright.play.entries import Entry
from rulewright.play.state import State
from rulewright_tools.show.lines import Line, Reply, names
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.styles import owner_style
from rulewright_tools.show.telling import Teller
from rulewright_tools.show.words import say

_STYLES = {"event": "", "dice": "dim", "status": "italic", "end": "dim italic", "piece": "bold"}
_NEXT = " > "
MOST_LINES: Final = 10_000  # maximal number of lines shown at once


class Story:
    """Collects lines. Consecutive answers of one player share a line until something happens, and so do the steps of
    one way. If the next sentence repeats an answer, the answer is not shown twice: that sentence names the player."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._player: int | None = None
        self._answers: list[Reply] = []
        self._lines: list[Text] = []
        self._waiting: Reply | None = None  # the last answer, which the next sentence may include
        self._going = ""  # the last sentence without the place at its end; empty if there is none
        self._goer: int | None = None  # the player whose answer that sentence includes, if any
        self._left_out = False  # whether earlier lines were omitted

    def __len__(self) -> int:
        """Returns the number of finished lines."""
        return len(self._lines)

    def answered(self, reply: Reply) -> None:
        """Adds an answer."""
        self._close_waiting()
        self._waiting = reply

    def told(self, lines: Iterable[Line], unheard: int | None = None) -> None:
        """Adds sentences about what happened. `unheard`: the player whose preceding answer is omitted."""
        for line in lines:
            reply, self._waiting = self._waiting, None
            is_said = reply is not None and (reply.is_told_by(line) or self._is_repeated(reply, line))
            if reply is not None and not is_said:
                self._answer(reply)
            elif reply is not None and reply.player == self._player:
                # `Fox`, then `B1`, and then that the fox lands on B1.
                while self._answers and self._answers[-1].event < 0 and self._answers[-1].is_named_in(line):
                    self._answers.pop()
            before = line.words.removesuffix(line.place) if line.place else ""
            player = reply.player if is_said and reply is not None else None
            # Two players who lay markers in turn each get their own line.
            goer, unheard = (unheard if player is None else player), None
            is_theirs = None in (goer, self._goer) or goer == self._goer
            if before and before == self._going and is_theirs and not self._answers:
                self._goer = self._goer if goer is None else goer
                self._lines[-1].append(f"{_NEXT}{line.place}")
                continue
            self._close()
            self._going, self._goer = before, goer
            self._lines.append(self._sentence(line, player))
        if len(self._lines) > 2 * MOST_LINES:
            del self._lines[:-MOST_LINES]
            self._left_out = True

    def _is_repeated(self, reply: Reply, line: Line) -> bool:
        """Returns whether a sentence about the player who answered repeats the answer. The last of several that were
        chosen together stays with them."""
        is_one = reply.player != self._player or all(one.declines for one in self._answers)
        return is_one and reply.is_repeated_by(line, self._sight.player(reply.player))

    def _sentence(self, line: Line, player: int | None) -> Text:
        by = f" [{line.pack}]" if line.pack else ""
        if player is None:
            return Text(f"    {line.words}{by}", _STYLES[line.kind])
        who = self._sight.player(player)
        rest = f"{line.words}{by}".removeprefix(f"{who} ")  # a sentence that begins with the answering player
        return Text.assemble((who, owner_style(player)), f": {rest}" if rest == f"{line.words}{by}" else f" {rest}")

    def _answer(self, reply: Reply) -> None:
        """Adds an answer to the line of that player's answers."""
        if reply.player != self._player:
            self._close()
        self._player = reply.player
        if not (reply.declines and self._answers and self._answers[-1].words == reply.words):  # one `pass` for several
            self._answers.append(reply)

    def _close_waiting(self) -> None:
        if self._waiting is not None:
            self._answer(self._waiting)
        self._waiting = None

    def retold(
        self,
        pieces: Iterable[tuple[State, list[Entry]]],
        teller: Teller,
        mute: int | None = None,
    ) -> None:
        """Adds stretches of the log of a match (`Game.stretches`); `mute`: the player whose answers are omitted."""
        before: Reply | None = None
        unheard: int | None = None
        for m, entries in pieces:
            lines, reply = teller.lines(m, entries), teller.reply(m, entries)
            if before is not None:
                self._replied(before, lines)
            self.told(lines, unheard)
            before = reply if reply is not None and reply.player != mute else None
            unheard = mute if reply is not None and reply.player == mute else None
        if before is not None:
            self._replied(before, ())

    def _replied(self, reply: Reply, follows: Iterable[Line]) -> None:
        # An answer needs no line of its own where the next sentence says who did what.
        who = self._sight.player(reply.player)
        if not reply.follows or not any(names(line.words, who) for line in follows):
            self.answered(reply)

    def take(self) -> list[Text]:
        """Returns and forgets the finished lines so far; of a very long story only the last ones."""
        self._close_waiting()
        self._close()
        self._going = ""
        taken, self._lines = self._lines, []
        if self._left_out or len(taken) > MOST_LINES:
            taken = [Text(say(self._sight.language, "earlier"), "dim"), *taken[-MOST_LINES:]]
        self._left_out = False
        return taken

    def _close(self) -> None:
        if self._answers and self._player is not None:
            line = Text.assemble((self._sight.player(self._player), owner_style(self._player)))
            line.append(f": {_NEXT.join(_without_repeats([one.words for one in self._answers]))}")
            self._lines.append(line)
            self._going = ""
        self._answers = []


def _without_repeats(answers: Sequence[str]) -> Iterator[str]:
    """Yields answers, each without the question before its colon if that of the previous answer is the same."""
    before = ""
    for words in answers:
        asked, colon, answer = words.partition(": ")
        yield answer if colon and asked == before else words
        before = asked if colon else ""


def print_hanging(console: Console, line: Text, indent: int = 6) -> None:
    """Prints a line; if it is too long, its further lines are indented."""
    first, *rest = line.wrap(console, console.width) or [line]
    console.print(first)
    if rest:
        behind = line.plain[len(first.plain) :]
        start = len(line.plain) - len(behind.lstrip())
        for more in line[start:].wrap(console, max(console.width - indent, 20)):
            console.print(Text(" " * indent) + more)
