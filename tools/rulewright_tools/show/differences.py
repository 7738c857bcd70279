"""Formats the differences between two packs as lines for people, and as data for programs.

Separate because the comparisons produce no text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.characters import visible
from rulewright.stack.words import side_by_side
from rulewright_tools.show.places import file_of, place_of
from rulewright_tools.show.words import counted

if TYPE_CHECKING:
    from rulewright import Span
    from rulewright.stack.compare import Difference
    from rulewright_tools.comparing.first import Astray, Cause
    from rulewright_tools.comparing.offers import Offers
    from rulewright_tools.comparing.outcomes import Compared, Outcomes

_WIDTH = 48
_CAUSES = 3  # the likeliest causes shown for a match


def fields(found: Sequence[Difference], old: str, new: str) -> list[str]:
    """Returns a line for each field and definition that differs, and their numbers. `old` and `new` are the folders."""
    changed = sum(1 for one in found if one.path)
    come = sum(1 for one in found if not one.path and not one.before)
    made = [visible(line) for one in found for line in _told(one, new if one.after or one.path else old, old, new)]
    return [*made, f"{counted(changed, 'field')} changed, {counted(come, 'definition')} added, "
                   f"{counted(len(found) - changed - come, 'definition')} removed"]  # fmt: skip


def _told(one: Difference, base: str, old: str, new: str) -> list[str]:
    place = place_of(one.span, base)
    done = "".join(f", {told.verb} by {told.pack}" for told in one.told)
    if not one.path:
        if one.told:
            place = place_of(one.told[-1].span, new)
        return [f"{'+' if one.after else '-'} {one.definition}{done}  ({place})"]
    by = (f", {one.stands}" if one.stands else "") + done
    told = [(one.before, one.after, place)]
    if one.parts:
        told = [(part.before, part.after, place_of(part.span, base if part.after else old)) for part in one.parts]
    return [f"  {one.definition}  {one.path}: {' -> '.join(side_by_side(before, after, _WIDTH, '-'))}{by}  ({where})"
            for before, after, where in told]  # fmt: skip


def offers(found: Offers, old: str) -> list[str]:
    """Returns in how many positions the offers differ, and how often each event was added or removed, with an example.
    """
    made = [f"offers: {len(found.positions)} of {counted(found.compared, 'position')} differ"]
    for sign, which in (("+", "come"), ("-", "gone")):
        for event, count in found.counted(which):
            test, key = next((one, key) for one in found.positions for name, key in getattr(one, which)
                             if name == event)  # fmt: skip
            made.append(visible(f"  {sign} {event} x{count}  ({_short(key)} in '{test.test}', "
                                f"{place_of(test.span, old)})"))  # fmt: skip
    if found.lost:
        name, span, reason = found.lost[0]
        several = counted(len(found.lost), "position")
        made.append(visible(f"  {several} cannot be set up in both: '{name}', {place_of(span, old)}: {reason}"))
    return made


def outcomes(found: Outcomes, bots: Sequence[str]) -> list[str]:
    """Returns the results of matches with the same seeds and bots: shares of wins and mean length, with intervals."""
    made = [f"outcomes: {counted(found.matches, 'match', 'matches')} of {', '.join(bots)} bots in each, "
            f"{found.same} come out alike"]  # fmt: skip
    for seat, one in enumerate(found.wins, start=1):
        made.append(f"  player {seat} wins {one.old:.0%} -> {one.new:.0%}{_interval(one, 100)}")
    made.append(f"  length {found.length.old:.1f} -> {found.length.new:.1f} answers{_interval(found.length, 1)}")
    for word, (old, new) in (("drawn", found.drawn), ("cut off", found.cut)):
        if old or new:
            made.append(f"  {word} {old} -> {new}")
    return [*made, *(f"  {visible(one)}" for one in found.faults)]


def _interval(one: Compared, scale: int) -> str:
    """Returns the difference and the interval of the true difference."""
    if one.low is None or one.high is None:
        return f" ({one.difference * scale:+.0f})"
    digits = 0 if scale > 1 else 1
    return (f" ({one.difference * scale:+.{digits}f}; 95 %: {one.low * scale:+.{digits}f} .. "
            f"{one.high * scale:+.{digits}f})")  # fmt: skip


def astray(one: Astray, old: str, new: str) -> list[str]:
    """Returns where a match first differs, and what in the content caused it."""
    made = [f"match {one.seed}: " + "\n  ".join(visible(line) for line in one.told)]
    told = [_cause(cause, old, new) for cause in one.causes[:_CAUSES]]
    more = len(one.causes) - len(told)
    if len(one.causes) == 1:
        made.append(visible(f"  because of {told[0]}"))
    elif told:
        made.append(visible(f"  took part and differ: {'; '.join(told)}" + (f"; and {more} more" if more else "")))
    return made


def _cause(cause: Cause, old: str, new: str) -> str:
    one = cause.difference
    path = f" {one.path}" if one.path else ""
    is_gone = not one.path and not one.after
    word = ", which is gone" if is_gone else ", as it was" if cause.is_old else ""
    return f"{one.definition}{path}{word} ({place_of(cause.span, old if cause.is_old or is_gone else new)})"


def as_data(
    found: Sequence[Difference], offered: Offers | None, played: Outcomes | None, gone: Sequence[Astray] | None,
    old: str, new: str,
) -> dict[str, Any]:  # fmt: skip
    """Returns everything as plain data; what was not compared is omitted."""
    made: dict[str, Any] = {
        "fields": [{"definition": one.definition, "field": one.path, "old": one.before, "new": one.after,
                    "stands": one.stands, **_where(one.span, new),
                    "parts": [{"old": part.before, "new": part.after, **_where(part.span, new if part.after else old)}
                              for part in one.parts],
                    "changes": _changes(one, new)}
                   for one in found if one.path],
        "come": [{"definition": one.definition, **_where(one.span, new)} for one in found
                 if not one.path and not one.before],
        "gone": [{"definition": one.definition, **_where(one.span, old), "changes": _changes(one, new)}
                 for one in found if not one.path and one.before],
    }  # fmt: skip
    if offered is not None:
        made["offers"] = {
            "compared": offered.compared, "alone": offered.alone,
            "come": dict(offered.counted("come")), "gone": dict(offered.counted("gone")),
            "positions": [{"test": one.test, **_where(one.span, old), "come": [key for _, key in one.come],
                           "gone": [key for _, key in one.gone]} for one in offered.positions],
            "lost": [{"test": name, **_where(span, old), "reason": why} for name, span, why in offered.lost],
        }  # fmt: skip
    if played is not None:
        made["outcomes"] = {
            "matches": played.matches, "alike": played.same, "wins": [_figures(one) for one in played.wins],
            "length": _figures(played.length), "drawn": list(played.drawn), "cut off": list(played.cut),
            "faults": list(played.faults),
        }  # fmt: skip
    if gone is not None:
        made["replays"] = [
            {"seed": one.seed, "answers": one.answers, "difference": list(one.told),
             "causes": [{"definition": cause.difference.definition, "field": cause.difference.path,
                         **_where(cause.span, old if cause.is_old else new)} for cause in one.causes]}
            for one in gone
        ]  # fmt: skip
    return made


def _figures(one: Compared) -> dict[str, Any]:
    return {"old": one.old, "new": one.new, "difference": one.difference,
            "interval": None if one.low is None else [one.low, one.high]}  # fmt: skip


def _changes(one: Difference, new: str) -> list[dict[str, Any]]:
    return [{"pack": told.pack, "verb": told.verb, **_where(told.span, new)} for told in one.told]


def _where(span: Span, base: str) -> dict[str, Any]:
    return {"file": file_of(span, base), "line": span.first.line}


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 2]}.."
