"""Reads where things go, as people write it: `Guard 12x7, Sergeant 13.5x7@90`, `Tank toward Objective 2 by 6`.

    Guard 12x7                 a place
    Guard 0x7 then 6x7 then 9x9    a way of several legs: it ends at the last; `then` may be omitted
    Tank toward 36x24 by 6     this far on the straight way there, and never past it
    Tank north_east by 4       in a direction, or `45 by 4` in degrees
    Tank turned 90             where it stands, turned to 90 degrees

Separate because tests, terminals and bots write the same. The caller supplies names and where things stand; whether an
answer is legal is not tested here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rulewright.space.plane.moves import MOST_POSES, moved_toward, scattered
from rulewright.space.plane.poses import CIRCLE, Problem, pose, read, read_inches, show, split, spot_of

MOST_TEXT: Final = 4_000
DIRECTIONS: Final = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
_THEN: Final = re.compile(r"\s+then\s+")
_WORD: Final = re.compile(r"\S+")
_DEGREES: Final = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Spoken:
    """Where one thing goes: its number, its final pose, and all poses of its way if one was written."""

    thing: int
    pose: int
    way: tuple[int, ...] | None = None


def read_answer(text: str, names: Mapping[str, int], stands: Mapping[int, int]) -> list[Spoken] | Problem:
    """Where each named thing goes, ascending by number.

    Args:
        text: things with where they go, separated by commas.
        names: the number of each thing that may be named.
        stands: where things stand, for words that start from there or lead there.
    """
    if len(text) > MOST_TEXT:
        return Problem(MOST_TEXT, len(text), "this is too long", f"write at most {MOST_TEXT} characters")
    found: dict[int, Spoken] = {}
    start = 0
    for item in text.split(","):
        one = _Item(text, start, start + len(item), names, stands).read()
        if isinstance(one, Problem):
            return one
        if one.thing in found:
            return Problem(start, start + len(item), "this is placed twice", "name each thing once")
        found[one.thing] = one
        start += len(item) + 1
    return [found[thing] for thing in sorted(found)]


def parted(text: str) -> list[str]:
    """The places of a written way, `8x12 then 10x14`; or a single place."""
    return _THEN.split(text)


class _Item:
    """One thing with where it goes."""

    def __init__(self, text: str, start: int, end: int, names: Mapping[str, int], stands: Mapping[int, int]) -> None:
        self.text, self.start, self.end, self.names, self.stands = text, start, end, names, stands
        self.words = [(one[0], one.start(), one.end()) for one in _WORD.finditer(text, start, end)]

    def problem(self, first: int, cause: str, hint: str, last: int | None = None) -> Problem:
        """A problem with some of its words."""
        if first >= len(self.words):
            return Problem(self.end, self.end, cause, hint)
        return Problem(self.words[first][1], self.words[-1 if last is None else last][2], cause, hint)

    def name(self, first: int) -> tuple[int, int] | None:
        """The thing whose name begins with a word, the longest of them, and the word after it."""
        for last in range(len(self.words), first, -1):
            name = " ".join(word for word, _, _ in self.words[first:last])
            if name in self.names:
                return self.names[name], last
        return None

    def read(self) -> Spoken | Problem:
        named = self.name(0)
        if named is None:
            known = ", ".join(sorted(self.names)[:5])
            hint = f"write one of: {known}" if known else "nothing can be placed here"
            return self.problem(0, "expected the name of a thing", hint)
        thing, at = named
        if at == len(self.words):
            return self.problem(at, "expected where it goes", "write a place, such as `12.5x7`")
        word = self.words[at][0]
        if word == "turned":
            return self._turned(thing, at)
        if word == "toward" or word in DIRECTIONS or _DEGREES.fullmatch(word):
            return self._moved(thing, at)
        return self._way(thing, at)

    def _stand(self, thing: int, at: int) -> int | Problem:
        stand = self.stands.get(thing, -1)
        return stand if stand >= 0 else self.problem(at, "it stands nowhere", "write a place, such as `12.5x7`")

    def _turned(self, thing: int, at: int) -> Spoken | Problem:
        stand = self._stand(thing, at)
        if isinstance(stand, Problem):
            return stand
        written = self.words[at + 1][0] if len(self.words) == at + 2 else ""
        if not _DEGREES.fullmatch(written):
            return self.problem(at, "expected a turn in whole degrees", "write `turned 90`")
        _, x, y = split(stand)
        return Spoken(thing, pose(x, y, int(written) % CIRCLE))

    def _moved(self, thing: int, at: int) -> Spoken | Problem:
        stand = self._stand(thing, at)
        if isinstance(stand, Problem):
            return stand
        least = at + (4 if self.words[at][0] == "toward" else 3)
        if len(self.words) < least or self.words[-2][0] != "by":
            return self.problem(at, "expected how far, after 'by'", "write `toward 36x24 by 6`")
        word, start, _ = self.words[-1]
        length = read_inches(word)
        if isinstance(length, Problem):
            return Problem(start + length.start, start + length.end, length.cause, length.hint)
        if length < 0:
            return self.problem(len(self.words) - 1, "a distance is not negative", "write `by 6`")
        word = self.words[at][0]
        if word == "toward":
            goal = self._goal(at + 1)
            return goal if isinstance(goal, Problem) else Spoken(thing, moved_toward(stand, spot_of(goal), length))
        if len(self.words) != at + 3:
            return self.problem(at, "expected a direction and how far", "write `north by 6`")
        degrees = 45 * DIRECTIONS.index(word) if word in DIRECTIONS else int(word) % CIRCLE
        end = scattered(stand, degrees, length)
        return Spoken(thing, end) if end >= 0 else self.problem(at, "this leads off the plane", "write a place")

    def _goal(self, at: int) -> int | Problem:
        """A place or where a thing stands, up to `by`."""
        last = len(self.words) - 3
        named = self.name(at) if at <= last else None
        if named is not None and named[1] == last + 1:
            return self._stand(named[0], at)
        if at != last:
            return self.problem(at, "expected a place or the name of a thing", "write `toward 36x24 by 6`", last)
        return self._place(at)

    def _place(self, at: int) -> int | Problem:
        word, start, _ = self.words[at]
        found = read(word)
        return Problem(start + found.start, start + found.end, found.cause, found.hint) \
            if isinstance(found, Problem) else found  # fmt: skip

    def _way(self, thing: int, at: int) -> Spoken | Problem:
        poses = []
        for i in range(at, len(self.words)):
            if self.words[i][0] == "then" and at < i < len(self.words) - 1 and self.words[i - 1][0] != "then":
                continue
            one = self._place(i)
            if isinstance(one, Problem):
                return one
            poses.append(one)
        if len(poses) > MOST_POSES:
            return self.problem(at, f"a way has at most {MOST_POSES} places", "write fewer places")
        return Spoken(thing, poses[-1], tuple(poses) if len(poses) > 1 else None)


def say(spoken: list[Spoken], names: Mapping[int, str]) -> str:
    """The same as text, by number: what `read_answer` reads back."""
    return ", ".join(f"{names[one.thing]} {' then '.join(show(place) for place in one.way or (one.pose,))}"
                     for one in spoken)  # fmt: skip
