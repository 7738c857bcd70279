"""Writes a stack as one pack: the result of all its packs, without templates and changes, in a new folder.

Separate because a mod that has grown apart from its game continues as its own game, a fork. Definitions keep their
order, which determines numbers used in play: each stretch from one file becomes one file, and the names of the files
are numbered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import MANIFEST, RULEBOOK, TESTS, Place, Stack, read_source
from rulewright.pack.model import Declaration, Pack
from rulewright.pack.rulebook import Rulebook
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.pack.versions import LANGUAGE, NEWEST
from rulewright.stack.manifests import read_manifest
from rulewright.stack.offers import whole_block
from rulewright.stack.read import book_of

# Members of a manifest about other packs, which no longer exist.
_ELSEWHERE: Final = frozenset({
    "needs", "optional", "parts", "after", "conflicts", "order", "prefers", "breaks",
})  # fmt: skip
_PLAIN: Final = re.compile(r"[A-Za-z0-9_(/][\w()/+*.<>=, -]*(?<=[\w)%.+*])|[A-Za-z0-9_]")
_INDENT: Final = "  "


class CannotFork(Exception):
    """The combined packs cannot be written; the message says why."""


def files_of(pack: Pack, place: Place) -> dict[str, str]:
    """Returns the files of the fork by their paths. The pack is read without errors from the place, a stack if it needs
    others. Its tests are those that `rulewright test` runs there. Raises CannotFork."""
    made = {MANIFEST: _manifest(pack)}
    book = book_of(place) if pack.rulebook else Rulebook()
    if book.rules or book.readings:
        made[RULEBOOK] = _rulebook(book)
    stretches = [(file, list(several)) for file, several in groupby(pack.declarations, key=lambda one: one.file)]
    digits = len(str(len(stretches)))
    for number, (file, several) in enumerate(stretches, start=1):
        stem = PurePosixPath(file.replace(":", "_").replace("/", "_")).stem
        made[f"{number:0{digits}}_{stem}.yaml"] = "\n".join(map(_definition, several))
    for name in pack.tests:
        source = read_source(place, name, Diagnostics())
        if source is not None:
            prefix = place.of(name)[0].prefix if isinstance(place, Stack) else ""
            inside = name.removeprefix(prefix).removeprefix(f"{TESTS}/")
            made[f"{TESTS}/{prefix.replace(':', '/')}{inside}"] = source.text
    return made


def beside(pack: Pack, place: Place | None, folder: Path) -> tuple[str, str] | None:
    """Returns the pack next to a new folder that needs a pack with the fork's id, and that id: packs are looked for
    next to those that need them. None if there is none."""
    named = pack.manifest["pack"].node
    if not isinstance(place, Stack) or not isinstance(named, Scalar):
        return None
    for member in place.members:
        manifest = read_manifest(member.folder)
        stands = member.folder.resolve().parent == folder.resolve().parent
        if manifest is not None and stands and named.value in {*manifest.needs, *manifest.optional}:
            return member.id, named.value
    return None


def write(files: dict[str, str], folder: Path) -> None:
    """Writes the files to a folder, which is created. Raises OSError."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def _manifest(pack: Pack) -> str:
    lines: list[str] = []
    for name, field in pack.manifest.items():
        if name == LANGUAGE:  # the code uses the newest version, whatever version the game states
            lines.append(f"{LANGUAGE}: {NEWEST}")
        elif name not in _ELSEWHERE:
            lines += _entry(name, field.node, "")
    return "\n".join(lines) + "\n"


def _rulebook(book: Rulebook) -> str:
    lines = ["rules:"] if book.rules else []
    for name, statement in book.rules.items():
        if name in book.descriptive:
            lines += [f"  {_text(name)}:", f"    statement: {_quoted(statement)}",
                      f"    descriptive: {_quoted(book.descriptive[name])}"]  # fmt: skip
        else:
            lines.append(f"  {_text(name)}: {_quoted(statement)}")
    lines += ["readings:"] if book.readings else []
    for name, reading in book.readings.items():
        lines += [f"  {_text(name)}:", f"    statement: {_quoted(reading.statement)}",
                  f"    taken: {_quoted(reading.taken)}"]  # fmt: skip
        if reading.setting is not None:
            lines.append(f"    setting: {_text(reading.setting)}")
        if reading.options:
            lines.append(f"    options: [{', '.join(map(_text, reading.options))}]")
    return "\n".join(lines) + "\n"


def _definition(one: Declaration) -> str:
    """Returns the lines of a definition after all changes."""
    fields = {name: field.node for name, field in one.fields.items() if name != "extends"}
    try:
        block = whole_block(one)
    except ValueError as lost:
        raise CannotFork(f"{one.form} {one.id}: {lost}") from lost
    if block is not None:
        fields[block[0]] = block[1]
    head = one.key.value
    if list(fields) == [""]:
        lines = _entry(head, fields[""], "")
    elif not fields:
        lines = [f"{_text(head)}: {{}}"]
    else:
        lines = [f"{_text(head)}:"]
        for name, node in fields.items():
            lines += _entry(name, node, _INDENT)
    return "\n".join(lines) + "\n"


def _entry(name: str, node: Node, indent: str) -> list[str]:
    """Returns a key with its value, in lines."""
    return _value(f"{indent}{_text(name)}:", node, indent)


def _value(begin: str, node: Node, indent: str) -> list[str]:
    """Returns a value after the beginning of its line."""
    if isinstance(node, Scalar):
        return _scalar(begin, node.value, indent)
    if isinstance(node, Mapping):
        if not node.entries:
            return [f"{begin} {{}}"]
        inner = (_entry(name, entry.value, indent + _INDENT) for name, entry in node.entries.items())
        return [begin, *(line for lines in inner for line in lines)]
    return [f"{begin} []"] if not node.items else [begin, *_items(node, indent + _INDENT)]


def _items(node: Sequence, indent: str) -> Iterator[str]:
    for item in node.items:
        if isinstance(item, Mapping) and item.entries:
            first, *rest = [line for name, entry in item.entries.items()
                            for line in _entry(name, entry.value, indent + _INDENT)]  # fmt: skip
            yield f"{indent}- {first[len(indent) + 2 :]}"
            yield from rest
        elif isinstance(item, Sequence) and item.items:
            yield f"{indent}-"
            yield from _items(item, indent + _INDENT)
        else:
            yield from _value(f"{indent}-", item, indent)


def _scalar(begin: str, value: str, indent: str) -> list[str]:
    """Returns a string: one with several lines as a block, if a block can contain it."""
    lines = value.split("\n")
    ended = lines[-1] == ""
    body = lines[:-1] if ended else lines
    is_block = len(lines) > 1 and all(line == line.rstrip() for line in body) and body[0].strip() and body[-1] and (
        "\t" not in value and all(line.isprintable() for line in body))  # fmt: skip
    if not is_block:
        return [f"{begin} {_text(value)}"]
    # An indented first line would be taken for the indentation of all lines.
    mark = str(len(_INDENT)) if body[0].startswith(" ") else ""
    return [f"{begin} |{mark}{'' if ended else '-'}", *(f"{indent}{_INDENT}{line}" if line else "" for line in body)]


def _text(value: str) -> str:
    """Returns a string of one line, unquoted if no character in it has a meaning in YAML."""
    return value if _PLAIN.fullmatch(value) else _quoted(value)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
