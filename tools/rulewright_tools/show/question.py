"""Formats a pending decision: the question, and a numbered list of answers that fits the terminal.

Separate because a question must say what is going on, and seventy places must not fill seventy lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from rulewright.explained import TypeCode
from rulewright.languages import forms, length
from rulewright.play import apart, labels, view
from rulewright.play.state import Decision, State
from rulewright.program import Site
from rulewright.shapes import FIELDS, REACT, RECORD
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.words import say

_GAP = 3
_SHORT = 8  # so few answers stand below each other, unless they have only
_LETTERS = 5  # so many letters
_MANY = 5  # a number whose unit is plural in every language


def context(m: State, sight: Sight, asked: str = "") -> str:
    """Returns the innermost running event, in words, without what the question (`asked`) says itself; empty if there is
    none."""
    for frame in reversed(m.frames):
        r = frame[RECORD]
        if isinstance(r, list):
            event = m.p.program.events[r[0]]
            given = list(zip(r[FIELDS:], event.fields[: event.params], strict=False))
            # A number means nothing without its name, the asked player is shown before the question, and anything else
            # that is running could only be shown as a call.
            told = [(v, t) for v, (_, t) in given if v is not None and t[0] not in _UNTOLD
                    and (t[0] != "player" or v != sight.viewer)]  # fmt: skip
            words = [one for v, t in told if (one := sight.value(m, v, t)) not in asked]
            what = ", ".join([labels.called(event, sight.language), *words])
            return say(sight.language, "after" if frame[0] == REACT else "in", event=what)
    return ""


def prompt(m: State, d: Decision, sight: Sight) -> str:
    """Returns the question in one sentence."""
    language = sight.language
    words = view.in_words(m, d, sight.viewer, language)
    if words:
        return words
    if d.site < 0:
        if d.window < 0:
            return say(language, "ask_first")
        window = labels.called(m.p.program.windows[d.window], language)
        return say(language, "ask_react", window=window)
    site = m.p.program.sites[d.site]
    name = labels.asked(site, language)
    if site.kind == "offer":
        return say(language, "ask_offer_pass" if None in d.options else "ask_offer")
    if site.kind == "yes or no":
        return say(language, "ask_yes_no", what=name or say(language, "this"))
    what = name or _between(d, site.type, language)
    if not what and site.type is not None and site.type[0] == "place":
        what = labels.aim(site, language)  # the answers show that they are places
    what = labels.aimed(what or kind_words(m, site.type, language), site, language)
    if site.kind == "some" and None not in d.options:
        return _wanted(site, what, language)
    key = {"some": "ask_some", "each": "ask_next", "next": "ask_next"}.get(site.kind, "ask_choose")
    return say(language, key, what=what)


def _wanted(site: Site, what: str, language: str) -> str:
    """Returns the question while `enough` is not an answer yet: the required number, if it is a single one."""
    words = site.passes[2] if site.passes is not None else ""
    for bound, key in (("exactly ", "ask_exactly"), ("at least ", "ask_at_least")):
        number = words.removeprefix(bound)
        if number != words and number.isdecimal():
            return say(language, key, what=what, number=number)
    return say(language, "ask_more", what=what)


def option(m: State, d: Decision, o: Any, sight: Sight) -> str:
    """Returns one answer in words."""
    site = m.p.program.sites[d.site] if d.site >= 0 else None
    if site is None or o is None or site.kind == "yes or no":
        return labels.option(m, d, o, sight.language)
    return sight.offered(m, site.lines[o[0]], o[1]) if site.kind == "offer" else sight.value(m, o, site.type)


def options(m: State, d: Decision, sight: Sight) -> tuple[str, ...]:
    """Returns all answers in words, distinguishable. To choose nothing gets a longer text: `no` does not answer "whom"
    or "where"."""
    told = apart.options(m, d, sight.viewer, sight.language)
    if d.site < 0 or m.p.program.sites[d.site].kind != "choose" or None not in d.options:
        return told
    none = d.options.index(None)
    return (*told[:none], say(sight.language, "none_of_these"), *told[none + 1:])


_DECLINED = "none"  # the form of a purpose's name for the answer that chooses nothing
_UNTOLD = ("number", "yes_no", "record", "any_record")  # omitted from the event around a question
_SPOTS = ("place", "edge")  # answers that say nothing without what they are for
_THINGS = ("entity", "union")  # answers that need no explanation


def answered(m: State, d: Decision, o: Any, sight: Sight) -> str:
    """Returns one answer in words, with the question where the answer alone is unclear: `new cards: yes`, `where to:
    E7`; if nothing is chosen, `goes no further` if the pack says so, else `pass (where to)`."""
    words = option(m, d, o, sight)
    site = m.p.program.sites[d.site] if d.site >= 0 else None
    asked = "" if site is None else purpose(site, sight.language)
    if o is None:
        declined = "" if site is None else site.aim_names.get(f"{sight.language}.{_DECLINED}", "")
        passes = declined or say(sight.language, "passes")
        asked = "" if declined else asked
        of_these = site is not None and site.kind == "choose" and asked
        if _ends(site):
            return declined or say(sight.language, "enough")
        return f"{passes} ({asked})" if of_these else passes
    if site is None:
        return words
    tag = "" if site.type is None else site.type[0]
    if tag in _SPOTS:
        # A local that has the name of the candidates has no purpose, but the pack may name it.
        asked = asked or labels.said(site.aim_names, sight.language) or labels.word(tag, sight.language)
        return f"{asked}: {words}"
    # What one of several is chosen for is said if the pack has words for it: `further targets: Fox`.
    told = site.kind == "yes or no" or (
        bool(site.aim_names) if site.kind == "some" else site.kind == "choose" and tag not in _THINGS
    )
    return f"{asked}: {words}" if asked and told else words


def purpose(site: Site, language: str) -> str:
    """Returns the purpose of a choice as the log shows it; empty if it has none.

    A pack that asks in sentences and gives a purpose no name keeps its id to itself. Yes and no alone say nothing.
    """
    if site.ask and not site.aim_names and site.kind != "yes or no":
        return ""
    return labels.aim(site, language) or labels.asked(site, language)


def _ends(site: Site | None) -> bool:
    """Returns whether an answer of none ends a choice of one thing after another."""
    return site is not None and site.kind == "some"


def named(m: State, d: Decision, o: Any, sight: Sight) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """Returns what an answer names: the event that it calls (its number; -1: none) and the arguments, or the value or
    reaction itself, each in all the forms that its name may have in a sentence."""
    site = m.p.program.sites[d.site] if d.site >= 0 else None
    if o is None or (site is not None and site.kind == "yes or no"):
        return -1, ()
    if site is None:
        return -1, ((option(m, d, o, sight),),)
    if site.kind != "offer":
        return -1, (_forms(m, o, site.type, sight),)
    number = site.lines[o[0]]
    event = m.p.program.events[number]
    return number, tuple(_forms(m, v, t, sight) for v, (_, t) in zip(o[1], event.fields[: event.params], strict=False))


def _forms(m: State, v: Any, t: TypeCode | None, sight: Sight) -> tuple[str, ...]:
    """Returns the words for a value, then those in every form of names that the engine knows in the language."""
    tongues = [sight.language, *(f"{sight.language}.{form}" for form in forms(sight.language) if form != "is")]
    return tuple(dict.fromkeys(Sight(sight.viewer, tongue).value(m, v, t) for tongue in tongues))


def _between(d: Decision, t: TypeCode | None, language: str) -> str:
    """Returns `a number from 1 to 6` if every one of these is an answer; else an empty string."""
    if t != ("number", "", ()):
        return ""
    numbers = sorted(o for o in d.options if o is not None)
    if len(numbers) < 2 or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return ""
    return say(language, "between", least=numbers[0], most=numbers[-1])


def kind_words(m: State, t: TypeCode | None, language: str) -> str:
    """Returns what a value of a type is, in words: `creature or player`, `number (cells)`."""
    if t is None:
        return say(language, "this")
    tag, name, _ = t
    if tag == "place":
        return say(language, "place")
    if tag in ("entity", "sheet", "union"):
        called = {kind.id: _lowered(labels.called(kind, language)) for kind in m.p.program.kinds}
        several = [called.get(one, one or labels.word("thing", language)) for one in name.split(" or ")]
        several += [labels.word("player", language)] * (tag == "union")
        return f" {labels.word('or', language)} ".join(several)
    if tag == "enum":
        return _lowered(labels.enumeration(m, name, language))
    unit = f" ({length(_MANY, name, language)})" if tag == "number" and name else ""
    return say(language, "a_thing", thing=labels.word(tag, language)) + unit


def _lowered(name: str) -> str:
    """Returns a common noun in lower case for use inside a sentence; an abbreviation stays as it is."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]


