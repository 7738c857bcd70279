"""The common base of all readers of a test: its fields, the case that they fill, the pack, and the reporting of errors.

Separate because a test is read in parts (its board, its code, who sees what), each in its own file.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rulewright.check import model as m
from rulewright.check.declaring import word_in
from rulewright.check.scope import FIXED_WORDS
from rulewright.diagnostics import Missing
from rulewright.effects.fields import Fields
from rulewright.effects.names import RESERVED
from rulewright.numbers import whole_number
from rulewright.pack.tree import Node, Scalar, Sequence
from rulewright.scenario.case import HEADER, Case
from rulewright.source import Span
from rulewright.space.forms import FORMS
from rulewright.space.naming import CELL_NAME
from rulewright.spelling import did_you_mean, listed, nearest

SEAT: Final = re.compile(r"player\s+(\d+)")  # `player 1`
# Names that have another meaning in code or in an answer.
_TAKEN: Final = frozenset({*RESERVED, *FIXED_WORDS, HEADER, "pass", "enough", "yes"})
_PLAYER: Final = re.compile(r"player[_ ]?\d+", re.IGNORECASE)
_PLACE: Final = re.compile(CELL_NAME)
# `hand of 1`, `hand of player 1`, `table`.
ZONE: Final = re.compile(r"(?P<zone>[A-Za-z]\w*)(?:\s+of\s+(?:player\s+)?(?P<seat>\w+))?")


class CaseReader:
    """Reads some fields of one test into its case."""

    def __init__(self, fields: Fields, case: Case, pack: m.PackDef) -> None:
        self.fields = fields
        self.case = case
        self.pack = pack

    def wrong(
        self, code: str, message: str, span: Span, hint: str | None = None, missing: Missing | None = None
    ) -> None:
        """Reports an error in this test. `missing`: the undeclared name, if that is the error."""
        self.fields.out.add(code, message, span, hint, definition=self.case.name, missing=missing)

    def can_name(self, name: str, span: Span) -> bool:
        """Whether a thing, a place or a status may have a name. A name with another meaning is reported."""
        if _PLAYER.fullmatch(name):
            self.wrong("RW401", f"'{name}' is the name of a seat", span, "choose another name")
        elif _PLACE.fullmatch(name) and "C" in FORMS[self.pack.board].offers:
            self.wrong("RW401", f"'{name}' is the name of a place", span, "choose another name")
        elif name in _TAKEN:
            self.wrong("RW403", f"'{name}' is a reserved word of the language or of answers", span,
                       "choose another name")
        else:
            return True
        return False

    def seat_of(self, text: str, span: Span) -> int | None:
        """The seat from 0 of a number from 1; None and a report if there is no such seat."""
        number = whole_number(text, 1, self.case.seats)
        if number is not None:
            return number - 1
        seats = f"{self.case.seats} seat{'' if self.case.seats == 1 else 's'}"
        several = f"name one of player 1 to player {self.case.seats}"
        self.wrong("RW208", f"there is no player {text}: this test has {seats}", span,
                   "name player 1" if self.case.seats == 1 else several)  # fmt: skip
        return None

    def whose(self, zone: m.ZoneDef, word: str | None, span: Span) -> int | None:
        """Which of the zones of a definition is meant: the seat, or the number of a member; None and a report if that
        is missing."""
        if word is None:
            if zone.key is None:
                return 0
            example = "1" if zone.by is None or not zone.by.members else zone.by.members[0].id
            self.wrong("RW209", f"'{zone.id}' does not say {'whose' if zone.by is None else 'which'} zone it is", span,
                       f"write `{zone.id} of {example}`")
            return None
        if zone.by is None:
            return self.seat_of(word, span)
        members = [one.id for one in zone.by.members]
        if word not in members:
            self.unknown(f"member of {zone.by.title}", word, span, members)
            return None
        return members.index(word)

    def unknown(self, what: str, name: str, span: Span, known: Iterable[str], code: str = "RW452") -> None:
        """Reports a name that the pack does not have."""
        where = word_in(span, name)
        self.wrong(code, f"there is no {what} '{name}'", where, did_you_mean(name, known), Missing(name))

    def scalars(self, name: str, node: Node) -> list[Scalar]:
        """The strings of a list. A single string counts as a list of one, and nothing as an empty list."""
        if isinstance(node, Scalar):
            return [node] if node.value else []
        if isinstance(node, Sequence):
            for one in node.items:
                if not isinstance(one, Scalar):
                    self.fields.wrong(name, one, "a string")
            return [one for one in node.items if isinstance(one, Scalar)]
        self.fields.wrong(name, node, "a list")
        return []


def refuse_others(fields: Fields, known: tuple[str, ...], what: str, outside: tuple[str, ...] = ()) -> None:
    """Reports fields that a test, or a mapping in it, does not have. A misspelt field is read as the intended one.
    `outside`: the fields that belong to the test itself."""
    for name in [one for one in fields if one not in known]:
        near = nearest(name, known)
        hint = f"did you mean '{near}'?" if near else f"it has {listed(known, 12)}"
        if name in outside:
            near, hint = None, f"write '{name}' in the test itself, next to 'steps': it applies to all of them"
        at_key(fields, "RW205", f"{what} has no field '{name}'", name, hint)
        if near is not None:
            fields.correct(name, near)


def at_key(fields: Fields, code: str, message: str, name: str, hint: str | None = None) -> None:
    """Reports an error at the name of a field."""
    span = fields.key_span(name)
    if span is not None:
        fields.out.add(code, message, span, hint, definition=fields.owner)
