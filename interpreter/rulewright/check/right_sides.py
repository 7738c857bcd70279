"""Reads the right side of `let` and `set`: expressions, calls of events, dice, choices and new entities.

Separate because chance, decisions and changes occur only there, and each has a type of its own.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.attributes import missing_field
from rulewright.check.calls import call_of, event_call
from rulewright.check.clocks import read_clock
from rulewright.check.facts import when_true
from rulewright.check.origins import declared_by
from rulewright.check.quantifiers import bind, narrowed_item, source_item
from rulewright.check.scope import SEATS
from rulewright.check.standing import not_standing, stands_at
from rulewright.check.subtyping import a, item_of
from rulewright.check.text import Text
from rulewright.check.types import Type
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.source import Span
from rulewright.spelling import did_you_mean

Right = n.Right


def read_right(text: Text, right: n.Right, want: Type | None) -> tuple[n.Right, Type]:
    """The right side with its types, and its type. `want` chooses among meanings; `settle` checks what must fit."""
    if isinstance(right, n.CallRight):
        event_call(text, right.call, right.despite, right.span)
        return right, right.call.type
    if isinstance(right, n.Roll):
        right.type = _roll(text, right)
        return right, right.type
    if isinstance(right, n.Choose):
        right.type = _choose(text, right)
        return right, right.type
    if isinstance(right, n.ChooseYesNo):
        right.by = text.wanted(right.by, t.PLAYER, "after `by`")
        right.type = t.YES_NO
        return right, t.YES_NO
    if isinstance(right, n.Create):
        right.type = read_create(text, right)
        return right, right.type
    if isinstance(right, n.Given):
        give_status(text, right.give)
        status = right.give.status.ref
        right.type = Type("status", status.id) if isinstance(status, m.StatusDef) else t.UNKNOWN
        return right, right.type
    if isinstance(right, n.Call) and right.name in text.world.pack.events:
        event_call(text, right, (), right.span)
        return right, right.type
    expr = text.expr(right, want)
    return expr, expr.type


def settle(text: Text, right: n.Right, actual: Type, want: Type, target: n.Expr) -> n.Right:
    """Checks that a right side fits the type of its target."""
    wanted_by = declared_by(text.world.origins, text.owner, target)
    if isinstance(right, n.Expr):
        return text.fit(right, want, "here", wanted_by)
    if not text.world.fitting.fits(actual, want):
        text.error("RW501", right.span, f"expected {a(want)}, found {a(actual)}",
                   suspects=text.suspects(wanted_by, actual))
    return right


def happens(right: n.Right) -> bool:
    """Whether it may have changed anything in the match."""
    if isinstance(right, n.Expr):
        return isinstance(right, n.Call) and isinstance(right.ref, m.EventDef)
    return isinstance(right, (n.CallRight, n.Create, n.Given))


def give_status(text: Text, node: n.Give) -> None:
    """`give STATUS to x until CLOCK`."""
    status = text.world.pack.statuses.get(node.status.name)
    if status is None:
        name = node.status.name
        text.error("RW452", node.status.span, f"there is no status '{name}'",
                   did_you_mean(name, text.world.pack.statuses, "statuses are"), missing=Missing(name))
        node.status.args = tuple(text.expr(arg) for arg in node.status.args)
        node.status.type = t.UNKNOWN
        node.to = text.expr(node.to)
        return
    status.given = True
    call_of(text, node.status, status)
    node.status.type = t.STATUS
    holder = status.holder
    of = holder.self_var.type if holder is not None and holder.self_var is not None else t.UNKNOWN
    node.to = text.wanted(node.to, of, f"for {status.title}", holder.self_var if holder is not None else None)
    if node.until is not None:
        node.until = read_clock(text, node.until, status, giving=True)


def _roll(text: Text, node: n.Roll) -> Type:
    die = node.die
    if isinstance(die, n.Call) and die.name == "one" and die.style == "of" and node.times is None:
        return _roll_among(text, node, die)
    face: Type = t.UNKNOWN
    found = text.world.scope.die(die.name) if isinstance(die, n.Name) and die.name not in text.names else None
    if found is not None:
        die.ref, die.type, face = found, t.DIE, found.face
    else:
        node.die = text.wanted(die, t.DIE, "after `roll`")
        # A variable always holds a number die: a die with other faces can only be rolled by its name.
        face = t.NUMBER if node.die.type == t.DIE else t.UNKNOWN
    if node.by is not None:
        node.by = text.wanted(node.by, t.PLAYER, "after `by`")
    if node.times is None:
        return face
    node.times = text.wanted(node.times, t.NUMBER, "after `times`")
    return t.list_of(face)


def _roll_among(text: Text, node: n.Roll, among: n.Call) -> Type:
    """`roll one of s`: a random element of a set or list, all equally likely; none if it is empty."""
    source = text.expr(among.args[0])
    item = source_item(text, source)
    found = t.maybe(item)
    among.args, among.ref, among.type = (source,), "among", found
    if node.by is not None:
        node.by = text.wanted(node.by, t.PLAYER, "after `by`")
    return found


def _choose(text: Text, node: n.Choose) -> Type:
    if node.least is not None:
        node.least = text.wanted(node.least, t.NUMBER, "after `at least`")
    if node.limit is not None:
        node.limit = text.wanted(node.limit, t.NUMBER, "after `exactly`" if node.exactly else "after `up to`")
    if isinstance(node.least, n.Number) and isinstance(node.limit, n.Number) and node.least.value > node.limit.value:
        text.error("RW543", node.limit.span, f"at least {node.least.value} and up to {node.limit.value} is not a "
                   "possible number",
                   "write the smaller number first: `at least 1 up to 3`")
    node.by = text.wanted(node.by, t.PLAYER, "after `by`")
    mark = text.mark()
    variable = bind(text, node.binding, looked_for=node.mode in ("one", "one or none"))
    node.where = text.condition(node.where)
    text.learn(when_true(node.where))
    item = narrowed_item(text, variable)
    text.back(mark)
    match node.mode:
        case "one":
            return item
        case "one or none":
            return t.maybe(item)
        case "some":
            return t.set_of(item)
        case "each":
            return t.list_of(item)


def read_create(text: Text, node: n.Create) -> Type:
    """`create SHEET for P at CELL`: the type of the new entity."""
    result = t.UNKNOWN
    kind = text.world.pack.kinds.get(node.sheet.name) if isinstance(node.sheet, n.Name) else None
    if kind is not None and isinstance(node.sheet, n.Name) and node.sheet.name not in text.names:
        known = [one.id for one in text.world.pack.sheets.values()
                 if one.whole is None and text.world.scope.is_kind(one.kind.id, kind.id)]
        more = ", .." if len(known) > 3 else ""
        text.error("RW501", node.sheet.span, f"expected a sheet after `create`, found the kind '{kind.id}'",
                   f"write one of its sheets: {', '.join(known[:3])}{more}" if known else
                   f"write one: `{kind.id} NAME: ..`")
        node.sheet.type = t.UNKNOWN
    else:
        node.sheet = text.expr(node.sheet)
    sheet: Type = node.sheet.type
    if sheet.tag == "sheet":
        result = t.entity(sheet.name)
    elif sheet.tag == "maybe":
        text.may_be_none(node.sheet)
    elif sheet.tag != "unknown":
        hint = "use its definition: `.sheet`" if sheet.tag == "entity" else None
        text.error("RW501", node.sheet.span, f"expected a sheet after `create`, found {a(sheet)}", hint)
    if node.owner is not None:
        node.owner = text.wanted(node.owner, t.PLAYER, "after `for`")
    if sheet.tag == "sheet":
        _owned(text, node, sheet.name)
    if node.place is not None:
        node.place = read_place(text, node.place, node.prep or "at", node.sheet, result)
    return result


def _owned(text: Text, node: n.Create, kind_id: str) -> None:
    """Checks the owner: an owned entity is created for a player, any other for no player, and a part only with its
    whole. A sheet that is not named may be of any kind below the one in its type."""
    kinds = [kind for kind in text.world.pack.kinds.values()
             if kind.id not in SEATS and text.world.scope.is_kind(kind.id, kind_id)]
    if isinstance(node.sheet, n.Name) and isinstance(node.sheet.ref, m.SheetDef):
        kinds = [node.sheet.ref.kind]
    part = next((kind for kind in kinds if kind.part_of is not None), None)
    if part is not None and part.part_of is not None and all(kind.part_of is not None for kind in kinds):
        text.error("RW527", node.span, f"{a(t.entity(part.id))} is created only with the {part.part_of.id} that it is "
                   "part of",
                   "list it on the sheet of its whole, and create the whole", _declared(part))
        return
    owned = next((kind for kind in kinds if kind.owned), None)
    if node.owner is None and owned is not None:
        text.error("RW525", node.span, f"this {owned.id} has no owner",
                   f"write `create .. for PLAYER`, or `owned: no` in kind '{owned.id}'", _declared(owned))
    elif node.owner is not None and owned is None and kinds:
        text.error("RW526", node.owner.span, f"{a(t.entity(kinds[0].id))} has no owner",
                   f"remove `for`, or write `owned: yes` in kind '{kinds[0].id}'", _declared(kinds[0]))


def _declared(one: m.Definition) -> list[tuple[Span, str]]:
    return [(one.span, "declared here")] if one.span is not None else []


def _in_hiding(text: Text, place: n.Expr, zone: m.ZoneDef, what: Type) -> None:
    """Parts cannot be hidden: every player who knows the whole knows them, wherever they are."""
    of = next((kind for name in t.kinds_of(t.some(what)) for kind in text.world.scope.lineage(name)
               if kind.part_of is not None), None)  # fmt: skip
    if of is not None and of.part_of is not None:
        whole = a(t.entity(of.part_of.id))
        text.error("RW552", place.span, f"this is part of {whole} and known to every player who knows that, but not "
                   f"every player sees {zone.title}",
                   f"make {of.id} a separate kind: without `part_of`, with a field for the {of.part_of.id}",
                   _declared(of))  # fmt: skip


def read_place(text: Text, place: n.Expr, prep: str, thing: n.Expr, what: Type) -> n.Expr:
    """The place after `at` or the zone after `into` or `on top of`, for a thing of type `what`."""
    if prep != "at":
        place = text.wanted(place, t.ZONE, f"after `{prep}`")
        zone = place.ref if isinstance(place, (n.Name, n.Call)) else None
        if prep == "on top of" and isinstance(zone, m.ZoneDef) and not zone.ordered:
            text.error("RW544", place.span, f"{zone.title} has no order, so nothing can be on top",
                       f"write `into`, or `ordered: yes` in {zone.title}", _declared(zone))
        held: Type = place.type.args[0] if place.type.tag == "zone" and place.type.args else t.UNKNOWN
        if not text.world.fitting.fits(t.some(what), held):
            text.error("RW501", place.span, f"this zone holds {held}, not {a(what)}",
                       suspects=(*text.suspects(thing, held), *text.of_kind(what, held)))
        elif isinstance(zone, m.ZoneDef) and zone.seen_by != "all":
            _in_hiding(text, place, zone, what)
        return place
    kind = not_standing(text, what)
    if kind is not None:
        nowhere, place = t.entity(kind.id), text.expr(place)
        if t.some(item_of(what) or what) == nowhere:
            text.error("RW519", thing.span, f"{a(nowhere)} cannot be placed on the board",
                       "write `into` for a zone" if place.type.tag == "zone" else
                       f"write `placed: yes` in kind '{kind.id}'", _declared(kind),
                       missing_field(text, nowhere, "place"))
        else:
            text.error("RW519", thing.span, f"this may be {a(nowhere)}, which cannot be placed on the board",
                       "declare its kinds, or test it first: `x is KIND`", _declared(kind))
        return place
    return stands_at(text, place, what, "after `at`")
