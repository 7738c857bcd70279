"""Finds the call that somebody meant by an event and some of its arguments.

Separate because it guesses: omitted arguments are those of the call that is offered, or that is nearest to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import Any

from rulewright.explained import TypeCode
from rulewright.play import opened, why
from rulewright.play.considered import considered
from rulewright.play.seen import Unseen
from rulewright.play.state import Decision, State
from rulewright.play.why import Failing
from rulewright.program import Event
from rulewright.shapes import EVENT, FIELDS, RECORD, SEAT
from rulewright_tools.playing.goals import takes_commas
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Names, Unknown, sheets_of
from rulewright_tools.playing.option import Formation
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.words import say

_MOST_TRIED = 400


def _outermost(m: State, e: int) -> int:
    """Returns the outermost entity that an entity is part of, or the entity itself."""
    while m.whole[e]:
        e = m.whole[e]
    return e


def joined(words: list[str] | None, params: Sequence[tuple[str, TypeCode]]) -> list[str] | None:
    """Returns the words of arguments, joined where there are more than parameters because one argument contains commas.
    """
    loose = [i for i, (_, t) in enumerate(params) if takes_commas(t)]
    surplus = len(words or ()) - len(params)
    if words is None or surplus <= 0 or len(loose) != 1:
        return words
    at = loose[0]
    return [*words[:at], ", ".join(words[at : at + surplus + 1]), *words[at + surplus + 1 :]]


class Meant:
    """What a viewer means at the pending question of a match. `names`: what the words of the viewer stand for."""

    def __init__(self, match: Match, sight: Sight, names: Names) -> None:
        self._match = match
        self._sight = sight
        self.names = names
        self._language = sight.language

    @property
    def asked(self) -> Decision | None:
        """Returns the pending question if it is the viewer's: the options of other players may be secret."""
        decision = self._match.state.pending
        mine = decision is not None and self._sight.viewer in (None, decision.player)
        return decision if mine else None

    def values(
        self, words: Sequence[str], types: Sequence[TypeCode], likes: Iterable[Formation] = ()
    ) -> dict[int, Any]:
        """Returns the values of the words of arguments, by index; empty words are omitted. A destination is read as one
        of the last thing before it."""
        found: dict[int, Any] = {}
        mover = None
        for i, (word, t) in enumerate(zip(words, types, strict=False)):
            if word:
                found[i] = self.names.value(word, t, mover, likes)
                mover = found[i] if t[0] == "entity" and found[i] is not None else mover
        return found

    def lines(self) -> tuple[int, ...]:
        """Returns the events that the pending offer calls."""
        decision, sites = self.asked, self._match.state.p.program.sites
        return () if decision is None or decision.site < 0 else sites[decision.site].lines

    def offered(self, event: int) -> dict[tuple[Any, ...], int]:
        """Returns the offered calls of an event, with the numbers of these answers."""
        lines, decision = self.lines(), self.asked
        if decision is None or event not in lines:
            return {}
        return {one[1]: i for i, one in enumerate(decision.options, 1) if one is not None and lines[one[0]] == event}

    def call_with(self, number: int, words: str) -> tuple[Any, ...] | None:
        """Returns the arguments of the call that a single one of them identifies: `Ace` for `Play(player 1, Ace)`; None
        if the event cannot have such an argument."""
        event = self._match.state.p.program.events[number]
        for i, (_, t) in enumerate(event.fields[: event.params]):
            try:
                self.names.value(words, t)
                return self.candidate(event, number, [*[""] * i, words])
            except Unknown:
                continue  # It is not an argument of this type; it may be one of another.
        return None

    def against(self, event: int, args: tuple[Any, ...]) -> list[Failing]:
        """Returns the reasons against a call: that the offer does not contain it or, if nothing is offered, its own
        failing conditions. Raises Unseen if the viewer may not know."""
        m, d, viewer = self._match.state, self.asked, self._sight.viewer
        offers = d is not None and d.site >= 0 and m.p.program.sites[d.site].kind == "offer"
        if offers:
            return why.not_offered(m, event, args, self._language, viewer)
        return why.refusal(m, event, args, seat=viewer, language=self._language)

    def _weight(self, event: int, args: tuple[Any, ...]) -> tuple[bool, int]:
        """Returns how far a call is from being legal, as far as the viewer knows."""
        try:
            return False, len(self.against(event, args))
        except Unseen:
            return True, 0

    def candidate(self, event: Event, number: int, words: list[str] | None) -> tuple[Any, ...]:
        """Returns the arguments that were meant: those given, and for omitted ones those nearest to being legal."""
        params = event.fields[: event.params]
        likes = [value for args in self.offered(number) for value in args if opened.is_formation(value)]
        types = [t for _, t in params]
        given = self._aimed(words, types, likes) or self.values(joined(words, params) or (), types, likes)
        for args in self.offered(number):
            if all(args[i] == value for i, value in given.items()):
                return args
        near = self._nearest(number, given)
        if near is not None:
            return near
        choices: list[list[Any]] = []
        for i, (_, t) in enumerate(event.fields[: event.params]):
            choices.append([given[i]] if i in given else self._possible(t, first=i == 0))
        tried = [args for args, _ in zip(product(*choices), range(_MOST_TRIED), strict=False)]
        if not tried:
            example = f"{event.id}({', '.join(name for name, _ in event.fields[: event.params])})"
            raise Unknown(say(self._language, "arguments", name=event.id, example=f"not {example}"))
        return min(tried, key=lambda args: (*self._weight(number, args), self._own(event.fields, args)))

    def _aimed(
        self, words: list[str] | None, types: Sequence[TypeCode], likes: Iterable[Formation]
    ) -> dict[int, Any] | None:
        """Returns the values of the words if they leave out the acting entity: `attack(Dragon)` where the dragon is not
        the asked player's, and can be attacked. None if they do not."""
        decision, m = self.asked, self._match.state
        if decision is None or not words or len(words) >= len(types):
            return None
        thing = None  # what the first word names if it is read as what acts
        for omitted in range(len(types) - len(words) + 1):  # so many arguments before the first word
            try:
                found = self.values([*[""] * omitted, *words], types, likes)
            except Unknown:
                continue
            if omitted and thing in (None, found.get(omitted)):
                return found
            if not omitted:
                thing = found.get(0)
                if types[0][0] != "entity" or thing is None or m.owner[thing] in (None, decision.player):
                    return None
        return None

    def _nearest(self, number: int, given: dict[int, Any]) -> tuple[Any, ...] | None:
        """Returns the call nearest to being offered, among those that the offer iterates over and that have the given
        arguments; None if there is no such call."""
        best: tuple[tuple[bool, bool, int, int], tuple[Any, ...]] | None = None
        fields = self._match.state.p.program.events[number].fields

        def others(i: int) -> list[Any]:
            return [given[i]] if i in given else self._possible(fields[i][1], first=False)

        fitting = (
            one
            for one in considered(self._match.state, number, self._sight.viewer, others)
            if all(one.args[i] == value for i, value in given.items())
        )
        for one in islice(fitting, _MOST_TRIED):
            weight = (not one.belongs, *self._weight(number, one.args), self._own(fields, one.args))
            if best is None or weight < best[0]:
                best = weight, one.args
        return None if best is None else best[1]

    def _own(self, fields: Sequence[tuple[str, TypeCode]], args: tuple[Any, ...]) -> int:
        """Counts the things after the first that belong to the asked player and are not part of the first, and the
        parts of anything else: of equally near misses, the one at others with a part of the first is meant."""
        m, seat = self._match.state, self._sight.viewer
        things = [e for e, (_, t) in zip(args, fields, strict=False) if t[0] == "entity" and e is not None]
        return sum(
            1
            for e in things[1:]
            if e == things[0] or (_outermost(m, e) != things[0] and (m.owner[e] == seat or m.whole[e]))
        )

    def _possible(self, t: TypeCode, *, first: bool) -> list[Any]:
        """Returns the values that an argument may have; the acting entity comes from the existing answers."""
        m = self._match.state
        decision = self.asked
        if t[0] == "union":
            return [*self._possible(("entity", t[1], ()), first=first), *range(SEAT, SEAT + m.players)]
        if t[0] == "entity":
            fits = sheets_of(m, t[1])
            acting = self._acting()
            found = [
                e
                for e in range(1, len(m.sheet))
                if m.live[e] and (fits is None or m.sheet[e] in fits) and self._sight.knows(m, e)
            ]
            if first:
                return [e for e in found if e in acting] or found
            asked = decision.player if decision is not None else self._sight.viewer
            return sorted(found, key=lambda e: (_outermost(m, e) not in acting, m.owner[e] == asked, e))
        if t[0] == "place":
            return list(m.board.places)
        if t[0] == "edge":
            return list(m.board.edges())
        if t[0] == "player":
            return list(range(m.players))
        if t[0] == "yes_no":
            return [False, True]
        if t[0] == "enum" and t[1] in m.p.program.enums:
            return list(range(len(m.p.program.enums[t[1]])))
        return []

    def _acting(self) -> set[int]:
        """Returns the entities that are about to act: the first arguments of the offered calls, else the entity of the
        innermost event."""
        m = self._match.state
        decision = self.asked
        if decision is not None and decision.site >= 0 and m.p.program.sites[decision.site].kind == "offer":
            lines = m.p.program.sites[decision.site].lines
            offered = [option for option in decision.options if option is not None]
            return {args[0] for line, args in offered if args and self._happens_to_entity(lines[line])}
        for frame in reversed(m.frames):
            r = frame[RECORD]
            if isinstance(r, list):
                return {r[FIELDS]} if self._happens_to_entity(r[EVENT]) else set()
        return set()

    def _happens_to_entity(self, event: int) -> bool:
        """Returns whether the first parameter of an event is an entity: a seat and an entity can have the same number.
        """
        fields = self._match.state.p.program.events[event].fields
        return bool(fields) and fields[0][1][0] in ("entity", "union")
