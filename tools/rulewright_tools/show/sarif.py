"""Formats diagnostics as a SARIF 2.1.0 log, which code hosts and editors show next to the lines.

Separate because the format has its own kind of locations: relative addresses against a named base, and a declaration of
what columns count, without which every column after an emoji would be wrong.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote

from rulewright import Diagnostic, Severity, Span
from rulewright.codes import CODES
from rulewright_tools.show.json import related_places
from rulewright_tools.show.places import from_here

_BASE_ID: Final = "PACK"
_ROOT_ID: Final = "ROOT"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def as_log(found: Iterable[Diagnostic], *, version: str, base: str = "") -> dict[str, Any]:
    """Returns the log as plain data. Every code is listed as a rule, so an index means the same in every log. `version`
    is that of the tool; `base` the folder of the pack as the user wrote it."""
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
    results = [_result(one, indexes[one.code], base) for one in found]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": _bases(base, any(map(_names_root, results))),
        "results": results,
    }
    return {"version": "2.1.0", "runs": [run]}


def _bases(base: str, names_root: bool) -> dict[str, Any]:
    """Returns the folder that addresses are relative to. It is itself relative to the root of the checkout; if the user
    wrote an absolute path, it is left for the reader to define, because that path means nothing on another machine.
    `names_root`: locations in other packs are relative to the root."""
    pack: dict[str, Any] = {"description": {"text": "the folder of the pack"}}
    if base and not base.startswith("/"):
        pack |= {"uri": _address(base.rstrip("/")) + "/", "uriBaseId": _ROOT_ID}
    elif not names_root:
        return {_BASE_ID: pack}
    return {_ROOT_ID: {"description": {"text": "the folder that the command ran in"}}, _BASE_ID: pack}


def _result(diagnostic: Diagnostic, index: int, base: str) -> dict[str, Any]:
    text = diagnostic.message if diagnostic.hint is None else f"{diagnostic.message} ({diagnostic.hint})"
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": text},
        "locations": [_location(diagnostic.span, base)],
    }
    related = related_places(diagnostic)
    if related:
        result["relatedLocations"] = [
            {**_location(span, base), "id": number, "message": {"text": words}}
            for number, (span, words) in enumerate(related, start=1)
        ]
    return result


def _names_root(result: dict[str, Any]) -> bool:
    places = (*result["locations"], *result.get("relatedLocations", ()))
    return any(one["physicalLocation"]["artifactLocation"].get("uriBaseId") == _ROOT_ID for one in places)


def _location(span: Span, base: str) -> dict[str, Any]:
    first, last = span.first, span.last
    return {
        "physicalLocation": {
            "artifactLocation": _artifact(span, base),
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


def _artifact(span: Span, base: str) -> dict[str, str]:
    """Returns the file of a location: relative to the pack, or the path of a file in another pack of a stack."""
    path = from_here(span.source.path)
    inside = base and path.startswith(f"{base.rstrip('/')}/")
    if not path or inside:
        name = path[len(base.rstrip("/")) + 1 :] if inside else span.source.name
        return {"uri": _address(name), "uriBaseId": _BASE_ID}
    if os.path.isabs(path):
        return {"uri": f"file://{_address(path)}"}
    return {"uri": _address(os.path.normpath(path)), "uriBaseId": _ROOT_ID}


def _address(name: str) -> str:
    """Escapes the name of a file or folder for an address; bytes that are not text stay the same bytes."""
    return quote(name, errors="surrogateescape")
