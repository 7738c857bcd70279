"""Turns diagnostics into a SARIF 2.1.0 log, which code hosts and editors show beside the lines.

Separate because the format has its own idea of places: relative addresses against a named base, and a statement of what
columns count, without which every column behind an emoji would shift.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote

from rulewright.codes import CODES
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.source import Span
from rulewright_tools.show.json import dumps, related_places

_BASE_ID: Final = "PACK"
_ROOT_ID: Final = "ROOT"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def render(found: Iterable[Diagnostic], *, version: str, base: str = "") -> str:
    """The whole log as text. `version` is that of the tool; `base` the folder of the pack as the user wrote it."""
    return dumps(as_log(found, version=version, base=base), indent=2) + "\n"


def as_log(found: Iterable[Diagnostic], *, version: str, base: str = "") -> dict[str, Any]:
    """The log as plain data. Every code is listed as a rule, so that an index means the same in every log."""
    indexes = {code: index for index, code in enumerate(CODES)}
    driver = {
        "name": "rulewright",
        "semanticVersion": version,
        "rules": [
            {
                "id": row.code,
                "name": "".join(word.capitalize() for word in row.title.split()),
                "shortDescription": {"text": row.title},
                "fullDescription": {"text": row.explanation},
                "defaultConfiguration": {"level": _LEVELS[row.severity]},
            }
            for row in CODES.values()
        ],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": _bases(base),
        "results": [_result(one, indexes[one.code]) for one in found],
    }
    return {"version": "2.1.0", "runs": [run]}


def _bases(base: str) -> dict[str, Any]:
    """The folder that addresses are relative to: itself relative to the root of the checkout, or, where the user wrote
    an absolute path, left for the reader to say, because it means nothing on another machine."""
    pack: dict[str, Any] = {"description": {"text": "the folder of the pack"}}
    if not base or base.startswith("/"):
        return {_BASE_ID: pack}
    pack |= {"uri": _address(base.rstrip("/")) + "/", "uriBaseId": _ROOT_ID}
    return {_ROOT_ID: {"description": {"text": "the folder that the command ran in"}}, _BASE_ID: pack}


def _result(diagnostic: Diagnostic, index: int) -> dict[str, Any]:
    text = diagnostic.message if diagnostic.hint is None else f"{diagnostic.message} ({diagnostic.hint})"
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": text},
        "locations": [_location(diagnostic.span)],
    }
    related = related_places(diagnostic)
    if related:
        result["relatedLocations"] = [
            {**_location(span), "id": number, "message": {"text": words}}
            for number, (span, words) in enumerate(related, start=1)
        ]
    return result


def _location(span: Span) -> dict[str, Any]:
    first, last = span.first, span.last
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _address(span.source.name), "uriBaseId": _BASE_ID},
            "region": {
                "startLine": first.line,
                "startColumn": first.column,
                "endLine": last.line,
                "endColumn": last.column,
                "charOffset": span.start,
                "charLength": span.end - span.start,
            },
        }
    }


def _address(name: str) -> str:
    """A name of a file or folder as part of an address; bytes that are no text stay the same bytes."""
    return quote(name, errors="surrogateescape")
