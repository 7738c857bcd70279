"""Finds what is wrong with a template whose holes show parameters: `ask` and `says`.

Separate because questions and refusals are filled alike, from arguments that are at hand whenever they are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.check.declaring import Declaring
from rulewright.check.messages import known_forms
from rulewright.holes import holes
from rulewright.spelling import did_you_mean


class Fault(NamedTuple):
    """What is wrong with a template: a code, words that go on behind what the template is, and a hint."""

    code: str
    words: str
    hint: str | None


def faults(
    d: Declaring, template: str, language: str, params: Sequence[str], none_shown: str | None = None, *,
    chooses: bool = False,
) -> Iterator[Fault]:  # fmt: skip
    """What a template shows that is none of some parameters, and forms that no name has in its language. `none_shown`:
    the hint where it may show nothing. `chooses`: a hole may choose a text by the sort of a name."""
    rest = list(template)
    for hole in holes(template):
        rest[hole.start : hole.end] = " " * (hole.end - hole.start)
        if hole.wrong or (hole.choices and not chooses):
            shown = template[hole.start : hole.end]
            yield Fault("RW471", f"shows '{shown}', which is neither a parameter nor a form of its name", None)
        elif hole.path not in params:
            hint = none_shown or did_you_mean(hole.path, params, "it has")
            yield Fault("RW443", f"shows '{hole.path}', which is none of its parameters", hint)
        elif hole.form and hole.form not in known_forms(d, language):
            words = f"asks for the form '{hole.form}', which no name has in '{language or 'en'}'"
            yield Fault("RW471", words, did_you_mean(hole.form, sorted(known_forms(d, language)), "there are"))
    stray = next((sign for sign in rest if sign in "<>"), None)
    if stray is not None:
        yield Fault("RW443", f"has a '{stray}' without its partner", "a parameter stands in both: `<parameter>`")
