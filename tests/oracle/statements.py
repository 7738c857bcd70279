"""Statements (docs/language.md section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from tests.oracle import batches, boards, clocks, events, expressions, formations, quantities, questions, reactions
from tests.oracle.scope import Scope
from tests.oracle.things import Entity, Record, Status, Zone, self_of

from rulewright.check import model as m
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend

if TYPE_CHECKING:
    from tests.oracle.world import World


class Finish(Exception):
    """`finish`: leaves the text."""


class Stop(Exception):
    """`stop`: leaves the loop."""


class Impossible(Exception):
    """The text cannot go on."""


def run_text(w: World, block: n.Block, s: Scope, own: Record | None = None, subject: Entity | None = None) -> None:
    """A text to its end. `own` is the event whose text it is: if it cannot go on the event is impossible. `subject` is
    the first entity of that event: once it has left play the event ends as impossible."""
    has_parts = s.whole is not None and s.whole.sheet.parts
    for node in (x for one in block for x in descend(one)) if has_parts else ():
        if isinstance(node, n.Name) and isinstance(node.ref, m.Variable) and node.ref.role == "part":
            s.bound.setdefault(node.ref, s.look_up(w, node.ref))  # those that there are now, whatever becomes of them
    try:
        _Text(w, s, subject).block(block, last=True)
    except Finish:
        return
    except (Impossible, questions.Nothing):
        if own is not None and own.outcome == "running":
            own.outcome = "impossible"


class _Text:
    """A text that is being run."""

    def __init__(self, w: World, s: Scope, subject: Entity | None) -> None:
        self.w, self.s, self.subject = w, s, subject

    def value(self, e: n.Expr) -> Any:
        return expressions.evaluate(self.w, e, self.s)

    def kept(self, e: n.Expr) -> Any:
        return expressions.kept(self.w, e, self.s)

    def block(self, block: n.Block, *, last: bool) -> None:
        """Statements in order. Control comes back behind each, save the `last` of the text: nothing is left to do then.
        In a loop something always is."""
        for i, one in enumerate(block):
            final = last and i == len(block) - 1
            if one.guard is None or self.value(one.guard):
                self.statement(one, last=final)
            if not final and self.subject is not None and not self.subject.in_play:
                raise Impossible

    def statement(self, s: n.Statement, *, last: bool) -> None:
        """One statement."""
        w = self.w
        match s:
            case n.Do():
                self.call(s.call, s.despite)
            case n.Let():
                self.s.bound[s.ref] = self.right(s.value)
            case n.Set():
                self.set(s)
            case n.Give():
                self.give(s)
            case n.EndStatus():
                self.end_status(s.status)
            case n.Put() if isinstance(place := self.value(s.place), formations.Formation):
                formations.put(w, self.value(s.what), place)
            case n.Put():
                w.put(self.value(s.what), self.value(s.place), on_top=s.prep == "on top of")
            case n.Remove():
                w.remove(self.value(s.what))
            case n.CreateStatement():
                self.right(s.create)
            case n.Perform():
                self.perform(s)
            case n.Moment():
                self.moment(s)
            case n.Stop():
                raise Stop
            case n.Finish():
                raise Finish
            case n.Cancel():
                assert self.s.record is not None
                self.s.record.outcome = "cancelled"
                raise Finish
            case n.Conclude():
                run = w.innermost(s.ref)
                if run is not None:
                    raise events.Concluded(run)
            case n.If():
                self.branch(s, last=last)
            case n.ForEach():
                self.for_each(s)
            case n.Repeat():
                self.repeat(s)
            case n.Offer():
                record = questions.offer(w, s, self.s)
                if s.ref is not None:
                    self.s.bound[s.ref] = record
            case n.Together():
                batches.together(w, lambda: self.together(s))
            case _:
                raise AssertionError(type(s).__name__)

    # -- right of let and set --------------------------------------------------------------------------------------

    def right(self, value: n.Right) -> Any:
        """An expression, or what happens and what it gives."""
        w = self.w
        match value:
            case n.CallRight():
                return self.call(value.call, value.despite)
            case n.Call(ref=m.EventDef()):
                return self.call(value, ())
            case n.Roll():
                return questions.throw(w, value, self.s)
            case n.Choose():
                return questions.choose(w, value, self.s)
            case n.ChooseYesNo():
                return questions.choose_yes_or_no(w, value, self.s)
            case n.Create():
                owner = self.value(value.owner) if value.owner is not None else None
                location = self.value(value.place) if value.place is not None else None
                return w.create(w.sheets[self.value(value.sheet)], owner, location)
            case n.Given():
                return self.give(value.give)
            case n.Expr():
                return self.value(value)
        assert_never(value)

    def call(self, call: n.Call, despite: tuple[str, ...]) -> Record | None:
        """A call of an event, or of a builtin action."""
        if isinstance(call.ref, m.EventDef):
            args = [self.kept(arg) for arg in call.args]
            return events.call(self.w, call.ref, args, frozenset(despite))
        self.act(call)
        return None

    def act(self, call: n.Call) -> None:
        """A builtin action."""
        w, args = self.w, call.args
        match call.name:
            case "shuffle":
                what = self.value(args[0])
                if isinstance(what, Zone):
                    w.shuffle(what)
                else:
                    w.shuffle_places(what)
            case "reveal":
                players = self.value(args[1]) if len(args) > 1 else tuple(range(w.seats))
                for one in expressions.walked(w, args[0], self.s):
                    one.revealed |= set(players)
                    w.tell("reveal", one, players)
            case "swap_sheet":
                w.swap_sheet(self.value(args[0]), w.sheets[self.value(args[1])])
            case "reset":
                w.reset(self.value(args[0]))
            case "lay":
                w.lay(boards.of_map(w.pack, self.value(args[0])))
            case "set_out":
                w.set_out(self.value(args[0]))
            case "set_out_at":
                w.set_out_at(self.value(args[0]), self.value(args[1]), self.value(args[2]))
            case "lay_join":
                w.lay(boards.of_join(w.pack, self.value(args[0])))
            case "lay_joined":
                w.lay(boards.of_join(w.pack, self.value(args[2])))
            case _:
                raise AssertionError(call.name)

    # -- writing ---------------------------------------------------------------------------------------------------

    def set(self, s: n.Set) -> None:
        """A local, a field of the event at hand, an attribute, one entry of a T per K."""
        value = self.right(s.value)
        if isinstance(s.value, n.Expr) and expressions.is_number(s.value.type) and value is not None:
            value = expressions.limited(value)
        target = s.target
        while isinstance(target, n.Index):
            old, key = self.value(target.target), self.value(target.key)
            value, target = (*old[:key], value, *old[key + 1 :]), target.target
        self.write(target, value)

    def write(self, target: n.Expr, value: Any) -> None:
        if isinstance(target, n.Name):
            self.s.write(target.ref, value)
            return
        assert isinstance(target, n.Attr)
        of, one = self.value(target.target), target.ref
        if isinstance(one, m.Variable):
            of.fields[one.index] = value
        elif one.storage == "row":
            if of in self.w.statuses:
                of.fields[one] = value
        elif one.storage == "owner":
            of.made_for = value
        elif expressions.tag(target.target) == "player":
            self.w.seat_fields[of][one] = value
        elif expressions.tag(target.target) == "match":
            self.w.match_fields[one] = value
        else:
            of.fields[one] = value

    def give(self, s: n.Give) -> Status:
        status = s.status.ref
        assert isinstance(status, m.StatusDef)
        args = tuple(self.kept(arg) for arg in s.status.args)
        return clocks.give(self.w, status, self.value(s.to), args, s.until, self.s)

    def end_status(self, e: n.Expr) -> None:
        """`end slowed of x`: all instances; `end s`: that one."""
        if isinstance(e, n.Call) and isinstance(e.ref, m.StatusDef):
            holder = self.value(e.args[0])
            for one in [x for x in self.w.statuses if x.definition is e.ref and x.holder == holder]:
                clocks.end(self.w, one)
        else:
            clocks.end(self.w, self.value(e))

    def perform(self, s: n.Perform) -> None:
        """A text of its sheet, `self` being the entity."""
        of, given = self.value(s.text.target), [self.kept(arg) for arg in s.text.args or ()]
        text = of.sheet.texts.get(s.text.name)
        if text is not None:
            params = of.sheet.kind.text_params[s.text.name]
            bound = {**self_of(of.sheet.kind, of), **dict(zip(params, given, strict=True))}
            run_text(self.w, text, Scope(bound, whole=of))

    def moment(self, s: n.Moment) -> None:
        """Reactions answer here; then the named conditions are tested again."""
        record = self.s.record
        assert record is not None
        reactions.phase(self.w, record, "at", s.name)
        if not all(quantities.condition(self.w, record, name) for name in s.needs):
            raise Impossible

    # -- control ---------------------------------------------------------------------------------------------------

    def branch(self, s: n.If, *, last: bool) -> None:
        for one in s.branches:
            if self.value(one.condition):
                self.block(one.body, last=last)
                return
        self.block(s.otherwise, last=last)

    def for_each(self, s: n.ForEach) -> None:
        """Over the set as it is at the beginning; `where` is tested again for each, and what left play is skipped."""
        left = list(expressions.walked(self.w, s.binding.source, self.s))
        try:
            while left:
                if s.chosen_by is None:
                    one = left.pop(0)
                    if not self.is_walked(s, one):
                        continue
                else:
                    left = [x for x in left if self.is_walked(s, x)]
                    if not left:
                        return
                    player = self.value(s.chosen_by)
                    one = questions.ask(self.w, questions.Decision(player, "next", s, tuple(left)))
                    left.remove(one)
                self.w.spend()
                self.s.bound[s.binding.ref] = one
                self.block(s.body, last=False)
        except Stop:
            return

    def is_walked(self, s: n.ForEach, one: Any) -> bool:
        """Whether the next round is for it. Statuses that are over are skipped too; a loop over what was removed
        skips nobody."""
        if isinstance(one, Entity) and not one.in_play and not _names_removed(s.binding.source):
            return False
        if expressions.tag_of_items(s.binding.source) == "status" and one not in self.w.statuses:
            return False
        self.s.bound[s.binding.ref] = one
        return s.where is None or bool(self.value(s.where))

    def repeat(self, s: n.Repeat) -> None:
        """The number is read once, `while` before every round."""
        try:
            for _ in range(self.value(s.limit)):
                self.w.spend()
                if s.condition is not None and not self.value(s.condition):
                    return
                self.block(s.body, last=False)
        except Stop:
            return

    def together(self, s: n.Together) -> None:
        """The statements of a batch: calls are only noted, so nothing has left play behind them."""
        subject, self.subject = self.subject, None
        try:
            self.block(s.body, last=False)
        finally:
            self.subject = subject


def _names_removed(e: n.Expr) -> bool:
    """Does a set mention `removed(..)`?"""
    from rulewright.effects.walk import descend

    return any(isinstance(x, n.Call) and x.name == "removed" for x in descend(e))
