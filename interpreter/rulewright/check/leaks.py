"""Finds choices that would tell a player what only another one may know, and secret answers that would not stay so.

A stage of its own because a list of answers is seen by who chooses: what is in it says what its condition read.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.asked import check_asked
from rulewright.check.facts import key
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.types import Type
from rulewright.check.walk import walk
from rulewright.effects import nodes as n

_SECRET = (n.Choose, n.ChooseYesNo, n.Roll)


def check_secrets(world: World, texts: list[Text]) -> None:
    """Report choices and offers whose answers depend on secret fields and answers, or on zones that the chooser does
    not see; and secret answers that go where everybody sees them."""
    told: set[int] = set()
    for text in texts:
        if not text.happens:
            continue
        known = _answers(text)
        for node in text.nodes:
            for chooser, trees in _asked(node):
                for tree in trees:
                    if _leaks(world, text.owner, chooser, tree, known):
                        told.add(id(node))
            if isinstance(node, (n.Let, n.Set)):
                _kept(world, text.owner, node)
    check_asked(world, texts, told)


def _answers(text: Text) -> dict[int, n.Expr | None]:
    """The locals of a text that hold secret answers, with who knows them (None: nobody)."""
    found: dict[int, n.Expr | None] = {}
    for node in text.nodes:
        if isinstance(node, (n.Let, n.Set)) and isinstance(node.value, _SECRET) and node.value.secret:
            variable = node.ref if isinstance(node, n.Let) else getattr(node.target, "ref", None)
            if isinstance(variable, m.Variable):
                found[id(variable)] = node.value.by
    return found


def _kept(world: World, owner: m.Definition, node: n.Let | n.Set) -> None:
    """A secret answer is kept in a local, or in a field that is secret itself."""
    right = node.value
    if not isinstance(right, _SECRET) or not right.secret:
        return
    type_: Type = right.type
    if any(one.tag in ("record", "any_record") for one in (type_, *type_.args)):
        world.warn("RW609", owner, right.span, "what has happened is no secret: the log tells it",
                   "leave out `in secret`")
    if isinstance(node, n.Let):
        return
    target = node.target
    if isinstance(target, n.Name) and isinstance(target.ref, m.Variable) and target.ref.role == "local":
        return
    if isinstance(target, n.Attr) and isinstance(target.ref, m.Attribute) and target.ref.secret is not None:
        return
    field = isinstance(target, n.Attr) and isinstance(target.ref, m.Attribute)
    name = target.name if isinstance(target, (n.Name, n.Attr)) else target.span.text
    world.warn("RW609", owner, target.span, f"the answer is secret, and everybody may see '{name}'",
               "list it under `secret` of its kind" if field else "keep it in a local, or in a field that is secret")


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


def _leaks(world: World, owner: m.Definition, chooser: n.Expr, tree: n.Node | None,
           known: dict[int, n.Expr | None]) -> bool:
    """Whether a tree was reported."""
    found = False
    for node in walk(tree):
        match node:
            case n.Name() if isinstance(node.ref, m.Variable) and id(node.ref) in known:
                by = known[id(node.ref)]
                if by is None or key(by) != key(chooser):
                    found = True
                    who = "nobody" if by is None else "who gave that answer alone"
                    world.warn("RW606", owner, node.span, f"the answers tell '{node.ref.id}', which is known to {who}",
                               "let the answers not depend on it")
            case n.Attr() if isinstance(node.ref, m.Attribute) and node.ref.secret is not None:
                if node.ref.secret == "owner" and _owns(tree, chooser, node.target):
                    continue
                found = True
                who = "nobody" if node.ref.secret == "nobody" else "its owner only"
                world.warn("RW606", owner, node.span, f"the answers tell '{node.ref.id}', which is known to {who}",
                           "reveal it first, or let the answers not depend on it")
            case n.Call() if isinstance(node.ref, m.ZoneDef) and node.ref.seen_by != "all":
                if node.ref.seen_by == "owner" and node.args and key(node.args[0]) == key(chooser):
                    continue
                found = True
                world.warn("RW606", owner, node.span, f"the answers tell what is in '{node.ref.id}', which the chooser "
                           "does not see", "let its owner choose, or reveal it first")
            case _:
                pass
    return found


def _owns(tree: n.Node | None, chooser: n.Expr, thing: n.Expr) -> bool:
    """Is the chooser the owner of the thing: by the very words, or by a condition beside it? A player owns what is
    the player's."""
    if thing.type == t.PLAYER and key(thing) == key(chooser):
        return True
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
