"""Builds Python syntax trees from fixed templates with holes.

A stage of its own because generated code must never be pasted from text: a template is a constant of ours, a hole
is filled with a tree, and no word of a pack ever becomes Python source. Holes are names that begin with `_`
(`m.at[_e]`); a statement that is only a hole is replaced by a list of statements.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

Tree = ast.expr
Body = list[ast.stmt]


@cache
def _expression(template: str) -> ast.expr:
    return ast.parse(template, mode="eval").body


@cache
def _statements(template: str) -> tuple[ast.stmt, ...]:
    return tuple(ast.parse(template).body)


def _fill(node: Any, holes: dict[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        if node.id in holes:
            value = holes[node.id]
            if isinstance(node.ctx, ast.Store):
                return _as_target(value)
            return value
        return ast.Name(node.id, node.ctx)
    if isinstance(node, ast.AST):
        made = type(node)()
        for key in node._fields:
            value = getattr(node, key, None)
            if isinstance(value, list):
                items: list[Any] = []
                for item in value:
                    if isinstance(item, ast.Expr) and isinstance(item.value, ast.Name) and item.value.id in holes:
                        filled = holes[item.value.id]
                        if isinstance(filled, list):
                            items.extend(filled)
                            continue
                    if isinstance(item, ast.Starred) and isinstance(item.value, ast.Name) and item.value.id in holes:
                        filled = holes[item.value.id]
                        if isinstance(filled, list):
                            items.extend(filled)
                            continue
                    items.append(_fill(item, holes))
                setattr(made, key, items)
            elif isinstance(value, ast.AST):
                setattr(made, key, _fill(value, holes))
            else:
                setattr(made, key, value)
        return made
    return node


def _as_target(value: ast.expr) -> ast.expr:
    """The same tree as something to assign to."""
    if isinstance(value, ast.Name):
        return ast.Name(value.id, ast.Store())
    if isinstance(value, ast.Subscript):
        return ast.Subscript(value.value, value.slice, ast.Store())
    assert isinstance(value, ast.Attribute), ast.dump(value)
    return ast.Attribute(value.value, value.attr, ast.Store())


def expr(template: str, **holes: Any) -> ast.expr:
    """An expression. Holes are trees; `*_args` as a call's argument takes a list of trees."""
    return _fill(_expression(template), holes)  # type: ignore[no-any-return]


def stmts(template: str, **holes: Any) -> Body:
    """Statements. A line that is only a hole takes a list of statements."""
    return _fill(ast.Module(list(_statements(template)), []), holes).body  # type: ignore[no-any-return]


def name(word: str) -> ast.expr:
    """A name to read."""
    return ast.Name(word, ast.Load())


def const(value: Any) -> ast.expr:
    """A constant: numbers, truth values, None and tuples of these."""
    if isinstance(value, tuple):
        return ast.Tuple([const(v) for v in value], ast.Load())
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def call(function: str, *args: ast.expr) -> ast.expr:
    """`function(args)`."""
    return ast.Call(name(function), list(args), [])


def tuple_of(items: list[ast.expr]) -> ast.expr:
    """`(a, b)`."""
    return ast.Tuple(items, ast.Load())


def both(terms: list[ast.expr]) -> ast.expr:
    """`a and b and ..`; true when there is none."""
    flat = [t for t in terms if not (isinstance(t, ast.Constant) and t.value is True)]
    if not flat:
        return ast.Constant(True)
    return flat[0] if len(flat) == 1 else ast.BoolOp(ast.And(), flat)


_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def negate(term: ast.expr) -> ast.expr:
    """`not a`; of a comparison its opposite."""
    if isinstance(term, ast.Compare) and len(term.ops) == 1:
        return ast.Compare(term.left, [_OPPOSITE[type(term.ops[0])]()], term.comparators)
    if isinstance(term, ast.UnaryOp) and isinstance(term.op, ast.Not):
        return term.operand
    return ast.UnaryOp(ast.Not(), term)


def function(identifier: str, params: list[str], body: Body) -> ast.stmt:
    """`def identifier(params): body`."""
    return ast.FunctionDef(
        name=identifier,
        args=ast.arguments([], [ast.arg(p) for p in params], None, [], [], None, []),
        body=body or [ast.Pass()],
        decorator_list=[],
        returns=None,
        type_comment=None,
    )


def give_back(value: ast.expr | None = None) -> ast.stmt:
    """`return value`."""
    return ast.Return(value)


def when(condition: ast.expr, body: Body, otherwise: Body | None = None) -> ast.stmt:
    """`if condition: body else: otherwise`."""
    return ast.If(condition, body or [ast.Pass()], otherwise or [])


def names_read(tree: ast.AST) -> list[str]:
    """Names that a tree reads, in order of first use."""
    seen: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            seen.setdefault(node.id)
    return list(seen)


def is_simple(tree: ast.expr) -> bool:
    """Whether a tree may stand several times in place of an argument: a name, constant or a fixed subscript of one."""
    if isinstance(tree, (ast.Name, ast.Constant)):
        return True
    return isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name) and isinstance(tree.slice, ast.Constant)
