"""Converts the words for versions of a pack to a test: `0.1`, `from 1.2`, `1.2 to 1.4`, `only 1.2.3`, `any`.

Separate because a YAML string cannot begin with an unquoted `>`, and authors read words more easily than symbols.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_VERSION: Final = r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,2}(?:-[0-9A-Za-z.-]+)?"
_RANGE: Final = re.compile(
    rf"(?P<any>any)|from (?P<least>{_VERSION})|only (?P<only>{_VERSION})|(?P<first>{_VERSION}) to (?P<last>{_VERSION})"
    rf"|(?P<like>{_VERSION})"
)
_DIGITS: Final = 10
# A part of a pre-release: numbers are compared as numbers and come before words.
_Part = tuple[int, int, str]


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """Three numbers, and a pre-release of them: `1.0.0-beta.2` comes before `1.0.0`."""

    numbers: tuple[int, int, int]
    is_release: bool = True
    early: tuple[_Part, ...] = ()

    def __str__(self) -> str:
        tail = ".".join(word if is_word else str(number) for is_word, number, word in self.early)
        return ".".join(map(str, self.numbers)) + (f"-{tail}" if tail else "")


def version(text: str) -> Version:
    """The version in a string of the right form; omitted numbers are 0."""
    main, dash, tail = text.partition("-")
    numbers = [int(one) for one in main.split(".")] + [0, 0]
    early = tuple((0, int(one), "") if one.isdecimal() and len(one) < _DIGITS else (1, 0, one)
                  for one in tail.split(".")) if dash else ()
    return Version((numbers[0], numbers[1], numbers[2]), not dash, early)


@dataclass(frozen=True, slots=True)
class Range:
    """Versions from `least` on, below `end` (None: no end) or up to `last`."""

    least: Version
    end: Version | None = None
    last: Version | None = None
    words: str = "any"

    def holds(self, one: Version) -> bool:
        """Whether a version is in the range. A pre-release is in it only if the range begins with a pre-release of the
        same release."""
        if not one.is_release and (self.least.is_release or self.least.numbers != one.numbers):
            return False
        below = self.end is None or one < Version(self.end.numbers, False)
        return self.least <= one and below and (self.last is None or one <= self.last)


def ranges(text: str) -> tuple[Range, ...] | None:
    """The ranges in a string, joined by `or`; None if it is not in that form, or one holds none."""
    found = [_range(" ".join(one.split())) for one in re.split(r"\sor\s", text)]
    return None if any(one is None for one in found) else tuple(one for one in found if one is not None)


def _range(text: str) -> Range | None:
    match = _RANGE.fullmatch(text)
    if match is None:
        return None
    if match["any"]:
        return Range(Version((0, 0, 0)))
    if match["only"]:
        one = version(match["only"])
        return Range(one, None, one, text)
    if match["least"]:
        return Range(version(match["least"]), None, None, text)
    if match["first"]:
        least, last = version(match["first"]), version(match["last"])
        end = _after(match["last"]) if last.is_release else None
        is_empty = last < least if end is None else end <= least
        return None if is_empty else Range(least, end, last if end is None else None, text)
    one = version(match["like"])
    # Below 1.0 a new second number means breaking changes.
    first, second, _ = one.numbers
    written = match["like"].partition("-")[0].count(".")
    return Range(one, Version((first + 1, 0, 0) if first or not written else (0, second + 1, 0)), None, text)


def _after(text: str) -> Version:
    """The first version after all that a string of one, two or three numbers includes."""
    numbers = list(version(text).numbers)
    last = text.count(".")
    numbers[last] += 1
    return Version((numbers[0], *(numbers[1:] if last == 2 else (numbers[1], 0) if last == 1 else (0, 0))))


def holds(several: tuple[Range, ...], one: Version) -> bool:
    """Whether a version is in any of several ranges."""
    return any(each.holds(one) for each in several)
