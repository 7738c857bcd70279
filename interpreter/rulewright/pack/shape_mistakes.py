"""Explains the validating package's errors about a shape to authors.

Separate because these messages are easier to keep correct on one page, next to the patterns that they name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rulewright.pack.shapes_meant import remedy
from rulewright.spelling import nearest, with_article

# The patterns of words, and their names in messages.
WORD = r"^-?\w+$"
ID = r"^[^\W\d]\w*$"
KINDS = r"^[^\W\d]\w*( or [^\W\d]\w*)*$"
MEMBER = r"^[^\W\d]\w*( *\(.*\) *)?$"
RULE = r"^[\w.-]+$"
CODE = r"^RW[0-9]{3}$"
LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]+)?$"
FORM_OF_LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]+)?(\.[a-z]+)?$"
VERSION = r"^[0-9]+(\.[0-9]+){0,2}(-[0-9A-Za-z.-]+)?$"
COUNT = r"^[0-9]+$"
_CALLED = {
    WORD: "one word",
    ID: "one word that begins with a letter",
    KINDS: "a kind, or several joined by `or`",
    MEMBER: "one word that begins with a letter, with its parameters in brackets if it has any",
    RULE: "the id of a rule",
    CODE: "a diagnostic code such as RW702",
    LANGUAGE: "a language code such as en",
    FORM_OF_LANGUAGE: "a language code such as en, or one with a form of names such as ru.acc",
    VERSION: "a version such as 1.0.0",
    COUNT: "a whole number",
}

# Types of the errors that our own validators raise; the field that they refer to is in their context.
EXCLUSIVE = "exclusive"
INCOMPLETE = "incomplete"
NOT_ALLOWED = "not_allowed"


# Names of other tools for the forms of boards, and for what no board has.
_BOARDS = {
    **dict.fromkeys(("grid", "squares", "orthogonal", "chess", "cells"), "square"),
    **dict.fromkeys(("hexagon", "hexagonal", "hexagons", "hexes"), "hex"),
    **dict.fromkeys(("table", "continuous", "free", "open", "inches"), "plane"),
    **dict.fromkeys(("no", "nothing", "cards", "false"), "none"),
}
# A line of code that opens a block: YAML reads it as a key.
_OPENS = re.compile(r"(if|for each|repeat up to|offer) |together\Z")
# A sentence, where ids of rules are listed.
_SENTENCE = re.compile(r"\w+\.\w+ is |(allow|forbid|waive) ")
_NETWORKS = ("graph", "network", "nodes", "points", "point-to-point", "map", "areas", "regions")
_ROUTES = "for places joined by routes, write `board: none` and let things list each other: see the recipes"


def board_meant(word: str, forms: Iterable[str]) -> str | None:
    """The form of board that a wrong word for it means; None if that is unknown."""
    return nearest(word, forms) or _BOARDS.get(word.lower())


class Nothing:
    """Represents a value that the author has omitted after its key: unlike None it is valid for no field."""


NOTHING: Final = Nothing()


def shape_of(value: object) -> str:
    """The tag of a union's member. Angle brackets distinguish it from every key that an author can write."""
    return _SHAPES.get(type(value), "<nothing>")


_SHAPES: Final[dict[type, str]] = {str: "<text>", dict: "<mapping>", list: "<list>"}


