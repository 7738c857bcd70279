"""Code that the grammar can read: its lines, the mistakes in it so far, and whether its lines are indented like blocks.

Separate because all stages of reading code report mistakes and ask for lines, and only `scan` reads characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rulewright.effects.names import OPENERS

MAX_LEVELS: Final = 20

# The characters that replace a reported line, and the line break before a line whose indentation was reported.
BROKEN: Final = "\x01"
SAME_LEVEL: Final = "\x02"


@dataclass(frozen=True, slots=True)
class Mistake:
    """An error in code, with offsets in that code; `related` has further locations and their messages."""

    code: str
    message: str
    start: int
    end: int
    hint: str | None = None
    related: tuple[tuple[int, int, str], ...] = ()


@dataclass(slots=True)
class Line:
    """A statement's line: its offsets in the code, without the line break; `opens` if it ends in a colon."""

    start: int
    indent: int
    end: int = 0
    opens: bool = False
    broken: bool = False
    same_level: bool = False


@dataclass(slots=True)
class Prepared:
    """The result of scanning. `text` is None if it must not be parsed: over a limit, or a single line that is wrong."""

    text: str | None
    lines: list[Line]
    mistakes: list[Mistake]


def covered(prepared: str, line: Line) -> str:
    """The prepared code with a line replaced by the sign for a broken one; its colon is kept."""
    width = line.end - line.start - line.opens - 1
    return prepared[: line.start] + BROKEN + " " * width + (":" if line.opens else "") + prepared[line.end :]


def indent(text: str, lines: list[Line], mistakes: list[Mistake]) -> bool:
    """Compare the indentation of the lines and report what does not match, so that the parser only meets valid
    indentation.

    False if the blocks are too deep to be read at all.
    """
    levels: list[int] = []
    before: Line | None = None
    for line in lines:
        if not levels or (before is not None and before.opens and line.indent > levels[-1]):
            levels.append(line.indent)
        elif line.indent > levels[-1]:
            assert before is not None
            _too_deep(text, mistakes, levels, before, line)
        else:
            if before is not None and before.opens:
                _nothing_below(mistakes, before)
            known = [level for level in levels if level <= line.indent]
            if known and known[-1] == line.indent:
                levels = known
            else:
                line.same_level = True
                mistakes.append(Mistake(
                    "RW311", "the indentation of this line matches no line above", line.start - line.indent, line.start,
                    "indent it like the lines of its block"))  # fmt: skip
        if len(levels) > MAX_LEVELS:
            message = f"more than {MAX_LEVELS} blocks are nested"
            mistakes.append(Mistake("RW316", message, line.start, line.end, "move the inner ones to an event"))
            return False
        before = line
    if before is not None and before.opens:
        _nothing_below(mistakes, before)
    return True


def _too_deep(text: str, mistakes: list[Mistake], levels: list[int], before: Line, line: Line) -> None:
    first = re.compile("[a-z]*").match(text, before.start)
    if first is not None and first.group() in OPENERS and not before.same_level:
        if not before.broken:
            mistakes.append(Mistake(
                "RW309", "a colon is missing at the end of this line", before.end - 1, before.end,
                "write ':' in place of 'then'" if text[:before.end].endswith(" then") else
                "a line that opens a block ends in ':'"))  # fmt: skip
        before.broken = before.opens = True
        levels.append(line.indent)
        return
    if not before.same_level or before.indent != line.indent:
        mistakes.append(Mistake(
            "RW311", "this line is indented, and no line above opens a block", line.start - line.indent, line.start,
            "indent it like the line above, or end that one in ':'"))  # fmt: skip
    line.same_level = True


def _nothing_below(mistakes: list[Mistake], line: Line) -> None:
    if not line.broken:
        hint = "write at least one statement below it, indented"
        mistakes.append(Mistake("RW311", "nothing is indented below this line", line.end - 1, line.end, hint))
    line.broken, line.opens = True, False
