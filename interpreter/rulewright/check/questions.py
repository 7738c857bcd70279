"""Converts `ask` of events, kinds, rules and statuses to the questions that players read, by the name that the answer
is stored in.

Separate because a question is read while its event runs, and the asked player may see everything in it: it shows
parameters, which are in the record anyway, so questions never change what a match stores.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.declaring import Declaring
from rulewright.check.reacting import is_of_reactions
from rulewright.check.templates import faults
from rulewright.check.walk import walk
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects.parsed import Called, EventText, HolderText, KindText, Rules, SheetText
from rulewright.spelling import did_you_mean

_Asking = m.EventDef | m.KindDef | m.StatusDef | m.RuleDef


def fill_questions(d: Declaring) -> None:
    """The questions of a pack. Needs the names of sheets, the heads of events, and kinds with their parents."""
    on_sheets: dict[str, list[n.Node]] | None = None
    for parsed, asking in d.pairs:
        body = parsed.body
        if not isinstance(body, (EventText, KindText, HolderText)) or not body.ask:
            continue
        if isinstance(asking, m.KindDef):
            on_sheets = _on_sheets(d) if on_sheets is None else on_sheets
            _fill(d, asking, body.ask, tuple(on_sheets.get(asking.id, ())))
        elif isinstance(body, EventText) and isinstance(asking, m.EventDef):
            _fill(d, asking, body.ask, (*body.do, *body.ends))
        elif isinstance(body, HolderText) and isinstance(asking, (m.StatusDef, m.RuleDef)):
            _fill(d, asking, body.ask, _of_reactions(body.rules))
    for _, kind in d.of(m.KindDef):
        above, seen = kind.parent, {kind}
        while above is not None and above not in seen:
            kind.questions = {**above.questions, **kind.questions}
            seen.add(above)
            above = above.parent


def _fill(d: Declaring, asking: _Asking, ask: dict[str, Called], texts: tuple[n.Node, ...]) -> None:
    """Fills the questions of one definition; these are its texts."""
    asked, broken = _asked(texts)
    for name, called in ask.items():
        if is_of_reactions(asking, name):
            continue
        if name in asked:
            bad = [one for one in called.words if not _is_good(d, asking, name, called, one)]
            if not bad:  # all languages are reported
                asking.questions[name] = called.words
        elif not broken:
            d.error("RW410", f"{asking.title} never asks for '{name}'", called.span, asking,
                    did_you_mean(name, sorted(asked), "it asks for")
                    or "write the name that the answer is stored in: `let NAME = choose ..`, `offer .. as NAME:`",
                    missing=Missing(name, f"question of {asking.title}"))


def _of_reactions(rules: Rules) -> tuple[n.Node, ...]:
    """The blocks of reactions."""
    return tuple(one for reaction in rules.reactions for one in (*(reaction.do or ()), *(reaction.may or ())))


def _on_sheets(d: Declaring) -> dict[str, list[n.Node]]:
    """For each kind, the blocks of its sheets and of those of kinds below it."""
    found: dict[str, list[n.Node]] = {}
    for parsed, sheet in d.of(m.SheetDef):
        if isinstance(parsed.body, SheetText):
            _add(found, sheet, parsed.body)
    return found


def _add(found: dict[str, list[n.Node]], sheet: m.SheetDef, text: SheetText) -> None:
    """Adds the blocks of one sheet, and of its parts."""
    texts: list[n.Node] = [one for block in text.texts.values() for one in block]
    texts += _of_reactions(text.rules)
    kind: m.KindDef | None = sheet.kind
    seen = set[str]()
    while kind is not None and kind.id not in seen:
        found.setdefault(kind.id, []).extend(texts)
        seen.add(kind.id)
        kind = kind.parent
    for name, parts in text.parts.items():
        for part, inner in zip(sheet.parts.get(name, ()), parts.values(), strict=False):
            _add(found, part, inner)


def _asked(texts: tuple[n.Node, ...]) -> tuple[set[str], bool]:
    """The names that answers are stored in, and whether a line could not be read, which may ask for anything."""
    found = set[str]()
    broken = False
    for node in walk(texts):
        match node:
            case n.Let(name=name, value=n.Choose() | n.ChooseYesNo()):
                found.add(name)
            case n.Set(target=n.Name(name=name) | n.Attr(name=name), value=n.Choose() | n.ChooseYesNo()):
                found.add(name)
            case n.Offer(name=str(name)):
                found.add(name)
            case n.ForEach(binding=binding, chosen_by=n.Node()):
                found.add(binding.name)
            case n.BrokenStatement():
                broken = True
            case _:
                pass
    return found, broken


def _is_good(d: Declaring, asking: _Asking, name: str, called: Called, language: str) -> bool:
    """Reports holes of a question that are no parameters, and forms that no name has."""
    if asking.headless:
        return False  # its fields are unknown
    has = isinstance(asking, m.EventDef)
    params = [one.id for one in asking.params] if isinstance(asking, m.EventDef) else []
    hint = None if has else "remove it: only questions of events show anything"
    found = list(faults(d, called.words[language], language, params, hint))
    for one in found:
        d.error(one.code, f"the question '{name}' of {asking.title} {one.words}", called.span, asking, one.hint)
    return not found
