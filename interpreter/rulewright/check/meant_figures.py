"""Finds what the string of a base or of an area was probably meant to be: `circle 0.5 inches` is `round 0.5`, and
`disc 12,8 by 2 inches` is `disc 12x8 by 2`.

Separate because a hint must be accepted as it stands: all slips of a string are corrected together, and what is
proposed has been read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rulewright.space.plane.drawn import Area, read_area
from rulewright.space.plane.poses import Problem, meant, show
from rulewright.spelling import nearest

BASES: Final = ("round", "oval", "rectangle", "polygon")
_AREAS: Final = ("line", "polygon", "rectangle", "disc")
# Other words for figures.
_AS_BASE: Final = {"circle": "round", "disc": "round", "ellipse": "oval", "square": "rectangle", "rect": "rectangle",
                   "box": "rectangle"}  # fmt: skip
_AS_AREA: Final = {"circle": "disc", "round": "disc", "segment": "line", "square": "rectangle", "rect": "rectangle",
                   "box": "rectangle"}  # fmt: skip
_UNIT: Final = re.compile(r'(?<=[0-9])\s*(?:inches|inch|in\b|")')
_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?|-?\.[0-9]+")
_PLACE: Final = re.compile(r"\(?\s*(-?[0-9.]+)\s*[xX×,;]\s*(-?[0-9.]+)\s*\)?")
# What may be between numbers; any other word could change their meaning: `25mm`, `diameter 2`.
_BETWEEN: Final = re.compile(r"(?:[\s,;()xX×]|\b(?:by|to|and|from|radius)\b)*")


def base_meant(text: str) -> str | None:
    """The base that a string means, in one form; None if that is not clear. Its lengths are not tested."""
    form, rest = _form(text, BASES, _AS_BASE)
    if form == "polygon":
        places, other = _places(rest)
        return f"polygon {' '.join(places)}" if len(places) > 2 and _BETWEEN.fullmatch(other) else None
    numbers = _NUMBER.findall(rest)
    if not _BETWEEN.fullmatch(_NUMBER.sub(" ", rest)):
        return None
    if form == "round" and len(numbers) == 1:
        return f"round {numbers[0]}"
    if form in ("oval", "rectangle") and len(numbers) in (1, 2):
        return f"{form} {numbers[0]} by {numbers[-1]}"
    return None


def area_meant(text: str, known: Mapping[str, Area]) -> str | None:
    """The drawn area that a string means, which can be read; None if that is not clear."""
    form, rest = _form(text, _AREAS, _AS_AREA)
    places, other = _places(rest)
    numbers = _NUMBER.findall(other)
    if form is None or not _BETWEEN.fullmatch(_NUMBER.sub(" ", other)):
        return None
    while len(numbers) > 1 and len(places) < (1 if form == "disc" else 2):  # `disc 12 8 by 2`
        places.append(f"{numbers.pop(0)}x{numbers.pop(0)}")
    parts = {"disc": [*places[:1], "by", *numbers], "polygon": places}.get(form, [*places[:1], "to", *places[1:]])
    if len(numbers) != (form == "disc"):
        return None
    found = " ".join((form, *parts))
    return found if isinstance(read_area(found, known), Area) else None


def _form(text: str, forms: tuple[str, ...], others: Mapping[str, str]) -> tuple[str | None, str]:
    """The figure that the first word of a string means, and the rest without units."""
    head, _, rest = text.strip().partition(" ")
    word = nearest(head, (*forms, *others))
    return (others.get(word, word) if word is not None else None), _UNIT.sub("", rest)


def _places(text: str) -> tuple[list[str], str]:
    """The places in a text, as they are written in packs, and the text without them."""
    found = [meant(f"{one[1]}x{one[2]}") for one in _PLACE.finditer(text)]
    return [show(one) for one in found if not isinstance(one, Problem)], _PLACE.sub(" ", text)
