"""Quantifiers and comprehensions become small helper functions of the generated module.

A stage of its own because a loop inside an expression needs statements: the helper holds them, gets the locals that
it reads as arguments, stops at the first answer, and its call stands where the expression stood.
"""

from __future__ import annotations

import ast

from rulewright.compile import builtins
from rulewright.compile import pyast as py
from rulewright.compile.builtins import walk
from rulewright.compile.context import Context
from rulewright.compile.layout import is_places
from rulewright.effects import nodes as n

_LOCAL = ("r", "h", "row", "f", "e", "who", "place", "it", "so_far", "kw", "cap", "p0")


def captured_by(*trees: ast.AST) -> list[str]:
    """Python locals that a helper needs: names that begin in lower case and are locals by our own naming."""
    seen: dict[str, None] = {}
    for tree in trees:
        for name in py.names_read(tree):
            if name in _LOCAL or (name[0] in "avx" and name[1:].isdigit()):
                seen.setdefault(name)
    return list(seen)


def helper(c: Context, body: py.Body, inside: list[str], span: object) -> ast.expr:
    """A function of the module with this body; the call of it. `inside` are names that the body binds itself."""
    captured = [x for x in captured_by(*body) if x not in inside]
    name = c.unit.fresh("q")
    c.unit.add(name, ["m", *captured], _hoisted(body), span)
    return py.call(name, py.name("m"), *[py.name(x) for x in captured])


# What `supposing` binds anew while an expression is computed; all else of a match stays the same object.
_REBOUND = frozenset(("filled", "version", "still", "cache"))


class _Hoist(ast.NodeTransformer):
    """Reads of `m.word` inside a loop become reads of a local that is set before it."""

    def __init__(self) -> None:
        self.words: dict[str, None] = {}

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "m" and node.attr not in _REBOUND:
            self.words[node.attr] = None
            return ast.Name(f"m_{node.attr}", ast.Load())
        self.generic_visit(node)
        return node


def _hoisted(body: py.Body) -> py.Body:
    """Expressions change nothing: lists of the match are fetched once, before the loops of a helper."""
    if not any(isinstance(s, ast.For) for s in body):
        return body
    hoist = _Hoist()
    made: py.Body = [hoist.visit(s) if isinstance(s, ast.For) else s for s in body]
    fetched: py.Body = []
    for word in hoist.words:
        fetched += py.stmts("_n = _a", _n=py.name(f"m_{word}"), _a=py.expr(f"m.{word}"))
    return fetched + made


def bind_loop(binding: n.Binding, c: Context) -> str:
    """A fresh Python name for a loop variable."""
    name = c.unit.fresh("x")
    c.bind(binding.ref, py.name(name))
    return name


def quantified(e: n.Quantified, c: Context) -> ast.expr:
    source = walk(e.binding.source, c)
    if e.where is None and e.has is None:
        made = py.expr(
            "_s != 0" if is_places(e.binding.source.type) else "len(_s) != 0",
            _s=c.unit.emit(e.binding.source, c) if is_places(e.binding.source.type) else source,
        )
        return py.negate(made) if e.kind == "no" else made
    inner = c.inner()
    name = bind_loop(e.binding, inner)
    where = c.unit.emit(e.where, inner) if e.where is not None else None
    if e.kind == "every":
        assert e.has is not None
        test = py.negate(c.unit.emit(e.has, inner))
        test = py.both([where, test]) if where is not None else test
        found, otherwise = False, True
    else:
        assert where is not None
        test, found, otherwise = where, e.kind == "some", e.kind == "no"
    body = py.stmts(
        """
for _x in _s:
    if _c:
        return _found
return _otherwise
""",
        _x=py.name(name),
        _s=source,
        _c=test,
        _found=py.const(found),
        _otherwise=py.const(otherwise),
    )
    made = helper(c, body, [name], e.span)
    area = builtins.standing_in(e.binding.source, c)
    if area is None:
        return made
    if e.kind == "some":  # nothing stands there at all: the usual answer, without a call
        return py.expr("_a & m.filled != 0 and _m", _a=area, _m=made)
    return py.expr("_a & m.filled == 0 or _m", _a=area, _m=made)


