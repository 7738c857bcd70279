"""Finds questions that tell a secret by being asked: windows, offers and choices that ask only whoever has an answer.

Everybody sees that somebody is asked, and whom. Where that depends on what only some know, it has to be asked always.
"""
from __future__ import annotations

from collections.abc import Container, Iterator

from rulewright.check import model as m
from rulewright.check.secrecy import NOTHING, Hidden, Secrecy, is_zone
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.walk import Tree
from rulewright.check.worked_out import of_block
from rulewright.effects import nodes as n


def check_asked(world: World, texts: list[Text], told: Container[int] = ()) -> None:
    """Report windows, offers and choices that do not ask always, though whether they ask tells a secret. `told` are
    questions (by identity) of which a worse mistake was reported."""
    secrecy = Secrecy(world.pack)
    if not secrecy.any:
        return
    _windows(world, secrecy)
    for text in texts:
        if not text.happens or not isinstance(text.tree, tuple):
            continue
        asking = [node for node in text.nodes if isinstance(node, (n.Offer, n.Choose)) and not node.always
                  and id(node) not in told]
        hidden = of_block(secrecy, text.tree) if asking else NOTHING
        for node in asking:
            if isinstance(node, n.Offer):
                _told(world, text.owner, node, "offer", _offer_tells(secrecy, node, hidden, world.pack.ask_forced))
            else:
                _told(world, text.owner, node, "choice", _choice_tells(secrecy, node, hidden))


def reaction_tells(secrecy: Secrecy, reaction: m.ReactionDef) -> str | None:
    """What is told by whether somebody is asked for a reaction."""
    holder = reaction.holder
    found = secrecy.hides(holder) or secrecy.of_holder(holder)
    trees: list[Tree] = [reaction.where, reaction.when, reaction.each, reaction.by, reaction.order]
    call = single_call(reaction.body)
    if call is not None:
        trees += call.args
        if isinstance(call.ref, m.EventDef):
            found = found or secrecy.of(call.ref)
    return found or secrecy.tells(trees)


def single_call(body: n.Block) -> n.Call | None:
    """A `may` of one call is offered only if that call is legal: the call."""
    if len(body) == 1 and isinstance(body[0], n.Do) and isinstance(body[0].call.ref, m.EventDef):
        return body[0].call
    return None


def _offer_tells(secrecy: Secrecy, node: n.Offer, known: Hidden, ask_forced: bool) -> str | None:
    """What is told by whether the player of an offer is asked."""
    found = secrecy.tells([node.player], known)
    sure = 0
    for line in node.lines:
        event = line.call.ref
        told, hidden = _bound(secrecy, line.bindings, known)
        told = told or secrecy.tells([line.where], hidden)
        if isinstance(event, m.EventDef) and told is None and secrecy.can_refuse(event):
            told = secrecy.of(event) or secrecy.tells(line.call.args, hidden)
        found = found or told
        is_plain = not line.bindings and line.where is None
        sure += is_plain and isinstance(event, m.EventDef) and not secrecy.can_refuse(event)
    # There is a question in any case where declining, or another answer, stands beside one that is always there.
    return None if sure >= (1 if node.may_pass or ask_forced else 2) else found


def _choice_tells(secrecy: Secrecy, node: n.Choose, known: Hidden) -> str | None:
    if node.mode == "each":
        return None  # there are as many questions as there are things: asking always would hide nothing
    told, hidden = _bound(secrecy, (node.binding,), known)
    return told or secrecy.tells([node.where, node.limit, node.by], hidden)


def _bound(secrecy: Secrecy, bindings: tuple[n.Binding, ...], known: Hidden) -> tuple[str | None, Hidden]:
    """What is told by how many things there are to go through; the variables that stand for hidden things."""
    hidden = dict(known)
    for binding in bindings:
        source = binding.source
        if isinstance(source, n.Call) and isinstance(source.ref, m.BuiltinDef) and source.ref.id == "contents":
            source = source.args[0]
        if is_zone(source):  # how much lies there is known
            found = secrecy.tells([source], hidden)
            if found is not None:
                hidden[id(binding.ref)] = found
            continue
        found = secrecy.tells([source], hidden)
        if found is not None:
            return found, hidden
    return None, hidden


def _windows(world: World, secrecy: Secrecy) -> None:
    told: dict[int, tuple[m.ReactionDef, str]] = {}
    for reaction in _reactions(world.pack):
        window = reaction.window
        if reaction.optional and window is not None and not window.always and id(window) not in told:
            found = reaction_tells(secrecy, reaction)
            if found is not None:
                told[id(window)] = (reaction, found)
    for window in world.pack.windows.values():
        if id(window) in told:
            reaction, found = told[id(window)]
            world.warn("RW485", window, window.span, f"window '{window.id}' asks only players who can answer: that "
                       f"tells the others {found}", "add `always: yes`",
                       [(reaction.span, f"this reaction of {reaction.holder.definition.title}")])


def _reactions(pack: m.PackDef) -> Iterator[m.ReactionDef]:
    for holder in pack.holders():
        yield from holder.reactions


def _told(world: World, owner: m.Definition, node: n.Offer | n.Choose, what: str, found: str | None) -> None:
    if found is None:
        return
    if isinstance(node, n.Offer):
        example = f"offer p{' or pass' if node.may_pass else ''} always:"
    else:
        example = f"choose {node.mode} x in S by p always"
    world.warn("RW485", owner, node.player.span if isinstance(node, n.Offer) else node.span,
               f"whether this {what} is put at all tells the others {found}", f"ask always: `{example}`")
