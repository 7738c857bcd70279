"""Decides which characters are visible, writes invisible ones as codes, and keeps glyphs to one alphabet.

Words in packs, files and saves are untrusted. A terminal obeys control characters, and a reader does not see characters
that reorder or hide text, so the program never outputs them as such. The interpreter and the tools share this one
definition.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

# Zero-width joiner and non-joiner: Persian, the scripts of India and many emoji need them, and they neither control a
# terminal nor reorder a line.
JOINERS: Final = "\u200c\u200d"

_TAB: Final = " " * 4
# Controls, formats, halves of surrogate pairs, characters without a meaning, breaks of lines and paragraphs.
_CATEGORIES: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))

# Characters that words of a pack must not contain: Cc without the tab and the line feed, Cf without the joiners, Zl and
# Zp. The tests compare the ranges with the tables of Unicode.
_BIDI: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNSEEN: Final = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U00013438"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
)
UNSEEN: Final = re.compile(f"[{_UNSEEN}]")
# Characters that reorder the text around them.
BIDI: Final = re.compile(f"[{_BIDI}]")

# The letters of glyphs, without the Cyrillic ones that are hard to distinguish from others.
LATIN: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CYRILLIC: Final = "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ"
# The letters of one alphabet and their counterparts in the other.
_TO_CYRILLIC: Final = dict(zip(LATIN, "АБЦДЕФГХИЖКЛМНОПКРСТУВВКЙЗ", strict=True))
_TO_LATIN: Final = dict(zip("АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "ABVGDEEZZIYKLMNOPRSTUFHCCSSYYYEUY", strict=True))


def alphabet_of(names: Iterable[str]) -> str:
    """The capital letters for the glyphs of these names: those of the alphabet, Latin or Cyrillic, in which most of
    them begin."""
    first = [next((char.upper() for char in name if char.isalpha()), "") for name in names]
    return CYRILLIC if sum(one in _TO_LATIN for one in first) > sum(one in _TO_CYRILLIC for one in first) else LATIN


def written_in(alphabet: str, name: str) -> str:
    """A name with the letters of the other alphabet replaced by letters of this one; all other characters stay."""
    other = _TO_CYRILLIC if alphabet == CYRILLIC else _TO_LATIN
    return "".join(other.get(char) or other.get(char.upper(), char.upper()).lower() if char.upper() in other else char
                   for char in name)  # fmt: skip


def code_of(char: str) -> str:
    """`U+202E`."""
    return f"U+{ord(char):04X}"


def visible(text: str, keep: str = "") -> str:
    """The text as it may be shown: a tab as four spaces, and every character that a terminal obeys or hides as its code
    (`<U+001B>`). Characters in `keep` stay."""
    if text.isprintable():
        return text
    return "".join(char if char in keep else _visible_character(char) for char in text)


def _visible_character(char: str) -> str:
    if char == "\t":
        return _TAB
    return f"<{code_of(char)}>" if unicodedata.category(char) in _CATEGORIES else char
