"""Converts the state of a match to the words and signs that boards and legends share: names, signs, statuses, secrets.

Separate because board, legend, log and questions must use the same name for a piece, and must not reveal what the
viewing player may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from typing import Final

from rulewright.characters import alphabet_of, written_in
from rulewright.numbers import whole_number
from rulewright.play import labels
from rulewright.play.sight import Sight as Sight
from rulewright.play.state import State
from rulewright.program import Column, Zone

# -- pieces of a match ------------------------------------------------------------------------------------------------


def placed(m: State, *, removed: bool = False) -> list[int]:
    """Returns the entities of kinds that stand on the board, by age: those in play, or those that have left it."""
    p = m.p.program
    return [e for e in range(1, len(m.sheet)) if p.kinds[p.sheets[m.sheet[e]].kind].placed and m.live[e] is not removed]


def columns_of(m: State, e: int) -> list[Column]:
    """Returns the fields of a thing, printed ones and those of its state."""
    p = m.p.program
    return [p.columns[number] for number in p.kinds[m.p.sheets[m.sheet[e]].kind].columns]


def zones_of(m: State, seat: int | None) -> Iterator[tuple[Zone, int]]:
    """Yields the zones of a player, or (None) those that belong to no player, each with its code."""
    for number, zone in enumerate(m.p.program.zones):
        if zone.per_player is (seat is not None):
            yield zone, -2 - number * m.players - (seat or 0)


def short_name(m: State, e: int, sight: Sight) -> str:
    """Returns the name without its owner, for lists with the owner above them."""
    name = sight.entity(m, e)
    owner = m.owner[e]
    if owner is None:
        return name
    seat = labels.seat(owner, sight.language)
    return name.removesuffix(f" of {seat}").removesuffix(f" ({seat})")


class Signs:
    """Two characters for every piece, the same for a whole match, even if it is resumed: older pieces get their signs
    first, whatever the order of drawing. Signs of the first seat are upper case, signs of the second lower case, which
    shows the owners without colour; a piece without an owner gets a star, and with more seats a piece gets the number
    of its seat. All signs use one alphabet, that of most names on the board when the first sign is needed: letters of
    two alphabets look alike, and typing a sign would require changing the keyboard."""

    def __init__(self) -> None:
        self._signs: dict[tuple[int, int], str] = {}
        self._taken: set[str] = set()
        self._numbers = count(1)  # signs of crowds: what is below is taken, so that a piece does not look through it
        self._alphabet = ""

    def of(self, m: State, e: int, sight: Sight) -> str:
        """Returns the sign of a piece."""
        if (e, m.sheet[e]) not in self._signs:
            every = sorted({e, *placed(m), *placed(m, removed=True)})
            if not self._alphabet:
                with labels.still(m):
                    self._alphabet = alphabet_of(short_name(m, one, sight) for one in every)
            for one in every:
                if one == e or sight.knows(m, one):
                    self._take(m, one, sight)
        return self._signs[e, m.sheet[e]]

    def _take(self, m: State, e: int, sight: Sight) -> None:
        if (e, m.sheet[e]) not in self._signs:
            name = written_in(self._alphabet, short_name(m, e, sight))
            signs = chain(_signs(name, m.owner[e], m.players, self._alphabet), map("{:02}".format, self._numbers))
            sign = next(sign for sign in signs if sign not in self._taken)
            self._signs[e, m.sheet[e]] = sign
            self._taken.add(sign)


_MOST_COPIES: Final = 10_000


def _signs(name: str, owner: int | None, players: int, letters: str) -> Iterator[str]:
    words = [word for word in name.replace("-", " ").split() if word[0].isalnum()] or ["?"]
    first = words[0][0]
    copy = whole_number(words[-1], 1, _MOST_COPIES) if len(words) > 1 else None
    words = words[:-1] if copy else words
    rest = [word[0] for word in words[1:]]
    if copy:  # A, B and so on for the first, the second and so on: a digit would look like a seat
        rest = [*letters[copy - 1 : copy], *rest]
    rest += [char for word in words for char in word[1:] if char.isalpha()]
    rest += letters
    rest += f"123456789{letters.lower()}"
    if owner is None:
        yield from (f"*{second.upper()}" for second in (*rest[:1], first, *rest))
    elif players > 2:
        yield f"{first.upper()}{owner + 1}"
        yield from (f"{second.upper()}{owner + 1}" for second in rest)
    else:
        signs = (first + second for second in rest)
        yield from (sign.upper() if owner == 0 else sign.lower() for sign in signs)


def statuses(m: State, size: str, index: int, sight: Sight) -> list[str]:
    """Returns the named statuses of an entity; those without a name are for a pack's internal use."""
    names: list[str] = []
    if size == "entity" and not sight.knows(m, index):
        return names
    for (status, _), rows in m.held.items():
        info = m.p.program.statuses[status]
        held = sum(1 for row in rows if m.rows[row][1] == index)
        if info.holder == size and held and info.names:
            names.append(labels.called(info, sight.language) + (f" x{held}" if held > 1 else ""))
    return sorted(names)
