"""Finds the locals that hold what was worked out of secrets, or that hold something hidden.

What a text writes to fields, hands to events or gives as results is told to everybody; its locals are not. So a
question that reads such a local tells, and an explanation must not read it.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.check import model as m
from rulewright.check.secrecy import Hidden, Secrecy, is_zone
from rulewright.check.trees import Text
from rulewright.effects import nodes as n
from rulewright.effects import variants


def worked_out(secrecy: Secrecy, texts: Iterable[Text]) -> Hidden:
    """The variables (by identity) of all blocks that may not be known to everybody."""
    found: dict[int, str] = {}
    for text in texts:
        if text.happens and isinstance(text.tree, tuple):
            found.update(of_block(secrecy, text.tree))
    return found


def of_block(secrecy: Secrecy, block: tuple[n.Node, ...]) -> Hidden:
    """The same of one block."""
    reader = _Block(secrecy)
    before = -1
    while len(reader.hidden) != before:  # loops hand on what was worked out further down
        before = len(reader.hidden)
        reader.block(block, None)
    return reader.hidden


class _Block:
    """`unsure`: the secret that whether a statement happens depends on, or None."""

    def __init__(self, secrecy: Secrecy) -> None:
        self.secrecy = secrecy
        self.hidden: dict[int, str] = {}

    def block(self, statements: tuple[n.Node, ...], unsure: str | None) -> None:
        for one in statements:
            assert isinstance(one, n.Statement)
            self.statement(variants.statement(one), unsure or self.tells(one.guard))

    def tells(self, *trees: n.Node | None) -> str | None:
        """The secret that expressions read, or that a local in them holds."""
        return self.secrecy.tells(trees, self.hidden)

    def statement(self, s: variants.Statement, unsure: str | None) -> None:
        match s:
            case n.Let():
                self.write(s.ref, s.value, unsure)
            case n.Set():
                target = s.target
                while isinstance(target, n.Index):  # one entry of it
                    target = target.target
                if isinstance(target, n.Name):
                    self.write(target.ref, s.value, unsure)
            case n.If():
                for branch in s.branches:
                    unsure = unsure or self.tells(branch.condition)
                    self.block(branch.body, unsure)
                self.block(s.otherwise, unsure)
            case n.ForEach():
                hidden_things = self.bind(s.binding)
                self.block(s.body, unsure or hidden_things or self.tells(s.where, s.chosen_by) or self.left(s.body))
            case n.Repeat():
                self.block(s.body, unsure or self.tells(s.limit, s.condition) or self.left(s.body))
            case n.Together():
                self.block(s.body, unsure)
            case n.Offer():
                if unsure and s.ref is not None:
                    self.hidden[id(s.ref)] = unsure
            case n.BrokenStatement() | n.Do() | n.Give() | n.EndStatus() | n.Put() | n.Remove() | n.CreateStatement():
                pass  # writes no local
            case n.Perform() | n.Moment() | n.Stop() | n.Finish() | n.Cancel() | n.Conclude():
                pass
            case _:
                assert_never(s)

    def write(self, variable: object, value: n.Right, unsure: str | None) -> None:
        """A local is written: what becomes of it."""
        if isinstance(variable, m.Variable) and variable.role == "local":
            told = unsure or self.of_right(value, variable.id)
            if told is not None:
                self.hidden.setdefault(id(variable), told)

    def of_right(self, value: n.Right, name: str) -> str | None:
        """The secret in what stands right of `let` or `set`."""
        right = variants.right(value)
        match right:
            case n.Roll() | n.ChooseYesNo():
                return f"the secret answer '{name}'" if right.secret else None  # all others are told
            case n.Choose():
                return f"the secret answer '{name}'" if right.secret else self.bind(right.binding)
            case n.CallRight():
                return None  # what an event was handed and gives is told
            case n.Create():
                return self.tells(right.sheet, right.place)
            case _:
                return None if isinstance(right.ref, m.EventDef) else self.tells(right)

    def bind(self, binding: n.Binding) -> str | None:
        """A variable goes through something: the secret in how many rounds that is."""
        source = binding.source
        if isinstance(source, n.Call) and isinstance(source.ref, m.BuiltinDef) and source.ref.id == "contents":
            source = source.args[0]
        told = self.tells(source)
        if told is not None and binding.ref is not None:
            self.hidden.setdefault(id(binding.ref), told)
        return None if is_zone(source) else told  # how much lies in a zone is known

    def left(self, body: tuple[n.Node, ...]) -> str | None:
        """The secret because of which a loop may be left."""
        return next((told for one in body if (told := self.leaves(one)) is not None), None)

    def leaves(self, one: n.Node) -> str | None:
        """The secret because of which a statement may leave the loop round it."""
        match one:
            case n.Stop() | n.Finish():
                return self.tells(one.guard)
            case n.If():
                told = self.tells(*(branch.condition for branch in one.branches))
                inside = [x for body in (*(branch.body for branch in one.branches), one.otherwise) for x in body]
                return self.left(tuple(inside)) or (told if any(_goes(x) for x in inside) else None)
            case n.ForEach() | n.Repeat() | n.Together():
                return self.left(one.body)
        return None


def _goes(one: n.Node) -> bool:
    """Whether a statement leaves a loop at all."""
    match one:
        case n.Stop() | n.Finish():
            return True
        case n.If():
            return any(_goes(x) for body in (*(b.body for b in one.branches), one.otherwise) for x in body)
        case n.ForEach() | n.Repeat() | n.Together():
            return any(_goes(x) for x in one.body)
    return False
