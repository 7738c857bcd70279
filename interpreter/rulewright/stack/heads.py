"""Converts `change`, `remove` and `replace` entries to changes: of which pack, to which definition, by which verbs.

Separate because this is all that the syntax of changes says, before anything is looked up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.parse import parse
from rulewright.pack.forms import CHANGES
from rulewright.pack.model import Declaration, FieldValue
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.source import Span
from rulewright.spelling import nearest

# In the order in which the verbs of one pack are applied.
VERBS: Final = ("expects", "take", "remove", "set", "scale", "raise", "lower", "add")
RANK: Final = {verb: number for number, verb in enumerate(VERBS)}
_EVERY: Final = re.compile(r"\s*change\s+every\s+(?P<kind>\w+)(?:\s+where\s+(?P<where>.+))?\s*", re.DOTALL)
_ONE: Final = re.compile(r"\s*(?P<verb>change|remove)\s+(?P<form>[^\W\d]\w*)\s+(?P<id>[^\W\d]\w*)\s*")
_NEW: Final = re.compile(r"\s*replace\s+(?=[^\W\d]\w*\s+[^\W\d]\w*)")
_MOST: Final = 20_000
_SHORT: Final = 40


@dataclass(slots=True)
class Edit:
    """One entry under a verb: the path as written, and the value (None for `remove`). `is_done`: it has found its
    target somewhere, or was reported."""

    verb: str
    path: str
    key: Scalar
    node: Node | None
    is_done: bool = False


@dataclass(slots=True)
class Change:
    """The change under one head of a pack: of one definition (`form`, `id`), or with `every` of all matching sheets of
    a kind. `form` is `pack` for a manifest."""

    pack: str
    form: str
    id: str
    key: Scalar
    edits: list[Edit] = field(default_factory=list)
    every: bool = False
    where: n.Expr | None = None
    is_removal: bool = False
    reason: str = ""
    is_met: bool = False  # whether the condition of an `every` holds for a sheet, or was reported

    @property
    def span(self) -> Span:
        return self.key.span


def is_change(one: Declaration) -> bool:
    """Whether a head belongs to a change and not to a definition."""
    return one.form in CHANGES


def replaced(head: str) -> int:
    """The length of what stands before the new head in `replace FORM ID..`: 0 in any other head."""
    match = _NEW.match(head)
    return 0 if match is None else match.end()


def replacement(one: Declaration) -> Declaration | None:
    """The definition that `replace FORM ID..` puts in place of another one."""
    key, cut = one.key, replaced(one.key.value)
    if cut == 0:
        return None
    head = Scalar(key.source, key.start + cut, key.end, key.value[cut:], key.style)
    if not key.is_verbatim:
        head = Scalar(key.source, key.start, key.end, key.value[cut:], "computed")
    form, _, rest = head.value.partition(" ")
    found = re.match(r"\s*(\w+)", rest)
    assert found is not None, "the pattern has an id"
    own = {name: replace(each, origin=found[1]) if each.origin == one.id else each for name, each in one.fields.items()}
    return Declaration(form, found[1], head, own, one.file, unread=one.unread)


def read_change(one: Declaration, pack: str, out: Diagnostics) -> Change | None:
    """The change that a head and its body describe; None if it cannot be read."""
    text = one.key.value
    every = _EVERY.fullmatch(text)
    if every is not None:
        change = Change(pack, every["kind"], "", one.key, every=True)
        if every["where"] is not None:
            change.where = parse("expression", one.head.slice(*every.span("where")), out)
    else:
        single = _ONE.fullmatch(text)
        if single is None:
            hint = "write `change FORM ID`, `change every KIND where ..`, `remove FORM ID` or `replace FORM ID(..)`"
            out.add("RW249", f"'{text}' is not the head of a change", one.head_span, hint)
            return None
        change = Change(pack, single["form"], single["id"], one.key, is_removal=single["verb"] == "remove")
    if change.is_removal:
        body = one.fields.get("")
        change.reason = body.node.value if body is not None and isinstance(body.node, Scalar) else ""
        return change
    for verb, value in one.fields.items():
        _read_verb(change, verb, value, out)
    if len(change.edits) > _MOST:
        out.add("RW249", f"more than {_MOST:,} changes under one head", one.head_span)
        change.edits.clear()
    return change


def _read_verb(change: Change, verb: str, value: FieldValue, out: Diagnostics) -> None:
    if verb not in VERBS:
        near = nearest(verb, VERBS)
        hint = f"did you mean '{near}'?" if near else f"write {_as_set(verb, value.node)}: a change contains verbs"
        words = f"a change has no verb '{verb}'" if verb else "expected verbs with paths in a change"
        hint = hint if verb else f"the verbs are {', '.join(VERBS)}"
        out.add("RW249", words, value.key_span if verb else change.span, hint)
        return
    node = value.node
    if verb == "remove":
        items = node.items if isinstance(node, Sequence) else [node]
        for item in items:
            if isinstance(item, Scalar):
                change.edits.append(Edit(verb, item.value, item, None))
            else:
                out.add("RW249", "'remove' expects a list of paths", item.span,
                        "write `remove: [field, mapping.entry]`")
        return
    if not isinstance(node, Mapping):
        hint = f"write `{verb}: {{PATH: VALUE}}`"
        out.add("RW249", f"'{verb}' expects a mapping of paths to values", value.key_span, hint)
        return
    change.edits += [Edit(verb, path, entry.key, entry.value) for path, entry in node.entries.items()]


def _as_set(path: str, node: Node) -> str:
    """The intended change if a field was written where a verb is expected."""
    short = isinstance(node, Scalar) and "\n" not in node.value and len(node.value) <= _SHORT
    value = node.span.text if isinstance(node, Scalar) and short and node.is_verbatim else ".."
    return f"`set: {{{path}: {value}}}`"
