"""Turns a match between bots into a report on a terminal that can be read while it runs.

A module of its own because what is worth a picture is decided here: a board where a chapter of the match begins and
some figure has changed since the last one, the story between them.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.console import Console, Group
from rich.text import Text

from rulewright.play import labels
from rulewright.play.state import BEGAN, EVENT
from rulewright_tools.playing.match import Match, result
from rulewright_tools.show import board, legend
from rulewright_tools.show.pieces import Sight, Signs, placed, snapshot
from rulewright_tools.show.story import Story, print_hanging
from rulewright_tools.show.telling import Teller
from rulewright_tools.show.words import say

# Answers between two boards: at least so many where an outer chapter begins, so many where an inner one does.
_APART, _APART_INSIDE = 8, 30


class Chapters:
    """Finds where chapters begin: an event that has run before inside the same event, as rounds in a match do."""

    def __init__(self) -> None:
        self._runs: dict[tuple[int, int], int] = {}  # (stamp of the outer run, event) -> runs
        self._open: list[int] = []  # stamps of the events that are open, outermost first
        self._outermost: int | None = None  # depth of the outermost event that was ever repeated

    def opened(self, entries: Sequence[Any]) -> tuple[int, int, bool] | None:
        """The outermost chapter that begins in a stretch of the trace: event, its number, and whether it is an outer
        one."""
        best: tuple[int, int, int] | None = None
        for entry in entries:
            if entry[0] != "begin":
                continue
            depth, r = entry[1], entry[2]
            del self._open[depth - 1 :]
            key = (self._open[-1] if self._open else 0, r[EVENT])
            self._open.append(r[BEGAN])
            number = self._runs[key] = self._runs.get(key, 0) + 1
            if number > 1 and (best is None or depth < best[0]):
                best = (depth, r[EVENT], number)
        if best is None:
            return None
        self._outermost = best[0] if self._outermost is None else min(best[0], self._outermost)
        return best[1], best[2], best[0] == self._outermost


def watch(match: Match, console: Console, language: str, delay: float = 0.0) -> None:
    """Plays a match of bots to its end and prints it. `delay`: seconds to wait after each answer."""
    sight = Sight(None, language)
    signs = Signs()
    teller = Teller(match.state, sight)
    story = Story(sight)
    chapters = Chapters()
    trace = match.game.trace
    told, chapter_at, shown_at = 0, 0, 0
    was: Mapping[tuple[str, int], str] = {}
    pieces: list[int] = []
    while True:
        story.told(teller.lines(match.state, trace[told:]))
        told = len(trace)
        if match.game.over:
            break
        chapter = chapters.opened(trace[chapter_at:])
        chapter_at = len(trace)
        if chapter is not None and len(match.story) - shown_at >= (_APART if chapter[2] else _APART_INSIDE):
            now = snapshot(match.state, sight)
            if now != was or pieces != placed(match.state):
                _print(console, story)
                event = match.game.linked.program.events[chapter[0]]
                title = f"{labels.called(event, language)} {chapter[1]}" if chapter[2] else ""
                console.print(scene(match, signs, sight, console.width, title, was))
                shown_at, was, pieces = len(match.story), now, placed(match.state)
        given = match.bot_answer()
        story.answered(given.player, given.shown)
        if delay:
            _print(console, story)
            time.sleep(delay)
    _print(console, story)
    console.print(scene(match, signs, sight, console.width, "", was))
    console.print(ending(match, language))


def story_of(match: Match, console: Console, language: str) -> None:
    """Prints the story of a match from its beginning, and the board as it is now."""
    sight = Sight(None, language)
    teller = Teller(match.state, sight)
    story = Story(sight)
    ends = [one.start for one in match.story] + [len(match.game.trace)]
    story.told(teller.lines(match.state, match.game.trace[: ends[0]]))
    for number, one in enumerate(match.story):
        story.answered(one.player, one.shown)
        story.told(teller.lines(match.state, match.game.trace[ends[number] : ends[number + 1]]))
    _print(console, story)
    console.print(scene(match, Signs(), sight, console.width))
    if match.game.over:
        console.print(ending(match, language))


def _print(console: Console, story: Story) -> None:
    for line in story.take():
        print_hanging(console, line)


def scene(
    match: Match, signs: Signs, sight: Sight, width: int, title: str = "", was: Mapping[tuple[str, int], str] | None =
    None, places: Collection[int] = (), pieces: Collection[int] = (),
) -> Group:  # fmt: skip
    """The board with what stands around it, under a title. `was`: figures as they were; `places`, `pieces`: what the
    pending question offers."""
    m = match.state
    numbers, others = legend.match_words(m, sight)
    words = [word for word in (title, numbers, say(sight.language, "decision", number=len(match.story))) if word]
    head = Text.assemble((f"\n== {' | '.join(words)} ==", "bold"), (f"\n{others}" if others else "", "dim"))
    people = [seat for seat in range(len(match.seats)) if match.is_human(seat)]
    seats = {seat: say(sight.language, "you") if people == [seat] else kind for seat, kind in enumerate(match.seats)}
    around = legend.lines(m, signs, sight, width, was, seats)
    picture = board.draw(m, signs, sight, places, pieces)
    return Group(head, *([Text(), *picture] if picture else []), Text(), *around, Text())


def ending(match: Match, language: str) -> Text:
    """How the match ended."""
    key, names = result(match, language)
    text = Text(say(language, "over", number=len(match.story)) + "\n", "bold")
    if key == "stopped":
        problem = match.game.problem
        chain = " > ".join(problem.chain) if problem is not None else ""
        text.append(f"{say(language, key, what=names[0])}\n{say(language, 'chain', chain=chain)}", "bold red")
    else:
        text.append(say(language, key, who=", ".join(names)), "bold green")
    return text
