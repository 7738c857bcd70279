"""The verifying mode: computes again whatever was cached or moved out of a loop, and compares the results.

It is on for programs that were compiled for it (see `rulewright.verifying`). Play is then much slower and must not
differ in anything: a difference is a bug in Rulewright, never in a pack, and is raised as `Stale`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

from rulewright.limits import MOST_STEPS
from rulewright.play.drafts import Drafts
from rulewright.play.state import NOWHERE, Frame, State
from rulewright.play.statuses import holder_key
from rulewright.shapes import R_CLOCK, R_HOLDER, R_STATUS
from rulewright.space.plane.poses import show
from rulewright.space.plane.search import walked
from rulewright.space.plane.terms import ALL, Outside, Term

_T = TypeVar("_T")
_BOXES: Final = 1_000  # of a plane that are examined for what a sieve has missed
Groups = list[tuple[int, int]]  # a value, and the places that have it


class Stale(Exception):
    """A cached value differs from the one computed now: `what` names it, with both results."""

    def __init__(self, what: str, known: object, now: object) -> None:
        super().__init__(f"{what}: {known!r} was cached, {now!r} is computed")


class Fresh(dict[Any, Any]):
    """Memory that was empty when a result began to be computed again: nothing in it can be stale."""


def again(m: State, what: str, known: Any, compute: Callable[..., Any], *args: Any) -> Any:
    """A cached result as computed now with empty memory. Raises Stale if it differs."""
    now = anew(m, compute, *args)
    if not (known is now or known == now):
        raise Stale(f"{what}{args!r}", known, now)
    return now


def anew(m: State, compute: Callable[..., Any], *args: Any) -> Any:
    """A result computed with empty memory. Computing it again costs the match nothing."""
    if isinstance(m.cache, Fresh):
        return compute(m, *args)
    fuel = m.fuel
    cache, kept, fenced, laid = m.cache, m.kept, m.fenced, m.laid
    known = laid.known
    m.cache, m.kept, m.fenced, laid.known = Fresh(), Fresh(), Fresh(), Fresh()
    try:
        return compute(m, *args)
    finally:
        m.cache, m.kept, m.fenced, laid.known = cache, kept, fenced, known
        m.fuel = fuel


def recalled(m: State, memory: dict[Any, Any], key: Any, what: str, compute: Callable[..., Any], *args: Any) -> Any:
    """The result of a cached value: a hit is computed again, unless the memory is fresh."""
    known = memory.get(key, ...)
    if known is not ... and isinstance(memory, Fresh):
        return known
    made = compute(m, *args) if known is ... else again(m, what, known, compute, *args)
    memory[key] = made
    return made


def filtered(
    m: State, what: str, read: Callable[..., int], asked: Callable[..., bool], places: int, *args: Any
) -> int:
    """The result of a filter; checks that testing one place after the other finds the same."""
    found = read(m, *args, places)
    one_by_one = m.board.encode(place for place in m.board.decode(places) if asked(m, *args, place))
    if found != one_by_one:
        raise Stale(f"{what} of places{args!r}", m.board.decode(found), m.board.decode(one_by_one))
    return found


def grouped(
    m: State, what: str, read: Callable[..., Groups], asked: Callable[..., int], places: int, *args: Any
) -> Groups:
    """Places by a value; checks that computing it for one place after the other has the same result."""
    found = read(m, *args, places)
    known = {place: value for value, several in found for place in m.board.decode(several)}
    one_by_one = {place: asked(m, *args, place) for place in m.board.decode(places)}
    if known != one_by_one:
        raise Stale(f"{what} of places{args!r}", known, one_by_one)
    return found


def unsieved(m: State, what: str, plain: Term, sieve: Term, asked: Callable[..., bool], *args: Any) -> Term:
    """The area of a sieve; checks that no spot of the set that it leaves out would pass. These tests cost the match
    nothing."""
    fuel, m.fuel = m.fuel, MOST_STEPS
    try:
        left_out = (m.board.everywhere if plain is ALL else plain, Outside(sieve))
        for found in islice(walked(left_out, m.board.extent), _BOXES):
            if found is not None and asked(m, *args, found):
                raise Stale(f"the sieve of {what}", "left out", show(found))
    finally:
        m.fuel = fuel
    return sieve


def redrafted(m: State, frame: Frame, site: int, listed: tuple[Any, ...]) -> Sequence[Any]:
    """What an offer lists; checks that its drafts have the same result. In a match of drafts, returns these."""
    fuel, m.fuel = m.fuel, MOST_STEPS
    try:
        drafts = Drafts(m, frame, site).listed()
    finally:
        m.fuel = fuel
    if drafts != listed:
        raise Stale("the drafts of an offer", drafts, listed)
    return Drafts(m, frame, site) if m.drafting else listed


def same(known: _T, now: object) -> _T:
    """What was read before a loop; checks that it is what would be read now."""
    if not (known is now or known == now):
        raise Stale("an expression moved out of a loop", known, now)
    return known


def indexes(m: State) -> None:
    """Checks that everything that is stored twice agrees: occupancy, zones, plurals, marks, statuses by holder and
    clock."""
    p = m.p
    zones: list[list[int]] = [[] for _ in m.zones]
    for e in range(1, len(m.at)):
        if m.at[e] < NOWHERE:
            zones[-2 - m.at[e]].append(e)
    for what, known, now in p.standing.made_anew(m):
        _agree(what, known, now)
    _agree("zones", [tuple(sorted(z)) for z in m.zones], [tuple(z) for z in zones])
    groups: list[list[int]] = [[] for _ in m.groups]
    for e in range(1, len(m.live)):
        for g in p.sheets[m.sheet[e]].groups if m.live[e] else ():
            groups[g].append(e)
    _agree("plurals", m.groups, [tuple(g) for g in groups])
    by_status: list[list[int]] = [[] for _ in m.by_status]
    held: dict[tuple[int, int], list[int]] = {}
    marks = {"entity": [0] * len(m.marks), "player": [0] * len(m.pmarks), "match": [0] * len(m.mmarks)}
    clocked: dict[int, list[int]] = {}
    whiles = []
    for row_id, row in sorted(m.rows.items()):
        status, holder = row[R_STATUS], row[R_HOLDER]
        kind = p.program.statuses[status].holder
        by_status[status].append(row_id)
        held.setdefault((status, holder_key(kind, holder)), []).append(row_id)
        marks[kind][holder if kind != "match" else 0] |= 1 << status
        points = p.program.clocks[row[R_CLOCK]].points if row[R_CLOCK] >= 0 else ()
        for event in dict.fromkeys(event for point in points for event in point.events):
            clocked.setdefault(event, []).append(row_id)
        whiles += [row_id for point in points if point.edge == "while"]
    _agree("statuses", m.by_status, [tuple(rows) for rows in by_status])
    _agree("statuses of holders", m.held, {key: tuple(rows) for key, rows in held.items()})
    _agree("marks", (m.marks, m.pmarks, m.mmarks), tuple(marks.values()))
    _agree("clocks", m.clocked, {event: tuple(rows) for event, rows in clocked.items()})
    _agree("clocks with a condition", sorted(m.whiles), whiles)


def _agree(what: str, known: object, now: object) -> None:
    if known != now:
        raise Stale(what, known, now)
