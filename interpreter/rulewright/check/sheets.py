"""Converts parsed sheets to printed constants, statuses with arguments and attached code, including their parts.

Separate because packs have thousands of sheets: their fields are read once against the kind, and no expression is left
in them that a match would have to compute.
"""
from __future__ import annotations

from functools import partial

from rulewright.check import model as m
from rulewright.check.constants import BAD, Constants, said
from rulewright.check.declaring import Declaring, place_of, variable
from rulewright.check.origins import suspects_of
from rulewright.check.ranges import refuse_outside
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects.load_sheets import COMMON
from rulewright.effects.parsed import SheetText
from rulewright.spelling import did_you_mean


def fill_sheets(d: Declaring) -> None:
    """Fills every sheet of the pack, as its kind declares."""
    required: dict[str, list[m.Attribute]] = {}
    for sheet, text in d.sheet_texts:
        if sheet.is_outline:
            _note_keywords(d, sheet, text)
            continue
        kind = sheet.kind
        if kind.id not in required or kind.unread:
            required[kind.id] = _required(kind)
        _fill(d, sheet, text, required[kind.id])


def part_variables(sheet: m.SheetDef) -> dict[str, m.Variable]:
    """The names of the parts of a sheet as its code sees them: role "part", numbered in sheet order over all fields."""
    parts = [part for field in sheet.parts.values() for part in field]
    names = [part.id.rpartition(".")[2] for part in parts]
    return {name: variable(name, part.span, part.kind.entity_type, "part", index)
            for index, (name, part) in enumerate(zip(names, parts, strict=True))}


def _required(kind: m.KindDef) -> list[m.Attribute]:
    """The fields that every sheet of a kind must fill; a field with the name of a field of all sheets was refused in
    the kind."""
    return [one for name, one in kind.all_attributes.items()
            if one.storage in ("printed", "formula") and not one.optional and name not in COMMON]


def _fill(d: Declaring, sheet: m.SheetDef, text: SheetText, required: list[m.Attribute]) -> None:
    known = sheet.kind.all_attributes
    constants = Constants(d, sheet, partial(part_variables, sheet))
    for name, written in text.printed.items():
        attribute = known.get(name)
        if attribute is None or attribute.storage != "printed":
            continue
        wanted = attribute.type
        if type(written) is n.Number and wanted.tag == "number" and (written.unit or "") == wanted.name:
            sheet.printed[name] = written.value  # most of what sheets contain
            if attribute.least is not None or attribute.most is not None:
                refuse_outside(d, attribute, written.value, written.span, sheet)
            continue
        span = place_of(text.spans, name) if isinstance(written, list) else None
        value = constants.read(written, wanted, name, span)
        if value is not BAD:
            sheet.printed[name] = value
            if (attribute.least is not None or attribute.most is not None) and isinstance(written, n.Expr):
                refuse_outside(d, attribute, value, written.span, sheet)
            if isinstance(value, n.Expr):
                sheet.trees += (name,)
    sheet.formulas, sheet.texts = dict(text.formulas), dict(text.texts)
    # Wrong values were reported at their location.
    missing = [one for one in required
               if one.id not in text.printed and one.id not in text.formulas and one.id not in text.spans]
    if missing:
        _refuse(d, sheet, missing)
    for use in text.keywords:
        _keyword(d, sheet, use, constants)


def _note_keywords(d: Declaring, sheet: m.SheetDef, text: SheetText) -> None:
    """The statuses listed by a sheet whose row is known, and their arguments."""
    for use in text.keywords:
        use.ref = status = d.pack.statuses[use.name]
        status.listed = True
        sheet.keywords.append(m.KeywordUse(status, ()))


