"""Creates variants of a valid pack with one error each, and runs the checker on them.

Separate because making an error (dropping a letter, deleting a line) is independent of showing the result. Errors are
drawn from a seed: the same pack and seed give the same errors.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright import Diagnostic, Severity
from rulewright.diagnostics import Diagnostics
from rulewright.pack import files as folders
from rulewright.pack.forms import CHANGES
from rulewright.pipeline import CheckResult, check_pack
from rulewright.stack.find import stacked
from rulewright_tools.files import copy_folder

# Fields for readers only: names, wordings, drawings, messages, and the description of the pack.
_SAID = re.compile(r"\s*(?:names?|text|title|version|language|rules|en|ru|rows|messages|pack|allow)\s*:")
_WORD = re.compile(r"(?<![\w.'\"])[a-z][a-z_]{2,}(?![\w'\"])")
_KEY = re.compile(r"^\s*(?:- )?([a-z][a-z_]{2,}):")
_HEAD = re.compile(rf"^(?:(?:{'|'.join(CHANGES)}) )?[a-z_]+ ([a-z_0-9]+)")
TYPES = ("yes_no", "number", "cells", "hexes", "cell", "hex", "player", "entity", "die", "zone", "status")
_OPERATORS = ("is", "in", "+", "-", "*", "<", ">=", "and", "or", "where", "if", "when", "to", "by", "of", "at", "into")
_TYPE = re.compile(rf"\b(?:{'|'.join(TYPES)})\b")
_OPERATOR = re.compile(rf"(?<= )(?:{'|'.join(re.escape(one) for one in _OPERATORS)})(?= )")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Mutation:
    """One error: how a line was changed. `definition` is the id of the definition that contains the line, or "".

    `after` is None for a deleted line.
    """

    kind: str
    file: str
    line: int
    before: str
    after: str | None
    definition: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the checker reports for an error: whether it finds anything new, and whether that leads to the location."""

    mutation: Mutation
    caught: bool
    placed: bool
    said: str  # the first new finding in words, or ""


@dataclass(slots=True)
class Place:
    """A line of a pack in which errors can be made. `code` is the part before a comment."""

    file: str
    number: int
    text: str
    code: str
    definition: str


Maker = Callable[[random.Random, Place, list[str]], str | None]
Texts = Mapping[str, str]  # by file: the manifest and the definitions of a pack, as they were read
_VAIN = 1000  # consecutive tries without a new error, after which hardly any are left


def texts_of(result: CheckResult, place: folders.Place | None = None) -> dict[str, str]:
    """Returns the texts of the files of a pack that was read, by their paths in it. Of a stack (`place`) these are the
    files of the pack that the user named."""
    known = {name: one.text for name, one in sorted(result.pack.sources.items()) if name != "rulebook.yaml"}
    if not isinstance(place, folders.Stack):
        return known
    inside = {name: place.of(name) for name in known}
    return {inside[name][1]: text for name, text in known.items() if inside[name][0].prefix == place.prefix}


def places(texts: Texts) -> list[Place]:
    """Returns every line of a pack that the checker reads: no comments, drawings, or words for readers."""
    found: list[Place] = []
    for name, text in texts.items():
        said_from: int | None = None
        definition = ""
        for number, line in enumerate(text.splitlines(), start=1):
            indent = len(line) - len(line.lstrip())
            if said_from is not None and line.strip() and indent <= said_from:
                said_from = None
            if not indent:
                head = _HEAD.match(line)
                definition = head[1] if head else definition
            if said_from is None and _SAID.match(line):
                said_from = indent
            code = line.partition(" #")[0]
            if said_from is None and code.strip() and not code.lstrip().startswith("#"):
                found.append(Place(name, number, line, code, definition))
    return found


def _inside(
    rng: random.Random, place: Place, pattern: re.Pattern[str], make: Callable[[str], str | None]
) -> str | None:
    """Returns the line with one match of a pattern changed."""
    matches = list(pattern.finditer(place.code))
    if not matches:
        return None
    one = rng.choice(matches)
    group = 1 if one.re.groups else 0
    made = make(one[group])
    if made is None or made == one[group]:
        return None
    return place.text[: one.start(group)] + made + place.text[one.end(group) :]


def _dropped(rng: random.Random, word: str) -> str:
    cut = rng.randrange(len(word))
    return word[:cut] + word[cut + 1 :]


def _changed(rng: random.Random, word: str) -> str:
    at = rng.randrange(len(word))
    if rng.random() < 0.5 and at + 1 < len(word):
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + rng.choice(_LETTERS) + word[at + 1 :]


def _other(rng: random.Random, words: tuple[str, ...] | list[str], word: str) -> str | None:
    rest = [one for one in words if one != word]
    return rng.choice(rest) if rest else None


def _swapped(rng: random.Random, place: Place, _: list[str]) -> str | None:
    """Returns the line with two adjacent words swapped."""
    words = re.split(r"(\s+)", place.code)
    starts = [i for i in range(0, len(words) - 2, 2) if words[i] and words[i + 2] and words[i] != words[i + 2]]
    if not starts:
        return None
    i = rng.choice(starts)
    words[i], words[i + 2] = words[i + 2], words[i]
    return "".join(words) + place.text[len(place.code) :]


