"""Converts the body of a value to steps whose merges are known and whose `so_far` and `it` have types.

Separate because both halves of the checker need to know what a step takes: the declaration for `it`, inference for the
modifiers that contribute.
"""
from __future__ import annotations

from typing import assert_never

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.declaring import Declaring, variable
from rulewright.check.type_names import resolve
from rulewright.check.types import Type
from rulewright.check.walk import walk
from rulewright.effects import nodes as n
from rulewright.effects.parsed import Parsed, ValueText
from rulewright.merges import ELSEWHERE, MERGES
from rulewright.spelling import did_you_mean


def fill_value(d: Declaring, parsed: Parsed, value: m.ValueDef, text: ValueText) -> None:
    """Fills the type of a value, its start or rows, and its steps in order."""
    header = parsed.header
    if header.gives:
        value.gives = resolve(d, header.gives[0].type, value)
    elif parsed.declaration.header is not None:      # else the head was refused as a whole
        d.error("RW415", f"value '{value.id}' declares no result type", header.span, value,
                "write `gives` and a type after its parameters")
    value.start, value.rows = text.start, list(text.rows)
    if text.complete:
        _refuse_open_rows(d, value)
    for name, step in text.steps.items():
        _step(d, value, name, step)


def _refuse_open_rows(d: Declaring, value: m.ValueDef) -> None:
    """The last row, and no other, must have no condition."""
    for number, row in enumerate(value.rows, 1):
        last = number == len(value.rows)
        if last and row.condition is not None:
            d.error("RW444", f"value '{value.id}' returns nothing if no row applies", row.span, value,
                    "add a last row without `if`")
        elif not last and row.condition is None:
            d.error("RW444", "the rows after this one are unreachable", row.span, value,
                    "give it a condition, or make it the last row")
            return


def _step(d: Declaring, value: m.ValueDef, name: str, step: n.StepText) -> None:
    gives = value.gives
    if not step.merge:
        pass                                    # it could not be read: only its name is known
    elif step.merge not in MERGES:
        d.error("RW416", f"unknown merge '{step.merge}'", step.span, value,
                f"did you mean '{ELSEWHERE[step.merge]}'?" if step.merge in ELSEWHERE else
                did_you_mean(step.merge, MERGES) or "the merges are " + ", ".join(MERGES))
    else:
        wanted = _merge_gives(step, gives)
        if step.then is None and wanted is not None:
            d.error("RW416", f"step '{name}' produces {wanted}, but value '{value.id}' returns {gives}", step.span,
                    value, f"add what the step does: `{step.merge} then ..`")
    so_far = variable("so_far", step.span, gives, "so_far")
    it = variable("it", step.span, merged_type(step, gives), "it")
    value.steps.append(m.StepDef(name, step.merge, step.then, so_far, it, step.span))


def _merge_gives(step: n.StepText, gives: Type) -> str | None:
    """The product of a merge without `then`, in words, if the value returns something else; None if it matches."""
    if gives.tag == "unknown":
        return None
    row = MERGES[step.merge]
    match row.makes:
        case "contribution":
            made = contribution_type(step, gives)
            return None if made == gives or made == t.some(gives) or made.tag == "unknown" else "a number"
        case "number":
            return None if gives.tag == "number" else "a number"
        case "count":
            return None if gives == t.NUMBER else "a number"
        case "yes_no":
            return None if gives.tag == "yes_no" else "yes_no"
        case "set":
            return None if gives.tag == "set" else "a set"
        case "nothing":
            return "nothing by itself"
        case _:
            assert_never(row.makes)


def merged_type(step: n.StepText, gives: Type) -> Type:
    """The type of `it`: the merged contributions of a step of a value that returns `gives`."""
    row = MERGES.get(step.merge)
    return t.NUMBER if row is not None and row.makes == "count" else contribution_type(step, gives)


def contribution_type(step: n.StepText | m.StepDef, gives: Type) -> Type:
    """The type of what `VALUE.STEP is ..` contributes; if a set is expected, one member is enough."""
    row = MERGES.get(step.merge)
    if row is None:
        return t.UNKNOWN if step.merge == "" else gives  # it could not be read, or is unknown, which is reported
    match row.takes:
        case "yes_no":
            return t.YES_NO
        case "looked at":
            looks = any(isinstance(node, n.Name) and node.name == "it" for node in walk(step.then))
            return gives if looks else t.YES_NO
        case "number":
            return gives if gives.tag == "number" else t.NUMBER
        case "comparable":
            return t.some(gives) if t.some(gives).tag in ("number", "enum", "unknown") else t.NUMBER
        case "same":
            return gives
        case _:
            assert_never(row.takes)
