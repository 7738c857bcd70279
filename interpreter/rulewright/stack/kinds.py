"""Keeps the known kinds of a stack while its sheets are evaluated: printed fields, parts, and what each kind is one of.

Separate because both the field editor and the code that iterates over changes read kinds, and the editor must not hold
that code: definitions that refer to each other in a cycle stay in memory until the next full garbage collection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.pack.model import Declaration
from rulewright.pack.tree import Mapping, Scalar, Sequence
from rulewright.stack.where import KindFields, Members


class Kinds:
    """The kinds that were evaluated so far."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str | None, KindFields]] = {}
        self._whole: dict[str, KindFields] = {}  # including inherited fields, for the kinds that were requested
        self._enums: dict[str, Members] = {}

    def note_members(self, one: Declaration) -> None:
        """Records an evaluated enumeration. Kinds that use it come after it."""
        for name in ("ordered", "members", ""):
            field = one.fields.get(name)
            if field is not None and isinstance(field.node, Sequence):
                names = tuple(item.value for item in field.node.items if isinstance(item, Scalar))
                self._enums[one.id] = Members(one.id, names, name == "ordered")

    def note(self, one: Declaration) -> None:
        """Records an evaluated kind."""
        self._whole.clear()
        made = KindFields()
        for name, text in texts_in(one, "printed").items():
            type_, _, starts = text.partition(" starts ")
            made.printed[name] = starts.strip() or None
            if type_.startswith(("set of ", "list of ")):
                made.lists.add(name)
                made.repeats |= {name} if type_.startswith("list of ") else set()
            of = self._enums.get(type_.removeprefix("set of ").removeprefix("list of ").partition(" ")[0])
            if of is not None:
                made.members[name] = of
        made.state = set(texts_in(one, "state"))
        made.parts = texts_in(one, "parts")
        parent = one.fields.get("is")
        self._known[one.id] = (
            parent.node.value if parent is not None and isinstance(parent.node, Scalar) else None, made
        )

    def lineage(self, name: str) -> Iterator[str]:
        """A kind, known or not, and the kinds that it is one of."""
        at: str | None = name
        seen: set[str] = set()
        while at is not None and at not in seen:
            seen.add(at)
            yield at
            at = self._known[at][0] if at in self._known else None

    def of(self, name: str) -> KindFields:
        """The fields of a kind, including those of the kinds that it is one of. It must not be changed."""
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
                found.members = own.members | found.members
        return found


def texts_in(one: Declaration, name: str) -> dict[str, str]:
    """The strings in a field that is a mapping, by name."""
    found = one.fields.get(name)
    if found is None or not isinstance(found.node, Mapping):
        return {}
    return {key: entry.value.value for key, entry in found.node.entries.items() if isinstance(entry.value, Scalar)}


def texts_of(declarations: Iterable[Declaration]) -> dict[str, frozenset[str]]:
    """The fields of sheets that are formulas or texts, by the id of the kind, including those of the kinds that it is
    one of; "" if a body without fields is such a text."""
    kinds = {one.id: one.fields for one in declarations if one.form == "kind"}
    found: dict[str, frozenset[str]] = {}
    for name in kinds:
        names: set[str] = set()
        main: str | None = None
        seen: set[str] = set()
        kind: str | None = name
        while kind in kinds and kind not in seen:
            seen.add(kind)
            for field in ("formulas", "texts"):
                node = kinds[kind][field].node if field in kinds[kind] else None
                if isinstance(node, Mapping):
                    names |= {text.partition("(")[0] for text in node.entries}
                elif isinstance(node, Sequence):
                    names |= {item.value.partition("(")[0] for item in node.items if isinstance(item, Scalar)}
            said = kinds[kind].get("main")
            main = main or (said.node.value if said is not None and isinstance(said.node, Scalar) else None)
            above = kinds[kind].get("is")
            kind = above.node.value if above is not None and isinstance(above.node, Scalar) else None
        found[name] = frozenset(names | {""} if main in names else names)
    return found
