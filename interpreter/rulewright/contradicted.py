"""Makes one diagnostic of all that contradict the same declaration, where most of its uses do.

Separate because here mistakes are weighed, while all other consequences are certain: that a parameter is called with
something else three times out of four is rather a mistake of its head than of three calls.
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
    """What is known of a declaration that mistakes may follow from: what it says, what to do about it (`{}` stands for
    what its uses want), and how often it is used."""

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
        worst = max(guilty, key=lambda span: len(groups[span]))  # of several the first
        told.append(_at_odds(worst, groups[worst], verdicts[worst]))
        for one in groups[worst]:
            del left[id(one)]


def _is_guilty(span: Span, group: list[Diagnostic], uses: int) -> bool:
    """Is it likelier that the declaration is wrong than that all these places are? They have to agree on what it should
    say, as far as they tell."""
    wanted = _wanted(span, group)
    if wanted and wanted.most_common(1)[0][1] < wanted.total() * _AGREED:
        return False
    # What several sheets say in the same words is said once.
    said = len({(one.span.source.line(one.span.first.line).strip(), one.span.text) for one in group})
    return (said >= _MANY_PLACES and len(group) >= uses * _MOST) or (said > 1 and len(group) >= uses)


def _wanted(span: Span, group: list[Diagnostic]) -> Counter[str]:
    """What would fit instead, and how many places say so."""
    return Counter(one.instead for found in group for one in found.suspects if one.span == span and one.instead)


# So many places at odds with one declaration, and such a share of its uses, are rather a mistake of the declaration.
_MANY_PLACES: Final = 3
_MOST: Final = 0.4
_AGREED: Final = 0.7
# So many of the places are told in their own words.
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
