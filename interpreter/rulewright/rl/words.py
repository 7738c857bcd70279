"""Numbers everything that a pack can name: the words that the numbers in an observation stand for.

Separate because it depends on the pack alone: networks trained with it can be used again with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.embedding.pack import Pack
from rulewright.explained import TypeCode
from rulewright.numbers import whole_number
from rulewright.program import Program
from rulewright.space.forms import FORMS

# Types whose values have several parts, which one number cannot tell apart.
_SEVERAL = frozenset(("set", "list", "formation", "way", "per", "record", "any_record"))
_SPOTS = frozenset(("place", "way"))


class Listed(list[str]):
    """Words in the order of their numbers, which begin with 1."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__(words)
        self.numbers = {word: number for number, word in enumerate(self, 1)}


class Words:
    """The vocabulary of one pack. Numbers begin with 1: 0 is what is not there.

    Attributes:
        kinds, sheets, events, reactions, statuses, zones: ids of the pack, in its order.
        piece_fields, seat_fields, match_fields: names of fields of entities (of all kinds), seats and the match.
        staggered: whether boards are of hexes, whose odd rows lie half a place further right.
        on_plane: whether places are spots on a table, which are not listed and have x, y and a turn.
        spots: the names of fields that hold such spots.
        members: ids that values may be: members of enumerations, sheets, dice, maps, directions.
        values: the most values that an option has.
        several: whether values of options may be lists, ways or formations.
    """

    def __init__(self, pack: Pack) -> None:
        p = pack.program
        form = FORMS[p.board]
        self.staggered = form.staggered
        self.on_plane = not form.listed
        self.kinds = Listed(one.id for one in p.kinds)
        self.sheets = Listed(one.id for one in p.sheets)
        self.events = Listed(one.id for one in p.events)
        self.reactions = Listed(dict.fromkeys(one.holder for one in p.reactions))
        self.statuses = Listed(one.id for one in p.statuses)
        self.zones = Listed(one.id for one in p.zones)
        self.piece_fields = list(dict.fromkeys(one.id for one in p.columns if one.size == "entity"))
        self.seat_fields = [one.id for one in p.columns if one.size == "player"]
        self.match_fields = [one.id for one in p.columns if one.size == "match"]
        self.spots = frozenset(one.id for one in p.columns if self.on_plane and _given(one.type)[0] in _SPOTS)
        enums = [one.id for members in p.enums.values() for one in members]
        self.members = Listed(dict.fromkeys([*enums, *self.sheets, *(one[0] for one in p.dice),
                                             *(m.id for m in p.maps), *form.directions]))  # fmt: skip
        asked = list(_asked(p))
        self.values = max((len(types) for types in asked), default=0)
        self.several = any(_given(one)[0] in _SEVERAL for types in asked for one in types)

    def number(self, words: Listed, word: str | None) -> int:
        """The number of a word in one of these lists; 0 for none and for a word that is not in it."""
        return 0 if word is None else words.numbers.get(word, 0)

    def named(self, word: str) -> int:
        """The number of a member, or of a zone: `deck`, and `hand:1` after the zones of player 0; 0 for all else."""
        found = self.number(self.members, word)
        zone, _, owner = word.partition(":")
        if found or zone not in self.zones:
            return found
        seat = whole_number(owner, 0)
        return self.number(self.zones, zone) + (0 if seat is None else len(self.zones) * (seat + 1))

    def columns(self, names: Iterable[str]) -> tuple[str, ...]:
        """The columns of fields: one, and for a spot also its x, y and turn."""
        return tuple(column for name in names for column in (spread(name) if name in self.spots else (name,)))


def spread(name: str) -> Iterator[str]:
    """The columns of a spot: whether it is there, then x and y in inches and the turn in degrees."""
    return iter((name, f"{name}: x", f"{name}: y", f"{name}: turn"))


def _given(t: TypeCode) -> TypeCode:
    """A type without `or none`."""
    return t[2][0] if t[0] == "maybe" else t


def _asked(p: Program) -> Iterator[list[TypeCode]]:
    """The types of the values of every sort of option."""
    for site in p.sites:
        if site.kind == "offer":
            for line in site.lines:
                yield [t for _, t in p.events[line].fields[: p.events[line].params]]
        elif site.type is not None:
            yield [site.type]
    yield from ([one.each_type] for one in p.reactions if one.each_type is not None)
