"""Records what a pack's changes were written against, and reports when that has changed: versions, every old value, and
all values of definitions that the pack removes or replaces.

Separate because it is a file next to the pack that only the pack's author writes. It has no effect on play.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import LOCK, MOST_OF_LOCK, Stack, fingerprints, read_plain
from rulewright.pack.model import Origin, Pack, Removed
from rulewright.pack.versions import slot_of_today
from rulewright.stack import conflicts
from rulewright.stack.manifests import Manifest
from rulewright.stack.ranges import version
from rulewright.stack.words import shown, side_by_side, text_of

_LONG: Final = 200  # the most characters of a value that is stored unchanged
_DIGEST: Final = "sha256 "  # prefix of a longer one
_AGAIN: Final = "run `rulewright mods lock`"
_NONE: Final = str(version("0"))  # the entry for a pack without a version


def lock_of(stack: Stack, manifests: dict[str, Manifest], pack: Pack) -> str:
    """The contents of the lock file of the pack that the user named."""
    packs: dict[str, Any] = {}
    for member in stack.members:
        if member.id != stack.main:
            files = fingerprints(member.folder) or {}
            total = hashlib.sha256(b"".join(name.encode() + b"\0" + data for name, data in sorted(files.items())))
            packs[member.id] = {"version": str(manifests[member.id].version), "files": total.hexdigest()}
    written = {slot: _short(origin.before) for slot, origin, _ in _written(stack.main, pack)}
    gone = {name: {path: _short(text) for path, text in said.items()}
            for name, said, _ in _removed(stack.main, pack.removed)}  # fmt: skip
    data = {"packs": packs, "written": written, "removed": gone}
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def compare(stack: Stack, manifests: dict[str, Manifest], pack: Pack, out: Diagnostics) -> None:
    """Reports every value of a pack that has changed since the lock of the pack that changes it was written."""
    for member in stack.members:
        known = _read(member.folder)
        mine = manifests[member.id].span
        if known is None:
            if os.path.lexists(member.folder / LOCK):
                out.add("RW247", f"{LOCK} of '{member.id}' cannot be read", mine, _AGAIN)
            continue
        then = _Then(stack, manifests, locked_versions(member.folder))
        told: set[tuple[object, ...]] = set()  # once for a definition and those that extend it
        for slot, origin, whose in _written(member.id, pack):
            before = known.pop(slot, None)
            if before is not None and before != _short(origin.before):
                same = origin.span, before, origin.before
                if same in told:
                    continue
                told.add(same)
                name, _, path = slot.partition(".")
                message = then.told(f"'{path}' of {name}", before, origin.before, whose)
                out.add("RW247", message, origin.span, f"check the change, then {_AGAIN}")
        _compare_removed(then, _locked_removals(member.folder), _removed(member.id, pack.removed), out)
        if known:  # what is left
            name, _, path = min(known).partition(".")
            more = f" (and {len(known) - 1} more)" if len(known) > 1 else ""
            message = f"'{path}' of {name} was changed when this was written, and nothing changes it now{more}"
            why = "the conditions of `every`, and whether its `extends` is the same"
            out.add("RW247", message, mine, f"check {why}, then {_AGAIN}")


def _compare_removed(
    then: _Then, locked: dict[str, dict[str, str]], removed: Iterable[tuple[str, dict[str, str], Removed]],
    out: Diagnostics,
) -> None:  # fmt: skip
    """Reports once each definition that a pack removes or replaces and that has changed since it was locked."""
    for name, now, one in removed:
        was = locked.get(name)
        if was is None:
            continue
        differ = [path for path in {**now, **was} if was.get(path) != (_short(now[path]) if path in now else None)]
        if differ:
            path, *others = differ
            message = then.told(f"'{path}' of {name}, which is {one.verb} here,", was.get(path, ""), now.get(path, ""),
                                one.old.file.rpartition(":")[0])  # fmt: skip
            more = f" (and {len(others)} more)" if others else ""
            out.add("RW247", message + more, one.span, f"check its current value, then {_AGAIN}",
                    [(one.old.head_span, "it is defined here")])  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Then:
    """What a pack was written against: the locked `versions` of others, next to the current ones."""

    stack: Stack
    manifests: Mapping[str, Manifest]
    versions: Mapping[str, str]

    def told(self, what: str, before: str, today: str, whose: str) -> str:
        """The message that a value has changed, in a pack ("": the game), with the known versions of that pack."""
        other = self.manifests.get(whose or self.stack.plain.id)
        here = "" if other is None else f" in {other.title}"
        against = "" if other is None else _against(other, self.versions)
        if before.startswith(_DIGEST):
            was, now = "a different value", shown(today)
        else:
            was, now = side_by_side(before or "not there", today)
        return f"{what} was {was} when this was written{against}, now it is {now}{here}"


def locked_versions(folder: Path) -> dict[str, str]:
    """The versions of other packs that a pack was written against, by id; empty without a lock."""
    data = _data(folder)
    packs = data.get("packs")
    found = packs.items() if isinstance(packs, dict) else ()
    said = {name: one.get("version") for name, one in found if isinstance(one, dict)}
    return {name: version for name, version in said.items() if isinstance(version, str)}


def _against(other: Manifest, versions: Mapping[str, str]) -> str:
    """The version of another pack that something was written against, if it is known and differs from the current one.
    """
    before = versions.get(other.id)
    return "" if before in (None, _NONE, str(other.version)) else f" against {before}"


def _written(name: str, pack: Pack) -> Iterator[tuple[str, Origin, str]]:
    """Each field that a pack of this name changes, with its first change to it, and the pack that the value comes from
    before that ("": the game)."""
    histories = [(f"{one.form} {one.id}", one.file, one.history or {}) for one in pack.declarations]
    if pack.manifest_history:
        histories.append((f"pack {text_of(pack.manifest['pack'].node)}", "", pack.manifest_history))
    for called, file, history in histories:
        for path, told in history.items():
            first = next((i for i, origin in enumerate(told) if origin.pack == name), None)
            if first is not None:
                whose = told[first - 1].pack if first else file.rpartition(":")[0]
                yield f"{called}.{'.'.join(path)}", told[first], whose


def _removed(pack: str, removed: Iterable[Removed]) -> Iterator[tuple[str, dict[str, str], Removed]]:
    """Each definition that a pack removes or replaces, with its head and all its fields before that, in words."""
    for one in removed:
        if one.pack == pack:
            said = {path: value.words for (_, path), value in conflicts.outcome([one.old], Diagnostics()).items()}
            yield f"{one.old.form} {one.old.id}", {"head": " ".join(one.old.key.value.split()), **said}, one


def _locked_removals(folder: Path) -> dict[str, dict[str, str]]:
    """The locked values of definitions that the pack removes or replaces; none for those that it does not know."""
    gone = _data(folder).get("removed")
    found = gone.items() if isinstance(gone, dict) else ()
    return {slot_of_today(name): {path: text for path, text in said.items() if isinstance(text, str)}
            for name, said in found if isinstance(said, dict)}  # fmt: skip


def _read(folder: Path) -> dict[str, str] | None:
    """The old values of a lock; None if there is no readable lock."""
    written = _data(folder).get("written")
    if not isinstance(written, dict):
        return None
    return {slot_of_today(slot): value for slot, value in written.items() if isinstance(value, str)}


def _data(folder: Path) -> dict[str, Any]:
    """The contents of a lock; empty if there is no readable lock."""
    try:
        data = json.loads(read_plain(folder / LOCK, MOST_OF_LOCK) or "{}")
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"{_DIGEST}{hashlib.sha256(text.encode()).hexdigest()}"
