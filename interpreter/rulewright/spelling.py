"""Suggests the known name that an unknown name was probably meant to be.

Separate because every stage that knows names uses it, and because two alphabets with letters of the same shape need one
careful solution. Deterministic, standard library only.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

# Words that begin with a vowel in writing but not in speech: `a unit`, `a user`, `a one-eyed giant`.
_SPOKEN_WITH_A_CONSONANT = re.compile(r"uni(?:[cfpqstv]|on)|us[aeu]|uti|ubi|utopi|ufo|eu|ew|one(?![a-z])|once")

# Cyrillic letters that a reader cannot tell from Latin ones, in the shapes common to screen and print.
_CYRILLIC = "аАВвеЕкКМмНоОрРсСТтуУхХіІјЈѕЅԁһ"
_LATIN = "aABbeEkKMmHoOpPcCTtyYxXiIjJsSdh"
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)
# If two Cyrillic letters resemble one Latin letter, the first of them is used.
_TO_CYRILLIC = {ord(latin): cyrillic for latin, cyrillic in reversed(tuple(zip(_LATIN, _CYRILLIC, strict=True)))}

# With more slips than this, a name of any length is another word.
_MOST = 3
# Above this many candidates only those that share a beginning or end with the name are compared, and of these at most
# this many: a hostile pack may contain thousands of unknown names among thousands of known ones.
_MANY = 400
# Longer names are not compared letter by letter.
_LONG = 80

# The budget while `few_comparisons` is active: names that are read, and comparisons letter by letter by their cost.
_COMPARISONS: Final = 1_500_000
_left: ContextVar[list[int] | None] = ContextVar("_left", default=None)


@contextmanager
def few_comparisons() -> Iterator[None]:
    """While this is active, the number of comparisons is limited; after that `nearest` returns None. For runs that may
    look up thousands of names among thousands."""
    before = _left.set([_COMPARISONS])
    try:
        yield
    finally:
        _left.reset(before)


def _charge(count: int) -> bool:
    """Whether more comparisons are allowed; charges these."""
    left = _left.get()
    if left is None:
        return True
    left[0] -= count
    return left[0] > 0


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like `name`, or None if none is near. Case and look-alike letters count as equal.

    Near means at most one slip for every three letters, and one in a short name: more would be a guess.
    """
    if not _charge(1):
        return None
    folded = _fold(name)
    allowed = min(max(1, len(folded) // 3), _MOST) if len(folded) > 1 else 0
    by_folded: dict[str, str] = {}  # the first of names that differ only in case
    known = list(candidates)
    if not _charge(len(known)):
        return None
    for candidate in known:
        if abs(len(candidate) - len(folded)) > allowed and candidate.isascii():
            continue
        candidate = unicodedata.normalize("NFC", candidate)
        other = _fold(candidate)
        if other == folded or abs(len(candidate) - len(folded)) <= allowed:
            by_folded[other] = min(candidate, by_folded.get(other, candidate))
    if folded in by_folded:
        return by_folded[folded]
    if len(folded) > _LONG:
        return None
    if len(by_folded) > _MANY:
        by_folded = {f: c for f, c in by_folded.items() if f[:2] == folded[:2] or f[-2:] == folded[-2:]}
    best, found = allowed + 1, None
    compared = sorted(by_folded, key=lambda one: (one[:1] != folded[:1], one))
    if len(compared) > _MANY:
        if not _charge(len(compared) * (2 + len(folded) // 4)):
            return None
        compared.sort(key=lambda one: -_common(one, folded))
    for other in compared[:_MANY]:
        if not _charge(len(folded)):
            break
        slips = _slips(folded, other, best - 1)
        if slips < best:
            best, found = slips, other
    return None if found is None else by_folded[found]


def _slips(name: str, other: str, most: int) -> int:
    """The smallest number of slips that change one name to the other: a letter omitted, inserted or changed, or two
    swapped; any number above `most` if there are more. A different first letter counts as two slips, because it makes
    another word."""
    if not (most >= 0 and _may_be_near(name, other, most)):
        return most + 1
    size = len(other)
    before: list[int] = []
    row = list(range(size + 1))
    for i, a in enumerate(name, 1):
        # Cells further from the diagonal need more slips than are allowed.
        low, high = max(1, i - most), min(size, i + most)
        older, before, row = before, row, [most + 1] * (size + 1)
        row[low - 1] = i if low == 1 else most + 1
        for j in range(low, high + 1):
            b = other[j - 1]
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b) * (2 if i == j == 1 else 1))
            if i > 1 and j > 1 and a == other[j - 2] and name[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row[j] = cost
        if min(row) > most:
            return most + 1
    return row[-1]


def _common(name: str, other: str) -> int:
    """The number of letters that two names have in common at their beginnings and ends."""
    least = min(len(name), len(other))
    first = next((i for i in range(least) if name[i] != other[i]), least)
    return first + next((i for i in range(least - first) if name[-1 - i] != other[-1 - i]), least - first)


def _may_be_near(name: str, other: str, most: int) -> bool:
    """Whether the letters alone, in any order, allow this few slips; a quick test."""
    if abs(len(name) - len(other)) > most:
        return False
    left = list(other)
    strange = 0
    for letter in name:
        if letter in left:
            left.remove(letter)
        else:
            strange += 1
            if strange > most:
                return False
    return True


def listed(names: Iterable[str], most: int = 8) -> str:
    """The names with commas between them; of many names the first ones, and the number of the others."""
    every = list(dict.fromkeys(names))
    if len(every) <= most + 1:
        return ", ".join(every)
    return f"{', '.join(every[:most])} and {len(every) - most} more"


def did_you_mean(name: str, known: Iterable[str], lead: str = "") -> str | None:
    """The hint for an unknown name: the nearest name, else the known names after the words `lead`, else None."""
    every = list(known)
    close = nearest(name, every)
    if close is not None:
        return f"did you mean '{close}'?"
    return f"{lead} {listed(every)}" if lead and every else None


def is_beginning(name: str, other: str) -> bool:
    """Whether one name begins with the other, which has at least three letters."""
    short, long = sorted((name, other), key=len)
    return len(short) > 2 and long.startswith(short)


def is_slip(name: str, other: str) -> bool:
    """Whether one typing slip changes one name to the other: a letter omitted, inserted or changed, or two swapped."""
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


@lru_cache(maxsize=8192)  # the same names are looked up for every error
def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", name).translate(_TO_LATIN).casefold()


def _alphabet(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0] if letter.isalpha() else ""


def plural_of(word: str) -> str:
    """The plural of a regular noun: `kinds`, `statuses`."""
    return f"{word}{'es' if word.endswith('s') else 's'}"


def with_article(words: str) -> str:
    """One word or several with the spoken article: `a goblin`, `an orc`, `a unit`."""
    vowel = words[:1] in tuple("aeiou") and not _SPOKEN_WITH_A_CONSONANT.match(words)
    return f"{'an' if vowel else 'a'} {words}"
