"""Good packs, cut up at random: always diagnostics, never an exception; and what still compiles can be played."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.conftest import TIMES, Judge

Cut = Callable[[random.Random, str], str]
_WORD = re.compile(r"[A-Za-z_]+")
_NUMBER = re.compile(r"\d+")
_NUMBERS = ("0", "-1", "1", "2", "7", "99", "1000000000", "99999999999", "1.5", "0x1F", "007")
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


def line_borrowed(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return "".join(lines)


def line_deleted(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return "".join(lines)


def word_replaced(rng: random.Random, text: str) -> str:
    """By another word of the file: most such texts are well formed and wrong."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    one, other = rng.choice(words), rng.choice(words)
    return text[: one.start()] + other[0] + text[one.end() :]


def number_changed(rng: random.Random, text: str) -> str:
    numbers = list(_NUMBER.finditer(text))
    if not numbers:
        return char_changed(rng, text)
    one = rng.choice(numbers)
    return text[: one.start()] + rng.choice(_NUMBERS) + text[one.end() :]


def several(rng: random.Random, text: str) -> str:
    for _ in range(rng.randrange(2, 8)):
        text = rng.choice(CUTS[:-1])(rng, text) or "x"
    return text


CUTS: list[Cut] = [truncated, char_changed, char_added, part_deleted, part_doubled, lines_swapped, line_indented,
                   words_swapped, line_borrowed, line_deleted, word_replaced, number_changed, several]  # fmt: skip
EACH = 2 * TIMES
EACH_OF_TESTS = TIMES
PACKS = ("skirmish", "ddm", "underworlds", "zod", "w40k_missions")


@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: cut.__name__)
def test_mutated_packs(cut: Cut, judge: Judge, root: Path, tmp_path: Path) -> None:
    verdicts = []
    for pack in PACKS:
        folder = tmp_path / pack
        shutil.copytree(root / "content" / pack, folder, ignore=shutil.ignore_patterns("tests"))
        rng = random.Random(f"{pack} {cut.__name__}")
        verdicts += [judged(judge, folder, rng, cut, number) for number in range(EACH)]
    assert any(verdict["errors"] for verdict in verdicts)


@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: cut.__name__)
def test_mutated_content_tests(cut: Cut, judge: Judge, root: Path, tmp_path: Path) -> None:
    """Whatever stands in the files of tests, they are played or told what is wrong with them."""
    folder = tmp_path / "skirmish"
    shutil.copytree(root / "content" / "skirmish", folder)
    rng = random.Random(f"tests {cut.__name__}")
    verdicts = [judged(judge, folder, rng, cut, number, "tests") for number in range(EACH_OF_TESTS)]
    assert all(not verdict["errors"] and verdict["tests"] for verdict in verdicts)


def judged(judge: Judge, folder: Path, rng: random.Random, cut: Cut, number: int, below: str = "") -> dict[str, Any]:
    """The verdict on a folder in which one file is cut; afterwards the file is as it was."""
    file = rng.choice(sorted((folder / below).rglob("*.yaml")))
    text = file.read_text(encoding="utf-8")
    file.write_text(cut(rng, text), encoding="utf-8")
    verdict = judge(folder, f"{file.name}, {cut.__name__} {number}")
    file.write_text(text, encoding="utf-8")
    return verdict
