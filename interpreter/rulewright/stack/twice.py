"""Reports a pack that sets one field in two ways: its files and lines have no order, so neither would be the last.

Separate because it applies both to changes of one definition and to changes of all sheets of a kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.source import Span
from rulewright.stack.heads import Change, Edit
from rulewright.stack.words import exact_of

_IN_ORDER: Final = ("decide", "ordered", "ranks")
_MOST: Final = 400  # the most edits of one definition of which all pairs are compared; of more, only those of one path


def refuse(
    edits: Sequence[tuple[Edit, Change]], called: str, told: set[Span], out: Diagnostics
) -> None:  # fmt: skip
    """Reports pairs of edits that one pack makes to one definition and whose order would count, each once (`told`)."""
    several = [(edit, change) for edit, change in edits if edit.verb == "set" or _is_placed(edit)]
    groups: dict[tuple[str, str], list[tuple[Edit, Change]]] = {}
    for edit, change in several:
        path = edit.path if len(several) > _MOST else edit.path.partition(".")[0]
        groups.setdefault((change.pack, path), []).append((edit, change))
    for group in groups.values():
        for (one, first), (other, second) in combinations(group[:_MOST], 2):
            if _collide(one, other, first is second, first.every) and other.key.span not in told:
                told.add(other.key.span)
                does = "sets" if other.verb == "set" else "adds to"
                out.add("RW248", f"this pack {does} '{other.path}' of {called} twice", other.key.span,
                        "remove one of them", [(one.key.span, "it is set here first" if does == "sets" else
                                                "it is added to here first")])  # fmt: skip


def _is_placed(edit: Edit) -> bool:
    return edit.verb == "add" and edit.path.rpartition(".")[2] in _IN_ORDER


def _collide(one: Edit, other: Edit, under_one_head: bool, is_every: bool) -> bool:
    if one.verb != other.verb:
        return False
    if one.path == other.path:
        if one.node is None or other.node is None:
            return False
        return not (under_one_head or (is_every and exact_of(one.node) == exact_of(other.node)))
    inner, outer = sorted((one.path, other.path), key=len, reverse=True)
    return one.verb == "set" and inner.startswith(f"{outer}.")
