"""Finds choices that would tell a player what only another one may know.

A stage of its own because a list of answers is seen by who chooses: what is in it says what its condition read.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.check.facts import key
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.walk import walk
from rulewright.effects import nodes as n


def check_secrets(world: World, texts: list[Text]) -> None:
    """Report choices and offers whose answers depend on secret fields, or on zones that the chooser does not see."""
    for text in texts:
        for node in text.nodes if text.happens else ():
            for chooser, trees in _asked(node):
                for tree in trees:
                    _leaks(world, text.owner, chooser, tree)


def _asked(node: n.Node) -> Iterator[tuple[n.Expr, tuple[n.Expr | n.Node | None, ...]]]:
    """Who chooses, and what decides over the answers."""
    match node:
        case n.Choose():
            yield node.by, (node.binding.source, node.where)
        case n.Offer():
            for line in node.lines:
                yield node.player, (*(one.source for one in line.bindings), line.where)
        case _:
            pass


def _leaks(world: World, owner: m.Definition, chooser: n.Expr, tree: n.Node | None) -> None:
    for node in walk(tree):
        match node:
            case n.Attr() if isinstance(node.ref, m.Attribute) and node.ref.secret is not None:
                if node.ref.secret == "owner" and _owns(tree, chooser, node.target):
                    continue
                who = "nobody" if node.ref.secret == "nobody" else "its owner only"
                world.warn("RW606", owner, node.span, f"the answers tell '{node.ref.id}', which is known to {who}",
                           "reveal it first, or let the answers not depend on it")
            case n.Call() if isinstance(node.ref, m.ZoneDef) and node.ref.seen_by != "all":
                if node.ref.seen_by == "owner" and node.args and key(node.args[0]) == key(chooser):
                    continue
                world.warn("RW606", owner, node.span, f"the answers tell what is in '{node.ref.id}', which the chooser "
                           "does not see", "let its owner choose, or reveal it first")
            case _:
                pass


def _owns(tree: n.Node | None, chooser: n.Expr, thing: n.Expr) -> bool:
    """Is the chooser the owner of the thing: by the very words, or by a condition beside it?"""
    if isinstance(chooser, n.Attr) and chooser.name == "owner" and key(chooser.target) == key(thing):
        return True
    owner = n.Attr(thing.span, thing, "owner")
    for node in walk(tree):
        match node:
            case n.Is() if not node.negated and key(node.left) == key(owner) and key(node.right) == key(chooser):
                return True
            case n.Call() if isinstance(node.ref, m.ZoneDef) and node.args and key(node.args[0]) == key(chooser):
                return True
            case _:
                pass
    return False
