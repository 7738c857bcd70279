"""Reads blocks: types the expressions of every statement, finds its names and checks that it is allowed there.

Separate from the expressions because only here is it known what is true after a statement, and which statements are
reachable.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import get_args

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.acts import act
from rulewright.check.assign import OWN, Place, read_target, whose
from rulewright.check.builtin_calls import builtin_call
from rulewright.check.builtins import BUILTINS
from rulewright.check.calls import event_call, infer_call
from rulewright.check.does import asks
from rulewright.check.facts import Facts, either_way, narrowed, when_false, when_true, without
from rulewright.check.openness import instead, is_fleeting, is_open
from rulewright.check.quantifiers import bind, bound, source_item
from rulewright.check.right_sides import happens, read_right, settle
from rulewright.check.subtyping import a
from rulewright.check.text import Text
from rulewright.check.types import Type
from rulewright.check.walk import walk
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects import variants

_DECLARES = re.compile(r"\blet (\w+)|\bas (\w+)\s*+:?\s*+\Z|\A\s*(\w+)\s*=(?!=)")
_WORD = re.compile(r"\w+")

# Nested loops are tried repeatedly: beyond this number, less is known instead of spending more time.
_MOST_TRIES = 60

_ACTS: tuple[type[n.Node], ...] = get_args(variants.Act)
# Statements that are not allowed in `together`; a moment is refused there, as everywhere except in a `do`.
_NO_CALLS = (*(one for one in _ACTS if one is not n.Moment), n.Set, n.Create, n.Finish, n.Cancel)
# After these anything may have changed.
_EVERYTHING = (*_ACTS, n.Do, n.CallRight, n.Create, n.Offer)


class Blocks:
    """The blocks of one text. `place` says whose it is, `event` is the current event (that of its own `do`, or of the
    reaction's trigger)."""

    def __init__(self, text: Text, place: Place, event: m.EventDef | m.ClassDef | None = None) -> None:
        self.text = text
        self.place: Place = place
        self.event = event
        self.loops = 0
        self.tries = 0
        # The facts at each `stop` of the innermost loop.
        self.stops: list[Facts] = []

    def block(self, block: n.Block) -> tuple[n.Block, bool]:
        """The block with everything typed, and whether it always leaves (so that nothing after it is reached). Locals
        of the block are forgotten after it; facts stay."""
        names = dict(self.text.names)
        left = reported = False
        done: list[n.Statement] = []
        for statement in block:
            if left and not reported:
                reported = True
                self._never(statement, done[-1])
            left = self._statement(statement) or left
            done.append(statement)
        self.text.names = names
        return tuple(done), left

    def _never(self, node: n.Statement, before: n.Statement) -> None:
        if isinstance(before, n.Remove):
            assert isinstance(self.event, m.EventDef)
            self.text.error("RW480", node.span, f"unreachable: {self.event.title} ends when "
                            f"'{self.event.params[0].id}' leaves play", "move this line before the `remove`",
                            [(before.span, "removed here")])
        else:
            self.text.error("RW465", node.span, "this is never reached",
                            "remove it, or the line before it that leaves the block or the loop")

    def _statement(self, node: n.Statement) -> bool:
        """One statement with its guard; True if what follows is never reached."""
        text = self.text
        if node.guard is None:
            return self._dispatch(node)
        node.guard = text.condition(node.guard)
        before = text.facts
        text.learn(when_true(node.guard))
        left = self._dispatch(node)
        then = None if left else text.facts
        text.facts = before
        text.learn(when_false(node.guard))
        text.facts = self._common(([then] if then is not None else []) + [text.facts])
        return False

    def _dispatch(self, node: n.Statement) -> bool:
        node = variants.statement(node)
        match node:
            case n.Do():
                self._do(node)
            case n.Let():
                self._let(node)
            case n.Set():
                self._set(node)
            case n.If():
                return self._if(node)
            case n.ForEach():
                self._for_each(node)
            case n.Repeat():
                self._repeat(node)
            case n.Together():
                self._together(node)
            case n.Offer():
                self._offer(node)
            case n.Finish():
                return True
            case n.Stop():
                if not self.loops:
                    self.text.error("RW521", node.span, "`stop` leaves a loop, but there is none here",
                                    "write `finish` to leave the block")
                self.stops.append(self.text.facts)
                return True
            case n.Cancel():
                if self.place != "before":
                    self.text.error("RW522", node.span, "`cancel` is only allowed in `before` reactions",
                                    "react `before` the event: afterwards it is already running")
                return True
            case n.BrokenStatement():
                self._broken(node)
            case _:
                act(self.text, node, self.place, self.event)
        if isinstance(node, _EVERYTHING):
            self.text.changed(anything=True)
        return isinstance(node, n.Remove) and self._is_subject(node.what)

    def _is_subject(self, what: n.Expr) -> bool:
        """Whether it is what the current event happens to, without which its block ends."""
        if self.place != "do" or not isinstance(self.event, m.EventDef) or not self.event.params:
            return False
        first = self.event.params[0]
        return first.type.tag == "entity" and isinstance(what, n.Name) and what.ref is first

    def _broken(self, node: n.BrokenStatement) -> None:
        """A line that could not be read is one error: what it may have declared is of any type, and what it mentions
        may have been tested."""
        text, words = self.text, node.span.text
        for found in _DECLARES.finditer(words):
            name = found[1] or found[2] or found[3]
            if name not in text.names:
                variable = text.local(name, t.UNKNOWN, node.span)
                text.lets.add(variable)
                text.declare(variable)
        for name in set(_WORD.findall(words)).intersection(text.names):
            if text.names[name].type.tag == "maybe":
                text.learn(narrowed(n.Name(node.span, name), t.some(text.names[name].type)))

    def _common(self, ends: list[Facts]) -> Facts:
        """The facts that are known whichever way led here."""
        if not ends:
            return {}
        known = ends[0]
        for other in ends[1:]:
            known = dict(either_way(known, other))
        return self.text.meant(known)

    # -- what happens ----------------------------------------------------------------------------------------------

    def _do(self, node: n.Do) -> None:
        text, call, world = self.text, node.call, self.text.world
        found = world.scope.called(call.name)
        if isinstance(found, m.BuiltinDef) and not found.pure:
            # An action of the table: the same as in an expression, except that it is allowed here.
            builtin_call(text, call, found)
            if BUILTINS[found.id].does.resets and self.place not in OWN:
                text.error("RW520", node.span,
                           f"{whose(self.place)} cannot {found.id} a thing; only an event can",
                           "move this line to an event and call the event here")
            if node.despite:
                text.error("RW453", node.span, f"nothing can refuse '{call.name}'", "remove `despite`")
            return
        if found is not None and not isinstance(found, m.EventDef):
            infer_call(text, call, None)
            text.error("RW514", node.span, f"the result of '{call.name}' is not used",
                       f"store it: `let x = {node.span.text}`" if call.style == "call" else None)
        elif found is None and call.name in world.pack.statuses:
            text.error("RW514", node.span, f"'{call.name}' is a status",
                       f"write `give {call.name}(..) to x`, or `end {call.name} of x`")
        else:
            event_call(text, call, node.despite, node.span)

    # -- locals and fields -----------------------------------------------------------------------------------------

    def _let(self, node: n.Let) -> None:
        text = self.text
        node.value, type_ = read_right(text, node.value, None)
        if happens(node.value):
            text.changed(anything=True)
        if type_.tag in ("none", "nothing"):
            text.error("RW516", node.value.span, f"the value of '{node.name}' cannot be distinguished from `none`",
                       "declare it after `gives` of an event, as `T or none`")
            type_ = t.UNKNOWN
        elif is_fleeting(type_):
            text.error("RW549", node.value.span, f"'{node.name}' cannot hold {a(type_)}: it is no part of a match",
                       instead(type_))
            type_ = t.UNKNOWN
        known = text.names.get(node.name)
        if not text.is_word(node.name, node.span) and known is not None:
            related = [(known.span, "declared here")] if known.span is not None else []
            text.error("RW454", node.span, f"'{node.name}' is already in use",
                       f"write `set {node.name} = ..` to change it" if known in text.lets else
                       "choose another name", related)
        node.ref = text.local(node.name, type_, node.span)
        text.world.origins[node.ref] = node.value
        text.lets.add(node.ref)
        text.declare(node.ref)

    def _set(self, node: n.Set) -> None:
        text = self.text
        node.target = read_target(text, node.target, self.place, self.event)
        want: Type = node.target.type
        right, actual = read_right(text, node.value, want if want.tag != "unknown" else None)
        node.value = settle(text, right, actual, want, node.target)
        if happens(node.value):
            text.changed(anything=True)
        if isinstance(node.target, n.Name):
            text.changed({node.target.name})
        else:
            text.changed(anything=True)
        if want.tag == "maybe" and actual.tag not in ("maybe", "none"):
            text.learn(narrowed(node.target, t.some(want)))

    # -- nested blocks ---------------------------------------------------------------------------------------------

    def _if(self, node: n.If) -> bool:
        text = self.text
        ends: list[Facts] = []
        for branch in node.branches:
            branch.condition = text.wanted(branch.condition, t.YES_NO, "as a condition")
            before = text.facts
            text.learn(when_true(branch.condition))
            branch.body, left = self.block(branch.body)
            if not left:
                ends.append(text.facts)
            text.facts = before
            text.learn(when_false(branch.condition))
        node.otherwise, left = self.block(node.otherwise)
        if not left:
            ends.append(text.facts)
        text.facts = self._common(ends)
        return not ends

    def _for_each(self, node: n.ForEach) -> None:
        text = self.text
        if node.chosen_by is not None:
            node.chosen_by = text.wanted(node.chosen_by, t.PLAYER, "after `chosen by`")
        names = dict(text.names)
        node.binding.source = text.expr(node.binding.source)
        item = source_item(text, node.binding.source)

        def once() -> None:
            bound(text, node.binding, item)
            node.where = text.condition(node.where)
            text.learn(when_true(node.where))
            node.body, _ = self.block(node.body)
            text.names = dict(names)

        self._loop(node.body, once)

    def _repeat(self, node: n.Repeat) -> None:
        text = self.text
        node.limit = text.wanted(node.limit, t.NUMBER, "after `up to`")

        def once() -> None:
            node.condition = text.condition(node.condition)
            text.learn(when_true(node.condition))
            node.body, _ = self.block(node.body)

        self._loop(node.body, once)

    def _loop(self, body: n.Block, once: Callable[[], None]) -> None:
        """Read a loop: `once` reads its head and body. A fact that the body may change is known at the head of the
        second round only if it is known at the end of the body too: this is first tried without reporting."""
        text, world = self.text, self.text.world
        changed = {one.target.name for one in walk(body) if isinstance(one, n.Set) and isinstance(one.target, n.Name)}
        happens_in = any(isinstance(one, _EVERYTHING)
                         or (isinstance(one, (n.Set, n.Let)) and _may_happen(text, one)) for one in walk(body))
        sure = without(text.facts, changed, volatile=happens_in)
        hoped = {k: fact for k, fact in without(text.facts, frozenset(), volatile=happens_in).items() if k not in sure}
        outside, self.stops = self.stops, []
        self.loops += 1
        if self.tries >= _MOST_TRIES:
            hoped = {}
        while hoped:
            self.tries += 1
            names, out, number, missed = dict(text.names), world.out, text.locals, text.missed
            world.out, text.facts = Diagnostics(), {**sure, **hoped}
            once()
            kept = {k: fact for k, fact in hoped.items() if text.facts.get(k) == fact}
            text.names, world.out, text.locals, text.missed = names, out, number, missed
            self.stops = []
            if len(kept) == len(hoped):
                break
            hoped = kept
        text.facts = head = {**sure, **hoped}
        once()
        self.loops -= 1
        text.facts = self._common([head, *self.stops])
        self.stops = outside

    def _together(self, node: n.Together) -> None:
        owner = self.text.owner
        timed = isinstance(owner, m.CheckDef) and node in owner.body
        inside = "in a check with `at`" if timed else "inside `together`"
        for one in walk(node.body):
            if asks(one) or isinstance(one, (n.Roll, n.Moment)):
                self.text.error("RW524", one.span, f"no decision is possible {inside}: its calls are one batch",
                                "decide before it, and call inside it")
            elif isinstance(one, _NO_CALLS) or (isinstance(one, n.Do) and one.call.name in BUILTINS):
                self.text.error("RW524", one.span, f"{inside} only calls of events are allowed",
                                "move this line to an event and call the event here")
        node.body, _ = self.block(node.body)

    def _offer(self, node: n.Offer) -> None:
        text = self.text
        node.player = text.wanted(node.player, t.PLAYER, "after `offer`")
        node.pass_if = text.condition(node.pass_if)
        record: Type | None = t.UNKNOWN
        for line in node.lines:
            mark = text.mark()
            for binding in line.bindings:
                last = binding is line.bindings[-1]
                bind(text, binding, looked_for=last, remedy=None if last else _put_last(line, binding))
            line.where = text.condition(line.where)
            text.learn(when_true(line.where))
            event = event_call(text, line.call, line.despite, line.span)
            if event is not None and record is not None:
                record = text.world.fitting.join(record, t.record(event.id))
            self._place_given(line)
            text.back(mark)
        if node.name is None:
            return
        known = text.names.get(node.name)
        if not text.is_word(node.name, node.span) and known is not None:
            related = [(known.span, "declared here")] if known.span is not None else []
            text.error("RW454", node.span, f"'{node.name}' is already in use", "choose another name", related)
        node.ref = text.local(node.name, t.maybe(record or t.record("")), node.span)
        text.declare(node.ref)


    def _place_given(self, line: n.OfferLine) -> None:
        """The player who answers an open line names a place: the call must be passed it unchanged, exactly once."""
        last = line.bindings[-1] if line.bindings else None
        if last is None or not is_open(last.source.type):
            return
        given = [arg for arg in line.call.args if isinstance(arg, n.Name) and arg.ref is last.ref]
        others = [arg for arg in line.call.args if not any(arg is one for one in given)]
        if len(given) != 1 or any(isinstance(one, n.Name) and one.ref is last.ref for one in walk(tuple(others))):
            self.text.error("RW548", last.span, f"'{last.name}' is one of many places that cannot be listed, and "
                            f"'{line.call.name}' is not passed it unchanged, exactly once",
                            f"pass it to the call: `{line.call.name}(.., {last.name})`")


def _put_last(line: n.OfferLine, binding: n.Binding) -> str:
    """The hint for a set of an offered call that must come after the others if it cannot be listed."""
    others = [one for one in line.bindings if one is not binding]
    words = [f"{one.name} in {one.source.span.words}" for one in (*others, binding)]
    return f"write it last, where the player names one of it: `for {', '.join(words)}`"


def _may_happen(text: Text, node: n.Set | n.Let) -> bool:
    """Whether the right side calls an event, or the left changes a field. The tree may not have its meanings yet."""
    if isinstance(node, n.Set) and not isinstance(node.target, n.Name):
        return True
    value = node.value
    return isinstance(value, n.Call) and value.name in text.world.pack.events
