"""Rows of the table of builtins that ask or change the board: places, distances, lines, areas, ways, joined boards.

Separate because the table is long, and because these are the rows that a board of another form may lack. What counts as
solid, difficult or in the way is said by the arguments: the table knows no terrain.
"""
from __future__ import annotations

from functools import partial

from rulewright.check.does import Does, Reading
from rulewright.check.signatures import AREA_NAME, PLACE, UNIT, Builtin, Param, either, value_name
from rulewright.check.types import (
    DIRECTION,
    EDGE,
    ENTITY,
    JOIN,
    MAP,
    NOTHING,
    NUMBER,
    POINT,
    YES_NO,
    Type,
    list_of,
    maybe,
    set_of,
)

PLACES, _EDGES = set_of(PLACE), set_of(EDGE)
# A place or what stands on one; and the same with sets of either, of which the nearest counts.
_SPOT = either(PLACE, ENTITY)
WHERE = either(PLACE, ENTITY, PLACES, set_of(ENTITY))
# The same with edges, of which both sides count.
FROM = either(PLACE, EDGE, ENTITY, PLACES, _EDGES, set_of(ENTITY))
_MOVER = Type("var", "M", (ENTITY,))
_M = Type("var", "M")
_PRICE = value_name(UNIT, PLACE)
_MAY_STEP = either(value_name(YES_NO, _M, PLACE, PLACE), value_name(YES_NO, _M, PLACE))
_STEP_PRICE = either(value_name(UNIT, _M, PLACE, PLACE), value_name(UNIT, _M, PLACE))
_WALK = (Param("budget", UNIT), Param("price", _PRICE, by_name="value"),
         Param("blocked", either(PLACES, value_name(YES_NO, PLACE, PLACE)), or_name=True))
_STEPS = (Param("budget", UNIT), Param("pass", _MAY_STEP, by_name="value"),
          Param("price", _STEP_PRICE, by_name="value"),
          Param("ways", value_name(PLACES, _M, PLACE), by_name="value", optional=True))


_BOARD: frozenset[Reading] = frozenset(("board",))
STANDING: frozenset[Reading] = frozenset(("board", "places"))
# Things on edges too stand nowhere on another board, and a map sets out some.
_MOVES: frozenset[Reading] = frozenset(("board", "places", "borders"))
LAYS = Does(_MOVES, lays=True)
_SETS_OUT = Does(_MOVES | frozenset[Reading](("play",)), creates=True)


# A row that reads the board, and where things stand if an argument is an entity.
board_row = _row = partial(Builtin, reads=_BOARD, needs="C")

# What to write on a plane in place of words that only cells have.
_ROUND = "what lies near it is `burst(x, 1 inch)`; whether it does: `y within 1 inch of x`"
_STRAIGHT = "the straight line between two places: `line_free(a, b, area)`, `crossed(a, b, things)`"
_MOVING = "how far it is: `distance(a, b)`; where it may go is a choice `in` an area"
_TURNING = "a place is turned by `facing(place, degrees)`"
_SETTING = "a map of a plane draws areas alone, and where a thing stands is chosen: `choose one p in area by q`"
_WALLS = "what parts places is a thing with a base, a wall: `crossed(a, b, walls)`"
# And the other way round.
STEPPING = "where it may go is `step_cells(mover, budget, pass, price)`, the way there `step_path(..)`"

