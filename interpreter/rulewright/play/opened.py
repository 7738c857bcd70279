"""Answers that nobody listed: to a question about a set that cannot be gone through any of its members may be given.

The options of such a question are proposals. An answer is a number as every answer is: one of 0 and more is an option,
one below 0 says "as that option, but there". So what is answered is kept, undone, saved and played again as ever; it is
tested by the very conditions that made the proposals. Separate because only this module knows how both are one number.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.play import why
from rulewright.play.plane import has
from rulewright.play.refusals import failing
from rulewright.play.state import Decision, State
from rulewright.program import OfferLine
from rulewright.space.plane.poses import pose, spot_of

PLACES: Final = 1 << 51
"""More than there are places on any plane."""


class Unlisted(Exception):
    """An answer that cannot be given; `place` is -1 where it is no place of an open question at all."""

    def __init__(self, like: int, place: int) -> None:
        super().__init__()
        self.like = like
        self.place = place


def number_of(like: int, place: int) -> int:
    """The number of an answer as an option, but there."""
    return -1 - (like * PLACES + place)


def is_place(m: State, d: Decision) -> bool:
    """Whether places may be answered that are not listed."""
    return d.site >= 0 and m.p.program.sites[d.site].open


def option_of(m: State, number: int) -> Any:
    """What a number answers to the pending question. Raises Unlisted for one that cannot be answered."""
    d = m.pending
    assert d is not None, "somebody is asked"
    if 0 <= number < len(d.options):
        return d.options[number]
    like, place = divmod(-1 - number, PLACES)
    if number >= 0 or not is_place(m, d) or not 0 <= like < len(d.options):
        raise Unlisted(number, -1)
    option = at_place(m, d, like, place)
    if option is None:
        raise Unlisted(number, -1)
    if option not in d.options and not _is_legal(m, d, option):
        raise Unlisted(like, place)
    return option


def at_place(m: State, d: Decision, like: int, place: int) -> Any:
    """An option with another place; None if it holds none, as passing does."""
    option = d.options[like]
    if option is None or type(option) is int:
        return None if option is None else place
    line, args = option
    spot = _line(m, d, line).spot
    return (line, (*args[:spot], place, *args[spot + 1 :])) if spot >= 0 else None


def spot_in(m: State, d: Decision, option: Any) -> int:
    """The place of an option that may be exchanged for another; -1 if it has none."""
    if option is None or type(option) is int:
        return -1 if option is None else option
    line, args = option
    spot = _line(m, d, line).spot
    place: int = args[spot] if spot >= 0 else -1
    return place


def _line(m: State, d: Decision, line: int) -> OfferLine:
    return m.p.program.sites[d.site].offers[line]


def _is_legal(m: State, d: Decision, option: Any) -> bool:
    """Whether an answer lies in the set that it is of and meets all conditions."""
    site, names, frame = m.p.program.sites[d.site], m.p.names, m.frames[-1]
    if type(option) is int:
        assert site.source is not None
        area = names[site.source[0]](m, frame)
        return has(m, area, option) and all(names[function](m, frame, option) for function, _, _ in site.where)
    number, args = option
    line = site.offers[number]
    assert line.source is not None
    bound = [args[line.args.index(i)] for i in range(line.bindings)]
    if not has(m, names[line.source[0]](m, frame, *bound[:-1]), bound[-1]):
        return False
    if not all(names[function](m, frame, *bound) for function, _, _ in line.where):
        return False
    return not failing(m, line.event, args, line.skip)


def refused(m: State, like: int, place: int, language: str = "en", seat: int | None = None) -> list[why.Failing]:
    """Why a place cannot be answered as an option is: every condition that fails, as far as a player may know."""
    d = m.pending
    assert d is not None, "somebody is asked"
    option = at_place(m, d, like, place)
    if type(option) is int:
        return why.absence(m, option, language, seat)
    number, args = option
    event = m.p.program.sites[d.site].offers[number].event
    return why.not_offered(m, event, args, language, seat, number)


def nearest(m: State, like: int, place: int) -> int:
    """A place near one, that can be answered as an option is: from the nearest that is proposed as far towards it as
    halving finds legal ones; -1 where none is proposed."""
    d = m.pending
    assert d is not None, "somebody is asked"
    best = -1
    far = None
    for number, option in enumerate(d.options):
        there = spot_in(m, d, option)
        if there < 0 or at_place(m, d, number, place) != at_place(m, d, like, place):
            continue
        gap = m.board.distance(place, there)
        if far is None or gap < far:
            best, far = there, gap
    return best if best < 0 else _nearer(m, d, like, best, place)


_HALVINGS: Final = 12


def _nearer(m: State, d: Decision, like: int, legal: int, goal: int) -> int:
    """A legal place on the way from a legal one to another."""
    x, y = spot_of(legal)
    p, q = spot_of(goal)
    near, far = 0, 1 << _HALVINGS  # shares of the way: as far is legal, so far was not
    while far - near > 1:
        share = (near + far) // 2
        there = pose(x + (p - x) * share // (1 << _HALVINGS), y + (q - y) * share // (1 << _HALVINGS), legal >> 42)
        option = at_place(m, d, like, there)
        if _is_legal(m, d, option):
            near, legal = share, there
        else:
            far = share
    return legal
