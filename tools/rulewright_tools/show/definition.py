"""Shows the fields of a definition with their locations, and what else in the pack affects it.

Separate because templates combine a definition from several locations, and modifiers and reactions elsewhere change it:
an author wants all of it in one view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import click

from rulewright import Span
from rulewright.characters import visible
from rulewright.check import model as m
from rulewright.effects.unparse import expression
from rulewright.pack.model import Declaration, Removed
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.stack.words import done
from rulewright_tools.show.places import file_of

_INDENT = "  "
_MAX_COLUMN = 64


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the view: its words and their location."""

    words: str
    place: str = ""


def place_of(span: Span, base: str) -> str:
    """Returns a location as `folder/file.yaml:12`."""
    return f"{file_of(span, base)}:{span.first.line}"


def as_written(declaration: Declaration, base: str) -> str:
    """Returns the lines of the definition in its file, with their location."""
    span = declaration.head_span
    first, last = lines_of(declaration)
    body = "\n".join(visible(line) for line in span.source.text.splitlines()[first - 1 : last]).rstrip()
    return f"{click.style(place_of(span, base), dim=True)}\n{body}"


def lines_of(declaration: Declaration) -> tuple[int, int]:
    """Returns the first and the last line of a definition in its file, from 1; blank lines after it belong to it."""
    lines = declaration.head_span.source.text.splitlines()
    first = declaration.head_span.first.line
    last = first
    while last < len(lines) and (not lines[last].strip() or lines[last][0] in " \t"):
        last += 1
    return first, last


def effective(declaration: Declaration, base: str, removed: Iterable[Removed] = ()) -> str:
    """Returns every field with its location, and its template if that is another one; before them the packs that have
    replaced the definition (`removed`), in order."""
    rows = [_Row(click.style(visible(declaration.head.text), bold=True), place_of(declaration.head_span, base))]
    rows += [_Row(f"{_INDENT}'{one.pack}' replaced the definition at {place_of(one.old.head_span, base)}",
                  place_of(one.span, base))
             for one in removed if one.title == f"{declaration.form} '{declaration.id}'"]  # fmt: skip
    for name, field in declaration.fields.items():
        origin = "" if field.origin in ("", declaration.id) else f"  from {field.origin}"
        first, *others = _field(name, field.node, _INDENT, field.key_span, base)
        rows += [_Row(first.words, first.place + origin), *others]
        for path, told in (declaration.history or {}).items():
            if path[0] == (name or path[0]):
                rows += [_Row(f"{_INDENT}  {visible(done(path, one))}", place_of(one.span, base)) for one in told]
    return _table(rows)


def _field(name: str, node: Node, indent: str, key: Span, base: str, dash: str = "") -> Iterator[_Row]:
    title = f"{indent}{dash}{visible(name)}: " if name else f"{indent}{dash}"
    place = place_of(key, base)
    if isinstance(node, Scalar):
        lines = node.value.rstrip("\n").split("\n")
        if len(lines) == 1:
            yield _Row(title + visible(lines[0]), place)
        else:
            yield _Row(f"{title}|", place)
            yield from (_Row(f"{indent}{_INDENT}{visible(line)}") for line in lines)
    elif node.flow and _is_whole(node):
        yield _Row(title + visible(node.span.words), place)
    elif isinstance(node, Mapping):
        yield _Row(title.rstrip(), place)
        for inner, entry in node.entries.items():
            yield from _field(inner, entry.value, indent + _INDENT, entry.key.span, base)
    else:
        yield _Row(title.rstrip(), place)
        for item in node.items:
            yield from _field("", item, indent + _INDENT, item.span, base, "- ")


def _is_whole(node: Mapping | Sequence) -> bool:
    """Returns whether a node is entirely at its location: a template may have added entries."""
    if isinstance(node, Sequence):
        return True
    return all(
        node.span.contains(entry.key.start) and entry.key.source == node.source for entry in node.entries.values()
    )


def _table(rows: list[_Row]) -> str:
    """Aligns locations in a column after the words, if the words are not too long."""
    lengths = [len(click.unstyle(row.words)) for row in rows if row.place]
    column = min(max((length for length in lengths if length <= _MAX_COLUMN), default=0), _MAX_COLUMN) + 2
    lines = []
    for row in rows:
        gap = " " * max(column - len(click.unstyle(row.words)), 2)
        lines.append(row.words + (gap + click.style(row.place, dim=True) if row.place else ""))
    return "\n".join(lines)


def touching(pack: m.PackDef, definition: m.Definition, base: str) -> str:
    """Returns the modifiers and reactions of the pack that affect a value, permission, event or class; empty if there
    are none."""
    sentences: list[str] = []
    reactions: list[str] = []
    targets: list[m.Definition] = [definition]
    if isinstance(definition, m.EventDef):
        targets += definition.classes
    for holder in pack.holders():
        owner = f"{holder.definition.form or holder.kind} {holder.definition.id}"
        for one in holder.sentences:
            if any(one.target is target for target in targets):
                sentences += _touch(visible(one.span.words), owner, one.span, base)
        for reaction in holder.reactions:
            if any(reaction.event is target for target in targets):
                reactions += _touch(_reaction(reaction), owner, reaction.span, base)
    for status in pack.statuses.values():
        spent = status.spent_by
        if spent is not None and any(spent.event is target for target in targets):
            reactions += _touch(f"spent by {_trigger(spent)}", f"status {status.id}", spent.span, base)
    shown = []
    for title, lines in (("Modifiers that affect it:", sentences), ("Reactions to it:", reactions)):
        if lines:
            shown += ["", click.style(title, bold=True), *lines]
    return "\n".join(shown)


def _touch(words: str, owner: str, span: Span, base: str) -> list[str]:
    return [f"{_INDENT}{words}", f"{_INDENT * 3}{owner}  {click.style(place_of(span, base), dim=True)}"]


def _trigger(reaction: m.ReactionDef) -> str:
    moment = "" if reaction.moment is None else f".{reaction.moment}"
    where = "" if reaction.where is None else f" where {expression(reaction.where)}"
    return f"{reaction.event.id}{moment}{where}"


def _reaction(reaction: m.ReactionDef) -> str:
    when = "" if reaction.when is None else f" when {expression(reaction.when)}"
    return f"{reaction.phase} {_trigger(reaction)}{when} ({'may' if reaction.optional else 'must'})"
