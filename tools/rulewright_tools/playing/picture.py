"""Draws a match on a plane to scale, as a picture in a file, and keeps it up to date.

Separate because a terminal draws a table only roughly, and players want to see bases and lengths exactly. The picture
contains only what its viewers may know, and for a question what it asks them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from rulewright.play import labels
from rulewright.play.scenes import scene_of, tint
from rulewright.play.state import Decision, State
from rulewright.space.plane.measures import gap
from rulewright.space.plane.picture import svg
from rulewright.space.plane.poses import inches, spot_of
from rulewright.space.plane.scene import Line, Range, Scene, Way
from rulewright_tools.files import replace
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.placing import named
from rulewright_tools.show.pieces import Sight, Signs, placed, short_name
from rulewright_tools.show.question import prompt

_MOST_PROPOSED: Final = 99  # answers: their numbers fit on a base
_MOST_LINES: Final = 40
_MOST_WAYS: Final = 12
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
    seats = [Sight(seat) for seat in viewers]
    known = [e for e in placed(m) if m.at[e] >= 0 and all(one.knows(m, e) for one in seats)]
    things = [(e, short_name(m, e, sight), signs.of(m, e, sight)) for e in known]
    if decision is None or asked is None or decision.player != asked or decision.site < 0:
        return scene_of(m, things, language=sight.language)
    question = _Question(m, decision, frozenset(known))
    drawn = scene_of(m, things, question.proposed, sight.language)
    caption = f"{sight.player(asked)}: {prompt(m, decision, sight)}"
    return Scene(drawn.table, drawn.zones, ranges=[*question.marks(), *question.reaches(sight)], ways=question.ways(),
                 bodies=drawn.bodies, lines=question.lines(), caption=caption)  # fmt: skip


class _Question:
    """What the answers of a question name: places with the things that would stand there, things, and the acting thing.
    """

    def __init__(self, m: State, d: Decision, known: frozenset[int]) -> None:
        self._m = m
        self.proposed: list[tuple[int | None, int, str]] = []
        self._ways: list[tuple[int, tuple[int, ...]]] = []
        self._acting: dict[int, None] = {}
        self._named: dict[int, None] = {}
        self._pairs: dict[tuple[int, int], None] = {}
        for number, option in enumerate(d.options, start=1):
            found = named(m, d, option)
            here = [e for e in found.things if e in known]
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
            if found.place is None:
                self._named |= dict.fromkeys(here[1:] or here)
                self._pairs |= dict.fromkeys((here[0], other) for other in here[1:])

    def marks(self) -> Iterator[Range]:
        """Yields a ring around each thing that an answer names."""
        for e in self._named:
            yield Range(self._m.p.bases[self._m.sheet[e]].at(self._m.at[e]), _MARK, _MARKED)

    def ways(self) -> list[Way]:
        """Returns the proposed ways of several legs; a straight way shows no more than its end."""
        return [Way(self._m.p.bases[self._m.sheet[e]], way, tint(self._m, e)) for e, way in self._ways[:_MOST_WAYS]]

    def lines(self) -> list[Line]:
        """Returns lines from the acting thing to each thing that it could act on, with the gap between the two, rounded
        up."""
        return [self._line(*pair) for pair in list(self._pairs)[:_MOST_LINES]]

    def _line(self, one: int, other: int) -> Line:
        m = self._m
        a, b = (m.p.bases[m.sheet[e]].at(m.at[e]) for e in (one, other))
        far = -(-gap(a, b).rounded_up // 10) * 10
        return Line(spot_of(m.at[one]), spot_of(m.at[other]), "clear", inches(far))

    def reaches(self, sight: Sight) -> Iterator[Range]:
        """Yields the reach of each printed length of the acting thing, if there is exactly one."""
        m, p = self._m, self._m.p.program
        if len(self._acting) != 1:
            return
        (e,) = self._acting
        for number in p.kinds[p.sheets[m.sheet[e]].kind].columns:
            column = p.columns[number]
            if not column.static or column.type != ("number", "inches", ()) or not sight.knows_field(m, column, e):
                continue
            length = getattr(m, column.slot)[e]
            if length > 0:
                name = f"{labels.field(column, sight.language)} {inches(length)}"
                yield Range(m.p.bases[m.sheet[e]].at(m.at[e]), length, tint(m, e), name)
