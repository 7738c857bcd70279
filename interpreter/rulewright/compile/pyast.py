"""Builds Python syntax trees from fixed templates with holes.

Separate because generated code must never be assembled from strings: a template is a constant of Rulewright, a hole is
filled with a tree, and no word of a pack ever becomes Python source. Holes are names that begin with `_` (`m.at[_e]`);
a statement that is only a hole is replaced by a list of statements. Names of indexes and outcomes (`r[OUTCOME]`, see
`shapes`) become their numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from rulewright.shapes import CONSTANTS

_T = TypeVar("_T", bound=ast.AST)
Body = list[ast.stmt]


Holes = dict[str, Any]
Maker = Callable[[Holes], Any]


@cache
def _expression(template: str) -> Maker:
    return _maker(ast.parse(template, mode="eval").body)


@cache
def _statements(template: str) -> Callable[[Holes], list[Any]]:
    return _list_maker(ast.parse(template).body)


def _maker(node: ast.AST) -> Maker:
    """Returns a function that copies a template's node and fills its holes. It is made once from the template: one pack
    needs many copies."""
    kind: Callable[..., ast.AST] = type(node)
    if isinstance(node, ast.Name):
        word, context = node.id, node.ctx
        if word in CONSTANTS:
            value = CONSTANTS[word]
            return lambda holes: ast.Constant(value)
        if not word.startswith("_"):
            return lambda holes: kind(word, context)
        if isinstance(context, ast.Store):
            return lambda holes: _as_target(holes[word])
        return lambda holes: holes[word]
    if not node._fields and not node._attributes:  # operators and similar nodes have no content
        return lambda holes: node
    parts = [_part_maker(getattr(node, key, None)) for key in node._fields]
    if len(parts) == 2:
        one, other = parts
        return lambda holes: kind(one(holes), other(holes))
    if len(parts) == 3:
        first, second, third = parts
        return lambda holes: kind(first(holes), second(holes), third(holes))
    return lambda holes: kind(*[part(holes) for part in parts])


def _part_maker(value: Any) -> Maker:
    if isinstance(value, list):
        return _list_maker(value)
    if isinstance(value, ast.AST):
        return _maker(value)
    return lambda holes: value


def _list_maker(items: Sequence[ast.AST]) -> Callable[[Holes], list[Any]]:
    """A list of nodes: a statement or a starred argument that is only a hole may take a list of trees."""
    makers: list[tuple[str, Maker]] = []
    for item in items:
        bare = isinstance(item, (ast.Expr, ast.Starred)) and isinstance(item.value, ast.Name)
        word = item.value.id if bare else ""  # type: ignore[attr-defined]
        makers.append((word if word.startswith("_") else "", _maker(item)))

    if not any(word for word, _ in makers):
        plain = [maker for _, maker in makers]
        return lambda holes: [maker(holes) for maker in plain]

    def fill(holes: Holes) -> list[Any]:
        made: list[Any] = []
        for word, maker in makers:
            filled = holes[word] if word else None
            if isinstance(filled, list):
                made += filled
            else:
                made.append(maker(holes))
        return made

    return fill


def _as_target(value: ast.expr) -> ast.expr:
    """The same tree as the target of an assignment."""
    if isinstance(value, ast.Name):
        return ast.Name(value.id, ast.Store())
    if isinstance(value, ast.Subscript):
        return ast.Subscript(value.value, value.slice, ast.Store())
    assert isinstance(value, ast.Attribute), ast.dump(value)
    return ast.Attribute(value.value, value.attr, ast.Store())


def expr(template: str, **holes: Any) -> ast.expr:
    """An expression. Holes are trees; `*_args` as a call's argument takes a list of trees."""
    return _expression(template)(holes)  # type: ignore[no-any-return]


def stmts(template: str, **holes: Any) -> Body:
    """Statements. A line that is only a hole takes a list of statements."""
    return _statements(template)(holes)


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
    """`a and b and ..`; true if there is none."""
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
    """`not a`; for a comparison, its opposite."""
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


