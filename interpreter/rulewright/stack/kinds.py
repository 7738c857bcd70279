"""What is known of the kinds of a stack while its sheets are evaluated: printed fields, parts, and what each kind is.

Separate because the editor of fields asks for kinds as well as those who go through the changes, and must not hold
these: definitions that name each other in a circle stay until Python next looks through everything.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.pack.model import Declaration
from rulewright.pack.tree import Mapping, Scalar
from rulewright.stack.where import KindFields


class Kinds:
    """The kinds that were evaluated so far."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str | None, KindFields]] = {}
        self._whole: dict[str, KindFields] = {}  # with what is inherited, as far as it was asked for

    def note(self, one: Declaration) -> None:
        """A kind is evaluated."""
        self._whole.clear()
        made = KindFields()
        for name, text in texts_in(one, "printed").items():
            type_, _, starts = text.partition(" starts ")
            made.printed[name] = starts.strip() or None
            if type_.startswith(("set of ", "list of ")):
                made.lists.add(name)
                made.repeats |= {name} if type_.startswith("list of ") else set()
        made.state = set(texts_in(one, "state"))
        made.parts = texts_in(one, "parts")
        parent = one.fields.get("is")
        self._known[one.id] = (
            parent.node.value if parent is not None and isinstance(parent.node, Scalar) else None, made
        )

    def lineage(self, name: str) -> Iterator[str]:
        """A kind, known or not, and those that it is one of."""
        at: str | None = name
        seen: set[str] = set()
        while at is not None and at not in seen:
            seen.add(at)
            yield at
            at = self._known[at][0] if at in self._known else None

    def of(self, name: str) -> KindFields:
        """What is known of a kind and those that it is one of. Nobody changes it."""
        if name in self._whole:
            return self._whole[name]
        found = self._whole[name] = KindFields()
        for at in self.lineage(name):
            if at in self._known:
                own = self._known[at][1]
                found.printed = own.printed | found.printed
                found.state |= own.state
                found.parts = own.parts | found.parts
                found.lists |= own.lists
                found.repeats |= own.repeats
        return found


def texts_in(one: Declaration, name: str) -> dict[str, str]:
    """The texts by name in a field that is a mapping."""
    found = one.fields.get(name)
    if found is None or not isinstance(found.node, Mapping):
        return {}
    return {key: entry.value.value for key, entry in found.node.entries.items() if isinstance(entry.value, Scalar)}
