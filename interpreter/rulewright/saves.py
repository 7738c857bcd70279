"""A saved match as untrusted data: its parts, or the reason why it is refused.

Separate because nothing is played here: before its answers are given again, a save is checked for its pack, content,
key and shape.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.errors import RulewrightError
from rulewright.meaning import meaning_of
from rulewright.play import codec
from rulewright.play.chance import KEY_LENGTHS, key_check
from rulewright.play.load import Linked
from rulewright.program import Program

# A longer match cannot be loaded, because a file must not keep a program busy forever.
MAX_ANSWERS: Final = 20_000
DAMAGED: Final = "the saved match is damaged or was changed by hand"
_REPEATED: Final = 60
_MANY: Final = 10**20


class Refused(RulewrightError):
    """An answer or a file that is refused; the message is the reason."""


def opened_save(
    linked: Linked, data: Any, key: bytes | None, *, keyed: bool = False
) -> tuple[dict[str, Any], list[int]]:
    """The match of a save with this content and key, and its answers. With `keyed` the key is not checked. Raises
    Refused."""
    match = data.get("match") if isinstance(data, dict) else None
    if isinstance(data, (str, bytes, bytearray)):
        raise Refused(f"a saved match is a mapping, not a {type(data).__name__}: read its JSON with json.loads first")
    if not isinstance(match, dict):
        raise Refused("this is not what `Match.save` returns; files of `rulewright play` are for `rulewright play`")
    if match.get("version") != codec.VERSION:
        raise Refused("this match was saved by another version of Rulewright, whose saves this one cannot read")
    if match.get("pack") != linked.program.id:
        raise Refused(f"this match belongs to the pack '{short(match.get('pack'))}', not to '{linked.program.id}'")
    if match.get("digest") != linked.program.digest and not _means_the_same(data, linked.program):
        cure = "load it with the pack as it was" if data.get("story") is None else "use `Match.load`, which replays it"
        raise Refused(f"the pack has changed since this match was saved: {cure}")
    if not keyed:
        must_be_key(match.get("key"), key)
    answers = data.get("answers")
    if not isinstance(answers, list) or not all(type(one) is int for one in answers):
        raise Refused(f"{DAMAGED}: its answers must be a list of numbers")
    if len(answers) > MAX_ANSWERS:
        raise Refused(f"a match with more than {MAX_ANSWERS} answers cannot be loaded")
    return match, answers


def _means_the_same(data: dict[str, Any], program: Program) -> bool:
    """Whether the content of a save differs only in texts that people read."""
    meaning = data.get("meaning")
    return isinstance(meaning, str) and meaning == meaning_of(program)


def settings_of(linked: Linked, match: dict[str, Any]) -> dict[str, Any]:
    """The settings of a saved match by name; sets and lists in their written form."""
    kept, known = match.get("settings"), linked.program.settings
    if not isinstance(kept, list) or len(kept) != len(known):
        raise Refused(f"{DAMAGED}: it must have {len(known)} settings")
    given = {}
    for (name, _, default), value in zip(known, kept, strict=True):
        if value != codec.plain(default):
            given[name] = value
    return given


def short(value: Any) -> str:
    """A value for a message, cut if it is large."""
    if isinstance(value, str):
        return value if len(value) <= _REPEATED else f"{value[:_REPEATED]}.."
    if type(value) is int:
        return str(value) if abs(value) < _MANY else f"a number beyond {_MANY}"
    return "nothing" if value is None else f"a {type(value).__name__}" if type(value) is not bool else str(value)


def must_be_bytes(key: object) -> None:
    """Raises Refused for a key of another type."""
    if not isinstance(key, bytes):
        raise Refused(f"a key must be bytes, not a {type(key).__name__}")


def must_be_key(kept: Any, key: bytes | None) -> None:
    """Raises Refused unless the key is the one that the match was started with. `kept`: the check value of that key in
    the save."""
    if kept is None and key is not None:
        raise Refused("this match was started without a key: load it without one")
    if kept is not None and key is None:
        raise Refused("this match was started with a key: load it with the same key")
    if key is None:
        return
    must_be_bytes(key)
    if len(key) not in KEY_LENGTHS or kept != key_check(key):
        raise Refused("this match was started with another key")
