"""Reports characters of a file that people cannot see: in its strings, and those that reorder its lines anywhere.

Separate because it looks at strings as they are after their escapes are read, whichever reader made them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from rulewright.characters import BIDI, UNSEEN, code_of
from rulewright.diagnostics import Diagnostics
from rulewright.pack.tree import Node, Scalar, walk
from rulewright.source import SourceText, Span

_HINT = "remove it; only tabs, line breaks and the joiners U+200C and U+200D are allowed"


def report_unseen(source: SourceText, root: Node | None, out: Diagnostics) -> None:
    """Reports the first such character of each string (RW116), and the first one of each other line that reorders the
    text around it (RW117): in comments, and in what could not be read."""
    refused: list[tuple[int, int]] = []
    for node in () if root is None else walk(root):
        if isinstance(node, Scalar) and not node.value.isprintable():
            found = UNSEEN.search(node.value)
            if found is not None:
                refused.append((node.start, node.end))
                where = node.span if node.broken else node.located.span(found.start(), found.end())
                out.add("RW116", f"the character {code_of(found[0])} is invisible", where, _HINT)
    for where, code in _reordering(source, refused):
        message = f"the character {code} shows the text around it in a different order from the one that is read"
        out.add("RW117", message, where, "remove it")


def _reordering(source: SourceText, refused: list[tuple[int, int]]) -> Iterator[tuple[Span, str]]:
    """The first character of each line that reorders text, outside of strings that were refused."""
    starts = sorted(refused)
    line = 0
    for found in BIDI.finditer(source.text):
        at = found.start()
        before = bisect_right(starts, (at, len(source.text)))
        inside = before > 0 and at < starts[before - 1][1]  # strings do not overlap
        if not inside and source.position(at).line != line:
            line = source.position(at).line
            yield source.span(at, at + 1), code_of(found[0])
