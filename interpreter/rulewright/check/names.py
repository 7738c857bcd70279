"""Gives bare names and attributes their meaning and type.

Separate from calls and operators because it decides which meaning a name has if there are several, and what is reported
if there is none.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import BUILTINS, RELATIONS
from rulewright.check.elsewhere import as_name
from rulewright.check.facts import EITHER, when_false, when_true
from rulewright.check.fitting import a, item_of, plain
from rulewright.check.signatures import Match
from rulewright.check.types import Type
from rulewright.check.walk import copied
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.source import Span
from rulewright.spelling import did_you_mean, is_beginning, listed, nearest

if TYPE_CHECKING:
    from rulewright.check.text import Text

CONTEXT = {
    "self": "only code of sheets, statuses and rules with `for` has one",
    "event": "only code of events and reactions has one",
    "spender": "only statuses with `spent_by` have one",
    "so_far": "only the steps of a value have it",
    "it": "only the steps of a value have it",
}


def infer_name(text: Text, node: n.Name, want: Type | None, is_target: bool = False) -> n.Expr:
    """A local, parameter, field or member; a sheet, area, map or plural. `is_target`: it follows `set`."""
    variable = text.names.get(node.name)
    if variable is None and node.name == "match":
        variable = text.world.match
    way = text.world.scope.direction(node.name) if plain(want) == t.DIRECTION else None
    if way is not None and (variable is None or plain(variable.type) != t.DIRECTION):
        node.ref, node.type = way, t.DIRECTION  # anything else in the pack of this name is not a direction
        return node
    if variable is not None:
        node.ref, node.type = variable, variable.type
        return node
    found: list[m.Symbol] = list(text.world.scope.valued(node.name))
    if not found:
        _unknown(text, node, want, is_target)
    one = found[0] if len(found) == 1 else _chosen(text, node, found, want) if found else None
    node.ref, node.type = one, t.UNKNOWN
    if one is None:
        return node
    node.type = symbol_type(text, one)
    if isinstance(one, m.BuiltinDef) and not BUILTINS[one.id].available(text.world.pack.board):
        text.no_board(node, f"'{node.name}'", BUILTINS[one.id].needs)
    return node


def symbol_type(text: Text, symbol: m.Symbol) -> Type:
    """The type of a global name that is used by itself."""
    if isinstance(symbol, m.EnumMember):
        return t.enum(symbol.enum.id)
    if isinstance(symbol, m.SheetDef):
        return symbol.kind.sheet_type
    if isinstance(symbol, m.KindDef):
        return t.set_of(symbol.entity_type)
    if isinstance(symbol, m.AreaDef):
        return t.set_of(text.world.place)
    if isinstance(symbol, m.MapDef):
        return t.MAP
    if isinstance(symbol, m.DieDef):
        return t.DIE
    if isinstance(symbol, m.ZoneDef):
        return zone_type(symbol)
    if isinstance(symbol, m.BuiltinDef):
        matched = BUILTINS[symbol.id].match([], text.world.pack.board, text.world.scope.common_kind)
        return matched.result if isinstance(matched, Match) else t.UNKNOWN
    return t.UNKNOWN


def zone_type(zone: m.ZoneDef) -> Type:
    """The type of a zone, with what it holds if that is declared."""
    return Type("zone", "", (zone.holds.entity_type,)) if zone.holds is not None else t.ZONE


def _chosen(text: Text, node: n.Name, found: Sequence[m.Symbol], want: Type | None) -> m.Symbol | None:
    """The meaning, of several, that fits the wanted type; None and a report if this does not decide."""
    wanted = plain(want)
    fitting: list[m.Symbol] = [
        one for one in found
        if wanted is not None and text.world.fitting.comparable(plain(symbol_type(text, one)) or t.UNKNOWN, wanted)]
    if len(fitting) == 1:
        return fitting[0]
    places = [(one.span, f"here as {a(symbol_type(text, one))}") for one in found if one.span is not None]
    if wanted is not None and wanted.tag != "unknown" and not fitting:
        text.error("RW501", node.span, f"expected {a(wanted)}; '{node.name}' is not one", None, places)
    elif wanted is None or wanted.tag != "unknown":
        text.error("RW511", node.span, f"'{node.name}' has several meanings, and nothing here selects one",
                   "name a value of the type next to it, or give the members different names", places)
    return None


def without(text: Text, name: str, span: Span) -> None:
    """Report a name that only some code has, and this code has not; once for a definition."""
    own = next((one.id for one in text.names.values() if one.role == "self"), None)
    where = text.owner.title if text.owner is not None else ""
    text.error("RW450", span, f"there is no '{name}' here",
               f"write `{own}`, as in the `for` of this rule" if name == "self" and own is not None else CONTEXT[name],
               missing=Missing(name, f"known in {where}"))


def _unknown(text: Text, node: n.Name, want: Type | None, is_target: bool) -> None:
    """Report an unknown name. If the type expected here was reported, its names are lost with it."""
    is_lost = want is not None and want.tag == "unknown" and text.world.out.has_errors
    name, scope = node.name, text.world.scope
    if name in CONTEXT:
        without(text, name, node.span)
        return
    if text.in_words(node.span):
        return
    related = []
    hint = None
    called = scope.called(name)
    holder = text.names.get("self")
    mine = [one for one in text.names if called is None or abs(len(one) - len(name)) <= 2]
    alike = next((one for one in mine if is_beginning(name, one)), None)
    if alike is not None:
        hint = f"did you mean '{alike}'?"
    elif isinstance(called, m.EventDef) and (whose := _whose(text, name)) is not None:
        hint = f"write `{whose}.{name}`"
    elif called is not None:
        params = getattr(called, "params", [None])
        hint = f"call it: `{name}()`" if not params else f"call it with its arguments: `{name}(..)`"
    elif name in scope.pack.kinds:
        kind = scope.pack.kinds[name]
        hint = f"the set of all in play is `{kind.plural}`" if kind.plural else None
    elif name in scope.pack.enums:
        hint = f"write `members_of({name})` for all its members"
    elif holder is not None and find_attribute(text, holder.type, name) is not None:
        hint = f"write `self.{name}`"
    elif name.removesuffix("s") in scope.pack.kinds and scope.pack.kinds[name.removesuffix("s")].plural:
        hint = f"the set of all in play is `{scope.pack.kinds[name.removesuffix('s')].plural}`"
    elif name in scope.pack.settings:
        hint = f"write `setting.{name}`"
    elif scope.lookup(name) or name in RELATIONS:
        hint = f"write it after `is`: `x is {name}`"
    elif (whose := _whose(text, name)) is not None:
        hint = f"write `{whose}.{name}`"
    else:
        close = scope.nearest(name, [*text.names, *text.world.pieces])
        hint = as_name(name, close)
        if is_lost and hint is None and close is None:
            return
        hint = hint or (f"did you mean '{close}'?" if close else None) or _meant(text, name, want, is_target)
        if hint == f"did you mean '{close}'?" and close in text.names and text.names[close].span is not None:
            related = [(text.names[close].span, "declared here")]
    words = f"'{name}' cannot be used here by itself" if scope.lookup(name) else f"unknown name '{name}'"
    text.error("RW450", node.span, words, hint, [(s, w) for s, w in related if s is not None],
               Missing(name, "alone" if scope.lookup(name) else ""))


def _meant(text: Text, name: str, want: Type | None, is_target: bool) -> str | None:
    """The hint for a name that resembles no other: suggested by the expected type, else the existing names."""
    wanted = plain(want)
    if is_target:
        known = _known_here(text)
        return f"declare a new local: `let {name} = ..`" + (f"; {known}" if known else "")
    enum = text.world.pack.enums.get(wanted.name) if wanted is not None and wanted.tag == "enum" else None
    if enum is not None:
        return f"the members of '{enum.id}' are {listed([member.id for member in enum.members])}"
    return _known_here(text)


def _known_here(text: Text) -> str | None:
    """The local names in scope, as a hint: those of the event first."""
    event = text.names.get("event")
    if event is not None and event.type.name and event.role != "local":
        fields = [name for name, one in text.names.items() if name and one.role == "field"]
        if fields:
            return f"'{event.type.name}' has {listed(fields)}"
    own = [*(name for name in text.names if name != "event"), *text.world.pieces]
    return f"names here are {listed(own)}" if own else None


# -- attributes --------------------------------------------------------------------------------------------------------


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
    words = " ".join(node.target.span.text.split())
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


def _whose(text: Text, name: str) -> str | None:
    """Which of the names in scope has a field of that name: the innermost, else the match."""
    for own, variable in reversed(text.names.items()):
        if own not in ("self", "it", "so_far") and variable.type.tag in ("entity", "player", "record") and (
                find_attribute(text, variable.type, name) is not None):
            return own
    return "match" if find_attribute(text, t.MATCH, name) is not None else None


def _standing_alone(text: Text, node: n.Attr) -> str | None:
    """The global that is called for this thing, if it was read as an attribute: `size(z)` for `z.size`."""
    called = text.world.scope.called(node.name)
    if called is None or isinstance(called, m.EventDef):
        return None
    more = ", .." if len(getattr(called, "params", ())) > 1 else ""
    return f"write `{node.name}({' '.join(node.target.span.text.split())}{more})`"


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
        words = " ".join(node.target.span.text.split())
        hint = f"write `all(x.{name} for x in {words})`, or use a `for each`: this is {a(target)}"
    elif target.tag in ("entity", "player", "match") and name in text.world.pack.statuses:
        words = " ".join(node.target.span.text.split())
        instances = f"`all(one in statuses of {words} where one is {name})`"
        hint = f"write `{words} is {name}` to test for it; its instances are {instances}"
    elif hint is None and isinstance(node.target, n.Name) and node.target.name == "self" and name in text.names:
        hint = f"write `{name}` by itself"
    elif target.tag == "entity" and hint is None:
        having = [one for one in having if text.world.fitting.comparable(target, t.entity(one))]
        hint = f"test `is {having[0]}` first: {a(t.entity(having[0]))} has it" if having else None
    elif target.tag == "status" and name == "holder":
        hint = f"test `{' '.join(node.target.span.text.split())} is STATUS` first: the holder is known only then"
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
            given = ", ".join([" ".join(node.target.span.text.split())] + [".."] * bool(node.args or node.named))
            hint = f"write `{name}({given})`"
        elif close is None and not others and (hint is None or hint.startswith("it has ")):
            hint = _standing_alone(text, node) or hint
        if name == "owner" and declared is not None and not declared.owned:
            hint = f"{declared.title} has `owned: no`: store who has it in its `state`, or remove `owned: no`"
        instead = others[0].entity_type if len(others) == 1 else None
        text.error("RW504", node.span, f"{a(target)} has no '{name}'", hint,
                   missing=missing_field(text, target, name),
                   suspects=text.suspects(node.target, instead) if others else ())
