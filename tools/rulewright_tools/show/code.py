"""Shows the Python functions compiled from a definition, next to the lines that they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.characters import visible
from rulewright.compile.written import Functions, Written
from rulewright.linkage import ENTRIES, parsed
from rulewright_tools.show.definition import lines_of

if TYPE_CHECKING:
    from rulewright.explained import Place
    from rulewright.pack.model import Declaration

_GIVES = {entry.letter: entry.gives for entry in ENTRIES}


__all__ = ["Functions", "code"]


def code(functions: Functions, declaration: Declaration) -> str:
    """Returns all functions that come from the lines of a definition; a remark if there are none."""
    text = declaration.head_span.source.text.splitlines()
    found = functions.of(declaration.head_span.source.name, *lines_of(declaration))
    if not found:
        return click.style(f"no function of its own: {declaration.form} '{declaration.id}' is data", dim=True)
    return "\n\n".join(_function(one, text) for one in found)


def _function(one: Written, text: list[str]) -> str:
    letter = parsed(one.name)[0]
    made = [click.style(f"# returns {_GIVES[letter]}", dim=True)] if letter in _GIVES else []
    before: Place | None = None
    for place, source in one.parts:
        if place[1] and (before is None or place[:2] != before[:2]):
            line = text[place[1] - 1].strip() if place[0] == one.place[0] else ""
            made.append(click.style(f"# {place[0]}:{place[1]}: {visible(line)}", dim=True))
        made.append(visible(source, "\n"))
        before = place
    return "\n".join(made)
