"""Poses as whole numbers, and their names: `12.5x7`, `12.5x7@45`.

A pose is a spot in thousandths of an inch and a turn in whole degrees, packed into one number below 2^51. It is never
negative, so "on the board" is tested as on cells, and ascending numbers are the order of ties. Edges of cells begin at
2^52, so no pose is one. A spot is a pose with turn 0, and so is the pose of a round base.

Separate because reading and writing must agree exactly: `parse` reads what `show` writes, and in addition only a turn
of 0 that is written out, `12.5x7@0`. `read` reports what is wrong with any other text.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

CIRCLE: Final = 360
REACH: Final = 1 << 20
"""Coordinates run from -REACH to REACH - 1: 87 feet each way."""
FARTHEST: Final = 1_000_000
"""No base reaches farther than 1,000 inches from the corner of the table, in both axes."""
_BITS: Final = 21
_MASK: Final = (1 << _BITS) - 1
_NUMBER: Final = r"(-?)(0|[1-9][0-9]{0,4})(?:\.([0-9]{0,2}[1-9]))?"
_POSE: Final = re.compile(rf"{_NUMBER}x{_NUMBER}(?:@(0|[1-9][0-9]{{0,2}}))?")
POSE_NAME: Final = r"-?[0-9]+(?:\.[0-9]+)?x-?[0-9]+(?:\.[0-9]+)?(?:@[0-9]+)?"  # meant as one, right or wrong
BETWEEN: Final = "xX×\u0445\u0425,;"
"""What people write between the two numbers of a place; two are the letter of Russian keyboards."""
_LOOSE: Final = re.compile(
    rf"\s*\(?\s*([^\s{BETWEEN}()@]+)\s*[{BETWEEN}]\s*([^\s{BETWEEN}()@]+?)\s*\)?"
    r"\s*(?:(?:@|turned\b)\s*([^\s()]+))?\s*\)?\s*")
_DECIMAL: Final = re.compile(r"([+-]?)([0-9]{1,9})(?:\.([0-9]{0,9}))?")
_MOST_TEXT: Final = 60
TURN: Final = re.compile(r"-?[0-9]{1,6}")
"""A turn as people write it."""
UNITS: Final = ("inch", "inches")
"""The words for inches after a number."""


class Problem(NamedTuple):
    """A problem in a written text: the characters, the cause, and the edit that fixes it, if one is known. `sort`: for
    callers that word it themselves, which problem with a place, or with where something goes, it is; `word` is what
    these words name, if not the characters, and `known` what may be written instead."""

    start: int
    end: int
    cause: str
    hint: str = ""
    sort: str = ""
    word: str = ""
    known: str = ""


def pose(x: int, y: int, turn: int = 0) -> int:
    """The number of a pose; it is an error to leave the plane."""
    if not (-REACH <= x < REACH and -REACH <= y < REACH and 0 <= turn < CIRCLE):
        raise ValueError(f"no pose: {x}, {y}, {turn}")
    return turn << 2 * _BITS | (y + REACH) << _BITS | (x + REACH)


def on_plane(x: int, y: int) -> bool:
    """Whether a spot has a number."""
    return -REACH <= x < REACH and -REACH <= y < REACH


def split(number: int) -> tuple[int, int, int]:
    """Turn, x and y of a pose."""
    return number >> 2 * _BITS, (number & _MASK) - REACH, (number >> _BITS & _MASK) - REACH


def spot_of(number: int) -> tuple[int, int]:
    """x and y of a pose."""
    return (number & _MASK) - REACH, (number >> _BITS & _MASK) - REACH


def without_units(text: str) -> str:
    """A drawing or a base with its words for inches left out."""
    return " ".join(word for word in text.split() if word not in UNITS)


def inches(thousandths: int) -> str:
    """A length as people write it: `12`, `0.63`, `-1.5`."""
    whole, rest = divmod(abs(thousandths), 1000)
    digits = f"{whole}.{rest:03}".rstrip("0").rstrip(".") if rest else str(whole)
    return f"-{digits}" if thousandths < 0 else digits


def show(number: int) -> str:
    """The name of a pose."""
    turn, x, y = split(number)
    return f"{inches(x)}x{inches(y)}" + (f"@{turn}" if turn else "")


def parse(text: str) -> int | None:
    """The pose with a name as `read` takes it, or None."""
    found = read(text)
    return found if isinstance(found, int) else None


def read(text: str) -> int | Problem:
    """The pose with a name as `show` writes it, with or without a turn of 0, or the problem in the text."""
    found = _POSE.fullmatch(text)
    if found is not None:
        x, y = _thousandths(*found.groups()[:3]), _thousandths(*found.groups()[3:6])
        turn = int(found[7] or 0)
        if on_plane(x, y) and turn < CIRCLE and show(pose(x, y, turn)) == text.removesuffix("@0"):
            return pose(x, y, turn)
    if len(text) > _MOST_TEXT:
        return Problem(_MOST_TEXT, len(text), "a place is shorter than this", "write inches, such as `12.5x7`")
    return _problem(text)


def _problem(text: str) -> Problem:
    """The reason why a text is not a pose, with the pose that was probably meant."""
    found = meant(text)
    if isinstance(found, Problem):
        return found
    return Problem(0, len(text), f"'{text}' is not how a place is written", f"write `{show(found)}`")


def meant(text: str) -> int | Problem:
    """The pose that a person means by `8.5, 12`, `(8.5, 12) turned 45` or a name; for files use `read`."""
    if len(text) > _MOST_TEXT:
        return Problem(_MOST_TEXT, len(text), "a place is shorter than this", "write inches, such as `12.5x7`", "place")
    loose = _LOOSE.fullmatch(text)
    if loose is None:
        return Problem(0, len(text), f"'{text}' is not a place", "write inches from left and top: `12.5x7`", "place")
    numbers = []
    for group in (1, 2):
        one = read_inches(loose[group])
        if isinstance(one, Problem):
            at = loose.start(group)
            return Problem(at + one.start, at + one.end, one.cause, one.hint, one.sort)
        numbers.append(one)
    for group, one in zip((1, 2), numbers, strict=True):
        if not -REACH <= one < REACH:
            at = loose.start(group)
            return Problem(at, at + len(loose[group]), f"{loose[group]} inches lie off the plane",
                           "write at most 1048 inches", "off")
    turn = 0
    if loose[3] is not None:
        at = loose.start(3)
        if not TURN.fullmatch(loose[3]):
            return Problem(at, at + len(loose[3]), f"'{loose[3]}' is not a turn in whole degrees",
                           "write a number from 1 to 359", "turn")
        turn = int(loose[3]) % CIRCLE
    return pose(numbers[0], numbers[1], turn)


def read_inches(text: str) -> int | Problem:
    """Thousandths of an inch of a decimal number, or the problem in it."""
    found = _DECIMAL.fullmatch(text)
    if found is None:
        return Problem(0, len(text), f"'{text}' is not a number of inches", "write a decimal number, such as `12.5`",
                       "place")
    rest = (found[3] or "").rstrip("0")
    if len(rest) > 3:
        exact = f"{found[1]}{found[2]}.{rest[:3]}"
        return Problem(0, len(text), f"{text} inches are no whole thousandths", f"write three digits: `{exact}`",
                       "digits")
    return _thousandths("-" if found[1] == "-" else "", found[2], rest)


def _thousandths(sign: str | None, whole: str, rest: str | None) -> int:
    n = int(whole) * 1000 + int((rest or "").ljust(3, "0"))
    return -n if sign else n
