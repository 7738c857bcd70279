"""Judges a pack that was in order before and in which nothing but figures of sheets has changed.

Separate because it looks at heads alone: no text inside of a definition can have become wrong, so none is read.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Final

from rulewright.check.apart import take_apart
from rulewright.check.symbols import declare
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.forms import FORMS, RULE_FIELDS
from rulewright.pack.model import Declaration, Pack
from rulewright.pack.said import INSIDE, Sayings, words_of

# Forms of which all is read: there is no text in them, or it has to be there.
_WHOLE: Final = frozenset({"die", "enum", "kind", "map", "table"})
# Forms that may name sheets outside of texts.
_NAMING: Final = frozenset({"kind", "table"})
# Names of locals are looked for in texts.
_OF_TEXTS: Final = frozenset({"legal", "names", ""})


def is_in_order(pack: Pack, known: Container[bytes], sayings: Sayings) -> bool:
    """Whether nothing is wrong with the figures of a pack. Sheets are `known` by what they say; of these only those are
    looked for that others name. If one is missed all the same, the whole pack is checked."""
    if any(one.form == "kind" and "must" in one.fields for one in pack.declarations):
        return False  # what sheets must be hangs on their figures
    out = Diagnostics()
    due = [one for one in pack.declarations if one.form in FORMS or one.said not in known]
    named = frozenset().union(*(sayings[one.said].words for one in due if one.form in _NAMING or one.form not in FORMS))
    named |= words_of(repr([entry.node.span.text for entry in pack.manifest.values()]))
    due += [one for one in pack.declarations if one.form not in FORMS and one.said in known and one.id in named]
    heads = replace(pack, declarations=[_head(one, known) for one in due])
    take_apart(declare(load_pack(heads, out), out))
    return not out.reported


def _head(one: Declaration, known: Container[bytes]) -> Declaration:
    """A declaration without what is inside of it; of a sheet that is known only that it is there."""
    if one.form not in FORMS and one.said in known:
        return replace(one, outline=())
    if one.form in _WHOLE:
        return replace(one)
    inside = INSIDE.get(one.form, RULE_FIELDS) | _OF_TEXTS
    return replace(one, fields={name: field for name, field in one.fields.items() if name not in inside})
