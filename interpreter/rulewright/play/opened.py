"""Handles unlisted answers: if a question is about a set that cannot be iterated over, any member may be given.

A member is a place, a formation (a place or a way for each of several entities), or a way (places, starting from where
an entity stands).

The options of such a question are proposals. An answer is a number, as for every question: 0 or more is an option, a
number below 0 means "like that option, but at this member". So answers are stored, undone, saved and replayed as usual.
An unlisted answer is tested with the same conditions that made the proposals. Separate because only this module knows
how option and member are packed into one number.
"""

from __future__ import annotations

from typing import Any, Final, TypeGuard

from rulewright.play import why
from rulewright.play.bounds import refill
from rulewright.play.formed import MOST_MARCHED, MOST_MEMBERS, Formation, Goal, legs_of
from rulewright.play.refusals import failing
from rulewright.play.routed import MOST_LEGS
from rulewright.play.state import Decision, State
from rulewright.program import OfferLine

PLACES: Final = 1 << 51
"""More than the number of places on any plane."""
_LIKES: Final = 1 << 20  # more than there are options
_FORMED: Final = 1 << 80  # numbers of places are smaller, numbers of formations are not
_COUNTS: Final = 16  # more than the number of legs of a way
LEAST: Final = -1 - (_FORMED + PLACES**MOST_MARCHED * _COUNTS**MOST_MEMBERS * _LIKES)
"""No answer is less than this."""
Member = int | Formation | tuple[int, ...]


class Unlisted(Exception):
    """An answer that cannot be given; `place` is -1 if it is not a member of an open set at all."""

    def __init__(self, like: int, place: Member) -> None:
        super().__init__()
        self.like = like
        self.place = place


def number_of(like: int, place: Member) -> int:
    """The number of an answer that is like an option, but at another member."""
    if type(place) is tuple:
        packed = 1 if is_way(place) else 0
        for at in reversed(places_of(place)):
            packed = packed * PLACES + at
        if is_march(place):
            for _, way in reversed(place):
                packed = packed * _COUNTS + len(way) - 1
        return -1 - (_FORMED + (packed * _LIKES + like))
    assert type(place) is int
    return -1 - (like * PLACES + place)


def meant(m: State, number: int) -> tuple[int, Member]:
    """The option and the member that a number below 0 is made of. Raises Unlisted."""
    d = m.pending
    if number >= 0 or d is None:
        raise Unlisted(number, -1)
    made = -1 - number
    if made < _FORMED:
        return divmod(made, PLACES)
    packed, like = divmod(made - _FORMED, _LIKES)
    one = member_in(m, d, d.options[like]) if like < len(d.options) else -1
    if is_way(one) and packed < PLACES ** (MOST_LEGS + 1):
        way = _way_in(packed, one)
        if len(way) < 2:
            raise Unlisted(number, -1)
        return like, way
    if is_march(one):
        march = _march_in(packed, one)
        if not march:
            raise Unlisted(number, -1)
        return like, march
    if not is_formation(one) or packed >= PLACES ** len(one):
        raise Unlisted(number, -1)
    found: list[tuple[int, Goal]] = []
    for e, _ in one:
        packed, at = divmod(packed, PLACES)
        found.append((e, at))
    return like, tuple(found)


def is_way(member: Member) -> TypeGuard[tuple[int, ...]]:
    """Whether a member is a way."""
    return type(member) is tuple and len(member) > 0 and type(member[0]) is int


def is_formation(member: Member) -> TypeGuard[Formation]:
    """Whether a member is a formation."""
    return type(member) is tuple and not is_way(member)


def is_march(member: Member) -> TypeGuard[tuple[tuple[int, tuple[int, ...]], ...]]:
    """Whether a member is a formation in which each thing goes a way."""
    return is_formation(member) and len(member) > 0 and type(member[0][1]) is tuple


def places_of(member: Member) -> list[int]:
    """The places in a formation or a way given as answer; of a way, those after the first."""
    if is_way(member):
        return list(member[1:])
    assert is_formation(member)
    return [at for _, goal in member for at in (goal[1:] if type(goal) is tuple else (goal,))]  # type: ignore[misc]


def _march_in(packed: int, like: tuple[tuple[int, tuple[int, ...]], ...]) -> Formation:
    """The formation of ways that was packed, with the entities of another and starting where these stand; () if it is
    none."""
    counts = []
    for _ in like:
        packed, count = divmod(packed, _COUNTS)
        counts.append(count)
    if sum(counts) > MOST_MARCHED or 0 in counts:
        return ()
    found = []
    for (e, way), count in zip(like, counts, strict=True):
        made = [way[0]]
        for _ in range(count):
            packed, at = divmod(packed, PLACES)
            made.append(at)
        found.append((e, tuple(made)))
    return tuple(found) if packed == 0 else ()


