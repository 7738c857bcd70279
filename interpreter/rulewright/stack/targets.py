"""What an edit finds at its target: the field or entry that a path leads to, what was done there, and how it is told.

Separate because all verbs ask this in the same way; `edit` has the verbs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.model import Declaration, Origin
from rulewright.pack.tree import Node
from rulewright.source import Span
from rulewright.spelling import did_you_mean, listed
from rulewright.stack.heads import Change, Edit
from rulewright.stack.slots import Fields, Slot, begins, last_name
from rulewright.stack.where import KindFields
from rulewright.stack.words import text_of

LISTS: Final = frozenset({"members", "ordered", "faces", "modify", "react", "rules", "decide", "keywords", "texts",
                          "solid", "halves", "ranks"})  # fmt: skip
_WITH_REPEATS: Final = frozenset({"faces"})
ENTRY: Final = ("field", "entry")


@dataclass(slots=True)
class Done:
    """What an edit must know about its target. `prefix` is the path to a part, "" for the whole definition."""

    fields: Fields
    kind: KindFields | None
    change: Change
    prefix: str = ""

    @property
    def declaration(self) -> Declaration:
        return self.fields.declaration

    @property
    def called(self) -> str:
        """The name of the target, in words."""
        one = self.declaration
        return f"the pack '{one.id}'" if one.form == "pack" else f"{one.form} '{one.id}'"


class Targets:
    """The targets of edits. `kinds`: the fields of a kind, by its id."""

    def __init__(self, out: Diagnostics, kinds: Callable[[str], KindFields]) -> None:
        self._out = out
        self._kinds = kinds

    def put(self, edit: Edit, at: Done, slot: Slot, node: Node | None) -> None:
        """Puts a value at a target, or removes what is there (None)."""
        one = at.declaration
        before = "" if slot.node is None else text_of(slot.node)
        if slot.path == ("do",):
            one.lines = None  # lines that earlier packs added to the offers of the old block
        at.fields.put(slot.way, node, last_name(edit.key, str(slot.path[-1])))
        self.note(edit, at, slot, before, "" if edit.node is None else text_of(edit.node))

    def note(self, edit: Edit, at: Done, slot: Slot, before: str, after: str) -> None:
        """Adds an edit to the history of what it changed."""
        one, told = at.declaration, Origin(at.change.pack, edit.verb, edit.key.span, before, after)
        one.history = one.history or {}
        one.history[slot.path] = (*one.history.get(slot.path, ()), told)

    def has_been(self, edit: Edit, at: Done, slot: Slot) -> bool:
        """Whether the value was inherited from a template to which this change was already made."""
        told = (at.declaration.history or {}).get(slot.path, ())
        return any(one.span == edit.key.span for one in told)

    def is_done(self, at: Done, slot: Slot, verb: str, item: str = "") -> bool:
        """Whether another pack has already taken or removed the same thing: the two changes commute."""
        for path, told in (at.declaration.history or {}).items():
            for one in told:
                if one.verb != verb or one.pack == at.change.pack:
                    continue
                if path == slot.path and f", {item}, " in f", {one.after}, ":
                    return True
                # A path may name an item of a list by more of its words.
                if verb == "remove" and slot.lost and path[:-1] == slot.path[:-1] and begins(one.before, slot.path[-1]):
                    return True
        return False

    def inside(self, at: Done, slot: Slot) -> tuple[KindFields | None, tuple[str, ...]]:
        """The kind of the part that a path leads into, and the rest of the path there."""
        kind, rest = at.kind, slot.path[at.prefix.count(".") :]
        while len(rest) > len(ENTRY) and kind is not None and rest[0] in kind.parts:
            kind, rest = self._kinds(kind.parts[rest[0]]), rest[len(ENTRY) :]
        return kind, rest

    def is_field(self, at: Done, slot: Slot) -> bool:
        """Whether a path ends at a field, written or not; any other path ends at an entry."""
        rest = self.inside(at, slot)[1]
        return len(rest) == 1 or (rest[0] == "react" and len(rest) > len(ENTRY))

    def is_list(self, at: Done, slot: Slot) -> bool:
        """Whether a path ends at a field that is a list, written or not."""
        kind, rest = self.inside(at, slot)
        return len(rest) == 1 and (rest[0] in LISTS or (kind is not None and rest[0] in kind.lists))

    def has_repeats(self, at: Done, slot: Slot) -> bool:
        """Whether an item may occur more than once in a list."""
        kind, rest = self.inside(at, slot)
        return len(rest) == 1 and (rest[0] in _WITH_REPEATS or (kind is not None and rest[0] in kind.repeats))

    def not_there(self, edit: Edit, at: Done, slot: Slot) -> bool:
        """Reports that nothing is at the target, unless the change is made to every definition. Returns False."""
        if at.change.every:
            return False
        missed = slot.lost or slot.path[-1]
        hint = did_you_mean(missed, slot.known, "" if edit.verb == "set" else "there are")
        if hint is None and edit.verb == "set":
            hint = (f"there are {listed(slot.known)}; " if slot.known else "") + "write `add` to create an entry"
        self.wrong("RW244", f"there is no '{edit.path}' in {at.called}", edit, at, slot, hint)
        return False

    def wrong(self, code: str, message: str, edit: Edit, at: Done, slot: Slot, hint: str | None,
               span: Span | None = None) -> None:  # fmt: skip
        """Reports a problem of an edit, with the last change of its target or the current value."""
        one, edit.is_done = at.declaration, True
        told = (one.history or {}).get(slot.path, ())
        related = [(told[-1].span, f"'{told[-1].pack}' has changed it here")] if told else []
        if not related:
            node = slot.node or at.fields.node(slot.path[0])
            where = one.head_span if node is None else _first_line(node)
            related = [(where, "the current value is here")]
        self._out.add(code, message, span or edit.key.span, hint, related, one.id)


def _first_line(node: Node) -> Span:
    text = node.span.text.partition("\n")[0].rstrip()
    return Span(node.source, node.start, node.start + len(text))
