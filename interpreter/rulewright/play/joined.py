"""Joins maps: finds the ways to lay them next to each other, and makes the board of any key.

Separate because a board of several maps is made of halves, which a single map does not have, and because the codes of
ways include their maps. Ways are found once and kept for a program.
"""

from __future__ import annotations

from typing import Any

from rulewright.limits import MOST_JOINED
from rulewright.play.bounds import spend
from rulewright.play.chain import running_chain
from rulewright.play.laid import Laid
from rulewright.play.setup import lay_key, nowhere, single
from rulewright.play.state import Runaway, State
from rulewright.program import MapDrawing, Program
from rulewright.space import joins as joining
from rulewright.space import picture
from rulewright.space.bits import decode, encode

# Steps of finding the ways to join two maps, and to join one more, for each place of all of them (attempts that do not
# fit cost too); and for each place and each way that is found.
_JOINED, _FURTHER, _WAY = 2000, 4000, 12
# More than the number of ways to join two maps, and the most that are listed for further maps. A code of a way is
# (before * maps + map) * _WAYS + number, where `before` is the first map or, from the number of maps upwards, the code
# of the previous way.
_WAYS = 4096
_MOST_KEPT = 256  # lists of ways that are kept
_FREE = 0xE000  # private-use characters for those that mean half cells to the space


def make_board(p: Program, key: tuple[Any, ...]) -> Laid:
    """The board of a key: `("none",)` without any place, `("map", i)`, or `("join", (i, j, ..), (n, ..))`: the maps,
    and for each map after the first, which way it is joined to those before it."""
    if key[0] == "none":
        return nowhere(p)
    if key[0] == "map":
        return single(p, p.maps[key[1]])
    return _joined(p, key[1], key[2])


def _with_halves(drawing: MapDrawing) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    """The rows, with half places marked by the character of the edge that cuts them, as the space expects; and the
    legend for the rest."""
    halves = picture.signs_in(drawing.legend, drawing.halves)
    legend: dict[str, tuple[int, ...]] = {}
    signs = {}
    for i, (sign, areas) in enumerate(sorted(drawing.legend.items())):
        signs[sign] = chr(_FREE + i) if sign in joining.HALVES else sign
        legend[signs[sign]] = areas
    across = {len(drawing.rows) - 1: joining.LOWER, 0: joining.UPPER}
    rows = []
    for y, row in enumerate(drawing.rows):
        cells = []
        marks = [x for x, sign in enumerate(row) if sign != " "]
        for x, sign in enumerate(row):
            if sign != " " and sign in halves:
                beside = joining.LEFT if x == marks[0] else joining.RIGHT
                cells.append(across.get(y, beside))
            else:
                cells.append(signs.get(sign, sign))
        rows.append("".join(cells))
    return tuple(rows), legend


def _joined(p: Program, maps: tuple[int, ...], numbers: tuple[int, ...]) -> Laid:
    lying: list[joining.Part] = []
    legends = []
    for i, number in enumerate(maps):
        rows, legend = _with_halves(p.maps[number])
        legends.append(legend)
        if i:
            join = joining.further(lying, rows)[numbers[i - 1]]
            lying.append(joining.Part(rows, join.rotation, join.dx, join.dy))
        else:
            lying.append(joining.Part(rows))
    assembly = joining.assemble(lying)
    inside: list[list[int]] = [[] for _ in p.areas]
    board = assembly.board
    parts: dict[int, int] = {}
    by_part = [_signs(part.rows) for part in lying]
    for place, origins in assembly.origins.items():
        if len(origins) == 1:
            part, at = origins[0]
            parts[place] = part + 1
            for area in legends[part].get(by_part[part].get(at, ""), ()):
                inside[area].append(place)
    areas = tuple(map(encode, inside))
    solid = 0
    for number in maps:
        for n in p.maps[number].solid:
            solid |= areas[n]
    return Laid(board.changed(solid=solid), areas, parts)


def _signs(rows: tuple[str, ...]) -> dict[int, str]:
    drawing = picture.read(list(rows), staggered=True)
    return {place: sign for sign, places in drawing.marks.items() for place in decode(places)}


