"""Names answers and events by ids, so that a file of a match does not depend on display names.

    move(king#3, E4)                an event with its parameters, entities by their sheets and numbers in the match
    rule riposte@page#7             a reaction and its holder
    yes, pass, slowed, player 2     all other answers

Separate because display names are for people: changing one changes no match, and several cards may have the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulewright.explained import Place, TypeCode
from rulewright.play import labels
from rulewright.play.state import Decision, State
from rulewright.play.words import Words
from rulewright.program import Program
from rulewright.shapes import EVENT, FIELDS

_HOLDER: Final[TypeCode] = ("union", "", ())
# Types of values that are written as such, or by an id; and the greatest length in characters.
_FIGURES: Final = frozenset({"number", "yes_no", "enum", "sheet", "set", "list", "maybe"})
_LONGEST: Final = 100


class Keys(Words):
    """The keys of one match."""

    def __init__(self, m: State) -> None:
        super().__init__(m, {})

    def entity(self, e: int) -> str:
        """`king#3`: the third entity of this sheet in the match; a part is written as its whole and its own name."""
        m = self.m
        if m.whole[e]:
            return f"{self.entity(m.whole[e])}.{m.p.sheets[m.sheet[e]].id.rpartition('.')[2]}"
        number = sum(m.sheet[x] == m.sheet[e] and not m.whole[x] for x in range(1, e + 1))
        return f"{m.p.sheets[m.sheet[e]].id}#{number}"

    def collection(self, items: Sequence[Any], told: Callable[[Any], str]) -> str:
        """As many members of a large set as people are shown, and how many more there are."""
        more = [f".. +{len(items) - labels.MOST_TOLD}"] if len(items) > labels.MOST_TOLD else []
        return f"({', '.join([*(told(one) for one in items[: labels.MOST_TOLD]), *more])})"

    def option(self, d: Decision, o: Any) -> str:
        """The key of an answer to a question."""
        p = self.m.p.program
        if o is None:
            return "pass"
        if d.site < 0:
            return self._reaction(o)
        site = p.sites[d.site]
        if site.kind == "yes or no":
            return "yes" if o else "no"
        return self.call(site.lines[o[0]], o[1]) if site.kind == "offer" else self.value(o, site.type)

    def _reaction(self, o: Any) -> str:
        p = self.m.p.program
        reaction = p.reactions[o[0]]
        several = [one for one in p.reactions if one.holder == reaction.holder]
        number = f"/{several.index(reaction) + 1}" if len(several) > 1 else ""
        who = f"@{self.value(o[1], _HOLDER)}" if labels.held(self.m, o) else ""
        if reaction.holder_kind == "player":
            who = f"@player {o[1] + 1}"
        each = "" if reaction.each_type is None or o[3] is None else f" {self.value(o[3], reaction.each_type)}"
        return f"{reaction.holder}{number}{who}{each}"

    def event(self, record: Any) -> str:
        """The key of an event that has begun."""
        event = self.m.p.program.events[record[EVENT]]
        return self.call(record[EVENT], tuple(record[FIELDS : FIELDS + event.params]))


def in_content(program: Program, place: Place) -> str:
    """`sample:attack.yaml:14`: a location in content with its pack, without the path on disk."""
    pack = "" if ":" in place[0] else f"{program.id}:"
    return f"{pack}{place[0]}:{place[1]}"


def printed(m: State) -> dict[str, dict[str, str]]:
    """The printed fields of the sheets of a match, by sheet and field. A file stores them to report values that have
    changed."""
    keys = Keys(m)
    shown = sorted({sheet for sheet in m.sheet if 0 <= sheet < len(m.p.sheets)})
    columns = m.p.program.columns
    return {
        m.p.sheets[sheet].id: {
            columns[i].id: keys.value(value, columns[i].type)[:_LONGEST]
            for i, value in m.p.sheets[sheet].values.items() if columns[i].type[0] in _FIGURES
        }
        for sheet in shown
    }  # fmt: skip
