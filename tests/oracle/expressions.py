"""The table of docs/language.md section 4: what every expression comes to. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from tests.oracle import borders, builtins, formations, geometry, holders, loops, planes, quantities
from tests.oracle.limits import PRODUCT, Stopped, Tired
from tests.oracle.scope import Scope
from tests.oracle.things import Die, Entity, Status, Zone, constant, first_value, kinds_of, ordered, self_of

from rulewright.check import model as m
from rulewright.check.types import Type, some
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from tests.oracle.world import World


def evaluate(w: World, e: n.Expr, s: Scope) -> Any:
    """What an expression comes to, now."""
    w.left -= 1  # as `w.walk`, which would be half of the time
    w.walked += 1
    if w.left < 0:
        raise Tired
    return _READINGS[type(e)](w, e, s)


def walked(w: World, e: n.Expr, s: Scope) -> tuple[Any, ...]:
    """What is gone through: the members of a set or list in their order, what lies in a zone."""
    found = evaluate(w, e, s)
    if isinstance(found, planes.Area):  # of which some are looked for
        return found  # type: ignore[return-value]
    return w.contents(found) if isinstance(found, Zone) else tuple(found)


def spot(w: World, e: n.Expr, s: Scope) -> tuple[int, ...]:
    """The places that a place, an entity, or a set of either covers; of edges those on both sides."""
    found = evaluate(w, e, s)
    if "edge" in (tag(e), tag_of_items(e)):
        edges = found if isinstance(found, tuple) else (found,)
        return ordered(place for one in edges for place in borders.sides(w, one))
    if isinstance(found, tuple):
        return ordered(place for one in found for place in geometry.covered(w, one))
    return geometry.covered(w, found)


def tag(e: n.Expr) -> str:
    """The type of an expression in a word, `or none` left out."""
    return some(e.type).tag if e.type is not None else ""


def tag_of_items(e: n.Expr) -> str:
    """The type of what a set or list holds, in a word."""
    args = some(e.type).args
    return some(args[0]).tag if args else ""


# -- names and attributes ----------------------------------------------------------------------------------------------


def _name(w: World, e: n.Name, s: Scope) -> Any:
    match e.ref:
        case m.Variable():
            return s.look_up(w, e.ref)
        case m.EnumMember():
            return e.ref.value
        case m.SheetDef():
            return w.sheet_number(e.ref)
        case m.MapDef():
            return list(w.pack.maps.values()).index(e.ref)
        case m.AreaDef():
            return w.board.places(e.ref)
        case m.KindDef():
            return w.plural(e.ref)
        case m.ZoneDef():
            return w.zone(e.ref, 0)
        case m.DieDef():
            return Die(list(w.pack.dice).index(e.ref.id) if e.ref.id in w.pack.dice else -len(e.ref.faces))
        case m.BuiltinDef():
            return builtins.call(w, e.ref.id, (), s)
        case m.ValueDef():
            return quantities.value(w, e.ref, ())
        case m.PermissionDef():
            return quantities.permits(w, e.ref, ())
    raise AssertionError(f"{e.name}: {e.ref!r}")


def _attr(w: World, e: n.Attr, s: Scope) -> Any:
    if isinstance(e.ref, m.SettingDef):
        found = w.settings[e.ref.id]
        return list(w.pack.maps.values()).index(found) if isinstance(found, m.MapDef) else constant(found, e.ref.type)
    target = evaluate(w, e.target, s)
    if e.ref == "outcome":
        return OUTCOMES.index(target.outcome) if target.outcome in OUTCOMES else -1  # it is running
    if isinstance(e.ref, m.Variable):
        return target.fields[e.ref.index]
    assert isinstance(e.ref, m.Attribute), e.name
    if e.ref.storage == "holder":
        return target.holder if target in w.statuses else None
    if e.ref.storage == "row":
        own = target in w.ending and isinstance(e.target, n.Name) and e.target.ref is target.definition.instance
        return target.fields[e.ref] if own or target in w.statuses else first_value(w.pack, e.ref.type)
    given = tuple(evaluate(w, arg, s) for arg in e.args or ())
    return attribute(w, e.ref, target, some(e.target.type), given)


OUTCOMES = ("done", "replaced", "impossible", "cancelled", "refused")


def attribute(w: World, one: m.Attribute, of: Any, type_: Type, given: tuple[Any, ...] = ()) -> Any:
    """A field of an entity, a seat, the match or a sheet; of a formula with what it is given."""
    if type_.tag == "player" and one.storage == "owner":
        return of
    if type_.tag == "player":
        return w.seat_fields[of][one]
    if type_.tag == "match":
        return w.match_fields[one]
    if not isinstance(of, Entity):
        return _printed(w, one, w.sheets[of], None)
    match one.storage:
        case "printed":
            return _printed(w, one, of.sheet, of)
        case "state" | "part":
            return of.fields[one]
        case "whole":
            return of.bearer
        case "owner":
            return of.owner
        case "place":
            return of.place
        case "sheet":
            return w.sheet_number(of.sheet)
        case "formula":
            return _formula(w, one, of, given)
    raise AssertionError(one.storage)


def _printed(w: World, one: m.Attribute, sheet: m.SheetDef, of: Entity | None) -> Any:
    """What a sheet prints; what its kind says where the sheet is silent; `of` shows it."""
    if one.id in sheet.printed:
        said = sheet.printed[one.id]
        if not isinstance(said, n.Expr):
            return constant(said, one.type)
        if of is None:
            return first_value(w.pack, one.type)  # a part of a sheet is nobody yet
        named = said.items if isinstance(said, n.SetOf) else (said,)
        parts = [w.parts_of(of)[name.ref.index] for name in named if isinstance(name, n.Name)]
        if not isinstance(said, n.SetOf):
            return parts[0]
        return ordered(parts) if some(one.type).tag == "set" else tuple(parts)
    if one.starts is not None:
        return evaluate(w, one.starts, Scope(self_of(sheet.kind, w.sheet_number(sheet))))
    return first_value(w.pack, one.type)


def _formula(w: World, one: m.Attribute, of: Entity, given: tuple[Any, ...]) -> Any:
    said = of.sheet.formulas.get(one.id, one.starts)
    if said is None:
        return first_value(w.pack, one.type)
    bound = {**self_of(of.sheet.kind, of), **dict(zip(one.params, given, strict=True))}
    return evaluate(w, said, Scope(bound, whole=of))


def size(w: World, sheet: m.SheetDef) -> int:
    """How many places square the footprint of a sheet is."""
    if sheet not in w.sizes:
        said = next((kind.size for kind in kinds_of(sheet.kind) if kind.size is not None), None)
        scope = Scope(self_of(sheet.kind, w.sheet_number(sheet)))
        w.sizes[sheet] = 1 if said is None else int(evaluate(w, said, scope))
    return w.sizes[sheet]


# -- calls and operators -----------------------------------------------------------------------------------------------


def _call(w: World, e: n.Call, s: Scope) -> Any:
    match e.ref:
        case m.BuiltinDef():
            return builtins.call(w, e.ref.id, e.args, s)
        case m.KindDef() if e.name.endswith("_on"):  # `walls_on(edges)`
            return borders.standing_on(w, e.ref, evaluate(w, e.args[0], s))
        case m.KindDef():  # `creatures_in(places)`
            if planes.is_plane(w.pack):
                area = evaluate(w, e.args[0], s)
                return tuple(one for one in w.plural(e.ref) if planes.meets(w, one, area))
            places = spot(w, e.args[0], s)
            return tuple(one for one in w.plural(e.ref) if set(geometry.cells(w, one)) & set(places))
    args = tuple(evaluate(w, arg, s) for arg in e.args)
    match e.ref:
        case m.ValueDef():
            return quantities.value(w, e.ref, args)
        case m.PermissionDef():
            return quantities.permits(w, e.ref, args)
        case m.ZoneDef():
            return w.zone(e.ref, args[0])
        case m.TableDef():
            return constant(e.ref.cells.get(args), e.ref.gives)
    raise AssertionError(f"{e.name}: {e.ref!r}")


def _binary(w: World, e: n.Binary, s: Scope) -> Any:
    left = evaluate(w, e.left, s)
    if e.op == "and":
        return left and evaluate(w, e.right, s)
    if e.op == "or":
        return left or evaluate(w, e.right, s)
    right = evaluate(w, e.right, s)
    kind = tag(e)
    match e.op:
        case "+":
            if isinstance(left, planes.Area) or isinstance(right, planes.Area):
                return left + right
            return ordered((*left, *right)) if kind == "set" else left + right
        case "-":
            if isinstance(left, planes.Area):
                return left - right
            return tuple(one for one in left if one not in right) if kind in ("set", "list") else left - right
        case "*":
            return limited(left * right)
        case "/":
            return left // right if right else 0
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
    assert_never(e.op)


def kept(w: World, e: n.Expr, s: Scope) -> Any:
    """What is stored or handed on: a number within the limit of section 11."""
    found = evaluate(w, e, s)
    return limited(found) if is_number(e.type) and found is not None else found


def is_number(t: Type) -> bool:
    """Whether a type is that of numbers, or none."""
    return some(t).tag == "number"


def limited(number: int) -> int:
    """A number within the limit of section 11."""
    if abs(number) > PRODUCT:
        raise Stopped(f"a number beyond {PRODUCT}")
    return number


def _is(w: World, e: n.Is, s: Scope) -> bool:
    """Equality, or membership in what stands on the right: the checker says which."""
    reading, symbol = e.ref
    left = evaluate(w, e.left, s)
    match reading:
        case "equal":
            return bool(left == evaluate(w, e.right, s))
        case "kind" if tag(e.left) == "union" and (symbol.id == "player" or isinstance(left, int)):
            return symbol.id == "player" and isinstance(left, int)
        case "kind":
            return left is not None and symbol in kinds_of(_shown(w, left).kind)
        case "sheet":
            return left is not None and _shown(w, left) is symbol
        case "listed":
            return any(use.status is symbol for use in _shown(w, left).keywords)
        case "status":
            if isinstance(left, Status):
                return left.definition is symbol and left in w.statuses
            return holders.has(w, symbol, left)
        case "area" if planes.is_plane(w.pack):
            return left is not None and planes.in_area(w, left, w.board.places(symbol))
        case "area":
            return bool(set(geometry.covered(w, left)) & set(w.board.places(symbol)))
        case "unary":
            return quantities.permits(w, symbol, (left,))
        case "binary":
            assert isinstance(e.right, n.Call)
            return quantities.permits(w, symbol, (left, evaluate(w, e.right.args[0], s)))
        case "attribute":
            return bool(attribute(w, symbol, left, some(e.left.type)))
        case "builtin":
            return bool(builtins.relation(w, symbol.id, left))
    raise AssertionError(reading)


def _shown(w: World, of: Any) -> m.SheetDef:
    """The sheet that an entity shows; a sheet itself."""
    return of.sheet if isinstance(of, Entity) else w.sheets[of]


def _relation(w: World, e: n.Relation, s: Scope) -> bool:
    if isinstance(e.ref, m.PermissionDef):
        return quantities.permits(w, e.ref, (evaluate(w, e.left, s), evaluate(w, e.right, s)))
    return bool(builtins.call(w, e.ref.id, (e.left, e.right), s))


def _in(w: World, e: n.In, s: Scope) -> bool:
    left, right = evaluate(w, e.left, s), evaluate(w, e.right, s)
    if isinstance(right, Zone):
        return isinstance(left, Entity) and left.zone == right
    return left in right


def _supposing(w: World, e: n.Supposing, s: Scope) -> Any:
    """The expression as if it stood there (nowhere, where its footprint does not fit); then all is as it was."""
    who, place = evaluate(w, e.who, s), evaluate(w, e.place, s)
    if isinstance(place, formations.Formation):
        past = formations.supposed(w, who, place)
        try:
            return evaluate(w, e.body, s)
        finally:
            formations.resumed(w, past)
    was, lay = who.place, who.zone
    at = w.zones[lay].index(who) if lay is not None else 0
    if lay is not None:
        w.zones[lay].remove(who)
    who.place, who.zone = place if borders.fits(w, who, place) else None, None
    try:
        return evaluate(w, e.body, s)
    finally:
        who.place, who.zone = was, lay
        if lay is not None:
            w.zones[lay].insert(at, who)


def _unary(w: World, e: n.Unary, s: Scope) -> Any:
    found = evaluate(w, e.operand, s)
    return not found if e.op == "not" else -found


def _within(w: World, e: n.Within, s: Scope) -> bool:
    if planes.is_plane(w.pack):
        gap = planes.distance(w, evaluate(w, e.left, s), evaluate(w, e.right, s))
        return bool(gap <= evaluate(w, e.amount, s))
    apart = geometry.distance(w, spot(w, e.left, s), spot(w, e.right, s))
    return bool(apart <= evaluate(w, e.amount, s))


def _can(w: World, e: n.Can, s: Scope) -> bool:
    """Would the call be legal now?"""
    assert isinstance(e.call.ref, m.EventDef)
    args = [evaluate(w, arg, s) for arg in e.call.args]
    return quantities.is_legal(w, e.call.ref, args, frozenset(e.despite))


def _let_in(w: World, e: n.LetIn, s: Scope) -> Any:
    s.bound[e.ref] = evaluate(w, e.value, s)
    return evaluate(w, e.body, s)


def _index(w: World, e: n.Index, s: Scope) -> Any:
    of, key = evaluate(w, e.target, s), evaluate(w, e.key, s)
    if some(e.target.type).tag == "per":
        return of[key]
    return of[key - 1] if 1 <= key <= len(of) else None


def _recast(w: World, e: n.Recast, s: Scope) -> Any:
    """The same; of things and players those that are players, where these are wanted."""
    found = evaluate(w, e.operand, s)
    if tag(e) in ("set", "list") and tag_of_items(e) == "player":
        return tuple(one for one in found if isinstance(one, int))
    return found


# How each form of section 4 is read. A form that is missing here cannot be evaluated, so it cannot be overlooked.
_READINGS: dict[type[n.Expr], Callable[[World, Any, Scope], Any]] = {
    n.Number: lambda w, e, s: e.value,
    n.Truth: lambda w, e, s: e.value,
    n.Nothing: lambda w, e, s: None,
    n.Name: _name,
    n.Attr: _attr,
    n.Index: lambda w, e, s: _index(w, e, s),
    n.Call: _call,
    n.Unary: _unary,
    n.Binary: _binary,
    n.Is: lambda w, e, s: _is(w, e, s) is not e.negated,
    n.Relation: lambda w, e, s: _relation(w, e, s) is not e.negated,
    n.In: lambda w, e, s: _in(w, e, s) is not e.negated,
    n.Within: _within,
    n.IfElse: lambda w, e, s: evaluate(w, e.then if evaluate(w, e.condition, s) else e.otherwise, s),
    n.LetIn: _let_in,
    n.Quantified: loops.quantified,
    n.Comprehension: loops.comprehension,
    n.SetOf: lambda w, e, s: (tuple if e.type.tag == "list" else ordered)(kept(w, item, s) for item in e.items),
    n.Can: _can,
    n.Supposing: _supposing,
    n.Recast: lambda w, e, s: _recast(w, e, s),
}
