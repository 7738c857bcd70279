"""Plays one test: its steps one after the other, each compared with what it says, to a result with every difference.

Separate because it joins the others: position, answers, what was heard. It says nothing itself; `report` makes the
words.
"""
from __future__ import annotations

from rulewright import session
from rulewright.play import opened, setup, trampoline, view
from rulewright.play.dice import ONE_OF
from rulewright.play.formed import formation
from rulewright.play.load import Linked
from rulewright.play.routed import MOST_LEGS
from rulewright.play.state import Concluded, Decision, Record, Runaway
from rulewright.scenario import answers
from rulewright.scenario.case import Answer, Where
from rulewright.scenario.compare import Comparing
from rulewright.scenario.dice import Dictated, NotThere, OutOfDice, TooHigh
from rulewright.scenario.made import Companion, Doing
from rulewright.scenario.passing import declined
from rulewright.scenario.playing import Difference, Result, Steps, Stop
from rulewright.scenario.position import Numbers, Unfit, set_up
from rulewright.space.plane.spoken import parted

# So many choices that were taken unasked are told where an answer is left over.
_TAKEN = 3

__all__ = ["Difference", "Result", "Steps", "run"]


def run(companion: Companion, linked: Linked, numbers: Numbers, steps: Steps) -> Result:
    """Plays a test. A test with mistakes is not played."""
    result = Result(companion.case)
    if not companion.case.broken:
        try:
            result.position = set_up(companion, linked, numbers)
        except Unfit as wrong:
            result.differences.append(Difference(companion.case.line, str(wrong)))
        except Runaway as found:
            result.differences.append(Difference(companion.case.line, found.what))
        else:
            Run(companion, result, result.position, numbers, steps).all()
    return result


