"""Reads the text of a YAML file to nodes with locations, and reports its errors as diagnostics.

Separate because it is the only module that knows the YAML package, and because packs come from strangers: it reads the
stream of events and never lets the package build anything, so depth, size and aliases are limited while reading
(`growing_tree`). Scalars stay as written; the code that expects a string decides what it means.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from rulewright.diagnostics import Diagnostics
from rulewright.limits import MOST_OF_KEY
from rulewright.pack.files import MANIFEST, MAX_CHARACTERS
from rulewright.pack.forbidden import BYTE_ORDER_MARK, has_forbidden, mark_replaced, without_forbidden
from rulewright.pack.growing_tree import MAX_NODES, Growing, Stop
from rulewright.pack.lines import read_lines
from rulewright.pack.offsets import Style
from rulewright.pack.tree import Entry, Mapping, Node, Scalar, Sequence, walk
from rulewright.pack.unseen import report_unseen
from rulewright.pack.yaml_mistakes import advice, explain
from rulewright.source import SourceText, Span

try:
    from _ruamel_yaml import CParser  # type: ignore[import-not-found]
except ImportError:
    # The C extension is optional and missing on some platforms; the parser in Python reads the same, more slowly.
    CParser = None

MAX_RESTARTS: Final = 20

_TAG = re.compile(r"![^\s,\[\]{}]*")
_TAG_BEFORE = re.compile(r"(?<!\S)![^\s,\[\]{}]*(?=\s+\Z)")
_MOST_BEFORE: Final = 200
_TOP_LEVEL = re.compile(r"^[^\W\d_]", re.MULTILINE)
# The head of a definition without a colon at its end.
_HEAD_ALONE = re.compile(
    r"(?P<head>[^\W\d]\w*+ ++[^\W\d]\w*+(?:[^\n:#]*[\w)])?)[^\w\n:#()]*+(?:#[^\n]*+)?(?:\r?\n|\Z)"
)
_LOST_TEXT = re.compile(r" ++#[^\s#!](?=(?P<rest>[^\r\n]*))")
_LOST = re.compile(r" #[^\s#!]")
_STYLES: Final[dict[str | None, Style]] = {
    None: "plain", "": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded",
}  # fmt: skip


def parser_in_use() -> str:
    """`C` or `Python`: the parser that reads packs here."""
    return "Python" if CParser is None else "C"


def compose(source: SourceText, out: Diagnostics) -> Node | None:
    """The root node of a file, or None if it is empty or nothing of it could be read.

    After a syntax error, reading continues with the next line that begins in column one.
    """
    printable = _is_printable(source.text)
    plain = printable or ("\r" not in source.text and not has_forbidden(source.text))
    root = read_lines(source) if plain else None
    if root is not None:
        if not printable:
            report_unseen(source, root, out)
        return root
    return compose_events(source, out)


def compose_events(source: SourceText, out: Diagnostics, *, pure: bool = False) -> Node | None:
    """The same by the events of YAML's own parser alone. `pure` uses the parser in Python even if the one in C is
    available."""
    if len(source.text) > MAX_CHARACTERS:
        message = f"this file has {len(source.text)} characters, more than {MAX_CHARACTERS}"
        out.add("RW103", message, Span(source, 0, 0), "divide it into several files")
        return None
    original = source
    source = without_forbidden(original, out)
    builder = _Builder(source, out)
    base: int | None = 1 if source.text.startswith(BYTE_ORDER_MARK) else 0
    restarts = 0
    while base is not None and restarts <= MAX_RESTARTS:
        base = builder.feed(base, pure)
        restarts += 1
    if base is not None:
        out.unread(Span(source, base, len(source.text)))
    if builder.root is not None:
        _report_lost_text(builder.root, out)
    if "\\" in source.text or not _is_printable(source.text):
        report_unseen(source, builder.root, out)
    if builder.root is not None and source is not original:
        mark_replaced(original, builder.root)
    return builder.root


def _is_printable(text: str) -> bool:
    """Whether a text contains only visible characters. This check is many times as fast as a search."""
    return text.replace("\n", "").isprintable()


def _events(text: str, pure: bool) -> Callable[[], Any]:
    """A function that returns the next event; the package's own types stay inside this module."""
    if CParser is None or pure:
        return iter(YAML(typ="safe", pure=True).parse(text)).__next__  # type: ignore[no-any-return]
    get_event: Callable[[], Any] = CParser(text).get_event
    return get_event


