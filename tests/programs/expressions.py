"""Random expressions of a wanted type: what can be said of the names in scope, so deep and no deeper."""

from __future__ import annotations

from collections.abc import Callable

from tests.programs.conditions import Conditions, Made
from tests.programs.scope import (
    AND,
    ATOM,
    COMPARISON,
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
from tests.programs.world import GRADE, PIECE, RELIC, TARGET

from rulewright.check.types import (
    MATCH,
    NUMBER,
    PLAYER,
    STATUS,
    Type,
    entity,
    is_union,
    list_of,
    maybe,
    members,
    set_of,
)


class Expressions(Conditions):
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
            if a.of == "setting":
                return Text(f"setting.{a.name}")
            whole = MATCH if a.of == "match" else PLAYER if a.of == "player" else entity(a.of)
            of = self.holder(s, whole, depth)
            if of is not None and a.params:
                return Text(f"{of.at(ATOM)}.{a.name}({', '.join(self.arguments(s, a.params, max(0, depth - 1)))})")
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
        if is_union(t):
            return self.one_of_several(s, t, depth)
        if t == PLAYER and d.chance(20) and s.of_type(TARGET):
            return Text(f"{d.choice(s.of_type(TARGET)).words}.owner")
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
        found = self.known(s, t, depth - 1) if depth <= 0 or not d.chance(12) else None
        found = found or self.tried(lambda s, n: self.built(s, t, n), s, depth) or self.known(s, t, depth - 1)
        if found is not None:
            return found
        if constants:
            return Text(d.weighted(constants))
        raise LookupError(f"nothing of type {t} in scope")

    def one_of_several(self, s: Scope, t: Type, depth: int) -> Text:
        """A thing of one of several kinds, or a player."""
        kinds = list(members(t))
        if s.of_type(t) and self.d.chance(50):
            return Text(self.d.choice(s.of_type(t)).words)
        first = self.d.choice(kinds)
        for kind in (first, *kinds):
            try:
                return self.one(s, kind, depth)
            except LookupError:
                continue
        raise LookupError(f"nothing of type {t} in scope")

    def told_apart(self, s: Scope, kept: bool = False) -> tuple[Text, Scope, Scope] | None:
        """A test of what may be of several kinds, with the scopes in which it holds and in which it does not. `kept`:
        beyond the expression, where what was tested of a field is forgotten."""
        names = [n for n in s.names if is_union(n.type) and not (kept and "." in n.words)]
        if not names:
            return None
        name = self.d.choice(names)
        kinds = list(members(name.type))
        one, other = kinds if self.d.chance(50) else kinds[::-1]
        held, rest = s.plus(Name(name.words, one)), s.plus(Name(name.words, other))
        return Text(f"{name.words} is {one}", COMPARISON), held, rest

    def either(self, s: Scope, t: Type, depth: int) -> Text:
        """`if C then A else B`, in which C may narrow what A or B read."""
        d = self.d
        if d.chance(25):
            made = self.tried(lambda s, n: self.let_in(s, t, n), s, depth)
            if made is not None:
                return made
        if d.chance(20) and t.tag != "yes_no":
            made = self.tried(lambda s, n: self.default(s, t, n), s, depth)
            if made is not None:
                return made
        apart = self.told_apart(s) if d.chance(20) else None
        if apart is not None:
            return self._if(apart[0], self.of(apart[1], t, depth - 1), self.of(apart[2], t, depth - 1))
        tested = self.tested(s) if d.chance(40) else None
        if tested is not None:
            condition, narrowed = tested
            held, other = (narrowed, s) if "is not none" in condition.words else (s, narrowed)
            return self._if(condition, self.of(held, t, depth - 1), self.of(other, t, depth - 1))
        condition = self.condition(s, depth - 1)
        s = s.after(condition)
        return self._if(condition, self.of(s, t, depth - 1), self.of(s, t, depth - 1))

    def let_in(self, s: Scope, t: Type, depth: int) -> Text:
        """`let x = A then B`, in which B may read and test x."""
        d = self.d
        types = (NUMBER, PLAYER, maybe(PLAYER), set_of(PLAYER), PIECE, maybe(PIECE), set_of(PIECE), s.world.unit)
        found = d.choice(types)
        if found.tag == "number" and found.name and s.world.board == "none":
            found = NUMBER
        value = self.of(s, found, depth - 1) if found.tag != "maybe" else self.perhaps(s, found.args[0], depth - 1)
        name = self.fresh("e")
        inner = s.plus(Name(name, found))
        condition = self.tested(inner) if found.tag == "maybe" and d.chance(60) else None
        if condition is not None and condition[0].words == f"{name} is not none":
            body = self._if(condition[0], self.of(condition[1], t, depth - 1), self.of(inner, t, 0))
            return Text(f"let {name} = {value} then {body}", OPEN)
        return Text(f"let {name} = {value} then {self.of(inner, t, depth - 1)}", OPEN)

    def default(self, s: Scope, t: Type, depth: int) -> Text:
        """`a or b`: what is there, or else something that is there for sure."""
        if t == GRADE and self.d.chance(60):
            bound, inner = self.bindings(s, depth)
            word, member = self.d.choice(("least", "most")), self.one(inner, t, depth - 1)
            return Text(f"{word}({member} for {bound}{self.where(inner, depth)}) or {self.one(s, t, 0).at(AND)}", OR)
        word = self.d.choice(("first", "last", "only_one"))
        item = t.args[0] if t.tag == "maybe" else t
        one, other = self.set_of(s, item, depth - 1), self.of(s, t, depth - 1)
        return Text(f"{word}({one}) or {other.at(AND)}", OR)

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
                (3, lambda s, n: self.built(s, NUMBER, n)),
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
        word = self.d.choice(("least", "most"))
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
        ways: list[Callable[[], Text]] = [
            lambda: Text(f"abs({self.number(s, depth - 1)})"),
            lambda: Text(f"remainder({self.number(s, depth - 1)}, {self.number(s, depth - 1)})"),
        ]
        pers = [a for a in w.attributes if a.type.tag == "per"]
        if pers:
            ways.append(lambda: self.indexed(s, depth))
        bearers = [st for st in w.statuses if st.of in ("piece", "player", "match")]
        if bearers:
            ways.append(lambda: self._status_count(s, depth))
        if w.board != "none":
            ways.append(lambda: Text(f"{self.distance(s, depth - 1).at(PRODUCT)} / {w.unit_one}", PRODUCT))
        return d.choice(ways)()

    def indexed(self, s: Scope, depth: int) -> Text:
        """One entry of a field that has one for each seat or member."""
        d = self.d
        a = d.choice([a for a in s.world.attributes if a.type.tag == "per"])
        of = self.holder(s, MATCH if a.of == "match" else entity(a.of), 0)
        if of is None:
            return self.one(s, NUMBER, 0)
        words, t = f"{of.at(ATOM)}.{a.name}", a.type
        while t.tag == "per":
            words, t = f"{words}[{self.one(s, t.args[1], depth - 1)}]", t.args[0]
        return Text(words)

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
        """A number of cells, hexes or inches."""
        d, t = self.d, s.world.unit
        if depth <= 0 or d.chance(40):
            return self.one(s, t, 0)
        built = self.tried(lambda s, n: self.built(s, t, n), s, depth) if d.chance(50) else None
        if built is not None:
            return built
        if d.chance(40):
            return Text(f"{self.number(s, depth - 1).at(PRODUCT)} * {s.world.unit_one}", PRODUCT)
        a, b = self.distance(s, depth - 1), self.distance(s, depth - 1)
        return Text(f"{a.at(SUM)} {d.choice('+-')} {b.at(PRODUCT)}", SUM)


__all__ = ["RELIC", "STATUS", "Expressions", "list_of", "set_of"]
