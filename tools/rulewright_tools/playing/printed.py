"""Explains a printed field of a thing: its value, and how the packs of a stack have changed it.

Separate because this evaluates nothing: a printed field has no code, and the program contains its changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from rich.text import Text

from rulewright.explained import Explained
from rulewright.play import labels
from rulewright.play.state import State
from rulewright.play.why import Breakdown
from rulewright.program import Column
from rulewright_tools.playing.names import Names, Unknown
from rulewright_tools.show.changed import chain, changed
from rulewright_tools.show.pieces import Sight, columns_of
from rulewright_tools.show.why import place_words
from rulewright_tools.show.words import say

# A field of something by its name, in a line.
_READS: Final = re.compile(r"(?<![\w.])([^\W\d]\w*)\.([^\W\d]\w*)")


def why_printed(
    m: State, name: str, arguments: list[str] | None, names: Names, sight: Sight, folder: str
) -> list[Text]:
    """Explains a printed field of a thing, and how packs have changed it; empty if there is no such field. Raises
    Unknown if the viewer does not know the thing."""
    p, called = m.p.program, name.casefold()
    columns = [c for c in p.columns if c.static and called in (c.id, labels.field(c, sight.language).casefold())]
    if not columns:
        return []
    if arguments is None or len(arguments) != 1:
        example = f"{columns[0].id}({columns[0].kind})"
        raise Unknown(say(sight.language, "arguments", name=columns[0].id, example=example))
    e = names.entity(arguments[0])
    column = next((c for c in columns_of(m, e) if c in columns), None)
    if column is None or not sight.knows_field(m, column, e):
        thing = sight.entity(m, e)
        raise Unknown(say(sight.language, "field_unknown", field=labels.field(columns[0], sight.language), thing=thing))
    title = f"{labels.field(column, sight.language)}({sight.entity(m, e)})"
    value = sight.value(m, getattr(m, column.slot)[e], column.type)
    line = Text.assemble((title, "bold"), " = ", (value, "bold green"))
    line.append(f"  {place_words(m.p.sheets[m.sheet[e]].place, folder)}", "dim")
    return [line, *_chains(m, {(e, column.id): column}, sight, folder)]


def read_by(
    m: State, found: Breakdown, text: Explained, args: tuple[Any, ...], sight: Sight, folder: str
) -> Iterator[Text]:
    """Yields how packs have changed the printed fields of the explained thing that the lines of a breakdown read."""
    given = {name: arg for (name, type_), arg in zip(text.params, args, strict=True) if type_[0] == "entity"}
    read: dict[tuple[int, str], Column] = {}
    for line in found.lines:
        for name, field in _READS.findall(line.text):
            e = given.get(name) or 0
            for column in columns_of(m, e) if e else ():
                if column.id == field and column.static and sight.knows_field(m, column, e):
                    read[e, field] = column
    return _chains(m, read, sight, folder)


def _chains(m: State, read: dict[tuple[int, str], Column], sight: Sight, folder: str) -> Iterator[Text]:
    for (e, _), column in read.items():
        done = changed(m, e, column)
        if done:
            yield Text("  ").append_text(chain(m, done, column, folder, sight.language))