def are_numbers(options: Sequence[str]) -> bool:
    """Returns whether the answers are numbers themselves. Players type them directly, so the list has no extra numbers.
    """
    return any(option.isdecimal() for option in options)


def numbered(options: Sequence[str], width: int) -> list[Text]:
    """Returns the answers with their numbers, unless they are numbers; short answers, or many, in columns. Among
    many, a stretch of those that are short enough has columns of its own."""
    digits = len(str(len(options)))
    counted = [f"{i:>{digits}} " for i in range(1, len(options) + 1)]
    if are_numbers(options):
        cells = [Text(option, "bold") for option in options]
    else:
        cells = [Text.assemble((number, "bold"), option) for number, option in zip(counted, options, strict=True)]
    lines = []
    for is_narrow, run in groupby(cells, lambda cell: 2 * cell.cell_len + _GAP <= width):
        block = list(run)
        is_short = len(block) <= _SHORT and max(cell.cell_len for cell in block) > digits + 1 + _LETTERS
        lines += _in_columns(block, width if is_narrow and not is_short else 0)
    return lines


def _in_columns(cells: Sequence[Text], width: int) -> list[Text]:
    """Returns cells in as many columns as fit into a width, at least in one."""
    widest = max(cell.cell_len for cell in cells)
    columns = max((width + _GAP) // (widest + _GAP), 1)
    rows = -(-len(cells) // columns)
    lines = []
    for row in range(rows):
        line = Text("  ")
        for cell in cells[row::rows]:
            if len(line) > 2:
                line.append(" " * _GAP)
            line.append_text(cell)
            line.append(" " * (widest - cell.cell_len))
        line.rstrip()
        lines.append(line)
    return lines
