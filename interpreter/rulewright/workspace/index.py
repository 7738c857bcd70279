"""The location of every name of a checked pack, and its meaning there.

Separate because definitions, references, hovers and completions all use it. Names in code mean what the checker found.
Names elsewhere (heads, lists of keywords, fields of sheets) mean what is declared under that name, if that is only one
thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from rulewright.check import model as m
from rulewright.check.trees import texts_of
from rulewright.effects import nodes as n
from rulewright.source import SourceText, Span

_WORD: Final = re.compile(r"[^\W\d]\w*")
_TESTS: Final = re.compile(r"(^|:)tests/")
_COMMENT: Final = re.compile(r"(^|\s)#.*", re.MULTILINE)


@dataclass(slots=True)
class Index:
    """The names of one pack.

    Attributes:
        meant: by file and offset: the meaning of a name in code.
        declared: the span of the name of each declared thing, in the order of files.
        named: the declarations of a name, including members and fields of kinds.
        locals: parameters, results, locals and loop variables of each definition.
    """

    meant: dict[tuple[str, int], m.Symbol] = field(default_factory=dict)
    declared: dict[m.Symbol, Span] = field(default_factory=dict)
    named: dict[str, list[m.Symbol]] = field(default_factory=dict)
    locals: dict[m.Definition, list[m.Variable]] = field(default_factory=dict)

    def at(self, source: SourceText, offset: int) -> tuple[m.Symbol, Span] | None:
        """The meaning of the name at an offset, and the span of the name; None if there is no name."""
        word = word_at(source, offset)
        if word is None:
            return None
        found = self.meant.get((source.name, word.start)) or self._here(word) or self._alone(word.text)
        return None if found is None else (found, word)

    def _here(self, word: Span) -> m.Symbol | None:
        """The thing that is declared at exactly this location."""
        return next((one for one in self.named.get(word.text, ()) if self.declared.get(one) == word), None)

    def _alone(self, word: str) -> m.Symbol | None:
        found = self.named.get(word, [])
        return found[0] if len(found) == 1 else None

    def references(self, symbol: m.Symbol, sources: dict[str, SourceText]) -> Iterator[Span]:
        """Every location that names a symbol, including its declaration, in the order of files and lines."""
        for name in sorted(sources):
            source = sources[name]
            for word in words_of(source, symbol.id):
                found = self.at(source, word.start)
                if found is not None and found[0] is symbol:
                    yield word


def word_at(source: SourceText, offset: int) -> Span | None:
    """The word around an offset, or directly before it; None in a comment, in the name of a content test and between
    words."""
    text = source.text
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    match = _WORD.match(text, start)
    if match is None or match.end() < offset:
        return None
    line = text.rfind("\n", 0, start) + 1
    if text.startswith("test ", line) and _TESTS.search(source.name):
        return None
    comment = _COMMENT.search(text, line, match.end())
    return None if comment is not None and comment.start() < start else source.span(start, match.end())


def words_of(source: SourceText, word: str) -> Iterator[Span]:
    """The locations of a word in a file, whatever it means there."""
    for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", source.text):
        yield source.span(match.start(), match.end())


def index_of(pack: m.PackDef) -> Index:
    """The names of a checked pack."""
    index = Index()
    for symbol in symbols_of(pack):
        index.named.setdefault(symbol.id.rpartition(".")[2], []).append(symbol)
        if symbol.span is not None:
            index.declared[symbol] = _name_in(symbol.span, symbol.id.rpartition(".")[2])
    for text in texts_of(pack):
        for node in text.nodes:
            for symbol, span in _named_by(node):
                name = _name_in(span, symbol.id)
                if name.text == symbol.id:
                    index.meant[name.source.name, name.start] = symbol
            _declare(index, text.owner, node)
    for definition in definitions_of(pack):
        for variable in _parameters(definition):
            if variable.span is not None:
                name = _name_in(variable.span, variable.id, last=True)
                index.meant[name.source.name, name.start] = variable
                index.declared.setdefault(variable, name)
            index.locals.setdefault(definition, []).append(variable)
    return index


def definitions_of(pack: m.PackDef) -> Iterator[m.Definition]:
    """All definitions, form by form."""
    for group in pack.groups():
        yield from group.values()


def symbols_of(pack: m.PackDef) -> Iterator[m.Symbol]:
    """Definitions, members of enumerations and fields of kinds."""
    for definition in definitions_of(pack):
        if definition.span is not None:
            yield definition
    for enum in pack.enums.values():
        yield from enum.members
    for kind in pack.kinds.values():
        yield from kind.attributes.values()


def _parameters(definition: m.Definition) -> list[m.Variable]:
    """Parameters and results."""
    match definition:
        case m.EventDef():
            return definition.fields
        case m.ValueDef() | m.PermissionDef() | m.StatusDef() | m.ClassDef():
            return definition.params
        case m.KindDef():
            members = [*(one.params for one in definition.attributes.values()), *definition.text_params.values()]
            return [one for params in members for one in params]
    return []


def _declare(index: Index, owner: m.Definition, node: n.Node) -> None:
    """The declaration of a node: a local, or the variable of a loop."""
    if isinstance(node, (n.Let, n.LetIn, n.Binding)) and isinstance(node.ref, m.Variable):
        name = _name_in(node.span, node.ref.id)
        if name.text == node.ref.id and node.ref not in index.declared:
            index.declared[node.ref] = name
            index.meant[name.source.name, name.start] = node.ref
            index.locals.setdefault(owner, []).append(node.ref)


def _named_by(node: n.Node) -> Iterator[tuple[m.Symbol, Span]]:
    """The symbols that a node itself names, each with the span of the name."""
    ref: object = getattr(node, "ref", None)
    span = node.span
    match node:
        case n.Attr():
            span = span.source.span(node.target.span.end, span.end)
        case n.Is():
            ref = ref[1] if isinstance(ref, tuple) else None
            span = node.right.span
        case n.Relation():
            span = span.source.span(node.left.span.end, node.right.span.start)
        case n.Let() | n.LetIn() | n.Binding():
            return
    if isinstance(ref, m.Symbol):
        yield ref, span


def _name_in(span: Span, name: str, last: bool = False) -> Span:
    """The first (`last`: the last) location of a name in a span; the whole span if it is not there."""
    found = list(words_of(_part(span), name)) if span.end > span.start else []
    if not found:
        return span
    one = found[-1 if last else 0]
    return span.source.span(span.start + one.start, span.start + one.end)


def _part(span: Span) -> SourceText:
    return SourceText(span.source.name, span.text)
