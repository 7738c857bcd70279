"""Merges the manifests of a stack: the settings and messages of all packs, and the changes of packs to the game's own.

Separate because a manifest is not a definition: it has no template, and there is only one.
"""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.model import Declaration, FieldValue, Pack
from rulewright.pack.tree import Entry, Mapping, Node, Scalar
from rulewright.source import Span
from rulewright.stack import conflicts, twice
from rulewright.stack.edit import Editor
from rulewright.stack.heads import RANK, Change
from rulewright.stack.slots import Fields
from rulewright.stack.targets import Done
from rulewright.stack.where import KindFields

_MERGED: Final = ("settings", "messages")


def settings_and_messages(pack: Pack, out: Diagnostics) -> Scalar | None:
    """Puts the additions of all packs into the game's manifest. Returns the id in it, None if there is none."""
    for fields in pack.manifests.values():
        for name in _MERGED:
            if name in fields:
                old = pack.manifest.get(name)
                pack.manifest[name] = fields[name] if old is None else FieldValue(
                    _merged(name, old.node, fields[name].node, out), old.key, old.origin)  # fmt: skip
    named = pack.manifest.get("pack")
    return named.node if named is not None and isinstance(named.node, Scalar) else None


def change(
    whole: Declaration, changes: list[Change], order: list[str], behind: dict[str, set[str]],
    prefers: MappingOf[str, str], out: Diagnostics,
) -> Declaration:  # fmt: skip
    """The manifest after all changes, in the order of packs. Reports where another order would give a different result
    and no order is stated."""
    if not changes:
        return whole
    edits = [(edit, one) for one in changes for edit in one.edits]
    told: set[Span] = set()
    twice.refuse(edits, f"pack '{whole.id}'", told, out)

    def changed(order: list[str], out: Diagnostics) -> Declaration:
        made = conflicts.copied(whole)
        editor = Editor(out, lambda _: KindFields())
        for name in order:
            mine = [(edit, one) for edit, one in edits if one.pack == name
                    and prefers.get(f"pack {whole.id}.{edit.path}", name) == name]  # fmt: skip
            for edit, one in sorted(mine, key=lambda pair: RANK[pair[0].verb]):
                editor.do(edit, Done(Fields(made, None), None, one))
        return made

    def evaluate(_: int, packs: tuple[str, ...]) -> conflicts.Outcome:
        found = Diagnostics()
        return conflicts.outcome([changed([*(one for one in order if one not in packs), *packs], found)], found)

    def place(pack: str, _: int, slot: str) -> Span:
        mine = [edit for edit, one in edits if one.pack == pack]
        near = (edit.key.span for edit in mine if slot.startswith(edit.path) or edit.path.startswith(slot))
        return next(near, mine[0].key.span)

    about: dict[str, list[Change]] = {}
    for one in changes:
        about.setdefault(one.pack, []).append(one)
    differ = list(conflicts.find([conflicts.Touched(0, about)], behind, order, evaluate))
    conflicts.report(differ, [whole], place, out)
    found = Diagnostics(out.limit)
    made = changed(order, found)
    conflicts.report_rest(found, {slot for *_, several in differ for slot in several}, out)
    note_removed(made, "", out)
    return made


def note_removed(one: Declaration, prefix: str, out: Diagnostics) -> None:
    """Records the fields that packs have removed, for reports of their absence: by name, with a `prefix` for the
    definition."""
    for path, told in (one.history or {}).items():
        if told[-1].verb == "remove":
            out.gone(f"{prefix}{path[-1]}", told[-1].span, f"'{told[-1].pack}' has removed it here")


def _merged(name: str, old: Node, new: Node, out: Diagnostics) -> Node:
    """Merges two mappings. A key in both is an error, except for languages, which are merged in turn."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return old
    entries = dict(old.entries)
    for key, entry in new.entries.items():
        mine = entries.get(key)
        if mine is None:
            entries[key] = entry
        elif isinstance(mine.value, Mapping) and isinstance(entry.value, Mapping):
            entries[key] = Entry(mine.key, _merged(f"{name}.{key}", mine.value, entry.value, out))
        else:
            hint = f"use `change pack` with `set: {{{name}.{key}: ..}}`"
            out.add("RW210", f"two packs define '{key}' under `{name}`", entry.key.span,
                    hint if "." in name else f"rename it, or {hint}",
                    [(mine.key.span, "it is first defined here")])  # fmt: skip
    return Mapping(old.source, old.start, old.end, False, entries, old.broken or new.broken)
