"""Gives bare names their meaning and type.

Separate from calls and operators because it decides which meaning a name has if there are several, and what is reported
if there is none.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.attributes import find_attribute, whose
from rulewright.check.builtins import BUILTINS, RELATIONS
from rulewright.check.foreign_names import as_name
from rulewright.check.signatures import Match
from rulewright.check.subtyping import a, plain
from rulewright.check.types import Type
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.source import Span
from rulewright.spelling import is_beginning, listed

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
        if wanted is not None
        and not (isinstance(one, m.EnumMember) and wanted.tag == "enum" and wanted.name != one.enum.id)  # often many
        and text.world.fitting.comparable(plain(symbol_type(text, one)) or t.UNKNOWN, wanted)]
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
    elif isinstance(called, m.EventDef) and (owner := whose(text, name)) is not None:
        hint = f"write `{owner}.{name}`"
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
    elif name == "setting":
        settings = scope.pack.settings
        hint = f"write `setting.NAME`: there are {listed(settings)}" if settings else "declare settings in pack.yaml"
    elif scope.lookup(name) or name in RELATIONS:
        hint = f"write it after `is`: `x is {name}`"
    elif (owner := whose(text, name)) is not None:
        hint = f"write `{owner}.{name}`"
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
