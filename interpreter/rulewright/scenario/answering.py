"""Finds the option that an answer of a test means, and the place in it, listed or not.

Separate because places, formations and ways are answered that nobody lists, and others are said to be refused.
"""
from __future__ import annotations

import re

from rulewright import session
from rulewright.play import opened, view
from rulewright.play.formed import MOST_MARCHED, formation
from rulewright.play.routed import MOST_LEGS
from rulewright.play.state import Decision
from rulewright.scenario import answers
from rulewright.scenario.case import Answer, Where
from rulewright.scenario.compare import Comparing
from rulewright.scenario.playing import Stop
from rulewright.scenario.position import Unfit
from rulewright.space.forms import FORMS
from rulewright.space.plane.spoken import parted


class Answering(Comparing):
    """One test whose answers are understood."""

    def about(self, d: Decision) -> str:
        return f"player {d.player + 1} is asked: {view.prompt(self.m, d, d.player)}"

    def fitting(self, answer: Answer, d: Decision, options: list[answers.Option]) -> int | None:
        """The option that an answer means, if the question is one that it answers."""
        if answer.player is not None and answer.player != d.player:
            return None
        found = self.meant(answer, d, options)
        if len(found) > 1 and (answer.at is not None or answer.refused or self.names_place(answer, d)):
            alike = {opened.beside_place(self.m, d, d.options[index]) for index in found}
            return found[0] if len(alike) == 1 else None
        return found[0] if len(found) == 1 else None

    def meant(self, answer: Answer, d: Decision, options: list[answers.Option]) -> list[int]:
        """The options that an answer could mean. Where it names none but a place that may be answered, or is about
        places alone, these are all that have one."""
        found = self.matching(answer.choose, options) if answer.choose is not None else []
        if found or not (self.names_place(answer, d) if answer.choose is not None else answer.at or answer.refused):
            return found
        return [i for i, one in enumerate(d.options) if opened.beside_place(self.m, d, one) is not None]

    def matching(self, text: str, options: list[answers.Option]) -> list[int]:
        """The options that a text means, or the place that the test calls so."""
        return answers.matching(self.case.spots.get(text, text), options)

    def names_place(self, answer: Answer, d: Decision) -> bool:
        """Whether what is chosen is a place, or a way, that may be answered though nobody lists it."""
        chosen = answer.choose or ""
        named = FORMS[self.m.p.program.board].named
        return opened.is_place(self.m, d) and all(
            one in self.case.spots or re.fullmatch(named, one) for one in (
                [chosen] if chosen in self.case.spots else parted(chosen)))  # fmt: skip

    def there(self, where: Where, answer: Answer, d: Decision, index: int) -> object:
        """What is answered at a place that need not be among the options."""
        line = answer.span.first.line
        place = self.member(where, d, index, line)
        if place is None:
            raise Stop
        try:
            return opened.option_of(self.m, opened.number_of(index, place))
        except opened.Unlisted as found:
            told = session.told_refusal(self.m, index, place, None) if found.place != -1 else "that answer has no place"
            self.differ(line, told, self.about(d))
            raise Stop from None

    def member(self, where: Where, d: Decision, like: int, line: int) -> opened.Member | None:
        """The place, formation or way that an answer says; None and a difference if it cannot stand in an option."""
        if opened.beside_place(self.m, d, d.options[like]) is None:
            self.differ(line, "no place is asked for that is not listed", self.about(d))
            return None
        try:
            member = self.member_of(where, d, like)
        except Unfit as wrong:
            self.differ(line, str(wrong), self.about(d))
            return None
        if opened.at_place(self.m, d, like, member) is None:
            self.differ(line, self.wanted(opened.member_in(self.m, d, d.options[like]), member), self.about(d))
            return None
        return member

    def member_of(self, where: Where, d: Decision, like: int) -> opened.Member:
        """What an answer says; one place alone is that of a formation of one thing. Raises Unfit."""
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
        """A place; of what goes a way, that way through places from where it stands."""
        named = [where] if where in self.case.spots else parted(where)
        if start is None and len(named) > 1:
            raise Unfit(f"a place is asked for, and '{where}' is a way")
        if start is None:
            return self.spot(where)
        return (start, *(self.spot(one) for one in named))

    def wanted(self, asked: opened.Member, member: opened.Member) -> str:
        """What is asked for, of what cannot stand in an option: a formation is of just its things."""
        if opened.is_way(asked):
            return f"a way of at most {MOST_LEGS} legs is asked for"
        if not opened.is_formation(asked):
            return "a single place is asked for"
        things = [e for e, _ in asked]
        if opened.is_march(asked) and opened.is_formation(member) and [e for e, _ in member] == things:
            return f"a way has at most {MOST_LEGS} legs, and all together have at most {MOST_MARCHED}"
        return f"places are asked for {', '.join(map(self.words.entity, things))}, for just these"

    def places_refused(self, answer: Answer, d: Decision, like: int) -> None:
        """Places that cannot be answered as an option is, each for the conditions that are said."""
        line = answer.span.first.line
        for where in answer.refused:
            member = self.member(where, d, like, line)
            if member is None:
                continue
            name = _where_told(where)
            failing = opened.refused(self.m, like, member)
            names = tuple(dict.fromkeys(one.name or one.text for one in failing))
            if not failing:
                self.differ(line, f"{name} can be answered", self.about(d))
            elif answer.because is not None and set(names) != set(answer.because):
                wanted = ", ".join(answer.because)
                self.differ(line, f"{name} is refused because of {', '.join(names)}, not of {wanted}", self.about(d))


def told_as(answer: Answer) -> str:
    """What an answer is called in a report: what it chooses, or where."""
    return answer.choose or _where_told(answer.at or (answer.refused[0] if answer.refused else ""))


def _where_told(where: Where) -> str:
    return where if isinstance(where, str) else ", ".join(map(" ".join, where))
