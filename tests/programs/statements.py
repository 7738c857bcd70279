"""Random blocks of statements: what a text may do where it stands, within the names that are in scope."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.programs.deciding import Deciding
from tests.programs.scope import SUM, Name, Scope, Text
from tests.programs.world import BRUTE, CARD, FENCE, HUE, PIECE, RELIC, SHEETS, Event, World

from rulewright.check.types import EDGE, NUMBER, PLAYER, YES_NO, Type, list_of, maybe, set_of

Lines = list[str]
Made = tuple[Lines, Scope]


@dataclass(slots=True)
class Here:
    """Where a block stands. `level`: events of a smaller one may be called. `writes`: fields may be set and things
    moved. `asks`: players may be asked. `quiet`: nobody may, by whatever follows."""

    level: int
    writes: bool = True
    asks: bool = True
    quiet: bool = False
    unasked: bool = False
    batch: bool = False
    loop: bool = False
    phase: str = ""
    event: Event | None = None
    left: list[int] = field(default_factory=lambda: [12])
    nest: int = 0
    asked: list[bool] = field(default_factory=lambda: [False])
    moments: list[str] = field(default_factory=list)
    performs: tuple[str, ...] = ("effect", "extra")  # texts of cards

    def inner(self, **changes: object) -> Here:
        """The same one block deeper."""
        return replace(self, nest=self.nest + 1, **changes)  # type: ignore[arg-type]


def indented(lines: Lines) -> Lines:
    """Lines of a block inside another."""
    return [f"  {line}" for line in lines]


class Statements(Deciding):
    """Statements for a place; each gives its lines and the scope of what follows."""

    def block(self, s: Scope, here: Here, most: int = 4) -> Lines:
        """At least one statement, at most so many."""
        lines: Lines = []
        for _ in range(self.d.integer(1, most)):
            if here.left[0] <= 0 and lines:
                break
            here.left[0] -= 1
            try:
                made, s = self.statement(s, here)
            except LookupError:
                continue
            lines += made
            s = s.without_paths()
            if made and self.ends_text(made[-1], here):
                break
        return lines or self.told(s, here)[0]

    def ends_text(self, line: str, here: Here) -> bool:
        """Whether nothing can follow a line in its block."""
        first = here.event.params[0][0] if here.event is not None and here.event.params else "\0"
        return line in ("finish", "stop", "cancel", f"remove {first}") or line.startswith(f"remove {first} if")

    def statement(self, s: Scope, here: Here) -> Made:
        """One statement."""
        Way = Callable[[Scope, Here], Made]
        ways: list[tuple[int, Way]] = [(11, self.called), (3, self.told), (4, self.let)]
        if here.nest < 3:
            ways += [(5, self.if_), (5, self.for_each), (2, self.repeat)]
            ways += [(1, self.running)] if not here.batch else []
        if not here.batch:
            ways += [(3, self.given), (1, self.ended), (5, self.set_name), (1, self.left_), (2, self.let_called)]
            ways += [(2, self.together)] if here.nest < 3 else []
            ways += [(3, self.rolled), (1, self.performed)] if not here.quiet else []
            if here.asks:
                ways += [(8, self.chosen), (5, self.offered)]
            if here.writes:
                ways += [(9, self.set_field), (3, self.put), (1, self.remove), (1, self.create), (2, self.moved)]
            if here.event is not None and here.event.moments:
                ways.append((3, self.moment))
            if here.phase == "before":
                ways.append((2, self.cancelled))
        return self.d.weighted(ways)(s, here)

    def guard(self, s: Scope, percent: int = 15) -> str:
        """` if C`, or nothing."""
        return f" if {self.condition(s.plain(), 2)}" if self.d.chance(percent) else ""

    # -- telling, calling --------------------------------------------------------------------------------------------

    def told(self, s: Scope, here: Here) -> Made:
        """A report of some value."""
        shown = s.world.shown()
        what = self.d.choice(sorted(shown))
        depth = 3 if not here.nest else 2
        return [f"show_{what}({self.of(s, shown[what], depth)}){self.guard(s, 8)}"], s

    def callable_events(self, s: Scope, here: Here) -> list[Event]:
        """Events that may be called here."""
        return [
            e
            for e in s.world.events
            if e.level < here.level
            and (e.quiet or not here.quiet)
            and (not e.asks or (here.asks and not here.batch))
            and (not here.unasked or e.quiet or e.unasked)
            and not ((e.overwrites or e.waits or e.nests) and here.batch)
        ]

    def call(self, s: Scope, here: Here, despite: int = 15) -> tuple[str, Event]:
        """A call of an event."""
        events = self.callable_events(s, here)
        if not events:
            raise LookupError("no event to call")
        e = self.d.choice(events)
        here.asked[0] |= e.asks
        if here.event is not None:
            here.event.overwrites |= e.overwrites
            here.event.nests |= not (e.quiet or e.unasked)
            here.event.waits |= e.waits
        words = f"{e.name}({', '.join(self.arguments(s, e.params, 2))})"
        return words + self.despite(e, despite), e

    def called(self, s: Scope, here: Here) -> Made:
        """A call as a statement."""
        words, _ = self.call(s, here)
        return [words + self.guard(s)], s

    def let_called(self, s: Scope, here: Here) -> Made:
        """`let r = call`, whose results are known afterwards."""
        words, e = self.call(s, here, 40)
        if here.event is not None:
            here.event.waits = True
        name = self.fresh("r")
        fields = tuple(Name(f"{name}.{f}", t) for f, t in e.fields)
        made = s.plus(Name(name, Type("record", e.name)), *fields)
        outcome = self.d.choice(("done", "replaced", "impossible", "cancelled", "refused"))
        lines = [f"let {name} = {words}"]
        if self.d.chance(60):
            lines.append(f"show_yes({name}.outcome is {outcome})")
        return lines, made

    # -- locals and fields -------------------------------------------------------------------------------------------

    def some_type(self, s: Scope) -> Type:
        """A type for a local."""
        types = [(5, NUMBER), (2, YES_NO), (3, PIECE), (3, maybe(PIECE)), (2, PLAYER), (1, HUE), (2, set_of(PIECE))]
        types += [(1, maybe(RELIC)), (1, maybe(CARD)), (1, list_of(PIECE)), (1, set_of(PLAYER)), (1, maybe(PLAYER))]
        if s.world.board != "none":
            types += [(2, maybe(s.world.place)), (1, s.world.unit)]
        if s.world.cells:
            types += [(2, set_of(s.world.place)), (1, maybe(EDGE)), (1, set_of(EDGE)), (1, maybe(FENCE))]
        t = self.d.weighted(types)
        return t if t.tag != "entity" or self.has(s, t) else NUMBER

    def let(self, s: Scope, here: Here) -> Made:
        """A new local."""
        t = self.some_type(s)
        name, value = self.fresh("v"), self.open_to_none(s, t)
        # Where a test tells the checker that all are brutes, nothing else can be set.
        settable = t.tag != "list" and not re.search(r"\b(?:is|in) brutes?\b", str(value))
        return [f"let {name} = {value}"], s.plus(Name(name, t, settable=settable))

    def set_name(self, s: Scope, here: Here) -> Made:
        """A local, a result or, before an event, a parameter."""
        names = s.settables()
        if not names:
            return self.let(s, here)
        name = self.d.choice(names)
        value = str(self.open_to_none(s, name.type))
        if value == name.words:
            return self.told(s, here)
        return [f"set {name.words} = {value}{self.guard(s)}"], s

    def open_to_none(self, s: Scope, t: Type) -> Text:
        """An expression of a type; one that may be none where the type may: a local is what it was last set to."""
        return self.of(s, t, 3) if t.tag != "maybe" else self.perhaps(s, t.args[0], 3)

    def is_kept(self, s: Scope, words: str) -> bool:
        """Whether words name a field of an instance of a status."""
        whole, _, field = words.rpartition(".")
        return any(n.words == whole and n.type.tag == "status" for n in s.names) and field.startswith("left")

    def set_field(self, s: Scope, here: Here) -> Made:
        """A field of something; of the instance of a status, if one is there that keeps any."""
        d = self.d
        kept = [n for n in s.names if n.type == NUMBER and self.is_kept(s, n.words)]
        if kept and d.chance(40):
            target = d.choice(kept).words
            return [f"set {target} = {d.choice(('', f'{target} - '))}{self.number(s, 1).at(6)}{self.guard(s)}"], s
        a = d.choice([a for a in s.world.attributes if a.settable])
        if a.secret:
            return [f"set {self.one(s, PLAYER, 1).at(9)}.{a.name} = {self.number(s, 2)}"], s
        if a.of == "match":
            whole = "match"
        else:
            t = PLAYER if a.of == "player" else Type("entity", a.of)
            if not s.of_type(t):
                raise LookupError("nothing to write to")
            whole = self.one(s, t, d.integer(0, 1)).at(9)
        target = f"{whole}.{a.name}"
        t = a.type
        while t.tag == "per":
            target += f"[{self.one(s, t.args[1], 1)}]"
            t = t.args[0]
        value = self.of(s, t, 3).words
        if t == NUMBER and d.chance(60):
            value = f"{target} {d.choice('+-')} {self.number(s, 1).at(6)}"
        if t.tag == "set" and d.chance(60):
            value = f"{target} {d.choice('+-')} {self.of(s, t, 2).at(6)}"
        if a.of == "match" and here.event is not None and not value.startswith(f"{target} "):
            here.event.overwrites = True
        if value == target or value.endswith((" + 0", " - 0")):
            value = self.of(s, t, 0).words if t != NUMBER else "2"
        return ([f"set {target} = {value}{self.guard(s)}"], s) if value != target else self.told(s, here)

    # -- what leads elsewhere ----------------------------------------------------------------------------------------

    def left_(self, s: Scope, here: Here) -> Made:
        """`finish`, `stop`, `conclude`; or `finish` unless something is there."""
        d = self.d
        names = [n for n in s.names if n.type.tag == "maybe" and "." not in n.words]
        if names and d.chance(60):
            name = d.choice(names)
            narrowed = Name(name.words, name.type.args[0])
            return [f"finish if {name.words} is none"], s.plus(narrowed)
        ways = ["finish"]
        if here.loop:
            ways += ["stop", "stop"]
        if here.event is not None and not here.quiet:
            ways.append(f"conclude {d.choice((here.event.name, *here.event.classes))}")
        way = d.choice(ways)
        condition = self.condition(s, 2)
        return [f"{way} if {condition}"], s.after(condition)

    def cancelled(self, s: Scope, here: Here) -> Made:
        """The event that is about to begin does not happen."""
        return [f"cancel{self.guard(s, 80)}"], s

    def moment(self, s: Scope, here: Here) -> Made:
        """A moment of the event at hand."""
        assert here.event is not None
        names = [m for m in here.event.moments if m not in here.moments]
        if not names or here.nest:
            return self.told(s, here)
        name = self.d.choice(names)
        here.moments.append(name)
        here.event.nests |= not here.event.unasked
        return [f"moment {name}{self.needed(here.event, 50)}{self.guard(s)}"], s

    def needed(self, e: Event, percent: int) -> str:
        """` needs a, b`: conditions that must still hold when a moment is over, or nothing."""
        return f" needs {self.several(e.conditions)}" if e.conditions and self.d.chance(percent) else ""

    # -- blocks ------------------------------------------------------------------------------------------------------

    def if_(self, s: Scope, here: Here) -> Made:
        """`if`, `else if`, `else`."""
        d = self.d
        apart = self.told_apart(s, kept=True) if d.chance(30) else None
        tested = self.tested(s) if d.chance(35) else None
        if apart is not None:
            condition, held, other = apart
        elif tested is not None and "." not in tested[0].words:
            condition, narrowed = tested
            held, other = (narrowed, s) if "is not none" in condition.words else (s, narrowed)
        else:
            condition = self.condition(s, 3)
            s = held = other = s.after(condition)
        lines = [f"if {condition}:", *indented(self.block(held, here.inner(), 3))]
        if d.chance(25) and other is s:
            second = self.condition(s, 2)
            other = s.after(second)
            if second.words != condition.words:
                lines += [f"else if {second}:", *indented(self.block(other, here.inner(), 2))]
        if d.chance(35):
            lines += ["else:", *indented(self.block(other, here.inner(), 2))]
        return lines, s

    def for_each(self, s: Scope, here: Here) -> Made:
        """A loop over something."""
        d = self.d
        t, members = self.walked(s, 2)
        name = self.fresh(self.letter(t))
        inner = s.plus(Name(name, t))
        where = f" where {self.condition(inner, 2)}" if d.chance(55) else ""
        inner = inner.after(where)
        chosen = ""
        if here.asks and not here.batch and not here.quiet and d.chance(6):
            here.asked[0] = True
            chosen = f" chosen by {self.one(s, PLAYER, 1).at(SUM)}"
        most = 2 if here.nest else 3
        body = self.block(inner, here.inner(loop=True), most)
        return [f"for each {name} in {members.at(SUM)}{where}{chosen}:", *indented(body)], s

    def repeat(self, s: Scope, here: Here) -> Made:
        """A bounded loop."""
        d = self.d
        condition = f" while {self.condition(s, 2)}" if d.chance(50) else ""
        times = str(d.integer(2, 3)) if d.chance(70) else f"least(3, {self.number(s, 1)})"
        body = self.block(s, here.inner(loop=True), 3)
        return [f"repeat up to {times}{condition}:", *indented(body)], s

    def together(self, s: Scope, here: Here) -> Made:
        """A batch: calls alone, in loops and conditions."""
        inner = here.inner(batch=True, asks=False)
        if here.event is not None:
            here.event.waits = True
        if not self.callable_events(s, inner):
            raise LookupError("no event for a batch")
        lines: Lines = []
        for _ in range(self.d.integer(1, 2)):
            if self.d.chance(55):
                t, members = self.walked(s, 2, self.d.weighted([(5, PIECE), (1, BRUTE), (2, PLAYER)]))
                name = self.fresh(self.letter(t))
                within = s.plus(Name(name, t))
                where = f" where {self.condition(within, 2)}" if self.d.chance(50) else ""
                within = within.after(where)
                calls = [self.call(within, inner)[0] for _ in range(self.d.integer(1, 2))]
                lines += [f"for each {name} in {members.at(SUM)}{where}:", *indented(calls)]
            else:
                lines.append(self.called(s, inner)[0][0])
        return ["together:", *indented(lines)], s

    # -- what stands on boards and in zones --------------------------------------------------------------------------

    def thing(self, s: Scope, depth: int = 1) -> tuple[Type, str]:
        """Something that can be moved or removed."""
        kinds = [t for t in (PIECE, PIECE, CARD, RELIC, FENCE) if s.of_type(t)]
        if not kinds:
            raise LookupError("nothing to move")
        t = self.d.choice(kinds)
        return t, self.one(s, t, depth).at(SUM)

    def put(self, s: Scope, here: Here) -> Made:
        """Something to a place or into a zone."""
        d, w = self.d, s.world
        t, x = self.thing(s)
        zones = [z for z in w.zones if z.holds == t]
        if t in (PIECE, RELIC) and w.board != "none" and s.of_type(w.place) and (not zones or d.chance(70)):
            return [f"put {x} at {self.one(s, w.place, 1).at(SUM)}{self.guard(s)}"], s
        if t == FENCE and s.of_type(EDGE):
            return [f"put {x} at {self.one(s, EDGE, 1).at(SUM)}{self.guard(s)}"], s
        if not zones:
            return self.told(s, here)
        chosen = d.choice(zones)
        where = "on top of" if chosen.ordered and d.chance(40) else "into"
        return [f"put {x} {where} {chosen.named(self.one(s, PLAYER, 1).at(8))}{self.guard(s)}"], s

    def remove(self, s: Scope, here: Here) -> Made:
        """Out of play."""
        _, x = self.thing(s, 0)
        return [f"remove {x}{self.guard(s, 60)}"], s

    def create(self, s: Scope, here: Here) -> Made:
        """A new entity, kept in a local or not."""
        d, w = self.d, s.world
        kind = d.choice(("piece", "brute", "relic", "card", *(["fence"] if w.cells else [])))
        words = f"create {d.choice(SHEETS[kind])}"
        if kind not in ("relic", "fence"):
            words += f" for {self.one(s, PLAYER, 1).at(SUM)}"
        zones = [z for z in w.zones if z.holds.name == kind or (kind == "brute" and z.holds.name == "piece")]
        if kind == "fence":
            words += f" at {self.one(s, EDGE, 1).at(SUM)}" if s.of_type(EDGE) and d.chance(70) else ""
        elif kind != "card" and w.board != "none" and s.of_type(w.place) and d.chance(70):
            words += f" at {self.one(s, w.place, 1).at(SUM)}"
        elif zones:
            words += f" into {d.choice(zones).named(self.one(s, PLAYER, 0).at(8))}"
        if d.chance(25):
            return [words + self.guard(s, 50)], s
        name = self.fresh("m")
        return [f"let {name} = {words}"], s.plus(Name(name, Type("entity", kind)))

    def of_board(self, t: Type) -> bool:
        """Whether something of a type is of the board that lies there."""
        return t.tag in ("place", "edge", "direction", "record") or any(self.of_board(inner) for inner in t.args)

    def moved(self, s: Scope, here: Here) -> Made:
        """Builtins that act: shuffling, revealing, another sheet."""
        d = self.d
        way = d.choice(("shuffle", "shuffle places", "reveal", "swap", "reset", "lay", "set out"))
        if way == "shuffle":
            zone = d.choice([z for z in s.world.zones if z.ordered])
            return [f"shuffle({zone.named(self.one(s, PLAYER, 0).at(8))})"], s
        if way == "shuffle places" and s.world.board != "none":
            return [f"shuffle({self.set_of(s, PIECE, 1)})"], s
        if way == "reveal":
            return [f"reveal({self.one(s, PLAYER, 0) and self.set_of(s, CARD, 1)}, {self.one(s, PLAYER, 0)})"], s
        if way == "set out" and s.world.cells:
            spots = [one.words for one in s.names if one.type == s.world.place]
            if s.world.board == "square" and spots and d.chance(50):
                way = d.choice(("north", "east", "south", "west", "north_east"))
                return [f"set_out_at({d.choice(s.world.maps)}, {d.choice(spots)}, {way}){self.guard(s)}"], s
            return [f"set_out({d.choice(s.world.maps)}){self.guard(s)}"], s
        if way == "lay" and s.world.relays and here.level == 4 and not any(self.of_board(n.type) for n in s.names):
            return self.laid(s.world), s
        if not s.of_type(PIECE):
            return self.told(s, here)
        if way == "reset":
            return [f"reset({self.one(s, PIECE, 0)}){self.guard(s)}"], s
        return [f"swap_sheet({self.one(s, PIECE, 0)}, {d.choice(SHEETS['piece'])}){self.guard(s)}"], s

    def laid(self, w: World) -> Lines:
        """Another board: one map, or two of hexes joined, or three."""
        one, two, join = self.d.choice(w.maps), self.d.choice(w.maps), self.fresh("l")
        if w.form == "hex" and self.d.chance(60):
            third, more = self.d.choice(w.maps), self.fresh("l")
            lay = self.d.choice((
                [f"  lay_join({join})"],
                [f"  lay_joined({one}, {two}, {join})"],
                [f"  for each {more} in further_joins({join}, {third}):", f"    lay_join({more})", "    stop"],
            ))
            return [f"for each {join} in joins({one}, {two}):", *lay, "  stop"]
        return [f"lay({one})"]
