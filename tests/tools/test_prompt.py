"""The line at which somebody types, on a terminal: completion, earlier lines, what was typed ahead, what is left to
scroll back to."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright_tools.playing.prompt import completions

_PATIENCE = 60.0
_STYLES = re.compile("\x1b\\[[0-9;]*m|[\x01\x02\r]")
_WIPED = "\x1b[3J"


def test_answers_and_commands_are_completed() -> None:
    answers = ["Go(Scout of player 1)", "Go(Guard of player 1)", "pass"]
    assert completions("go(s", answers) == ["Go(Scout of player 1)"]
    assert completions("why not g", answers) == ["why not Go(Scout of player 1)", "why not Go(Guard of player 1)"]
    assert completions("un", answers) == ["undo"]
    assert completions("lo", answers) == ["look ", "log "]
    assert completions("look pa", answers) == ["look pass"]
    assert completions("zz", answers) == []


class Terminal:
    """A match on a terminal of its own."""

    def __init__(self, *arguments: str | Path) -> None:
        ours, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "RULEWRIGHT_CACHE": "off"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rulewright_tools", "play", *map(str, arguments)],
            stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True,
        )  # fmt: skip
        os.close(theirs)
        self._ours = ours
        self._read = self.shown = ""

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def until(self, words: str, since: int = 0) -> int:
        """Reads until these words are shown; where they end."""
        end = time.monotonic() + _PATIENCE
        while words not in self.shown[since:]:
            assert time.monotonic() < end, self.shown[since:]
            if select.select([self._ours], [], [], 1.0)[0]:
                self._read += os.read(self._ours, 65536).decode(errors="replace")
                self.shown = _STYLES.sub("", self._read)
        return self.shown.index(words, since) + len(words)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


def test_tab_completes_and_the_arrow_recalls(terminals: list[Terminal], sample: Path) -> None:
    terminal = Terminal(sample, "--seed", "2")
    terminals.append(terminal)
    at = terminal.until("4 pass")
    terminal.type("go(s\t\n")
    at = terminal.until("Choose: goal", at)
    terminal.type("undo\n")
    at = terminal.until("Taken back: Go(Scout of player 1)", at)
    at = terminal.until("4 pass", at)
    terminal.type("\x1b[A\x1b[A\n")  # the line before the last one
    terminal.until("Choose: goal", at)


def test_hidden_hands_leave_no_trace(terminals: list[Terminal], sample: Path) -> None:
    """The screen and what can be scrolled back to are cleared before the other player looks, and so are the lines."""
    terminal = Terminal(sample, "--seed", "2", "--human", "1", "--human", "2")
    terminals.append(terminal)
    at = terminal.until("4 pass")
    terminal.type("play\n")
    at = terminal.until("3 pass", at)
    terminal.type("pass\n")
    at = terminal.until("press Enter when nobody else looks", at)
    wiped = terminal.shown.rindex(_WIPED)
    assert "Elixir" not in terminal.shown[wiped:]
    terminal.type("\n")
    at = terminal.until("player 2> ", at)
    terminal.type("\x1b[A\x1b[A\n")  # the first player's lines are forgotten: nothing is answered
    terminal.type("log 1\n")
    at = terminal.until("log 1", at)
    terminal.until("player 2> ", at)
    assert "Elixir" not in terminal.shown[wiped:].partition("log 1")[2].partition("\n")[0]


def test_what_was_typed_ahead_answers_no_question_that_others_have_changed(
    terminals: list[Terminal], sample: Path
) -> None:
    terminal = Terminal(sample, "--seed", "2")
    terminals.append(terminal)
    at = terminal.until("4 pass")
    terminal.type("4\n1\n")  # the 1 is typed before the bot has answered
    at = terminal.until("== round", at)
    terminal.until("player 1> ", at)
    time.sleep(0.5)
    terminal.type("log\n")
    end = terminal.until("pass", at)
    assert "Choose: goal" not in terminal.shown[at:end]
