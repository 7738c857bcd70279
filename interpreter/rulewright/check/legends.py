"""Reads what the glyphs of a map mean (areas, and what is placed there), and refuses invalid storeys and glyphs.

Separate because a glyph means a place or an edge depending on where it is drawn, which the rows alone do not show.
"""
from __future__ import annotations

import re

from rulewright.check import model as m
from rulewright.check.declaring import Declaring
from rulewright.diagnostics import Missing
from rulewright.effects.parsed import MapText, Word
from rulewright.numbers import whole_number
from rulewright.space import picture
from rulewright.space.forms import FORMS
from rulewright.space.naming import column_name
from rulewright.spelling import did_you_mean, with_article

# A place without areas.
PLAIN = "."
_PIECE = re.compile(r"(?P<sheet>[a-z]\w*) +of +(?:player +)?(?P<seat>[0-9]+)")


def explained(d: Declaring, drawn: m.MapDef, words: list[Word]
               ) -> tuple[tuple[m.AreaDef, ...], tuple[tuple[m.SheetDef, int | None], ...]]:
    """The meaning of a glyph: areas, and what is placed there, `SHEET` or `SHEET of SEAT`."""
    areas: list[m.AreaDef] = []
    pieces: list[tuple[m.SheetDef, int | None]] = []
    for word in words:
        match = _PIECE.fullmatch(word.text)
        sheet = d.pack.sheets.get(word.text if match is None else match["sheet"])
        area = d.pack.areas.get(word.text)
        if area is not None:
            areas.append(area)
        elif sheet is not None and sheet.whole is None:
            seat = whole_number(match["seat"], 1, d.pack.players[1]) if match is not None else None
            if _may_be_set_out(d, drawn, word, sheet, match is not None, seat):
                pieces.append((sheet, None if seat is None else seat - 1))
        else:
            known = (*d.pack.areas, *(one.id for one in d.pack.sheets.values() if one.whole is None))
            name = word.text if match is None else match["sheet"]
            kind = "area or sheet" if pieces or d.pack.sheets else "area"
            d.error("RW435", f"there is no {kind} '{name}'", word.span, drawn, did_you_mean(name, known, "there are"),
                    missing=Missing(name))
    return tuple(areas), tuple(pieces)


def _may_be_set_out(d: Declaring, drawn: m.MapDef, word: Word, sheet: m.SheetDef, said: bool, seat: int | None) -> bool:
    """Whether a sheet can be placed on a map, and has an owner if it needs one."""
    kind, most = sheet.kind, d.pack.players[1]
    if kind.unread:
        return False
    if not kind.placed:
        d.error("RW519", f"{with_article(kind.id)} cannot be placed on the board", word.span, drawn,
                f"write `placed: yes` in kind '{kind.id}'")
    elif said and seat is None:
        d.error("RW421", f"seats are 1 to {most}", word.span, drawn)
    elif kind.owned and not said:
        d.error("RW525", f"this {kind.id} has no owner", word.span, drawn,
                f"write `{sheet.id} of 1`, or `owned: no` in the kind")
    elif said and not kind.owned:
        d.error("RW525", f"{with_article(kind.id)} has no owner", word.span, drawn, f"write `{sheet.id}`")
    else:
        return True
    return False


def refuse_bad_storeys(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    """Refuses storeys beyond those that the board has, and storeys whose plan differs from that of the ground."""
    levels, staggered = d.pack.storeys.levels, FORMS[d.pack.board].staggered
    if len(text.above) >= levels:
        high = f"a board has {levels} storeys" if levels > 1 else "boards have one storey"
        count = f"{len(text.above)} storey{'s' if len(text.above) > 1 else ''}"
        d.error("RW436", f"map '{drawn.id}' draws {count} above the ground, but {high}",
                text.above[levels - 1][1], drawn, f"write `storeys: {len(text.above) + 1}` in pack.yaml")
        return
    plan = picture.cells_drawn(text.rows, staggered)
    for number, (rows, span) in enumerate(text.above, 1):
        found = picture.cells_drawn(rows, staggered)
        if found.keys() != plan.keys():
            x, y = min(found.keys() ^ plan.keys(), key=lambda at: (at[1], at[0]))
            here, there = ("a place", "none") if (x, y) in found else ("no place", "one")
            d.error("RW436", f"storey {number} of map '{drawn.id}' draws {here} at {column_name(x)}{y + 1}, where the "
                    f"ground has {there}", span, drawn, "draw all storeys with the same plan")


def refuse_misplaced(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    """Refuses glyphs on edges that mean nothing on edges, and glyphs in places that mean something on edges."""
    staggered = FORMS[d.pack.board].staggered
    for level, (rows, span) in enumerate(((text.rows, text.rows_span), *text.above)):
        corner = picture.bad_corner(rows, staggered)
        if corner is not None:
            d.error("RW436", f"map '{drawn.id}' draws '{corner}' at a corner, where nothing can stand", span, drawn,
                    "draw every corner as +: the drawing begins with +")
        beyond = picture.beyond(rows, staggered)
        if beyond is not None:
            d.error("RW436", f"map '{drawn.id}' draws '{beyond}' beyond its places, where it has no edges", span, drawn,
                    "draw it next to a place, or draw the places up to there")
        cells = set(picture.cells_drawn(rows, staggered).values())
        for sign in dict.fromkeys(picture.edge_signs(rows, staggered)):
            if not any(sheet.kind.placed == "edge" for sheet, _ in drawn.pieces.get(sign, ())):
                d.error("RW436", f"map '{drawn.id}' draws '{sign}' on an edge, but it means nothing that is placed on "
                        "edges", span, drawn, "use a sheet of a kind with `placed: edge`")
        for sign in sorted(cells - {PLAIN}):
            on_edges = [sheet.kind.placed == "edge" for sheet, _ in drawn.pieces.get(sign, ())]
            if level == 0 and on_edges and all(on_edges) and not drawn.legend.get(sign):
                d.error("RW436", f"map '{drawn.id}' draws '{sign}' in a place, but it means something on edges", span,
                        drawn, "draw it between two places; draw floors on the storeys above")
