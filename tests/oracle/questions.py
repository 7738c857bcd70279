"""What is asked of players, and dice (docs/language.md section 5): `choose`, `offer`, `chosen by`, windows, `roll`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any

from tests.oracle import events, expressions, loops, quantities, samples
from tests.oracle.scope import Scope
from tests.oracle.things import Record, ordered

from rulewright.check import model as m
from rulewright.check.openness import is_open
from rulewright.check.types import Type
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from tests.oracle.reactions import Candidate
    from tests.oracle.world import World


@dataclass(frozen=True, slots=True)
class Offered:
    """A legal call that is offered: the number of its line, and the call."""

    line: int
    event: m.EventDef
    args: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A question. `node` is where it stands in the content. An option is a value, Offered, or a Candidate of a window;
    None is pass, enough, or none."""

    player: int
    kind: str  # choose, yes or no, some, each, next, offer, react
    node: Any
    options: tuple[Any, ...]
    secret: bool = False
    judge: Callable[[int, Any], Any] | None = None  # of an open question: an option at another place; None: not legal


@dataclass(frozen=True, slots=True)
class Unlisted:
    """An answer that is not among the options."""

    option: Any


class Nothing(Exception):
    """A `choose one` without a candidate: the text ends, and its event as impossible."""


def ask(w: World, decision: Decision, *, may_decline: bool = False, always: bool = False) -> Any:
    """The answer. A choice with a single answer is taken unasked, unless declining is one too or the pack says
    `forced: ask`; where there is nothing to choose and one may decline, nobody is asked. `always`: asked all the
    same."""
    options = decision.options
    if may_decline:
        if not options and not always:
            return None
        options = (*options, None)
        decision = replace(decision, options=options)
    elif len(options) == 1 and not w.pack.ask_forced and not always and decision.judge is None:
        return options[0]
    answer = _answer(w, decision)
    return answer.option if isinstance(answer, Unlisted) else options[answer]


def _answer(w: World, decision: Decision) -> Any:
    index = w.ask(decision)
    w.rest()
    return index


def ask_window(w: World, window: m.WindowDef, seat: int, mine: list[Candidate]) -> Candidate | None:
    """What a player answers in a window; None: they decline."""
    options = (*mine, None)
    chosen: Candidate | None = options[_answer(w, Decision(seat, "react", window, options))]
    return chosen


def ask_arbiter(w: World, arbiter: n.Expr, seat: int, rivals: list[Candidate]) -> Candidate:
    """Which of several reactions comes first, as the arbiter of an event says."""
    chosen: Candidate = rivals[_answer(w, Decision(seat, "first", arbiter, tuple(rivals)))]
    return chosen


def choose(w: World, e: n.Choose, s: Scope) -> Any:
    """`choose one`, `one or none`, `some`, `each`."""
    if isinstance(e.binding.source.type, Type) and is_open(e.binding.source.type):
        return _choose_open(w, e, s)
    left = list(_candidates(w, e.binding, e.where, s))
    player = expressions.evaluate(w, e.by, s)
    if e.mode in ("one", "one or none"):
        if e.mode == "one" and not left:
            raise Nothing
        decision = Decision(player, "choose", e, tuple(left), e.secret)
        return ask(w, decision, may_decline=e.mode == "one or none", always=e.always)
    limit = expressions.evaluate(w, e.limit, s) if e.limit is not None else None
    least: int = expressions.evaluate(w, e.least, s) if e.least is not None else 0
    if e.exactly:
        assert limit is not None
        least = limit
    if len(left) < least or (limit is not None and limit < least):
        raise Nothing
    chosen: list[Any] = []
    while (left or (e.always and e.mode == "some")) and (limit is None or len(chosen) < limit):
        wanted = least - len(chosen)
        if 0 < wanted == len(left) and not w.pack.ask_forced and not e.always:
            chosen += left
            break
        decision = Decision(player, e.mode, e, tuple(left), e.secret)
        one = ask(w, decision, may_decline=e.mode == "some" and wanted <= 0, always=e.always)
        if one is None:
            break
        chosen.append(one)
        left.remove(one)
    return tuple(chosen) if e.mode == "each" else ordered(chosen)


def _choose_open(w: World, e: n.Choose, s: Scope) -> Any:
    """A choice of one place out of many that nobody lists: those that are proposed are judged, and so is any other."""
    area = expressions.evaluate(w, e.binding.source, s)

    def judge(_: int, place: Any) -> Any:
        if not _may_be(w, place, area):
            return None
        s.bound[e.binding.ref] = place
        return place if e.where is None or expressions.evaluate(w, e.where, s) else None

    left = tuple(place for place, _ in w.proposed() if place != -1 and judge(0, place) is not None)
    if not left:
        _look(w, area, lambda place: judge(0, place))
    if e.mode == "one" and not left:
        raise Nothing
    decision = Decision(expressions.evaluate(w, e.by, s), "choose", e, left, e.secret, judge)
    return ask(w, decision, may_decline=e.mode == "one or none", always=e.always)


def _look(w: World, area: Any, judge: Callable[[Any], Any]) -> None:
    """Where the other machine proposes nothing that is legal, some of what could be answered is tried. That is no part
    of a match, so it takes nothing of the patience."""
    left, walked = w.left, w.walked
    w.left = inf
    try:
        found = next((one for one in samples.of(w, area) if judge(one) is not None), None)
    finally:
        w.left, w.walked = left, walked
    if found is not None:
        w.overlooked(found)


