"""Asks the players at this terminal, converts what they type to answers, and shows the results.

Separate because this module alone waits for people: whatever they type, only a listed answer advances the match.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from rich.console import Console
from rich.text import Text

from rulewright.numbers import whole_number
from rulewright.play import labels, opened
from rulewright.play.state import Runaway
from rulewright.session import Refused, told_refusal
from rulewright_tools.playing import marks, placing
from rulewright_tools.playing.alone import Alone
from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.going import Walker
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import write
from rulewright_tools.playing.names import Unknown
from rulewright_tools.playing.prompt import Prompt
from rulewright_tools.playing.scene import print_ending, print_storey
from rulewright_tools.playing.screen import Screen
from rulewright_tools.playing.typed import Typed, read
from rulewright_tools.playing.unfinished import Unfinished
from rulewright_tools.playing.unread import not_understood, sentence
from rulewright_tools.show import board
from rulewright_tools.show.figures import snapshot
from rulewright_tools.show.pieces import Sight, placed
from rulewright_tools.show.question import prompt
from rulewright_tools.show.story import print_hanging
from rulewright_tools.show.styles import owner_style
from rulewright_tools.show.table import lists_places
from rulewright_tools.show.telling import Teller
from rulewright_tools.show.terminal import wipe
from rulewright_tools.show.words import fault, say

_HELP_COLUMN = 20  # where the explanations of commands begin
_LOG_LINES = 30


class Table:
    """One terminal, one match, one or more people. `folder`: the pack as the user wrote it. `svg`: the file for the
    picture of the table."""

    def __init__(
        self, match: Match, console: Console, language: str, folder: str, delay: float = 0.0, svg: Path | None = None
    ) -> None:
        self.match = match
        self._saved_as: str | None = None
        self._console = console
        self._language = language
        self._folder = folder
        self._delay = delay
        self._prompt = Prompt(console)
        self._walker = Walker(match, console, language, self._prompt.read)
        self._unfinished = Unfinished(match, folder)
        self._answered: int | None = None  # length of the story when a player last typed an answer
        self._drawn: object = None
        self._viewer: int | None = None
        self._saved: list[int] = []  # the answers in that file
        people = [seat for seat in range(len(match.seats)) if match.is_human(seat)]
        program = match.state.p.program
        secrets = any(zone.seen_by != "all" for zone in program.zones) or any(c.secret for c in program.columns)
        secrets = secrets or any(site.secret for site in program.sites)
        self._hand_over = secrets and len(people) > 1
        self._only_viewer = people[0] if len(people) == 1 else None
        self._screen = Screen(match, console, language, people, svg)

    def is_saved(self, file: str) -> None:
        """Notes that the current match is stored in a file."""
        self._saved_as, self._saved = file, list(self.match.game.answers)

    def is_resumed(self) -> None:
        """Notes that the current match is the unfinished one of its pack."""
        self._unfinished.is_there = True

    def play(self) -> None:
        """Plays until the match is over or a player leaves."""
        self._screen.say("hello", style="italic")
        alone = Alone(self.match)
        try:
            while not self.match.game.over:
                decision = self.match.game.decision
                assert decision is not None, "a match that is not over asks"
                if self.match.is_human(decision.player):
                    self._ask(decision.player)
                    alone.attended()
                elif alone.is_enough():
                    break
                else:
                    self.match.bot_answer()
                    self._screen.draw_picture()
                    self._wait(decision.player)
        except (_Left, EOFError, KeyboardInterrupt) as leaving:
            if isinstance(leaving, KeyboardInterrupt):
                self._console.print()  # The terminal has drawn ^C after the prompt.
            number = len(self.match.story)
            self._keep()
            if self._saved_as is not None and self._saved == self.match.game.answers:
                self._screen.say("left_saved", number=number, file=self._saved_as)
            else:
                self._screen.say("left_kept" if self._unfinished.kept else "left", number=number)
            return
        self._unfinished.over()
        self._screen.draw_picture()
        if self._viewer is not None:
            self._screen.tell(self._viewer)
        self._screen.draw(Sight(self._only_viewer, self._language))
        if self.match.game.over:
            print_ending(self._console, self.match, self._language)
        else:
            self._console.print(Text(alone.reason(self._language), "bold red"))

    def _wait(self, seat: int) -> None:
        if self._delay and self._only_viewer is not None:
            self._screen.tell(self._only_viewer)
            time.sleep(self._delay)

    # -- asking --------------------------------------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        """Asks a player until there is an answer, or until an undo has changed the question."""
        match, m = self.match, self.match.state
        sight = Sight(seat, self._language)
        if self._hand_over and self._viewer not in (None, seat):
            wipe(self._console)
            self._screen.draw_picture()
            self._prompt.forget()
            self._prompt.drop_typed()
            self._prompt.read(Text(say(self._language, "pass_on", player=sight.player(seat))))
            wipe(self._console)
        elif self._answered is not None and self._answered != len(match.story):
            self._prompt.drop_typed()  # Others have answered since: what was typed does not answer this question.
        self._viewer = seat
        self._screen.draw_picture(seat)
        self._screen.tell(seat)
        decision = match.game.decision
        assert decision is not None, "a person was asked"
        places = board.offered(m, decision).places
        figures = dict(snapshot(m, sight))
        position = (seat, m.board_key, tuple(m.at), tuple(placed(m)), tuple(m.zones), tuple(sorted(figures.items())))
        if position != self._drawn or places:
            self._screen.draw(sight, offered=True)
        self._drawn = position
        self._screen.figures[seat] = figures
        options = match.options(sight)
        self._screen.question(seat, options, sight)
        length = len(match.story)
        while len(match.story) == length:
            line = self._prompt.read(Text(f"{sight.player(seat)}> ", owner_style(seat)), options)
            spot = placing.read(m, line, self._screen.signs, sight)
            if isinstance(spot, int):
                self._answer_place(spot, sight)
                continue
            if spot is not None:
                print_hanging(self._console, Text(spot), 2)
                continue
            place = marks.place(m, line)
            typed = self._meant(line, options, sight)
            if typed.index is not None:
                match.answer(typed.index)
                self._keep()
            elif place is not None and self._walker.go(sight, place):
                self._keep()
            elif typed.command is not None:
                self._command(typed, seat, sight, options)
            elif line.strip():
                not_understood(self._screen, line.strip(), typed, options, sight, self._folder)

    def _meant(self, line: str, options: tuple[str, ...], sight: Sight) -> Typed:
        """Returns the meaning of a line. A place alone answers only a question for that place: other answers that
        contain the name are not meant."""
        m, decision = self.match.state, self.match.game.decision
        assert decision is not None, "a question is pending"
        typed = read(line, options)
        if marks.place(m, line) is not None:
            wanted = [i for i, option in enumerate(options) if option.casefold() == line.strip().casefold()]
            return Typed(index=wanted[0]) if len(wanted) == 1 else Typed(near=typed.near)
        if typed.command is not None or line.strip().isdecimal():
            return typed
        if typed.index is None and not typed.several and None in decision.options:
            passes = {*(labels.word(one, sight.language) for one in ("pass", "none")), say(sight.language, "passes")}
            if line.strip().casefold() in passes | {"pass", "none"}:  # the name that the story uses
                return Typed(index=decision.options.index(None))
        return marks.by_signs(m, decision, options, line, self._screen.signs, sight) or typed

    def _answer_place(self, number: int, sight: Sight) -> None:
        """Answers with an unlisted place, or explains why that is not possible and what is asked."""
        decision = self.match.game.decision
        assert decision is not None, "a question is pending"
        try:
            self.match.answer(number)
        except (opened.Unlisted, Refused):
            like, place = opened.meant(self.match.state, number)
            told = told_refusal(self.match.state, like, place, decision.player, self._language)
            print_hanging(self._console, Text(told), 2)
            self._screen.say("place_asked", asked=sentence(prompt(self.match.state, decision, sight)))
        else:
            self._keep()

    def _keep(self) -> None:
        """Stores the match so that it can be continued."""
        self._answered = len(self.match.story)
        bad = self._unfinished.keep()
        if bad is not None:
            self._screen.say("not_kept", reason=fault(self._language, bad))

    # -- commands ------------------------------------------------------------------------------------------------------

    def _command(self, typed: Typed, seat: int, sight: Sight, options: tuple[str, ...]) -> None:
        match typed.command:
            case "help":
                m = self.match.state
                first = next((m.board.show(one) for one in m.board.places), "") if m.board_key is not None else ""
                which = "such_place" if lists_places(m) else "such_spot"
                place = say(self._language, which, place=first) if first or which == "such_spot" else ""
                for line in say(self._language, "help", place=place).splitlines():
                    print_hanging(self._console, Text(line), _HELP_COLUMN if line.startswith(" ") else 0)
            case "board" if typed.words:
                pending = board.offered(self.match.state, self.match.game.decision)
                print_storey(self._console, self.match, self._screen.signs, sight, typed.words, pending)
            case "board":
                self._screen.draw(sight, offered=True)
                self._screen.question(seat, options, sight)
            case "log":
                self._log(seat, typed.words)
            case "why" | "look" | "compare":
                self._explain(typed, sight)
            case "save":
                self._save(typed.words)
            case "undo":
                self._undo(seat)
            case "quit":
                raise _Left

    def _log(self, seat: int, words: str) -> None:
        lines = self._screen.story(seat, None)
        if words != "all":
            # A number with more digits than allowed means more lines than there are.
            most = len(lines) if words.isdecimal() and words.strip("0") else _LOG_LINES
            lines = lines[-(whole_number(words, 1, most) or most) :]
        if not lines:
            self._screen.say("nothing_yet")
        self._screen.show(lines)

    def _explain(self, typed: Typed, sight: Sight) -> None:
        explainer = Explainer(self.match, sight, self._screen.signs, self._folder)
        try:
            first, _, rest = typed.words.partition(" ")
            if typed.command == "look":
                lines = explainer.look(typed.words)
            elif typed.command == "compare":
                lines = explainer.compare(typed.words, self._console.width)
            elif first == "not":
                lines = explainer.why_not(rest.strip())
            else:
                lines = explainer.why(typed.words)
        except Unknown as unknown:
            lines = [Text(str(unknown))]
        except Runaway as found:
            lines = [Text(say(self._language, "too_long", what=found.what))]
        self._screen.show(lines)

    def _save(self, words: str) -> None:
        if not words:
            self._screen.say("save_where")
            return
        try:
            write(self.match, self._folder, Path(os.path.expanduser(words)))
        except (OSError, ValueError) as bad:  # ValueError: a character that no path can have
            self._screen.say("not_saved", reason=fault(self._language, bad))
            return
        self.is_saved(words)
        self._screen.say("saved", file=words)

    def _undo(self, seat: int) -> None:
        """Undoes answers up to and including the last one that a person gave."""
        given = [i for i, one in enumerate(self.match.story) if self.match.is_human(one.player)]
        if not given:
            self._screen.say("nothing_to_undo")
            return
        last = self._walker.begin_of(given[-1])
        sight = Sight(seat, self._language)
        taken = Teller(self.match.state, sight).reply(*next(self.match.game.stretches(last)))
        words = taken.words if taken is not None else ""
        while len(self.match.story) > last and self.match.undo():
            pass
        self._walker.forget(last)
        self._screen.seen = {seat: min(count, last) for seat, count in self._screen.seen.items()}
        self._screen.say("undone", words=words)


class _Left(Exception):
    """A player typed `quit`."""
