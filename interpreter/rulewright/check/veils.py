"""Finds what happens unseen: events, reactions and deeds that some players may not know of, and the players who may.

Separate because a log shows everything that ran: an event that only a secret triggered would reveal the secret there.
What every player is told on purpose (`telling.is_told`) does not belong here.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.check import model as m
from rulewright.check.builtins import row_of
from rulewright.check.facts import key
from rulewright.check.local_secrets import Locals
from rulewright.check.onlooker import Frame, Onlooker, Rel
from rulewright.check.reached import Deed, Level, Step, Target
from rulewright.check.secrecy import Secrecy
from rulewright.check.silence import Silence, levels_of
from rulewright.check.telling import Telling
from rulewright.check.trees import Text, texts_of
from rulewright.effects import nodes as n


@dataclass(slots=True)
class Veils:
    """The events, reactions and deeds that some players may not know of. `events`: with the parameters that are, or
    belong to, a player who may know all the same; `reactions`: whether the holder may; `deeds` (rolls, calls and
    statements, by identity): whether the player who rolls, or who owns the zone or thing, may."""

    events: dict[m.EventDef, frozenset[int]] = field(default_factory=dict)
    reactions: dict[m.ReactionDef, bool] = field(default_factory=dict)
    deeds: dict[int, bool] = field(default_factory=dict)
    outcomes: set[m.EventDef] = field(default_factory=set)  # events whose outcome a secret may decide


def followed(pack: m.PackDef) -> tuple[Silence, Veils]:
    """The secrets of a pack followed through all its texts, and what it does unseen; nothing if it has no secrets.

    If anything happens unseen, code that counts events reveals it: then secrets are followed again, including these
    readings. Computed once: checks and the plan of a program need it.
    """
    if pack.texts is None:  # not everything is typed yet
        return _followed(pack)
    if pack.secrets is None:
        pack.secrets = _followed(pack)
    found: tuple[Silence, Veils] = pack.secrets
    return found


def _followed(pack: m.PackDef) -> tuple[Silence, Veils]:
    secrecy = Secrecy(pack)
    if not secrecy.any:
        return Silence(pack, (), secrecy, Telling(pack, (), secrecy)), Veils()
    texts = texts_of(pack)
    telling = Telling(pack, texts, secrecy)
    silence = Silence(pack, texts, secrecy, telling)
    veils = _Finder(silence).found()
    if veils.events and any(row_of(node).counts_runs for text in texts for node in text.nodes):
        silence = Silence(pack, texts, Secrecy(pack, counts_unseen=True), telling)
        veils = _Finder(silence).found()
    return silence, veils


class _Finder:
    def __init__(self, silence: Silence) -> None:
        self._silence = silence
        self._eyes = Onlooker(silence.secrecy)
        self._of: dict[Target, list[Text]] = {}
        self._of_reaction: dict[int, Text] = {}
        self._locals: dict[Text, Locals] = {}
        self._set: dict[Text, set[object]] = {}  # what the names refer to that a text sets
        self._written: set[int] = set()  # positions of parameters that a reaction may set: unreliable
        self._moved = False  # whether things may change owners
        for text in silence.texts:
            if isinstance(text.subject, m.ReactionDef):
                self._of_reaction[id(text.subject.body)] = text
            elif isinstance(text.subject, (m.EventDef, m.StatusDef, str)):
                self._of.setdefault(text.subject, []).append(text)
            targets = [node.target for node in text.nodes if isinstance(node, n.Set)]
            self._set[text] = {target.ref for target in targets if isinstance(target, n.Name)}
            for target in targets:
                self._note(target)
        self._targets: set[Target] = set()
        self._reactions: set[m.ReactionDef] = set()  # those that some player may not know to happen
        self._answering: set[m.ReactionDef] = set()  # those of them that react to something that happens unseen

    def _note(self, target: n.Expr) -> None:
        ref = target.ref if isinstance(target, (n.Name, n.Attr)) else None
        if isinstance(ref, m.Variable) and ref.role == "field":
            self._written.add(ref.index)
        self._moved = self._moved or (isinstance(ref, m.Attribute) and ref.storage == "owner")

    def found(self) -> Veils:
        """Everything that happens unseen, and the players who may know."""
        self._find()
        made = Veils()
        for event in self._targets:
            if isinstance(event, m.EventDef):
                made.events[event] = frozenset(
                    i for i, param in enumerate(event.params)
                    if i not in self._written and (param.type.tag == "player" or self._has_owner(param)))
        for reaction in self._all_reactions():
            if reaction in self._reactions:
                made.reactions[reaction] = self._holder_knows(reaction)
        while self._narrow(made):
            pass
        for text in self._silence.texts:
            for deed in self._silence.way(text).deeds:
                self._see(text, deed, made)
            if isinstance(text.subject, m.EventDef) and self._silence.way(text).fails:
                made.outcomes.add(text.subject)
        made.outcomes.update(self._silence.prevented)
        return made

    def _see(self, text: Text, deed: Deed, made: Veils) -> None:
        """Notes a deed that some player may not know of. One text may be several."""
        levels, around = levels_of(deed), self._around(text, made)
        if not levels and around is None:
            return
        who = None if deed.whose is None else _player(deed.whose)
        known = who is not None and (around is None or key(who) in around) and (
            self._knows(text, deed, levels, who, None))
        made.deeds[id(deed.node)] = made.deeds.get(id(deed.node), True) and known

    def _has_owner(self, param: m.Variable) -> bool:
        return param.type.tag == "entity" and not self._moved

    def _all_reactions(self) -> Iterable[m.ReactionDef]:
        return (one for holder in self._silence.pack.holders() for one in holder.reactions)

    # -- what happens unseen -------------------------------------------------------------------------------------------

    def _find(self) -> None:
        """Follows every call that a secret decides about to everything that these calls do."""
        silence = self._silence
        waiting: list[Target] = []

        def veil(step: Step, all_of_it: bool) -> None:
            told = isinstance(step.target, m.EventDef) and silence.telling.is_told(step.target)
            if step.target is None or told or step.target in self._targets:
                return
            if all_of_it or levels_of(step):
                self._targets.add(step.target)
                waiting.append(step.target)

        def veil_given(text: Text, all_of_it: bool) -> None:
            """A status that is given unseen ends unseen, whenever that is."""
            for status, levels in silence.way(text).given_under:
                if status.ends and status not in self._targets and (all_of_it or levels):
                    self._targets.add(status)
                    waiting.append(status)

        for text in silence.texts:
            veil_given(text, False)
            for step in silence.way(text).steps:
                veil(step, False)
        for status in silence.pack.statuses.values():
            if status not in self._targets and self._ends_by_secret(status):
                self._targets.add(status)
                waiting.append(status)
        self._reactions.update(one for one in self._all_reactions()
                               if not one.optional and silence.decides(one) is not None)
        while waiting:
            target = waiting.pop()
            texts = list(self._of.get(target, ()))
            hearing = silence.hearing(target)
            self._answering.update(hearing)
            texts += [self._of_reaction[id(one.body)] for one in hearing if id(one.body) in self._of_reaction]
            for text in texts:
                veil_given(text, True)
                for step in silence.way(text).steps:
                    veil(step, True)
        self._reactions |= self._answering

    def _ends_by_secret(self, status: m.StatusDef) -> bool:
        """Whether a secret decides when a status ends by itself."""
        clocks: list[n.Clock | None] = [status.lasts]
        clocks += [node.until for text in self._silence.texts for node in text.nodes
                   if isinstance(node, n.Give) and node.status.ref is status]
        points = [point for clock in clocks if clock is not None for point in clock.points]
        trees = [point.condition if isinstance(point, n.ClockWhile) else point.where for point in points]
        spent = status.spent_by
        return self._silence.secrecy.tells([*trees, None if spent is None else spent.where]) is not None

    # -- who may know --------------------------------------------------------------------------------------------------

    def _holder_knows(self, reaction: m.ReactionDef) -> bool:
        """Whether the owner of a reaction's holder knows everything that decides whether it happens."""
        holder = reaction.holder
        if reaction in self._answering or self._moved or holder.self_var is None:
            return False
        told = self._silence.hidden_in(reaction).told
        env = {one: Rel(False, False, words) for one, words in told.items() if one is not holder.self_var}
        frame, found = self._eyes.frame(None, env).held(holder, reaction.where, reaction.span, Rel(True))
        return (found or frame.first([reaction.where, reaction.when, reaction.each])) is None

    def _narrow(self, made: Veils) -> bool:
        """Removes players who do not know that a call happens; returns whether there was any."""
        changed = False
        for text in self._silence.texts:
            for step in self._silence.way(text).steps:
                event = step.target
                if not isinstance(event, m.EventDef) or not made.events.get(event):
                    continue
                knowing = self._knowing(text, step, event, made)
                if knowing is not None and not made.events[event] <= knowing:
                    made.events[event] &= knowing
                    changed = True
        return changed

    def _knowing(self, text: Text, step: Step, event: m.EventDef, made: Veils) -> frozenset[int] | None:
        """The parameters of a call that are or belong to a player who knows what decides; None if every player does."""
        levels = levels_of(step)
        around = self._around(text, made)
        if not levels and around is None:
            return None
        assert isinstance(step.node, (n.Do, n.CallRight, n.Call, n.OfferLine))
        call = step.node if isinstance(step.node, n.Call) else step.node.call
        knowing = set()
        for i in made.events[event]:
            who = _player(call.args[i]) if i < len(call.args) else None
            if who is None or (around is not None and key(who) not in around):
                continue
            if self._knows(text, step, levels, who, call):
                knowing.add(i)
        return frozenset(knowing)

    def _around(self, text: Text, made: Veils) -> set[str] | None:
        """The players who may know that a text runs, as it refers to them; None: every player."""
        subject = text.subject
        match subject:
            case m.EventDef():
                if subject not in made.events:
                    return None
                return {key(who) for i in made.events[subject] if (who := _meant(subject.params[i])) is not None}
            case m.ReactionDef():
                several = [one for one in self._silence.sharing(subject.body) if one in made.reactions]
                if not several:
                    return None
                holder = _holder(subject)
                known = holder is not None and all(made.reactions[one] for one in several)
                return {key(holder)} if holder is not None and known else set()
        return set() if isinstance(subject, (m.StatusDef, str)) and subject in self._targets else None

    def _knows(
        self, text: Text, step: Step | Deed, levels: tuple[Level, ...], who: n.Expr, call: n.Call | None
    ) -> bool:
        """Whether a player knows everything that decides about a call, or about something else that happens."""
        if text not in self._locals:
            self._locals[text] = Locals(text.block, self._eyes)
        name = who.target if isinstance(who, n.Attr) else who
        if isinstance(name, n.Name) and name.ref in self._set[text]:
            return False  # the text may change which player is meant
        env = dict(self._locals[text].seen_by(who, step.hidden))
        subject = text.subject
        if isinstance(subject, m.ReactionDef) and subject.holder.self_var is not None:
            holder = _holder(subject)
            if holder is not None and key(who) == key(holder):
                env[subject.holder.self_var] = Rel(True)  # `_around` says that they know of the reaction
        frame = self._eyes.frame(who, env)
        for level in levels:
            if level.start and isinstance(subject, m.ReactionDef):
                continue  # likewise
            trees = level.trees
            if level.refuses and call is not None and call.ref not in self._silence.prevented:
                despite = step.node.despite if isinstance(step.node, (n.Do, n.CallRight, n.OfferLine)) else ()
                trees = (n.Can(call.span, call, despite),)
            if not trees or any(_unknown(frame, tree) for tree in trees):
                return False
        return True


def _unknown(frame: Frame, tree: n.Node) -> bool:
    if isinstance(tree, n.ForEach):
        inside, found = frame.through((tree.binding,), tree.where)
        return (found or inside.first((tree.where, tree.chosen_by))) is not None
    return frame.search(tree) is not None


def _player(e: n.Expr) -> n.Expr | None:
    """The player that an argument is, or that owns it, if it is a name, or the owner of a name."""
    if isinstance(e, n.Name) and isinstance(e.ref, m.Variable):
        return e if e.ref.type.tag == "player" else n.Attr(e.span, e, "owner") if e.ref.type.tag == "entity" else None
    if isinstance(e, n.Attr) and isinstance(e.ref, m.Attribute) and e.ref.storage == "owner":
        return e if isinstance(e.target, n.Name) and isinstance(e.target.ref, m.Variable) else None
    return None


def _meant(variable: m.Variable) -> n.Expr | None:
    """The player that a variable is, or that owns it, as written in a text."""
    assert variable.span is not None
    return _player(n.Name(variable.span, variable.id, ref=variable))


def _holder(reaction: m.ReactionDef) -> n.Expr | None:
    return None if reaction.holder.self_var is None else _meant(reaction.holder.self_var)