def _member(rng: random.Random, place: Place, members: list[str]) -> str | None:
    """Replaces a member of an enumeration by another member, of any enumeration."""
    if not members:
        return None
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, members))})\b")
    return _inside(rng, place, pattern, lambda word: _other(rng, members, word))


MAKERS: dict[str, Maker] = {
    "letter dropped": lambda rng, place, _: _inside(rng, place, _WORD, lambda word: _dropped(rng, word)),
    "letter changed": lambda rng, place, _: _inside(rng, place, _WORD, lambda word: _changed(rng, word)),
    "field misspelt": lambda rng, place, _: _inside(rng, place, _KEY, lambda word: _dropped(rng, word)),
    "type swapped": lambda rng, place, _: _inside(rng, place, _TYPE, lambda word: _other(rng, TYPES, word)),
    "operator swapped": lambda rng, place, _: _inside(rng, place, _OPERATOR, lambda w: _other(rng, _OPERATORS, w)),
    "member swapped": _member,
    "words swapped": _swapped,
    "line deleted": lambda rng, place, members: "",
}
TYPOS = ("letter dropped", "letter changed", "field misspelt")
_MEMBERS = re.compile(r"^(?:enum \w+: *(?:\[|\{(?:ordered|members): *\[)| +(?:ordered|members): *\[)([^\]]*)\]")


def mutations(texts: Texts, seed: int, count: int) -> list[Mutation]:
    """Returns errors of every kind, `count` of each as far as the pack has places for them, all different."""
    lines = places(texts)
    members: list[str] = []
    enum = False  # whether the current definition is one: a field of a sheet may have the same name
    for place in lines:
        enum = place.code.startswith("enum ") if place.code[:1].isalpha() else enum
        listed = _MEMBERS.match(place.code) if enum else None
        members += [word.strip() for word in listed[1].split(",")] if listed else []
    found: list[Mutation] = []
    for kind, make in MAKERS.items():
        rng = random.Random(f"{seed} {kind}")
        made: dict[Mutation, None] = {}
        vain = 0
        while lines and len(made) < count and vain < _VAIN:
            place = rng.choice(lines)
            text = make(rng, place, members)
            before, vain = len(made), vain + 1
            if text is None or text == place.text:
                continue
            after = None if kind == "line deleted" else text
            made[Mutation(kind, place.file, place.number, place.text, after, place.definition)] = None
            vain = 0 if len(made) > before else vain
        found += made
    return found


def outcomes(folder: Path, texts: Texts, wanted: list[Mutation], scratch: Path) -> Iterator[Outcome]:
    """Yields what the checker reports for each error. `scratch` is an empty folder to work in."""
    copy = scratch / "pack"
    copy_folder(folder, copy)
    others, prefix = _others(folder)
    before = {_key(one) for one in _found(copy, others)}
    for one in wanted:
        file = copy / one.file
        kept = file.read_bytes()
        lines = texts[one.file].splitlines(keepends=True)
        ending = lines[one.line - 1][len(one.before) :]
        lines[one.line - 1] = "" if one.after is None else one.after + ending
        file.write_bytes("".join(lines).encode("utf-8"))
        new = [found for found in _found(copy, others) if _key(found) not in before]
        file.write_bytes(kept)
        said = f"{new[0].code} {new[0].message}" if new else ""
        yield Outcome(one, bool(new), any(_names(found, one, prefix) for found in new), said)


def _others(folder: Path) -> tuple[tuple[Path, ...], str]:
    """Returns the folders of the packs that a pack needs, which are found from its folder and not from a copy, and the
    prefix of its own files among theirs."""
    place = stacked(folder, Diagnostics())
    if not isinstance(place, folders.Stack):
        return (), ""
    return tuple(one.folder for one in place.members if one.id != place.main), place.prefix


def _found(folder: Path, others: tuple[Path, ...]) -> list[Diagnostic]:
    out = Diagnostics()
    place = stacked(folder, out, others)
    found = [*out, *(() if place is None else check_pack(place).diagnostics)]
    return [one for one in found if one.severity is not Severity.NOTE]


def _key(one: Diagnostic) -> tuple[str, str, str | None]:
    return one.code, one.message, one.definition


def _names(found: Diagnostic, one: Mutation, prefix: str) -> bool:
    """Returns whether a diagnostic leads to the error: to its line (or one next to a deleted line), to its definition,
    or by the misspelt word itself ("did you mean ..?" if a declaration is misspelt)."""
    if one.definition and found.definition == one.definition:
        return True
    words = set(re.findall(r"\w+", one.after or "")) - set(re.findall(r"\w+", one.before))
    if words & set(re.findall(r"\w+", f"{found.message} {found.hint}")):
        return True
    for span in (found.span, *(other.span for other in found.related)):
        if span.source.name == prefix + one.file and span.first.line - 1 <= one.line <= span.last.line + 1:
            return True
    return False
