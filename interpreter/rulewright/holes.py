"""The holes of texts for people: `<who>`, `<who.owner>`, `<who:acc>`, `<points?point|other=points>`.

Separate because the checker and the code that shows a text must read them alike. Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HOLE = re.compile(r"<([^<>]*)>")
_FORM = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole of a text, from `start` to `end`. `path`: what it shows, a field and the names after it. `form`: the form
    of the name that is shown. `choices`: texts by key, one of which is shown instead; under "" the text for all other
    keys. `wrong`: it is not a valid hole."""

    start: int
    end: int
    path: str
    form: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    wrong: bool = False

    def chosen(self, keys: tuple[str, ...]) -> str:
        """The text of the first key that has one; otherwise the text for all other keys."""
        texts = dict(self.choices)
        return next((texts[key] for key in keys if key in texts), texts[""])


def holes(text: str) -> Iterator[Hole]:
    """The holes of a text, in order."""
    for found in _HOLE.finditer(text):
        path, asks, rest = found[1].partition("?")
        if asks:
            first, *others = rest.split("|")
            pairs = [one.partition("=") for one in others]
            choices = (("", first), *((key.strip(), words) for key, _, words in pairs))
            wrong = not others or any(not key.strip() or not sign for key, sign, _ in pairs)
            yield Hole(found.start(), found.end(), path, "", choices, wrong)
            continue
        path, colon, form = path.partition(":")
        yield Hole(found.start(), found.end(), path, form, (), bool(colon) and _FORM.fullmatch(form) is None)


def renamed(text: str, names: dict[str, str]) -> str:
    """The text with other names for the fields at the beginning of its holes."""
    made: list[str] = []
    at = 0
    for hole in holes(text):
        head = hole.path.partition(".")[0]
        start = hole.start + 1
        made += text[at:start], names.get(head, head)
        at = start + len(head)
    return "".join([*made, text[at:]])
