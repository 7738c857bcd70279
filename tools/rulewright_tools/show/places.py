"""Turns the name of a source, which is a path inside its pack, into the path that the user would open.

Separate because all ways of showing agree on it.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.pack.files import Place

# The stacks that the user has put together, by the folder as it was written.
_STACKS: Final[dict[str, Place]] = {}


def file_of(span: Span, base: str) -> str:
    """The name of the file behind `base`, the folder of the pack as the user wrote it (empty: none). A file of another
    pack is where it lies."""
    if span.source.path:
        return from_here(span.source.path)
    separator = "" if not base or base.endswith("/") else "/"
    return f"{base}{separator}{span.source.name}"


def from_here(path: str) -> str:
    """A path as one writes it in the folder at hand, if it leads into that."""
    here = os.getcwd()
    return path[len(here) + 1 :] if path.startswith(here + os.sep) else path


def note(folder: str, place: Place) -> None:
    """Remember what packs were put upon the one in a folder: places in programs name files by their packs alone."""
    _STACKS[folder] = place


def file_named(name: str, folder: str) -> str:
    """The path of a file by its name in a program, where the pack was read from this folder."""
    from rulewright.pack.files import Stack

    place = _STACKS.get(folder) or _stack_of(folder)
    if not isinstance(place, Stack):
        return f"{folder.rstrip('/')}/{name}"
    member, inside = place.of(name)
    return from_here(os.path.join(member.folder, inside))


@lru_cache(maxsize=8)
def _stack_of(folder: str) -> Place | None:
    from rulewright.diagnostics import Diagnostics
    from rulewright.stack.find import stacked

    return stacked(folder, Diagnostics())
