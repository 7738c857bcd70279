"""Builtins that ask no board (docs/language.md section 9, docs/builtins.md); those that do stand in `geometry`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.oracle import expressions, formations, geometry, planes
from tests.oracle.limits import LISTED, Stopped
from tests.oracle.scope import Scope
from tests.oracle.things import Entity, Status, kinds_of

from rulewright.check import model as m
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from tests.oracle.world import World

Args = tuple[n.Expr, ...]


def call(w: World, name: str, args: Args, s: Scope) -> Any:
    """A builtin of some arguments. Those that stand for definitions are names and no expressions."""
    if name in _BY_NAME:
        return _BY_NAME[name](w, args, s)
    if name == "common" and planes.is_plane(w.pack):
        one, other = (expressions.evaluate(w, arg, s) for arg in args)
        if isinstance(one, planes.Area) or isinstance(other, planes.Area):
            return planes.of(one, w.board.space).common(other)
    if name in _WALKING:
        return _WALKING[name](*(expressions.walked(w, arg, s) for arg in args))
    if name in _PLAIN:
        return _PLAIN[name](w, *(expressions.evaluate(w, arg, s) for arg in args))
    return geometry.call(w, name, args, s)


def relation(w: World, name: str, of: Entity | Status) -> bool:
    """`x is in_play`, `x is placed`, `x is removed`."""
    if isinstance(of, Status):
        return of in w.statuses
    match name:
        case "in_play":
            return of.in_play
        case "placed":
            return of.place is not None
        case "removed":
            return not of.in_play
    raise AssertionError(name)


def holder_tag(e: n.Expr) -> str:
    """What may have a status: an entity, a player or the match."""
    tag = expressions.tag(e)
    return tag if tag in ("player", "match") else "entity"


def status_tag(status: m.StatusDef) -> str:
    """What a status may be of."""
    of = status.holder.self_var if status.holder is not None else None
    return of.type.tag if of is not None and of.type.tag in ("player", "match") else "entity"


def _statuses(w: World, args: Args, s: Scope) -> tuple[Any, ...]:
    tag, holder = holder_tag(args[0]), expressions.evaluate(w, args[0], s)
    return tuple(one for one in w.statuses if status_tag(one.definition) == tag and one.holder == holder)


def _count_of(w: World, args: Args, s: Scope) -> int:
    return sum(one.definition is args[1].ref for one in _statuses(w, args, s))


def _inside(w: World, args: Args, s: Scope) -> Any:
    return w.innermost(args[0].ref)


def _removed(w: World, args: Args, s: Scope) -> tuple[Any, ...]:
    return tuple(one for one in w.entities if not one.in_play and args[0].ref in kinds_of(one.sheet.kind))


def _members_of(w: World, args: Args, s: Scope) -> tuple[int, ...]:
    return tuple(range(len(args[0].ref.members)))


def _sheets_of(w: World, args: Args, s: Scope) -> tuple[int, ...]:
    return tuple(i for i, sheet in enumerate(w.sheets) if args[0].ref in kinds_of(sheet.kind))


def _faces_of(w: World, args: Args, s: Scope) -> tuple[int, ...]:
    return tuple(args[0].ref.faces)


_BY_NAME: dict[str, Callable[[World, Args, Scope], Any]] = {
    "statuses": _statuses,
    "count_of": _count_of,
    "inside": _inside,
    "removed": _removed,
    "members_of": _members_of,
    "sheets_of": _sheets_of,
    "faces_of": _faces_of,
}


def _first_nonempty(*sets: tuple[Any, ...]) -> tuple[Any, ...]:
    return next((one for one in sets if one), ())


_WALKING: dict[str, Callable[..., Any]] = {
    "size": len,
    "is_empty": lambda x: not x,
    "common": lambda a, b: tuple(one for one in a if one in b),
    "first": lambda x: x[0] if x else None,
    "last": lambda x: x[-1] if x else None,
    "only_one": lambda x: x[0] if len(x) == 1 else None,
    "first_nonempty": _first_nonempty,
    "contents": lambda x: x,
    "top": lambda x: x[0] if x else None,
}


def _numbers(w: World, a: int, b: int) -> tuple[int, ...]:
    if b - a >= LISTED:
        raise Stopped(f"numbers({a}, {b}): more than {LISTED} numbers in one set")
    return tuple(range(a, b + 1))


_PLAIN: dict[str, Callable[..., Any]] = {
    "formations": lambda w, things: formations.Formations(w, tuple(things)),
    "place_in": lambda w, f, x: f.place_of(x),
    "things_in": lambda w, f: tuple(one for one, _ in f.goals),
    "marches": lambda w, things: formations.Marches(w, tuple(things)),
    "way_in": lambda w, f, x: f.way_of(x),
    "numbers": _numbers,
    "most": lambda w, *x: max(x),
    "least": lambda w, *x: min(x),
    "abs": lambda w, x: abs(x),
    "remainder": lambda w, x, by: x - by * (x // by) if by else x,
    "players": lambda w: tuple(range(w.seats)),
    "next_seat": lambda w, p: (p + 1) % w.seats,
    "previous_seat": lambda w, p: (p - 1) % w.seats,
    "seats_from": lambda w, p: tuple((p + i) % w.seats for i in range(w.seats)),
    "seat_number": lambda w, p: p + 1,
    "now": lambda w: w.stamp,
    "began": lambda w, run: run.began,
}