_PLACES_ROWS = (
    _row("directions", (), set_of(DIRECTION), "All directions of the board.", "directions", bare=True,
         instead=_TURNING),
    _row("cells", (Param("x", WHERE),), PLACES,
         "The places that it covers: the footprint of an entity (of all of a set).", "cells of a",
         dear="of sets", instead="what it covers is `footprint(x, place)`"),
    _row("side_neighbours", (Param("x", _SPOT),), PLACES,
         "Those of the neighbours that lie behind an edge, and not past a corner.", "side_neighbours(c)",
         instead=_ROUND),
    _row("neighbours", (Param("x", _SPOT),), PLACES, "The places one step away from a place or from a footprint.",
         "neighbours(c)", dear="always", instead=_ROUND),
    _row("board_part", (Param("c", PLACE),), NUMBER,
         "Which part of a joined board the place came from: 1, 2, ..; 0 if the board was laid in one piece.",
         "board_part(c)"),
    _row("adjacent", (Param("a", WHERE), Param("b", WHERE)), YES_NO,
         "Their nearest places are one step apart: not of what shares a place. A pack may declare its own.",
         "a is adjacent to b", is_relation=True, open=True,
         instead="bases in contact: `touching(a, b)`; near each other: `a within 1 inch of b`"),
)

_DISTANCES = (
    _row("walk_distance", (Param("a", WHERE), Param("b", WHERE)), maybe(UNIT),
         "Steps of the shortest way round solid places; none if there is no way.", "walk_distance(a, b)",
         dear="always", instead=_MOVING),
    _row("toward", (Param("x", _SPOT), Param("d", DIRECTION)), maybe(PLACE),
         "The place one step in that direction; none if the board ends there.",
         "count(w in directions where toward(c, w) is none)", instead=_TURNING),
    _row("direction_to", (Param("a", _SPOT), Param("b", _SPOT)), maybe(DIRECTION),
         "The direction that leads best from a to b; none if they stand in the same place.", "direction_to(a, b)",
         instead=f"`bearing(a, b)` are the degrees from one place to another; {_TURNING}"),
    _row("opposite", (Param("d", DIRECTION),), DIRECTION, "The direction that leads back.",
         "all(opposite(w) for w in directions)", instead=_TURNING),
    _row("across", (Param("a", _SPOT), Param("b", _SPOT)), maybe(PLACE),
         "The place straight across b from a; none if there is none.", "across(a, b)", instead=_TURNING),
)

