"""Finds the meaning of `is`.

Separate because `is` alone has nine meanings and chooses one by type: it must refuse a name with no meaning and one
with two.
"""
from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, TypeGuard

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.attributes import find_attribute
from rulewright.check.builtin_calls import relation_row_fits
from rulewright.check.builtins import RELATIONS
from rulewright.check.facts import EITHER, key
from rulewright.check.foreign_names import as_name
from rulewright.check.instead import where_compared
from rulewright.check.names import CONTEXT, infer_name, symbol_type, without
from rulewright.check.openness import is_open, is_whole
from rulewright.check.origins import declared_by
from rulewright.check.relations import both, if_there, lies_in, sides, tested_first
from rulewright.check.scope import SEATS
from rulewright.check.subtyping import a, item_of
from rulewright.check.types import Type
from rulewright.check.walk import copied
from rulewright.diagnostics import Missing, Suspect
from rulewright.effects import nodes as n
from rulewright.spelling import nearest

if TYPE_CHECKING:
    from rulewright.check.text import Text

_MEANINGS = {"equal": "as a value", "unary": "as a permission", "builtin": "as a builtin", "area": "as an area",
             "attribute": "as an attribute"}

Reading = tuple[str, m.Symbol | None]


def infer_is(text: Text, node: n.Is, want: Type | None) -> n.Expr:
    """`x is y`: equality, or membership in what is on the right."""
    node.type = t.YES_NO
    right = node.right
    if isinstance(right, n.Name) and right.name not in text.names and right.name != "match":
        return _is_name(text, node, right)
    if isinstance(right, n.Call) and right.style == "of" and len(right.args) == 1:
        relation = text.world.scope.relation(right.name)
        if relation is not None:
            node.left = text.expr(node.left)
            node.left, other = sides(text, right, right.name, relation, node.left, right.args[0])
            right.args, right.ref, right.type = (other,), relation, t.YES_NO
            node.ref = ("binary", relation)
            return node
    _equal(text, node)
    return node


def _is_name(text: Text, node: n.Is, right: n.Name) -> n.Expr:
    scope = text.world.scope
    node.left = left = text.expr(node.left, _type_of_members(text, right))
    if left.type.tag == "maybe" and _is_membership(text, left.type, right):
        return if_there(text, node)
    if t.is_union(left.type):
        replaced = _of_several(text, node, right)
        if replaced is not None:
            return replaced
    if t.some(left.type) == t.DIRECTION and scope.direction(right.name) is not None:
        node.right, node.ref = text.expr(right, t.DIRECTION), ("equal", None)
        return node
    candidates, of = scope.behind_is(right.name), t.some(left.type)
    valued = scope.valued(right.name)
    readings = [
        reading for one in candidates
        if not (isinstance(one, m.EnumMember) and (of.tag != "enum" or of.name != one.enum.id))  # there may be many
        and (reading := _reading(text, left.type, one)) is not None
    ]
    attribute = find_attribute(text, left.type, right.name)
    if _answers_yes_no(attribute):
        readings.append(("attribute", attribute[0]))
    for one in valued:
        if not isinstance(one, m.EnumMember) and one not in candidates and _equals_value(text, left.type, right):
            readings.append(("equal", one))
    if left.type.tag == "unknown" and (candidates or not valued):
        node.ref, right.ref, right.type = ("equal", None), candidates[0] if candidates else None, t.UNKNOWN
        return node
    if not candidates and not valued and attribute is None:
        _unknown(text, node, right)
    elif not readings:
        _no_reading(text, node, right, candidates, list(valued))
    elif len(readings) > 1:
        places = [(symbol.span, _MEANINGS.get(kind, f"as a {kind}"))
                  for kind, symbol in readings if symbol is not None and symbol.span]
        text.error("RW506", right.span, f"'{right.name}' is ambiguous here: it has {len(readings)} meanings",
                   "rename one of them", places)
        right.type = t.UNKNOWN
    else:
        kind, symbol = readings[0]
        if kind == "equal":
            node.right = text.expr(right, left.type)
            node.ref = ("equal", None)
        else:
            right.ref, right.type = symbol, t.YES_NO
            node.ref = (kind, symbol)
            if isinstance(symbol, m.StatusAsked):
                return _of_its_kind(text, node, symbol.params[0].type)
    return node


