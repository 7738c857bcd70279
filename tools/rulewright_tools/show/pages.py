"""Formats the tables of codes and builtins as pages for a terminal.

Separate because the documents are made from the same tables in another form.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rulewright.characters import visible
from rulewright.check.signatures import Builtin
from rulewright.codes import Code, Example

if TYPE_CHECKING:
    from rulewright.check.types import Type

_INDENT = "    "
# Longer examples are described instead of shown.
_MAX_EXAMPLE = 2_000
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
_NAMES = "In examples a and b are pieces, p is a player, c and d are places."


def _bold(text: str, colour: str | None = None) -> str:
    return click.style(text, bold=True, fg=colour)


def _wrapped(text: str, width: int, indent: str = "") -> str:
    return "\n\n".join(
        textwrap.fill(paragraph, width, initial_indent=indent, subsequent_indent=indent)
        for paragraph in text.split("\n\n")
    )


def code_page(row: Code, width: int) -> str:
    """Returns the page of one diagnostic: what it means, an example of the error and one of its fix."""
    severity = row.severity.value
    lines = [
        f"{_bold(row.code, _COLOURS[severity])} {_bold(row.title)} ({severity})",
        "",
        _wrapped(row.explanation, width),
    ]
    for title, example in (("Wrong:", row.bad() if callable(row.bad) else row.bad), ("Right:", row.good)):
        if example:
            files = files_of(example)
            lines += ["", _bold(title), *(f"{_INDENT}{line}".rstrip() for file in files for line in file)]
    return "\n".join(lines)


def code_list(rows: list[Code]) -> str:
    """Returns all codes with their titles, one per line."""
    return "\n".join(
        f"{_bold(row.code, _COLOURS[row.severity.value])}  {row.severity.value:<7}  {row.title}" for row in rows
    )


def files_of(example: Example) -> Iterator[list[str]]:
    """Yields the lines of each file of an example, with its name as a comment; of a long file only the beginning."""
    for name, content in ({"": example} if isinstance(example, str) else example).items():
        text = content.decode("utf-8", "backslashreplace") if isinstance(content, bytes) else content
        head = [f"# {visible(name)}"] if name else []
        if len(text) > _MAX_EXAMPLE:
            head.append(f"# ({len(text)} characters, starting with)")
            text = text[:60] + "..."
        yield [*head, *map(visible, text.rstrip("\n").split("\n"))]


def written(row: Builtin) -> str:
    """Returns the syntax of a builtin: its name and its parameters, with optional ones in brackets."""
    if row.bare:
        return row.name
    parameters = ", ".join(f"[{param.name}]" if param.optional else param.name for param in row.params)
    return f"{row.name}({parameters}{', ..' if row.rest else ''})"


def builtin_page(row: Builtin, width: int, *, behind_is: bool = False) -> str:
    """Returns the page of one builtin: its syntax, its purpose, its result, an example."""
    title = f"is {row.name}" if behind_is else written(row)
    kind = (
        "a statement"
        if not row.pure
        else "true or false"
        if behind_is
        else f"returns {gives(row.result)}"
    )
    lines = [
        _bold(title) + (f"  ({kind})" if kind else ""),
        "",
        _wrapped(row.doc, width, "  "),
        "",
        f"  example: {row.example}",
    ]
    lines += [] if row.bare else [f"  {_NAMES}"]
    return "\n".join(lines)


def gives(result: Type) -> str:
    """Returns the result type of a builtin. `item` is the type of what the given sets, lists, zones or names are of,
    `place` a cell or a hex, `distance` a number of them."""
    inner = [gives(one) for one in result.args]
    match result.tag:
        case "var":
            return "record" if result.name == "E" else "item"
        case "numeric":
            return "number"
        case "ranked":
            return "number or member"
        case "number" if result.name == "board":
            return "distance"
        case "place":
            return "place"
        case "entity":
            return result.name or "entity"
        case "maybe":
            return f"{inner[0]} or none"
        case "set" | "list":
            return f"{result.tag} of {inner[0]}"
    return str(result)


def builtins_table(groups: list[tuple[str, list[Builtin]]], width: int) -> str:
    """Returns all builtins by group: the syntax and the purpose of each."""
    lines: list[str] = []
    for title, rows in groups:
        lines += [_bold(title), ""]
        for row in sorted(rows, key=lambda row: row.name):
            lines.append(f"  {_bold(written(row))}")
            lines.append(_wrapped(row.doc, width, _INDENT + "  "))
        lines.append("")
    return "\n".join(lines).rstrip()
