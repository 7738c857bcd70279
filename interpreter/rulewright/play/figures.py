"""Describes the lengths that a failing condition compares: `distance 2.31 inches, at most 2 needed`. For an area, by
how much it is missed: `outside 1.25 inches, at most 0 needed`.

Separate because only explanations measure; `refusals` only finds whether a condition is true.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.explained import INSIDE, MISSING, OUTSIDE, OVERLAP, WAY, Measured
from rulewright.languages import length
from rulewright.play import labels, view
from rulewright.play.seen import Unseen
from rulewright.play.state import State
from rulewright.shapes import FAR
from rulewright.space.plane.gaps import Gap, shown_against
from rulewright.space.plane.poses import inches

_HUNDREDTH: Final = 10  # thousandths of an inch
_SIGNS: Final = {"at most": "<=", "less than": "<", "at least": ">=", "more than": ">"}
_WORDS: Final = ("", WAY, OUTSIDE, INSIDE, MISSING, OVERLAP)
_Length = int | Gap
_Found = tuple[tuple[Any, ...], _Length, _Length]


def figures(m: State, known: State, function: str, args: tuple[Any, ...], language: str, seat: int | None
            ) -> tuple[str, ...]:  # fmt: skip
    """What was measured in a failing condition, and what is needed.

    Args:
        m: the match.
        known: the match as `seat` knows it, on which the condition was evaluated.
        function: of the condition, as the program names it.
        args: its arguments: parameters of an event, or a frame and the bound names.
        language: of the words.
        seat: the player who reads it; None: everything is shown. What depends on a secret is omitted.
    """
    made = m.p.program.figures.get(function)
    if made is None:
        return ()
    try:
        found = m.p.names[made.function](known, *args)
        best = [(row, told_of(row, [one[1:] for one in found if one[0] == i])) for i, row in enumerate(made.rows)]
        told = [(row, words(m, row, *one, language, seat)) for row, one in best if one is not None]
        return tuple(dict.fromkeys(f"{named(row.what, language)} {said}" for row, said in told))
    except Unseen:
        return ()


def named(what: str, language: str) -> str:
    """What was measured, as a refusal calls it."""
    return labels.word(what or "distance", language) if what in _WORDS else what


def told_of(row: Measured, found: list[_Found]) -> _Found | None:
    """Of all that a loop measured, each as (things, measured, needed), the one to show: the worst, or the best if one
    is enough. None if nothing is anywhere."""
    here = [one for one in found if not is_nowhere(one[1], row.unit)]
    if not here:
        return None
    towards = 1 if row.relation in ("at most", "less than") else -1
    room = [(_rough(needed) - _rough(measured)) * towards for _, measured, needed in here]
    return here[room.index(max(room) if row.any else min(room))]


def _rough(one: _Length) -> int:
    return one.rounded_down if isinstance(one, Gap) else one


def is_nowhere(one: _Length, unit: str) -> bool:
    """Whether a distance is the distance of an entity that is nowhere."""
    return _rough(one) >= FAR * (1_000 if unit == "inches" else 1)


def words(
    m: State, row: Measured, things: tuple[Any, ...], measured: _Length, needed: _Length, language: str,
    seat: int | None,
) -> str:  # fmt: skip
    """`2.31 inches (Stake 1), at most 2 needed`."""
    one, other = _shown(measured, needed, row.unit)
    whole = _rough(measured) if row.unit != "inches" else (_rough(measured) + 500) // 1_000
    behind = length(2 if "." in one else whole, row.unit, language)  # a fraction of one takes the plural form
    named = ", ".join(view.told(m, thing, code, seat, language) for thing, code in zip(things, row.each, strict=True))
    named = f" ({named})" if named else ""
    return f"{one} {behind}{named}, {labels.word(f'{row.relation} {{}} needed', language).format(other)}"


def brief(row: Measured, measured: _Length, needed: _Length) -> str:
    """`2.31 (<= 2)`."""
    one, other = _shown(measured, needed, row.unit)
    return f"{one} ({_SIGNS[row.relation]} {other})"


def _shown(measured: _Length, needed: _Length, unit: str) -> tuple[str, str]:
    """Both numbers as printed: to a hundredth of an inch if they hold a root, and never equal unless they are."""
    if unit != "inches":
        return str(measured), str(needed)
    if isinstance(measured, int) and isinstance(needed, int):
        return inches(measured), inches(needed)
    if isinstance(measured, Gap) and isinstance(needed, int):
        return shown_against(measured, needed), inches(needed)
    if isinstance(needed, Gap) and isinstance(measured, int):
        return inches(measured), shown_against(needed, measured)
    assert isinstance(measured, Gap) and isinstance(needed, Gap), "a length is a number or a gap"
    if measured == needed:
        return down(measured), down(needed)
    return (down(measured), _up(needed)) if measured < needed else (_up(measured), down(needed))


def down(one: Gap) -> str:
    """A gap in inches, rounded down to a hundredth."""
    return inches(one.rounded_down // _HUNDREDTH * _HUNDREDTH)


def _up(one: Gap) -> str:
    return inches(-(-one.rounded_up // _HUNDREDTH) * _HUNDREDTH)
