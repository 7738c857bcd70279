"""Turns a failed test into words: what differs, the board, and what happened, indented as it happened.

A stage of its own because the terminal, editors and other test runners show the same message.
"""
from __future__ import annotations

from typing import Any

from rulewright.play.state import FIELDS, NOWHERE, OUTCOMES
from rulewright.scenario.drawn import picture_of
from rulewright.scenario.run import Result
from rulewright.scenario.watch import Watch
from rulewright.scenario.words import Words

MAX_TRACE = 60
MAX_DEPTH = 12            # levels that are indented
_INDENT = "  "


def message(result: Result, base: str = "") -> str:
    """Why a test failed, as lines: differences first, then the board and the trace. Empty for one that passed.

    `base` is put before the name of the test's file: the folder of the pack as the user wrote it.
    """
    case = result.case
    if result.passed:
        return ""
    file = f"{base}/{case.file}" if base else case.file
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
        told = trace_lines(result.watch, Words(result.position.m, result.position.names))
        if told:
            lines += [f"{_INDENT}what happened:", *(f"{_INDENT * 2}{line}" for line in told)]
    return "\n".join(lines)


def trace_lines(watch: Watch, words: Words) -> list[str]:
    """The trace, a line for each entry that says something; the beginning is left out when there is too much."""
    reasons = {place: found for place, _, _, found in watch.refusals}
    lines = []
    for place, entry in enumerate(watch):
        text = _entry(entry, words, watch, reasons.get(place, []))
        if text is not None:
            depth = entry[1] - (2 if entry[0] == "begin" else 1)
            lines.append(f"{_INDENT * min(max(0, depth), MAX_DEPTH)}{text}")
    if len(lines) > MAX_TRACE:
        left_out = len(lines) - MAX_TRACE
        lines = [f".. {left_out} line{'' if left_out == 1 else 's'} before", *lines[left_out:]]
    return lines


def _entry(entry: Any, words: Words, watch: Watch, reasons: list[Any]) -> str | None:
    m = words.m
    p = m.p.program
    match entry[0]:
        case "begin":
            return _run(entry[2], words, watch)
        case "refused":
            names = ", ".join(name or "a forbid" for name, _, _ in reasons)
            return f"{words.call(entry[2], entry[3])} refused: {names}"
        case "reaction":
            reaction = p.reactions[entry[2]]
            held = f" of {words.holder(reaction.holder_kind, entry[3])}" if reaction.holder_kind else ""
            return f"reaction: {reaction.holder}{held}"
        case "roll":
            die = f"d{-entry[2]}" if entry[2] < 0 else p.dice[entry[2]][0]
            shown = str(entry[3]) if entry[2] < 0 else _face(words, entry[2], entry[3])
            return f"{die}: {shown}"
        case "answer":
            return f"player {entry[2] + 1}: {entry[3]}"
        case "create":
            return f"new {words.entity(entry[2])}"
        case "put" if entry[3] != NOWHERE:
            return f"{words.entity(entry[2])} to {_place(words, entry[3])}"
        case "remove":
            return f"{words.entity(entry[2])} leaves play"
        case "give" | "end":
            status = p.statuses[entry[2]]
            sign = "+" if entry[0] == "give" else "-"
            return f"{sign} {status.id} of {words.holder(status.holder, entry[3])}"
        case "shuffle":
            return f"shuffle {words.value(entry[2], ('zone', '', ()))}"
    return None


def _run(record: Any, words: Words, watch: Watch) -> str | None:
    e = words.m.p.program.events[record[0]]
    if e.id.startswith("do of "):
        return None                      # the test itself
    text = words.call(record[0], tuple(record[FIELDS:]))
    gives = [f"{name} {words.value(v, t)}" for v, (name, t) in
             zip(record[FIELDS + e.params:], e.fields[e.params:], strict=False)]
    outcome = OUTCOMES[watch.outcomes.get(id(record), record[2])]
    return text + (f" -> {', '.join(gives)}" if gives else "") + ("" if outcome == "done" else f" [{outcome}]")


def _face(words: Words, die: int, value: int) -> str:
    _, (tag, enum, _), _ = words.m.p.program.dice[die]
    return words.m.p.program.enums[enum][value].id if tag == "enum" else str(value)


def _place(words: Words, place: int) -> str:
    return words.value(place, ("place" if place >= 0 else "zone", "", ()))
