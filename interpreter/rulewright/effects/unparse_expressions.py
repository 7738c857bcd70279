"""Prints expressions as canonical code, with the brackets that operator precedence requires and those that help
readers: round `and` in `or`, and round a quantifier or `if` that is part of something.

Separate from the rest of unparsing because it deals only with operator precedence.
"""

from __future__ import annotations

from typing import Final

from rulewright.effects import nodes as n
from rulewright.units import SINGULAR

# How tightly an expression binds. An operand of a looser level than its position requires is put in brackets.
_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _SIGNED, _OF, _POSTFIX = range(1, 10)
# Expressions that extend to the right as far as possible.
_OPEN: Final = (n.Quantified, n.IfElse, n.LetIn)
_BINARY: Final = {
    "or": _OR, "and": _AND, "<": _COMPARISON, "<=": _COMPARISON, ">": _COMPARISON, ">=": _COMPARISON, "+": _SUM,
    "-": _SUM, "*": _PRODUCT, "/": _PRODUCT,
}  # fmt: skip


def expression(expr: n.Expr) -> str:
    """The code of an expression where any is allowed."""
    expr = _as_written(expr)
    return _open(expr) if isinstance(expr, _OPEN) else _operand(expr, _OR)


def sum_of(expr: n.Expr) -> str:
    """The code of an expression where comparisons are not allowed: a source, a player, a place."""
    return _operand(expr, _SUM)


def tight(expr: n.Expr) -> str:
    """The code of an expression where operators are not allowed: a die."""
    return _operand(expr, _OF)


def binding(bound: n.Binding, where: n.Expr | None = None) -> str:
    """`x in s where c`."""
    condition = "" if where is None else f" where {expression(where)}"
    return f"{bound.name} in {sum_of(bound.source)}{condition}"


def call(called: n.Call) -> str:
    """`name(a, b, x = c)`, whatever its style."""
    return f"{called.name}({_arguments(called.args, called.named)})"


def _arguments(args: tuple[n.Expr, ...], named: tuple[tuple[str, n.Expr], ...]) -> str:
    return ", ".join([expression(arg) for arg in args] + [f"{name} = {expression(arg)}" for name, arg in named])


def quantity(number: n.Number) -> str:
    """`3`, `3 cells`, `2.5 inches`."""
    if number.unit is None:
        return str(number.value)
    if number.unit != "inches":
        return f"{number.value} {_unit(number.unit, one=number.value == 1)}"
    whole, part = divmod(number.value, 1000)
    digits = f"{whole}.{part:03}".rstrip("0") if part else str(whole)
    return f"{digits} {_unit('inches', one=number.value == 1000)}"


def _unit(plural: str, *, one: bool) -> str:
    return SINGULAR[plural] if one else plural


def _operand(expr: n.Expr, level: int) -> str:
    """The code where a certain level is required."""
    expr = _as_written(expr)
    if isinstance(expr, _OPEN):
        return f"({_open(expr)})"
    own = _level(expr)
    return f"({_closed(expr, own)})" if own < level else _closed(expr, own)


def _as_written(expr: n.Expr) -> n.Expr:
    """The original of what the checker replaced: `a or b` was a choice between the two, a field of one of several kinds
    a choice between theirs, and a single value or none was made a set where one is expected."""
    while isinstance(expr, n.Recast | n.SetOf) or (isinstance(expr, n.IfElse) and expr.written is not None):
        if isinstance(expr, n.SetOf):
            if len(expr.items) > 1:
                break
            expr = expr.items[0] if expr.items else n.Nothing(expr.span)
        else:
            expr = expr.operand if isinstance(expr, n.Recast) else expr.written
    if isinstance(expr, n.IfElse) and expr.default:
        made, rest = expr.then, expr.otherwise
        while isinstance(rest, n.IfElse) and rest.default:
            made, rest = n.Binary(expr.span, "or", made, rest.then), rest.otherwise
        return n.Binary(expr.span, "or", made, rest)
    return expr


def _open(expr: n.Quantified | n.IfElse | n.LetIn) -> str:
    if isinstance(expr, n.LetIn):
        return f"let {expr.name} = {expression(expr.value)} then {expression(expr.body)}"
    if isinstance(expr, n.IfElse):
        condition, then, otherwise = expression(expr.condition), expression(expr.then), expression(expr.otherwise)
        return f"if {condition} then {then} else {otherwise}"
    has = "" if expr.has is None else f" has {expression(expr.has)}"
    return f"{expr.kind} {binding(expr.binding, expr.where)}{has}"


def _level(expr: n.Expr) -> int:
    match expr:
        case n.Binary():
            return _BINARY[expr.op]
        case n.Unary():
            return _NOT if expr.op == "not" else _SIGNED
        case n.Is() | n.Relation() | n.In() | n.Within():
            return _COMPARISON
        case n.Call() if _is_of(expr):
            return _OF
    return _POSTFIX


