"""`make differential`: random matches of every pack on the engine and on the oracle, as many as one likes.

    python -m tests.oracle [--matches 300] [--first SEED] [--decisions 120] [PACK ..]

Each seed is one match of each pack, every second one with the log. It is resumable by seed: after a stop go on with
`--first` and the seed that was told last. The first difference of a pack ends that pack; its seed plays it again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.oracle.compare import Limits, Prepared, chosen_settings, prepare, report

ROOT = Path(__file__).parents[2]
PLACES = ("content/*", "tests/docs/*", "tests/language/forty/*")
EVERY = 20  # matches between two lines of progress


def main(argv: Sequence[str] | None = None) -> int:
    """Plays; 1 if anything differs."""
    words = argparse.ArgumentParser(prog="python -m tests.oracle", description="Compare the engine with the oracle.")
    words.add_argument("packs", nargs="*", type=Path, help="folders of packs; left out: all of this repository")
    words.add_argument("--matches", type=int, default=300, help="matches of each pack")
    words.add_argument("--first", type=int, default=0, help="the first seed")
    words.add_argument("--decisions", type=int, default=120, help="decisions of a match at most")
    given = words.parse_args(argv)
    packs = given.packs or [one.parent for place in PLACES for one in sorted(ROOT.glob(f"{place}/pack.yaml"))]
    differing = 0
    for pack in packs:
        prepared = prepare(pack)
        if prepared.definitions.start is not None:
            differing += not _agrees(pack, prepared, range(given.first, given.first + given.matches), given.decisions)
    return 1 if differing else 0


def _agrees(pack: Path, prepared: Prepared, seeds: range, decisions: int) -> bool:
    started = time.process_time()
    answered = ended = stopped = 0
    for seed in seeds:
        found = report(
            prepared, seed, limits=Limits(decisions, traced=seed % 2 == 0), settings=chosen_settings(prepared, seed)
        )
        answered += found.decisions
        ended += found.over
        stopped += bool(found.stopped)
        if found.difference is not None:
            sys.stderr.write(f"{pack}: seed {seed}: {found.difference}\n")
            return False
        if (seed - seeds.start + 1) % EVERY == 0 or seed == seeds[-1]:
            spent = time.process_time() - started
            sys.stdout.write(
                f"{pack}: {seed - seeds.start + 1} matches to seed {seed}, {answered} decisions, {ended} to the end, "
                f"{stopped} stopped by a limit, 0 differences, {spent:.0f} s\n"
            )
            sys.stdout.flush()
    return True


if __name__ == "__main__":
    sys.exit(main())
