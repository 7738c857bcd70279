"""Small packs of a stranger on the command line: no fault, no hang, little memory, nothing a terminal obeys."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.fuzz.attacks import drawn
from tests.fuzz.conftest import HANGS, ROOT, TIMES
from tests.tools.test_raw_words import unseen

from rulewright.pipeline import check_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]

SECONDS, MEGABYTES = 5.0, 500  # of the reference machine
_LENGTH = 3_000_000  # characters that a command may write about a small pack
_TYPED = (
    "why\nwhy not 1\nlook\nlook 1\nlog\nwhy price\nwhy near\n1\nwhy play\nwhy note\nwhy note(1)\nwhy not note(1)\n"
    "why price(pawn, A1)\nwhy near(pawn, B2)\nwhy near(1, A1)\ncompare\ncompare go\n"
    "log all\n1\nundo\nundo\nboard\n1\nquit\n"
)
CHECK, TEST = ("check", "PACK"), ("test", "PACK")
PLAY = ("play", "PACK", "--bots", "random,greedy", "--watch", "--seed", "1", "--save", "FILE")
REPLAY, LOAD = ("replay", "FILE", "--pack", "PACK", "--show"), ("play", "PACK", "--load", "FILE")
SOAK = ("soak", "PACK", "--decisions", "300", "--workers", "1")
OTHERS = (
    ("play", "PACK", "--seed", "2"), ("show", "PACK", "play", "--effective"), ("check", "PACK", "--format", "json"),
    ("fmt", "PACK"), ("play", "PACK", "--bots", "greedy", "--seed", "3"), ("coverage", "PACK"), ("graph", "PACK"),
    ("show", "PACK", "price", "--code"), ("show", "PACK", "note", "--effective"), ("graph", "PACK", "--loops"),
    ("show", "PACK", "play", "--effective", "--code"),
)  # fmt: skip
_DRAWN = range(2 * TIMES)


def lines(seed: int, files: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The commands that meet a pack: it is checked, tested and played, one goes on with the match, and two others."""
    tested = [TEST] if any(name.startswith("tests/") for name in files) else []
    r = Random(seed)
    return [CHECK, PLAY, r.choice((REPLAY, LOAD)), *tested, *r.sample((*OTHERS, SOAK, SOAK), 2)]


class Commands:
    """Runs command lines in a process of their own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.commands"],
            cwd=ROOT,
            env={"PYTHONPATH": f"{ROOT}:{ROOT / 'interpreter'}:{ROOT / 'tools'}", "PATH": os.environ["PATH"],
                 "PYTHONHASHSEED": "0", "RULEWRIGHT_CACHE": "off", "COLUMNS": "100"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def __call__(self, line: list[str]) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({"line": line, "typed": _TYPED}) + "\n")
        self._process.stdin.flush()
        assert select.select([self._process.stdout], [], [], HANGS)[0], f"{line}: no end after {HANGS} s"
        report: dict[str, Any] = json.loads(self._process.stdout.readline())
        return report

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._process.stdout.close()


def faults(report: dict[str, Any], line: Sequence[str] = ()) -> list[str]:
    """What is wrong with what came of a command."""
    found = []
    said = report["said"]
    # Rules that do not terminate have an exit code of their own where a match is played.
    allowed = (0, 1, 2, 3) if line[:1] and line[0] in ("soak", "play") else (0, 1, 2)
    if report["code"] not in allowed:
        found.append(f"exit code {report['code']}")
    if "Traceback" in said or "RW900" in said:
        found.append("a fault of ours: " + said[-600:])
    if report["seconds"] > SECONDS:
        found.append(f"{report['seconds']:.1f} s of the reference machine")
    if report["megabytes"] > MEGABYTES:
        found.append(f"{report['megabytes']:.0f} MB")
    if report["size"] > _LENGTH:
        found.append(f"{report['size']} characters written")
    if unseen(said):
        found.append(f"raw characters {sorted(map(ascii, unseen(said)))}")
    return found


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    made = Commands()
    yield made
    made.close()


@pytest.mark.parametrize("seed", _DRAWN)
def test_a_hostile_pack_on_the_command_line(
    seed: int, pack_folder: Write, commands: Commands, tmp_path: Path
) -> None:
    files, ingredients = drawn(seed)
    folder = pack_folder(files)
    names = {"PACK": str(folder), "FILE": str(tmp_path / "match.json")}
    for line in lines(seed, files):
        found = faults(commands([names.get(one, one) for one in line]), line)
        assert found == [], f"seed {seed} ({', '.join(ingredients)}): rulewright {' '.join(line)}"


def test_most_of_what_is_drawn_can_be_played(pack_folder: Write) -> None:
    """What is refused at the first mistake attacks nobody but the checker."""
    drawn_packs = [drawn(seed, 1)[0] for seed in range(12)]
    good = [files for files in drawn_packs if not check_pack(pack_folder(files)).diagnostics.has_errors]
    assert len(good) > len(drawn_packs) / 2


def test_what_is_collected_lies_in_little_memory(pack_folder: Write, commands: Commands) -> None:
    """An offer of twenty-seven million options is stopped before they fill the memory."""
    offered = "f(a, b, g) for a in numbers(1, 300), b in numbers(1, 300), g in numbers(1, 300)"
    text = (
        "event f(number a, number b, number g): {}\nevent go: |\n  for each p in players:\n    offer p:\n"
        f"      {offered}\n"
    )
    folder = pack_folder({"pack.yaml": "pack: wide\nlanguage: 2\nplayers: 2\nstart: go\n", "all.yaml": text})
    line = ["play", str(folder), "--watch", "--seed", "1"]
    report = commands(line)
    assert faults(report, line) == [] and "The rules do not terminate" in report["said"]
    assert report["code"] == 3
    assert report["megabytes"] < 0.7 * MEGABYTES
