"""Converts maps of a plane, tables with areas, to data, and reports what cannot be drawn.

Separate because such a map consists of strings with lengths, not of a drawing: errors are located at characters of a
word.
"""
from __future__ import annotations

import re

from rulewright.check import model as m
from rulewright.check.declaring import Declaring
from rulewright.check.meant_figures import area_meant
from rulewright.effects.parsed import MapText, Word
from rulewright.source import Span
from rulewright.space.forms import FORMS
from rulewright.space.plane.drawn import read_map
from rulewright.space.plane.poses import Problem

_FIGURE = re.compile("write `[a-z]")  # a hint for the whole string, not for a place or a length in it
_EXAMPLE = "write `table: 72x48`, its width and height in inches"


def fill_table(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    """The table of a map, and its areas."""
    if text.rows:
        d.error("RW436", f"map '{drawn.id}' draws cells, but {FORMS[d.pack.board].words} has none", text.rows_span,
                drawn, _EXAMPLE)
        return
    said = [(name, words[0]) for name, words in (("solid", text.solid), ("halves", text.halves)) if words]
    said += [("corners", text.corners)] if text.corners is not None else []
    said += [("legend", words[0]) for words in text.legend.values() if words]
    for name, word in said[:1]:
        d.error("RW436", f"'{name}' is for drawings of cells, and map '{drawn.id}' has none", word.span, drawn,
                f"remove `{name}`, and draw areas under `areas`")
    if text.table is None:
        d.error("RW436", f"map '{drawn.id}' draws no table", None, drawn, _EXAMPLE)
        return
    texts: dict[str, str] = {}
    spans: dict[str, Word] = {"table": text.table}
    for name, (span, words) in text.shapes.items():
        area = d.find(Word(name, span), d.pack.areas, "RW435", "area", drawn)
        for number, word in enumerate(words):
            key = name if not number else f"{name} {number + 1}"  # not the name of an area, which `past` could take
            texts[key], spans[key] = word.text, word
            if area is not None:
                drawn.meant[key] = area
    found = read_map(text.table.text, texts)
    if isinstance(found, list):
        for wrong in found:
            meant = area_meant(spans[wrong.of].text, {}) if wrong.of != "table" else None
            if meant is not None and _FIGURE.match(wrong.problem.hint):
                wrong = wrong._replace(problem=wrong.problem._replace(hint=f"write `{meant}`"))
            _wrong(d, drawn, spans[wrong.of], wrong.problem)
        return
    drawn.table, drawn.shapes = text.table.text, tuple(texts.items())


def refuse_table(d: Declaring, drawn: m.MapDef, text: MapText) -> None:
    """Reports a table on a board of cells."""
    places = [text.table.span] if text.table is not None else [span for span, _ in text.shapes.values()]
    if places and FORMS[d.pack.board].offers:
        d.error("RW436", f"map '{drawn.id}' draws in inches, but {FORMS[d.pack.board].words} has none", places[0],
                drawn, "write `rows: |` and the drawing, or `board: plane` in pack.yaml")


def _wrong(d: Declaring, drawn: m.MapDef, word: Word, problem: Problem) -> None:
    """Reports a problem in a string, at its characters if the string is in the file literally."""
    span: Span = word.span
    if span.text == word.text:
        start = span.start + min(problem.start, len(word.text) - 1)
        span = span.source.span(start, max(start + 1, span.start + problem.end))
    d.error("RW436", problem.cause, span, drawn, problem.hint or None)
