"""Closed unions of the node classes, for dispatch that must not forget one.

The classes of `nodes` are open: a function that takes an `Expr` and matches some types silently ignores a type that is
added. A match over one of these unions ends in `typing.assert_never`, so that mypy rejects the file until the new type
has a case. A test compares the unions with the existing classes.
"""

from __future__ import annotations

from typing import cast

from rulewright.effects import nodes as n

Expression = (
    n.Broken | n.Number | n.Truth | n.Nothing | n.Name | n.Attr | n.Index | n.Call | n.Unary | n.Binary | n.Is
    | n.Relation | n.In | n.Within | n.IfElse | n.Quantified | n.Comprehension | n.SetOf | n.Can | n.Supposing
    | n.Recast | n.LetIn
)  # fmt: skip

# All nodes of a tree that is evaluated and changes nothing.
Asked = Expression | n.Binding | n.Order | n.Binder | n.Row

Statement = (
    n.BrokenStatement | n.Do | n.Let | n.Set | n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Perform
    | n.Moment | n.Stop | n.Finish | n.Cancel | n.Conclude | n.If | n.ForEach | n.Repeat | n.Together | n.Offer
)  # fmt: skip

# Statements that do one thing to the match.
Act = n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Perform | n.Moment | n.Conclude

# Statements that contain no others, call nothing in a line of their own, and write no variable.
Simple = (
    n.BrokenStatement | n.Do | n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Perform | n.Moment
    | n.Stop | n.Finish | n.Cancel | n.Conclude
)  # fmt: skip

# Those of them that never ask a player, whatever they trigger: they finish before anything else runs.
Silent = (
    n.BrokenStatement | n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Stop | n.Finish | n.Cancel
    | n.Conclude
)  # fmt: skip

# Statements of one line, as far as a line can be read.
OfOneLine = (
    n.Do | n.Let | n.Set | n.Give | n.EndStatus | n.Put | n.Remove | n.CreateStatement | n.Perform | n.Moment | n.Stop
    | n.Finish | n.Cancel | n.Conclude
)  # fmt: skip

# Expressions that declare no local; the `Binding` of a quantifier or a comprehension is a node below it.
Undeclaring = (
    n.Broken | n.Number | n.Truth | n.Nothing | n.Name | n.Attr | n.Index | n.Call | n.Unary | n.Binary | n.Is
    | n.Relation | n.In | n.Within | n.IfElse | n.Quantified | n.Comprehension | n.SetOf | n.Can | n.Supposing
    | n.Recast
)  # fmt: skip

Right = Expression | n.CallRight | n.Roll | n.Choose | n.ChooseYesNo | n.Create | n.Given

# All nodes that can be in a block.
Happening = Asked | Statement | Right | n.Branch | n.OfferLine | n.Clock | n.ClockPoint | n.ClockWhile


def needs_some(choice: n.Choose) -> bool:
    """Whether a choice with too few options ends its block."""
    return choice.mode == "one" or choice.least is not None or choice.exactly


def expression(node: n.Expr) -> Expression:
    """The same node, typed as one of the existing node types."""
    return cast(Expression, node)


def asked(node: n.Node) -> Asked:
    """A node of an expression, typed as one of the existing node types."""
    return cast(Asked, node)


def statement(node: n.Statement) -> Statement:
    """The same node, typed as one of the existing node types."""
    return cast(Statement, node)


def right(node: n.Right) -> Right:
    """A right-hand side, typed as one of the existing node types."""
    return cast(Right, node)


def happening(node: n.Node) -> Happening:
    """A node of a block, typed as one of the existing node types."""
    return cast(Happening, node)
