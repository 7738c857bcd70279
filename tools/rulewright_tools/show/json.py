"""Formats diagnostics as JSON, one object per line, for programs that read them one by one.

Separate because its fields are a promise: `SCHEMA` describes them and the tests check the output against it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from rulewright import Diagnostic, Severity, Span
from rulewright.characters import JOINERS
from rulewright_tools.show.places import file_of

_KEPT: Final = "\n" + JOINERS

_PLACE: Final[dict[str, Any]] = {
    "file": {"type": "string"},
    "start": {"$ref": "#/$defs/point"},
    "end": {"$ref": "#/$defs/point"},
}

SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A diagnostic",
    "description": "Lines and columns count from 1 in code points, offsets from 0; ends are exclusive.",
    "type": "object",
    "required": ["code", "severity", "message", "file", "start", "end", "hint", "related", "definition", "places"],
    "additionalProperties": False,
    "properties": {
        "code": {"type": "string", "pattern": "^RW[0-9]{3}$"},
        "severity": {"enum": [severity.value for severity in Severity]},
        "message": {"type": "string", "minLength": 1},
        **_PLACE,
        "hint": {"type": ["string", "null"]},
        "related": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["file", "start", "end", "words"],
                "additionalProperties": False,
                "properties": {**_PLACE, "words": {"type": "string"}},
            },
        },
        "definition": {"type": ["string", "null"]},
        "places": {
            "description": "The number of places with this problem; those after the first are in `related`.",
            "type": "integer",
            "minimum": 1,
        },
    },
    "$defs": {
        "point": {
            "type": "object",
            "required": ["line", "column", "offset"],
            "additionalProperties": False,
            "properties": {
                "line": {"type": "integer", "minimum": 1},
                "column": {"type": "integer", "minimum": 1},
                "offset": {"type": "integer", "minimum": 0},
            },
        }
    },
}


def render(found: Iterable[Diagnostic], *, base: str = "") -> str:
    """Returns one line for each diagnostic. `base` is put before the names of files."""
    return "".join(dumps(as_object(one, base=base)) + "\n" for one in found)


def dumps(value: object, indent: int | None = None) -> str:
    """Returns JSON in printable ASCII only, with everything else escaped: it is the same on a stream of any encoding.
    """
    return json.dumps(value, ensure_ascii=True, indent=indent).replace("\x7f", "\\u007f")


def readable(value: object, indent: int | None = None, separators: tuple[str, str] | None = None) -> str:
    """Returns JSON for files that people read too: letters stay, invisible characters are escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    if text.isprintable():
        return text
    # Outside strings there are only printable characters and line breaks.
    return "".join(char if char.isprintable() or char in _KEPT else dumps(char)[1:-1] for char in text)


def as_object(diagnostic: Diagnostic, *, base: str = "") -> dict[str, Any]:
    """Returns the fields of a diagnostic as described by SCHEMA."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **_place(diagnostic.span, base),
        "hint": diagnostic.hint,
        "related": [{**_place(span, base), "words": words} for span, words in related_places(diagnostic)],
        "places": diagnostic.places,
        "definition": diagnostic.definition,
    }


def related_places(diagnostic: Diagnostic) -> list[tuple[Span, str]]:
    """Returns all further locations of a diagnostic with their words: those that explain it, then the others with the
    same problem."""
    related = [(other.span, other.words) for other in diagnostic.related]
    return [*related, *((span, "also here") for span in diagnostic.also)]


def _place(span: Span, base: str) -> dict[str, Any]:
    return {
        "file": file_of(span, base),
        "start": _point(span, span.start),
        "end": _point(span, span.end),
    }


def _point(span: Span, offset: int) -> dict[str, int]:
    position = span.source.position(offset)
    return {"line": position.line, "column": position.column, "offset": offset}
