"""docs/embedding.md: every program is run in a copy of the content, and prints what the page shows behind it."""

from __future__ import annotations

import ast
import dataclasses
import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from tests.docs.pages import Block, blocks

import rulewright
from rulewright import Happening

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "embedding.md"
BLOCKS = blocks(PAGE)
PROGRAMS = [(one, after) for one, after in pairwise(BLOCKS) if one.language == "python"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("embedding")
    shutil.copytree(ROOT / "content", made / "content")
    return made


@pytest.mark.parametrize(("program", "printed"), PROGRAMS, ids=lambda one: one.words[-1])
def test_every_program_prints_what_the_page_shows(program: Block, printed: Block, folder: Path) -> None:
    assert printed.language == "text", f"{program.place} is followed by what it prints"
    file = folder / program.words[1]
    file.write_text(program.text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter"), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, file.name], cwd=folder, env=environment, capture_output=True,
                          encoding="utf-8", check=False, timeout=240)  # fmt: skip
    assert done.stderr == ""
    assert done.stdout == printed.text


def test_a_bot_takes_no_more_than_twenty_lines() -> None:
    (bot,) = [one for one, _ in PROGRAMS if one.words[1] == "bot.py"]
    assert len([line for line in bot.text.splitlines() if line.strip()]) <= 20


def test_the_page_names_what_there_is() -> None:
    """Every name of `rulewright.` that a program uses is public, and every function that the page lists exists."""
    used = {
        node.attr
        for program, _ in PROGRAMS
        for node in ast.walk(ast.parse(program.text))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "rulewright"
    }
    beginning, _, _ = PAGE.read_text(encoding="utf-8").partition("\n## ")
    listed = set(re.findall(r"^\| `(\w+)[(.`]|, `(\w+)\(", beginning, re.MULTILINE))
    names = used | {name for pair in listed for name in pair if name}
    assert {"check", "load", "Match", "RulewrightError"} <= names <= set(rulewright.__all__)


def test_the_page_lists_every_field() -> None:
    """Each class of the table of fields with all of them and no other, in their order."""
    _, _, section = PAGE.read_text(encoding="utf-8").partition("## Questions, views and logs")
    rows = re.findall(r"^\| `([A-Z]\w+)` \| (.+) \|$", section, re.MULTILINE)
    listed = {name: re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", fields)) for name, fields in rows}
    assert {"Question", "Option", "View", "Entity", "Zone", "Happening"} <= listed.keys()
    for name, fields in listed.items():
        assert fields == [one.name for one in dataclasses.fields(getattr(rulewright, name))], name


def test_the_page_lists_every_kind_of_entry() -> None:
    """The kinds of entries of a log in the page are those of the docstring."""
    _, _, section = PAGE.read_text(encoding="utf-8").partition("| `kind` of an entry of a log |")
    table, _, _ = section.partition("\n\n")
    listed = [kind for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for kind in re.findall(r"`(\w+)`", row)]
    told = [row.split(", ") for row in re.findall(r"^ *\| ([a-z, ]+) \|.*\|$", Happening.__doc__ or "", re.MULTILINE)]
    assert listed == [kind for row in told[1:] for kind in row]
