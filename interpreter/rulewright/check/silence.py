"""Follows secrets through a whole pack: questions that are asked only because of a secret.

Separate because a question may be far from what decides about it: in an event that is called, in a reaction to that
event, in a text that it performs.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.check import model as m
from rulewright.check.reached import Deed, Level, Step, Target
from rulewright.check.secrecy import Hidden, Secrecy
from rulewright.check.telling import SILENCE, Telling, Tells, events_of
from rulewright.check.trees import Text
from rulewright.check.walk import Tree, walk
from rulewright.check.ways import Way
from rulewright.effects import nodes as n
from rulewright.source import Span

_MOST = 6  # ways to be asked that are distinguished


class Asked(NamedTuple):
    """A step that asks, directly or later at `where`, because of a secret that nothing else reveals."""

    text: Text
    step: Step
    level: Level
    where: Span


class Silence:
    """The secrets of one pack."""

    def __init__(self, pack: m.PackDef, texts: Sequence[Text], secrecy: Secrecy, telling: Telling) -> None:
        self.pack = pack
        self.secrecy = secrecy
        self.telling = telling
        self.texts = [text for text in texts if text.happens and isinstance(text.tree, tuple)]
        self.prevented: dict[m.EventDef, str] = {}  # events that a reaction may prevent because of a secret
        # Hidden things that are passed to events, by parameter; for texts of sheets, by their name, everything that is
        # secret.
        self._handed: dict[m.EventDef | str, dict[int, str]] = {}
        self._way: dict[Text, Way] = {}
        self._of: dict[Target, list[Way]] = {}
        self._of_reaction: dict[int, Way] = {}  # by the identity of the block, which several sheets may share
        self._sharing: dict[int, list[m.ReactionDef]] = {}
        for holder in pack.holders():
            for reaction in holder.reactions:
                self._sharing.setdefault(id(reaction.body), []).append(reaction)
        self._follow()
        self._asks: dict[Target, dict[Tells, Span]] = {}
        self._find_asks()

    def way(self, text: Text) -> Way:
        """The analysis of one of the blocks."""
        return self._way[text]

    def hidden_locals(self) -> frozenset[m.Variable]:
        """The variables of all blocks that may hold what some player may not know."""
        return frozenset(key for way in self._way.values() for key in way.hidden.told
                         if key not in way.given or key.role == "given")

    # -- all texts -----------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Follows every block, and again those of events that are passed more hidden things, and those that call an
        event which a reaction prevents because of another secret than before."""
        due = self.texts
        refusals = self.prevented = self._refusals()
        while due:
            more: set[m.EventDef | str] = set()
            for text in due:
                way = self._way[text] = self._followed(text, refusals)
                for step in way.steps:
                    target = step.target
                    if not isinstance(target, (m.EventDef, str)):
                        continue
                    known = self._handed.setdefault(target, {})
                    if any(number not in known for number, _ in step.handed):
                        known.update((number, secret) for number, secret in step.handed if number not in known)
                        more.add(target)
            before, refusals = refusals, self._refusals() if more else refusals
            self.prevented = refusals
            other = {event for event in {*before, *refusals} if before.get(event) != refusals.get(event)}
            due = [one for one in self.texts if self._reads(one) & more or (other and self._calls(one) & other)]
        for text in self.texts:
            way, subject = self.way(text), text.subject
            if isinstance(subject, m.ReactionDef):
                self._of_reaction[id(subject.body)] = way
            elif isinstance(subject, (m.EventDef, m.StatusDef, str)):
                self._of.setdefault(subject, []).append(way)

    def _reads(self, text: Text) -> set[m.EventDef | str]:
        """The events, and texts of sheets, whose parameters a block reads."""
        match text.subject:
            case m.EventDef() | str():
                return {text.subject}
            case m.ReactionDef():
                return set(events_of(text.subject.event))
        return set()

    def _calls(self, text: Text) -> set[m.EventDef]:
        """The events that a block calls."""
        return {node.ref for node in text.nodes if isinstance(node, n.Call) and isinstance(node.ref, m.EventDef)}

    def _followed(self, text: Text, refusals: dict[m.EventDef, str]) -> Way:
        subject, hidden = text.subject, Hidden()
        event: m.EventDef | None = None
        start: Level | None = None
        match subject:
            case m.EventDef():
                hidden.told.update((subject.params[i], told) for i, told in self._handed.get(subject, {}).items())
                event = subject
            case m.ReactionDef():
                hidden = self.hidden_in(subject)
                secret = self._decides_any(subject.body)
                start = None if secret is None else Level(secret, subject.span, start=True)
            case m.CheckDef():
                decides = self.secrecy.tells([subject.binder])
                start = None if decides is None else Level(decides, subject.span, start=True)
            case str() if isinstance(text.owner, m.SheetDef):
                params = text.owner.kind.text_params.get(subject, [])
                handed = self._handed.get(subject, {})
                hidden.told.update((one, handed[i]) for i, one in enumerate(params) if i in handed)
            case m.StatusDef() | str():
                pass  # the end of a status; a text of a kind, which is passed nothing hidden
            case _:
                raise AssertionError(f"a block about {subject!r}")
        way = Way(self.secrecy, self.telling, refusals, event, start, hidden)
        way.follow(text.block)
        return way

    def hidden_in(self, reaction: m.ReactionDef) -> Hidden:
        """The variables of a reaction that refer to something hidden: what its event was passed, and its holder, unless
        an answer has revealed it."""
        found, conditions = Hidden(), (reaction.where, reaction.when)
        for event in events_of(reaction.event):
            handed = self._handed.get(event, {})
            found.told.update((variable, handed[variable.index]) for variable in reaction.fields.values()
                              if variable.role == "field" and variable.index in handed)
        secret = None if reaction.optional else self.secrecy.hidden_holder(reaction.holder, conditions)
        if secret is not None and reaction.holder.self_var is not None:
            found.told[reaction.holder.self_var] = secret
        return found

    def decides(self, reaction: m.ReactionDef) -> str | None:
        """The secret that decides whether a reaction happens."""
        holder = reaction.holder
        trees: list[Tree] = [reaction.where, reaction.when, reaction.each]
        found = self.secrecy.of_holder(holder, (reaction.where, reaction.when))
        return found or self.secrecy.tells(trees, self.hidden_in(reaction))

    def sharing(self, body: n.Block) -> list[m.ReactionDef]:
        """The reactions that share a block."""
        return self._sharing[id(body)]

    def _decides_any(self, body: n.Block) -> str | None:
        """The same for all reactions that share a block and must run it."""
        secrets = (self.decides(one) for one in self.sharing(body) if not one.optional)
        return next((secret for secret in secrets if secret is not None), None)

    def _refusals(self) -> dict[m.EventDef, str]:
        """The events that a reaction may prevent or replace because of a secret, without asking."""
        found: dict[m.EventDef, str] = {}
        for holder in self.pack.holders():
            for reaction in holder.reactions:
                if reaction.optional or not _prevents(reaction):
                    continue
                secret = self.decides(reaction)
                for event in events_of(reaction.event) if secret is not None else ():
                    found.setdefault(event, secret or "")
        return found

    # -- questions -----------------------------------------------------------------------------------------------------

    def asked(self) -> Iterator[Asked]:
        """The steps that ask because of a secret, one for each location that decides."""
        for text in self.texts:
            told: set[Span | None] = set()
            for step in self.way(text).steps:
                found = self._asked(text, step)
                if found is not None and found.level.span not in told and not isinstance(step.node, n.OfferLine):
                    told.add(found.level.span)
                    yield found

    def _asked(self, text: Text, step: Step) -> Asked | None:
        ways = {SILENCE: step.node.span} if step.target is None else self._asks.get(step.target, {})
        for level in levels_of(step):
            for tells, where in ways.items():
                if level.silent(tells):
                    return Asked(text, step, level, where)
        return None

    def _find_asks(self) -> None:
        """For everything that can be triggered: what is certainly revealed along with each question that it may lead
        to."""
        setting_off: dict[Target, list[Target]] = {}
        targets: list[Target] = list(self.pack.events.values())
        targets += [one for one in self._of if not isinstance(one, m.EventDef)]
        targets += [(event, name) for event in self.pack.events.values() for name in event.moments]
        for target in targets:
            for step in (step for way in self._ways(target) for step in way.steps):
                if step.target is not None:
                    setting_off.setdefault(step.target, []).append(target)
        waiting = dict.fromkeys(targets)
        while waiting:
            target = next(iter(waiting))
            del waiting[target]
            found = self._leads_to(target)
            if found.keys() != self._asks.get(target, {}).keys():
                self._asks[target] = found
                waiting.update(dict.fromkeys(setting_off.get(target, ())))

    def hearing(self, target: Target) -> Sequence[m.ReactionDef]:
        """The reactions to an event, or to a moment of one."""
        match target:
            case m.EventDef():
                return self.telling.hearing(target)
            case (event, name):
                return [one for one in self.telling.hearing(event) if one.phase == "at" and one.moment == name]
        return ()

    def _judge(self, target: Target) -> n.Expr | None:
        """The arbiter that an event, or a moment of one, may ask."""
        event = target[0] if isinstance(target, tuple) else target
        judge = event.judge if isinstance(event, m.EventDef) else None
        return None if judge is None else judge[0]

    def _ways(self, target: Target) -> list[Way]:
        """The blocks that are triggered, including those of reactions that no player is asked about."""
        hearing = self.hearing(target)
        bodies = dict.fromkeys(id(one.body) for one in hearing if not one.optional)
        return [*self._of.get(target, ()), *(self._of_reaction[one] for one in bodies if one in self._of_reaction)]

    def _leads_to(self, target: Target) -> dict[Tells, Span]:
        found = dict(self._asks.get(target, {}))  # never less than before, so that it terminates
        own = SILENCE
        if isinstance(target, m.EventDef) and self.telling.is_told(target):
            own = frozenset((target,))
        for reaction in self.hearing(target):
            if reaction.optional:
                _add(found, own, reaction.span)
        judge = self._judge(target)
        if judge is not None and any(one.order is None for one in self.hearing(target)):
            _add(found, own, judge.span)
        for step in (step for way in self._ways(target) for step in way.steps):
            beside = own | step.here.beside
            if step.target is None:
                _add(found, beside, step.node.span)
            else:
                for tells, where in self._asks.get(step.target, {}).items():
                    _add(found, beside | tells, where)
        return found


def levels_of(step: Step | Deed) -> tuple[Level, ...]:
    """Everything that decides whether what a step triggers happens."""
    if step.refused is None:
        return step.here.levels
    return (*step.here.levels, Level(step.refused, step.node.span, refuses=True))


def _prevents(reaction: m.ReactionDef) -> bool:
    """Whether a reaction may keep an event from taking effect."""
    if reaction.phase == "instead":
        return True
    return reaction.phase == "before" and any(
        isinstance(node, n.Cancel) or (isinstance(node, n.Set) and _is_field(node.target))
        for node in walk(reaction.body))


def _is_field(target: n.Expr) -> bool:
    """Whether a field of the current event is set: then its conditions are evaluated again."""
    return isinstance(target, n.Name) and isinstance(target.ref, m.Variable) and target.ref.role == "field"


def _add(found: dict[Tells, Span], tells: Tells, where: Span) -> None:
    """Adds one more way to be asked; if one of two reveals everything that the other does, and more, the other is
    kept."""
    if any(known <= tells for known in found):
        return
    for known in [known for known in found if tells < known]:
        del found[known]
    found[tells] = where
    if len(found) > _MOST:
        common = frozenset.intersection(*found)
        found.clear()
        found[common] = where
