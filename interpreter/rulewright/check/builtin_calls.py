"""Types calls of builtins by the table, including names of definitions among the arguments.

Separate because a row of the table has patterns where a definition has types, and arguments that are names
(`inside(charge)`, `count_of(x, slowed)`) are looked up as the form that the row expects.
"""
from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import BUILTINS, Match, Mismatch, Param, name_type
from rulewright.check.no_set import no_set
from rulewright.check.openness import in_it, is_open, is_whole, ways_on
from rulewright.check.ordered import wants_order
from rulewright.check.subtyping import a, as_set, item_of
from rulewright.check.types import Type
from rulewright.diagnostics import Missing, Suspect
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.space.forms import FORMS
from rulewright.spelling import did_you_mean

if TYPE_CHECKING:
    from rulewright.check.builtins import Builtin
    from rulewright.check.text import Text

_BY_NAME = {"event": "an event or class", "status": "a status", "value": "a value or permission",
            "plural": "the plural of a kind", "die": "a die", "enum": "an enumeration", "kind": "a kind",
            "area": "an area"}
_COUNTS = frozenset({"size", "is_empty"})  # they return the same for every single thing
_SINGLE = frozenset({"entity", "place", "edge", "number", "enum", "sheet", "direction", "die"})
_PATTERNS = frozenset({"var", "numeric", "ranked", "either", "any", "any_record", "value"})


def builtin_call(text: Text, node: n.Call, symbol: m.BuiltinDef) -> None:
    """Types the arguments and the result of a call; errors are reported and make the result `unknown`."""
    row = BUILTINS[symbol.id]
    world = text.world
    node.ref, node.type = symbol, t.UNKNOWN
    args = _in_order(text, node, row)
    if not row.available(world.pack.board):
        text.no_board(node, f"'{row.name}'", row.needs)
        node.args = tuple(arg if _param(row, place).by_name else text.expr(arg) for place, arg in enumerate(args))
        return
    typed: list[n.Expr] = []
    for position, arg in enumerate(args):
        typed.append(_argument(text, arg, _param(row, position), typed))
    node.args = tuple(typed)
    # What depends on the others (a member of several enumerations, for instance) was left until last.
    types = [_type_of(arg) for arg in typed]
    matched = row.match(types, world.pack.board, world.scope.common_kind)
    if isinstance(matched, Match) and row.name in _COUNTS and (types[0] == t.PLAYER or types[0].tag in _SINGLE):
        text.error("RW508", typed[0].span, f"expected a set, list or zone, found {a(types[0])}",
                   no_set(text, typed[0]), suspects=text.suspects(typed[0]))
    elif isinstance(matched, Match):
        node.args = tuple(arg if isinstance(arg, n.Name) and _param(row, i).by_name else as_wanted(arg, want)
                          for i, (arg, want) in enumerate(zip(typed, matched.wanted, strict=True)))
        node.type = matched.result
        if not (row.needs or row.takes_open) or any(is_whole(one) for one in types):
            _refuse_open(text, node, row)
        if row.result.tag == "ranked" and matched.result.tag == "enum":
            wants_order(text, node, matched.result)
    elif not any(type_.tag == "unknown" for type_ in types):
        _mismatch(text, node, row, matched)


def _refuse_open(text: Text, node: n.Call, row: Builtin) -> None:
    """Reports open sets as arguments of a builtin that counts a set or takes something out of it: it needs a set that
    can be listed."""
    for arg in node.args:
        if arg.type is not None and is_open(arg.type):
            words = arg.span.words
            text.error("RW548", arg.span, f"there is no list of {in_it(arg.type)}, and '{row.name}' needs one",
                       ways_on(words, arg.type))
            node.type = t.UNKNOWN


def relation_row_fits(text: Text, row: Builtin, types: list[Type]) -> bool:
    """Whether a builtin relation accepts things of these types."""
    matched = row.match(types, text.world.pack.board, text.world.scope.common_kind)
    return isinstance(matched, Match) and row.available(text.world.pack.board)


def _param(row: Builtin, position: int) -> Param:
    if position < len(row.params):
        return row.params[position]
    return row.params[-1] if row.rest and row.params else Param("", Type("any"))


def _in_order(text: Text, node: n.Call, row: Builtin) -> list[n.Expr]:
    """The arguments in declared order, with the named ones after the others; errors are reported."""
    args = list(node.args)
    names = [param.name for param in row.params]
    named: dict[str, n.Expr] = {}
    for name, arg in node.named:
        if name not in names:
            text.error("RW509", arg.span, f"'{row.name}' has no parameter '{name}'",
                       did_you_mean(name, names, "it has"))
            text.expr(arg)
        elif name in named or names.index(name) < len(node.args):
            text.error("RW509", arg.span, f"argument '{name}' is given twice to '{row.name}'")
            text.expr(arg)
        else:
            named[name] = arg
    for name in names[len(args):]:
        if name not in named:
            break
        args.append(named[name])
    node.named = ()
    return args


