"""Compiles checks with `at` to code that their events run at the beginning of their end (docs/language.md section 7,
step 6).

Separate because the result needs nothing new from the compiler or in play: it is a loop of batches, written with
ordinary statements. Each round finds, on the current state, everything for which the checks are true and that has not
had its turn in this run. Then the actions of the checks happen together.
"""

from __future__ import annotations

from typing import TypeVar

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.walk import copied, walk
from rulewright.effects import nodes as n
from rulewright.source import Span

# Every round has something whose turn it is, so the number of entities in play bounds them; so do the steps of a match.
_ROUNDS = 1_000_000

_Tree = TypeVar("_Tree", bound=n.Node)


_At = dict[m.EventDef | m.ClassDef, dict[int, m.CheckDef]]


def closings(pack: m.PackDef) -> dict[m.EventDef, n.Block]:
    """What each event runs at its end."""
    made: _At = {}
    for number, check in enumerate(pack.checks.values()):
        for one in check.at:
            made.setdefault(one, {})[number] = check
    return {event: _closing(event, made) for event in pack.events.values()}


def _closing(event: m.EventDef, made: _At) -> n.Block:
    """The checks at an event, in their order, then its `ends`."""
    at: list[m.EventDef | m.ClassDef] = [event, *event.classes]
    checks = {number: check for one in at if one in made for number, check in made[one].items()}
    turns = [_Turn(checks[number], number) for number in sorted(checks)]
    if not turns:
        return event.ends
    span = turns[0].span
    idle = [turn.nobody for turn in turns]
    rounds: n.Block = (
        *(turn.finding for turn in turns),
        n.Stop(span, guard=_both(idle)),
        *(turn.noting for turn in turns),
        n.Together(span, tuple(turn.acting for turn in turns)),
    )
    limit = n.Number(span, _ROUNDS, type=t.NUMBER)
    return (*(turn.beginning for turn in turns), n.Repeat(span, limit, None, rounds), *event.ends)


class _Turn:
    """One check at one event: `had` are those that had their turn, `due` those whose turn it is. The trees are copies,
    as the check may be made at several events."""

    def __init__(self, check: m.CheckDef, number: int) -> None:
        assert check.binder is not None
        body = check.body[0]
        assert isinstance(body, n.Together)
        self.span: Span = check.binder.span
        self.binder = check.binder
        item = check.binder.binding.ref.type
        self.had, self.due = (self._local(f"{word}_{check.id}", t.set_of(item), number) for word in ("had", "due"))
        self.body = body.body

    def _local(self, name: str, type_: t.Type, number: int) -> m.Variable:
        return m.Variable(name, self.span, type=type_, role="local", index=number)

    def _name(self, variable: m.Variable) -> n.Name:
        return n.Name(self.span, variable.id, type=variable.type, ref=variable)

    def _all(self, where: n.Expr, binding: n.Binding) -> n.Comprehension:
        return n.Comprehension(self.span, "all", None, (binding,), where, type=self.had.type)

    @property
    def beginning(self) -> n.Statement:
        """`let had = nobody`."""
        binder = _own(self.binder)
        return n.Let(self.span, self.had.id, self._all(n.Truth(self.span, False, type=t.YES_NO), binder.binding),
                     ref=self.had)  # fmt: skip

    @property
    def finding(self) -> n.Statement:
        """`let due = all(x in SOURCE where CONDITION and x not in had)`."""
        binder = _own(self.binder)
        bound = n.Name(self.span, binder.binding.name, type=binder.binding.ref.type, ref=binder.binding.ref)
        fresh = n.In(self.span, bound, self._name(self.had), True, type=t.YES_NO)
        where = fresh if binder.where is None else _both([binder.where, fresh])
        return n.Let(self.span, self.due.id, self._all(where, binder.binding), ref=self.due)

    @property
    def nobody(self) -> n.Expr:
        """`no x in due`."""
        one = self._local("one", self.due.type.args[0], 0)
        return n.Quantified(self.span, "no", n.Binding(self.span, "one", self._name(self.due), ref=one), type=t.YES_NO)

    @property
    def noting(self) -> n.Statement:
        """`set had = had + due`."""
        both = n.Binary(self.span, "+", self._name(self.had), self._name(self.due), type=self.had.type)
        return n.Set(self.span, self._name(self.had), both)

    @property
    def acting(self) -> n.Statement:
        """`for each x in due: BODY`."""
        made = _own(n.ForEach(self.span, self.binder.binding, None, None, self.body))
        made.binding.source = self._name(self.due)
        return made


def _own(tree: _Tree) -> _Tree:
    """A copy of a typed tree, with its own variables."""
    made = copied(tree)
    fresh: dict[m.Symbol, m.Variable] = {}
    for node in walk(made):
        if isinstance(node, (n.Binding, n.Let, n.Offer)) and isinstance(node.ref, m.Variable):
            old = node.ref
            fresh[old] = m.Variable(old.id, old.span, type=old.type, role=old.role, index=old.index)
    for node in walk(made):
        ref = getattr(node, "ref", None)
        if isinstance(ref, m.Variable) and ref in fresh:
            node.ref = fresh[ref]  # type: ignore[attr-defined]
    return made


def _both(conditions: list[n.Expr]) -> n.Expr:
    first, *others = conditions
    for one in others:
        first = n.Binary(first.span, "and", first, one, type=t.YES_NO)
    return first