def _may_be(w: World, place: Any, area: Any) -> bool:
    """Whether an open set holds what is answered; a place lies on the table besides."""
    return place in area and (not isinstance(place, int) or w.board.space.has(place))


def _candidates(w: World, binding: n.Binding, where: n.Expr | None, s: Scope) -> tuple[Any, ...]:
    found = []
    for one in expressions.walked(w, binding.source, s):
        s.bound[binding.ref] = one
        if where is None or expressions.evaluate(w, where, s):
            found.append(one)
    return tuple(found)


def choose_yes_or_no(w: World, e: n.ChooseYesNo, s: Scope) -> bool:
    """It is always asked."""
    decision = Decision(expressions.evaluate(w, e.by, s), "yes or no", e, (True, False), e.secret)
    return bool(decision.options[_answer(w, decision)])


def offer(w: World, e: n.Offer, s: Scope) -> Record | None:
    """The legal calls of all lines; the chosen one is called. None: the player passed, or there was none."""
    may_pass = e.may_pass and (e.pass_if is None or expressions.evaluate(w, e.pass_if, s))
    legal: list[Offered] = []
    held: list[dict[Any, Any]] = []  # what the names of a line stand for, of each

    def called(number: int, line: n.OfferLine) -> Offered | None:
        """The call of a line as its names stand now, if it is legal."""
        if line.where is not None and not expressions.evaluate(w, line.where, s):
            return None
        assert isinstance(line.call.ref, m.EventDef)
        args = tuple(expressions.kept(w, arg, s) for arg in line.call.args)
        is_legal = quantities.is_legal(w, line.call.ref, list(args), frozenset(line.despite))
        return Offered(number, line.call.ref, args) if is_legal else None

    def judge(index: int, place: Any) -> Offered | None:
        line = e.lines[legal[index].line]
        s.bound.update(held[index])
        last = line.bindings[-1]
        if not _may_be(w, place, expressions.evaluate(w, last.source, s)):
            return None
        s.bound[last.ref] = place
        return called(legal[index].line, line)

    is_any_open = False
    for number, line in enumerate(e.lines):
        last = line.bindings[-1] if line.bindings else None
        if last is not None and is_open(last.source.type):
            is_any_open = True
            for _ in loops.bindings(w, line.bindings[:-1], s):
                area = expressions.evaluate(w, last.source, s)
                before = len(legal)

                def called_at(place: Any, line: n.OfferLine = line, number: int = number, area: Any = area) -> Any:
                    s.bound[line.bindings[-1].ref] = place
                    return called(number, line) if _may_be(w, place, area) else None

                for place, told in w.proposed():
                    found = called_at(place) if place != -1 else None
                    if found is not None and w.tells(found) == told:
                        legal.append(found)
                        held.append({one.ref: s.bound[one.ref] for one in line.bindings[:-1]})
                if len(legal) == before:
                    _look(w, area, called_at)
            continue
        for _ in loops.bindings(w, line.bindings, s):
            if line.where is not None and not expressions.evaluate(w, line.where, s):
                continue
            assert isinstance(line.call.ref, m.EventDef)
            args = tuple(expressions.kept(w, arg, s) for arg in line.call.args)
            if quantities.is_legal(w, line.call.ref, list(args), frozenset(line.despite)):
                legal.append(Offered(number, line.call.ref, args))
                held.append({})
    if not legal and not (may_pass and e.always):
        return None
    player = expressions.evaluate(w, e.player, s)
    decision = Decision(player, "offer", e, tuple(legal), judge=judge if is_any_open else None)
    chosen = ask(w, decision, may_decline=may_pass, always=e.always)
    if chosen is None:
        return None
    return events.call(w, chosen.event, list(chosen.args), frozenset(e.lines[chosen.line].despite))


# -- dice --------------------------------------------------------------------------------------------------------------


def throw(w: World, e: n.Roll, s: Scope) -> Any:
    """`roll DIE`, `roll DIE times N` (a list), `roll one of S` (none of nothing)."""
    by = expressions.evaluate(w, e.by, s) if e.by is not None else None
    if isinstance(e.die, n.Call) and e.die.ref == "among":
        items = expressions.walked(w, e.die.args[0], s)
        if not items:
            return None
        number = w.chance.draw(len(items), _numbers(by, e.secret), "one of")
        w.tell("roll", -len(items), number + 1, by, e.secret)
        return items[number]
    die = expressions.evaluate(w, e.die, s)
    if e.times is None:
        return roll(w, die, by, e.secret)
    times = max(expressions.evaluate(w, e.times, s), 0)
    w.spend(times)
    return tuple(roll(w, die, by, e.secret) for _ in range(times))


def _numbers(by: int | None, secret: bool) -> str:
    """Where a die takes its numbers from: those of secret dice are counted by themselves, for everybody who rolls."""
    return f"dice of {by}" if secret else "dice"


def roll(w: World, die: int, by: int | None, secret: bool) -> int:
    """One die: a number, or the face of a declared die."""
    if die < 0:
        face = w.chance.draw(-die, _numbers(by, secret), f"d{-die}") + 1
    else:
        declared = list(w.pack.dice.values())[die]
        face = declared.faces[w.chance.draw(len(declared.faces), _numbers(by, secret), declared.id)]
    w.tell("roll", die, face, by, secret)
    return face
