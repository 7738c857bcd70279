"""Reports where a stack uses an older version of a pack although a newer one was found, and why.

Separate because the versions of a stack are chosen by the first that fit, and the versions that were passed over are
compared after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import LOCK, Stack
from rulewright.source import Span
from rulewright.stack.manifests import Manifest, Said, range_of
from rulewright.stack.ranges import holds
from rulewright.stack.search import Search


@dataclass(frozen=True, slots=True)
class _Why:
    """Why a version was passed over: where that is stated, what to do, and which other entries say so."""

    words: str
    span: Span
    hint: str
    others: tuple[tuple[Span, str], ...] = ()


def tell(
    place: Stack, manifests: Mapping[str, Manifest], search: Search, locked: Mapping[str, str], out: Diagnostics
) -> None:
    """Adds a note (RW260) for each pack of a stack of which a newer version was found, except packs that the user has
    named; the newest of several is reported. `locked` are the versions in the lock of the stack's own pack."""
    for one in manifests.values():
        asking = [] if one.id in place.tested else [other for other in manifests.values() if one.id in other.needs]
        newer = _newest(one, asking, search)
        if newer is not None:
            why = _why(one, newer, asking, manifests) or _by_place(one, newer, asking[0], place, locked)
            message = f"{one.title} is used instead of {newer.version}: {why.words}"
            out.add("RW260", message, why.span, why.hint, [*why.others, (newer.span, f"{newer.version} is here")])


def _newest(one: Manifest, asking: Iterable[Manifest], search: Search) -> Manifest | None:
    """The newest version of a pack that was found; None if that is the one in use. Pre-releases count only if the one
    in use is a pre-release, and are never suggested otherwise."""
    found = [other for by in asking for other in search.find(one.id, by.folder)
             if other.version > one.version and (other.version.is_release or not one.version.is_release)]  # fmt: skip
    return max(found, key=lambda other: other.version, default=None)


def _why(one: Manifest, newer: Manifest, asking: Iterable[Manifest], manifests: Mapping[str, Manifest]) -> _Why | None:
    """The need that excludes the newer version: that of a pack of the stack, else its own."""
    against = [(by, by.needs[one.id]) for by in asking if not _suits(by.needs[one.id], newer)]
    if against:
        by, said = against[0]
        others = tuple((also.span, f"'{other.id}' needs '{also.text}'") for other, also in against[1:])
        hint = f"if '{by.id}' works with {newer.version}, extend its `needs`"
        return _Why(f"'{by.id}' needs '{said.text}'", said.span, hint, others)
    for name, said in newer.needs.items():
        other = manifests.get(name)
        if other is not None and not _suits(said, other):
            words = f"the newer one needs '{name}' '{said.text}', found {other.version}"
            return _Why(words, said.span, f"use a version of '{name}' in that range")
    return None


def _by_place(one: Manifest, newer: Manifest, by: Manifest, place: Stack, locked: Mapping[str, str]) -> _Why:
    """Why a version was passed over that would satisfy every pack."""
    span = by.needs[one.id].span
    if locked.get(one.id) == str(one.version):
        again = "run `rulewright mods lock` to use the newest version that satisfies every pack"
        return _Why(f"{LOCK} of '{place.main}' says so", span, again)
    return _Why("it comes first in the search order", span, f"name the folder of {newer.version} with `--with`")


def _suits(said: Said, other: Manifest) -> bool:
    several = range_of(said)
    return several is None or holds(several, other.version)
