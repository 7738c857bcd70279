"""Turns the words for versions of a pack into a test: `0.1`, `from 1.2`, `1.2 to 1.4`, `only 1.2.3`, `any`.

Separate because no text of YAML may begin with `>`, and authors read words sooner than signs.
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
# A part of what comes before a release: numbers count as such and stand below words.
_Part = tuple[int, int, str]


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """Three numbers, and what comes before the release with these: `1.0.0-beta.2` is below `1.0.0`."""

    numbers: tuple[int, int, int]
    is_release: bool = True
    early: tuple[_Part, ...] = ()

    def __str__(self) -> str:
        tail = ".".join(word or str(number) for _, number, word in self.early)
        return ".".join(map(str, self.numbers)) + (f"-{tail}" if tail else "")


def version(text: str) -> Version:
    """The version that a text of the right shape is; numbers that are left out are 0."""
    main, dash, tail = text.partition("-")
    numbers = [int(one) for one in main.split(".")] + [0, 0]
    early = tuple((0, int(one), "") if one.isdecimal() and len(one) < _DIGITS else (1, 0, one)
                  for one in tail.split(".")) if dash else ()
    return Version((numbers[0], numbers[1], numbers[2]), not dash, early)


@dataclass(frozen=True, slots=True)
class Range:
    """Versions from `least` on, below `end` (None: without an end) or up to `last`."""

    least: Version
    end: Version | None = None
    last: Version | None = None
    words: str = "any"

    def holds(self, one: Version) -> bool:
        """Is a version in it? One before a release only if the range begins with one of the same release."""
        if not one.is_release and (self.least.is_release or self.least.numbers != one.numbers):
            return False
        below = self.end is None or one < Version(self.end.numbers, False)
        return self.least <= one and below and (self.last is None or one <= self.last)


def ranges(text: str) -> tuple[Range, ...] | None:
    """The ranges that a text names, joined by `or`; None if it is not written so."""
    found = [_range(" ".join(one.split())) for one in re.split(r"\bor\b", text)]
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
        return Range(version(match["first"]), _after(match["last"]), None, text)
    one = version(match["like"])
    # Below 1 the second number says what breaks.
    first, second, _ = one.numbers
    written = match["like"].partition("-")[0].count(".")
    return Range(one, Version((first + 1, 0, 0) if first or not written else (0, second + 1, 0)), None, text)


def _after(text: str) -> Version:
    """The first version that is behind all that a text of one, two or three numbers names."""
    numbers = list(version(text).numbers)
    last = text.partition("-")[0].count(".")
    numbers[last] += 1
    return Version((numbers[0], *(numbers[1:] if last == 2 else (numbers[1], 0) if last == 1 else (0, 0))))


def holds(several: tuple[Range, ...], one: Version) -> bool:
    """Whether a version is in any of several ranges."""
    return any(each.holds(one) for each in several)