def comprehension(e: n.Comprehension, c: Context) -> ast.expr:
    if not e.bindings:
        assert e.element is not None
        return builtins.size(e.element, c) if e.kind == "count" else c.unit.emit(e.element, c)
    source_type = e.bindings[0].source.type
    if e.kind == "count" and e.where is None and len(e.bindings) == 1:
        return builtins.size(e.bindings[0].source, c)
    if (
        e.kind == "all"
        and e.where is None
        and e.element is None
        and not e.orders
        and len(e.bindings) == 1
        and (source_type == e.type)
    ):
        return c.unit.emit(e.bindings[0].source, c)
    inner = c.inner()
    names: list[str] = []
    loops: list[tuple[str, ast.expr]] = []
    for binding in e.bindings:
        source = walk(binding.source, inner)
        name = bind_loop(binding, inner)
        names.append(name)
        loops.append((name, source))
    where = c.unit.emit(e.where, inner) if e.where is not None else None
    element = c.unit.emit(e.element, inner) if e.element is not None else py.name(names[0])
    keys = [_key(o, inner) for o in e.orders]
    before, core, after = _gather(e, element, keys)
    if where is not None:
        core = [py.when(where, core)]
    for name, source in reversed(loops):
        core = py.stmts(
            """
for _x in _s:
    _core
""",
            _x=py.name(name),
            _s=source,
            _core=core,
        )
    return helper(c, before + core + after, [*names, "found", "key", "best", "n"], e.span)


def _key(order: n.Order, c: Context) -> ast.expr:
    """What is sorted by: the least first."""
    made = c.unit.emit(order.key, c)
    return made if order.kind == "least" else ast.UnaryOp(ast.USub(), made)


def _gather(e: n.Comprehension, element: ast.expr, keys: list[ast.expr]) -> tuple[py.Body, py.Body, py.Body]:
    """How one kind of comprehension collects: before the loops, inside, after."""
    match e.kind:
        case "count":
            return py.stmts("n = 0"), py.stmts("n += 1"), py.stmts("return n")
        case "sum":
            return py.stmts("n = 0"), py.stmts("n += _e", _e=element), py.stmts("return n")
        case "least" | "most":
            sign = "<" if e.kind == "least" else ">"
            return (
                py.stmts("best = None"),
                py.stmts(f"n = _e\nif best is None or n {sign} best:\n    best = n", _e=element),
                py.stmts("return 0 if best is None else best"),
            )
        case "sorted":
            return (
                py.stmts("found = []"),
                py.stmts("found.append((_k, len(found), _e))", _k=py.tuple_of(keys), _e=element),
                py.stmts("found.sort()\nreturn tuple([n[2] for n in found])"),
            )
    places = is_places(e.type)
    finish = (
        py.stmts("return found")
        if places
        else py.stmts("return tuple(found)" if _ascending(e) else "return set_of(found)")
    )
    start = py.stmts("found = 0" if places else "found = []")
    add = py.stmts("found |= 1 << _e" if places else "found.append(_e)", _e=element)
    if not keys:
        return start, add, finish
    fresh = py.stmts("found = 1 << _e" if places else "found = [_e]", _e=element)
    core = py.stmts(
        """
key = _k
if best is None or key < best:
    best = key
    _fresh
elif key == best:
    _add
""",
        _k=py.tuple_of(keys) if len(keys) > 1 else keys[0],
        _fresh=fresh,
        _add=add,
    )
    return start + py.stmts("best = None"), core, finish


def _ascending(e: n.Comprehension) -> bool:
    """Whether elements come in ascending order without doubles by themselves."""
    return e.element is None and len(e.bindings) == 1 and e.bindings[0].source.type.tag == "set"
