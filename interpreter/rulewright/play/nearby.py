"""Finds a legal answer near one that was refused.

A spot that is found cannot be moved by a thousandth of an inch, straight or slantwise, so that it comes nearer and
stays legal, unless very many were tried or testing them took as long as a decision may take. Separate because only
refusals look for it: `opened` decides what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rulewright.play.bounds import refill
from rulewright.play.formed import Formation, Goal, end_of
from rulewright.play.opened import Member, at_place, is_formation, is_legal, is_way, member_in
from rulewright.play.state import Decision, Runaway, State

_NEAREST: Final = 8  # the proposals from which a legal place in another turn is looked for
_TRIED: Final = 600  # answers that are tested to come nearer, after which what is known is good enough
_Places = Callable[[int], bool]


def nearest(m: State, like: int, place: Member) -> Member:
    """A legal answer like an option, near a place, formation or way. For a place or formation: starts from the nearest
    proposal and moves towards the goal as far as halving finds legal ones, and then aside, entity by entity. For a
    place: in the turn of the goal, if one of the nearest proposals is legal in it. For a way: the same way, as far as
    it is legal. -1 if none is proposed. All tests together have the steps of one decision; what is known when these end
    is returned."""
    d = m.pending
    assert d is not None, "a question is pending"
    refill(m)
    try:
        return _nearest(m, d, like, place)
    finally:
        refill(m)  # what the caller asks next is not charged for the search


def _nearest(m: State, d: Decision, like: int, place: Member) -> Member:
    search = _Search(m, d, like)
    shorter = search.shorter(place)
    if shorter is not None:
        return shorter
    found = []
    for number, option in enumerate(d.options):
        there = member_in(m, d, option)
        wanted = at_place(m, d, number, place)
        if wanted is None or wanted != at_place(m, d, like, place):
            continue
        found.append((_apart(m, place, there), there))
    found.sort(key=lambda one: one[0])
    best: Member = found[0][1] if found else -1
    if type(best) is int:
        if best < 0 or type(place) is not int:
            return best
        return search.nearer([there for _, there in found[:_NEAREST] if type(there) is int], place)
    return search.formed(best, place) if is_formation(best) and is_formation(place) else best


class _Search:
    """One search: the question, the option whose other parts an answer has, and how many answers may still be
    tested."""

    def __init__(self, m: State, d: Decision, like: int) -> None:
        self.m, self.d, self.like = m, d, like
        self.laying = m.p.laying
        self.left = _TRIED

    def is_legal(self, place: Member) -> bool:
        """Whether an answer is known to be legal. None is tested after `_TRIED`, or after one that ran out of steps."""
        if self.left <= 0:
            return False
        self.left -= 1
        try:
            return is_legal(self.m, self.d, at_place(self.m, self.d, self.like, place))
        except Runaway:
            self.left = 0
            return False

    # -- ways ----------------------------------------------------------------------------------------------------------

    def shorter(self, way: Member) -> Member | None:
        """A legal way that goes as far as a given way goes before it fails: the last legs are removed, and the one
        before is shortened. None if no part of it is legal."""
        return self._cut_short(way, self.is_legal) if is_way(way) else None

    def _cut_short(self, way: tuple[int, ...], legal: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...] | None:
        """A way, as far as it is legal."""
        for length in range(len(way) - 1, 0, -1):
            begun = way[:length]

            def test(at: int, begun: tuple[int, ...] = begun) -> bool:
                return legal((*begun, at))

            at = self._toward(begun[-1], way[length], test)
            if at != begun[-1]:
                return (*begun, at)
        return None

    # -- places and formations -----------------------------------------------------------------------------------------

    def nearer(self, legal: Sequence[int], goal: int) -> int:
        """A legal place near a goal, found from the first of several legal ones that is legal in the turn of the goal,
        else from the first."""
        laying = self.laying
        turned = (laying.between(goal, one, 1 << laying.HALVINGS) for one in legal)
        begin = next((one for one in turned if one != goal and self.is_legal(one)), legal[0])
        return self._to(begin, goal, self.is_legal)

    def formed(self, legal: Formation, wanted: Formation) -> Formation:
        """A legal formation near another one, found from a legal one entity by entity: again and again while that
        changes anything, as one that has moved makes room for others."""
        before: Formation = ()
        while legal != before and self.left > 0:
            before = legal
            for i, (e, goal) in enumerate(wanted):

                def test(at: Goal, i: int = i, e: int = e, so_far: Formation = legal) -> bool:
                    return self.is_legal((*so_far[:i], (e, at), *so_far[i + 1 :]))

                if legal[i][1] != goal:
                    legal = (*legal[:i], (e, self._goal_toward(legal[i][1], goal, test)), *legal[i + 1 :])
        return legal

    def _goal_toward(self, legal: Goal, goal: Goal, test: Callable[[Goal], bool]) -> Goal:
        """A legal goal as near to another as possible; for a way, as much of it as is legal, else a legal way."""
        if type(legal) is int and type(goal) is int:
            return self._to(legal, goal, test)
        assert type(goal) is tuple
        return goal if test(goal) else self._cut_short(goal, test) or legal

    def _to(self, legal: int, goal: int, test: _Places) -> int:
        """A legal place as near to a goal as can be found: on the straight way to it, then also beside that way."""
        return self._aside(self._toward(legal, goal, test), goal, test)

    def _toward(self, legal: int, goal: int, test: _Places) -> int:
        """The farthest place on the way from a legal one to a goal that halving finds to be legal; the goal itself if
        it is legal."""
        if legal != goal and test(goal):
            return goal
        laying = self.laying
        begin = legal
        near, far = 0, 1 << laying.HALVINGS  # shares of the way: `near` is legal, `far` was not
        beyond = goal
        while far - near > 1 and self.left > 0:
            share = (near + far) // 2
            there = laying.between(begin, goal, share)
            if there == legal or (there != beyond and test(there)):
                near, legal = share, there
            else:
                far, beyond = share, there
        return legal

    def _aside(self, legal: int, goal: int, test: _Places) -> int:
        """A legal place found in steps that each come nearer to a goal, at first long ones, in the end the shortest."""
        step = self.laying.LONGEST if legal != goal else 0
        while step and self.left > 0:
            there = next((one for one in self.laying.nearer(legal, goal, step) if test(one)), None)
            if there is None:
                step //= 2
            else:
                legal = there
        return legal


def _apart(m: State, one: Member, other: Member) -> int:
    """The distance of two places, or of the places of two formations together."""
    far = m.p.laying.far
    if is_way(one) and is_way(other):
        ends: int = far(m, one[-1], other[-1])
        return ends
    if is_formation(one) and is_formation(other):
        return sum([far(m, end_of(at), end_of(there)) for (_, at), (_, there) in zip(one, other, strict=True)])
    apart: int = far(m, one, other)
    return apart
