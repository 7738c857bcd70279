"""docs/tour.md and its Russian twin: every command is run in a copy of the content, and prints what the page says.

A line `...` in an output stands for any lines. What a block ```yaml FILE shows is written to that file first.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.docs.pages import Block, blocks, write

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / name for name in ("tour.md", "tour.ru.md")]


def commands(block: Block) -> Iterator[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines that it should print."""
    shown: list[str] = []
    command = ""
    for line in block.text.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line[2:], []
        else:
            shown.append(line)
    yield command, shown


def run(command: str, folder: Path, tools: Path) -> list[str]:
    """The lines that a command prints, on both streams."""
    environment = {
        **os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120", "NO_COLOR": "1",
        "TERM": "dumb", "PYTHONPATH": os.pathsep.join(str(ROOT / name) for name in ("interpreter", "tools")),
        "PYTHONIOENCODING": "utf-8",
    }  # fmt: skip
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    return [line.rstrip() for line in done.stdout.splitlines()]


def _counted(line: str) -> str:
    """A line without the sizes of a pack, which grows."""
    return re.sub(r"\b(in|of) \d+ (definitions|tests)\b", r"\1 N \2", line)


def fits(printed: list[str], shown: list[str]) -> bool:
    """Whether an output is what the page shows."""
    pattern = "\n".join("(?:.*\n)*?.*" if line == "..." else re.escape(_counted(line)) for line in shown)
    return re.fullmatch(pattern, "\n".join(map(_counted, printed))) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_prints_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    program = tools / "rulewright"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulewright_tools "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    folder = tmp_path / "work"
    shutil.copytree(ROOT / "content", folder / "content")
    ran = 0
    for block in blocks(page):
        if block.language == "yaml":
            write(folder, {block.words[1]: block.text})
        elif block.language == "console":
            for command, shown in commands(block):
                printed = run(command, folder, tools)
                assert fits(printed, shown), f"{block.place}: {command}\n" + "\n".join(printed[:40])
                ran += 1
    assert ran >= 7


def test_a_wrong_output_is_noticed() -> None:
    assert fits(["a", "b", "c"], ["a", "...", "c"])
    assert fits(["a"], ["a"])
    assert not fits(["a", "b"], ["a"])
    assert not fits(["a", "b", "c"], ["a", "...", "d"])
    assert fits(["no problems found in 70 definitions"], ["no problems found in 69 definitions"])
    assert not fits(["2 errors in 70 definitions"], ["1 errors in 69 definitions"])


def test_the_moment_that_the_readme_shows_is_one_of_the_demo() -> None:
    """The command stands in the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(r"^demo:.*\n\t\$\(BIN\)/rulewright (play) \$\(PACK\) (.*)$", makefile, re.MULTILINE)
    pack = re.search(r"^PACK +\?= (\S+)$", makefile, re.MULTILINE)
    assert found is not None and pack is not None
    [shown] = [block.text for block in blocks(ROOT / "README.md") if re.search(r"answer \d+ ==", block.text)]
    command = f"COLUMNS=80 {sys.executable} -m rulewright_tools play {pack[1]} {found[2]}"
    printed = run(command, ROOT, ROOT)
    first, *_ = shown.splitlines()
    assert first in printed
    assert fits([*printed[printed.index(first) :], ""], [*shown.splitlines(), "..."])
