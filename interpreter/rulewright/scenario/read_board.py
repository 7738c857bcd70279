"""Reads the beginning of a test: the drawn board, positions, the contents of zones, settings and dice.

Separate because all of it is names of the pack in fixed shapes, while the rest of a test is code.
"""
from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.check import model as m
from rulewright.check.declaring import word_in
from rulewright.check.scope import number_die
from rulewright.diagnostics import Missing
from rulewright.effects.fields import Fields
from rulewright.numbers import whole_number
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.play.dice import ONE_OF
from rulewright.scenario.case import Case, Piece, Stack, Standing, Step, zone_row
from rulewright.scenario.case_reader import ZONE
from rulewright.scenario.read_drawings import HOLE, PLAIN, DrawingReader
from rulewright.scenario.read_settings import read_settings
from rulewright.source import Span
from rulewright.space import picture
from rulewright.space.forms import FORMS
from rulewright.spelling import did_you_mean, with_article

ANY = "any"
_PLACES = 20_000  # the most entities of a match, and the most things that `roll one of` may choose from
_PIECE = re.compile(r"(?P<sheet>[A-Za-z]\w*)(?:\s+of\s+(?:player\s+)?(?P<seat>\d+))?(?:\s+as\s+(?P<name>[A-Za-z]\w*))?")


def read_board(fields: Fields, case: Case, pack: m.PackDef) -> None:
    """Fills the parts of a case that are not code."""
    reader = _Reader(fields, case, pack)
    read_settings(reader)
    reader.board()
    reader.legend()
    reader.to_scale()
    reader.signs()
    reader.places()
    reader.spots()
    reader.zones()
    reader.dice()
    reader.shuffles()


def read_position(fields: Fields, case: Case, step: Step, pack: m.PackDef) -> None:
    """Fills the expected board at the end of a step."""
    reader = _Reader(fields, case, pack)
    reader.stands(step)
    step.position = reader.position()
    if step.position is not None and (too_large := reader.excess(step.position)) is not None:
        reader.wrong("RW611", f"this position is too large: {too_large}", step.position.span, "draw what `map` draws")
        step.position = None


