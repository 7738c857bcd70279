"""The closed unions of node classes hold every class there is: dispatch over them can forget none."""

from __future__ import annotations

from typing import get_args

from rulewright.check import infer
from rulewright.check.does import STATEMENTS
from rulewright.effects import nodes as n
from rulewright.effects import variants

_CLASSES = {one for one in vars(n).values() if isinstance(one, type) and issubclass(one, n.Node)}
# Lines of definitions: they stand in no tree that is asked or happens.
_LINES = {n.Contribution, n.FieldType, n.Header, n.KeywordUse, n.LimitText, n.Member, n.Param, n.RangeText, n.Sentence,
          n.StepText, n.Trigger, n.TriggerEvent, n.TypeExpr, n.Verdict, n.Waive}  # fmt: skip
_OPEN = {n.Node, n.Expr, n.Statement}


def test_expressions_are_closed() -> None:
    assert set(get_args(variants.Expression)) == {one for one in _CLASSES if issubclass(one, n.Expr)} - _OPEN


def test_statements_are_closed() -> None:
    assert set(get_args(variants.Statement)) == {one for one in _CLASSES if issubclass(one, n.Statement)} - _OPEN


def test_whatever_stands_in_a_block_is_closed() -> None:
    assert set(get_args(variants.Happening)) == _CLASSES - _OPEN - _LINES


def test_every_expression_has_a_rule_for_its_type() -> None:
    assert set(infer._RULES) == set(get_args(variants.Expression))


def test_every_statement_and_right_side_says_what_it_does() -> None:
    rights = set(get_args(variants.Right)) - set(get_args(variants.Expression))
    assert set(STATEMENTS) == rights | set(get_args(variants.Statement))


def test_what_never_asks_is_no_question() -> None:
    assert [one.__name__ for one in get_args(variants.Silent) if STATEMENTS[one].asks] == []
