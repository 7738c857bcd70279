"""Tells what differs between two packs as they are after all changes: definitions, and fields of definitions.

Separate because it compares what packs come to and not how they are written: layout, comments and files do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.pack.model import Declaration, Origin, Pack
from rulewright.pack.tree import Mapping, Node
from rulewright.source import Span
from rulewright.stack.slots import Fields
from rulewright.stack.words import text_of


@dataclass(frozen=True, slots=True)
class Difference:
    """One field, or one definition (`path` is empty), that is another: what it was and is ("" for nothing), where the
    new one stands, and what packs have done to it."""

    definition: str
    path: str
    before: str
    after: str
    span: Span
    told: tuple[Origin, ...] = ()


def differences(old: Pack, new: Pack) -> list[Difference]:
    """What is another in the second pack, in the order of its definitions, then what is gone."""
    before = {(one.form, one.id): one for one in old.declarations}
    found: list[Difference] = []
    for one in new.declarations:
        other = before.pop((one.form, one.id), None)
        called = f"{one.form} {one.id}"
        if other is None:
            found.append(Difference(called, "", "", one.key.value, one.head_span))
            continue
        found += _fields(called, other, one)
    for gone in before.values():
        found.append(Difference(f"{gone.form} {gone.id}", "", gone.key.value, "", gone.head_span))
    found += _fields("pack", _manifest(old), _manifest(new))
    return found


def _manifest(pack: Pack) -> Declaration:
    named = pack.manifest["pack"]
    left_out = ("needs", "optional", "parts", "after", "conflicts", "order", "prefers", "breaks", "renamed")
    fields = {name: field for name, field in pack.manifest.items() if name not in left_out}
    return Declaration("pack", "", named.key, fields, "")


def _fields(called: str, old: Declaration, new: Declaration) -> Iterator[Difference]:
    was, now = dict(_values(old)), dict(_values(new))
    if old.key.value != new.key.value and called != "pack":
        yield Difference(called, "(head)", old.key.value, new.key.value, new.head_span)
    for path in dict.fromkeys((*now, *was)):
        before, after = was.get(path, ("", None))[0], now.get(path, ("", None))[0]
        if before == after:
            continue
        told = (new.history or {}).get(path, ())
        name = ".".join(part for part in path if part)
        node = now.get(path, ("", None))[1]
        span = told[-1].span if told else new.head_span if node is None else _first_line(node)
        yield Difference(called, name, before, after, span, told)


def _values(one: Declaration) -> Iterator[tuple[tuple[str, ...], tuple[str, Node | None]]]:
    for name, lines in (one.lines or {}).items():
        yield ("do", name), (", ".join(f"{verb} {text_of(line)}" for verb, line in lines), None)
    for name in Fields(one, None).declaration.fields:
        yield from _inside((name,), one.fields[name].node)


def _inside(path: tuple[str, ...], node: Node) -> Iterator[tuple[tuple[str, ...], tuple[str, Node | None]]]:
    if isinstance(node, Mapping):
        for name, entry in node.entries.items():
            yield from _inside((*path, name), entry.value)
    else:
        yield path, (text_of(node), node)


def _first_line(node: Node) -> Span:
    text = node.span.text.partition("\n")[0].rstrip()
    return Span(node.source, node.start, node.start + len(text))
