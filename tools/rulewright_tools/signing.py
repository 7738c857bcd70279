"""Stores the user's own key, and the keys that have signed packs of others: the first key of each pack is remembered.

Separate because it handles files of the user; `rulewright.stack.sign` knows what a signature covers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from rulewright_tools.files import replace
from rulewright_tools.options import writing

SUFFIX: Final = ".sig"
_SHOWN: Final = 16  # digits of a key that people compare
_MOST: Final = 1 << 20


def own_key(folder: Path) -> bytes:
    """Returns the secret key of the user, created on first use; no other user may read it. Raises click.UsageError."""
    from rulewright.stack.sign import Missing, new_key

    path = folder / "key"
    try:
        return path.read_bytes()
    except FileNotFoundError:
        pass
    except OSError as bad:
        raise click.UsageError(f"the key in {path} cannot be read: {bad.strerror or bad}") from bad
    try:
        made = new_key()
    except Missing as bad:
        raise click.UsageError(str(bad)) from bad
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(made)
        except BaseException:
            path.unlink()  # a part of a key would be taken for the key from then on
            raise
    except OSError as bad:
        raise click.UsageError(f"cannot store a key in {path}: {bad.strerror or bad}") from bad
    return made


def sign(archive: Path, files: Mapping[str, bytes], secret: bytes) -> str:
    """Writes the signature of a file next to it; returns the public key. Raises click.UsageError."""
    from rulewright.stack.sign import Missing, Unsigned, signature, signer

    try:
        text = signature(files, secret)
        key = signer(files, text)
    except (Missing, Unsigned) as bad:
        raise click.UsageError(str(bad)) from bad
    path = archive.with_name(archive.name + SUFFIX)
    with writing(path):
        replace(path, text)
    return key


def look(archive: Path, files: Mapping[str, bytes], name: str, folder: Path) -> str | None:
    """Checks the signature next to a file, if there is one, and remembers its key as that of the pack. Returns a
    message, or None. Raises click.UsageError if the signature is for other content, if the pack was signed with a
    different key before, or if it was signed before and is not now."""
    from rulewright.stack.sign import MOST, Missing, Unsigned, signer

    known = _known(folder)
    path = archive.with_name(archive.name + SUFFIX)
    before = known.get(name)
    trust = f"if that is right: `rulewright mods trust {name}`, then add it again"
    if not path.is_file():
        if before is not None:
            told = f"'{name}' was signed before (key {_short(before)}), and {path} is missing"
            raise click.UsageError(f"{told}; {trust}")
        return None
    try:
        with path.open("rb") as file:
            key = signer(files, file.read(MOST + 1).decode("ascii", errors="replace"))
    except (Missing, Unsigned, OSError) as bad:
        raise click.UsageError(f"{path}: {bad}") from bad
    if before is not None and before != key:
        told = f"'{name}' is signed with a different key than before ({_short(key)}, it was {_short(before)})"
        raise click.UsageError(f"{told}; {trust}")
    if before is None:
        _keep(folder, known | {name: key})
        return f"signed by {_short(key)}, which is remembered as the key of '{name}'"
    return f"signed by {_short(key)}, as before"


def forget(name: str, folder: Path) -> str:
    """Forgets the key of a pack, so that the next one is remembered; returns the key. Raises click.UsageError."""
    known = _known(folder)
    if name not in known:
        raise click.UsageError(f"no key is remembered for '{name}'")
    key = known.pop(name)
    _keep(folder, known)
    return _short(key)


def _short(key: str) -> str:
    return " ".join(key[at : at + 4] for at in range(0, _SHOWN, 4))


def _known(folder: Path) -> dict[str, str]:
    path = folder / "keys.json"
    try:
        with path.open("rb") as file:
            data = json.loads(file.read(_MOST))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as bad:
        raise click.UsageError(f"the keys in {path} cannot be read: fix or remove the file") from bad
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data.values()):
        raise click.UsageError(f"the keys in {path} cannot be read: fix or remove the file")
    return data


def _keep(folder: Path, known: dict[str, str]) -> None:
    path = folder / "keys.json"
    with writing(path):
        replace(path, json.dumps(known, indent=1, sort_keys=True) + "\n")
