"""Finds questions that reveal a secret by being asked: windows, offers and choices that only ask players who have an
answer, and questions that are asked only if a secret says so.

Every player sees that a player is asked, and which one. If that depends on something that only some players know, the
question must always be asked.
"""
from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import assert_never

from rulewright.check import model as m
from rulewright.check.never_empty import never_empty
from rulewright.check.reached import Level, Step
from rulewright.check.secrecy import Hidden, Secrecy, is_zone, zone_in
from rulewright.check.silence import Asked, Silence
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.walk import Tree
from rulewright.check.ways import Way
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.source import Span

Question = n.Offer | n.Choose | n.ChooseYesNo | n.ForEach


def check_asked(world: World, texts: Sequence[Text], silence: Silence, told: Container[int] = ()) -> None:
    """Reports windows, offers and choices that are not always asked although being asked reveals a secret, and
    questions that a secret decides. `told` are questions (by identity) for which a worse problem was reported."""
    _windows(world, silence)
    _arbiters(world, silence)
    reported: list[Span] = []
    for text in texts:
        if not text.happens or not isinstance(text.tree, tuple):
            continue
        for step in silence.way(text).steps:
            node = step.node
            if id(node) in told or not isinstance(node, (n.Offer, n.Choose, n.ChooseYesNo, n.ForEach)):
                continue
            if _question(world, text.owner, node, step, silence.way(text)):
                reported.append(node.span)
    for asked in silence.asked():
        # One report is enough: for the question itself, or for an earlier one that may end the block.
        if asked.step.node.span not in reported and not any(_is_in(span, asked.level) for span in reported):
            _decided(world, asked)


def reaction_tells(silence: Silence, reaction: m.ReactionDef) -> str | None:
    """The secret that is revealed by whether a player is asked for a reaction; None if there is none."""
    found = silence.decides(reaction)
    trees: list[Tree] = [reaction.by, reaction.order]
    call = single_call(reaction.body)
    if call is not None:
        trees += call.args
        if isinstance(call.ref, m.EventDef):
            found = found or silence.secrecy.of(call.ref)
    return found or silence.secrecy.tells(trees, silence.hidden_in(reaction))


def single_call(body: n.Block) -> n.Call | None:
    """The call of a `may` block that consists of one call: it is offered only if that call is legal."""
    if len(body) == 1 and isinstance(body[0], n.Do) and isinstance(body[0].call.ref, m.EventDef):
        return body[0].call
    return None


# -- the question itself -----------------------------------------------------------------------------------------------


def _question(world: World, owner: m.Definition, node: Question, step: Step, way: Way) -> bool:
    """Reports the secret that a question reveals by whether it is asked at this point, how often, and which player it
    asks. Returns whether there is one."""
    secrecy = way.secrecy
    what, span = _words(node)
    by = _asks(node)
    whom = secrecy.tells([by], step.hidden)
    if whom is not None:
        world.warn("RW485", owner, span, f"which player this {what} asks reveals {whom} to the others",
                   "ask a player who does not depend on a secret")
        return True
    match node:
        case n.Offer():
            asked = node.always and node.pass_if is None
            found = None if asked else _offer_tells(secrecy, node, step.hidden, world.pack.ask_forced)
            example = f"offer p{' or pass' if node.may_pass else ''} always:"
        case n.Choose(mode="each"):
            found = _rounds(secrecy, node.binding, node.where, step.hidden)
            example = ""
        case n.Choose():
            found = _choice_tells(secrecy, node, step) if node.always else _some_tells(secrecy, node, step.hidden)
            example = f"choose {'one or none' if node.always else node.mode} x in S by p always"
        case n.ForEach():
            found = _rounds(secrecy, node.binding, node.where, step.hidden)
            example = ""
        case n.ChooseYesNo():
            return False
        case _:
            assert_never(node)
    if found is None:
        return False
    if example:
        world.warn("RW485", owner, span, f"whether this {what} is asked reveals {found} to the others",
                   f"ask always: `{example}`")
    else:
        world.warn("RW485", owner, span, f"how often this {what} is asked reveals {found} to the others",
                   "iterate over things that everybody can count")
    return True


def _words(node: Question) -> tuple[str, Span]:
    """The name of a question in messages, and its location."""
    match node:
        case n.Offer():
            return "offer", node.player.span
        case n.ForEach():
            return "question", node.binding.source.span
        case n.Choose() | n.ChooseYesNo():
            return "choice", node.span
        case _:
            assert_never(node)


def _asks(node: Question) -> n.Expr | None:
    match node:
        case n.Offer():
            return node.player
        case n.ForEach():
            return node.chosen_by
        case n.Choose() | n.ChooseYesNo():
            return node.by
        case _:
            assert_never(node)


def _offer_tells(secrecy: Secrecy, node: n.Offer, known: Hidden, ask_forced: bool) -> str | None:
    """The secret that is revealed by whether the player of an offer is asked."""
    found: str | None = None
    sure = 0
    for line in node.lines:
        event = line.call.ref
        told, hidden = _bound(secrecy, line.bindings, known)
        told = told or secrecy.tells([line.where], hidden)
        if isinstance(event, m.EventDef) and told is None and secrecy.can_refuse(event, line.despite):
            told = secrecy.of(event) or secrecy.tells(line.call.args, hidden)
        found = found or told
        is_plain = not line.bindings and line.where is None
        sure += is_plain and isinstance(event, m.EventDef) and not secrecy.can_refuse(event, line.despite)
    # A question is certain if passing, or a second answer, is possible along with an answer that is always possible.
    passes = node.may_pass and node.pass_if is None
    found = found or secrecy.tells([node.pass_if], known)
    return None if sure >= (1 if passes or ask_forced or node.always else 2) else found


