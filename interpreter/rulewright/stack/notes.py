"""Adds notes about the packs around a stack that may have been meant: newer versions, and ids that are nearly the same.

Separate because it looks into every folder in which packs are found, which playing a pack never does.
"""

from __future__ import annotations

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import Stack
from rulewright.stack import passed, slips
from rulewright.stack.lock import locked_versions
from rulewright.stack.manifests import read_manifest
from rulewright.stack.search import Search


def tell(place: Stack, out: Diagnostics) -> None:
    """Adds a note for each newer version that is passed over (RW260), and for each part that names a pack that does not
    exist if a similar id does (RW261)."""
    read = [read_manifest(member.folder) for member in place.members]
    manifests = {one.id: one for one in read if one is not None}
    named = tuple(member.folder for member in place.members if member.id in place.tested and member.id != place.main)
    locked = locked_versions(place.named)
    search = Search((place.named, *named), locked)
    passed.tell(place, manifests, search, locked, out)
    slips.tell(manifests, search, out)