def swapped(tree: _T, swap: Callable[[ast.AST], ast.AST | None]) -> _T:
    """The tree, with another in place of every node for which `swap` returns one. Changed parts are copied: trees are
    shared."""
    other = swap(tree)
    if other is not None:
        return other  # type: ignore[return-value]
    changed: dict[str, Any] = {}
    for key in _INNER[type(tree)]:
        value = getattr(tree, key)
        if type(value) is list:
            items = [swapped(one, swap) for one in value]
            if any(new is not old for new, old in zip(items, value, strict=True)):
                changed[key] = items
        elif value is not None:
            new = swapped(value, swap)
            if new is not value:
                changed[key] = new
    if not changed:
        return tree
    made: _T = type(tree).__new__(type(tree))
    made.__dict__.update(tree.__dict__)
    made.__dict__.update(changed)
    made.__dict__.pop("col_offset", None)  # new nodes in it have no location yet (see `place`)
    return made


def nodes(tree: ast.AST) -> list[ast.AST]:
    """A tree and all nodes in it except operators, nearest first."""
    found = [tree]
    for node in found:
        for key in _INNER[type(node)]:
            value = getattr(node, key)
            if type(value) is list:
                found += value
            elif value is not None:
                found.append(value)
    return found


def bound(body: Body) -> list[str]:
    """The names that statements bind."""
    return [x.id for s in body for x in nodes(s) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)]


def names_read(tree: ast.AST) -> list[str]:
    """Names that a tree reads, in order of first use."""
    seen: dict[str, None] = {}
    for node in nodes(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            seen.setdefault(node.id)
    return list(seen)


def is_simple(tree: ast.expr) -> bool:
    """Whether a tree may replace an argument several times: a name, constant or a fixed subscript of one."""
    if isinstance(tree, (ast.Name, ast.Constant)):
        return True
    return isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name) and isinstance(tree.slice, ast.Constant)


# By class of node: the fields that may hold nodes with a location (one, a list of them, or nothing). Others hold plain
# values, and operators that all nodes share.
_INNER: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Module: ("body",),
    ast.FunctionDef: ("args", "body"),
    ast.arguments: ("args",),
    ast.arg: (),
    ast.Assign: ("targets", "value"),
    ast.AugAssign: ("target", "value"),
    ast.Expr: ("value",),
    ast.Return: ("value",),
    ast.Yield: ("value",),
    ast.Raise: ("exc",),
    ast.If: ("test", "body", "orelse"),
    ast.For: ("target", "iter", "body", "orelse"),
    ast.While: ("test", "body", "orelse"),
    ast.Try: ("body", "handlers", "orelse", "finalbody"),
    ast.ExceptHandler: ("type", "body"),
    ast.Pass: (),
    ast.Break: (),
    ast.Continue: (),
    ast.Name: (),
    ast.Constant: (),
    ast.Attribute: ("value",),
    ast.Subscript: ("value", "slice"),
    ast.Slice: ("lower", "upper", "step"),
    ast.Starred: ("value",),
    ast.Tuple: ("elts",),
    ast.List: ("elts",),
    ast.Dict: ("keys", "values"),
    ast.Call: ("func", "args"),
    ast.BinOp: ("left", "right"),
    ast.UnaryOp: ("operand",),
    ast.BoolOp: ("values",),
    ast.Compare: ("left", "comparators"),
    ast.IfExp: ("test", "body", "orelse"),
    ast.NamedExpr: ("target", "value"),
    ast.ListComp: ("elt", "generators"),
    ast.GeneratorExp: ("elt", "generators"),
    ast.DictComp: ("key", "value", "generators"),
    ast.comprehension: ("target", "iter", "ifs"),
}


def place(made: ast.AST, line: int) -> None:
    """Gives every node of a function its line: that of its statement, or else `line`.

    A tree that is used in several places keeps the line of the first.
    """
    known = made.__dict__
    if "lineno" in known:
        if "col_offset" in known:
            return
        line = known["lineno"]
    known["lineno"] = known["end_lineno"] = line
    known["col_offset"] = known["end_col_offset"] = 0
    for key in _INNER[type(made)]:
        part = known[key]
        if type(part) is list:
            for one in part:
                place(one, line)
        elif part is not None:
            place(part, line)


def mark(made: Body, line: int) -> None:
    """Marks statements that come from a line of content: whatever is in them and is not marked itself gets this
    line."""
    for s in made:
        if "lineno" not in s.__dict__:
            s.lineno = line