class _Builder(Growing):
    """Builds the tree of one file from one or several runs of the parser."""

    def __init__(self, source: SourceText, out: Diagnostics) -> None:
        super().__init__(source, out)
        self.anchors: dict[str, Span] = {}
        self.aliased: set[str] = set()

    def feed(self, base: int, pure: bool, end: int | None = None) -> int | None:
        """Read from an offset on, to the `end`; returns the offset at which to continue after an error, or None at the
        end."""
        self.base = base
        text = self.source.text
        try:
            self._read(_events(text[base:end] if base or end is not None else text, pure))
        except Stop:
            self.close_all()
            self.out.unread(Span(self.source, base, len(text)))
            return None
        except MarkedYAMLError as error:
            said = str(error.context or ""), str(error.problem or "")
            opened, at = self._offset(error.context_mark), self._offset(error.problem_mark)
        except ValueError as error:
            # The parser in Python passes an escape beyond Unicode to chr() and does not catch the exception.
            said, opened, at = ("", str(error)), None, self.reached()
        else:
            self._report_idle_anchors()
            return None
        self.close_all()
        head = self._without_colon(at if opened is None else opened, base)
        if head is not None:
            return self._behind_head(head, pure)
        where = self._report(*said, opened, at)
        following = _TOP_LEVEL.search(text, max(where, base) + 1)
        stop = len(text) if following is None else following.start()
        self.out.unread(Span(self.source, _line_above(text, min(where if opened is None else opened, stop)), stop))
        return following.start() if following else None

    # -- a head without its colon ----------------------------------------------------------------------------------

    def _without_colon(self, where: int | None, base: int) -> re.Match[str] | None:
        """The head of the current definition, if its colon is missing."""
        text = self.source.text
        known = self.root.entries if type(self.root) is Mapping else {}
        begin = len(text) if where is None else _line_above(text, where)
        # Without a body, the line below is the one that makes no sense.
        for line in (begin, _line_above(text, begin - 1)) if begin else (begin,):
            head = _HEAD_ALONE.match(text, line) if line >= base else None
            if head is not None and head["head"] not in known:
                return head
        return None

    def _behind_head(self, head: re.Match[str], pure: bool) -> int | None:
        """Report a head without its colon and read its body as if the colon were there; returns the offset at which to
        continue."""
        text = self.source.text
        key = Scalar(self.source, head.start("head"), head.end("head"), head["head"], "plain")
        name, _, value = key.value.partition(" ")
        if self.source.name.rpartition(":")[2] == MANIFEST:  # its keys are single words
            hint = f"write '{name}: {value.strip()}'"
        else:
            hint = f"write '{key.value}: |'" if "|" in head[0] else f"write '{key.value}:'"
        self.out.add("RW104", "this head does not end in ':'", key.span, hint)
        following = _TOP_LEVEL.search(text, head.end())
        stop = len(text) if following is None else following.start()
        body = _Builder(self.source, self.out)
        again: int | None = head.end()
        while again is not None and again < stop:
            again = body.feed(again, pure, stop)
        node = body.root or Scalar(self.source, key.end, key.end, "", "plain", broken=True)
        if type(self.root) is not Mapping:
            self.root = Mapping(self.source, key.start, key.end, False, {})
        self.root.entries.setdefault(key.value, Entry(key, node))
        self.root.end = max(self.root.end, node.end)
        self.nodes += body.nodes
        return following.start() if following else None

    def _read(self, next_event: Callable[[], Any]) -> None:
        documents = 0
        source, base, keys, collections = self.source, self.base, self.keys, self.open
        while True:
            event = next_event()
            kind = type(event)
            if kind is ScalarEvent:
                if event.style or event.anchor is not None or event.tag is not None:
                    self._scalar(event)
                    continue
                node = Scalar(source, event.start_mark.index + base, event.end_mark.index + base, event.value, "plain")
                parent = collections[-1] if collections else None
                # Nine of ten values are unquoted strings in block mappings: they take the fastest path.
                if type(parent) is Mapping and not parent.flow and self.nodes < MAX_NODES:
                    key = keys[-1]
                    if key is None and node.value:
                        self.nodes += 1
                        keys[-1] = node
                        continue
                    if (key is not None and not key.broken and key.value != "<<" and key.value not in parent.entries
                            and len(key.value) <= MOST_OF_KEY):  # fmt: skip
                        self.nodes += 1
                        keys[-1] = None
                        parent.entries[key.value] = Entry(key, node)
                        continue
                self.attach(node)
            elif kind is MappingStartEvent:
                start, end = event.start_mark.index + self.base, event.end_mark.index + self.base
                self._begin(Mapping(self.source, start, end, bool(event.flow_style)), event)
            elif kind is SequenceStartEvent:
                start, end = event.start_mark.index + self.base, event.end_mark.index + self.base
                self._begin(Sequence(self.source, start, end, bool(event.flow_style)), event)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self.close(event.end_mark.index + self.base)
            elif kind is AliasEvent:
                self._alias(event)
            elif kind is DocumentStartEvent:
                documents += 1
                if documents > 1:
                    hint = "a file is one document: remove the line"
                    self.out.add("RW110", "a second document begins here", self._span(event), hint)
                    raise Stop
            elif kind is StreamEndEvent:
                return

    def _span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index + self.base, event.end_mark.index + self.base)

    def _begin(self, node: Mapping | Sequence, event: Any) -> None:
        if event.anchor is not None or event.tag is not None:
            self._properties(event, node)
        self.begin(node)

    def _scalar(self, event: Any) -> None:
        style = _STYLES[event.style]
        start, end = event.start_mark.index + self.base, event.end_mark.index + self.base
        if style == "literal" or style == "folded":
            # The event extends to the next token: blank lines and comments below the string are not part of it.
            end = start + len(self.source.text[start:end].rstrip())
        node = Scalar(self.source, start, end, event.value, style)
        if event.anchor is not None or event.tag is not None:
            self._properties(event, node)
        if style == "double" and any("\ud800" <= char <= "\udfff" for char in node.value):
            message = "a string cannot contain half of a surrogate pair"
            self.out.add("RW102", message, node.span, "write the whole character")
            node.value, node.broken = node.value.encode("utf-8", "replace").decode(), True
        self.attach(node)

    def _alias(self, event: Any) -> None:
        span = self._span(event)
        self.aliased.add(event.anchor)
        key = self.keys[-1] if self.keys else None
        # The alias of a merge key is part of that error.
        if not (key is not None and key.value == "<<" and key.style == "plain"):
            self._refuse_alias(f"alias '*{event.anchor}'", span)
        self.attach(Scalar(self.source, span.start, span.end, event.anchor, "plain", broken=True))

    def _refuse_alias(self, what: str, span: Span) -> None:
        hint = "write 'extends: OTHER' in the definition; put a string that begins with this character in quotes"
        self.out.add("RW107", f"the {what}: aliases are not used in packs", span, hint)

    def _properties(self, event: Any, node: Node) -> None:
        if event.anchor is not None:
            at = max(node.start, self.source.text.find(f"&{event.anchor}", node.start))
            self.anchors[event.anchor] = Span(self.source, at, at + 1 + len(event.anchor))
        if event.tag is not None:
            # For the parser in Python, a node begins at an anchor behind its tag.
            text, start = self.source.text, max(0, node.start - _MOST_BEFORE)
            before = _TAG_BEFORE.search(text, start, node.start) if text.startswith("&", node.start) else None
            tag = before or _TAG.search(text, node.start)
            where = self._point(node.start) if tag is None else Span(self.source, *tag.span())
            hint = "put a string that begins with '!' in quotes"
            self.out.add("RW109", "tags are not used in packs", where, hint)
            node.broken = True

    def _report_idle_anchors(self) -> None:
        """An anchor with aliases is reported at the aliases."""
        for name, span in self.anchors.items():
            if name not in self.aliased:
                self._refuse_alias(f"anchor '&{name}'", span)

    def _report(self, context: str, problem: str, opened: int | None, at: int | None) -> int:
        """Report an error in our own words; returns the offset after which reading can continue."""
        place = stopped = len(self.source.text) if at is None else at
        known = explain(context, problem)
        if known is None:
            self.out.add("RW104", f"this is not YAML: {problem}", self._point(place))
            return place
        if known.at_opening and opened is not None:
            place = opened
        told = advice(known, self.source.text, place, stopped)
        where = self._point(told.start) if told.end is None else Span(self.source, told.start, told.end)
        sign = self.source.text[told.start : told.start + 1]
        if not sign and "{sign}" in told.message:
            self.out.add("RW104", "the file ends where a value is expected", where, "close the bracket that is open")
            return place
        self.out.add("RW104", told.message.format(sign=sign), where, told.hint)
        return place

    def _offset(self, mark: Any) -> int | None:
        return None if mark is None else min(mark.index + self.base, len(self.source.text))

    def _point(self, start: int) -> Span:
        """The character at an offset; nothing at the end of a line."""
        end = start + 1 if self.source.text[start : start + 1].strip() else start
        return Span(self.source, start, end)


def _line_above(text: str, place: int) -> int:
    """The start of the definition at an offset: the last line at or above it that is not indented."""
    begins = [line.start() for line in _TOP_LEVEL.finditer(text, 0, min(place + 1, len(text)))]
    return begins[-1] if begins else 0


def _report_lost_text(root: Node, out: Diagnostics) -> None:
    """Warn of a '#' that looks like text but begins a comment: the rest of the line is silently lost."""
    source, text = root.source, root.source.text
    if not _LOST.search(text):
        return
    for node in walk(root):
        if isinstance(node, Scalar) and node.style == "plain" and node.start < node.end:
            lost = _LOST_TEXT.match(text, node.end)
            if lost:
                hint = "put the string in quotes; write a space after the '#' of a comment"
                message = "the rest of this line after '#' is a comment, not part of the string"
                out.add("RW115", message, Span(source, lost.end() - 2, lost.end() + len(lost["rest"])), hint)
