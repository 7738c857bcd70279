"""Decides which values and permissions are cached, and under which key: until something is written that they read, or
as long as their board exists.

Separate because caching is worth its cost only if a result is expensive, and wrong if a result may change unnoticed:
both are decided here for the whole pack.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from rulewright.check import model as m
from rulewright.check.builtins import row_of
from rulewright.check.does import Reading
from rulewright.check.in_force import in_force
from rulewright.check.types import Type
from rulewright.compile import pyast as py
from rulewright.compile.context import Unit
from rulewright.compile.dependencies import Found, Reader
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend

Asked = m.ValueDef | m.PermissionDef

_KEYS = 4096  # small numbers that are keys


def find_cached(pack: m.PackDef, unit: Unit, reader: Reader) -> None:
    """Values and permissions worth caching: they search, and read nothing that changes without a write.

    A cached result is valid until something is written that any cached value reads: then the whole cache is cleared. So
    a mere iteration over a set that reads fields which play writes is not cached: it would clear all others too often.
    The set of running events changes without a write, so a value that reads it is not cached.
    """
    written = {
        x.target.ref
        for x in unit.nodes
        if isinstance(x, n.Set) and isinstance(x.target, n.Attr) and isinstance(x.target.ref, m.Attribute)
    }
    named: list[Asked] = [*pack.values.values(), *pack.permissions.values()]
    for ref in named:
        own = _own_trees(ref, unit)
        costs = {_cost(x) for y in own for x in descend(y)}
        if 2 in costs:
            unit.long.add(ref)
        if costs == {0} or any(_of_record(v.type) for v in ref.params):
            continue
        reads = reader.of(ref)
        if "runs" in reads.world or (2 not in costs and reads.attributes & written):
            continue
        unit.cached.add(ref)
        unit.versioned.update(a for a in reads.attributes)
        if is_keyed_by_number(ref, unit) and reads.world.isdisjoint(("places", "borders", "zones")):
            unit.unplaced.add(ref)
    while more := {ref for ref in named if ref not in unit.long and not unit.long.isdisjoint(reader.asked(ref))}:
        unit.long |= more
    _find_grounded(named, unit, reader)
    _find_fenced(named, unit, reader)


def _find_grounded(named: list[Asked], unit: Unit, reader: Reader) -> None:
    """Those of them that depend only on their arguments and the board: they are cached with the board, for copies and
    other matches too. An argument may be an entity if only its sheet is read: then the key contains its sheet. Values
    that only others of them call are not cached at all: the results are part of theirs."""
    grounded = {ref for ref in named if ref in unit.cached and _only_board_decides(ref, reader)}
    # The cost of a result is stored with it: it must not depend on what a match has cached itself.
    while asking := {ref for ref in grounded if any(x in unit.cached - grounded for x in reader.asked(ref))}:
        grounded -= asking
    everywhere = _count_asked(unit.nodes)
    among = _count_asked(x for ref in grounded for tree in _own_trees(ref, unit) for x in descend(tree))
    for ref in grounded:
        unit.unplaced.discard(ref)
        if everywhere.get(ref) == among.get(ref):
            unit.cached.discard(ref)
        else:
            unit.grounded.add(ref)


_FENCED: frozenset[Reading] = frozenset(("board", "borders", "sheets", "setup"))


def _find_fenced(named: list[Asked], unit: Unit, reader: Reader) -> None:
    """Those of the others that read nothing of a match but what is on edges, and some fields: they are cached until
    something on edges changes, or one of these fields is written. The cost of a result is stored with it, as copies of
    a match share the cache: so they call nothing that a match caches itself."""
    fenced = {
        ref
        for ref in named
        if ref in unit.cached - unit.grounded - unit.unplaced and _reads_borders(reader.of(ref))
    }
    while asking := {
        ref for ref in fenced if any(x in unit.cached - unit.grounded - fenced for x in reader.asked(ref))
    }:
        fenced -= asking
    for ref in fenced:
        unit.fenced.add(ref)
        unit.fencing.update(reader.of(ref).attributes)


def _reads_borders(found: Found) -> bool:
    return "borders" in found.world <= _FENCED and not (found.statuses or found.handed)


def _only_board_decides(ref: Asked, reader: Reader) -> bool:
    others = [v for v in ref.params if not _is_of_board(v.type)]
    if not others:
        return reader.of(ref).only_board
    # With two of them, a test could compare whether they are the same.
    gives = _is_of_board(ref.gives) if isinstance(ref, m.ValueDef) else True
    return len(others) == 1 and others[0].type.tag == "entity" and gives and reader.only_printed(ref)


def _count_asked(nodes: Iterable[n.Node]) -> dict[m.Symbol, int]:
    """How often each value and permission is named."""
    found: dict[m.Symbol, int] = {}
    for x in nodes:
        ref = getattr(x, "ref", None)
        if isinstance(x, n.Is) and ref:
            ref = ref[1]
        if isinstance(ref, (m.ValueDef, m.PermissionDef)):
            found[ref] = found.get(ref, 0) + 1
    return found


# Types whose values contain nothing of a single match.
_PLAIN = frozenset(("place", "edge", "point", "direction", "number", "yes_no", "enum"))


def _is_of_board(t: Type) -> bool:
    return t.tag in _PLAIN or (t.tag in ("set", "list", "maybe") and all(map(_is_of_board, t.args)))


def is_dear(e: n.Node) -> bool:
    """Whether an expression queries the board for more than a table holds."""
    return any(_cost(x) == 2 for x in descend(e))


def is_long(e: n.Node, unit: Unit) -> bool:
    """Whether evaluating an expression may take long: it is expensive, calls a value or permission that is or calls one
    that is, or tests all conditions of an event."""
    return any(_cost(x) == 2 or _leads_on(x, unit) for x in descend(e))


def _leads_on(x: n.Node, unit: Unit) -> bool:
    ref = getattr(x, "ref", None)
    if isinstance(x, n.Is) and ref:
        ref = ref[1]
    return isinstance(ref, m.EventDef) or ref in unit.long


def _cost(x: n.Node) -> int:
    """2 if a node queries the board for more than a table holds, 1 if it iterates over a set, else 0."""
    if isinstance(x, (n.Comprehension, n.Quantified)):
        return 1
    dear = row_of(x).dear
    return 2 if dear == "always" or (isinstance(x, n.Call) and dear and x.args[0].type.tag == "set") else 0


def find_tracked(unit: Unit, reader: Reader) -> tuple[str, ...]:
    """Functions that a search calls for its steps and whose results change only by writes that clear the cache: until
    then, the same search has the same result."""
    layout = unit.layout
    found: dict[str, None] = {}
    for x in unit.nodes:
        if not (isinstance(x, n.Call) and row_of(x).tracked):
            continue
        for arg in x.args[2:]:
            ref = getattr(arg, "ref", None)
            if isinstance(ref, (m.ValueDef, m.PermissionDef)) and isinstance(arg, n.Name):
                reads = reader.of(ref)
                if "runs" not in reads.world:
                    unit.versioned.update(a for a in reads.attributes)
                    found[layout.function(_asked_as(ref), ref)] = None
    return tuple(found)


def _asked_as(ref: Asked) -> str:
    """The letter of the function that a search calls: for the places where steps lead, the value itself."""
    if isinstance(ref, m.PermissionDef):
        return "g"
    return "V" if ref.gives.tag == "set" else "s"


def _of_record(t: Type) -> bool:
    return t.tag in ("record", "unknown", "any") or any(_of_record(a) for a in t.args)


def _own_trees(ref: Asked, unit: Unit) -> list[n.Node]:
    own: list[n.Node | None] = []
    if isinstance(ref, m.ValueDef):
        own += [ref.start, *(y for row in ref.rows for y in (row.value, row.condition)), *(x.then for x in ref.steps)]
    else:
        own.append(ref.normally)
    for s in unit.value_parts.get(ref, []):
        own += [s.expr, s.when, s.holder.active, s.holder.binder]
        own += [one.active for one in in_force(s.holder, unit.listed)]
    return list({id(y): y for y in own if y is not None}.values())


def gives_none(ref: Asked) -> bool:
    """Whether the result may be None."""
    return isinstance(ref, m.ValueDef) and ref.gives.tag in ("maybe", "none")


def is_keyed_by_number(ref: Asked, unit: Unit) -> bool:
    """Whether the cached result of a value is found by one small number."""
    small = len(ref.params) == 1 and ref.params[0].type.tag in ("entity", "player", "place")
    return small and _number(ref, unit) < _KEYS


def _number(ref: Asked, unit: Unit) -> int:
    return unit.layout.of(ref) * 2 + isinstance(ref, m.PermissionDef)


def memory_key(ref: Asked, args: list[ast.expr], unit: Unit) -> ast.expr:
    """The key under which the result of a value for these arguments is cached; keys of different values are never
    equal."""
    number = py.const(_number(ref, unit))
    if ref in unit.grounded:  # of an entity, only its sheet is read
        of_sheet = [v.type.tag == "entity" for v in ref.params]
        args = [py.expr("m.sheet[_a]", _a=a) if by else a for a, by in zip(args, of_sheet, strict=True)]
    if is_keyed_by_number(ref, unit):
        return py.expr("_a * _n + _k", _a=args[0], _n=py.const(_KEYS), _k=number)
    return py.tuple_of([number, *args])
