"""Reads the drawings of a test: the board at its beginning, the position on a table in inches, and the end.

Separate because a drawing consists of rows of glyphs, and its shape is checked before the glyphs are resolved.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.check import model as m
from rulewright.effects.fields import Fields
from rulewright.effects.parsed import Word
from rulewright.pack.tree import Scalar
from rulewright.scenario.case import STRANGE, Drawing, Piece
from rulewright.scenario.case_reader import CaseReader, at_key
from rulewright.scenario.to_scale import drawn_at, read_scale
from rulewright.source import Span
from rulewright.space import picture
from rulewright.space.forms import FORMS
from rulewright.space.plane.poses import show
from rulewright.spelling import listed

PLAIN, HOLE = ".", " "


def drawing(fields: Fields, name: str) -> Drawing | None:
    """The rows of a field that contains a drawing."""
    word = fields.word(name)
    if word is None or not word.text.strip():
        return None
    return Drawing(tuple(word.text.rstrip("\n").split("\n")), word.span)


def signs_without_legend(pack: m.PackDef) -> set[str]:
    """The glyphs that may appear at the end without a legend: the first letters of sheets, and the glyphs of the pack's
    maps. None on a table in inches."""
    if FORMS[pack.board].to_scale:
        return set()
    letters = {sheet.id[0] for sheet in pack.sheets.values()}
    maps = {sign for one in pack.maps.values() for sign in one.legend}
    return {*STRANGE, *(one.lower() for one in letters), *(one.upper() for one in letters), *maps}


class DrawingReader(CaseReader):
    """Reads drawings, and compares them with the legend."""

    def board(self) -> None:
        """`map`, `above`: the board as a map of the pack, or as drawn here."""
        node = self.fields.node("map")
        if node is None:
            self.no_ground("nothing", "draw the ground under `map`")
        if not isinstance(node, Scalar):
            self.fields.word("map")                  # reports a wrong shape
            return
        if node.style == "plain" and "\n" not in node.value:
            self.case.map = self.pack.maps.get(node.value)
            if self.case.map is None:
                self.unknown("map", node.value, node.span, self.pack.maps)
            self.no_ground(f"'{node.value}', which draws its own storeys",
                           "remove `above`, or draw the ground under `map` too")
            return
        self.case.drawn = drawing(self.fields, "map")
        if self.case.drawn is not None:
            self.case.drawn.above = self.storeys(self.fields.words("above"))
        if self.case.drawn is None:
            self.wrong("RW436", "this map draws nothing", node.span)
        elif not FORMS[self.pack.board].offers:
            message = "a map needs a board, but this pack has none"
            self.wrong("RW518", message, node.span, "write `board: ..` in pack.yaml")
        elif FORMS[self.pack.board].to_scale:
            self.wrong("RW436", f"this map draws cells, but {FORMS[self.pack.board].words} has none", node.span,
                       "name a map of the pack, and draw the position under `drawn`")
            self.case.drawn = None
        elif (too_large := self.excess(self.case.drawn)) is not None:
            self.wrong("RW611", f"this map is too large: {too_large}", node.span, "draw the part that matters")
            self.case.drawn = None
        elif self.nothing(self.case.drawn):
            self.wrong("RW436", "this map draws no place", node.span, "draw a place, such as .")
            self.case.drawn = None
        else:
            self.even("map", self.case.drawn)

    def no_ground(self, what: str, hint: str) -> None:
        """Reports storeys that are drawn above no drawing."""
        for word in self.fields.words("above")[:1]:
            self.wrong("RW209", f"storeys are drawn above {what}", word.span, hint)

    def even(self, what: str, drawn: Drawing) -> None:
        """Reports a row that is longer or shorter than most. Rows of boxes may end after their last thing."""
        if picture.is_box(drawn.rows, FORMS[self.pack.board].staggered):
            return
        width, wrong = picture.ragged(drawn.rows)
        for number in wrong[:1]:
            signs = f"row {number + 1} of this {what} has {len(drawn.rows[number])} glyphs"
            self.wrong("RW436", f"{signs}, most have {width}",
                       self.row_of(number, drawn), "make all rows equally long; a space is a place that does not exist")

    def row_of(self, number: int, drawn: Drawing) -> Span:
        """The span of a row of a drawing."""
        source, start, end = drawn.span.source, drawn.span.start, drawn.span.end
        for row in drawn.rows[:number + 1]:
            found = source.text.find(row.rstrip(), start, end)
            if found < 0:
                return drawn.span
            start = found + len(row.rstrip())
        return Span(source, found, start) if start > found else drawn.span

    def storeys(self, words: list[Word]) -> tuple[tuple[str, ...], ...]:
        """The rows of storeys above the ground."""
        levels = self.pack.storeys.levels
        if len(words) >= levels:
            high = f"boards of this pack have {levels} storeys" if levels > 1 else "boards of this pack have one storey"
            count = "a storey is" if len(words) == 1 else f"{len(words)} storeys are"
            self.wrong("RW436", f"{count} drawn above the ground, but {high}", words[levels - 1].span,
                       f"write `storeys: {len(words) + 1}` in pack.yaml")
            return ()
        return tuple(tuple(word.text.rstrip("\n").split("\n")) for word in words)

    def position(self) -> Drawing | None:
        """The expected position at the end: one drawing, or a list of them, the ground first."""
        words = self.fields.words("position")
        if not words or not words[0].text.strip():
            if "position" in self.fields:
                at_key(self.fields, "RW436", "this position draws nothing", "position",
                       "draw what is where, or remove it")
            return None
        ground, *above = words
        drawn = Drawing(tuple(ground.text.rstrip("\n").split("\n")), ground.span, self.storeys(above))
        if not FORMS[self.pack.board].to_scale:
            if self.nothing(drawn):
                self.wrong("RW436", "this position draws no place", drawn.span, "draw what `map` draws")
                return None
            self.even("position", drawn)
            self.within(drawn)
        self.could_stand(drawn)
        return drawn

    def could_stand(self, drawn: Drawing) -> None:
        """Checks that every glyph of a position is explained, or may be a thing without a glyph of its own."""
        known = {PLAIN, HOLE, *signs_without_legend(self.pack)}
        staggered = FORMS[self.pack.board].staggered
        signs = "".join(picture.signs_of(rows, staggered) for rows in drawn.storeys)
        self.explained([sign for sign in signs if sign not in known], drawn)

    def excess(self, drawn: Drawing) -> str | None:
        """What is too large about a drawing, in words."""
        return picture.excess(drawn.rows, FORMS[self.pack.board].staggered, self.pack.storeys.levels)

    def nothing(self, drawn: Drawing) -> bool:
        """Whether the ground of a drawing has no place."""
        return picture.draws_nothing(drawn.rows, FORMS[self.pack.board].staggered)

    def to_scale(self) -> None:
        """`drawn`, `scale`: the position on a table in inches."""
        drawn, scale = self.fields.word("drawn"), self.fields.word("scale")
        if not FORMS[self.pack.board].to_scale:
            for name, word in (("drawn", drawn), ("scale", scale)):
                if word is not None:
                    self.wrong("RW209", f"'{name}' is only for tables in inches", word.span,
                               "draw the position under `map`: on cells that is the board")
            return
        if scale is not None:
            wide = read_scale(scale.text)
            if wide is None:
                self.wrong("RW209", "a glyph is up to 100 inches wide, an even number of thousandths", scale.span,
                           "write `scale: 2 inches`")
                return
            self.case.scale = wide
        self.case.to_scale = drawing(self.fields, "drawn")
        if self.case.to_scale is None:
            return
        if (too_large := self.excess(self.case.to_scale)) is not None:
            self.wrong("RW611", f"this drawing is too large: {too_large}", self.case.to_scale.span,
                       "draw the part that matters")
            return
        self.case.pieces = self.drawn_pieces(self.case.to_scale)

    def drawn_pieces(self, drawn: Drawing) -> list[Piece]:
        """The pieces of the legend at the spots where they are drawn, one for each spot."""
        spots = drawn_at(drawn, self.case.scale)
        self.explained(spots, drawn)
        pieces = {piece.sign for piece in self.case.pieces}
        for sign in [sign for sign in spots if sign in self.case.areas and sign not in pieces]:
            self.wrong("RW436", f"'{sign}' stands for areas, which only the map of the pack can place",
                       self.place_of(sign, drawn), "draw only things, and no areas")
        made: list[Piece] = []
        for piece in self.case.pieces:
            at = spots.get(piece.sign or "", [])
            if piece.name is not None and len(at) > 1:
                self.often(piece, len(at))
            made += [replace(piece, cell=show(one)) for one in at] or [piece]
        return made

    def often(self, piece: Piece, times: int) -> None:
        """Checks that a piece with a name is drawn once."""
        self.wrong("RW436", f"'{piece.name}' is drawn {times} times", piece.span,
                   "give each its own glyph, or remove the name")

    def explained(self, signs: Iterable[str], drawn: Drawing) -> None:
        """Checks that every glyph has a meaning."""
        if self.case.unread:
            return
        strange = [sign for sign in dict.fromkeys(signs) if sign not in (PLAIN, HOLE) and sign not in self.case.areas]
        if strange:
            several = listed(f"'{sign}'" for sign in strange)
            self.wrong("RW437", f"the legend does not explain {several}", self.place_of(strange[0], drawn),
                       f"write `legend: {{\"{strange[0]}\": ..}}` with what is there")

    def signs(self) -> None:
        """Checks that every drawn glyph is explained, and that one with a name is drawn once."""
        if self.case.drawn is None:
            return
        staggered = FORMS[self.pack.board].staggered
        storeys = self.case.drawn.storeys
        drawn = "".join(picture.signs_of(rows, staggered) for rows in storeys)
        corner = next(filter(None, (picture.bad_corner(rows, staggered) for rows in storeys)), None)
        if corner is not None:
            self.wrong("RW436", f"'{corner}' is drawn at a corner, where nothing can be placed",
                       self.place_of(corner, self.case.drawn), "write + at each corner of a drawing that begins with +")
        self.within(self.case.drawn)
        self.explained(drawn, self.case.drawn)
        for piece in self.case.pieces:
            if piece.name is not None and piece.sign is not None and drawn.count(piece.sign) > 1:
                self.often(piece, drawn.count(piece.sign))

    def within(self, drawn: Drawing) -> None:
        """Checks that nothing is drawn on an edge that no board of this extent has."""
        staggered = FORMS[self.pack.board].staggered
        beyond = next(filter(None, (picture.beyond(rows, staggered) for rows in drawn.storeys)), None)
        if beyond is not None:
            self.wrong("RW436", f"'{beyond}' is drawn beyond the places, where there are no edges",
                       self.place_of(beyond, drawn), "draw it next to a place")

    def place_of(self, sign: str, drawn: Drawing) -> Span:
        """The first location of a glyph in a drawing."""
        source, start, end = drawn.span.source, drawn.span.start, drawn.span.end
        first_row = source.text.find("\n", start, end) + 1 or start  # after the sign of a block of text
        at = source.text.find(sign, first_row, end)
        return drawn.span if at < 0 else Span(source, at, at + 1)
