"""Checks the `header` of the manifest: the line above the board, which shows fields of the match and settings.

Separate because the line shows the current match at any time, and is not about an event.
"""

from __future__ import annotations

from rulewright.check.declaring import Declaring
from rulewright.check.templates import faults


def fill_header(d: Declaring) -> None:
    """Checks the line above the board. Needs the fields of kinds, their names and the settings."""
    text = d.parsed.manifest
    match = d.pack.kinds.get("match")
    types = {one.id: one.type for one in match.all_attributes.values()} if match is not None else {}
    types |= {f"setting.{one.id}": one.type for one in d.pack.settings.values()}
    good = True
    for language, template in text.header.items():
        for one in faults(d, template, language, sorted(types), types=types, what="field"):
            good = False
            d.error(one.code, f"the header {one.words}", text.spans.get("header"), None, one.hint)
    if good:
        d.pack.header = text.header
