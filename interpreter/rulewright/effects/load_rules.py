"""Loads modifiers and reactions from the fields that sheets, areas, statuses and rules share.

Separate because five forms and the parts of sheets have the same fields and read them in the same way.
"""

from __future__ import annotations

from typing import Final, Literal

from rulewright.effects import nodes as n
from rulewright.effects.fields import Fields, of_mapping
from rulewright.effects.parsed import ReactionText, Rules
from rulewright.limits import MOST_ENTRIES, MOST_REACTIONS
from rulewright.pack import tree
from rulewright.source import Span

Phase = Literal["before", "instead", "at", "after", "ended"]
PHASES: Final[tuple[Phase, ...]] = ("before", "instead", "at", "after", "ended")


def load_rules(fields: Fields, sentences: list[n.Sentence] | None = None) -> Rules:
    """The modifiers and reactions of a body. The modifiers may have been read already."""
    for name, most in (("modify", MOST_ENTRIES), ("react", MOST_REACTIONS)):
        fields.at_most(name, most, "spread them over several definitions")
    reactions: list[ReactionText] = []
    for phase in PHASES:
        span = fields.key_span(phase)
        if span is not None:
            _add(reactions, _reaction(fields, phase, span))
    for node in _reacting(fields):
        inner = of_mapping(node, fields.out, fields.origin("react"))
        for phase in PHASES:
            if phase in inner:
                _add(reactions, _reaction(inner, phase, node.span))
    if sentences is None:
        sentences = fields.list("modify", "sentence")
    return Rules(sentences, reactions, fields.text("active", "expression"))


def _add(reactions: list[ReactionText], reaction: ReactionText | None) -> None:
    if reaction is not None:
        reactions.append(reaction)


def _reacting(fields: Fields) -> list[tree.Mapping]:
    node = fields.node("react")
    items = node.items if isinstance(node, tree.Sequence) else [] if node is None else [node]
    for item in items:
        if not isinstance(item, tree.Mapping):
            fields.wrong("react", item, "a list of reactions, each a mapping")
    return [item for item in items if isinstance(item, tree.Mapping)]


def _reaction(fields: Fields, phase: Phase, span: Span) -> ReactionText | None:
    """One reaction; None if its trigger is wrong, but its other code is parsed anyway."""
    trigger = fields.text(phase, "trigger")
    when, each = fields.text("when", "expression"), fields.text("each", "binder")
    do, may, limit = fields.text("do", "block"), fields.text("may", "block"), fields.text("limit", "limit")
    order, by = fields.text("order", "expression"), fields.text("by", "expression")
    if trigger is None:
        return None
    return ReactionText(
        phase, trigger, span, when, each, do, may, limit, fields.word("rank"), order, fields.word("window"), by,
        fields.translated("title"),
    )  # fmt: skip
