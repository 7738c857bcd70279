"""Rewrites the code in a file in its canonical form and leaves everything else in the file untouched.

Separate because it edits what authors wrote: comments, quotes, line breaks inside brackets and the layout of the YAML
stay, and the edited file is read again and compared before it may be stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Any

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.load import load_pack
from rulewright.effects.parse import parse
from rulewright.effects.parsed import ParsedPack
from rulewright.effects.parser import Start
from rulewright.effects.prepared import Line
from rulewright.effects.scan import scan
from rulewright.effects.unparse import unparse, unparse_block
from rulewright.pack.model import Pack
from rulewright.pack.tree import Scalar, walk
from rulewright.pack.yaml_tree import compose
from rulewright.source import LocatedText, SourceText
from rulewright.stack.heads import replaced
from rulewright.stack.numbers import factor

_WORDS = re.compile(r"\w+|[^\w\s]")
_COMMENT = re.compile(r"(?<=\s)#[^\r\n]*")
_DEEPER = dict.fromkeys("([{", 1) | dict.fromkeys(")]}", -1)
_STARTS: tuple[tuple[type[n.Node], Start], ...] = (
    (n.Header, "header"),
    (n.TypeExpr, "type"),
    (n.Member, "member"),
    (n.FieldType, "field_type"),
    (n.Trigger, "trigger"),
    (n.Row, "row"),
    (n.StepText, "step"),
    (n.LimitText, "limit"),
    (n.Clock, "clock"),
    (n.Binder, "binder"),
    (n.KeywordUse, "keyword_use"),
    (n.Contribution, "sentence"),
    (n.Verdict, "sentence"),
    (n.Waive, "sentence"),
    (n.Expr, "expression"),
)


@dataclass(frozen=True, slots=True)
class Edit:
    """Offsets in a file, and the replacement of what is there."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _Text:
    """An expression or a block: the scalar that contains it, how many of its characters precede it, its tree, and how
    the parser starts."""

    scalar: Scalar
    cut: int
    tree: Any
    start: Start

    def inside(self, scalar: Scalar) -> LocatedText:
        """What of the scalar, or of its successor in an edited file, is the code."""
        located = scalar.located
        return located.slice(self.cut, len(located))


def texts_of(pack: Pack, out: Diagnostics) -> ParsedPack | None:
    """Returns the code of a pack, for `formatted`; None if it has no manifest."""
    return load_pack(pack, out) if pack.manifest else None


def formatted(parsed: ParsedPack, source: SourceText) -> str:
    """Returns the text of a file of the pack with all its code in canonical form. The file must not contain errors."""
    scalars = _scalars(source)
    texts = list(_texts(parsed, source, scalars))
    edits = sorted((edit for text in texts for edit in _edits(text)), key=lambda edit: edit.start)
    made, at = "", 0
    for edit in edits:
        assert edit.start >= at, f"two edits of {source.name} overlap"
        made += source.text[at : edit.start] + edit.text
        at = edit.end
    made += source.text[at:]
    if made != source.text:
        _compare(SourceText(source.name, made), scalars, {id(text.scalar): text for text in texts})
    return made


def _scalars(source: SourceText) -> list[Scalar]:
    root = compose(source, Diagnostics())
    return [] if root is None else [node for node in walk(root) if isinstance(node, Scalar)]


def _compare(made: SourceText, before: list[Scalar], texts: dict[int, _Text]) -> None:
    """Checks that the edited file means the same: all code has the same trees, every other scalar the same value."""
    after = _scalars(made)
    assert len(before) == len(after), f"formatting changed the YAML of {made.name}"
    for old, new in zip(before, after, strict=True):
        text = texts.get(id(old))
        if text is None:
            assert old.value == new.value, f"formatting changed {made.name}: {old.value!r} became {new.value!r}"
            continue
        out = Diagnostics()
        assert parse(text.start, text.inside(new), out) == text.tree and not out.reported, (
            f"formatting changed the meaning of {made.name}: {old.value!r} became {new.value!r}"
        )


# -- the scalars that contain code -------------------------------------------------------------------------------------


def _texts(parsed: ParsedPack, source: SourceText, scalars: list[Scalar]) -> Iterator[_Text]:
    """Yields the code in a file, each piece once: code of a template belongs to the definition that contains it."""
    seen: set[int] = set()
    for tree in _trees(parsed):
        first = tree[0] if isinstance(tree, tuple) else tree
        if first.span.source != source:
            continue
        inside = [scalar for scalar in scalars if scalar.start <= first.span.start < scalar.end]
        for scalar in inside[-1:]:
            if id(scalar) not in seen:
                seen.add(id(scalar))
                yield from _as_written(scalar, tree)


