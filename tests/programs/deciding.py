"""Random statements that ask somebody or roll, and those about statuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.programs.expressions import Expressions
from tests.programs.scope import SUM, Name, Scope
from tests.programs.world import PIECE, Event, Status

from rulewright.check.types import NUMBER, PLAYER, YES_NO, Type, list_of, maybe, set_of

if TYPE_CHECKING:
    from tests.programs.statements import Here, Lines, Made


class Deciding(Expressions):
    """The part of the statements that ends in somebody's answer, a die, or a status."""

    def call(self, s: Scope, here: Here, despite: int = 15) -> tuple[str, Event]:
        """A call of an event."""
        raise NotImplementedError

    def guard(self, s: Scope, percent: int = 15) -> str:
        """` if C`, or nothing."""
        raise NotImplementedError

    def block(self, s: Scope, here: Here, most: int = 4) -> Lines:
        """Some statements."""
        raise NotImplementedError

    def by(self, s: Scope) -> str:
        """Who is asked."""
        return f" by {self.one(s, PLAYER, 1).at(SUM)}"

    # -- what is running ---------------------------------------------------------------------------------------------

    def running(self, s: Scope, here: Here) -> Made:
        """The innermost run of an event, and what it is about."""
        d = self.d
        e = d.choice([*s.world.classes, *(e for e in s.world.events if not e.quiet)])
        name, whose = self.fresh("r"), self.fresh("v")
        field, t = d.choice(e.params)
        lines = [f"let {name} = inside({e.name})", f"if {name} is not none:", f"  let {whose} = {name}.{field}"]
        inner = s.plus(Name(whose, t), Name(name, Type("record", e.name)))
        lines += [f"  {line}" for line in self.block(inner, here.inner(), 2)]
        return lines, s

    # -- chance ------------------------------------------------------------------------------------------------------

    def rolled(self, s: Scope, here: Here) -> Made:
        """`let x = roll ..`."""
        d = self.d
        name, by = self.fresh("e"), self.by(s) if d.chance(30) else ""
        secret = " in secret" if d.chance(15) else ""
        if d.chance(30):
            t, members = self.walked(s, 2)
            # `roll one of` wants a set
            if members.words.startswith(("contents(", "seats_from(", "sorted(")) or ".past" in members.words:
                t, members = PIECE, self.set_of(s, PIECE, 1)
            return [f"let {name} = roll one of {members.at(8)}{by}{secret}"], s.plus(Name(name, maybe(t)))
        die = d.choice(sorted(s.world.dice))
        t = s.world.dice[die]
        if d.chance(25):
            times = f" times {d.integer(2, 3)}"
            return [f"let {name} = roll {die}{times}{by}{secret}"], s.plus(Name(name, list_of(t)))
        return [f"let {name} = roll {die}{by}{secret}"], s.plus(Name(name, t, settable=not secret))

    # -- choices -----------------------------------------------------------------------------------------------------

    def chosen(self, s: Scope, here: Here) -> Made:
        """`let x = choose ..`."""
        d = self.d
        here.asked[0] = True
        name, by = self.fresh("g"), self.by(s)
        secret = " in secret" if d.chance(15) else ""
        way = d.weighted([(3, "one"), (4, "one or none"), (2, "some"), (1, "each"), (2, "yes or no")])
        if way == "yes or no":
            return [f"let {name} = choose yes or no{by}{secret}"], s.plus(Name(name, YES_NO))
        t, members = self.walked(s, 2)
        bound = s.fresh(self.letter(t))
        inner = s.within(Name(bound, t))
        where = self.where(inner, 3, 50)
        limit = self.how_many(s) if way == "some" else ""
        made = {"one": t, "one or none": maybe(t), "some": set_of(t), "each": list_of(t)}[way]
        if way == "each" and (t == s.world.place or t.tag in ("number", "edge")):
            way, made = "one or none", maybe(t)
        always = " always" if d.chance(12) else ""
        words = f"let {name} = choose {way} {bound} in {members.at(SUM)}{where}{limit}{by}{always}{secret}"
        return [words], s.plus(Name(name, made))

    def how_many(self, s: Scope) -> str:
        """How many may be chosen, or have to be."""
        d = self.d
        number = str(d.integer(0, 2)) if d.chance(75) else self.number(s, 1).at(SUM)
        way = d.weighted([(3, "up to"), (2, "exactly"), (2, "at least"), (2, "between")])
        if way == "between":
            return f" at least {d.integer(0, 2)} up to {d.integer(2, 3)}"
        return f" {way} {number if way != 'up to' else d.integer(1, 2)}"

    def offered(self, s: Scope, here: Here) -> Made:
        """`offer p or pass as x:` with lines of calls."""
        d = self.d
        here.asked[0] = True
        name = self.fresh("f")
        head = f"offer {self.one(s, PLAYER, 1).at(SUM)}"
        lines = []
        for _ in range(d.integer(1, 3)):
            bound, where, inner = "", "", s
            if d.chance(50):
                bound, inner = self.binding(s, 1, d.choice((PIECE, PLAYER)))
                if d.chance(20):
                    second, inner = self.binding(inner, 1, d.choice((PIECE, PLAYER)))
                    bound += f", {second}"
                bound, where = f" for {bound}", self.where(inner, 2, 50)
            words, _ = self.call(inner, here)
            lines.append(f"  {words}{bound}{where}")
        always = " always" if d.chance(12) else ""
        if d.chance(75):
            passes = f" if {self.condition(s, 2)}" if d.chance(25) else ""
            head += f" or pass{passes}{always} as {name}:"
            lines.append(f"show_yes({name} is none)")
        else:
            head += f"{always}:"
        return [head, *dict.fromkeys(lines)], s

    # -- statuses ----------------------------------------------------------------------------------------------------

    def holder_of(self, s: Scope, status: Status) -> str:
        """Who gets or has a status."""
        of = self.holder(s, PIECE if status.of == "" else self.bearer(status.of), 1)
        if of is None:
            raise LookupError("nobody to have a status")
        return of.at(SUM)

    def status_of(self, s: Scope) -> Status:
        """A status that somebody in scope can have."""
        if not s.world.statuses:
            raise LookupError("no status")
        return self.d.choice(s.world.statuses)

    def given(self, s: Scope, here: Here) -> Made:
        """`give S(..) to x until ..`."""
        d, status = self.d, self.status_of(s)
        arguments = self.arguments(s, status.params, 2)
        words = status.name + (f"({', '.join(arguments)})" if arguments else "")
        holder = self.holder_of(s, status)
        clock = f" until {self.clock(s, here, status)}" if d.chance(65) else ""
        if d.chance(30):
            name = self.fresh("z")
            made = [Name(name, Type("status", status.name))]
            made += [Name(f"{name}.{status.state}", NUMBER)] if status.state else []
            return [f"let {name} = give {words} to {holder}{clock}"], s.plus(*made)
        return [f"give {words} to {holder}{clock}{'' if 'while ' in clock else self.guard(s)}"], s

    def clock(self, s: Scope, here: Here, status: Status) -> str:
        """One or several points in time."""
        points = [self.point(s, here, status) for _ in range(2 if self.d.chance(15) else 1)]
        return ", or ".join(dict.fromkeys(points))

    def point(self, s: Scope, here: Here, status: Status) -> str:
        """`end of this E where C`, `end of next E`, `start of next E`, `while C`."""
        d, w = self.d, s.world
        of = self.bearer(status.of)
        inner = Scope(w, (Name("self", of), *(Name(n, t) for n, t in status.params)), 0)
        if d.chance(20):
            captured = tuple(Name(n.words, n.type) for n in s.names if "." not in n.words and n.words != "self")
            return f"while {self.condition(inner.plus(*captured), 2)}"
        if d.chance(45) and here.event is not None:
            e: Event = here.event
            if e.classes and d.chance(30):
                return f"end of this {d.choice(e.classes)}"
            return f"end of this {e.name}"
        events = [e for e in (*w.events, *w.classes) if e.level < 3]
        e = d.choice(events)
        fields = tuple(Name(n, t) for n, t in e.fields)
        taken = {n.words for n in fields} | {n.words for n in inner.names}
        captured = tuple(Name(n.words, n.type) for n in s.names if "." not in n.words and n.words not in taken)
        where = f" where {self.condition(inner.plus(*captured, *fields), 2)}" if d.chance(50) else ""
        return f"{d.choice(('end', 'end', 'start'))} of next {e.name}{where}"

    def ended(self, s: Scope, here: Here) -> Made:
        """`end S of x`, or one instance."""
        d = self.d
        status = self.status_of(s)
        known = [n for n in s.names if n.type.tag == "status"]
        if known and d.chance(40):
            return [f"end {d.choice(known).words}{self.guard(s)}"], s
        if d.chance(60):
            return [f"end {status.name} of {self.holder_of(s, status)}{self.guard(s)}"], s
        name = self.fresh("z")
        holder = self.holder_of(s, status)
        body = [f"  end {name}", *(["  stop"] if d.chance(50) else [])]
        return [f"for each {name} in statuses({holder}):", *body], s

    def performed(self, s: Scope, here: Here) -> Made:
        """`perform k.effect`: the text of a card, with what it is given."""
        cards = list(s.of_type(Type("entity", "card")))
        if not cards or here.level < 3 or not here.asks or (here.event is None and "effect" in here.performs):
            raise LookupError("no card")
        name = self.d.choice(here.performs)
        params = s.world.texts[name]
        given = f"({', '.join(self.arguments(s, params, 2))})" if params else ""
        here.asked[0] = True
        return [f"perform {self.d.choice(cards).words}.{name}{given}{self.guard(s)}"], s


__all__ = ["NUMBER", "Deciding"]
