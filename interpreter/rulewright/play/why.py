"""Why a number is what it is, why something happened, and why a choice is not there.

A stage of its own because explanations are asked for by people and must not slow play: they run the same sentences
through slower functions that the program carries for the purpose, and the result is compared with the quick one in
the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.play import labels
from rulewright.play.chance import Chance
from rulewright.play.refusals import failing
from rulewright.play.secrets import imagined
from rulewright.play.state import FIELDS, State, copy
from rulewright.program import Part, Place, Text

_IMAGINED = 12  # matches that look the same to who asks: one of them differs where a secret matters


@dataclass(frozen=True, slots=True)
class Line:
    """One contribution: what it says, where it stands, who it comes from, its value in words; `counts` is False when
    it is not added."""

    step: str
    text: str
    place: Place
    source: str
    value: str
    counts: bool = True


@dataclass(slots=True)
class Breakdown:
    """A value with all that made it. `result` is the value, `explained` what the lines come to: they are the same."""

    title: str
    result: Any
    words: str
    lines: list[Line] = field(default_factory=list)
    explained: Any = None
    id: str = ""  # of the value or permission: lines of its own say it as their source


@dataclass(frozen=True, slots=True)
class Failing:
    """A condition that failed: its name (or empty), its text, where it stands, and what it belongs to."""

    name: str
    text: str
    place: Place
    source: str


def breakdown(m: State, key: str, args: tuple[Any, ...], language: str = "en") -> Breakdown:
    """The breakdown of a value or permission. `key` as in Program.texts: "value speed", "permission sees"."""
    text = m.p.program.texts[key]
    names = m.p.names
    shown = ", ".join(labels.value(m, v, t, language) for v, (_, t) in zip(args, text.params, strict=False))
    made = Breakdown(f"{labels.defined(text.names, text.id, language)}({shown})", None, "", id=text.id)
    made.explained = (_permission if text.permission else _value)(m, text, args, made, language)
    made.result = names[text.function](m, *args)
    made.words = labels.value(m, made.result, text.gives, language)
    return made


def _value(m: State, text: Text, args: tuple[Any, ...], made: Breakdown, language: str) -> Any:
    names = m.p.names
    so_far: Any = None
    if text.start is not None:
        function, place, said = text.start
        so_far = names[function](m, *args)
        made.lines.append(Line("start", said, place, text.id, labels.value(m, so_far, text.gives, language)))
    for value, condition, place, said in text.rows:
        if condition is None or names[condition](m, *args):
            so_far = names[value](m, *args)
            made.lines.append(Line("row", said, place, text.id, labels.value(m, so_far, text.gives, language)))
            break
    for step, merge, then in text.steps:
        found: list[Any] = []
        for part in text.parts:
            if part.step != step:
                continue
            listed = names[part.listing](m, *args)
            kept = _kept(m, merge, part, listed)
            for i, (holder, value) in enumerate(listed):
                made.lines.append(
                    Line(
                        step,
                        part.text,
                        part.carried[m.sheet[holder]] if part.carried else part.place,
                        _source(m, part, holder, language),
                        _words(value, text, m, language),
                        i in kept,
                    )
                )
            found.extend(listed[i][1] for i in sorted(kept))
        so_far = combine(merge, then and names[then], m, args, so_far, found)
    return so_far


def _kept(m: State, merge: str, part: Part, listed: list[Any]) -> set[int]:
    """Of several contributions of one sentence the largest counts, where a pack stacks by definition."""
    if merge != "total" or m.p.program.stacking != "definition" or len(listed) < 2:
        return set(range(len(listed)))
    best: dict[int, int] = {}
    for i, (holder, value) in enumerate(listed):
        sheet = m.sheet[holder] if part.carried else 0
        if sheet not in best or abs(value) >= abs(listed[best[sheet]][1]):
            best[sheet] = i
    return set(best.values())


def combine(merge: str, then: Any, m: State, args: tuple[Any, ...], so_far: Any, found: list[Any]) -> Any:
    """What a step makes of its contributions, as the generated code does."""
    if not found:
        return so_far
    if merge == "each":
        for it in found:
            so_far = then(m, *args, so_far, it)
        return so_far
    it = merged(merge, found)
    if merge == "any" and not it:
        return so_far
    if then is not None:
        return then(m, *args, so_far, it)
    if merge == "total":
        return so_far + it
    if merge in ("union", "minus"):
        if isinstance(so_far, int):
            return so_far | it if merge == "union" else so_far & ~it
        return tuple(sorted({*so_far, *it})) if merge == "union" else tuple(x for x in so_far if x not in it)
    return it


def merged(merge: str, found: list[Any]) -> Any:
    """`it` of a step."""
    match merge:
        case "total":
            return sum(found)
        case "highest":
            return max(found)
        case "lowest":
            return min(found)
        case "last":
            return found[-1]
        case "any":
            return any(found)
        case "all":
            return all(found)
        case "count":
            return sum(1 for x in found if x)
    if isinstance(found[0], int):
        bits = 0
        for x in found:
            bits |= x
        return bits
    return tuple(sorted({y for x in found for y in x}))


def _words(value: Any, text: Text, m: State, language: str) -> str:
    if isinstance(value, bool):
        return labels.word("yes" if value else "no", language)
    return labels.value(m, value, text.gives, language)


def _source(m: State, part: Part, holder: Any, language: str) -> str:
    if not isinstance(holder, int) or isinstance(holder, bool) or not 0 < holder < len(m.sheet):
        return labels.defined(part.names, part.definition, language)
    who = labels.entity(m, holder, language)
    # What stands on its own sheet is the entity's own: it is not said twice.
    own = part.carried or part.definition.startswith("sheet ")
    return who if own else labels.held_by(labels.defined(part.names, part.definition, language), who, language)


def _permission(m: State, text: Text, args: tuple[Any, ...], made: Breakdown, language: str) -> bool:
    names = m.p.names
    allowed = forbidden = False
    if text.start is not None:
        function, place, said = text.start
        allowed = bool(names[function](m, *args))
        answer = labels.word("yes" if allowed else "no", language)
        made.lines.append(Line("normally", said, place, text.id, answer))
    waived = {part.label for part in text.parts if part.kind == "waive" and names[part.listing](m, *args)}
    for kind in ("allow", "forbid"):
        for part in text.parts:
            if part.kind != kind:
                continue
            for holder, _ in names[part.listing](m, *args):
                counts = kind == "allow" or part.label is None or part.label not in waived
                allowed |= kind == "allow"
                forbidden |= kind == "forbid" and counts
                source = _source(m, part, holder, language)
                answer = labels.word("yes" if kind == "allow" else "no", language)
                made.lines.append(Line(kind, part.text, part.place, source, answer, counts))
    return allowed and not forbidden


# -- what may be told ------------------------------------------------------------------------------------------------


def hangs_on_secrets(m: State, seat: int, explained: Callable[[State], object]) -> bool:
    """Whether an explanation would be another one in a match that looks the same to a player."""
    real = explained(copy(m))
    return any(explained(imagined(m, seat, Chance(seed))) != real for seed in range(_IMAGINED))


def contents(m: State, key: str, args: tuple[Any, ...]) -> tuple[object, ...]:
    """All that the breakdown of a value or permission tells, for comparing."""
    found = breakdown(m, key, args)
    return found.words, [(line.text, line.value, line.source, line.counts) for line in found.lines]


# -- why not ---------------------------------------------------------------------------------------------------------


def refusal(m: State, event: int, args: tuple[Any, ...], skip: int = 0) -> list[Failing]:
    """Why a call would be refused: every failing condition that nothing lifts, and every forbid in force."""
    source = f"event {m.p.program.events[event].id}"
    return [Failing(name, said, place, source) for name, place, said in failing(m, event, args, skip)]


def absence(m: State, value: Any, language: str = "en") -> list[Failing]:
    """Why a value is not among the answers of the pending choice."""
    d = m.pending
    if d is None or d.site < 0:
        return []
    site = m.p.program.sites[d.site]
    frame = m.frames[-1]
    if site.source is None:
        return []
    function, place, said = site.source
    if value not in tuple(m.p.names[function](m, frame)):
        return [Failing("", f"{labels.word('it is one of', language)} {said}", place, "the choice")]
    for function, place, said in site.where:
        if not m.p.names[function](m, frame, value):
            return [Failing("", said, place, "the choice")]
    return []


def not_offered(m: State, event: int, args: tuple[Any, ...], language: str = "en") -> list[Failing]:
    """Why a call is not among the lines of the pending offer."""
    d = m.pending
    if d is None or d.site < 0:
        return refusal(m, event, args)
    found: list[Failing] = []
    lines = [line for line in m.p.program.sites[d.site].offers if line.event == event]
    if not lines:
        lacking = labels.word("this question offers such a thing", language)
        return [Failing("", lacking, m.p.program.sites[d.site].place, "the offer")]
    for line in lines:
        refused = refusal(m, event, args, line.skip)
        if refused:
            found += refused
            continue
        bound = [args[line.args.index(i)] if i in line.args else None for i in range(_bindings(line.args))]
        for function, place, said in line.where:
            if not m.p.names[function](m, m.frames[-1], *bound):
                found.append(Failing("", said, place, "the offer"))
                break
    return found


def _bindings(args: tuple[int | None, ...]) -> int:
    return max((i for i in args if i is not None), default=-1) + 1


# -- why did this happen ---------------------------------------------------------------------------------------------


def causes(m: State, trace: list[Any], index: int, language: str = "en") -> list[str]:
    """The chain that led to the entry of a trace, outermost first: events, and the reactions that began them."""
    found: list[str] = []
    depth = trace[index][1]
    for i in range(index, -1, -1):
        kind, at = trace[i][0], trace[i][1]
        if kind == "begin" and (at < depth or i == index):
            r = trace[i][2]
            event = m.p.program.events[r[0]]
            found.append(f"{labels.call(m, r[0], tuple(r[FIELDS:]), language)}  [{event.place[0]}:{event.place[1]}]")
            depth = at
        elif kind == "reaction" and at < depth and (i + 1 < len(trace)) and trace[i + 1][1] > at:
            reaction = m.p.program.reactions[trace[i][2]]
            holder = labels.defined(reaction.names, reaction.holder, language)
            found.append(f"reaction of {holder}  [{reaction.place[0]}:{reaction.place[1]}]")
    return list(reversed(found))
