"""Finds the differences between two packs after all changes: definitions, and fields of definitions.

Separate because it compares the resulting definitions and not how they are written: layout, comments and files do not
count.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from rulewright.pack.model import Declaration, Origin, Pack
from rulewright.pack.read import main_field
from rulewright.pack.tree import Mapping, Node
from rulewright.source import Span
from rulewright.stack.kinds import texts_of
from rulewright.stack.offers import whole_block
from rulewright.stack.slots import Fields
from rulewright.stack.trees import Part, changed
from rulewright.stack.words import text_of

_NONE: Final[frozenset[str]] = frozenset()
_STEPS: Final = "steps"
_BLOCK: Final = "do"
_IN_ORDER: Final = "steps in order"  # used in place of a path if only the order of the steps differs


@dataclass(frozen=True, slots=True)
class Difference:
    """One field, or one definition (if `path` is empty), that differs: its old and new value ("" for nothing), the
    location of the new one, and what packs did to it. `was` and `now` are its whole text in the old and in the new pack
    (None: nothing)."""

    definition: str
    path: str
    before: str
    after: str
    span: Span
    told: tuple[Origin, ...] = ()
    was: Span | None = None
    now: Span | None = None
    # For code: the parts of it that differ.
    parts: tuple[Part, ...] = ()
    # For a new step: its position among the others.
    stands: str = ""


def differences(old: Pack, new: Pack) -> list[Difference]:
    """What differs in the second pack, in the order of its definitions, followed by what was removed."""
    before = {(one.form, one.id): one for one in old.declarations}
    found: list[Difference] = []
    mains = _Mains(old), _Mains(new)
    texts = texts_of(new.declarations)
    for one in new.declarations:
        other = before.pop((one.form, one.id), None)
        called = f"{one.form} {one.id}"
        if other is None:
            found.append(Difference(called, "", "", one.key.value, one.head_span, now=_extent(one)))
            continue
        by = _new(_removals(old, one), _removals(new, one))
        found += _fields(called, other, one, (mains[0].of(other), mains[1].of(one)), texts.get(one.form, _NONE), by)
    for gone in before.values():
        name, by = f"{gone.form} {gone.id}", _removals(new, gone)
        found.append(Difference(name, "", gone.key.value, "", gone.head_span, by, was=_extent(gone)))
    found += _fields("pack", _manifest(old), _manifest(new), (None, None), _NONE)
    return found


def _removals(pack: Pack, one: Declaration) -> tuple[Origin, ...]:
    """What packs have done to a definition as a whole: removed or replaced it."""
    told = [each for each in pack.removed if (each.old.form, each.old.id) == (one.form, one.id)]
    return tuple(Origin(each.pack, each.verb.removesuffix("d"), each.span, "", "") for each in told)


def _new(old: tuple[Origin, ...], new: tuple[Origin, ...]) -> tuple[Origin, ...]:
    """What packs have done, without what they had done in the old pack as well."""
    known = [(one.pack, one.verb, one.before, one.after) for one in old]
    same = [(one.pack, one.verb, one.before, one.after) for one in new[: len(known)]] == known
    return new[len(known) :] if same else new


def _manifest(pack: Pack) -> Declaration:
    """The manifest as a definition, without what concerns other packs."""
    named = pack.manifest["pack"]
    left_out = ("needs", "optional", "parts", "after", "conflicts", "order", "prefers", "breaks", "renamed")
    fields = {name: field for name, field in pack.manifest.items() if name not in left_out}
    return Declaration("pack", "", named.key, fields, "", history=pack.manifest_history)


class _Mains:
    """The names of the fields that bodies without fields fill, in one pack."""

    def __init__(self, pack: Pack) -> None:
        self._kinds = {one.id: one.fields for one in pack.declarations if one.form == "kind"}

    def of(self, one: Declaration) -> str | None:
        """The name of that field for a definition; None if it has none."""
        return main_field(one, self._kinds)


def _fields(
    called: str, old: Declaration, new: Declaration, mains: tuple[str | None, str | None], texts: frozenset[str],
    by: tuple[Origin, ...] = (),
) -> Iterator[Difference]:  # fmt: skip
    """The differences of two definitions; `by` are the packs that have replaced the new one."""
    was, now = dict(_values(old, mains[0])), dict(_values(new, mains[1]))
    if old.key.value != new.key.value and called != "pack":
        yield Difference(called, "(head)", old.key.value, new.key.value, new.head_span, by)
    told_then, told_now = old.history or {}, new.history or {}
    is_same_block = bool(old.lines or new.lines) and _have_same_block(old, new, texts)
    for path in dict.fromkeys((*now, *was)):
        if is_same_block and path[0] == _BLOCK:
            continue
        before, old_node = was.get(path, ("", None))
        after, node = now.get(path, ("", None))
        parts: list[Part] | None = None
        if before == after or (old_node is not None and node is not None and (
            parts := changed(path[0], old_node, node, path[0] in texts)) == []):
            continue
        told = by + tuple(each for where, several in told_now.items() if _is_about(where, path)
                          for each in _new(told_then.get(where, ()), several))  # fmt: skip
        name = ".".join(part for part in path if part)
        span = (told[-1].span if told and (node is None or told != by) else
                new.head_span if node is None else _first_line(node))  # fmt: skip
        stands = "" if old_node is not None else _place_of(path, new)
        yield Difference(called, name, before, after, span, told, _all_of(old_node), _all_of(node), tuple(parts or ()),
                         stands)  # fmt: skip
    yield from _order_of_steps(called, old, new)


def _have_same_block(old: Declaration, new: Declaration, texts: frozenset[str]) -> bool:
    """Whether the blocks are the same with the lines that packs have added to offers: one pack may have written down
    what another one adds."""
    was, now = _block(old), _block(new)
    return was is not None and now is not None and changed(_BLOCK, was, now, _BLOCK in texts) == []


def _block(one: Declaration) -> Node | None:
    with suppress(ValueError):  # an offer without lines
        whole = whole_block(one)
        field = one.fields.get("", one.fields.get(_BLOCK))
        return whole[1] if whole is not None else None if field is None else field.node
    return None


def _is_about(where: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether what was done to one path may have changed the value at another one: one is inside the other."""
    return all(one == other for one, other in zip(where, path, strict=False))


