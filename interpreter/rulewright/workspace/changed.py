"""Lists the changes that packs made at a location: to a definition, or to one of its fields, each with its pack and
location.

Separate because it reads the declarations of a stack and not the meanings of names: the fields of a sheet and the paths
of a change are not in any code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rulewright.pack.model import Declaration, Origin, Pack
from rulewright.pack.tree import Mapping, Node
from rulewright.source import SourceText, Span
from rulewright.stack.words import done, text_of

_HEAD: Final = re.compile(r"^(?:change[ \t]+|replace[ \t]+)?([^\W\d]\w*)[ \t]+([^\W\d]\w*)", re.MULTILINE)
_Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """One change that a pack made to a field.

    Attributes:
        field: the path of the field, `lines.greatsword.damage`.
        pack: the id of the pack.
        verb: set, add, take, remove, raise, lower or scale.
        given: the value given to the verb.
        before: the value before; empty for none.
        words: all this in a few words.
        span: its location.
    """

    field: str
    pack: str
    verb: str
    given: str
    before: str
    words: str
    span: Span


def changes_at(
    source: SourceText, offset: int, pack: Pack, named: tuple[str, str] | None
) -> tuple[Changed, ...]:  # fmt: skip
    """The changes of packs at an offset: to a definition if it is `named` (form and id) or its head is there, else to
    the field there."""
    heads = [match for match in _HEAD.finditer(source.text) if match.start() <= offset]
    around = (heads[-1][1], heads[-1][2]) if heads else None
    is_head = bool(heads) and "\n" not in source.text[heads[-1].start() : offset]
    known = {(one.form, one.id): one for one in (*pack.declarations, *_manifest(pack))}
    one = known.get(named or around or ("", ""))
    if one is None and around in known:  # what is named, such as a setting, is no definition of its own
        one, named = known[around], around
    if one is None or not one.history:
        return ()
    paths = None if is_head or (named is not None and named != around) else _paths_at(one, source, offset)
    return tuple(
        Changed(".".join(path), origin.pack, origin.verb, origin.after, origin.before, done(path, origin), origin.span)
        for path, told in one.history.items() if paths is None or any(_meet(path, other) for other in paths)
        for origin in told
    )  # fmt: skip


def _manifest(pack: Pack) -> Iterator[Declaration]:
    """The manifest, as the definition of which heads in other packs speak, if these have changed it."""
    if pack.manifest_history:
        named = pack.manifest["pack"]
        yield Declaration("pack", text_of(named.node), named.key, pack.manifest, "", history=pack.manifest_history)


def _paths_at(one: Declaration, source: SourceText, offset: int) -> list[_Path]:
    """The fields that are written, or changed, in the line of an offset; if there are several, the one that begins last
    before it."""
    line = source.position(offset).line
    found = [(key.start, path) for path, key in (*_written(one), *_changed(one))
             if key.source == source and key.first.line == line]  # fmt: skip
    before = [start for start, _ in found if start <= offset]
    return [path for start, path in found if start == max(before, default=min((at for at, _ in found), default=0))]


def _written(one: Declaration) -> Iterator[tuple[_Path, Span]]:
    for name, field in one.fields.items():
        yield (name,), field.key.span
        yield from _inside((name,), field.node)


def _inside(path: _Path, node: Node) -> Iterator[tuple[_Path, Span]]:
    if isinstance(node, Mapping):
        for name, entry in node.entries.items():
            yield (*path, name), entry.key.span
            yield from _inside((*path, name), entry.value)


def _changed(one: Declaration) -> Iterator[tuple[_Path, Span]]:
    told: dict[_Path, tuple[Origin, ...]] = one.history or {}
    for path, several in told.items():
        for origin in several:
            yield path, origin.span


def _meet(path: _Path, other: _Path) -> bool:
    """Whether one of two paths leads into the other."""
    return all(mine == its for mine, its in zip(path, other, strict=False))
