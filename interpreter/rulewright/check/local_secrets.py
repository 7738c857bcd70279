"""Determines what the locals of a block are to a player who chooses in it: who knows what they hold.

Separate because it needs every assignment to a local and all conditions around it; the other stages look at a single
location.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from rulewright.check import model as m
from rulewright.check.facts import key
from rulewright.check.onlooker import PLAIN, Env, Frame, Onlooker, Rel
from rulewright.check.secrecy import SECRET, Hidden
from rulewright.check.walk import walk
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import written_of


class _Write(NamedTuple):
    """A value that is assigned to a local, or a source that it iterates over, with the conditions on the way there."""

    value: n.Right | n.Binding
    where: n.Expr | None
    conditions: tuple[n.Expr, ...]


class Locals:
    """The locals of one block."""

    def __init__(self, block: Iterable[n.Statement], eyes: Onlooker) -> None:
        self._eyes = eyes
        self._writes: dict[m.Variable, list[_Write]] = {}
        for one in block:
            self._collect(one, ())

    def seen_by(self, chooser: n.Expr, hidden: Hidden) -> Env:
        """The relation of the hidden variables at a location to the player who chooses there; all other variables are
        plain."""
        frame = self._eyes.frame(chooser, {})
        for again in (False, True):  # an iteration sees what the previous one assigned further down
            for variable, words in hidden.told.items():
                rel = self._rel(frame, chooser, variable, words)._replace(counted=variable in hidden.counted)
                if not (again and not frame.env.get(variable, PLAIN).known):
                    frame.env[variable] = rel
        return frame.env

    def _rel(self, frame: Frame, chooser: n.Expr, variable: m.Variable, words: str) -> Rel:
        writes = self._writes.get(variable)
        if writes is None:  # it is a parameter of the block
            return Rel(False, False, words.replace("lies", "is"))
        rel = PLAIN
        for value, where, conditions in writes:
            if isinstance(value, n.Binding):
                found = frame.bind(value, where)
                rel = frame.env.pop(value.ref)
                if found is not None or not rel.known:
                    return rel if not rel.known else Rel(False, False, found.what, found.who)  # type: ignore[union-attr]
            elif isinstance(value, SECRET) and value.secret:
                if value.by is None or key(value.by) != key(chooser):
                    who = "no player" if value.by is None else "the player who gave that answer only"
                    return Rel(False, False, "", f"known to {who}")
                continue
            found = frame.first(conditions)
            if found is None and isinstance(value, n.Choose):
                found = frame.bind(value.binding, value.where)
            elif found is None and isinstance(value, n.Expr):
                found = frame.search(value)
            elif found is None and isinstance(value, n.CallRight):
                found = frame.search(n.Can(value.call.span, value.call, value.despite))
            if found is not None:
                return Rel(False, False, found.what, found.who)
        return rel

    def _collect(self, node: n.Statement, around: tuple[n.Expr, ...]) -> None:
        """Every assignment in a statement, with the conditions that decide about it."""
        s = variants.statement(node)
        here = around if s.guard is None else (*around, s.guard)
        match s:
            case n.Let():
                self._note(s.ref, _Write(s.value, None, here))
            case n.Set():
                target = written_of(s.target)
                if isinstance(target, n.Name):
                    self._note(target.ref, _Write(s.value, None, here))
            case n.If():
                conditions = tuple(branch.condition for branch in s.branches)
                for body in (*(branch.body for branch in s.branches), s.otherwise):
                    self._all(body, (*here, *conditions))
            case n.ForEach():
                self._note(s.binding.ref, _Write(s.binding, s.where, ()))
                self._all(s.body, (*here, *_conditions(s)))
            case n.Repeat():
                self._all(s.body, (*here, *_conditions(s)))
            case n.Together():
                self._all(s.body, here)
            case n.Offer():
                if s.ref is not None:
                    self._note(s.ref, _Write(n.Truth(s.span, True), None, here))
            case _:
                if not isinstance(s, variants.Simple):  # assigns no variable
                    assert_never(s)
        if isinstance(s, (n.Let, n.Set)) and isinstance(s.value, n.Choose):
            self._note(s.value.binding.ref, _Write(s.value.binding, s.value.where, ()))

    def _all(self, body: Iterable[n.Statement], around: tuple[n.Expr, ...]) -> None:
        for one in body:
            self._collect(one, around)

    def _note(self, variable: object, write: _Write) -> None:
        if isinstance(variable, m.Variable):
            self._writes.setdefault(variable, []).append(write)


def _conditions(loop: n.ForEach | n.Repeat) -> tuple[n.Expr, ...]:
    """Everything that decides how often a loop iterates: its head, and any statement that may leave it."""
    head = (loop.where, loop.chosen_by) if isinstance(loop, n.ForEach) else (loop.limit, loop.condition)
    inside = list(walk(loop.body))
    found = [node.condition for node in inside if isinstance(node, n.Branch)]
    found += [node.guard for node in inside if isinstance(node, n.Statement) and node.guard is not None]
    return (*(one for one in head if one is not None), *found)
