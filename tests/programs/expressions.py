"""Random expressions of a wanted type: what can be said of the names in scope, so deep and no deeper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.programs.scope import (
    AND,
    ATOM,
    COMPARISON,
    NOT,
    OF,
    OPEN,
    OR,
    PRODUCT,
    SIGN,
    SUM,
    Name,
    Scope,
    Text,
    fits,
    literals,
    operand,
)
from tests.programs.sets import Sets
from tests.programs.world import CARD, GRADE, HUE, PIECE, PLACED, RELIC

from rulewright.check.types import MATCH, NUMBER, PLAYER, STATUS, YES_NO, Type, entity, list_of, maybe, set_of

Made = Callable[[Scope, int], Text]


class Expressions(Sets):
    """Expressions by wanted type. `depth` is how many more levels may stand in each other."""

    def of(self, s: Scope, t: Type, depth: int) -> Text:
        """An expression of a type."""
        match t.tag:
            case "number" if t.name:
                return self.distance(s, depth)
            case "number":
                return self.number(s, depth)
            case "yes_no":
                return self.condition(s, depth)
            case "maybe":
                return self.maybe(s, t.args[0], depth)
            case "set":
                return self.set_of(s, t.args[0], depth)
            case "list":
                return self.list_of(s, t.args[0], depth)
            case "per":
                return self.known(s, t, 0) or Text("match.slain")
        return self.one(s, t, depth)

    # -- one thing -------------------------------------------------------------------------------------------------

    def known(self, s: Scope, t: Type, depth: int) -> Text | None:
        """A name of a type, or an attribute of something; None where there is neither."""
        d = self.d
        names, fields = s.of_type(t), [a for a in s.world.attributes if fits(a.type, t) and not a.secret]
        if names and (not fields or d.chance(55)):
            name = d.choice(names)
            return Text(name.words, ATOM)
        if fields:
            a = d.choice(fields)
            whole = MATCH if a.of == "match" else PLAYER if a.of == "player" else entity(a.of)
            of = self.holder(s, whole, depth)
            if of is not None:
                return Text(f"{a.name} of {of.at(OF)}", OF) if d.chance(8) else Text(f"{of.at(ATOM)}.{a.name}", ATOM)
        return Text(d.choice(names).words, ATOM) if names else None

    def holder(self, s: Scope, t: Type, depth: int) -> Text | None:
        """Something whose attribute can be read."""
        if t == MATCH:
            return Text("match")
        names = s.of_type(t)
        if depth > 0 and self.d.chance(20 if names else 100) and (t == PLAYER or t.name in ("piece", "brute")):
            return self.one(s, t, depth - 1)
        return Text(self.d.choice(names).words) if names else None

    def one(self, s: Scope, t: Type, depth: int) -> Text:
        """A thing that is never none: a name, a constant, an attribute, or one of two."""
        d = self.d
        if depth > 0 and d.chance(25):
            return self.either(s, t, depth)
        if depth > 0 and t == PLAYER and d.chance(35):
            inner = self.one(s, PLAYER, depth - 1)
            return Text(f"{d.choice(('next_seat', 'previous_seat'))}({inner})")
        asked = self.asked(s, t, depth) if depth > 0 and d.chance(20) else None
        if asked is not None:
            return asked
        constants = list(literals(s.world, t))
        if constants and d.chance(45):
            return Text(d.weighted(constants))
        found = self.known(s, t, depth - 1)
        if found is not None:
            return found
        if constants:
            return Text(d.weighted(constants))
        raise LookupError(f"nothing of type {t} in scope")

    def either(self, s: Scope, t: Type, depth: int) -> Text:
        """`if C then A else B`, in which C may narrow what A or B read."""
        d = self.d
        tested = self.tested(s) if d.chance(40) else None
        if tested is not None:
            condition, narrowed = tested
            held, other = (narrowed, s) if "is not none" in condition.words else (s, narrowed)
            return self._if(condition, self.of(held, t, depth - 1), self.of(other, t, depth - 1))
        return self._if(self.condition(s, depth - 1), self.of(s, t, depth - 1), self.of(s, t, depth - 1))

    def _if(self, c: Text, a: Text, b: Text) -> Text:
        return Text(f"if {c} then {a} else {b}", OPEN) if a.words != b.words else a

    def tested(self, s: Scope) -> tuple[Text, Scope] | None:
        """A test of something for none, with the scope in which it is not none."""
        d = self.d
        names = [n.words for n in s.names if n.type.tag == "maybe"]
        types = {n.words: n.type for n in s.names}
        for n in s.names:
            for a in s.world.attributes_of(n.type) if n.type.tag in ("entity", "player") else ():
                if a.type.tag == "maybe" and not n.path:
                    names.append(f"{n.words}.{a.name}")
                    types[f"{n.words}.{a.name}"] = a.type
        if not names:
            return None
        path = d.choice(names)
        word = d.choice(("is not none", "is none"))
        return Text(f"{path} {word}", COMPARISON), s.plus(Name(path, types[path].args[0], path="." in path))

    def asked(self, s: Scope, t: Type, depth: int) -> Text | None:
        """A value or permission of a smaller rank with arguments."""
        if depth <= 0:
            return None
        fitting = [c for c in s.world.callables if c.rank < s.rank and c.gives == t]
        if not fitting or s.loops > 1:
            return None
        c = self.d.choice(fitting)
        try:
            words = self.arguments(s, c.params, depth - 1)
        except LookupError:
            return None
        if c.permission and len(c.params) == 2 and self.d.chance(40):
            pass  # relations are drawn with the conditions
        return Text(f"{c.name}({', '.join(words)})")

    def arguments(self, s: Scope, params: tuple[tuple[str, Type], ...], depth: int) -> list[str]:
        """Arguments for parameters, now and then by name."""
        made = [str(self.of(s, t, depth)) for _, t in params]
        if made and self.d.chance(10):
            made[-1] = f"{params[-1][0]} = {made[-1]}"
        return made

    # -- numbers ---------------------------------------------------------------------------------------------------

    def number(self, s: Scope, depth: int) -> Text:
        """A plain number."""
        d = self.d
        if depth <= 0:
            return self.one(s, NUMBER, 0)
        made: Made = d.weighted(
            [
                (6, lambda s, n: self.one(s, NUMBER, n)),
                (6, self._arithmetic),
                (2, self._extreme),
                (2, self._counted),
                (2, self._summed),
                (2, lambda s, n: self.either(s, NUMBER, n)),
                (2, lambda s, n: self.asked(s, NUMBER, n) or self.one(s, NUMBER, n)),
                (2, self._small_number),
            ]
        )
        return self.tried(made, s, depth) or Text(str(d.integer(0, 5)))

    def tried(self, made: Made, s: Scope, depth: int) -> Text | None:
        """What a way comes to; None where it needs what is not in scope."""
        try:
            return made(s, depth)
        except LookupError:
            return None

    def _arithmetic(self, s: Scope, depth: int) -> Text:
        d = self.d
        sign = d.weighted([(5, "+"), (4, "-"), (2, "*"), (2, "/"), (1, "u")])
        a, b = self.number(s, depth - 1), self.number(s, depth - 1)
        if sign == "u":
            return Text(f"-{a.at(OF)}", SIGN)
        level = SUM if sign in "+-" else PRODUCT
        if b.words == "0" or (a.words == "0" and sign != "-"):
            return a if a.words != "0" else b
        return Text(f"{operand(d, a, level)} {sign} {operand(d, b, level + 1)}", level)

    def _extreme(self, s: Scope, depth: int) -> Text:
        word = self.d.choice(("least", "most", "min", "max"))
        return Text(f"{word}({self.number(s, depth - 1)}, {self.number(s, depth - 1)})")

    def _counted(self, s: Scope, depth: int) -> Text:
        if self.d.chance(30):
            return Text(f"{self.d.choice(('size', 'size', 'count'))}({self.any_set(s, depth - 1).at(SUM)})")
        bound, inner = self.binding(s, depth)
        return Text(f"count({bound}{self.where(inner, depth)})")

    def _summed(self, s: Scope, depth: int) -> Text:
        bound, inner = self.bindings(s, depth)
        word = self.d.choice(("sum", "least", "most"))
        return Text(f"{word}({self.number(inner, depth - 1)} for {bound}{self.where(inner, depth)})")

    def _small_number(self, s: Scope, depth: int) -> Text:
        d, w = self.d, s.world
        ways: list[Callable[[], Text]] = [lambda: Text(f"abs({self.number(s, depth - 1)})")]
        ways.append(lambda: Text(f"seat_number({self.one(s, PLAYER, depth - 1)})"))
        pers = [a for a in w.attributes if a.type.tag == "per"]
        if pers:
            ways.append(lambda: self.indexed(s, depth))
        bearers = [st for st in w.statuses if st.of in ("piece", "player", "match")]
        if bearers:
            ways.append(lambda: self._status_count(s, depth))
        if w.board != "none":
            ways.append(lambda: Text(f"{self.distance(s, depth - 1).at(PRODUCT)} / {self._unit_one(s)}", PRODUCT))
        return d.choice(ways)()

    def _unit_one(self, s: Scope) -> str:
        return "1 hex" if s.world.board == "hex" else "1 cell"

    def indexed(self, s: Scope, depth: int) -> Text:
        """One entry of a field that has one for each seat or member."""
        d = self.d
        a = d.choice([a for a in s.world.attributes if a.type.tag == "per"])
        of = self.holder(s, MATCH if a.of == "match" else entity(a.of), 0)
        if of is None:
            return self.one(s, NUMBER, 0)
        return Text(f"{of.at(ATOM)}.{a.name}[{self.one(s, a.type.args[1], depth - 1)}]")

    def _status_count(self, s: Scope, depth: int) -> Text:
        status = self.d.choice([st for st in s.world.statuses if st.of in ("piece", "player", "match")])
        of = self.holder(s, self.bearer(status.of), depth - 1)
        if of is None:
            return self.one(s, NUMBER, 0)
        return Text(f"count_of({of}, {status.name})")

    def bearer(self, of: str) -> Type:
        """The type of what has a status."""
        return MATCH if of == "match" else PLAYER if of == "player" else entity(of)

    def distance(self, s: Scope, depth: int) -> Text:
        """A number of cells or hexes."""
        d, t = self.d, s.world.unit
        if depth <= 0 or d.chance(40):
            return self.one(s, t, 0)
        if d.chance(40):
            a, b = self.spot(s, depth - 1), self.spot(s, depth - 1)
            return Text(f"distance({a}, {b})")
        if d.chance(40):
            return Text(f"{self.number(s, depth - 1).at(PRODUCT)} * {self._unit_one(s)}", PRODUCT)
        a, b = self.distance(s, depth - 1), self.distance(s, depth - 1)
        return Text(f"{a.at(SUM)} {d.choice('+-')} {b.at(PRODUCT)}", SUM)

    # -- yes or no -------------------------------------------------------------------------------------------------

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
            ]
        )
        return self.tried(made, s, depth) or self.tried(self._compared, s, 0) or self._plain()

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
        a, b = self.condition(s, depth - 1), self.condition(s, depth - 1)
        if a.words == b.words:
            return a
        right = b.words if b.level == OPEN else operand(self.d, b, level + 1)
        return Text(f"{operand(self.d, a, level)} {word} {right}", OPEN if b.level == OPEN else level)

    def _narrowed(self, s: Scope, depth: int) -> Text:
        """`x is not none and ..x..`."""
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
            return Text(f"every {bound}{self.where(inner, depth)} has {self.condition(inner, depth - 1)}", OPEN)
        condition = self.condition(inner, depth - 1)
        return Text(f"{self.d.choice(('some', 'no'))} {bound} where {condition}", OPEN)

    def _in(self, s: Scope, depth: int) -> Text:
        d = self.d
        t = d.choice([x for x in (PIECE, PLAYER, HUE, NUMBER, CARD, s.world.place) if self.has(s, x)])
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
        """`x is STATUS`, KEYWORD, KIND, SHEET, AREA, in_play, placed, removed, permission, field of yes or no."""
        d, w = self.d, s.world
        word = d.choice(("is", "is", "is not"))
        pieces = [n for n in s.names if n.type == PIECE and not n.path]
        if not pieces or d.chance(15):
            statuses = [x.name for x in w.statuses if x.of == "player"]
            if not statuses or not s.of_type(PLAYER):
                return self._compared(s, depth)
            return Text(f"{self.one(s, PLAYER, depth - 1).at(SUM)} {word} {d.choice(statuses)}", COMPARISON)
        x = self.one(s, PIECE, depth - 1)
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
        form = d.choice(("{a} is {c} to {b}", "{a} {c} {b}", "{a} is not {c} to {b}"))
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
        despite = f" despite {self.d.choice(e.conditions)}" if e.conditions and self.d.chance(30) else ""
        return Text(f"can({call}{despite})")

    def _spatial(self, s: Scope, depth: int) -> Text:
        d, w = self.d, s.world
        if w.board == "none":
            return self._compared(s, depth)
        a, b = self.spot(s, depth - 1), self.spot(s, 0)
        if a.words == b.words:
            return self._compared(s, depth)
        way = d.weighted([(3, "within"), (2, "adjacent"), (1, "line"), (2, "supposing")])
        if way == "within":
            return Text(f"{a.at(SUM)} within {d.integer(1, 4)} {w.unit} of {b.at(SUM)}", COMPARISON)
        if way == "adjacent":
            return Text(f"{a.at(SUM)} {d.choice(('is adjacent to', 'is not adjacent to'))} {b.at(SUM)}", COMPARISON)
        pieces, places = [x for x in s.of_type(PIECE) if not x.path], s.of_type(w.place)
        if way == "supposing" and pieces and places and s.loops < 2:
            inner = self.condition(replace(s, loops=s.loops + 1), depth - 1)
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
        return t in (NUMBER, HUE, GRADE) or bool(s.of_type(t))


__all__ = ["RELIC", "STATUS", "Expressions", "list_of", "set_of"]
