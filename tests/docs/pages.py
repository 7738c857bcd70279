"""Turns a page of Markdown into the blocks that it shows, each with what it is for and the line that it begins in.

Separate because every page is tested by what it shows, and all pages say in the same way what a block is: the words
behind the fence (```yaml FILE) say where its text belongs, and an HTML comment `<!-- also FILE` .. `-->` holds lines
that a page needs and does not show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^(?P<fence>```+)(?P<info>.*)$")
_ALSO = re.compile(r"^<!-- also(?: (?P<file>\S+))?$")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block, or what a comment adds. `words` are those of the info string, `line` is that of its first
    line of text; `shown` is False for a comment."""

    page: str
    line: int
    words: tuple[str, ...]
    text: str
    shown: bool = True

    @property
    def language(self) -> str:
        """The first word behind the fence, or nothing."""
        return self.words[0] if self.words else ""

    @property
    def place(self) -> str:
        """Where it stands, for messages and names of tests."""
        return f"{self.page}:{self.line}"


def blocks(path: Path) -> list[Block]:
    """Every block of a page, in order. A fence or comment that is never closed is a mistake of the page."""
    found: list[Block] = []
    lines = enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
    for number, line in lines:
        fence, also = _FENCE.match(line), _ALSO.match(line)
        if fence is not None:
            text = _until(fence["fence"], lines, f"{path.name}:{number}")
            found.append(Block(path.name, number + 1, tuple(fence["info"].split()), text))
        elif also is not None:
            text = _until("-->", lines, f"{path.name}:{number}")
            words = ("yaml", also["file"]) if also["file"] else ("yaml",)
            found.append(Block(path.name, number + 1, words, text, shown=False))
    return found


def _until(end: str, lines: Iterator[tuple[int, str]], place: str) -> str:
    taken: list[str] = []
    for _, line in lines:
        if line == end:
            return "".join(f"{one}\n" for one in taken)
        taken.append(line)
    raise AssertionError(f"{place} is opened and never closed")


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Writes files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
