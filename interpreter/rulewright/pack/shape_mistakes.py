"""Turns what the validating package says of a shape into words for an author.

A module of its own because these sentences are easier to keep honest on one page, beside the patterns that they name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rulewright.spelling import nearest

# The patterns of words, with what messages call them.
WORD = r"^-?\w+$"
ID = r"^[^\W\d]\w*$"
RULE = r"^[\w.-]+$"
CODE = r"^RW[0-9]{3}$"
LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]+)?$"
VERSION = r"^[0-9]+(\.[0-9]+){0,2}(-[0-9A-Za-z.-]+)?$"
COUNT = r"^[0-9]+$"
_CALLED = {
    WORD: "one word",
    ID: "one word that begins with a letter",
    RULE: "the id of a rule",
    CODE: "the code of a diagnostic, as RW702",
    LANGUAGE: "a language code, as en",
    VERSION: "a version, as 1.0.0",
    COUNT: "a whole number",
}

# Types of the errors that our own validators raise; the field that they point at is in their context.
EXCLUSIVE = "exclusive"
INCOMPLETE = "incomplete"
NOT_ALLOWED = "not_allowed"


class Nothing:
    """Stands for a value that the author has left out behind its key: unlike None it fits no field."""


NOTHING: Final = Nothing()


def shape_of(value: object) -> str:
    """The tag of a union's member. Angle brackets keep it apart from every key that an author can write."""
    return _SHAPES.get(type(value), "<nothing>")


_SHAPES: Final[dict[type, str]] = {str: "<text>", dict: "<mapping>", list: "<list>"}


class Owner(NamedTuple):
    """A model as messages see it: its word and its fields."""

    word: str
    fields: list[str]

    @property
    def called(self) -> str:
        return f"{'an' if self.word[0] in 'aeiou' else 'a'} {self.word}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a shape. `path` leads through keys and indexes to the value, or, with `at_key`, to the key
    that is its last part; a missing field is not there, and the path leads to where it should stand. `other` is a
    second key beside the last part."""

    code: str
    message: str
    path: tuple[str | int, ...]
    at_key: bool = False
    hint: str | None = None
    other: str | None = None

    @property
    def is_absence(self) -> bool:
        """Does it complain of something that is not there, and that a template may provide?"""
        return self.code == "RW206"


_KINDS = {"string_type": "a text", "dict_type": "a mapping", "list_type": "a list", "model_type": "a mapping"}
_TAGS = {"<text>": "a text", "<list>": "a list", "<mapping>": "a mapping", "<nothing>": "nothing"}


def explain(error: Any, owner_at: Callable[[tuple[str | int, ...]], Owner]) -> Problem:
    """The package's error in our words."""
    kind: str = error["type"]
    context: dict[str, Any] = error.get("ctx", {})
    raw = error["loc"]
    at_key = bool(raw) and raw[-1] == "[key]"
    path = tuple(part for part in (raw[:-1] if at_key else raw) if part not in _TAGS)
    if kind == "extra_forbidden":
        owner = owner_at(path[:-1])
        near = nearest(str(path[-1]), owner.fields)
        hint = f"did you mean '{near}'?" if near else f"it has {', '.join(owner.fields)}"
        return Problem("RW205", f"{owner.called} has no field '{path[-1]}'", path, True, hint)
    if kind == "missing":
        field = context.get("field") or path[-1]
        owner_path = path if "field" in context else path[:-1]
        owner = owner_at(owner_path)
        return Problem("RW206", f"{owner.called} needs the field '{field}'", owner_path, False, f"add '{field}'")
    if kind in (INCOMPLETE, EXCLUSIVE):
        field = context["field"]
        code = "RW206" if kind == INCOMPLETE else "RW213"
        where = (*path, field) if field else path
        return Problem(code, error["msg"], where, bool(field), context["hint"], context.get("other"))
    if kind in _KINDS or kind == "union_tag_invalid":
        tags = str(context.get("expected_tags", "")).replace("'", "").split(", ")
        wanted = _KINDS.get(kind) or " or ".join(_TAGS[tag] for tag in tags)
        return Problem("RW207", f"{wanted} should stand here, not {_TAGS[shape_of(error['input'])]}", path)
    if kind in ("too_short", "too_long"):
        return Problem("RW207", "a list of two should stand here", path)
    if kind == "literal_error":
        if not isinstance(error["input"], str):
            return Problem("RW207", f"a text should stand here, not {_TAGS[shape_of(error['input'])]}", path)
        words = str(context["expected"])
        near = nearest(error["input"], words.replace(" or ", ", ").replace("'", "").split(", "))
        return Problem("RW208", f"'{error['input']}' is not {words}", path, at_key, near and f"did you mean '{near}'?")
    if kind == NOT_ALLOWED:
        return Problem("RW208", error["msg"], path, at_key)
    if kind == "string_pattern_mismatch":
        return Problem("RW209", f"'{error['input']}' is not {_CALLED[context['pattern']]}", path, at_key)
    if kind in ("string_too_short", "string_too_long"):
        return Problem("RW209", f"{'one character' if at_key else 'a text'} should stand here", path, at_key)
    raise AssertionError(f"the validating package says {kind}, which no field should lead to")
