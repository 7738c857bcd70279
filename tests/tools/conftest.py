"""Runs command lines as a shell would: arguments and what is typed in, exit code and both streams out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.session import Game, link_program
from rulewright_tools import cli
from rulewright_tools.packs import playable
from rulewright_tools.playing.match import Match

SAMPLE = Path(__file__).parent / "sample"


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command line did."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("check", "pack", typed="..")`: no terminal, 80 columns, no colours unless they are forced."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def line(*arguments: str | Path, typed: str = "", columns: int = 80) -> Ran:
        monkeypatch.setenv("COLUMNS", str(columns))
        with CliRunner().isolation(input=typed) as streams:
            code = cli.run([str(argument) for argument in arguments])
            return Ran(code, streams[0].getvalue().decode(), streams[1].getvalue().decode())

    return line


@pytest.fixture
def sample() -> Path:
    """A small game with a board, hidden hands, dice, statuses and reactions."""
    return SAMPLE


def match_of(folder: Path) -> Match:
    """A match of a pack between a person and a bot, at its first question."""
    return Match(Game.new(link_program(playable(folder)), seed=1), ("human", "random"), 1, {})
