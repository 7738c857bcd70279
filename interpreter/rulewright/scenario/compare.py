"""Compares the result of a step of a test with what the test says: refusals, events, conditions, sight, the board.

Separate because nothing is played here, except what a condition evaluates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rulewright.play.bounds import refill
from rulewright.play.dice import ONE_OF
from rulewright.play.refusals import failing
from rulewright.play.shown import figures, header
from rulewright.play.sight import Sight
from rulewright.play.state import Record, Runaway, State
from rulewright.scenario.answers import begins, plain
from rulewright.scenario.case import HEADER, Reads, Refusal
from rulewright.scenario.dice import Dictated, told
from rulewright.scenario.drawn import differences
from rulewright.scenario.made import Claim, Doing, Watched
from rulewright.scenario.playing import Difference, Playing
from rulewright.scenario.position import Unfit
from rulewright.scenario.watch import Condition
from rulewright.shapes import FIELDS, OUTCOMES

_MOST_REFUSALS: Final = 20  # the most reported refusals of calls that a test makes itself


class Comparing(Playing):
    """One test whose steps are compared."""

    def conditions(self, doing: Doing) -> list[tuple[frozenset[int], Condition | None]]:
        """The conditions to evaluate for every finished event while a step is played."""
        return [self.condition(one) for one in doing.watched]

    def compare(self, doing: Doing) -> None:
        """Compares everything that a step says about its end."""
        self.refusals(doing)
        self.events(doing)
        self.claims(doing)
        try:
            for seat, seen, thing in doing.step.sight:
                self.sight(seat, seen, thing)
            for one in doing.step.reads:
                self.reads(one)
        except Runaway as found:
            self.differ(doing.step.line, found.what)
        self.stands(doing)
        if doing.step.position is not None:
            for message in differences(self.case, self.position, doing.step.position):
                self.differ(doing.step.position.span.first.line, message)

    def stands(self, doing: Doing) -> None:
        """Compares the positions of things."""
        for name, (wanted, span) in doing.step.stands.items():
            at = self.m.at[self.position.by_name[name]]
            there = f"at {self.m.board.show(at)}" if at >= 0 else "nowhere"
            try:
                right = at == self.spot(wanted)
            except Unfit as wrong:
                self.differ(span.first.line, str(wrong))
                continue
            if not right:
                self.differ(span.first.line, f"{name} is {there}, not at {wanted}")

    def reads(self, wanted: Reads) -> None:
        """Compares what people read of a thing, a player or the match, with full knowledge."""
        sight = Sight(None)
        if wanted.words == HEADER:
            told = [header(self.m, sight)]
        elif wanted.piece is not None:
            told = [one.told for one in figures(self.m, "entity", self.position.by_name[wanted.piece], sight)]
        else:
            size, index = ("match", 0) if wanted.player is None else ("player", wanted.player)
            told = [one.told for one in figures(self.m, size, index, sight)]
        missing = [line for line in wanted.lines if line not in told]
        more = [line for line in told if wanted.only and line not in wanted.lines]
        words = [f"{wanted.words} does not show '{line}'" for line in missing]
        words += [f"{wanted.words} also shows '{line}'" for line in more]
        if wanted.only and not words and [*wanted.lines] != told:
            words = [f"{wanted.words} shows these lines in another order"]
        for one in words:
            self.differ(wanted.span.first.line, one, f"it shows: {', '.join(told) or 'nothing'}")

    def leftovers(self) -> None:
        """Reports dictated dice and orders that were not used."""
        chance = self.m.chance
        if isinstance(chance, Dictated):
            for key, numbers in chance.left().items():
                faces = ", ".join(face(self.m, key[0], number) for number in numbers)
                verb = "is" if len(numbers) == 1 else "are"
                what = f"results of '{told(key)}'" if key[0] == ONE_OF else told(key)
                self.differ(self.case.line, f"{len(numbers)} of the dictated {what} {verb} never rolled: {faces}")
            for zone, count in chance.unused().items():
                name = self.words.value(zone, ("zone", "", ()))
                verb = "is" if count == 1 else "are"
                self.differ(self.case.line, f"{count} of the dictated orders of {name} {verb} never used")

    def refusals(self, doing: Doing) -> None:
        """Reports calls that should have been refused."""
        events = self.m.p.program.events
        for one in doing.step.refused:
            mine = [self.watch.reasons[place] for place, event, args in self.watch.refusals
                    if self.is_meant(one, event, args)]
            line = one.span.first.line
            what = one.call or one.event.id
            if not mine:
                others = [self.words.call(event, args) for _, event, args in self.watch.refusals
                          if events[event].id == one.event.id]
                self.differ(line, f"'{what}' was not refused", *(f"refused instead: {other}" for other in others[:5]))
            elif not any(set(one.conditions) <= {name for name, _, _ in reasons} for reasons in mine):
                names = sorted({name or "a forbid" for name, _, _ in mine[-1]})
                self.differ(line, f"'{what}' was refused, but not by {', '.join(one.conditions)}",
                            f"it was refused by: {', '.join(names)}", *_reasons(mine[-1]))

    def is_meant(self, refusal: Refusal, event: int, args: tuple[Any, ...]) -> bool:
        """Whether a refused call is the one that a step expects."""
        if self.m.p.program.events[event].id != refusal.event.id:
            return False
        if refusal.call is None:
            return True
        call = self.words.call(event, args)
        return plain(refusal.call) == plain(call) or begins(refusal.call, call)

    def own_refusals(self, doing: Doing) -> list[Difference]:
        """Calls of a step itself that were refused. These come first, because most other differences follow from them.
        """
        if doing.do is None:
            return []
        found = [
            Difference(doing.step.line, f"{self.words.call(event, args)} was refused",
                       (*_reasons(self.watch.reasons[place], self.watch.measured.get(place, ())),
                        f"if the test expects this, write `refused: {{{self.m.p.program.events[event].id}: [..]}}`"))
            for (place, event, args), own in zip(self.watch.refusals, self.watch.own, strict=True)
            if own and not any(self.is_meant(one, event, args) for one in doing.step.refused)
            and self.watch[place].depth == 1 + len(self.companion.during)
        ]  # fmt: skip
        return found[:_MOST_REFUSALS]

    def events(self, doing: Doing) -> None:
        """Compares which events happened, did not happen, or happened a number of times."""
        count = len(doing.step.happened)
        missing = self.watch.in_order(range(count))
        if missing is not None:
            one = doing.watched[missing]
            before = f" after '{doing.watched[missing - 1].words}'" if missing else ""
            again = " (it did before)" if missing and self.watch.matched[missing] else ""
            self.differ(one.line, f"this did not happen{before}{again}: {one.words}", *self.runs(one))
        counted = dict.fromkeys(range(count, count + len(doing.step.not_happened)), 0)
        exactly = enumerate(doing.step.exactly, count + len(counted))
        counted |= {i: times for i, (_, times) in exactly}
        for i, times in counted.items():
            one, found = doing.watched[i], self.watch.matched[i]
            runs = [self.told(self.watch.over[place][2]) for place in found[:5]]
            if times == 0 and found:
                self.differ(one.line, f"this happened: {one.words}", runs[0])
            elif not found and times:
                self.differ(one.line, f"this did not happen, but should happen {_times(times)}: {one.words}",
                            *self.runs(one))  # fmt: skip
            elif len(found) != times:
                self.differ(one.line, f"this happened {_times(len(found))}, not {_times(times)}: {one.words}",
                            *(f"found: {run}" for run in runs))

    def runs(self, watched: Watched) -> list[str]:
        """The runs of the event that happened instead."""
        ids = {self.numbers.events[one] for one in watched.events}
        runs = [f"found: {self.told(record)}" for _, _, record in self.watch.over if record[0] in ids]
        runs += [f"it began, but was {OUTCOMES[self.watch.outcomes[id(record)]]}: {self.told(record)}"
                 for record in self.watch.vain if record[0] in ids]
        return runs[:5]

    def told(self, record: Record) -> str:
        """A run with its fields."""
        e = self.m.p.program.events[record[0]]
        fields = [f"{name} {self.words.value(v, t)}" for v, (name, t) in zip(record[FIELDS:], e.fields, strict=False)]
        return f"{e.id} {', '.join(fields)}".rstrip()

    def condition(self, watched: Watched) -> tuple[frozenset[int], Condition | None]:
        """The events of a pattern by number, and the condition for each."""
        p = self.m.p.program
        events = frozenset(self.numbers.events[one] for one in watched.events)
        made = watched.permission
        if made is None:
            return events, None
        function = self.m.p.names[p.texts[f"permission {made.id}"].function]

        def holds(m: State, record: Record) -> bool:
            whole = (record,) if watched.whole else ()
            return bool(function(m, *record[FIELDS:FIELDS + watched.fields], *whole, *self.constants(made)))

        return events, holds

    def claims(self, doing: Doing) -> None:
        """Compares the conditions that must be true."""
        for words, line, conjuncts in doing.then:
            for claim in conjuncts:
                try:
                    names = self.constants(claim.permission)
                    if self.ask(f"permission {claim.permission.id}", names):
                        continue
                    self.differ(line, f"this is not true: {words}", *self.shown(claim, words, names))
                except Unfit as wrong:
                    self.differ(line, f"this cannot be evaluated: {words}", str(wrong),
                                "`then` uses the board at the end of the step")
                except Runaway as found:
                    self.differ(line, f"this cannot be evaluated: {words}", found.what)
                break

    def shown(self, claim: Claim, whole: str, names: tuple[Any, ...]) -> list[str]:
        """Both sides of a comparison that failed; the reasons if a call is refused."""
        lines = [f"because of: {claim.words}"] if claim.words != whole else []
        values = [self.ask(f"value {side.value}", names) for side in claim.sides]
        if claim.call is not None:
            with self.bounded() as given:
                refill(self.m, given)
                return lines + _reasons(failing(self.m, self.numbers.events[claim.call], tuple(values)))
        sides = zip(claim.sides, values, strict=True)
        return lines + [f"{side.words} = {self.words.value(v, side.type)}" for side, v in sides]


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _reasons(reasons: list[Any], measured: Sequence[tuple[str, ...]] = ()) -> list[str]:
    """The conditions that refused a call, each with its line and what it measured."""
    told = [", ".join(one) for one in measured] or [""] * len(reasons)
    return [f"{name or 'a forbid'}: {text} ({place[0]}:{place[1]})" + (f": {lengths}" if lengths else "")
            for (name, place, text), lengths in zip(reasons, told, strict=True)]


def face(m: State, die: str, number: int) -> str:
    """The face for a number that a die draws."""
    for name, (tag, enum, _), faces in m.p.program.dice:
        if name == die:
            return m.p.program.enums[enum][faces[number]].id if tag == "enum" else str(faces[number])
    return str(number + 1)
