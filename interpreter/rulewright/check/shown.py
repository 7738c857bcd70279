"""Converts `shown` and `shown_as` of kinds and events to how fields are shown, and to what is shown instead of a name.

Separate because these are read from things in the current match, at any time; questions and refusals are read from a
call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.declaring import Declaring
from rulewright.check.scope import SEATS
from rulewright.check.subtyping import Fitting
from rulewright.check.templates import faults
from rulewright.check.types import Type
from rulewright.diagnostics import Missing
from rulewright.effects.parsed import Called, EventText, KindText
from rulewright.holes import holes
from rulewright.program import SHOWN
from rulewright.source import Span
from rulewright.spelling import did_you_mean

_STORED: Final = ("printed", "state", "part")
# Types that may be part of a name: the value alone shows whether a player may not know it.
_IN_NAMES: Final = ("number", "yes_no", "enum", "sheet", "player", "place", "edge", "entity", "union", "map", "die")


def fill_shown(d: Declaring) -> None:
    """Fills how things are shown, starting with the kind above. Needs the fields of kinds, heads and names."""
    texts = {kind: parsed.body for parsed, kind in d.of(m.KindDef) if isinstance(parsed.body, KindText)}
    done = set[m.KindDef]()

    for kind in d.pack.kinds.values() if texts else ():
        _fill(d, kind, texts, done)
    for parsed, event in d.of(m.EventDef):
        if isinstance(parsed.body, EventText) and parsed.body.shown_as:
            types = {one.id: one.type for one in event.params}
            span = parsed.body.spans.get("shown_as")
            if _is_good(d, event, f"`shown_as` of {event.title}", parsed.body.shown_as, types, span):
                event.shown_as = parsed.body.shown_as


def _fill(d: Declaring, kind: m.KindDef, texts: dict[m.KindDef, KindText], done: set[m.KindDef]) -> None:
    """Fills how things of one kind are shown, once, after the kind above it."""
    if kind in done:
        return
    done.add(kind)
    above = kind.parent
    if above is not None:
        _fill(d, above, texts, done)
        kind.shown, kind.shown_as = dict(above.shown), above.shown_as
    text = texts.get(kind)
    if text is not None and (text.shown or text.shown_as):
        _of_kind(d, kind, text)


def _of_kind(d: Declaring, kind: m.KindDef, text: KindText) -> None:
    """The declarations of one kind itself."""
    fields = {name: one for name, one in kind.all_attributes.items() if one.storage in _STORED}
    read = {name: one.type for name, one in fields.items() if t.some(one.type).tag != "text"}
    asked = {f"{one.id}(self)": one for one in _asked(d, kind)}
    types = read | {name: one.gives if isinstance(one, m.ValueDef) else t.YES_NO for name, one in asked.items()}
    for name, called in text.shown.items():
        if _mode(called) and name not in fields:
            d.error("RW410", f"{kind.title} has no field '{name}' to show", called.span, kind,
                    did_you_mean(name, fields, "it has"), missing=Missing(name, f"field of {kind.id}"))
        elif _mode(called) or _is_good(d, kind, f"the template of '{name}' in {kind.title}", called.words, types,
                                       called.span):
            kind.shown[name] = called.words
            shown = [name] if called.words.get("") in ("always", "changed") else []
            paths = [*shown, *(hole.path for words in called.words.values() for hole in holes(words))]
            d.pack.told += [one for path in paths for one in (fields.get(path), asked.get(path)) if one is not None]
    if text.shown_as:
        open_ = {name: one for name, one in read.items() if t.some(one).tag in _IN_NAMES}
        what = f"`shown_as` of {kind.title}"
        if _is_good(d, kind, what, text.shown_as, open_, text.spans.get("shown_as")):
            kind.shown_as = text.shown_as
            paths = [hole.path for words in text.shown_as.values() for hole in holes(words)]
            d.pack.told += [fields[path] for path in paths]


def _mode(called: Called) -> bool:
    """Whether a field is shown in a named mode, and not by a template."""
    return called.words.get("") in SHOWN


def _asked(d: Declaring, kind: m.KindDef) -> Sequence[m.ValueDef | m.PermissionDef]:
    """Values and permissions whose only parameter is such a thing."""
    own = t.PLAYER if kind.id == "player" else kind.entity_type
    if kind.id in SEATS and own != t.PLAYER:
        return ()
    fitting = Fitting(d.scope)
    every: list[m.ValueDef | m.PermissionDef] = [*d.pack.values.values(), *d.pack.permissions.values()]
    return [one for one in every if len(one.params) == 1 and fitting.fits(own, one.params[0].type)
            and not t.is_recast(own, one.params[0].type)]  # fmt: skip


def _is_good(
    d: Declaring, of: m.Definition, what: str, words: Mapping[str, str], types: Mapping[str, Type], span: Span | None
) -> bool:
    """Reports holes of a template that do not exist, in all languages."""
    if of.headless:
        return False  # its fields are unknown
    field = "parameter" if isinstance(of, m.EventDef) else "field"
    good = True
    for language, template in words.items():
        for one in faults(d, template, language, sorted(types), types=types, what=field):
            good = False
            d.error(one.code, f"{what} {one.words}", span, of, one.hint)
    return good
