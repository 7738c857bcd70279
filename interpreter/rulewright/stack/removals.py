"""Removes the definitions that packs remove or replace, inserts the replacements, and reports where the order of packs
would decide.

Separate because a removed definition has no fields, so what two packs do to it as a whole is compared only here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.forms import MAIN_FIELDS
from rulewright.pack.model import Declaration, Removed
from rulewright.pack.tree import Scalar, Sequence
from rulewright.source import Span
from rulewright.spelling import did_you_mean
from rulewright.stack import trees
from rulewright.stack.heads import Change, replaced

_Name = tuple[str, str]
MayChange = Callable[[Change, Declaration, Diagnostics], bool]
_HINT: Final = "remove one of the packs, or order them with `after` in one of them"


@dataclass(slots=True)
class Removal:
    """A pack removes a definition, and with `new` puts another one in its place. `old` is the removed one, once that is
    done."""

    change: Change
    new: Declaration | None = None
    old: Declaration | None = None

    @property
    def name(self) -> _Name:
        return self.change.form, self.change.id

    @property
    def does(self) -> str:
        """The verb for it, in the third person."""
        return "removes" if self.new is None else "replaces"


class Taken:
    """The removed definitions of a stack, and who removed them. `behind`: for each pack, the packs that it comes after.
    """

    def __init__(self, behind: dict[str, set[str]]) -> None:
        self._behind = behind
        self._first: dict[_Name, Declaration] = {}
        self._done: dict[_Name, list[Removal]] = {}
        self._asked: dict[_Name, list[Removal]] = {}
        self._gone: dict[int, Declaration] = {}

    def note(self, one: Declaration) -> None:
        """Records a definition of a pack."""
        self._first.setdefault((one.form, one.id), one)

    def first(self, form: str, name: str) -> Declaration | None:
        """The definition of an id as it was before any pack removed it."""
        return self._first.get((form, name))

    def is_gone(self, one: Declaration) -> bool:
        """Whether a definition is removed or replaced."""
        return id(one) in self._gone

    def removed(self) -> list[Removed]:
        """The removed definitions, by each pack that removed them."""
        return [
            Removed(f"{one.change.form} '{one.change.id}'", one.change.pack,
                    "removed" if one.new is None else "replaced", one.change.span, _rules_of(one.old), one.old)
            for done in self._done.values() for one in done if one.old is not None
        ]  # fmt: skip

    def by(self, name: str) -> list[Removal]:
        """The removals of definitions with an id, of any form, in the order of packs."""
        return [one for (_, other), several in self._done.items() if other == name for one in several]

    def take_out(self, several: list[Removal], may_change: MayChange, out: Diagnostics) -> list[Declaration]:
        """Does the removals in the order of packs. Returns the replacements that stay."""
        there = dict(self._first)
        for one in several:
            self._asked.setdefault(one.name, []).append(one)
        for one in several:
            first = self._first.get(one.name)
            if first is None:
                self.not_there(one.change, out)
                continue
            if not may_change(one.change, first, out) or self._is_refused(one, out):
                continue
            old = there.pop(one.name, None)
            if old is not None:
                self._gone[id(old)] = old
            one.old = first if old is None else old
            self._done.setdefault(one.name, []).append(one)
            if one.new is not None:
                there[one.name] = one.new
        for name, done in self._done.items():
            if name not in there:
                last = done[-1].change
                out.gone(name[1], last.span, f"'{last.pack}' has removed {name[0]} '{name[1]}' here")
        return [one.new for several in self._done.values() for one in several
                if one.new is not None and there.get(one.name) is one.new]  # fmt: skip

    def _is_refused(self, one: Removal, out: Diagnostics) -> bool:
        """Reports a pack that does something else to the definition, if no order of the two is stated."""
        for other in self._done.get(one.name, ()):
            if _same(one, other):
                continue
            if other.change.pack == one.change.pack:
                self._twice(one.change, one.does, other, out)
                return True
            if self._is_open(one.change, other):
                self._conflict(one.change, one.does, other, out)
                return True
        return False

    def not_there(self, change: Change, out: Diagnostics) -> None:
        """Reports a change whose definition is missing: no pack has it, or a pack has removed it."""
        done = self._done.get((change.form, change.id), [])
        for one in done:
            if one.change.pack == change.pack:
                self._twice(change, "changes", one, out)
                return
            if self._is_open(change, one):
                self._conflict(change, "changes", one, out)
                return
        before = [one for one in done if one.change.pack in self._behind[change.pack]]
        if done and not before:
            return  # the packs that remove it come after this one, or another pack settles it
        if change.form == "rulebook":
            out.add("RW241", f"a rulebook is not a definition, so '{change.id}' cannot be changed so", change.span,
                    "write the changed rules into rulebook.yaml of this pack, with their ids")  # fmt: skip
            return
        names = [name for form, name in self._first if form == change.form]
        related = [(one.change.span, f"'{one.change.pack}' has removed it here") for one in before[-1:]]
        word = "replaced" if replaced(change.key.value) else "removed" if change.is_removal else "changed"
        other = next((form for form, name in self._first if name == change.id), None)
        verb = change.key.value.partition(" ")[0]
        hint = did_you_mean(change.id, names, "there are") if other is None else f"write `{verb} {other} {change.id}`"
        out.add("RW241", f"there is no {change.form} '{change.id}' to be {word}", change.span,
                None if done else hint, related)  # fmt: skip

    def is_about(self, change: Change, out: Diagnostics) -> bool:
        """Whether a change is meant for the current definition, and not for one that a later pack has replaced. If no
        order of the packs is stated, that is a conflict."""
        for one in self._done.get((change.form, change.id), ()):
            if one.change.pack == change.pack:
                continue  # a pack changes its own definition, which is reported elsewhere
            if change.pack in self._behind[one.change.pack]:
                return False
            if one.change.pack not in self._behind[change.pack]:
                if self._is_open(change, one):
                    self._conflict(change, "changes", one, out)
                return False
        return True

    # -- which comes first ---------------------------------------------------------------------------------------------

    def _is_open(self, change: Change, other: Removal) -> bool:
        """Whether no order of two packs is stated, and no pack after both removes the definition."""
        one, two = change.pack, other.change.pack
        if one in self._behind[two] or two in self._behind[one]:
            return False
        return not any({one, two} <= self._behind[each.change.pack] for each in self._asked.get(other.name, ()))

    def _conflict(self, change: Change, does: str, other: Removal, out: Diagnostics) -> None:
        message = f"'{change.pack}' {does} {change.form} '{change.id}', '{other.change.pack}' {other.does} it"
        hint = _HINT
        if does == "changes" and other.new is None:  # after the removal there would be nothing to change
            hint = (f"remove one of the packs, or put the change first: `after: [{change.pack}]` in "
                    f"'{other.change.pack}'")  # fmt: skip
        self._tell(message, change.span, hint, other, out)

    def _twice(self, change: Change, does: str, other: Removal, out: Diagnostics) -> None:
        also = "too" if does == other.does else f"and {other.does} it"
        message = f"this pack {does} {change.form} '{change.id}' {also}" if also != "too" else (
            f"this pack {does} {change.form} '{change.id}' twice")  # fmt: skip
        self._tell(message, change.span, "remove one of the two", other, out)

    def _tell(self, message: str, span: Span, hint: str, other: Removal, out: Diagnostics) -> None:
        word = "removed" if other.new is None else "replaced"
        out.add("RW252", message, span, hint, [(other.change.span, f"it is {word} here")])


def _rules_of(one: Declaration) -> tuple[str, ...]:
    """The rules that a definition cites."""
    field = one.fields.get("rules")
    node = None if field is None else field.node
    items = node.items if isinstance(node, Sequence) else [node]
    return tuple(item.value for item in items if isinstance(item, Scalar))


def _same(one: Removal, other: Removal) -> bool:
    """Whether two packs do the same to a definition."""
    if one.new is None or other.new is None:
        return one.new is other.new
    return one.new.key.value.split() == other.new.key.value.split() and _say_the_same(one.new, other.new)


def _say_the_same(one: Declaration, other: Declaration) -> bool:
    """Whether two definitions with one head have the same fields."""
    main = MAIN_FIELDS.get(one.form, "")
    return one.fields.keys() == other.fields.keys() and all(
        trees.same(name or main, field.node, other.fields[name].node) for name, field in one.fields.items()
    )
