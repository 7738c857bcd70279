"""Adds a few definitions to a pack that is already checked: only they are declared and typed, and the whole is checked
for errors.

Separate because test files have their own definitions, each added to the same pack, and the check of the pack is the
same for all. This is done only if the definitions cannot change the meaning of anything in the pack: if they have forms
that others only refer to, and names that appear nowhere in the pack.
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
    """Whether definitions can be added to a pack that contains these `words`: no code of the pack can mean them, and
    they have no classes. `parsed` also has the kinds of the pack, and no other kinds."""
    scope = PackScope(base)
    return all(one.form in ADDABLE and not one.header.classes and is_new(one.declaration.id, scope, words)
               for one in _without_kinds(parsed))  # fmt: skip


class Marks:
    """A snapshot of what other code has recorded in the statuses of a pack."""

    def __init__(self, pack: m.PackDef) -> None:
        self._marks = [(one, one.given, one.listed, one.asked) for one in pack.statuses.values()]

    def are_same(self) -> bool:
        """Whether sheets list, and modifiers allow, the same statuses as in the snapshot."""
        return all((one.listed, one.asked) == (listed, asked) for one, _, listed, asked in self._marks)

    def put_back(self) -> None:
        """Restores the snapshot."""
        for status, given, listed, asked in self._marks:
            status.given, status.listed, status.asked = given, listed, asked


@contextmanager
def beside(base: m.PackDef, parsed: ParsedPack) -> Iterator[m.PackDef | None]:
    """Yields a checked pack with the definitions of another one, which `can_be_beside` it. Yields None if these have an
    error, or if they change a status of the pack: then everything must be checked. Afterwards the pack is as it was.
    `parsed` also has the kinds of the pack, which its sheets need."""
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
    """Adds definitions to a copy of a pack, and to `added`; problems go to `out`."""
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
    more_texts = texts_of(added)
    both.texts = [*texts_of(base), *more_texts]
    if not more_texts and len(added.sheets) == sum(map(len, added.groups())):
        return  # sheets without code: the checks of the whole read code, and that of the pack was in order
    for check in REFUSING:
        if not out.has_errors:
            check(world, list(both.texts))


def _without_kinds(parsed: ParsedPack) -> list[Parsed]:
    return [one for one in parsed.definitions if one.form != "kind"]


def copy_of(base: m.PackDef) -> m.PackDef:
    """A copy of a pack to which more definitions can be added."""
    made = copy(base)
    for field in fields(base):
        value = getattr(base, field.name)
        if isinstance(value, (dict, list)):
            setattr(made, field.name, value.copy())
    made.texts = made.laying = made.secrets = None
    return made
