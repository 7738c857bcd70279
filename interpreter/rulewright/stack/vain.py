"""Warns of statements that have no effect: in a manifest about the order of other packs or about preferred values, and
changes of all sheets of a kind that find nothing.

Separate because this is known only once all changes are made.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import TESTS
from rulewright.pack.forms import SHEET_FIELDS
from rulewright.spelling import nearest
from rulewright.stack.find import behind_each
from rulewright.stack.heads import Change
from rulewright.stack.kinds import Kinds
from rulewright.stack.manifests import Manifest

# What a verb looks for, if not for anything.
_FOUND: Final = {"raise": "a number", "lower": "a number", "scale": "a number", "take": "these items"}


def report(manifests: dict[str, Manifest], preferred: set[str], out: Diagnostics) -> None:
    """Warns of each such entry. `preferred` are the fields of which a value was skipped because of one."""
    for one in manifests.values():
        for said in one.order:
            if said.text not in manifests:
                out.add("RW254", f"'{said.text}' is not in this stack, so its position has no effect", said.span,
                        "remove it, or add it to `needs`")  # fmt: skip
        others = behind_each(_without_order(each) if each is one else each for each in manifests.values())
        for first, second in pairwise(said for said in one.order if said.text in manifests):
            if first.text in others[second.text]:
                out.add("RW254", f"'{second.text}' comes after '{first.text}' anyway", second.span, "remove it")
        for name, said in one.parts.items():
            if not any(any((one.folder / each / name).rglob("*.yaml")) for each in ("", TESTS)):
                near = nearest(name, sorted(each.name for each in one.folder.iterdir() if each.is_dir()))
                out.add("RW254", f"'{one.id}' has no files in a folder '{name}', so the condition has no effect",
                        said.key, f"did you mean '{near}'?" if near else "add a file, or remove this")  # fmt: skip
        for path, said in one.prefers.items():
            if said.text not in manifests:
                out.add("RW254", f"'{said.text}' is not in this stack, so preferring it has no effect", said.span,
                        "remove it, or add it to `needs`")  # fmt: skip
            elif path not in preferred:
                out.add("RW254", f"this preference has no effect: no other pack changes '{path}'", said.key,
                        "write `FORM ID.PATH` as in the changes, or remove this")  # fmt: skip


def report_every(changes: Iterable[Change], kinds: Kinds, out: Diagnostics) -> None:
    """Warns of each `change every` that matches nothing, and of each entry in one that finds nothing where it matches.
    """
    for change in changes:
        if not change.is_met and change.edits:
            out.add("RW246", f"this changes nothing: no {change.form} matches", change.span,
                    "correct the condition, or remove it")  # fmt: skip
        for edit in change.edits if change.is_met else ():
            if not edit.is_done:
                kind, name = kinds.of(change.form), edit.path.partition(".")[0]
                known = {*kind.printed, *kind.parts, *SHEET_FIELDS}
                near = None if name in known else nearest(name, sorted(known))
                what = _FOUND.get(edit.verb, "anything")
                message = f"this changes nothing: no {change.form} that matches has {what} at '{edit.path}'"
                out.add("RW246", message, edit.key.span, f"did you mean '{near}'?" if near else "correct or remove it")


def _without_order(one: Manifest) -> Manifest:
    return Manifest(one.id, one.folder, one.version, one.source, one.span, needs=one.needs, optional=one.optional,
                    after=one.after)  # fmt: skip
