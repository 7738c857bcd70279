"""Merges the diagnostics of uses that contradict one declaration, if most of its uses do.

Separate because this weighs errors, while all other consequences are certain: if three of four calls pass something
else for a parameter, the error is more likely in its head than in three calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from .codes import Severity
from .diagnostic import Diagnostic, Related
from .source import Span


@dataclass(frozen=True, slots=True)
class Verdict:
    """A declaration that errors may follow from: a description of it, its hint (`{}` stands for what its uses expect),
    and the number of its uses."""

    words: str
    remedy: str
    uses: int


def one_each_declaration(found: list[Diagnostic], verdicts: Mapping[Span, Verdict]) -> list[Diagnostic]:
    """One diagnostic for each declaration that most of its uses contradict, at the declaration."""
    if not verdicts:
        return found
    left = {id(one): one for one in found}
    told: list[Diagnostic] = []
    while True:
        groups: dict[Span, list[Diagnostic]] = {}
        for one in left.values():
            for span in dict.fromkeys(suspect.span for suspect in one.suspects):
                if span in verdicts and one.severity is Severity.ERROR:
                    groups.setdefault(span, []).append(one)
        guilty = [span for span, group in groups.items() if _is_guilty(span, group, verdicts[span].uses)]
        if not guilty:
            return [*told, *left.values()]
        worst = max(guilty, key=lambda span: len(groups[span]))  # the first of several
        told.append(_at_odds(worst, groups[worst], verdicts[worst]))
        for one in groups[worst]:
            del left[id(one)]


def _is_guilty(span: Span, group: list[Diagnostic], uses: int) -> bool:
    """Whether the declaration is more likely to be wrong than all these uses. The uses must agree on what it should be,
    as far as that is known."""
    wanted = _wanted(span, group)
    if wanted and wanted.most_common(1)[0][1] < wanted.total() * _AGREED:
        return False
    # Equal code on several sheets counts once.
    said = len({(one.span.source.line(one.span.first.line).strip(), one.span.text) for one in group})
    return (said >= _MANY_PLACES and len(group) >= uses * _MOST) or (said > 1 and len(group) >= uses)


def _wanted(span: Span, group: list[Diagnostic]) -> Counter[str]:
    """The types that would fit instead, with the number of uses for each."""
    return Counter(one.instead for found in group for one in found.suspects if one.span == span and one.instead)


# If this many uses, and this share of all uses, contradict a declaration, the error is in the declaration.
_MANY_PLACES: Final = 3
_MOST: Final = 0.4
_AGREED: Final = 0.7
# The number of uses that are shown with their own messages.
_TOLD: Final = 3


def _at_odds(span: Span, group: list[Diagnostic], verdict: Verdict) -> Diagnostic:
    wanted = _wanted(span, group)
    first = group[0]
    places = [one for one in group if one.span != span]
    return replace(
        first,
        code=_AT_ODDS,
        message=f"{verdict.words}, which {len(group)} places contradict",
        span=span,
        hint=_hint(verdict, wanted),
        related=tuple(Related(one.span, one.message) for one in places[:_TOLD]),
        missing=None,
        also=tuple(dict.fromkeys(one.span for one in places[_TOLD:])),
        suspects=(),
    )


def _hint(verdict: Verdict, wanted: Counter[str]) -> str | None:
    if "{}" not in verdict.remedy:
        return verdict.remedy or None
    return verdict.remedy.format(wanted.most_common(1)[0][0]) if wanted else None


_AT_ODDS: Final = "RW528"
