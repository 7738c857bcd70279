"""Converts drawn maps to data, and refuses drawings that do not explain every glyph.

Separate because errors in a drawing have locations of their own: a glyph in a row has a line and a column.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulewright.check import legends
from rulewright.check import model as m
from rulewright.check.declaring import Declaring
from rulewright.check.drawn_tables import fill_table, refuse_table
from rulewright.check.legends import explained, refuse_bad_storeys, refuse_misplaced
from rulewright.check.subtyping import say_a_board
from rulewright.diagnostics import BOARD
from rulewright.effects.parsed import MapText, Word
from rulewright.source import Span
from rulewright.space import picture
from rulewright.space.forms import FORMS, Maps

# A place without areas, and a place that does not exist.
PLAIN, HOLE = legends.PLAIN, " "


def fill_maps(d: Declaring) -> None:
    """Every map: rows, legend, solid areas, corners."""
    for parsed, drawn in d.of(m.MapDef):
        if isinstance(parsed.body, MapText):
            _map(d, drawn, parsed.body)


def _map(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    drawn.rows = text.rows
    drawn.strict = d.choice(text.corners, ("strict", "free")) == "strict"
    if not FORMS[d.pack.board].offers:
        d.error("RW406", f"map '{drawn.id}' needs a board, but the pack has none", drawn.span, drawn,
                say_a_board(), missing=BOARD)
    _FILL[FORMS[d.pack.board].maps](d, drawn, text)


def _rows(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    """A map in rows of glyphs: their meaning, and where they are."""
    refuse_table(d, drawn, text)
    drawn.above = tuple(rows for rows, _ in text.above)
    for sign, words in text.legend.items():
        areas, pieces = explained(d, drawn, words)
        if len(sign) != 1 or sign == HOLE:
            d.error("RW436", f"the legend's '{sign}' "
                    "is not a single character", words[0].span if words else None, drawn,
                    "use one character; a space is a place that does not exist")
            continue
        drawn.legend[sign] = areas
        if pieces:
            drawn.pieces[sign] = pieces
    too_large = picture.excess(text.rows, FORMS[d.pack.board].staggered, d.pack.storeys.levels)
    if too_large is not None:
        d.error("RW611", f"map '{drawn.id}' is too large: {too_large}", drawn.span, drawn,
                "draw a smaller map, with fewer and larger places")
        drawn.rows, drawn.above = (PLAIN,), ()
        return
    drawn.solid = _areas(d, drawn, text.solid)
    drawn.halves = _areas(d, drawn, text.halves)
    before = d.out.reported
    _refuse_bad_rows(d, drawn, text)
    if d.out.reported == before:
        refuse_bad_storeys(d, drawn, text)
    staggered = FORMS[d.pack.board].staggered
    used = {sign for rows in (text.rows, *drawn.above) for sign in picture.signs_of(rows, staggered)}
    if d.out.reported == before:
        refuse_misplaced(d, drawn, text)
    for sign in drawn.legend if d.out.reported == before else ():  # it may be what is missing
        if sign not in used:
            d.error("RW438", f"map '{drawn.id}' never draws '{sign}' of its legend", _legend_span(text, sign), drawn,
                    "draw it, or remove it from the legend")


_FILL: Final[Mapping[Maps, Callable[[Declaring, m.MapDef, MapText], None]]] = {"rows": _rows, "table": fill_table}


def _areas(d: Declaring, drawn: m.MapDef, words: list[Word]) -> tuple[m.AreaDef, ...]:
    found = [d.find(word, d.pack.areas, "RW435", "area", drawn) for word in words]
    return tuple(area for area in found if area is not None)


def _refuse_bad_rows(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    staggered = FORMS[d.pack.board].staggered
    written = text.rows_span.text if text.rows_span is not None else ""
    if not written.startswith("|") and "\n" in written.strip():
        d.error("RW436", f"the rows of map '{drawn.id}' are read as a single row", text.rows_span, drawn,
                "write `rows: |`: without the bar YAML joins the lines")
        return
    if picture.draws_nothing(text.rows, staggered):
        if text.table is None or text.rows:  # else it is drawn in inches, and that was reported
            d.error("RW436", f"map '{drawn.id}' draws no place", text.rows_span, drawn,
                    "write `rows: |` and the drawing")
        return
    if picture.draws_nothing(text.rows, staggered, drawn.half_signs):
        d.error("RW436", f"map '{drawn.id}' draws only half places", text.rows_span, drawn,
                "draw a whole one too: halves exist only where maps are joined")
        return
    if not picture.is_box(text.rows, staggered):  # there the ends of rows are spaces where nothing is placed
        _refuse_ragged(d, drawn, text)
    unknown: dict[str, Span | None] = {}
    meant = set(picture.signs_of(text.rows, staggered)) - {PLAIN, HOLE}
    for number, row in enumerate(text.rows):
        for column, sign in enumerate(row):
            if sign in meant and sign not in text.legend and sign not in unknown:
                unknown[sign] = _sign_span(text, number, column, 1)
    for rows, over in text.above:
        strange = set(picture.signs_of(rows, staggered)) - {PLAIN, HOLE} - text.legend.keys()
        unknown |= dict.fromkeys(sorted(strange - unknown.keys()), over)
    if unknown:                                 # one report: if the legend is missing, they all are
        (first, span), *more = unknown.items()
        known = ", ".join(f"'{one}'" for one in text.legend)
        signs = " and ".join(f"'{sign}'" for sign in unknown)
        d.error("RW437", f"map '{drawn.id}' draws {signs}, which its legend does not explain", span, drawn,
                "a bare # begins a comment: write `\"#\": AREA`" if "#" in unknown and known else
                f"the legend has {known}" if known else f"write `legend: {{\"{first}\": AREA}}`",
                [(place, f"'{sign}' too") for sign, place in more])


def _refuse_ragged(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    """Reports rows whose length differs from that of most rows."""
    width, wrong = picture.ragged(text.rows)
    if wrong:
        places = [(_sign_span(text, number, 0, len(text.rows[number])), number) for number in wrong]
        (span, first), *more = places
        d.error("RW436", f"row {first + 1} of map '{drawn.id}' has {len(text.rows[first])} characters, but most have "
                f"{width}",
                span, drawn, "make all rows the same length; a space is a place that does not exist",
                [(place, f"row {number + 1} has {len(text.rows[number])}") for place, number in more])


def _sign_span(text: MapText, number: int, column: int, length: int) -> Span | None:
    """The location of a glyph in a row: the rows follow each other in the file, indented by the same amount."""
    whole = text.rows_span
    if whole is None:
        return None
    at = 0
    for row in text.rows[:number]:
        found = whole.text.find(row, at)
        at = whole.text.find("\n", found) + 1 if found >= 0 else at
    found = whole.text.find(text.rows[number], at)
    start = whole.start + found + column
    return whole.source.span(start, start + length) if found >= 0 else whole


def _legend_span(text: MapText, sign: str) -> Span | None:
    words = text.legend.get(sign)
    return words[0].span if words else text.rows_span
