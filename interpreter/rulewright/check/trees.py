"""Lists every typed tree of a checked pack with its definition.

Separate because flow, validation and the later analyses examine all texts at once, and none of them may forget one.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar, cast

from rulewright.check import model as m
from rulewright.check.walk import Tree, walk
from rulewright.effects import nodes as n

Found = TypeVar("Found")

# The use of a tree: blocks that run, and expressions that are evaluated.
Use = Literal["do", "ends", "reaction", "status", "check", "sheet", "legal", "value", "permission", "sentence",
              "in_force", "trigger", "starts", "formula", "kind", "clock", "window", "printed"]


@dataclass(slots=True, eq=False)
class Text:
    """A tree with its definition. `subject`: the kind whose field it initialises, the event or value that it is about,
    the reaction or modifier that it belongs to, or the definition itself."""

    owner: m.Definition
    use: Use
    tree: Tree
    subject: object
    _nodes: tuple[n.Node, ...] | None = None
    _of: dict[tuple[type[n.Node], ...], list[n.Node]] = field(default_factory=dict)
    _once: dict[Callable[..., object], object] = field(default_factory=dict)

    @property
    def happens(self) -> bool:
        """Whether it is a block, whose statements change the match."""
        return self.use in ("do", "ends", "reaction", "status", "check", "sheet")

    @property
    def block(self) -> n.Block:
        """The statements of a block."""
        assert self.happens and isinstance(self.tree, tuple), self.use
        return cast(n.Block, self.tree)

    @property
    def nodes(self) -> tuple[n.Node, ...]:
        """Every node of the tree, parents first. Computed once, because several checks iterate over them."""
        if self._nodes is None:
            self._nodes = tuple(walk(self.tree))
        return self._nodes

    def of(self, sorts: tuple[type[n.Node], ...]) -> list[n.Node]:
        """Its nodes of some sorts, in the same order; computed once. Most checks of all texts are only about a few
        sorts."""
        found = self._of.get(sorts)
        if found is None:
            found = self._of[sorts] = [node for node in self.nodes if type(node) in sorts]
        return found

    def forget(self) -> None:
        """It says the same at another location: cached results may refer to the old one."""
        self._once.clear()

    def once(self, find: Callable[[Text], Found]) -> Found:
        """The result of `find` for the text, computed once: it depends on the tree, and on the faces of what the tree
        names (`faces`); these stay the same for a text that is kept from check to check."""
        if find not in self._once:
            self._once[find] = find(self)
        return cast(Found, self._once[find])


def texts_of(pack: m.PackDef) -> list[Text]:
    """Every text of the pack, in order of the forms; a tree that several sheets share, once."""
    if pack.texts is not None:
        return list(pack.texts)
    found: dict[int, Text] = {}
    for owner, use, tree, subject in _all(pack):
        if tree and id(tree) not in found:
            found[id(tree)] = Text(owner, use, tree, subject)
    return list(found.values())


def texts_again(pack: m.PackDef) -> list[Text]:
    """The same for a pack in which some definitions are new: the texts of the others are kept, with what was found in
    them."""
    known = {id(one.tree): one for one in pack.texts or ()}
    pack.texts = None
    return [known.get(id(one.tree), one) for one in texts_of(pack)]


def formulas_of(pack: m.PackDef) -> dict[str, list[n.Expr]]:
    """The formulas on sheets, by the id of the field."""
    found: dict[str, list[n.Expr]] = {}
    for sheet in pack.sheets.values():
        for name, formula in sheet.formulas.items():
            found.setdefault(name, []).append(formula)
    return found


def answered_by(symbol: m.Symbol, formulas: Mapping[str, Sequence[n.Expr]]) -> list[n.Node | None]:
    """The trees that determine a value or permission, the conditions of an event, or a formula, except modifiers.
    `formulas` as returned by `formulas_of`."""
    match symbol:
        case m.ValueDef():
            return [symbol.start, *symbol.rows, *(step.then for step in symbol.steps)]
        case m.PermissionDef():
            return [symbol.normally]
        case m.EventDef():
            return list(symbol.legal.values())
        case m.Attribute():
            return [symbol.starts, *formulas.get(symbol.id, ())]
    raise AssertionError(f"{symbol.title} has no expression")


_Row = tuple[m.Definition, Use, Tree, object]


def _all(pack: m.PackDef) -> Iterator[_Row]:
    for kind in pack.kinds.values():
        for attribute in kind.attributes.values():
            yield kind, "starts", attribute.starts, attribute
        yield kind, "kind", kind.size, kind
        for condition in kind.must.values():
            yield kind, "kind", condition, kind
        yield kind, "in_force", kind.active, kind
    for sheet in pack.sheets.values():
        for printed in sheet.trees:
            yield sheet, "printed", sheet.printed[printed], sheet
        for name, formula in sheet.formulas.items():
            yield sheet, "formula", formula, sheet.kind.all_attributes.get(name)
        for name, block in sheet.texts.items():
            yield sheet, "sheet", block, name
    for event in pack.events.values():
        for condition in event.legal.values():
            yield event, "legal", condition, event
        yield event, "window", event.arbiter, event
        yield event, "do", event.do, event
        yield event, "ends", event.ends, event
    for cls in pack.classes.values():
        yield cls, "window", cls.arbiter, cls
    for value_def in pack.values.values():
        yield value_def, "value", value_def.start, value_def
        yield value_def, "value", tuple(value_def.rows), value_def
        for step in value_def.steps:
            yield value_def, "value", step.then, value_def
    for permission in pack.permissions.values():
        yield permission, "permission", permission.normally, permission
    for status in pack.statuses.values():
        for attribute in status.fields:
            yield status, "starts", attribute.starts, attribute
        yield status, "clock", status.lasts, status
        yield status, "status", status.ends, status
        if status.spent_by is not None:
            yield from _of_reaction(status, status.spent_by)
    for holder in pack.holders():
        yield from _of_holder(holder)
    for window in pack.windows.values():
        yield window, "window", window.ask, window
        yield window, "window", window.ties, window
    for check in pack.checks.values():
        yield check, "trigger", check.binder, check
        yield check, "check", check.body, check


def _of_holder(holder: m.Holder) -> Iterator[_Row]:
    owner = holder.definition
    yield owner, "in_force", holder.binder, holder
    yield owner, "in_force", holder.active, holder
    for sentence in holder.sentences:
        yield owner, "sentence", sentence.when, sentence
        yield owner, "sentence", sentence.expr, sentence
    for reaction in holder.reactions:
        yield from _of_reaction(owner, reaction)


def _of_reaction(owner: m.Definition, reaction: m.ReactionDef) -> Iterator[_Row]:
    for tree in (reaction.where, reaction.when, reaction.each, reaction.order, reaction.by):
        yield owner, "trigger", tree, reaction
    yield owner, "reaction", reaction.body, reaction
