"""Explains the arguments of `why`, `why not` and `look`, or reports what is wrong with them.

Separate because it finds out what was meant (a value, an event, an answer, a piece) and queries the engine; `show`
formats the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from rich.text import Text

from rulewright.explained import Explained, TypeCode
from rulewright.numbers import whole_number
from rulewright.play import labels, log, opened, why
from rulewright.play.candidates import candidates
from rulewright.play.entries import Answered, Began, Reacted
from rulewright.play.seen import Unseen
from rulewright.play.state import Decision, State
from rulewright.play.why import Failing
from rulewright.program import Event
from rulewright.shapes import EVENT, FIELDS, RECORD, SEAT
from rulewright.spelling import nearest
from rulewright_tools.playing import compared, offered, placing, printed
from rulewright_tools.playing.goals import takes_commas
from rulewright_tools.playing.looking import Looker
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Names, Unknown, named
from rulewright_tools.playing.typed import call, find_number
from rulewright_tools.playing.worked import worked_out
from rulewright_tools.show import why as shown
from rulewright_tools.show.pieces import Sight, Signs
from rulewright_tools.show.question import are_numbers
from rulewright_tools.show.telling import Teller
from rulewright_tools.show.words import say

_MOST_TRIED = 400


def outermost(m: State, e: int) -> int:
    """Returns the outermost entity that an entity is part of, or the entity itself."""
    while m.whole[e]:
        e = m.whole[e]
    return e


def _joined(words: list[str] | None, params: Sequence[tuple[str, TypeCode]]) -> list[str] | None:
    """Returns the words of arguments, joined where there are more than parameters because one argument contains commas.
    """
    loose = [i for i, (_, t) in enumerate(params) if takes_commas(t)]
    surplus = len(words or ()) - len(params)
    if words is None or surplus <= 0 or len(loose) != 1:
        return words
    at = loose[0]
    return [*words[:at], ", ".join(words[at : at + surplus + 1]), *words[at + surplus + 1 :]]


class Explainer:
    """Explains one match to one viewer. `folder`: the folder of the content, as the user wrote it."""

    def __init__(self, match: Match, sight: Sight, signs: Signs, folder: str) -> None:
        self._match = match
        self._sight = sight
        self._signs = signs
        self._folder = folder
        self._names = Names(match.state, sight, signs)
        self._language = sight.language

    def why(self, words: str) -> list[Text]:
        """Explains why a value is what it is, or why the last event with a name happened; without words, the last thing
        that the story tells. Raises Unknown."""
        name, arguments = call(words)
        if not name:
            return self._why_last()
        if name.isdecimal() and arguments is None and self._asked is not None:
            return self._why_answer(name)
        m = self._match.state
        texts = m.p.program.texts
        plain = name.replace(" ", "_")
        called = {labels.defined(text.names, text.id, self._language).casefold(): key for key, text in texts.items()}
        several = [key for key in texts if key.startswith("formula ") and key.endswith(f".{plain}")]
        for key in (f"value {plain}", f"permission {plain}", *several, called.get(name.casefold(), "")):
            if key in texts:
                try:
                    args = self._arguments(texts[key], arguments)
                except Unknown:
                    if key in several[:-1]:  # a value of another kind may match
                        continue
                    raise
                try:
                    found = why.breakdown(m, key, args, self._language, self._sight.viewer)
                except Unseen:
                    raise self._secret() from None
                behind = why.reasons(m, key, args, self._language, self._sight.viewer)
                read = printed.read_by(m, found, texts[key], args, self._sight, self._folder)
                return [*shown.breakdown(found, self._folder, self._language), *read,
                        *shown.decided(behind, self._folder, 1, self._language)]  # fmt: skip
        told = printed.why_printed(m, name, arguments, self._names, self._sight, self._folder)
        if told:
            return told
        events = named(m.p.program.events, name, self._language)
        if events:
            return self._why_event(events[0], arguments)
        known = [*(text.id for text in texts.values()), *(event.id for event in m.p.program.events)]
        near = nearest(plain, known)
        hint = " " + say(self._language, "near", word=near) if near else ""
        raise Unknown(say(self._language, "unknown_name", name=name) + hint)

    def _why_answer(self, digits: str) -> list[Text]:
        """Explains what the conditions of an answer compare. The answer is given by its number, or is itself a number.
        """
        options = self._match.options(self._sight)
        called = are_numbers(options)
        counted = whole_number(digits, 1, len(options))
        place = find_number(digits, options) if called else None if counted is None else counted - 1
        if place is None and called:
            raise Unknown(say(self._language, "unknown", word=digits))
        if place is None:
            only = len(options) == 1
            raise Unknown(say(self._language, "only_number" if only else "no_number", number=digits, most=len(options)))
        m, decision = self._match.state, self._asked
        assert decision is not None
        heading = Text(options[place] if called else f"{counted} {options[place]}")
        return [heading, *offered.conditions(m, decision.options[place], self._sight, self._folder)]

    def compare(self, words: str, width: int = 1_000) -> list[Text]:
        """Returns how the answers that contain these words differ (`compared.compare`). Raises Unknown."""
        if self._asked is None:
            raise Unknown(say(self._language, "compares_nothing"))
        return compared.compare(self._match, self._asked, words, self._sight, width)

    def _arguments(self, text: Explained, words: list[str] | None) -> tuple[Any, ...]:
        words = _joined(words, text.params)
        if (words is None and text.params) or (words is not None and len(words) != len(text.params)):
            example = f"{text.id}({', '.join(name for name, _ in text.params)})"
            raise Unknown(say(self._language, "arguments", name=text.id, example=example))
        return tuple(self._values(words or (), [t for _, t in text.params]).values())

    def _values(
        self, words: Sequence[str], types: Sequence[TypeCode], likes: Iterable[placing.Formation] = ()
    ) -> dict[int, Any]:
        """Returns the values of the words of arguments, by index; empty words are omitted. A destination is read as one
        of the last thing before it."""
        found: dict[int, Any] = {}
        mover = None
        for i, (word, t) in enumerate(zip(words, types, strict=False)):
            if word:
                found[i] = self._names.value(word, t, mover, likes)
                mover = found[i] if t[0] == "entity" and found[i] is not None else mover
        return found

    def _why_last(self) -> list[Text]:
        """Explains the last event that the story tells: the values that it depended on and the chain that led to it. Of
        the events since the last answer it takes the last one that depended on any value."""
        m = self._match.state
        teller = Teller(m, self._sight)
        told = self._chains(lambda began, _: teller.tells(began.record[EVENT]), since_answer=True)
        chain = next((one for one in told if self._worked(one)), None)
        chain = chain or self._last(lambda began, _: teller.tells(began.record[EVENT]), [])
        if chain is None:
            raise Unknown(say(self._language, "why_what"))
        lines = [shown.causes(m, chain, self._sight, self._folder, deep=0)[-1], *self._worked(chain)]
        if chain[:-1]:
            words = [shown.cause(m, one, self._sight)[0] for one in chain[:-1]]
            lines.append(Text(f"  {say(self._language, 'chain', chain=' > '.join(words))}", "dim"))
        return lines

    def _worked(self, chain: list[Began | Reacted]) -> list[Text]:
        """Returns the values that the end of a chain depended on."""
        found = worked_out(self._match.state, chain, self._sight)
        lines = [line for one in found for line in shown.breakdown(one, self._folder, self._language)]
        return [Text("  ").append_text(line) for line in lines]

    def _last(self, fits: Callable[[Began, Event], bool], wanted: list[Any]) -> list[Began | Reacted] | None:
        """Returns what led to the last event that matches, as far as the viewer may know it, and began with these
        arguments."""
        for chain in self._chains(fits):
            last = chain[-1]
            if isinstance(last, Began) and last.record[FIELDS : FIELDS + len(wanted)] == wanted:
                return chain
        return None

    def _chains(
        self, fits: Callable[[Began, Event], bool], *, since_answer: bool = False
    ) -> Iterator[list[Began | Reacted]]:
        """Yields what led to each event that matches, the last event first, as far as the viewer may know it.
        `since_answer`: only events since the last answer."""
        m, trace, viewer = self._match.state, self._match.game.trace, self._sight.viewer
        for index in range(len(trace) - 1, -1, -1):
            entry = trace[index]
            if since_answer and isinstance(entry, Answered):
                return
            if not isinstance(entry, Began) or not fits(entry, m.p.program.events[entry.record[EVENT]]):
                continue
            chain = log.for_seat(m, log.causes(trace, index), viewer)
            last = chain[-1] if chain else None
            if not isinstance(last, Began) or last.record[EVENT] != entry.record[EVENT]:
                continue  # the viewer may not know that it happened
            yield [one for one in chain if isinstance(one, (Began, Reacted))]

    def _why_event(self, event: Event, words: list[str] | None) -> list[Text]:
        """Explains the last run of an event: the chain that led to it. Arguments, if any, must match."""
        params = event.fields[: event.params]
        wanted = list(self._values(_joined(words, params) or (), [t for _, t in params]).values())
        chain = self._last(lambda _, of: of is event, wanted)
        if chain is not None:
            return [*shown.causes(self._match.state, chain, self._sight, self._folder), *self._worked(chain)]
        raise Unknown(say(self._language, "never_happened", what=labels.called(event, self._language)))

    def why_not(self, words: str) -> list[Text]:
        """Explains why something is not among the answers to the pending question. Raises Unknown."""
        if not words:
            raise Unknown(say(self._language, "why_what"))
        m = self._match.state
        folded = [] if self._asked is None else [option.casefold() for option in self._match.options(self._sight)]
        if words.casefold() in folded:
            return self._is_offered(folded, words.casefold())
        for one, at_table in (("pass", "passes"), ("enough", "enough")):
            called = labels.word(one, self._language)
            if words.casefold() in (one, called, say(self._language, at_table)) and self._asked is not None:
                return self._why_not_pass(called)
        placed = None if self._asked is None else placing.read(m, words, self._signs, self._sight)
        if placed is not None:
            return self._why_not_placed(placed)
        name, arguments = call(words)
        events = named(m.p.program.events, name, self._language)
        if events:
            event = m.p.program.events.index(events[0])
            return self._why_not_call(event, self._candidate(events[0], event, arguments))
        decision = self._asked
        site = m.p.program.sites[decision.site] if decision is not None and decision.site >= 0 else None
        for event in dict.fromkeys(self._lines()):
            meant = self._call_with(event, words)
            if meant is not None:
                return self._why_not_call(event, meant)
        if site is None or site.type is None:
            raise Unknown(say(self._language, "no_such_answer", word=words))
        value = self._names.value(words, site.type)
        what = self._sight.value(m, value, site.type)
        if what.casefold() in folded:
            return self._is_offered(folded, what.casefold())
        try:
            found = why.absence(m, value, self._language, self._sight.viewer)
        except Unseen:
            raise self._secret() from None
        return shown.failing(what, found, self._folder, self._language)

    def _why_not_placed(self, number: int | str) -> list[Text]:
        """Explains why an unlisted place, way or formation is not an answer, by its number; or what is wrong with it.
        """
        if isinstance(number, str):
            raise Unknown(number)
        m, d = self._match.state, self._asked
        assert d is not None, "a player is asked"
        like, member = opened.meant(m, number)
        option = opened.at_place(m, d, like, member)
        if option in d.options:
            return [Text(say(self._language, "offered", number=d.options.index(option) + 1))]
        if placing.can(m, number):
            return [Text(say(self._language, "can_be_answered"))]
        try:
            found = opened.refused(m, like, member, self._language, self._sight.viewer)
        except Unseen:
            raise self._secret() from None
        site = m.p.program.sites[d.site]
        what = labels.member(m, member, self._language)
        if site.kind == "offer":
            what = self._sight.offered(m, site.lines[option[0]], option[1])
        return shown.failing(what, found, self._folder, self._language)

    def _why_not_pass(self, what: str) -> list[Text]:
        """Explains why the player cannot pass."""
        try:
            found = why.no_pass(self._match.state, self._sight.viewer)
        except Unseen:
            raise self._secret() from None
        return shown.failing(what, found, self._folder, self._language)

    def _is_offered(self, options: list[str], one: str) -> list[Text]:
        """Explains how to give an answer that is offered."""
        number = one if are_numbers(options) else options.index(one) + 1
        return [Text(say(self._language, "offered", number=number))]

    def _why_not_call(self, event: int, args: tuple[Any, ...]) -> list[Text]:
        """Explains why a call is not among the answers."""
        offered = self._offered(event)
        if args in offered:
            return [Text(say(self._language, "offered", number=offered[args]))]
        try:
            found = self._against(event, args)
        except Unseen:
            raise self._secret() from None
        if not found and self._is_unlisted(event, args):
            return [Text(say(self._language, "can_be_answered"))]
        # In the words of the answers, if such answers exist.
        words = self._sight.offered if event in self._lines() else self._sight.call
        return shown.failing(words(self._match.state, event, args), found, self._folder, self._language)

    def _is_unlisted(self, event: int, args: tuple[Any, ...]) -> bool:
        """Returns whether a call can be an answer although it is not listed: it is like a listed one, but elsewhere."""
        m, d = self._match.state, self._asked
        if d is None or not opened.is_place(m, d):
            return False
        for i, option in enumerate(d.options):
            line = None if option is None else m.p.program.sites[d.site].offers[option[0]]
            if line is not None and line.event == event and line.spot >= 0:
                member = args[line.spot]
                alike = opened.at_place(m, d, i, member) == (option[0], args)
                if alike and placing.can(m, opened.number_of(i, member)):
                    return True
        return False

    def _lines(self) -> tuple[int, ...]:
        """Returns the events that the pending offer calls."""
        decision, sites = self._asked, self._match.state.p.program.sites
        return () if decision is None or decision.site < 0 else sites[decision.site].lines

    def _offered(self, event: int) -> dict[tuple[Any, ...], int]:
        """Returns the offered calls of an event, with the numbers of these answers."""
        lines, decision = self._lines(), self._asked
        if decision is None or event not in lines:
            return {}
        return {one[1]: i for i, one in enumerate(decision.options, 1) if one is not None and lines[one[0]] == event}

    def _call_with(self, number: int, words: str) -> tuple[Any, ...] | None:
        """Returns the arguments of the call that a single one of them identifies: `Ace` for `Play(player 1, Ace)`; None
        if the event cannot have such an argument."""
        event = self._match.state.p.program.events[number]
        for i, (_, t) in enumerate(event.fields[: event.params]):
            try:
                self._names.value(words, t)
                return self._candidate(event, number, [*[""] * i, words])
            except Unknown:
                continue  # It is not an argument of this type; it may be one of another.
        return None

    def _secret(self) -> Unknown:
        """Returns the message for an explanation that reads something that the viewer may not know, whatever its value.
        """
        return Unknown(say(self._language, "hangs_on_secrets"))

    def _against(self, event: int, args: tuple[Any, ...]) -> list[Failing]:
        """Returns the reasons against a call: that the offer does not contain it or, if nothing is offered, its own
        failing conditions. Raises Unseen if the viewer may not know."""
        m, d, viewer = self._match.state, self._asked, self._sight.viewer
        offers = d is not None and d.site >= 0 and m.p.program.sites[d.site].kind == "offer"
        if offers:
            return why.not_offered(m, event, args, self._language, viewer)
        return why.refusal(m, event, args, seat=viewer, language=self._language)

    def _weight(self, event: int, args: tuple[Any, ...]) -> tuple[bool, int]:
        """Returns how far a call is from being legal, as far as the viewer knows."""
        try:
            return False, len(self._against(event, args))
        except Unseen:
            return True, 0

    @property
    def _asked(self) -> Decision | None:
        """Returns the pending question if it is the viewer's: the options of other players may be secret."""
        decision = self._match.state.pending
        mine = decision is not None and self._sight.viewer in (None, decision.player)
        return decision if mine else None

    def _candidate(self, event: Event, number: int, words: list[str] | None) -> tuple[Any, ...]:
        """Returns the arguments that were meant: those given, and for omitted ones those nearest to being legal."""
        params = event.fields[: event.params]
        likes = [value for args in self._offered(number) for value in args if opened.is_formation(value)]
        given = self._values(_joined(words, params) or (), [t for _, t in params], likes)
        for args in self._offered(number):
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
            raise Unknown(say(self._language, "arguments", name=f"not {event.id}", example=f"not {example}"))
        return min(tried, key=lambda args: (*self._weight(number, args), self._own(event.fields, args)))

    def _nearest(self, number: int, given: dict[int, Any]) -> tuple[Any, ...] | None:
        """Returns the call nearest to being offered, among those that the offer iterates over and that have the given
        arguments; None if there is no such call."""
        best: tuple[tuple[bool, bool, int, int], tuple[Any, ...]] | None = None
        fields = self._match.state.p.program.events[number].fields

        def others(i: int) -> list[Any]:
            return [given[i]] if i in given else self._possible(fields[i][1], first=False)

        fitting = (
            one
            for one in candidates(self._match.state, number, self._sight.viewer, others)
            if all(one.args[i] == value for i, value in given.items())
        )
        for one in islice(fitting, _MOST_TRIED):
            weight = (not one.belongs, *self._weight(number, one.args), self._own(fields, one.args))
            if best is None or weight < best[0]:
                best = weight, one.args
        return None if best is None else best[1]

    def _own(self, fields: Sequence[tuple[str, TypeCode]], args: tuple[Any, ...]) -> int:
        """Counts the things after the first that belong to the asked player and are not part of the first: of equally
        near misses, the one at others is meant."""
        m, seat = self._match.state, self._sight.viewer
        things = [e for e, (_, t) in zip(args, fields, strict=False) if t[0] == "entity" and e is not None]
        return sum(1 for e in things[1:] if m.owner[e] == seat and (e == things[0] or outermost(m, e) != things[0]))

    def _possible(self, t: TypeCode, *, first: bool) -> list[Any]:
        """Returns the values that an argument may have; the acting entity comes from the existing answers."""
        m = self._match.state
        decision = self._asked
        if t[0] == "union":
            return [*self._possible(("entity", t[1], ()), first=first), *range(SEAT, SEAT + m.players)]
        if t[0] == "entity":
            kinds = {kind.id: i for i, kind in enumerate(m.p.program.kinds)}
            wanted = [kinds[one] for one in t[1].split(" or ") if one in kinds]
            fits = frozenset().union(*(m.p.kin[one] for one in wanted)) if wanted else None
            acting = self._acting()
            found = [
                e
                for e in range(1, len(m.sheet))
                if m.live[e] and (fits is None or m.sheet[e] in fits) and self._sight.knows(m, e)
            ]
            if first:
                return [e for e in found if e in acting] or found
            asked = decision.player if decision is not None else self._sight.viewer
            return sorted(found, key=lambda e: (outermost(m, e) not in acting, m.owner[e] == asked, e))
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
        decision = self._asked
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

    def look(self, words: str) -> list[Text]:
        """Returns what is known of everything with this name (`Looker.look`). Raises Unknown."""
        return Looker(self._match.state, self._sight, self._names, self._folder).look(words)
