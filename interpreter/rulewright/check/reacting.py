"""Converts `ask.may`, `ask.arbiter` and `says.ask` to the questions that players are asked about reactions.

Separate because reactions must be declared before it is known which of them a question is about, and because these
questions are filled from the event that is reacted to, not from one that runs around a block.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.check import model as m
from rulewright.check.declaring import Declaring
from rulewright.check.templates import faults
from rulewright.diagnostics import Missing
from rulewright.effects.parsed import Called, ClassText, EventText, HolderText, KindText, WindowText
from rulewright.holes import renamed
from rulewright.spelling import did_you_mean

# The names of such questions: of an optional reaction, of an arbiter, of a window.
MAY: Final = "may"
ARBITER: Final = "arbiter"
OF_WINDOWS: Final = "ask"
SELF: Final = "self"

_Asking = m.EventDef | m.ClassDef | m.KindDef | m.StatusDef | m.RuleDef


def is_of_reactions(asking: m.Definition, name: str) -> bool:
    """Whether `ask.NAME` of a definition is about reactions, and not about an answer that is stored in NAME."""
    return name == (ARBITER if isinstance(asking, (m.EventDef, m.ClassDef)) else MAY)


def fill_reacting(d: Declaring) -> None:
    """Fills the questions about reactions. Needs the reactions of all holders, and the other questions of kinds."""
    optional = [one for holder in d.pack.holders() for one in holder.reactions if one.optional]
    for parsed, asking in d.pairs:
        match asking, parsed.body:
            case m.EventDef() | m.ClassDef(), EventText(ask=ask) | ClassText(ask=ask):
                _of_arbiters(d, asking, ask)
            case m.KindDef(), KindText(ask=ask):
                _of_may(d, asking, ask.get(MAY), [one for one in optional if _is_below(one.holder.definition, asking)])
            case m.StatusDef() | m.RuleDef(), HolderText(ask=ask):
                _of_may(d, asking, ask.get(MAY), [one for one in optional if one.holder.definition is asking])
            case m.WindowDef(), WindowText(says=says):
                _of_window(d, asking, says)
            case _:
                pass
    _inherit(d)


def _inherit(d: Declaring) -> None:
    """A kind inherits the questions of the kind above it, unless it has its own."""
    for _, kind in d.of(m.KindDef):
        above, seen = kind.parent, {kind}
        while above is not None and above not in seen and MAY not in kind.questions:
            if MAY in above.questions:
                kind.questions[MAY] = above.questions[MAY]
            seen.add(above)
            above = above.parent


def _is_below(definition: m.Definition, kind: m.KindDef) -> bool:
    """Whether a definition is a sheet of a kind, or of a kind below it."""
    above = definition.kind if isinstance(definition, m.SheetDef) else None
    seen = set[m.KindDef]()
    while above is not None and above not in seen and above is not kind:
        seen.add(above)
        above = above.parent
    return above is kind


def _of_may(d: Declaring, asking: m.KindDef | m.StatusDef | m.RuleDef, called: Called | None,
            reactions: Sequence[m.ReactionDef]) -> None:  # fmt: skip
    """Fills the question about optional reactions of one definition: it shows what all of their events have, and who
    holds them. Reactions of sheets are to events of all sorts, and new sheets may follow: a kind shows only the
    holder."""
    if called is None:
        return
    if not reactions:
        d.error("RW410", f"{asking.title} never asks for '{MAY}'", called.span, asking,
                f"write `{MAY}` instead of `do` in one of its reactions: only an optional reaction asks this",
                missing=Missing(MAY, f"question of {asking.title}"))
        return
    shown = {name for name in _given(reactions[0]) if all(name in _given(one) for one in reactions)}
    shown = set() if isinstance(asking, m.KindDef) else shown
    if all(one.holder.self_var is not None and one.holder.self_var.type.tag != "match" for one in reactions):
        shown.add(SELF)
    _keep(d, asking, MAY, called, sorted(shown))


def _given(reaction: m.ReactionDef) -> set[str]:
    """The parameters of the event of a reaction, as the reaction names them."""
    event = reaction.event
    return {one.id for one in event.params} & set(reaction.fields)


def _of_arbiters(d: Declaring, asking: m.EventDef | m.ClassDef, ask: dict[str, Called]) -> None:
    """Fills the question to the arbiter of an event."""
    for name, called in ask.items():
        if name != ARBITER:
            if isinstance(asking, m.ClassDef):
                d.error("RW410", f"{asking.title} never asks for '{name}'", called.span, asking,
                        did_you_mean(name, [ARBITER], "it asks for"),
                        missing=Missing(name, f"question of {asking.title}"))
        elif (asking.judge if isinstance(asking, m.EventDef) else asking.arbiter) is None:
            d.error("RW410", f"{asking.title} never asks for '{ARBITER}'", called.span, asking,
                    "add the player who is asked, `arbiter: PLAYER`, or remove this question",
                    missing=Missing(ARBITER, f"question of {asking.title}"))
        else:
            _keep(d, asking, ARBITER, called, [one.id for one in asking.params])


def _of_window(d: Declaring, window: m.WindowDef, says: dict[str, Called]) -> None:
    """Fills the question of a window, used if no reaction has its own, or if several have different ones."""
    for name, called in says.items():
        if name != OF_WINDOWS:
            d.error("RW430", f"{window.title} has no message '{name}'", called.span, window,
                    did_you_mean(name, [OF_WINDOWS], "it says"), missing=Missing(name, window.title))
            continue
        hint = "remove it: a window asks about all sorts of events"
        if _is_good(d, window, f"the message '{name}' of {window.title}", called, [], hint):
            window.question = called.words


def _keep(d: Declaring, asking: _Asking, name: str, called: Called, params: Sequence[str]) -> None:
    if _is_good(d, asking, f"the question '{name}' of {asking.title}", called, params):
        asking.questions[name] = called.words


def _is_good(d: Declaring, asking: m.Definition, what: str, called: Called, params: Sequence[str],
             hint: str | None = None) -> bool:  # fmt: skip
    """Reports holes of a question that it cannot show, in all languages."""
    found = [one for language, words in called.words.items() for one in faults(d, words, language, params, hint)]
    for one in found:
        d.error(one.code, f"{what} {one.words}", called.span, asking, one.hint)
    return not found


def may_question(reaction: m.ReactionDef) -> dict[str, str]:
    """The question about an optional reaction, by language; empty if there is none."""
    return m.questions_of(reaction.holder.definition).get(MAY, {}) if reaction.optional else {}


def arbiter_question(event: m.EventDef) -> dict[str, str]:
    """The question to the arbiter of an event, by language: its own, else that of the first of its classes that has
    one, with the event's own names for its parameters. Empty if there is none."""
    if event.judge is None:
        return {}
    whose: tuple[m.EventDef | m.ClassDef, ...] = (event, *event.classes)
    for one in whose:
        if ARBITER in one.questions:
            names = {of_class.id: own.id for of_class, own in zip(one.params, event.params, strict=False)}
            return {language: renamed(words, names) for language, words in one.questions[ARBITER].items()}
    return {}
