"""Takes out of the diagnostics of a run what only follows from others, and makes one of all that miss the same name.

Separate because collecting knows nothing of causes. Four rules hold: what an earlier stage says of a place counts,
what could not be read may declare any name that is written in it, a name that is missing is missing once, and a
declaration that most of its uses contradict is one mistake.
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
    """What was meant by a missing name, in place of what its places say: a hint, and where that is declared."""

    hint: str
    related: Related


def causes(
    found: list[Diagnostic],
    unread: Iterable[Span],
    remedies: Mapping[Missing, Remedy],
    verdicts: Mapping[Span, Verdict],
    gone: Mapping[str, Related] = MappingProxyType({}),
) -> list[Diagnostic]:
    """The diagnostics, which are sorted, without consequences; each missing name is told once, with all its places, and
    so is a declaration at odds with its uses. `unread` are stretches of files that were reported and not understood,
    `gone` names that a pack has taken out, with the place."""
    told = _declared_nowhere(_one_each_head(_one_each_place(found)), unread)
    told = _one_each_name(one_each_declaration(told, verdicts), remedies)
    return [_with_remover(one, gone) for one in told] if gone else told


def _of_its_own(definition: str | None, missing: str) -> Iterable[str]:
    """The fields of a definition that are missing there, several perhaps."""
    return (f"{definition}.{name}" for name in _QUOTED.findall(missing))


_QUOTED: Final = re.compile(r"'([^']+)'")


def _with_remover(one: Diagnostic, gone: Mapping[str, Related]) -> Diagnostic:
    """A missing name with the place where it was taken out; then it is not misspelt."""
    names = () if one.missing is None else (*_forms(one.missing.name), *_of_its_own(one.definition, one.missing.name))
    by = next((gone[name] for name in names if name in gone), None)
    if by is None:
        return one
    hint = None if one.hint is not None and one.hint.startswith(("did you mean", "there are", "there is")) else one.hint
    return replace(one, hint=hint, related=(by, *one.related))


# -- one for each place ------------------------------------------------------------------------------------------------


def _one_each_place(found: list[Diagnostic]) -> list[Diagnostic]:
    """Where two stages report the same place, the earlier stage knows the mistake; and of a definition whose YAML
    cannot be read nobody knows what else it says."""
    first_stage: dict[Span, str] = {}
    torn: dict[Span, Span] = {}  # the definition round each mistake of YAML
    begins: dict[str, list[int]] = {}
    for one in found:
        if one.severity is Severity.ERROR:
            stage = _stage(one.code)
            first_stage[one.span] = min(stage, first_stage.get(one.span, stage))
            if one.code in _TEARS:
                torn[one.span] = _round(one.span, begins, back=one.code == "RW203")
    # What a template says is read once for each that takes it.
    first = {_told(one): one for one in reversed(found) if one.missing is None}
    return [one for one in found if _stage(one.code) <= first_stage.get(one.span, "9") and not _is_torn(one, torn)
            and first.get(_told(one), one) is one]


def _told(one: Diagnostic) -> tuple[Span, str, str, str | None]:
    return one.span, one.code, one.message, one.hint


def _round(span: Span, begins: dict[str, list[int]], *, back: bool) -> Span:
    """The lines from one that is not indented, at or before the place, to the next such one; with `back` also those
    before it. `begins` keeps where such lines stand, by file."""
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
        # Of several mistakes of one definition the first is told. A head that is none is often the very mistake, a
        # field that lost its indentation: what stands before it misses that field, what follows makes no sense.
        inside = definition.start <= one.span.start < definition.end
        if inside and one.code != "RW203" and (one.code not in _TEARS or mistake.start < one.span.start):
            return True
    return False


# What keeps a definition from being read to its end: lines that do not fit, tabs, a field without indentation.
_TEARS: Final = ("RW104", "RW105", "RW203")
_NOT_INDENTED: Final = re.compile(r"^(?=[^\s#])", re.MULTILINE)


def _stage(code: str) -> str:
    return code[2]


def _one_each_head(found: list[Diagnostic]) -> list[Diagnostic]:
    """Several fields in a row that stand for the second time belong to a definition whose head was lost."""
    told: list[Diagnostic] = []
    for _, run in groupby(found, key=lambda one: (one.code, one.span.source.name, one.span.first.column)):
        several = list(run)
        if several[0].code != _TWICE or len(several) < _MANY_TWICE:
            told += several
            continue
        first, *others = several
        names = listed((f"'{one.span.text}'" for one in several), 5)
        hint = f"write the head that is missing before '{first.span.text}', or remove them"
        also = tuple(one.span for one in others)
        told.append(replace(first, message=f"{names} stand here for the second time", hint=hint, also=also))
    return told


_TWICE: Final = "RW106"
_MANY_TWICE: Final = 2


# -- what could not be read --------------------------------------------------------------------------------------------


def _declared_nowhere(found: list[Diagnostic], unread: Iterable[Span]) -> list[Diagnostic]:
    """Without the missing names that stand in what could not be read, as far as these are not the very places that miss
    them."""
    unread = [*unread]
    written = [(span, match) for span in unread for match in _NAME.finditer(span.source.text, span.start, span.end)]
    if not written:
        return found
    places = {(one.span.source.name, one.span.start + at.start()) for one in found if one.missing is not None
              for at in _NAME.finditer(one.span.text)}  # fmt: skip
    known = {match.group() for span, match in written if (span.source.name, match.start()) not in places}
    # A name that was written in several words, or with hyphens, is one.
    lines = {(span.source.name, span.first.line): span.source for span in unread}  # many may stand in one long line
    for (_, number), source in lines.items():
        for match in _IN_WORDS.finditer(source.line(number)):
            words = re.split("[ -]", match.group())
            known.update("_".join(words[i : k + 1]) for i in range(len(words)) for k in range(i + 1, len(words)))
    return [one for one in found if one.missing is None or not any(name in known for name in _forms(one.missing.name))]


_NAME: Final = re.compile(r"[^\W\d]\w*")
_IN_WORDS: Final = re.compile(r"\b[a-z]\w*+(?:[ -][a-z]\w*+){1,5}")  # nothing is tried twice: a word may be long


def _forms(name: str) -> tuple[str, ...]:
    """A name, and those that it comes from: of `creatures_in` the plural and the kind."""
    plural = name.removesuffix("_in")
    return (name, plural, plural.removesuffix("s"))


# -- one for each name -------------------------------------------------------------------------------------------------


def _one_each_name(found: list[Diagnostic], remedies: Mapping[Missing, Remedy]) -> list[Diagnostic]:
    """One diagnostic for each missing name, at its first place; a plural misses what its kind misses."""
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
    """What is missing in one scope; many names that nothing explains are one mistake, of what should have them."""
    lost = [(missing, one) for missing, one in several if not _is_explained(one)]
    if len(lost) <= _MANY_NAMES:
        return [one for _, one in several]
    (_, first), *others = sorted(lost, key=lambda pair: pair[1].sort_key)
    spans = dict.fromkeys(span for _, one in others for span in (one.span, *one.also))
    own = set(_QUOTED.findall(first.message))  # one name may stand for several that are missing together
    said = (name for missing, _ in others for name in _QUOTED.findall(missing.name) or (missing.name,))
    names = listed((f"'{name}'" for name in dict.fromkeys(said) if name not in own), 5)
    if not names:
        return [replace(first, also=(*first.also, *spans)), *(one for _, one in several if _is_explained(one))]
    merged = replace(first, message=f"{first.message}; the same holds for {names}", also=(*first.also, *spans))
    return [merged, *(one for _, one in several if _is_explained(one))]


def _is_explained(one: Diagnostic) -> bool:
    """Is it known what was meant?"""
    return one.hint is not None and one.hint.startswith(("did ", "the set "))


# More names than these that are missing in one scope are told together.
_MANY_NAMES: Final = 2


def _together(group: list[Diagnostic], remedy: Remedy | None) -> Diagnostic:
    """One of several that miss the same name: in the words that most of them have, at the first place of these."""
    code, _ = Counter(one.code for one in group).most_common(1)[0]
    first = next(one for one in group if one.code == code)
    spans = dict.fromkeys(one.span for one in group if one.span != first.span)
    if spans:
        first = replace(first, message=f"{first.message} ({1 + len(spans)} places)", also=tuple(spans))
    if spans and remedy is not None:  # else the one place is as likely to be the misspelt one
        related = (remedy.related, *(one for one in first.related if one.span != remedy.related.span))
        first = replace(first, hint=remedy.hint, related=related)
    return first
