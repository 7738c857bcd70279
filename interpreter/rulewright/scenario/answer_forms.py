"""Finds answers that no question could have: a missing comma, an extra argument, a thing in place of a cell.

Separate because `answerable` looks up each word of an answer, and this module asks whether anything could be offered
that reads like the whole answer. The text of a thing may contain any words of the pack, so an answer that contains such
a word is accepted, unless it is a call by the name of an event.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.subtyping import a
from rulewright.check.types import Type
from rulewright.diagnostics import Missing
from rulewright.languages import own_words
from rulewright.numbers import whole_number
from rulewright.scenario.case import Case
from rulewright.space.forms import FORMS
from rulewright.space.plane.spoken import parted
from rulewright.spelling import did_you_mean

WORDS: Final = re.compile(r"[^\W\d]\w*")
_PART: Final = re.compile(r"(?P<whole>[^\W\d]\w*)\.[\w.]+")
_ID: Final = r"[^\W\d]\w*(?:\.\w+)*"
_CALL: Final = re.compile(rf"(?P<head>{_ID})(?: \d+)?\s*\((?P<args>.*)\)", re.DOTALL)
_OPENING: Final = re.compile(rf"(?P<head>{_ID})(?: \d+)?\s*\(")
# An entity or a status without a name of the test; a zone: `goblin 2 of player 1`, `slowed 2`, `row of hearts`.
_ALIKE: Final = re.compile(rf"(?P<id>{_ID})(?: \d+)?(?: of player \d+)?(?P<part>(?:\.\w+)*)")
_OF_MEMBER: Final = re.compile(rf"(?P<id>{_ID}) of (?P<member>\w+)")
_SEAT: Final = re.compile(r"player (?P<number>\d+)")
_PIECE: Final = re.compile(r"player \d+|\S+")
_FIGURE: Final = re.compile(r'-?\d+(?:\.\d+)?(?:"| \w+)?')
# Words of answers that occur alone, or in the names of players and zones, and never make a sentence.
_BARE: Final = frozenset({"none", "pass", "enough", "no", "yes", "true", "false", "player", "of", "then", "nobody"})
# Types whose values are a run of words without a comma that can be told from other types.
_SIMPLE: Final = frozenset({"entity", "union", "player", "place", "number", "yes_no", "enum", "sheet", "status", "map",
                            "zone", "die", "direction", "edge", "point"})  # fmt: skip


class Amiss(NamedTuple):
    """An error in an answer: the words, the message, the hint, and the missing name, if there is one."""

    words: str
    message: str
    hint: str
    missing: Missing | None = None


class Forms:
    """The forms of the answers that a pack could offer: `prose` are the words that people read in them, `of_values` the
    words that they may read in place of an argument, and `reacting` the definitions with reactions."""

    def __init__(self, pack: m.PackDef, prose: frozenset[str], of_values: frozenset[str]) -> None:
        self.pack = pack
        self.reacting = frozenset([one.definition.id for one in pack.holders() if one.reactions])
        own = {word for phrase in own_words() for word in WORDS.findall(phrase)}
        self.of_values = (of_values | own) - _BARE
        self.prose = (prose - _BARE) | self.of_values
        self.members = {one.id for enum in pack.enums.values() for one in enum.members}


class Judge:
    """Checks the answers of one test."""

    def __init__(self, forms: Forms, case: Case) -> None:
        self.forms, self.pack, self.case = forms, forms.pack, case
        self.named = case.named
        self.form = FORMS[forms.pack.board]

    def amiss(self, text: str) -> Amiss | None:
        """The error in an answer; None if something could have that name."""
        words = " ".join(text.split())
        for found in _SEAT.finditer(words):
            if whole_number(found["number"], 1, self.case.seats) is None:
                return Amiss(found[0], f"'{words}' matches no answer: there is no {found[0]}",
                             f"name one of player 1 to player {self.case.seats}")  # fmt: skip
        reaction, arrow, call = words.partition("->")
        for part in (reaction.strip(), call.strip()) if arrow else (words,):
            found_amiss = self._part(part)
            if found_amiss is not None:
                return found_amiss
        return None

    def _part(self, words: str) -> Amiss | None:
        opening = _OPENING.match(words)
        head = "" if opening is None else opening["head"]
        if head in self.pack.events or head in self.forms.reacting or head in self.case.marks:
            call = _CALL.fullmatch(words)
            if call is None or not _is_closed(call["args"]):
                return self._torn(words, head)
            return self._call(words, head, _split(call["args"]))
        if self._reads(words, self.forms.prose) or self._is_value(words):
            return None
        if head:
            known = [*self.pack.events, *self.forms.reacting]
            return Amiss(words, f"'{words}' matches no answer: '{head}' is not an event and has no reactions",
                         did_you_mean(head, known) or "name an event or a definition with reactions",
                         Missing(head))  # fmt: skip
        return Amiss(words, f"'{words}' matches no answer: nothing has that name", self._instead(words))

    # -- calls -----------------------------------------------------------------------------------------------------

    def _torn(self, words: str, head: str) -> Amiss | None:
        """The error of a call whose brackets are not closed at its end."""
        rest = words[len(head) :]
        if self._reads(rest, self.forms.prose):
            return None
        what = f"the brackets of '{words}' are not closed at its end"
        return Amiss(words, what, "write one call, in quotes if it has a comma: \"attack(Gob, Kay)\"")

    def _call(self, words: str, head: str, args: list[str]) -> Amiss | None:
        """The error of a call of an event, or of a reaction and its holder."""
        event = self.pack.events.get(head)
        if event is None:
            wanted = [("the holder", t.ENTITY)]
        else:
            wanted = [(f"parameter '{one.id}'", one.type) for one in event.params]
        if not all(_is_simple(type_) for _, type_ in wanted):
            return None
        title = f"'{head}'" if event is None else event.title
        if len(args) > len(wanted):
            count = f"{len(wanted)} argument{'' if len(wanted) == 1 else 's'}"
            return Amiss(words, f"{title} takes {count}, found {len(args)}",
                         f"remove '{args[len(wanted)]}'")  # fmt: skip
        for arg, (what, type_) in zip(args, wanted, strict=False):
            if not self._reads(arg, self.forms.of_values) and not self.is_a(arg, type_):
                return Amiss(arg, f"expected {a(t.some(type_))} for {what} of {title}, found '{arg}'",
                             self._instead(arg, type_))  # fmt: skip
        return None

    # -- values ----------------------------------------------------------------------------------------------------

    def is_a(self, words: str, type_: Type) -> bool:
        """Whether a value of a type could have this name."""
        if type_.tag == "maybe":
            return words == "none" or self.is_a(words, type_.args[0])
        alike = _ALIKE.fullmatch(words)
        match type_.tag:
            case "entity" | "union":
                is_seat = type_.tag == "union" and _SEAT.fullmatch(words) is not None
                return is_seat or self._is_entity(words, t.kinds_of(type_))
            case "player":
                return _SEAT.fullmatch(words) is not None
            case "place":
                return self._is_place(words)
            case "number":
                return _FIGURE.fullmatch(words) is not None
            case "yes_no":
                return words in ("true", "false", "yes", "no")
            case "enum":
                return words in {one.id for one in self.pack.enums[type_.name].members}
            case "sheet":
                return words in self.pack.sheets or self._is_part(words)
            case "status":
                return words in self.case.marks or (alike is not None and alike["id"] in self.pack.statuses)
        return True

    def _is_entity(self, words: str, kinds: tuple[str, ...]) -> bool:
        name, _, part = words.partition(".")
        if name in self.case.lost or self.case.unread:
            return True
        piece = self.named.get(name)
        if piece is not None:
            parts = [one for several in piece.sheet.parts.values() for one in several]
            named = [one for one in parts if part and one.id.rpartition(".")[2] == part]
            if part and not named:
                return self._is_part(part)  # a part of a sheet that it may show later
            return self._is_of(named[0].kind if part else piece.sheet.kind, kinds)
        alike = _ALIKE.fullmatch(words)
        if alike is None:
            return False
        if alike["part"] or "." in alike["id"]:  # of an entity that the test does not name
            return self._is_part(words.rpartition(".")[2])
        sheet = self.pack.sheets.get(alike["id"])
        return sheet is not None and self._is_of(sheet.kind, kinds)

    def _is_of(self, kind: m.KindDef, kinds: tuple[str, ...]) -> bool:
        """Whether an entity of a kind may belong to one of several kinds: it may show another sheet later."""
        roots = {self.pack.kinds[one].lineage[-1].id for one in kinds if one in self.pack.kinds}
        return not roots or kind.unread or kind.lineage[-1].id in roots

    def _is_part(self, name: str) -> bool:
        return any(one.rpartition(".")[2] == name for one in self.pack.sheets if "." in one)

    def _is_place(self, words: str) -> bool:
        named = self.form.named
        return words in self.case.spots or all(
            one in self.case.spots or re.fullmatch(named, one) is not None for one in parted(words))  # fmt: skip

    def _is_value(self, words: str) -> bool:
        """Whether a chosen value could have this name, in the words of tests."""
        if " " not in words and "(" not in words and ")" not in words:
            return True  # `answerable` looks at single words
        if words.startswith("(") and words.endswith(")"):
            return True  # a set
        alike = _ALIKE.fullmatch(words)
        if alike is not None and (alike["id"] in self.pack.sheets or alike["id"] in self.pack.statuses
                                  or alike["id"] in self.pack.zones or alike["id"] in self.forms.reacting):  # fmt: skip
            return True
        of = _OF_MEMBER.fullmatch(words)
        if of is not None and of["id"] in self.pack.zones and of["member"] in self.forms.members:
            return True
        if _SEAT.fullmatch(words) or _FIGURE.fullmatch(words) or self._is_place(words):
            return True
        parts = _split(words)
        if len(parts) > 1:  # members of a set, or things of a formation and their places
            return all(self._is_value(one) for one in parts)
        thing, _, place = words.partition(" ")
        return thing in self.named and self._is_place(place)  # a formation of one

    # -- words -----------------------------------------------------------------------------------------------------

    def _reads(self, words: str, among: frozenset[str]) -> bool:
        """Whether people may read this: it contains one of their words that is not a name of the test."""
        left = _PART.sub(lambda found: "" if found["whole"] in self.named else found[0], words)
        return any(one in among and one not in self.named and one not in self.case.marks and one not in self.case.spots
                   for one in WORDS.findall(left))  # fmt: skip

    def _instead(self, words: str, type_: Type | None = None) -> str:
        """The hint for words that are not an answer, or not a value of a type."""
        several = _PIECE.findall(words)
        if len(several) > 1:
            return f"write `{', '.join(several)}`: a comma is missing"
        if type_ is None:
            return "write a name of the test or of the pack"
        if t.some(type_).tag == "player" and re.fullmatch(r"player_\d+", words):
            return f"write `{words.replace('_', ' ')}`"
        fitting = [one for one in self.named if self.is_a(one, type_)]
        return did_you_mean(words, fitting, "this test has") or f"write {a(t.some(type_))} there"


def _is_simple(type_: Type) -> bool:
    return t.some(type_).tag in _SIMPLE


def _is_closed(inside: str) -> bool:
    """Whether each bracket within the brackets of a call has its partner there."""
    depth = 0
    for sign in inside:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0


def _split(inside: str) -> list[str]:
    """The parts between commas outside of brackets."""
    return [one for one in _parts(inside) if one]


def _parts(inside: str) -> Iterator[str]:
    depth, start = 0, 0
    for place, sign in enumerate(inside):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            yield inside[start:place].strip()
            start = place + 1
    yield inside[start:].strip()
