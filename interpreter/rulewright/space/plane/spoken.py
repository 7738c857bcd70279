"""Reads where things go, as people write it: `Guard 12x7, Sergeant 13.5x7@90`, `Tank toward Objective 2 by 6`.

    Guard 12x7                 a place, also as people type it: `Guard 12, 7 turned 45`
    Guard 0x7 then 6x7 then 9x9    a way of several legs: it ends at the last; `then` may be omitted
    Tank toward 36x24 by 6     this far on the straight way there, and never past it
    Tank north_east by 4       in a direction, or `45 by 4` in degrees
    Tank turned 90             where it stands, turned to 90 degrees

Separate because tests, terminals and bots write the same. The caller supplies names and where things stand; whether an
answer is legal is not tested here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rulewright.space.plane.moves import MOST_POSES, moved_toward, scattered
from rulewright.space.plane.poses import BETWEEN, CIRCLE, TURN, Problem, meant, pose, read_inches, show, split, spot_of

MOST_TEXT: Final = 4_000
_MOST_LISTED: Final = 9  # names, in a hint
DIRECTIONS: Final = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
_THEN: Final = re.compile(r"\s+then\s+")
# A place is one word, `12, 7 turned 45`: a comma in it does not end the item.
_NUMBER: Final = r"[+-]?[0-9][0-9.]*"
_TURNED: Final = r"\s*(?:@|turned\b)\s*[^\s(),]+(?:\s*\))?"
_PLACE: Final = rf"(?:\(\s*)?{_NUMBER}\s*[{BETWEEN}]\s*{_NUMBER}(?![\w.])(?:\s*\))?(?:{_TURNED})?"
# After `by` and `turned` comes one number: in `by 4, 7 Men 3x3` the item ends at the comma, and `by 4,5` is one word.
_WORD: Final = re.compile(rf"(?<!\bby )(?<!\bturned ){_PLACE}|{_NUMBER},{_NUMBER}(?![\w.])|[^\s,]+|,")
_BEGINS: Final = re.compile(r"[(+-]*[0-9]")  # what begins like a place is a place, right or wrong
MOVES: Final = frozenset(("toward", "turned", *DIRECTIONS))
_DEGREES: Final = re.compile(r"[0-9]{1,3}")
_LENGTHS: Final = {"place": "length", "digits": "digits"}  # how the problems of a length are called


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
        return Problem(MOST_TEXT, len(text), "this is too long", f"write at most {MOST_TEXT} characters", "long",
                       str(MOST_TEXT))
    found: dict[int, Spoken] = {}
    for item in _items(text, names, stands):
        one = item.read()
        if isinstance(one, Problem):
            return one
        if one.thing in found:
            return item.problem("twice", 0, "this is placed twice", "name each thing once")
        found[one.thing] = one
    return [found[thing] for thing in sorted(found)]


def says_where(text: str) -> bool:
    """Whether a text contains a place or a word of a move, right or wrong: it can only mean that a thing goes there."""
    return any(_goes(one[0]) for one in _WORD.finditer(text))


def _goes(word: str) -> bool:
    return word in MOVES or re.fullmatch(_PLACE, word) is not None


def parted(text: str) -> list[str]:
    """The places of a written way, `8x12 then 10x14`; or a single place."""
    return _THEN.split(text)


def _items(text: str, names: Mapping[str, int], stands: Mapping[int, int]) -> Iterator[_Item]:
    """The parts of a text between commas, apart from commas inside places."""
    start = 0
    for one in _WORD.finditer(text):
        if one[0] == ",":
            yield _Item(text, start, one.start(), names, stands)
            start = one.end()
    yield _Item(text, start, len(text), names, stands)


class _Item:
    """One thing with where it goes: the words from `start` to `end`."""

    def __init__(self, text: str, start: int, end: int, names: Mapping[str, int], stands: Mapping[int, int]) -> None:
        self.text, self.start, self.end, self.names, self.stands = text, start, end, names, stands
        self.words = [(one[0], one.start(), one.end()) for one in _WORD.finditer(text, start, end)]

    def known(self) -> str:
        """The things that can be named, each by its first name."""
        first: dict[int, str] = {}
        for name, thing in self.names.items():
            first.setdefault(thing, name)
        known = list(first.values())
        return ", ".join(known[:_MOST_LISTED]) + (", .." if len(known) > _MOST_LISTED else "")

    def written(self, first: int, last: int) -> str:
        """The text from one word up to another, without that one."""
        return self.text[self.words[first][1] : self.words[last - 1][2]] if first < last else ""

    def problem(
        self, sort: str, first: int, cause: str, hint: str, last: int | None = None, *, word: str = ""
    ) -> Problem:
        """A problem with some of its words."""
        ends = (self.end, self.end) if first >= len(self.words) else (
            self.words[first][1], self.words[-1 if last is None else last][2])  # fmt: skip
        return Problem(*ends, cause, hint, sort, word, self.known())

    def name(self, first: int, end: int | None = None) -> tuple[int, int] | None:
        """The thing whose name begins with a word, the longest of them up to `end`, and the word after it."""
        for last in range(len(self.words) if end is None else end, first, -1):
            name = " ".join(word for word, _, _ in self.words[first:last])
            if name in self.names:
                return self.names[name], last
        return None

    def read(self) -> Spoken | Problem:
        named = self.name(0)
        if named is None:
            return self._unnamed()
        thing, at = named
        if at == len(self.words):
            return self.problem("where", at, "expected where it goes", "write a place, such as `12.5x7`")
        word = self.words[at][0]
        if word == "turned":
            return self._turned(thing, at)
        follows = [one for one, _, _ in self.words[at + 1 : at + 2]]
        if word in MOVES or (_DEGREES.fullmatch(word) and follows == ["by"]):
            return self._moved(thing, at)
        return self._way(thing, at)

    def _unnamed(self) -> Problem:
        """That the words before where it goes name nothing."""
        hint = f"write one of: {self.known()}" if self.names else "nothing can be placed here"
        last = next((i for i, (word, _, _) in enumerate(self.words) if _goes(word)), None)
        name = self.written(0, len(self.words) if last is None else last)
        if not name:
            return self.problem("nameless", 0, "expected the name of a thing", hint)
        return self.problem("unnamed", 0, f"nothing is called '{name}'", hint, None if last is None else last - 1)

    def _stand(self, thing: int, first: int, end: int) -> int | Problem:
        """Where a thing stands; it is named from one word up to another, without that one."""
        stand = self.stands.get(thing, -1)
        if stand >= 0:
            return stand
        cause = f"'{self.written(first, end)}' stands nowhere"
        return self.problem("nowhere", first, cause, "write a place, such as `12.5x7`", end - 1)

    def _turned(self, thing: int, at: int) -> Spoken | Problem:
        stand = self._stand(thing, 0, at)
        if isinstance(stand, Problem):
            return stand
        written = self.words[at + 1][0] if len(self.words) == at + 2 else ""
        if not TURN.fullmatch(written):
            return self.problem("turned", at, "expected a turn in whole degrees, after 'turned'", "write `turned 90`")
        _, x, y = split(stand)
        return Spoken(thing, pose(x, y, int(written) % CIRCLE))

    def _moved(self, thing: int, at: int) -> Spoken | Problem:
        stand = self._stand(thing, 0, at)
        if isinstance(stand, Problem):
            return stand
        word = self.words[at][0]
        by = max((i for i in range(at, len(self.words)) if self.words[i][0] == "by"), default=len(self.words))
        goal = self._goal(at + 1, by) if word == "toward" else 0
        if isinstance(goal, Problem):
            return goal
        if word != "toward" and by != at + 1:
            cause = f"expected 'by' and how far, after '{word}'"
            return self.problem("by", at, cause, f"write `{word} by 6`", word=word)
        if by != len(self.words) - 2:
            words = self.written(at, by)
            return self.problem("far", at, "expected how far, after 'by'", f"write `{words} by 6`", word=words)
        length = self._length(by + 1)
        if isinstance(length, Problem):
            return length
        if word == "toward":
            return Spoken(thing, moved_toward(stand, spot_of(goal), length))
        degrees = 45 * DIRECTIONS.index(word) if word in DIRECTIONS else int(word) % CIRCLE
        end = scattered(stand, degrees, length)
        return Spoken(thing, end) if end >= 0 else self.problem("leads_off", at, "this leads off the plane",
                                                                "write a place")  # fmt: skip

    def _length(self, at: int) -> int | Problem:
        word, start, _ = self.words[at]
        length = read_inches(word)
        if isinstance(length, Problem):
            return length._replace(start=start + length.start, end=start + length.end, sort=_LENGTHS[length.sort])
        return length if length >= 0 else self.problem("negative", at, "a distance is not negative", "write `by 6`")

    def _goal(self, at: int, end: int) -> int | Problem:
        """A place or where a thing stands, from one word up to another, without that one."""
        if at >= end:
            return self.problem("goal", at - 1, "expected a place or the name of a thing, after 'toward'",
                                "write `toward 36x24 by 6`", at - 1)  # fmt: skip
        named = self.name(at, end)
        if named is not None and named[1] == end:
            return self._stand(named[0], at, end)
        if end == at + 1 and _BEGINS.match(self.words[at][0]):
            return self._place(at)
        return self.problem("no_goal", at, f"'{self.written(at, end)}' is neither a place nor the name of a thing",
                            f"write a place, such as `12.5x7`, or one of: {self.known()}", end - 1)  # fmt: skip

    def _place(self, at: int) -> int | Problem:
        word, start, _ = self.words[at]
        found = meant(word)
        if isinstance(found, Problem):
            return found._replace(start=start + found.start, end=start + found.end)
        return found

    def _way(self, thing: int, at: int) -> Spoken | Problem:
        poses = []
        for i in range(at, len(self.words)):
            if self.words[i][0] == "turned":
                return self.problem("turns", i, "expected a place with one turn, in whole degrees",
                                    "write `12.5x7 turned 90`")  # fmt: skip
            if self.words[i][0] == "then" and at < i < len(self.words) - 1 and self.words[i - 1][0] != "then":
                continue
            one = self._place(i)
            if isinstance(one, Problem):
                return one
            poses.append(one)
        if len(poses) > MOST_POSES:
            return self.problem("legs", at, f"a way has at most {MOST_POSES} places", "write fewer places",
                                word=str(MOST_POSES))  # fmt: skip
        return Spoken(thing, poses[-1], tuple(poses) if len(poses) > 1 else None)


def say(spoken: list[Spoken], names: Mapping[int, str]) -> str:
    """The same as text, by number: what `read_answer` reads back."""
    return ", ".join(f"{names[one.thing]} {' then '.join(show(place) for place in one.way or (one.pose,))}"
                     for one in spoken)  # fmt: skip