def _is_of(called: n.Call) -> bool:
    return called.style == "of" and len(called.args) == 1 and not called.named


def _closed(expr: n.Expr, level: int) -> str:
    match expr:
        case n.Binary():
            left = _operand(expr.left, level + (level == _COMPARISON))
            if expr.op == "or":
                return f"{_in_or(expr.left, left)} or {_in_or(expr.right, _operand(expr.right, level + 1))}"
            return f"{left} {expr.op} {_operand(expr.right, level + 1)}"
        case n.Unary(op="not"):
            return f"not {_operand(expr.operand, _NOT)}"
        case n.Unary():
            # The language has no two minus signs in a row.
            return f"-{_operand(expr.operand, _OF)}"
        case n.Is() | n.Relation() | n.In() | n.Within():
            return _comparison(expr)
        case n.Call() if level == _OF:
            return f"{expr.name} of {_operand(expr.args[0], _OF)}"
    return _atom(expr)


def _in_or(expr: n.Expr, text: str) -> str:
    """An operand of `or`. Brackets show that `and` binds tighter, because not every reader knows it."""
    return f"({text})" if isinstance(expr, n.Binary) and expr.op == "and" else text


def _comparison(expr: n.Expr) -> str:
    match expr:
        case n.Is():
            return f"{sum_of(expr.left)} is {'not ' if expr.negated else ''}{sum_of(expr.right)}"
        case n.In():
            return f"{sum_of(expr.left)} {'not ' if expr.negated else ''}in {sum_of(expr.right)}"
        case n.Within():
            return f"{sum_of(expr.left)} within {amount(expr.amount)} of {sum_of(expr.right)}"
        case n.Relation(style="verb"):
            return f"{sum_of(expr.left)} {expr.name} {sum_of(expr.right)}"
        case n.Relation():
            return f"{sum_of(expr.left)} is {'not ' if expr.negated else ''}{expr.name} to {sum_of(expr.right)}"
    raise AssertionError(f"{type(expr).__name__} is no comparison")


def bound(expr: n.Expr) -> str:
    """The code of a bound of a range."""
    return f"-{amount(expr.operand)}" if isinstance(expr, n.Unary) and expr.op == "-" else amount(expr)


def amount(expr: n.Expr) -> str:
    """The code of an expression where only a number, a name or a call needs no brackets."""
    dotted = expr
    while isinstance(dotted, n.Attr):
        dotted = dotted.target
    called = isinstance(expr, n.Call) and not _is_of(expr)
    plain = isinstance(expr, n.Number) or isinstance(dotted, n.Name) or called
    return _atom(expr) if plain else f"({expression(expr)})"


def _atom(expr: n.Expr) -> str:
    match expr:
        case n.Name():
            return expr.name
        case n.Number():
            return quantity(expr)
        case n.Truth():
            return "true" if expr.value else "false"
        case n.Nothing():
            return "none"
        case n.Attr():
            given = "" if expr.args is None else f"({_arguments(expr.args, expr.named)})"
            return f"{_operand(expr.target, _POSTFIX)}.{expr.name}{given}"
        case n.Index():
            return f"{_operand(expr.target, _POSTFIX)}[{expression(expr.key)}]"
        case n.Call():
            return call(expr)
        case n.SetOf():
            return f"({', '.join(expression(item) for item in expr.items)})"
        case n.Comprehension():
            return _comprehension(expr)
        case n.Can():
            return f"can({call(expr.call)}{despite(expr.despite)})"
        case n.Supposing():
            return f"supposing({sum_of(expr.who)} at {sum_of(expr.place)}, {expression(expr.body)})"
        case n.Broken():
            return expr.span.text
    raise AssertionError(f"{type(expr).__name__} has no text")


def _comprehension(expr: n.Comprehension) -> str:
    if not expr.bindings:
        assert expr.element is not None, "without bindings there is an element"
        return f"{expr.kind}({sum_of(expr.element)})"
    where = "" if expr.where is None else f" where {expression(expr.where)}"
    bound = ", ".join(binding(one) for one in expr.bindings)
    orders = " then ".join(f"{order.kind} {expression(order.key)}" for order in expr.orders)
    ordered = f" with {orders}" if orders else ""
    if expr.element is None:
        return f"{expr.kind}({bound}{where}{ordered})"
    element = sum_of(expr.element) if expr.kind == "all" else expression(expr.element)
    return f"{expr.kind}({element} for {bound}{where})"


def despite(names: tuple[str, ...]) -> str:
    """` despite a, b`, or nothing."""
    return f" despite {', '.join(names)}" if names else ""
