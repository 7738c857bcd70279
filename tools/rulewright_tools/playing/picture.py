"""Draws a match on a plane to scale, as a picture in a file, and keeps it up to date.

Separate because a terminal draws a table only roughly, and players want to see bases and lengths exactly. The picture
contains only what its viewers may know, and for a question what it asks them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace as replaced
from math import isqrt
from pathlib import Path
from typing import Any, Final

from rulewright.play.scenes import base_drawn, scene_of, tint
from rulewright.play.state import Decision, State
from rulewright.space.plane.picture import svg
from rulewright.space.plane.points import Xy, square
from rulewright.space.plane.poses import inches, spot_of
from rulewright.space.plane.scene import Line, Range, Scene, Way
from rulewright_tools.files import replace
from rulewright_tools.playing.drawers import Drawers, lengths
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.option import named
from rulewright_tools.playing.seeing import lines_of_sight
from rulewright_tools.show.pieces import Sight, Signs, short_name
from rulewright_tools.show.question import prompt
from rulewright_tools.show.words import say

_MOST_PROPOSED: Final = 99  # answers: their numbers fit on a base
_MOST_LINES: Final = 40
_MOST_WAYS: Final = 12
_MOST_RANGES: Final = 12
_STRAIGHT: Final = 2  # places of a way with one leg
_MARK: Final = 150  # the distance of a mark around what is offered
_MARKED: Final = 4  # the tint of marks
_NO_TABLE: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>\n'


class Picture:
    """The picture of one match in one file. `viewers`: the seats that look at it; None: everything is shown."""

    def __init__(self, match: Match, file: Path, signs: Signs, viewers: Collection[int], language: str) -> None:
        self._match = match
        self._file = file
        self._signs = signs
        self._viewers = viewers
        self._language = language

    def draw(self, asked: int | None = None) -> OSError | None:
        """Writes the current picture completely, then replaces the previous one. `asked`: the seat whose question is
        shown. Returns the error, if any."""
        sight = Sight(asked if asked is not None else next(iter(self._viewers), None), self._language)
        made = scene(self._match.state, self._signs, sight, self._viewers, self._match.game.decision, asked)
        try:
            replace(self._file, _NO_TABLE if made is None else svg(made))
        except OSError as bad:
            return bad
        return None


def scene(
    m: State, signs: Signs, sight: Sight, viewers: Collection[int], decision: Decision | None, asked: int | None
) -> Scene | None:
    """Returns what is drawn of a match; None before a table is laid.

    Args:
        m: the match.
        signs: of the pieces.
        sight: the viewer of the words.
        viewers: the seats that look: what one of them does not know is omitted. None: everything is shown.
        decision: the pending question.
        asked: the seat whose question is shown: the places and things in its answers, the distances to them,
            and the reach of the acting thing, if there is one; None: no question.
    """
    if m.board_key is None:
        return None
    drawers = Drawers(m, [Sight(seat, sight.language) for seat in viewers], sight)
    things = [(e, short_name(m, e, sight), signs.of(m, e, sight)) for e in drawers.known]
    kinds = drawers.kinds()
    if decision is None or asked is None or decision.player != asked or decision.site < 0:
        return scene_of(m, things, language=sight.language, kinds=kinds)
    question = _Question(m, decision, drawers)
    drawn = scene_of(m, things, question.proposed, sight.language, kinds)
    caption = f"{sight.player(asked)}: {prompt(m, decision, sight)}"
    ranges = [*question.marks(), *question.reaches(sight)]
    lines = question.lines(viewers, sight)
    return replaced(drawn, ranges=ranges, ways=question.ways(), lines=lines, caption=caption)


class _Question:
    """What the answers of a question name: places with the things that would stand there, things, and acting things."""

    def __init__(self, m: State, d: Decision, drawers: Drawers) -> None:
        self._m = m
        self._drawers = drawers
        self.proposed: list[tuple[int | None, int, str]] = []
        self._ways: list[tuple[int, tuple[int, ...]]] = []
        self._acting: dict[int, None] = {}
        self._named: dict[int, None] = {}
        self._pairs: dict[tuple[int, int], None] = {}
        self._answers: list[tuple[Any, list[tuple[int, int]]]] = []  # those that name no place, with their pairs
        for number, option in enumerate(d.options, start=1):
            found = named(m, d, option)
            here = [e for e in found.named if drawers.of(e)]
            if found.place is not None and number <= _MOST_PROPOSED:
                self.proposed.append((found.stands, found.place, str(number)))
                if found.stands is not None and len(found.way) > _STRAIGHT:
                    self._ways.append((found.stands, found.way))
            if number <= _MOST_PROPOSED:
                for e, goal in found.formation:
                    way = goal if isinstance(goal, tuple) else (goal,)
                    self.proposed.append((e, way[-1], str(number)))
                    if len(way) > _STRAIGHT:
                        self._ways.append((e, way))
            self._acting |= dict.fromkeys(here[:1])
            if found.place is None and here:
                pairs = [(here[0], other) for other in here[1:]]
                self._named |= dict.fromkeys(here[1:] or here)
                self._pairs |= dict.fromkeys(pairs)
                if not found.formation:
                    self._answers.append((option, pairs))

    def marks(self) -> Iterator[Range]:
        """Yields a ring around each thing that an answer names."""
        m = self._m
        for e in self._named:
            yield Range([base_drawn(m, one).at(m.at[one]) for one in self._drawers.of(e)], _MARK, _MARKED)

    def ways(self) -> list[Way]:
        """Returns the proposed ways of several legs; a straight way shows no more than its end."""
        return [Way(self._m.p.bases[self._m.sheet[e]], way, tint(self._m, e)) for e, way in self._ways[:_MOST_WAYS]]

    def lines(self, viewers: Collection[int], sight: Sight) -> list[Line]:
        """Returns the lines of sight on which the answers depend; lines from other acting things to each thing that
        they could act on; and lines of sight that are blocked. A length on them is a gap, rounded up."""
        m, language = self._m, sight.language
        free, blocked = lines_of_sight(m, viewers, [option for option, _ in self._answers])
        seen = {pair for i in free for pair in self._answers[i][1]}
        found = [Line(*ends, self._gap_on(ends), say(language, "sight_of_picture"), "free")
                 for ends in dict.fromkeys(line.ends for line in free.values())]  # fmt: skip
        found += [self._line(*pair, say(language, "line_of_picture")) for pair in self._pairs if pair not in seen]
        for one in blocked:
            words = short_name(m, one.thing, sight) if one.thing in self._drawers.known else ""
            found.append(Line(*one.ends, words, say(language, "blocked_of_picture"), "blocked", one.stop))
        return found[:_MOST_LINES]

    def _gap_on(self, ends: tuple[Xy, Xy]) -> str:
        """Returns the gap of the things in whose middles a line ends; nothing if there are none."""
        m = self._m
        here = [next((e for e in self._drawers.known if spot_of(m.at[e]) == end), None) for end in ends]
        return "" if here[0] is None or here[1] is None else _length(self._drawers.nearest(here[0], here[1])[2])

    def _line(self, one: int, other: int, name: str) -> Line:
        m = self._m
        a, b, far = self._drawers.nearest(one, other)
        text = _length(far)
        (ax, ay), (bx, by) = spot_of(m.at[a]), spot_of(m.at[b])
        # From base to base: its sign stays free.
        length = isqrt(square((ax, ay), (bx, by)))
        inner, other_inner = (max(base_drawn(m, e).inner, 0) for e in (a, b))
        if length <= inner + other_inner:
            return Line((ax, ay), (bx, by), text, name)
        dx, dy = bx - ax, by - ay
        return Line((ax + dx * inner // length, ay + dy * inner // length),
                    (bx - dx * other_inner // length, by - dy * other_inner // length), text, name)  # fmt: skip

    def reaches(self, sight: Sight) -> Iterator[Range]:
        """Yields the reach of each printed length of what acts: of the only thing, or of several those that act on
        others, as far as these are not too many."""
        m = self._m
        acting = self._acting if len(self._acting) == 1 else dict.fromkeys(one for one, _ in self._pairs)
        found = [(e, *one) for e in acting for one in lengths(m, e, sight)]
        if len(found) > _MOST_RANGES:
            return
        for e, words, length in found:
            shapes = [m.p.bases[m.sheet[one]].at(m.at[one]) for one in self._drawers.of(e)]
            of = f"{short_name(m, e, sight)}: " if len(acting) > 1 else ""
            yield Range(shapes, length, tint(m, e), f"{of}{words} {inches(length)}")


def _length(far: int) -> str:
    """Returns a length in inches, rounded up to a hundredth."""
    return inches(-(-far // 10) * 10)
