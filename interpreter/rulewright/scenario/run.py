"""Plays one test, step by step, compares each step with the test, and returns all differences.

Separate because it combines the others: position, answers, recorded events. It creates no output; `report` does.
"""
from __future__ import annotations

from collections.abc import Iterable

from rulewright import session
from rulewright.effects import nodes as n
from rulewright.play import setup, trampoline, view
from rulewright.play.dice import ONE_OF
from rulewright.play.load import Linked
from rulewright.play.state import Concluded, Decision, Record, Runaway
from rulewright.scenario import answers
from rulewright.scenario.answering import Answering, told_as
from rulewright.scenario.case import Answer, Step
from rulewright.scenario.dice import Dictated, NotThere, OutOfDice, TooHigh
from rulewright.scenario.made import Companion, Doing
from rulewright.scenario.passing import declined
from rulewright.scenario.playing import Difference, Result, Steps, Stop
from rulewright.scenario.position import Numbers, Unfit, set_up

# The most choices taken without asking that are shown for an unused answer.
_TAKEN = 3

__all__ = ["Difference", "Result", "Steps", "run"]


def run(companion: Companion, linked: Linked, numbers: Numbers, steps: Steps) -> Result:
    """Plays a test. A test with errors is not played."""
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


class Run(Answering):
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
        """The running events, each after its classes, outermost first."""
        events = self.m.p.program.events
        return tuple(name for one in self.watch.going_on for name in (*events[one].classes, events[one].id))

    def play_and_compare(self, number: int, doing: Doing) -> bool:
        """Plays and compares a step. Returns whether the next step can be played."""
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
            self.differ(doing.step.line, f"{zone} is shuffled, but '{out.name}' is not in it", f"it contains: {lie}")
            return False
        except OutOfDice as out:
            given = "none is" if not out.given else f"only {out.given} {'is' if out.given == 1 else 'are'}"
            rolled = "one of a set" if out.die.partition(" in ")[0] == ONE_OF else f"a {out.die}"
            message = f"{rolled} is rolled, but {given} dictated"
            self.differ(doing.step.line, message, f"add to `dice: {{{out.die}: [..]}}`")
            return False
        except TooHigh as out:
            self.differ(doing.step.line, f"one of {out.faces} is rolled, but number {out.number} is dictated")
            return False
        except Runaway as found:
            chain = [f"running: {' > '.join(found.chain)}"] if found.chain else []
            self.differ(doing.step.line, found.what, *chain)
            return False
        if self.m.pending is None:
            self.watch.settle()
        if doing is self.companion.steps[-1]:
            self.leftovers()
        self.compare(doing)
        return True

    # -- playing ---------------------------------------------------------------------------------------------------

    def begin(self, number: int, doing: Doing) -> None:
        """Starts the action of the step."""
        acts = doing.step.play or doing.do is not None
        if acts and self.m.pending is not None:
            question = view.prompt(self.m, self.m.pending, self.m.pending.player)
            self.differ(doing.step.line, "this step begins while a question is open",
                        f"player {self.m.pending.player + 1} is asked: {question}", "answer it before `do`")
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
        """Starts the block of a step; None if it ended the events running around it."""
        with self.bounded() as given:
            try:
                return setup.begin_text(self.m, event, args, given)
            except Concluded as stop:
                trampoline.unwind(self.m, stop.record)
                trampoline.run(self.m)
                return None

    def answer(self, doing: Doing) -> None:
        """Answers the questions until the step is over."""
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
            if answer.choose is None and answer.at is None and not answer.refused:
                return
            if index is None:
                found = self.meant(answer, d, options)
                fits = answer.choose is not None and self.matching(answer.choose, options)
                several = f"fits {len(found)} options" if fits else "could be part of several options"
                problem = several if found else "is not an option"
                self.differ(answer.span.first.line, f"'{told_as(answer)}' {problem}", self.about(d),
                            f"options: {answers.told(options)}", *self.taken(answer), *self.unasked())
                raise Stop
            if answer.refused:
                self.places_refused(answer, d, index)
                if answer.at is None:
                    continue
            self.choose(d, index, options, answer)
        if waiting:
            self.left_over(doing.step, waiting)

    def declines(self, d: Decision, options: list[answers.Option], answer: Answer | None) -> bool:
        """Whether a question was passed without asking, as the test states. A question that the next answer is about is
        not passed."""
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
        where = None if answer is None else self.where(answer, options)
        if answer is not None and where is not None:
            option = self.there(where, answer, d, index)
            shown = answers.shown(self.words, d, option)
        self.watch.answer(d, option, shown)
        with self.bounded() as given:
            session.answer(self.m, option, None, given)

    def left_over(self, step: Step, waiting: list[Answer]) -> None:
        more = f", and so are the {len(waiting) - 1} after it" if len(waiting) > 2 else ""
        more = ", and so is the one after it" if len(waiting) == 2 else more
        chosen = told_as(waiting[0]) or ".."
        told = [*self.taken(waiting[0]), *self.unasked()]
        if not told and len(waiting) == len(step.answers) and any(isinstance(one, n.Offer) for one in step.do):
            told = ["the offer in `do` asked nothing: none of its calls was legal there"]
        self.differ(waiting[0].span.first.line, f"no question is left: the answer '{chosen}' is not used{more}", *told)

    def taken(self, answer: Answer) -> list[str]:
        """The choices taken in this step without asking: those that an answer means, if there are any, else the last
        ones."""
        meant = [one for one in self.result.taken if answer.choose and answers.matching(answer.choose, [one.option])]
        return [f"taken without asking: {option.shown}, {'with all others' if several else 'the only one'} ({question})"
                for option, several, question in (meant or self.result.taken)[-_TAKEN:]]

    def unasked(self) -> list[str]:
        """The questions that the test did not have to answer."""
        return [f"passed because of `passes`: {one}" for one in self.result.unasked]

    def look(self, answer: Answer, d: Decision, options: list[answers.Option]) -> None:
        """Compares a question with what the answer states about it."""
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
            if not self.matching(text, options):
                self.differ(line, f"'{text}' is not offered", told)
        for text in answer.not_offered:
            if self.matching(text, options):
                self.differ(line, f"'{text}' is offered", told)
        if answer.offered_only is not None:
            meant = {index for text in answer.offered_only for index in self.matching(text, options)}
            for index in (i for i in range(len(options)) if i not in meant):
                self.differ(line, f"'{options[index].shown}' is offered too", told)
        unmatched = (text for text in (*offered, *answer.not_offered) if not self.matching(text, options))
        for missing in dict.fromkeys(self.no_places(unmatched)):
            self.differ(line, f"the board has no place {missing}", told)
        for seen, things in ((True, answer.sees), (False, answer.not_sees)):
            for thing in things:
                self.sight(d.player, seen, thing)
        secret = d.site >= 0 and self.m.p.program.sites[d.site].secret
        if answer.in_secret is not None and answer.in_secret is not secret:
            words = "this answer is public" if answer.in_secret else "this answer is secret"
            self.differ(line, words)

    def no_places(self, texts: Iterable[str]) -> list[str]:
        """Words in the form of a place's name that are not places of the current board."""
        words = [word for text in texts for word in answers.places_in(text)]
        return [word for word in words if word not in self.position.by_name and self.m.board.parse(word) is None]
