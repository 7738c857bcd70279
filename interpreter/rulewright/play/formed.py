"""Formations: a place for each of several entities, supposed and put as one, and searched entity by entity.

A formation is `((entity, place), ..)`, ascending by entity. If each entity goes its own way, the way is stored instead
of the place; the end of the way is supposed and put. A set of formations cannot be listed, on cells or on a plane, so
some are proposed: the search lays one entity next to another, tests each with the conditions that could be read, and
tests the whole formation with the law. A formation that is found is legal; one that is not found may still be legal. No
random number is used: the same state has the same proposals everywhere.

Separate because it is the same on all boards: `laying_cells` and `laying_plane` propose places for a single entity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, Final, TypeVar

from rulewright.play.bounds import spend
from rulewright.play.chain import running_chain
from rulewright.play.pieces import put
from rulewright.play.routed import Guide, Routes, Way, guides_of, in_ways, straight
from rulewright.play.state import NOWHERE, Runaway, State
from rulewright.space.grid import EDGES

Goal = int | Way
Formation = tuple[tuple[int, Goal], ...]
Laid = tuple[tuple[int, int], ...]
Test = Callable[..., Any]
_Found = TypeVar("_Found")

MOST_MEMBERS: Final = 100
"""The most entities in a formation."""
MOST_MARCHED: Final = 240
"""The most legs of all ways of a formation together."""
OF_WAYS: Final = -1
"""Comes before the entities of a set of formations in which each goes a way."""
_STEP: Final = 30  # steps of supposing one entity at a place
_LAW: Final = 200  # whole formations that are tested in one search
_LAW_EACH: Final = 25  # of these with the first entity at one place: it may be the reason why whole formations fail
_LAID: Final = 1_000  # places at which a single entity is laid in one search
_TESTED: Final = 450  # places that are tested for one without supposing anything in one search,
_TESTED_EACH: Final = 30  # and this many more for each entity: about twice what is usually needed
_EACH: Final = 160  # of these from one place of the first entity
_AT_FIRST: Final = 2  # places that are tested without supposing anything,
_AT_A_TIME: Final = 16  # and as many at most if none of them will do: each time twice as many as before
_BENT: Final = 12  # places of an entity to which a way round an obstacle is searched for in one search
_BENT_AT_A_TIME: Final = 4  # of these places
_LOOKED: Final = 5_000  # boxes of a table that one search examines
_STAYING: Final = 8  # one start in this many tries the formation in which all entities stay
_IN_VAIN: Final = 24  # places of the first entity without any formation, after which the search ends


def formation(places: dict[int, Goal]) -> Formation:
    """A formation of places, or ways, by entity."""
    return tuple(sorted(places.items()))


def marches(members: tuple[int, ...]) -> tuple[int, ...]:
    """The set of all formations in which each of some entities goes a way."""
    return (OF_WAYS, *members)


def end_of(goal: Goal) -> int:
    """The place where an entity ends: its place, or the end of its way."""
    return goal if isinstance(goal, int) else goal[-1]


def ends_of(f: Formation) -> Laid:
    """The places where all entities end."""
    return tuple([(e, end_of(goal)) for e, goal in f])


def legs_of(f: Formation) -> int:
    """The total number of legs of all ways of a formation."""
    return sum([len(goal) - 1 for _, goal in f if type(goal) is tuple])


def in_formations(m: State, members: tuple[int, ...], f: Formation) -> bool:
    """Whether a formation consists of exactly these entities, each wholly on the board."""
    spend(m, _STEP * len(f))
    if members[:1] == (OF_WAYS,):
        if tuple([e for e, _ in f]) != members[1:] or legs_of(f) > MOST_MARCHED:
            return False
        return all(type(goal) is tuple and in_ways(m, e, goal) for e, goal in f)
    return tuple([e for e, _ in f]) == members and _all_stand(m, members) and all(
        type(at) is int and m.p.laying.stands(m, e, at) for e, at in f
    )  # fmt: skip


def _all_stand(m: State, members: tuple[int, ...]) -> bool:
    """Whether the kinds of all entities can stand on the board."""
    kinds, sheets = m.p.program.kinds, m.p.sheets
    return all(kinds[sheets[m.sheet[e]].kind].placed for e in members)


def place_in(f: Formation, e: int) -> int | None:
    """The place of an entity in a formation: the end of its way, if it has a way."""
    return next((end_of(goal) for one, goal in f if one == e), None)


def way_in(f: Formation, e: int) -> Way | None:
    """The way of an entity in a formation; None if it has only a place, or is not in it."""
    return next((goal for one, goal in f if one == e and type(goal) is tuple), None)


def things_in(m: State, f: Formation) -> tuple[int, ...]:
    """The entities of a formation, by age."""
    return tuple([e for e, _ in f])


def suppose_all(m: State, members: tuple[int, ...], f: Formation) -> list[tuple[int, Any]]:
    """Sets the places of some entities as in a formation, for the duration of a `supposing`."""
    suppose = m.p.standing.suppose
    spend(m, _STEP * len(f))
    return [(e, suppose(m, e, end_of(goal))) for e, goal in f if e in members]


def resume_all(m: State, past: list[tuple[int, Any]]) -> None:
    """Restores everything as it was before `suppose_all`."""
    resume = m.p.standing.resume
    for e, was in reversed(past):
        resume(m, e, was)


def put_all(m: State, members: tuple[int, ...], f: Formation, unseen: int = 0) -> None:
    """Moves some entities as in a formation, in order of age."""
    for e, goal in f:
        if e in members:
            spend(m, 2 * _STEP)
            put(m, e, end_of(goal), unseen)


def formed(m: State, members: tuple[int, ...], most: int, begin: int, law: Test, law_of: tuple[Any, ...],
           inner: Test | None, inner_of: tuple[Any, ...], outer: Test | None, outer_of: tuple[Any, ...],
           area: Test | None, area_of: tuple[Any, ...], ground: Test | None, ground_of: tuple[Any, ...], *guides: Any
           ) -> Iterator[Formation]:  # fmt: skip
    """Some legal formations, in a fixed order for each `begin`.

    Args:
        m: the match.
        members: the entities to place.
        most: how many formations are proposed.
        begin: where the search starts; some values start with all entities where they stand.
        law: whether a formation, its last argument, is legal, not counting the set that it belongs to.
        law_of: the first arguments of `law`.
        inner: whether the entity that is laid last may stand where it is supposed; the others that are laid are
            supposed too, and those that are not laid stand nowhere. Its last arguments are what is laid, and that
            entity.
        inner_of: the first arguments of `inner`.
        outer: the same, without anything supposed.
        outer_of: the first arguments of `outer`.
        area: on a plane, where an entity, its last argument, must stand, as far as `inner` requires an area.
        area_of: the first arguments of `area`.
        ground: the same for `outer`: evaluated once for each entity, before anything is supposed.
        ground_of: the first arguments of `ground`.
        guides: if each entity goes a way, what was read of the conditions, as for `routed`; each also gets the entity.
    """
    tests = ((law, law_of), (inner, inner_of), (outer, outer_of), (area, area_of), (ground, ground_of))
    ways: _Ways | None = None
    if members[:1] == (OF_WAYS,):
        members = members[1:]
        ways = _Ways(m, guides_of(guides))
    if not _all_stand(m, members):
        return
    search = _Search(m, members, ways, *tests)
    for number, found in enumerate(search.found(begin), 1):
        yield found
        if number == most:
            return


def found_one(several: Iterator[_Found]) -> _Found | None:
    """The first formation or way of a search."""
    return next(several, None)


class _Ways:
    """The ways of entities to the places at which they are laid: straight, or round obstacles."""

    def __init__(self, m: State, guides: list[Guide]) -> None:
        self.m, self.guides = m, guides
        self.routes: dict[int, list[Routes]] = {}
        self.known: dict[tuple[int, int], list[Way]] = {}

    def round_to(self, e: int, place: int) -> list[Way]:
        """Ways of several legs to a place if the straight way is blocked. Nothing may be supposed."""
        if (e, place) not in self.known:
            self.known[e, place] = self._found(e, place)
        return self.known[e, place]

    def _found(self, e: int, place: int) -> list[Way]:
        if not 0 <= self.m.at[e] < EDGES:
            return []
        if e not in self.routes:
            self.routes[e] = [Routes(self.m, e, one.of(e), _BENT) for one in self.guides]
        found = [one.round_to(place) for one in self.routes[e] if one.bars(place)]
        return [way for way in found if way is not None]


class _Search:
    """One search: its tests, and how much it has tried."""

    def __init__(self, m: State, members: tuple[int, ...], ways: _Ways | None,
                 *tests: tuple[Test | None, tuple[Any, ...]]) -> None:  # fmt: skip
        if len(members) > MOST_MEMBERS:
            raise Runaway(f"a formation of more than {MOST_MEMBERS} things", running_chain(m))
        self.m, self.members, self.ways = m, members, ways
        self.own = {e: m.at[e] for e in members if 0 <= m.at[e] < EDGES}  # an entity that cannot go may stay
        self.law, self.inner, self.outer, self.area, (ground, given) = tests
        self.grounds = {} if ground is None else {e: ground(m, *given, e) for e in members}
        self.laws = self.tries = self.laws_until = 0
        self.tests_left = _TESTED + _TESTED_EACH * len(members)
        self.looking = m.p.laying.looking(_LOOKED)
        self.past: list[tuple[int, Any]] = []  # what is supposed now
        self.laid: list[tuple[int, Goal]] = []
        self.tested: set[Formation] = set()

    def found(self, begin: int) -> Iterator[Formation]:
        """Formations as they are found: as all stand now, moved as one, or laid one by one."""
        m, members = self.m, self.members
        if not members:
            yield from [()] if self.is_legal(()) else []
            return
        model: Formation | None = None
        if len(self.own) == len(members):
            model = tuple([(e, self.goal(e, self.own[e])) for e in members])
            if begin % _STAYING == 0 and self.is_legal(model):
                yield model
        in_vain = 0
        self.begin()
        try:
            area = self.area_of(members[0])
        finally:
            self.end()
        places = m.p.laying.firsts(m, members[0], area, self.looking, begin)
        own = self.own_place(members[0])
        for place in chain(islice(places, _IN_VAIN), own, places):
            before = self.tries
            made = self.moved(model, place) or self.grown(place)
            if made is not None:
                in_vain, model = 0, made
                yield made
            elif self.tries > before + 1:  # the first entity may stand there
                in_vain += 1
            if in_vain >= _IN_VAIN or self.laws >= _LAW or self.tries >= _LAID or self.tests_left <= 0:
                return

    def is_legal(self, f: Formation) -> bool:
        """Whether a formation is legal, and new; nothing may be supposed."""
        if f in self.tested:
            return False
        self.tested.add(f)
        self.laws += 1
        law, given = self.law
        assert law is not None
        members = self.members if self.ways is None else marches(self.members)
        return in_formations(self.m, members, f) and bool(law(self.m, *given, f))

    def goal(self, e: int, place: int) -> Goal:
        """A place, or the straight way there."""
        return place if self.ways is None else straight(self.m, e, place)

    def own_place(self, e: int) -> tuple[int, ...]:
        """Where an entity stands, if it stands on the board: a search of boxes never finds a single spot."""
        return (self.own[e],) if e in self.own else ()

    def area_of(self, e: int) -> Any:
        area, given = self.area
        if area is None:
            return self.grounds.get(e)
        found = area(self.m, *given, e)
        return self.m.p.laying.both(self.m, found, self.grounds[e]) if e in self.grounds else found

    def moved(self, model: Formation | None, place: int) -> Formation | None:
        """Another formation, moved as one until the first entity is at a place."""
        ends: Laid | None = None if model is None else self.m.p.laying.moved(self.m, ends_of(model), place)
        if ends is None:
            return None
        made = tuple([(e, self.goal(e, at)) for e, at in ends])
        if self.is_legal(made):
            return made
        if self.ways is not None:
            bent = tuple([(e, (*self.ways.round_to(e, at), self.goal(e, at))[0]) for e, at in ends])
            if self.is_legal(bent):
                return bent
        return None

    # -- one by one ----------------------------------------------------------------------------------------------------

    def grown(self, place: int) -> Formation | None:
        """A formation whose first entity is at a place."""
        self.laws_until = self.laws + _LAW_EACH
        try:
            return self.laid_on(iter((place,)), self.tries + _EACH)
        finally:
            self.end()

    def begin(self) -> None:
        """Supposes that none of the entities stands anywhere, and then that those already laid stand; unless this is
        supposed already."""
        if self.past:
            return
        suppose = self.m.p.standing.suppose
        spend(self.m, _STEP * len(self.members))
        self.past = [(e, suppose(self.m, e, NOWHERE)) for e in self.members]
        self.past += [(e, suppose(self.m, e, end_of(goal))) for e, goal in self.laid]

    def end(self) -> None:
        """Returns all entities to where they are."""
        resume_all(self.m, self.past)
        self.past = []

    def laid_on(self, places: Iterator[int], until: int) -> Formation | None:
        """Lays the next entity at one of some places, and then the rest."""
        m, standing = self.m, self.m.p.standing
        e = self.members[len(self.laid)]
        for goal in self.possible(e, places):
            self.tries += 1
            if self.tries > until or self.laws >= self.laws_until:
                return None
            self.begin()
            self.laid.append((e, goal))
            self.past.append((e, standing.suppose(m, e, end_of(goal))))
            spend(m, _STEP)
            found = self.goes_on(e, until)
            if found is not None:
                return found
            if self.past:
                standing.resume(m, *self.past.pop())
            self.laid.pop()
        return None

    def goes_on(self, e: int, until: int) -> Formation | None:
        """The whole formation, if the entity laid last may stand there and the rest fits."""
        test, given = self.inner
        if test is not None and not test(self.m, *given, tuple(self.laid), e):
            return None
        if len(self.laid) == len(self.members):
            whole = tuple(self.laid)
            self.end()
            is_legal = self.is_legal(whole)
            if is_legal:
                self.laid = []
                return whole
            return None
        other = self.members[len(self.laid)]
        places = self.m.p.laying.beside(self.m, other, ends_of(tuple(self.laid)), self.area_of(other), self.looking)
        return self.laid_on(chain(places, self.own_place(other)), until)

    def possible(self, e: int, places: Iterator[int]) -> Iterator[Goal]:
        """The places among some at which an entity may be laid, as far as is known without supposing anything.
        Supposing again costs as much as some tests, so several places are tested at a time, and the caller waits for
        one that passes. If each entity goes a way, ways round obstacles are tried if no straight way to these places
        passes."""
        m, (test, given) = self.m, self.outer
        fits = m.p.standing.fits
        at_a_time = _AT_FIRST
        while near := tuple(islice(places, at_a_time)):
            at_a_time = min(2 * at_a_time, _AT_A_TIME)
            near = tuple([place for place in near if fits(m, e, place)])
            some: tuple[Goal, ...] = near if self.ways is None else tuple([self.goal(e, place) for place in near])
            if test is not None and some:
                if self.tests_left <= 0:
                    return
                self.tests_left -= len(some)
                self.end()
                some = tuple([goal for goal in some if test(m, *given, (*self.laid, (e, goal)), e)])
                if self.ways is not None and not some:
                    bent = [way for place in near[:_BENT_AT_A_TIME] for way in self.ways.round_to(e, place)]
                    some = tuple([way for way in bent if test(m, *given, (*self.laid, (e, way)), e)])
            spend(m, _STEP)
            yield from some


# The functions that generated code calls.
WORDS: Final[dict[str, Any]] = {one.__name__: one for one in (
    formed, found_one, in_formations, marches, place_in, put_all, resume_all, suppose_all, things_in, way_in,
)}  # fmt: skip
