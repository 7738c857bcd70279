"""Marks of definitions: a few digits each, which show a later pack which definitions have changed since.

Separate because a match outlives the pack that it was started with: its file contains these marks and not the
definitions. A mark covers the effective fields, including what templates and other packs have changed. What only people
read has separate digits; spaces and comments do not count.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final

from rulewright.pack.forms import FORMS, PHASES
from rulewright.pack.model import Declaration, FieldValue, Pack
from rulewright.pack.tree import Mapping, Node, Scalar
from rulewright.source import Span

# Digits for what is played, and for what only people read.
PLAYED_DIGITS: Final = 8
READ_DIGITS: Final = 4
# Digits for what is played and for what is read, and file, line and column of the head.
Mark = tuple[str, str, tuple[str, int, int]]

_FOR_PEOPLE: Final = frozenset({"name", "names", "text", "title", "rules", "allow", "extends"})
# Further fields that only people read, in definitions of the language's own forms.
_TEMPLATES: Final = frozenset({"ask", "says", "shown", "shown_as"})
# What a manifest states about the pack, and not about the game.
_OF_PACK: Final = frozenset({
    "pack", "name", "text", "version", "language", "license", "licence", "authors", "messages", "needs", "optional",
    "header", "parts", "after", "conflicts", "order", "prefers", "breaks", "renamed",
})  # fmt: skip
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#.*")


def marks_of(pack: Pack) -> dict[str, Mark]:
    """The marks of a pack by form and id (`card ace`); that of its manifest is `pack ID`."""
    found: dict[str, Mark] = {}
    for one in pack.declarations:
        if not one.mark:
            one.mark = _mark(one)
        found[f"{one.form} {one.id}"] = (*one.mark, _place(one.key.span))
    if pack.manifest:
        # Additions of other packs belong to a game; the list of these packs does not.
        manifests = [{name: _said(field.node, 0, False) for name, field in one.items()}
                     for one in (pack.manifest, *pack.manifests.values())]  # fmt: skip
        played = [(name, said) for one in manifests for name, said in one.items() if name not in _OF_PACK]
        read = [said for one in manifests for name, said in one.items() if name == "messages"]
        read += [manifests[0].get(name) for name in ("name", "text", "version")]
        found[f"pack {_word(pack.manifest, 'pack')}"] = (_digits(played, PLAYED_DIGITS), _digits(read, READ_DIGITS),
                                                  _place(pack.manifest_span))  # fmt: skip
    return found


def packs_of(pack: Pack) -> tuple[tuple[str, str], ...]:
    """Id and version of the game, then of all other packs of the stack."""
    return tuple((_word(one, "pack"), _word(one, "version")) for one in (pack.manifest, *pack.manifests.values()))


def _word(manifest: dict[str, FieldValue], name: str) -> str:
    said = manifest.get(name)
    return said.node.value if said is not None and isinstance(said.node, Scalar) else ""


def _place(span: Span) -> tuple[str, int, int]:
    return (span.source.name, *span.source.line_and_column(span.start))


def _mark(one: Declaration) -> tuple[str, str]:
    """The digits of one definition."""
    drawn = one.form == "map"
    sheet = one.form not in FORMS
    played: dict[str, Any] = {}
    read: dict[str, Any] = {}
    for name, field in one.fields.items():
        if name in _FOR_PEOPLE or (name in _TEMPLATES and not sheet):
            read[name] = _said(field.node, 0, drawn)
        else:
            # The name of a reaction is next to what it does; the name of a part of a sheet is in its entry.
            deep = 1 if name in PHASES or name == "react" else 2 if sheet else 0
            played[name] = _said(field.node, deep, drawn)
            if deep and not isinstance(field.node, Scalar):
                read[name] = _for_people(field.node)
    lines = {name: [(verb, text.value) for verb, text in several] for name, several in (one.lines or {}).items()}
    head = " ".join(one.key.value.split())
    said = one.form, head, sorted(played.items()), lines  # fields have no order, except entries of some of them
    return _digits(said, PLAYED_DIGITS), _digits(sorted(read.items()), READ_DIGITS)


def _digits(said: Any, count: int) -> str:
    return hashlib.blake2b(repr(said).encode("utf-8", "surrogatepass"), digest_size=count // 2).hexdigest()


def _said(node: Node, deep: int, drawn: bool) -> Any:
    """A node without its locations. `deep`: what people read is omitted in mappings at this depth and deeper; 0 for
    nowhere. `drawn`: its strings are drawings, in which every character counts."""
    if isinstance(node, Scalar):
        return node.value if drawn else _text(node.value)
    if isinstance(node, Mapping):
        return {key: _said(entry.value, max(deep - 1, 1) if deep else 0, drawn) for key, entry in node.entries.items()
                if deep != 1 or key not in _FOR_PEOPLE}  # fmt: skip
    return [_said(item, deep, drawn) for item in node.items]


def _for_people(node: Node) -> Any:
    """What people read in a node, at any depth."""
    if isinstance(node, Scalar):
        return None
    if isinstance(node, Mapping):
        return {key: _said(entry.value, 0, True) if key in _FOR_PEOPLE else _for_people(entry.value)
                for key, entry in node.entries.items()}  # fmt: skip
    return [_for_people(item) for item in node.items]


def _text(value: str) -> str:
    """A string without comments and without meaningless spaces: only the indentation of its lines relative to the first
    counts."""
    if "\n" not in value:
        return value if "  " not in value else " ".join(value.split())
    lines = [_COMMENT.sub("", line).rstrip() for line in value.split("\n")]
    return "\n".join(line[: len(line) - len(line.lstrip())] + " ".join(line.split()) for line in lines if line)
