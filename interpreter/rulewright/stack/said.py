"""Tells whether an order of two packs of a stack is stated, by the files that things are in.

Separate because the stages after reading, in programs and typed code, know files and no packs.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.pack.files import Place, Stack
from rulewright.stack.find import behind_each
from rulewright.stack.manifests import Manifest, read_manifest

# The ids of the packs of two files if no order of them is stated; True if `after` or `order` states one; None for one
# pack, and if one pack needs the other: its author knows the needed pack, so the two count as one.
SaidOrder = Callable[[str, str], tuple[str, str] | bool | None]


def order_said(place: Place | None) -> SaidOrder:
    """The stated order of the packs of a place."""
    if not isinstance(place, Stack):
        return lambda _file, _other: None
    made = {member.id: read_manifest(member.folder) for member in place.members}
    manifests = {name: one for name, one in made.items() if one is not None}
    behind = behind_each(manifests.values())
    chosen = behind_each(_without_needs(one) for one in manifests.values())

    def said(file: str, other: str) -> tuple[str, str] | bool | None:
        one, two = place.of(file)[0].id, place.of(other)[0].id
        if one == two:
            return None
        if two in chosen[one] or one in chosen[two]:
            return True
        return None if two in behind[one] or one in behind[two] else (one, two)

    return said


def all_said(place: Place | None) -> object:
    """All statements about the order of the packs of a place, to be compared; empty for a single pack."""
    if not isinstance(place, Stack):
        return ""
    made = [read_manifest(member.folder) for member in place.members]
    manifests = [one for one in made if one is not None]
    several = (behind_each(manifests), behind_each(_without_needs(one) for one in manifests))
    return [(member.id, member.prefix) for member in place.members], [
        sorted((name, sorted(behind)) for name, behind in one.items()) for one in several
    ]


def _without_needs(one: Manifest) -> Manifest:
    return Manifest(one.id, one.folder, one.version, one.source, one.span, after=one.after, order=one.order)
