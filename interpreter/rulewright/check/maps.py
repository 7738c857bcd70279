"""Turns drawn maps and tables of words into data, and refuses drawings that do not say what every sign is.

Separate because a drawing has places of its own: a sign in a row is a mistake with a line and a column.
"""
from __future__ import annotations

from itertools import product

from rulewright.check import legends
from rulewright.check import model as m
from rulewright.check.constants import BAD, Constants
from rulewright.check.declaring import Declaring, place_of, variable
from rulewright.check.fitting import say_a_board
from rulewright.check.legends import explained, refuse_bad_storeys, refuse_misplaced
from rulewright.check.type_names import resolve
from rulewright.diagnostics import BOARD, Missing
from rulewright.effects.parsed import MapText, Parsed, TableText, Word
from rulewright.source import Span
from rulewright.space import picture
from rulewright.space.forms import FORMS
from rulewright.spelling import did_you_mean

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
        d.error("RW406", f"map '{drawn.id}' needs a board, and the pack has none", drawn.span, drawn,
                say_a_board(), missing=BOARD)
    drawn.above = tuple(rows for rows, _ in text.above)
    for sign, words in text.legend.items():
        areas, pieces = explained(d, drawn, words)
        if len(sign) != 1 or sign == HOLE:
            d.error("RW436", f"the legend's '{sign}' is not one sign", words[0].span if words else None, drawn,
                    "a sign is one character; a space is a place that does not exist")
            continue
        drawn.legend[sign] = areas
        if pieces:
            drawn.pieces[sign] = pieces
    too_large = picture.excess(text.rows, FORMS[d.pack.board].staggered, d.pack.storeys.levels)
    if too_large is not None:
        d.error("RW611", f"map '{drawn.id}' is too large: {too_large}", drawn.span, drawn,
                "draw a smaller map, of fewer and larger places")
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
    for sign in drawn.legend if d.out.reported == before else ():  # else it may be what is missing
        if sign not in used:
            d.error("RW438", f"map '{drawn.id}' never draws '{sign}' of its legend", _legend_span(text, sign), drawn,
                    "draw it, or drop it from the legend")


def _areas(d: Declaring, drawn: m.MapDef, words: list[Word]) -> tuple[m.AreaDef, ...]:
    found = [d.find(word, d.pack.areas, "RW435", "area", drawn) for word in words]
    return tuple(area for area in found if area is not None)


def _refuse_bad_rows(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    if not any(row.strip() for row in text.rows):
        d.error("RW436", f"map '{drawn.id}' draws no place", text.rows_span, drawn, "write `rows: |` and the drawing")
        return
    written = text.rows_span.text if text.rows_span is not None else ""
    if not written.startswith("|") and "\n" in written.strip():
        d.error("RW436", f"the rows of map '{drawn.id}' are read as a single one", text.rows_span, drawn,
                "write `rows: |`: without the bar YAML joins the lines")
        return
    staggered = FORMS[d.pack.board].staggered
    if not picture.is_box(text.rows, staggered):  # there the ends of rows are blank where nothing stands
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
    if unknown:                                 # one report: they are missing together when the legend is
        (first, span), *more = unknown.items()
        known = ", ".join(f"'{one}'" for one in text.legend)
        signs = " and ".join(f"'{sign}'" for sign in unknown)
        d.error("RW437", f"map '{drawn.id}' draws {signs}, which its legend does not explain", span, drawn,
                "a bare # begins a comment: write `\"#\": AREA`" if "#" in unknown and known else
                f"the legend has {known}" if known else f"write `legend: {{\"{first}\": AREA}}`",
                [(place, f"'{sign}' too") for sign, place in more])


def _refuse_ragged(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    """Rows that are not as long as most of them: of two lengths as frequent the longer one is right."""
    widths = [len(row) for row in text.rows]
    width = max(widths, key=lambda one: (widths.count(one), one))
    wrong = [number for number, one in enumerate(widths) if one != width]
    if wrong:
        places = [(_sign_span(text, number, 0, widths[number]), number) for number in wrong]
        (span, first), *more = places
        d.error("RW436", f"row {first + 1} of map '{drawn.id}' has {widths[first]} signs, most have {width}",
                span, drawn, "all rows are of one length; a space is a place that does not exist",
                [(place, f"row {number + 1} has {widths[number]}") for place, number in more])


def _sign_span(text: MapText, number: int, column: int, length: int) -> Span | None:
    """Where a row's signs stand: rows lie behind each other in the file, indented by the same amount."""
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


# -- tables ------------------------------------------------------------------------------------------------------------


def fill_tables(d: Declaring) -> None:
    """Every table: its parameters, and a value for each pair of members."""
    for parsed, table in d.of(m.TableDef):
        if isinstance(parsed.body, TableText):
            _table(d, parsed, table, parsed.body)


def _table(d: Declaring, parsed: Parsed, table: m.TableDef, text: TableText) -> None:
    header = parsed.header
    if header.gives:
        table.gives = resolve(d, header.gives[0].type, table)
    elif parsed.declaration.header is None:
        return                                  # the head was refused as a whole
    else:
        d.error("RW415", f"table '{table.id}' does not say what it gives", header.span, table,
                "write `gives` and a type behind its parameters")
    for index, param in enumerate(header.params):
        table.params.append(variable(param.name, param.span, resolve(d, param.type, table), "field", index))
    types = [param.type for param in table.params]
    if len(types) != 2 or any(one.tag not in ("enum", "unknown") for one in types):
        one = len(types) == 1 and types[0].tag == "enum"
        d.error("RW417", f"table '{table.id}' is not of two enumerations", header.span, table,
                "write a `value` with `decide`, a row for each member" if one
                else "write `table NAME(ENUM row, ENUM column) gives TYPE`")
        return
    if any(one.tag == "unknown" for one in types):
        return
    rows, columns = ({member.id: member for member in d.pack.enums[one.name].members} for one in types)
    constants = Constants(d, table)
    for row_name, entries in text.rows.items():
        row = _key(d, table, text, row_name, rows)
        for column_name, expr in entries.items():
            column = _key(d, table, text, column_name, columns, row_name)
            value = constants.read(expr, table.gives, column_name)
            if row is not None and column is not None and value is not BAD:
                table.cells[row.value, column.value] = value
    _refuse_gaps(d, table, text, rows, columns)


def _key(d: Declaring, table: m.TableDef, text: TableText, name: str, members: dict[str, m.EnumMember],
         row: str = "") -> m.EnumMember | None:
    found = members.get(name)
    if found is None:
        span = place_of(text.spans, f"{row}.{name}" if row else name, name)
        d.error("RW418", f"'{name}' is no member of the enumeration of this side", span, table,
                did_you_mean(name, members, "there are"), missing=Missing(name))
    return found


def _refuse_gaps(d: Declaring, table: m.TableDef, text: TableText, rows: dict[str, m.EnumMember],
                 columns: dict[str, m.EnumMember]) -> None:
    """Without `or none` every pair needs an entry."""
    if table.gives.tag in ("maybe", "unknown"):
        return
    written = {(row, column) for row, entries in text.rows.items() for column in entries}
    gaps = [pair for pair in product(rows, columns) if pair not in written]
    if gaps:
        row, column = gaps[0]
        more = f" and {len(gaps) - 1} more" if len(gaps) > 1 else ""
        d.error("RW419", f"table '{table.id}' has no entry for {row}, {column}{more}", table.span, table,
                f"write the entry, or let the table give `{table.gives} or none`")
