"""Finds values and permissions that depend on themselves, and those that depend on others through too many steps.

Separate because a cycle runs through code of many definitions: what a value reads, what contributes to it, and when
those contributions are active. Such a value could never be computed.
"""
from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulewright.check import model as m
from rulewright.check.in_force import in_force, listing, where_listed
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.types import some
from rulewright.components import groups, shortest
from rulewright.effects import nodes as n
from rulewright.source import Span

# At most this many questions may depend on each other in a row: each is a call inside the one before, in play and in
# the checker.
MOST_IN_A_ROW = 100

# What code can depend on: values and permissions, whether an event may be called, formulas of kinds, and who has a
# status.
Question = m.ValueDef | m.PermissionDef | m.EventDef | m.Attribute | m.StatusDef
_COMPUTED = ("formula", "printed")  # a printed field only where a sheet omits it: it starts from others
_Reads = dict[Question, dict[Question, Span]]
# Sorts of nodes that may depend on one of these.
_ASKING = (n.Call, n.Relation, n.Name, n.Is, n.Can, n.Attr)


def check_cycles(world: World, texts: list[Text]) -> None:
    """Reports every cycle of questions once, at the code that closes it."""
    reads = _reads(world.pack, texts)
    # Most packs have no circle, and what leads to one or follows from it may be long: only the rest is searched.
    group_of = {one: i for i, group in enumerate(groups(reads)) for one in group}
    inside = {one: [other for other in asked if group_of[other] == group_of[one]] for one, asked in reads.items()}
    done: set[Question] = set()
    circles = 0
    for start, following in inside.items():
        if start in done or not following:
            continue
        way = shortest(inside, following, start)
        assert way is not None, "what is in one group reaches each other"
        circle = [start, *way[:-1]]
        circles += 1
        done.update(circle)
        _report(world, reads, circle)
    if not circles:
        _refuse_long_rows(world, reads)


def _refuse_long_rows(world: World, reads: _Reads) -> None:
    """Reports the longest row of questions if it is too long. There are no cycles."""
    behind = _longest(reads)
    row = [max(reads, key=lambda one: behind[one][0])] if reads else []
    if not row or behind[row[0]][0] <= MOST_IN_A_ROW:
        return
    while (following := behind[row[-1]][1]) is not None:
        row.append(following)
    one, other = row[0], row[1]
    ends = f"{_said(one)}, {_said(other)}, {_said(row[2])} .. {_said(row[-1])}"
    world.out.add("RW614", f"a row of {len(row)} dependencies is longer than {MOST_IN_A_ROW}: {ends}",
                  reads[one][other], "store one of them in a field when it happens, and read the field",
                  definition=one.id)


def _longest(reads: _Reads) -> dict[Question, tuple[int, Question | None]]:
    """For every question, the length of the longest row that begins with it, and the second question of that row."""
    found: dict[Question, tuple[int, Question | None]] = {}
    for start in reads:
        waiting = [start]
        while waiting:
            one = waiting[-1]
            asked = reads.get(one, {})
            unknown = [other for other in asked if other not in found] if one not in found else []
            if unknown:
                waiting += unknown
                continue
            waiting.pop()
            if one not in found:
                best = max(asked, key=lambda other: found[other][0], default=None)
                found[one] = (1 + (found[best][0] if best is not None else 0), best)
    return found


def _report(world: World, reads: _Reads, circle: list[Question]) -> None:
    around = [*circle, circle[0]]
    steps = [(reads[one][other], one, other) for one, other in pairwise(around)]
    words = " -> ".join([*(_said(one) for _, one, _ in steps), _said(steps[0][1])])
    printed = all(isinstance(one, m.Attribute) and one.storage == "printed" for one in circle)
    hint = ("start one of them from a constant" if printed else
            "store one of them in a field when it happens, and read the field")
    related = [(span, f"{_said(one)} depends on {_said(other)} here") for span, one, other in steps[:-1]]
    world.out.add("RW601", f"these depend on each other: {words}", steps[-1][0], hint, related, circle[0].id)


