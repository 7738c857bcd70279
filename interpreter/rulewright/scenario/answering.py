"""Answers places, formations and ways that nobody lists, and compares why others are refused with what a test says.

Separate because what an answer means (`meaning`) is one thing, and what to report where it does not fit another.
"""
from __future__ import annotations

from rulewright import session
from rulewright.play import opened, view
from rulewright.play.formed import MOST_MARCHED
from rulewright.play.routed import MOST_LEGS
from rulewright.play.state import Decision
from rulewright.scenario.case import Answer, Where
from rulewright.scenario.compare import Comparing
from rulewright.scenario.playing import Stop
from rulewright.scenario.position import Unfit


class Answering(Comparing):
    """One test whose places are answered."""

    def about(self, d: Decision) -> str:
        return f"player {d.player + 1} is asked: {view.prompt(self.m, d, d.player)}"

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
