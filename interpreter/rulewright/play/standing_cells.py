"""Records which entities stand where on a board of cells: `occ` has the entities on each place and edge, `filled` the
occupied places.

Separate because on a plane entities stand differently (`standing_plane`), and because both must change together or not
at all. Only this module shifts a bit by a place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulewright.play.bounds import spend
from rulewright.play.entries import Put
from rulewright.play.laid import Lasting
from rulewright.play.pieces import put
from rulewright.play.state import NOWHERE, State
from rulewright.space.bits import encode
from rulewright.space.grid import EDGES

_LIGHT = 32  # entities that are iterated over free of charge: an ordinary hand of cards
_FEW = 16  # places that are iterated over free of charge: what a large base covers
Values = tuple[int, ...]


def begin(m: State) -> None:
    """Starts with an empty board."""
    m.occ, m.filled = {}, 0


def saved(m: State) -> list[Any]:
    """What stands somewhere, as plain data."""
    return [[c, list(m.occ[c])] for c in sorted(m.occ)]


def restore(m: State, data: list[Any]) -> None:
    """Restores it from plain data."""
    m.occ = {c: tuple(v) for c, v in data}
    m.filled = encode(c for c in m.occ if c < EDGES)


def made_anew(m: State) -> list[tuple[str, object, object]]:
    """The data kept about where entities stand, computed again from their places, by name."""
    occ: dict[int, list[int]] = {}
    for e in range(1, len(m.at)):
        for c in _cells_of(m, e) if m.at[e] >= 0 else ():
            occ.setdefault(c, []).append(e)
    return [("occupied places", m.occ, {c: tuple(there) for c, there in occ.items()}),
            ("filled places", m.filled, encode(c for c in occ if c < EDGES))]


def alike(m: State, one: int, other: int) -> bool:
    """Whether entities of two sheets cover the same cells if they stand in the same place."""
    return m.p.sizes[one] == m.p.sizes[other]


def cells(m: State, e: int) -> int:
    """The cells that an entity covers, as a bitset; 0 if it is not on the board."""
    return m.board.feet[m.p.sizes[m.sheet[e]]][m.at[e]]  # type: ignore[no-any-return]


def uncover(m: State, e: int) -> None:
    """Removes an entity that stands somewhere from the cells that it covers, or from its edge."""
    occ = m.occ
    for c in _cells_of(m, e):
        if len(occ[c]) > _LIGHT:
            spend(m, 2 * len(occ[c]))
        rest = tuple([x for x in occ[c] if x != e])
        if rest:
            occ[c] = rest
        else:
            del occ[c]
            if c < EDGES:
                m.filled &= ~(1 << c)


def _cells_of(m: State, e: int) -> tuple[int, ...]:
    """The cells or the edge under which a standing entity is recorded."""
    if m.p.sizes[m.sheet[e]] <= 1:
        return (m.at[e],)
    return m.board.decode(cells(m, e))  # type: ignore[no-any-return]


def cover(m: State, e: int) -> None:
    """Records an entity that stands somewhere at the cells that it covers, or at its edge, which fills no cell."""
    occ = m.occ
    for c in _cells_of(m, e):
        there = occ.get(c)
        if there is not None and len(there) > _LIGHT:
            spend(m, len(there))
        occ[c] = (e,) if there is None else tuple(sorted((*there, e)))
        if c < EDGES:
            m.filled |= 1 << c


def fits(m: State, e: int, at: int) -> bool:
    """Whether an entity would stand wholly on the board there: on a place, or on an edge if it is of that kind."""
    size = m.p.sizes[m.sheet[e]]
    return not size and m.board.is_edge(at) if at >= EDGES else m.board.feet[size][at] != 0


def shift(m: State, e: int, place: int) -> None:
    """`put` on a cell if everything covers one cell and no check reads places: inlined for the usual case."""
    at = m.at
    was = at[e]
    if was < 0:  # so is the place of an entity out of play
        put(m, e, place)
        return
    at[e] = place
    occ = m.occ
    there = occ.pop(was)
    if len(there) == 1:
        if place not in occ:
            occ[place] = there
            m.filled = m.filled ^ 1 << was | 1 << place
        else:
            occ[place] = tuple(sorted((*occ[place], e)))
            m.filled ^= 1 << was
    else:
        occ[was] = tuple([x for x in there if x != e])
        occ[place] = tuple(sorted((*occ.get(place, ()), e)))
        m.filled |= 1 << place
    m.cache.clear()
    if m.trace is not None:
        m.trace.append(Put(m.depth, e, place))


def things_at(m: State, bits: int) -> Values:
    """Entities that stand in some cells, by age."""
    hit = bits & m.filled
    if not hit:
        return ()
    occ = m.occ
    if hit & (hit - 1) == 0:
        return occ[hit.bit_length() - 1]
    found: set[int] = set()
    for c in m.board.decode(hit):
        found.update(occ[c])
    if len(found) > _FEW:
        spend(m, 10 * len(found))
    return tuple(sorted(found))


def in_cells(m: State, group: tuple[int, ...], area: int) -> tuple[int, ...]:
    """The members of a group that stand in some cell of a bitset, by age."""
    hit = area & m.filled
    if not hit:
        return ()
    occ = m.occ
    if hit & (hit - 1) == 0:
        return tuple([e for e in occ[hit.bit_length() - 1] if e in group])
    found: set[int] = set()
    for c in m.board.decode(hit):
        found.update(occ[c])
    if len(group) > _LIGHT:
        spend(m, 4 * len(group))
    return tuple([e for e in group if e in found])


def cells_of(m: State, entities: tuple[int, ...]) -> int:
    """The cells that some entities cover."""
    bits = 0
    at = m.at
    if len(entities) > _LIGHT:
        spend(m, 6 * len(entities))
    if m.p.all_single:
        for e in entities:
            place = at[e]
            if place >= 0:
                bits |= 1 << place
        return bits
    sizes, sheet, feet = m.p.sizes, m.sheet, m.board.feet
    for e in entities:
        if at[e] >= 0:
            bits |= feet[sizes[sheet[e]]][at[e]]
    return bits


def suppose(m: State, e: int, place: int) -> tuple[Any, ...]:
    """Sets a place for the duration of a `supposing`: only positions change, without a trace. If the entity would not
    stand wholly on the board, it stands nowhere. Values cached meanwhile are kept separately, for this place, and are
    dropped with all others at the next write. Returns what `resume` needs."""
    occ, was = m.occ, m.at[e]
    if 0 <= was < EDGES and 0 <= place < EDGES and m.p.sizes[m.sheet[e]] == 1 and m.board.feet[1][place]:
        return _suppose_shifted(m, e, was, place)
    if place >= 0 and not fits(m, e, place):
        place = NOWHERE
    left, entered = _covered(m, e, was), _covered(m, e, place)
    zone = m.zones[-2 - was] if was < NOWHERE else None
    past = (was, zone, m.filled, m.cache, m.fenced, [(c, occ.get(c)) for c in sorted({*left, *entered})])
    if zone is not None:
        m.zones[-2 - was] = tuple([x for x in zone if x != e])
    m.at[e] = place
    m.cache = m.cache.setdefault(("supposing", e, place), type(m.cache)())
    if was >= EDGES or place >= EDGES:
        m.fenced = Lasting() if m.fenced is None else type(m.fenced)()
    for c, there in past[-1]:
        now = [x for x in there if x != e] if there is not None else []
        if c in entered:
            now = sorted((*now, e))
        if now:
            occ[c] = tuple(now)
        else:
            del occ[c]
        if c < EDGES:
            m.filled = m.filled | 1 << c if now else m.filled & ~(1 << c)
    return past


def _suppose_shifted(m: State, e: int, was: int, place: int) -> tuple[Any, ...]:
    """`suppose` from cell to cell, for an entity that covers one cell: inlined for the usual case."""
    occ, filled, cache = m.occ, m.filled, m.cache
    left, entered = occ[was], occ.get(place)
    past = (was, None, filled, cache, m.fenced, ((was, left), (place, entered)))
    m.cache = cache.setdefault(("supposing", e, place), type(cache)())
    if place == was:
        return past
    m.at[e] = place
    if len(left) == 1:
        del occ[was]
        filled ^= 1 << was
    else:
        occ[was] = tuple([x for x in left if x != e])
    if entered is None:
        occ[place] = (e,)
        filled |= 1 << place
    else:
        occ[place] = tuple(sorted((*entered, e)))
    m.filled = filled
    return past


def _covered(m: State, e: int, at: int) -> Values:
    """Where an entity is recorded if it stands there: at the cells that it covers, or at its edge."""
    if at >= EDGES:
        return (at,)
    return m.board.decode(m.board.feet[m.p.sizes[m.sheet[e]]][at]) if at >= 0 else ()


def resume(m: State, e: int, past: tuple[Any, ...]) -> None:
    """Restores everything as it was before `suppose`."""
    m.at[e], zone, m.filled, m.cache, m.fenced, there = past
    if zone is not None:
        m.zones[-2 - m.at[e]] = zone
    for c, things in there:
        if things is None:
            m.occ.pop(c, None)
        else:
            m.occ[c] = things


# The functions that generated code calls.
WORDS: Final[dict[str, Callable[..., Any]]] = {one.__name__: one for one in (
    cells, cells_of, in_cells, resume, shift, suppose, things_at,
)}  # fmt: skip
