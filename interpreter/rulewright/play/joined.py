"""Lays maps side by side: the ways to do so, what comes of one, and the boards of all keys.

Separate because a board of several maps is made of halves that one map alone has not, and because ways have codes that
name their maps. Ways are found once and kept for a program.
"""

from __future__ import annotations

from typing import Any

from rulewright.limits import MOST_JOINED
from rulewright.play.bounds import spend
from rulewright.play.chain import running_chain
from rulewright.play.setup import Laid, lay_key, nowhere, single
from rulewright.play.state import Runaway, State
from rulewright.program import MapDrawing, Program
from rulewright.space import joins as joining
from rulewright.space import picture

# Steps of finding the ways to join two maps, and more, for each place of all of them: what does not fit costs too; and
# for each place and each way that is found.
_JOINED, _FURTHER, _WAY = 2000, 4000, 12
# More ways than two maps can be joined in, and as many as are listed of more. A code of a way is
# (before * maps + map) * _WAYS + number, where `before` is the first map or, past the maps, the code of the way before.
_WAYS = 4096
_MOST_KEPT = 256  # lists of ways that are kept
_FREE = 0xE000  # private signs stand for those that mean half cells to the space


def make_board(p: Program, key: tuple[Any, ...]) -> Laid:
    """The board of a key: `("none",)` without any place, `("map", i)`, or `("join", (i, j, ..), (n, ..))`: maps, and
    which way each behind the first lies beside those before it."""
    if key[0] == "none":
        return nowhere(p)
    if key[0] == "map":
        return single(p, p.maps[key[1]])
    return _joined(p, key[1], key[2])


def _with_halves(drawing: MapDrawing) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    """Rows in which half places bear the sign of the edge that cuts them, as the space wants; and the legend for the
    rest."""
    halves = set(drawing.halves)
    legend: dict[str, tuple[int, ...]] = {}
    signs = {}
    for i, (sign, areas) in enumerate(sorted(drawing.legend.items())):
        signs[sign] = chr(_FREE + i) if sign in joining.HALVES else sign
        legend[signs[sign]] = areas
    rows = []
    for y, row in enumerate(drawing.rows):
        cells = []
        marks = [x for x, sign in enumerate(row) if sign != " "]
        for x, sign in enumerate(row):
            if sign != " " and halves & set(drawing.legend.get(sign, ())):
                edge = (
                    joining.UPPER
                    if y == 0
                    else joining.LOWER
                    if y == len(drawing.rows) - 1
                    else joining.LEFT
                    if x == marks[0]
                    else joining.RIGHT
                )
                cells.append(edge)
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
    areas = [0] * len(p.areas)
    board = assembly.board
    parts: dict[int, int] = {}
    by_part = [_signs(part.rows) for part in lying]
    for place, origins in assembly.origins.items():
        if len(origins) == 1:
            part, at = origins[0]
            parts[place] = part + 1
            for area in legends[part].get(by_part[part].get(at, ""), ()):
                areas[area] |= 1 << place
    solid = 0
    for number in maps:
        for n in p.maps[number].solid:
            solid |= areas[n]
    return Laid(board.changed(solid=solid), tuple(areas), parts)


def _signs(rows: tuple[str, ...]) -> dict[int, str]:
    drawing = picture.read(list(rows), staggered=True)
    found = {}
    for sign, bits in drawing.marks.items():
        for place in range(bits.bit_length()):
            if bits >> place & 1:
                found[place] = sign
    return found


def joins(m: State, first: int, second: int) -> tuple[int, ...]:
    """Ways to join two maps: codes that name both maps and the way."""
    pair = first * len(m.p.program.maps) + second
    return _listed(m, pair, _JOINED, (first, second))


def further_joins(m: State, code: int, number: int) -> tuple[int, ...]:
    """Ways to put one more map beside maps that are joined, those that are listed."""
    maps = len(m.p.program.maps)
    chain = (code + maps) * maps + number
    lying = _chain(m, code)[0]
    if len(lying) >= MOST_JOINED:
        raise Runaway(f"more than {MOST_JOINED} maps beside each other", running_chain(m))
    return _listed(m, chain, _FURTHER, (*lying, number))


def _listed(m: State, chain: int, price: int, maps: tuple[int, ...]) -> tuple[int, ...]:
    """The codes of the ways of a chain: charged as if they were found now, whether or not they are kept."""
    places = sum([m.p.extent_of(("map", one)) for one in maps])
    spend(m, price * places)
    found = len(ways_to_join(m, chain))
    spend(m, _WAY * places * found)
    return tuple(range(chain * _WAYS, chain * _WAYS + found))


def _chain(m: State, code: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The maps of a way and its numbers: one for each map behind the first."""
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
    """The ways to join two maps, or one more to a way, by what is before the number in their codes; those asked for
    last are kept for a program."""
    found: tuple[joining.Join, ...] | None = m.p.joins.pop(chain, None)
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
    """How the maps of a way lie."""
    count = len(m.p.program.maps)
    before, last = divmod(code // _WAYS, count)
    lying = [joining.Part(_with_halves(m.p.program.maps[before])[0])] if before < count else _parts(m, before - count)
    one = join_of(m, code)
    return [*lying, joining.Part(_with_halves(m.p.program.maps[last])[0], one.rotation, one.dx, one.dy)]


def joined_before(m: State, code: int) -> int:
    """How many maps of a way lay there before the last one."""
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
    """How many of them with one of the others, by its number from 1."""
    return sum(len(meeting.met) for meeting in join_of(m, code).meetings if meeting.part == part - 1)


def long_with(m: State, code: int, part: int) -> bool:
    """Whether the last map of a join lies along a long edge of one of the others."""
    return any(meeting.long for meeting in join_of(m, code).meetings if meeting.part == part - 1)


def long_edge(m: State, code: int) -> bool:
    """Whether maps are joined along their long edges."""
    return join_of(m, code).long


def lay_join(m: State, code: int) -> None:
    """The board is all the maps of a join."""
    lay_key(m, ("join", *_chain(m, code)))


def lay_joined(m: State, first: int, second: int, code: int) -> None:
    """The same of two maps, which are those of the join."""
    lay_join(m, code)
