"""Which checks may ask (docs/language.md section 3): where nobody can be asked they wait.

That a check may ask is told by its text and by all that it can set off, whoever is really asked."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle.things import is_of

from rulewright.check import model as m
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend


def may_ask(pack: m.PackDef, check: m.CheckDef) -> bool:
    """Whether a check may ask a player."""
    return _Search(pack).asks(check.body)


class _Search:
    """What a text leads to; `seen` are the events that were looked at."""

    def __init__(self, pack: m.PackDef) -> None:
        self.pack = pack
        self.reactions = [one for holder in pack.holders() for one in holder.reactions]
        self.seen: list[m.EventDef] = []

    def asks(self, block: n.Block) -> bool:
        """Whether a text asks, or an event that it calls, or a text of a sheet that it performs."""
        nodes = [node for s in block for node in descend(s)]
        for node in nodes:
            if isinstance(node, n.Choose | n.ChooseYesNo | n.Offer):
                return True
            if isinstance(node, n.ForEach) and node.chosen_by is not None:
                return True
            if isinstance(node, n.Perform) and any(self.asks(one) for one in self._texts(node.text.name)):
                return True
        called = [node.ref for node in nodes if isinstance(node, n.Call) and isinstance(node.ref, m.EventDef)]
        return any(self._event(event) for event in called)

    def _texts(self, field: str) -> Iterator[n.Block]:
        return (sheet.texts[field] for sheet in self.pack.sheets.values() if field in sheet.texts)

    def _event(self, event: m.EventDef) -> bool:
        if event in self.seen:
            return False
        self.seen.append(event)
        heard = [one for one in self.reactions if is_of(event, one.event)]
        if any(one.optional or self.asks(one.body) for one in heard):
            return True
        return self.asks(event.do) or self.asks(event.ends)
