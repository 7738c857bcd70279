"""Turns a name that nobody knows into the one that was probably meant.

A stage of its own because every stage that knows names uses it, and because two alphabets with letters of the same
shape deserve one careful answer. Standard library only; the same question always gets the same answer.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

# Cyrillic letters that a reader cannot tell from Latin ones, in the shapes common to screen and print.
_CYRILLIC = "аАВвеЕкКМмНоОрРсСТтуУхХіІјЈѕЅԁһ"
_LATIN = "aABbeEkKMmHoOpPcCTtyYxXiIjJsSdh"
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)
# Where two Cyrillic letters resemble one Latin letter the first of them is the answer.
_TO_CYRILLIC = {ord(latin): cyrillic for latin, cyrillic in reversed(tuple(zip(_LATIN, _CYRILLIC, strict=True)))}

_CLOSE = 0.6
# Above this many candidates only those that share an end with the name are compared: a hostile pack may hold
# thousands of unknown names among thousands of known ones.
_MANY = 400


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like `name`, or None when none is close. Case and look-alike letters count as equal."""
    folded = _fold(name)
    known = sorted({unicodedata.normalize("NFC", candidate) for candidate in candidates})
    for candidate in known:
        if _fold(candidate) == folded:
            return candidate
    allowed = max(2, len(folded) // 2)
    by_folded = {_fold(c): c for c in reversed(known) if abs(len(c) - len(folded)) <= allowed}
    if len(by_folded) > _MANY:
        by_folded = {f: c for f, c in by_folded.items() if f[:2] == folded[:2] or f[-2:] == folded[-2:]}
    close = difflib.get_close_matches(folded, sorted(by_folded), n=1, cutoff=_CLOSE)
    return by_folded[close[0]] if close else None


def is_slip(name: str, other: str) -> bool:
    """Does one slip of the fingers make one name of the other: a letter left out, put in, changed, or two swapped?"""
    if len(name) > len(other):
        name, other = other, name
    if name == other or len(other) - len(name) > 1:
        return False
    same = next((place for place, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), len(name))
    if len(name) < len(other):
        return name[same:] == other[same + 1 :]
    return name[same + 1 :] == other[same + 1 :] or (
        name[same : same + 2] == other[same : same + 2][::-1] and name[same + 2 :] == other[same + 2 :]
    )


def lookalike(name: str) -> str | None:
    """The name in one alphabet when it mixes Latin and Cyrillic letters, else None.

    The alphabet of most letters wins, Latin on a tie; a letter without a twin in it stays as it is.
    """
    alphabets = [_alphabet(letter) for letter in name]
    latin, cyrillic = alphabets.count("LATIN"), alphabets.count("CYRILLIC")
    if not latin or not cyrillic:
        return None
    table = _TO_LATIN if latin >= cyrillic else _TO_CYRILLIC
    return unicodedata.normalize("NFC", name).translate(table)


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", name).translate(_TO_LATIN).casefold()


def _alphabet(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0] if letter.isalpha() else ""
