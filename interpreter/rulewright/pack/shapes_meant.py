"""Hints for a string, a list or a mapping that is written where another of the three is expected, in the author's own
words.

Separate because a message such as "expected a list" teaches nobody: the hint shows the author's words in the expected
shape. Values are plain: strings, lists, dictionaries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

_WORD: Final = re.compile(r"-?\w[\w.-]*")
_GAPS: Final = re.compile(r"\s*[,;|/]\s*|\s+")
_FROM_TO: Final = re.compile(r"([0-9]{1,6}) *(?:-|\.\.+) *([0-9]{1,6})")
_LONGEST: Final = 60
_MANY: Final = 20
# Fields with a string of several lines: a block of statements, a drawing.
_BLOCKS: Final = frozenset({"do", "may", "ends", "effect", "rows", "map", "position"})
# Fields with a list of whole pieces of code, or of mappings, and not of words.
_OF_TEXTS: Final = frozenset({"decide", "modify", "keywords", "react", "then", "happened", "not_happened", "answers"})
# Fields whose string may name several things: events, or what a status is of.
_EITHER: Final = frozenset({"before", "instead", "at", "after", "ended", "of"})
# Fields whose expression may be a set.
_SETS: Final = frozenset({"when", "for", "each", "order", "asks", "normally", "active"})


def remedy(wanted: str, key: str, value: object) -> str:
    """The hint for `value` after `key` where `wanted` is expected: "string", "list" or "mapping"; if several are
    allowed, the first of them."""
    if value == "none" and wanted != "string":
        return f"remove '{key}'"
    if isinstance(value, str) and wanted != "string":
        return _list_of_text(key, value) if wanted == "list" else _mapping_of_text(key, value)
    if isinstance(value, list) and wanted != "list":
        return _text_of_list(key, value) if wanted == "string" else _mapping_of_list(key, value)
    if isinstance(value, dict) and wanted != "mapping":
        return _text_of_mapping(key, value) if wanted == "string" else _list_of_mapping(key, value)
    return f"write it after '{key}:', or remove '{key}'" if _WORD.fullmatch(key) else "write a value here"


def _list_of_text(key: str, text: str) -> str:
    if key == "react":
        return "write each reaction as '- after: EVENT', and below it, indented like 'after', 'do: ..'"
    ends = _FROM_TO.fullmatch(text.strip())
    if ends is not None and 0 <= int(ends[2]) - int(ends[1]) < _MANY:
        return f"write '[{', '.join(map(str, range(int(ends[1]), int(ends[2]) + 1)))}]'"
    words = _GAPS.split(text.strip())
    if key not in _OF_TEXTS and all(_WORD.fullmatch(word) for word in words):
        shown = f"[{', '.join(words)}]"
        if len(shown) <= _LONGEST:
            return f"write '{shown}'"
    return _lines([text])


def _list_of_mapping(key: str, mapping: dict[str, Any]) -> str:
    if mapping and all(isinstance(it, dict) for it in mapping.values()):
        return f"begin each with '- ' instead of a name: '- {_first_of(next(iter(mapping.values())))}'"
    if key == "react":
        return f"begin each reaction with '- ', even a single one: '- {_first_of(mapping)}'"
    if key in _OF_TEXTS:
        form = {"keywords": "{0}({1})", "modify": "{0} is {1}", "decide": "{1} if {0}"}.get(key, "{0}: {1}")
        return _lines(form.format(name, it) if isinstance(it, str) else name for name, it in mapping.items())
    return _list_of_text(key, ", ".join(mapping))


def _lines(items: Iterable[str]) -> str:
    shown = next((one for one in items if _is_short(one)), "..")
    return f"write each on its own line after '- ': '- {shown}'"


def _mapping_of_text(key: str, text: str) -> str:
    if _WORD.fullmatch(text):
        return f"write its fields on indented lines below '{key}:', such as '{text}: ..'"
    shown = text if _is_short(text) else ".."
    return f"name it on an indented line below '{key}:': 'name: {shown}'"


def _mapping_of_list(key: str, items: list[Any]) -> str:
    if items and all(isinstance(one, dict) for one in items):
        return f"remove the '-': write each as a line '{_first_of(items[0])}'"
    text = next((one for one in items if isinstance(one, str)), "")
    if text and not _WORD.fullmatch(text):
        return f"write a name instead of the '-' for each: 'name: {text if _is_short(text) else '..'}'"
    return f"write a value for each, on lines below '{key}:', such as '{text or 'name'}: ..'"


def _text_of_list(key: str, items: list[Any]) -> str:
    if key in _BLOCKS:
        return f"write '|' after '{key}:', and below it the lines of the block, without '-'"
    if not items or not all(_is_short(one) for one in items):
        return "write one string; begin one of several lines with '|'"
    if len(items) == 1:
        return f"write '{items[0]}', without a list"
    if key in _EITHER and all(_WORD.fullmatch(one) for one in items):
        return f"write '{' or '.join(items)}'"
    several = f"; write a set as '({', '.join(items)})'" if key in _SETS else ""
    return f"write only one, such as '{items[0]}'{several}"


def _text_of_mapping(key: str, mapping: dict[str, Any]) -> str:
    if key in _BLOCKS:
        return f"write '{key}: |' above the lines of a block"
    type_, starts = mapping.get("type"), mapping.get("starts", mapping.get("default"))
    if isinstance(type_, str):
        return f"write it on one line: '{type_} starts {starts}'" if isinstance(starts, str) else f"write '{type_}'"
    return "write it on one line; put a string with a colon in quotes"


def _first_of(mapping: dict[str, Any]) -> str:
    """The first field of a mapping, as written."""
    name, it = next(iter(mapping.items()), ("name", None))
    return f"{name}: {it}" if _is_short(it) else f"{name}: .."


def _is_short(one: object) -> bool:
    return isinstance(one, str) and 0 < len(one) <= _LONGEST and "\n" not in one
