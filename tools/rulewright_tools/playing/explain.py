"""Explains the arguments of `why`, `why not` and `look`, or reports what is wrong with them.

Separate because it finds out what was meant (a value, an event, an answer, a piece) and queries the engine; `show`
formats the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.text import Text

from rulewright.explained import Explained
from rulewright.numbers import whole_number
from rulewright.play import labels, log, why
from rulewright.play.entries import Began, Reacted
from rulewright.play.seen import Unseen
from rulewright.program import Event
from rulewright.shapes import EVENT, FIELDS
from rulewright.spelling import nearest
from rulewright_tools.playing import compared, offered, printed
from rulewright_tools.playing.last_told import last_told
from rulewright_tools.playing.looking import Looker
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.meant import Meant, joined
from rulewright_tools.playing.names import Names, Unknown, named
from rulewright_tools.playing.typed import call, find_number
from rulewright_tools.playing.why_not import Missing, secret
from rulewright_tools.playing.worked import worked_out
from rulewright_tools.show import why as shown
from rulewright_tools.show.pieces import Sight, Signs
from rulewright_tools.show.question import are_numbers
from rulewright_tools.show.words import say


class Explainer:
    """Explains one match to one viewer. `folder`: the folder of the content, as the user wrote it."""

    def __init__(self, match: Match, sight: Sight, signs: Signs, folder: str) -> None:
        self._match = match
        self._sight = sight
        self._folder = folder
        self._names = Names(match.state, sight, signs)
        self._meant = Meant(match, sight, self._names)
        self._missing = Missing(match, sight, signs, folder, self._meant)
        self._language = sight.language

    def why(self, words: str) -> list[Text]:
        """Explains why a value is what it is, or why the last event with a name happened; without words, the last thing
        that the story tells. Raises Unknown."""
        name, arguments = call(words)
        if not name:
            return self._why_last()
        if name.isdecimal() and arguments is None and self._meant.asked is not None:
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
                    raise secret(self._language) from None
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
        m, decision = self._match.state, self._meant.asked
        assert decision is not None
        heading = Text(options[place] if called else f"{counted} {options[place]}")
        return [heading, *offered.conditions(m, decision.options[place], self._sight, self._folder)]

    def compare(self, words: str, width: int = 1_000) -> list[Text]:
        """Returns how the answers that contain these words differ (`compared.compare`). Raises Unknown."""
        if self._meant.asked is None:
            raise Unknown(say(self._language, "compares_nothing"))
        return compared.compare(self._match, self._meant.asked, words, self._sight, width)

    def _arguments(self, text: Explained, words: list[str] | None) -> tuple[Any, ...]:
        words = joined(words, text.params)
        if (words is None and text.params) or (words is not None and len(words) != len(text.params)):
            example = f"{text.id}({', '.join(name for name, _ in text.params)})"
            raise Unknown(say(self._language, "arguments", name=text.id, example=example))
        return tuple(self._meant.values(words or (), [t for _, t in text.params]).values())

    def _why_last(self) -> list[Text]:
        """Explains what the story told last of an event or dice, in its words: the source, the values that it depended
        on and the chain that led to it. Of what was told since the last answer it takes the last that depended on any
        value."""
        m, game = self._match.state, self._match.game
        since = last_told(game, self._sight, since_answer=True)
        told = next((one for one in since if self._worked(one.chain)), None)
        told = told or next(last_told(game, self._sight), None)
        if told is None:
            raise Unknown(say(self._language, "why_what"))
        causes = [shown.cause(m, one, self._sight) for one in told.chain]
        lines = [Text(line, "bold") for line in told.lines]
        lines[-1].append(f"  {shown.place_words(causes[-1][1], self._folder)}", "not bold dim")
        chain = say(self._language, "chain", chain=" > ".join(words for words, _ in causes))
        return [*lines, *self._worked(told.chain), Text(f"  {chain}", "dim")]

    def _worked(self, chain: Sequence[Began | Reacted]) -> list[Text]:
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

    def _chains(self, fits: Callable[[Began, Event], bool]) -> Iterator[list[Began | Reacted]]:
        """Yields what led to each event that matches, the last event first, as far as the viewer may know it."""
        m, trace, viewer = self._match.state, self._match.game.trace, self._sight.viewer
        for index in range(len(trace) - 1, -1, -1):
            entry = trace[index]
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
        wanted = list(self._meant.values(joined(words, params) or (), [t for _, t in params]).values())
        chain = self._last(lambda _, of: of is event, wanted)
        if chain is not None:
            return [*shown.causes(self._match.state, chain, self._sight, self._folder), *self._worked(chain)]
        raise Unknown(say(self._language, "never_happened", what=labels.called(event, self._language)))

    def why_not(self, words: str) -> list[Text]:
        """Explains why something is not among the answers (`Missing.why_not`). Raises Unknown."""
        return self._missing.why_not(words)

    def look(self, words: str) -> list[Text]:
        """Returns what is known of everything with this name (`Looker.look`). Raises Unknown."""
        return Looker(self._match.state, self._sight, self._names, self._folder).look(words)
