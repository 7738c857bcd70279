"""Random definitions of values, permissions and events."""

from __future__ import annotations

from tests.programs.scope import AND, NOT, OF, OPEN, OR, Name, Scope, Text
from tests.programs.statements import Here, Lines, Statements, indented
from tests.programs.world import CARD, FENCE, HUE, PIECE, RELIC, TARGET, THING, Callable, Event, World

from rulewright.check.types import DIE, DIRECTION, EDGE, MAP, NUMBER, PLAYER, YES_NO, Type, list_of, maybe, set_of
from rulewright.merges import EACH, MERGES

# By what a value gives; `then` is drawn where the merge makes something else.
_MERGES = {
    NUMBER: ("total", "highest", "lowest", "last", "any", "all", "count", "each"),
    YES_NO: ("any", "all", "last", "each"),
    set_of(PIECE): ("union", "minus", "last", "each"),
}


class Definitions(Statements):
    """Definitions as lines of YAML. What they declare is added to the world as soon as others may name it."""

    # -- values and permissions --------------------------------------------------------------------------------------

    def params(self, w: World, most: int = 3, first: Type | None = None) -> tuple[tuple[str, Type], ...]:
        """Parameters at random; their names are never those of locals."""
        d = self.d
        types = [(6, PIECE), (3, NUMBER), (2, PLAYER), (1, maybe(PIECE)), (1, HUE), (1, set_of(PIECE)), (1, CARD)]
        types += [(1, RELIC), (1, YES_NO), (1, self.rare(w))]
        types += [(2, TARGET), (1, set_of(TARGET)), (1, maybe(TARGET)), (1, THING)]
        if w.board != "none":
            types += [(2, w.place)]
        if w.cells:
            types += [(1, set_of(w.place)), (1, EDGE), (1, FENCE)]
        found = [first] if first is not None else []
        found += [d.weighted(types) for _ in range(d.integer(0 if found else 1, most - 1))]
        letters = ("who", "other", "third", "fourth", "fifth")
        return tuple((letters[i], t) for i, t in enumerate(found))

    def rare(self, w: World) -> Type:
        """A type that few parameters have."""
        rare = [DIE, Type("sheet", "piece"), Type("sheet", "card")]
        return self.d.choice([*rare, *([DIRECTION] if w.cells else []), *([MAP] if w.maps else [])])

    def scope(self, w: World, params: tuple[tuple[str, Type], ...], rank: int, can: bool = False) -> Scope:
        """The scope of a text with parameters."""
        return Scope(w, tuple(Name(n, t) for n, t in params), rank, can)

    def head(self, form: str, name: str, params: tuple[tuple[str, Type], ...], rest: str = "") -> str:
        """`value power(piece who) gives number`."""
        self.numbers.clear()
        words = f"({', '.join(f'{t} {n}' for n, t in params)})" if params else ""
        return f"{form} {name}{words}{rest}:"

    def value(self, w: World, number: int) -> Lines:
        """A value: one expression, a start with steps, or rows."""
        d = self.d
        types = [(7, NUMBER), (2, YES_NO), (2, maybe(PIECE)), (3, set_of(PIECE)), (1, HUE), (1, maybe(PLAYER))]
        types += [(1, set_of(PLAYER)), (1, list_of(PIECE)), (1, maybe(RELIC)), (1, PLAYER)]
        types += [(1, maybe(TARGET)), (1, set_of(TARGET))]
        if w.board != "none":
            types += [(2, set_of(w.place)), (1, maybe(w.place)), (1, w.unit)]
        if w.cells:
            types += [(1, set_of(EDGE))]
        gives = d.weighted(types)
        first = PLAYER if gives == PLAYER else d.weighted([(5, PIECE), (1, PLAYER)])
        params = self.params(w, 3, first)
        s = self.scope(w, params, number)
        name = f"val_{number}"
        head = self.head("value", name, params, f" gives {gives}")
        steps: list[tuple[str, str]] = []
        merges = _MERGES.get(gives, ("last", "each"))
        way = d.weighted([(4, "plain"), (4, "steps"), (2, "decide")])
        if way == "steps" and gives == set_of(w.place) and not w.cells:
            way = "plain"  # what is so far is held by no step
        if way == "plain":
            lines = [f"{head} {self.of(s, gives, 4)}"]
        elif way == "decide":
            rows = [f"{self.of(s, gives, 2)} if {self.condition(s.plain(), 2)}" for _ in range(d.integer(1, 2))]
            rows.append(str(self.of(s, gives, 2)))
            lines = [head, "  decide:", *(f"    - {row}" for row in rows)]
        else:
            lines = [head, f"  start: {self.of(s, gives, 3)}", "  steps:"]
            for i in range(d.integer(1, 3)):
                merge = d.choice(merges)
                then = self.then(s, gives, merge, params)
                steps.append((f"s{i}", merge))
                lines.append(f"    s{i}: {merge}{then}")
        w.callables.append(Callable(name, params, gives, number, tuple(steps)))
        return lines

    def then(self, s: Scope, gives: Type, merge: str, params: tuple[tuple[str, Type], ...]) -> str:
        """` then E` of a step: what becomes of the value so far."""
        d = self.d
        row = MERGES[merge]
        it = YES_NO if row.makes == "yes_no" else NUMBER if row.makes == "count" else gives
        if row is not EACH and it == gives and not d.chance(35):
            return ""
        inner = s.plus(Name("so_far", gives), Name("it", it))
        if gives == NUMBER and it == NUMBER and d.chance(70):
            way = d.choice(("so_far + it", "so_far * 2 - it", "least(so_far, it)", "most(so_far, it)", "so_far - it"))
            return f" then {way}"
        if it == YES_NO and gives == NUMBER:
            return " then so_far * 2" if merge == "any" else " then if it then so_far else 1"
        if merge != "each":
            return f" then {self.of(inner, gives, 2)}"
        other = self.of(inner, gives, 1).at(OF)
        join = "so_far + it" if gives.tag == "set" else "it"
        return f" then if {self.condition(s, 1)} then {join} else {other}"

    def permission(self, w: World, number: int) -> Lines:
        """A permission, often of two pieces."""
        d = self.d
        params = d.weighted(
            [
                (3, (("who", PIECE),)),
                (4, (("who", PIECE), ("other", PIECE))),
                (1, (("who", PLAYER),)),
                (1, (("who", PIECE), ("third", NUMBER))),
            ]
        )
        s = self.scope(w, params, number)
        name = f"per_{number}"
        lines = [f"{self.head('permission', name, params)} {self.condition(s, 3)}"]
        w.callables.append(Callable(name, params, YES_NO, number, permission=True))
        return lines

    def prices(self, w: World) -> Lines:
        """What walks and steps cost, and which steps are allowed."""
        if not w.cells:
            return []
        one, two = w.unit_one, f"2 {w.unit}"
        step = (("mover", PIECE), ("here", w.place), ("there", w.place))
        also = [self.of_step(w, step) for _ in range(2)]  # while there is no permission of steps: none asks itself
        w.callables.append(Callable("toll", (("spot", w.place),), w.unit, 0, price=True))
        w.callables.append(Callable("may_go", step, YES_NO, 0, permission=True, price=True))
        w.callables.append(Callable("may_pass", step[1:], YES_NO, 0, permission=True, price=True))
        w.callables.append(Callable("stride", step, w.unit, 0, price=True))
        w.callables.append(Callable("may_enter", (step[0], step[2]), YES_NO, 0, permission=True, price=True))
        w.callables.append(Callable("leaps", step[:2], set_of(w.place), 0, price=True))
        leads = self.d.choice(("neighbours(here)", f"all(q in ring(here, {two}) where mover.hp > 0)", "spring",
                               f"all(q in everywhere where q is moss or q within {one} of here)",
                               "neighbours(here) + spring - cells of mover"))  # fmt: skip
        heads = f"(piece mover, {w.place} here, {w.place} there)", f"(piece mover, {w.place} there)"
        return [
            f"value toll({w.place} spot) gives {w.unit}: if spot is moss then {two} else {one}",
            f"value leaps(piece mover, {w.place} here) gives set of {w.place}: {leads}",
            f"permission may_go{heads[0]}: there is not wall and {also[0].at(AND)}",
            f"permission may_pass({w.place} here, {w.place} there): there is not wall or here is moss",
            f"permission may_enter{heads[1]}: there is not wall or mover is mark",
            f"value stride{heads[0]} gives {w.unit}: if {also[1].at(OR)} then {two} else {one}",
        ]

    def of_step(self, w: World, step: tuple[tuple[str, Type], ...]) -> Text:
        """A condition on a step, mostly on where it leads."""
        s = self.scope(w, step, 0)
        about = Text(self.d.choice(("there is moss", "here is not spring", "mover.hp > 0", "there in neighbours(here)",
                                    "some q in footprint(mover, there) where q is moss")), OPEN)  # fmt: skip
        other = self.tried(self.condition, s, 3) if self.d.chance(60) else None
        if other is None or other.words == about.words:
            return about
        return Text(f"{about.at(AND)} {self.d.choice(('and', 'or'))} {other.at(NOT)}", OR)

    # -- events ------------------------------------------------------------------------------------------------------

    def event(self, w: World, name: str, level: int, rank: int, quiet: bool = False) -> Lines:
        """An event of a level: parameters, results, conditions, text, ends."""
        d = self.d
        classes = tuple(c.name for c in w.classes if not quiet and c.level == level and d.chance(60))
        params = self.params(w, 3, PIECE if classes else d.weighted([(6, PIECE), (1, PLAYER), (1, CARD), (2, TARGET)]))
        if quiet:
            params = (("who", PIECE), ("third", NUMBER))[: d.integer(1, 2)]
        results: tuple[tuple[str, Type], ...] = ()
        for i in range(d.weighted([(5, 0), (4, 1), (1, 2)])):
            t = d.weighted([(4, NUMBER), (2, YES_NO), (2, maybe(PIECE)), (1, HUE), (1, set_of(PIECE))])
            results += ((f"res{i}", t),)
        e = Event(name, params, results, level, quiet=quiet, classes=classes, unasked=not quiet and d.chance(25))
        e.conditions = tuple(f"c{i}" for i in range(0 if quiet else d.weighted([(4, 0), (3, 1), (3, 2)])))
        e.moments = () if quiet else tuple(f"mom{i}" for i in range(d.weighted([(14, 0), (5, 1), (1, 2)])))
        s = self.scope(w, params, rank, True)
        lines = [self.head("event", name, params, self._rest(e))]
        if e.unasked and classes:
            lines.append("  arbiter: none")
        elif not quiet and not e.unasked and d.chance(35):
            lines.append(f"  arbiter: {self.of(s.plain(), d.choice((PLAYER, maybe(PLAYER))), 2)}")
        if e.conditions:
            lines.append("  legal:")
            legal = replace_can(s)
            lines += [f"    {c}: {self.condition(legal, 2)}" for c in e.conditions]
        asks = not quiet and not e.unasked and level > 0
        here = Here(level, event=e, asks=asks, quiet=quiet, unasked=e.unasked, left=[d.integer(3, 8)])
        inner = s.plus(*(Name(n, t, settable=True) for n, t in results), Name("event", Type("record", name)))
        lines += ["  do: |", *indented(indented(self.event_text(inner, here, e)))]
        if d.chance(20):
            ending = Here(level, event=e, asks=False, quiet=quiet, unasked=e.unasked, left=[2])
            ending.moments = list(e.moments)
            lines += ["  ends: |", *indented(indented(self.block(inner, ending, 2)))]
        e.asks = here.asked[0]
        w.events.append(e)
        return lines

    def event_text(self, s: Scope, here: Here, e: Event) -> Lines:
        """A text that sets the results and passes the moments that are declared."""
        lines: Lines = []
        for n, t in e.results:
            lines.append(f"set {n} = {self.of(s, t, 2)}")
        lines = [x for x in lines if x.split(" = ")[0].removeprefix("set ") != x.split(" = ")[1]]
        for m in e.moments:
            lines.append(f"moment {m}{self.needed(e, 60)}{self.guard(s)}")
            here.moments.append(m)
            e.nests |= not e.unasked
        if not lines:
            return self.block(s, here, 4)
        first = self.block(s, here, 2)
        if self.ends_text(first[-1], here):
            first.pop()
        return first + lines + self.block(s, here, 3)

    def _rest(self, e: Event) -> str:
        gives = f" gives {', '.join(f'{t} {n}' for n, t in e.results)}" if e.results else ""
        return gives + (f" is {', '.join(e.classes)}" if e.classes else "")


def replace_can(s: Scope) -> Scope:
    """The same scope where nobody may ask whether something can be called."""
    return Scope(s.world, s.names, s.rank, False)
