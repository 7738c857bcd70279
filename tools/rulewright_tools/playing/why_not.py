"""Explains the arguments of `why not`: what is against an answer that is not offered.

Separate because it starts from a question that is pending, and most of it is about what is missing there.
"""

from __future__ import annotations

from typing import Any

from rich.text import Text

from rulewright.numbers import whole_number
from rulewright.play import labels, opened, why
from rulewright.play.seen import Unseen
from rulewright_tools.playing import placing
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.meant import Meant
from rulewright_tools.playing.names import Unknown, named
from rulewright_tools.playing.typed import call
from rulewright_tools.show import why as shown
from rulewright_tools.show.pieces import Sight, Signs
from rulewright_tools.show.question import are_numbers
from rulewright_tools.show.words import say


def secret(language: str) -> Unknown:
    """Returns the message for an explanation that reads something that the viewer may not know, whatever its value."""
    return Unknown(say(language, "hangs_on_secrets"))


class Missing:
    """What is missing among the answers of a match, explained to one viewer. `folder`: the folder of the content, as
    the user wrote it."""

    def __init__(self, match: Match, sight: Sight, signs: Signs, folder: str, meant: Meant) -> None:
        self._match = match
        self._sight = sight
        self._signs = signs
        self._folder = folder
        self._meant = meant
        self._language = sight.language

    def why_not(self, words: str) -> list[Text]:
        """Explains why something is not among the answers to the pending question. Raises Unknown."""
        if not words:
            raise Unknown(say(self._language, "why_what"))
        m = self._match.state
        folded = [] if self._meant.asked is None else [option.casefold() for option in self._match.options(self._sight)]
        if words.casefold() in folded:
            return self._is_offered(folded, words.casefold())
        number = None if are_numbers(folded) else whole_number(words, 1, len(folded))
        if number is not None and words.isdecimal():  # As a line of its own it would be that answer.
            return [Text(say(self._language, "offered", number=number))]
        for one, at_table in (("pass", "passes"), ("enough", "enough")):
            called = labels.word(one, self._language)
            if words.casefold() in (one, called, say(self._language, at_table)) and self._meant.asked is not None:
                return self._why_not_pass(called)
        placed = None if self._meant.asked is None else placing.read(m, words, self._signs, self._sight)
        if placed is not None:
            return self._why_not_placed(placed)
        name, arguments = call(words)
        events = named(m.p.program.events, name, self._language)
        if events:
            event = m.p.program.events.index(events[0])
            return self._why_not_call(event, self._meant.candidate(events[0], event, arguments))
        decision = self._meant.asked
        site = m.p.program.sites[decision.site] if decision is not None and decision.site >= 0 else None
        for event in dict.fromkeys(self._meant.lines()):
            meant = self._meant.call_with(event, words)
            if meant is not None:
                return self._why_not_call(event, meant)
        if site is None or site.type is None:
            raise Unknown(say(self._language, "no_such_answer", word=words))
        value = self._meant.names.value(words, site.type)
        what = self._sight.value(m, value, site.type)
        if what.casefold() in folded:
            return self._is_offered(folded, what.casefold())
        try:
            found = why.absence(m, value, self._language, self._sight.viewer)
        except Unseen:
            raise secret(self._language) from None
        return shown.failing(what, found, self._folder, self._language)

    def _why_not_placed(self, number: int | str) -> list[Text]:
        """Explains why an unlisted place, way or formation is not an answer, by its number; or what is wrong with it.
        """
        if isinstance(number, str):
            raise Unknown(number)
        m, d = self._match.state, self._meant.asked
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
            raise secret(self._language) from None
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
            raise secret(self._language) from None
        return shown.failing(what, found, self._folder, self._language)

    def _is_offered(self, options: list[str], one: str) -> list[Text]:
        """Explains how to give an answer that is offered."""
        number = one if are_numbers(options) else options.index(one) + 1
        return [Text(say(self._language, "offered", number=number))]

    def _why_not_call(self, event: int, args: tuple[Any, ...]) -> list[Text]:
        """Explains why a call is not among the answers."""
        offered = self._meant.offered(event)
        if args in offered:
            return [Text(say(self._language, "offered", number=offered[args]))]
        try:
            found = self._meant.against(event, args)
        except Unseen:
            raise secret(self._language) from None
        if not found and self._is_unlisted(event, args):
            return [Text(say(self._language, "can_be_answered"))]
        # In the words of the answers, if such answers exist.
        words = self._sight.offered if event in self._meant.lines() else self._sight.call
        return shown.failing(words(self._match.state, event, args), found, self._folder, self._language)

    def _is_unlisted(self, event: int, args: tuple[Any, ...]) -> bool:
        """Returns whether a call can be an answer although it is not listed: it is like a listed one, but elsewhere."""
        m, d = self._match.state, self._meant.asked
        if d is None or not opened.takes_unlisted(m, d):
            return False
        for i, option in enumerate(d.options):
            line = None if option is None else m.p.program.sites[d.site].offers[option[0]]
            if line is not None and line.event == event and line.spot >= 0:
                member = args[line.spot]
                alike = opened.at_place(m, d, i, member) == (option[0], args)
                if alike and placing.can(m, opened.number_of(i, member)):
                    return True
        return False