class Run(Comparing):
    """One test while it is played."""

    def all(self) -> None:
        self.result.watch = self.watch
        self.m.trace = self.watch
        if isinstance(self.m.chance, Dictated):
            self.m.chance.around = self.around
        for number, doing in enumerate(self.companion.steps):
            self.watch.begin_step(self.conditions(doing))
            self.result.taken.clear()
            before = len(self.result.differences)
            stopped = not self.play_and_compare(number, doing)
            self.result.differences[before:before] = self.own_refusals(doing)
            if stopped:
                return

    def around(self) -> tuple[str, ...]:
        """The events that are running, and the classes of each before it, outermost first."""
        events = self.m.p.program.events
        return tuple(name for one in self.watch.going_on for name in (*events[one].classes, events[one].id))

    def play_and_compare(self, number: int, doing: Doing) -> bool:
        """Whether the next step can be taken."""
        try:
            self.begin(number, doing)
            self.answer(doing)
        except Stop:
            return False
        except Unfit as wrong:
            self.differ(doing.step.line, str(wrong))
            return False
        except NotThere as out:
            zone = self.words.value(out.zone, ("zone", "", ()))
            lie = ", ".join(self.words.entity(e) for e in out.items) or "nothing"
            self.differ(doing.step.line, f"{zone} is shuffled, and no '{out.name}' is there", f"there is: {lie}")
            return False
        except OutOfDice as out:
            given = "none is" if not out.given else f"only {out.given} {'is' if out.given == 1 else 'are'}"
            rolled = "one of a set" if out.die.partition(" in ")[0] == ONE_OF else f"a {out.die}"
            message = f"{rolled} is rolled and {given} dictated"
            self.differ(doing.step.line, message, f"add to `dice: {{{out.die}: [..]}}`")
            return False
        except TooHigh as out:
            self.differ(doing.step.line, f"one of {out.faces} is rolled, and number {out.number} is dictated")
            return False
        except Runaway as found:
            chain = [f"running: {' > '.join(found.chain)}"] if found.chain else []
            self.differ(doing.step.line, found.what, *chain)
            return False
        if doing is self.companion.steps[-1] and self.m.pending is None:
            self.leftovers()
        self.compare(doing)
        return True

    # -- playing ---------------------------------------------------------------------------------------------------

    def begin(self, number: int, doing: Doing) -> None:
        """Does what the step does."""
        acts = doing.step.play or doing.do is not None
        if acts and self.m.pending is not None:
            question = view.prompt(self.m, self.m.pending, self.m.pending.player)
            self.differ(doing.step.line, "this step begins while somebody is asked",
                        f"player {self.m.pending.player + 1} is asked: {question}", "answer that before `do`")
            raise Stop
        if doing.step.play:
            with self.bounded() as given:
                setup.start(self.m, self.m.p.program.start, (), given)
        elif doing.do is not None:
            event = self.numbers.events[doing.do.id]
            run = self.begun(event, self.constants(doing.do))
            if run is not None:
                self.position.runs[number] = run

    def begun(self, event: int, args: tuple[object, ...]) -> Record | None:
        """Begins the text of a step; None if it ended what was running around it."""
        with self.bounded() as given:
            try:
                return setup.begin_text(self.m, event, args, given)
            except Concluded as stop:
                trampoline.unwind(self.m, stop.record)
                trampoline.run(self.m)
                return None

    def answer(self, doing: Doing) -> None:
        """Answers what is asked, until the step is over."""
        m = self.m
        waiting = list(doing.step.answers)
        while m.pending is not None:
            d = m.pending
            options = answers.options_of(self.words, d)
            answer = waiting[0] if waiting else None
            index = None if answer is None else self.fitting(answer, d, options)
            if index is None and self.declines(d, options, answer):
                continue
            if answer is None:
                if doing.step.open:
                    return
                self.differ(doing.step.line, f"a question without an answer: {self.about(d)}",
                            f"options: {answers.told(options)}", *self.unasked())
                raise Stop
            waiting.pop(0)
            self.look(answer, d, options)
            if answer.refused:
                self.places_refused(answer, d, options)
                if answer.at is None:
                    continue
            if answer.choose is None:
                return
            if index is None:
                found = answers.matching(answer.choose, options)
                problem = "is no option" if not found else f"fits {len(found)} options"
                self.differ(answer.span.first.line, f"'{answer.choose}' {problem}", self.about(d),
                            f"options: {answers.told(options)}", *self.taken(answer), *self.unasked())
                raise Stop
            self.choose(d, index, options, answer)
        if waiting:
            self.left_over(waiting)

    def about(self, d: Decision) -> str:
        return f"player {d.player + 1} is asked: {view.prompt(self.m, d, d.player)}"

    def fitting(self, answer: Answer, d: Decision, options: list[answers.Option]) -> int | None:
        """The option that an answer means, if the question is one that it answers."""
        if answer.choose is None or (answer.player is not None and answer.player != d.player):
            return None
        found = answers.matching(answer.choose, options)
        return found[0] if len(found) == 1 or (found and answer.at is not None) else None

    def declines(self, d: Decision, options: list[answers.Option], answer: Answer | None) -> bool:
        """Whether a question was passed unasked, as the test says: none that the next answer is about."""
        if not self.case.passes or (answer is not None and answer.choose is None and answer.player in (None, d.player)):
            return False
        index = declined(self.m, d, self.case.passes)
        if index is None:
            return False
        self.result.unasked.append(self.about(d))
        self.choose(d, index, options)
        return True

    def choose(self, d: Decision, index: int, options: list[answers.Option], answer: Answer | None = None) -> None:
        option, shown = d.options[index], options[index].shown
        if answer is not None and answer.at is not None:
            option = self.there(answer, d, index)
            shown = answers.shown(self.words, d, option)
        self.watch.answer(d, option, shown)
        with self.bounded() as given:
            session.answer(self.m, option, None, given)

    def there(self, answer: Answer, d: Decision, index: int) -> object:
        """What is answered at a place that need not be among the options."""
        line = answer.span.first.line
        if not opened.is_place(self.m, d):
            self.differ(line, "no place is asked for that is not listed", self.about(d))
            raise Stop
        assert answer.at is not None
        place = self.member(answer.at, d, index)
        if not self.is_of(d, index, place, line):
            raise Stop
        try:
            return opened.option_of(self.m, opened.number_of(index, place))
        except opened.Unlisted as found:
            told = session.told_refusal(self.m, index, place, None) if found.place != -1 else "that answer has no place"
            self.differ(line, told, self.about(d))
            raise Stop from None

    def member(self, where: Where, d: Decision, like: int) -> opened.Member:
        """The place, formation or way that an answer says; one place alone is that of a formation of one thing."""
        asked = opened.member_in(self.m, d, d.options[like])
        if isinstance(where, str):
            if opened.is_way(asked):
                return self.goal(where, asked[0])
            if opened.is_formation(asked) and len(asked) == 1:
                ((e, goal),) = asked
                return ((e, self.goal(where, goal[0] if type(goal) is tuple else None)),)
            return self.spot(where)
        by_name = self.position.by_name
        starts = {e: goal[0] for e, goal in asked if type(goal) is tuple} if opened.is_formation(asked) else {}
        return formation({by_name[thing]: self.goal(place, starts.get(by_name[thing])) for thing, place in where})

    def goal(self, where: str, start: int | None) -> int | tuple[int, ...]:
        """A place; of what goes a way, that way through places from where it stands."""
        if start is None:
            return self.spot(where)
        named = [where] if where in self.case.spots else parted(where)
        return (start, *(self.spot(one) for one in named))

    def is_of(self, d: Decision, like: int, member: opened.Member, line: int) -> bool:
        """Whether a place, a formation or a way can stand in an option at all: a formation is of just its things."""
        asked = opened.member_in(self.m, d, d.options[like])
        if opened.at_place(self.m, d, like, member) is not None:
            return True
        if opened.is_way(asked):
            wanted = f"a way of at most {MOST_LEGS} legs is asked for"
        elif not opened.is_formation(asked):
            wanted = "no place is asked for that is not listed" if asked == -1 else "a single place is asked for"
        else:
            wanted = f"places are asked for {', '.join(self.words.entity(e) for e, _ in asked)}, for just these"
        self.differ(line, wanted, self.about(d))
        return False

    def places_refused(self, answer: Answer, d: Decision, options: list[answers.Option]) -> None:
        """Places that cannot be answered, each for the conditions that are said."""
        line = answer.span.first.line
        if not opened.is_place(self.m, d):
            self.differ(line, "no place is asked for that is not listed", self.about(d))
            return
        found = [] if answer.choose is None else answers.matching(answer.choose, options)
        like = found[0] if found else 0
        for where in answer.refused:
            member = self.member(where, d, like)
            if not self.is_of(d, like, member, line):
                continue
            name = where if isinstance(where, str) else ", ".join(map(" ".join, where))
            failing = opened.refused(self.m, like, member)
            names = tuple(dict.fromkeys(one.name or one.text for one in failing))
            if not failing:
                self.differ(line, f"{name} can be answered", self.about(d))
            elif answer.because is not None and set(names) != set(answer.because):
                wanted = ", ".join(answer.because)
                self.differ(line, f"{name} is refused because of {', '.join(names)}, not of {wanted}", self.about(d))

    def left_over(self, waiting: list[Answer]) -> None:
        more = f", and so are {len(waiting) - 1} behind it" if len(waiting) > 2 else ""
        more = ", and so is the one behind it" if len(waiting) == 2 else more
        chosen = waiting[0].choose or ".."
        self.differ(waiting[0].span.first.line, f"nobody is asked any more: the answer '{chosen}' is left over{more}",
                    *self.taken(waiting[0]), *self.unasked())

    def taken(self, answer: Answer) -> list[str]:
        """What was taken in this step without a question: what an answer means, if it is among that, else the last."""
        meant = [one for one in self.result.taken if answer.choose and answers.matching(answer.choose, [one[0]])]
        return [f"taken: {option.shown}, {'with all others' if several else 'the only one'} ({question})"
                for option, several, question in (meant or self.result.taken)[-_TAKEN:]]

    def unasked(self) -> list[str]:
        """What the test did not have to answer."""
        return [f"passed, as `passes` says: {one}" for one in self.result.unasked]

    def look(self, answer: Answer, d: Decision, options: list[answers.Option]) -> None:
        """What an answer says of its question."""
        line, question = answer.span.first.line, view.prompt(self.m, d, d.player)
        told = f"options: {answers.told(options)}"
        if answer.player is not None and answer.player != d.player:
            message = f"player {d.player + 1} is asked, not player {answer.player + 1}"
            self.differ(line, message, f"the question: {question}", told)
            raise Stop
        if answer.prompt is not None and answer.prompt != question:
            self.differ(line, f"the question is '{question}', not '{answer.prompt}'")
        offered = (*answer.offered, *(answer.offered_only or ()))
        for text in offered:
            if not answers.matching(text, options):
                self.differ(line, f"'{text}' is not offered", told)
        for text in answer.not_offered:
            if answers.matching(text, options):
                self.differ(line, f"'{text}' is offered", told)
        if answer.offered_only is not None:
            meant = {index for text in answer.offered_only for index in answers.matching(text, options)}
            for index in (i for i in range(len(options)) if i not in meant):
                self.differ(line, f"'{options[index].shown}' is offered too", told)
        for missing in dict.fromkeys(self.no_places((*offered, *answer.not_offered))):
            self.differ(line, f"the board has no place {missing}", told)
        for seen, things in ((True, answer.sees), (False, answer.not_sees)):
            for thing in things:
                self.sight(d.player, seen, thing)
        secret = d.site >= 0 and self.m.p.program.sites[d.site].secret
        if answer.in_secret is not None and answer.in_secret is not secret:
            words = "everybody is told this answer" if answer.in_secret else "this answer is told to nobody else"
            self.differ(line, words)

    def no_places(self, texts: tuple[str, ...]) -> list[str]:
        """What is written like a place in answers, and is none of the board that lies now."""
        words = [word for text in texts for word in answers.places_in(text)]
        return [word for word in words if word not in self.position.by_name and self.m.board.parse(word) is None]
