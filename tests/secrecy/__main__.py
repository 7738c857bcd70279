"""Random packs with secrets, each played as twins that differ in one secret, as many as one likes: `make secrets`.

    python -m tests.secrecy --packs 10000 [--seed 0] [--each 1] [--out leaks]

What a player could tell twins apart by is told with the seed, and the pack is written into the folder of `--out`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.programs.running import written
from tests.secrecy.pairs import Verdict, files_of, judged

EVERY = 30.0  # seconds between two lines of progress
MOST = 20  # packs that are written


def main(argv: Sequence[str] | None = None) -> int:
    """Plays; 1 if any player could tell twins apart."""
    words = argparse.ArgumentParser("python -m tests.secrecy", description="Compare twins that differ in one secret.")
    words.add_argument("--packs", type=int, default=1000, help="packs")
    words.add_argument("--seed", type=int, default=0, help="the first seed")
    words.add_argument("--each", type=int, default=1, help="pairs of each sort of secret of each player")
    words.add_argument("--out", type=Path, default=Path("leaks"), help="for packs that tell a secret")
    given = words.parse_args(argv)
    total: Counter[str] = Counter()
    told = time.monotonic()
    for seed in range(given.seed, given.seed + given.packs):
        with TemporaryDirectory() as folder:
            verdict = judged(seed, Path(folder), given.each)
        _add(total, verdict)
        if verdict.differences:
            sys.stderr.write(f"seed {seed}: {verdict.differences[0]}\n")
            if total["packs that tell a secret"] <= MOST:
                written(files_of(seed), given.out / str(seed))
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            _tell(total)
    _tell(total)
    return 1 if total["packs that tell a secret"] or total["with errors"] else 0


def _add(total: Counter[str], verdict: Verdict) -> None:
    total["packs"] += 1
    total["with errors"] += bool(verdict.errors)
    total["left out as warned of"] += bool(verdict.warned)
    total["pairs"] += verdict.pairs
    total["answers"] += verdict.answers
    total["packs that tell a secret"] += bool(verdict.differences)


def _tell(total: Counter[str]) -> None:
    sys.stdout.write(", ".join(f"{name}: {number}" for name, number in total.items()) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
