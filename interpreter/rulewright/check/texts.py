"""Types every text of a pack in its right scope: the symbols that `check` declared get their types and meanings here.

Separate because the names that a text sees depend on where it is, which is defined only in this module.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.carried import is_read, read_holder
from rulewright.check.clocks import event_names, read_clock, status_names
from rulewright.check.facts import Facts, when_false, when_true
from rulewright.check.quantifiers import bind
from rulewright.check.sheets import part_variables
from rulewright.check.statements import Blocks
from rulewright.check.subtyping import a, item_of
from rulewright.check.text import Text, World
from rulewright.check.types import Type
from rulewright.effects import nodes as n

Names = Mapping[str, m.Variable]


def read_texts(world: World, added: m.PackDef | None = None) -> None:
    """Type every text of the pack, or of what was `added` to it; errors go to the world's list."""
    pack = world.pack if added is None else added
    _read_sheets(world, pack, pack.sheets.values())
    for event in pack.events.values():
        if not world.is_broken(event):
            _event(world, event)
    for cls in pack.classes.values():
        if not world.is_broken(cls):
            _arbiter(world, cls, cls.params)
    for value in pack.values.values():
        if not world.is_broken(value):
            _value(world, value)
    for permission in pack.permissions.values():
        if isinstance(permission, m.StatusAsked):
            continue  # its only expression was created typed
        if permission.normally is not None and not world.is_broken(permission):
            text = Text(world, permission, _by_id(permission.params))
            permission.normally = text.wanted(permission.normally, t.YES_NO, "of a permission")
    for status in pack.statuses.values():
        if not world.is_broken(status):
            _status(world, status)
    for group in (pack.areas, pack.rules):
        for definition in group.values():
            if definition.holder is not None and not world.is_broken(definition):
                read_holder(world, definition.holder, {})
    for window in pack.windows.values():
        _window(world, window)
    for check in pack.checks.values():
        _check(world, check)


def read_sheets(world: World, sheets: Iterable[m.SheetDef]) -> None:
    """Type the code of all kinds and of some sheets."""
    _read_sheets(world, world.pack, sheets)


def _read_sheets(world: World, pack: m.PackDef, sheets: Iterable[m.SheetDef]) -> None:
    for kind in pack.kinds.values():
        _kind(world, kind)
    for sheet in sheets:
        _sheet(world, sheet)


def _by_id(variables: list[m.Variable]) -> dict[str, m.Variable]:
    return {one.id: one for one in variables}


def _typed(world: World, owner: m.Definition, names: Names, node: n.Expr, want: Type, what: str,
           facts: Facts | None = None, wanted_by: m.Symbol | None = None) -> n.Expr:
    """An expression that is a whole text."""
    text = Text(world, owner, names)
    text.learn(facts or {})
    return text.wanted(node, want, what, wanted_by)


def _kind(world: World, kind: m.KindDef) -> None:
    names = {"self": kind.self_var} if kind.self_var is not None else {}
    for attribute in kind.attributes.values():
        if attribute.starts is not None:
            what = f"as the start of '{attribute.id}'"
            around = {**names, **_by_id(attribute.params)}
            attribute.starts = _typed(world, kind, around, attribute.starts, attribute.type, what, None, attribute)
    if kind.size is not None:
        kind.size = _typed(world, kind, names, kind.size, t.NUMBER, "as a size")
    for name, condition in kind.must.items():
        kind.must[name] = _typed(world, kind, names, condition, t.YES_NO, "as a condition")
    if kind.active is not None:
        kind.active = _typed(world, kind, names, kind.active, t.YES_NO, "as a condition")


def sheet_names(sheet: m.SheetDef) -> dict[str, m.Variable]:
    """The names that code of a sheet sees: `self`, and the sheet's own parts by their names."""
    holder = sheet.holder
    self_var = holder.self_var if holder is not None and holder.self_var is not None else sheet.kind.self_var
    return {**({"self": self_var} if self_var is not None else {}), **part_variables(sheet)}


def _sheet(world: World, sheet: m.SheetDef) -> None:
    if not (sheet.trees or sheet.formulas or sheet.texts or sheet.holder):
        return  # a sheet of numbers, as most are
    if not (sheet.trees or sheet.formulas or sheet.texts) and sheet.holder and is_read(world, sheet.holder):
        return
    names = sheet_names(sheet)
    known = sheet.kind.all_attributes
    for name in sheet.trees:
        if isinstance(sheet.printed[name], n.Name):
            continue  # a part by its name: it is resolved already
        sheet.printed[name] = _typed(world, sheet, names, sheet.printed[name], known[name].type, f"as '{name}'")
    for name, formula in sheet.formulas.items():
        want = known[name].type if name in known else t.UNKNOWN
        around = _given(world, sheet, names, name, known[name].params if name in known else [])
        sheet.formulas[name] = _typed(world, sheet, around, formula, want, f"as '{name}'", None, known.get(name))
    for name, block in sheet.texts.items():
        around = _given(world, sheet, names, name, sheet.kind.text_params.get(name, []))
        sheet.texts[name], _ = Blocks(Text(world, sheet, around), "sheet").block(block)
    if sheet.holder is not None:
        read_holder(world, sheet.holder, names)


