"""Converts tables of words to values by the members of their enumerations, and reports missing entries."""
from __future__ import annotations

from itertools import product
from math import prod

from rulewright.check import model as m
from rulewright.check.constants import BAD, Constants
from rulewright.check.declaring import Declaring
from rulewright.check.parameters import variables
from rulewright.check.type_names import resolve
from rulewright.diagnostics import Missing
from rulewright.effects.parsed import MOST_SIDES, Parsed, TableText
from rulewright.spelling import did_you_mean

_Members = dict[str, m.EnumMember]


def fill_tables(d: Declaring) -> None:
    """Fills every table: its parameters, and a value for its members."""
    for parsed, table in d.of(m.TableDef):
        if isinstance(parsed.body, TableText):
            _table(d, parsed, table, parsed.body)


def _table(d: Declaring, parsed: Parsed, table: m.TableDef, text: TableText) -> None:
    header = parsed.header
    if header.gives:
        table.gives = resolve(d, header.gives[0].type, table)
    elif parsed.declaration.header is None:
        return                                  # the head was refused as a whole
    else:
        d.error("RW415", f"table '{table.id}' declares no result type", header.span, table,
                "write `gives` and a type after its parameters")
    table.params = variables(d, header.params, table, "field")
    types = [param.type for param in table.params]
    if not 1 <= len(types) <= MOST_SIDES or any(one.tag not in ("enum", "unknown") for one in types):
        d.error("RW417", f"table '{table.id}' must have one to {MOST_SIDES} enumerations", header.span, table,
                "write `table NAME(ENUM row, ENUM column) gives TYPE`")
        return
    if any(one.tag == "unknown" for one in types):
        return
    sides: list[_Members] = [{member.id: member for member in d.pack.enums[one.name].members} for one in types]
    constants = Constants(d, table)
    for path, expr in text.entries.items():
        found = [_member(d, table, text, path[: place + 1], side) for place, side in enumerate(sides[: len(path)])]
        if len(path) > len(sides):
            d.error("RW418", f"'{path[-1]}' is one level more than table '{table.id}' has enumerations",
                    text.spans[path], table, f"write the entry after `{path[len(sides) - 1]}:`")
        elif len(path) < len(sides):
            d.error("RW418", f"'{path[-1]}' has a single entry, but table '{table.id}' continues with "
                    f"'{table.params[len(path)].id}'", text.spans[path], table,
                    f"write an entry for each: `{path[-1]}: {{{next(iter(sides[len(path)]), '..')}: ..}}`")
        else:
            value = constants.read(expr, table.gives, path[-1])
            members = [one.value for one in found if one is not None]
            if len(members) == len(sides) and value is not BAD:
                table.cells[tuple(members)] = value
    if all(len(path) == len(sides) for path in text.entries):
        _refuse_gaps(d, table, text, sides)


def _member(d: Declaring, table: m.TableDef, text: TableText, path: tuple[str, ...],
            members: _Members) -> m.EnumMember | None:
    """The member that the last name of a path refers to; an unknown name is reported once."""
    name = path[-1]
    found = members.get(name)
    if found is None and path in text.spans:
        d.error("RW418", f"'{name}' is not a member of the enumeration of this side", text.spans.pop(path), table,
                did_you_mean(name, members, "there are"), missing=Missing(name))
    return found


def _refuse_gaps(d: Declaring, table: m.TableDef, text: TableText, sides: list[_Members]) -> None:
    """Without `or none`, all combinations of members need an entry."""
    if table.gives.tag in ("maybe", "unknown"):
        return
    first = next((path for path in product(*sides) if path not in text.entries), None)
    if first is not None:
        known = sum(all(name in side for name, side in zip(path, sides, strict=True)) for path in text.entries)
        others = prod(len(side) for side in sides) - known - 1  # they may be millions
        more = f" and {others} more" if others else ""
        d.error("RW419", f"table '{table.id}' has no entry for {', '.join(first)}{more}", table.span, table,
                f"add the entry, or write `gives {table.gives} or none`")