def _argument(text: Text, arg: n.Expr, param: Param, before: list[n.Expr]) -> n.Expr:
    if param.by_name or (param.or_name and _names_a_permission(text, arg)):
        return _named(text, arg, param)
    if param.or_name:
        return text.expr(arg, param.pattern.args[0])
    want = None if param.pattern.tag in _PATTERNS or param.pattern.name == "board" else param.pattern
    if want is not None and any(below.tag in _PATTERNS for below in want.args):
        want = next((one.type for one in before if one.type is not None and item_of(one.type) is not None), None)
    elif param.pattern.tag in ("var", "numeric", "ranked") and before:
        want = before[-1].type
    return text.expr(arg, want)


def _names_a_permission(text: Text, arg: n.Expr) -> bool:
    return isinstance(arg, n.Name) and arg.name not in text.names and arg.name in text.world.pack.permissions


def _named(text: Text, arg: n.Expr, param: Param) -> n.Expr:
    scope, pack = text.world.scope, text.world.pack
    name = arg.name if isinstance(arg, n.Name) else None
    found: m.Symbol | None = None
    known: list[str] = []
    if param.by_name == "event":
        found, known = scope.occasion(name or ""), [*pack.events, *pack.classes]
    elif param.by_name == "status":
        found, known = pack.statuses.get(name or ""), [*pack.statuses]
    elif param.by_name == "value" or param.or_name:
        found = pack.values.get(name or "") or pack.permissions.get(name or "")
        known = [*pack.values, *pack.permissions]
    elif param.by_name == "plural":
        found, known = scope.plurals.get(name or ""), [*scope.plurals]
    elif param.by_name == "enum":
        found, known = pack.enums.get(name or ""), [*pack.enums]
    elif param.by_name == "area":
        found, known = pack.areas.get(name or ""), [*pack.areas]
    elif param.by_name == "kind":
        found, known = pack.kinds.get(name or ""), [*pack.kinds]
    else:
        found, known = scope.die(name or ""), [*pack.dice]
    if found is None:
        bare = arg.name if isinstance(arg, n.Call) and arg.name in known else None
        hint = f"remove the brackets: `{bare}`" if bare else did_you_mean(name, known, "there are") if name else None
        text.error("RW452", arg.span, f"expected the name of {_BY_NAME[param.by_name]}", hint,
                   missing=Missing(name) if name and not scope.lookup(name) else None)
        arg.type = t.UNKNOWN
        return arg
    arg.ref, arg.type = found, name_type(found)
    if param.by_name == "kind" and isinstance(found, m.KindDef):
        arg.type = t.set_of(found.sheet_type)
    return arg


def _type_of(arg: n.Expr) -> Type:
    type_: Type = arg.type
    if isinstance(arg.ref, m.DieDef):
        return name_type(arg.ref)
    return type_


def as_wanted(arg: n.Expr, want: Type) -> n.Expr:
    """Converts one value where a set is expected to a set, and `none` to the empty set or list."""
    if want.tag in ("set", "list") and isinstance(arg, n.Nothing):
        return n.SetOf(arg.span, (), type=want)
    if want.tag == "set" and item_of(arg.type) is None:
        return n.SetOf(arg.span, (arg,), type=t.set_of(arg.type))
    return arg


def _mismatch(text: Text, node: n.Call, row: Builtin, found: Mismatch) -> None:
    usage = f"write `{row.name}({', '.join(param.name for param in row.params)})`"
    if found.found is None:
        text.error("RW509", node.span, f"'{row.name}' is missing an argument: {found.expected}", usage)
        return
    arg = node.args[found.position]
    needed = sum(not param.optional for param in row.params)
    if len(node.args) < needed:  # one that fits another parameter was probably meant for that one
        text.error("RW509", node.span, f"'{row.name}' takes {needed} arguments, not {len(node.args)}", usage)
    elif not found.expected:
        text.error("RW509", arg.span, f"'{row.name}' takes fewer than {len(node.args)} arguments", usage)
    elif found.found.tag == "maybe" and _fits_without_none(text, node, row, found):
        text.may_be_none(arg)
    elif found.found.tag == "number" and (want := _number_wanted(text, node, row, found)) is not None:
        text.units(arg, found.found, want, f"by '{row.name}'")
    else:
        of_value = isinstance(arg.ref, m.Definition) and _param(row, found.position).by_name == "value"
        hint = _remedy(text, node, row, found) or usage
        given = a(found.found)
        if of_value and isinstance(arg.ref, m.ValueDef):
            given += f" of ({', '.join(str(one.type) for one in arg.ref.params)}) that returns {arg.ref.gives}"
        text.error("RW501", arg.span, f"'{row.name}' expects {found.expected} here, found {given}", hint,
                   suspects=text.suspects(arg.ref) if of_value else _either(text, node, found))