def _given(world: World, sheet: m.SheetDef, names: Names, of: str, params: list[m.Variable]) -> Names:
    """The names that a formula or text of a sheet sees, including the parameters from its kind."""
    for one in params:
        if one.id in names:
            world.warn("RW454", sheet, names[one.id].span, f"the part '{one.id}' has the same name as a parameter of "
                       f"'{of}'",
                       "rename the part", [(one.span, "declared here")] if one.span is not None else [])
    return {**names, **_by_id(params)} if params else names


def _event(world: World, event: m.EventDef) -> None:
    names = event_names(event)
    for name, condition in event.legal.items():  # evaluated before its record exists
        event.legal[name] = _typed(world, event, _by_id(event.fields), condition, t.YES_NO, "as a condition")
    _arbiter(world, event, event.params)
    event.do, _ = Blocks(Text(world, event, names), "do", event).block(event.do)
    event.ends, _ = Blocks(Text(world, event, names), "ends", event).block(event.ends)


def _arbiter(world: World, of: m.EventDef | m.ClassDef, params: list[m.Variable]) -> None:
    """The player who says which reaction comes first: an expression over the parameters of the event, as results may
    not be set yet."""
    if of.arbiter is not None:
        of.arbiter = _typed(world, of, _by_id(params), of.arbiter, t.maybe(t.PLAYER), "as an arbiter")


def _value(world: World, value: m.ValueDef) -> None:
    names = _by_id(value.params)
    if value.start is not None:
        value.start = _typed(world, value, names, value.start, value.gives, f"by {value.title}", None, value)
    facts: Facts = {}
    for row in value.rows:
        if row.condition is not None:
            row.condition = _typed(world, value, names, row.condition, t.YES_NO, "as a condition", facts)
        row.value = _typed(world, value, names, row.value, value.gives, f"by {value.title}",
                           {**facts, **when_true(row.condition)}, value)
        facts = {**facts, **when_false(row.condition)}
    for step in value.steps:
        if step.then is not None:
            around = {**names, "so_far": step.so_far, "it": step.it}
            step.then = _typed(world, value, around, step.then, value.gives, f"by step '{step.name}'", None, value)


def _status(world: World, status: m.StatusDef) -> None:
    names = status_names(status)
    beginning = {name: one for name, one in names.items() if one is not status.instance}
    for field in status.fields:
        if field.starts is not None:
            field.starts = _typed(world, status, beginning, field.starts, field.type, f"as the start of '{field.id}'",
                                  wanted_by=field)
    if status.spender is not None:
        names["spender"] = status.spender
    if status.lasts is not None:
        status.lasts = read_clock(Text(world, status, {}), status.lasts, status, giving=False)
    status.ends, _ = Blocks(Text(world, status, names), "status").block(status.ends)
    if status.holder is not None:
        around = {name: one for name, one in names.items() if name != "self"}
        read_holder(world, status.holder, around, status.spent_by)


def _window(world: World, window: m.WindowDef) -> None:
    text = Text(world, window, {})
    if window.ask is not None:
        window.ask = text.expr(window.ask, t.list_of(t.PLAYER))
        asked: Type = window.ask.type
        one = item_of(asked)
        if asked.tag == "player":
            window.ask = text.fit(window.ask, t.set_of(t.PLAYER))
        elif asked.tag == "maybe":
            text.may_be_none(window.ask)
        elif one is None or one.tag not in ("player", "entity", "unknown"):
            text.error("RW501", window.ask.span, f"expected players or entities to ask, found {a(asked)}")
    if window.ties is not None:
        ties = window.ties
        die = world.scope.die(ties.name) if isinstance(ties, n.Name) else None
        if die is None:
            text.error("RW501", ties.span, "expected the name of a die")
        ties.ref, ties.type = die, t.DIE
        _ties(text, window, ties)


def _ties(text: Text, window: m.WindowDef, ties: n.Expr) -> None:
    """The die only orders entities that tie in a sorted list."""
    one = item_of(window.ask.type) if window.ask is not None else None
    if one is None or one.tag == "unknown":
        return
    related = [(window.ask.span, "who is asked")] if window.ask is not None else []
    if one.tag == "player":
        text.error("RW479", ties.span, "this die is never rolled: players are asked, and players never tie",
                   "remove `ties`; write a separate event to roll for the first seat", related)
    elif one.tag == "entity" and not (isinstance(window.ask, n.Comprehension) and window.ask.orders):
        text.error("RW479", ties.span, "this die is never rolled: those who are asked are already in an order",
                   "write `sorted(x in .. with most ..)`: the die orders those that tie", related)


def _check(world: World, check: m.CheckDef) -> None:
    text = Text(world, check, {})
    if check.binder is not None:
        bind(text, check.binder.binding)
        check.binder.where = text.condition(check.binder.where)
        text.learn(when_true(check.binder.where))
    check.body, _ = Blocks(text, "check").block(check.body)
