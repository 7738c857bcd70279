"""Turns what the player of a terminal is told into the language asked for.

Separate because the words of a pack come from the pack in every language, and the few of the table itself must not stay
behind in one.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

from rulewright.languages import plural, plurals

LANGUAGES: Final = ("en", "ru")

_FOLDER: Final = Path(__file__).parent / "languages"


@cache
def _phrases(language: str) -> dict[str, str]:
    """By key: the file of the language, English for one that there is none of."""
    file = _FOLDER / f"{language if language in LANGUAGES else 'en'}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def say(language: str, key: str, **values: object) -> str:
    """The phrase of a key in a language (English where that language has none), its {names} filled in. `{answers}` is
    `{number}` with its noun, of which the phrase has a form for each sort of number, with `|` between them."""
    number = values.get("number")
    if isinstance(number, int):
        told = language if language in LANGUAGES else "en"
        sort = plurals(told).index(plural(number, told))
        values["answers"] = _phrases(told)["answers"].split("|")[sort].format(number=number)
    return _phrases(language)[key].format(**values)


def counted(number: int, noun: str, several: str = "") -> str:
    """So many of something: `1 answer`, `3 answers`, `2 matches`."""
    return f"{number} {noun if number == 1 else several or f'{noun}s'}"
