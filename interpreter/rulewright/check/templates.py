"""Finds errors in templates whose holes show parameters, or fields of the match: `ask`, `says`, `header`.

Separate because these are all filled the same way, from the values that are current when they are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rulewright.check import types as t
from rulewright.check.declaring import Declaring
from rulewright.check.messages import choice_keys, key_meant, known_forms
from rulewright.check.types import Type
from rulewright.holes import Hole, holes
from rulewright.spelling import did_you_mean


class Fault(NamedTuple):
    """A problem with a template: a code, the words that follow the name of the template, and a hint."""

    code: str
    words: str
    hint: str | None


def faults(
    d: Declaring, template: str, language: str, params: Sequence[str], none_shown: str | None = None, *,
    types: Mapping[str, Type] | None = None, what: str = "parameter",
) -> Iterator[Fault]:  # fmt: skip
    """Yields holes of a template that are not among the parameters, and forms that no name has in its language.
    `none_shown`: the hint if it may show nothing. `types`: the types by which holes may choose a text; None: they
    choose none. `what`: the word for the parameters."""
    rest = list(template)
    for hole in holes(template):
        rest[hole.start : hole.end] = " " * (hole.end - hole.start)
        if hole.wrong or (hole.choices and types is None):
            shown = template[hole.start : hole.end]
            yield Fault("RW471", f"shows '{shown}', which is neither a {what} nor a form of its name", None)
        elif hole.path not in params:
            hint = none_shown or did_you_mean(hole.path, params, "it has")
            yield Fault("RW443", f"shows '{hole.path}', which is not one of its {what}s", hint)
        elif hole.form and hole.form not in known_forms(d, language):
            words = f"uses the form '{hole.form}', which no name has in '{language or 'en'}'"
            yield Fault("RW471", words, did_you_mean(hole.form, sorted(known_forms(d, language)), "there are"))
        elif hole.choices and types is not None and hole.path in types:
            yield from _never(d, hole, types[hole.path], language)
    stray = next((sign for sign in rest if sign in "<>"), None)
    if stray is not None:
        yield Fault("RW443", f"has a '{stray}' without its partner", "write both, around a parameter: `<parameter>`")


def _never(d: Declaring, hole: Hole, type_: Type, language: str) -> Iterator[Fault]:
    """Keys by which a hole chooses although its value is never one of them."""
    keys = choice_keys(d, t.some(type_), language)
    for key, _ in hole.choices[1:]:
        number = t.some(type_).tag == "number" and key.isdecimal()
        if keys is not None and key not in keys and not number:
            words = f"has a case for '{key}', which '{hole.path}' never is in '{language or 'en'}'"
            yield Fault("RW471", words, key_meant(key, keys))
