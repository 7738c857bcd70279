"""Shows a match between bots on a terminal, readable while it runs.

Separate because it decides when to draw the board: where a chapter of the match begins and some value has changed since
the last board. The story is printed between boards.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from rulewright.play import labels
from rulewright.play.entries import Began, Entry
from rulewright.play.state import State
from rulewright.shapes import BEGAN, EVENT
from rulewright_tools.playing.alone import Alone
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.picture import Picture
from rulewright_tools.playing.scene import print_ending, print_scene
from rulewright_tools.show.figures import snapshot
from rulewright_tools.show.lines import Reply
from rulewright_tools.show.pieces import Sight, Signs, placed
from rulewright_tools.show.story import Story, print_hanging
from rulewright_tools.show.telling import Teller
from rulewright_tools.show.words import fault, say

# Minimal number of answers between two boards: where an outer chapter begins, and where an inner one does.
_APART, _APART_INSIDE = 8, 30
_WAITING = 500  # lines of the story that wait for the next board


class Chapters:
    """Finds where chapters begin: with an event that has run before within the same event, such as a round of a match.
    """

    def __init__(self) -> None:
        self._runs: dict[tuple[int, int], int] = {}  # (stamp of the outer run, event) -> runs
        self._open: list[int] = []  # stamps of the events that are open, outermost first
        self._outermost: int | None = None  # depth of the outermost event that was ever repeated

    def opened(self, entries: Sequence[Entry]) -> tuple[int, int, bool] | None:
        """Returns the outermost chapter that begins in a stretch of the trace: the event, its number, and whether it is
        an outer one."""
        best: tuple[int, int, int] | None = None
        for entry in entries:
            if not isinstance(entry, Began):
                continue
            depth, r = entry.depth, entry.record
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


def watch(match: Match, console: Console, language: str, delay: float = 0.0, svg: Path | None = None) -> None:
    """Plays a match of bots to its end, or to the limit for unattended matches, and prints it. `delay`: seconds to wait
    after each answer; `svg`: the file for the picture of the table."""
    sight = Sight(None, language)
    signs = Signs()
    picture = None if svg is None else Picture(match, svg, signs, (), language)
    teller = Teller(match.state, sight)
    story = Story(sight)
    chapters = Chapters()
    alone = Alone(match)
    told, chapter_at, shown_at = 0, 0, -1
    was: Mapping[tuple[str, int], str] = {}
    pieces: list[int] = []
    while True:
        bad = None if picture is None else picture.draw()
        if bad is not None:
            console.print(Text(say(language, "not_drawn", reason=fault(language, bad)), "bold red"))
            picture = None
        lines = teller.lines(match.state, match.game.entries(told))
        story.told(lines)
        alone.told(lines)
        told = match.game.noted
        if match.game.over or alone.is_enough():
            break
        chapter = chapters.opened(match.game.entries(chapter_at))
        chapter_at = told
        if shown_at < 0 and all_stand(match.state):
            due, chapter = True, None
        else:
            apart = _APART if chapter is not None and chapter[2] else _APART_INSIDE
            due = chapter is not None and len(match.story) - max(shown_at, 0) >= apart
        if due:
            alone.drawn()
        now, present = (snapshot(match.state, sight), placed(match.state)) if due else (was, pieces)
        if now != was or present != pieces:
            _print(console, story)
            title = ""
            if chapter is not None and chapter[2]:
                event = match.game.linked.program.events[chapter[0]]
                title = f"{labels.called(event, language)} {chapter[1]}"
            print_scene(console, match, signs, sight, title, was)
            shown_at, was, pieces = len(match.story), now, present
        if len(story) > _WAITING:
            _print(console, story)
        given = match.bot_answer()
        story.answered(Reply(given.player, given.shown, False, given.event, given.named, given.declines))
        if delay:
            _print(console, story)
            time.sleep(delay)
    _print(console, story)
    print_scene(console, match, signs, sight, "", was)
    if match.game.over:
        print_ending(console, match, language)
    else:
        console.print(Text(alone.reason(language), "bold red"))
    guessed = sum(one.guessed for one in match.story)
    if guessed:
        console.print(Text(say(language, "guessed", number=guessed)))


def all_stand(m: State) -> bool:
    """Returns whether the match is set up: a board is laid, and every piece is on it."""
    pieces = placed(m)
    return m.board_key is not None and bool(pieces) and all(m.at[e] >= 0 for e in pieces)


def _print(console: Console, story: Story) -> None:
    for line in story.take():
        print_hanging(console, line)
