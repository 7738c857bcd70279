"""A saved match as data that may come from anybody: its parts, or the reason why it is refused.

Separate because nothing is played for it: a save is of this pack, content and key, and of the shape of one, before its
answers are given again.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.errors import RulewrightError
from rulewright.meaning import meaning_of
from rulewright.play import codec
from rulewright.play.chance import KEY_LENGTHS, key_check
from rulewright.play.load import Linked
from rulewright.program import Program

# A longer match cannot be loaded: a file must not keep a program busy forever.
MAX_ANSWERS: Final = 20_000
DAMAGED: Final = "the saved match is damaged or was changed by hand"
_REPEATED: Final = 60
_MANY: Final = 10**20


class Refused(RulewrightError):
    """An answer or a file that cannot be taken: the words say why."""


def opened_save(
    linked: Linked, data: Any, key: bytes | None, *, keyed: bool = False
) -> tuple[dict[str, Any], list[int]]:
    """The match of a save, which is of this content and key, and its answers. With `keyed` the key is not looked at.
    Raises Refused."""
    match = data.get("match") if isinstance(data, dict) else None
    if not isinstance(match, dict) or match.get("version") != codec.VERSION:
        raise Refused("this is not a saved match of this version")
    if match.get("pack") != linked.program.id:
        raise Refused(f"this match is of the pack '{short(match.get('pack'))}', not of '{linked.program.id}'")
    if match.get("digest") != linked.program.digest and not _means_the_same(data, linked.program):
        raise Refused("the pack has changed since this match was saved; replay its answers instead")
    if not keyed:
        must_be_key(match.get("key"), key)
    answers = data.get("answers")
    if not isinstance(answers, list) or not all(type(one) is int for one in answers):
        raise Refused(f"{DAMAGED}: its answers must be a list of numbers")
    if len(answers) > MAX_ANSWERS:
        raise Refused(f"a match with more than {MAX_ANSWERS} answers cannot be loaded")
    return match, answers


def _means_the_same(data: dict[str, Any], program: Program) -> bool:
    """Whether a save is of content that only reads otherwise."""
    meaning = data.get("meaning")
    return isinstance(meaning, str) and meaning == meaning_of(program)


def settings_of(linked: Linked, match: dict[str, Any]) -> dict[str, Any]:
    """The settings of a saved match by name, those of sets and lists as they are written."""
    kept, known = match.get("settings"), linked.program.settings
    if not isinstance(kept, list) or len(kept) != len(known):
        raise Refused(f"{DAMAGED}: it must have {len(known)} settings")
    given = {}
    for (name, _, default), value in zip(known, kept, strict=True):
        if value != codec.plain(default):
            given[name] = value
    return given


def short(value: Any) -> str:
    """A value in a message, however large it is."""
    if isinstance(value, str):
        return value if len(value) <= _REPEATED else f"{value[:_REPEATED]}.."
    if type(value) is int:
        return str(value) if abs(value) < _MANY else f"a number beyond {_MANY}"
    return "nothing" if value is None else f"a {type(value).__name__}" if type(value) is not bool else str(value)


def must_be_bytes(key: object) -> None:
    """Raises Refused for a key of another type."""
    if not isinstance(key, bytes):
        raise Refused(f"a key is bytes, not a {type(key).__name__}")


def must_be_key(kept: Any, key: bytes | None) -> None:
    """Raises Refused unless the key is the one that a match was begun with. `kept`: what the save has of that one."""
    if kept is None and key is not None:
        raise Refused("this match was begun without a key: load it without one")
    if kept is not None and key is None:
        raise Refused("this match was begun with a key: load it with the same key")
    if key is None:
        return
    must_be_bytes(key)
    if len(key) not in KEY_LENGTHS or kept != key_check(key):
        raise Refused("this match was begun with another key")
