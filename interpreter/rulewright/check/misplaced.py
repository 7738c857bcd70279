"""Finds uses of what things never have: the place of something that is never on the board, and statuses of other
kinds."""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import BUILTINS
from rulewright.check.subtyping import item_of
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.types import Type
from rulewright.effects import nodes as n
from rulewright.spelling import with_article

# Sorts of nodes that may depend on places, or on who has a status.
_OF_PLACES = (n.Call, n.Relation, n.Is, n.Within, n.Supposing)


def check_misplaced(world: World, texts: list[Text]) -> None:
    """Report places of things that are never anywhere, and statuses that no sheet of a kind lists. The texts are
    typed."""
    kinds = world.pack.kinds
    standing = {one.id for kind in kinds.values() if kind.placed for one in world.scope.lineage(kind.id)}
    listed: dict[m.StatusDef, set[str]] = {}
    for sheet in world.pack.sheets.values():
        for use in sheet.keywords:
            listed.setdefault(use.status, set()).update(one.id for one in world.scope.lineage(sheet.kind.id))
    for text in texts:
        for node in text.of(_OF_PLACES):
            for who, what in _placed(node):
                kind = _kind(who.type)
                if kind in kinds and kinds[kind].placed == "edge" and not _takes_edges(node):
                    words = f"{with_article(kind)} is placed on an edge and covers no place, but {what} is about places"
                    world.warn("RW530", text.owner, who.span, words,
                               "use its edge: `sides(x.edge)` are the places on both sides of it")
                if kind and standing.isdisjoint(kind.split(" or ")):
                    words = f"{with_article(kind)} is never on the board, but {what} is about places"
                    kinds_of_it = " and ".join(f"`kind {one}`" for one in kind.split(" or "))
                    world.warn("RW490", text.owner, who.span, words,
                               f"write `placed: yes` in {kinds_of_it}, or use something else")
            if isinstance(node, n.Is) and isinstance(node.ref, tuple) and isinstance(node.ref[1], m.StatusDef):
                _status(world, text, node, node.ref[1], listed.get(node.ref[1], set()))


def _placed(node: n.Node) -> Iterator[tuple[n.Expr, str]]:
    """The things that must be on the board for an expression to have a meaning, with what the expression is."""
    match node:
        case n.Call(ref=m.BuiltinDef() as builtin) if set(BUILTINS[builtin.id].needs) & {"C", "P"}:
            for arg in node.args:
                yield arg, f"`{node.name}`"
        case n.Relation(ref=m.BuiltinDef()):
            yield node.left, f"`{node.name}`"
            yield node.right, f"`{node.name}`"
        case n.Is(ref=("binary", m.BuiltinDef()), right=n.Call() as call):
            for arg in (node.left, *call.args):
                yield arg, f"`{call.name}`"
        case n.Is(ref=("builtin", m.BuiltinDef(id="placed"))):
            yield node.left, "`placed`"
        case n.Is(ref=("area", _), right=n.Name() as area):
            yield node.left, f"`{area.name}`"
        case n.Within():
            yield node.left, "`within`"
            yield node.right, "`within`"
        case n.Call(ref=m.KindDef(placed="edge")) if node.name.endswith("_in"):
            yield node, f"`{node.name}`"
        case n.Supposing():
            yield node.who, "`supposing`"


def _takes_edges(node: n.Node) -> bool:
    """Whether the expression also works for things on edges: whether they are placed, and what would be true
    elsewhere."""
    return isinstance(node, n.Supposing) or (isinstance(node, n.Is) and node.ref[0] == "builtin")


def _kind(type_: Type) -> str:
    """The kind of an entity, or of those in a set; "" for anything else."""
    inner = t.some(item_of(t.some(type_)) or t.some(type_))
    return inner.name if inner.tag == "entity" else ""


def _status(world: World, text: Text, node: n.Is, status: m.StatusDef, kinds: set[str]) -> None:
    """Reports a status that is only on sheets, but on none of the kind in question."""
    kind = t.some(node.left.type).name
    if status.given or not kinds or not kind or kind in kinds or any(world.scope.is_kind(one, kind) for one in kinds):
        return
    related = [(status.span, "declared here")] if status.span is not None else []
    world.warn("RW489", text.owner, node.span, f"no sheet of kind '{kind}' lists {status.title}, so it never has this "
               "status",
               f"{status.title} is on sheets of {_several(sorted(kinds))}", related)


def _several(words: list[str]) -> str:
    return " and ".join(f"'{word}'" for word in words[:3])