def _some_tells(secrecy: Secrecy, node: n.Choose, known: Hidden) -> str | None:
    """The secret that is revealed by whether there is anything to choose, or enough of it."""
    told, hidden = _bound(secrecy, (node.binding,), known)
    return told or secrecy.tells([node.where, node.least, node.limit], hidden)


def _choice_tells(secrecy: Secrecy, node: n.Choose, step: Step) -> str | None:
    """The same for a choice that always asks. If it cannot be passed and nothing can be chosen, it asks nothing and its
    block ends; so if something is told after it, the secret is revealed anyway."""
    if not variants.needs_some(node):
        return None
    if node.mode == "one" and node.where is None and never_empty(node.binding.source):
        return None
    told = _rounds(secrecy, node.binding, node.where, step.hidden)
    told = told or secrecy.tells([node.least, node.limit], step.hidden)
    return told if told is not None and Level(told, told=step.here.follows).silent() else None


def _rounds(secrecy: Secrecy, binding: n.Binding, where: n.Expr | None, known: Hidden) -> str | None:
    """The secret that is revealed by how many things there are to iterate over."""
    told, hidden = _bound(secrecy, (binding,), known)
    return told or secrecy.tells([where], hidden)


def _bound(secrecy: Secrecy, bindings: tuple[n.Binding, ...], known: Hidden) -> tuple[str | None, Hidden]:
    """The secret that is revealed by how many things there are to iterate over, and the variables that stand for hidden
    things."""
    hidden = known.copy()
    for binding in bindings:
        source = zone_in(binding.source)
        found = secrecy.tells([source], hidden)
        if found is None:
            continue
        if not is_zone(source):  # the size of a zone is public
            return found, hidden
        hidden.told[binding.ref] = found
    return None, hidden


# -- what decides about a question -------------------------------------------------------------------------------------


def _is_in(span: Span, level: Level) -> bool:
    """Whether a question is in the part that may end a block early."""
    at = level.span
    return level.behind and at is not None and (
        at.source is span.source and at.start <= span.start and span.end <= at.end)


def _decided(world: World, asked: Asked) -> None:
    """Reports a step that is asked only if a secret says so."""
    step, level = asked.step, asked.level
    related = [(level.span, "this decides")] if level.span is not None and level.span != step.node.span else []
    match step.target:
        case None:
            assert isinstance(step.node, (n.Offer, n.Choose, n.ChooseYesNo, n.ForEach))
            what, span = _words(step.node)
            message = f"whether this {what} is asked reveals {level.secret} to the others"
        case m.EventDef() | m.StatusDef():
            message, span = (f"whether {step.target.title} asks a player reveals {level.secret} to the others",
                             step.node.span)
            related.insert(0, (asked.where, "asked here"))
        case (event, name):
            message = f"whether moment '{name}' of {event.title} asks a player reveals {level.secret} to the others"
            span = step.node.span
            related.insert(0, (asked.where, "asked here"))
        case str():
            message, span = (f"whether '{step.target}' asks a player reveals {level.secret} to the others",
                             step.node.span)
            related.insert(0, (asked.where, "asked here"))
        case _:
            assert_never(step.target)
    world.warn("RW485", asked.text.owner, span, message,
               "ask in every case, or first reveal to everybody what decides", related)


# -- arbiters ----------------------------------------------------------------------------------------------------------


def _arbiters(world: World, silence: Silence) -> None:
    """Reports arbiters who are asked about things that not everybody knows to exist: both the question and its answer
    reveal them."""
    for event in world.pack.events.values():
        if event.judge is None:
            continue
        arbiter, whose = event.judge
        whom = silence.secrecy.tells([arbiter])
        if whom is not None:
            world.warn("RW485", whose, arbiter.span,
                       f"which player is the arbiter of {event.title} reveals {whom} to the others",
                       "name a player who does not depend on a secret")
            continue
        for reaction in silence.telling.hearing(event):
            found = reaction_tells(silence, reaction) if reaction.is_rival else None
            if found is not None:
                world.warn("RW485", whose, arbiter.span,
                           f"the question to the arbiter of {event.title} reveals {found}",
                           "give that reaction its own `order`, or remove `arbiter`",
                           [(reaction.span, f"this reaction of {reaction.holder.definition.title}")])
                break


# -- windows -----------------------------------------------------------------------------------------------------------


def _windows(world: World, silence: Silence) -> None:
    told: dict[m.WindowDef, tuple[m.ReactionDef, str]] = {}
    for reaction in _reactions(world.pack):
        window = reaction.window
        if reaction.optional and window is not None and not window.always and window not in told:
            found = reaction_tells(silence, reaction)
            if found is not None:
                told[window] = (reaction, found)
    for window in world.pack.windows.values():
        whom = silence.secrecy.tells([window.ask, window.ties])
        if whom is not None and window.ask is not None:
            world.warn("RW485", window, window.ask.span,
                       f"which players window '{window.id}' asks reveals {whom} to the others",
                       "list players who do not depend on a secret")
        elif window in told:
            reaction, found = told[window]
            world.warn("RW485", window, window.span, f"window '{window.id}' asks only players who can answer, which "
                       f"reveals {found} to the others", "add `always: yes`",
                       [(reaction.span, f"this reaction of {reaction.holder.definition.title}")])


def _reactions(pack: m.PackDef) -> Iterator[m.ReactionDef]:
    for holder in pack.holders():
        yield from holder.reactions
