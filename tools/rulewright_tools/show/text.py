"""Formats diagnostics for a terminal: the location, the message, the line with carets, the hint, further locations.

Separate because it is the only module that knows widths: carets are placed by the cells that a terminal draws. Control
characters in a pack are made visible before they are measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import click
from rich.cells import cell_len

from rulewright import Diagnostic, Severity, Span
from rulewright.characters import visible
from rulewright_tools.show.places import file_of
from rulewright_tools.show.words import counted

_INDENT = " " * 4
# Of longer lines, only the part around the span is shown.
_MAX_CELLS = 160
_BEFORE = 60
# Of longer spans, only the first and the last line are shown.
_MAX_LINES = 4
# Maximal number of further places that miss the same name.
_MAX_PLACES = 2
_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def render(found: Iterable[Diagnostic], *, base: str = "", colour: bool = False) -> str:
    """Returns all diagnostics, each with its snippet, separated by blank lines.

    `base` is put before the names of files: the folder of the pack as the user wrote it.
    """
    return "\n".join(_one(diagnostic, base, colour) for diagnostic in found)


def summary(found: Iterable[Diagnostic], dropped: int = 0) -> str:
    """Returns `2 errors, 1 warning`, or `no problems found`."""
    severities = [one.severity for one in found]
    parts = []
    for severity in Severity:
        count = severities.count(severity)
        if count:
            parts.append(counted(count, severity.value))
    if dropped:
        parts.append(f"{dropped} more not shown")
    return ", ".join(parts) or "no problems found"


def _one(diagnostic: Diagnostic, base: str, colour: bool) -> str:
    def paint(text: str) -> str:
        return click.style(text, fg=_COLOURS[diagnostic.severity], bold=True) if colour else text

    title = paint(f"{diagnostic.severity.value} {diagnostic.code}")
    lines = [f"{_place(diagnostic.span, base)}: {title}: {visible(diagnostic.message)}"]
    lines += _snippet(diagnostic.span, paint)
    if diagnostic.hint is not None:
        lines.append(f"{_INDENT}hint: {visible(diagnostic.hint)}")
    for related in diagnostic.related:
        lines.append(f"{_INDENT}see:  {_place(related.span, base)} {visible(related.words)}")
    if diagnostic.also:
        shown = [f"{_place(span, base)} also here" for span in diagnostic.also[:_MAX_PLACES]]
        more = len(diagnostic.also) - len(shown)
        lines += [f"{_INDENT}see:  {one}" for one in shown]
        lines += [f"{_INDENT}      and in {more} more places"] * (more > 1)
        lines += [f"{_INDENT}      and in one more place"] * (more == 1)
    return "\n".join(lines) + "\n"


def _place(span: Span, base: str) -> str:
    return visible(f"{file_of(span, base)}:{span.range}")


def _snippet(span: Span, paint: Callable[[str], str]) -> Iterator[str]:
    """Yields the lines of the span, each with carets below its part of the span."""
    if not span.source.text:
        return
    first, last = span.first, span.last
    # A span that ends at the start of a line does not extend into it.
    last_line = last.line - (last.column == 1 and last.line > first.line)
    numbers = list(range(first.line, last_line + 1))
    skipped = len(numbers) > _MAX_LINES
    if skipped:
        numbers = [numbers[0], numbers[-1]]
    width = len(str(numbers[-1]))
    for number in numbers:
        if skipped and number == numbers[-1]:
            yield f" {'...':>{width}}"
        text = span.source.line(number)
        start = first.column - 1 if number == first.line else len(text) - len(text.lstrip())
        end = last.column - 1 if number == last.line else len(text.rstrip())
        shown, at, length = _cropped(text, start, max(end, start))
        yield f" {number:>{width}} | {shown}".rstrip()
        yield f" {'':>{width}} | {' ' * at}{paint('^' * max(length, 1))}"


def _cropped(text: str, start: int, end: int) -> tuple[str, int, int]:
    """Returns the line as shown, with the first cell and the number of cells of its characters `start` to `end`."""
    before, marked = visible(text[:start]), visible(text[start:end])
    at, length = cell_len(before), cell_len(marked)
    if at + length + len(text) - end <= _MAX_CELLS:
        shown = before + marked + visible(text[end:])
        if cell_len(shown) <= _MAX_CELLS:
            return shown, at, length
    lead = visible(text[max(0, start - _BEFORE) : start])
    lead = f"...{lead}" if start > _BEFORE else lead
    room = max(_MAX_CELLS - cell_len(lead), _BEFORE)
    inside = visible(text[start : min(end, start + room)])
    rest = visible(text[end : end + max(0, room - cell_len(inside))])
    cut = "..." if len(text) > end + max(0, room - cell_len(inside)) else ""
    return lead + inside + rest + cut, cell_len(lead), cell_len(inside)
