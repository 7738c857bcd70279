"""Finds packs by their ids: those that the user named, then those next to the pack that needs them, in the user's own
folders, shipped, and installed.

Separate because it is the only code that knows where packs may be. The id in a manifest counts, never the name of a
folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final

from rulewright.assets import content_dir, mods_dir
from rulewright.pack.files import is_folder
from rulewright.stack.manifests import Manifest, id_of, read_manifest

# Folders that contain packs, as PATH does for programs.
VARIABLE: Final = "RULEWRIGHT_PACKS"
_MOST: Final = 2_000  # the most folders searched in one


class Search:
    """The places searched for the packs of one stack: `named` before all others. Some versions are `locked`."""

    def __init__(self, named: tuple[Path, ...] = (), locked: Mapping[str, str] = MappingProxyType({})) -> None:
        self._locked = locked
        self._known: dict[str, list[tuple[str, Path]]] = {}
        further = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
        shipped = os.path.realpath(content_dir())
        # Installed packs come last: mods are written for the shipped pack of an id.
        self._further = [*further, shipped, os.path.join(shipped, mods_dir().name), *_installed()]
        self._manifests: dict[Path, Manifest | None] = {}
        self._packs = [(name, folder) for folder in named if (name := id_of(folder)) is not None]

    def find(self, name: str, asked_by: Path) -> Iterator[Manifest]:
        """The packs with an id: the locked version first, then the nearest; in one place the newest first."""
        wanted = self._locked.get(name)
        if wanted is None:
            yield from self._nearest(name, asked_by)
            return
        found = list(self._nearest(name, asked_by))
        yield from sorted(found, key=lambda one: str(one.version) != wanted)

    def _nearest(self, name: str, asked_by: Path) -> Iterator[Manifest]:
        seen: set[str] = set()
        for inside in chain((self._packs,), (self._inside(place) for place in self.places(asked_by))):
            folders = [folder for other, folder in inside if other == name and str(folder) not in seen]
            seen |= {str(folder) for folder in folders}
            made = [one for folder in folders if (one := self.manifest(folder)) is not None]
            yield from sorted(made, key=lambda one: one.version, reverse=True)

    def ids(self, asked_by: Path) -> list[str]:
        """Every id that can be found."""
        found = {name for place in self.places(asked_by) for name, _ in self._inside(place)}
        return sorted(found | {name for name, _ in self._packs})

    def places(self, asked_by: Path) -> list[str]:
        """The folders in which packs are looked for, in order."""
        above = os.path.dirname(os.path.realpath(asked_by))
        return list(dict.fromkeys((above, *self._further)))

    def manifest(self, folder: Path) -> Manifest | None:
        """The manifest in a folder, read once."""
        if folder not in self._manifests:
            self._manifests[folder] = read_manifest(folder)
        return self._manifests[folder]

    def _inside(self, place: str) -> list[tuple[str, Path]]:
        if place not in self._known:
            found = [(id_of(folder), folder) for folder in _folders_in(place)]
            self._known[place] = [(name, Path(folder)) for name, folder in found if name is not None]
        return self._known[place]


def store() -> Path | None:
    """The folder of the packs that the user has installed, with `ID/VERSION` inside; None if there is none."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(base):
        return Path(base) / "rulewright" / "packs"
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home) / "rulewright" / "packs"
    if sys.platform == "darwin":
        return Path(home) / "Library" / "Application Support" / "rulewright" / "packs"
    return Path(home) / ".local" / "share" / "rulewright" / "packs"


def _installed() -> list[str]:
    """The folders in the store that hold the versions of one pack."""
    folder = store()
    return [] if folder is None else _folders_in(str(folder))


def _folders_in(place: str) -> list[str]:
    try:
        with os.scandir(place) as entries:
            several = sorted(entry.path for entry in entries if entry.name[0] != "." and is_folder(entry))
    except OSError:
        return []  # missing, or not readable for this user: nothing can be found in it
    return several[:_MOST]
