"""Types calls: arguments in declared order and of the declared types, and the type of the result.

Separate because expressions, statements, offers and `can` all contain calls, and only some of them may call an event.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.attributes import attributes_of, find_attribute, infer_attr
from rulewright.check.builtin_calls import builtin_call
from rulewright.check.builtins import BUILTINS
from rulewright.check.foreign_names import as_call
from rulewright.check.names import zone_type
from rulewright.check.subtyping import a
from rulewright.check.types import Type
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.source import Span
from rulewright.spelling import did_you_mean, listed, nearest

if TYPE_CHECKING:
    from rulewright.check.text import Text

Parameter = tuple[str, Type]


def infer_call(text: Text, node: n.Call, want: Type | None) -> n.Expr:
    """A call inside an expression: a value, permission, table, zone or pure builtin, or `attribute of x`."""
    scope = text.world.scope
    target = scope.called(node.name)
    if node.style == "of" and len(node.args) == 1 and not node.named:
        replaced = _attribute_of(text, node, target)
        if replaced is not None:
            return replaced
    plural = scope.plural_in(node.name) if target is None else None
    on_edges = scope.plural_on(node.name) if target is None else None
    if isinstance(target, m.EventDef):
        node.args = tuple(text.expr(arg) for arg in node.args)
        node.named = tuple((name, text.expr(arg)) for name, arg in node.named)
        node.ref, node.type = target, t.UNKNOWN
        text.error("RW510", node.span, f"event '{node.name}' cannot be part of an expression",
                   f"call it before: `let x = {node.name}(..)`, or test `can({node.name}(..))`")
    elif isinstance(target, m.BuiltinDef):
        builtin_call(text, node, target)
        if not target.pure:
            text.error("RW510", node.span, f"action '{node.name}' cannot be part of an expression",
                       "write it as a separate statement")
            node.type = t.UNKNOWN
    elif target is not None:
        # The intended result of a call that is wrong in itself is unknown.
        fits = call_of(text, node, target) and not text.world.is_broken(target)
        node.type = result_of(target) if fits else t.UNKNOWN
    elif plural is not None:
        arguments(text, node, [("cells", t.set_of(text.world.place))], f"'{node.name}'")
        node.ref, node.type = plural, t.set_of(plural.entity_type)
    elif on_edges is not None:
        arguments(text, node, [("edges", t.set_of(t.EDGE))], f"'{node.name}'")
        node.ref, node.type = on_edges, t.set_of(on_edges.entity_type)
    else:
        node.args = tuple(text.expr(arg) for arg in node.args)
        node.named = tuple((name, text.expr(arg)) for name, arg in node.named)
        node.type = t.UNKNOWN
        _unknown_call(text, node)
    return node


def result_of(target: m.ValueDef | m.PermissionDef | m.TableDef | m.ZoneDef) -> Type:
    """The type of the result of a call."""
    if isinstance(target, m.PermissionDef):
        return t.YES_NO
    return zone_type(target) if isinstance(target, m.ZoneDef) else target.gives


def parameters(target: m.ValueDef | m.PermissionDef | m.EventDef | m.TableDef | m.ZoneDef | m.StatusDef
               ) -> list[Parameter]:
    """The names and types of the parameters of a definition."""
    if isinstance(target, m.ZoneDef):
        return [("owner", t.PLAYER)] if target.by is None or target.key is None else [(target.key.id, target.key.type)]
    return [(one.id, one.type) for one in target.params]


def call_of(text: Text, node: n.Call, target: m.ValueDef | m.PermissionDef | m.EventDef | m.TableDef | m.ZoneDef
            | m.StatusDef) -> bool:
    """Types a call of a definition and its arguments. Returns whether the arguments match."""
    node.ref = target
    if text.world.is_broken(target):
        node.args = tuple(text.expr(arg) for arg in node.args)
        node.named = tuple((name, text.expr(arg)) for name, arg in node.named)
        return True
    return arguments(text, node, parameters(target), target.title, target)


def arguments(text: Text, node: n.Call, params: Sequence[Parameter], title: str,
              target: m.Definition | None = None, declared: Sequence[m.Variable] = ()) -> bool:
    """Brings the arguments into declared order and requires their types. Afterwards `args` holds them all. `target` is
    the definition that is called, `declared` its parameters. Returns whether number and types match; an error inside an
    argument does not count."""
    declared = declared or getattr(target, "params", ())
    given: dict[str, n.Expr] = {}
    extra: list[n.Expr] = []
    wrong = False
    for position, arg in enumerate(node.args):
        if position < len(params):
            given[params[position][0]] = arg
        else:
            extra.append(text.expr(arg))
    types = dict(params)
    for name, arg in node.named:
        if name not in types:
            hint = did_you_mean(name, types, "it has") or "it takes no arguments"
            text.error("RW509", arg.span, f"{title} has no parameter '{name}'", hint, missing=Missing(name, title))
            text.expr(arg)
            wrong = True
        elif name in given:
            text.error("RW509", arg.span, f"argument '{name}' is given twice to {title}")
            text.expr(arg)
        else:
            given[name] = arg
    usage = f"call it as declared: `{node.name}({', '.join(f'{type_} {name}' for name, type_ in params)})`"
    if extra:
        text.error("RW509", extra[0].span, f"{title} takes {_count(len(params))}, not {len(node.args)}", usage,
                   suspects=text.suspects(target, _count(len(node.args), "parameter")))
    ordered: list[n.Expr] = []
    wanted = [(name, type_) for name, type_ in params if name in given]
    read = [text.expr(given[name], type_) for name, type_ in wanted]
    missing = [name for name, _ in params if name not in given]
    if (extra or missing) and not wrong:
        # Which argument is meant for which parameter is uncertain: report only that there are too many or too few.
        if missing and all(arg.type.tag != "unknown" for arg in read):
            words = ", ".join(f"'{name}'" for name in _left_out(text, read, params, missing))
            text.error("RW509", node.span, f"{title} takes {_count(len(params))}: {words} "
                       f"{'is' if len(missing) == 1 else 'are'} missing", usage,
                       suspects=text.suspects(target, _count(len(read), "parameter")))
        node.args, node.named = (*read, *extra), ()
        return False
    before = text.world.out.reported
    swapped = _swapped(text, read, [type_ for _, type_ in wanted])
    for place, ((name, type_), arg) in enumerate(zip(wanted, read, strict=True)):
        wanted_by = next((one for one in declared if one.id == name), None)
        ordered.append(arg if place in swapped else text.fit(arg, type_, f"as '{name}' of {title}", wanted_by))
    if swapped:
        first, second = swapped
        one, other = wanted[first][0], wanted[second][0]
        right = [arg.span.words for arg in read]
        right[first], right[second] = right[second], right[first]
        text.error("RW509", read[first].span.to(read[second].span),
                   f"the arguments for '{one}' and '{other}' of {title} are exchanged",
                   f"write `{node.name}({', '.join(right)})`",
                   suspects=text.suspects(target, f"'{other}' before '{one}'"))
    node.args = tuple(ordered)
    node.named = ()
    return not wrong and text.world.out.reported == before


def _left_out(text: Text, read: list[n.Expr], params: Sequence[Parameter], missing: list[str]) -> list[str]:
    """The parameters that a call with too few arguments omits: those without which all others fit in order, if only one
    choice does; otherwise the last ones."""
    if len(params) > _MANY:
        return missing
    fitting = [left for left in combinations(range(len(params)), len(missing))
               if all(text.world.fitting.fits(t.some(arg.type), t.some(params[place][1])) for arg, place in zip(
                   read, (one for one in range(len(params)) if one not in left), strict=True))]
    return [params[place][0] for place in fitting[0]] if len(fitting) == 1 else missing


# At most this many parameters are compared with the arguments of a call, choice by choice.
_MANY = 8


def _swapped(text: Text, read: list[n.Expr], types: list[Type]) -> tuple[int, ...]:
    """The places of the two arguments that fit only in each other's, if all others fit in theirs; else empty."""
    def fits(arg: n.Expr, type_: Type) -> bool:
        inner = t.some(type_)
        single = inner.args[0] if inner.tag == "set" else inner
        return text.world.fitting.fits(arg.type, type_) or text.world.fitting.fits(t.some(arg.type), single)

    wrong = [i for i, (arg, type_) in enumerate(zip(read, types, strict=True)) if not fits(arg, type_)]
    if len(wrong) != 2 or any(read[i].type.tag == "unknown" for i in wrong):
        return ()
    one, other = wrong
    return (one, other) if fits(read[one], types[other]) and fits(read[other], types[one]) else ()


