"""Shows one match on a terminal: what has happened, the table, and the question with its answers.

Separate because showing changes nothing: `table` waits for people and answers for them.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from rulewright_tools.playing.match import Match
from rulewright_tools.playing.picture import Picture
from rulewright_tools.playing.scene import print_scene
from rulewright_tools.show import board
from rulewright_tools.show.pieces import Sight, Signs
from rulewright_tools.show.question import are_numbers, context, numbered, prompt
from rulewright_tools.show.story import Story, print_hanging
from rulewright_tools.show.styles import owner_style
from rulewright_tools.show.telling import Teller
from rulewright_tools.show.words import fault, say

_MOST_SHOWN = 1_000  # answers of a question: no player reads more, and printing twenty thousand takes long


class Screen:
    """One terminal with one match. `people`: the seats of those at it; `svg`: the file for the picture of the table."""

    def __init__(self, match: Match, console: Console, language: str, people: list[int], svg: Path | None) -> None:
        self.match = match
        self.console = console
        self.language = language
        self.signs = Signs()
        self.seen: dict[int, int] = {}  # seat -> answers of the story that it has seen
        self.figures: dict[int, dict[tuple[str, int], str]] = {}  # seat -> values when it was last asked
        self._picture = None if svg is None else Picture(match, svg, self.signs, people, language)

    def say(self, key: str, style: str = "", **values: object) -> None:
        """Prints a message of this program."""
        print_hanging(self.console, Text(say(self.language, key, **values), style), 2)

    def show(self, lines: list[Text]) -> None:
        """Prints lines; what does not fit on one hangs below it."""
        for line in lines:
            deep = len(line.plain) - len(line.plain.lstrip())
            print_hanging(self.console, line, max(6, deep + 2))

    def story(self, viewer: int, since: int | None, mute: int | None = None) -> list[Text]:
        """Returns the story as a player may know it, since the given number of answers or (None) from the beginning;
        `mute`: the seat whose answers are omitted."""
        sight = Sight(viewer, self.language)
        story = Story(sight)
        story.retold(self.match.game.stretches(since), Teller(self.match.state, sight), mute)
        return story.take()

    def tell(self, viewer: int) -> None:
        """Shows a player what has happened since last time, without the player's own answers."""
        since = self.seen.get(viewer)
        if since != len(self.match.story):
            self.show(self.story(viewer, since, mute=viewer))
        self.seen[viewer] = len(self.match.story)

    def draw(self, sight: Sight, *, offered: bool = False) -> None:
        """Draws the table as a player sees it; `offered`: with the answers to the pending question."""
        seat = sight.viewer
        was = self.figures.get(seat) if seat is not None else None
        decision = self.match.game.decision if offered else None
        pending = board.offered(self.match.state, decision)
        print_scene(self.console, self.match, self.signs, sight, was=was, pending=pending)

    def draw_picture(self, asked: int | None = None) -> None:
        """Updates the picture in the file, if there is one; `asked`: whose question it shows."""
        bad = None if self._picture is None else self._picture.draw(asked)
        if bad is not None:
            self.say("not_drawn", reason=fault(self.language, bad))

    def question(self, seat: int, options: tuple[str, ...], sight: Sight) -> None:
        """Prints the pending question and its answers."""
        m, decision = self.match.state, self.match.game.decision
        assert decision is not None, "a question is pending"
        asked = prompt(m, decision, sight)
        going_on = context(m, sight, asked)
        line = Text.assemble((sight.player(seat), owner_style(seat)))
        line.append(f": {asked}", "bold")
        if going_on:
            line.append(f"  ({going_on})", "dim")
        print_hanging(self.console, line, 2)
        self.show(numbered(options[:_MOST_SHOWN], self.console.width - 2))
        more = len(options) - _MOST_SHOWN
        if more > 0 and are_numbers(options):
            self.say("more_numbers", number=more, last=next(filter(str.isdecimal, reversed(options))))
        elif more > 0:
            self.say("more_answers", number=more, most=len(options))