def _remedy(text: Text, node: n.Call, row: Builtin, found: Mismatch) -> str | None:
    """The hint for a list where a set is expected, for several things where one is, for a place where a point is, or
    for `none` as an empty set of unknown items."""
    arg = node.args[found.position]
    if found.found == t.NONE and isinstance(_again(text, node, row, found, t.set_of(t.NUMBER)), Match):
        return "the type of the items of this empty set is unknown"
    if found.found is not None and found.found.tag == "entity":
        return _place_of(text, node, row, found)
    if found.found is not None and found.found.tag == "place":
        again = _again(text, node, row, found, t.POINT)
        fits = isinstance(again, Match) or again.position > found.position
        return f"write `centre({unparse(arg)})`" if fits else None
    if found.found is None or found.found.tag not in ("set", "list"):
        return None
    if found.found.tag == "list":
        again = _again(text, node, row, found, t.set_of(found.found.args[0]))
        if isinstance(again, Match) or again.position > found.position:
            return as_set(arg, next(text.free()))
    item = found.found.args[0]
    of_one = _again(text, node, row, found, item)
    if isinstance(of_one, Match) and not is_open(found.found):
        return _one_by_one(text, node, found.position, item, of_one.result)
    return None


def _place_of(text: Text, node: n.Call, row: Builtin, found: Mismatch) -> str | None:
    """The hint for a thing where a place is expected."""
    place = FORMS[text.world.pack.board].place
    arg = node.args[found.position]
    kind = text.world.pack.kinds.get(arg.type.name)
    if not place or (kind is not None and not kind.placed):
        return None
    again = _again(text, node, row, found, t.place(place))
    fits = isinstance(again, Match) or again.position > found.position
    return f"write `{arg.span.words}.place`, which may be none" if fits else None


def _one_by_one(text: Text, node: n.Call, position: int, item: Type, result: Type) -> str:
    """The hint that tells how to call a builtin for each of several things."""
    one, other = islice(text.free(*(("c", "d") if item.tag == "place" else ())), 2)
    args = [one if i == position else unparse(arg) for i, arg in enumerate(node.args)]
    call, several = f"{node.name}({', '.join(args)})", unparse(node.args[position])
    if result == t.NOTHING:
        return f"write `for each {one} in {several}:`, and `{call}` in the loop"
    if result == t.YES_NO:
        return f"write `some {one} in {several} where {call}`, or `every {one} in {several} has {call}`"
    if result.tag == "set":
        return f"iterate over them: `all({other} for {one} in {several}, {other} in {call})`"
    collected = "sum" if result.tag == "number" else "all"
    return f"iterate over them: `{collected}({call} for {one} in {several})`"


def _either(text: Text, node: n.Call, found: Mismatch) -> tuple[Suspect, ...]:
    """The suspects if arguments must have the same type: the first may be wrong instead."""
    first, arg = node.args[0], node.args[found.position]
    others = text.suspects(first, found.found) if item_of(first.type) is None or item_of(arg.type) is not None else ()
    return (*text.suspects(arg), *(others if arg is not first else ()))


def _number_wanted(text: Text, node: n.Call, row: Builtin, found: Mismatch) -> Type | None:
    """The number type that a row expects where it got a number of another unit; None if it expects something else."""
    pattern = _param(row, found.position).pattern
    if pattern.tag in ("numeric", "ranked"):
        first: Type = node.args[0].type
        return first if first.tag == "number" else None
    if pattern.tag == "number":
        return t.unit(text.world.unit) if pattern.name == "board" else pattern
    return None


def _fits_without_none(text: Text, node: n.Call, row: Builtin, found: Mismatch) -> bool:
    again = _again(text, node, row, found, t.some(node.args[found.position].type))
    return isinstance(again, Match) or again.position > found.position


def _again(text: Text, node: n.Call, row: Builtin, found: Mismatch, instead: Type) -> Match | Mismatch:
    """The result of matching the row if the argument that does not fit had another type."""
    types = [instead if i == found.position else arg.type for i, arg in enumerate(node.args)]
    return row.match(types, text.world.pack.board, text.world.scope.common_kind)