def infer_member(text: Text, node: n.Attr, want: Type | None) -> n.Expr:
    """`x.f`, and `x.f(a, b)` of a formula with parameters."""
    typed = infer_attr(text, node, want)
    if isinstance(typed, n.Attr):
        ref = typed.ref
        params = ref.params if isinstance(ref, m.Attribute) else []
        fits = members_arguments(text, typed, params, f"formula '{typed.name}'" if params else "")
        typed.type = typed.type if fits else t.UNKNOWN
    return typed


def members_arguments(text: Text, node: n.Attr, params: Sequence[m.Variable], title: str) -> bool:
    """Types the arguments of a formula or text after a dot, which are in brackets if it takes any, and only then.
    Returns whether they match. `title` is its name in messages; "" if it is neither of these, or not known."""
    words = node.target.span.words
    if params:
        call = n.Call(node.span, f"{words}.{node.name}", node.args or (), node.named)
        fits = arguments(text, call, [(one.id, one.type) for one in params], title, declared=params)
        node.args, node.named = call.args, ()
        return fits
    if node.args is None:
        return True
    node.args = tuple(text.expr(arg) for arg in (*node.args, *(arg for _, arg in node.named)))
    node.named = ()
    if title or node.type.tag not in ("unknown", "nothing"):
        text.error("RW509", node.span, f"{title or repr(node.name)} takes no arguments",
                   f"remove the brackets: `{words}.{node.name}`")
    return False