_COMPASS = (
    _row("turned", (Param("d", DIRECTION), Param("n", NUMBER)), DIRECTION,
         "The direction so many steps further clockwise, of a negative number the other way round.",
         "all(turned(w, 2) for w in directions)", open=True, instead=_TURNING),
    *(_row(name, (), DIRECTION, f"The direction {name.replace('_', ' ')} on the drawn map.",
           f"toward(c, {name}) is none", bare=True, open=True, needs="CN" if name in ("north", "south") else "C",
           instead=_TURNING)
      for name in ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")),
    *(_row(name, (), DIRECTION, f"The direction to the place straight {where}; `directions` are those of the plan.",
           f"toward(c, {name}) is none", bare=True, open=True, needs="CL")
      for name, where in (("up", "above"), ("down", "below"))),
)

_WAYS = (
    _row("reachable", (Param("from", _SPOT), *_WALK), PLACES,
         "The places that a walk of that cost reaches, without the start. `price` names a value of one place: what "
         "entering it costs; blocked places are never entered. In place of these may stand the name of a permission "
         "(from, to): then steps lead only where it holds.", "reachable(a, 4 cells, toll, rim)",
         dear="always", instead=_MOVING),
    _row("reach_cost", (Param("from", _SPOT), Param("to", PLACE), *_WALK), maybe(UNIT),
         "The cost of the cheapest walk there; none if it exceeds the budget.", "reach_cost(a, c, 4 cells, toll, rim)",
         dear="always", instead=_MOVING),
    _row("reach_nearest", (Param("from", _SPOT), Param("goals", PLACES), *_WALK), PLACES,
         "Those of some places to which the cheapest walk costs least; empty if none is reached.",
         "reach_nearest(a, rim, 4 cells, toll, neighbours(c))", dear="always", instead=_MOVING),
    _row("walk_path", (Param("from", _SPOT), Param("to", PLACE), *_WALK), list_of(PLACE),
         "The places of the cheapest walk, the goal last; empty if it exceeds the budget.",
         "walk_path(a, c, 4 cells, toll, rim)", dear="always", instead=_MOVING),
    _row("step_cells", (Param("mover", _MOVER), *_STEPS), PLACES,
         "The places that it can reach by steps that the permission `pass` allows (mover, from, goal; or mover, goal) "
         "at the price of the value `price` (the same parameters), without the start. A step leads to a neighbour, or "
         "with `ways` to the places that this value (mover, from) gives.",
         "step_cells(a, 4 cells, may_step, step_toll)", dear="always", tracked=True, instead=_MOVING),
    _row("step_cost", (Param("mover", _MOVER), Param("goal", PLACE), *_STEPS), maybe(UNIT),
         "The cost of the cheapest such way; none if it exceeds the budget.",
         "step_cost(a, c, 4 cells, may_step, step_toll)", dear="always", tracked=True, instead=_MOVING),
    _row("step_nearest", (Param("mover", _MOVER), Param("goals", PLACES), *_STEPS), PLACES,
         "Those of some places to which the cheapest such way costs least; empty if none is reached.",
         "step_nearest(a, rim, 4 cells, may_step, step_toll)", dear="always", tracked=True, instead=_MOVING),
    _row("step_path", (Param("mover", _MOVER), Param("goal", PLACE), *_STEPS), list_of(PLACE),
         "The places of the cheapest such way, the goal last; empty if it exceeds the budget.",
         "step_path(a, c, 4 cells, may_step, step_toll)", dear="always", tracked=True, instead=_MOVING),
)

_LINES = (
    _row("line_cells", (Param("a", PLACE), Param("b", PLACE)), list_of(PLACE),
         "The places of a drawn line from a to b, both ends included.", "line_cells(c, d)",
         dear="always", instead=_STRAIGHT),
    _row("cells_crossed", (Param("p", POINT), Param("q", POINT)), PLACES,
         "The places whose inside the segment meets; exact.", "cells_crossed(centre(c), centre(d))",
         dear="always", instead=_STRAIGHT),
    _row("cells_touched", (Param("p", POINT), Param("q", POINT)), PLACES,
         "The places that the segment meets anywhere, edges and corners included; exact.",
         "cells_touched(centre(c), centre(d))", dear="always", instead=_STRAIGHT),
    _row("span_crossed", (Param("p", POINT), Param("q", POINT), Param("s", set_of(POINT))), YES_NO,
         "Does the segment from p to q meet the inside of what some points span? Its border does not count; exact.",
         "span_crossed(centre(c), centre(d), corners(c))", dear="always"),
    _row("corners", (Param("c", PLACE),), set_of(POINT), "The corners of a place.", "corners(c)",
         dear="always", instead=_STRAIGHT),
    _row("corners_of", (Param("s", PLACES),), set_of(POINT), "The corners of all places of a set.",
         "corners_of(cells of a)", dear="always", instead=_STRAIGHT),
    _row("centre", (Param("c", PLACE),), POINT, "The middle of a place.", "centre(c)", instead=_STRAIGHT),
    _row("sample_points", (Param("x", _SPOT),), set_of(POINT),
         "Points that stand for all of a place or a footprint where a line is looked for from any part of it.",
         "sample_points(a)", dear="always", instead=_STRAIGHT),
)

_SEGMENT = (Param("p", POINT), Param("q", POINT))
_BETWEEN = (
    _row("edges", (Param("s", WHERE),), _EDGES,
         "All edges of a place, a footprint or a set, those at the border of the board too.", "edges(c)", needs="CE",
         open=True, instead=_WALLS),
    _row("edges_between", (Param("s", WHERE), Param("t", WHERE)), _EDGES,
         "The edges with one side in s and the other in t.", "edges_between(c, neighbours(c))", needs="CE",
         instead=_WALLS),
    _row("edges_inside", (Param("s", WHERE),), _EDGES,
         "The edges with both sides in a set: what a large footprint stands astride of.", "edges_inside(cells of a)",
         needs="CE", instead=_WALLS),
    _row("edges_passed", (Param("x", ENTITY), Param("c", PLACE), Param("d", PLACE)), _EDGES,
         "The edges that its footprint passes in one step from c to d; none past a corner, nor if they do not touch.",
         "edges_passed(a, c, d)", needs="CE", of_base=True, instead=_WALLS),
    _row("edges_left", _SEGMENT, list_of(EDGE),
         "The edges that a segment crosses, in order from p, if it is moved by nothing at all to its left: it never "
         "meets a corner and never runs along an edge.", "edges_left(centre(c), centre(d))", needs="CE",
         dear="always", instead=_WALLS),
    _row("edges_right", _SEGMENT, list_of(EDGE), "The same, moved to its right.", "edges_right(centre(c), centre(d))",
         needs="CE", dear="always", instead=_WALLS),
    _row("edges_touched", _SEGMENT, _EDGES, "The edges that a segment meets anywhere, their ends included; exact.",
         "edges_touched(centre(c), centre(d))", needs="CE", dear="always", instead=_WALLS),
    _row("sides", (Param("e", _EDGES),), PLACES,
         "The places on both sides of an edge, or of all of a set; at the border of the board there is one alone.",
         "sides(edges(c))", needs="CE", open=True, dear="of sets", instead=_WALLS),
)

_STOREYS = (
    _row("level", (Param("x", either(PLACE, EDGE)),), NUMBER,
         "The storey of a place, 0 the ground; of an edge that of its places, of a floor the one below it.",
         "level(c)", needs="CL", open=True),
    _row("above", (Param("s", WHERE),), PLACES, "The places one storey up, straight above a place or set.",
         "above(c)", needs="CL", open=True),
    _row("below", (Param("s", WHERE),), PLACES, "The places one storey down, straight below a place or set.",
         "below(c)", needs="CL", open=True),
    _row("column", (Param("s", WHERE),), PLACES, "All places straight above and below a place or set, itself too.",
         "column(c)", needs="CL", open=True),
    _row("at_level", (Param("s", PLACES), Param("n", NUMBER)), PLACES,
         "Those of some places that lie on that storey, 0 the ground.", "at_level(everywhere, 1)", needs="CL",
         open=True),
    _row("stacked", (Param("e", _EDGES),), _EDGES,
         "All edges straight above and below an edge or set of edges, itself too.", "stacked(edges(c))", needs="CEL",
         open=True, instead=_WALLS),
)

_AREAS = (
    _row("walk_burst", (Param("s", WHERE), Param("n", UNIT)), PLACES,
         "As burst, by walking round solid places.", "walk_burst(c, 2 cells)", dear="always", instead=_ROUND),
    _row("ring", (Param("s", WHERE), Param("n", UNIT)), PLACES, "The places at exactly that distance.",
         "ring(c, 2 cells)", dear="always", instead=_ROUND),
    _row("cone", (Param("c", PLACE), Param("d", DIRECTION), Param("steps", NUMBER)), PLACES,
         "The places of a cone in that direction whose first row is c: rows of 1, 3, 5, .. places, that many rows;"
         " between two sides of squares the quarter of a square instead, so many steps each way.",
         "all(q for w in directions, q in cone(c, w, 3))", dear="always", instead=_STRAIGHT),
    _row("line_area", (Param("c", PLACE), Param("d", DIRECTION), Param("steps", NUMBER)), PLACES,
         "The places straight on from c in that direction, that many steps, c left out.",
         "all(q for w in directions, q in line_area(c, w, 3))", dear="always", instead=_STRAIGHT),
)

_BOARDS = (
    _row("joins", (Param("a", MAP), Param("b", MAP)), list_of(JOIN), "The ways to put two maps side by side.",
         "joins(field, field)", needs="CJ"),
    _row("further_joins", (Param("j", JOIN), Param("m", MAP)), list_of(JOIN),
         "The ways to put one more map beside the maps of a join, which may be one of more than two.",
         "further_joins(j, field)", needs="CJ"),
    _row("made", (Param("j", JOIN),), NUMBER,
         "How many whole places are made of halves where the last map of a join meets the others.",
         "most(made(j) for j in joins(field, field))", needs="CJ"),
    _row("made_with", (Param("j", JOIN), Param("n", NUMBER)), NUMBER,
         "How many of these with one of the others, by its number as in `board_part`.",
         "count(j in joins(field, field) where made_with(j, 1) > 1)", needs="CJ"),
    _row("long_edge", (Param("j", JOIN),), YES_NO, "Does the last map of a join lie along a long edge of another?",
         "count(j in joins(field, field) where long_edge(j))", needs="CJ"),
    _row("long_with", (Param("j", JOIN), Param("n", NUMBER)), YES_NO,
         "Does the last map of a join lie along a long edge of one of the others?",
         "count(j in joins(field, field) where long_with(j, 1))", needs="CJ"),
    _row("drawn", (Param("m", MAP), Param("area", AREA_NAME, by_name="area"), Param("c", PLACE), Param("d", DIRECTION)),
         PLACES,
         "The places on which that area of a map falls if the first place of its first row lies at c, and its north in "
         "that direction, a straight one; those beside the board are left out.", "drawn(field, moss, c, east)",
         needs="CN", open=True, instead=_SETTING),
    _row("fits", (Param("m", MAP), Param("c", PLACE), Param("d", DIRECTION)), YES_NO,
         "All that the map draws falls on the board then.", "fits(field, c, north)", needs="CN", open=True,
         instead=_SETTING),
    _row("set_out", (Param("m", MAP),), NOTHING,
         "Creates what the legend of a map puts on its board, as `create` does: by place, then by edge. Nothing where "
         "another board is laid, and nothing of seats that the match has not.", "set_out(field)", does=_SETS_OUT,
         open=True, instead=_SETTING),
    _row("set_out_at", (Param("m", MAP), Param("c", PLACE), Param("d", DIRECTION)), NOTHING,
         "The same of a map that is put elsewhere on the board that is laid, whichever that is: the first place of its "
         "first row at c, its north in that direction. What falls beside the board is left out.",
         "set_out_at(field, c, east)", needs="CN", does=_SETS_OUT, open=True, instead=_SETTING),
    _row("lay_join", (Param("j", JOIN),), NOTHING,
         "Lays all maps of a join; `board_part` tells them apart.", "lay_join(j)", needs="CJ", does=LAYS),
    _row("lay_joined", (Param("a", MAP), Param("b", MAP), Param("j", JOIN)), NOTHING,
         "Lays two maps joined; `board_part` tells them apart.", "lay_joined(field, field, j)", needs="CJ", does=LAYS),
)

ROWS: tuple[Builtin, ...] = (*_PLACES_ROWS, *_DISTANCES, *_COMPASS, *_WAYS, *_LINES, *_BETWEEN, *_STOREYS, *_AREAS,
                             *_BOARDS)


def in_places(kind: Type) -> Builtin:
    """The relation `PLURAL_in(cells)` of a kind: the row that the names `pieces_in`, `tokens_in`, .. stand for."""
    return _row("PLURAL_in", (Param("s", PLACES),), set_of(kind),
                "Those of the kind that stand in the place or places, wholly or partly.",
                "pieces_in(burst(c, 2 cells))", needs="P", reads=STANDING | frozenset(("play",)))


def on_edges(kind: Type) -> Builtin:
    """The relation `PLURAL_on(edges)` of a kind that stands on edges: what `walls_on`, .. stand for."""
    return _row("PLURAL_on", (Param("s", _EDGES),), set_of(kind),
                "Those of the kind that stand on the edge or edges.", "walls_on(edges(c))", needs="CE",
                reads=STANDING | frozenset(("play",)))
