"""What takes a while says so on a terminal, and leaves nothing there."""

from __future__ import annotations

import io
import sys
import time

import pytest

from rulewright_tools.show import patience


class Screen(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def written(monkeypatch: pytest.MonkeyPatch, terminal: bool, seconds: float, each: float = 0.02) -> str:
    screen = Screen(terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(patience, "PATIENCE", each)
    with patience.waiting("reading a pack"):
        end = time.monotonic() + seconds
        while time.monotonic() < end:  # busy, as reading is
            pass
    return screen.getvalue()


def test_the_seconds_are_told_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    told = written(monkeypatch, True, 0.5)
    parts = [part for part in told.split("\r") if part]
    assert [part.rstrip() for part in parts[:2]] == ["reading a pack .. 1 s", "reading a pack .. 2 s"]
    assert not parts[-1].strip() and len(parts[-1]) >= len(parts[-2].rstrip())
    assert told.endswith("\r")


def test_what_is_quick_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(monkeypatch, True, 0.0, each=60.0) == ""


def test_nothing_is_written_where_no_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(monkeypatch, False, 0.1) == ""


def test_a_failure_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Screen(True))
    with pytest.raises(KeyError), patience.waiting("reading a pack"):
        raise KeyError
