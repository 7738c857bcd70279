"""How the statements of one text may leave the loop around them, or the text, and which secret decides that.

Separate because whatever follows such a statement is reached only if it has not left; and it does not matter for this
what else a statement triggers. The analysis covers every kind of statement: a new one is a type error here.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from rulewright.check import model as m
from rulewright.check.builtins import does_of
from rulewright.check.never_empty import never_empty
from rulewright.check.secrecy import Hidden, Secrecy, is_zone, zone_in
from rulewright.check.telling import Telling
from rulewright.effects import nodes as n
from rulewright.effects import variants


class Leaves(NamedTuple):
    """How a statement may leave the loop around it, or the text: None never, "" if every player knows, else the secret
    that decides."""

    loop: str | None = None
    text: str | None = None

    def joined(self, other: Leaves) -> Leaves:
        """Combines both ways."""
        return Leaves(_either(self.loop, other.loop), _either(self.text, other.text))

    def under(self, secret: str | None) -> Leaves:
        """The same under a secret, if any, that decides whether it is reached."""
        if secret is None:
            return self
        loop, text = (None if one is None else one or secret for one in self)
        return Leaves(loop, text)


STAYS = Leaves()


class WaysOut:
    """The statements of one text that may leave. `refusals`: events that a secret may prevent although nothing refuses
    them; `event`: the event that the text belongs to; `hidden`: the variables that hold secrets."""

    def __init__(
        self, secrecy: Secrecy, telling: Telling, refusals: Mapping[m.EventDef, str], event: m.EventDef | None,
        hidden: Hidden,
    ) -> None:  # fmt: skip
        self.secrecy = secrecy
        self.telling = telling
        self.hidden = hidden
        self.opened: frozenset[m.Variable] = frozenset()  # variables whose secrets are revealed here
        self.legal: Mapping[str, n.Expr] = {} if event is None else event.legal
        self._refusals = refusals

    def leaves(self, s: n.Statement) -> Leaves:
        """How a statement may leave the loop or the text around it."""
        if not self.telling.may_leave(s):
            return STAYS
        found = self._leaves(variants.statement(s))
        return found if found == STAYS else found.under(self.tells(s.guard))

    def _leaves(self, s: variants.Statement) -> Leaves:
        match s:
            case n.Stop() | n.Finish() | n.Cancel() | n.Conclude():
                return Leaves(loop="") if does_of(s).leaves == "loop" else Leaves(text="")
            case n.Moment():
                needed = [self.legal.get(name) for name in s.needs]
                return Leaves(text=self.tells(*needed) or "") if needed else STAYS
            case n.Let() | n.Set():
                return self._leaves_by(s.value)
            case n.Do():
                return self._leaves_by_call(s.call, s.despite)
            case n.If():
                found, secret = STAYS, None
                for branch in s.branches:
                    secret = secret or self.tells(branch.condition)
                    found = found.joined(self._leaves_all(branch.body).under(secret))
                return found.joined(self._leaves_all(s.otherwise).under(secret))
            case n.ForEach():
                counted = is_zone(zone_in(s.binding.source))
                secret = self.tells(s.where, None if counted else s.binding.source)
                return Leaves(text=self._leaves_all(s.body).under(secret).text)
            case n.Repeat():
                return Leaves(text=self._leaves_all(s.body).under(self.tells(s.limit, s.condition)).text)
            case n.Together():
                return self._leaves_all(s.body)
            case n.Offer():
                return Leaves(text="") if any(self._concludes(line.call.ref) for line in s.lines) else STAYS
            case n.Perform():
                return Leaves(text="") if self.telling.may_conclude(s.text.name) else STAYS
            case n.BrokenStatement() | n.Give() | n.EndStatus() | n.Put() | n.Remove() | n.CreateStatement():
                return STAYS
            case _:
                assert_never(s)

    def _leaves_all(self, body: n.Block) -> Leaves:
        found = STAYS
        for one in body:
            found = found.joined(self.leaves(one))
        return found

    def _leaves_by(self, right: n.Right) -> Leaves:
        """The right side of `let` or `set`: a `choose one` of nothing ends the text."""
        value = variants.right(right)
        match value:
            case n.Choose() if variants.needs_some(value):
                if value.mode == "one" and value.where is None and never_empty(value.binding.source):
                    return STAYS
                # If the question is always put, it reveals that there was something.
                return Leaves(text="" if value.always else self.nothing_in(value) or "")
            case n.CallRight():
                return self._leaves_by_call(value.call, value.despite)
            case n.Call():
                return self._leaves_by_call(value, ())
        return STAYS

    def nothing_in(self, choice: n.Choose) -> str | None:
        """The secret that decides whether there is anything to choose."""
        counted = is_zone(zone_in(choice.binding.source)) and choice.where is None
        told = None if counted else self.tells(choice.binding.source, choice.where)
        return told or self.tells(choice.least, choice.limit)

    def _leaves_by_call(self, call: n.Call, despite: tuple[str, ...]) -> Leaves:
        """How a call may leave the text, by concluding something; the text continues after it only if it has not."""
        if not isinstance(call.ref, m.EventDef) or not self._concludes(call.ref):
            return STAYS
        return Leaves(text=self.refused(call.ref, call, despite) or "")

    def _concludes(self, event: object) -> bool:
        return isinstance(event, m.EventDef) and self.telling.may_conclude(event)

    # -- what expressions tell -----------------------------------------------------------------------------------------

    def refused(self, event: m.EventDef, call: n.Call, despite: tuple[str, ...]) -> str | None:
        """The secret because of which a call may not happen, if any."""
        if event in self._refusals:
            return self._refusals[event]
        if not self.secrecy.can_refuse(event, despite):
            return None
        return self.secrecy.of(event) or self.tells(*call.args)

    def known(self) -> Hidden:
        """The hidden variables here."""
        if not self.opened:
            return self.hidden
        told = {key: words for key, words in self.hidden.told.items() if key not in self.opened}
        return Hidden(told, self.hidden.counted)

    def tells(self, *trees: n.Node | None) -> str | None:
        """The secret that expressions read, or that a local in them holds."""
        return self.secrecy.tells(trees, self.known())


def _either(one: str | None, other: str | None) -> str | None:
    """The first secret, else whether there is any way at all."""
    return one or other or (one if other is None else other)
