"""Returns the phrases of the terminal in the requested language.

Separate because a pack provides its words in every language, and the few phrases of the table itself must be translated
too.
"""

from __future__ import annotations

import errno
import json
from functools import cache
from pathlib import Path
from typing import Final

from rulewright.languages import plural, plurals

LANGUAGES: Final = ("en", "ru")

# Why a file cannot be written -> the key of the phrase.
FAULTS: Final = {
    errno.ENOENT: "no_folder",
    errno.EACCES: "no_access",
    errno.EPERM: "not_permitted",
    errno.EISDIR: "is_folder",
    errno.ENOTDIR: "is_no_folder",
    errno.ENOSPC: "disk_full",
    errno.EROFS: "read_only",
    errno.ENAMETOOLONG: "long_file",
}

_FOLDER: Final = Path(__file__).parent / "languages"


@cache
def _phrases(language: str) -> dict[str, str]:
    """Returns the phrases by key: those of the language, or English if there is no file for it."""
    file = _FOLDER / f"{language if language in LANGUAGES else 'en'}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def say(language: str, key: str, **values: object) -> str:
    """Returns the phrase of a key in a language (English if there is no file for it), with its {names} filled in.
    `{answers}` is `{number}` with its noun; the phrase has a form for each sort of number, separated by `|`.
    """
    number = values.get("number")
    if isinstance(number, int):
        told = language if language in LANGUAGES else "en"
        sort = plurals(told).index(plural(number, told))
        values["answers"] = _phrases(told)["answers"].split("|")[sort].format(number=number)
    return _phrases(language)[key].format(**values)


def fault(language: str, bad: OSError | ValueError) -> str:
    """Returns why a file could not be written, in a language; in the words of the system if there are no others."""
    if isinstance(bad, OSError) and bad.errno in FAULTS:
        return say(language, FAULTS[bad.errno])
    return str(getattr(bad, "strerror", None) or bad)


def counted(number: int, noun: str, several: str = "") -> str:
    """Returns a number with its noun: `1 answer`, `3 answers`, `2 matches`."""
    return f"{number} {noun if number == 1 else several or f'{noun}s'}"
