"""Draws a random legal answer to an offer without listing all answers: it draws one, judges it alone, and draws again
until one is legal.

Separate because people, saves and logs need every answer, but a bot that tries out a match on a copy needs only one at
random. In such copies the offers are drafts (`State.drafting`): calls that are complete except for what is slow to
check.

The law: a draft that its judge refuses is excluded from all later draws. So each draw is from a set that contains every
legal answer, and each legal answer is taken with the same probability. If answers cannot be listed, one draft stands
for all answers that differ only in what is searched for. When it is drawn, the search starts from another point than
last time; if that search finds nothing, the draft is excluded. Whether there is any such answer at all is decided by
the same search that listing uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias, overload

from rulewright.play.bounds import answers, spend
from rulewright.play.chance import Source
from rulewright.play.state import Decision, Frame, OnDemand, State

_JUDGED: Final = 150  # steps of calling a judge, in addition to what it charges itself
_STREAM: Final = "bot"
_ALL: Final = 1 << 60  # more than there ever are
_ELSEWHERE: Final = 1 << 20  # starting points of a search
# A call, the function that judges it (None: it is legal) and the arguments of that function after match and frame; or
# None, and the function that searches for calls (see `_Search`).
Draft: TypeAlias = tuple[Any, Callable[..., Any] | None, tuple[Any, ...]]


class _Search:
    """Stands for calls that differ only in what is searched for. The arguments of `find` are match and frame, `told`,
    how many calls to find (0: as many as an offer lists), and the starting point (0: that of an offer). `first`: the
    first of these calls, if it has been requested."""

    __slots__ = ("find", "first", "told")

    def __init__(self, find: Callable[..., list[Any]], told: tuple[Any, ...]) -> None:
        self.find, self.told = find, told
        self.first: Any = None

    def calls(self, m: State, frame: Frame, many: int = 0, begin: int = 0) -> list[Any]:
        """At most `many` of these calls. Raises Runaway."""
        spend(m, _JUDGED)
        return self.find(m, frame, *self.told, many, begin)


class Drafts(OnDemand):
    """The answers to one question, drafted as needed, and each judged when a caller needs to know whether it is
    legal."""

    __slots__ = ("_frame", "_known", "_listed", "_m", "_missed", "_site", "_waiting", "passing")

    def __init__(self, m: State, frame: Frame, site: int) -> None:
        self._m, self._frame, self._site = m, frame, site
        self._known: list[Draft | _Search] = []  # drafted and not refused so far
        self._waiting: Iterator[Draft] | None = None  # the drafts still to come; None before the first
        self._listed: tuple[Any, ...] | None = None
        self._missed: list[_Search] = []  # searches of which a draw from elsewhere has found nothing
        self.passing = False  # whether `None` is an answer, too

    def beside(self, made: State) -> Drafts:
        """The same question for a copy of its match: drafted again, as calls may hold what was copied."""
        drafts = Drafts(made, made.frames[-1], self._site)
        drafts.passing = self.passing
        return drafts

    def _draft(self, many: int) -> bool:
        """Drafts calls until `many` are known; False if there are fewer."""
        known = self._known
        try:
            if self._waiting is None:
                self._waiting = iter(self._m.p.drafts[self._site](self._m, self._frame))
            while len(known) < many:
                made = next(self._waiting, None)
                if made is None:
                    return False
                call, judge, told = made
                known.append(made if call is not None or judge is None else _Search(judge, told))
        except BaseException:  # nothing is lost: the next caller gets the same exception
            self._waiting = None
            known.clear()
            raise
        return True

    def draw(self, chance: Source) -> Any:
        """Draws an answer; there must be one. Raises Runaway."""
        self._draft(_ALL)
        while True:
            left = self._left()
            if not left and self._missed and not self.passing:
                self._again()
                continue
            place = chance.draw(len(left) + self.passing, _STREAM)
            if place == len(left):
                return None
            number = left[place]
            one = self._known[number]
            if isinstance(one, _Search):
                found = one.calls(self._m, self._frame, 1, 1 + chance.draw(_ELSEWHERE, _STREAM))
                if found:
                    return found[0]
                if one.first is not None:
                    return one.first
                self._missed.append(one)
            elif self._legal(number, 1):
                return one[0]

    def _left(self) -> Sequence[int]:
        """The numbers of the drafts that may be drawn."""
        if not self._missed:
            return range(len(self._known))
        return [i for i, one in enumerate(self._known) if one not in self._missed]

    def _again(self) -> None:
        """Nothing was found from elsewhere: falls back to what a list would contain."""
        missed, self._missed = self._missed, []
        for number in reversed(range(len(self._known))):
            if self._known[number] in missed:
                self._legal(number, 1)

    def at_least(self, many: int) -> bool:
        """Whether at least `many` calls are legal; drafts and judges no more than needed. Raises Runaway."""
        found = number = 0
        while found < many and self._draft(number + 1):
            legal = self._legal(number, many - found)
            found += legal
            number += legal > 0
        return found >= many

    def _legal(self, number: int, many: int) -> int:
        """How many legal calls a draft stands for, up to `many`; a draft with none is removed."""
        one = self._known[number]
        if isinstance(one, _Search):
            if many == 1 and one.first is not None:
                return 1
            found = one.calls(self._m, self._frame, many)
            if found:
                one.first = found[0]
                return len(found)
        else:
            call, judge, told = one
            if judge is None:
                return 1
            spend(self._m, _JUDGED)
            if judge(self._m, self._frame, *told):
                self._known[number] = (call, None, ())
                return 1
        del self._known[number]
        return 0

    def listed(self) -> tuple[Any, ...]:
        """All answers, in the order in which an offer lists them. Raises Runaway."""
        if self._listed is None:
            self._draft(_ALL)
            calls: list[Any] = []
            number = 0
            while number < len(self._known):
                one = self._known[number]
                if isinstance(one, _Search):
                    calls += one.calls(self._m, self._frame)
                elif self._legal(number, 1):
                    calls.append(one[0])
                else:
                    continue
                number += 1
            self._listed = (*calls, None) if self.passing else tuple(calls)
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
    """Draws an answer to a question; each listable answer is equally likely. If the match drafts its offers, the answer
    is judged alone. Steps are charged to the match. Raises Runaway."""
    options = d.options
    if isinstance(options, Drafts):
        return options.draw(chance)
    return options[chance.draw(len(options), _STREAM)]


def listed(d: Decision | None) -> None:
    """Lists the answers to a question of drafts: from now on it is an ordinary question. Raises Runaway."""
    if d is not None and isinstance(d.options, Drafts):
        d.options = d.options.listed()