def _refuse(d: Declaring, sheet: m.SheetDef, missing: list[m.Attribute]) -> None:
    """One report for everything that the sheet should have filled, unless its template is missing."""
    if sheet.unread or (sheet.whole is not None and sheet.whole.unread):
        return
    names = ", ".join(f"'{one.id}'" for one in missing)
    d.error("RW422", f"{sheet.title} has no value for {names}", sheet.span, sheet,
            f"write `{missing[0].id}: ..`, {said(missing[0].type)}, or give the field a `starts` in the kind",
            [(missing[0].span, "the field")], Missing(names, f"value of {sheet.kind.id}"))


def _example(status: m.StatusDef) -> str:
    """The status as written in a list, with the names of its parameters; a comma needs quotes there."""
    args = ", ".join(param.id for param in status.params)
    return f"{status.id}({args})" if args else status.id


def _keyword(d: Declaring, sheet: m.SheetDef, use: n.KeywordUse, constants: Constants) -> None:
    status = d.pack.statuses.get(use.name)
    if status is None:
        d.error("RW423", f"there is no status '{use.name}'", use.span, sheet,
                did_you_mean(use.name, d.pack.statuses, "statuses are"), missing=Missing(use.name))
        return
    use.ref = status
    status.listed = True
    holder = status.holder.self_var if status.holder is not None else None
    of = holder.type.name if holder is not None and holder.type.tag == "entity" else ""
    seated = holder is not None and holder.type.tag in ("player", "match")
    if holder is not None and not sheet.kind.unread and (seated or not d.scope.is_kind(sheet.kind.id, of)):
        message = f"status '{status.id}' is for {holder.type}, but '{sheet.id}' is of kind {sheet.kind.id}"
        d.error("RW424", message, use.span, sheet, None, [(status.span, "the status")],
                suspects=suspects_of({}, None, status, sheet.kind.entity_type))
        return
    if len(use.args) != len(status.params) and d.is_lost(status):
        return  # its parameters were not understood, which was reported
    if len(use.args) != len(status.params):
        wanted = ", ".join(f"{param.type} {param.id}" for param in status.params) or "no arguments"
        d.error("RW424", f"status '{status.id}' takes {wanted}, but is given {len(use.args) or 'none'} here", use.span,
                sheet, f"write `{_example(status)}`", [(status.span, "the status")])
        return
    if len(use.args) > 1 and _refuse_exchanged(d, sheet, use, status, constants):
        return
    args = [constants.read(arg, param.type, param.id) for arg, param in zip(use.args, status.params, strict=True)]
    parts = [written for written, arg in zip(use.args, args, strict=True) if isinstance(arg, n.Expr)]
    if parts:
        message = f"status '{status.id}' cannot be given a part of the sheet that lists it"
        d.error("RW424", message, parts[0].span, sheet,
                "put the part in a printed field of the sheet, which code of the status can read")
        return
    if all(arg is not BAD for arg in args):
        if any(one.status is status and one.args == tuple(args) for one in sheet.keywords):
            d.error("RW424", f"duplicate status '{status.id}'", use.span, sheet, "remove one")
        sheet.keywords.append(m.KeywordUse(status, tuple(args)))


def _refuse_exchanged(
    d: Declaring, sheet: m.SheetDef, use: n.KeywordUse, status: m.StatusDef, constants: Constants
) -> bool:
    """Report two arguments that fit only if they are swapped; returns whether it did."""
    params = status.params
    pairs = list(zip(use.args, params, strict=True))
    wrong = [i for i, (arg, param) in enumerate(pairs) if not constants.suits(arg, param.type)]
    if len(wrong) != 2:
        return False
    one, other = wrong
    if not constants.suits(use.args[one], params[other].type) or not constants.suits(use.args[other], params[one].type):
        return False
    args = list(use.args)
    args[one], args[other] = args[other], args[one]
    right = ", ".join(arg.span.text for arg in args)
    message = f"the arguments for '{params[one].id}' and '{params[other].id}' of {status.title} are swapped"
    d.error("RW424", message, use.span, sheet, f"write `{status.id}({right})`", [(status.span, "the status")])
    return True
