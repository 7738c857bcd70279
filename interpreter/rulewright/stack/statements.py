"""Reports where two rulebooks give one id different texts and no order of their packs is stated.

Separate because a rulebook is not a definition: the last rulebook with an id counts, and no verb changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

from rulewright.diagnostics import Diagnostics
from rulewright.pack.rulebook import Rulebook, read_rules
from rulewright.pack.shapes_known import Shapes
from rulewright.source import SourceText
from rulewright.stack import conflicts
from rulewright.stack.words import side_by_side


def report(
    ids: Mapping[str, Mapping[str, str]], source: Callable[[str], SourceText], behind: Mapping[str, set[str]],
    order: list[str], out: Diagnostics,
) -> None:  # fmt: skip
    """Reports each pair of packs once, by the first id. `ids` are those of each pack's rulebook, `source` returns the
    rulebook of a pack."""
    books: dict[str, Rulebook] = {}
    for first, second in combinations([one for one in order if one in ids], 2):
        if first in behind[second] or second in behind[first]:
            continue
        last = [said for pack, said in ids.items() if {first, second} <= behind[pack]]
        both = [name for name in ids[second] if name in ids[first] and not any(name in said for said in last)]
        if not both:
            continue
        for pack in (first, second):
            if pack not in books:
                books[pack] = read_rules(source(pack), Diagnostics(), Shapes())
        one, two = books[first], books[second]
        differ = [name for name in both if _said(one, name) != _said(two, name)]
        if differ:
            name = differ[0]
            values = " or ".join(_shown(two, one, name))
            count = len(differ) - 1
            more = f", and {count} more id{'' if count == 1 else 's'}" if count else ""
            out.add("RW251", f"'{first}' and '{second}' conflict: the order decides '{name}' of the rulebook ({values})"
                    f"{more}", two.places[name], conflicts.settled(first, second),
                    [(one.places[name], f"'{first}'")])  # fmt: skip


def _said(book: Rulebook, name: str) -> tuple[object, ...]:
    """All that a rulebook says about an id, to be compared: line breaks in its texts do not count."""
    reading = book.readings.get(name)
    if reading is None:
        return _in_a_row(book.rules.get(name)), _in_a_row(book.descriptive.get(name))
    options = tuple(map(_in_a_row, reading.options))
    return _in_a_row(reading.statement), _in_a_row(reading.taken), reading.setting, options


def _in_a_row(text: str | None) -> str | None:
    return None if text is None else " ".join(text.split())


def _shown(one: Rulebook, other: Rulebook, name: str) -> tuple[str, str]:
    """What two rulebooks say about an id, at the point where they differ."""
    several = []
    for book in (one, other):
        reading = book.readings.get(name)
        several.append((book.rules[name], "", "") if reading is None
                       else (reading.statement, reading.taken, reading.setting or ""))  # fmt: skip
    at = next((place for place, said in enumerate(zip(*several, strict=True)) if said[0] != said[1]), 0)
    return side_by_side(several[0][at], several[1][at])
