"""A pack of programs on disk, read once, and each of its programs played by the engine and by the oracle."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from signal import ITIMER_VIRTUAL, SIGVTALRM, setitimer, signal
from tempfile import TemporaryDirectory
from traceback import format_exc
from types import FrameType

from tests.oracle.compare import Limits, Prepared, Unready, prepare, report
from tests.programs.draw import Draw, Seeded
from tests.programs.packs import Files, draw_pack

# Draws the files of a pack, and how many programs it has.
Drawn = Callable[[Draw], tuple[Files, int]]

DECISIONS = 60  # of one program at the most
SECONDS = 60  # of processor time, for one pack or program
PATIENCE = 8_000_000  # of the oracle, see tests.oracle.compare: some ten seconds
_CODE = re.compile(r"\bRW\d\d\d\b")


@dataclass(frozen=True, slots=True)
class Fault:
    """A program of a pack on which both do not agree, or on which either of them fails."""

    program: int
    seed: int
    what: str


@dataclass(slots=True)
class Verdict:
    """What became of one pack: the codes for which it was refused, programs and decisions that were compared."""

    seed: int
    refused: tuple[str, ...] = ()
    programs: int = 0
    decisions: int = 0
    stopped: int = 0  # programs that ran into a limit, on both
    unsettled: int = 0  # programs that the oracle did not come to the end of
    events: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


class TooLong(Exception):
    """More processor time than anything small may take."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raises TooLong after so much processor time."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"more than {seconds} s")

    before = signal(SIGVTALRM, ring)
    setitimer(ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        setitimer(ITIMER_VIRTUAL, 0)
        signal(SIGVTALRM, before)


def written(files: Files, folder: Path) -> Path:
    """The files of a pack in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def compared(prepared: Prepared, program: int, seed: int, verdict: Verdict | None = None) -> Fault | None:
    """One program on both, with the log compared or, for every third program, without a log at all."""
    limits = Limits(decisions=DECISIONS, traced=program % 3 != 2, patience=PATIENCE, whole=PATIENCE)
    try:
        with bounded(SECONDS):
            found = report(prepared, seed + program, limits=limits, settings={"program": program})
    except Exception:  # whatever it is, it is a fault of one of both, to be shown and cut down
        return Fault(program, seed, format_exc(limit=-5))
    if verdict is not None:
        verdict.programs += 1
        verdict.decisions += found.decisions
        verdict.stopped += bool(found.stopped)
        verdict.unsettled += found.unsettled
    return None if found.difference is None else Fault(program, seed, str(found.difference))


def read(folder: Path) -> Prepared | str:
    """A pack that can be played, or why it cannot."""
    try:
        with bounded(SECONDS):
            return prepare(folder)
    except Unready as bad:
        return str(bad)


def judged(seed: int, drawn: Drawn = draw_pack) -> Verdict:
    """Draws the pack of a seed and compares all its programs."""
    return judged_files(*drawn(Seeded(seed)), seed)


def judged_files(files: Files, programs: int, seed: int) -> Verdict:
    """Compares all programs of a pack."""
    verdict = Verdict(seed)
    with TemporaryDirectory(prefix="programs-") as folder:
        try:
            prepared = read(written(files, Path(folder)))
        except Exception:  # checking or linking fails: a fault of the engine
            verdict.faults.append(Fault(-1, seed, format_exc(limit=-5)))
            return verdict
    if isinstance(prepared, str):
        verdict.refused = tuple(dict.fromkeys(_CODE.findall(prepared))) or (prepared[:60],)
        return verdict
    for program in range(programs):
        fault = compared(prepared, program, seed, verdict)
        if fault is not None:
            verdict.faults.append(fault)
    return verdict
