"""Notes what a pack's changes were written against, and tells when that is another: versions, and every old value.

Separate because it is a file beside the pack that only its author writes. What it says changes nothing in play.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import LOCK, Stack, fingerprints
from rulewright.pack.model import Declaration, Origin
from rulewright.pack.versions import slot_of_today
from rulewright.stack.manifests import Manifest
from rulewright.stack.ranges import version

_MAX_BYTES: Final = 16 << 20
_LONG: Final = 200  # characters of a value that is kept as it is
_SHOWN: Final = 40
_AGAIN: Final = "run `rulewright mods lock`"
_NONE: Final = str(version("0"))  # how a lock has it that a pack has no version


def lock_of(stack: Stack, manifests: dict[str, Manifest], declarations: Iterable[Declaration]) -> str:
    """The text of the lock of the pack that the user named."""
    packs: dict[str, Any] = {}
    for member in stack.members:
        if member.id != stack.main:
            files = fingerprints(member.folder) or {}
            total = hashlib.sha256(b"".join(name.encode() + b"\0" + data for name, data in sorted(files.items())))
            packs[member.id] = {"version": str(manifests[member.id].version), "files": total.hexdigest()}
    written = {slot: _short(origin.before) for slot, origin, _ in _written(stack.main, declarations)}
    return json.dumps({"packs": packs, "written": written}, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def compare(stack: Stack, manifests: dict[str, Manifest], declarations: list[Declaration], out: Diagnostics) -> None:
    """Tell of every value that is another than when the lock of its pack was written."""
    for member in stack.members:
        known = _read(member.folder)
        mine = manifests[member.id].span
        if known is None:
            if (member.folder / LOCK).is_file():
                out.add("RW247", f"{LOCK} of '{member.id}' cannot be read", mine, _AGAIN)
            continue
        versions = locked_versions(member.folder)
        told: set[tuple[object, ...]] = set()  # of a definition, and again of those that extend it
        for slot, origin, whose in _written(member.id, declarations):
            before = known.pop(slot, None)
            if before is not None and before != _short(origin.before):
                same = origin.span, before, origin.before
                if same in told:
                    continue
                told.add(same)
                name, _, path = slot.partition(".")
                was, now = before or "not there", origin.before or "nothing"
                other = manifests.get(whose or stack.plain.id)
                today = "" if other is None else f" in {other.title}"
                against = "" if other is None else _against(other, versions)
                then = f"was {_cut(was)} when this was written{against}"
                message = f"'{path}' of {name} {then}, now it is {_cut(now)}{today}"
                out.add("RW247", message, origin.span, f"look at the change, then {_AGAIN}")
        if known:  # what is left
            name, _, path = min(known).partition(".")
            more = f" (and {len(known) - 1} more)" if len(known) > 1 else ""
            message = f"'{path}' of {name} was changed when this was written, and nothing changes it now{more}"
            out.add("RW247", message, mine, f"look at the conditions of `every`, then {_AGAIN}")


def locked_versions(folder: Path) -> dict[str, str]:
    """The versions of other packs that a pack was written against, by id; none without a lock."""
    data = _data(folder)
    packs = data.get("packs")
    found = packs.items() if isinstance(packs, dict) else ()
    said = {name: one.get("version") for name, one in found if isinstance(one, dict)}
    return {name: version for name, version in said.items() if isinstance(version, str)}


def _against(other: Manifest, versions: Mapping[str, str]) -> str:
    """Against which version of another pack something was written, if that is known and another than that of today."""
    before = versions.get(other.id)
    return "" if before in (None, _NONE, str(other.version)) else f" against {before}"


def _written(pack: str, declarations: Iterable[Declaration]) -> Iterator[tuple[str, Origin, str]]:
    """Each field that a pack changes, with the first thing that it does to it, and the pack that it has its value from
    before that ("": the game)."""
    for one in declarations:
        for path, told in (one.history or {}).items():
            first = next((i for i, origin in enumerate(told) if origin.pack == pack), None)
            if first is not None:
                whose = told[first - 1].pack if first else one.file.rpartition(":")[0]
                yield f"{one.form} {one.id}.{'.'.join(path)}", told[first], whose


def _read(folder: Path) -> dict[str, str] | None:
    """The old values of a lock; None if there is none that can be read."""
    written = _data(folder).get("written")
    if not isinstance(written, dict):
        return None
    return {slot_of_today(slot): value for slot, value in written.items() if isinstance(value, str)}


def _data(folder: Path) -> dict[str, Any]:
    """What a lock holds, nothing if there is none that can be read."""
    try:
        with (folder / LOCK).open("rb") as file:
            data = json.loads(file.read(_MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"sha256 {hashlib.sha256(text.encode()).hexdigest()}"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 2]}.."
