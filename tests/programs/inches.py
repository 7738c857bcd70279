"""Expressions and questions that planes say otherwise than cells, at random.

An area can be asked and not be gone through, and not every question is decided of every area (docs/language.md, section
13). So an area is drawn for its use: what a spot lies in may be put together as one likes, what a base lies in, meets
or is measured from may not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from tests.programs.holders import Holders
from tests.programs.scope import AND, ATOM, COMPARISON, OPEN, OR, PRODUCT, SUM, Name, Scope, Text
from tests.programs.world import PIECE, RELIC

from rulewright.check.builtins import Builtin
from rulewright.check.types import EDGE, GAP, OUTLINE, YES_NO, Type, entity, maybe, set_of

if TYPE_CHECKING:
    from tests.programs.statements import Here, Made

# What is asked about an area: whether a spot lies in it, a base lies wholly in it or meets it, how far it is, and
# whether more of a base lies in it than in another.
Use = Literal["spot", "wholly", "meets", "measured", "most"]
_USES: dict[str, Use] = {"wholly": "wholly", "meets": "meets", "more_in": "most", "share_in": "most",
                         "middle": "measured", "things_at": "meets", "PLURAL_in": "meets"}  # fmt: skip


class Inches(Holders):
    """The texts of a pack on tables; on other boards nothing is different."""

    _use: Use = "spot"  # of an area that is drawn now

    @contextmanager
    def _for(self, use: Use) -> Iterator[None]:
        before, self._use = self._use, use
        try:
            yield
        finally:
            self._use = before

    def _on_plane(self, s: Scope, t: Type | None = None) -> bool:
        return s.world.board == "plane" and (t is None or t == s.world.place)

    # -- areas -----------------------------------------------------------------------------------------------------

    def area_for(self, s: Scope, depth: int) -> Text:
        """An area that may be asked as it is going to be."""
        d, use = self.d, self._use
        ways = [(6, "drawn"), (2, "everywhere"), (3, "burst")]
        ways += [(1, "rim")] if use in ("spot", "meets", "measured") else []
        ways += [(2, "past"), (1, "anchors")] if use == "spot" else [(2, "past")] if use in ("wholly", "meets") else []
        if depth > 0:
            ways += [(2, "+")] if use in ("spot", "meets", "measured") else []
            ways += [(2, "-"), (2, "common")] if use in ("spot", "wholly") else []
            ways += [(1, "asked"), (1, "if")] if use == "spot" else []
        way = d.weighted(ways)
        if way == "asked":
            return self.asked(s, set_of(s.world.place), depth) or Text("everywhere")
        if way == "if":
            one, other = self.area_for(s, depth - 1), self.area_for(s, 0)
            return Text(f"if {self.condition(s.plain(), 1)} then {one} else {other}", OPEN)
        if way in ("+", "-"):
            one = self.area_for(s, depth - 1)
            with self._for("meets" if way == "-" and use == "wholly" else use):
                other = self.area_for(s, depth - 1)
            return Text(f"{one.at(SUM)} {way} {other.at(PRODUCT)}", SUM) if one.words != other.words else one
        if way == "common":
            one, other = self.area_for(s, depth - 1), self.area_for(s, 0)
            return Text(f"common({one}, {other})") if one.words != other.words else one
        try:
            return self._simple(s, way)
        except LookupError:
            return Text(d.choice(s.world.areas[:2]))

    def _simple(self, s: Scope, way: str) -> Text:
        d, w, use = self.d, s.world, self._use
        with self._for("spot"):
            if way == "burst":
                of: tuple[Type, ...] = (w.place,) if use in ("wholly", "most") else (w.place, PIECE, RELIC)
                of = tuple(t for t in of if s.of_type(t))
                return Text(f"burst({self.one(s, d.choice(of), 0)}, {self.length()})")
            if way == "past":
                return Text(f"past(path, {self.one(s, w.place, 0)}, {self.length()})")
            if way == "anchors":
                return Text(f"anchors({self.one(s, PIECE, 0)})")
        if way == "drawn":
            if use in ("spot", "meets"):
                return Text(d.choice(w.areas))
            return Text(d.choice(w.areas[:2] if use == "most" else (*w.areas[:2], "path")))
        return Text(way)

    def length(self) -> str:
        """Some inches."""
        d = self.d
        return f"{d.integer(0, 3)}.{d.choice((25, 5, 125, 75))} inches" if d.chance(40) else f"{d.integer(2, 5)} inches"

    def _set_of(self, s: Scope, t: Type, depth: int) -> Text:
        return self.area_for(s, min(depth, 2)) if self._on_plane(s, t) else super()._set_of(s, t, depth)

    def _all_of(self, s: Scope, t: Type) -> Text:
        return self.area_for(s, 0) if self._on_plane(s, t) else super()._all_of(s, t)

    def walked(self, s: Scope, depth: int, t: Type | None = None) -> tuple[Type, Text]:
        """A set to be gone through: on a plane of those that meet an area."""
        with self._for("meets" if self._on_plane(s) else self._use):
            return super().walked(s, depth, t)

    def condition(self, s: Scope, depth: int) -> Text:
        """A condition; never a bare constant."""
        with self._for("spot"):
            return super().condition(s, depth)

    # -- builtins --------------------------------------------------------------------------------------------------

    def row(self, s: Scope, row: Builtin, t: Type, depth: int) -> Text:
        """A call of one builtin that gives a type."""
        if not self._on_plane(s):
            return super().row(s, row, t, depth)
        with self._for(_USES.get(row.name, "measured")):
            return super().row(s, row, t, depth)

    def filled(self, s: Scope, p: Type, bound: dict[str, Type]) -> Type:
        """The type that a pattern is taken to mean; what nothing has bound is chosen."""
        if self._on_plane(s) and p.tag in ("gap", "outline"):
            return GAP if p.tag == "gap" else OUTLINE
        return super().filled(s, p, bound)

    def _either(self, s: Scope, p: Type, bound: dict[str, Type], depth: int) -> str:
        if self._on_plane(s):
            p = Type(p.tag, p.name, tuple(one for one in p.args if one not in (EDGE, set_of(EDGE))))
        return super()._either(s, p, bound, depth)

    def of(self, s: Scope, t: Type, depth: int) -> Text:
        """An expression of a type."""
        if t == OUTLINE:
            piece, spot = self.one(s, PIECE, 0), self.one(s, s.world.place, 0)
            word = self.d.choice(("footprint", "footprint", "swept")) if self._use != "most" else "footprint"
            return Text(f"{word}({piece}, {spot})")
        if t == GAP:
            one, other = self._measured(s), self._measured(s)
            return Text(f"distance({one}, {other})") if one != other else Text(f"distance({one}, rim)")
        return super().of(s, t, depth)

    def told_of(self, s: Scope, row: Builtin, depth: int) -> tuple[str, Text]:
        """What a builtin gives in a form that a report can show."""
        if not self._on_plane(s):
            return super().told_of(s, row, depth)
        t = self.filled(s, row.result, {})
        if t == set_of(s.world.place):
            made, spot = self.row(s, row, t, depth), self.one(s, s.world.place, 0)
            return "yes", Text(f"{spot} in {made.at(SUM)}", COMPARISON)
        if t in (GAP, OUTLINE):
            word = "<=" if t == GAP else "within"
            of = "" if t == GAP else f" of {self.one(s, PIECE, 0)}"
            return "yes", Text(f"{self.row(s, row, row.result, depth)} {word} {self.length()}{of}", COMPARISON)
        return super().told_of(s, row, depth)

    def _measured(self, s: Scope) -> str:
        """Something that has a distance."""
        d, w = self.d, s.world
        kinds = [t for t in (PIECE, RELIC, w.place) if s.of_type(t)]
        way = d.weighted([(5, "one"), (2, "outline"), (2, "area"), (1, "several")])
        if way == "outline" and s.of_type(PIECE) and s.of_type(w.place):
            return self.of(s, OUTLINE, 0).words
        if way == "several":
            return f"all(x9 in pieces where x9.hp > {d.integer(0, 2)})"
        if way == "area" or not kinds:
            with self._for("measured"):
                return self.area_for(s, 1).at(SUM)
        return self.one(s, d.choice(kinds), 0).at(SUM)

    # -- spots, lengths, conditions --------------------------------------------------------------------------------

    def perhaps(self, s: Scope, t: Type, depth: int) -> Text:
        """Something that the checker too believes to be perhaps none."""
        if not self._on_plane(s, t):
            return super().perhaps(s, t, depth)
        fields = [a for a in s.world.attributes if a.type == maybe(t) and s.of_type(entity(a.of))]
        a = self.d.choice(fields)
        return Text(f"{self.one(s, entity(a.of), 0)}.{a.name}")

    def _maybe(self, s: Scope, t: Type, depth: int) -> Text:
        if not self._on_plane(s, t):
            return super()._maybe(s, t, depth)
        if s.of_type(t) and self.d.chance(50):
            return self.one(s, t, depth - 1)
        return self.known(s, maybe(t), 0) or Text("none")

    def default(self, s: Scope, t: Type, depth: int) -> Text:
        """`a or b`: what is there, or else something that is there for sure."""
        if self._on_plane(s, t.args[0] if t.tag == "maybe" else t):
            return Text(f"{self.perhaps(s, s.world.place, 0)} or {self.of(s, t, 0).at(AND)}", OR)
        return super().default(s, t, depth)

    def distance(self, s: Scope, depth: int) -> Text:
        """A number of inches."""
        if self._on_plane(s) and self.d.chance(35):
            return Text(self.length())
        return super().distance(s, depth)

    def _spatial(self, s: Scope, depth: int) -> Text:
        if not self._on_plane(s):
            return super()._spatial(s, depth)
        d, w = self.d, s.world
        way = d.weighted([(4, "within"), (2, "gap"), (3, "supposing"), (3, "built"), (2, "asked of all")])
        pieces, spots = [x for x in s.of_type(PIECE) if not x.path], s.of_type(w.place)
        if way == "supposing" and pieces and spots and s.loops < 2:
            inner = self.condition(replace(s.without_paths(), loops=s.loops + 1), depth - 1)
            return Text(f"supposing({d.choice(pieces).words} at {d.choice(spots).words}, {inner})")
        if way == "built":
            word = d.choice(("overlapping", "touching", "wholly", "meets", "more_in", "linked", "disjoint"))
            return self.row(s, next(row for row in self.rows(s) if row.name == word), YES_NO, depth)
        if way == "asked of all" and s.loops < 2:
            return self._of_all(s, depth)
        one, other = self._measured(s), self._measured(s)
        if one == other:
            return self._compared(s, depth)
        if way == "gap":
            sign, length = d.choice(("<", "<=", ">", ">=")), self.distance(s, 1).at(SUM)
            return Text(f"distance({one}, {other}) {sign} {length}", COMPARISON)
        return Text(f"{one} within {self.distance(s, 1).at(ATOM)} of {other}", COMPARISON)

    def _of_all(self, s: Scope, depth: int) -> Text:
        """A quantifier over things that asks each how it stands to what is the same for all."""
        d = self.d
        x, things = self.fresh("x"), d.choice(("pieces", "relics", "pieces + relics", "brutes"))
        about = self._measured(s)
        near = f"{x} within {self.length()} of {about}"
        asked = d.choice((f"overlapping({x}, {about})", f"touching({about}, {x})", near))
        name = Name(x, PIECE) if things in ("pieces", "brutes") else None
        further = f" {d.choice(('and', 'or'))} {self.condition(s.within(name), 1).at(COMPARISON)}" if name else ""
        word = d.choice(("some {} where {}", "no {} where {}", "every {} has {}", "count({} where {}) > 1"))
        asked = f"not {asked}" if d.chance(20) and not further else f"{asked}{further}"
        return Text(word.format(f"{x} in {things}", asked), COMPARISON if word.startswith("count") else OPEN)

    # -- what is asked ---------------------------------------------------------------------------------------------

    def chosen(self, s: Scope, here: Here) -> Made:
        """`let x = choose ..`, of an area now and then."""
        if not self._on_plane(s) or self.d.chance(60):
            return super().chosen(s, here)
        d, w = self.d, s.world
        here.asked[0] = True
        name, bound, way = self.fresh("g"), s.fresh("q"), d.choice(("one", "one or none"))
        where = self.where(s.within(Name(bound, w.place)), 3, 60)
        words = f"let {name} = choose {way} {bound} in {self.area_for(s, 2).at(SUM)}{where}{self.by(s)}"
        return [words], s.plus(Name(name, w.place if way == "one" else maybe(w.place)))

    def offered(self, s: Scope, here: Here) -> Made:
        """`offer p:` with lines of calls, the last of which may be given any spot of an area."""
        lines, inner = super().offered(s, here)
        events = [e for e in self.callable_events(s, here) if e.params[-1][1] == s.world.place]
        if not self._on_plane(s) or not events or self.d.chance(40):
            return lines, inner
        e, bound = self.d.choice(events), s.fresh("q")
        args = [*(str(self.of(s, t, 1)) for _, t in e.params[:-1]), bound]
        if here.event is not None:
            here.event.overwrites |= e.overwrites
            here.event.nests = True
            here.event.waits |= e.waits
        line = f"  {e.name}({', '.join(args)}) for {bound} in {self.area_for(s, 1).at(SUM)}"
        return [lines[0], line, *lines[1:]], inner
