"""Reads the folder of a pack, or a stack, as one `Pack`. The entry point to reading for everything that checks and
plays.

Separate because reading a folder knows nothing of other packs, and most packs need none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.diagnostics import Diagnostics
from rulewright.memory import Memory
from rulewright.pack.files import MANIFEST, NO_BUFFERS, RULEBOOK, Buffers, Place, Stack
from rulewright.pack.model import Pack
from rulewright.pack.read import read_pack
from rulewright.source import SourceText, Span

if TYPE_CHECKING:
    from rulewright.pack.rulebook import Rulebook


def read_stack(
    place: str | Place | None, out: Diagnostics, known: Mapping[str, bytes] | None = None,
    buffers: Buffers = NO_BUFFERS, memory: Memory | None = None, also: Sequence[SourceText] = (),
) -> Pack:  # fmt: skip
    """The result of `read_pack`, with all changes that packs make in one another. `place` comes from `stacked`; None is
    a pack of which nothing can be read, which was reported."""
    if place is None:
        return Pack("", {}, Span(SourceText(MANIFEST, ""), 0, 0))
    if not isinstance(place, Stack):
        return read_pack(place, out, known, buffers, memory, also)
    from rulewright.stack.evaluate import Changes
    from rulewright.stack.manifests import read_manifest

    manifests = {member.id: read_manifest(member.folder) for member in place.members}
    changes = Changes(place, {name: one for name, one in manifests.items() if one is not None})
    return read_pack(place, out, known, buffers, memory, also, changes)


def book_of(place: Place) -> Rulebook:
    """The rulebooks of all packs of a place as one, in the order of packs. Their errors are reported elsewhere."""
    from rulewright.pack.rulebook import Rulebook, read_rulebook

    if not isinstance(place, Stack):
        return read_rulebook(place, Diagnostics())
    book = Rulebook()
    for member in place.members:
        if os.path.isfile(member.folder / RULEBOOK):
            further = read_rulebook(member.folder, Diagnostics())
            for name in further.rules:
                book.descriptive.pop(name, None)  # already reported for the statement before
            book.rules |= further.rules
            book.descriptive |= further.descriptive
            book.readings |= further.readings
            book.places |= further.places
    return book
