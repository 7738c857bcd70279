"""Finds texts for people in a language that the pack does not use: an error in a code removes the text from the game.

Separate because it visits everything that people read, in any definition, manifest or part, and compares it with the
other texts of the same pack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rulewright.diagnostics import Diagnostics, Missing
from rulewright.languages import own, spoken
from rulewright.pack.model import FieldValue, Pack
from rulewright.pack.shape_mistakes import FORM_OF_LANGUAGE
from rulewright.pack.tree import Mapping, Node
from rulewright.source import Span
from rulewright.spelling import is_slip, listed

_CODE: Final = re.compile(FORM_OF_LANGUAGE)
_TEXTS: Final = frozenset({"name", "text", "header", "statement", "shown_as"})  # fields that are a text
_SEVERAL: Final = frozenset({"names", "ask", "says", "shown"})  # fields that have a text under each id
_BY_LANGUAGE: Final = "messages"
_FEW: Final = 2  # this many texts may be errors, if others have more
_SHARE: Final = 20  # and so may one in this many


@dataclass(slots=True)
class _Told:
    """A text for people: its languages with the locations of their codes, the same for languages that only have forms,
    the definition that contains it, and all languages that it has with a form."""

    languages: dict[str, Span]
    forms: dict[str, Span]
    definition: str | None
    formed: list[str]


def is_odd(language: str, other: str, said: Counter[str]) -> bool:
    """Whether a language is written in place of another by mistake, judged by how many texts have each."""
    few, many = said[language], said[other]
    if _is_slip(language, other) and few == many:
        return other in spoken() and language not in spoken()
    return few < many and (few <= _FEW or few * _SHARE <= many or _is_slip(language, other))


def _is_slip(language: str, other: str) -> bool:
    """Whether one letter too many or too few makes another code; many codes of the same length are languages."""
    return len(language) != len(other) and is_slip(language, other)


def check_languages(pack: Pack, out: Diagnostics) -> None:
    """Warn of texts that have such a language, and lack the one that is meant; each pack of a stack by itself."""
    by_pack: dict[str, list[_Told]] = {}
    for told in _all(pack):
        name = next(iter((told.languages or told.forms).values())).source.name
        by_pack.setdefault(name.partition(":")[0] if ":" in name else "", []).append(told)
    for several in by_pack.values():
        said = Counter(language for told in several for language in told.languages)
        formed = Counter(key for told in several for key in told.formed)
        whose = {key.partition(".")[2]: key for key, _ in reversed(formed.most_common())}
        for told in several:
            for form in [one for one in told.languages if one in whose and len(one) > 2]:  # `is` is also Icelandic
                out.add("RW219", f"'{form}' is a form of a name, not a language", told.languages.pop(form),
                        f"write it after its language: `{whose[form]}: ..`", definition=told.definition)
            odd = {language: meant for language in told.languages if (meant := _meant(language, told, said))}
            for language, meant in odd.items():
                _report(language, meant, told, said, out)
            for form, span in {} if odd else told.forms.items():
                near = next((one for one in told.languages if is_slip(own(form), one)), None)
                out.add("RW219", f"'{form}' is a form of a name that has no text in '{own(form)}'", span,
                        f"add the name too: `{own(form)}: ..`" if near is None
                        else f"did you mean '{near}.{form.partition('.')[2]}'?",
                        definition=told.definition)  # fmt: skip


def _meant(language: str, told: _Told, said: Counter[str]) -> str | None:
    """The language that another one was written in place of."""
    lacks = [other for other in said if other not in told.languages and is_odd(language, other, said)]
    return max(lacks, key=lambda other: (_is_slip(language, other), said[other]), default=None)


def _report(language: str, meant: str, told: _Told, said: Counter[str], out: Diagnostics) -> None:
    known = [one for one, times in said.most_common() if times > said[language]] or [meant]
    out.add("RW219", f"almost no text of this pack is in '{language}', and '{meant}' is missing here",
            told.languages[language],
            f"did you mean '{meant}'?" if _is_slip(language, meant) else f"this pack has texts in {listed(known)}",
            definition=told.definition, missing=Missing(language, "language told"))  # fmt: skip


def _all(pack: Pack) -> Iterator[_Told]:
    """Every text of a pack that states its languages."""
    for manifest in (pack.manifest, *pack.manifests.values()):
        yield from _in_fields(manifest, None)
        messages = manifest.get(_BY_LANGUAGE)
        if messages is not None:
            yield from _text(messages.node, None)
    for one in pack.declarations:
        yield from _in_fields(one.fields, one.id)


def _in_fields(fields: dict[str, FieldValue], definition: str | None) -> Iterator[_Told]:
    for name, field in fields.items():
        if isinstance(field.node, Mapping):
            yield from _in(name, field.node, definition)


def _in(name: str, node: Mapping, definition: str | None) -> Iterator[_Told]:
    """The texts in a field and in its contents: the parts of a sheet have names too."""
    if name in _TEXTS:
        yield from _text(node, definition)
    elif name in _SEVERAL:
        for entry in node.entries.values():
            yield from _text(entry.value, definition)
    else:
        for inner, entry in node.entries.items():
            if isinstance(entry.value, Mapping):
                yield from _in(inner, entry.value, definition)


def _text(node: Node, definition: str | None) -> Iterator[_Told]:
    """One text, if it states its languages."""
    if not isinstance(node, Mapping):
        return
    every = [entry.key for entry in node.entries.values()]
    # What a template provides is reported there: in another language it is as good as missing.
    keys = [key for key in every if key.source is node.source and node.start <= key.start < node.end] or every
    if keys and all(_CODE.search(key.value) for key in keys):
        languages = {key.value: key.span for key in keys if "." not in key.value}
        forms = {key.value: key.span for key in keys if own(key.value) not in languages}
        yield _Told(languages, forms, definition, [key.value for key in keys if "." in key.value])
