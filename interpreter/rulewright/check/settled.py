"""Judges a pack that was in order before and in which only numbers of sheets have changed.

Separate because it looks only at heads: no code inside a definition can have become wrong, so none is read. The `must`
conditions of sheets are tested again, on the changed sheets.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Final

from rulewright.check.apart import take_apart
from rulewright.check.infer import infer
from rulewright.check.musts import hang_on_themselves, judge
from rulewright.check.symbols import declare
from rulewright.check.text import World
from rulewright.check.texts import read_sheets
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.forms import FORMS, RULE_FIELDS
from rulewright.pack.model import Declaration, Pack
from rulewright.pack.said import INSIDE, Sayings, words_in

# Forms that are read completely: they contain no code, or it is needed.
_WHOLE: Final = frozenset({"die", "enum", "kind", "map", "table"})
# Forms that may name sheets outside of code.
_NAMING: Final = frozenset({"kind", "table"})
# The definitions that sheets are made of: forms, the fields of these, and what they depend on in a manifest.
_MAKE_SHEETS: Final = {
    "die": frozenset({"", "faces"}),
    "enum": frozenset({"", "members", "ordered"}),
    "kind": frozenset({"is", "plural", "placed", "size", "base", "owned", "printed", "state", "parts", "part_of",
                       "formulas", "texts", "main", "must", "secret"}),
    "status": frozenset({"of", "state"}),
}  # fmt: skip
_OF_SHEETS: Final = frozenset({"pack", "board", "players", "storeys"})
# Names of locals, conditions and questions are looked up in code. (For sheets these may be fields that they print.)
_OF_TEXTS: Final = frozenset({"legal", "says", "names", "ask", ""})


def is_in_order(pack: Pack, known: Container[bytes], sayings: Sayings) -> bool:
    """Whether the numbers of a pack are in order. Sheets are `known` by what they say; of these only those that others
    name are looked up. If one is missing all the same, the whole pack is checked."""
    are_judged = any(one.form == "kind" and "must" in one.fields for one in pack.declarations)
    changed = frozenset(one.id for one in pack.declarations if one.form not in FORMS and one.said not in known)
    # These definitions are nearly always enough.
    few = replace(
        pack, declarations=[one for one in pack.declarations if one.form not in FORMS or one.form in _MAKE_SHEETS],
        manifest={name: field for name, field in pack.manifest.items() if name in _OF_SHEETS},
    )  # fmt: skip
    for heads, of_form in ((few, _MAKE_SHEETS), (pack, {})):
        due = [one for one in heads.declarations if one.form in FORMS or one.id in changed]
        due = _named(heads, due, known, sayings)
        judged = _judged(replace(heads, declarations=[_head(one, known, of_form) for one in due]), are_judged, changed)
        if judged is None:
            # The conditions on a sheet depend on other sheets: all are read, and all are judged.
            all_heads = replace(pack, declarations=[_head(one, (), {}) for one in pack.declarations])
            return _judged(all_heads, True, None) is True
        if judged:
            return True
    return False


def _named(pack: Pack, due: list[Declaration], known: Container[bytes], sayings: Sayings) -> list[Declaration]:
    """The definitions, with the sheets that they name."""
    named = frozenset().union(*(sayings[one.said].words for one in due if one.form in _NAMING or one.form not in FORMS))
    named |= words_in([entry.node.span.text for entry in pack.manifest.values()])
    return due + [one for one in pack.declarations if one.form not in FORMS and one.said in known and one.id in named]


def _judged(heads: Pack, are_judged: bool, changed: frozenset[str] | None) -> bool | None:
    """Whether heads and the sheets with them are in order, and those that have `changed` (None: all) meet the
    conditions of their kinds; None if these conditions depend on other sheets."""
    out = Diagnostics()
    definitions = declare(load_pack(heads, out), out)
    try:
        if not are_judged or out.reported:
            return not out.reported
        world = World(definitions, out, infer)
        sheets = [one for one in definitions.sheets.values() if changed is None or one.id in changed]
        read_sheets(world, sheets)
        if changed is not None and not hang_on_themselves(world, sheets):
            return None
        judge(world, sheets)
        return not out.reported
    finally:
        take_apart(definitions)


def _head(one: Declaration, known: Container[bytes], of_form: Mapping[str, frozenset[str]]) -> Declaration:
    """A declaration without its contents, or with only the fields `of_form`; for a known sheet, only that it exists."""
    if one.form not in FORMS and one.said in known:
        return replace(one, outline=())
    if one.form in of_form:
        return replace(one, fields={name: field for name, field in one.fields.items() if name in of_form[one.form]})
    if one.form in _WHOLE:
        return replace(one, fields={name: field for name, field in one.fields.items() if name != "ask"})
    inside = INSIDE.get(one.form, RULE_FIELDS) | (_OF_TEXTS if one.form in FORMS else frozenset())
    return replace(one, fields={name: field for name, field in one.fields.items() if name not in inside})
