"""Converts what sheets, statuses, rules and areas carry to modifiers and reactions with resolved targets.

Separate because every name in them (value and step, event and moment, event and condition) can be checked without
knowing a single type; the expressions are left to inference.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Literal

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.declaring import Declaring, variable, word_in
from rulewright.check.labels import names_of_forbids
from rulewright.check.walk import SomeTree, copied
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects.parsed import HolderText, ReactionText, Rules
from rulewright.source import Span
from rulewright.spelling import did_you_mean

Target = m.PermissionDef | m.EventDef | m.ClassDef
Occasion = m.EventDef | m.ClassDef


def fill_holders(d: Declaring) -> None:
    """Fills every holder of the pack. Events, values, sheets and the ranks of the manifest must be filled."""
    found = list(_holders(d))
    holders = _Holders(d)
    for _, rules in found:                      # a waiver may name what a later modifier forbids
        holders.note_labels(rules)
    for holder, rules in found:
        holders.fill(holder, rules)
    for _, status in d.of(m.StatusDef):
        if status.fields and (status.listed or status.id in holders.allowed):
            how = "a sheet lists" if status.listed else "is allowed"
            d.error("RW424", f"{status.title} has `state`, but what {how} has no instance that could store it",
                    status.span, status, "give it instead: `give .. to x`")
    for parsed, status in d.of(m.StatusDef):
        if isinstance(parsed.body, HolderText) and parsed.body.spent_by is not None and status.holder is not None:
            holders.spent_by(status, status.holder, parsed.body.spent_by)


def _holders(d: Declaring) -> Iterator[tuple[m.Holder, Rules]]:
    for parsed, definition in d.pairs:
        holder = getattr(definition, "holder", None) if not isinstance(definition, m.SheetDef) else None
        if holder is not None and isinstance(parsed.body, HolderText):
            yield holder, parsed.body.rules
    for sheet, text in d.sheet_texts:
        rules = text.rules
        if rules.sentences or rules.reactions or rules.active is not None:
            # Sheets of one kind share one `self`, so that equal code can be one tree.
            sheet.holder = m.Holder("sheet", sheet, sheet.kind.self_var, active=rules.active)
            yield sheet.holder, rules


class _Holders:
    """Builds modifiers and reactions. `labels` are the names of forbids by the id of what they forbid, `allowed` the
    names of what modifiers allow."""

    def __init__(self, d: Declaring) -> None:
        self.d = d
        self.groups = 0
        self.labels: dict[str, set[str]] = {}
        for target, names in names_of_forbids(d.pack).items():  # additions may name what these forbid
            self.labels.setdefault(target.id, set()).update(names)
        self.allowed: set[str] = set()

    def note_labels(self, rules: Rules) -> None:
        """Remember the names of forbids."""
        for sentence in rules.sentences:
            if isinstance(sentence, n.Verdict) and sentence.kind == "allow":
                self.allowed.update(sentence.names)
            if isinstance(sentence, n.Verdict) and sentence.label is not None:
                for name in sentence.names:
                    self.labels.setdefault(name, set()).add(sentence.label)

    def fill(self, holder: m.Holder, rules: Rules) -> None:
        """Builds modifiers, then reactions, in source order."""
        for sentence in rules.sentences:
            match sentence:
                case n.Contribution():
                    self._contribution(holder, sentence)
                case n.Verdict():
                    self._verdict(holder, sentence)
                case n.Waive():
                    self._waive(holder, sentence)
        for reaction in rules.reactions:
            self._reaction(holder, reaction)

    # -- modifiers -------------------------------------------------------------------------------------------------

    def _contribution(self, holder: m.Holder, sentence: n.Contribution) -> None:
        d, owner = self.d, holder.definition
        value = d.pack.values.get(sentence.value)
        if value is None:
            d.error("RW425", f"there is no value '{sentence.value}'", word_in(sentence.span, sentence.value), owner,
                    self.d.other(sentence.value) or did_you_mean(sentence.value, d.pack.values),
                    missing=None if d.scope.lookup(sentence.value) else Missing(sentence.value))
            return
        sentence.ref = value
        steps = [step.name for step in value.steps]
        if sentence.step not in steps:
            hint = did_you_mean(sentence.step, steps, "its steps are") or "it has no steps"
            span = word_in(sentence.span, f"{sentence.value}.{sentence.step}")
            d.error("RW426", f"value '{value.id}' has no step '{sentence.step}'", span, owner, hint,
                    [(value.span, "the value")], Missing(sentence.step, value.title))
            return
        self._refuse_collision(holder, value.params, sentence.span)
        _add(holder, sentence.span, "value", value, sentence.when, step=sentence.step, expr=sentence.expr)

    def _verdict(self, holder: m.Holder, sentence: n.Verdict) -> None:
        d, owner = self.d, holder.definition
        several = False  # an expression has one type and one meaning: each target has its own
        for name, call in zip_longest(sentence.names, sentence.calls):
            target: Target | None = self._permission(name) or d.scope.occasion(name)
            if target is None:
                known = [*d.pack.permissions, *d.pack.events, *d.pack.classes, *d.pack.statuses]
                span = word_in(sentence.span, name)
                d.error("RW427", f"there is no permission, event, class or status '{name}'", span, owner,
                        did_you_mean(name, known), missing=None if d.scope.lookup(name) else Missing(name))
                continue
            if not self._suits(sentence, call, name, target, owner):
                continue
            self._refuse_collision(holder, target.params, sentence.span)
            when, several = copied(sentence.when) if several else sentence.when, True
            _add(holder, sentence.span, sentence.kind, target, when, expr=call, label=sentence.label)

    def _permission(self, name: str) -> m.PermissionDef | None:
        """The permission of a name; for a status, the permission that decides who has it, created for the first
        modifier about it."""
        status = self.d.pack.statuses.get(name)
        if status is None or status.headless:
            return self.d.pack.permissions.get(name)
        if status.asked is None:
            status.asked = _asked(status)
            self.d.pack.permissions[f"who is {name}"] = status.asked
        return status.asked

    def _suits(self, sentence: n.Verdict, call: n.Expr | None, name: str, target: Target, owner: m.Definition) -> bool:
        """Whether a modifier gives the arguments that its target takes: only what is allowed has any."""
        status = self.d.pack.statuses.get(name)
        needed = status.params if status is not None and sentence.kind == "allow" else []
        if call is None and not needed:
            return True
        if isinstance(call, n.Call) and not call.named and needed and len(call.args) == len(needed):
            return True
        words = ", ".join(f"{one.type} {one.id}" for one in needed) or "no arguments"
        args = f"({', '.join(one.id for one in needed)})" if needed else ""
        self.d.error("RW424", f"`{sentence.kind}` of {target.title} takes {words}",
                     call.span if call is not None else word_in(sentence.span, name), owner,
                     f"write `{sentence.kind} {name}{args}`" + (
                         ", and name its parameters after `when`" if status is None and target.params else ""))
        return False

    def _waive(self, holder: m.Holder, sentence: n.Waive) -> None:
        d, owner = self.d, holder.definition
        several = False  # an expression has one type and one meaning: each target has its own
        for name, condition in sentence.names:
            span = word_in(sentence.span, f"{name}.{condition}")
            target: Target | None = self._permission(name) or self.d.occasion(name, span, owner)
            if target is None:
                continue
            known = self._conditions(target)
            if condition not in known:
                d.error("RW430", f"{target.title} has no condition '{condition}'", span, owner,
                        did_you_mean(condition, known, "its conditions are") or "it has no conditions",
                        [(target.span, f"the {target.form}")], Missing(condition, target.title))
                continue
            self._refuse_collision(holder, target.params, sentence.span)
            when, several = copied(sentence.when) if several else sentence.when, True
            _add(holder, sentence.span, "waive", target, when, label=condition)

    def _conditions(self, target: Target) -> list[str]:
        """The names by which a call can be refused: its `legal`, and the named forbids; for a permission only the
        forbids."""
        if isinstance(target, m.PermissionDef):
            return sorted(self.labels.get(target.id, ()))
        if isinstance(target, m.ClassDef):
            found = sorted(self.labels.get(target.id, ()))
            return [*found, *(name for event in target.events for name in self._conditions(event))]
        named = [label for one in (target, *target.classes) for label in sorted(self.labels.get(one.id, ()))]
        return [*target.legal, *named]

    # -- reactions -------------------------------------------------------------------------------------------------

    def _reaction(self, holder: m.Holder, text: ReactionText) -> None:
        d, owner = self.d, holder.definition
        limit = None
        if text.limit is not None:
            text.limit.ref = self.d.occasion(text.limit.event, text.limit.span, owner)
            limit = (text.limit.count, text.limit.ref) if text.limit.ref is not None else None
            if not text.limit.count:
                d.error("RW498", "with this limit it never reacts", text.limit.span, owner,
                        f"write a positive limit, `1 per {text.limit.event}`, or remove the reaction")
        window = d.find(text.window, d.pack.windows, "RW431", "window", owner) or d.pack.window
        rank = self._rank(text, owner)
        if text.may is None and text.do is not None:
            self._refuse_vain(text, owner)
        body = text.do if text.may is None else text.may
        self.groups += 1
        for number, (event, moment) in enumerate(self._trigger(text.trigger, text.phase, holder)):
            own = copied if number else _same     # each event has its own trees: names in them differ in meaning
            holder.reactions.append(m.ReactionDef(
                text.phase, event, moment, own(text.trigger.where), own(text.when), own(text.each), own(body or ()),
                text.may is not None, limit, rank, own(text.order), window if text.may is not None else None,
                own(text.by), text.title, holder, fields_of(event), text.span, self.groups))

    def _with_moment(self, name: str) -> m.EventDef | None:
        """The first event that has such a moment, if nothing else has this name."""
        if self.d.scope.lookup(name) or self.d.scope.occasion(name) is not None:
            return None
        return next((event for event in self.d.pack.events.values() if name in event.moments), None)

    def _trigger(self, trigger: n.Trigger, phase: str, holder: m.Holder) -> list[tuple[Occasion, str | None]]:
        """The events that a trigger names, each with its moment; wrong names are reported and omitted."""
        d, owner = self.d, holder.definition
        found: list[tuple[Occasion, str | None]] = []
        for named in trigger.events:
            holding = self._with_moment(named.event) if phase == "at" and named.moment is None else None
            if holding is not None:
                d.error("RW428", f"there is no event or class '{named.event}'", named.span, owner,
                        f"write the moment: `{holding.id}.{named.event}`")
                continue
            event = self.d.occasion(named.event, named.span, owner)
            named.ref = event
            if event is None:
                continue
            if (named.moment is None) == (phase == "at"):
                moments = _moments(event)
                wanted = (f"`at` reacts to a moment: write `{event.id}.{moments[0] if moments else 'NAME'}`"
                          if phase == "at" else "only `at` reacts to a moment")
                d.error("RW429", f"`{phase}: {named.span.text}` is not a possible trigger", named.span, owner, wanted)
                continue
            if named.moment is not None and named.moment not in _moments(event):
                moments = _moments(event)
                hint = did_you_mean(named.moment, moments, "its moments are") or "it has no moments"
                d.error("RW429", f"{event.title} has no moment '{named.moment}'", named.span, owner, hint,
                        [(event.span, f"the {event.form}")], Missing(named.moment, event.title))
                continue
            fields = event.fields if isinstance(event, m.EventDef) else event.params
            self._refuse_collision(holder, fields, named.span)
            found.append((event, named.moment))
        return found

    def _refuse_vain(self, text: ReactionText, owner: m.Definition) -> None:
        """Reports `window`, `by` and `title` of a reaction that asks no player."""
        asking = {"window": text.window.span if text.window is not None else None,
                  "by": text.by.span if text.by is not None else None, "title": text.span if text.title else None}
        for field, span in asking.items():
            if span is not None:
                self.d.error("RW482", f"no player is asked here, so `{field}` has no effect", span, owner,
                             "remove it, or write `may` instead of `do`")

    def _rank(self, text: ReactionText, owner: m.Definition) -> int:
        ranks = self.d.pack.ranks
        if text.rank is None:
            return ranks.index("window")
        if text.rank.text not in ranks:
            self.d.error("RW432", f"the pack has no rank '{text.rank.text}'", text.rank.span, owner,
                         did_you_mean(text.rank.text, ranks, "pack.yaml has"), missing=Missing(text.rank.text, "ranks"))
            return ranks.index("window")
        return ranks.index(text.rank.text)

    def spent_by(self, status: m.StatusDef, holder: m.Holder, trigger: n.Trigger) -> None:
        """The claim of a one-shot status, and the variable of its claimant."""
        if len(trigger.events) > 1:
            self.d.error("RW433", f"status '{status.id}' can be spent by one event or class only",
                         trigger.events[1].span, status, "declare a class that those events belong to")
        if status.listed or status.id in self.allowed:
            how = "a sheet lists" if status.listed else "is allowed"
            self.d.error("RW424", f"{status.title} is spent by an event, but what {how} is never spent",
                         trigger.span, status, "give it instead: `give .. to x`")
        for event, moment in self._trigger(trigger, "before", holder)[:1]:
            status.spent_by = m.ReactionDef(
                "before", event, moment, where=trigger.where, when=None, each=None, body=(), optional=False, limit=None,
                rank=0, order=None, window=None, by=None, title={}, holder=holder, fields=fields_of(event),
                span=trigger.span)
            status.spender = variable("spender", trigger.span, t.record(event.id), "spender")

    # -- names -----------------------------------------------------------------------------------------------------

    def _refuse_collision(self, holder: m.Holder, fields: Iterable[m.Variable], span: Span) -> None:
        """A field of the current event or value must not have the name of a parameter of the holder."""
        own = [*holder.args, *([holder.self_var] if holder.kind == "rule" and holder.self_var is not None else [])]
        for field in fields:
            for arg in own:
                if arg.id == field.id:
                    self.d.error("RW434", f"'{arg.id}' means two things in code of {holder.definition.title}",
                                 arg.span or span, holder.definition, "rename this one",
                                 [(field.span, "the other one"), (span, "both are in scope here")])


def _asked(status: m.StatusDef) -> m.StatusAsked:
    """A permission that decides who has a status only by what was given and listed; modifiers decide the rest."""
    own = status.holder.self_var if status.holder is not None else None
    assert status.span is not None
    who = variable("holder", status.span, own.type if own is not None else t.ENTITY, "field")
    made = m.StatusAsked(status.id, status.span, form="status", names=status.names, params=[who], file=status.file,
                         said=status.said, status=status)
    has = n.Is(status.span, n.Name(status.span, who.id, type=who.type, ref=who), n.Name(status.span, status.id,
               type=t.UNKNOWN, ref=status), False, type=t.YES_NO, ref=("status", status))
    made.normally = has
    return made


def _add(holder: m.Holder, span: Span, kind: Literal["value", "allow", "forbid", "waive"], target: m.ValueDef | Target,
         when: n.Expr | None, step: str | None = None, expr: n.Expr | None = None, label: str | None = None) -> None:
    number = len(holder.sentences)
    holder.sentences.append(m.SentenceDef(kind, target, step, expr, label, when, holder, span, number))


def fields_of(event: Occasion) -> dict[str, m.Variable]:
    """The fields of an event or class as code about it sees them, and `event` itself."""
    if isinstance(event, m.EventDef):
        fields = event.fields
        whole = event.event_var or variable("event", event.span, t.record(event.id), "event")
    else:
        fields = event.params
        whole = variable("event", event.span, t.record(event.id), "event")
    return {**{field.id: field for field in fields}, "event": whole}


def _moments(event: Occasion) -> list[str]:
    if isinstance(event, m.EventDef):
        return event.moments
    return list(dict.fromkeys(name for one in event.events for name in one.moments))


def _same(tree: SomeTree) -> SomeTree:
    return tree
