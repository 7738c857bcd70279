"""Explains values, events and refused options to players.

Explanations run only on request and must not slow play: they run the same modifiers through slower functions that the
program carries for this purpose. The tests compare both results. For a player (`seat`) an explanation uses only what
follows from what that player knows: it runs on the match as that player knows it (`play.watched`). Whatever reads
anything else is omitted and reported as omitted, regardless of its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from rulewright.explained import Explained, Part, Place
from rulewright.merges import MERGES, Merge, combine
from rulewright.play import labels, view
from rulewright.play.bounds import refill
from rulewright.play.formed import in_formations
from rulewright.play.plane_areas import has
from rulewright.play.refusals import parts
from rulewright.play.routed import in_ways
from rulewright.play.seen import Unseen, raw
from rulewright.play.state import State
from rulewright.play.watched import frame_seen, seen_by
from rulewright.play.within import Asker
from rulewright.play.within import Failing as Failing

_OUTSIDE: Final = "it is not one of those that this question considers"


@dataclass(frozen=True, slots=True)
class Line:
    """One contribution: its text, its location, its source, its value in words; `counts` is False if it is not
    added."""

    step: str
    text: str
    place: Place
    source: str
    value: str
    counts: bool = True


@dataclass(slots=True)
class Breakdown:
    """A value with everything that contributed to it. `result` is the value, `explained` the total of the lines; they
    are equal. `unseen`: part of it depends on what the player may not know; then both are missing, and the lines show
    the rest."""

    title: str
    result: Any
    words: str
    lines: list[Line] = field(default_factory=list)
    explained: Any = None
    id: str = ""  # of the value or permission; its own lines have it as their source
    unseen: bool = False


def breakdown(m: State, key: str, args: tuple[Any, ...], language: str = "en", seat: int | None = None) -> Breakdown:
    """The breakdown of a value, permission or formula. `key` as in Program.texts: "value speed", "formula card.wants".
    `seat`: the player who asks, None: everything is shown. Raises Unseen if nothing can be shown."""
    refill(m)
    text = m.p.program.texts[key]
    told = _Told(m, seat, text, args, language)
    shown = ", ".join(told.words(v, t) for v, (_, t) in zip(args, text.params, strict=False))
    made = Breakdown(f"{labels.defined(text.names, text.id, language)}({shown})", None, "", id=text.id)
    made.explained = _permission(told, made) if text.permission else _value(told, made)
    if not told.unseen:
        made.result = told.attempt(m.p.names[text.function], told.m, *args)
    made.unseen = told.unseen
    if told.unseen:
        if not made.lines:
            raise Unseen
        made.explained = made.result = None
        made.words = labels.word("a secret", language)
    else:
        made.explained, made.result = raw(made.explained), raw(made.result)
        made.words = told.words(made.result, text.gives)
    return made


def reasons(m: State, key: str, args: tuple[Any, ...], language: str = "en", seat: int | None = None
            ) -> tuple[Failing, ...]:  # fmt: lifted
    """What decided a value or permission, in addition to its breakdown: entities that loops iterated over, values that
    it read. Empty if there is nothing to show, or the player may not know it."""
    refill(m)
    return Asker(m, seen_by(m, seat), language, seat).answered(key, args)


class _Told:
    """What one breakdown runs on, and whether any part of it may not be known."""

    def __init__(self, m: State, seat: int | None, text: Explained, args: tuple[Any, ...], language: str) -> None:
        self.real = m
        self.m = seen_by(m, seat)
        self.names = m.p.names
        self.seat = seat
        self.text = text
        self.args = args
        self.language = language
        self.unseen = False

    def attempt(self, asked: Callable[..., Any], *args: Any) -> Any:
        """The result of a function; None if it may not be known, which is recorded."""
        try:
            return asked(*args)
        except Unseen:
            self.unseen = True
            return None

    def listed(self, part: Part) -> list[Any]:
        """The contributions of a modifier: (holder, value) each; empty if they may not be known."""
        return self.attempt(self.names[part.listing], self.m, *self.args) or []

    def words(self, value: Any, t: Any) -> str:
        """A value in words."""
        return view.told(self.real, raw(value), t, self.seat, self.language)

    def add(self, made: Breakdown, step: str, said: str, place: Place, value: Any) -> None:
        """Adds a line of the value itself."""
        made.lines.append(Line(step, said, place, self.text.id, self.words(value, self.text.gives)))


def _lets(told: _Told, made: Breakdown, number: int) -> None:
    """Adds a line for each name that the start (-1) or a row defines."""
    for of, name, function, place, said, code in told.text.lets:
        if of == number:
            value = told.attempt(told.names[function], told.m, *told.args)
            if not told.unseen:
                made.lines.append(Line(name, said, place, told.text.id, told.words(value, code)))


def _value(told: _Told, made: Breakdown) -> Any:
    m, names, text, args = told.m, told.names, told.text, told.args
    so_far: Any = None
    if text.start is not None:
        function, place, said = text.start
        _lets(told, made, -1)
        so_far = told.attempt(names[function], m, *args)
        if not told.unseen:
            place, said = text.sheets.get(told.real.sheet[args[0]], (place, said)) if text.sheets else (place, said)
            told.add(made, "start", said, place, so_far)
    for number, (value, condition, place, said) in enumerate(text.rows):
        applies = condition is None or told.attempt(names[condition], m, *args)
        if told.unseen:
            break
        if applies:
            _lets(told, made, number)
            so_far = told.attempt(names[value], m, *args)
            if not told.unseen:
                told.add(made, "row", said, place, so_far)
            break
    for step, merge, then, of in text.steps:
        row = MERGES[merge]
        spoken: list[tuple[tuple[int, ...], Line, Any]] = []
        for part in text.parts:
            if part.step != step:
                continue
            listed = told.listed(part)
            kept = _kept(told.real, row, part, listed)
            for i, (holder, value, *stamps) in enumerate(listed):
                line = Line(
                    step,
                    part.text,
                    part.carried[told.real.sheet[holder]] if part.carried else part.place,
                    _source(told.real, part, holder, told.language),
                    told.words(value, of),
                    i in kept,
                )
                spoken.append((*stamps, line, value) if stamps else ((), line, value))
        spoken.sort(key=lambda one: one[0])
        made.lines += [line for _, line, _ in spoken]
        found = [value for _, line, value in spoken if line.counts]
        if not told.unseen:
            so_far = told.attempt(combine, row, None if then is None else partial(names[then], m, *args), so_far, found)
    return so_far


def _kept(m: State, row: Merge, part: Part, listed: list[Any]) -> set[int]:
    """The contributions of one modifier that count: only the largest, if a pack stacks by definition."""
    if not row.stacks or m.p.program.stacking != "definition" or len(listed) < 2:
        return set(range(len(listed)))
    best: dict[int, int] = {}
    for i, (holder, value) in enumerate(listed):
        sheet = m.sheet[holder] if part.carried else 0
        if sheet not in best or abs(value) >= abs(listed[best[sheet]][1]):
            best[sheet] = i
    return set(best.values())


def _source(m: State, part: Part, holder: Any, language: str) -> str:
    if not isinstance(holder, int) or isinstance(holder, bool) or not 0 < holder < len(m.sheet):
        return labels.defined(part.names, part.definition, language)
    who = labels.entity(m, holder, language)
    # A modifier on its own sheet belongs to the entity: the source is not repeated.
    own = part.carried or part.definition.startswith("sheet ")
    return who if own else labels.held_by(labels.defined(part.names, part.definition, language), who, language)


def _permission(told: _Told, made: Breakdown) -> bool:
    m, names, text, args, language = told.m, told.names, told.text, told.args, told.language
    allowed = forbidden = False
    if text.start is not None:
        function, place, said = text.start
        _lets(told, made, -1)
        allowed = bool(told.attempt(names[function], m, *args))
        if not told.unseen:
            told.add(made, "normally", said, place, allowed)
    unsure = told.unseen
    told.unseen = False
    waived = {part.label for part in text.parts if part.kind == "waive" and told.listed(part)}
    unsure_of_waives = told.unseen
    told.unseen |= unsure
    for kind in ("allow", "forbid"):
        for part in text.parts:
            if part.kind != kind:
                continue
            listed = told.listed(part)
            if kind == "forbid" and part.label is not None and part.label not in waived and unsure_of_waives:
                continue  # whether it counts may not be known
            for holder, _ in listed:
                counts = kind == "allow" or part.label is None or part.label not in waived
                allowed |= kind == "allow"
                forbidden |= kind == "forbid" and counts
                source = _source(told.real, part, holder, language)
                answer = labels.word("yes" if kind == "allow" else "no", language)
                made.lines.append(Line(kind, part.text, part.place, source, answer, counts))
    return allowed and not forbidden


# -- why not ---------------------------------------------------------------------------------------------------------


def refusal(
    m: State, event: int, args: tuple[Any, ...], lifted: int = 0, seat: int | None = None, language: str = "en"
) -> list[Failing]:
    """Why a call would be refused: every failing condition that is not lifted, and every active forbid. For a player
    (`seat`), those that follow from what the player knows; raises Unseen if there are none and the call need not be
    legal."""
    refill(m)
    e = m.p.program.events[event]
    known = seen_by(m, seat)
    asker = Asker(m, known, language, seat)
    return [
        asker.failing(part.name, (part.function, part.place, part.text), args, f"event {e.id}",
                      said=asker.words(part.says, e.fields[: e.params], args))
        for part in parts(known, event, args, lifted)
    ]  # fmt: lifted


def holds(m: State, found: Any, value: Any) -> bool:
    """Whether a place on the table, a formation or a way is in an open set: a set of formations is identified by its
    entities, a set of ways by the entity that goes."""
    if type(value) is not tuple:
        return has(m, found, value) and m.board.has(value)
    return in_formations(m, found, value) if type(found) is tuple else in_ways(m, found, value)


def absence(m: State, value: Any, language: str = "en", seat: int | None = None) -> list[Failing]:
    """Why a value is not among the answers of the pending choice. Raises Unseen if `seat` may not know."""
    refill(m)
    d = m.pending
    if d is None or d.site < 0:
        return []
    site = m.p.program.sites[d.site]
    if site.source is None:
        return []
    known, frame = seen_by(m, seat), frame_seen(m, m.frames[-1], seat)
    function, place, said = site.source
    found = _answer(m, function, seat)(known, frame)
    if not (holds(m, found, value) if site.open else value in tuple(found)):
        return [Failing("", said, place, "the choice", said=labels.word(_OUTSIDE, language))]
    return _fails(Asker(m, known, language, seat), site.where, (frame, value), "the choice")


def _fails(asker: Asker, where: Sequence[tuple[str, Place, str]], args: tuple[Any, ...], source: str) -> list[Failing]:
    """The parts of a condition of a question that fail. Raises Unseen if `seat` may not know of any that does, and not
    all need be true."""
    found, unseen = [], False
    for one in where:
        try:
            if not _answer(asker.m, one[0], asker.seat)(asker.known, *args):
                found.append(asker.failing("", one, args, source))
        except Unseen:
            unseen = True
    if unseen and not found:
        raise Unseen
    return found


def not_offered(
    m: State, event: int, args: tuple[Any, ...], language: str = "en", seat: int | None = None,
    only: int | None = None,
) -> list[Failing]:
    """Why a call is not among the lines of the pending offer, or not in one of them (`only`): what refuses it, the
    arguments that its loops do not iterate over, and those of the line's own conditions that fail. Raises Unseen if
    `seat` may not know."""
    refill(m)
    d = m.pending
    if d is None or d.site < 0:
        return refusal(m, event, args, seat=seat, language=language)
    lines = [line for number, line in enumerate(m.p.program.sites[d.site].offers)
             if line.event == event and only in (None, number)]
    if not lines:
        lacking = labels.word("this question offers nothing of that sort", language)
        return [Failing("", "", m.p.program.sites[d.site].place, "the offer", said=lacking)]
    known, frame = seen_by(m, seat), frame_seen(m, m.frames[-1], seat)
    asker = Asker(m, known, language, seat)
    found: list[Failing] = []
    unseen = False
    for line in lines:
        try:
            refused = refusal(m, event, args, line.skip, seat, language)
            found += refused
            if refused and not line.call:
                continue
            if not set(range(line.bindings)) <= set(line.args):
                continue  # the call does not say what else the line iterates over
            bound = [args[line.args.index(i)] for i in range(line.bindings)]
            sources = line.loops if line.source is None else (*(None,) * (line.bindings - 1), line.source)
            outside = _outside(asker, frame, sources, bound)
            if outside:
                found += outside
                continue
            found += _fails(asker, line.where, (frame, *bound), "the offer")
        except Unseen:
            unseen = True
    if unseen and not found:
        raise Unseen
    return found


def _outside(asker: Asker, frame: Any, sources: Sequence[tuple[str, Place, str] | None], bound: Sequence[Any]
             ) -> list[Failing]:  # fmt: lifted
    """The arguments that the loops of a line do not iterate over: the first value outside, if there is one. Raises
    Unseen."""
    m = asker.m
    for i, source in enumerate(sources):
        if source is None:
            continue
        function, place, said = source
        among = _answer(m, function, asker.seat)(asker.known, frame, *bound[:i])
        listed = isinstance(among, Iterable) and type(bound[i]) is not tuple
        if not (bound[i] in tuple(among) if listed else holds(m, among, bound[i])):
            return [Failing("", said, place, "the offer", said=labels.word(_OUTSIDE, asker.language))]
    return []


def no_pass(m: State, seat: int | None = None) -> list[Failing]:
    """Why passing, or stopping a choice of several, is not among the answers of the pending question. Raises Unseen if
    `seat` may not know."""
    refill(m)
    d = m.pending
    passes = m.p.program.sites[d.site].passes if d is not None and d.site >= 0 else None
    if d is None or passes is None or None in d.options:
        return []
    function, place, said = passes
    if _answer(m, function, seat)(seen_by(m, seat), frame_seen(m, m.frames[-1], seat)):
        return []
    return [Failing("", said, place, "the question")]


def _answer(m: State, function: str, seat: int | None) -> Callable[..., Any]:
    """The function of a condition of a question. Raises Unseen if it reads what a block has computed from secrets."""
    if seat is not None and function in m.p.hushed:
        raise Unseen
    found: Callable[..., Any] = m.p.names[function]
    return found
