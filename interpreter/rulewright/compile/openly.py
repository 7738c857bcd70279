"""Which groups of carriers (of a keyword, of a sheet) are in force only where everybody sees them.

What a player does not know of such a group cannot matter to an explanation: a hidden card of it does nothing.
"""

from __future__ import annotations

from rulewright.check.secrecy import Secrecy, shown
from rulewright.compile.layout import Layout


def shown_groups(layout: Layout, secrecy: Secrecy) -> tuple[int, ...]:
    """The numbers of these groups, ascending."""
    found = [layout.keyword_group[id(one)] for one in layout.pack.keywords.values()
             if one.holder is not None and shown(one.holder, secrecy)]
    found += [layout.sheet_group[id(one)] for one in layout.sheets
              if id(one) in layout.sheet_group and one.holder is not None and shown(one.holder, secrecy)]
    return tuple(sorted(found))
