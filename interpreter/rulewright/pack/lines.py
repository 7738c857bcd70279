"""Reads a YAML file in the plainest notation to nodes, line by line, and returns None for any other file.

Separate because most files of most packs have one key and one value per line, and YAML's own parser takes most of the
time to load them. It reads them exactly as `yaml_tree` does; the tests compare both. At the first line of an unknown
sort the whole file is left to `yaml_tree`, with all its errors: this module reports nothing.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.pack.flow import read_flow, scalar
from rulewright.pack.tree import Entry, Mapping, Node, Scalar, Sequence
from rulewright.source import SourceText

# Below these, no limit of the other reader is reached.
_MAX_CHARACTERS: Final = 500_000
_MAX_DEPTH: Final = 40
_MAX_KEY: Final = 1_000  # YAML requires a mark before a longer key

# Strings that YAML reads literally; strings that may begin or end differently are not read here at all.
_PLAIN = r"(?:-?\w|[(<+./=~$^;])[^:#\n]*(?<! )"
_QUOTED = r"'[^'\n]*'|\"[^\"\\\n]*\""
_FLOW = r"[{\[][^#\n]*[}\]]|[{\[](?=[^\n]*[\"'])[^\n]*[}\]]"
_REST = r" *+(?:(?<= )#(?: [^\n]*+)?)?(?:\n|\Z)"
# Groups: 1 the indentation; 2 the dash of an item that is a mapping, 3 a key, and its value: 4 plain, 5 quoted, 6
# inline, or 7 the sign of a multi-line string; for an item 8, 9, 10 like 4, 5, 6. An empty line has only the first.
_LINE = re.compile(
    rf"( *+)(?:(- ++)?(\w[^:#\n]*(?<! )|{_QUOTED}):(?: ++(?:({_PLAIN})|({_QUOTED})|({_FLOW})|([|>]-?)))?"
    rf"|- ++(?:({_PLAIN})|({_QUOTED})|({_FLOW})))?{_REST}"
    r"| *+#[^\n]*+(?:\n|\Z)"
)
_KEY, _FLOW_VALUE, _BLOCK, _PLAIN_ITEM, _FLOW_ITEM = 3, 6, 7, 8, 10
_BLOCK_LINE = re.compile(r"( *+)([^\n]*+)(?:\n|\Z)")


def read_lines(source: SourceText) -> Mapping | None:
    """The root of a file if every line is plain, or None. The text must contain nothing that is reported by itself: no
    carriage return, no tab, no other character that a pack must not contain."""
    return _Reader(source).read() if len(source.text) <= _MAX_CHARACTERS else None


class _Reader:
    """One run. `open` are the collections round the current line with their indentations, `end` is the end of the last
    value so far."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.open: list[tuple[int, Mapping | Sequence]] = []
        self.end = 0

    def read(self) -> Mapping | None:
        """All lines, one after the other."""
        source, text = self.source, self.source.text
        commented = "#" in text
        here: Mapping | Sequence | None = None
        entries: dict[str, Entry] = {}  # of `here`, a mapping whose indentation is `level`; a list has none
        level = -1
        waiting: Scalar | None = None  # a key whose value begins on a later line
        following = skipped = 0
        for raw in text.split("\n"):
            position, following = following, following + len(raw) + 1
            if position < skipped:
                continue
            body = raw.lstrip(" ")
            indent = len(raw) - len(body)
            start = position + indent
            # Nine of ten lines are a word, a colon and a value, or a word and a colon: these, and items of a few words,
            # take the fastest path.
            word, colon, value = body.partition(": ")
            if not colon and body[-1:] == ":":
                word, colon = body[:-1], ":"
            if (word.isidentifier() and colon) and (
                not value
                if colon == ":"
                else ((value[:1].isalnum() and ":" not in value and value[-1] != " ") or value[:1] == "{")
                and not (commented and "#" in value)
            ):
                middle = start + len(word)
                node: Node | None = None
                if value:
                    if value[0] != "{":
                        node = Scalar(source, middle + 2, following - 1, value, "plain")
                    elif value[-1] == "}":
                        node = read_flow(source, middle + 2, following - 1)
                if node is not None or not value:
                    if indent != level or waiting is not None:
                        here = self._enter(Mapping, waiting, indent, start)
                        if type(here) is not Mapping:
                            return None
                        entries, level, waiting = here.entries, indent, None
                    if word in entries or len(word) > _MAX_KEY:
                        return None
                    key = Scalar(source, start, middle, word, "plain")
                    if node is not None:
                        self.end = following - 1
                        entries[word] = Entry(key, node)
                    else:
                        waiting = key
                    continue
            elif not colon and body[:2] == "- " and body[2:3].isalnum() and body[-1] != " " and (
                ":" not in body and not (commented and "#" in body)
            ):
                here = self._enter(Sequence, waiting, indent, start)
                if type(here) is not Sequence:
                    return None
                self.end = following - 1
                here.items.append(Scalar(source, start + 2, self.end, body[2:], "plain"))
                level, waiting = -1, None
                continue
            line = _LINE.match(text, position)
            if line is None:
                return None
            kind = line.lastindex
            if kind is None or kind < _KEY:
                continue
            if kind >= _PLAIN_ITEM:
                here = self._enter(Sequence, waiting, indent, start)
                item = self._value(line, kind, kind == _FLOW_ITEM)
                if type(here) is not Sequence or item is None:
                    return None
                here.items.append(item)
                level, waiting = -1, None
                continue
            begin, end = line.span(_KEY)
            if indent != level or waiting is not None or begin != start:
                if begin != start:
                    here = self._enter_item(waiting, indent, start, begin)
                else:
                    here = self._enter(Mapping, waiting, indent, start)
                if type(here) is not Mapping:
                    return None
                entries, level, waiting = here.entries, self.open[-1][0], None
            key = scalar(source, begin, end)
            if key.value in entries or not key.value or end - begin > _MAX_KEY:
                return None
            if kind == _KEY:
                waiting = key
                continue
            if kind == _BLOCK:
                node, skipped = self._block(line.start(_BLOCK), line[_BLOCK], level, following)
            else:
                node = self._value(line, kind, kind == _FLOW_VALUE)
            if node is None:
                return None
            entries[key.value] = Entry(key, node)
        if not self.open or waiting is not None:
            return None
        for _, one in self.open:
            one.end = self.end
        root = self.open[0][1]
        return root if type(root) is Mapping else None

    def _enter(
        self, kind: type[Mapping | Sequence], waiting: Scalar | None, indent: int, start: int
    ) -> Mapping | Sequence | None:
        """The collection that a line belongs to: a new one, the value of the waiting key, or one that is open. Those
        that end before the line are closed."""
        open_ = self.open
        if waiting is not None or not open_:
            made = kind(self.source, start, start, False)
            if waiting is not None:
                level, parent = open_[-1]
                # A list may be below its key without being indented.
                if indent < level or (indent == level and kind is Mapping) or len(open_) >= _MAX_DEPTH:
                    return None
                assert type(parent) is Mapping, "only a key waits"
                parent.entries[waiting.value] = Entry(waiting, made)
            elif indent or kind is Sequence:
                return None
            open_.append((indent, made))
            return made
        while open_:
            level, node = open_[-1]
            if level == indent and type(node) is kind:
                return node
            if level < indent or (level == indent and type(node) is Mapping):
                return None
            node.end = self.end
            open_.pop()
        return None

    def _enter_item(self, waiting: Scalar | None, indent: int, start: int, begin: int) -> Mapping | None:
        """A new mapping that is an item of a list; its first key is after the dash."""
        items = self._enter(Sequence, waiting, indent, start)
        if type(items) is not Sequence or len(self.open) >= _MAX_DEPTH:
            return None
        made = Mapping(self.source, begin, begin, False)
        items.items.append(made)
        self.open.append((indent + begin - start, made))
        return made

    def _value(self, line: re.Match[str], group: int, flow: bool) -> Node | None:
        """The value in a group: a plain string, a quoted one, or an inline list or mapping."""
        start, self.end = line.span(group)
        return read_flow(self.source, start, self.end) if flow else scalar(self.source, start, self.end)

    def _block(self, start: int, sign: str, level: int, position: int) -> tuple[Scalar | None, int]:
        """The string below a sign, and the offset after it."""
        text, size = self.source.text, len(self.source.text)
        folded = sign[0] == ">"
        lines: list[str] = []
        indent, count, behind = -1, 0, position
        while position < size:
            line = _BLOCK_LINE.match(text, position)
            assert line is not None, "any line matches"
            depth, words = line.end(1) - line.start(1), line[2]
            if words and indent >= 0 and depth < indent:
                break
            if words and indent < 0:
                indent = depth
            if indent <= level or (not words and depth > indent):
                return None, position  # nothing below the sign, or blank lines that may belong to the string
            if folded and words and (depth != indent or words[-1] == " " or len(lines) > count):
                return None, position  # lines that are not simply joined
            position = line.end()
            if words:
                lines.append(text[line.start() + indent : line.end(2)])
                count, behind = len(lines), line.end(2)
            else:
                lines.append("")
        if indent < 0:
            return None, position
        self.end = start + len(text[start:behind].rstrip())
        last = "\n" if sign[-1] != "-" and behind < size else ""
        value = (" " if folded else "\n").join(lines[:count]) + last
        return Scalar(self.source, start, self.end, value, "folded" if folded else "literal"), position
