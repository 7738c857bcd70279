"""Shows the fields of a definition with their locations, and what else in the pack affects it.

Separate because templates combine a definition from several locations, and modifiers and reactions elsewhere change it:
an author wants all of it in one view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Mapped
from collections.abc import Sequence as Sequenced
from contextlib import suppress
from dataclasses import dataclass

import click

from rulewright import Span
from rulewright.characters import visible
from rulewright.check import model as m
from rulewright.effects.unparse import expression
from rulewright.pack.model import Declaration, Origin, Removed
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.stack.offers import whole_block
from rulewright.stack.words import done
from rulewright_tools.show.places import place_of

_INDENT = "  "
_MAX_COLUMN = 64
_History = Mapped[tuple[str, ...], Sequenced[Origin]]


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the view: its words and their location."""

    words: str
    place: str = ""


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
    history = declaration.history or {}
    block = None
    with suppress(ValueError):  # an offer without lines, which is an error of the packs
        block = whole_block(declaration)
    for name, field in declaration.fields.items():
        origin = "" if field.origin in ("", declaration.id) else f"  from {field.origin}"
        of_it = {path: told for path, told in history.items() if path[0] == (name or path[0])}
        inside = {(name, *path[1:]): told for path, told in of_it.items()}
        node = block[1] if block is not None and block[0] == name else field.node
        first, *others = _field((name,), node, _INDENT, field.key_span, base, inside)
        rows += [_Row(first.words, first.place + origin), *others, *_changes(of_it, base)]
    if "" not in declaration.fields:
        rows += _changes({path: told for path, told in history.items() if path[0] not in declaration.fields}, base)
    return _table(rows)


def _changes(history: _History, base: str) -> Iterator[_Row]:
    """Yields what packs have done to a field, which may be gone."""
    for path, told in history.items():
        yield from (_Row(f"{_INDENT}  {visible(done(path, one))}", place_of(one.span, base)) for one in told)


def _field(
    path: tuple[str, ...], node: Node, indent: str, key: Span, base: str, history: _History, dash: str = ""
) -> Iterator[_Row]:  # fmt: skip
    name = "" if dash else path[-1]
    title = f"{indent}{dash}{visible(name)}: " if name else f"{indent}{dash}"
    place = place_of(key, base)
    if isinstance(node, Scalar):
        lines = node.value.rstrip("\n").split("\n")
        if len(lines) == 1:
            yield _Row(title + visible(lines[0]), place)
        else:
            yield _Row(f"{title}|", place)
            yield from (_Row(f"{indent}{_INDENT}{visible(line)}") for line in lines)
    elif node.flow and _is_whole(path, node, history):
        yield _Row(title + visible(node.span.words), place)
    elif isinstance(node, Mapping):
        yield _Row(title.rstrip(), place)
        for inner, entry in node.entries.items():
            yield from _field((*path, inner), entry.value, indent + _INDENT, entry.key.span, base, history)
    else:
        yield _Row(title.rstrip(), place)
        for item in node.items:
            yield from _field(path, item, indent + _INDENT, item.span, base, history, "- ")


def _is_whole(path: tuple[str, ...], node: Mapping | Sequence, history: _History) -> bool:
    """Returns whether a node is still what is written at its location: a template may have added entries, and packs may
    have changed what is inside."""
    told = {where: told for where, told in history.items() if where[: len(path)] == path}
    if any(len(where) > len(path) for where in told):
        return False
    if isinstance(node, Sequence):
        is_less = any(one.verb == "take" for one in told.get(path, ()))
        return not is_less and all(item.source == node.source and node.span.contains(item.start) for item in node.items)
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
