"""Lists the definitions of a pack by form, for users who do not know the pack yet.

Separate because only the ids of the definitions are shown.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

import click

from rulewright.characters import visible
from rulewright.pack.forms import FORMS
from rulewright.pack.model import Declaration

_NARROWEST = 20


def contents(declarations: Iterable[Declaration], width: int) -> str:
    """Returns the ids of all definitions in the order of the files: first those of the pack's own kinds, then by the
    forms of the language. `width`: characters per line."""
    by_form: dict[str, list[str]] = {}
    for one in declarations:
        by_form.setdefault(one.form, []).append(visible(one.id))
    own = [form for form in by_form if form not in FORMS]
    pages = []
    for form in (*own, *(form for form in FORMS if form in by_form)):
        ids = by_form[form]
        listed = textwrap.fill(", ".join(ids), max(width, _NARROWEST), initial_indent="  ", subsequent_indent="  ",
                               break_long_words=False, break_on_hyphens=False)  # fmt: skip
        pages.append(f"{click.style(visible(form), bold=True)} ({len(ids)})\n{listed}")
    return "\n\n".join(pages)
