"""Plays a test up to its first question, to find what is offered in its position, whatever the test expects.

Separate because two editions of a game are compared in the positions of their tests, and these tests need not pass in
the other edition.
"""

from __future__ import annotations

from rulewright.play.load import Linked
from rulewright.play.state import Runaway, State
from rulewright.scenario.made import Companion, Doing
from rulewright.scenario.playing import Difference, Result, Steps, Stop
from rulewright.scenario.position import Numbers, Unfit, set_up
from rulewright.scenario.run import Run


def first_question(companion: Companion, linked: Linked, numbers: Numbers, steps: Steps) -> State | str:
    """The match of a test at its first question, or at its end if no player is asked (then `pending` is None). The
    reason, in words, if the test has errors or cannot get that far, because dice are missing or the rules do not
    terminate."""
    if companion.case.broken:
        return "the test has errors"
    result = Result(companion.case)
    try:
        position = set_up(companion, linked, numbers)
    except Unfit as wrong:
        return str(wrong)
    except Runaway as found:
        return found.what
    _UpToQuestion(companion, result, position, numbers, steps).all()
    if position.m.pending is None and result.differences:
        return result.differences[0].message
    return position.m


class _UpToQuestion(Run):
    """Answers nothing and compares nothing."""

    def answer(self, doing: Doing) -> None:
        if self.m.pending is not None:
            raise Stop

    def own_refusals(self, doing: Doing) -> list[Difference]:
        return []

    def leftovers(self) -> None:
        pass

    def compare(self, doing: Doing) -> None:
        pass
