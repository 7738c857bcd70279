"""Cuts a pack down to what still shows a fault: definitions, then lines with what is indented under them, then words.

It works on the text, so it knows nothing of the generator: whatever is left out, the checker says whether the rest is
still a pack, and `fails` whether it still shows the fault.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

from tests.programs.packs import Files

Fails = Callable[[Files], bool]
_BRACKET = re.compile(r"[a-z_]*\(")
_CLAUSE = re.compile(r" (?:where|when|if|until|with|despite|by|needs) ")
_SIMPLER = ("0", "1", "true", "false", "none", "a", "who", "pieces", "players", "p")


def shrunk(files: Files, fails: Fails, seconds: float = 60.0) -> Files:
    """The smallest pack found in so much processor time for which `fails` still holds."""
    until = time.process_time() + seconds
    best = dict(files)

    def better(name: str, lines: list[str]) -> bool:
        nonlocal best
        made = {**best, name: "\n".join(lines) + "\n"}
        if time.process_time() > until or made[name] == best[name] or not fails(made):
            return False
        best = made
        return True

    size = 0
    while size != sum(map(len, best.values())) and time.process_time() < until:
        size = sum(map(len, best.values()))
        for name in sorted(best):
            for depth in range(6):
                _without(best[name].splitlines(), depth, lambda lines, name=name: better(name, lines))  # type: ignore[misc]
        for name in sorted(best, reverse=True):
            if name != "pack.yaml":
                _simpler(best[name].splitlines(), lambda lines, name=name: better(name, lines))  # type: ignore[misc]
    return best


def _indent(line: str) -> int:
    return (len(line) - len(line.lstrip(" "))) // 2


def _pieces(lines: list[str], depth: int) -> list[tuple[int, int]]:
    """The stretches of lines that begin at a depth, each with what is indented under it."""
    starts = [i for i, line in enumerate(lines) if _indent(line) == depth]
    found = []
    for start in starts:
        end = start + 1
        while end < len(lines) and _indent(lines[end]) > depth:
            end += 1
        found.append((start, end))
    return found


def _without(lines: list[str], depth: int, better: Callable[[list[str]], bool]) -> None:
    """Leaves out stretches of one depth, many at a time as long as that works; or only the line that heads one."""
    width = max(1, len(_pieces(lines, depth)) // 2)
    while width:
        at = len(_pieces(lines, depth)) - width
        while at >= 0:
            pieces = _pieces(lines, depth)[at : at + width]
            if not pieces:
                break
            cut = {i for start, end in pieces for i in range(start, end)}
            rest = [line for i, line in enumerate(lines) if i not in cut]
            start, end = pieces[0]
            if better(rest):
                lines = rest
            elif width == 1 and end > start + 1 and depth:
                inner = [line.removeprefix("  ") for line in lines[start + 1 : end]]
                if better([*lines[:start], *inner, *lines[end:]]):
                    lines = [*lines[:start], *inner, *lines[end:]]
            at -= width
        width //= 2


def _simpler(lines: list[str], better: Callable[[list[str]], bool]) -> None:
    """Puts simpler words in the place of brackets and clauses, line by line."""
    for i in range(len(lines)):
        found = True
        while found:
            found = False
            for words in _simpler_lines(lines[i]):
                if len(words) < len(lines[i]) and better([*lines[:i], words, *lines[i + 1 :]]):
                    lines[i], found = words, True
                    break


def _simpler_lines(line: str) -> Iterator[str]:
    """A line with one clause less, one bracket replaced by a plain word or by what is in it."""
    for clause in _CLAUSE.finditer(line):
        rest = line[clause.end() :]
        tail = ":" if rest.endswith(":") else ""
        yield line[: clause.start()] + tail
    for joined in re.finditer(r" (and|or|\+|-|\*|/) ", line):
        end = _end(line, joined.end())
        yield line[: joined.start()] + line[end:]
    for bracket in _BRACKET.finditer(line):
        end = _closed(line, bracket.end())
        for word in _SIMPLER:
            yield line[: bracket.start()] + word + line[end:]
        yield line[: bracket.start()] + line[bracket.end() : end - 1] + line[end:]
    for chosen in re.finditer(r"\bif (.*?) then (.*?) else ", line):
        yield line[: chosen.start()] + chosen[2] + line[_end(line, chosen.end()) :]
        yield line[: chosen.start()] + line[chosen.end() :]


def _closed(line: str, start: int) -> int:
    """Behind the bracket that closes the one before `start`."""
    depth = 1
    for i in range(start, len(line)):
        depth += (line[i] == "(") - (line[i] == ")")
        if depth == 0:
            return i + 1
    return len(line)


def _end(line: str, start: int) -> int:
    """Where an operand that begins at `start` may end."""
    depth = 0
    for i in range(start, len(line)):
        depth += (line[i] == "(") - (line[i] == ")")
        if depth < 0 or ((depth == 0 and line[i] in ",:") or (depth == 0 and line[i] == " " and i > start)):
            return i
    return len(line)
