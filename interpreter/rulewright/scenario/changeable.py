"""Finds the lines of a checked pack that a mutant can change, and the changed lines. Reasons for survivors name these.

Separate because `mutate` tries these changes, while the checker only needs to know whether a reason is for one of them.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final, NamedTuple

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.parsed import EventText, HolderText, Parsed, ParsedPack, SheetText
from rulewright.effects.walk import descend
from rulewright.pack.model import Declaration, FieldValue
from rulewright.pack.tree import Scalar, Sequence
from rulewright.scenario.changes import Change, of_condition, of_node, of_reaction
from rulewright.scenario.survivors import Reason, said
from rulewright.spelling import nearest

# Parts that only the checker reads (`must`, bounds of fields), or only people.
_UNSAID: Final = (
    "must", "range", "says", "shown", "shown_as", "names", "wording", "spans", "state_spans", "cited", "title",
    "members",
)  # fmt: skip


class Line(NamedTuple):
    """A line that can be changed: the definition (`value reward`), the field in it and the text of the line."""

    title: str
    at: str
    text: str


class Changed(NamedTuple):
    """A line, its location, and the result of one change to it."""

    line: Line
    file: str
    number: int
    becomes: str


class Lines:
    """The lines of a pack, or of some definitions, and their changes, in the order of files and locations."""

    def __init__(self, every: Iterable[Changed]) -> None:
        self._numbers: dict[Line, list[tuple[str, int]]] = {}  # where equal lines begin
        self._changes: dict[Line, dict[str, None]] = {}  # what they can be changed to
        self._fields: dict[str, dict[Line, None]] = {}
        self._keys: set[tuple[Line, int, str]] = set()
        for one in every:
            numbers = self._numbers.setdefault(one.line, [])
            if (one.file, one.number) not in numbers:
                numbers.append((one.file, one.number))
            self._changes.setdefault(one.line, {})[one.becomes] = None
            self._fields.setdefault(one.line.title, {})[one.line] = None
            self._keys.add((one.line, self.which(one), one.becomes))

    def which(self, one: Changed) -> int:
        """The number of a line among equal ones of the same field, from 1."""
        return self._numbers[one.line].index((one.file, one.number)) + 1

    def tell_none(self, reason: Reason, out: Diagnostics) -> bool:
        """Reports a reason that is for no change, and which part of it does not exist. Returns whether that is so."""
        line = Line(reason.title, reason.at, reason.line)
        if (line, reason.which, reason.becomes) in self._keys:
            return False
        changes = self._changes.get(line)
        if changes is None:
            self._tell_no_line(reason, line, out)
        elif reason.which > len(self._numbers[line]):
            count = len(self._numbers[line])
            times = "once" if count == 1 else f"{count} times"
            hint = "remove `which`" if count == 1 else f"write a number up to {count}"
            out.add("RW801", f"this line occurs {times}, not {reason.which} times", reason.line_span, hint)
        else:
            near = nearest(reason.becomes, changes) or next(iter(changes))
            out.add("RW801", f"no mutant changes this line to '{reason.becomes}'", reason.span,
                    f"write '{near}', which a mutant does")  # fmt: skip
        return True

    def _tell_no_line(self, reason: Reason, line: Line, out: Diagnostics) -> None:
        others = self._fields.get(line.title, {})
        elsewhere = [at for _, at, text in others if text == line.text]
        where = f"in '{line.at}' of {line.title}" if line.at else f"in {line.title}"
        near = nearest(line.text, [text for _, at, text in others if at == line.at])
        hint = "remove the reason, or write the current line"
        if elsewhere:
            hint = f"write `at: {elsewhere[0]}`" if elsewhere[0] else "remove `at`"
        elif near is not None:
            hint = f"check whether the reason is still true: the line is now '{near}'"
        out.add("RW801", f"there is no changeable line '{line.text}' {where}", reason.line_span, hint)


class Kept(NamedTuple):
    """The changeable lines of a definition, with what they follow from: an edit of another definition leaves them as
    they are."""

    parsed: Parsed
    declaration: Declaration
    ranks: tuple[str, ...]
    lines: Lines


def refuse_none(
    reasons: Collection[Reason], parsed: ParsedPack, ranks: tuple[str, ...], out: Diagnostics,
    kept: dict[str, Kept] | None = None,
) -> None:  # fmt: skip
    """Reports the reasons that are for no change of a checked pack with these ranks. Lines that are `kept` from an
    earlier check are not collected again; those that are collected are added."""
    titles = {one.title for one in reasons}
    kept = {} if kept is None else kept
    lines: dict[str, Lines] = {}
    for one in parsed.definitions:
        title = f"{one.declaration.form} {one.header.id}"
        if title not in titles:
            continue
        known = kept.get(title)
        if known is None or known.parsed is not one or known.declaration is not one.declaration or known.ranks != ranks:
            found = _lines(_of_definition(one, ranks), title, one.declaration.fields)
            known = kept[title] = Kept(one, one.declaration, ranks, found)
        lines[title] = known.lines
    for name, setting in parsed.manifest.settings.items():
        title = f"setting {name}"
        if title in titles:
            lines[title] = _lines(below(setting), title, {})
    none = Lines(())
    for reason in reasons:
        lines.get(reason.title, none).tell_none(reason, out)


def _lines(changes: Iterable[Change], title: str, fields: dict[str, FieldValue]) -> Lines:
    """The lines of a definition with its changes, in the order of files and locations."""
    found: dict[tuple[str, int, int, str], Changed] = {}
    for change in changes:
        _note(found, change, title, fields)
    return Lines(found[place] for place in sorted(found))


def _note(
    found: dict[tuple[str, int, int, str], Changed], change: Change, title: str, fields: dict[str, FieldValue]
) -> None:  # fmt: skip
    if change.source.text[change.start : change.end] != change.text:
        number, before, after = lines_of(change)
        place = (change.source.name, change.start, change.end, change.text)
        found[place] = Changed(Line(title, field_at(fields, change), said(before)), change.source.name, number,
                               said(after))  # fmt: skip


def _of_definition(one: Parsed, ranks: tuple[str, ...]) -> Iterator[Change]:
    """The changes of all code of a definition: those that `mutate` makes, and those of code that only bots evaluate."""
    body = one.body
    yield from below(body)
    if isinstance(body, EventText):
        for condition in body.legal.values():
            yield from of_condition(condition)
    if isinstance(body, HolderText | SheetText):
        yield from of_condition(body.rules.active)
        for reaction in body.rules.reactions:
            yield from of_reaction(reaction, ranks)


def below(part: Any) -> Iterator[Change]:
    """The changes of all nodes in a part of a body, however deep they are."""
    for root in roots(part, _UNSAID):
        unsaid: set[int] = set()  # bounds of fields, and the nodes in them
        for node in descend(root):
            if id(node) in unsaid:
                continue
            if isinstance(node, n.FieldType) and node.range is not None:
                unsaid.update(map(id, descend(node.range)))
            yield from of_node(node)


def roots(part: Any, left_out: Collection[str] = ()) -> Iterator[n.Node]:
    """The trees in a part of a body, however deep they are; fields with the names in `left_out` are skipped."""
    if isinstance(part, n.Node):
        yield part
    elif isinstance(part, (tuple, list)):
        for one in part:
            yield from roots(one, left_out)
    elif isinstance(part, dict):
        for one in part.values():
            yield from roots(one, left_out)
    elif dataclasses.is_dataclass(part) and not isinstance(part, type):
        for one in dataclasses.fields(part):
            if one.name not in left_out:
                yield from roots(getattr(part, one.name), left_out)


def field_at(fields: dict[str, FieldValue], change: Change) -> str:
    """The field that contains a change: the keys of mappings that lead to it. List indexes are omitted, because
    inserting an item would shift them."""
    keys: list[str] = []
    places = [(name, field.key_span.start, field.node) for name, field in fields.items()
              if field.node.source.name == change.source.name]  # fmt: skip
    while places:
        found = next(((name, node) for name, start, node in places if start <= change.start <= node.end), None)
        if found is None:
            break
        name, node = found
        keys += [name] if name else []
        while isinstance(node, Sequence):
            inside = next((item for item in node.items if item.start <= change.start <= item.end), None)
            node = Scalar(node.source, node.start, node.end, "", "plain") if inside is None else inside
        places = [] if isinstance(node, Scalar) else [
            (key, entry.key.start, entry.value) for key, entry in node.entries.items()
        ]
    return ".".join(keys)


def lines_of(change: Change) -> tuple[int, str, str]:
    """The number of the first line, and the lines before and after the change."""
    text = change.source.text
    start = text.rfind("\n", 0, change.start) + 1
    end = text.find("\n", change.end)
    end = len(text) if end < 0 else end
    after = text[start : change.start] + change.text + text[change.end : end]
    return change.source.position(change.start).line, text[start:end].rstrip("\r"), after.rstrip("\r")