def event_call(text: Text, node: n.Call, despite: Sequence[str], span: Span) -> m.EventDef | None:
    """A call of an event; None, after a report, if it is not one. `despite` must name conditions that can refuse the
    event."""
    target = text.world.pack.events.get(node.name)
    if target is None:
        scope = text.world.scope
        if scope.called(node.name) is None and not scope.plural_in(node.name) and not scope.plural_on(node.name):
            _unknown_event(text, node)
            return None
        infer_call(text, node, None)
        if node.type.tag != "unknown":
            text.error("RW514", node.span, f"'{node.name}' is not an event", "call an event here")
        return None
    call_of(text, node, target)
    node.type = t.record(target.id)
    known = text.world.conditions(target) if despite else ()
    for name in despite:
        if name not in known:
            text.error("RW453", span, f"no condition '{name}' can refuse {target.title}",
                       did_you_mean(name, sorted(known), "there are"), missing=Missing(name, target.title))
    return target


def _unknown_event(text: Text, node: n.Call) -> None:
    """Reports a call where only an event can be called: suggests the nearest event, not an attribute or a value."""
    node.args = tuple(text.expr(arg) for arg in node.args)
    node.named = tuple((name, text.expr(arg)) for name, arg in node.named)
    node.type = t.UNKNOWN
    close = nearest(node.name, _callable(text, node))
    if as_call(node.name, close) is not None:
        _unknown_call(text, node)
    elif close is None:
        known = text.world.scope.lookup(node.name)
        words = f"{known[0].title} cannot be called" if known else f"unknown name '{node.name}'"
        text.error("RW451", node.span, words, _events_about(text, node),
                   missing=None if known else Missing(node.name))
    else:
        text.error("RW451", node.span, f"unknown name '{node.name}'", f"did you mean '{close}'?",
                   missing=Missing(node.name))


