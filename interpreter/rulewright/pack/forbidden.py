"""Reports characters that a file of a pack must not contain, and replaces them with spaces.

Separate because files are cleaned of them before any YAML reader sees them.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.tree import Node, Scalar, walk
from rulewright.source import SourceText, Span

# Everything except printable characters, the space and line breaks: a tab, a control character, a lone carriage return,
# the unusual line breaks that only some versions of YAML know.
_FORBIDDEN = re.compile(
    "[^\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)"
)
_MAX_FORBIDDEN: Final = 5
BYTE_ORDER_MARK: Final = "\ufeff"


def has_forbidden(text: str) -> bool:
    """Whether a text contains any."""
    return _FORBIDDEN.search(text) is not None


def without_forbidden(source: SourceText, out: Diagnostics) -> SourceText:
    """The source with a space for each character that it must not contain, reported once per line.

    The replacement has the same length as the original, so all locations stay valid and reading continues.
    """
    body = 1 if source.text.startswith(BYTE_ORDER_MARK) else 0
    match = _FORBIDDEN.search(source.text, body)
    if match is None:
        return source
    for _ in range(_MAX_FORBIDDEN):
        where = Span(source, match.start(), match.end())
        if match.group() == "\t":
            hint = 'write spaces; inside a string write "\\t" in double quotes'
            out.add("RW105", "a pack cannot contain tabs", where, hint)
        else:
            message = f"a pack cannot contain the character U+{ord(match.group()):04X}"
            out.add("RW102", message, where, "remove it or write a space")
        next_line = source.text.find("\n", match.end())
        match = _FORBIDDEN.search(source.text, next_line) if next_line >= 0 else None
        if match is None:
            break
    cleaned = source.text[:body] + _FORBIDDEN.sub(" ", source.text[body:])
    return SourceText(source.name, cleaned, source.path, source.line_starts)


def mark_replaced(original: SourceText, root: Node) -> None:
    """Marks strings with a replaced character as broken: their meaning without it is not checked."""
    for node in walk(root):
        if isinstance(node, Scalar) and _FORBIDDEN.search(original.text, node.start, node.end):
            node.broken = True
