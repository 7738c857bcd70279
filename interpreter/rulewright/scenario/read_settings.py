"""Reads the settings of a content test: the options of its match.

Separate because sets and lists of settings are read member by member, by their types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.amounts import amount
from rulewright.check import model as m
from rulewright.check.scope import number_die
from rulewright.check.types import Type
from rulewright.effects.parsed import Word
from rulewright.effects.scan import MAX_NUMBER
from rulewright.pack.tree import Mapping, Node, Scalar
from rulewright.spelling import did_you_mean

if TYPE_CHECKING:
    from rulewright.scenario.case_reader import CaseReader

_BAD = object()


def read_settings(reader: CaseReader) -> None:
    """Stores the values of the settings of a test in its case, and reports errors."""
    for key, entry in reader.fields.entries("settings").items():
        setting = reader.pack.settings.get(key)
        if setting is None:
            reader.unknown("setting", key, entry.key.span, reader.pack.settings)
            continue
        value = _several(reader, setting, entry.value)
        if value is not _BAD:
            reader.case.settings[key] = value


def _several(reader: CaseReader, setting: m.SettingDef, node: Node) -> Any:
    type_ = setting.type
    if type_.tag not in ("set", "list") or isinstance(node, Mapping):
        if isinstance(node, Scalar):
            return _one(reader, type_, node)
        reader.fields.wrong(setting.id, node, "a list" if type_.tag in ("set", "list") else "a string")
        return _BAD
    items = [node] if isinstance(node, Scalar) else node.items
    if isinstance(node, Scalar) and node.value == "none":
        items = []
    if not all(isinstance(one, Scalar) for one in items):
        reader.fields.wrong(setting.id, node, "a list")
        return _BAD
    found = [_one(reader, type_.args[0], one) for one in items if isinstance(one, Scalar)]
    if any(one is _BAD for one in found):
        return _BAD
    return tuple(sorted(set(found))) if type_.tag == "set" else tuple(found)


def _one(reader: CaseReader, type_: Type, scalar: Scalar) -> Any:
    word, pack = Word(scalar.value, scalar.span), reader.pack
    known: dict[str, Any] = {}
    if type_.tag == "maybe":
        if word.text == "none":
            return None
        type_, known = type_.args[0], {"none": None}
    match type_.tag:
        case "yes_no":
            known |= {"true": True, "yes": True, "false": False, "no": False}
        case "number":
            number = amount(word.text, type_.name, MAX_NUMBER)
            if number is None:
                what = f"a number of {type_.name}" if type_.name else "a whole number"
                reader.wrong("RW208", f"'{word.text}' is not {what}", word.span, f"write `{_example(type_.name)}`")
                return _BAD
            known |= {word.text: number}
        case "enum":
            known |= {one.id: one.value for one in pack.enums[type_.name].members}
        case "player":
            known |= {f"player {seat + 1}": seat for seat in range(reader.case.seats)}
        case "die":
            faces = number_die(word.text)
            known |= {name: number for number, name in enumerate(pack.dice)} | ({word.text: -faces} if faces else {})
        case "map":
            known |= {name: number for number, name in enumerate(pack.maps)}
        case "sheet":
            known |= {name: number for number, (name, one) in enumerate(pack.sheets.items())
                      if any(kind.id == type_.name for kind in one.kind.lineage)}  # fmt: skip
    if word.text in known:
        return known[word.text]
    reader.wrong("RW208", f"expected {type_}, found '{word.text}'", word.span,
                 did_you_mean(word.text, known, "it takes"))  # fmt: skip
    return _BAD


def _example(unit: str) -> str:
    return f"3 {unit}" if unit else "3"
