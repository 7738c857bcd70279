"""Lists for a program what packs have done to the fields of sheets, so that a match can tell where a figure comes from.

Separate because it is asked for by people alone: nothing that is played depends on it.
"""

from __future__ import annotations

from rulewright.pack.forms import FORMS
from rulewright.pack.model import Pack
from rulewright.program import Changed


def changed_of(pack: Pack) -> dict[str, dict[str, tuple[Changed, ...]]]:
    """By the id of a sheet or a part (`wolf.claw`) and the path of a field there: what was done to it, in order."""
    found: dict[str, dict[str, tuple[Changed, ...]]] = {}
    for one in pack.declarations:
        if one.form in FORMS:
            continue
        for path, told in (one.history or {}).items():
            sheet, field = one.id, path
            while len(field) > 2:  # (lines, claw, bonus) is `bonus` of the part `claw`
                sheet, field = f"{sheet}.{field[1]}", field[2:]
            done = [Changed(each.pack, each.verb, each.after, each.before,
                            (each.span.source.name, *each.span.source.line_and_column(each.span.start)))
                    for each in told]  # fmt: skip
            found.setdefault(sheet, {})[".".join(field)] = tuple(done)
    return found
