"""Closed unions of the node classes, for dispatch that must not forget one.

The classes of `nodes` are open: a function that takes an `Expr` and matches some kinds falls through in silence when a
kind is added. A match over one of these unions ends in `typing.assert_never`, so that mypy refuses the file until the
new kind has a case. A test compares the unions with the classes that there are.
"""

from __future__ import annotations

from typing import cast

from rulewright.effects import nodes as n

Expression = (
    n.Broken | n.Number | n.Truth | n.Nothing | n.Name | n.Attr | n.Index | n.Call | n.Unary | n.Binary | n.Is
    | n.Relation | n.In | n.Within | n.IfElse | n.Quantified | n.Comprehension | n.SetOf | n.Can | n.Supposing
    | n.Recast | n.LetIn
)  # fmt: skip

# Whatever can stand in a tree that is asked and changes nothing.
Asked = Expression | n.Binding | n.Order | n.Binder | n.Row

Statement = (
    n.BrokenStatement | n.Do | n.Let | n.Set | n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Perform
    | n.Moment | n.Stop | n.Finish | n.Cancel | n.Conclude | n.If | n.ForEach | n.Repeat | n.Together | n.Offer
)  # fmt: skip

# Statements that do one thing to the match.
Act = n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Perform | n.Moment | n.Conclude

# Statements that hold no others, call nothing by a line of their own, and write no variable.
Simple = (
    n.BrokenStatement | n.Do | n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Perform | n.Moment
    | n.Stop | n.Finish | n.Cancel | n.Conclude
)  # fmt: skip

# Those of them that never ask anybody, whatever they set off: nothing runs on before they are done.
Silent = (
    n.BrokenStatement | n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Stop | n.Finish | n.Cancel
    | n.Conclude
)  # fmt: skip

# Statements that are one line, as far as a line can be read.
OfOneLine = (
    n.Do | n.Let | n.Set | n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Perform | n.Moment | n.Stop
    | n.Finish | n.Cancel | n.Conclude
)  # fmt: skip

# Expressions that declare no local; what a quantifier or a comprehension goes through is a `Binding` below it.
Undeclaring = (
    n.Broken | n.Number | n.Truth | n.Nothing | n.Name | n.Attr | n.Index | n.Call | n.Unary | n.Binary | n.Is
    | n.Relation | n.In | n.Within | n.IfElse | n.Quantified | n.Comprehension | n.SetOf | n.Can | n.Supposing
    | n.Recast
)  # fmt: skip

Right = Expression | n.CallRight | n.Roll | n.Choose | n.ChooseYesNo | n.Create | n.Given

# Whatever can stand in a block.
Happening = Asked | Statement | Right | n.Branch | n.OfferLine | n.Clock | n.ClockPoint | n.ClockWhile


def needs_some(choice: n.Choose) -> bool:
    """Whether a choice of too little ends its text."""
    return choice.mode == "one" or choice.least is not None or choice.exactly


def expression(node: n.Expr) -> Expression:
    """The same node, as one of the kinds that there are."""
    return cast(Expression, node)


def asked(node: n.Node) -> Asked:
    """A node of an expression, as one of the kinds that there are."""
    return cast(Asked, node)


def statement(node: n.Statement) -> Statement:
    """The same node, as one of the kinds that there are."""
    return cast(Statement, node)


def right(node: n.Right) -> Right:
    """A right-hand side, as one of the kinds that there are."""
    return cast(Right, node)


def happening(node: n.Node) -> Happening:
    """A node of a block, as one of the kinds that there are."""
    return cast(Happening, node)
