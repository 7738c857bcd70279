"""Hints for heads with the colons of other languages, such as `event hit(who: player)`.

Separate because such a head fails in two stages: YAML rejects a colon before a space, the effect language one without.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rulewright.space.forms import BOARDS

# The keywords for types. Kinds and enumerations are not known yet at this stage.
_TYPES: Final = frozenset({
    "number", "yes_no", "player", "entity", "match", "direction", "point", "die", "map", "zone", "status", "join",
    "area", "edge", "way", "formation", "set", "list", "sheet",
    *(word for form in BOARDS for word in (form.place, form.unit)),
})  # fmt: skip
_PARAMETER: Final = re.compile(
    r"[(,] *(?P<name>[^\W\d]\w*) *(?P<colon>:) *(?P<type>((set|list|sheet) of )*[^\W\d]\w*( or none)?)"
)
_HEAD: Final = re.compile(r"[\"']?\w+ \w+ *(?=\()")
_RESULT: Final = re.compile(r"(?P<head>value \w+ *(\([^()]*\))?) *: *(?P<type>[^\W\d][\w ]*?) *$")
# No head is longer; reading what follows would only take time.
_LONGEST: Final = 400


class Colon(NamedTuple):
    """`offset` is the offset of the colon in the line, `hint` what to write."""

    offset: int
    hint: str


def colon_in_head(line: str, place: int) -> Colon | None:
    """The first colon that does not belong in a head, in a line up to `place`, where reading stopped."""
    line = line[:_LONGEST]
    head = _HEAD.match(line)
    found = None if head is None else _PARAMETER.search(line, head.end())
    if found is not None and found["colon"] and found.start("colon") <= place:
        return Colon(found.start("colon"), _as_parameter(found))
    result = _RESULT.match(line[:place])
    if result is not None:
        return Colon(line.index(":", len(result["head"])), f"write '{result['head']} gives {result['type']}: ..'")
    return None


def colon_of_parameter(text: str, colon: int) -> str | None:
    """What to write for the parameter with this colon, in a head; None if it is not the colon of a parameter."""
    found = next((one for one in _PARAMETER.finditer(text) if one.start("colon") == colon), None)
    return None if found is None or _HEAD.match(text) is None else _as_parameter(found)


def _as_parameter(found: re.Match[str]) -> str:
    name, type_ = found["name"], found["type"]
    if name in _TYPES and type_ not in _TYPES:
        name, type_ = type_, name
    return f"a parameter has no colon, and its type comes first: '{type_} {name}'"
