"""Converts the ids in keys of a saved match to today's ids, as the manifests of its packs declare (`renamed`).

Separate because a file is compared with today's match in one place, and every key is converted here first. The meaning
of a word is certain only if the key shows its form: `king#3`, `take(..)`, `rule slows@..`. A word alone may be a member
of several enumerations; if two keys are possible, both are compared.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

from rulewright.program import Program

_WORD: Final = re.compile(
    r"(?P<sheet>[^\W\d]\w*)(?P<number>#\d+)(?P<parts>(?:\.[^\W\d]\w*)*)"
    r"|(?P<event>[^\W\d]\w*)(?=\()"
    r"|\A(?P<form>[^\W\d]\w*) (?P<holder>[^\W\d]\w*)(?=[@/ ]|\Z)"
    r"|(?P<word>[^\W\d]\w*)"
)


class Renames:
    """The renamings of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._definitions = {(form, old): new for form, old, member, new in program.renamed if not member}
        self._parts = {(owner, old): new for form, owner, old, new in program.renamed if old and form != "enum"}
        members = {old: new for form, _, old, new in program.renamed if old and form == "enum"}
        not_sheets = {"enum", "setting", "event"}
        self._sheets = {old: new for (form, old), new in self._definitions.items() if form not in not_sheets}
        self._bare = self._sheets | members
        here = {one.id for several in program.enums.values() for one in several}
        self._doubtful = frozenset(old for old in self._bare if old in here or (old in members and old in self._sheets))

    def __bool__(self) -> bool:
        return bool(self._definitions or self._parts or self._bare)

    def both(self, titles: Container[str]) -> str | None:
        """An error message if definitions with both ids existed, so that they cannot be told apart; None if there are
        no such definitions."""
        for form, old, member, new in self._program.renamed:
            if not member and f"{form} {old}" in titles and f"{form} {new}" in titles:
                return (f"the match was saved with both {form} '{old}' and {form} '{new}', which `renamed` "
                        "declares to be the same")  # fmt: skip
        return None

    def title(self, name: str) -> str:
        """`card king` with today's name."""
        form, _, old = name.partition(" ")
        return f"{form} {self._definitions.get((form, old), old)}"

    def setting(self, said: str) -> str:
        """`NAME=VALUE` with today's names."""
        name, _, value = said.partition("=")
        return f"{self._definitions.get(('setting', name), name)}={self._one(value, True)}"

    def sheet(self, name: str) -> str:
        """The id of a sheet, or of a part of one: `king.arm`."""
        whole, *parts = name.split(".")
        new = self._sheets.get(whole, whole)
        return ".".join([new, *(self._parts.get((new, part), part) for part in parts)])

    def keys(self, key: str) -> tuple[str, ...]:
        """Today's key, or both keys that are possible."""
        return tuple(dict.fromkeys((self._one(key, True), self._one(key, False))))

    def _one(self, key: str, doubtful: bool) -> str:
        """A key in which words of uncertain meaning are either renamed or kept."""

        def today(found: re.Match[str]) -> str:
            if found["sheet"]:
                whole, dot, parts = self.sheet(found["sheet"] + found["parts"]).partition(".")
                return f"{whole}{found['number']}{dot}{parts}"
            if found["event"]:
                return self._definitions.get(("event", found["event"]), found["event"])
            if found["form"]:
                form, old = found["form"], found["holder"]
                if (form, old) in self._definitions:
                    return f"{form} {self._definitions[form, old]}"
                return f"{self._bare.get(form, form)} {self._bare.get(old, old)}"
            word = found["word"]
            return self._bare.get(word, word) if doubtful or word not in self._doubtful else word

        return _WORD.sub(today, key)