class Owner(NamedTuple):
    """A model as shown in messages: its word and its fields."""

    word: str
    fields: list[str]

    @property
    def called(self) -> str:
        return with_article(self.word)


Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem with a shape.

    `path` leads through keys and indexes to the value, or, with `at_key`, to the key that is its last part. `other` is
    a second key next to the last part. `useless` are the paths of what cannot be used because of the problem. `field`
    is the field that is missing, or that an unknown field seems to be.
    """

    code: str
    message: str
    path: Path
    at_key: bool = False
    hint: str | None = None
    other: str | None = None
    useless: tuple[Path, ...] = ()
    field: str | None = None

    @property
    def is_absence(self) -> bool:
        """Whether it reports something missing that a template may provide."""
        return self.code == "RW206"

    @property
    def owner(self) -> Path:
        """The path of the mapping that the problem is about."""
        return self.path[:-1] if self.at_key else self.path


_KINDS = {"string_type": "a string", "dict_type": "a mapping", "list_type": "a list", "model_type": "a mapping"}
_SHAPE_OF = {"dict_type": "mapping", "list_type": "list", "model_type": "mapping"}
_TAGS = {"<text>": "a string", "<list>": "a list", "<mapping>": "a mapping", "<nothing>": "nothing"}


def explain(error: Any, owner_at: Callable[[Path], Owner]) -> Problem:
    """The package's error as a problem in our own words."""
    kind: str = error["type"]
    context: dict[str, Any] = error.get("ctx", {})
    raw = error["loc"]
    at_key = bool(raw) and raw[-1] == "[key]"
    path: Path = tuple(part for part in (raw[:-1] if at_key else raw) if part not in _TAGS)
    if kind == "missing":
        # Our own validators report at the owner and name the field; the package appends the field to the path.
        field: str = context.get("field") or str(path[-1])
        place = path if "field" in context else path[:-1]
        message = f"{owner_at(place).called} needs the field '{field}'"
        return Problem("RW206", message, place, hint=f"add '{field}'", field=field)
    if kind == INCOMPLETE:
        field = context["field"]
        whole_item = bool(path) and isinstance(path[-1], int)
        useless = (path,) if whole_item else tuple((*path, one) for one in context["useless"])
        where = (*path, field) if field else path
        return Problem("RW206", error["msg"], where, bool(field), context["hint"], useless=useless)
    if kind == EXCLUSIVE:
        where = (*path, context["field"])
        return Problem("RW213", error["msg"], where, True, context["hint"], context["other"], (where,))
    if kind == "extra_forbidden":
        owner = owner_at(path[:-1])
        near = nearest(str(path[-1]), owner.fields)
        hint = f"did you mean '{near}'?" if near else f"it has {', '.join(owner.fields)}"
        if not near and "do" in owner.fields and _OPENS.match(str(path[-1])):
            hint = "write 'do: |' above the lines of a block"
        message = f"{owner.called} has no field '{path[-1]}'"
        return Problem("RW205", message, path, True, hint, useless=(path,), field=near)
    if kind == "literal_error" and path == ("language",) and shape_of(error["input"]) == "<text>":
        known: str = context["expected"].replace("'", "").rpartition(" ")[2]
        newer = f"write 'language: {known}'; a pack that needs a later version needs a later engine"
        return Problem("RW208", f"this engine reads the language up to version {known}, not '{error['input']}'", path,
                       hint=newer, useless=(path,))  # fmt: skip
    code, what, advice = _wrong_value(kind, context, error, at_key)
    if code == "RW207" and advice is None:
        advice = remedy(_SHAPE_OF.get(kind, "string"), _key(path), error["input"])
    return Problem(code, what, path, at_key, advice, useless=(path,))


def _key(path: Path) -> str:
    """The last key in a path."""
    return next((part for part in reversed(path) if isinstance(part, str) and part not in _TAGS), "")


def _wrong_value(kind: str, context: dict[str, Any], error: Any, at_key: bool) -> tuple[str, str, str | None]:
    """Code, message and hint for a value, or a key, that does not match."""
    value = error["input"]
    tag = shape_of(value)
    if kind in _KINDS:
        return "RW207", f"expected {_KINDS[kind]}, found {_TAGS[tag]}", None
    if kind == "union_tag_invalid":
        wanted = " or ".join(_TAGS[one] for one in context["expected_tags"].replace("'", "").split(", "))
        meant = remedy("list", _key(error["loc"]), value) if "list" in wanted else None
        return "RW207", f"expected {wanted}, found {_TAGS[tag]}", meant
    if kind in ("too_short", "too_long"):
        return "RW207", "expected a list of two", "write the least and the most: '[2, 4]'"
    if kind == "literal_error" and tag != "<text>":
        alone = isinstance(value, list) and len(value) == 1
        return "RW207", f"expected a string, found {_TAGS[tag]}", None if alone else f"write {context['expected']}"
    if kind == "literal_error":
        words: str = context["expected"]
        known = words.replace(" or ", ", ").replace("'", "").split(", ")
        at_board = _key(error["loc"]) == "board"
        meant = board_meant(value, known) if at_board else nearest(value, known)
        routes = _ROUTES if at_board and value.lower() in _NETWORKS else None
        return "RW208", f"'{value}' is not {words}", f"did you mean '{meant}'?" if meant else routes
    if kind == NOT_ALLOWED:
        return "RW208", error["msg"], None
    if kind == "string_pattern_mismatch":
        ends = re.fullmatch(r"([0-9]+) *(?:-|,|to|or|\.\.+) *([0-9]+)", value)
        least_and_most = f"write '[{ends[1]}, {ends[2]}]' for {ends[1]} to {ends[2]}" if ends else None
        several = least_and_most if context["pattern"] == COUNT and error["loc"][0] == "players" else None
        if " " in value.strip() and isinstance(error["loc"][-1], int):
            several = f"a comma is missing: '{', '.join(value.split())}'"
            if _SENTENCE.match(value):
                several = "write what changes values and permissions under 'modify'"
        return "RW209", f"'{value}' is not {_CALLED[context['pattern']]}", several
    if kind in ("string_too_short", "string_too_long"):
        return "RW209", f"expected {'one character' if at_key else 'a non-empty string'}", None
    raise AssertionError(f"the validating package says {kind}, which no field should lead to")
