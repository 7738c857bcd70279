"""Removes diagnostics that only follow from others, and merges those about the same missing name.

Separate because collecting diagnostics knows nothing of causes. There are four rules. At one location the earliest
stage counts. Code that could not be read may declare any name in it. A missing name is reported once. If most uses of a
declaration contradict it, that is one error.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Final

from .codes import Severity
from .contradicted import Verdict, one_each_declaration
from .diagnostic import Diagnostic, Missing, Related
from .source import Span
from .spelling import listed


@dataclass(frozen=True, slots=True)
class Remedy:
    """What a missing name was probably meant to be, for use instead of the hints at its locations: a hint, and the
    declaration."""

    hint: str
    related: Related


def causes(
    found: list[Diagnostic],
    unread: Iterable[Span],
    remedies: Mapping[Missing, Remedy],
    verdicts: Mapping[Span, Verdict],
    gone: Mapping[str, Related] = MappingProxyType({}),
) -> list[Diagnostic]:
    """The diagnostics, which are sorted, without consequences. Each missing name is reported once, with all its
    locations, and so is a declaration that its uses contradict. `unread` are ranges of files that were reported and not
    understood, `gone` names that a pack has removed, with the location."""
    told = _declared_nowhere(_one_each_head(_one_each_place(found)), unread)
    told = _one_each_name(one_each_declaration(told, verdicts), remedies)
    return [_with_remover(one, gone) for one in told] if gone else told


def _of_its_own(definition: str | None, missing: str) -> Iterable[str]:
    """The fields of a definition that are missing there, one or more."""
    return (f"{definition}.{name}" for name in _QUOTED.findall(missing))


_QUOTED: Final = re.compile(r"'([^']+)'")


def _with_remover(one: Diagnostic, gone: Mapping[str, Related]) -> Diagnostic:
    """A missing name with the location where it was removed. It is then not a misspelling."""
    names = () if one.missing is None else (*_forms(one.missing.name), *_of_its_own(one.definition, one.missing.name))
    by = next((gone[name] for name in names if name in gone), None)
    if by is None:
        return one
    hint = None if one.hint is not None and one.hint.startswith(("did you mean", "there are", "there is")) else one.hint
    return replace(one, hint=hint, related=(by, *one.related))


# -- one for each location ---------------------------------------------------------------------------------------------


def _one_each_place(found: list[Diagnostic]) -> list[Diagnostic]:
    """If two stages report the same location, the earlier one knows the error. If the YAML of a definition cannot be
    read, the rest of the definition is unknown."""
    first_stage: dict[Span, str] = {}
    torn: dict[Span, Span] = {}  # the definition around each YAML error
    begins: dict[str, list[int]] = {}
    for one in found:
        if one.severity is Severity.ERROR:
            stage = _stage(one.code)
            first_stage[one.span] = min(stage, first_stage.get(one.span, stage))
            if one.code in _TEARS:
                torn[one.span] = _round(one.span, begins, back=one.code == "RW203")
    # A template is read once for each definition that extends it.
    first = {_told(one): one for one in reversed(found) if one.missing is None}
    return [one for one in found if _stage(one.code) <= first_stage.get(one.span, "9") and not _is_torn(one, torn)
            and first.get(_told(one), one) is one]


def _told(one: Diagnostic) -> tuple[Span, str, str, str | None]:
    return one.span, one.code, one.message, one.hint


def _round(span: Span, begins: dict[str, list[int]], *, back: bool) -> Span:
    """The lines from the last line without indentation, at or before the location, to the next such line; with `back`
    also the section before. `begins` caches the offsets of such lines, by file."""
    text, name = span.source.text, span.source.name
    if name not in begins:
        begins[name] = [0, *(found.start() for found in _NOT_INDENTED.finditer(text))]
    place = bisect_right(begins[name], span.start)
    first = max(place - 2, 0) if back else place - 1
    return span.source.span(begins[name][first], (*begins[name][place:place + 1], len(text))[0])


def _is_torn(one: Diagnostic, torn: dict[Span, Span]) -> bool:
    for mistake, definition in torn.items():
        if one.span is mistake or one.span.source.name != definition.source.name:
            continue
        if one.code not in _TEARS and _stage(one.code) == "1":
            continue
        # Only the first error of a definition is reported. A head that is invalid is often the actual error, a field
        # that lost its indentation: the lines before it lack that field, and the lines after it make no sense.
        inside = definition.start <= one.span.start < definition.end
        if inside and one.code != "RW203" and (one.code not in _TEARS or mistake.start < one.span.start):
            return True
    return False


# Errors that keep a definition from being read to its end: misplaced lines, tabs, a field without indentation.
_TEARS: Final = ("RW104", "RW105", "RW203")
_NOT_INDENTED: Final = re.compile(r"^(?=[^\s#])", re.MULTILINE)


def _stage(code: str) -> str:
    return code[2]


def _one_each_head(found: list[Diagnostic]) -> list[Diagnostic]:
    """Several repeated fields in a row belong to a definition whose head was lost."""
    told: list[Diagnostic] = []
    for _, run in groupby(found, key=lambda one: (one.code, one.span.source.name, one.span.first.column)):
        several = list(run)
        if several[0].code != _TWICE or len(several) < _MANY_TWICE:
            told += several
            continue
        first, *others = several
        names = listed((f"'{one.span.text}'" for one in several), 5)
        hint = f"write the missing head before '{first.span.text}', or remove them"
        also = tuple(one.span for one in others)
        told.append(replace(first, message=f"{names} appear here for the second time", hint=hint, also=also))
    return told


_TWICE: Final = "RW106"
_MANY_TWICE: Final = 2


# -- what could not be read --------------------------------------------------------------------------------------------


def _declared_nowhere(found: list[Diagnostic], unread: Iterable[Span]) -> list[Diagnostic]:
    """Removes the missing names that occur in ranges that could not be read, unless these occurrences are themselves
    the uses."""
    unread = [*unread]
    written = [(span, match) for span in unread for match in _NAME.finditer(span.source.text, span.start, span.end)]
    if not written:
        return found
    places = {(one.span.source.name, one.span.start + at.start()) for one in found if one.missing is not None
              for at in _NAME.finditer(one.span.text)}  # fmt: skip
    known = {match.group() for span, match in written if (span.source.name, match.start()) not in places}
    # A name that was written as several words, or with hyphens, counts as one name.
    lines = {(span.source.name, span.first.line): span.source for span in unread}  # one long line may contain many
    for (_, number), source in lines.items():
        for match in _IN_WORDS.finditer(source.line(number)):
            words = re.split("[ -]", match.group())
            known.update("_".join(words[i : k + 1]) for i in range(len(words)) for k in range(i + 1, len(words)))
    return [one for one in found if one.missing is None or not any(name in known for name in _forms(one.missing.name))]


_NAME: Final = re.compile(r"[^\W\d]\w*")
_IN_WORDS: Final = re.compile(r"\b[a-z]\w*+(?:[ -][a-z]\w*+){1,5}")  # possessive, because a word may be long


def _forms(name: str) -> tuple[str, ...]:
    """A name, and the names it is derived from: for `creatures_in` the plural and the kind."""
    plural = name.removesuffix("_in")
    return (name, plural, plural.removesuffix("s"))


# -- one for each name -------------------------------------------------------------------------------------------------


def _one_each_name(found: list[Diagnostic], remedies: Mapping[Missing, Remedy]) -> list[Diagnostic]:
    """One diagnostic for each missing name, at its first location; a missing plural counts as its missing kind."""
    names = {one.missing for one in found if one.missing is not None}
    groups: dict[Missing, list[Diagnostic]] = {}
    for one in found:
        if one.missing is not None:
            forms = (replace(one.missing, name=name) for name in reversed(_forms(one.missing.name)))
            groups.setdefault(next(form for form in forms if form in names), []).append(one)
    told = [one for one in found if one.missing is None]
    scopes: dict[str, list[tuple[Missing, Diagnostic]]] = {}
    for missing, group in groups.items():
        scopes.setdefault(missing.scope, []).append((missing, _together(group, remedies.get(missing))))
    for scope, several in scopes.items():
        told += _of_scope(several) if scope else [one for _, one in several]
    return sorted(told, key=lambda one: one.sort_key)


def _of_scope(several: list[tuple[Missing, Diagnostic]]) -> list[Diagnostic]:
    """The missing names of one scope. Many unexplained names are one error, of the thing that lacks them."""
    lost = [(missing, one) for missing, one in several if not _is_explained(one)]
    if len(lost) <= _MANY_NAMES:
        return [one for _, one in several]
    (_, first), *others = sorted(lost, key=lambda pair: pair[1].sort_key)
    spans = dict.fromkeys(span for _, one in others for span in (one.span, *one.also))
    own = set(_QUOTED.findall(first.message))  # one message may name several that are missing together
    said = (name for missing, _ in others for name in _QUOTED.findall(missing.name) or (missing.name,))
    names = listed((f"'{name}'" for name in dict.fromkeys(said) if name not in own), 5)
    if not names:
        return [replace(first, also=(*first.also, *spans)), *(one for _, one in several if _is_explained(one))]
    merged = replace(first, message=f"{first.message}; the same applies to {names}", also=(*first.also, *spans))
    return [merged, *(one for _, one in several if _is_explained(one))]


def _is_explained(one: Diagnostic) -> bool:
    """Whether the intended name is known."""
    return one.hint is not None and one.hint.startswith(("did ", "the set "))


# If more names than this are missing in one scope, they are reported together.
_MANY_NAMES: Final = 2


def _together(group: list[Diagnostic], remedy: Remedy | None) -> Diagnostic:
    """One diagnostic for several uses of a missing name: with the most common message, at the first of its locations.
    """
    code, _ = Counter(one.code for one in group).most_common(1)[0]
    first = next(one for one in group if one.code == code)
    spans = dict.fromkeys(one.span for one in group if one.span != first.span)
    if spans:
        first = replace(first, message=f"{first.message} ({1 + len(spans)} locations)", also=tuple(spans))
    if spans and remedy is not None:  # otherwise the single use is just as likely to be misspelt
        related = (remedy.related, *(one for one in first.related if one.span != remedy.related.span))
        first = replace(first, hint=remedy.hint, related=related)
    return first
