"""The engine's own few words in other languages: one file of JSON each, by the English words.

A package of its own so that a language is added by adding a file: `words` by English words or phrases (`{}` are filled
in in order), `units` with the forms of each, and `plural`, which of `_PLURALS` says which form a number wants. What a
language lacks is said in English. Packs bring the words of their game themselves.

A language may be named with a form of names behind a dot: `ru.acc`. Words and units that have that form (`forms`) are
given in it, all others as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulewright import units

_FOLDER: Final = Path(__file__).parent


def _slavic(number: int) -> int:
    """One (also twenty-one), two to four, five and more."""
    tens, ones = abs(number) // 10 % 10, abs(number) % 10
    return 2 if tens == 1 or ones in (0, *range(5, 10)) else 0 if ones == 1 else 1


_PLURALS: Final[dict[str, Callable[[int], int]]] = {"slavic": _slavic, "one": lambda number: 0 if number == 1 else 1}
# What texts for people call these forms, as the Unicode tables of plurals do.
_CALLED: Final[dict[str, tuple[str, ...]]] = {"slavic": ("one", "few", "many"), "one": ("one", "other")}


def own(language: str) -> str:
    """The language, without the form of names that may stand behind it."""
    return language.partition(".")[0]


def plurals(language: str) -> tuple[str, ...]:
    """The sorts of numbers that a language tells apart."""
    return _CALLED[_language(own(language)).get("plural", "one")]


def plural(number: int, language: str) -> str:
    """Which of them a number is of."""
    rule = _language(own(language)).get("plural", "one")
    return _CALLED[rule][_PLURALS[rule](number)]


def forms(language: str) -> tuple[str, ...]:
    """The forms of names that the engine's own words have."""
    return tuple(_language(own(language)).get("forms", {}))


@cache
def _language(language: str) -> dict[str, Any]:
    file = _FOLDER / f"{language}.json"
    if not language.isalpha() or not file.is_file():
        return {"words": {}, "units": {}}
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


@cache
def spoken() -> frozenset[str]:
    """The languages that the engine has words in."""
    return frozenset({"en", *(file.stem for file in _FOLDER.glob("*.json"))})


def own_words() -> set[str]:
    """All that the engine says in English or, as far as it can, in another language."""
    words: dict[str, Any] = {}
    for file in sorted(_FOLDER.glob("*.json")):
        words |= _language(file.stem)["words"]
    return {*words, *words.values()}


def word(english: str, language: str) -> str:
    """A word or phrase of ours in a language; English where there is no other."""
    known = _language(own(language))
    form = known.get("forms", {}).get(language.partition(".")[2], {})
    found: str = form.get("words", {}).get(english) or known["words"].get(english, english)
    return found


def length(number: int, unit: str, language: str) -> str:
    """The unit behind a number: 1 cell, 2 cells; in other languages the form that the number wants."""
    known = _language(own(language))
    form = known.get("forms", {}).get(language.partition(".")[2], {})
    words = form.get("units", {}).get(unit) or known["units"].get(unit)
    if words is None:
        return units.named(unit, number)
    found: str = words[_PLURALS[known["plural"]](number)]
    return found


def unit_words(unit: str, language: str) -> frozenset[str]:
    """All forms of a unit in a language; none in English, nor in a language that lacks it."""
    return frozenset(_language(own(language))["units"].get(unit, ()))
