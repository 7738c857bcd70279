"""Compiles quantifiers and comprehensions to small helper functions of the generated module.

Separate because a loop inside an expression needs statements: the helper contains them, gets the locals that it reads
as arguments and stops at the first result; its call replaces the expression.
"""

from __future__ import annotations

import ast
from typing import TypeVar

from rulewright.check.openness import is_whole
from rulewright.check.types import Type
from rulewright.compile import builtins, operands
from rulewright.compile import pyast as py
from rulewright.compile.areas import area, collect, filled
from rulewright.compile.at_once import AtOnce
from rulewright.compile.context import Context
from rulewright.compile.layout import has_codes, is_places
from rulewright.compile.operands import walk
from rulewright.effects import nodes as n
from rulewright.linkage import parsed

_T = TypeVar("_T", bound=ast.AST)
_LOCAL = ("r", "h", "x", "row", "f", "e", "who", "place", "it", "so_far")


def captured_by(*trees: ast.AST) -> list[str]:
    """Python locals that a helper needs: names that begin in lower case and are locals by Rulewright's naming."""
    seen: dict[str, None] = {}
    own = {x.target.id for tree in trees for x in py.nodes(tree) if isinstance(x, ast.NamedExpr)}
    for tree in trees:
        for name in py.names_read(tree):
            if name in _LOCAL or parsed(name)[0] in ("a", "v", "x"):
                seen.setdefault(name)
    return [name for name in seen if name not in own]


def helper(c: Context, body: py.Body, inside: list[str], span: object) -> ast.expr:
    """Adds a function with this body to the module; returns the call of it. `inside` are names that the body binds
    itself."""
    body, places = handed(body)
    captured = [x for x in captured_by(*body) if x not in inside and x not in places]
    name = c.unit.fresh("q")
    c.unit.add(name, ["m", *captured, *places], body, span)
    return py.call(name, py.name("m"), *[py.name(x) for x in captured], *places.values())


def handed(body: list[_T]) -> tuple[list[_T], dict[str, ast.expr]]:
    """Passes what a helper reads at a fixed index of the record or the frame as an argument: name -> what is passed."""
    places: dict[str, ast.expr] = {}

    def swap(node: ast.AST) -> ast.AST | None:
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in ("f", "r")):
            return None
        if not (isinstance(node.slice, ast.Constant) and isinstance(node.ctx, ast.Load)):
            return None
        name = f"{node.value.id}{node.slice.value!r}"
        places[name] = node
        return ast.Name(name, ast.Load())

    return [py.swapped(s, swap) for s in body], places


def bind_loop(binding: n.Binding, c: Context) -> str:
    """A fresh Python name for a loop variable."""
    name = c.unit.fresh("x")
    c.bind(binding.ref, py.name(name))
    return name


