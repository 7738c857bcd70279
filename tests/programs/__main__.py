"""Random programs on the engine and on the oracle, as many as one likes: a part of `make differential`.

    python -m tests.programs --count 1000000 [--seed 0] [--workers 2] [--out differences]

Each seed is a pack of some twenty programs and two programs of values. It is resumable by seed: after a stop go on with
`--seed` and the seed that was told last. What differs is cut down and written as a pack folder with `how.txt`, which
says what differs and how to play it again.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.programs.draw import Seeded
from tests.programs.packs import Files, draw_pack
from tests.programs.running import Fault, Verdict, compared, judged, read, written
from tests.programs.shrinking import shrunk

EVERY = 10.0  # seconds between two lines of progress
SHRINK = 90.0  # seconds of processor time for cutting one fault down
MOST = 20  # faults that are cut down and written; all are counted


def main(argv: Sequence[str] | None = None) -> int:
    """Plays; 1 if anything differs."""
    words = argparse.ArgumentParser(prog="python -m tests.programs", description="Compare random programs.")
    words.add_argument("--count", type=int, default=1000, help="programs, at least")
    words.add_argument("--seed", type=int, default=0, help="the first seed")
    words.add_argument("--workers", type=int, default=1, help="processes")
    words.add_argument("--out", type=Path, default=Path("differences"), help="where what differs is written")
    given = words.parse_args(argv)
    total, faults = Total(given.seed), []
    for verdict in verdicts(given.seed, given.workers):
        for fault in total.add(verdict):
            sys.stderr.write(f"seed {verdict.seed}, program {fault.program}: {fault.what}\n")
            faults.append(fault)
            if len(faults) <= MOST:
                sys.stderr.write(f"cut down in {keep(fault, given.out)}\n")
        if total.programs >= given.count:
            break
        total.tell(False)
    total.tell(True)
    return 1 if faults else 0


def verdicts(first: int, workers: int) -> Iterator[Verdict]:
    """What becomes of the packs of all seeds from one on, in their order."""
    if workers < 2:
        yield from map(judged, count(first))
        return
    with get_context("spawn").Pool(workers) as pool:
        at = first
        while True:  # in stretches: a pool would draw from an endless range for ever
            yield from pool.imap(judged, islice(count(at), 20 * workers))
            at += 20 * workers


class Total:
    """What all packs so far come to."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.packs = self.programs = self.decisions = self.stopped = self.faults = 0
        self.refused: Counter[str] = Counter()
        self.began = self.told = time.monotonic()

    def add(self, verdict: Verdict) -> list[Fault]:
        """Counts a pack; gives what differed in it."""
        self.seed = verdict.seed + 1
        self.packs += 1
        self.programs += verdict.programs
        self.decisions += verdict.decisions
        self.stopped += verdict.stopped
        self.faults += len(verdict.faults)
        self.refused.update(verdict.refused[:1])
        return verdict.faults

    def tell(self, now: bool) -> None:
        """A line of progress, now or when it is time."""
        at = time.monotonic()
        if not now and at - self.told < EVERY:
            return
        self.told = at
        codes = ", ".join(f"{code} {n}" for code, n in self.refused.most_common())
        refused = f"{sum(self.refused.values())} refused ({codes or 'none'})"
        sys.stdout.write(
            f"{self.programs} programs of {self.packs} packs, {refused}, "
            f"{self.decisions} decisions, {self.stopped} stopped by a limit, {self.faults} differences, "
            f"{self.programs / max(at - self.began, 0.001):.0f} a second; go on with --seed {self.seed}\n"
        )
        sys.stdout.flush()


# -- what differs ------------------------------------------------------------------------------------------------------


def sort_of(fault: Fault | None) -> str:
    """What kind of difference it is: cutting down must not go over to another."""
    if fault is None:
        return ""
    first = fault.what.strip().splitlines()
    if "Traceback" in first[0]:
        return first[-1].partition(":")[0]
    found = re.search(r"decision \d+: (\S+)", first[0])
    return found[1] if found else first[0]


def again(files: Files, fault: Fault) -> Fault | None:
    """The same program of a changed pack."""
    with TemporaryDirectory(prefix="programs-") as folder:
        try:
            prepared = read(written(files, Path(folder)))
        except Exception as bad:  # while it is cut down, any failure is one more kind of difference
            return Fault(-1, fault.seed, f"Traceback\n{type(bad).__name__}")
    return None if isinstance(prepared, str) else compared(prepared, fault.program, fault.seed)


def keep(fault: Fault, out: Path) -> Path:
    """Cuts a fault down and writes it as a pack."""
    files, _ = draw_pack(Seeded(fault.seed))
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
