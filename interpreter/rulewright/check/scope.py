"""Finds everything in the pack that a bare word may mean, and the nearest known word for a misspelt one.

Separate because declaring and inferring share it: locals, fields and `self` belong to a block and are looked up there
first; this comes after them. It reads a `PackDef` and reports nothing.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import reduce

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import BUILTINS, RELATIONS
from rulewright.space.forms import FORMS
from rulewright.spelling import listed, nearest

# Reserved words that the pack cannot use as names (builtin names are in the table of builtins).
FIXED_WORDS = ("self", "event", "spender", "match", "setting", "so_far", "it")
# Those that no variable can have as its name; steps alone have `so_far` and `it`.
NO_VARIABLES = frozenset(FIXED_WORDS) - {"so_far", "it"}

# Kinds that always exist and have no entities: seats and the match itself.
SEATS = ("player", "match")

_NUMBER_DIE = re.compile(r"d([1-9][0-9]{0,3})\Z")
_IN_AREA, _ON_EDGES = "_in", "_on"
# Errors beyond this number are only counted, because each suggestion compares with every word of the pack.
_SUGGESTIONS = 250

# Symbols that are values by their name alone, that can be called, and that can follow `is`.
Valued = m.EnumMember | m.SheetDef | m.AreaDef | m.KindDef | m.MapDef | m.DieDef | m.BuiltinDef | m.ZoneDef
Called = m.ValueDef | m.PermissionDef | m.EventDef | m.TableDef | m.ZoneDef | m.BuiltinDef


def number_die(name: str) -> int | None:
    """The number of faces if the name is that of a number die (`d6`), else None."""
    found = _NUMBER_DIE.match(name)
    return int(found.group(1)) if found else None


class PackScope:
    """The words of a pack. Built from a `PackDef` whose definitions exist; later additions are not seen.

    Returned symbols are the same objects as those of the pack; a builtin and a number die get one object for each
    scope.
    """

    def __init__(self, pack: m.PackDef) -> None:
        self.pack = pack
        self.plurals = {kind.plural: kind for kind in pack.kinds.values() if kind.id not in SEATS}
        self.members: dict[str, list[m.EnumMember]] = {}
        for enum in pack.enums.values():
            for member in enum.members:
                self.members.setdefault(member.id, []).append(member)
        self._builtins = {name: m.BuiltinDef(name, pure=row.pure) for name, row in BUILTINS.items()}
        self._number_dice: dict[str, m.DieDef] = {}
        self._suggested = 0

    # -- by use ----------------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> list[m.Symbol]:
        """Everything that the word may mean, in this order: members of enumerations, sheets, plurals, kinds by id,
        areas, maps, dice, zones, statuses, events, classes, values, permissions, tables, builtins.
        Empty: unknown."""
        return list(self._all(name))

    def valued(self, name: str) -> list[Valued]:
        """The meanings of the word as an expression by itself: members (sometimes of several enumerations: the expected
        type decides), a sheet, the set of a kind (by its plural), an area, a map, a die, a zone that all share, a
        builtin name such as `players`."""
        found: list[Valued] = list(self.members.get(name, ()))
        pack = self.pack
        for thing in (pack.sheets.get(name), self.plurals.get(name), pack.areas.get(name), pack.maps.get(name),
                      self.die(name)):
            if thing is not None:
                found.append(thing)
        zone = pack.zones.get(name)
        if zone is not None and (zone.headless or zone.key is None):
            found.append(zone)
        row = BUILTINS.get(name)
        if row is not None and row.bare and not (row.open and found):
            found.append(self._builtins[name])
        return found

    def direction(self, name: str) -> m.BuiltinDef | None:
        """A direction of the board by its name, even if the pack uses this name for something else."""
        return self._builtins[name] if name in FORMS[self.pack.board].directions else None

    def called(self, name: str) -> Called | None:
        """The symbol that `name(..)` and `name of x` call, or None. `PLURAL_in` is found by `plural_in`, `PLURAL_on`
        likewise."""
        pack = self.pack
        found: Called | None = pack.values.get(name) or pack.permissions.get(name) or pack.events.get(name)
        found = found or pack.tables.get(name)
        zone = pack.zones.get(name)
        if found is None and zone is not None and (zone.headless or zone.key is not None):
            found = zone
        row = BUILTINS.get(name)
        return found or (self._builtins[name] if row is not None and not row.bare else None)

    def plural_in(self, name: str) -> m.KindDef | None:
        """The kind that `pieces_in(..)` refers to, or None if the name is not of that form."""
        return self.plurals.get(name.removesuffix(_IN_AREA)) if name.endswith(_IN_AREA) else None

    def plural_on(self, name: str) -> m.KindDef | None:
        """The kind on edges that `walls_on(..)` refers to, or None if the name is not of that form."""
        kind = self.plurals.get(name.removesuffix(_ON_EDGES)) if name.endswith(_ON_EDGES) else None
        return kind if kind is not None and kind.placed == "edge" else None

    def behind_is(self, name: str) -> list[m.Symbol]:
        """The meanings of NAME in `x is NAME`: members, a sheet, a kind by its id, a status, an area, a permission of
        one parameter, a builtin relation of one (a `BuiltinDef` of that name)."""
        pack = self.pack
        found: list[m.Symbol] = list(self.members.get(name, ()))
        for thing in (pack.sheets.get(name), pack.kinds.get(name), pack.statuses.get(name),
                      pack.areas.get(name)):
            if thing is not None:
                found.append(thing)
        permission = pack.permissions.get(name)
        if permission is not None and (permission.headless or len(permission.params) == 1):
            found.append(permission)
        if name in RELATIONS:
            found.append(m.BuiltinDef(name))
        return found

    def relation(self, name: str) -> m.PermissionDef | m.BuiltinDef | None:
        """The relation of two that `x is NAME to y`, `x is NAME of y` and `x NAME y` use, or None."""
        permission = self.pack.permissions.get(name)
        if permission is not None:
            return permission if permission.headless or len(permission.params) == 2 else None
        row = BUILTINS.get(name)
        return self._builtins[name] if row is not None and row.is_relation else None

    def occasion(self, name: str) -> m.EventDef | m.ClassDef | None:
        """An event or a class of events: what triggers, clocks, limits and `inside` name."""
        return self.pack.events.get(name) or self.pack.classes.get(name)

    def die(self, name: str) -> m.DieDef | None:
        """A declared die, or a number die (`d1` to `d9999`), which is created on demand with faces 1 to N."""
        if name in self.pack.dice:
            return self.pack.dice[name]
        sides = number_die(name)
        if sides is None:
            return None
        if name not in self._number_dice:
            faces = tuple(range(1, sides + 1))
            self._number_dice[name] = m.DieDef(name, form="die", face=t.NUMBER, faces=faces)
        return self._number_dice[name]

    # -- kinds -----------------------------------------------------------------------------------------------------

    def is_kind(self, kind: str, wanted: str) -> bool:
        """Whether an entity of `kind` is also one of `wanted`. Everything is of "" (`entity`). Both may be several
        kinds, as in types. A kind whose parent is unknown may be of any."""
        if not wanted:
            return True
        if " or " not in kind and " or " not in wanted:
            return any(one.id == wanted or one.unread for one in self.lineage(kind))
        among = set(wanted.split(" or "))
        return all(any(one.id in among or one.unread for one in self.lineage(each)) for each in kind.split(" or "))

    def lineage(self, kind: str) -> Iterator[m.KindDef]:
        """The kind, then its parents, nearest first. A cycle (already reported) is walked once."""
        seen: set[str] = set()
        one = self.pack.kinds.get(kind)
        while one is not None and one.id not in seen:
            seen.add(one.id)
            yield one
            one = one.parent

    def common_kind(self, one: str, other: str) -> str:
        """The nearest kind that both are, or "" (`entity`)."""
        first, *others = one.split(" or ")
        if others:
            return reduce(self.common_kind, [*others, other], first)
        return next((kind.id for kind in self.lineage(one) if self.is_kind(other, kind.id)), "")

    # -- suggestions -----------------------------------------------------------------------------------------------

    def nearest(self, name: str, more: Iterable[str] = ()) -> str | None:
        """The known word most like the name, or None; one of `more`, which are locals, comes first."""
        return nearest(name, more) or self._nearest(name, self.words())

    def nearest_called(self, name: str, more: Iterable[str] = ()) -> str | None:
        """As `nearest`, but only names that can be called."""
        pack = self.pack
        known = [*more, *pack.values, *pack.permissions, *pack.events, *pack.tables]
        known += [name for name, row in BUILTINS.items() if not row.bare]
        known += [zone.id for zone in pack.zones.values() if zone.key is not None]
        known += [plural + (_ON_EDGES if kind.placed == "edge" else _IN_AREA) for plural, kind in self.plurals.items()]
        return self._nearest(name, known)

    def did_you_mean_occasion(self, name: str) -> str | None:
        """The hint with the nearest event or class, else with the existing ones; None if there are none."""
        known = [*self.pack.events, *self.pack.classes]
        close = self._nearest(name, known)
        if close is None:
            holding = [one for one in known if name in one.split("_")]
            close = holding[0] if len(holding) == 1 else None
        if close is None:
            return f"there are {listed(known)}" if known else None
        return f"did you mean '{close}'?"

    def _nearest(self, name: str, known: Iterable[str]) -> str | None:
        self._suggested += 1
        return nearest(name, known) if self._suggested <= _SUGGESTIONS else None

    def words(self) -> Iterator[str]:
        """Every word that can be used bare, including builtins and reserved words."""
        pack = self.pack
        yield from self.members
        yield from (sheet.id for sheet in pack.sheets.values() if sheet.whole is None)
        yield from self.plurals
        groups: tuple[Iterable[str], ...] = (
            pack.kinds, pack.areas, pack.maps, pack.dice, pack.zones, pack.statuses, pack.events,
            pack.classes, pack.values, pack.permissions, pack.tables, BUILTINS, RELATIONS)
        for group in groups:
            yield from group
        yield from FIXED_WORDS

    def _all(self, name: str) -> Iterator[m.Symbol]:
        pack = self.pack
        yield from self.members.get(name, ())
        single: list[m.Symbol | None] = [
            pack.sheets.get(name), self.plurals.get(name), pack.kinds.get(name), pack.areas.get(name),
            pack.maps.get(name), self.die(name), pack.zones.get(name), pack.statuses.get(name),
            pack.events.get(name), pack.classes.get(name), pack.values.get(name), pack.permissions.get(name),
            pack.tables.get(name), self._builtins.get(name)]
        seen: list[m.Symbol] = []
        for one in single:
            if one is not None and not any(one is other for other in seen):
                seen.append(one)
        yield from seen
