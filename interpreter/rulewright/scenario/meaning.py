"""Finds the meaning of an answer in a test: the option of a question, and the place in it, listed or not.

Separate because all code that plays a test interprets its answers alike, and only one module reports answers that do
not fit.
"""
from __future__ import annotations

import re

from rulewright.play import opened
from rulewright.play.formed import formation
from rulewright.play.state import Decision
from rulewright.scenario import answers
from rulewright.scenario.case import Answer, Case, Where
from rulewright.scenario.position import Position, Unfit, place_of
from rulewright.space.forms import FORMS
from rulewright.space.plane.spoken import parted


class Meaning:
    """One test at its position, whose answers are interpreted."""

    def __init__(self, case: Case, position: Position) -> None:
        self.case = case
        self.position = position
        self.m = position.m
        self.words = position.words()

    def spot(self, name: str) -> int:
        """The place with a name, or a name of `spots`. Raises Unfit."""
        return place_of(self.m, self.case.spots.get(name, name))

    def fitting(self, answer: Answer, d: Decision, options: list[answers.Option]) -> int | None:
        """The option that an answer means, if it answers the question."""
        if answer.player is not None and answer.player != d.player:
            return None
        found = self.meant(answer, d, options)
        if len(found) > 1 and (answer.at is not None or answer.refused or self.names_place(answer, d)):
            alike = {opened.beside_place(self.m, d, d.options[index]) for index in found}
            return found[0] if len(alike) == 1 else None
        return found[0] if len(found) == 1 else None

    def meant(self, answer: Answer, d: Decision, options: list[answers.Option]) -> list[int]:
        """The options that an answer may mean. If it names none of them but a possible place, or only gives a place,
        these are all options with a place."""
        found = self.matching(answer.choose, options) if answer.choose is not None else []
        if found and all(d.options[one] == d.options[found[0]] for one in found):
            return found[:1]  # a list that contains it several times, such as equal dice
        if found or not (self.names_place(answer, d) if answer.choose is not None else answer.at or answer.refused):
            return found
        return [i for i, one in enumerate(d.options) if opened.beside_place(self.m, d, one) is not None]

    def matching(self, text: str, options: list[answers.Option]) -> list[int]:
        """The options that a string means, or the place with that name in the test."""
        return answers.matching(self.case.spots.get(text, text), options)

    def names_place(self, answer: Answer, d: Decision) -> bool:
        """Whether the choice is a place or a way that may be answered without being listed."""
        chosen = answer.choose or ""
        named = FORMS[self.m.p.program.board].named
        return opened.takes_unlisted(self.m, d) and all(
            one in self.case.spots or re.fullmatch(named, one) for one in (
                [chosen] if chosen in self.case.spots else parted(chosen)))  # fmt: skip

    def where(self, answer: Answer, options: list[answers.Option]) -> Where | None:
        """The place to answer in an option: the choice itself may be an unlisted place. None: the option as it is."""
        if answer.at is None and answer.choose and not self.matching(answer.choose, options):
            return answer.choose
        return answer.at

    def member_of(self, where: Where, d: Decision, like: int) -> opened.Member:
        """The contents of an answer; a single place counts as a formation of one thing. Raises Unfit."""
        asked = opened.member_in(self.m, d, d.options[like])
        if isinstance(where, str):
            if opened.is_way(asked):
                return self.goal(where, asked[0])
            if opened.is_formation(asked) and len(asked) == 1:
                ((e, goal),) = asked
                return ((e, self.goal(where, goal[0] if type(goal) is tuple else None)),)
            return self.goal(where, None)
        by_name = self.position.by_name
        starts = {e: goal[0] for e, goal in asked if type(goal) is tuple} if opened.is_formation(asked) else {}
        return formation({by_name[thing]: self.goal(place, starts.get(by_name[thing])) for thing, place in where})

    def goal(self, where: str, start: int | None) -> int | tuple[int, ...]:
        """A place; for a thing that goes a way, the way through the places from its current one."""
        named = [where] if where in self.case.spots else parted(where)
        if start is None and len(named) > 1:
            raise Unfit(f"expected a place, found the way '{where}'")
        if start is None:
            return self.spot(where)
        return (start, *(self.spot(one) for one in named))
