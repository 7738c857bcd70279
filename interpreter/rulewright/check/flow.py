"""Finds declarations that are never used, and those that are used and never get anything.

Separate because it needs all code typed: a field that no code reads, an event that no code calls, a status that is
never given. Code that surely has no effect would load cleanly and do nothing.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.check.boards import laying_of
from rulewright.check.terms import constant
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.uses import Uses, called_by, uses_of
from rulewright.check.walk import walk
from rulewright.effects import nodes as n
from rulewright.space.forms import FORMS
from rulewright.spelling import is_slip

_SEATS = ("player", "match")
# Sorts of nodes that bind names for a condition, or declare one by themselves; and those that name conditions.
_WITH_NAMES = (n.LetIn, n.Quantified, n.Comprehension, n.Choose)
_BINDING = (n.Let, n.ForEach, n.Offer)
_NAMING_CONDITIONS = (n.Can, n.CallRight, n.Do, n.Moment, n.OfferLine)


def check_flow(world: World, texts: list[Text]) -> None:
    """Reports what is never used. The trees are typed and free of errors."""
    uses = uses_of(world.pack, texts)
    _fields(world, uses)
    _gives(world, uses)
    _parameters(world, uses)
    _definitions(world, uses)
    _unchanging(world, texts, uses)
    _conditions_alike(world, texts)
    for text in texts:
        _locals(world, text, uses)
        _conditions(world, text, uses)
        _never(world, text)


# -- fields ------------------------------------------------------------------------------------------------------------


def _fields(world: World, uses: Uses) -> None:
    for kind in world.pack.kinds.values():
        for attribute in kind.attributes.values():
            if attribute.type.tag != "text":
                _field(world, kind, attribute, uses)
        for name in kind.texts:
            inherited = kind.parent is not None and name in kind.parent.texts
            if name not in uses.performed and not inherited:
                world.warn("RW463", kind, kind.span, f"the text '{name}' of {kind.title} is never performed",
                           f"write `perform x.{name}` where it should happen")


def _unchanging(world: World, texts: list[Text], uses: Uses) -> None:
    """Reports fields that are set, but only to their initial values."""
    others = set[m.Attribute]().union(*(text.once(_changed) for text in texts))
    for kind in world.pack.kinds.values():
        for attribute in kind.attributes.values():
            if (attribute.storage == "state" and attribute in uses.read and attribute in uses.written
                    and attribute not in others):
                world.warn("RW461", kind, attribute.span, f"'{attribute.id}' is only ever set to its initial value",
                           "set it to another value in an event, or declare it under `printed`")


def _changed(text: Text) -> set[m.Attribute]:
    """The fields that a block sets to something else than their initial values."""
    found = set[m.Attribute]()
    for node in text.of((n.Set,)):
        if isinstance(node, n.Set):
            target = node.target
            field = target.ref if isinstance(target, n.Attr) else None
            if isinstance(field, m.Attribute) and _stays(field, node.value):
                continue
            found.update(one for one in (getattr(below, "ref", None) for below in walk(target))
                         if isinstance(one, m.Attribute))
    return found


def _stays(field: m.Attribute, value: n.Node) -> bool:
    """Whether it is the initial value of the field."""
    if not isinstance(value, n.Expr):
        return False
    if isinstance(value, n.SetOf):
        return not value.items and field.starts is None
    begins = _FIRST.get(field.type.tag) if field.starts is None else constant(field.starts)
    return begins is not None and constant(value) == begins


# The default initial values of state.
_FIRST = {"yes_no": ("truth", False), "number": ("number", 0), "maybe": ("none",)}


def _field(world: World, kind: m.KindDef, attribute: m.Attribute, uses: Uses) -> None:
    name, read, written = attribute.id, attribute in uses.read, attribute in uses.written
    if attribute.storage == "state":
        if not read and not written:
            world.warn("RW460", kind, attribute.span, f"'{name}' is neither read nor written", "remove it")
        elif not read:
            world.warn("RW460", kind, attribute.span, f"'{name}' is written and never read",
                       "remove it, or read it")
        elif not written:
            world.warn("RW461", kind, attribute.span, f"'{name}' is read and never written",
                       "set it in an event, or declare it under `printed`")
    elif attribute.storage in ("printed", "formula") and not read:
        words = "a formula that is never read" if attribute.storage == "formula" else "never read"
        world.warn("RW462", kind, attribute.span, f"'{name}' is {words}",
                   "use it in an expression, or give it the type `text` if only players read it")


def _gives(world: World, uses: Uses) -> None:
    for event in world.pack.events.values():
        for field in event.gives:
            if field not in uses.written:
                world.warn("RW464", event, field.span, f"{event.title} returns '{field.id}' and never sets it",
                           f"write `set {field.id} = ..` in its `do` block")


# -- parameters and locals ---------------------------------------------------------------------------------------------


def _parameters(world: World, uses: Uses) -> None:
    pack = world.pack
    for event in pack.events.values():
        if not event.do and not event.ends:
            continue                            # a report: its parameters are what it reports
        # The first ones are those of its classes, and the very first may be what the event happens to.
        needed = max((len(one.params) for one in event.classes), default=0)
        for place, param in enumerate(event.params):
            leads = place == 0 and param.type.tag in ("entity", "player", "union")
            if place >= needed and not leads and param not in uses.read and param not in uses.written:
                _unused(world, event, param)
    _members_parameters(world, uses)
    for group in (pack.values, pack.permissions, pack.statuses):
        for definition in group.values():
            # A definition that is passed to a builtin by name has the parameters that the builtin expects.
            for param in definition.params if definition not in uses.named else ():
                if param not in uses.read:
                    _unused(world, definition, param)


def _members_parameters(world: World, uses: Uses) -> None:
    """Reports parameters of formulas and texts of sheets that neither the kind nor any sheet reads."""
    for kind in world.pack.kinds.values():
        own = [(f"formula '{one.id}'", one.params) for one in kind.attributes.values()]
        above = kind.parent.text_params if kind.parent is not None else {}
        own += [(f"text '{name}'", params) for name, params in kind.text_params.items() if name not in above]
        for words, params in own:
            for param in params:
                if param not in uses.read:
                    world.warn("RW466", kind, param.span,
                               f"the parameter '{param.id}' of {words} of {kind.title} is never used")


def _unused(world: World, owner: m.Definition, param: m.Variable) -> None:
    world.warn("RW466", owner, param.span, f"the parameter '{param.id}' of {owner.title} is never used")


def _locals(world: World, text: Text, uses: Uses) -> None:
    if not text.happens:
        return
    several = sum(isinstance(node, n.Offer) for node in text.of(_BINDING)) > 1
    for node in text.of(_BINDING):
        if isinstance(node, n.Let) and node.ref not in uses.read:
            if node.ref in uses.written:
                words, hint = "is set and never read", "remove it, or use its value"
            elif called_by(node) is not None:
                words, hint = "is never read", "call the event as a separate statement"
            else:
                words, hint = "is never read", "remove it, or use it"
            world.warn("RW467", text.owner, node.span, f"the local '{node.name}' {words}", hint)
        elif isinstance(node, n.ForEach) and node.binding.ref not in uses.read:
            world.warn("RW467", text.owner, node.binding.span, f"the loop does the same for each '{node.binding.name}'",
                       "use it in the loop, or write `repeat up to size(..)`")
        elif isinstance(node, n.Offer) and node.name is not None and node.ref not in uses.read:
            if several or node.name in m.questions_of(text.owner):
                continue  # packs that change one of several offers name it so; the question to the player uses it
            world.warn("RW467", text.owner, node.span, f"the local '{node.name}' is never read", "remove `as ..`")


def _conditions_alike(world: World, texts: list[Text]) -> None:
    """Reports condition names that are probably misspelt. Conditions with the same meaning have the same name in
    several events, so a name that only one event has, that nothing uses, and that differs from theirs by one slip, is
    probably theirs."""
    named = Counter(name for event in world.pack.events.values() for name in event.legal)
    often = [name for name, count in named.items() if count > 1]
    if not often:
        return
    used = {name for text in texts for node in text.of(_NAMING_CONDITIONS) for field in ("despite", "needs")
            for name in getattr(node, field, ())}
    used |= {one.label for holder in world.pack.holders() for one in holder.sentences if one.label is not None}
    for event in world.pack.events.values():
        for name, condition in event.legal.items():
            meant = next((one for one in often if named[name] == 1 and name not in used and is_slip(name, one)), None)
            if meant is not None:
                world.warn("RW484", event, condition.span, f"only {event.title} has a condition '{name}', but several "
                           f"have '{meant}'", f"rename it to '{meant}' if it means the same")


def _conditions(world: World, text: Text, uses: Uses) -> None:
    """Reports conditions that never mention the variable that they choose by, which are usually about the wrong one,
    and names that are bound by `let` and never read."""
    for node in text.of(_WITH_NAMES):
        if isinstance(node, n.LetIn) and node.ref not in uses.read:
            world.warn("RW467", text.owner, node.span, f"the local '{node.name}' is never read",
                       "remove it, or use it")
    for names, condition, what in text.once(_independent):
        words = " or ".join(f"'{one.name}'" for one in names)
        world.warn("RW468", text.owner, condition.span, f"this {what} does not depend on {words}",
                   "test it outside, or use the variable")


def _independent(text: Text) -> list[tuple[tuple[n.Binding, ...], n.Expr, str]]:
    """The conditions and orders that do not mention the variables that they choose by."""
    found = []
    for node in text.of(_WITH_NAMES):
        for names, condition, what in _choosing(node):
            if condition is None or isinstance(condition, n.Truth):
                continue
            mentioned = {one.ref for one in walk(condition) if isinstance(one, n.Name)}
            if not mentioned & {one.ref for one in names}:
                found.append((names, condition, what))
    return found


def _never(world: World, text: Text) -> None:
    """Reports what is active, or reacts, only where `false` is true."""
    if text.use not in ("in_force", "trigger", "sentence") or getattr(text.subject, "expr", None) is text.tree:
        return
    condition = text.tree.where if isinstance(text.tree, n.Binder) else text.tree
    if isinstance(condition, n.Truth) and not condition.value:
        world.warn("RW476", text.owner, condition.span, f"this condition of {text.owner.title} is always false",
                   "remove it, or write a condition that can be true")


def _choosing(node: n.Node) -> Iterator[tuple[tuple[n.Binding, ...], n.Expr | None, str]]:
    """The conditions and orders that choose by variables. Lines of offers are not among them: no `if` can surround one,
    so its condition may also be about the whole line."""
    match node:
        case n.Quantified():
            yield (node.binding,), node.where, "condition"
            yield (node.binding,), node.has, "condition"
        case n.Comprehension():
            yield node.bindings, node.where, "condition"
            for order in node.orders:
                yield node.bindings, order.key, "order"
        case n.Choose():
            yield (node.binding,), node.where, "condition"
        case _:
            pass


# -- definitions -------------------------------------------------------------------------------------------------------


def _definitions(world: World, uses: Uses) -> None:
    pack = world.pack
    for event in pack.events.values():
        if event not in uses.called:
            heard = event in uses.heard
            words = "has reactions and is never called" if heard else "is never called"
            world.warn("RW469", event, event.span, f"{event.title} {words}",
                       "call it, or remove it" + (" and its reactions" if heard else ""))
    allowed = {one.target for holder in pack.holders() for one in holder.sentences if one.kind == "allow"}
    for status in pack.statuses.values():
        if status not in uses.given and not status.listed and status.asked not in allowed:
            world.warn("RW470", status, status.span, f"{status.title} is never given, and no sheet lists it",
                       "give it, or list it under `keywords` of a sheet")
    living = {kind.id for sheet in pack.sheets.values() for kind in world.scope.lineage(sheet.kind.id)}
    for kind in pack.kinds.values():
        if kind.id not in _SEATS and kind.id not in living:
            world.warn("RW475", kind, kind.span, f"no sheet is of {kind.title}", "declare a sheet of it, or remove it")
    drawn = {area for drawing in pack.maps.values() for areas in drawing.legend.values() for area in areas}
    drawn |= {area for drawing in pack.maps.values() for area in drawing.meant.values()}
    hint = "give it a symbol in a legend" if FORMS[pack.board].make is not None else "draw it under `areas` of a map"
    for area in pack.areas.values():
        if area not in drawn and pack.maps:
            world.warn("RW472", area, area.span, f"{area.title} is not drawn on any map", hint)
    for group in (pack.values, pack.permissions, pack.tables, pack.zones, pack.windows, pack.settings):
        for definition in group.values():
            if isinstance(definition, m.StatusAsked):
                continue
            if isinstance(definition, m.Definition) and definition not in uses.read:
                world.warn("RW473", definition, definition.span, f"{definition.title} is never used", "remove it")
    drawing = next(iter(pack.maps.values()), None)
    if drawing is not None and not laying_of(pack).any:
        world.warn("RW473", drawing, drawing.span, "no board is ever laid, so there are no places",
                   f"call `lay({drawing.id})` to lay this map")
    _kinds_of_values(world, uses)
    for cls in pack.classes.values():
        if not cls.events:
            world.warn("RW474", cls, cls.span, f"no event is of {cls.title}",
                                               f"add `is {cls.id}` to the head of an event")
        elif cls not in uses.read and cls not in uses.heard:
            world.warn("RW473", cls, cls.span, f"{cls.title} is never used", "remove it")


def _kinds_of_values(world: World, uses: Uses) -> None:
    """Reports dice and enumerations that no type uses and no code names. The possible values of a field or setting are
    not named one by one, and a map may exist for content tests alone."""
    pack = world.pack
    tags, enums = _types(pack)
    for die in pack.dice.values() if "die" not in tags else ():
        if die not in uses.read:
            world.warn("RW473", die, die.span, f"{die.title} is never used", "remove it")
    for enum in pack.enums.values():
        if enum.span is not None and enum.id not in enums and not any(one in uses.read for one in enum.members):
            world.warn("RW473", enum, enum.span, f"{enum.title} is never used", "remove it")


def _types(pack: m.PackDef) -> tuple[set[str], set[str]]:
    """The tags of all types that fields, parameters, results and settings have, and the enumerations among them."""
    waiting = [one.type for kind in pack.kinds.values() for one in kind.attributes.values()]
    waiting += [one.type for one in pack.settings.values()]
    waiting += [die.face for die in pack.dice.values()]
    for value in pack.values.values():
        waiting += [value.gives, *(one.type for one in value.params)]
    for table in pack.tables.values():
        waiting += [table.gives, *(one.type for one in table.params)]
    for event in pack.events.values():
        waiting += [one.type for one in event.fields]
    for kind in pack.kinds.values():
        given = [*(one.params for one in kind.attributes.values()), *kind.text_params.values()]
        waiting += [one.type for params in given for one in params]
    for group in (pack.classes, pack.permissions, pack.statuses):
        waiting += [one.type for definition in group.values() for one in getattr(definition, "params", ())]
    tags: set[str] = set()
    enums: set[str] = set()
    while waiting:
        type_ = waiting.pop()
        tags.add(type_.tag)
        if type_.tag == "enum":
            enums.add(type_.name)
        waiting += type_.args
    return tags, enums
