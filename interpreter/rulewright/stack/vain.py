"""Warns of statements in a manifest about the order of other packs, or about preferred values, that have no effect.

Separate because it concerns only manifests, once all changes are made.
"""

from __future__ import annotations

from itertools import pairwise

from rulewright.diagnostics import Diagnostics
from rulewright.stack.find import behind_each
from rulewright.stack.manifests import Manifest


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
        for path, said in one.prefers.items():
            if said.text not in manifests:
                out.add("RW254", f"'{said.text}' is not in this stack, so preferring it has no effect", said.span,
                        "remove it, or add it to `needs`")  # fmt: skip
            elif path not in preferred:
                out.add("RW254", f"this preference has no effect: no other pack changes '{path}'", said.key,
                        "write `FORM ID.PATH` as in the changes, or remove this")  # fmt: skip


def _without_order(one: Manifest) -> Manifest:
    return Manifest(one.id, one.folder, one.version, one.source, one.span, needs=one.needs, optional=one.optional,
                    after=one.after)  # fmt: skip
