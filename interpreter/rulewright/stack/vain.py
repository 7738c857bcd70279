"""Tells of what a pack says about the order of others, or whose value it prefers, and that changes nothing.

Separate because it is about manifests alone, once all changes are done.
"""

from __future__ import annotations

from itertools import pairwise

from rulewright.diagnostics import Diagnostics
from rulewright.stack.find import behind_each
from rulewright.stack.manifests import Manifest


def report(manifests: dict[str, Manifest], preferred: set[str], out: Diagnostics) -> None:
    """Warn of each such entry. `preferred` are the fields of which a value was left out because of one."""
    for one in manifests.values():
        for said in one.order:
            if said.text not in manifests:
                out.add("RW254", f"'{said.text}' is not in this stack, so its place means nothing", said.span,
                        "leave it out, or add it to `needs`")  # fmt: skip
        others = behind_each(_without_order(each) if each is one else each for each in manifests.values())
        for first, second in pairwise(said for said in one.order if said.text in manifests):
            if first.text in others[second.text]:
                out.add("RW254", f"'{second.text}' comes behind '{first.text}' anyway", second.span, "leave it out")
        for path, said in one.prefers.items():
            if said.text not in manifests:
                out.add("RW254", f"'{said.text}' is not in this stack, so nothing of it is preferred", said.span,
                        "leave it out, or add it to `needs`")  # fmt: skip
            elif path not in preferred:
                out.add("RW254", f"nothing is left out of '{path}': no other pack changes it", said.key,
                        "write FORM ID.PATH as the changes do, or leave this out")  # fmt: skip


def _without_order(one: Manifest) -> Manifest:
    return Manifest(one.id, one.folder, one.version, one.source, one.span, needs=one.needs, optional=one.optional,
                    after=one.after)  # fmt: skip
