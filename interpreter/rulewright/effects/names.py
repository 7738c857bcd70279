"""Which words of code may be names, and how a name is reported that is none.

Separate because a name is read in many places: in code, in the heads of definitions, in content tests and by tools.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.limits import MOST_LETTERS
from rulewright.spelling import lookalike

RESERVED: Final = frozenset({
    "and", "as", "at", "by", "cancel", "choose", "chosen", "conclude", "create", "despite", "else", "end", "every",
    "false", "finish", "for", "give", "has", "if", "in", "into", "is", "let", "moment", "no", "none", "not", "of",
    "offer", "or", "perform", "put", "remove", "repeat", "roll", "set", "some", "stop", "then", "to", "together",
    "true", "until", "when", "where", "while", "with", "within",
})  # fmt: skip
# Words that begin a statement and nothing else: where one follows a line break, the statement before it has ended.
STARTERS: Final = frozenset({
    "set", "give", "put", "remove", "perform", "moment", "stop", "finish", "cancel", "conclude", "repeat", "offer",
    "together",
})  # fmt: skip
# Words that begin a block.
OPENERS: Final = frozenset({"if", "else", "for", "repeat", "offer", "together"})

_TOLD: Final = 30  # characters shown of a name that is too long


def is_long(word: str) -> tuple[str, str] | None:
    """What is wrong with a name that is too long, and how to fix it; None if it is not too long."""
    if len(word) <= MOST_LETTERS:
        return None
    return (f"the name '{word[:_TOLD]}..' has {len(word)} characters, more than {MOST_LETTERS}",
            "write a shorter one; players read 'name:'")  # fmt: skip


def reserved(word: str) -> tuple[str, str]:
    """What is wrong with a keyword as a name, and the fix."""
    return (f"'{word}' is a keyword and cannot be a name",
            "choose another name, for instance with an adjective before it")  # fmt: skip


def misnamed(word: str) -> tuple[str, str]:
    """What is wrong with a name that is not a valid id, and how to fix it."""
    latin = lookalike(word)
    if latin is not None:
        return f"'{word}' mixes two alphabets", f"write '{latin.lower()}' in Latin letters"
    if re.fullmatch(r"\w+", word) is None:
        return f"'{word}' is not a name", "a name is one word: a to z, digits and underscores; players read 'name:'"
    if word.isascii() and word.startswith("_"):
        return f"the name '{word}' begins with an underscore", "a name begins with a letter"
    if word.isascii() and word[0].isdigit():
        return f"the name '{word}' begins with a digit", "a name begins with a letter"
    if word.isascii():
        snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
        return f"the name '{word}' has capital letters", reserved(snake)[1] if snake in RESERVED else f"write '{snake}'"
    hint = "use a to z, digits and underscores; write the shown name in 'name:', in any language"
    return f"the name '{word}' is not written in Latin letters", hint
