"""Finds declarations whose name differs from the name that all code uses: with one wrong letter in a head, every use is
unknown.

Separate because it needs the whole pack and everything that is missing: a name that is never used and a name that is
never declared are two halves of one error.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rulewright.check import model as m
from rulewright.diagnostics import Diagnostics
from rulewright.source import SourceText, Span
from rulewright.spelling import nearest

_WORD = re.compile(r"[^\W\d]\w*")
# Misspelt heads are not searched for in packs with more characters than this.
_MAX_CHARACTERS = 5_000_000


@dataclass(frozen=True, slots=True)
class Declared:
    """Something with a name, as written by the author (`kind crad`), and where; `form` is that of a definition."""

    name: str
    words: str
    span: Span
    form: str = ""


def explain_missing(pack: m.PackDef, sources: dict[str, SourceText], out: Diagnostics) -> None:
    """Adds to every missing name the declaration that was probably meant: the nearest name that is declared and not
    used."""
    if not out.missing or sum(len(one.text) for one in sources.values()) > _MAX_CHARACTERS:
        return
    names = _Names(pack, sources)
    for missing, codes in out.missing.items():
        candidates = {one.name: one for one in names.unused(missing.scope) if one.name != missing.name}
        close = nearest(missing.name, candidates)
        if close is None:
            # No name is near: the only unused declaration of a fitting form may have been given another name.
            forms = set().union(*(_WANTED.get(code, ()) for code in codes))
            fitting = [one for one in candidates.values() if one.form in forms]
            close = fitting[0].name if len(fitting) == 1 else None
        if close is not None:
            one = candidates[close]
            place = f"{one.span.source.name}:{one.span.first.line}"
            out.remedy(missing, f"did `{one.words}` in {place} mean it?", one.span, f"'{close}' is never used")


# The forms that a missing name may have, by the code of the diagnostic.
_WANTED = {
    "RW204": ("kind",), "RW404": ("kind",), "RW405": ("kind", "enum", "event", "class"), "RW413": ("class",),
    "RW423": ("status",), "RW425": ("value",), "RW427": ("permission", "event", "class"), "RW428": ("event", "class"),
    "RW431": ("window",), "RW451": ("event", "value", "permission", "table", "zone"),
}


class _Names:
    """The declarations of a pack, and how often each word occurs in it."""

    def __init__(self, pack: m.PackDef, sources: dict[str, SourceText]) -> None:
        self._pack = pack
        self._sources = sources

    @cached_property
    def _written(self) -> Counter[str]:
        return Counter(word for one in self._sources.values() for word in _WORD.findall(one.text))

    def unused(self, scope: str) -> Iterator[Declared]:
        """Yields what is declared in a scope and used nowhere else."""
        for one in self._of_scope(scope):
            if self._written[one.name] <= one.span.text.count(one.name):
                yield one

    def _of_scope(self, scope: str) -> Iterator[Declared]:
        """Yields what is declared in a scope."""
        pack = self._pack
        if scope.startswith("field of "):
            kind = pack.kinds.get(scope.removeprefix("field of "))
            for one in pack.kinds.values() if kind is not None else ():
                yield from _declared(f"kind {one.id}", one.attributes.values())
            return
        if scope:
            return
        groups: tuple[Mapping[str, m.Definition], ...] = (
            pack.enums, pack.dice, pack.areas, pack.maps, pack.zones, pack.tables, pack.kinds, pack.classes,
            pack.events, pack.values, pack.permissions, pack.statuses, pack.windows)
        for group in groups:
            for definition in group.values():
                if definition.span is not None:
                    yield Declared(definition.id, f"{definition.form} {definition.id}", definition.span,
                                   definition.form)
                yield from _declared(f"{definition.form} {definition.id}", _inside(definition))
        for sheet in pack.sheets.values():
            if sheet.span is not None and sheet.whole is None:
                yield Declared(sheet.id, f"{sheet.kind.id} {sheet.id}", sheet.span)


def _inside(definition: m.Definition) -> list[m.EnumMember] | list[m.Variable]:
    """The members of an enumeration, or the parameters and results of definitions that have some."""
    match definition:
        case m.EnumDef():
            return definition.members
        case m.EventDef():
            return definition.fields
        case m.ValueDef() | m.PermissionDef() | m.StatusDef() | m.ClassDef():
            return definition.params
        case _:
            return []


def _declared(holder: str, several: Iterable[m.Symbol]) -> Iterator[Declared]:
    for one in several:
        if one.span is not None:
            yield Declared(one.id, f"{one.id}` of `{holder}", one.span)
