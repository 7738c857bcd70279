"""Reads `renamed` of all manifests: which old ids are which current ids, for matches that were saved with the old ones.

Separate because it is the only thing that a pack says about what it no longer has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rulewright.check import model as m
from rulewright.check.declaring import Declaring
from rulewright.diagnostics import Missing
from rulewright.pack.forms import FORMS
from rulewright.pack.tree import Mapping, Scalar
from rulewright.source import Span
from rulewright.spelling import did_you_mean, plural_of

# `card king`, `enum suit.cups`, `card king.arm`, `setting quick`.
_OLD: Final = re.compile(r"([^\W\d]\w*) +([^\W\d]\w*)(?:\.([^\W\d]\w*))?")


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry: the old form and id, the member or part of it that is meant, if any, and the current id."""

    form: str
    id: str
    member: str
    new: str
    key: Span
    value: Span


def fill_renamed(d: Declaring) -> None:
    """Fills the old ids with their final current ids."""
    entries = list(_entries(d))
    forms = [*FORMS, *d.pack.kinds, "setting"]
    for one in entries:
        if one.form not in forms:
            d.error("RW255", f"unknown form or kind '{one.form}'", one.key, None,
                    did_you_mean(one.form, forms, "forms and kinds are"), missing=Missing(one.form))
    entries = [one for one in entries if one.form in forms]
    definitions = [one for one in entries if not one.member]
    today = {(one.kind.id if isinstance(one, m.SheetDef) else one.form, name): None
             for group in d.pack.groups() for name, one in group.items()}  # fmt: skip
    found = {(form, old, ""): new for (form, old), new in _followed(d, definitions, today).items()}
    inside: dict[tuple[str, str], list[_Entry]] = {}
    for one in entries:
        if one.member:
            inside.setdefault((one.form, found.get((one.form, one.id, ""), one.id)), []).append(one)
    for (form, owner), several in inside.items():
        if (form, owner) not in today:
            d.error("RW255", f"there is no {form} '{owner}'", several[0].key, None,
                    did_you_mean(owner, [name for one, name in today if one == form], f"{plural_of(form)} are"),
                    missing=Missing(owner))
            continue
        # Members are looked up like definitions, with their owner in place of a form.
        alike = [_Entry(one.form, one.member, "", one.new, one.key, one.value) for one in several]
        there = {(form, name): None for name in _members(d.pack, form, owner)}
        for (_, old), new in _followed(d, alike, there, f"{form} '{owner}'").items():
            found[form, owner, old] = new
    d.pack.renamed = tuple((form, old, member, new) for (form, old, member), new in sorted(found.items()))


def _entries(d: Declaring) -> Iterable[_Entry]:
    for manifest in (d.parsed.pack.manifest, *d.parsed.pack.manifests.values()):
        written = manifest.get("renamed")
        if written is None or not isinstance(written.node, Mapping):
            continue
        for text, entry in written.node.entries.items():
            if not isinstance(entry.value, Scalar) or entry.value.broken or entry.key.broken:
                continue
            match = _OLD.fullmatch(" ".join(text.split()))
            if match is None:
                d.error("RW255", f"'{text:.60}' is not the name of anything that can be renamed", entry.key.span, None,
                        "write `FORM OLD: NEW`, or `FORM ID.OLD: NEW` for a member or a part")
                continue
            yield _Entry(match[1], match[2], match[3] or "", entry.value.value, entry.key.span, entry.value.span)


def _members(pack: m.PackDef, form: str, owner: str) -> list[str]:
    """The names inside a definition: members of an enumeration, parts of a sheet."""
    if form == "enum":
        return [one.id for one in pack.enums[owner].members]
    if owner in pack.sheets:
        return [one.id.rpartition(".")[2] for several in pack.sheets[owner].parts.values() for one in several]
    return []


def _followed(
    d: Declaring, entries: list[_Entry], today: dict[tuple[str, str], None], within: str = ""
) -> dict[tuple[str, str], str]:
    """The current id of each old id, also indirectly. An entry that leads nowhere, in a cycle or to an id of something
    else is reported. `within`: what they are members of."""
    by_old: dict[tuple[str, str], _Entry] = {}
    by_new: dict[tuple[str, str], _Entry] = {}
    of = f" of {within}" if within else ""
    for one in entries:
        old, new = (one.form, one.id), (one.form, one.new)
        what = "member" if within else one.form
        before = by_old.get(old)
        if before is not None and before.new != one.new:
            d.error("RW256", f"{what} '{one.id}'{of} is renamed to '{before.new}' and to '{one.new}'", one.value, None,
                    "remove one of the entries", [(before.value, "the other entry")])
            continue
        if old in today:
            d.error("RW256", f"{what} '{one.id}'{of} still exists, so its id is in use", one.key, None,
                    f"remove this entry, or rename {what} '{one.id}'")
            continue
        twin = by_new.get(new)
        if twin is not None and twin.id != one.id:
            d.error("RW256", f"{what} '{one.id}' and '{twin.id}'{of} are both renamed to '{one.new}'", one.value, None,
                    "keep one entry: each current id was one old id", [(twin.value, "the other entry")])
            continue
        by_old[old], by_new[new] = one, one
    found: dict[tuple[str, str], str | None] = {}  # None: reported
    told: set[tuple[str, str]] = set()
    for (form, name), one in by_old.items():
        what = "member" if within else form
        seen, at = {name: None}, one
        while (form, at.new) in by_old and at.new not in seen and (form, at.new) not in found:
            seen[at.new] = None
            at = by_old[form, at.new]
        end = found.get((form, at.new))
        if (form, at.new) in found:
            pass  # where it leads is known
        elif at.new in seen:
            names = list(seen)
            circle = ", ".join(f"'{other}'" for other in [*names[names.index(at.new) :], at.new])
            d.error("RW256", f"cycle of renamed ids: {circle}", one.value, None, "give the last of them a current id")
        elif (form, at.new) not in today:
            if (form, at.new) not in told:
                d.error("RW255", f"there is no {what} '{at.new}'{of}", at.value, None,
                        did_you_mean(at.new, [other for one, other in today if one == form], f"{plural_of(what)} are"),
                        missing=Missing(at.new))
            told.add((form, at.new))
        else:
            end = at.new
        for other in seen:
            found.setdefault((form, other), end)
    return {old: new for old, new in found.items() if new is not None}
