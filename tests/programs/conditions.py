"""Random conditions: comparisons, membership, quantifiers, tests for none, relations, what stands where."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.programs.builtins import Builtins
from tests.programs.scope import AND, COMPARISON, NOT, OF, OPEN, OR, SUM, Name, Scope, Text, operand
from tests.programs.world import BRUTE, CARD, FENCE, GRADE, HUE, PIECE, PLACED, Event

from rulewright.check.types import EDGE, NUMBER, PLAYER, YES_NO, Type, entity, is_union, maybe

Made = Callable[[Scope, int], Text]


class Conditions(Builtins):
    """Expressions of yes or no."""

    def condition(self, s: Scope, depth: int) -> Text:
        """A condition; never a bare constant."""
        d = self.d
        if depth <= 0:
            return self.tried(self._compared, s, 0) or self._plain()
        made: Made = d.weighted(
            [
                (6, self._compared),
                (3, self._joined),
                (2, self._quantified),
                (3, self._is),
                (2, self._narrowed),
                (1, self._not),
                (2, self._in),
                (2, lambda s, n: self.asked(s, YES_NO, n) or self._related(s, n)),
                (1, lambda s, n: self.either(s, YES_NO, n)),
                (2, self._spatial),
                (1, self._can),
                (2, lambda s, n: self.built(s, YES_NO, n)),
            ]
        )
        return self.tried(made, s, depth) or self.tried(self._compared, s, 0) or self._plain()

    @abstractmethod
    def told_apart(self, s: Scope, kept: bool = False) -> tuple[Text, Scope, Scope] | None:
        """A test of what may be of several kinds, with the scopes in which it holds and in which it does not."""

    def _plain(self) -> Text:
        """A condition that can be said anywhere."""
        d = self.d
        return Text(f"match.round {d.choice(('<', '>', 'is', 'is not'))} {d.integer(1, 4)}", COMPARISON)

    def _compared(self, s: Scope, depth: int) -> Text:
        d = self.d
        way = d.weighted([(6, "number"), (3, "one"), (2, "field"), (1, "grade")])
        if way == "field":
            found = self.known(s, YES_NO, depth - 1)
            if found is not None:
                return found
        if way == "grade" and any(a.type == GRADE for a in s.world.attributes):
            a, b = self.one(s, GRADE, depth - 1), self.one(s, GRADE, 0)
            word = d.choice(("<", "<=", ">", ">=", "is", "is not"))
        elif way == "one":
            t = d.choice([x for x in (PIECE, PLAYER, HUE, CARD) if s.of_type(x)] or [NUMBER])
            a, b = self.of(s, maybe(t) if d.chance(30) else t, depth - 1), self.one(s, t, depth - 1)
            if a.words == "none":
                a = self.one(s, t, 0)
            word = d.choice(("is", "is not"))
        else:
            a, b = self.number(s, depth - 1), self.number(s, min(depth - 1, 1))
            if a.words.isdigit():
                a = self.known(s, NUMBER, 0) or Text("match.round")
            word = d.choice(("<", "<=", ">", ">=", "is", "is not"))
        if a.words == b.words or b.words == "none":
            a, b, word = Text("match.round"), Text(str(d.integer(1, 4))), "<"
        return Text(f"{operand(d, a, SUM)} {word} {operand(d, b, SUM)}", COMPARISON)

    def _joined(self, s: Scope, depth: int) -> Text:
        word, level = self.d.choice((("and", AND), ("or", OR)))
        a = self.condition(s, depth - 1)
        b = self.condition(s.after(a), depth - 1)
        if a.words == b.words:
            return a
        right = b.words if b.level == OPEN else operand(self.d, b, level + 1)
        return Text(f"{operand(self.d, a, level)} {word} {right}", OPEN if b.level == OPEN else level)

    def _narrowed(self, s: Scope, depth: int) -> Text:
        """`x is not none and ..x..`, `x in brutes and ..x..`."""
        pieces = [n.words for n in s.names if n.type == PIECE and not n.path]
        if pieces and self.d.chance(25):
            x = self.d.choice(pieces)
            b = self.condition(s.plus(Name(x, BRUTE)), depth - 1)
            return Text(f"{x} {self.d.choice(('in brutes', 'is brute'))} and {b.at(NOT)}", AND)
        apart = self.told_apart(s) if self.d.chance(40) else None
        if apart is not None:
            test, held, other = apart
            if self.d.chance(30):
                return Text(f"{test} or {self.condition(other, depth - 1).at(AND)}", OR)
            return Text(f"{test} and {self.condition(held, depth - 1).at(NOT)}", AND)
        tested = self.tested(s)
        if tested is None:
            return self._compared(s, depth)
        condition, narrowed = tested
        word, level = ("and", AND) if "is not none" in condition.words else ("or", OR)
        b = self.condition(narrowed, depth - 1)
        if b.words in condition.words:
            return condition
        return Text(f"{condition} {word} {b.at(level + 1)}", level)

    def _not(self, s: Scope, depth: int) -> Text:
        inner = self.condition(s, depth - 1)
        return Text(f"not {inner.at(NOT)}", NOT) if not inner.words.startswith("not ") else inner

    def _quantified(self, s: Scope, depth: int) -> Text:
        bound, inner = self.binding(s, depth)
        if self.d.chance(30):
            where = self.where(inner, depth)
            return Text(f"every {bound}{where} has {self.condition(inner.after(where), depth - 1)}", OPEN)
        condition = self.condition(inner, depth - 1)
        return Text(f"{self.d.choice(('some', 'no'))} {bound} where {condition}", OPEN)

    def _in(self, s: Scope, depth: int) -> Text:
        d = self.d
        t = d.choice([x for x in (PIECE, PLAYER, HUE, NUMBER, CARD, EDGE, s.world.place) if self.has(s, x)])
        zones = [z for z in s.world.zones if z.holds == t]
        where = self.set_of(s, t, depth - 1).at(SUM)
        if zones and d.chance(60):
            zone = d.choice(zones)
            where = zone.named(self.holder_words(s, depth))
        return Text(f"{self.one(s, t, 0).at(SUM)} {d.choice(('in', 'not in'))} {where}", COMPARISON)

    def holder_words(self, s: Scope, depth: int) -> str:
        """A player behind `of`."""
        return self.one(s, PLAYER, min(depth - 1, 1)).at(OF)

    def _is(self, s: Scope, depth: int) -> Text:
        """`x is STATUS`, KIND, SHEET, AREA, in_play, placed, removed, permission, field of yes or no."""
        d, w = self.d, s.world
        word = d.choice(("is", "is", "is not"))
        known = [n for n in s.names if n.type.tag == "status"]
        if known and d.chance(25):
            name = d.choice(known)
            of = [x for x in w.statuses if x.name == name.type.name]
            if of and of[0].of in ("piece", "player") and d.chance(50):
                bearer = PLAYER if of[0].of == "player" else PIECE
                return Text(f"{name.words}.holder {word} {self.one(s, bearer, 0).at(SUM)}", COMPARISON)
            return Text(f"{name.words} {word} {d.choice(['in_play', *(x.name for x in of)])}", COMPARISON)
        several = [n for n in s.names if is_union(n.type)]
        if several and d.chance(30):
            name = d.choice(several)
            options = ["in_play", "mark", *(["placed"] if w.board != "none" else [])]
            if d.chance(10):  # that tells the checker what it is, and a text below may ask for the other
                options = ["piece", "brute", "rook", "player" if name.type.tag == "union" else "relic"]
            options += [x.name for x in w.statuses if x.of in ("piece", "player")[: 1 + (name.type.tag == "union")]]
            return Text(f"{name.words} {word} {d.choice(options)}", COMPARISON)
        pieces = [n for n in s.names if n.type == PIECE and not n.path]
        if not pieces or d.chance(15):
            statuses = [x.name for x in w.statuses if x.of == "player"]
            if not statuses or not s.of_type(PLAYER):
                return self._compared(s, depth)
            return Text(f"{self.one(s, PLAYER, depth - 1).at(SUM)} {word} {d.choice(statuses)}", COMPARISON)
        x = self.one(s, PIECE, depth - 1)
        if w.keywords and d.chance(8):  # what its sheet lists, whether it is in force or not
            return Text(f"{x.at(SUM)}.sheet {word} {d.choice(w.keywords).name}", COMPARISON)
        options = ["in_play", "removed", "brute", "pawn", "rook", "mark"]
        options += [x.name for x in w.statuses if x.of in ("piece", "")] + [k.name for k in w.keywords]
        if w.board != "none":
            options += ["placed", *w.areas]
        options += [
            c.name for c in w.callables if c.permission and [t for _, t in c.params] == [PIECE] and c.rank < s.rank
        ]
        return Text(f"{x.at(SUM)} {word} {d.choice(options)}", COMPARISON)

    def _related(self, s: Scope, depth: int) -> Text:
        d = self.d
        relations = [
            c
            for c in s.world.callables
            if c.permission and c.rank < s.rank and [t for _, t in c.params] == [PIECE, PIECE] and s.loops < 2
        ]
        if not relations or not s.of_type(PIECE):
            return self._compared(s, depth)
        c = d.choice(relations)
        a, b = self.one(s, PIECE, depth - 1).at(SUM), self.one(s, PIECE, 0).at(SUM)
        form = d.choice(("{a} is {c} to {b}", "{a} {c} {b}", "{a} is not {c} to {b}", "{a} is {c} of {b}"))
        return Text(form.format(a=a, b=b, c=c.name), COMPARISON)

    def _can(self, s: Scope, depth: int) -> Text:
        events = [e for e in s.world.events if e.conditions or e.level < 2]
        if not s.can or s.loops > 1 or not events:
            return self._compared(s, depth)
        e = self.d.choice(events)
        try:
            call = f"{e.name}({', '.join(self.arguments(s, e.params, 1))})"
        except LookupError:
            return self._compared(s, depth)
        return Text(f"can({call}{self.despite(e, 50)})")

    def despite(self, e: Event, percent: int) -> str:
        """` despite a, b`, or nothing."""
        return f" despite {self.several(e.conditions)}" if e.conditions and self.d.chance(percent) else ""

    def several(self, names: Sequence[str]) -> str:
        """One name or all of them."""
        return ", ".join(names) if self.d.chance(50) else self.d.choice(names)

    def _spatial(self, s: Scope, depth: int) -> Text:
        d, w = self.d, s.world
        if w.board == "none":
            return self._compared(s, depth)
        a, b = self.spot(s, depth - 1), self.spot(s, 0)
        if a.words == b.words:
            return self._compared(s, depth)
        way = d.weighted([(3, "within"), (2, "adjacent"), (1, "line"), (2, "supposing"), (2, "edge")])
        edges, fences = s.of_type(EDGE), [x for x in s.of_type(FENCE) if not x.path]
        if way == "edge" and edges and fences and s.loops < 2 and d.chance(50):
            inner = self.condition(replace(s.without_paths(), loops=s.loops + 1), depth - 1)
            return Text(f"supposing({d.choice(fences).words} at {d.choice(edges).words}, {inner})")
        if way == "edge" and edges:
            return Text(f"{d.choice(edges).words} within {d.integer(0, 2)} {w.unit} of {b.at(SUM)}", COMPARISON)
        if way == "within":
            return Text(f"{a.at(SUM)} within {d.integer(1, 4)} {w.unit} of {b.at(SUM)}", COMPARISON)
        if way == "adjacent":
            return Text(f"{a.at(SUM)} {d.choice(('is adjacent to', 'is not adjacent to'))} {b.at(SUM)}", COMPARISON)
        pieces, places = [x for x in s.of_type(PIECE) if not x.path], s.of_type(w.place)
        if way == "supposing" and pieces and places and s.loops < 2:
            inner = self.condition(replace(s.without_paths(), loops=s.loops + 1), depth - 1)
            return Text(f"supposing({d.choice(pieces).words} at {d.choice(places).words}, {inner})")
        if way == "line" and len(places) > 1:
            ends = d.choice(places).words, d.choice(places).words
            return Text(f"line_free({ends[0]}, {ends[1]}, {self.set_of(s, w.place, depth - 1)})")
        return self._compared(s, depth)

    def spot(self, s: Scope, depth: int) -> Text:
        """A place or something that stands on one."""
        kinds = [t for t in (*(entity(k) for k in PLACED), s.world.place) if self.has(s, t)]
        return self.one(s, self.d.choice(kinds), depth)

    def has(self, s: Scope, t: Type) -> bool:
        """Whether an expression of a type can be made at all."""
        return t in (NUMBER, HUE, GRADE) or t.tag in ("sheet", "map", "die") or bool(s.of_type(t))
