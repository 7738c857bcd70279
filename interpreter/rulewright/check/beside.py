"""Puts a few definitions beside a pack that is checked already: they alone are declared and typed, and the whole is
looked through for what is an error.

Separate because files of tests have definitions of their own, each beside the same pack, and the pack's part of that
check is the same for all. It is done only where nothing that the pack says can have come to mean anything else by
them: where they are of forms that others only name, under names that stand nowhere in the pack.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import fields, replace

from rulewright.check import model as m
from rulewright.check.apart import take_apart
from rulewright.check.collect import collect_definitions, collect_parts
from rulewright.check.coming import ADDABLE, is_new
from rulewright.check.declaring import Declaring
from rulewright.check.infer import infer
from rulewright.check.musts import check_musts
from rulewright.check.scope import PackScope
from rulewright.check.symbols import fill
from rulewright.check.text import World
from rulewright.check.texts import read_texts
from rulewright.check.trees import texts_of
from rulewright.check.validate import REFUSING
from rulewright.diagnostics import Diagnostics
from rulewright.effects.parsed import Parsed, ParsedPack


def can_be_beside(base: m.PackDef, parsed: ParsedPack, words: Container[str]) -> bool:
    """Whether definitions can be put beside a pack in which these `words` stand: no text of it can mean them, and they
    are of no class of its events. `parsed` has the kinds of the pack too, and no other ones."""
    scope = PackScope(base)
    return all(one.form in ADDABLE and not one.header.classes and is_new(one.declaration.id, scope, words)
               for one in _without_kinds(parsed))  # fmt: skip


class Marks:
    """What texts of others have noted with the statuses of a pack, as it is now."""

    def __init__(self, pack: m.PackDef) -> None:
        self._marks = [(one, one.given, one.listed, one.asked) for one in pack.statuses.values()]

    def are_same(self) -> bool:
        """Whether the same ones are listed on sheets, and allowed by sentences, as then."""
        return all((one.listed, one.asked) == (listed, asked) for one, _, listed, asked in self._marks)

    def put_back(self) -> None:
        """Makes them what they were then."""
        for status, given, listed, asked in self._marks:
            status.given, status.listed, status.asked = given, listed, asked


@contextmanager
def beside(base: m.PackDef, parsed: ParsedPack) -> Iterator[m.PackDef | None]:
    """Inside, a checked pack with the definitions of another one, which `can_be_beside` it; None if there is anything
    wrong with them, or if they make something else of a status of the pack: then all has to be checked. Behind, the
    pack is as it was. `parsed` has kinds of the pack too, which its sheets are read by."""
    marks = Marks(base)
    both, added = copy_of(base), m.PackDef(base.id)
    try:
        out = Diagnostics()
        _put(both, base, parsed, added, out)
        yield both if marks.are_same() and not out.has_errors else None
    finally:
        marks.put_back()
        take_apart(added)
        for field in fields(both):
            setattr(both, field.name, None)


def _put(both: m.PackDef, base: m.PackDef, parsed: ParsedPack, added: m.PackDef, out: Diagnostics) -> None:
    """Puts more into a copy of a pack, and into `added`; what is wrong with it goes to `out`."""
    d = Declaring(replace(parsed, definitions=_without_kinds(parsed)), out)
    d.pack = both
    d.names_are_known()
    collect_definitions(d)
    collect_parts(d)
    fill(d, added=True)
    known = [set(group) for group in base.groups()]
    for group, more, before in zip(both.groups(), added.groups(), known, strict=True):
        assert isinstance(more, dict), "a pack that is made here"
        more.update({name: one for name, one in group.items() if name not in before})
    if out.has_errors:
        return
    world = World(both, out, infer)
    read_texts(world, added)
    check_musts(world)
    both.texts = [*texts_of(base), *texts_of(added)]
    for check in REFUSING:
        if not out.has_errors:
            check(world, list(both.texts))


def _without_kinds(parsed: ParsedPack) -> list[Parsed]:
    return [one for one in parsed.definitions if one.form != "kind"]


def copy_of(base: m.PackDef) -> m.PackDef:
    """The same definitions in a pack to which more can be added."""
    made = copy(base)
    for field in fields(base):
        value = getattr(base, field.name)
        if isinstance(value, (dict, list)):
            setattr(made, field.name, value.copy())
    made.texts = made.laying = made.secrets = None
    return made
