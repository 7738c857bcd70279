"""Checks with matches at random that they can be saved at every decision and continued in a new process.

A match is played in one go here; its save and its trace are kept at every decision. A process that was started for this
match, with other string hashes and its own program, loads every save, in random order, gives the one answer that was
given here, and returns the resulting trace and save.

One answer is enough for all that follow. If at every decision the loaded match and its answer lead to the trace that
was kept and to exactly the text of the next save, then by induction a match that is loaded at any decision, and saved
and loaded again at each later one, has the same trace to its end. The induction does not cover what a match has besides
its save (caches): therefore every 25th decision is also played to the end without another save.

Separate because it handles processes; `soaking` and `elsewhere` know what a match is and how to continue it.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import accumulate, zip_longest
from typing import Any

from rulewright.cache import OFF, VARIABLE
from rulewright.session import Game, dumps
from rulewright_tools.elsewhere import told
from rulewright_tools.soaking import Match, Pack, play

# At one in this many decisions the match is played to its end.
TO_THE_END_EVERY = 25
# One in this many processes compiles the pack itself; the others may take the program from the cache.
COMPILES_EVERY = 4
# A longer match is cut off, because all its saves are kept until it has been compared. So is a match with more
# characters in its saves and its trace: they are in memory about four times on their way to the other process, for each
# one that runs.
LONGEST = 3_000
WIDEST = 20_000_000
# Seconds after which a process will certainly never end.
HANGS = 900

_WORDS = 160  # characters shown of a value that differs


@dataclass(slots=True)
class Kept:
    """A match with the text of its save at every decision and at its end, and the trace between each two of them."""

    match: Match
    saves: list[str] = field(default_factory=list)
    traces: list[list[str]] = field(default_factory=list)
    _length: int = 0
    _size: int = 0

    def see(self, game: Game) -> bool:
        """Keeps the current state of a game; returns whether the limit for one match is reached."""
        if self.saves:
            self.traces.append(told(game, self._length))
            self._size += sum(map(len, self.traces[-1]))
        self._length = len(game.trace)
        self.saves.append(dumps(game))
        self._size += len(self.saves[-1])
        return self._size > WIDEST


@dataclass(slots=True)
class Outcome:
    """The result of one match: saves loaded, how many of them were played to the end, answers given and entries of
    traces compared in the other process, and the first difference in words (empty: none)."""

    match: Match
    loaded: int = 0
    ends: int = 0
    answers: int = 0
    entries: int = 0
    compiled: bool = False
    difference: str = ""


def resumed(pack: Pack, seeds: Iterable[int], workers: int) -> Iterator[Outcome]:
    """Yields the outcomes of the matches of some seeds, in their order, compared in several processes at once."""
    waiting: deque[Future[Outcome]] = deque()
    pool = ThreadPoolExecutor(workers)
    try:
        for seed in seeds:
            waiting.append(pool.submit(compared, pack, keep(pack, seed)))
            if len(waiting) > workers:
                yield _slight(waiting.popleft().result())
        while waiting:
            yield _slight(waiting.popleft().result())
    finally:
        pool.shutdown(wait=True, cancel_futures=True)  # when stopped, waits only for the comparisons that are running


def _slight(outcome: Outcome) -> Outcome:
    """Returns the outcome without the answers, which are not needed if nothing differed."""
    if not outcome.difference:
        outcome.match.answers.clear()
    return outcome


def keep(pack: Pack, seed: int) -> Kept:
    """Plays the match of a seed in one go."""
    kept = Kept(Match(pack.name, seed))
    kept.match = play(pack, seed, LONGEST, save_every=0, seen=kept.see)
    return kept


def compared(pack: Pack, kept: Kept) -> Outcome:
    """Returns what a new process makes of the saves of a match."""
    match = kept.match
    outcome = Outcome(match, compiled=match.seed % COMPILES_EVERY == 0)
    if match.fault:
        outcome.difference = f"answer {len(match.answers)}: the match itself fails: {match.fault}"
        return outcome
    runs = runs_of(match, kept.traces)
    job = {"pack": str(pack.folder), "with": [str(one) for one in pack.others],
           "runs": [{"saved": kept.saves[start], "answers": match.answers[start:end]} for start, end in runs]}
    process = _process(json.dumps(job), match.seed, outcome.compiled)
    answers = process.stdout.split("\n")[:-1]  # a process that died may have left a part of a line
    for (start, end), line in zip(runs, answers, strict=False):
        found = json.loads(line)
        wanted = kept.traces[start:end]
        outcome.loaded += end == start + 1
        outcome.ends += end > start + 1
        outcome.answers += end - start
        outcome.entries += sum(len(part) for part in wanted)
        outcome.difference = first_difference(start, wanted, found["traces"], kept.saves[end], found["saved"])
        if outcome.difference:
            return outcome
    if process.returncode or len(answers) != len(runs):
        start = runs[len(answers)][0] if len(answers) < len(runs) else match.decisions
        outcome.difference = (
            f"loaded at decision {start + 1}: the process ended with {process.returncode}\n{process.stderr.strip()}"
        )
    return outcome


def runs_of(match: Match, traces: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Returns pairs of decisions to load at and to stop at, from 0: each to the next one, and some to the end, as many
    of these as the other process can return in `WIDEST` characters."""
    draw = random.Random(match.seed)
    every = [(start, start + 1) for start in range(match.decisions)]
    # The last decision needs none: after it comes the end.
    far = [(start, match.decisions) for start in reversed(range(match.decisions - 1))
           if (start + match.seed) % TO_THE_END_EVERY == 0]  # fmt: skip
    told = [0, *accumulate(sum(map(len, part)) for part in traces)]
    sizes = accumulate(told[end] - told[start] for start, end in far)
    runs = every + [run for run, size in zip(far, sizes, strict=True) if size <= WIDEST]
    draw.shuffle(runs)
    return runs


