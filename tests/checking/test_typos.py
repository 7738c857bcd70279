"""Of single typos in a good pack (a letter dropped in a name, a type or operator swapped) nearly all are told.

What is left over is another correct text: a name that nothing else mentions, `<` for `>`, `and` for `or`.
"""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack

# Lines that people read and the checker does not.
_SAID = re.compile(r"\s*(name|text|rules|title|version|language|en|ru)\b.*:|\s*#")
_NAMES = re.compile(r"\{(en|ru):[^}]*\}")
_DRAWN = re.compile(r"\s*(rows|messages):")
_PATTERNS = {
    "letter": re.compile(r"[a-z][a-z_]{2,}"),
    "type": re.compile(r"\b(?:yes_no|number|cells|cell|player|creature)\b"),
    "operator": re.compile(r"(?<= )(?:is|in|\+|-|where|if|when|to|by|of)(?= )"),
}
_INSTEAD = {
    "type": ("yes_no", "number", "cells", "player", "die", "zone", "status"),
    "operator": ("is", "in", "+", "<", "where", "if", "when", "to", "by", "of"),
}


def mistakes(folder: Path) -> set[tuple[str, str]]:
    return {(found.code, found.message) for found in check_pack(folder).diagnostics}


def places(folder: Path, kind: str) -> list[tuple[Path, int, int]]:
    """Every place of a definition file where a typo of the kind can be made."""
    found: list[tuple[Path, int, int]] = []
    for file in sorted(folder.glob("*.yaml")):
        if file.name == "rulebook.yaml":
            continue
        offset, drawing = 0, False
        for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
            drawing = _DRAWN.match(line) is not None or (drawing and line.startswith("  "))
            if not drawing and not _SAID.match(line):
                code = _NAMES.sub(lambda said: " " * len(said[0]), line.partition(" #")[0])
                found += [(file, offset + one.start(), offset + one.end()) for one in _PATTERNS[kind].finditer(code)]
            offset += len(line)
    return found


@pytest.mark.parametrize("kind", _PATTERNS)
def test_typos_are_told(kind: str, root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(root / "content" / "skirmish", folder)
    before = mistakes(folder)
    rng = random.Random(kind)
    chosen = rng.sample(places(folder, kind), 80)
    missed: list[str] = []
    for file, start, end in chosen:
        text = file.read_text(encoding="utf-8")
        word = text[start:end]
        if kind == "letter":
            cut = rng.randrange(len(word))
            wrong = word[:cut] + word[cut + 1:]
        else:
            wrong = rng.choice([one for one in _INSTEAD[kind] if one != word])
        file.write_text(text[:start] + wrong + text[end:], encoding="utf-8")
        if mistakes(folder) <= before:
            missed.append(f"{file.name}:{text.count(chr(10), 0, start) + 1} {word} -> {wrong}")
        file.write_text(text, encoding="utf-8")
    assert len(missed) <= len(chosen) * 0.05, missed
