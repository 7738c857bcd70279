"""Reports definitions that are unused only because of another pack, once for each pack that they belong to.

Separate because the author of a pack that removes a rule cannot change the game to remove the rule's helpers, and a
warning for each of them would hide the others. Reports about the game alone stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from rulewright.diagnostic import Diagnostic
from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import Member, Stack
from rulewright.pack.model import Pack
from rulewright.source import Span
from rulewright.stack.because import needed_by_each, touches_of
from rulewright.stack.find import behind_each
from rulewright.stack.manifests import read_manifest

# Codes of findings that something is not used.
UNUSED: Final = frozenset({"RW460", "RW461", "RW462", "RW463", "RW466", "RW469", "RW473"})
_SHOWN: Final = 5
_WORD: Final = re.compile(r"\w+")


def gather(place: Stack, pack: Pack, out: Diagnostics, alone: Callable[[Member], Iterable[Diagnostic]]) -> None:
    """Replaces the reports of definitions that are unused in the stack but used in their own pack by one note (RW253)
    for each pack; `alone` checks one of the packs by itself. A pack can only lose a use if another pack has removed the
    name from its code, so only then is anything checked."""
    named = {word for one in out if one.code in UNUSED for word in _WORD.findall(one.message)}
    if not named:
        return
    manifests = [one for one in (read_manifest(member.folder) for member in place.members) if one is not None]
    behind = behind_each(manifests)
    needed = {name for several in behind.values() for name in several}
    closure, taken = needed_by_each(place), [*touches_of(pack, named)]
    for member in place.members:
        if member.id not in needed:
            continue
        own = closure[member.id]
        lost = frozenset[str]().union(*(one.lost for one in taken if one.pack not in own))
        found = [one for one in out if one.code in UNUSED and place.of(one.span.source.name)[0].id == member.id
                 and not lost.isdisjoint(_WORD.findall(one.message))]  # fmt: skip
        if not found:
            continue
        before = {_said(one, one.span.source.name) for one in alone(member)}
        # When checked alone, a pack that needs others has a prefix too, and a game has none.
        new = [one for one in found if _said(one, one.span.source.name) not in before]
        if not new:
            continue
        later = [one for one in pack.removed if one.pack != member.id]
        by = next((one.needs[member.id].key for one in manifests if member.id in one.needs), new[0].span)
        span: Span = later[0].span if later else by
        codes = ", ".join(sorted({one.code for one in new}))
        words = f"1 definition of '{member.id}' is" if len(new) == 1 else f"{len(new)} definitions of '{member.id}' are"
        related = [(one.span, one.message) for one in new[:_SHOWN]]
        out.forget(new)
        out.add("RW253", f"{words} unused now ({codes})", span, None, related)


def _said(one: Diagnostic, file: str) -> tuple[str, str, int, str]:
    return one.code, file, one.span.start, one.message