class _Reader(DrawingReader):
    def __init__(self, fields: Fields, case: Case, pack: m.PackDef) -> None:
        super().__init__(fields, case, pack)
        self.names: dict[str, Span] = {}

    # -- the board -------------------------------------------------------------------------------------------------

    def legend(self) -> None:
        node = self.fields.node("legend")
        self.case.unread = node is not None and not isinstance(node, Mapping)
        for sign, entry in self.fields.entries("legend").items():
            if len(sign) != 1 or sign in (PLAIN, HOLE):
                self.wrong("RW209", f"'{sign}' is not a single glyph, or already has a meaning", entry.key.span)
                continue
            areas: list[m.AreaDef] = []
            for scalar in self.listed(sign, entry.value):
                area = self.pack.areas.get(scalar.value)
                if area is not None:
                    areas.append(area)
                    continue
                piece = self.piece(scalar, "area or sheet", (*self.pack.areas, *self.sheets()))
                if piece is not None:
                    piece.sign = sign
                    self.case.pieces.append(piece)
            self.case.areas[sign] = tuple(areas)

    def sheets(self) -> list[str]:
        return [sheet.id for sheet in self.pack.sheets.values() if sheet.whole is None]

    def piece(self, scalar: Scalar, what: str, known: Iterable[str], seat: int | None = None) -> Piece | None:
        """`SHEET of SEAT as NAME`."""
        match = _PIECE.fullmatch(scalar.value.strip())
        if match is None:
            part = re.fullmatch(r"\w+\.\w+", scalar.value.strip())
            self.wrong("RW209", f"expected a sheet with its seat and name, found '{scalar.value}'", scalar.span,
                       "call an event under `do` to put a part elsewhere: parts come with their whole" if part else
                       "write `SHEET of SEAT as NAME`, such as `goblin of 1 as Gob`")
            return None
        sheet = self.pack.sheets.get(match["sheet"])
        if sheet is None or sheet.whole is not None:
            self.unknown(what, match["sheet"], scalar.span, known)
            self.case.lost.add(match["name"] or "")
            return None
        if match["seat"] is not None and not sheet.kind.owned:
            name = f" as {match['name']}" if match["name"] is not None else ""
            self.wrong("RW525", f"{with_article(sheet.kind.id)} has no owner", scalar.span,
                       f"write `{sheet.id}{name}`")
        elif match["seat"] is not None:
            seat = self.seat_of(match["seat"], scalar.span)
        elif seat is None and sheet.kind.owned:
            name = f" as {match['name']}" if match["name"] is not None else ""
            self.wrong("RW525", f"the owner of this {sheet.kind.id} is missing", scalar.span,
                       f"write `{sheet.id} of 1{name}`, or `owned: no` in the kind")
        if match["name"] is not None and not self.is_new(
                match["name"], scalar.span, sheet, what == "area or sheet"):
            return None
        # In the zone of a player, too, what has no owner has none: as in play, no player is asked about it by itself.
        return Piece(sheet, scalar.span, seat if sheet.kind.owned else None, match["name"])

    def is_new(self, name: str, span: Span, sheet: m.SheetDef | None = None, in_legend: bool = False) -> bool:
        """Whether a name can be given: it must differ from the other names of the test, and from its seats and places.
        """
        if not self.can_name(name, span):
            return False
        if name in self.names:
            same = not in_legend and any(one.name == name and one.sheet is sheet for one in self.case.pieces)
            hint = f"write '{name}' alone to refer to the other one" if same else "rename one of them"
            self.fields.out.add("RW401", f"this test has two things named '{name}'", span, hint,
                                [(self.names[name], "the other one")], self.case.name)
            return False
        self.names[name] = span
        return True

    def places(self) -> None:
        """`at`: a piece of the legend, or a new one, and its cell or edge."""
        for key, entry in self.fields.entries("at").items():
            if key in self.case.lost or (self.case.unread and re.fullmatch(r"\w+", key) and key not in self.sheets()):
                continue
            if not isinstance(entry.value, Scalar) or not self.is_place(entry.value.value):
                self.wrong("RW209", self.wanted(), entry.value.span)
            elif key in self.names:
                if key in self.drawn_names():
                    drawing = "drawn" if "drawn" in self.fields else "map"
                    self.wrong("RW436", f"'{key}' is already drawn", entry.key.span,
                               f"draw it there, or remove its glyph from `{drawing}`")
                self.case.put[key] = entry.value.value
                piece = self.case.named.get(key)
                self.stand(entry.value, None if piece is None else piece.sheet)
            else:
                known = (*self.names, *self.sheets())
                made = self.piece(entry.key, "entity of this test, or sheet,", known)
                if made is not None:
                    made.cell = entry.value.value
                    self.case.pieces.append(made)
                    self.stand(entry.value, made.sheet)

    def stand(self, place: Scalar, sheet: m.SheetDef | None) -> None:
        """Records a place, and the thing that is put there."""
        self.case.said.append(Standing(place.value, place.span, sheet))

    def is_place(self, text: str) -> bool:
        """Whether a string has the form of a place or an edge: B4|C4, at the border A4|west."""
        name = FORMS[self.pack.board].named
        return re.fullmatch(rf"{name}(\|({name}|[a-z_]+))?", text) is not None

    def wanted(self) -> str:
        """The message for anything else in place of a place."""
        form = FORMS[self.pack.board]
        if "E" in form.offers:
            return f"expected the name of a cell or an edge, such as {form.such} or B4|C4"
        return f"expected a place, such as {form.such}"

    def spots(self) -> None:
        """`spots`: names for places, which the code of the test uses."""
        for name, entry in self.fields.entries("spots").items():
            if not isinstance(entry.value, Scalar) or not self.is_place(entry.value.value):
                self.wrong("RW209", self.wanted(), entry.value.span)
            elif not re.fullmatch(r"[A-Za-z]\w*", name):
                self.wrong("RW209", f"'{name}' is not a name", entry.key.span, "a name is one word")
            elif self.is_new(name, entry.key.span):
                self.case.spots[name] = entry.value.value
                self.stand(entry.value, None)

    def stands(self, step: Step) -> None:
        """`stands`: where things are at the end of a step."""
        for name, entry in self.fields.entries("stands").items():
            if not isinstance(entry.value, Scalar) or not (
                    entry.value.value in self.case.spots or self.is_place(entry.value.value)):  # fmt: skip
                self.wrong("RW209", self.wanted(), entry.value.span)
            elif name in self.case.named:
                step.stands[name] = entry.value.value, entry.value.span
            elif name not in self.case.lost:
                self.wrong("RW450", f"this test has no '{name}'", entry.key.span, did_you_mean(name, self.case.named))

    def drawn_names(self) -> set[str]:
        """The names of pieces whose signs are drawn; those under `at` have no sign."""
        signed = [(one.name, one.sign, one.cell) for one in self.case.pieces if one.name is not None]
        if self.case.to_scale is not None:
            return {name for name, sign, cell in signed if sign is not None and cell is not None}
        if self.case.drawn is None:
            return set()
        signs = picture.signs_of(self.case.drawn.rows, FORMS[self.pack.board].staggered)
        return {name for name, sign, _ in signed if sign is not None and sign in signs}

    # -- zones, settings, dice -------------------------------------------------------------------------------------

    def zone(self, key: str, span: Span) -> tuple[m.ZoneDef, int] | None:
        """`hand of 1`: the zone and its owner."""
        match = ZONE.fullmatch(key.strip())
        zone = self.pack.zones.get(match["zone"]) if match is not None else None
        if match is None or zone is None:
            head = re.split(r"\W", key.strip(), maxsplit=1)[0]
            known = self.pack.zones.get(head)
            if known is None or known.key is None:
                self.unknown("zone", key.partition(" ")[0], span, self.pack.zones)
            else:
                self.whose(known, None, span)
            return None
        number = self.whose(zone, match["seat"], span)
        return None if number is None else (zone, number)

    def shuffles(self) -> None:
        """The orders that shuffling a zone gives: one list of names and sheets, or one for each time."""
        for key, entry in self.fields.entries("shuffles").items():
            found = self.zone(key, entry.key.span)
            if found is None:
                continue
            if zone_row(*found) in self.case.shuffles:
                self.twice(entry.key)
            several = isinstance(entry.value, Sequence) and any(not isinstance(x, Scalar) for x in entry.value.items)
            lists = entry.value.items if several and isinstance(entry.value, Sequence) else [entry.value]
            orders = []
            for one in lists:
                order = self.listed(key, one)
                for scalar in order:
                    if scalar.value not in self.names and scalar.value not in self.sheets():
                        self.unknown("entity of this test, or sheet,", scalar.value, scalar.span,
                                     (*self.names, *self.sheets()))
                orders.append(tuple(scalar.value for scalar in order))
            self.case.shuffles[zone_row(*found)] = orders

    def zones(self) -> None:
        for key, entry in self.fields.entries("zones").items():
            found = self.zone(key, entry.key.span)
            if found is None:
                continue
            zone, seat = found
            stack = Stack(zone, seat)
            for scalar in self.listed(key, entry.value):
                piece = self.case.named.get(scalar.value)
                item: Piece | str = scalar.value
                if piece is not None:
                    self.is_free(scalar)
                else:
                    made = self.piece(scalar, "sheet", self.sheets(), seat if zone.per_player else None)
                    if made is None:
                        continue
                    piece = item = made
                if zone.holds is not None and not zone.holds.unread and zone.holds not in piece.sheet.kind.lineage:
                    self.wrong("RW501", f"zone '{zone.id}' holds {zone.holds.title}, but '{scalar.value}' is "
                               f"{with_article(piece.sheet.kind.id)}", scalar.span)
                stack.items.append(item)
            self.case.zones.append(stack)

    def is_free(self, scalar: Scalar) -> None:
        """Reports a thing that is put into a zone and elsewhere too."""
        name = scalar.value
        if name in self.drawn_names():
            self.wrong("RW436", f"'{name}' is already drawn", scalar.span, "remove its glyph from the map")
        elif name in self.case.put or self.case.named[name].cell is not None:
            self.wrong("RW436", f"'{name}' is already under `at`", scalar.span, "remove one of the two")
        elif any(name == one or (isinstance(one, Piece) and one.name == name)
                 for stack in self.case.zones for one in stack.items):  # fmt: skip
            self.wrong("RW436", f"'{name}' is already in a zone", scalar.span, "remove one of the two")

    def dice(self) -> None:
        """The rolled numbers: `d20`, or `d20 in attack`, while that event is running; `any` leaves them to the
        generator."""
        for key, entry in self.fields.entries("dice").items():
            name, _, around = (part.strip() for part in key.partition(" in "))
            die, faces = self.pack.dice.get(name), _PLACES if name == ONE_OF else number_die(name)
            if die is None and faces is None:
                near = did_you_mean(name, self.pack.dice)
                self.wrong("RW452", f"there is no die '{name}'", word_in(entry.key.span, name),
                           near or "write `d6` for a die of six faces, or the name of a die of the pack", Missing(name))
                continue
            if around and around not in self.pack.events and around not in self.pack.classes:
                self.unknown("event or class", around, entry.key.span, [*self.pack.events, *self.pack.classes])
                continue
            if (name, around) in self.case.dice:
                self.twice(entry.key)
            self.case.dice[name, around] = self.faces(name, die, faces or 0, self.listed(key, entry.value))

    def listed(self, name: str, node: Node) -> list[Scalar]:
        """The strings of a list, or the only one, even if it is empty."""
        return [node] if isinstance(node, Scalar) else self.scalars(name, node)

    def twice(self, key: Scalar) -> None:
        """Reports a key that differs only in writing from an earlier one, of which nothing would be left."""
        self.wrong("RW210", f"'{key.value}' is listed twice", key.span, "merge the two lists")

    def faces(self, name: str, die: m.DieDef | None, faces: int, given: list[Scalar]) -> tuple[int, ...] | None:
        """The numbers that a die draws for the written faces; None for any."""
        if [scalar.value for scalar in given] == [ANY]:
            return None
        numbers = []
        for scalar in given:
            number = _face(self.pack, die, scalar.value) if die is not None else _number(scalar.value, faces)
            if number is None:
                hint = f"write a number from 1 to {faces}" if die is None else (
                    did_you_mean(scalar.value, _shown(self.pack, die), "it has"))
                self.wrong("RW418", f"'{name}' has no face '{scalar.value}'", scalar.span, hint)
            else:
                numbers.append(number)
        return tuple(numbers)


def _face(pack: m.PackDef, die: m.DieDef, text: str) -> int | None:
    """The index of the first face that shows a member or a number."""
    if die.face.tag == "enum":
        members = {one.id: one.value for one in pack.enums[die.face.name].members}
        value = members.get(text)
    else:
        value = whole_number(text)
    return die.faces.index(value) if value in die.faces else None


def _shown(pack: m.PackDef, die: m.DieDef) -> list[str]:
    """What the faces of a die show, as tests write it."""
    if die.face.tag == "enum":
        members = pack.enums[die.face.name].members
        return [one.id for one in members if one.value in die.faces]
    return list(dict.fromkeys(map(str, die.faces)))


def _number(text: str, faces: int) -> int | None:
    number = whole_number(text, 1, faces)
    return None if number is None else number - 1