def _of_its_kind(text: Text, node: n.Is, of: Type) -> n.Expr:
    """Adds a test for the kind to `x is STATUS` for a status that modifiers allow: they know x as the kind that the
    status is of."""
    if of.tag != "entity" or not of.name or text.world.fitting.fits(node.left.type, of):
        return node
    tests: list[n.Expr] = []
    for one in t.kinds_of(of):
        kind = text.world.pack.kinds[one]
        name = n.Name(node.span, kind.id, type=t.YES_NO, ref=kind)
        tests.append(n.Is(node.span, copied(node.left), name, node.negated, type=t.YES_NO, ref=("kind", kind)))
    either, both_of = ("and", "or") if node.negated else ("or", "and")
    test = reduce(lambda a, b: n.Binary(node.span, either, a, b, type=t.YES_NO), tests)  # type: ignore[arg-type]
    return n.Binary(node.span, both_of, test, node, type=t.YES_NO)  # type: ignore[arg-type]


def _is_membership(text: Text, left: Type, right: n.Name) -> bool:
    """Whether `x is NAME` asks what x belongs to, if there is an x. If there is none, the answer is no."""
    inner = t.some(left)
    if inner.tag == "union":
        return right.name == "player" or any(_is_membership(text, t.maybe(one), right) for one in t.members(inner))
    readings = [_reading(text, inner, one) for one in text.world.scope.behind_is(right.name)]
    attribute = find_attribute(text, inner, right.name)
    return _answers_yes_no(attribute) or any(
        one is not None and (one[0] not in ("equal", "unary") or isinstance(one[1], m.StatusAsked)) for one in readings)


def _answers_yes_no(found: tuple[m.Symbol | str, Type] | None) -> TypeGuard[tuple[m.Attribute, Type]]:
    """Whether it is an attribute that can follow `is`: of type yes_no, without parameters."""
    return found is not None and isinstance(found[0], m.Attribute) and found[1] == t.YES_NO and not found[0].params


def _of_several(text: Text, node: n.Is, right: n.Name) -> n.Expr | None:
    """`x is NAME` if x may be of several kinds, or a player. A test for a kind also tells what x is if the test is
    false. A property that only the things or only the players among them can have is tested for these alone.
    `node.left` has its type; None: treat it like one kind."""
    left: Type = node.left.type
    kind = text.world.pack.kinds.get(right.name)
    fitting = text.world.fitting
    if kind is not None and right.name not in text.world.scope.members:
        kept, rest = fitting.rest(left, kind.id)
        if kept is None or kind.id == "match":
            return None
        node.ref, right.ref = ("kind", kind), kind
        right.type = Type(EITHER.tag, "", (kept, rest or t.NOTHING))
        return node
    several, behind = t.members(left), text.world.scope.behind_is(right.name)
    found = [find_attribute(text, one, right.name) for one in several]
    if all(_answers_yes_no(one) for one in found):
        asked = text.expr(n.Attr(node.span, node.left, right.name))
        return n.Unary(node.span, "not", asked, type=t.YES_NO) if node.negated else asked
    if any(_reading(text, left, one) for one in behind):
        return None
    able = [type_ for type_, one in zip(several, found, strict=True)
            if _answers_yes_no(one) or any(_reading(text, type_, symbol) for symbol in behind)]
    things = fitting.rest(left, "player")[1]
    if left.tag == "union" and able == [one for one in several if one != t.PLAYER]:
        return tested_first(text, node, "player", True)
    return tested_first(text, node, str(able[0]), False) if len(able) == 1 and things is not None else None


def _type_of_members(text: Text, right: n.Name) -> Type | None:
    members = text.world.scope.members.get(right.name, [])
    return t.enum(members[0].enum.id) if len(members) == 1 else None


def _reading(text: Text, left: Type, symbol: m.Symbol) -> Reading | None:
    """The meaning of `x is SYMBOL` for an x of that type, or None."""
    comparable, entity = text.world.fitting.comparable, left.tag == "entity"
    match symbol:
        case m.EnumMember() if t.some(left) == t.enum(symbol.enum.id):
            return ("equal", symbol)
        case m.SheetDef() if entity and comparable(left, symbol.kind.entity_type):
            return ("sheet", symbol)
        case m.SheetDef() if t.some(left).tag == "sheet" and comparable(left, symbol.kind.sheet_type):
            return ("equal", symbol)
        case m.KindDef() if entity and symbol.id not in SEATS and comparable(left, symbol.entity_type):
            return ("kind", symbol)
        case m.StatusDef() if left.tag == "sheet" and may_carry(text, left, symbol):
            return ("listed", symbol)
        case m.StatusDef() if (left.tag == "status" and left.name in ("", symbol.id)) or (
                left.tag in ("entity", "player", "match") and may_carry(text, left, symbol)):
            asked = symbol.asked if left.tag != "status" else None
            return ("status", symbol) if asked is None else ("unary", asked)
        case m.AreaDef() if left.tag in ("entity", "place"):
            return ("area", symbol)
        case m.PermissionDef() if symbol.headless or text.world.fitting.fits(left, symbol.params[0].type):
            return ("unary", symbol)
        case m.BuiltinDef() if symbol.id in RELATIONS and relation_row_fits(text, RELATIONS[symbol.id], [left]):
            return ("builtin", symbol)
    return None


