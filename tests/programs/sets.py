"""Random sets, lists, things that may be none, and what quantifiers bind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace

from tests.programs.draw import Draw
from tests.programs.scope import ATOM, OF, OPEN, PRODUCT, SUM, Name, Scope, Text, fits
from tests.programs.world import BIT, BRUTE, CARD, FENCE, GEM, GRADE, HUE, PIECE, PLURALS, RELIC, TARGET

from rulewright.check.types import (
    DIRECTION,
    EDGE,
    JOIN,
    NUMBER,
    PLAYER,
    POINT,
    STATUS,
    Type,
    entity,
    is_union,
    list_of,
    maybe,
    members,
    set_of,
)

_BOUND = {"piece": "t", "brute": "t", "card": "k", "relic": "y", "bit": "i", "gem": "j", "fence": "f"}


class Sets(ABC):
    """The part of the expressions that makes several things or perhaps nothing."""

    def __init__(self, d: Draw) -> None:
        self.d = d
        self.numbers: dict[str, int] = {}  # of locals, in the definition at hand

    def fresh(self, letter: str) -> str:
        """A name that no other local of the definition has."""
        self.numbers[letter] = self.numbers.get(letter, 0) + 1
        return f"{letter}{10 + self.numbers[letter]}"

    @abstractmethod
    def of(self, s: Scope, t: Type, depth: int) -> Text:
        """An expression of a type."""

    @abstractmethod
    def number(self, s: Scope, depth: int) -> Text:
        """A number."""

    @abstractmethod
    def condition(self, s: Scope, depth: int) -> Text:
        """A condition."""

    @abstractmethod
    def one(self, s: Scope, t: Type, depth: int) -> Text:
        """A thing that is never none."""

    @abstractmethod
    def known(self, s: Scope, t: Type, depth: int) -> Text | None:
        """A name or attribute of a type."""

    @abstractmethod
    def asked(self, s: Scope, t: Type, depth: int) -> Text | None:
        """A call of a value."""

    @abstractmethod
    def either(self, s: Scope, t: Type, depth: int) -> Text:
        """One of two."""

    @abstractmethod
    def tested(self, s: Scope) -> tuple[Text, Scope] | None:
        """A test of something for none, with the scope in which it is not none."""

    @abstractmethod
    def arguments(self, s: Scope, params: tuple[tuple[str, Type], ...], depth: int) -> list[str]:
        """Arguments for parameters."""

    @abstractmethod
    def tried(self, made: Callable[[Scope, int], Text], s: Scope, depth: int) -> Text | None:
        """What a way comes to."""

    @abstractmethod
    def built(self, s: Scope, t: Type, depth: int) -> Text:
        """A call of a builtin that gives a type."""

    @abstractmethod
    def spot(self, s: Scope, depth: int) -> Text:
        """A place or something on one."""

    @abstractmethod
    def has(self, s: Scope, t: Type) -> bool:
        """Whether there is anything of a type."""

    @abstractmethod
    def distance(self, s: Scope, depth: int) -> Text:
        """A number of cells."""

    # -- none ------------------------------------------------------------------------------------------------------

    def maybe(self, s: Scope, t: Type, depth: int) -> Text:
        """Something of a type, or none."""
        try:
            return self._maybe(s, t, depth)
        except LookupError:
            return Text("none")

    def perhaps(self, s: Scope, t: Type, depth: int) -> Text:
        """Something that the checker too believes to be perhaps none."""
        d = self.d
        fields = [a for a in s.world.attributes if a.type == maybe(t) and s.of_type(entity(a.of))]
        if fields and d.chance(50):
            a = d.choice(fields)
            return Text(f"{self.one(s, entity(a.of), depth - 1).at(ATOM)}.{a.name}")
        if t == DIRECTION:
            raise LookupError("no direction")
        return Text(f"{d.choice(('first', 'last', 'only_one'))}({self.set_of(s, t, depth - 1)})")

    def _maybe(self, s: Scope, t: Type, depth: int) -> Text:
        d = self.d
        if depth > 0:
            way = d.weighted([(4, "known"), (3, "of set"), (2, "one"), (1, "if"), (1, "zone"), (2, "built"),
                              (1, "entry")])  # fmt: skip
            if way == "entry" and t in (PIECE, NUMBER):
                return Text(f"{self.list_of(s, t, depth - 1).at(ATOM)}[{self.number(s, depth - 1)}]")
            if way == "built":
                return self.built(s, maybe(t), depth)
            if way == "of set" and t != DIRECTION:
                word = d.choice(("first", "last", "only_one"))
                return Text(f"{word}({self.set_of(s, t, depth - 1)})")
            if way == "if":
                return self.either(s, maybe(t), depth)
            zones = [z for z in s.world.zones if z.holds == t and z.ordered]
            if way == "zone" and zones and s.of_type(PLAYER):
                zone = d.choice(zones)
                return Text(f"top({zone.named(self.one(s, PLAYER, 0).words)})")
            if way == "known":
                found = self.known(s, maybe(t), depth - 1)
                if found is not None:
                    return found
        if self.has(s, t) and d.chance(70):
            return self.one(s, t, depth - 1)
        return self.known(s, maybe(t), 0) or Text("none")

    # -- several ---------------------------------------------------------------------------------------------------

    def set_of(self, s: Scope, t: Type, depth: int) -> Text:
        """A set of a type's things."""
        if is_union(t):
            return self.party(s, t, depth)
        try:
            return self._set_of(s, t, depth)
        except LookupError:
            return self._all_of(s, t)

    def _set_of(self, s: Scope, t: Type, depth: int) -> Text:
        d = self.d
        if depth <= 0 or s.loops > 1:
            return self._all_of(s, t)
        if t == s.world.place and d.chance(65):
            return self._places(s, depth)
        way = d.weighted(
            [
                (5, "all"),
                (4, "filtered"),
                (3, "known"),
                (3, "both"),
                (2, "literal"),
                (1, "common"),
                (2, "best"),
                (2, "asked"),
                (1, "if"),
                (1, "gathered"),
                (1, "first_nonempty"),
                (2, "built"),
            ]
        )
        if way == "built":
            return self.built(s, set_of(t), depth)
        if way == "filtered" or way == "best":
            if t == BRUTE and d.chance(50):
                x, brutes = s.fresh("t"), self._all_of(s, BRUTE)
                return Text(f"all({x} in pieces where {x} in {brutes})")
            bound, inner = self.binding(s, depth, t)
            order = self._orders(inner, depth) if way == "best" else ""
            where = self.where(inner, depth)
            return Text(f"all({bound}{where}{order})") if where or order else self._all_of(s, t)
        if way == "both":
            a, b = self.set_of(s, t, depth - 1), self.set_of(s, t, depth - 1)
            return Text(f"{a.at(SUM)} {d.choice('+-')} {b.at(PRODUCT)}", SUM) if a.words != b.words else a
        if way == "common" or way == "first_nonempty":
            a, b = self.set_of(s, t, depth - 1), self.set_of(s, t, depth - 1)
            return Text(f"{way}({a}, {b})") if a.words != b.words else a
        if way == "literal" and self.has(s, t):
            things = [self.one(s, t, depth - 1) for _ in range(d.integer(2, 3))]
            if len({x.words for x in things}) > 1:
                return Text(f"({', '.join(dict.fromkeys(x.words for x in things))})")
        if way == "gathered" and t in (PLAYER, HUE, NUMBER, PIECE):
            bound, inner = self.bindings(s, depth)
            return Text(f"all({self.one(inner, t, depth - 1).at(SUM)} for {bound}{self.where(inner, depth)})")
        found = self.asked(s, set_of(t), depth) if way == "asked" else None
        if found is None and way == "if":
            found = self.either(s, set_of(t), depth)
        if found is None and way == "known":
            found = self.known(s, set_of(t), depth - 1)
        return found or self._all_of(s, t)

    def _all_of(self, s: Scope, t: Type) -> Text:
        """A set without conditions."""
        d = self.d
        if t == PLAYER:
            return Text("players")
        if t == NUMBER:
            return Text(f"numbers({d.integer(0, 2)}, {d.integer(1, 4)})")
        if t in (HUE, GRADE):
            return Text(f"members_of({t.name})")
        if t == s.world.place:
            return Text(d.choice((*s.world.areas, "rim")))
        if t == DIRECTION:
            return Text("directions")
        if t == EDGE:
            return Text(f"edges({d.choice((*s.world.areas, 'rim'))})")
        if t.tag == "sheet":
            return Text(f"sheets_of({t.name})")
        if t == STATUS:
            return Text(f"statuses of {self.one(s, PIECE, 0).at(OF)}", OF)
        if t == POINT:
            return Text(f"{d.choice(('corners', 'sample_points'))}({self.one(s, s.world.place, 0)})")
        if t.tag == "map":
            return Text("(yard, court)")
        if t.tag == "die":
            return Text("(d4, d6, bone)")
        if t == JOIN:
            raise LookupError("joins are listed")
        if t in (PIECE, RELIC, CARD) and d.chance(12):
            return Text(f"removed({PLURALS[t.name]})")
        return Text(PLURALS[t.name])

    def _places(self, s: Scope, depth: int) -> Text:
        d, w = self.d, s.world
        way = d.choice(
            ("cells", "neighbours", "burst", "ring", "walk_burst", "everywhere", "line", "reach", "footprint")
        )
        if way == "everywhere":
            return Text("everywhere") if s.loops == 0 else Text("rim")
        if way in ("burst", "ring", "walk_burst"):
            return Text(f"{way}({self.spot(s, depth - 1)}, {d.integer(1, 3)} {w.unit})")
        if way == "line":
            return Text(
                f"all(q1 for w1 in directions, q1 in {d.choice(('line_area', 'cone'))}"
                f"({self.one(s, w.place, 0)}, w1, {d.integer(1, 3)}))"
                if s.of_type(w.place) and s.loops == 0
                else "rim"
            )
        prices = [c.name for c in w.callables if c.price and len(c.params) == 1 and c.rank < s.rank]
        if way == "reach" and prices:
            start = self.spot(s, depth - 1)
            budget = f"{d.integer(1, 4)} {w.unit}"
            blocked = "may_pass" if d.chance(30) else self.set_of(s, w.place, depth - 1)
            return Text(f"reachable({start}, {budget}, {d.choice(prices)}, {blocked})")
        if way == "footprint" and s.of_type(PIECE) and s.of_type(w.place):
            return Text(f"footprint({self.one(s, PIECE, 0)}, {self.one(s, w.place, 0)})")
        word = "neighbours" if way == "neighbours" else "cells"
        return Text(f"{word}({self.spot(s, depth - 1)})")

    def list_of(self, s: Scope, t: Type, depth: int) -> Text:
        """A list of a type's things."""
        try:
            return self._list_of(s, t, depth)
        except LookupError:
            order = self.d.choice(("least", "most"))
            if t == PIECE:
                return Text(f"sorted(t in pieces with {order} t.hp)")
            return Text(f"sorted(n in {self._all_of(s, t)} with {order} {'n' if t == NUMBER else 'match.round'})")

    def _list_of(self, s: Scope, t: Type, depth: int) -> Text:
        d = self.d
        found = self.known(s, list_of(t), depth - 1) if d.chance(35) else None
        if found is not None:
            return found
        built = self.tried(lambda s, n: self.built(s, list_of(t), n), s, depth) if d.chance(30) else None
        if built is not None:
            return built
        zones = [z for z in s.world.zones if z.holds == t]
        if zones and d.chance(40):
            return Text(f"contents({d.choice(zones).named(self.one(s, PLAYER, 0).words)})")
        if t == PLAYER and d.chance(50):
            return Text(f"seats_from({self.one(s, PLAYER, 0)})")
        bound, inner = self.binding(s, depth, t)
        return Text(f"sorted({bound}{self.where(inner, depth)}{self._orders(inner, depth)})")

    def _orders(self, inner: Scope, depth: int) -> str:
        d = self.d
        one = f"{d.choice(('least', 'most'))} {self.number(inner, min(depth - 1, 1))}"
        two = f" then {d.choice(('least', 'most'))} {self.number(inner, 0)}" if d.chance(30) else ""
        return f" with {one}{two}"

    # -- what quantifiers and loops bind ---------------------------------------------------------------------------

    def party(self, s: Scope, t: Type, depth: int) -> Text:
        """A set of things of several kinds, or of things and players."""
        d = self.d
        known = self.known(s, set_of(t), 0) if d.chance(30) else None
        if known is not None:
            return known
        one, other = members(t)
        both = Text(f"{self.set_of(s, one, depth - 1).at(SUM)} + {self.set_of(s, other, depth - 1).at(PRODUCT)}", SUM)
        if depth <= 0 or s.loops > 1 or t != TARGET or d.chance(40):
            return both
        if d.chance(30):
            gone = d.choice((one, other, t))
            return Text(f"{both} - {self.set_of(s, gone, depth - 1).at(PRODUCT)}", SUM)
        name = s.fresh("v")
        inner = s.within(Name(name, t))
        order = f" with {d.choice(('least', 'most'))} {self.number(inner, depth - 2)}" if d.chance(30) else ""
        return Text(f"all({name} in {both} where {self.condition(inner.after(order), depth - 1)}{order})")

    def any_set(self, s: Scope, depth: int) -> Text:
        """A set, list or zone of anything, to be gone through."""
        return self.walked(s, depth)[1]

    def walked(self, s: Scope, depth: int, t: Type | None = None) -> tuple[Type, Text]:
        """A set or list to be gone through, with the type of its members."""
        d = self.d
        if t is None:
            options = [(6, PIECE), (3, PLAYER), (2, CARD), (2, RELIC), (1, BRUTE), (1, BIT), (2, NUMBER), (1, HUE)]
            if s.world.cells and s.loops == 0:
                options += [(3, s.world.place), (1, DIRECTION), (2, EDGE), (2, FENCE)]
                options += [(1, POINT)] if s.of_type(s.world.place) else []
                options += [(1, JOIN)] if s.world.form == "hex" else []
            options += [(1, Type("sheet", "piece")), (1, Type("sheet", "card")), (1, GEM), (3, TARGET)]
            options += [(1, STATUS)] if s.of_type(PIECE) else []
            t = d.weighted(options)
        if t == JOIN:
            return t, Text(f"joins({d.choice(s.world.maps)}, {d.choice(s.world.maps)})")
        if t in (PIECE, NUMBER, CARD, PLAYER) and d.chance(15) and depth > 0 and s.of_type(PLAYER):
            return t, self.list_of(replace(s, loops=s.loops + 1), t, depth - 1)
        if s.world.board != "none" and t in (PIECE, RELIC) and depth > 0 and d.chance(15) and s.loops == 0:
            return t, Text(f"{PLURALS[t.name]}_in({self.set_of(s, s.world.place, depth - 1)})")
        if t == FENCE and depth > 0 and d.chance(40) and s.loops == 0:
            return t, Text(f"fences_on({self.set_of(s, EDGE, depth - 1)})")
        return t, self.set_of(s, t, depth - 1)

    def binding(self, s: Scope, depth: int, t: Type | None = None) -> tuple[str, Scope]:
        """`x in S`, and the scope in which x is known."""
        found, members = self.walked(s, depth, t)
        name = s.fresh(self.letter(found))
        return f"{name} in {members.at(SUM)}", s.within(Name(name, found))

    def letter(self, t: Type) -> str:
        """What things of a type are called."""
        letters = {"player": "o", "number": "n", "enum": "h", "place": "q", "direction": "w", "status": "z"}
        letters |= {"point": "c", "join": "l", "sheet": "u", "edge": "v"}
        return _BOUND.get(t.name) or letters.get(t.tag, "x")

    def bindings(self, s: Scope, depth: int) -> tuple[str, Scope]:
        """One or two bindings, the second of which may read the first."""
        bound, inner = self.binding(s, depth)
        if self.d.chance(20) and s.loops == 0:
            second, inner = self.binding(inner, depth - 1)
            bound = f"{bound}, {second}"
        return bound, inner

    def where(self, inner: Scope, depth: int, percent: int = 65) -> str:
        """` where C`, or nothing."""
        return f" where {self.condition(inner.plain(), depth - 1)}" if self.d.chance(percent) else ""


__all__ = ["ATOM", "OPEN", "Sets", "entity", "fits"]