def _as_written(scalar: Scalar, meant: Any) -> Iterator[_Text]:
    """Yields the code of a scalar as it stands there. The tree of the pack (`meant`) may be another one: a mod that
    raises a value by 1 is read as if it said the sum. What is no code by itself is left alone: the factors of `scale`,
    such as `120%`, and `3/2`, which only looks like a division."""
    cut, start = replaced(scalar.value), _start_of(meant)
    out = Diagnostics()
    tree = parse(start, scalar.located.slice(cut, len(scalar.located)), out)
    if not out.reported and (tree == meant or factor(scalar.value) is None):
        yield _Text(scalar, cut, tree, start)


def _start_of(tree: Any) -> Start:
    if isinstance(tree, tuple):
        return "block"
    return next(start for kind, start in _STARTS if isinstance(tree, kind))


def _trees(value: Any) -> Iterator[Any]:
    """Yields the outermost trees of a parsed pack: nodes, and blocks as tuples of statements."""
    if isinstance(value, n.Node) or (isinstance(value, tuple) and value and isinstance(value[0], n.Statement)):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _trees(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _trees(one)
    elif isinstance(value, ParsedPack):
        yield from _trees(value.manifest)
        yield from _trees(value.definitions)
    elif is_dataclass(value) and type(value).__module__.endswith("effects.parsed"):
        for field in fields(value):
            yield from _trees(getattr(value, field.name))


# -- the edits of one scalar -------------------------------------------------------------------------------------------


def _edits(text: _Text) -> Iterator[Edit]:
    located = text.inside(text.scalar)
    if text.start == "block":
        yield from _block_edits(located, unparse_block(text.tree).splitlines())
        return
    wanted = unparse(text.tree)
    written = located.stripped()
    span = written.span()
    if "\n" not in span.text:
        if written.text != wanted:
            yield Edit(span.start, span.end, wanted)
    elif " ".join(written.text.split()) != wanted:
        yield Edit(span.start, span.end, _broken_alike(span.text, wanted, 0))


def _broken_alike(written: str, wanted: str, brackets: int) -> str:
    """Canonical words with the line breaks and comments of the words that they replace, each before the same word; only
    inside at least so many brackets. If a comment has no place any more, everything stays as it is written."""
    old, new = list(_WORDS.finditer(_COMMENT.sub(_blank, written))), list(_WORDS.finditer(wanted))
    gaps = {j: wanted[new[j - 1].end() : new[j].start()] for j in range(1, len(new))}
    matched = SequenceMatcher(None, [one[0] for one in old], [one[0] for one in new], autojunk=False)
    place = {block.a + k: block.b + k for block in matched.get_matching_blocks() for k in range(block.size)}
    depths = list(accumulate(_DEEPER.get(one[0], 0) for one in new))
    for i in range(1, len(old)):
        gap = written[old[i - 1].end() : old[i].start()]
        j = next((place[k] for k in range(i, len(old)) if k in place), 0)
        while j > 0 and new[j - 1][0] == "(" and place.get(i - 1) != j - 1:
            j -= 1  # a bracket that is added belongs to what it opens before
        if "\n" in gap and j > 0 and depths[j - 1] >= brackets:
            gaps[j] = gap
    made = "".join(gaps.get(j, "") + word[0] for j, word in enumerate(new))
    return made if len(_COMMENT.findall(made)) == len(_COMMENT.findall(written)) else written


def _blank(comment: re.Match[str]) -> str:
    return " " * len(comment[0])


def _block_edits(located: LocatedText, wanted: list[str]) -> Iterator[Edit]:
    """Yields the edits of a block, statement by statement: its indentation with that of the comment lines above, and
    its words."""
    text = located.text
    lines = scan(text, True).lines
    assert len(lines) == len(wanted), "each statement and each head of a block is one canonical line"
    behind = 0
    for line, canonical in zip(lines, wanted, strict=True):
        words = canonical.lstrip(" ")
        indent = len(canonical) - len(words)
        first = text.rfind("\n", 0, line.start) + 1
        if len(text.splitlines()) > 1 and indent != line.start - first:
            yield from _reindented(located, text, behind, line, indent - (line.start - first))
        written = text[line.start : line.end]
        one_line = "\n" not in written
        if written != words and (one_line or "".join(written.split()) != "".join(words.split())):
            span = located.span(line.start, line.end)
            yield Edit(span.start, span.end, _broken_alike(span.text, words, 1))
        behind = line.end


def _reindented(located: LocatedText, text: str, behind: int, line: Line, shift: int) -> Iterator[Edit]:
    """Yields edits that shift a statement's lines, and the comments between it and the previous statement."""
    at = text.find("\n", behind) + 1 if behind else 0
    while at < line.end:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        blank = len(text[at:end]) - len(text[at:end].lstrip(" "))
        if at + blank < end:
            start = located.offsets[at]
            yield Edit(start, located.offsets[at + blank], " " * max(blank + shift, 0))
        at = end + 1