def quantified(e: n.Quantified, c: Context) -> ast.expr:
    if is_whole(e.binding.source.type):
        assert e.where is not None
        made = c.unit.formed(e.binding, e.where, c)
        return py.negate(made) if e.kind == "no" else made
    source = walk(e.binding.source, c)
    if e.where is None and e.has is None:
        if is_places(e.binding.source.type):
            made = area("some", _a=c.unit.emit(e.binding.source, c))
        else:
            made = py.expr("len(_s) != 0", _s=source)
        return py.negate(made) if e.kind == "no" else made
    inner = c.inner()
    name = bind_loop(e.binding, inner)
    tests = AtOnce([e.binding.ref], inner)
    where = tests.test(e.where) if e.where is not None else None
    if e.kind == "every":
        assert e.has is not None
        test = py.negate(tests.test(e.has))
        test = py.both([where, test]) if where is not None else test
        found, otherwise = False, True
    else:
        assert where is not None
        test, found, otherwise = where, e.kind == "some", e.kind == "no"
    body = tests.before + py.stmts(
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
    made = helper(c, body, [name, *tests.names], e.span)
    where_it_is = builtins.standing_in(e.binding.source, c)
    if where_it_is is None:
        return made
    if e.kind == "some":  # nothing stands there: the usual case, without a call
        return py.expr("_s and _m", _s=area("meets", _a=where_it_is, _b=filled()), _m=made)
    return py.expr("_s or _m", _s=area("apart", _a=where_it_is, _b=filled()), _m=made)


def comprehension(e: n.Comprehension, c: Context) -> ast.expr:
    if not e.bindings:
        assert e.element is not None
        return operands.size(e.element, c) if e.kind == "count" else c.unit.emit(e.element, c)
    source_type = e.bindings[0].source.type
    if e.kind == "count" and e.where is None and len(e.bindings) == 1:
        return operands.size(e.bindings[0].source, c)
    if (
        e.kind == "all"
        and e.where is None
        and e.element is None
        and not e.orders
        and len(e.bindings) == 1
        and (source_type == e.type)
    ):
        return c.unit.emit(e.bindings[0].source, c)
    if e.kind in ("all", "count"):
        places = c.unit.narrowed(e, c)
        if places is not None:
            return places if e.kind == "all" else area("count", _a=places)
    made = gathered(e, c)
    if c.unit.verify and e.kind in ("least", "most") and c.unit.layout.utmost(e.kind, _member(e)) is not None:
        return py.call("same", made, gathered(e, c, stops=False))
    return made


def _member(e: n.Comprehension) -> Type:
    """The type of the collected items."""
    found: Type = e.element.type if e.element is not None else e.bindings[0].ref.type
    return found


def gathered(e: n.Comprehension, c: Context, *, stops: bool = True) -> ast.expr:
    """A comprehension as a loop over all its members; it `stops` at a value that cannot be less or greater."""
    inner = c.inner()
    names: list[str] = []
    loops: list[tuple[str, ast.expr]] = []
    for binding in e.bindings:
        source = walk(binding.source, inner)
        name = bind_loop(binding, inner)
        names.append(name)
        loops.append((name, source))
    tests = AtOnce([b.ref for b in e.bindings], inner)
    where = tests.test(e.where) if e.where is not None else None
    element = c.unit.kept(e.element, inner) if e.element is not None else py.name(names[0])
    keys = [_key(o, inner) for o in e.orders]
    before, core, after = _gather(e, element, keys, c, stops)
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
    own = [*names, *tests.names, "found", "key", "best", "n"]
    return helper(c, before + tests.before + core + after, own, e.span)


def _key(order: n.Order, c: Context) -> ast.expr:
    """The sort key: the least first."""
    made = c.unit.emit(order.key, c)
    return made if order.kind == "least" else ast.UnaryOp(ast.USub(), made)


def _gather(
    e: n.Comprehension, element: ast.expr, keys: list[ast.expr], c: Context, stops: bool
) -> tuple[py.Body, py.Body, py.Body]:
    """How one kind of comprehension collects: code before the loops, inside, after."""
    match e.kind:
        case "count":
            return py.stmts("n = 0"), py.stmts("n += 1"), py.stmts("return n")
        case "sum":
            return py.stmts("n = 0"), py.stmts("n += _e", _e=element), py.stmts("return n")
        case "least" | "most":
            sign = "<" if e.kind == "least" else ">"
            last = c.unit.layout.utmost(e.kind, _member(e)) if stops else None
            stop = py.stmts("if n == _u:\n    return n", _u=py.const(last)) if last is not None else []
            return (
                py.stmts("best = None"),
                py.stmts(f"n = _e\n_stop\nif best is None or n {sign} best:\n    best = n", _e=element, _stop=stop),
                py.stmts("return 0 if best is None else best" if e.type.tag == "number" else "return best"),
            )
        case "sorted":
            return (
                py.stmts("found = []"),
                py.stmts("found.append((_k, len(found), _e))", _k=py.tuple_of(keys), _e=element),
                py.stmts("found.sort()\nreturn listed(m, [n[2] for n in found])"),
            )
    places = is_places(e.type)
    finish = (
        py.stmts("return found")
        if places
        else py.stmts("return tuple(found)")
        if _ascending(e)
        else py.stmts("return set_of_codes(m, found)" if has_codes(e.type) else "return set_of(m, found)")
    )
    start = collect("begin", c.unit.layout.areas) if places else py.stmts("found = []")
    add = collect("add", c.unit.layout.areas, _x=element) if places else py.stmts("found.append(_e)", _e=element)
    if not keys:
        return start, add, finish
    fresh = collect("begin with", c.unit.layout.areas, _x=element) if places else py.stmts("found = [_e]", _e=element)
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
    """Whether elements are ascending and without duplicates already."""
    return e.element is None and len(e.bindings) == 1 and e.bindings[0].source.type.tag == "set"
