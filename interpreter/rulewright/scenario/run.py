"""Plays one test and compares what came of it with what the test says: a result with every difference.

Separate because it joins the others: position, answers, what was heard. It says nothing itself; `report` makes the
words.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from rulewright import session
from rulewright.limits import MOST_STEPS
from rulewright.play import labels, setup
from rulewright.play.bounds import refill
from rulewright.play.dice import ONE_OF
from rulewright.play.load import Linked
from rulewright.play.refusals import failing
from rulewright.play.state import Record, Runaway, State
from rulewright.scenario import answers
from rulewright.scenario.case import Answer, Case, Thing
from rulewright.scenario.companion import Claim, Companion, Watched
from rulewright.scenario.dice import Dictated, NotThere, OutOfDice, TooHigh
from rulewright.scenario.drawn import differences
from rulewright.scenario.position import Numbers, Position, Unfit, set_up
from rulewright.scenario.sight import difference
from rulewright.scenario.watch import Condition, Watch
from rulewright.scenario.words import Words
from rulewright.shapes import FIELDS

MAX_QUESTIONS = 10_000
_MOST_REFUSALS: Final = 20  # of calls that a test makes itself are told


@dataclass(slots=True)
class Difference:
    """Something that is not as the test says: where in its file, what, and lines that explain."""

    line: int
    message: str
    details: tuple[str, ...] = ()


@dataclass(slots=True)
class Result:
    """What became of a test. `position` and `watch` are there once it was set up."""

    case: Case
    differences: list[Difference] = field(default_factory=list)
    position: Position | None = None
    watch: Watch | None = None

    @property
    def passed(self) -> bool:
        """Whether everything was as the test says."""
        return not self.differences and not self.case.broken


class Stop(Exception):
    """The test cannot go on."""


class Steps:
    """The steps that tests may take together; those of one decision are bounded by themselves."""

    def __init__(self, linked: Linked) -> None:
        self.most = self.left = linked.match_steps

    def given(self) -> int:
        """For the next thing that is played or asked. Raises Runaway when none are left."""
        if self.left <= 0:
            raise Runaway(f"more than {self.most:,} steps for all tests that are run", [])
        return min(self.left, MOST_STEPS)

    def took(self, m: State, given: int) -> None:
        """Counts them when it is over, however it ended. Raises Runaway where it was ended by having too few."""
        self.left -= given - max(m.fuel, 0)
        if m.fuel < 0 and given < MOST_STEPS:
            self.given()


def run(companion: Companion, linked: Linked, numbers: Numbers, steps: Steps) -> Result:
    """Plays a test. A test with mistakes is not played."""
    result = Result(companion.case)
    if not companion.case.broken:
        try:
            result.position = set_up(companion, linked, numbers)
        except Unfit as wrong:
            result.differences.append(Difference(companion.case.line, str(wrong)))
        else:
            _Run(companion, result, result.position, numbers, steps).all()
    return result


class _Run:
    def __init__(
        self, companion: Companion, result: Result, position: Position, numbers: Numbers, steps: Steps
    ) -> None:
        self.companion = companion
        self.steps = steps
        self.case = companion.case
        self.result = result
        self.position = position
        self.numbers = numbers
        self.m = position.m
        self.words = Words(self.m, position.names)
        self.watch = Watch(self.m, [self.condition(one) for one in (*companion.happened, *companion.not_happened)])
        self.ended_early = False

    def differ(self, line: int, message: str, *details: str) -> None:
        self.result.differences.append(Difference(line, message, details))

    def all(self) -> None:
        self.result.watch = self.watch
        self.m.trace = self.watch
        self.play_and_compare()
        self.own_refusals()

    def play_and_compare(self) -> None:
        try:
            self.begin()
            self.answer()
        except Stop:
            return
        except Unfit as wrong:
            self.differ(self.case.line, str(wrong))
            return
        except NotThere as out:
            zone = self.words.value(out.zone, ("zone", "", ()))
            lie = ", ".join(self.words.entity(e) for e in out.items) or "nothing"
            self.differ(self.case.line, f"{zone} is shuffled, and no '{out.name}' is there", f"there is: {lie}")
            return
        except OutOfDice as out:
            given = "none is" if not out.given else f"only {out.given} {'is' if out.given == 1 else 'are'}"
            rolled = "one of a set" if out.die == ONE_OF else f"a {out.die}"
            message = f"{rolled} is rolled and {given} dictated"
            self.differ(self.case.line, message, f"add to `dice: {{{out.die}: [..]}}`")
            return
        except TooHigh as out:
            self.differ(self.case.line, f"one of {out.faces} is rolled, and number {out.number} is dictated")
            return
        except Runaway as found:
            self.differ(self.case.line, found.what, *([f"running: {' > '.join(found.chain)}"] if found.chain else []))
            return
        self.leftovers()
        self.refusals()
        self.events()
        try:
            self.claims()
            for seat, seen, thing in self.case.sight:
                self.sight(seat, seen, thing)
        except Runaway as found:
            self.differ(self.case.line, found.what)
        if self.case.position is not None:
            for message in differences(self.case, self.position, self.case.position):
                self.differ(self.case.position.span.first.line, message)

    # -- playing ---------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        m = self.m
        if self.case.play:
            self.begin_event(m.p.program.start, ())
        elif self.companion.do is not None:
            self.begin_event(self.numbers.events[self.companion.do], self.position.constants(self.case))

    def begin_event(self, event: int, args: tuple[Any, ...]) -> None:
        with self.bounded() as given:
            setup.start(self.m, event, args, given)

    @contextmanager
    def bounded(self) -> Iterator[int]:
        """Counts the steps of a block, which is given so many."""
        given = self.steps.given()
        try:
            yield given
        finally:
            self.steps.took(self.m, given)

    def answer(self) -> None:
        m = self.m
        waiting = list(self.case.answers)
        asked = 0
        while m.pending is not None:
            d = m.pending
            options = answers.options_of(self.words, d)
            line = self.case.answers[asked].span.first.line if asked < len(self.case.answers) else self.case.line
            asked += 1
            question = labels.prompt(m, d)
            about = f"player {d.player + 1} is asked: {question}"
            if not waiting:
                self.differ(line, f"a question without an answer: {about}", f"options: {answers.told(options)}")
                raise Stop
            answer = waiting.pop(0)
            self.look(answer, d.player, question, options, line)
            if answer.choose is None:
                self.ended_early = True
                return
            found = answers.matching(answer.choose, options)
            if len(found) != 1:
                problem = "is no option" if not found else f"fits {len(found)} options"
                self.differ(line, f"'{answer.choose}' {problem}", about, f"options: {answers.told(options)}")
                raise Stop
            self.watch.answer(d, d.options[found[0]], options[found[0]].shown)
            with self.bounded() as given:
                session.answer(m, d.options[found[0]], None, given)
        if waiting:
            more = f", and so are {len(waiting) - 1} behind it" if len(waiting) > 2 else ""
            more = ", and so is the one behind it" if len(waiting) == 2 else more
            chosen = waiting[0].choose or ".."
            self.differ(waiting[0].span.first.line,
                        f"nobody is asked any more: the answer '{chosen}' is left over{more}")

    def look(self, answer: Answer, player: int, question: str, options: list[answers.Option], line: int) -> None:
        """What an answer says of its question."""
        told = f"options: {answers.told(options)}"
        if answer.player is not None and answer.player != player:
            message = f"player {player + 1} is asked, not player {answer.player + 1}"
            self.differ(line, message, f"the question: {question}", told)
            raise Stop
        if answer.prompt is not None and answer.prompt != question:
            self.differ(line, f"the question is '{question}', not '{answer.prompt}'")
        for text in answer.offered:
            if not answers.matching(text, options):
                self.differ(line, f"'{text}' is not offered", told)
        for text in answer.not_offered:
            if answers.matching(text, options):
                self.differ(line, f"'{text}' is offered", told)
        for seen, things in ((True, answer.sees), (False, answer.not_sees)):
            for thing in things:
                self.sight(player, seen, thing)
        d = self.m.pending
        assert d is not None
        secret = d.site >= 0 and self.m.p.program.sites[d.site].secret
        if answer.in_secret is not None and answer.in_secret is not secret:
            words = "everybody is told this answer" if answer.in_secret else "this answer is told to nobody else"
            self.differ(line, words)

    def sight(self, seat: int, seen: bool, thing: Thing) -> None:
        """What a seat is said to know now, or not."""
        wrong = difference(self.position, self.numbers, self.words, seat, seen, thing)
        if wrong is not None:
            self.differ(thing.span.first.line, wrong)

    # -- comparing -------------------------------------------------------------------------------------------------

    def leftovers(self) -> None:
        chance = self.m.chance
        if isinstance(chance, Dictated) and not self.ended_early:
            for die, numbers in chance.left().items():
                faces = ", ".join(face(self.m, die, number) for number in numbers)
                verb = "is" if len(numbers) == 1 else "are"
                self.differ(self.case.line, f"{len(numbers)} of the dictated {die} {verb} never rolled: {faces}")
            for zone, count in chance.unused().items():
                name = self.words.value(zone, ("zone", "", ()))
                verb = "is" if count == 1 else "are"
                self.differ(self.case.line, f"{count} of the dictated orders of {name} {verb} never asked for")

    def refusals(self) -> None:
        events = self.m.p.program.events
        for one in self.case.refused:
            mine = [reasons for _, event, _, reasons in self.watch.refusals if events[event].id == one.event.id]
            line = one.span.first.line
            if not mine:
                self.differ(line, f"'{one.event.id}' was not refused")
            elif not any(set(one.conditions) <= {name for name, _, _ in reasons} for reasons in mine):
                names = sorted({name or "a forbid" for name, _, _ in mine[-1]})
                self.differ(line, f"'{one.event.id}' was refused, but not by {', '.join(one.conditions)}",
                            f"it was refused by: {', '.join(names)}", *_reasons(mine[-1]))

    def own_refusals(self) -> None:
        """What the test itself called and was refused: told before all else, as most of it follows from that."""
        expected = {one.event.id for one in self.case.refused}
        events = self.m.p.program.events
        found = [
            Difference(self.case.line, f"{self.words.call(event, args)} was refused",
                       (*_reasons(reasons), f"if that is what the test shows: `refused: {{{events[event].id}: [..]}}`"))
            for (place, event, args, reasons), own in zip(self.watch.refusals, self.watch.own, strict=True)
            if own and events[event].id not in expected and self.companion.do is not None
            and self.watch[place].depth == 1
        ]  # fmt: skip
        self.result.differences[:0] = found[:_MOST_REFUSALS]

    def events(self) -> None:
        count = len(self.companion.happened)
        missing = self.watch.in_order(range(count))
        if missing is not None:
            one = self.companion.happened[missing]
            before = f" after '{self.companion.happened[missing - 1].words}'" if missing else ""
            again = " (it did before)" if missing and self.watch.matched[missing] else ""
            self.differ(one.line, f"this did not happen{before}{again}: {one.words}", *self.runs(one))
        for i, one in enumerate(self.companion.not_happened):
            if self.watch.matched[count + i]:
                _, _, record = self.watch.over[self.watch.matched[count + i][0]]
                self.differ(one.line, f"this happened: {one.words}", self.told(record))

    def runs(self, watched: Watched) -> list[str]:
        """What runs of the event there were instead."""
        ids = {self.numbers.events[one] for one in watched.events}
        runs = [self.told(record) for _, _, record in self.watch.over if record[0] in ids]
        return [f"there was: {one}" for one in runs[:5]]

    def told(self, record: Record) -> str:
        """A run with its fields."""
        e = self.m.p.program.events[record[0]]
        fields = [f"{name} {self.words.value(v, t)}" for v, (name, t) in zip(record[FIELDS:], e.fields, strict=False)]
        return f"{e.id} {', '.join(fields)}".rstrip()

    def condition(self, watched: Watched) -> tuple[frozenset[int], Condition | None]:
        p = self.m.p.program
        events = frozenset(self.numbers.events[one] for one in watched.events)
        if watched.permission is None:
            return events, None
        text = p.texts[f"permission {watched.permission}"]
        function = self.m.p.names[text.function]
        names = {one.name: one for one in self.case.constants}
        own = next(i for i, (name, _) in enumerate((*text.params, ("player_1", None))) if name in names)
        constants = [names[name] for name, _ in text.params[own:]]

        def holds(m: State, record: Record) -> bool:
            return bool(function(m, *record[FIELDS:FIELDS + own], *(self.position.constant(one) for one in constants)))

        return events, holds

    def claims(self) -> None:
        try:
            constants = self.position.constants(self.case)
        except Unfit as wrong:
            self.differ(self.case.line, f"when the test is over {wrong}", "`then` asks for places of the board that is "
                        "laid at the end")
            return
        for words, line, conjuncts in self.companion.then:
            for claim in conjuncts:
                if not self.ask(f"permission {claim.permission}", constants):
                    self.differ(line, f"this does not hold: {words}", *self.shown(claim, words, constants))
                    break

    def ask(self, text: str, constants: tuple[Any, ...]) -> Any:
        with self.bounded() as given:
            refill(self.m, given)
            return self.m.p.names[self.m.p.program.texts[text].function](self.m, *constants)

    def shown(self, claim: Claim, whole: str, constants: tuple[Any, ...]) -> list[str]:
        """Both sides of a comparison that failed; why a call cannot be made."""
        lines = [f"because of: {claim.words}"] if claim.words != whole else []
        values = [self.ask(f"value {side.value}", constants) for side in claim.sides]
        if claim.call is not None:
            with self.bounded() as given:
                refill(self.m, given)
                return lines + _reasons(failing(self.m, self.numbers.events[claim.call], tuple(values)))
        sides = zip(claim.sides, values, strict=True)
        return lines + [f"{side.words} = {self.words.value(v, side.type)}" for side, v in sides]


def _reasons(reasons: list[Any]) -> list[str]:
    return [f"{name or 'a forbid'}: {text} ({place[0]}:{place[1]})" for name, place, text in reasons]


def face(m: State, die: str, number: int) -> str:
    """A number that a die draws, as its face."""
    for name, (tag, enum, _), faces in m.p.program.dice:
        if name == die:
            return m.p.program.enums[enum][faces[number]].id if tag == "enum" else str(faces[number])
    return str(number + 1)
