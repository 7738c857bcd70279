"""Finds the definitions in a file of tests, and checks the pack with them.

Separate because a test that needs a thing with nine lives should not add it to the game: definitions in a file of tests
exist only for the tests of that file.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import NO_BUFFERS, Buffers, Place
from rulewright.pack.forms import FORMS
from rulewright.pack.tree import Entry, Mapping
from rulewright.pack.yaml_tree import compose
from rulewright.source import SourceText

if TYPE_CHECKING:
    from rulewright.check.model import PackDef
    from rulewright.effects.parsed import ParsedPack
    from rulewright.memory import Memory
    from rulewright.pack.model import Pack
    from rulewright.pipeline import CheckResult

TEST_HEAD: Final = re.compile(r"\s*(?:test\s+(?P<test>\S.*)|setup\s+(?P<setup>[A-Za-z]\w*)\s*)", re.DOTALL)
# The head of the reasons why changes of a definition survive: `survivors value reward`.
SURVIVORS_HEAD: Final = re.compile(r"\s*survivors\s+(?P<form>[^\W\d]\w*)\s+(?P<id>[^\W\d]\w*)\s*")
_HEAD: Final = re.compile(r"\s*(?P<form>[^\W\d]\w*)\s+(?P<id>[^\W\d]\w*)")
# An unindented line that begins neither a test nor a set-up nor reasons.
_OTHER_LINE: Final = re.compile(r"^(?!test\b|setup\b|survivors\b|[#\s}\]])\S", re.MULTILINE)
_NO_FORMS: Final = ("test", "setup", "survivors")


def own_definitions(source: SourceText, kinds: Container[str]) -> SourceText | None:
    """The definitions of a file of tests as a file of definitions; None if it has none. `kinds` are the pack's."""
    if _OTHER_LINE.search(source.text) is None:
        return None
    root = compose(source, Diagnostics())
    return definitions_of(root, kinds) if isinstance(root, Mapping) else None


def is_definition(entry: Entry, kinds: Container[str]) -> bool:
    """Whether an entry of a file of tests is a definition: of a form, or of one of `kinds`."""
    head = _HEAD.match(entry.key.value)
    return head is not None and head["form"] not in _NO_FORMS and (head["form"] in FORMS or head["form"] in kinds)


def kinds_in(root: Mapping) -> set[str]:
    """The kinds that a file declares."""
    heads = (_HEAD.match(key) for key in root.entries)
    return {head["id"] for head in heads if head is not None and head["form"] == "kind"}


def definitions_of(root: Mapping, kinds: Container[str]) -> SourceText | None:
    """The definitions of a file of tests as a file of definitions: every character keeps its position, and tests are
    replaced by empty comments. None if there are none."""
    entries = sorted(root.entries.values(), key=lambda entry: entry.key.start)
    text = root.source.text
    own = kinds_in(root)
    pieces, at, found = [], 0, False
    for number, entry in enumerate(entries):
        if not is_definition(entry, own) and not is_definition(entry, kinds):
            continue
        start = text.rfind("\n", 0, entry.key.start) + 1
        end = text.rfind("\n", 0, entries[number + 1].key.start) + 1 if number + 1 < len(entries) else len(text)
        pieces += [_blank(text[at:start]), text[start:end]]
        at, found = end, True
    return SourceText(root.source.name, "".join((*pieces, _blank(text[at:])))) if found else None


# Comments and not just spaces: lines of spaces would belong to the block of code above them.
def _blank(text: str) -> str:
    return re.sub(r"^ ", "#", re.sub(r"[^\r\n]", " ", text), flags=re.MULTILINE)


@contextmanager
def own_beside(
    result: CheckResult, folder: Place, source: SourceText, out: Diagnostics, buffers: Buffers, aside: Memory
) -> Iterator[tuple[PackDef | None, bool]]:
    """The result of `with_own` for a pack that was checked, and whether the file's definitions were only added to it.
    The pack is not checked again, unless they may change it or have problems. `aside` is a memory for reading the pack
    again; its files are not shared."""
    from rulewright.check.apart import take_apart
    from rulewright.check.beside import beside

    added = _added(result, folder, source, buffers, aside)
    if added is not None and result.definitions is not None:
        with beside(result.definitions, added) as both:
            if both is not None:
                yield both, True
                return
    _, definitions = with_own(folder, source, out, buffers, aside)
    try:
        yield definitions, False
    finally:
        if definitions is not None:
            take_apart(definitions)


def _added(
    result: CheckResult, folder: Place, source: SourceText, buffers: Buffers, aside: Memory
) -> ParsedPack | None:
    """The definitions of a file of tests with the kinds of the pack; None if they have problems or may change the pack.
    """
    from rulewright.check.beside import can_be_beside
    from rulewright.effects.load import load_pack
    from rulewright.pack.said import all_words, say
    from rulewright.stack.read import read_stack

    found = Diagnostics()
    pack = read_stack(folder, found, buffers=buffers, memory=aside, also=(source,))
    aside.files = aside.files or aside.files_read  # for the next file, if nothing was read before
    own = [one for one in pack.declarations if one.file == source.name]
    others = [one for one in pack.declarations if one.file != source.name]
    if found.has_errors or result.definitions is None or any(one.form == "kind" for one in own):
        return None
    sayings = say(pack, aside.sayings)
    if [one.said for one in others] != [one.said for one in result.pack.declarations]:
        return None
    kinds = [one for one in others if one.form == "kind"]
    parsed = load_pack(replace(pack, declarations=[*kinds, *own]), found)
    if found.has_errors or not can_be_beside(result.definitions, parsed, all_words(result.pack, sayings)):
        return None
    return parsed


def with_own(
    folder: Place, source: SourceText, out: Diagnostics, buffers: Buffers = NO_BUFFERS, memory: Memory | None = None
) -> tuple[Pack, PackDef | None]:
    """The pack in a folder with the definitions of one file of tests. Errors in these go to `out`. Warnings do not,
    because tests call definitions that no other code calls. Parts without problems that a `memory` knows are not
    checked again."""
    from rulewright.check.check import check
    from rulewright.effects.load import load_pack
    from rulewright.remembered import known_of
    from rulewright.stack.read import read_stack

    found = Diagnostics()
    aside = None if memory is None else memory.beside()
    pack = read_stack(folder, found, buffers=buffers, memory=aside, also=(source,))
    known = None if aside is None or not pack.manifest else known_of(pack, aside, folder)
    definitions = check(load_pack(pack, found), found, known, doubts=False)
    out.extend(one for one in found.errors if one.span.source.name == source.name)
    if definitions is None and not out.has_errors:
        out.extend(one for one in found.errors)
    return pack, definitions
