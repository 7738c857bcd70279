"""Values and permissions with all sentences about them, and whether an event is legal (docs/language.md sections 3
and 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.oracle import expressions, holders
from tests.oracle.scope import Scope
from tests.oracle.things import Record, first_value, ordered

from rulewright.check import model as m

if TYPE_CHECKING:
    from tests.oracle.world import World

Bound = dict[m.Variable, Any]


# -- values ------------------------------------------------------------------------------------------------------------


def value(w: World, definition: m.ValueDef, args: tuple[Any, ...]) -> Any:
    """A value of some arguments: its start or the first row that holds, then its steps in their order."""
    bound = dict(zip(definition.params, args, strict=True))
    if definition.rows:
        row = next(
            one for one in definition.rows
            if one.condition is None or expressions.evaluate(w, one.condition, Scope(bound))
        )  # fmt: skip
        so_far = expressions.evaluate(w, row.value, Scope(bound))
    else:
        assert definition.start is not None
        so_far = expressions.evaluate(w, definition.start, Scope(bound))
    for step in definition.steps:
        so_far = _step(w, definition, step, bound, so_far)
    return so_far


class Merge(NamedTuple):
    """A row of the table of merges: `it` of some contributions, and what a step without `then` makes of the value so
    far and `it`. The order of contributions may matter, a sentence may count once (`stacking: definition`), and the
    step may be skipped unless `it` is yes."""

    it: Callable[[list[Any]], Any]
    put: Callable[[Any, Any], Any] = lambda so_far, it: it
    by_age: bool = False
    stacks: bool = False
    only_yes: bool = False


def _together(found: list[Any]) -> tuple[Any, ...]:
    return ordered(one for several in found for one in several)


_MERGES = {
    "total": Merge(sum, lambda so_far, it: so_far + it, stacks=True),
    "highest": Merge(max),
    "lowest": Merge(min),
    "last": Merge(lambda found: found[-1], by_age=True),
    "any": Merge(any, only_yes=True),
    "all": Merge(all),
    "each": Merge(lambda found: found, by_age=True),  # `_step` applies `then` to each
    "union": Merge(_together, lambda so_far, it: _together([so_far, it])),
    "minus": Merge(_together, lambda so_far, it: tuple(one for one in so_far if one not in it)),
    "count": Merge(lambda found: len([one for one in found if one])),
}


def _step(w: World, definition: m.ValueDef, step: m.StepDef, bound: Bound, so_far: Any) -> Any:
    """One step: its contributions merged into `it`, then put together with what was so far."""
    merge = _MERGES[step.merge]
    said = [_by_age(w, definition, step, bound)] if merge.by_age else _contributions(w, definition, step, bound)
    if step.merge == "each":
        for it in (one for sentence in said for one in sentence):
            so_far = _then(w, step, bound, so_far, it)
        return so_far
    if merge.stacks and w.pack.stacking == "definition":
        said = [[_strongest(sentence)] for sentence in said]
    found = [one for sentence in said for one in sentence]
    if not found:
        return so_far
    it = merge.it(found)
    if merge.only_yes and not it:
        return so_far
    return merge.put(so_far, it) if step.then is None else _then(w, step, bound, so_far, it)


def _contributions(w: World, definition: m.ValueDef, step: m.StepDef, bound: Bound) -> list[list[Any]]:
    """What every sentence about a step says, by sentence."""
    found = []
    for sentence in sentences(w, definition):
        if sentence.step == step.name:
            assert sentence.expr is not None
            values = [
                expressions.evaluate(w, sentence.expr, one.scope(bound)) for one in _saying(w, sentence, bound, None)
            ]
            if values:
                found.append(values)
    return found


def _by_age(w: World, definition: m.ValueDef, step: m.StepDef, bound: Bound) -> list[Any]:
    """What is said about a step by the stamps of who says it; of one holder as it is written."""
    found = []
    for sentence in sentences(w, definition):
        if sentence.step == step.name:
            assert sentence.expr is not None
            for one in _saying(w, sentence, bound, None):
                found.append((holders.stamp(one), expressions.evaluate(w, sentence.expr, one.scope(bound))))
    return [value for _, value in sorted(found, key=lambda one: one[0])]


def _strongest(said: list[Any]) -> Any:
    """The greatest in size; of equal ones the last."""
    best = said[0]
    for one in said[1:]:
        best = one if abs(one) >= abs(best) else best
    return best


def _then(w: World, step: m.StepDef, bound: Bound, so_far: Any, it: Any) -> Any:
    assert step.then is not None
    return expressions.kept(w, step.then, Scope({**bound, step.so_far: so_far, step.it: it}))


# -- sentences ---------------------------------------------------------------------------------------------------------


def sentences(w: World, target: m.Definition) -> list[m.SentenceDef]:
    """All sentences about a definition, in the order in which definitions stand."""
    return w.sentences.get(target, [])


def _saying(w: World, sentence: m.SentenceDef, bound: Bound, record: Record | None) -> Iterator[holders.Bearer]:
    """Everyone for whom a sentence holds. With `stacking: definition` a status without parameters and state is one for
    whoever has it; a one-shot says nothing before it has claimed its event."""
    status = sentence.holder.definition if isinstance(sentence.holder.definition, m.StatusDef) else None
    plain = status is not None and not status.params and not status.fields and status.spent_by is None
    once = plain and w.pack.stacking == "definition"
    known: list[Any] = []
    for one in holders.bearers(w, sentence.holder):
        if status is not None and status.spent_by is not None and getattr(one.source, "spender", None) is None:
            continue
        if once and one.self_ in known:
            continue
        if sentence.when is None or expressions.evaluate(w, sentence.when, one.scope(bound, record)):
            known.append(one.self_)
            yield one


def saying(w: World, sentence: m.SentenceDef, bound: Bound) -> Iterator[holders.Bearer]:
    """Everyone for whom a sentence holds."""
    return _saying(w, sentence, bound, None)


def _holds(w: World, sentence: m.SentenceDef, bound: Bound, record: Record | None = None) -> bool:
    return next(_saying(w, sentence, bound, record), None) is not None


def permits(w: World, definition: m.PermissionDef, args: tuple[Any, ...]) -> bool:
    """A permission: `normally`, unless some `allow` holds, unless some `forbid` holds that nothing waives."""
    bound = dict(zip(definition.params, args, strict=True))
    said = sentences(w, definition)
    for one in said:
        if one.kind == "forbid" and _holds(w, one, bound) and not _waived(w, said, one.label, bound):
            return False
    if definition.normally is not None and expressions.evaluate(w, definition.normally, Scope(bound)):
        return True
    return any(_holds(w, one, bound) for one in said if one.kind == "allow")


def _waived(
    w: World, said: list[m.SentenceDef], label: str | None, bound: Bound, record: Record | None = None
) -> bool:
    return label is not None and any(
        _holds(w, one, bound, record) for one in said if one.kind == "waive" and one.label == label
    )


# -- events ------------------------------------------------------------------------------------------------------------


def is_legal(w: World, event: m.EventDef, args: list[Any], despite: frozenset[str]) -> bool:
    """Would a call be legal now? Its results have their first values."""
    results = [first_value(w.pack, one.type) for one in event.gives]
    return allows(w, Record(event, [*args, *results], despite))


def allows(w: World, record: Record) -> bool:
    """The first entity is in play, the named conditions hold, nothing forbids."""
    event = record.event
    if event.params and event.params[0].type.tag in ("entity", "union"):
        first = record.fields[0]
        if not isinstance(first, int) and not first.in_play:
            return False
    if event.params and event.params[0].type.tag == "status" and record.fields[0] not in w.statuses:
        return False
    if not all(condition(w, record, name) for name in event.legal if name not in record.despite):
        return False
    said = _about(w, event)
    for one in said:
        if one.kind != "forbid" or (one.label is not None and one.label in record.despite):
            continue
        if _holds(w, one, {}, record) and not _waived(w, said, one.label, {}, record):
            return False
    return True


def condition(w: World, record: Record, name: str) -> bool:
    """A named condition holds, or something waives it."""
    if expressions.evaluate(w, record.event.legal[name], Scope(record=record)):
        return True
    return _waived(w, _about(w, record.event), name, {}, record)


def _about(w: World, event: m.EventDef) -> list[m.SentenceDef]:
    """Sentences about an event, and about its classes."""
    return [one for target in (event, *event.classes) for one in sentences(w, target)]
