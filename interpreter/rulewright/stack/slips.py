"""Reports a pack in `parts` of a manifest that does not exist if an existing id differs from it by a slip of a letter.

Separate because a missing pack is no error here: its part is not read, and only the spelling can be doubted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.spelling import is_slip, nearest
from rulewright.stack.find import packs_in
from rulewright.stack.manifests import Manifest
from rulewright.stack.search import Search

_DIGITS: Final = re.compile(r"[0-9]+")


def tell(manifests: Mapping[str, Manifest], search: Search, out: Diagnostics) -> None:
    """Adds a note (RW261) for each id that no available pack has, if a pack has nearly that id."""
    for one in manifests.values():
        for folder, said in one.parts.items():
            for name, _ in packs_in(said.text) or ():
                if name in manifests:
                    continue
                here = [other for other in search.ids(one.folder) if other != one.id]
                near = None if name in here else _meant(name, {*here, *one.needs, *one.optional})
                if near is not None:
                    message = f"no pack '{name}' was found, but it decides whether '{folder}' is read"
                    out.add("RW261", message, said.span, f"did you mean '{near}'?")


def _meant(name: str, known: Iterable[str]) -> str | None:
    """The id that a name was probably meant to be. Ids that differ only in their numbers belong to different packs."""
    letters = _DIGITS.sub("", name)
    return nearest(name, (one for one in known if is_slip(name, one) and _DIGITS.sub("", one) != letters))
