"""The answers to an offer that nobody has listed: one is drawn and judged alone, and again until one is legal.

Separate because people, saves and logs need every answer. Whoever tries a match out on a copy needs one at random:
there the offers of a match are drafts (`State.drafting`), calls of which all is known but what takes long to ask.

The law: a draft that its judge refuses is left out of all that is drawn later. So each draw is from a set that holds
every legal answer, and the one that is taken is any of these with the same probability. Of answers that nobody can list
one draft stands for all that are alike but for what is looked for: when it is drawn, one is looked for from elsewhere
than last time, and where that finds none, it is left out. Whether there is any at all is looked for as where answers
are listed.
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
_ELSEWHERE: Final = 1 << 20  # places from which a search may begin
# A call, what decides about it (None: it is legal) and what that is told beside match and frame; or None, and what
# looks for calls (see `_Search`).
Draft: TypeAlias = tuple[Any, Callable[..., Any] | None, tuple[Any, ...]]


class _Search:
    """Stands for calls that are alike but for what is looked for. `find` is told match and frame, `told`, how many
    calls it is to find (0: as many as an offer lists), and from where (0: as an offer does). `first`: the first of
    these, if anybody has asked for one."""

    __slots__ = ("find", "first", "told")

    def __init__(self, find: Callable[..., list[Any]], told: tuple[Any, ...]) -> None:
        self.find, self.told = find, told
        self.first: Any = None

    def calls(self, m: State, frame: Frame, many: int = 0, begin: int = 0) -> list[Any]:
        """So many of them. Raises Runaway."""
        spend(m, _JUDGED)
        return self.find(m, frame, *self.told, many, begin)


class Drafts(Unlisted):
    """The answers to one question, drafted as far as somebody asks, and each judged when somebody wants to know of it.
    """

    __slots__ = ("_frame", "_known", "_listed", "_m", "_missed", "_site", "_waiting", "passing")

    def __init__(self, m: State, frame: Frame, site: int) -> None:
        self._m, self._frame, self._site = m, frame, site
        self._known: list[Draft | _Search] = []  # those that have been drafted, and have not been refused
        self._waiting: Iterator[Draft] | None = None  # the others; None before the first
        self._listed: tuple[Any, ...] | None = None
        self._missed: list[_Search] = []  # those of which a draw has found none from elsewhere
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
                call, judge, told = made
                known.append(made if call is not None or judge is None else _Search(judge, told))
        except BaseException:  # nothing is lost: whoever asks again runs into the same
            self._waiting = None
            known.clear()
            raise
        return True

    def draw(self, chance: Source) -> Any:
        """An answer; there has to be one. Raises Runaway."""
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
        """The numbers of those that may be drawn."""
        if not self._missed:
            return range(len(self._known))
        return [i for i, one in enumerate(self._known) if one not in self._missed]

    def _again(self) -> None:
        """Nothing was found from elsewhere: what a list would have counts."""
        missed, self._missed = self._missed, []
        for number in reversed(range(len(self._known))):
            if self._known[number] in missed:
                self._legal(number, 1)

    def at_least(self, many: int) -> bool:
        """Whether so many calls are legal; no more are drafted and judged than that takes. Raises Runaway."""
        found = number = 0
        while found < many and self._draft(number + 1):
            legal = self._legal(number, many - found)
            found += legal
            number += legal > 0
        return found >= many

    def _legal(self, number: int, many: int) -> int:
        """How many of so many calls a draft stands for, as far as they are legal; one that stands for none is gone."""
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
    """An answer to a question, each that can be listed as likely as any other. Where the match drafts its offers, it is
    judged alone. What takes steps is charged to the match. Raises Runaway."""
    options = d.options
    if isinstance(options, Drafts):
        return options.draw(chance)
    return options[chance.draw(len(options), _STREAM)]


def listed(d: Decision | None) -> None:
    """Lists the answers to a question, if it is one of drafts: from now on it is as any other. Raises Runaway."""
    if d is not None and isinstance(d.options, Drafts):
        d.options = d.options.listed()