def _callable(text: Text, node: n.Call) -> list[str]:
    """The events that take as many arguments as the call has, and those whose head could not be read."""
    events = text.world.pack.events.values()
    count = len(node.args) + len(node.named)
    return [one.id for one in events if len(one.params) == count or text.world.is_broken(one)]


def _events_about(text: Text, node: n.Call) -> str | None:
    """The events that accept the first argument of a call, as a hint."""
    first = node.args[0].type if node.args else t.UNKNOWN
    if first.tag not in ("entity", "player") or (not first.name and first.tag == "entity"):
        return None
    about = [one for one in text.world.pack.events.values()
             if one.params and text.world.fitting.fits(first, one.params[0].type)
             and one.params[0].type.tag != "unknown"]
    about.sort(key=lambda one: abs(len(one.params) - len(node.args)))
    return f"events that take {a(first)} are {listed(one.id for one in about)}" if about else None


def _attribute_of(text: Text, node: n.Call, target: m.Symbol | None) -> n.Expr | None:
    """`f of x` as `x.f`, if no definition f fits x and x has the attribute."""
    if target is not None and not isinstance(target, m.BuiltinDef):
        return None
    arg = text.expr(node.args[0])
    node.args = (arg,)
    if target is not None and t.some(arg.type).tag not in ("entity", "player", "match", "record"):
        return None
    if find_attribute(text, t.some(arg.type), node.name) is None:
        return None
    return infer_member(text, n.Attr(node.span, arg, node.name), None)


def _unknown_call(text: Text, node: n.Call) -> None:
    name, scope = node.name, text.world.scope
    if any(arg.type.tag == "unknown" for arg in node.args) and node.style == "of":
        return
    if text.in_words(node.span.source.span(node.span.start, node.span.start + len(name))):
        return
    first = node.args[0] if len(node.args) == 1 else None
    hint = None
    if node.style == "of" and re.match(rf".*\bis\s+(not\s+)?{name}\s+of\b", _line(node), re.DOTALL):
        close = nearest(name, [one.id for one in scope.pack.permissions.values() if len(one.params) == 2])
        hint = f"did you mean '{close}'?" if close else f"write `permission {name}(KIND one, KIND other): ..`"
    elif first is not None and find_attribute(text, t.some(first.type), name) is not None:
        hint = f"write `{first.span.text}.{name}` or `{name} of {first.span.text}`"
    elif name in BUILTINS and BUILTINS[name].bare:
        hint = f"write `{name}` without brackets"
    elif name in text.names:
        hint = f"write `{name}` without brackets: it is {a(text.names[name].type)} here"
    else:
        close = scope.nearest_called(name)
        if node.style == "of" and first is not None:
            close = nearest(name, [*attributes_of(text, t.some(first.type)), *([close] if close else [])])
        hint = as_call(name, close) or (f"did you mean '{close}'?" if close else None)
    known = scope.lookup(name)
    words = f"{known[0].title} cannot be called" if known else f"unknown name '{name}'"
    zone = scope.pack.zones.get(name)
    if zone is not None:
        words = f"zone '{name}' belongs to all, and takes no argument"
        hint = f"write `{name}`, or declare it `zone {name}(player owner)`"
    if known and isinstance(known[0], m.StatusDef):
        of = first.span.text if first is not None else "x"
        hint = f"test `{of} is {name}`, or list its instances: `all(one in statuses of {of} where one is {name})`"
    if known and isinstance(known[0], m.SheetDef) and hint is None:
        hint = f"write `create {name} for PLAYER`"
    text.error("RW451", node.span, words, hint, missing=None if known else Missing(name), suspects=text.suspects(zone))


def _line(node: n.Call) -> str:
    """The line of code up to the end of the call."""
    text = node.span.source.text
    return text[text.rfind("\n", 0, node.span.start) + 1:node.span.end]


def _count(number: int, what: str = "argument") -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
