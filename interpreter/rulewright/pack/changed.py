"""Lists for a program how packs have changed the fields of sheets, so that a match can show where a number comes from.

Separate because only people need it: nothing in play depends on it.
"""

from __future__ import annotations

from rulewright.pack.forms import FORMS
from rulewright.pack.model import Pack
from rulewright.program import Changed


def changed_of(pack: Pack) -> dict[str, dict[str, tuple[Changed, ...]]]:
    """By the id of a sheet or a part (`wolf.claw`) and the path of a field in it: how it was changed, in order."""
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
