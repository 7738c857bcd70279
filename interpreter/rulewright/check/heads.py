"""Converts the heads of events, values, permissions and similar forms to typed fields, and attaches their code.

Separate because triggers, modifiers and calls anywhere in the pack depend on these heads.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.declaring import Declaring, variable, word_in
from rulewright.check.kinds import has_first, self_type
from rulewright.check.parameters import variables
from rulewright.check.scope import SEATS
from rulewright.check.steps import fill_value
from rulewright.check.type_names import lasting, resolve
from rulewright.check.types import Type
from rulewright.check.walk import walk
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects.parsed import (
    CheckText,
    ClassText,
    EventText,
    HolderText,
    ListText,
    Parsed,
    PermissionText,
    SheetText,
    ValueText,
    WindowText,
    Word,
    ZoneText,
)
from rulewright.effects.scan import MAX_NUMBER
from rulewright.numbers import whole_number
from rulewright.shapes import INSTANCE
from rulewright.spelling import did_you_mean
from rulewright.units import SINGULAR


def fill_heads(d: Declaring) -> None:
    """Reads all heads. Classes come first: events are compared with them."""
    for parsed, cls in d.of(m.ClassDef):
        cls.params = variables(d, parsed.header.params, cls, "field", kept=True)
        cls.arbiter = parsed.body.arbiter if isinstance(parsed.body, ClassText) else None
    for parsed, definition in d.pairs:
        match definition, parsed.body:
            case m.EventDef(), EventText() as event_text:
                _event(d, parsed, definition, event_text)
            case m.ValueDef(), ValueText() as value_text:
                definition.params = variables(d, parsed.header.params, definition, "field")
                fill_value(d, parsed, definition, value_text)
            case m.PermissionDef(), PermissionText() as permission_text:
                definition.params = variables(d, parsed.header.params, definition, "field")
                definition.normally = permission_text.normally
            case m.StatusDef(), HolderText() as status_text:
                definition.params = variables(d, parsed.header.params, definition, "arg", kept=True)
                definition.lasts, definition.ends = status_text.lasts, status_text.ends
                _holder(d, definition, "status", status_text, definition.params)
                _state(d, definition, status_text)
            case m.RuleDef(), HolderText() as rule_text:
                _holder(d, definition, "rule", rule_text, [])
            case m.AreaDef(), HolderText() as area_text:
                _holder(d, definition, "area", area_text, [])
            case m.ZoneDef(), ZoneText() as zone_text:
                _zone(d, parsed, definition, zone_text)
            case m.DieDef(), ListText() as die_text:
                _die(d, parsed, definition, die_text)
            case m.WindowDef(), WindowText() as window_text:
                definition.ask, definition.ties = window_text.ask, window_text.ties
                definition.answers = d.choice(window_text.answers, ("one", "each"))
                definition.always = window_text.always
            case m.CheckDef(), CheckText() as check_text:
                _check(d, definition, check_text)


# -- events and classes ------------------------------------------------------------------------------------------------


def _event(d: Declaring, parsed: Parsed, event: m.EventDef, text: EventText) -> None:
    event.params = variables(d, parsed.header.params, event, "field", kept=True)
    event.gives = variables(d, parsed.header.gives, event, "field", event.params, kept=True)
    for result in event.gives:
        if result.id and not has_first(result.type):
            d.error("RW445", f"'{result.id}' has no initial value before {event.title} sets it",
                    result.span, event, f"write `gives {result.type} or none {result.id}`")
    event.event_var = variable("event", event.span, t.record(event.id), "event")
    event.legal, event.do, event.ends, event.arbiter = dict(text.legal), text.do, text.ends, text.arbiter
    found = [node.name for node in walk((*text.do, *text.ends)) if isinstance(node, n.Moment)]
    event.moments = list(dict.fromkeys(found))
    suits = True
    for name in parsed.header.classes:
        cls = d.pack.classes.get(name)
        if cls is None:
            d.error("RW413", f"there is no class '{name}'", word_in(parsed.header.span, name), event,
                    did_you_mean(name, d.pack.classes, "classes are"), missing=Missing(name))
        elif suits := suits and _suits(d, event, cls, parsed):
            event.classes.append(cls)
            cls.events.append(event)


def _suits(d: Declaring, event: m.EventDef, cls: m.ClassDef, parsed: Parsed) -> bool:
    """Whether the first parameters of the event match those of its class."""
    for place, wanted in enumerate(cls.params):
        given = event.params[place] if place < len(event.params) else None
        if given is None or not _fits(d, given.type, wanted.type):
            here = f"is {given.type}" if given is not None else "is missing"
            message = f"parameter {place + 1} of class '{cls.id}' is {wanted.type} {wanted.id}; here it {here}"
            d.error("RW414", message, given.span if given is not None else parsed.header.span, event, None,
                    [(cls.span, "the class")])
            return False
    return True


def _fits(d: Declaring, given: Type, wanted: Type) -> bool:
    if given == wanted or "unknown" in (given.tag, wanted.tag):
        return True
    if wanted.tag == "maybe":
        return _fits(d, t.some(given), t.some(wanted))
    if wanted.tag == "union":  # a player is stored differently there
        return given.tag in ("entity", "union") and d.scope.is_kind(given.name, wanted.name)
    return given.tag == wanted.tag == "entity" and d.scope.is_kind(given.name, wanted.name)


# -- the smaller forms -------------------------------------------------------------------------------------------------


def _holder(d: Declaring, definition: m.StatusDef | m.RuleDef | m.AreaDef, kind: str, text: HolderText,
            args: list[m.Variable]) -> None:
    """Makes the holder, still without its rules: they name things that are declared later."""
    self_var: m.Variable | None = None
    if isinstance(definition, m.StatusDef):
        self_var = variable("self", definition.span, self_type(d, text.of, definition), "self")
    elif text.binder is not None:
        binding = text.binder.binding
        # Its type is that of the members of the source, which the second half infers.
        self_var = variable(binding.name, binding.span, t.UNKNOWN, "self")
        binding.ref = self_var
    match definition:
        case m.StatusDef():
            definition.holder = m.Holder("status", definition, self_var, args)
        case m.RuleDef():
            definition.holder = m.Holder("rule", definition, self_var, args, text.binder)
        case m.AreaDef():
            definition.holder = m.Holder("area", definition, None)
    if definition.holder is not None:
        definition.holder.active = text.rules.active


def _state(d: Declaring, status: m.StatusDef, text: HolderText) -> None:
    """Makes the fields of each instance, and the name of the current instance."""
    taken = {param.id for param in status.params} | {"holder"}
    for name, field in text.state.items():
        span = text.state_spans.get(name, field.span)
        type_ = lasting(d, field.type, resolve(d, field.type, status), status, f"'{name}'")
        if name in taken:
            d.error("RW409", f"{status.title} already has '{name}'", span, status, "choose another name")
            continue
        if not has_first(type_):
            d.error("RW445", f"'{name}' has no {type_} after its instance ends", span, status,
                    f"write `{name}: {type_} or none`")
        status.fields.append(m.Attribute(name, span, kind=status.id, type=type_, storage="row", starts=field.starts))
    if status.fields and "status" not in taken:
        status.instance = m.Variable("status", status.span, type=Type("status", status.id), role="arg", index=INSTANCE)


def _zone(d: Declaring, parsed: Parsed, zone: m.ZoneDef, text: ZoneText) -> None:
    params = variables(d, parsed.header.params, zone, "field")
    zone.key = params[0] if params else None
    zone.by = d.pack.enums.get(params[0].type.name) if params and params[0].type.tag == "enum" else None
    zone.per_player = bool(params) and zone.by is None
    zone.ordered = text.ordered
    kinds = {name: kind for name, kind in d.pack.kinds.items() if name not in SEATS}
    zone.holds = d.find(text.holds, kinds, "RW404", "kind", zone)
    if zone.holds is None and text.holds is not None:
        zone.holds = m.KindDef(text.holds.text, form="kind", unread=True)  # reported once
    zone.shown = text.shown
    zone.seen_by = d.choice(text.seen_by, ("all", "owner", "nobody"))
    if len(params) > 1 or (zone.per_player and params[0].type not in (t.PLAYER, t.UNKNOWN)):
        d.error("RW417", f"zone '{zone.id}' belongs to a player, to a member of an enumeration, or to all",
                params[-1].span, zone,
                f"write `zone {zone.id}(player owner)`, `zone {zone.id}(ENUM which)` or `zone {zone.id}`")
    elif zone.seen_by == "owner" and not zone.per_player:
        seen = text.seen_by.span if text.seen_by is not None else None
        d.error("RW417", f"zone '{zone.id}' has no owner who could see it", seen, zone,
                f"write `zone {zone.id}(player owner)`")


def _check(d: Declaring, check: m.CheckDef, text: CheckText) -> None:
    check.binder, check.body = text.binder, text.do
    found = [d.occasion(word.text, word.span, check) for word in text.at]
    check.at = [one for one in found if one is not None]
    if text.at and text.do:
        check.body = (n.Together(text.do[0].span, text.do),)


def _die(d: Declaring, parsed: Parsed, die: m.DieDef, text: ListText) -> None:
    gives = parsed.header.gives
    die.face = resolve(d, gives[0].type, die) if gives else t.NUMBER
    if die.face.tag not in ("number", "enum", "unknown") or die.face.name in SINGULAR:
        d.error("RW417", f"the faces of die '{die.id}' are numbers or members of an enumeration", gives[0].span, die)
        die.face = t.UNKNOWN
    faces = [_face(d, die, word) for word in text.items] if die.face.tag != "unknown" else []
    die.faces = tuple(face for face in faces if face is not None)


def _face(d: Declaring, die: m.DieDef, word: Word) -> int | None:
    if die.face.tag == "number":
        number = whole_number(word.text, -MAX_NUMBER, MAX_NUMBER)
        if number is not None:
            return number
        d.error("RW418", f"'{word.text}' is not a number from -{MAX_NUMBER} to {MAX_NUMBER}", word.span, die,
                f"write `die {die.id} gives ENUM face` for other faces")
        return None
    members = {member.id: member for member in d.pack.enums[die.face.name].members}
    if word.text not in members:
        d.error("RW418", f"'{word.text}' is not a member of '{die.face.name}'", word.span, die,
                did_you_mean(word.text, members, "there are"), missing=Missing(word.text))
        return None
    return members[word.text].value


def cite(d: Declaring) -> None:
    """Report rule ids that the rulebook does not have."""
    for parsed, definition in d.pairs:
        cited = list(parsed.cited)
        waiting = [parsed.body] if isinstance(parsed.body, SheetText) else []
        while waiting:
            parts = [part for entries in waiting.pop().parts.values() for part in entries.values()]
            cited += [word for part in parts for word in part.cited]
            waiting += parts
        for word in cited:
            if word.text not in d.parsed.pack.rulebook:
                d.error("RW440", f"the rulebook has no rule '{word.text}'", word.span, definition,
                        did_you_mean(word.text, d.parsed.pack.rulebook) or "add it to rulebook.yaml",
                        missing=Missing(word.text, "rulebook"))

