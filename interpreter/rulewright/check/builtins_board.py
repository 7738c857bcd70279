"""Rows of the table of builtins that read or change the board: places, distances, lines, areas, ways, joined boards.

Separate because the table is long, and because a board of another form may lack these rows. The arguments tell what is
solid, difficult or in the way: the table knows no terrain.
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
# A place or a thing on one; and the same with sets of either, whose nearest member counts.
_SPOT = either(PLACE, ENTITY)
WHERE = either(PLACE, ENTITY, PLACES, set_of(ENTITY))
# The same with edges; both sides of an edge count.
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
# On another board, things on edges have no place either, and a map may set out some.
_MOVES: frozenset[Reading] = frozenset(("board", "places", "borders"))
LAYS = Does(_MOVES, lays=True)
_SETS_OUT = Does(_MOVES | frozenset[Reading](("play",)), creates=True)


# A row that reads the board, and the places of things if an argument is an entity.
board_row = _row = partial(Builtin, reads=_BOARD, needs="C")

# Hints for a plane instead of words that only cells have.
_ROUND = "write `burst(x, 1 inch)` for the area near it, or test `y within 1 inch of x`"
_STRAIGHT = "test the straight line between two places: `line_free(a, b, area)`, `crossed(a, b, things)`"
_MOVING = "let a player choose a way, `w in ways(x)`, and test `way_length(w)`, `swept(x, w)`"
_TURNING = "write degrees clockwise from north: `facing(place, 90)` is turned to the east"
_WHOLE = "draw each whole table as a map, its parts as areas, and lay one: `lay(map)`"
_HEIGHT = "keep the storey of a thing in a field: `state: {level: number starts 0}`"
_SETTING = ("draw only areas on a map of a plane, and put things in the middle of one, `middle(area)`, or where a "
            "player says: `choose one p in area by q`")  # fmt: skip
_WALLS = "separate places by walls, which are things with a base: `crossed(a, b, walls)`"
# And the reverse.
STEPPING = "write `step_cells(mover, budget, pass, price)` for where it can go, `step_path(..)` for the way there"

_PLACES_ROWS = (
    _row("directions", (), set_of(DIRECTION), "All directions of the board.", "directions", bare=True,
         instead=_TURNING),
    _row("cells", (Param("x", WHERE),), PLACES,
         "The places that x covers: the footprint of an entity, or of everything in a set.", "cells of a",
         dear="of sets", instead="write `footprint(x, place)` for what it covers"),
    _row("side_neighbours", (Param("x", _SPOT),), PLACES,
         "The neighbours across an edge, without those past a corner.", "side_neighbours(c)",
         instead=_ROUND),
    _row("neighbours", (Param("x", _SPOT),), PLACES, "The places one step away from a place or from a footprint.",
         "neighbours(c)", dear="always", instead=_ROUND),
    _row("board_part", (Param("c", PLACE),), NUMBER,
         "The part of a joined board that the place came from, counted from 1; 0 if the board was laid in one piece.",
         "board_part(c)", instead=_WHOLE),
    _row("adjacent", (Param("a", WHERE), Param("b", WHERE)), YES_NO,
         "Whether their nearest places are one step apart; things that share a place are not adjacent. A pack may "
         "declare its own.", "a is adjacent to b", is_relation=True, open=True,
         instead="test bases in contact with `touching(a, b)`, or write `a within 1 inch of b`"),
)

_DISTANCES = (
    _row("walk_distance", (Param("a", WHERE), Param("b", WHERE)), maybe(UNIT),
         "The steps of the shortest way around solid places; none if there is no way.", "walk_distance(a, b)",
         dear="always", instead=_MOVING),
    _row("toward", (Param("x", _SPOT), Param("d", DIRECTION)), maybe(PLACE),
         "The place one step in that direction; none if the board ends there.",
         "count(w in directions where toward(c, w) is none)",
         instead="write `displaced(place, degrees, 1 inch)` for the spot in a direction"),
    _row("direction_to", (Param("a", _SPOT), Param("b", _SPOT)), maybe(DIRECTION),
         "The direction that leads best from a to b; none if they are in the same place.", "direction_to(a, b)",
         instead="write `bearing(a, b)` for the degrees from one place to another"),
    _row("opposite", (Param("d", DIRECTION),), DIRECTION, "The opposite direction.",
         "all(opposite(w) for w in directions)", instead="write `facing(place, heading(place) + 180)`"),
    _row("across", (Param("a", _SPOT), Param("b", _SPOT)), maybe(PLACE),
         "The place straight across b from a; none if there is none.", "across(a, b)",
         instead="write `displaced(b, bearing(a, b), 1 inch)`"),
)

# Every direction of every form: a board has those that its form lists.
_COMPASS = (
    _row("turned", (Param("d", DIRECTION), Param("n", NUMBER)), DIRECTION,
         "The direction n steps clockwise from d; counterclockwise if n is negative.",
         "all(turned(w, 2) for w in directions)", open=True, instead="write `facing(place, heading(place) + 45)`"),
    *(_row(name, (), DIRECTION, f"The direction {name.replace('_', ' ')} on the drawn map.",
           f"toward(c, {name}) is none", bare=True, open=True,
           instead=f"write degrees clockwise from north: `displaced(place, {45 * number}, 1 inch)`")
      for number, name in enumerate(("north", "north_east", "east", "south_east", "south", "south_west", "west",
                                     "north_west"))),
    *(_row(name, (), DIRECTION, f"The direction to the place straight {where}; `directions` only has those of the "
           f"plan.", f"toward(c, {name}) is none", bare=True, open=True, instead=_HEIGHT)
      for name, where in (("up", "above"), ("down", "below"))),
)

_WAYS = (
    _row("reachable", (Param("from", _SPOT), *_WALK), PLACES,
         "The places that a walk within the budget reaches, without the start. `price` names a value of one place: the "
         "cost of entering it. Blocked places are never entered. `blocked` may also name a permission (from, to): "
         "then a step is possible only where it is true.", "reachable(a, 4 cells, toll, rim)",
         dear="always", instead=_MOVING),
    _row("reach_cost", (Param("from", _SPOT), Param("to", PLACE), *_WALK), maybe(UNIT),
         "The cost of the cheapest walk to a place; none if it exceeds the budget.",
         "reach_cost(a, c, 4 cells, toll, rim)", dear="always", instead=_MOVING),
    _row("reach_nearest", (Param("from", _SPOT), Param("goals", PLACES), *_WALK), PLACES,
         "The goals that the cheapest walks reach at the lowest cost; empty if none is reached.",
         "reach_nearest(a, rim, 4 cells, toll, neighbours(c))", dear="always", instead=_MOVING),
    _row("walk_path", (Param("from", _SPOT), Param("to", PLACE), *_WALK), list_of(PLACE),
         "The places of the cheapest walk, the goal last; empty if it exceeds the budget.",
         "walk_path(a, c, 4 cells, toll, rim)", dear="always", instead=_MOVING),
    _row("step_cells", (Param("mover", _MOVER), *_STEPS), PLACES,
         "The places that the mover can reach within the budget, without the start. The permission `pass` (mover, "
         "from, goal; or mover, goal) allows a step, and the value `price` (the same parameters) is its cost. A step "
         "leads to a neighbour, or with `ways` to the places that this value (mover, from) returns.",
         "step_cells(a, 4 cells, may_step, step_toll)", dear="always", tracked=True, instead=_MOVING),
    _row("step_cost", (Param("mover", _MOVER), Param("goal", PLACE), *_STEPS), maybe(UNIT),
         "The cost of the cheapest way by the steps of `step_cells`; none if it exceeds the budget.",
         "step_cost(a, c, 4 cells, may_step, step_toll)", dear="always", tracked=True, instead=_MOVING),
    _row("step_nearest", (Param("mover", _MOVER), Param("goals", PLACES), *_STEPS), PLACES,
         "The goals that the steps of `step_cells` reach at the lowest cost; empty if none is reached.",
         "step_nearest(a, rim, 4 cells, may_step, step_toll)", dear="always", tracked=True, instead=_MOVING),
    _row("step_path", (Param("mover", _MOVER), Param("goal", PLACE), *_STEPS), list_of(PLACE),
         "The places of the cheapest way by the steps of `step_cells`, the goal last; empty if it exceeds the budget.",
         "step_path(a, c, 4 cells, may_step, step_toll)", dear="always", tracked=True, instead=_MOVING),
)

_LINES = (
    _row("line_cells", (Param("a", PLACE), Param("b", PLACE)), list_of(PLACE),
         "The places of a drawn line from a to b, both ends included.", "line_cells(c, d)",
         dear="always", instead=_STRAIGHT),
    _row("cells_crossed", (Param("p", POINT), Param("q", POINT)), PLACES,
         "The places whose interior the segment meets; exact.", "cells_crossed(centre(c), centre(d))",
         dear="always", instead=_STRAIGHT),
    _row("cells_touched", (Param("p", POINT), Param("q", POINT)), PLACES,
         "The places that the segment meets anywhere, including edges and corners; exact.",
         "cells_touched(centre(c), centre(d))", dear="always", instead=_STRAIGHT),
    _row("span_crossed", (Param("p", POINT), Param("q", POINT), Param("s", set_of(POINT))), YES_NO,
         "Whether the segment from p to q meets the interior of the convex hull of s; its border does not count; "
         "exact.", "span_crossed(centre(c), centre(d), corners(c))", dear="always", instead=_STRAIGHT),
    _row("corners", (Param("c", PLACE),), set_of(POINT), "The corners of a place.", "corners(c)",
         dear="always", instead=_STRAIGHT),
    _row("corners_of", (Param("s", PLACES),), set_of(POINT), "The corners of all places of a set.",
         "corners_of(cells of a)", dear="always", instead=_STRAIGHT),
    _row("centre", (Param("c", PLACE),), POINT, "The middle of a place.", "centre(c)",
         instead="use the place itself, the middle of a base: `line_free(a, b, area)`"),
    _row("sample_points", (Param("x", _SPOT),), set_of(POINT),
         "Points that represent a whole place or footprint when a line from any part of it is searched for.",
         "sample_points(a)", dear="always", instead=_STRAIGHT),
)

_SEGMENT = (Param("p", POINT), Param("q", POINT))
_BETWEEN = (
    _row("edges", (Param("s", WHERE),), _EDGES,
         "All edges of a place, a footprint or a set, including those at the border of the board.", "edges(c)",
         needs="CE", open=True, instead=_WALLS),
    _row("edges_between", (Param("s", WHERE), Param("t", WHERE)), _EDGES,
         "The edges with one side in s and the other in t.", "edges_between(c, neighbours(c))", needs="CE",
         instead=_WALLS),
    _row("edges_inside", (Param("s", WHERE),), _EDGES,
         "The edges with both sides in a set, such as those under a large footprint.", "edges_inside(cells of a)",
         needs="CE", instead=_WALLS),
    _row("edges_passed", (Param("x", ENTITY), Param("c", PLACE), Param("d", PLACE)), _EDGES,
         "The edges that the footprint of x passes in one step from c to d; none past a corner, or if c and d do not "
         "touch.",
         "edges_passed(a, c, d)", needs="CE", of_base=True, instead=_WALLS),
    _row("edges_left", _SEGMENT, list_of(EDGE),
         "The edges that the segment crosses, in order from p, if it is moved infinitely little to its left: it never "
         "meets a corner and never runs along an edge.", "edges_left(centre(c), centre(d))", needs="CE",
         dear="always", instead=_WALLS),
    _row("edges_right", _SEGMENT, list_of(EDGE), "The same as `edges_left`, moved to its right.",
         "edges_right(centre(c), centre(d))", needs="CE", dear="always", instead=_WALLS),
    _row("edges_touched", _SEGMENT, _EDGES, "The edges that the segment meets anywhere, including their ends; exact.",
         "edges_touched(centre(c), centre(d))", needs="CE", dear="always", instead=_WALLS),
    _row("sides", (Param("e", _EDGES),), PLACES,
         "The places on both sides of an edge, or of all edges of a set; an edge at the border of the board has only "
         "one.",
         "sides(edges(c))", needs="CE", open=True, dear="of sets", instead=_WALLS),
)

_STOREYS = (
    _row("level", (Param("x", either(PLACE, EDGE)),), NUMBER,
         "The storey of a place; 0 is the ground. An edge has the storey of its places, a floor the one below it.",
         "level(c)", needs="CL", open=True, instead=_HEIGHT),
    _row("above", (Param("s", WHERE),), PLACES, "The places one storey up, straight above a place or set.",
         "above(c)", needs="CL", open=True, instead=_HEIGHT),
    _row("below", (Param("s", WHERE),), PLACES, "The places one storey down, straight below a place or set.",
         "below(c)", needs="CL", open=True, instead=_HEIGHT),
    _row("column", (Param("s", WHERE),), PLACES, "A place or set, with all places straight above and below it.",
         "column(c)", needs="CL", open=True, instead=_HEIGHT),
    _row("at_level", (Param("s", PLACES), Param("n", NUMBER)), PLACES,
         "The places of s on storey n; 0 is the ground.", "at_level(everywhere, 1)", needs="CL",
         open=True, instead=_HEIGHT),
    _row("stacked", (Param("e", _EDGES),), _EDGES,
         "An edge or set of edges, with all edges straight above and below it.", "stacked(edges(c))", needs="CEL",
         open=True, instead=_WALLS),
)

_AREAS = (
    _row("walk_burst", (Param("s", WHERE), Param("n", UNIT)), PLACES,
         "Like `burst`, but by walking around solid places.", "walk_burst(c, 2 cells)", dear="always", instead=_ROUND),
    _row("ring", (Param("s", WHERE), Param("n", UNIT)), PLACES, "The places at exactly distance n.",
         "ring(c, 2 cells)", dear="always",
         instead="write `burst(x, 2 inches)`, and leave out what is nearer: `distance(x, y) > 1 inch`"),
    _row("cone", (Param("c", PLACE), Param("d", DIRECTION), Param("steps", NUMBER)), PLACES,
         "A cone in direction d whose first row is c: `steps` rows of 1, 3, 5 and so on places. In a direction between "
         "two sides of squares, it is a quarter of a square instead, `steps` long each way.",
         "all(q for w in directions, q in cone(c, w, 3))", dear="always",
         instead="test how far and in which direction: `q within 6 inches of c`, `bearing(c, q)`"),
    _row("line_area", (Param("c", PLACE), Param("d", DIRECTION), Param("steps", NUMBER)), PLACES,
         "The places straight on from c in direction d, `steps` long, without c.",
         "all(q for w in directions, q in line_area(c, w, 3))", dear="always",
         instead="write `swept(x, displaced(c, degrees, 6 inches))` for what is straight ahead"),
)

_BOARDS = (
    _row("joins", (Param("a", MAP), Param("b", MAP)), list_of(JOIN),
         "The ways to put two maps side by side, if both together are no larger than a board may be.",
         "joins(field, field)", needs="CJ", instead=_WHOLE),
    _row("further_joins", (Param("j", JOIN), Param("m", MAP)), list_of(JOIN),
         "The ways to put one more map next to the maps of a join, which may already have more than two.",
         "further_joins(j, field)", needs="CJ", instead=_WHOLE),
    _row("made", (Param("j", JOIN),), NUMBER,
         "The number of whole places made of halves where the last map of a join meets the others.",
         "most(made(j) for j in joins(field, field))", needs="CJ", instead=_WHOLE),
    _row("made_with", (Param("j", JOIN), Param("n", NUMBER)), NUMBER,
         "The same as `made`, with only one of the others: the map with number n, as in `board_part`.",
         "count(j in joins(field, field) where made_with(j, 1) > 1)", needs="CJ", instead=_WHOLE),
    _row("long_edge", (Param("j", JOIN),), YES_NO, "Whether the last map of a join lies along a long edge of another.",
         "count(j in joins(field, field) where long_edge(j))", needs="CJ", instead=_WHOLE),
    _row("long_with", (Param("j", JOIN), Param("n", NUMBER)), YES_NO,
         "The same as `long_edge`, for only one of the others: the map with number n, as in `board_part`.",
         "count(j in joins(field, field) where long_with(j, 1))", needs="CJ", instead=_WHOLE),
    _row("drawn", (Param("m", MAP), Param("area", AREA_NAME, by_name="area"), Param("c", PLACE), Param("d", DIRECTION)),
         PLACES,
         "The places that an area of a map covers if the first place of the map's first row is at c and its north is "
         "in direction d, a straight one; places outside the board are omitted.", "drawn(field, moss, c, east)",
         needs="CN", open=True, instead=_SETTING),
    _row("fits", (Param("m", MAP), Param("c", PLACE), Param("d", DIRECTION)), YES_NO,
         "Whether everything that the map draws is on the board if it is put as in `drawn`.", "fits(field, c, north)",
         needs="CN", open=True, instead=_SETTING),
    _row("set_out", (Param("m", MAP),), NOTHING,
         "Creates what the legend of a map puts on its board, as `create` does: by place, then by edge. Creates "
         "nothing if another board is laid, and nothing for seats that the match does not have.", "set_out(field)",
         does=_SETS_OUT, open=True, instead=_SETTING),
    _row("set_out_at", (Param("m", MAP), Param("c", PLACE), Param("d", DIRECTION)), NOTHING,
         "The same as `set_out` for a map that is put elsewhere on the current board, whichever that is: the first "
         "place of its first row at c, its north in direction d. Anything outside the board is omitted.",
         "set_out_at(field, c, east)", needs="CN", does=_SETS_OUT, open=True, instead=_SETTING),
    _row("lay_join", (Param("j", JOIN),), NOTHING,
         "Lays all maps of a join; `board_part` tells them apart.", "lay_join(j)", needs="CJ", does=LAYS,
         instead=_WHOLE),
    _row("lay_joined", (Param("a", MAP), Param("b", MAP), Param("j", JOIN)), NOTHING,
         "Lays two maps joined; `board_part` tells them apart.", "lay_joined(field, field, j)", needs="CJ", does=LAYS,
         instead=_WHOLE),
)

ROWS: tuple[Builtin, ...] = (*_PLACES_ROWS, *_DISTANCES, *_COMPASS, *_WAYS, *_LINES, *_BETWEEN, *_STOREYS, *_AREAS,
                             *_BOARDS)


def in_places(kind: Type) -> Builtin:
    """The relation `PLURAL_in(cells)` of a kind: the row of the names `pieces_in`, `tokens_in` and so on."""
    return _row("PLURAL_in", (Param("s", PLACES),), set_of(kind),
                "The things of the kind that are in the place or places, wholly or partly.",
                "pieces_in(burst(c, 2 cells))", needs="P", reads=STANDING | frozenset(("play",)))


def on_edges(kind: Type) -> Builtin:
    """The relation `PLURAL_on(edges)` of a kind that stands on edges: the row of `walls_on` and so on."""
    return _row("PLURAL_on", (Param("s", _EDGES),), set_of(kind),
                "The things of the kind that are on the edge or edges.", "walls_on(edges(c))", needs="CE",
                reads=STANDING | frozenset(("play",)))
