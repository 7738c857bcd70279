"""Gives what stands behind a dot its meaning and type: attributes, fields of events and statuses, settings.

Separate from bare names because it depends on the type of what stands before the dot, also where code suggests one.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import BUILTINS, Mismatch
from rulewright.check.facts import EITHER, when_false, when_true
from rulewright.check.subtyping import a, item_of
from rulewright.check.types import Type
from rulewright.check.walk import copied
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.spelling import did_you_mean, listed, nearest

if TYPE_CHECKING:
    from rulewright.check.text import Text


def infer_attr(text: Text, node: n.Attr, want: Type | None) -> n.Expr:
    """`target.name`."""
    if isinstance(node.target, n.Name) and node.target.name == "setting" and "setting" not in text.names:
        return _setting(text, node)
    enum = _enumeration(text, node.target)
    if enum is not None:
        return _member(text, node, enum)
    event = text.names.get("event")
    if isinstance(node.target, n.Name) and event is not None and event.type.name == node.target.name and (
            node.target.name not in text.names and getattr(text.names.get(node.name), "role", "") == "field"):
        text.error("RW450", node.target.span, f"'{node.target.name}' cannot be used here by itself",
                   f"write `{node.name}`: fields of the event are used by name here")
        node.type = t.UNKNOWN
        return node
    node.target = text.expr(node.target)
    target: Type = node.target.type
    node.type = t.UNKNOWN
    if target.tag == "unknown":
        return node
    if target.tag == "maybe":
        text.may_be_none(node.target)
        target = t.some(target)
    found = find_attribute(text, target, node.name)
    if found is None and t.is_union(target):
        return _of_all(text, node, target)
    if found is None:
        _no_attribute(text, node, target)
        return node
    node.ref, node.type = found
    return node


def _of_all(text: Text, node: n.Attr, target: Type) -> n.Expr:
    """An attribute of something that may be of several kinds, or a player: all must have it, with the same type."""
    several = t.members(target)
    found = {one: find_attribute(text, one, node.name) for one in several}
    lacking = next((one for one in several if found[one] is None), None)
    words = node.target.span.words
    if lacking is not None:
        having = next((one for one in several if found[one] is not None), None)
        hint = f"test `{words} is {having}` first: {a(having)} has it" if having is not None else None
        text.error("RW504", node.span, f"'{words}' may be {a(lacking)}, which has no '{node.name}'", hint,
                   missing=missing_field(text, lacking, node.name) if having is None else None)
        return node
    known = [one for one in found.values() if one is not None]
    types = dict.fromkeys(one[1] for one in known)
    if len(types) > 1:
        text.error("RW504", node.span, f"'{node.name}' is {listed(a(one) for one in types)}, depending on what "
                   f"'{words}' is",
                   f"test `{words} is {several[0]}` first")
        return node
    refs = [one[0] for one in known]
    if target.tag == "entity" and (len(set(map(id, refs))) == 1 or all(
            isinstance(one, m.Attribute) and one.storage in ("owner", "place") for one in refs)):
        node.ref, node.type = known[0]
        return node
    kind = text.world.pack.kinds["player" if target.tag == "union" else several[0].name]
    kept, rest = text.world.fitting.rest(target, kind.id)
    right = n.Name(node.span, kind.id, type=Type(EITHER.tag, "", (kept or t.NOTHING, rest or t.NOTHING)), ref=kind)
    test = n.Is(node.span, node.target, right, type=t.YES_NO, ref=("kind", kind))
    sides = []
    for facts in (when_true(test), when_false(test)):
        before = text.facts
        text.learn(facts)
        args = None if node.args is None else tuple(copied(one) for one in node.args)
        named = tuple((name, copied(one)) for name, one in node.named)
        sides.append(text.expr(n.Attr(node.span, copied(node.target), node.name, args, named)))
        text.facts = before
    return n.IfElse(node.span, test, sides[0], sides[1], written=node, type=sides[0].type)


def find_attribute(text: Text, target: Type, name: str) -> tuple[m.Symbol | str, Type] | None:
    """The attribute or field of that name that things of a type have, and its type; None if there is none."""
    pack = text.world.pack
    if target.tag == "record":
        return _field(text, target.name, name)
    if target.tag == "status" and name == "holder":
        return _holder(text, target.name)
    if target.tag == "status":
        own = pack.statuses[target.name].fields if target.name in pack.statuses else []
        return next(((one, one.type) for one in own if one.id == name), None)
    kind = {"player": "player", "match": "match"}.get(target.tag, target.name)
    if target.tag not in ("entity", "player", "match", "sheet"):
        return None
    if target.tag == "entity" and not kind:
        found = _common(text, name)
    else:
        declared = pack.kinds.get(kind)
        found = declared.all_attributes.get(name) if declared is not None else None
    if found is None or (target.tag == "sheet" and found.storage != "printed"):
        return None
    return (found, found.type) if found.type.tag != "text" else None


def _holder(text: Text, status: str) -> tuple[m.Symbol | str, Type] | None:
    """`s.holder` of an instance of a status; it is none once the status is over."""
    found = text.world.pack.statuses.get(status)
    if found is None or found.holder is None or found.holder.self_var is None:
        return None
    type_ = t.maybe(found.holder.self_var.type)
    return m.Attribute("holder", kind=status, type=type_, storage="holder"), type_


_SELF_OWNED = ("player", "owner")  # code that may read it knows it already: anything that may be a player has an owner


def attributes_of(text: Text, target: Type) -> list[str]:
    """The names that can follow the dot, for suggestions."""
    pack = text.world.pack
    if target.tag == "record":
        holder = pack.events.get(target.name) or pack.classes.get(target.name)
        fields = holder.fields if isinstance(holder, m.EventDef) else holder.params if holder is not None else []
        return [one.id for one in fields if one.id] + ["outcome"]
    if target.tag == "status":
        return ["holder", *(one.id for one in pack.statuses[target.name].fields)] if target.name else []
    kind = pack.kinds.get({"player": "player", "match": "match"}.get(target.tag, target.name))
    known = () if kind is None else kind.all_attributes
    return [name for name in known if find_attribute(text, target, name) and (target.tag, name) != _SELF_OWNED]


def missing_field(text: Text, target: Type, name: str) -> Missing:
    """A field that things of a type do not have. Its scope is the most general kind of the type, as that is where it
    would be declared for all of them."""
    line = [kind.id for kind in text.world.scope.lineage(target.name)] if target.tag in ("entity", "sheet") else []
    return Missing(name, f"field of {line[-1] if line else target}")


def _field(text: Text, event: str, name: str) -> tuple[m.Symbol | str, Type] | None:
    pack = text.world.pack
    holder = pack.events.get(event) or pack.classes.get(event)
    fields = holder.fields if isinstance(holder, m.EventDef) else holder.params if holder is not None else []
    for one in fields:
        if one.id == name:
            return one, one.type
    if text.world.is_broken(holder):
        return name, t.UNKNOWN
    return ("outcome", t.enum("outcome")) if name == "outcome" else None


def _common(text: Text, name: str) -> m.Attribute | None:
    """An attribute that every entity has: a builtin one, which no kind declares."""
    for kind in text.world.pack.kinds.values():
        found = kind.all_attributes.get(name)
        if found is not None and found.storage in ("owner", "place", "sheet") and kind.id not in ("player", "match"):
            return found
    return None


def _setting(text: Text, node: n.Attr) -> n.Expr:
    settings = text.world.pack.settings
    node.target.type = t.NOTHING
    found = settings.get(node.name)
    if found is None:
        text.error("RW450", node.span, f"the pack has no setting '{node.name}'",
                   did_you_mean(node.name, settings, "there are") or "declare settings in pack.yaml",
                   missing=Missing(node.name, "setting"))
        node.type = t.UNKNOWN
    else:
        node.ref, node.type = found, found.type
    return node


def _enumeration(text: Text, target: n.Expr) -> m.EnumDef | None:
    """The enumeration that a name means, if it means nothing else."""
    if not isinstance(target, n.Name) or target.name in text.names or text.world.scope.valued(target.name):
        return None
    return text.world.pack.enums.get(target.name)


def _member(text: Text, node: n.Attr, enum: m.EnumDef) -> n.Expr:
    """`colour.red`, the syntax of other languages."""
    known = [member.id for member in enum.members]
    close = node.name if node.name in known else nearest(node.name, known)
    text.error("RW450", node.span, f"members of '{enum.id}' are written by themselves",
               f"write `{close}`" if close else f"there are {listed(known)}")
    node.target.type = node.type = t.UNKNOWN
    return node


def whose(text: Text, name: str) -> str | None:
    """Which of the names in scope has a field of that name: the innermost, else the match."""
    for own, variable in reversed(text.names.items()):
        if own not in ("self", "it", "so_far") and variable.type.tag in ("entity", "player", "record") and (
                find_attribute(text, variable.type, name) is not None):
            return own
    return "match" if find_attribute(text, t.MATCH, name) is not None else None


def _status_with(text: Text, name: str) -> m.StatusDef | None:
    """The first status whose instances have a field."""
    statuses = text.world.pack.statuses.values()
    return next((one for one in statuses if any(field.id == name for field in one.fields)), None)


def _standing_alone(text: Text, node: n.Attr) -> str | None:
    """The global that is called for this thing, if it was read as an attribute: `size(z)` for `z.size`."""
    called = text.world.scope.called(node.name)
    if called is None or isinstance(called, m.EventDef):
        return None
    if isinstance(called, m.BuiltinDef):
        row, board = BUILTINS[called.id], text.world.pack.board
        found = row.match([t.some(node.target.type)], board, text.world.scope.common_kind)
        if not row.available(board) or (isinstance(found, Mismatch) and found.position == 0):
            return None
    more = ", .." if len(getattr(called, "params", ())) > 1 else ""
    return f"write `{node.name}({node.target.span.words}{more})`"


def _no_attribute(text: Text, node: n.Attr, target: Type) -> None:
    name = node.name
    having = [kind.id for kind in text.world.pack.kinds.values()
              if kind.id not in ("player", "match") and name in kind.all_attributes]
    if having and text.is_of_nothing(node.target, having[0]):
        return
    inner = item_of(target)
    known = attributes_of(text, target)
    if isinstance(node.target, n.Name):
        known += text.world.pieces.get(node.target.name, ())
    close = nearest(name, known)
    longer = [one for one in known if f"_{name}_" in f"_{one}_"]
    close = close or (longer[0] if len(longer) == 1 else None)
    hint = f"did you mean '{close}'?" if close else None
    if inner is not None and inner.tag != "unknown" and find_attribute(text, inner, name) is not None:
        words = node.target.span.words
        one = next(text.free())
        hint = f"write `all({one}.{name} for {one} in {words})`, or use a `for each`: this is {a(target)}"
    elif target.tag in ("entity", "player", "match") and name in text.world.pack.statuses:
        words = node.target.span.words
        instances = f"`all(one in statuses of {words} where one is {name})`"
        hint = f"write `{words} is {name}` to test for it; its instances are {instances}"
    elif hint is None and isinstance(node.target, n.Name) and node.target.name == "self" and name in text.names:
        hint = f"write `{name}` by itself"
    elif target.tag == "entity" and hint is None:
        having = [one for one in having if text.world.fitting.comparable(target, t.entity(one))]
        hint = f"test `is {having[0]}` first: {a(t.entity(having[0]))} has it" if having else None
    elif target.tag == "status" and not target.name and (status := _status_with(text, name)) is not None:
        hint = f"test `{node.target.span.words} is {status.id}` first: {status.title} has it"
    elif target.tag == "status" and name == "holder":
        hint = f"test `{node.target.span.words} is STATUS` first: the holder is known only then"
    elif target.tag == "place" and target.name == "spot":
        hint = "use `distance(p, q)` or `bearing(p, q)` for a spot; `heading(p)` is its turn"
    elif target.tag == "player" and name in ("player", "controller"):
        hint = "remove it: this is the player already"
    if hint is None and not known and target.tag in ("player", "match"):
        hint = f"declare it: `kind {target.tag}: {{state: {{{name}: TYPE}}}}`"
    hint = hint or (f"it has {listed(known)}" if known else None)
    declared = text.world.pack.kinds.get(target.name) if target.tag in ("entity", "sheet") else None
    attribute = declared.all_attributes.get(name) if declared is not None else None
    if attribute is not None and attribute.type.tag == "text":
        text.error("RW504", node.span, f"'{name}' is flavour text that play cannot read")
    elif attribute is not None:
        text.error("RW504", node.span, f"'{name}' is not printed: a sheet does not have it", "read it from an entity")
    else:
        # If nothing at all has the field, its name is more likely wrong than what precedes the dot.
        others = [kind for kind in text.world.pack.kinds.values() if name in kind.all_attributes]
        if node.args is not None and text.world.scope.called(name) is not None:
            given = ", ".join([node.target.span.words] + [".."] * bool(node.args or node.named))
            hint = f"write `{name}({given})`"
        elif close is None and not others and (hint is None or hint.startswith("it has ")):
            hint = _standing_alone(text, node) or hint
        if name == "owner" and declared is not None and not declared.owned:
            hint = f"{declared.title} has `owned: no`: store who has it in its `state`, or remove `owned: no`"
        instead = others[0].entity_type if len(others) == 1 else None
        text.error("RW504", node.span, f"{a(target)} has no '{name}'", hint,
                   missing=missing_field(text, target, name),
                   suspects=text.suspects(node.target, instead) if others else ())
