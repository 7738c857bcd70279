"""Follows the blocks of one text: which secrets decide whether a statement is reached, and which locals hold secrets.

Every player sees what a text writes to fields, passes to events (numbers, not things) or returns as results; its locals
are not seen. So a question or call that depends on a secret may reveal it, and an explanation must not read such a
local. The analysis covers every kind of statement: a new one is a type error here.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from rulewright.check import model as m
from rulewright.check.builtins import does_of, row_of
from rulewright.check.reached import Deed, Here, Level, Step, Target
from rulewright.check.secrecy import SECRET, Hidden, Secrecy, is_counted, is_zone, zone_in
from rulewright.check.telling import SILENCE, Tell, Telling, Tells
from rulewright.check.types import Type, some
from rulewright.check.ways_out import STAYS, WaysOut
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import written_of
from rulewright.source import Span


class Way(WaysOut):
    """The analysis of one text. `refusals`: events that a secret may prevent although nothing refuses them; `event`:
    the event that the text belongs to; `start`: what decides whether the text runs; `hidden`: what it is passed."""

    def __init__(
        self, secrecy: Secrecy, telling: Telling, refusals: Mapping[m.EventDef, str], event: m.EventDef | None,
        start: Level | None, hidden: Hidden,
    ) -> None:  # fmt: skip
        super().__init__(secrecy, telling, refusals, event, hidden)
        self.given = frozenset(hidden.told)
        self.steps: list[Step] = []
        self.deeds: list[Deed] = []
        self.fails = False  # whether a secret decides that the event of the text ends as impossible
        self.given_under: list[tuple[m.StatusDef, tuple[Level, ...]]] = []  # what decides about giving
        self._event = event
        self._start = () if start is None else (start,)
        self._declared: dict[object, int] = {}  # how much decides about the declaration of a local

    def follow(self, block: n.Block) -> None:
        """Follows the text until nothing new is found: an iteration of a loop sees what the previous one found further
        down."""
        before = -1
        while len(self.hidden.told) != before:
            before = len(self.hidden.told)
            self.steps, self.deeds, self.given_under = [], [], []
            self._block(block, Here(self._start))

    # -- reached statements --------------------------------------------------------------------------------------------

    def _block(self, statements: n.Block, around: Here) -> None:
        before = self.opened
        levels, beside = around.levels, around.beside
        for one, behind in zip(statements, self.telling.behind(statements), strict=True):
            leaves = self.leaves(one)
            sure = self.telling.sure_of(one) if one.guard is None else SILENCE
            rest = SILENCE if _holds_others(one) and leaves != STAYS else behind
            # Everything before a reached statement reveals it, and everything that certainly follows.
            here = Here(_told_too(levels, rest), beside | sure | rest, rest)
            guard = self.tells(one.guard)
            if guard is not None:
                decides = Level(guard, _span(one.guard), self.telling.sure_of(one), trees=_given(one.guard))
                here = here._replace(levels=(*here.levels, decides))
            self._statement(variants.statement(one), here)
            levels = _told_too(levels, sure)
            beside |= sure
            left = leaves.loop or leaves.text
            if left:
                trees = _given(one.guard) if does_of(one).leaves else ()
                levels = (*levels, Level(left, one.span, behind=True, trees=trees))
            self.opened |= self.telling.opens(one)
        self.opened = before

    def _statement(self, s: variants.Statement, here: Here) -> None:
        match s:
            case n.Let():
                self._right(s.value, here)
                self._declared[s.ref] = len(_deciding(here))
                self._write(s.ref, s.value, None)  # if it is not reached, it has no name
            case n.Set():
                self._right(s.value, here)
                target = written_of(s.target)
                if isinstance(target, n.Name):
                    deciding = _deciding(here)[self._declared.get(target.ref, 0) :]
                    self._write(target.ref, s.value, deciding[0].secret if deciding else None)
            case n.If():
                self._if(s, here)
            case n.ForEach():
                secret = self._bind(s.binding) or self.tells(s.where, s.chosen_by)
                if s.chosen_by is not None:
                    self._add(s, None, here)
                self._loop(s, secret, s.span, here)
            case n.Repeat():
                self._loop(s, self.tells(s.limit, s.condition), s.limit.span, here)
            case n.Together():
                self._block(s.body, here)
            case n.Offer():
                self._add(s, None, here)
                for line in s.lines:
                    self._call(line, line.call, line.despite, here, offered=True)
            case n.Do():
                self._call(s, s.call, s.despite, here)
            case n.Perform():
                secret = self.tells(s.text.target)
                more = () if secret is None else (Level(secret, s.text.target.span, trees=(s.text.target,)),)
                told = [(i, self.tells(arg)) for i, arg in enumerate(s.text.args or ())]
                handed = tuple((i, words) for i, words in told if words is not None)
                self._add(s, s.text.name, here.under(*more), handed=handed)
            case n.EndStatus():
                for status in self._ended(s):
                    self._add(s, status, here)
            case n.Give():
                if isinstance(s.status.ref, m.StatusDef):
                    self.given_under.append((s.status.ref, here.levels))
            case n.Moment():
                if self._event is not None:
                    self._add(s, (self._event, s.name), here)
                needed = [self.legal.get(name) for name in s.needs]
                self.fails = self.fails or bool(needed and (here.levels or self.tells(*needed)))
            case n.Put():
                self._deed(s, _owner_of_zone(s.place), here)
            case n.Remove():
                self._deed(s, n.Attr(s.span, s.what, "owner"), here)
                for status in self._lost():
                    self._add(s, status, here)
            case n.BrokenStatement() | n.CreateStatement():
                pass  # asks no player and calls nothing
            case n.Stop() | n.Finish() | n.Cancel() | n.Conclude():
                pass
            case _:
                assert_never(s)

    def _if(self, s: n.If, here: Here) -> None:
        bodies = [*(branch.body for branch in s.branches), s.otherwise]
        secret: str | None = None
        span: Span | None = None
        for i, body in enumerate(bodies):
            if i < len(s.branches) and secret is None:
                secret, span = self.tells(s.branches[i].condition), s.branches[i].condition.span
            if secret is None:
                self._block(body, here)
            else:
                others = [self.telling.perhaps(other) for other in bodies if other is not body]
                elsewhere = frozenset[Tell]().union(*others)
                trees = tuple(branch.condition for branch in s.branches[: i + 1])
                self._block(body, here.under(Level(secret, span, elsewhere=elsewhere, trees=trees)))

    def _loop(self, loop: n.ForEach | n.Repeat, secret: str | None, span: Span, here: Here) -> None:
        """`secret`: what decides how often the loop iterates, except statements that may leave it."""
        left = self._leaves_all(loop.body).loop
        trees: tuple[n.Node, ...] = ()
        if not left:
            trees = (*_given(loop.limit), *_given(loop.condition)) if isinstance(loop, n.Repeat) else (loop,)
        secret = secret or left
        self._block(loop.body, here.under(Level(secret, span, trees=trees)) if secret else here)

    def _right(self, right: n.Right, here: Here) -> None:
        value = variants.right(right)
        match value:
            case n.CallRight():
                self._call(value, value.call, value.despite, here)
            case n.Call():
                self._call(value, value, (), here)
            case n.Choose() | n.ChooseYesNo():
                self._add(value, None, here)
            case n.Roll():
                if value.secret:
                    self._deed(value, value.by, here)
            case n.Given():
                if isinstance(value.give.status.ref, m.StatusDef):
                    self.given_under.append((value.give.status.ref, here.levels))
            case n.Create() | n.Expr():
                pass  # asks no player
            case _:
                assert_never(value)

    def _call(self, node: n.Node, call: n.Call, despite: tuple[str, ...], here: Here, *, offered: bool = False) -> None:
        """A call. What is offered is legal, and every player learns the choice and its arguments."""
        event, does = call.ref, row_of(call).does
        if does.unseen and call.args:
            first = call.args[0]
            whose = _owner_of_zone(first) if does.unseen == "zone" else n.Attr(first.span, first, "owner")
            self._deed(call, whose, here)
        if does.ends:
            for status in self._lost():
                self._add(node, status, here)
        if not isinstance(event, m.EventDef):
            return
        if offered:
            self._add(node, event, here)
            return
        handed = [(i, told) for i, (arg, param) in enumerate(zip(call.args, event.params, strict=False))
                  if _holds_things(param.type) and (told := self.tells(arg)) is not None]
        self._add(node, event, here, self.refused(event, call, despite), tuple(handed))

    def _add(self, node: n.Node, target: Target, here: Here, refused: str | None = None,
             handed: tuple[tuple[int, str], ...] = ()) -> None:
        self.steps.append(Step(node, target, here, self.known(), refused, handed))

    def _deed(self, node: n.Node, whose: n.Expr | None, here: Here) -> None:
        self.deeds.append(Deed(node, whose, here, self.known()))

    def _lost(self) -> list[m.StatusDef]:
        """The statuses that may end with what is removed or reset, if they do something then."""
        return [one for one in self.secrecy.pack.statuses.values() if one.ends and one.holder is not None
                and one.holder.self_var is not None and some(one.holder.self_var.type).tag == "entity"]

    def _ended(self, s: n.EndStatus) -> list[m.StatusDef]:
        """The statuses that may end, if they do something then."""
        named = s.status.ref if isinstance(s.status, n.Call) else None
        found = [named] if isinstance(named, m.StatusDef) else list(self.secrecy.pack.statuses.values())
        return [one for one in found if one.ends]

    # -- values of locals ----------------------------------------------------------------------------------------------

    def _write(self, variable: object, value: n.Right, unsure: str | None) -> None:
        """Records an assignment to a local: what it holds afterwards."""
        if isinstance(variable, m.Variable) and variable.role == "local":
            told = unsure or self._of_right(value, variable.id)
            if told is None:
                return
            fresh = variable not in self.hidden.told
            self.hidden.told.setdefault(variable, told)
            counted = unsure is None and isinstance(value, n.Expr) and is_counted(value, self.hidden)
            if counted and fresh:
                self.hidden.counted.add(variable)
            elif not counted:
                self.hidden.counted.discard(variable)

    def _of_right(self, value: n.Right, name: str) -> str | None:
        """The secret in the right side of `let` or `set`."""
        right = variants.right(value)
        if isinstance(right, SECRET) and right.secret and not (self.secrecy.alone and right.by is not None):
            return f"the secret answer '{name}'"
        match right:
            case n.Roll() | n.ChooseYesNo():
                return None  # revealed
            case n.Choose():
                return self._bind(right.binding)
            case n.CallRight():
                return self._of_call(right.call, right.despite)
            case n.Create():
                return self.tells(right.sheet, right.place)
            case n.Given():
                return self.tells(right.give.to)
            case n.Call() if isinstance(right.ref, m.EventDef):
                return self._of_call(right, ())
            case _:
                return self.tells(right)

    def _of_call(self, call: n.Call, despite: tuple[str, ...]) -> str | None:
        """The secret in the result of a call: what an event was passed and returns is revealed, but not whether it was
        refused."""
        return self.refused(call.ref, call, despite) if isinstance(call.ref, m.EventDef) else None

    def _bind(self, binding: n.Binding) -> str | None:
        """A variable iterates over something: the secret in the number of iterations."""
        source = zone_in(binding.source)
        told = self.tells(source)
        if told is not None and binding.ref is not None:
            self.hidden.told.setdefault(binding.ref, told)
        return None if is_zone(source) else told  # how much is in a zone is known


def _owner_of_zone(e: n.Expr) -> n.Expr | None:
    """The owner of a zone, if named directly."""
    if isinstance(e, n.Call) and isinstance(e.ref, m.ZoneDef) and e.ref.per_player and e.args:
        return e.args[0]
    return None


def _deciding(here: Here) -> list[Level]:
    """The levels that decide about a statement itself, except what may be skipped with all that follows it."""
    return [level for level in here.levels if not level.behind]


def _told_too(levels: tuple[Level, ...], more: Tells) -> tuple[Level, ...]:
    """The same, with more that is certainly revealed."""
    return tuple(replace(level, told=level.told | more) for level in levels) if more else levels


def _holds_others(s: n.Statement) -> bool:
    return isinstance(s, (n.If, n.ForEach, n.Repeat, n.Together))


def _holds_things(t: Type) -> bool:
    """Whether a value of a type may name entities: those are revealed as hidden things; numbers and such are
    revealed."""
    return t.tag in ("entity", "status", "union") or any(_holds_things(one) for one in t.args)


def _given(node: n.Node | None) -> tuple[n.Node, ...]:
    return () if node is None else (node,)


def _span(node: n.Node | None) -> Span | None:
    return None if node is None else node.span
