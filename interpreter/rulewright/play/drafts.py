"""The answers to an offer that nobody has listed: one is drawn and judged alone, and again until one is legal.

Separate because people, saves and logs need every answer. Whoever tries a match out on a copy needs one at random:
there the offers of a match are drafts (`State.drafting`), calls of which all is known but what takes long to ask.

The law: a draft that its judge refuses is left out of all that is drawn later. So each draw is from a set that holds
every legal answer, and the one that is taken is any of these with the same probability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias, overload

from rulewright.play.bounds import answers, spend
from rulewright.play.chance import Source
from rulewright.play.state import Decision, Frame, State, Unlisted

_JUDGED: Final = 150  # steps of asking a judge, beside what it charges itself
_STREAM: Final = "bot"
_ALL: Final = 1 << 60  # more than there ever are
# A call, what decides about it (None: it is legal) and what that is told beside match and frame.
Draft: TypeAlias = tuple[Any, Callable[..., bool] | None, tuple[Any, ...]]


class Drafts(Unlisted):
    """The answers to one question, drafted as far as somebody asks, and each judged when somebody wants to know of it.
    """

    __slots__ = ("_frame", "_known", "_listed", "_m", "_site", "_waiting", "passing")

    def __init__(self, m: State, frame: Frame, site: int) -> None:
        self._m, self._frame, self._site = m, frame, site
        self._known: list[Draft] = []  # those that have been drafted, and have not been refused
        self._waiting: Iterator[Draft] | None = None  # the others; None before the first
        self._listed: tuple[Any, ...] | None = None
        self.passing = False  # whether `None` is an answer, too

    def beside(self, made: State) -> Drafts:
        """The same question of a copy of its match: drafted anew, as calls may hold what was copied."""
        drafts = Drafts(made, made.frames[-1], self._site)
        drafts.passing = self.passing
        return drafts

    def _draft(self, many: int) -> bool:
        """Drafts calls until so many are known; False if there are fewer."""
        known = self._known
        try:
            if self._waiting is None:
                self._waiting = iter(self._m.p.drafts[self._site](self._m, self._frame))
            while len(known) < many:
                made = next(self._waiting, None)
                if made is None:
                    return False
                known.append(made)
        except BaseException:  # nothing is lost: whoever asks again runs into the same
            self._waiting = None
            known.clear()
            raise
        return True

    def draw(self, chance: Source) -> Any:
        """An answer, each equally likely; there has to be one. Raises Runaway."""
        drafts = self._known
        self._draft(_ALL)
        while True:
            number = chance.draw(len(drafts) + self.passing, _STREAM)
            if number == len(drafts):
                return None
            if self._stands(number):
                return drafts[number][0]

    def at_least(self, many: int) -> bool:
        """Whether so many calls are legal; no more are drafted and judged than that takes. Raises Runaway."""
        found = 0
        while found < many and self._draft(found + 1):
            found += self._stands(found)
        return found >= many

    def _stands(self, number: int) -> bool:
        """Whether a draft is legal; if not, it is gone."""
        drafts = self._known
        call, judge, told = drafts[number]
        if judge is None:
            return True
        spend(self._m, _JUDGED)
        if judge(self._m, self._frame, *told):
            drafts[number] = (call, None, ())
            return True
        del drafts[number]
        return False

    def listed(self) -> tuple[Any, ...]:
        """All answers, in the order in which an offer lists them. Raises Runaway."""
        if self._listed is None:
            self.at_least(_ALL)
            calls = tuple([call for call, _, _ in self._known])
            self._listed = (*calls, None) if self.passing else calls
            answers(self._m, self._listed)
        return self._listed

    def __bool__(self) -> bool:
        return self.passing or self.at_least(1)

    def __len__(self) -> int:
        return len(self.listed())

    @overload
    def __getitem__(self, number: int) -> Any: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Any]: ...

    def __getitem__(self, number: int | slice) -> Any:
        return self.listed()[number]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.listed())


def drawn(d: Decision, chance: Source) -> Any:
    """An answer to a question, each equally likely. Where the match drafts its offers, it is judged alone. What takes
    steps is charged to the match. Raises Runaway."""
    options = d.options
    if isinstance(options, Drafts):
        return options.draw(chance)
    return options[chance.draw(len(options), _STREAM)]


def listed(d: Decision | None) -> None:
    """Lists the answers to a question, if it is one of drafts: from now on it is as any other. Raises Runaway."""
    if d is not None and isinstance(d.options, Drafts):
        d.options = d.options.listed()
