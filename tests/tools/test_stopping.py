"""Long commands that are stopped: what was done is told, also where the signal comes twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulewright_tools import cli, parallel, stopping
from rulewright_tools.mutating.trial import Outcome, Trial
from rulewright_tools.stopping import stoppable

from .conftest import Run

GAME = {
    "pack.yaml": "pack: long\nstart: game\nboard: none\n",
    "game.yaml": "event game gives set of player winners: |\n"
    "  for each p in players:\n"
    "    let sure = choose yes or no by p\n"
    "    set winners = winners + p if sure\n",
    "tests/a.yaml": "test everybody may win:\n  do: game()\n  answers: [yes, yes]\n  then: [true]\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "long"
    (made / "tests").mkdir(parents=True)
    for name, text in GAME.items():
        (made / name).write_text(text, encoding="utf-8")
    return made


@pytest.mark.skipif(os.name != "posix", reason="groups of processes")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_second_signal_does_not_lose_the_report(
    folder: Path, tmp_path: Path, workers: int, sent: signal.Signals
) -> None:
    """As `timeout` sends them: one to the process, one to its group, with those that play for it."""
    journal, report = tmp_path / "journal", tmp_path / "report.md"
    words = [sys.executable, "-m", "rulewright_tools", "balance", folder, "--matches", 1_000_000_000, "--bots",
             "random", "--workers", workers, "--journal", journal, "--report", report]  # fmt: skip
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a shell's background has its children ignore it
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([str(word) for word in words], preexec_fn=heard, start_new_session=True, **pipes) as running:
        try:
            until = time.monotonic() + 60
            while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
                assert running.poll() is None and time.monotonic() < until, running.communicate()
                time.sleep(0.02)
            running.send_signal(sent)
            os.killpg(running.pid, sent)
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
    assert (running.returncode, err) == (cli.INTERRUPTED, "interrupted\n")
    assert "long" in out
    assert "rulewright balance long" in report.read_text("utf-8")


@pytest.fixture
def heard() -> Iterator[None]:
    """SIGINT is heard, which a background of a shell ignores; behind the test both signals are heard as before."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    other = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGINT, before)
    assert signal.getsignal(signal.SIGTERM) is other


@pytest.mark.usefixtures("heard")
def test_signals_of_one_moment_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    with stoppable():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            told.append("stopped")
        signal.raise_signal(signal.SIGINT)
        told.append("finished")
        monkeypatch.setattr(stopping, "MOMENT", -1.0)
        with pytest.raises(KeyboardInterrupt):  # who stops it again later wants to leave
            signal.raise_signal(signal.SIGINT)
    assert told == ["stopped", "finished"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_soak_tells_what_it_has_played(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = parallel.matches

    def stopped(*given: Any, **options: Any) -> Iterator[Any]:
        for number, one in enumerate(played(*given, **options)):
            if number == 3:
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr(parallel, "matches", stopped)
    ran = run("soak", folder, "--workers", "1")
    assert (ran.code, ran.err) == (cli.INTERRUPTED, "interrupted\n")
    assert ran.out.startswith("long: 6 decisions in 3 matches, 3 played to their end, no faults")


def test_mutate_tells_what_it_has_tried(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of, tries = Trial.of, iter(range(10))

    def stopped(self: Trial, *given: Any) -> Outcome:
        if next(tries) == 2:
            raise KeyboardInterrupt
        return of(self, *given)

    every = run("mutate", folder).out.splitlines()[0].split()[2]
    monkeypatch.setattr(Trial, "of", stopped)
    ran = run("mutate", folder, "--strict")
    assert (ran.code, ran.err) == (cli.INTERRUPTED, "interrupted\n")
    told = f"{folder}: 2 of {every} mutants, stopped before all {every} were tried"
    assert " ".join(ran.out.split()).startswith(told)
