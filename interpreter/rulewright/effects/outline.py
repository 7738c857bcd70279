"""Converts a plain sheet to its outline, as plain data, and back to a sheet: its modifiers, its keywords without
arguments, the rules that it cites, the names of its parts, and its names for players, which breakdowns show.

Separate because other definitions depend on nothing else: if the row of a sheet in the program is already known,
nothing else of the sheet has to be read.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.interning import Alike
from rulewright.effects.parsed import Rules, SheetText, Word
from rulewright.pack import tree
from rulewright.pack.model import Declaration
from rulewright.source import SourceText, Span

# Modifiers as written (start, end, value, style), keywords and rules (start, end, name), parts by field (name to
# (start, end, outline)), and names by language; () if there is none of these.
Outline = tuple[Any, ...]

_NO_NAMES: Final[dict[str, Any]] = {}
_NO_RULES: Final = Rules()


def outline_of(declaration: Declaration, sheet: SheetText) -> Outline:
    """The outline of a sheet whose parts have no modifiers."""
    said = declaration.fields.get("modify")
    nodes = [] if said is None else said.node.items if isinstance(said.node, tree.Sequence) else [said.node]
    written = [(one.start, one.end, one.value, one.style) for one in nodes if isinstance(one, tree.Scalar)]
    return _outline(sheet, written)


def _outline(sheet: SheetText, sentences: list[Any]) -> Outline:
    keywords = [(use.span.start, use.span.end, use.name) for use in sheet.keywords]
    rules = [(word.span.start, word.span.end, word.text) for word in sheet.cited]
    parts: dict[str, dict[str, Any]] = {}
    for field, several in sheet.parts.items():
        parts[field] = {}
        for name, part in several.items():
            assert part.span is not None, "a part stands under its name"
            parts[field][name] = part.span.start, part.span.end, _outline(part, [])
    found = (sentences, keywords, rules, parts, sheet.names)
    return found if any(found) else ()


def sheet_of(declaration: Declaration, outline: Outline, alike: Alike, out: Diagnostics) -> SheetText:
    """The sheet as far as its outline goes. It has no errors, because the original had none."""
    source = declaration.key.source
    sheet = _sheet(outline, source)
    if outline and outline[0]:
        scalars = [tree.Scalar(source, *one) for one in outline[0]]
        names = frozenset([name for parts in sheet.parts.values() for name in parts])
        sheet.rules = Rules(alike.trees(declaration.form, scalars, names, out, declaration.id))
    return sheet


def _sheet(outline: Outline, source: SourceText) -> SheetText:
    # Fields of a sheet that was read never grow, so all empty ones can be the same object.
    if not outline:
        return SheetText(_NO_NAMES, _NO_NAMES, [], _NO_NAMES, _NO_NAMES, _NO_RULES, _NO_NAMES, _NO_NAMES, (), _NO_NAMES)
    _, keywords, rules, parts, names = outline
    uses = [n.KeywordUse(Span(source, start, end), name, ()) for start, end, name in keywords]
    cited = tuple([Word(text, Span(source, start, end)) for start, end, text in rules])
    made: dict[str, dict[str, SheetText]] = {}
    for field, several in parts.items():
        made[field] = {}
        for name, (start, end, inner) in several.items():
            part = made[field][name] = _sheet(inner, source)
            part.span = Span(source, start, end)
    return SheetText(_NO_NAMES, made, uses, _NO_NAMES, _NO_NAMES, _NO_RULES, names, _NO_NAMES, cited, _NO_NAMES)
