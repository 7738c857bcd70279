"""Finds what has changed in the content of a match since its file was written, and which of these changes took part
where the match differs.

Separate because two commands need it, and both have only the marks in the file, not the content of that time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rulewright.meaning import meaning_of
from rulewright.play.keys import in_content, printed
from rulewright.play.state import State
from rulewright.program import Program
from rulewright_tools.playing.kept import Kept
from rulewright_tools.show.words import counted

_PLAYED: Final = 8  # digits of the mark of what affects play; see rulewright.pack.marks
_MOST_NAMED: Final = 6
_MOST_FIGURES: Final = 4
_WORD: Final = re.compile(r"\w+")


@dataclass(slots=True)
class Changes:
    """What has changed since the file was written, by form and id. `played`: what affects play, including new and
    removed definitions, which are also in `new` and `gone`; other changes affect only what players read. `known`:
    whether the file contains marks. `packs`: versions and packs, in words; `lost`: whether a pack is gone."""

    known: bool
    same_meaning: bool
    played: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    new: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    packs: list[str] = field(default_factory=list)
    lost: bool = False


def is_of_other_content(kept: Kept, program: Program) -> bool:
    """Returns whether the content was different when the file was written."""
    return kept.digest is not None and kept.digest != program.digest


def changes(kept: Kept, program: Program) -> Changes:
    """Returns what has changed since the file was written."""
    same = kept.meaning is not None and kept.meaning == meaning_of(program)
    found = Changes(kept.marks is not None, same)
    was, now = kept.marks or {}, program.digits
    for name in [*was, *(one for one in now if one not in was)] if found.known else []:
        old, new = was.get(name, ""), now.get(name, "")
        if old[:_PLAYED] != new[:_PLAYED] and not same:
            found.played.append(name)
            if not old:
                found.new.add(name)
            elif not new:
                found.gone.add(name)
        elif old != new:
            found.read.append(name)
    if kept.packs is not None:
        here = dict(program.packs)
        for name in [*kept.packs, *(one for one in here if one not in kept.packs)]:
            then, today = kept.packs.get(name), here.get(name)
            found.lost |= today is None
            if then != today:
                found.packs.append(f"{name} is new" if then is None else f"{name} is gone"
                                   if today is None else f"{name} {then} -> {today}")  # fmt: skip
    return found


def went_the_same_way(kept: Kept, found: Changes) -> str:
    """Returns the message for a match in which all answers lead to the same events."""
    if found.same_meaning:
        count = len(found.read)
        what = f"{counted(count, 'definition')} read{'s' * (count == 1)}" if count else "the content reads"
        return f"{what} differently, without any effect on play: continuing"
    answers = f"{counted(len(kept.steps), 'answer')} lead{'s' if len(kept.steps) == 1 else ''}"
    return f"{has_changed(found)}; {answers} to the same events: continuing"


def has_changed(found: Changes) -> str:
    """`creature wolf, rule slows have changed, card joker is new`."""
    if not found.played:
        return "the content has changed since"
    came = [one for one in found.played if one in found.new]
    went = [one for one in found.played if one in found.gone]
    stayed = [one for one in found.played if one not in found.new and one not in found.gone]
    told = []
    for names, one, several in ((stayed, "has changed", "have changed"), (came, "is new", "are new"),
                                (went, "is gone", "are gone")):  # fmt: skip
        more = len(names) - _MOST_NAMED
        if names:
            listed = ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
            told.append(f"{listed} {one if len(names) == 1 else several}")
    return ", ".join(told)


def took_part(kept: Kept, found: Changes, m: State, said: Iterable[str]) -> list[str]:
    """Returns lines about the changes among all that is named where a match differs, and about all other changes.
    `said`: keys of events and answers, and titles of what reacted. The other changes may be the cause as well: a value,
    a modifier, or a rule that no longer reacts leaves no entry."""
    words = {word for one in said for word in _WORD.findall(one)}
    there = [one for one in found.played if one.partition(" ")[2] in words]
    # A sheet or an event that takes part is nearly always named; anything else hardly ever is.
    named = {"event", *(kind.id for kind in m.p.program.kinds)}
    others = [one for one in found.played if one not in there]
    others.sort(key=lambda one: one.partition(" ")[0] in named)
    made = []
    now = printed(m)
    for head, names in (("took part and has changed", there), ("has changed, too" if there else "has changed", others)):
        told = [_told(one, kept, m.p.program, now) for one in names[:_MOST_NAMED]]
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        if told:
            made.append(f"{head}: {', '.join(told)}{more}")
    return made


def _told(name: str, kept: Kept, program: Program, now: dict[str, dict[str, str]]) -> str:
    """Describes one definition, with its location and the printed fields that differ."""
    mark = program.marks.get(name)
    if mark is None:
        return f"{name} (gone)"
    if kept.marks is not None and name not in kept.marks:
        return f"{name} ({in_content(program, mark[2])}, new)"
    own = name.partition(" ")[2]
    figures = []
    for sheet, fields in kept.printed.items():
        part = sheet.removeprefix(own)
        if sheet in now and (not part or (part != sheet and part.startswith("."))):
            prefix = f"{part[1:]}." if part else ""
            figures += [f"{prefix}{one} {old} -> {now[sheet][one]}" for one, old in fields.items()
                        if now[sheet].get(one, old) != old]  # fmt: skip
    more = [f"and {len(figures) - _MOST_FIGURES} more"] if len(figures) > _MOST_FIGURES else []
    return f"{name} ({', '.join([in_content(program, mark[2]), *figures[:_MOST_FIGURES], *more])})"
