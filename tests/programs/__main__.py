"""Random programs on the engine and on the oracle, as many as one likes: a part of `make differential`.

    python -m tests.programs --count 1000000 [--seed 0] [--workers 2] [--out differences]
    python -m tests.programs --expressions 1000000 [--seed 0] ..
    python -m tests.programs --routes --count 100000 [--seed 0] ..

Each seed is a pack of 180 programs and two programs of values. With `--expressions` all programs tell values:
random expressions over a random state, told, then something is changed, and told again. With `--routes` each is a pack
on a table over which things go ways (`routes`), a program is a match of it. After a stop the same command
goes on where it was: `programs.json` in the folder of `--out` says how far it has come. What differs is cut down and
written there as a pack with `how.txt`, which says what differs and how to play it again.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.oracle.progress import Progress
from tests.programs.draw import Seeded
from tests.programs.packs import MANY, TELLING, Files, draw_pack
from tests.programs.routes import draw_routes
from tests.programs.running import Drawn, Fault, Verdict, compared, judged, read, written
from tests.programs.shrinking import shrunk

EVERY = 10.0  # seconds between two lines of progress
SHRINK = 90.0  # seconds of processor time for cutting one fault down
MOST = 20  # faults that are cut down and written; all are counted
SILENT = 3600.0  # seconds until a process that says nothing is taken to have died
PACKS = 60  # of one process: then another begins, so that no memory is held for long


def main(argv: Sequence[str] | None = None) -> int:
    """Plays; 1 if anything differs."""
    words = argparse.ArgumentParser(prog="python -m tests.programs", description="Compare random programs.")
    words.add_argument("--count", type=int, default=1000, help="programs, at least")
    words.add_argument("--expressions", type=int, help="expressions instead, at least")
    words.add_argument("--routes", action="store_true", help="matches in which things go ways instead")
    words.add_argument("--seed", type=int, default=0, help="the first seed")
    words.add_argument("--workers", type=int, default=1, help="processes")
    words.add_argument("--out", type=Path, default=Path("differences"), help="for progress and what differs")
    given = words.parse_args(argv)
    size = TELLING if given.expressions else MANY
    drawn: Drawn = draw_routes if given.routes else partial(draw_pack, size=size)
    wanted = -(-given.expressions // size.expressions) if given.expressions else given.count
    kind = "expressions" if given.expressions else "routes" if given.routes else "programs"
    progress = Progress(given.out / f"{kind}.json", {"count": wanted, "seed": given.seed})
    total = Total(**{"seed": given.seed, **progress.known()})
    if total.packs:
        sys.stdout.write(f"going on with seed {total.seed}\n")
    clock = Clock(total, size.expressions if given.expressions else 0)
    try:
        for verdict in verdicts(total.seed, given.workers, drawn):
            for fault in total.add(verdict):
                sys.stderr.write(f"seed {verdict.seed}, program {fault.program}: {fault.what}\n")
                if total.faults <= MOST:
                    sys.stderr.write(f"cut down in {keep(fault, given.out, drawn)}\n")
            if total.programs >= wanted:
                break
            if clock.is_time():
                clock.tell()
                progress.keep(asdict(total))
    finally:
        clock.tell()
        progress.keep(asdict(total))
    progress.end()
    return 1 if total.faults else 0


def verdicts(first: int, workers: int, drawn: Drawn) -> Iterator[Verdict]:
    """What becomes of the packs of all seeds from one on, in their order."""
    seeds = count(first)
    with get_context("spawn").Pool(workers, maxtasksperchild=PACKS) as pool:
        while True:  # in stretches: a pool would draw from an endless range for ever
            stretch = list(islice(seeds, 10 * workers))
            found = pool.imap(partial(judged, drawn=drawn), stretch)
            for _ in stretch:
                yield found.next(SILENT)


@dataclass(slots=True)
class Total:
    """What all packs so far come to; `seed` is the next one."""

    seed: int
    packs: int = 0
    programs: int = 0
    decisions: int = 0
    stopped: int = 0  # by a limit, on both
    unsettled: int = 0  # left off
    faults: int = 0
    refused: dict[str, int] = field(default_factory=dict)  # code of the first mistake -> packs

    def add(self, verdict: Verdict) -> list[Fault]:
        """Counts a pack; gives what differed in it."""
        self.seed = verdict.seed + 1
        self.packs += 1
        self.programs += verdict.programs
        self.decisions += verdict.decisions
        self.stopped += verdict.stopped
        self.unsettled += verdict.unsettled
        self.faults += len(verdict.faults)
        for code in verdict.refused[:1]:
            self.refused[code] = self.refused.get(code, 0) + 1
        return verdict.faults

    def __str__(self) -> str:
        codes = ", ".join(f"{code} {n}" for code, n in sorted(self.refused.items()))
        refused = f"{sum(self.refused.values())} refused ({codes or 'none'})"
        return (
            f"{self.programs} programs of {self.packs} packs, {refused}, {self.decisions} decisions, "
            f"{self.stopped} stopped by a limit, {self.unsettled} left off, {self.faults} differences"
        )


class Clock:
    """Tells now and then how far it has come and how quickly."""

    def __init__(self, total: Total, each: int = 0) -> None:
        self.total, self.before, self.each = total, total.programs, each  # expressions of each program, if these count
        self.began = self.told = time.monotonic()

    def is_time(self) -> bool:
        """Whether the last line is long ago."""
        return time.monotonic() - self.told >= EVERY

    def tell(self) -> None:
        """A line of progress."""
        self.told = time.monotonic()
        pace = (self.total.programs - self.before) / max(self.told - self.began, 0.001)
        told = f"{self.total.programs * self.each} expressions, {pace * self.each:.0f} a second: " if self.each else ""
        rest = "" if self.each else f", {pace:.0f} a second"
        sys.stdout.write(f"{told}{self.total}{rest}, next seed {self.total.seed}\n")
        sys.stdout.flush()


# -- what differs ------------------------------------------------------------------------------------------------------


def sort_of(fault: Fault | None) -> str:
    """What kind of difference it is: cutting down must not go over to another."""
    if fault is None:
        return ""
    first = fault.what.strip().splitlines()
    if "Traceback" in first[0]:
        return first[-1]
    found = re.search(r"decision \d+: (\S+)", first[0])
    return found[1] if found else first[0]


def again(files: Files, fault: Fault) -> Fault | None:
    """The same program of a changed pack."""
    with TemporaryDirectory(prefix="programs-") as folder:
        try:
            prepared = read(written(files, Path(folder)))
        except Exception as bad:  # while it is cut down, any failure is one more kind of difference
            return Fault(-1, fault.seed, f"Traceback\n{type(bad).__name__}: {bad}")
    return None if isinstance(prepared, str) else compared(prepared, fault.program, fault.seed)


def keep(fault: Fault, out: Path, drawn: Drawn) -> Path:
    """Cuts a fault down and writes it as a pack."""
    files, _ = drawn(Seeded(fault.seed))
    wanted = sort_of(again(files, fault))
    small = shrunk(files, lambda made: sort_of(again(made, fault)) == wanted, SHRINK) if wanted else files
    folder = written(small, out / f"{fault.seed}-{fault.program}")
    now = again(small, fault)
    how = (
        f"report(prepare(folder), {fault.seed} + {fault.program}, settings={{'program': {fault.program}}})\n"
        f"differs:\n\n{fault.what if now is None else now.what}\n"
    )
    (folder / "how.txt").write_text(how, encoding="utf-8")
    return folder


if __name__ == "__main__":
    sys.exit(main())
