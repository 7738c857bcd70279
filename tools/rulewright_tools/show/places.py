"""Converts the name of a source, a path inside its pack, to the path that the user would open.

Separate because all output uses the same paths.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rulewright import Span

if TYPE_CHECKING:
    from rulewright.pack.files import Place

# The stacks of this run, by the folder as the user wrote it.
_STACKS: Final[dict[str, Place]] = {}


def file_of(span: Span, base: str) -> str:
    """Returns the path of a file below `base`, the folder of the pack as the user wrote it (empty: none). A file of
    another pack keeps its own path."""
    if span.source.path:
        return from_here(span.source.path)
    separator = "" if not base or base.endswith("/") else "/"
    return f"{base}{separator}{span.source.name}"


def place_of(span: Span, base: str) -> str:
    """Returns a location as `folder/file.yaml:12`."""
    return f"{file_of(span, base)}:{span.first.line}"


def from_here(path: str) -> str:
    """Returns a path relative to the current folder, if it is inside that."""
    here = os.getcwd()
    return path[len(here) + 1 :] if path.startswith(here + os.sep) else path


def note(folder: str, place: Place) -> None:
    """Remembers which packs are put on top of the one in a folder: locations in programs name files only by their
    packs."""
    _STACKS[folder] = place


def file_named(name: str, folder: str) -> str:
    """Returns the path of a file by its name in a program that was read from this folder."""
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
