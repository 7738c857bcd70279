"""Converts the log of a match to sentences: the pack's messages, its reports, dice, and what comes into play or leaves
it.

Separate because the log contains everything that ran, while people want what happened. A pack with messages decides
what is shown; of other packs its reports are shown: events without a `do` block, which exist to be reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, assert_never

from rulewright.explained import ENTITY, TypeCode
from rulewright.holes import holes
from rulewright.play import labels, log
from rulewright.play.entries import (
    Answered,
    Began,
    Created,
    Entry,
    Finished,
    Gained,
    Lost,
    NotBegun,
    Put,
    Reacted,
    ReactionOver,
    Removed,
    Revealed,
    Rolled,
    Shuffled,
    Swapped,
)
from rulewright.play.filling import keys
from rulewright.play.origins import Origins
from rulewright.play.printer import Hidden
from rulewright.play.state import Decision, State
from rulewright.shapes import DONE, EVENT, FIELDS, OUTCOMES, RUNNING, SEAT
from rulewright_tools.show import question
from rulewright_tools.show.lines import LONGEST, Around, Line, Reply, cut, gathered, said_before
from rulewright_tools.show.messages import Messages
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.words import say

_MANY_OF_NAMES: Final = "p"  # what packs write under `is` of a name in the plural
_LAST_FIELD = re.compile(r"<(\w+)>$")


_NOBODY: Final[TypeCode] = ("maybe", "", (ENTITY,))
_HOLDER: Final[TypeCode] = ("union", "", ())
# Sentences about one answer: rules that do not terminate produce hundreds of thousands, and each is formatted.
_MOST_LINES = 1_000
_MOST_ENTRIES = 50_000  # of the log; few of them may be shown


class Teller:
    """Formats the log of matches of one program for one viewer."""

    def __init__(self, m: State, sight: Sight) -> None:
        self.sight = sight
        self._messages = Messages(sight)
        p = m.p.program
        self._origins = Origins(p)
        templates = p.messages.get(sight.language) or p.messages.get("en") or next(iter(p.messages.values()), {})
        self._templates = templates
        self._at_end: dict[int, bool] = {}
        for number, event in enumerate(p.events):
            names = [name for name, _ in event.fields]
            if event.id in templates:
                heads = [hole.path.partition(".")[0] for hole in holes(templates[event.id])]
                self._at_end[number] = any(name in names and names.index(name) >= event.params for name in heads)
            elif not templates and m.p.reports[number]:
                self._at_end[number] = False

    def tells(self, event: int) -> bool:
        """Returns whether the story includes an event (its number)."""
        return event in self._at_end

    def lines(self, m: State, entries: Sequence[Entry]) -> list[Line]:
        """Returns the sentences of a stretch of the log, without answers. `m` is the match after it."""
        with labels.still(m):
            return self._lines(m, entries)

    def _lines(self, m: State, entries: Sequence[Entry]) -> list[Line]:
        found: list[Line] = []
        told_at: dict[int, str] = {}  # depth -> the sentence about the event that runs there
        dice: list[tuple[int, str, int, str]] = []  # depth, player, die, face
        gone: set[int] = set()  # entities that left play: the ends of their statuses are not shown
        ended: tuple[int, str] | None = None  # number of lines after a sentence about the end of an event, and that end
        around = Around()
        behind = self._origins.of(m, entries, self.sight.viewer)
        for entry in log.for_seat(m, entries, self.sight.viewer, _MOST_ENTRIES):
            if len(found) >= _MOST_LINES:
                found.append(Line("event", say(self.sight.language, "untold"), entry.depth))
                break
            if isinstance(entry, Rolled) and entry.of_several:
                continue  # its number means nothing to people
            if isinstance(entry, Rolled):
                dice.append(
                    (entry.depth, "" if entry.by is None else self.sight.player(entry.by), *_die(m, entry, self.sight))
                )
                continue
            if isinstance(entry, Removed) and not isinstance(entry.entity, Hidden):
                gone.add(entry.entity)
            elif isinstance(entry, Lost) and entry.holder in gone and self._is_held_by_things(m, entry.status):
                continue
            line = self._line(m, entry)
            if line is not None and len(line.words) > LONGEST:
                line = replace(line, words=cut(line.words))
            if line is not None and (pack := behind[entry]):
                line = replace(line, pack=pack)
            if isinstance(entry, (Began, Finished)):
                around.passed(entry.depth)
            if isinstance(entry, Began):
                told_at[entry.depth] = line.words if line is not None else ""
            elif line is not None and line.kind == "piece" and line.who and line.who in told_at.get(entry.depth, ""):
                continue  # `the scout is felled` says it already
            if line is not None or (isinstance(entry, (Began, Finished)) and entry.record[EVENT] in self._at_end):
                found += self._rolls(m, dice)
                dice = []
            if line is not None and line.event >= 0 and around.has_told(found, line, isinstance(entry, Began)):
                continue
            if line is not None and not said_before(found, line):
                outcome = _unusual(entry)
                if outcome and ended == (len(found), outcome):
                    continue  # what ran around an event that was cut short was cut short with it
                found.append(line)
                if isinstance(entry, Began):
                    around.told(line)
                ended = (len(found), outcome) if outcome else None
        else:
            if len(entries) > _MOST_ENTRIES:
                found.append(Line("event", say(self.sight.language, "untold"), entries[_MOST_ENTRIES].depth))
        return gathered(found, self.sight.language) + self._rolls(m, dice)

    def sentence(self, m: State, entry: Entry) -> str:
        """Returns the sentence about an event where it begins or ends, as the viewer may know the entry; empty if the
        story has none there."""
        line = self._event(m, entry) if isinstance(entry, (Began, Finished)) else None
        return cut(line.words) if line is not None else ""

    def reply(self, m: State, entries: Sequence[Entry]) -> Reply | None:
        """Returns the answer at the end of a stretch of the log; None if there is none."""
        if not entries or not isinstance(entries[-1], Answered):
            return None
        told = log.for_seat(m, entries[-1:], self.sight.viewer)[0]
        assert isinstance(told, Answered)
        if log.conceals(told):
            return Reply(told.player, say(self.sight.language, "secret"), not told.secret)
        d = Decision(told.player, told.site, (), told.window)
        words = question.answered(m, d, told.option, self.sight)
        return Reply(told.player, words, False, *question.named(m, d, told.option, self.sight), told.option is None)

    def _line(self, m: State, entry: Entry) -> Line | None:
        sight = self.sight
        match entry:
            case Began() | Finished():
                return self._event(m, entry)
            case Gained(depth, status, holder) | Lost(depth, status, holder):
                return self._of_status(m, depth, status, holder, isinstance(entry, Gained))
            case Removed(depth, e) if not isinstance(e, Hidden) and self._is_piece(m, e):
                if m.whole[e] and not m.live[m.whole[e]]:
                    return None  # it has left with its whole
                who = labels.entity(m, e, sight.language)
                are_many = keys(m, e, ENTITY, sight.language) == (_MANY_OF_NAMES,)
                return Line("piece", say(sight.language, "leave" if are_many else "leaves", who=who), depth, who)
            case (
                Answered() | Created() | NotBegun() | Put() | Reacted() | ReactionOver() | Removed() | Revealed()
                | Rolled() | Shuffled() | Swapped()
            ):  # fmt: skip
                return None
            case _:
                assert_never(entry)

    def _of_status(self, m: State, depth: int, status: int, holder: int, gained: bool) -> Line | None:
        """Returns the sentence for a status that was given or has ended: the pack's text, else its name; None if it has
        none."""
        sight, info = self.sight, m.p.program.statuses[status]
        template = labels.said(info.says.get("given" if gained else "over", {}), sight.language)
        if not info.names and not template:
            return None
        who = name = ""
        if info.holder != "match":
            v = holder + SEAT if info.holder == "player" else holder
            who = sight.value(m, v, _HOLDER)
        if template:
            held = (v, _HOLDER) if who else (None, _NOBODY)
            words = self._messages.filled(m, {"holder": held}, template)
        else:
            name = labels.called(info, sight.language)
            key = ("gets" if gained else "loses") if who else "begins" if gained else "ends"
            words = say(sight.language, key, who=who, status=name)
        return Line("status" if gained else "end", words, depth, who, name)

    def _is_held_by_things(self, m: State, status: int) -> bool:
        return m.p.program.statuses[status].holder not in ("match", "player")

    def _is_piece(self, m: State, e: int) -> bool:
        p = m.p.program
        return p.kinds[p.sheets[m.sheet[e]].kind].placed

    def _event(self, m: State, entry: Began | Finished) -> Line | None:
        r = entry.record
        at_end = self._at_end.get(r[EVENT])
        if at_end is None:
            return None
        if isinstance(entry, Began):
            place = self._place(m, r)
            return None if at_end else Line("event", self._words(m, r), entry.depth, event=r[EVENT], place=place)
        if outcome := _unusual(entry):  # RUNNING: how it ended may not be shown
            what, why = self._words(m, r), say(self.sight.language, outcome)
            return Line("event", say(self.sight.language, "outcome", what=what, outcome=why), entry.depth)
        if not at_end:
            return None
        return Line("event", self._words(m, r), entry.depth, event=r[EVENT], place=self._place(m, r))

    def _place(self, m: State, r: Any) -> str:
        """Returns the place at the end of the message of an event, in words; empty if the message ends differently."""
        event = m.p.program.events[r[EVENT]]
        last = _LAST_FIELD.search(self._templates.get(event.id, ""))
        for v, (name, t) in zip(r[FIELDS:], event.fields, strict=False):
            of = t[2][0] if t[0] == "maybe" else t
            if last is not None and name == last[1] and v is not None and of[0] == "place":
                return self.sight.value(m, v, t)
        return ""

    def _words(self, m: State, r: Any) -> str:
        event = m.p.program.events[r[EVENT]]
        fields = {name: (v, t) for v, (name, t) in zip(r[FIELDS:], event.fields, strict=False)}
        template = self._templates.get(event.id)
        if template is not None:
            return self._messages.filled(m, fields, template)
        words = [
            f"{labels.event_field(event, name, self.sight.language)} {self.sight.value(m, v, t)}"
            for name, (v, t) in fields.items()
        ]
        told = ", ".join(words)
        title = labels.called(event, self.sight.language)
        return f"{title}: {told}" if told else title

    def _rolls(self, m: State, dice: list[tuple[int, str, int, str]]) -> list[Line]:
        """Combines consecutive dice in one line for each player who rolled them: `player 1 rolls d20: 3, 11; d6: 4`. If
        several of one die are rolled, its name has the form `many`, else the form `one`."""
        found: list[Line] = []
        while dice:
            depth, who = dice[0][:2]
            kinds: dict[int, list[str]] = {}
            for _, name, die, face in dice:
                if name == who:
                    kinds.setdefault(die, []).append(face)
            dice = [one for one in dice if one[1] != who]
            title = say(self.sight.language, "rolled_by" if who else "rolls", player=who)
            thrown = "; ".join(f"{self._die(m, die, len(faces))}: {', '.join(faces)}" for die, faces in kinds.items())
            found.append(Line("dice", f"{title} {thrown}", depth))
        return found

    def _die(self, m: State, die: int, count: int) -> str:
        return labels.die(m, die, f"{self.sight.language}.{'many' if count > 1 else 'one'}")


def _unusual(entry: Entry) -> str:
    """Returns how an event ended if not as usual; else an empty string."""
    return OUTCOMES[entry.outcome] if isinstance(entry, Finished) and entry.outcome not in (DONE, RUNNING) else ""


def _die(m: State, entry: Rolled, sight: Sight) -> tuple[int, str]:
    """Returns the die and its face."""
    if entry.value is None:
        return entry.die, say(sight.language, "secret")
    t = m.p.program.dice[entry.die][1] if entry.die >= 0 else None
    return entry.die, labels.value(m, entry.value, t, sight.language)