def _way_in(packed: int, like: tuple[int, ...]) -> tuple[int, ...]:
    """The way that was packed after a 1, with as many places as it has; it starts as another does. Nothing if there is
    no 1."""
    found = [like[0]]
    while packed > 1:
        packed, at = divmod(packed, PLACES)
        found.append(at)
    return tuple(found) if packed == 1 else ()


def takes_unlisted(m: State, d: Decision) -> bool:
    """Whether places, formations or ways may be answered that are not listed."""
    return d.site >= 0 and m.p.program.sites[d.site].open


def option_of(m: State, number: int) -> Any:
    """The answer that a number stands for in the pending question. Raises Unlisted if it is not allowed. An unlisted
    answer is judged with all steps of a decision, however many the question took."""
    d = m.pending
    assert d is not None, "a question is pending"
    if 0 <= number < len(d.options):
        return d.options[number]
    if number >= 0 or not takes_unlisted(m, d):
        raise Unlisted(number, -1)
    like, place = meant(m, number)
    if like >= len(d.options):
        raise Unlisted(number, -1)
    option = at_place(m, d, like, place)
    if option is None:
        raise Unlisted(number, -1)
    if option not in d.options:
        refill(m)
        if not is_legal(m, d, option):
            raise Unlisted(like, place)
    return option


def at_place(m: State, d: Decision, like: int, place: Member) -> Any:
    """An option with another place, formation or way; None if it holds none, like a pass."""
    option = d.options[like]
    if not _is_alike(m, member_in(m, d, option), place):
        return None
    if not _is_call(m, d):
        return place
    line, args = option
    spot = _line(m, d, line).spot
    return (line, (*args[:spot], place, *args[spot + 1 :]))


def _is_alike(m: State, one: Member, other: Member) -> bool:
    """Whether both are places, formations of the same entities on existing places, or ways from one place."""
    if is_way(one) or is_way(other):
        legs = len(other) - 1 if is_way(other) and is_way(one) and one[0] == other[0] else 0
        return 1 <= legs <= MOST_LEGS and all(m.board.is_place(at) for at in places_of(other))
    if is_formation(one) and is_formation(other):
        if [e for e, _ in one] != [e for e, _ in other] or legs_of(other) > MOST_MARCHED:
            return False
        return all(_goes_alike(m, goal, another) for (_, goal), (_, another) in zip(one, other, strict=True))
    return type(one) is int and type(other) is int and one >= 0


def _goes_alike(m: State, one: Goal, other: Goal) -> bool:
    """Whether the goals of an entity in two formations are both places, or both ways from one place."""
    if type(one) is int and type(other) is int:
        return bool(m.board.is_place(other))
    return type(one) is tuple and type(other) is tuple and _is_alike(m, one, other)


def _is_call(m: State, d: Decision) -> bool:
    return m.p.program.sites[d.site].kind == "offer"


def member_in(m: State, d: Decision, option: Any) -> Member:
    """The place, formation or way of an option that may be exchanged for another; -1 if it has none."""
    if option is None or not _is_call(m, d):
        member: Member = -1 if option is None else option
        return member
    line, args = option
    spot = _line(m, d, line).spot
    place: Member = args[spot] if spot >= 0 else -1
    return place


def beside_place(m: State, d: Decision, option: Any) -> Any:
    """The rest of an option without its place, formation or way: options with the same rest are answered alike. None if
    it has no such member."""
    if not takes_unlisted(m, d) or member_in(m, d, option) == -1:
        return None
    if not _is_call(m, d):
        return ()
    line, args = option
    spot = _line(m, d, line).spot
    return line, args[:spot], args[spot + 1 :]


def _line(m: State, d: Decision, line: int) -> OfferLine:
    return m.p.program.sites[d.site].offers[line]


def is_legal(m: State, d: Decision, option: Any) -> bool:
    """Whether an answer is in the set of the question and meets all conditions."""
    site, names, frame = m.p.program.sites[d.site], m.p.names, m.frames[-1]
    if not _is_call(m, d):
        assert site.source is not None
        area = names[site.source[0]](m, frame)
        return why.holds(m, area, option) and all(names[function](m, frame, option) for function, _, _ in site.where)
    number, args = option
    line = site.offers[number]
    assert line.source is not None
    bound = [args[line.args.index(i)] for i in range(line.bindings)]
    if not why.holds(m, names[line.source[0]](m, frame, *bound[:-1]), bound[-1]):
        return False
    if not all(names[function](m, frame, *bound) for function, _, _ in line.where):
        return False
    return not failing(m, line.event, args, line.skip)


def refused(m: State, like: int, place: Member, language: str = "en", seat: int | None = None) -> list[why.Failing]:
    """Why a place cannot be answered like an option: every condition that fails, as far as a player may know. Raises
    Unseen if `seat` may not know."""
    d = m.pending
    assert d is not None, "a question is pending"
    option = at_place(m, d, like, place)
    if not _is_call(m, d):
        return why.absence(m, option, language, seat)
    number, args = option
    event = m.p.program.sites[d.site].offers[number].event
    return why.not_offered(m, event, args, language, seat, number)
