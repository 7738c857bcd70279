"""Numbers everything that a pack can name: the words that the numbers in an observation stand for.

Separate because it depends on the pack alone: networks trained with it can be used again with it.
"""

from __future__ import annotations

from rulewright.embedding.pack import Pack
from rulewright.embedding.values import Value
from rulewright.space.forms import FORMS


class Words:
    """The vocabulary of one pack. Numbers begin with 1: 0 is what is not there.

    Attributes:
        kinds, sheets, events, reactions, statuses, zones: ids of the pack, in its order.
        piece_fields, seat_fields, match_fields: names of fields of entities (of all kinds), seats and the match.
        staggered: whether boards are of hexes, whose odd rows lie half a place further right.
        members: ids that values may be: members of enumerations, sheets, dice, maps, directions.
    """

    def __init__(self, pack: Pack) -> None:
        p = pack.program
        self.staggered = FORMS[p.board].staggered
        self.kinds = [one.id for one in p.kinds]
        self.sheets = [one.id for one in p.sheets]
        self.events = [one.id for one in p.events]
        self.reactions = list(dict.fromkeys(one.holder for one in p.reactions))
        self.statuses = [one.id for one in p.statuses]
        self.zones = [one.id for one in p.zones]
        self.piece_fields = list(dict.fromkeys(one.id for one in p.columns if one.size == "entity"))
        self.seat_fields = [one.id for one in p.columns if one.size == "player"]
        self.match_fields = [one.id for one in p.columns if one.size == "match"]
        enums = [one.id for members in p.enums.values() for one in members]
        self.members = list(dict.fromkeys([*enums, *self.sheets, *(one[0] for one in p.dice), *(m.id for m in p.maps)]))
        self._numbers = {
            id(words): {word: number for number, word in enumerate(words, 1)}
            for words in (self.kinds, self.sheets, self.events, self.reactions, self.statuses, self.zones, self.members)
        }

    def number(self, words: list[str], word: str | None) -> int:
        """The number of a word in one of these lists; 0 for none and for a word that is not in it."""
        return 0 if word is None else self._numbers[id(words)].get(word, 0)


def scalar(words: Words, value: Value, pieces: dict[str, int], places: dict[str, int]) -> float:
    """One number for a value: itself, 1 for yes, the row of a piece or place (from 1), the number of a member, the
    length of a list; 0 for none, -1 for a hidden value, -2, -3 and so on for players where pieces are possible too.

    Args:
        pieces, places: rows of entities and places by id.
    """
    match value:
        case bool() | int() | float():
            return value
        case str():
            return pieces.get(value) or places.get(value) or words.number(words.members, value)
        case list():
            return len(value)
        case {"hidden": _}:
            return -1
        case {"player": int(seat)}:
            return -2 - seat
        case {"event": str(event)}:
            return words.number(words.events, event)
        case {"status": str(status)}:
            return words.number(words.statuses, status)
        case dict():
            return len(value)
        case None:
            return 0
    raise AssertionError(value)