def joins(m: State, first: int, second: int) -> tuple[int, ...]:
    """The ways to join two maps: codes that include both maps and the way."""
    pair = first * len(m.p.program.maps) + second
    return _listed(m, pair, _JOINED, (first, second))


def further_joins(m: State, code: int, number: int) -> tuple[int, ...]:
    """The listed ways to join one more map to maps that are joined."""
    maps = len(m.p.program.maps)
    chain = (code + maps) * maps + number
    lying = _chain(m, code)[0]
    if len(lying) >= MOST_JOINED:
        raise Runaway(f"more than {MOST_JOINED} maps joined", running_chain(m))
    return _listed(m, chain, _FURTHER, (*lying, number))


def _listed(m: State, chain: int, price: int, maps: tuple[int, ...]) -> tuple[int, ...]:
    """The codes of the ways of a chain. They are charged as if they were found now, whether or not they are cached."""
    places = sum([m.p.extent_of(("map", one)) for one in maps])
    spend(m, price * places)
    found = len(ways_to_join(m, chain))
    spend(m, _WAY * places * found)
    return tuple(range(chain * _WAYS, chain * _WAYS + found))


def _chain(m: State, code: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The maps of a way and its numbers: one for each map after the first."""
    count = len(m.p.program.maps)
    maps: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    while True:
        code, number = divmod(code, _WAYS)
        before, last = divmod(code, count)
        maps, numbers = (last, *maps), (number, *numbers)
        if before < count:
            return (before, *maps), numbers
        code = before - count


def ways_to_join(m: State, chain: int) -> tuple[joining.Join, ...]:
    """The ways to join two maps, or one more to a way, by the part of their codes before the number. The most recently
    used are cached for a program."""
    found = m.p.joins.pop(chain, None)
    if found is None:
        maps = m.p.program.maps
        before, last = divmod(chain, len(maps))
        lying = [joining.Part(_with_halves(maps[before])[0])] if before < len(maps) else _parts(m, before - len(maps))
        found = joining.further(lying, _with_halves(maps[last])[0])[:_WAYS]
        if len(m.p.joins) >= _MOST_KEPT:
            del m.p.joins[next(iter(m.p.joins))]
    m.p.joins[chain] = found
    return found


def _parts(m: State, code: int) -> list[joining.Part]:
    """The positions of the maps of a way."""
    count = len(m.p.program.maps)
    before, last = divmod(code // _WAYS, count)
    lying = [joining.Part(_with_halves(m.p.program.maps[before])[0])] if before < count else _parts(m, before - count)
    one = join_of(m, code)
    return [*lying, joining.Part(_with_halves(m.p.program.maps[last])[0], one.rotation, one.dx, one.dy)]


def joined_before(m: State, code: int) -> int:
    """How many maps a way had before the last one was joined."""
    return len(_chain(m, code)[1])


def way_number(code: int) -> int:
    """The number of a way among those of its maps, from 1."""
    return code % _WAYS + 1


def join_of(m: State, code: int) -> joining.Join:
    """The way of a code."""
    chain, number = divmod(code, _WAYS)
    return ways_to_join(m, chain)[number]


def made(m: State, code: int) -> int:
    """How many whole places a join makes of halves: its last map with all others."""
    return join_of(m, code).made


def made_with(m: State, code: int, part: int) -> int:
    """The same with one of the other maps only, by its number from 1."""
    return sum(len(meeting.met) for meeting in join_of(m, code).meetings if meeting.part == part - 1)


def long_with(m: State, code: int, part: int) -> bool:
    """Whether the last map of a join touches a long edge of one of the others."""
    return any(meeting.long for meeting in join_of(m, code).meetings if meeting.part == part - 1)


def long_edge(m: State, code: int) -> bool:
    """Whether maps are joined along their long edges."""
    return join_of(m, code).long


def lay_join(m: State, code: int) -> None:
    """Makes all maps of a join the board."""
    lay_key(m, ("join", *_chain(m, code)))


def lay_joined(m: State, first: int, second: int, code: int) -> None:
    """The same for two maps, which must be those of the join."""
    lay_join(m, code)
