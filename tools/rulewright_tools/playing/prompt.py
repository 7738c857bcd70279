"""Reads what a player types, with history and completion on a terminal and unchanged from any other input.

Separate because only this module uses readline and the input queue of the terminal; all other modules see lines.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from rulewright_tools.playing.typed import COMMANDS

_STYLE = re.compile("\x1b\\[[0-9;]*m")
# Commands that may be followed by an answer.
_BEFORE_ANSWERS = ("why not ", "look ", "compare ")


class Prompt:
    """The line on which a player types. On a terminal the arrow keys recall earlier lines and Tab completes answers and
    commands."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._readline = _readline()
        self._answers: Sequence[str] = ()
        if self._readline is not None:
            self._readline.set_completer_delims("")
            self._readline.set_completer(_completer(lambda: self._answers))
            libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def read(self, title: Text, answers: Sequence[str] = ()) -> str:
        """Returns one line, with `answers` and commands completed. Raises EOFError at the end of the input."""
        if self._readline is None:
            return self._console.input(title)
        self._answers = answers
        with self._console.capture() as captured:
            self._console.print(title, end="", soft_wrap=True)
        # Readline treats what is between these two characters as having no width.
        return input(_STYLE.sub("\x01\\g<0>\x02", captured.get()))

    def forget(self) -> None:
        """Forgets earlier lines: the next player must not read them."""
        if self._readline is not None:
            self._readline.clear_history()

    def drop_typed(self) -> None:
        """Drops what was typed before a player could read the question."""
        if sys.stdin.isatty():
            try:
                import termios
            except ImportError:  # Windows has no such queue
                return
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _readline() -> Any:
    """Returns the module that edits lines; None if there is none to use."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:  # Windows has none: its console edits lines itself
        return None
    return readline


def completions(line: str, answers: Sequence[str]) -> list[str]:
    """Returns the possible completions of a line: answers and commands, and answers after commands that take them."""
    before = next((one for one in _BEFORE_ANSWERS if line.casefold().startswith(one)), "")
    known = list(answers) if before else [*answers, *(f"{one} " if more else one for one, more in COMMANDS.items())]
    wanted = line[len(before):].casefold()
    return [f"{before}{one}" for one in dict.fromkeys(known) if one.casefold().startswith(wanted)]


def _completer(answers: Callable[[], Sequence[str]]) -> Callable[[str, int], str | None]:
    """Returns the function that readline calls for one completion after another."""

    def complete(line: str, number: int) -> str | None:
        found = completions(line, answers())
        return found[number] if number < len(found) else None

    return complete
