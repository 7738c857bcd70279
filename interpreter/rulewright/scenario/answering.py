"""Answers with places, formations and ways that are not listed as options, and compares why places are refused with the
test.

Separate because the meaning of an answer (`meaning`) is one task, and the report of an answer that does not fit is
another.
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
    """One test whose questions about places are answered."""

    def about(self, d: Decision) -> str:
        return f"player {d.player + 1} is asked: {view.prompt(self.m, d, d.player)}"

    def there(self, where: Where, answer: Answer, d: Decision, index: int) -> object:
        """The answer for a place that need not be among the options."""
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
        """The place, formation or way in an answer; None and a difference if it cannot be part of an option."""
        if opened.beside_place(self.m, d, d.options[like]) is None:
            self.differ(line, "this question accepts no unlisted place", self.about(d))
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
        """The message for a member that cannot be part of an option. A formation must have exactly the things of the
        question."""
        if opened.is_way(asked):
            return f"expected a way of at most {MOST_LEGS} legs"
        if not opened.is_formation(asked):
            return "expected a single place"
        things = [e for e, _ in asked]
        if opened.is_march(asked) and opened.is_formation(member) and [e for e, _ in member] == things:
            return f"expected ways of at most {MOST_LEGS} legs each and {MOST_MARCHED} in total"
        return f"expected a place for each of {', '.join(map(self.words.entity, things))}, and no other"

    def places_refused(self, answer: Answer, d: Decision, like: int) -> None:
        """Compares the places that must be refused, each with its stated conditions."""
        line = answer.span.first.line
        for where in answer.refused:
            member = self.member(where, d, like, line)
            if member is None:
                continue
            name = _where_told(where)
            failing = opened.refused(self.m, like, member)
            names = tuple(dict.fromkeys(one.name or one.text for one in failing))
            if not failing:
                self.differ(line, f"{name} is not refused", self.about(d))
            elif answer.because is not None and set(names) != set(answer.because):
                wanted = ", ".join(answer.because)
                self.differ(line, f"{name} is refused because of {', '.join(names)}, not because of {wanted}",
                            self.about(d))  # fmt: skip


def told_as(answer: Answer) -> str:
    """The name of an answer in a report: its choice, or its place."""
    return answer.choose or _where_told(answer.at or (answer.refused[0] if answer.refused else ""))


def _where_told(where: Where) -> str:
    return where if isinstance(where, str) else ", ".join(map(" ".join, where))
