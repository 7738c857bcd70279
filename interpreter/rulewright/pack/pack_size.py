"""Reports that a pack is too large to be read further: the cost of processing a pack grows with its content.

Separate because it counts over all files, and reports each limit where it is exceeded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.diagnostics import Diagnostics
from rulewright.limits import MOST_CHARACTERS, MOST_DEFINITIONS, MOST_SHEETS
from rulewright.pack.forms import FORMS
from rulewright.pack.model import Declaration
from rulewright.source import SourceText, Span


@dataclass(slots=True)
class PackSize:
    """The size of the files that were read so far."""

    characters: int = 0
    definitions: int = 0
    sheets: int = 0

    def has_room(self, source: SourceText, declared: Iterable[Declaration], out: Diagnostics) -> bool:
        """Counts a file with its declarations. Returns False, and reports it, if the pack becomes too large with it."""
        self.characters += len(source.text)
        if self.characters > MOST_CHARACTERS:
            return self._refuse(f"{MOST_CHARACTERS:,} characters", Span(source, 0, 0), out)
        for one in declared:
            if one.form in FORMS:
                self.definitions += 1
            else:
                self.sheets += 1
            if self.definitions > MOST_DEFINITIONS:
                return self._refuse(f"{MOST_DEFINITIONS:,} definitions that are not sheets", one.head_span, out)
            if self.sheets > MOST_SHEETS:
                return self._refuse(f"{MOST_SHEETS:,} sheets", one.head_span, out)
        return True

    def _refuse(self, limit: str, place: Span, out: Diagnostics) -> bool:
        out.add("RW616", f"this pack has more than {limit}", place, "divide it into several packs")
        return False