def _said(question: Question) -> str:
    if isinstance(question, m.EventDef):
        return f"whether '{question.id}' may happen"
    if isinstance(question, (m.StatusDef, m.StatusAsked)):
        return f"who is '{question.id}'"
    return f"'{question.id}'"


def _reads(pack: m.PackDef, texts: list[Text]) -> _Reads:
    """The questions that each question depends on, with the first location of each."""
    reads: _Reads = {}
    forces = {holder: _asked_in(texts) for holder, texts in _in_force(pack)}
    for text in texts:
        for question in _answered_by(text):
            asked = reads.setdefault(question, {})
            for other, span in _asked(text):
                asked.setdefault(other, span)
    listed = listing(pack)
    for status in pack.statuses.values() if listed else ():
        trees = [one.active for one in where_listed(status, listed) if one.active is not None]
        if trees:
            reads[status] = _asked_in([Text(status, "in_force", tree, status.holder) for tree in trees])
    # Whether a modifier counts depends on its holder too.
    for holder in pack.holders():
        carrier = holder.definition
        if isinstance(carrier, m.StatusDef) and carrier.asked is not None and carrier.span is not None:
            forces.setdefault(holder, {})[carrier.asked] = carrier.span
        for sentence in holder.sentences:
            for question in _targets(sentence):
                for other, span in forces.get(holder, {}).items():
                    reads.setdefault(question, {}).setdefault(other, span)
    return reads


def _in_force(pack: m.PackDef) -> Iterator[tuple[m.Holder, list[Text]]]:
    """The code that decides whether a holder is active: its binder and its `active`, and those of sheets and kinds."""
    listed = listing(pack)
    for holder in pack.holders():
        trees: list[Text] = [Text(holder.definition, "in_force", tree, holder)
                             for tree in (holder.binder, holder.active) if tree is not None]
        for one in in_force(holder, listed):
            if one.active is not None:
                trees.append(Text(one.sheet or one.kind, "in_force", one.active, holder))
        yield holder, trees


def _asked_in(texts: list[Text]) -> dict[Question, Span]:
    found: dict[Question, Span] = {}
    for text in texts:
        for question, span in _asked(text):
            found.setdefault(question, span)
    return found


def _answered_by(text: Text) -> Iterator[Question]:
    """The questions that a tree helps to answer."""
    subject = text.subject
    match text.use:
        case "value" | "permission" if isinstance(subject, (m.ValueDef, m.PermissionDef)):
            yield subject
        case "legal" if isinstance(subject, m.EventDef):
            yield subject
        case "formula" | "starts" if isinstance(subject, m.Attribute) and subject.storage in _COMPUTED:
            yield subject
        case "sentence" if isinstance(subject, m.SentenceDef):
            yield from _targets(subject)
        case _:
            pass


def _targets(sentence: m.SentenceDef) -> Iterator[Question]:
    if isinstance(sentence.target, m.ClassDef):
        yield from sentence.target.events
    else:
        yield sentence.target


def _asked(text: Text) -> Iterator[tuple[Question, Span]]:
    """The questions that a tree depends on, with the locations."""
    for node in text.of(_ASKING):
        match node:
            case n.Call() | n.Relation() if isinstance(node.ref, (m.ValueDef, m.PermissionDef)):
                yield node.ref, node.span
            case n.Name() if isinstance(node.ref, (m.ValueDef, m.PermissionDef)):
                yield node.ref, node.span
            case n.Is() if isinstance(node.ref, tuple) and isinstance(node.ref[1], (m.PermissionDef, m.Attribute)):
                if isinstance(node.ref[1], m.PermissionDef) or node.ref[1].storage == "formula":
                    yield node.ref[1], node.span
            case n.Is(ref=("status", m.StatusDef() as status)) if some(node.left.type).tag != "status":
                yield status, node.span
            case n.Can() if isinstance(node.call.ref, m.EventDef):
                yield node.call.ref, node.span
            case n.Attr(ref=m.Attribute(storage="formula") as field):
                yield field, node.span
            case n.Attr(target=n.Name(name="self"), ref=m.Attribute(storage="printed") as field) if (
                    field.starts is not None):
                yield field, node.span
            case _:
                pass
