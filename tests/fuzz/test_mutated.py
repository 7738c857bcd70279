"""Good packs, cut up by chance: always diagnostics, never an exception; and what still compiles can be played."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.fuzz.conftest import Judge

Cut = Callable[[random.Random, str], str]
_SIGNS = "(){}[]:,.|>&*!%@#-+/'\"\\ \n\t\0éЖ0aZ_=<"


def truncated(rng: random.Random, text: str) -> str:
    return text[: rng.randrange(len(text))]


def char_changed(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(_SIGNS) + text[at + 1 :]


def char_added(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(_SIGNS) + text[at:]


def part_deleted(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    return text[:at] + text[at + rng.randrange(1, 60) :]


def part_doubled(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    part = text[at : at + rng.randrange(1, 200)]
    return text[:at] + part + text[at:]


def lines_swapped(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return "".join(lines)


def line_indented(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    i = rng.randrange(len(lines))
    lines[i] = rng.choice(["  " + lines[i], lines[i].removeprefix("  "), " " + lines[i]])
    return "".join(lines)


def words_swapped(rng: random.Random, text: str) -> str:
    words = text.split(" ")
    i, j = rng.randrange(len(words)), rng.randrange(len(words))
    words[i], words[j] = words[j], words[i]
    return " ".join(words)


def several(rng: random.Random, text: str) -> str:
    for _ in range(rng.randrange(2, 8)):
        text = rng.choice(CUTS[:-1])(rng, text) or "x"
    return text


CUTS: list[Cut] = [truncated, char_changed, char_added, part_deleted, part_doubled, lines_swapped, line_indented,
                   words_swapped, several]  # fmt: skip
EACH = 12


@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: cut.__name__)
@pytest.mark.parametrize("pack", ["skirmish", "underworlds"])
def test_a_mutated_pack(pack: str, cut: Cut, judge: Judge, root: Path, tmp_path: Path) -> None:
    folder = tmp_path / pack
    shutil.copytree(root / "content" / pack, folder, ignore=shutil.ignore_patterns("tests"))
    files = sorted(folder.rglob("*.yaml"))
    rng = random.Random(f"{pack} {cut.__name__}")
    wrong = 0
    for number in range(EACH):
        file = rng.choice(files)
        text = file.read_text(encoding="utf-8")
        file.write_text(cut(rng, text), encoding="utf-8")
        verdict = judge(folder, f"{file.name}, {cut.__name__} {number}")
        wrong += bool(verdict["codes"])
        file.write_text(text, encoding="utf-8")
    assert wrong > 0
