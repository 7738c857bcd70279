"""Random reactions and sentences, and what carries them: statuses, rules, sheets, areas; and checks."""

from __future__ import annotations

from tests.programs.definitions import Definitions, replace_can
from tests.programs.fields import sheet
from tests.programs.scope import SUM, Name, Scope
from tests.programs.statements import Here, Lines, indented
from tests.programs.world import BIT, BRUTE, CARD, HUE, HUES, PIECE, Callable, Event, Status, World

from rulewright.check.types import MATCH, NUMBER, PLAYER, YES_NO, Type, entity
from rulewright.merges import MERGES


class Holders(Definitions):
    """What holds rules. `own`: the names that a holder brings: `self`, its parameters."""

    # -- sentences ---------------------------------------------------------------------------------------------------

    def sentence(self, w: World, own: tuple[Name, ...]) -> str | None:
        """One sentence, or None where there is nothing to say."""
        try:
            return self._sentence(w, own)
        except LookupError:
            return None

    def _sentence(self, w: World, own: tuple[Name, ...]) -> str | None:
        d = self.d
        stepped = [c for c in w.callables if c.steps]
        permissions = [c for c in w.callables if c.permission]
        events = [e for e in w.events if not e.quiet and e.level > 0] + list(w.classes)
        lifted = [e for e in w.events if e.conditions]
        way = d.weighted(
            [
                (8 * bool(stepped), "value"),
                (2 * bool(permissions), "allow"),
                (1 * bool(permissions), "forbid"),
                (2 * bool(events), "refuse"),
                (2 * bool(lifted), "waive"),
                (1, ""),
            ]
        )
        if way == "value":
            c = d.choice(stepped)
            step, merge = d.choice(c.steps)
            s = self._scope(w, own, c.params, c.rank)
            t = YES_NO if MERGES[merge].takes == "yes_no" else c.gives
            return f"{c.name}.{step} is {self.of(s, t, 2)}{self.when(s, own)}"
        if way in ("allow", "forbid"):
            c = d.choice(permissions)
            s = self._scope(w, own, c.params, c.rank)
            return f"{way} {c.name}{self.when(s, own, 100)}"
        if way == "refuse":
            e = d.choice(events)
            s = self._scope(w, own, e.params, 0)
            label = f" as f{d.integer(0, 2)}" if d.chance(40) else ""
            return f"forbid {e.name}{label}{self.when(s, own, 100)}"
        if way == "waive":
            e = d.choice(lifted)
            s = self._scope(w, own, e.params, 0)
            return f"waive {e.name}.{d.choice(e.conditions)}{self.when(s, own, 100)}"
        return None

    def _scope(self, w: World, own: tuple[Name, ...], params: tuple[tuple[str, Type], ...], rank: int) -> Scope:
        return Scope(w, own, rank).plus(*(Name(n, t) for n, t in params))

    def when(self, s: Scope, own: tuple[Name, ...], percent: int = 75) -> str:
        """` when C`; mostly about the holder."""
        d = self.d
        if not d.chance(percent):
            return ""
        selves = [n for n in own if n.words == "self" and n.type != MATCH]
        same = [n for n in s.names if n.words != "self" and selves and n.type == selves[0].type]
        if same and d.chance(60):
            about = f"{d.choice(same).words} is self"
            return f" when {about} and {self.condition(s, 1).at(3)}" if d.chance(25) else f" when {about}"
        return f" when {self.condition(s, 2)}"

    def modify(self, w: World, own: tuple[Name, ...], most: int = 2) -> Lines:
        """`modify:` with sentences."""
        found = [x for _ in range(self.d.integer(1, most)) if (x := self.sentence(w, own)) is not None]
        return ["modify:", *(f"  - {x}" for x in dict.fromkeys(found))] if found else []

    # -- reactions ---------------------------------------------------------------------------------------------------

    def reaction(self, w: World, own: tuple[Name, ...], asks: bool = True) -> Lines:
        """The fields of a reaction."""
        for _ in range(12):
            try:
                return self._reaction(w, own, asks)
            except LookupError:
                continue
        return ["after: act where who.tag > 2", "do: show_number(who.tag)"]

    def _reaction(self, w: World, own: tuple[Name, ...], asks: bool) -> Lines:
        d = self.d
        heard = [e for e in w.events if not e.quiet and e.level > 0]
        used = {name for e in heard for name in e.classes}
        e: Event = d.weighted([(4, e) for e in heard] + [(3, c) for c in w.classes if c.name in used])
        phase = d.weighted([(4, "before"), (4, "instead"), (5, "after"), (2, "ended"), (3 * bool(e.moments), "at")])
        s = self._scope(w, own, e.params, 99)
        results = () if e.is_class else e.results
        s = s.plus(*(Name(n, t) for n, t in results))
        trigger = e.name if phase != "at" else f"{e.name}.{d.choice(e.moments)}"
        unasked = e.unasked or any(o.unasked and e.name in o.classes for o in heard)
        asks = asks and not unasked
        others = [o for o in heard if o.params == e.params and o is not e and o.level == e.level and not o.is_class]
        others = [o for o in others if o.unasked == e.unasked]
        if others and phase != "at" and d.chance(15):
            trigger += f" or {d.choice(others).name}"
            s = self._scope(w, own, e.params, 99)
        where = self.when(s, own, 65).replace(" when ", " where ", 1)
        lines = [f"{phase}: {trigger}{where}"]
        s = s.after(where)
        if d.chance(12):
            lines.append(f"when: {self.condition(s, 2)}")
            s = s.after(lines[-1])
        if d.chance(10):
            bound, inner = self.binding(s, 2, PIECE)
            s = Scope(w, inner.names, s.rank, s.can)
            lines.append(f"each: {bound}{self.where(inner, 2, 50)}")
        if d.chance(25) and " or " not in trigger:
            lines.append(f"limit: {d.integer(1, 2)} per {d.choice([e.name, *e.classes])}")
        may = asks and d.chance(45)
        if d.chance(20) and not may:
            lines.append(f"rank: {d.choice(w.ranks)}")
        if d.chance(10):
            lines.append(f"order: seats_from({self.one(s, PLAYER, 0)})")
        holder = next((n for n in own if n.words == "self"), None)
        if may and (holder is None or holder.type == MATCH or d.chance(15)):
            lines.append(f"by: {self.one(s, PLAYER, 1)}")
        if may and d.chance(25):
            lines.append(f"window: {d.choice(w.windows)}")
        if phase == "before":
            s = s.plus(*(Name(n, t, settable=t.tag != "maybe") for n, t in e.params[1:]))
        here = Here(e.level, writes=False, asks=asks, unasked=unasked, phase=phase, left=[d.integer(1, 4)])
        if may and d.chance(40):
            try:
                return [*lines, f"may: {self.call(s, here)[0]}"]
            except LookupError:
                pass
        body = self.block(s, here, 3)
        return [*lines, f"{'may' if may else 'do'}: |", *indented(body)]

    def carried(self, w: World, own: tuple[Name, ...], asks: bool = True) -> Lines:
        """Sentences, a reaction, `active`, or several of them."""
        d = self.d
        way = d.weighted([(5, "modify"), (5, "reaction"), (3, "both")])
        lines: Lines = []
        if way != "reaction":
            lines += self.modify(w, own)
        if way != "modify" or not lines:
            reaction = self.reaction(w, own, asks)
            if d.chance(25):
                second = self.reaction(w, own, asks)
                lines += ["react:"]
                for one in (reaction, second):
                    lines += [f"  - {one[0]}", *(f"    {x}" for x in one[1:])]
            else:
                lines += reaction
        return lines

    def active(self, w: World, own: tuple[Name, ...], percent: int = 20) -> Lines:
        """`active: C`."""
        if not self.d.chance(percent):
            return []
        return [f"active: {self.condition(Scope(w, own, 0), 2)}"]

    # -- who carries them --------------------------------------------------------------------------------------------

    def declare_statuses(self, w: World) -> None:
        """Statuses that texts may give and that sheets may list, one that both do; their bodies are drawn last."""
        d = self.d
        for i in range(d.integer(3, 5)):
            of = d.weighted([(6, "piece"), (2, "player"), (1, "match"), (1, "")])
            params: tuple[tuple[str, Type], ...] = ()
            if d.chance(40):
                params = ((f"power{i}", NUMBER),)
            if d.chance(15):
                params += ((f"other{i}", PIECE),)
            w.statuses.append(Status(f"st_{i}", of, params, "".join(d.some([f"left{i}"], 40))))
        for i in range(2):
            params = ((f"depth{i}", NUMBER), (f"shade{i}", HUE))[: d.weighted([(3, 0), (3, 1), (2, 2)])]
            w.keywords.append(Status(f"kw_{i}", "piece", params))
        both = Status("kw_2", "piece", tuple(d.some([("depth2", NUMBER)], 50)))
        w.statuses.append(both)
        w.keywords.append(both)

    def own(self, w: World, status: Status) -> tuple[Name, ...]:
        """`self` and the parameters of a status."""
        of = entity("") if status.of == "" else self.bearer(status.of)
        kept = (Name("status", Type("status", status.name)), Name(f"status.{status.state}", NUMBER))
        return (Name("self", of), *(Name(n, t) for n, t in status.params), *(kept if status.state else ()))

    def status(self, w: World, status: Status) -> Lines:
        """The body of a status."""
        d = self.d
        own = self.own(w, status)
        lines = [self.head("status", status.name, status.params)]
        if status.of:
            lines.append(f"  of: {status.of}")
        if status.state:
            start = d.choice([str(d.integer(0, 4)), *(n for n, t in status.params if t == NUMBER)])
            lines.append(f"  state: {{{status.state}: number starts {start}}}")
        spent = d.chance(25) and status not in w.keywords
        heard = [e for e in w.events if not e.quiet and e.level > 0]
        if spent:
            e = d.choice(heard)
            s = self._scope(w, own, e.params, 99)
            lines.append(f"  spent_by: {e.name}{self.when(s, own, 70).replace(' when ', ' where ', 1)}")
        elif d.chance(35):
            here = Here(0)
            lines.append(f"  lasts: {self.point(Scope(w), here, status)}")
        if d.chance(85):
            lines += indented(self.modify(w, own) if spent else self.carried(w, own))
            lines += indented(self.active(w, own, 10))
        if d.chance(30):
            here = Here(1, writes=False, asks=False, quiet=True, left=[2])
            lines += ["  ends: |", *indented(indented(self.block(Scope(w, own, 99), here, 2)))]
        return lines if len(lines) > 1 else [f"{lines[0]} {{}}"]

    def keyword(self, w: World, keyword: Status) -> Lines:
        """The body of a status that only sheets list."""
        own = self.own(w, keyword)
        lines = [self.head("status", keyword.name, keyword.params), f"  of: {keyword.of}"]
        return lines + indented(self.carried(w, own)) + indented(self.active(w, own, 15))

    def rulings(self, w: World) -> Lines:
        """A rule that allows and forbids statuses of pieces. What it says of them asks for no status: that could go
        round."""
        d = self.d
        lines: Lines = []
        for one in dict.fromkeys((*w.keywords, *(st for st in w.statuses if st.of == "piece"))):
            for kind in d.some(["allow"] * (one in w.keywords) + ["forbid"], 30):
                args = [d.choice([str(d.integer(1, 3)), "holder.rating"]) if t == NUMBER else d.choice(HUES)
                        for _, t in one.params]  # fmt: skip
                words = f"{one.name}({', '.join(args)})" if args and kind == "allow" else one.name
                label = d.some([f" as stop_{one.name}"], 30 if kind == "forbid" else 0)
                when = d.choice(("holder.rating > 2", "holder.mark", "holder is rook", "holder is brute"))
                lines.append(f"    - {kind} {words}{''.join(label)} when {when}")
                if label and d.chance(50):
                    lines.append(f"    - waive {one.name}.stop_{one.name} when holder.rating > 3")
        return ["rule rulings:", "  modify:", *lines] if lines else []

    def rule(self, w: World, number: int) -> Lines:
        """A rule, with a holder or without."""
        d = self.d
        own: tuple[Name, ...] = ()
        lines = [f"rule rule_{number}:"]
        if d.chance(65):
            t = d.weighted([(5, PIECE), (3, PLAYER), (1, CARD)])
            plural = {"piece": "pieces", "card": "cards"}.get(t.name, "players")
            own = (Name("self", t),)
            where = f" where {self.condition(Scope(w, own, 0), 1)}" if d.chance(35) else ""
            lines.append(f"  for: self in {plural}{where}")
        return lines + indented(self.carried(w, own)) + indented(self.active(w, own, 10))

    def check(self, w: World, number: int) -> Lines:
        """State that may not stay: a flag that the check itself clears, or a number too great."""
        d = self.d
        t, plural, field = d.choice(
            ((PIECE, "pieces", "hp"), (PIECE, "pieces", "tag"), (PLAYER, "players", "points"), (CARD, "cards", "used"))
        )
        name = "c"
        least = d.integer(4, 9)
        event = f"settle_{number}"
        s = Scope(w, (Name(name, t),), 0)
        more = f" and {self.condition(replace_can(s), 1).at(3)}" if d.chance(30) else ""
        here = Here(0, asks=False, quiet=True, left=[1])
        body = [f"set c.{field} = {d.integer(0, 2)}", *self.told(s, here)[0]]
        if d.chance(25):
            body = [*self.told(s, here)[0], "remove c"] if t != PLAYER else body
        if d.chance(10):  # what holds from the beginning, and is written by nobody
            return [f"check check_{number}: {{for: c in {plural}, do: show_number({least})}}"]
        w.events.append(Event(event, ((name, t),), level=0, quiet=True))
        return [
            f"event {event}({t} c): |",
            *indented(body),
            f"check check_{number}:",
            f"  for: c in {plural} where c.{field} > {least}{more}",
            *([f"  do: {event}(c)"] if d.chance(70) else ["  do: |", f"    {event}(c)", f"    show_number(c.{field})"]),
        ]

    def judging(self, w: World, number: int) -> Lines:
        """What is sorted out at the end of some events, all of it together."""
        d = self.d
        t, plural = d.choice(((PIECE, "pieces"), (PIECE, "pieces"), (PLAYER, "players"), (CARD, "cards")))
        s = Scope(w, (Name("c", t),), 0)
        event = f"sort_{number}"
        made = Event(event, (("c", t),), level=0, quiet=True)
        body = self.block(s, Here(0, asks=False, quiet=True, event=made, left=[2]), 2)
        if made.overwrites:
            raise LookupError("what several runs of a batch would overwrite")
        w.events.append(made)
        occasions = [e.name for e in (*w.events, *w.classes) if e.level > 0]
        at = list(dict.fromkeys(d.choice(occasions) for _ in range(d.integer(1, 2))))
        named = at[0] if len(at) == 1 and d.chance(50) else f"[{', '.join(at)}]"
        calls = [f"{event}(c){self.guard(s)}"]
        if d.chance(30):
            calls = [f"if {self.condition(s, 1)}:", *indented(calls), *([f"{event}(c)"] if d.chance(30) else [])]
        return [
            f"event {event}({t} c): |",
            *indented(body),
            f"check judging_{number}:",
            f"  at: {named}",
            f"  for: c in {plural}" + (f" where {self.condition(s, 1)}" if d.chance(80) else ""),
            "  do: |",
            *indented(indented(calls)),
        ]

    def area(self, w: World, name: str) -> Lines:
        """An area, now and then with rules."""
        if not self.d.chance(35):
            return [f"area {name}: {{}}"]
        return [f"area {name}:", *indented(self.carried(w, ()))]

    def sheet(self, w: World, form: str, name: str) -> Lines:
        """A sheet of a piece, now and then with rules of its own; they know its parts by their names."""
        own = (Name("self", PIECE if form == "piece" else BRUTE), *(Name(part, BIT) for part in w.parts.get(name, ())))
        return sheet(self.d, w, form, name, indented(self.carried(w, own)) if self.d.chance(40) else [])

    def card(self, w: World, name: str) -> Lines:
        """A sheet of kind card with a text, perhaps a formula and rules."""
        d = self.d
        own = (Name("self", CARD),)
        effect, extra = (Scope(w, (*own, *(Name(n, t) for n, t in w.texts[text])), 99) for text in ("effect", "extra"))
        here = Here(3, writes=False, left=[3], performs=("extra",))  # so that no text performs itself
        lines = [f"card {name}:", f"  cost: {d.integer(0, 4)}"]
        lines += ["  effect: |", *indented(indented(self.block(effect, here, 2)))]
        if d.chance(30):
            lines += ["  extra: |", *indented(indented(self.block(extra, here.inner(left=[2], performs=()), 2)))]
        kept = w.attributes
        w.attributes = [a for a in kept if a.storage != "formula"]  # what they say cannot ask each other
        for a in (a for a in kept if a.storage == "formula" and d.chance(60)):
            given = tuple(Name(n, t) for n, t in a.params)
            lines.append(f"  {a.name}: {self.of(Scope(w, (*own, *given), 0), a.type, 2)}")
        w.attributes = kept
        if d.chance(60):
            lines += indented(self.carried(w, own))
        return lines


__all__ = ["SUM", "Callable", "Holders"]
