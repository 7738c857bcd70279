"""`make differential`: random matches of every pack on the engine and on the oracle, as many as one likes.

    python -m tests.oracle [--matches 300] [--first SEED] [--decisions 120] [PACK ..]

Each seed is one match of each pack, every second one with the log. After a stop the same command goes on where it was:
`matches.json` in the folder of `--out` says how far it has come. The first difference of a pack ends that pack; its
seed plays it again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.oracle.compare import Limits, Prepared, prepare, report
from tests.oracle.progress import Progress
from tests.oracle.small import settings_of

ROOT = Path(__file__).parents[2]
PLACES = ("content/*", "content/mods/*", "tests/docs/*", "tests/language/forty/*", "tests/oracle/small/*")
EVERY = 20.0  # seconds between two lines of progress
PATIENCE = 40_000_000  # of the oracle, see compare: some minute


def main(argv: Sequence[str] | None = None) -> int:
    """Plays; 1 if anything differs."""
    words = argparse.ArgumentParser(prog="python -m tests.oracle", description="Compare the engine with the oracle.")
    words.add_argument("packs", nargs="*", type=Path, help="folders of packs; left out: all of this repository")
    words.add_argument("--matches", type=int, default=300, help="matches of each pack")
    words.add_argument("--first", type=int, default=0, help="the first seed")
    words.add_argument("--decisions", type=int, default=120, help="decisions of a match at most")
    words.add_argument("--out", type=Path, default=Path("differences"), help="for progress")
    given = words.parse_args(argv)
    packs = given.packs or [one.parent for place in PLACES for one in sorted(ROOT.glob(f"{place}/pack.yaml"))]
    asked = {"packs": [str(one) for one in packs], "matches": given.matches, "first": given.first,
             "decisions": given.decisions}  # fmt: skip
    progress = Progress(given.out / "matches.json", asked)
    totals = {name: Total(**row) for name, row in progress.known().items()}
    for pack in packs:
        total = totals.setdefault(str(pack), Total())
        try:
            _play(pack, total, range(given.first, given.first + given.matches), given.decisions)
        finally:
            progress.keep({name: asdict(one) for name, one in totals.items()})
    progress.end()
    differing = [name for name, one in totals.items() if one.difference]
    sys.stdout.write(f"{len(totals)} packs, {sum(one.matches for one in totals.values())} matches, "
                     f"{sum(one.decisions for one in totals.values())} decisions, "
                     f"{len(differing)} packs with differences{''.join(f' {one}' for one in differing)}\n")  # fmt: skip
    return 1 if differing else 0


@dataclass(slots=True)
class Total:
    """What the matches of one pack come to; `difference`: the first one, in words."""

    matches: int = 0
    decisions: int = 0
    ended: int = 0
    stopped: int = 0  # by a limit, on both
    unsettled: int = 0  # left off
    difference: str = ""
    seconds: float = 0.0  # of processor time

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.decisions} decisions, {self.ended} to the end, {self.stopped} stopped by a "
            f"limit, {self.unsettled} left off, {int(bool(self.difference))} differences, {self.seconds:.0f} s"
        )


def _play(pack: Path, total: Total, seeds: range, decisions: int) -> None:
    """Plays the seeds of a pack that are left, until something differs."""
    left = seeds[total.matches :]
    prepared = prepare(pack) if left and not total.difference else None
    if prepared is None or prepared.definitions.start is None:
        return
    told = time.monotonic()
    for seed in left:
        _match(pack, prepared, seed, decisions, total)
        if total.difference:
            sys.stderr.write(f"{pack}: {total.difference}\n")
            break
        if time.monotonic() - told >= EVERY:
            told = time.monotonic()
            _tell(pack, total)
    _tell(pack, total)


def _match(pack: Path, prepared: Prepared, seed: int, decisions: int, total: Total) -> None:
    began = time.process_time()
    limits = Limits(decisions, traced=seed % 2 == 0, patience=PATIENCE)
    found = report(prepared, seed, limits=limits, settings=settings_of(pack, prepared.linked.program, seed))
    total.matches += 1
    total.decisions += found.decisions
    total.ended += found.over
    total.stopped += bool(found.stopped)
    total.unsettled += found.unsettled
    total.seconds += time.process_time() - began
    if found.difference is not None:
        total.difference = f"seed {seed}: {found.difference}"


def _tell(pack: Path, total: Total) -> None:
    sys.stdout.write(f"{pack}: {total}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
