"""Finds choices that would show a player what only another player may know, and secret answers that would not stay
secret.

Separate because the choosing player sees the list of answers: its contents reveal what its condition read.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.check import model as m
from rulewright.check.asked import check_asked, single_call
from rulewright.check.facts import key
from rulewright.check.hiding import conditions_of, zone_of
from rulewright.check.local_secrets import Locals
from rulewright.check.onlooker import Env, Frame, Onlooker, Rel, Unknown, both
from rulewright.check.secrecy import HAPPENING, SECRET
from rulewright.check.silence import Silence
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.types import Type
from rulewright.check.veils import followed
from rulewright.effects import nodes as n
from rulewright.effects.walk import conjuncts, written_of


def check_secrets(world: World, texts: list[Text]) -> None:
    """Report choices and offers whose answers depend on something that the chooser does not know, secret answers that
    go where every player sees them, and questions that reveal a secret because they are asked."""
    silence, _ = followed(world.pack)
    if not silence.secrecy.any:
        return
    eyes = Onlooker(silence.secrecy)
    told: set[int] = set()
    for text in texts:
        if text.happens and isinstance(text.tree, tuple):
            told.update(_answers(world, text, silence, eyes))
            for node in text.nodes:
                if isinstance(node, (n.Let, n.Set)):
                    _kept(world, text.owner, node)
    for holder in world.pack.holders():
        for reaction in holder.reactions:
            _reaction(world, reaction, silence, eyes)
    if not world.out.has_errors:  # else it is unknown what is read, and of what
        check_asked(world, texts, silence, told)


def _kept(world: World, owner: m.Definition, node: n.Let | n.Set) -> None:
    """Reports a secret answer unless it is stored in a local, or in a field that is itself secret."""
    right = node.value
    if not isinstance(right, SECRET) or not right.secret:
        return
    type_: Type | None = right.type
    if type_ is None:
        return  # it could not be read
    if any(one.tag in ("record", "any_record") for one in (type_, *type_.args)):
        world.warn("RW609", owner, right.span, "what has happened is not secret: the log shows it",
                   "remove `in secret`")
    if isinstance(node, n.Let):
        return
    target = written_of(node.target)
    if isinstance(target, n.Name) and isinstance(target.ref, m.Variable) and target.ref.role == "local":
        return
    if isinstance(target, n.Attr) and isinstance(target.ref, m.Attribute) and target.ref.secret is not None:
        return
    field = isinstance(target, n.Attr) and isinstance(target.ref, m.Attribute)
    name = target.name if isinstance(target, (n.Name, n.Attr)) else target.span.text
    world.warn("RW609", owner, target.span, f"the answer is secret, but every player may see '{name}'",
               "list it under `secret` of its kind" if field else "store it in a local or in a secret field")


# -- what the answers reveal -------------------------------------------------------------------------------------------


def _answers(world: World, text: Text, silence: Silence, eyes: Onlooker) -> Iterator[int]:
    """The questions (by identity) of one block whose answers reveal too much to the chooser; these are reported."""
    locals_: Locals | None = None
    for step in silence.way(text).steps:
        node = step.node
        chooser = _chooser(node)
        if chooser is None:
            continue
        if locals_ is None:
            locals_ = Locals(text.block, eyes)
        seen = locals_.seen_by(chooser, step.hidden)
        for found in _unknown(eyes, node, chooser, seen):
            _report(world, text.owner, found)
            yield id(node)


def _chooser(node: n.Node) -> n.Expr | None:
    """The player who chooses among things."""
    match node:
        case n.Offer():
            return node.player
        case n.Choose():
            return node.by
        case n.ForEach():
            return node.chosen_by
    return None


def _unknown(eyes: Onlooker, node: n.Node, chooser: n.Expr, seen: Env) -> Iterator[Unknown]:
    """The readings that affect the answers of a question and are unknown to its chooser: the first one of each line."""
    frame = eyes.frame(chooser, seen)
    match node:
        case n.Choose():
            inside, found = frame.through((node.binding,), node.where)
            yield from _some(found or inside.search(node.where) or frame.first((node.least, node.limit)))
        case n.ForEach():
            inside, found = frame.through((node.binding,), node.where)
            yield from _some(found or inside.search(node.where))
        case n.Offer():
            yield from _some(frame.search(node.pass_if))
            for line in node.lines:
                inside, found = frame.through(line.bindings, line.where)
                yield from _some(found or inside.search(line.where) or _called(eyes, inside, line.call, line.despite))


def _some(found: Unknown | None) -> Iterable[Unknown]:
    return () if found is None else (found,)


def _called(eyes: Onlooker, frame: Frame, call: n.Call, despite: tuple[str, ...]) -> Unknown | None:
    """The first secret that is revealed by whether a call is offered, and by its arguments."""
    return frame.search(n.Can(call.span, call, despite))


def _reaction(world: World, reaction: m.ReactionDef, silence: Silence, eyes: Onlooker) -> None:
    """Report a reaction if offering it reveals to the asked player something that they do not know."""
    if not reaction.optional or reaction.window is None:
        return
    holder = reaction.holder
    hidden = silence.hidden_in(reaction)
    env = {variable: Rel(False, False, words.replace("lies", "is")) for variable, words in hidden.told.items()}
    own = reaction.by is None  # then its owner, or the player who holds it, is asked
    frame = eyes.frame(reaction.by, env)
    when = both(reaction.where, reaction.when)
    sees = not own and _lies_with(holder, when, reaction.by, silence)
    inside, found = frame.held(holder, when, reaction.span, Rel(True) if own else None, sees)
    trees = [reaction.where, reaction.when, reaction.each, reaction.order]
    found = found or inside.first(trees)
    call = single_call(reaction.body)
    if found is None and call is not None:
        found = _called(eyes, inside, call, ())
    if found is not None:
        _report(world, holder.definition, found)


def _lies_with(holder: m.Holder, when: n.Expr | None, by: n.Expr | None, silence: Silence) -> bool:
    """Whether a reaction is active only while its holder lies in a zone of the player after `by`, who sees it: a card
    without an owner, `active: self in hand of self.held_by` and `by: self.held_by`."""
    cases = conditions_of(holder, silence.secrecy.listed)
    return by is not None and all(
        any(_is_seen_by(one, by, of) for e, of in ((active, self_var), (when, holder.self_var)) if e is not None
            for one in conjuncts(e))
        for active, self_var in cases)


def _is_seen_by(e: n.Expr, by: n.Expr, self_var: m.Variable | None) -> bool:
    """Whether a condition is `self in ZONE of BY`, for a zone that its owner sees."""
    zone = zone_of(e, self_var)
    if zone is None or zone.seen_by == "nobody" or not isinstance(e, n.In):
        return False
    return isinstance(e.right, n.Call) and bool(e.right.args) and key(e.right.args[0]) == key(by)


def _report(world: World, owner: m.Definition, found: Unknown) -> None:
    what = f"the answers reveal {found.what}, which {'is ' if found.who.startswith('known') else ''}{found.who}"
    hint = "reveal it first, or make the answers independent of it"
    if found.what.startswith("what is in"):
        hint = "let its owner choose, or reveal it first"
    elif found.what == HAPPENING:
        hint = "count what every player may know in a field of the match"
    world.warn("RW606", owner, found.span, what, hint)
