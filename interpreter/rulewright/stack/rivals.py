"""Evaluates definitions that several packs change again in other orders, to find where the order decides.

Separate because it needs the definitions as written, before any change.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from rulewright.diagnostics import Diagnostics
from rulewright.pack.model import Declaration
from rulewright.pack.tree import Scalar
from rulewright.source import Span
from rulewright.stack import conflicts
from rulewright.stack.heads import Change
from rulewright.stack.kinds import texts_of

# Applies changes to definitions, in an order of packs; returns the reports.
Again = Callable[[list[Declaration], list[Change], list[str]], Diagnostics]


class Rivals:
    """Evaluates definitions again in other orders. Keeps those as written that are changed by several packs without a
    stated order."""

    def __init__(
        self, declarations: list[Declaration], behind: dict[str, set[str]], order: list[str], again: Again
    ) -> None:
        self._declarations = declarations
        self._behind = behind
        self._order = order
        self._again = again
        self._changes: list[Change] = []
        self._touched: list[conflicts.Touched] = []
        self._written: list[Declaration] = []
        self._heirs: dict[tuple[str, str], list[int]] = {}
        self._places: dict[tuple[str, str], int] = {}
        self._texts: dict[str, frozenset[str]] | None = None

    def note(self, changes: list[Change], about_one: Callable[[Declaration], list[Change]]) -> None:
        """Finds the definitions that several packs change, before any change is made."""
        self._changes = changes
        packs = {one.pack for one in changes}
        if all(one in self._behind[other] or other in self._behind[one] for one, other in combinations(packs, 2)):
            return
        for index, one in enumerate(self._declarations):
            about: dict[str, list[Change]] = {}
            for change in about_one(one):
                about.setdefault(change.pack, []).append(change)
            if len(about) > 1:
                self._touched.append(conflicts.Touched(index, about))
        self._written = [conflicts.copied(one) for one in self._declarations] if self._touched else []
        for index, one in enumerate(self._written):
            template = _template_of(one)
            if template is not None:
                self._heirs.setdefault(template, []).append(index)
        self._places = {(one.form, one.id): index for index, one in enumerate(self._written)}

    def report(self, out: Diagnostics) -> set[tuple[str, str]]:
        """Reports the fields that depend on the order of two packs. Returns what was reported, by owner and path."""
        if not self._touched:
            return set()
        found = list(conflicts.find(self._touched, self._behind, self._order, self._evaluate))
        conflicts.report(found, self._declarations, self._place, out)
        return {slot for *_, differ in found for slot in differ}

    def _evaluate(self, index: int, order: tuple[str, ...]) -> conflicts.Outcome:
        above, family = self._family(index)
        wanted = sorted({*above, *family, *(at for at, one in enumerate(self._written) if one.form == "kind")})
        several = [conflicts.copied(self._written[at]) for at in wanted]
        there = {(one.form, one.id) for one in several}
        changes = [one for one in self._changes if one.every or (one.form, one.id) in there]
        # Packs that do not change the definition may change its template, which is evaluated before all of them.
        late = [name for name in self._order if name not in order]
        found = self._again(several, changes, [*late, *order])
        own = [one for at, one in zip(wanted, several, strict=True) if at in family]
        if self._texts is None:
            self._texts = texts_of(self._declarations)
        return conflicts.outcome(own, found, self._texts)

    def _family(self, index: int) -> tuple[list[int], set[int]]:
        """The templates of a definition; the definition and all that extend it."""
        above: list[int] = []
        template = _template_of(self._written[index])
        while template is not None and template in self._places and self._places[template] not in above:
            above.append(self._places[template])
            template = _template_of(self._written[above[-1]])
        family, waiting = {index}, [index]
        while waiting:
            one = self._written[waiting.pop()]
            for heir in self._heirs.get((one.form, one.id), ()):
                if heir not in family:
                    family.add(heir)
                    waiting.append(heir)
        return above, family

    def _place(self, pack: str, index: int, slot: str) -> Span:
        """The location where a pack changes a field."""
        changes = next(one for one in self._touched if one.index == index).changes[pack]
        for change in changes:
            for edit in change.edits:
                if slot.startswith(edit.path) or edit.path.startswith(slot) or f".{edit.path}" in slot:
                    return edit.key.span
        return changes[0].span


def _template_of(one: Declaration) -> tuple[str, str] | None:
    said = one.fields.get("extends")
    return (one.form, said.node.value) if said is not None and isinstance(said.node, Scalar) else None
