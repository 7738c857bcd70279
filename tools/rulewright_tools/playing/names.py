"""Converts typed names to values of a match: pieces by name or sign, places, players, members, numbers.

Separate because `why`, `why not` and `look` read the same names, and must not find what the asking player may not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rulewright.amounts import amount
from rulewright.explained import TypeCode
from rulewright.languages import length, unit_words
from rulewright.play import labels
from rulewright.play.state import State
from rulewright.shapes import SEAT
from rulewright.spelling import nearest
from rulewright_tools.playing import goals
from rulewright_tools.playing.option import Formation
from rulewright_tools.show.pieces import Sight, Signs, short_name
from rulewright_tools.show.table import lists_places
from rulewright_tools.show.words import say

_MANY = 5  # a number whose unit is plural in every language


class Unknown(Exception):
    """A name that means nothing here, or several things; the message says what would work."""


class Names:
    """The names of one match for one viewer."""

    def __init__(self, m: State, sight: Sight, signs: Signs) -> None:
        self.m = m
        self.sight = sight
        self._signs = signs
        self._language = sight.language

    def value(self, word: str, t: TypeCode, mover: int | None = None, likes: Iterable[Formation] = ()) -> Any:
        """Returns the raw value of a type that a word means. `mover`, `likes`: see `goals.value`. Raises Unknown."""
        tag, name, args = t
        m = self.m
        if tag == "maybe":
            none = word in ("none", labels.word("none", self._language))
            return None if none else self.value(word, args[0], mover, likes)
        if tag == "entity":
            return self.entity(word, name)
        if tag == "union":
            players = self._known(("player", "", ()))
            seat = next((raw for text, raw in players.items() if text.casefold() == word.casefold()), None)
            return self.entity(word, name) if seat is None else SEAT + seat
        if tag in ("way", "formation") or (tag == "place" and not lists_places(m)):
            goal = goals.value(m, word, tag, mover, likes, self._signs, self.sight)
            if isinstance(goal, str):
                raise Unknown(goal)
            return goal
        if tag == "place":
            place = m.board.parse(word.upper())
            if place is None:
                raise Unknown(say(self._language, "no_place", word=word))
            return place
        if tag in ("point", "edge"):
            point = self._point(word, t) if tag == "point" else self._edge(word, t)
            if point is None:
                raise Unknown(say(self._language, "nothing_called", word=word))
            return point
        if tag == "number":
            number = amount(word, name, words={'"', *unit_words(name, self._language)} if name else ())
            if number is None:
                unit = length(_MANY, name, self._language)
                raise Unknown(say(self._language, "not_of_unit" if name else "not_a_number", word=word, unit=unit))
            return number
        if tag in ("set", "list") and (args[0][0] != "place" or lists_places(m)):
            items = word.removeprefix("(").removesuffix(")").split(",")
            found = tuple(self.value(item.strip(), args[0]) for item in items if item.strip())
            if args[0][0] == "place":
                return sum(1 << place for place in set(found))
            return tuple(sorted(set(found))) if tag == "set" else found
        known = self._known(t)
        if not known:
            what = labels.word(tag, self._language).replace("_", " ")
            raise Unknown(say(self._language, "cannot_be_typed", what=what))
        names: dict[Any, list[str]] = {}
        for text, raw in known.items():
            names.setdefault(raw, []).append(text)
        for raw, text in enumerate(m.p.program.ids(t)):
            if text:
                names.setdefault(raw, []).append(text)
        if tag == "player":  # in every language also as the rules and tests call a seat
            for seat in range(m.players):
                names[seat] += [f"player {seat + 1}", f"player_{seat + 1}"]
        return self._one(word, known, names)

    def _point(self, word: str, t: TypeCode) -> int | None:
        """Returns the corner, middle or sample point with the name as shown."""
        board = self.m.board
        place = board.parse(re.split("[|+]", word.upper())[0])
        known = () if place is None else (board.centre(place), *board.corners(place), *board.sample_points(place))
        wanted = word.casefold()
        return next((p for p in known if labels.value(self.m, p, t, self._language).casefold() == wanted), None)

    def _edge(self, word: str, t: TypeCode) -> int | None:
        """Returns the edge with the name as shown, with its places in either order."""
        board = self.m.board
        places = [board.parse(one) for one in word.upper().split("|")]
        if len(places) == 2 and places[0] is not None and places[1] is not None:
            found: int | None = board.parse_edge("|".join(map(board.show, sorted(filter(None, places)))))
            return found
        known = () if places[0] is None else board.edges_of(1 << places[0])
        wanted = word.casefold()
        return next((e for e in known if labels.value(self.m, e, t, self._language).casefold() == wanted), None)

    def _known(self, t: TypeCode) -> dict[str, Any]:
        m = self.m
        match t[0]:
            case "yes_no":
                yes, no = labels.word("yes", self._language), labels.word("no", self._language)
                return {"yes": True, "no": False, yes: True, no: False}
            case "player":
                return {self.sight.player(seat): seat for seat in range(m.players)}
            case "direction":
                return {words: i for i, words in enumerate(m.board.direction_names)}
        return {labels.value(m, i, t, self._language): i for i, one in enumerate(m.p.program.ids(t)) if one}

    def entity(self, word: str, kind: str = "", *, parts: bool = True) -> int:
        """Returns the entity that a word means: by its name, its sign on the board, its sheet, or (`parts`) a part of
        its name. Things that the viewer may not know have no name. Raises Unknown."""
        m, p = self.m, self.m.p.program
        fits = sheets_of(m, kind)
        names: dict[int, list[str]] = {}
        twins: dict[tuple[int, str], int] = {}
        for e in sorted(range(1, len(m.sheet)), key=self._looked_for):
            sheet = m.sheet[e]
            if (fits is not None and sheet not in fits) or not self.sight.knows(m, e):
                continue
            if not p.kinds[p.sheets[sheet].kind].placed and twins.setdefault((sheet, self.sight.entity(m, e)), e) != e:
                continue  # Cards with the same name cannot be distinguished by it.
            names[e] = [self.sight.entity(m, e), short_name(m, e, self.sight), p.sheets[sheet].id]
            if m.whole[e]:
                names[e].append(f"{self.sight.entity(m, m.whole[e])}.{p.sheets[sheet].id.rpartition('.')[2]}")
            if p.kinds[p.sheets[sheet].kind].placed:
                names[e].append(self._signs.of(m, e, self.sight))
        found = self._one(word, {name: e for e, all_names in names.items() for name in all_names[:1]}, names, parts)
        assert isinstance(found, int)
        return found

    def zone(self, word: str) -> int | None:
        """Returns the zone (its code) with a name: a shared zone or one of the viewer by its name alone, a zone of
        another player with its owner; None if there is no such zone."""
        m, wanted = self.m, word.casefold()
        for number, zone in enumerate(m.p.program.zones):
            for owner in range(m.players if zone.per_player else 1):
                code = -2 - number * m.players - owner
                names = [labels.zone(m, code, self._language)]
                if not zone.per_player or owner == self.sight.viewer:
                    names += [labels.zone_name(zone, self._language), zone.id]
                if wanted in (name.casefold() for name in names):
                    return code
        return None

    def rows(self, word: str) -> list[int]:
        """Returns the zones (their codes) of all members, for a zone that exists once per member of an enumeration."""
        zones = [(i, zone) for i, zone in enumerate(self.m.p.program.zones) if zone.member is not None]
        wanted = word.casefold()
        return [-2 - i * self.m.players for i, zone in zones
                if wanted in (zone.id.partition(":")[0], labels.called(zone, self._language).casefold())]  # fmt: skip

    def _looked_for(self, e: int) -> tuple[bool, bool, int]:
        """Ranks things with the same name: those in play first, then the viewer's own."""
        return not self.m.live[e], self.m.owner[e] != self.sight.viewer, e

    def _one(self, word: str, known: dict[str, Any], names: dict[Any, list[str]], with_parts: bool = True) -> Any:
        """Returns the thing with this name, or the only thing whose name contains the word."""
        exact = [thing for thing, texts in names.items() if word in texts]
        wanted = word.casefold()
        alike = [thing for thing, texts in names.items() if wanted in (text.casefold() for text in texts)]
        parts = [thing for thing, texts in names.items() if any(wanted in text.casefold() for text in texts)]
        own = [thing for thing, texts in names.items() if wanted in texts[0].casefold()]  # not that of its whole
        for found in (exact, alike, *([own, parts] if with_parts else [])):
            if len(found) == 1:
                return found[0]
            if found:
                names_of = [text for text, thing in known.items() if thing in found]
                raise Unknown(say(self._language, "several", word=word, options=self._listed(names_of)))
        near = nearest(word, known)
        hint = say(self._language, "near", word=near) if near else ""
        if known and not near:
            hint = say(self._language, "known_here", names=self._listed(list(known)))
        raise Unknown(f"{say(self._language, 'nothing_called', word=word)} {hint}".rstrip())

    def _listed(self, known: list[str], most: int = 8) -> str:
        more = say(self._language, "and_more", number=len(known) - most) if len(known) > most else ""
        return ", ".join(known[:most]) + more


def sheets_of(m: State, kinds: str) -> frozenset[int] | None:
    """Returns the sheets of some kinds (`wolf or bear`); None for any."""
    wanted = [i for i, kind in enumerate(m.p.program.kinds) if kind.id in kinds.split(" or ")]
    return frozenset().union(*(m.p.kin[one] for one in wanted)) if wanted else None


def named(things: Iterable[Any], word: str, language: str) -> list[Any]:
    """Returns the declared things whose id or name equals a word."""
    wanted = word.casefold()
    return [
        t
        for t in things
        if wanted in (t.id.casefold(), t.id.casefold().replace("_", " "), labels.called(t, language).casefold())
    ]
