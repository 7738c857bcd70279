"""Reports heads that say more than their form uses: parameters, results and classes.

Separate because all forms share one grammar of heads: parts that would be read and then mean nothing are reported here.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.declaring import Declaring, word_in
from rulewright.check.parameters import is_lone_name
from rulewright.effects.parsed import ListText, Parsed

_WITH_PARAMETERS = ("event", "class", "value", "permission", "status", "zone", "table")
_WITH_ONE_TYPE = ("value", "table", "die")


def refuse_useless_heads(d: Declaring) -> None:
    """Checks the head of every definition against its form."""
    for parsed, definition in d.pairs:
        _parameters(d, parsed, definition)
        _gives(d, parsed, definition)
        _classes(d, parsed, definition)
        if isinstance(parsed.body, ListText) and not parsed.body.items and not parsed.declaration.broken:
            what = "members" if parsed.form == "enum" else "faces"
            d.error("RW417", f"{definition.title} has no {what}", definition.span, definition, "add at least one")


def _parameters(d: Declaring, parsed: Parsed, definition: m.Definition) -> None:
    params = parsed.header.params
    if params and parsed.form not in _WITH_PARAMETERS:
        span = params[0].span.to(params[-1].span)
        d.error("RW417", f"{definition.title} takes no parameters", span, definition, "remove the brackets")


def _gives(d: Declaring, parsed: Parsed, definition: m.Definition) -> None:
    gives = parsed.header.gives
    if not gives or parsed.form == "event":
        for result in gives:
            if is_lone_name(d, result):
                d.error("RW417", f"a result of {definition.title} has no type", result.span, definition,
                        f"write `gives TYPE {result.span.text}`")
            elif not result.name:
                d.error("RW417", f"a result of {definition.title} has no name", result.span, definition,
                        f"write `gives {result.span.text} NAME`")
        return
    span = gives[0].span.to(gives[-1].span)
    if parsed.form not in _WITH_ONE_TYPE:
        hint = "remove it: a permission returns yes or no" if parsed.form == "permission" else "remove `gives`"
        d.error("RW417", f"{definition.title} returns nothing", span, definition, hint)
    elif len(gives) > 1 or gives[0].name:
        d.error("RW417", f"{definition.title} returns one type, without a name", span, definition,
                "write only the type: only results of events have names")


def _classes(d: Declaring, parsed: Parsed, definition: m.Definition) -> None:
    classes = parsed.header.classes
    if classes and parsed.form != "event":
        span = word_in(parsed.header.span, classes[0])
        d.error("RW417", f"{definition.title} cannot be of a class", span, definition, "remove it: only events can")
