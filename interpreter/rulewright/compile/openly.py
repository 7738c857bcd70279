"""Finds the groups of carriers (of a status that sheets list, of a sheet) that are active only where everybody sees
them.

If a player does not see something of such a group, it cannot matter to an explanation: a hidden card of it is never
active.
"""

from __future__ import annotations

from rulewright.check.hiding import shown
from rulewright.check.in_force import Listing
from rulewright.compile.layout import Layout


def shown_groups(layout: Layout, listed: Listing) -> tuple[int, ...]:
    """The numbers of these groups, ascending."""
    found = [group for one, group in layout.listed_group.items()
             if one.holder is not None and shown(one.holder, listed)]
    found += [layout.sheet_group[one] for one in layout.sheets
              if one in layout.sheet_group and one.holder is not None and shown(one.holder, listed)]
    return tuple(sorted(found))
