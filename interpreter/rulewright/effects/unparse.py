"""Prints trees as canonical code: parsing it produces an equal tree, and printing that produces the same code.

Separate because formatting, explanations and editors show code, and because the round trip is the best test of the
parser. Comments are not part of a tree: a tool that rewrites files must keep them itself.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import assert_never

from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.unparse_expressions import binding, bound, call, despite, expression, sum_of, tight

__all__ = ["expression", "unparse", "unparse_block"]

_INDENT = "  "


def unparse(node: n.Node) -> str:
    """The code of any node that can be printed alone. A statement ends in a line break, nothing else does.

    Code that could not be parsed is printed as it was written.
    """
    match node:
        case n.Expr():
            return expression(node)
        case n.Statement():
            return unparse_block((node,))
        case n.Header():
            return _header(node)
        case n.TypeExpr():
            return _type(node)
        case n.Member():
            return node.name + (f"({_params(node)})" if node.params else "")
        case n.FieldType():
            bounds = "" if node.range is None else _range(node.range)
            return _type(node.type) + bounds + ("" if node.starts is None else f" starts {expression(node.starts)}")
        case n.Trigger():
            events = [one.event if one.moment is None else f"{one.event}.{one.moment}" for one in node.events]
            return " or ".join(events) + _where(node.where)
        case n.Contribution():
            return f"{node.value}.{node.step} is {expression(node.expr)}{_when(node.when)}"
        case n.Verdict():
            label = "" if node.label is None else f" as {node.label}"
            words = [name if call is None else expression(call)
                     for name, call in zip_longest(node.names, node.calls)]  # fmt: skip
            return f"{node.kind} {', '.join(words)}{label}{_when(node.when)}"
        case n.Waive():
            return f"waive {', '.join(f'{event}.{name}' for event, name in node.names)}{_when(node.when)}"
        case n.Row():
            return expression(node.value) + _if(node.condition)
        case n.StepText():
            return node.merge + ("" if node.then is None else f" then {expression(node.then)}")
        case n.LimitText():
            return f"{node.count} per {node.event}"
        case n.Clock():
            return _clock(node)
        case n.Binder():
            return binding(node.binding, node.where)
        case n.KeywordUse():
            args = ", ".join(expression(arg) for arg in node.args)
            return f"{node.name}({args})" if args else node.name
    raise AssertionError(f"{type(node).__name__} is no text by itself")


def unparse_block(block: n.Block) -> str:
    """The lines of a block, two spaces per level, each with its line break."""
    return "".join(f"{line}\n" for line in _lines(block, ""))


# -- statements --------------------------------------------------------------------------------------------------------


def _lines(block: n.Block, indent: str) -> list[str]:
    found: list[str] = []
    for statement in block:
        found += _statement(statement, indent)
    return found


def _statement(statement: n.Statement, indent: str) -> list[str]:
    deeper = indent + _INDENT
    statement = variants.statement(statement)
    match statement:
        case n.If():
            lines: list[str] = []
            for number, branch in enumerate(statement.branches):
                lines.append(f"{indent}{'else ' if number else ''}if {expression(branch.condition)}:")
                lines += _lines(branch.body, deeper)
            if statement.otherwise:
                lines += [f"{indent}else:", *_lines(statement.otherwise, deeper)]
            return lines
        case n.ForEach():
            chosen = "" if statement.chosen_by is None else f" chosen by {sum_of(statement.chosen_by)}"
            head = f"{indent}for each {binding(statement.binding, statement.where)}{chosen}:"
            return [head, *_lines(statement.body, deeper)]
        case n.Repeat():
            condition = "" if statement.condition is None else f" while {expression(statement.condition)}"
            return [f"{indent}repeat up to {sum_of(statement.limit)}{condition}:", *_lines(statement.body, deeper)]
        case n.Together():
            return [f"{indent}together:", *_lines(statement.body, deeper)]
        case n.Offer():
            name = "" if statement.name is None else f" as {statement.name}"
            may_pass, always = " or pass" if statement.may_pass else "", _always(statement.always)
            may_pass += _if(statement.pass_if)
            head = f"{indent}offer {sum_of(statement.player)}{may_pass}{always}{name}:"
            return [head, *(deeper + _offered(line) for line in statement.lines)]
        case n.BrokenStatement():
            return [indent + statement.span.text]
        case _:
            return [indent + _of_one_line(statement) + _if(statement.guard)]


def _offered(line: n.OfferLine) -> str:
    bound = f" for {', '.join(binding(one) for one in line.bindings)}" if line.bindings else ""
    return call(line.call) + despite(line.despite) + bound + _where(line.where)


def _of_one_line(statement: variants.OfOneLine) -> str:
    match statement:
        case n.Do():
            return call(statement.call) + despite(statement.despite)
        case n.Let():
            return f"let {statement.name} = {_right(statement.value)}"
        case n.Set():
            return f"set {expression(statement.target)} = {_right(statement.value)}"
        case n.Give():
            return _give(statement)
        case n.EndStatus():
            return f"end {sum_of(statement.status)}"
        case n.Put():
            return f"put {sum_of(statement.what)} {statement.prep} {sum_of(statement.place)}"
        case n.Remove():
            return f"remove {sum_of(statement.what)}"
        case n.CreateStatement():
            return _right(statement.create)
        case n.Perform():
            return f"perform {expression(statement.text)}"
        case n.Moment():
            return f"moment {statement.name}" + (f" needs {', '.join(statement.needs)}" if statement.needs else "")
        case n.Stop() | n.Finish() | n.Cancel():
            return type(statement).__name__.lower()
        case n.Conclude():
            return f"conclude {statement.event}"
        case _:
            assert_never(statement)


def _give(give: n.Give) -> str:
    given = call(give.status) if give.status.args or give.status.named else give.status.name
    until = "" if give.until is None else f" until {_clock(give.until)}"
    return f"give {given} to {sum_of(give.to)}{until}"


def _right(value: n.Right) -> str:
    match value:
        case n.Given():
            return _give(value.give)
        case n.Expr():
            return expression(value)
        case n.CallRight():
            return call(value.call) + despite(value.despite)
        case n.Roll():
            times = "" if value.times is None else f" times {sum_of(value.times)}"
            return f"roll {tight(value.die)}{times}{_by(value.by)}{_secretly(value.secret)}"
        case n.Choose():
            chosen = binding(value.binding, value.where) + _how_many(value)
            return f"choose {value.mode} {chosen}{_by(value.by)}{_always(value.always)}{_secretly(value.secret)}"
        case n.ChooseYesNo():
            return f"choose yes or no{_by(value.by)}{_secretly(value.secret)}"
        case n.Create():
            owner = "" if value.owner is None else f" for {sum_of(value.owner)}"
            place = "" if value.place is None else f" {value.prep} {sum_of(value.place)}"
            return f"create {sum_of(value.sheet)}{owner}{place}"


def _how_many(value: n.Choose) -> str:
    least = "" if value.least is None else f" at least {sum_of(value.least)}"
    if value.limit is None:
        return least
    return f"{least} {'exactly' if value.exactly else 'up to'} {sum_of(value.limit)}"


def _by(who: n.Expr | None) -> str:
    return "" if who is None else f" by {sum_of(who)}"


def _always(always: bool) -> str:
    return " always" if always else ""


def _secretly(secret: bool) -> str:
    return " in secret" if secret else ""


# -- small parts -------------------------------------------------------------------------------------------------------


def _range(node: n.RangeText) -> str:
    least = "" if node.least is None else f" from {bound(node.least)}"
    return least + ("" if node.most is None else f" to {bound(node.most)}")


def _where(condition: n.Expr | None) -> str:
    return "" if condition is None else f" where {expression(condition)}"


def _when(condition: n.Expr | None) -> str:
    return "" if condition is None else f" when {expression(condition)}"


def _if(condition: n.Expr | None) -> str:
    return "" if condition is None else f" if {expression(condition)}"


def _clock(clock: n.Clock) -> str:
    points = [
        f"while {expression(point.condition)}"
        if isinstance(point, n.ClockWhile)
        else f"{point.edge} of {point.which} {point.event}{_where(point.where)}"
        for point in clock.points
    ]
    return ", or ".join(points)


def _header(header: n.Header) -> str:
    params = _params(header)
    # Values and permissions are called with brackets, so the brackets are printed even if they are empty.
    shown = f"({params})" if params or header.form in ("value", "permission") else ""
    gives = ", ".join(f"{_type(one.type)} {one.name}".rstrip() for one in header.gives)
    classes = f" is {', '.join(header.classes)}" if header.classes else ""
    return f"{header.form} {header.id}{shown}{f' gives {gives}' if gives else ''}{classes}"


def _params(head: n.Header | n.Member) -> str:
    return ", ".join(f"{_type(param.type)} {param.name}" for param in head.params)


def _type(written: n.TypeExpr) -> str:
    match written.name, written.args:
        case _, ():
            return written.name
        case "or none", (value,):
            return f"{_type(value)} or none"
        case "or", (one, other):
            return f"{_type(one)} or {_base_type(other)}"
        case "per", (value, key):
            return f"{_type(value)} per {_base_type(key)}"
        case name, (item,):
            return f"{name} of {_base_type(item)}"
    raise AssertionError(f"there is no type '{written.name}' of {len(written.args)}")


def _base_type(written: n.TypeExpr) -> str:
    return f"({_type(written)})" if written.name in ("or none", "or", "per") else _type(written)