def may_carry(text: Text, left: Type, symbol: m.StatusDef) -> bool:
    """Whether something of that type may have a status, according to its `of`."""
    own = symbol.holder.self_var if symbol.holder is not None else None
    bearer = t.entity(left.name) if left.tag == "sheet" else left
    return own is None or text.world.fitting.comparable(bearer, own.type)


def _starts_none(text: Text, node: n.Expr) -> bool:
    """Whether the declaration with that type starts as none, which is reported there."""
    declared = declared_by(text.world.origins, text.owner, node)
    return isinstance(declared, m.Attribute) and isinstance(declared.starts, n.Nothing)


def _equals_value(text: Text, left: Type, right: n.Name) -> bool:
    probe = n.Name(right.span, right.name)
    infer_name(text, probe, left)
    return text.world.fitting.comparable(left, probe.type)


def _equal(text: Text, node: n.Is) -> None:
    if isinstance(node.right, n.Nothing):
        node.left = left = text.expr(node.left)
        node.right.type, node.ref = t.NONE, ("equal", None)
        # What was tested before may be tested again: the test is useless only if the type never holds none.
        ever_none = left.type.tag in ("maybe", "none", "unknown") or key(left) in text.facts or _starts_none(text, left)
        if not ever_none:
            words = left.span.words
            text.error("RW512", node.span, f"this is {a(left.type)} and never none here",
                       f"write `{'not ' * node.negated}is_empty({words})`" if left.type.tag in ("set", "list", "zone")
                       else "remove the test, or declare the type `or none`",
                       suspects=text.suspects(left, t.maybe(left.type)))
        return
    node.left, node.right = both(text, node.left, node.right)
    node.ref = ("equal", None)
    one, other = node.left.type, node.right.type
    if t.is_recast(one, other):
        whole = one if t.some(one).tag != "player" and item_of(t.some(one)) != t.PLAYER else other
        node.left, node.right = text.widened(node.left, whole), text.widened(node.right, whole)
    if {one, other} == {t.GAP, t.unit(text.world.unit)}:
        return  # exactly this far
    if not text.world.fitting.comparable(one, other):
        if t.some(one).tag == t.some(other).tag == "number":
            text.units(node.right, other, t.some(one), "here", node.left)
        else:
            several = item_of(t.some(other)) is not None and item_of(t.some(one)) is None
            hint = "use `in` to test membership" if several else where_compared(
                node.left, node.right, "is not" if node.negated else "is")
            text.error("RW505", node.span, f"this is never true: it compares {a(one)} with {a(other)}",
                       (lies_in(node, t.some(one), item_of(t.some(other)) or other) if several else None) or hint,
                       suspects=(*text.suspects(node.left, other), *text.suspects(node.right, one)))
    elif is_open(one) or t.some(one).tag == "outline":
        text.error("RW548", node.span, f"{a(one)} cannot be compared: it has no list of its contents",
                   "test whether one is `in` it" if is_whole(t.some(one)) else
                   "test whether a spot is `in` it, or how it lies: `wholly`, `meets`")
    elif one.tag == other.tag == "maybe":
        words, answer = node.left.span.words, "no" if node.negated else "yes"
        text.error("RW542", node.span, f"both sides may be none, and if both are the answer is {answer}",
                   f"test one of them first: `{words} is not none and ..`")