def _process(job: str, seed: int, compiles: bool) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "PYTHONHASHSEED": str((seed + 1) % (1 << 32)),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    if compiles:
        environment[VARIABLE] = OFF
    command = [sys.executable, "-m", "rulewright_tools.elsewhere"]
    try:
        return subprocess.run(command, input=job, env=environment, capture_output=True, text=True, encoding="utf-8",
                              timeout=HANGS, check=False)  # fmt: skip
    except subprocess.TimeoutExpired as late:
        out = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
        return subprocess.CompletedProcess(command, -1, out, f"it had not ended after {HANGS} s")


def first_difference(start: int, wanted: list[list[str]], found: list[list[str]], save: str, got: str) -> str:
    """Returns the first difference between a match loaded at a decision (from 0) and the original, in words; empty if
    there is none."""
    head = f"loaded at decision {start + 1}"
    nothing: list[str] = []
    for number, (one, other) in enumerate(zip_longest(wanted, found, fillvalue=nothing), start + 1):
        for entry, (was, now) in enumerate(zip_longest(one, other), 1):
            if was != now:
                return f"{head}: entry {entry} of the trace of answer {number}{_told(was, now)}"
    if save == got:
        return ""
    path, was, now = _parted(json.loads(save), json.loads(got), "")
    return f"{head}: the save after answer {start + len(wanted)} differs at {path or 'its text'}{_told(was, now)}"


def _told(was: Any, now: Any) -> str:
    return "".join(f"\n  it {verb} {str(value)[:_WORDS]}" for verb, value in (("was", was), ("is ", now)))


def _parted(was: Any, now: Any, path: str) -> tuple[str, Any, Any]:
    """Returns the first difference between two JSON values."""
    pairs: Iterable[tuple[Any, Any, Any]] = ()
    if isinstance(was, dict) and isinstance(now, dict) and was.keys() == now.keys():
        pairs = ((key, was[key], now[key]) for key in was)
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        pairs = zip(range(len(was)), was, now, strict=True)
    for key, one, other in pairs:
        if one != other:
            return _parted(one, other, f"{path}.{key}".lstrip("."))
    return path, was, now
