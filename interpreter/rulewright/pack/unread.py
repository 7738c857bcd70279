"""Finds the forms and ids of definitions that could not be read, from the lines that look like heads.

Separate because these lines are read without YAML, in files that YAML cannot parse.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from rulewright.pack.forms import CHANGES, FORMS
from rulewright.pack.model import Declaration
from rulewright.pack.tree import Scalar
from rulewright.source import SourceText
from rulewright.spelling import lookalike, nearest

# A line that is not indented and begins with a form and an id; the form may be followed by a colon by mistake.
_LINE: Final = re.compile(r"^(?P<form>[^\W\d]\w*)(?: *: *| +)(?P<id>[^\W\d]\w*)", re.MULTILINE)


def declared_in(source: SourceText) -> Iterator[Declaration]:
    """A declaration with only form and id, for each line of a file that looks like a head."""
    for head in _LINE.finditer(source.text):
        form = head["form"]
        if ":" in head.group() and form not in FORMS:
            continue  # a field that lost its indentation
        key = Scalar(source, head.start(), head.end(), f"{form} {head['id']}", "plain", broken=True)
        yield Declaration(form, head["id"], key, {}, source.name, broken=True, unread=True)


# Only in files of tests.
OF_TESTS: Final = ("test", "setup", "survivors")


def meant_form(form: str, kinds: Collection[str]) -> tuple[str | None, str]:
    """The form or kind that is meant by a word before an id, None if none is similar; and how to fix it."""
    if form in FORMS or form in kinds:
        return form, ""
    if form in CHANGES:
        return None, "to change another pack, add it to pack.yaml: `needs: {ID: VERSION}`"
    if form == "survivors":
        return None, "move reasons for survivors to a file in the folder `tests`"
    if form in OF_TESTS:
        return None, "move tests and their set-ups to a file in the folder `tests`"
    if form == "keyword":  # many games use this word for what a sheet lists
        return "status", "write `status`: sheets list statuses under `keywords`"
    near = nearest(form, [*FORMS, *kinds, *CHANGES])
    if near in CHANGES:
        return None, f"did you mean '{near}'?"
    if near and lookalike(form):
        return near, f"'{form}' mixes Latin and Cyrillic letters: did you mean '{near}'?"
    return near, f"did you mean '{near}'?" if near else f"forms are {', '.join(FORMS)} and the kinds of this pack"
