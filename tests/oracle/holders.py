"""Who carries what a sheet, status, rule or area says, and whether it is in force (docs/language.md section
6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.oracle import expressions, quantities
from tests.oracle.scope import Scope
from tests.oracle.things import MATCH, Entity, Record, Status, constant, kinds_of, self_of

from rulewright.check import model as m
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from tests.oracle.world import World


@dataclass(slots=True)
class Bearer:
    """One that carries what a definition says: `self` (an entity, a seat, the match, or nobody), and by what: the
    instance of the status, or its arguments on the sheet. `bound` are the names that its texts know."""

    self_: Any = None
    source: Status | tuple[Any, ...] | None = None
    bound: dict[m.Variable, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[Any, Any]:
        """What tells the bearers of one definition apart."""
        return (self.self_, self.source)

    def scope(self, bound: dict[m.Variable, Any] | None = None, record: Record | None = None) -> Scope:
        """The names of a text that it carries."""
        whole = self.self_ if isinstance(self.self_, Entity) else None
        return Scope({**self.bound, **(bound or {})}, record, whole)


def bearers(w: World, holder: m.Holder) -> Iterator[Bearer]:
    """All for whom what a definition carries is in force, by age."""
    asked = holder.definition.asked if isinstance(holder.definition, m.StatusDef) else None
    for one in _all(w, holder):
        if _in_force(w, holder, one) and (asked is None or quantities.permits(w, asked, (one.self_,))):
            yield one
    if asked is not None:
        yield from _allowed(w, holder, asked)


def _allowed(w: World, holder: m.Holder, asked: m.StatusAsked) -> Iterator[Bearer]:
    """Who has a status because sentences allow it: once for the same arguments, those of the sheet left out."""
    assert holder.self_var is not None
    of = holder.self_var.type
    everybody: list[Any] = [MATCH] if of.tag == "match" else list(range(w.seats))
    if of.tag == "entity":
        among = of.name.split(" or ") if of.name else []
        everybody = [one for one in w.entities
                     if one.in_play and (not among or any(kind.id in among for kind in kinds_of(one.sheet.kind)))]
    for who in everybody:
        if not quantities.permits(w, asked, (who,)):
            continue
        told: list[Any] = []
        if isinstance(who, Entity) and carries(w, who):
            told = [use.args for use in who.sheet.keywords if use.status is asked.status]
        for sentence in w.sentences.get(asked, []):
            bound = {asked.params[0]: who}
            for one in quantities.saying(w, sentence, bound) if sentence.kind == "allow" else ():
                given = sentence.expr.args if isinstance(sentence.expr, n.Call) else ()
                args = tuple(expressions.kept(w, arg, one.scope(bound)) for arg in given)
                if args in told:
                    continue
                told.append(args)
                bearer = Bearer(who, args, {holder.self_var: who, **dict(zip(holder.args, args, strict=True))})
                if holder.active is None or expressions.evaluate(w, holder.active, bearer.scope()):
                    yield bearer


def _all(w: World, holder: m.Holder) -> Iterator[Bearer]:
    definition = holder.definition
    w.walk(1 + len(w.entities) // 4)
    if isinstance(definition, m.SheetDef):
        for entity in w.entities:
            if entity.sheet is definition:
                yield Bearer(entity, None, _self(holder, entity))
    elif isinstance(definition, m.StatusDef):
        for entity in w.entities:
            for use in entity.sheet.keywords:
                if use.status is definition:
                    given = [constant(one, arg.type) for arg, one in zip(holder.args, use.args, strict=True)]
                    bound = {**_self(holder, entity), **dict(zip(holder.args, given, strict=True))}
                    yield Bearer(entity, use.args, bound)
        for status in w.statuses:
            if status.definition is definition:
                yield of_status(status)
    elif holder.binder is None:
        yield Bearer()
    else:
        binding = holder.binder.binding
        for one in expressions.walked(w, binding.source, Scope()):
            bound = {**_self(holder, one), binding.ref: one}
            if holder.binder.where is None or expressions.evaluate(w, holder.binder.where, Scope(bound)):
                yield Bearer(one, None, bound)


def stamp(one: Bearer) -> tuple[int, int, int]:
    """When it came to be carried: what nobody holds was there first, then players; then instances of statuses and
    things as they came. What was given before a thing was made comes before it."""
    if isinstance(one.source, Status):
        return (one.source.given, 0, 0)
    if isinstance(one.self_, Entity):
        return (one.self_.stamp, 2, one.self_.number)
    return (0, 0 if one.self_ is None else 1, one.self_ or 0)


def of_status(status: Status) -> Bearer:
    """Who has a status: its texts know `self`, its parameters and `spender`."""
    definition = status.definition
    bound: dict[m.Variable, Any] = dict(zip(definition.params, status.args, strict=True))
    if definition.holder is not None:
        bound.update(_self(definition.holder, status.holder))
    if definition.instance is not None:
        bound[definition.instance] = status
    if definition.spender is not None:
        bound[definition.spender] = status.spender
    return Bearer(status.holder, status, bound)


def _self(holder: m.Holder, value: Any) -> dict[m.Variable, Any]:
    return {holder.self_var: value} if holder.self_var is not None else {}


def _in_force(w: World, holder: m.Holder, one: Bearer) -> bool:
    """`active` of its own; else for a sheet what its kind says, for a status that a sheet lists whatever holds for that
    sheet, else whether it is in play. Instances, rules and areas are always in force. Who has left play carries
    nothing."""
    of_sheet = isinstance(one.self_, Entity) and (holder.kind == "sheet" or isinstance(one.source, tuple))
    if of_sheet and not one.self_.in_play:
        return False
    if holder.active is not None:
        return bool(expressions.evaluate(w, holder.active, one.scope()))
    return not of_sheet or carries(w, one.self_, of_kind=holder.kind == "sheet")


def has(w: World, definition: m.StatusDef, who: Any) -> bool:
    """Whether anybody has a status: an instance of it, or their sheet lists it and is in force."""
    if any(one.definition is definition and one.holder == who for one in w.statuses):
        return True
    if not isinstance(who, Entity):
        return False
    return any(use.status is definition for use in who.sheet.keywords) and carries(w, who)


def carries(w: World, entity: Entity, of_kind: bool = False) -> bool:
    """Whether what the sheet of an entity lists is in force; `of_kind`: its own `active` does not count."""
    sheet = entity.sheet
    said: n.Expr | None = sheet.kind.active
    if not of_kind and sheet.holder is not None and sheet.holder.active is not None:
        said = sheet.holder.active
    return said is None or bool(expressions.evaluate(w, said, Scope(self_of(sheet.kind, entity), whole=entity)))
