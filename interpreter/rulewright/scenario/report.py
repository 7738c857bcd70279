"""Converts a failed test to words: the differences, the board, and the events, indented by nesting.

Separate because the terminal, editors and other test runners show the same message.
"""
from __future__ import annotations

from typing import Any, assert_never

from rulewright.play import labels
from rulewright.play.entries import (
    Answered,
    Began,
    Created,
    Entry,
    Finished,
    Gained,
    Lost,
    NotBegun,
    Put,
    Reacted,
    ReactionOver,
    Removed,
    Revealed,
    Rolled,
    Shuffled,
    Swapped,
)
from rulewright.play.state import NOWHERE
from rulewright.play.words import Words
from rulewright.scenario.drawn import picture_of
from rulewright.scenario.run import Result
from rulewright.scenario.watch import Watch
from rulewright.shapes import EVENT, FIELDS, OUTCOME, OUTCOMES

MAX_TRACE = 60
MAX_DEPTH = 12            # the most levels of indentation
_INDENT = "  "


def message(result: Result, base: str = "") -> str:
    """Why a test failed, as lines: differences first, then the board and the trace. Empty for a test that passed.

    `base` is put before the name of the test's file: the folder of the pack as the user wrote it.
    """
    case = result.case
    if result.passed:
        return ""
    file = case.span.source.path or (f"{base}/{case.file}" if base else case.file)
    lines = [f"{file}:{case.line}: {case.name}"]
    for one in case.found:
        if one.severity.value == "error":
            lines.append(f"{_INDENT}line {one.span.first}: {one.code}: {one.message}")
            if one.hint:
                lines.append(f"{_INDENT * 2}hint: {one.hint}")
    for difference in result.differences:
        lines.append(f"{_INDENT}line {difference.line}: {difference.message}")
        lines += [f"{_INDENT * 2}{detail}" for detail in difference.details]
    if result.position is not None:
        board = picture_of(case, result.position)
        if board:
            lines += [f"{_INDENT}the board:", *(f"{_INDENT * 2}{row}" for row in board)]
    if result.watch is not None and result.position is not None:
        told = trace_lines(result.watch, result.position.words())
        if told:
            lines += [f"{_INDENT}what happened:", *(f"{_INDENT * 2}{line}" for line in told)]
    return "\n".join(lines)


def trace_lines(watch: Watch, words: Words) -> list[str]:
    """The trace, a line for each visible entry; the beginning is omitted if there are too many."""
    told = [place for place, entry in enumerate(watch) if _says_something(entry, words)]
    left_out = max(len(told) - MAX_TRACE, 0)
    lines = [f".. {left_out} earlier line{'' if left_out == 1 else 's'}"] if left_out else []
    for place in told[left_out:]:
        entry = watch[place]
        depth = entry.depth - watch.held - (2 if isinstance(entry, Began) else 1)
        text = watch.answered.get(place) or _entry(entry, words, watch, watch.reasons.get(place, []))
        text = f"player {entry.player + 1}: {text}" if isinstance(entry, Answered) else text
        lines.append(f"{_INDENT * min(max(0, depth), MAX_DEPTH)}{text}")
    return lines


def _says_something(entry: Entry, words: Words) -> bool:
    match entry:
        case Began(_, record):
            return not words.m.p.program.events[record[EVENT]].id.startswith("do of ")  # the test itself
        case Put(_, _, place):
            return place != NOWHERE
        case Finished() | ReactionOver() | Swapped() | Revealed():
            return False
        case (
            Answered() | NotBegun() | Reacted() | Rolled() | Created() | Removed() | Gained() | Lost() | Shuffled()
        ):  # fmt: skip
            return True
        case _:
            assert_never(entry)


def _entry(entry: Entry, words: Words, watch: Watch, reasons: list[Any]) -> str:
    m = words.m
    p = m.p.program
    match entry:
        case Began(_, record):
            return _run(record, words, watch)
        case NotBegun(_, event, args):
            names = ", ".join(name or "a forbid" for name, _, _ in reasons)
            return f"{words.call(event, args)} refused: {names}"
        case Reacted(_, number, holder):
            reaction = p.reactions[number]
            held = f" of {words.holder(reaction.holder_kind, holder)}" if reaction.holder_kind else ""
            return f"reaction: {reaction.holder}{held}"
        case Rolled(_, die, value):
            return f"{p.die_id(die)}: {_face(words, die, value)}"
        case Created(_, e):
            return f"new {words.entity(e)}"
        case Put(_, e, place):
            return f"{words.entity(e)} to {_place(words, place)}"
        case Removed(_, e):
            return f"{words.entity(e)} leaves play"
        case Gained(_, number, holder) | Lost(_, number, holder):
            status = p.statuses[number]
            sign = "+" if isinstance(entry, Gained) else "-"
            return f"{sign} {status.id} of {words.holder(status.holder, holder)}"
        case Shuffled(_, zone):
            return f"shuffle {words.value(zone, ('zone', '', ()))}"
        case Finished() | ReactionOver() | Answered() | Swapped() | Revealed():
            return ""  # the words of an answer come from its question
        case _:
            assert_never(entry)


def _run(record: Any, words: Words, watch: Watch) -> str:
    e = words.m.p.program.events[record[EVENT]]
    text = words.call(record[EVENT], tuple(record[FIELDS:]))
    gives = [f"{name} {words.value(v, t)}" for v, (name, t) in
             zip(record[FIELDS + e.params:], e.fields[e.params:], strict=False)]
    outcome = OUTCOMES[watch.outcomes.get(id(record), record[OUTCOME])]
    if id(record) in watch.bereft:  # whatever it did before that
        gone = "was over" if e.subject == "status" else "had left play"
        outcome += f": {words.value(record[FIELDS], e.fields[0][1])} {gone}"
    return text + (f" -> {', '.join(gives)}" if gives else "") + ("" if outcome == "done" else f" [{outcome}]")


def _face(words: Words, die: int, value: int) -> str:
    return words.value(value, words.m.p.program.dice[die][1] if die >= 0 else None)


def _place(words: Words, place: int) -> str:
    return words.value(place, labels.kind_of(place))