def _unknown(text: Text, node: n.Is, right: n.Name) -> None:
    right.type = t.UNKNOWN
    if text.in_words(right.span):
        return
    pack, left = text.world.pack, t.some(node.left.type)
    known = [*text.names, *text.world.scope.members]
    if left.tag == "entity":
        known += [*pack.statuses, *pack.kinds, *pack.areas, *RELATIONS]
        known += [sheet.id for sheet in pack.sheets.values() if sheet.whole is None]
        kind = pack.kinds.get(left.name)
        known += [name for name, one in (kind.all_attributes if kind else {}).items() if one.type == t.YES_NO]
    elif left.tag == "enum" and left.name in pack.enums:
        known = [*text.names, *(one.id for one in pack.enums[left.name].members)]
    if left.tag != "enum":
        known += [*pack.permissions, *pack.areas]
    close = nearest(right.name, known)
    hint = f"did you mean '{close}'?" if close else None
    holder = text.names.get("self")
    if hint is None and holder is not None and find_attribute(text, holder.type, right.name) is not None:
        hint = f"write `self.{right.name}`"
    if hint is None and left.tag == "enum" and left.name in pack.enums:
        hint = f"the members of '{left.name}' are {', '.join(one.id for one in pack.enums[left.name].members)}"
    hint = as_name(right.name, close) or hint
    permission = pack.permissions.get(right.name)
    if permission is not None:
        taken = len(permission.params)
        text.error("RW450", right.span, f"permission '{right.name}' takes {taken or 'no'} arguments, and cannot "
                   "follow `is`", "use one with one parameter", suspects=text.suspects(permission))
        return
    if right.name in CONTEXT:
        without(text, right.name, right.span)
        return
    if left.tag == "record" and right.name in {**pack.events, **pack.classes}:
        text.error("RW450", right.span, "a run does not tell which event it is of",
                   f"move code for '{right.name}' to its own block, or set a field there and test it")
        return
    text.error("RW450", right.span, f"unknown name '{right.name}'", hint, missing=Missing(right.name))


def _no_reading(text: Text, node: n.Is, right: n.Name, candidates: list[m.Symbol], valued: list[m.Symbol]) -> None:
    right.type = t.UNKNOWN
    if not candidates and valued:
        whole = symbol_type(text, valued[0])
        within = item_of(whole) is not None and text.world.fitting.comparable(item_of(whole) or whole, node.left.type)
        text.error("RW505", node.span, f"this is never true: it compares {a(node.left.type)} with {a(whole)}",
                   f"write `in {right.name}` to test membership" if within else where_compared(
                       node.left, n.Name(right.span, right.name, type=whole), "is not" if node.negated else "is"),
                   suspects=text.suspects(node.left, whole))
        return
    left: Type = node.left.type
    if left.tag == "maybe" and any(_reading(text, left.args[0], one) for one in candidates):
        text.may_be_none(node.left)
        return
    found = candidates[0] if candidates else None
    if isinstance(found, m.BuiltinDef) and not RELATIONS[found.id].available(text.world.pack.board):
        text.no_board(node, f"'{found.id}'", RELATIONS[found.id].needs)
        return
    if isinstance(found, m.KindDef) and found.id == "player" and t.some(left).tag == "player":
        way = "remove the condition" if left.tag == "player" else f"write `is {'' if node.negated else 'not '}none`"
        text.error("RW505", node.span, "a player is always a player: `is player` distinguishes players from things",
                                       way)
        return
    words = found.title if found is not None else f"'{right.name}'"
    hint = None
    asked = find_attribute(text, left, right.name)
    if asked is not None and isinstance(asked[0], m.Attribute) and asked[0].params:
        hint = f"add its arguments: `{node.left.span.words}.{right.name}(..)`"
    elif asked is not None and left.tag == "record" and asked[1] == t.YES_NO:
        said = node.left.span.words
        hint = f"read the result: `{'not ' * node.negated}{said}.{right.name}`"
    elif right.name == "place" and left.tag in ("entity", "union"):
        hint = "write `is placed`"
    if isinstance(found, m.EnumMember):
        words = f"'{right.name}' of enumeration '{found.enum.id}'"
        if left.tag == "enum" and left.name in text.world.pack.enums:
            members = ", ".join(one.id for one in text.world.pack.enums[left.name].members)
            hint = f"the members of '{left.name}' are {members}"
        elif item_of(left) == t.enum(found.enum.id):
            said = node.left.span.words
            hint = f"write `{right.name} {'not ' * node.negated}in {said}`"
    text.error("RW505", node.span, f"{a(left)} is never {words}", hint,
               [(found.span, "declared here")] if found is not None and found.span is not None else [],
               suspects=_at_fault(text, node, found))


def _at_fault(text: Text, node: n.Is, found: m.Symbol | None) -> tuple[Suspect, ...]:
    """The declarations that may be wrong if `x is FOUND` has no meaning: that of x, or that of what FOUND is of."""
    left: Type = node.left.type
    match found:
        case m.PermissionDef():
            of: m.Symbol | None = found.params[0]
            instead = found.params[0].type
        case m.StatusDef() if found.holder is not None and found.holder.self_var is not None:
            of, instead = found.holder.self_var, found.holder.self_var.type
        case m.EnumMember():
            of, instead = None, t.enum(found.enum.id)
        case m.KindDef():
            of, instead = None, found.entity_type
        case m.SheetDef():
            of, instead = None, found.kind.entity_type
        case _:
            return text.suspects(node.left)
    return (*text.suspects(node.left, instead), *text.suspects(of, left))
