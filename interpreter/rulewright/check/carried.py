"""Types the rules that a definition carries: when they are active, its modifiers and its reactions.

Separate because sheets, statuses, rules and areas carry the same things, and the names of another definition are in
scope along with their own.
"""
from __future__ import annotations

from collections.abc import Mapping

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.facts import Facts, when_true
from rulewright.check.quantifiers import bind, source_item
from rulewright.check.statements import Blocks
from rulewright.check.steps import contribution_type
from rulewright.check.subtyping import a
from rulewright.check.text import Text, World
from rulewright.check.types import Type
from rulewright.effects import nodes as n

Names = Mapping[str, m.Variable]


def read_holder(world: World, holder: m.Holder, args: Names, spent_by: m.ReactionDef | None = None) -> None:
    """Types everything that a holder carries. `args` are its names along with `self`."""
    names = dict(args)
    if holder.self_var is not None:
        names[holder.self_var.id] = holder.self_var
    facts = _binder(world, holder) if holder.binder is not None else {}
    if holder.active is not None:
        text = _text(world, holder, names, facts)
        holder.active = text.condition(holder.active)
        facts = {**facts, **when_true(holder.active)}
    for sentence in holder.sentences:
        _sentence(world, sentence, names, facts)
    if spent_by is not None:
        # The reaction is claimed before there is a spender.
        waiting = {name: one for name, one in names.items() if name != "spender"}
        _reaction(world, spent_by, waiting, facts)
    for reaction in holder.reactions:
        _reaction(world, reaction, names, facts)


def is_read(world: World, holder: m.Holder) -> bool:
    """Whether a holder carries only modifiers whose trees were typed for another sheet. If so, it gets these trees."""
    if holder.reactions or holder.active is not None:
        return False
    found = [world.sentences.get(_trees(sentence)) for sentence in holder.sentences]
    if None in found:
        return False
    for sentence in holder.sentences:
        _sentence(world, sentence, {}, {})
    return True


def _trees(sentence: m.SentenceDef) -> tuple[object, ...]:
    """The key that distinguishes the modifiers of sheets of one kind."""
    return id(sentence.when), id(sentence.expr), sentence.target, sentence.step


def _text(world: World, holder: m.Holder, names: Names, facts: Facts) -> Text:
    text = Text(world, holder.definition, names)
    text.learn(facts)
    return text


def _binder(world: World, holder: m.Holder) -> Facts:
    """Types the binder of a rule: its variable is the holder. Its condition is true in everything that the rule
    carries."""
    binder = holder.binder
    assert binder is not None and holder.self_var is not None, "a rule with `for` has a holder"
    text = Text(world, holder.definition, {})
    if binder.binding.name != "self":
        text.is_word(binder.binding.name, binder.binding.span)
    binder.binding.source = text.expr(binder.binding.source)
    holder.self_var.type = held = source_item(text, binder.binding.source)
    if held.tag not in ("entity", "player", "unknown"):
        hint = "write `each:` in a reaction, or a loop in its `do` block"
        if held.tag == "union":
            hint = "write one rule for things and one for players"
        text.error("RW501", binder.binding.source.span,
                   f"only things, or only players, can hold a rule, found {a(held)}", hint)
    binder.binding.ref = holder.self_var
    text.declare(holder.self_var)
    binder.where = text.condition(binder.where)
    return when_true(binder.where)


def _sentence(world: World, sentence: m.SentenceDef, names: Names, facts: Facts) -> None:
    target = sentence.target
    if world.is_broken(target):
        return
    trees = _trees(sentence)
    known = world.sentences.get(trees)
    if known is not None:
        # The trees of a modifier that another sheet of the same kind has too.
        sentence.when, sentence.expr = known
        return
    text = _text(world, sentence.holder, {**names, **{one.id: one for one in target.params}}, facts)
    sentence.when = text.condition(sentence.when)
    text.learn(when_true(sentence.when))
    if sentence.kind == "value" and sentence.expr is not None and isinstance(target, m.ValueDef):
        step = next((one for one in target.steps if one.name == sentence.step), None)
        want: Type = contribution_type(step, target.gives) if step is not None else t.UNKNOWN
        sentence.expr = text.wanted(sentence.expr, want, f"for step '{sentence.step}' of {target.title}",
                                    *((step.so_far, [(step.span, f"it merges by `{step.merge}`")]) if step else ()))
    if isinstance(target, m.StatusAsked) and isinstance(sentence.expr, n.Call):
        call, params = sentence.expr, target.status.params
        call.args = tuple(text.wanted(arg, one.type, f"for '{one.id}' of {target.title}", one)
                          for arg, one in zip(call.args, params, strict=True))
        call.ref, call.type = target.status, t.STATUS
    if sentence.holder.kind == "sheet":
        world.sentences[trees] = (sentence.when, sentence.expr)


def _reaction(world: World, reaction: m.ReactionDef, names: Names, facts: Facts) -> None:
    if world.is_broken(reaction.event):
        return
    text = _text(world, reaction.holder, {**names, **reaction.fields}, facts)
    reaction.where = text.condition(reaction.where)
    text.learn(when_true(reaction.where))
    if reaction.each is not None:
        bind(text, reaction.each.binding)
        reaction.each.where = text.condition(reaction.each.where)
        text.learn(when_true(reaction.each.where))
    reaction.when = text.condition(reaction.when)
    text.learn(when_true(reaction.when))
    if reaction.order is not None:
        reaction.order = text.wanted(reaction.order, t.list_of(t.PLAYER), "as an order")
    if reaction.by is not None:
        reaction.by = text.wanted(reaction.by, t.PLAYER, "after `by`")
    reaction.body, _ = Blocks(text, reaction.phase, reaction.event).block(reaction.body)
