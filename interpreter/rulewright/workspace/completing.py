"""Completes a word that is being written: the names that fit at its position.

Separate because the code around it is usually broken at that moment: it uses only the line before the word, and what
was known of the pack when it could last be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rulewright.check import model as m
from rulewright.check.signatures import Builtin
from rulewright.check.types import members, some
from rulewright.source import SourceText
from rulewright.workspace.index import Index, definitions_of, symbols_of
from rulewright.workspace.words import signature

_BEHIND_POINT: Final = re.compile(r"([^\W\d]\w*)\s*\.\s*(\w*)$")
_WORD: Final = re.compile(r"[^\W\d]?\w*$")
_HEAD: Final = re.compile(r"^[a-z_]+ ([^\W\d]\w*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Completion:
    """A name that fits: its kind (`event`, `field`, `member`, `local`, `builtin` and so on), and its signature."""

    name: str
    kind: str
    detail: str


def completions(
    source: SourceText, offset: int, pack: m.PackDef, index: Index, builtins: Mapping[str, Builtin]
) -> list[Completion]:
    """The names that fit at an offset and begin with the word before it, each once, sorted by name."""
    before = source.text[source.text.rfind("\n", 0, offset) + 1 : offset]
    point = _BEHIND_POINT.search(before)
    if point is not None:
        found = _fields(pack, _locals(source, offset, pack, index), point[1])
        word = point[2]
    else:
        match = _WORD.search(before)
        word = "" if match is None else match[0]
        found = _names(source, offset, pack, index, builtins)
    fitting = {one.name: one for one in found if one.name.startswith(word)}
    return [fitting[name] for name in sorted(fitting)]


def _names(
    source: SourceText, offset: int, pack: m.PackDef, index: Index, builtins: Mapping[str, Builtin]
) -> Iterator[Completion]:
    """Names that can be used alone; locals come last, since they hide other things with the same name."""
    for row in builtins.values():
        yield Completion(row.name, "builtin", row.doc)
    for symbol in symbols_of(pack):
        if not isinstance(symbol, m.Attribute) and "." not in symbol.id:
            yield Completion(symbol.id, _kind(symbol), signature(symbol))
    for kind in pack.kinds.values():
        if kind.plural:
            yield Completion(kind.plural, "set", f"set of {kind.id}")
    for variable in _locals(source, offset, pack, index):
        yield Completion(variable.id, "local", signature(variable))


def _locals(source: SourceText, offset: int, pack: m.PackDef, index: Index) -> list[m.Variable]:
    """Parameters and locals of the definition around a location."""
    heads = [match for match in _HEAD.finditer(source.text) if match.start() <= offset]
    if not heads:
        return []
    found = [one for one in definitions_of(pack) if one.id == heads[-1][1] and one.file in ("", source.name)]
    return [variable for one in found for variable in index.locals.get(one, ())]


def _fields(pack: m.PackDef, locals_: list[m.Variable], target: str) -> Iterator[Completion]:
    """Fields after a name: those of its type if that is known, else those of every kind."""
    kinds = [pack.kinds["match"]] if target == "match" and "match" in pack.kinds else []
    for variable in locals_:
        type_ = some(variable.type)
        if variable.id == target:
            named = [one.name or one.tag for one in members(type_)]
            kinds = [pack.kinds[one] for one in named if one in pack.kinds] or kinds
    for kind in kinds or pack.kinds.values():
        for attribute in kind.all_attributes.values():
            yield Completion(attribute.id, "field", signature(attribute))
        for name, part in kind.parts.items():
            yield Completion(name, "part", part.id)


def _kind(symbol: m.Symbol) -> str:
    match symbol:
        case m.EnumMember():
            return "member"
        case m.SheetDef():
            return symbol.kind.id
    return type(symbol).__name__.removesuffix("Def").lower()