def _steps(one: Declaration) -> Mapping | None:
    """The steps of a value, which run in the order in which they are written."""
    field = one.fields.get(_STEPS) if one.form == "value" else None
    return field.node if field is not None and isinstance(field.node, Mapping) else None


def _place_of(path: tuple[str, ...], one: Declaration) -> str:
    """The position of a step among the others, in words; "" for anything else."""
    steps = _steps(one)
    if steps is None or path[0] != _STEPS:
        return ""
    before = list(takewhile(lambda other: other != path[1], steps.entries))
    return f"after {before[-1]}" if before else "first"


def _order_of_steps(called: str, old: Declaration, new: Declaration) -> Iterator[Difference]:
    """Reports the steps that both have, if their order differs."""
    was, now = _steps(old), _steps(new)
    if was is None or now is None:
        return
    before = [name for name in was.entries if name in now.entries]
    after = [name for name in now.entries if name in was.entries]
    if before != after:
        told = (new.history or {}).get((_STEPS,), ())
        span = told[-1].span if told else _first_line(now)
        yield Difference(called, _IN_ORDER, ", ".join(before), ", ".join(after), span, told, was.span, now.span)


def _all_of(node: Node | None) -> Span | None:
    return None if node is None else node.span


def _extent(one: Declaration) -> Span:
    """The whole text of a definition in its own file."""
    source = one.key.source
    ends = [field.node.end for field in one.fields.values() if field.node.source == source]
    return source.span(one.key.start, max([one.key.end, *ends]))


def _values(one: Declaration, main: str | None) -> Iterator[tuple[tuple[str, ...], tuple[str, Node | None]]]:
    for name, lines in (one.lines or {}).items():
        yield (_BLOCK, name), (", ".join(f"{verb} {text_of(line)}" for verb, line in lines), lines[-1][1])
    for name in Fields(one, None).declaration.fields:
        if name == "extends":  # its fields are here
            continue
        yield from _inside((name or main or "text",), one.fields[name].node)


def _inside(path: tuple[str, ...], node: Node) -> Iterator[tuple[tuple[str, ...], tuple[str, Node | None]]]:
    if isinstance(node, Mapping):
        for name, entry in node.entries.items():
            yield from _inside((*path, name), entry.value)
    else:
        yield path, (text_of(node), node)


def _first_line(node: Node) -> Span:
    text = node.span.text.partition("\n")[0].rstrip()
    return Span(node.source, node.start, node.start + len(text))
