"""Formats breakdowns, chains of causes and failing conditions as lines with their locations in the content.

Separate because the table and tools print the same explanations.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from rulewright.explained import Place
from rulewright.play import labels
from rulewright.play.entries import Began, Reacted
from rulewright.play.state import State
from rulewright.play.why import Breakdown, Failing
from rulewright.shapes import EVENT, FIELDS
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.places import file_named
from rulewright_tools.show.words import say

_INDENT = "  "


def place_words(place: Place, folder: str) -> str:
    """Returns a location as `folder/file.yaml:12`; for another pack of a stack, with the path of its file."""
    return f"{file_named(place[0], folder) if folder else place[0]}:{place[1]}"


def breakdown(found: Breakdown, folder: str, language: str) -> list[Text]:
    """Returns a value, then each contribution: its step, its value, its words, its source and its location."""
    lines = [Text.assemble((found.title, "bold"), " = ", (found.words, "bold green"))]
    rows = [(labels.word(line.step, language).replace("_", " "), line.value, line) for line in found.lines]
    first = max((len(step) for step, _, _ in rows), default=0)
    second = max((len(value) for _, value, _ in rows), default=0)
    for step, value, line in rows:
        text = Text(f"{_INDENT}{step:<{first}}  {value:>{second}}  ")
        text.append(line.text)
        if line.source != found.id:
            text.append(f"  {line.source}")
        if not line.counts:
            text.append(f"  ({say(language, 'not_counted')})", "italic")
        text.append(f"  {place_words(line.place, folder)}", "dim")
        lines.append(text)
    if found.unseen:
        lines.append(Text(_INDENT + say(language, "and_secrets"), "italic"))
    return lines


def failing(what: str, found: Sequence[Failing], folder: str, language: str) -> list[Text]:
    """Explains why an option is missing: each failing condition with its name and line. If the pack has words for a
    condition, they are the reason; a condition without words is shown as what does not hold."""
    if not found:
        return [Text(say(language, "no_reason", what=what))]
    said = any(one.said for one in found)
    lines = [Text(say(language, "not_among" if said else "not_offered", what=what))]
    for one in found:
        lines += _failing(one, folder, language, 1, say(language, "fails") if said else "")
    return lines


def _failing(one: Failing, folder: str, language: str, deep: int, fails: str = "") -> list[Text]:
    """Returns a condition, in the words of the pack if it has any, then what fails inside it, indented; values are
    shown where they are compared."""
    line = Text(_INDENT * deep)
    name = f"{called}: " if (called := labels.condition(one.name, language)) else ""
    if one.said:
        line.append(one.said, "bold")
        if one.text:
            whole = not name and one.text.startswith("(") and one.text.find(")") == len(one.text) - 1
            line.append(f" {one.text}" if whole else f" ({name}{one.text})", "dim")
    else:
        line.append(fails)
        line.append(name, "bold")
        line.append(one.text)
    line.append(f"  {place_words(one.place, folder)}", "dim")
    inside = [text for inner in one.within for text in _failing(inner, folder, language, deep + 1)]
    told = [] if any(_measures(inner) for inner in one.within) else one.measured
    reasons = decided(one.decided, folder, deep + 1, language)
    return [line, *(Text(f"{_INDENT * (deep + 1)}{measured}", "green") for measured in told), *inside, *reasons]


def decided(found: Sequence[Failing], folder: str, deep: int, language: str) -> list[Text]:
    """Explains why something is so: things and values, each indented further than what it explains."""
    lines = []
    for one in found:
        if one.source:
            lines += _failing(one, folder, language, deep)
        elif not one.part:
            lines.append(Text(f"{_INDENT * deep}{one.text}", "green"))
    return lines


def _measures(one: Failing) -> bool:
    """Returns whether values are shown for a condition, or for what fails inside it."""
    return bool(one.measured) or any(map(_measures, one.within))


def causes(m: State, chain: Sequence[Began | Reacted], sight: Sight, folder: str, deep: int = 1) -> list[Text]:
    """Returns what led to an event (`play.log.causes`), outermost first; the event itself is last. Each of the first
    `deep` lines is indented further than the one before; with 0 none is."""
    lines = []
    for number, one in enumerate(chain):
        words, place = cause(m, one, sight)
        lines.append(
            Text.assemble(
                _INDENT * (number + 1) * deep,
                (words, "bold" if number == len(chain) - 1 else ""),
                "  ",
                (place_words(place, folder), "dim"),
            )
        )
    return lines


def cause(m: State, one: Began | Reacted, sight: Sight) -> tuple[str, Place]:
    """Returns what began, in words, and its location."""
    program = m.p.program
    if isinstance(one, Reacted):
        reaction = program.reactions[one.reaction]
        holder = labels.defined(reaction.names, reaction.holder, sight.language)
        return say(sight.language, "reaction_of", holder=holder), reaction.place
    event = program.events[one.record[EVENT]]
    if not event.params:
        return labels.called(event, sight.language), event.place
    args = tuple(one.record[FIELDS : FIELDS + event.params])
    return labels.call(m, one.record[EVENT], args, sight.language), event.place
