"""Rows of the table of builtins that measure and test areas, in the same words on boards of cells and on planes.

Separate from the rows of cells because these only need places. On a plane a distance is a gap, which can be compared
but not added to, a footprint is an outline, and an area can be tested but not iterated over.
"""
from __future__ import annotations

from rulewright.check.builtins_board import FROM, LAYS, PLACES, STANDING, STEPPING, board_row
from rulewright.check.signatures import AREA_NAME, GAP, OUTLINE, PLACE, UNIT, Builtin, Param, either
from rulewright.check.types import ENTITY, MAP, NOTHING, NUMBER, WAY, YES_NO, maybe, set_of

_THINGS = set_of(ENTITY)
# What is measured on every board.
_FROM = either(*FROM.args, OUTLINE)
_SHAPE = either(PLACE, ENTITY, OUTLINE, PLACES, _THINGS)
# What bases do.
_BASE = either(PLACE, ENTITY, OUTLINE)

# A hint for boards of cells, where places are not turned.
_FACING = "keep a direction in a field, `state: {facing: direction starts east}`, and turn it: `turned(d, 1)`"

ROWS: tuple[Builtin, ...] = (
    board_row("everywhere", (), PLACES, "All places of the board; on a plane, the table including its border.",
              "everywhere", needs="P", bare=True),
    board_row("rim", (), PLACES, "The places at the border of the board; on a plane, the border itself.", "rim",
              needs="P", bare=True),
    board_row("distance", (Param("a", _FROM, asked="measured"), Param("b", _FROM, asked="measured")), GAP,
              "The steps between the nearest places of both, whatever lies between; an edge counts from its nearer "
              "side; 1,000,000 if one is not on the board. On a plane, the gap between their nearest points, 0 if they "
              "touch.", "distance(a, b)", needs="P"),
    board_row("rounded_up", (Param("gap", GAP),), UNIT,
              "A distance as a length; on a plane, rounded up to a thousandth of an inch.",
              "rounded_up(distance(a, b))", needs="P", open=True),
    board_row("rounded_down", (Param("gap", GAP),), UNIT, "A distance as a length; on a plane, rounded down to a "
              "thousandth of an inch.", "rounded_down(distance(a, b))", needs="P", open=True),
    board_row("burst", (Param("s", _SHAPE, asked="measured"), Param("n", UNIT)), PLACES,
              "The places within distance n of a place or set, including these, whatever lies between.",
              "burst(c, 2 cells)", needs="P", dear="always"),
    board_row("anchors", (Param("x", ENTITY),), PLACES,
              "The places at which the footprint of x is wholly on the board; on a plane, turned as each place is.",
              "anchors(a)", needs="P", dear="always", of_base=True),
    board_row("footprint", (Param("x", ENTITY), Param("c", PLACE)), OUTLINE,
              "The places that x would cover if it stood at c; on a plane, what its base would cover there.",
              "footprint(a, c)", needs="P", of_base=True),
    board_row("swept", (Param("x", ENTITY), Param("c", either(PLACE, WAY))), OUTLINE,
              "What the base of x covers on the straight way from its place to c, including both ends; it turns first. "
              "If x has no place: its footprint at c. For a way: what it covers on all legs.", "swept(a, c)",
              needs="R", reads=STANDING, open=True, instead=STEPPING),
    board_row("more_in", (Param("x", _BASE, asked="shared"), Param("s", PLACES, asked="shared"),
                          Param("t", PLACES, asked="shared")), YES_NO,
              "Whether more of x is in drawn area s than in t, exactly. A round shape counts as drawn with a corner at "
              "every fifth degree.", "more_in(a, everywhere, moss)", needs="R", open=True,
              instead="count its places: `count(c in cells of x where c in area)`"),
    board_row("share_in", (Param("x", _BASE, asked="shared"), Param("s", PLACES, asked="shared"),
                           Param("n", NUMBER), Param("d", NUMBER)), YES_NO,
              "Whether at least n parts in d of x are in drawn area s, exactly; for a spot, whether it is there. A "
              "round shape counts as drawn with a corner at every fifth degree.", "share_in(a, moss, 1, 2)", needs="R",
              open=True, instead="count its places: `count(c in cells of x where c in area) * 2 >= size(cells of x)`"),
    board_row("middle", (Param("s", PLACES, asked="measured"),), maybe(PLACE),
              "The spot in the middle of the upright rectangle around a drawn area; none if the map does not draw it.",
              "middle(moss) or c", needs="R", open=True, instead="choose a place: `choose one p in area by q`"),
    board_row("things_at", (Param("s", PLACES, asked="meets"),), _THINGS,
              "The entities that are in the place or places, wholly or partly.", "things_at(c)", needs="P",
              reads=STANDING),
    board_row("wholly", (Param("x", _BASE), Param("s", PLACES, asked="wholly")), YES_NO,
              "Whether all of x is in an area; on a plane, the area must allow an exact answer.",
              "wholly(a, everywhere)", needs="P", open=True, contact="inside"),
    board_row("meets", (Param("x", _BASE), Param("s", PLACES, asked="meets")), YES_NO,
              "Whether some part of x is in an area; on a plane, the area must allow an exact answer.", "meets(a, rim)",
              needs="P", open=True, contact="shared"),
    board_row("touching", (Param("a", _SHAPE, asked="measured"), Param("b", _SHAPE, asked="measured")), YES_NO,
              "Whether they share a point; on cells: a place, a side or a corner.", "touching(a, b)", needs="P",
              open=True, contact="shared"),
    board_row("overlapping", (Param("a", _SHAPE, asked="measured"), Param("b", _SHAPE, asked="measured")), YES_NO,
              "Whether they share an interior point; on cells: a place. Bases in contact do not overlap.",
              "overlapping(a, b)", needs="P", open=True, contact="shared"),
    board_row("linked", (Param("s", _THINGS), Param("n", UNIT)), YES_NO,
              "Whether the things of s that are on the board are all connected, directly or through others, by "
              "distances of at most n.", "linked(pieces, 2 cells)", needs="P", open=True),
    board_row("disjoint", (Param("s", _THINGS),), YES_NO, "Whether no two things of s that are on the board overlap.",
              "disjoint(pieces)", needs="P", open=True),
    board_row("line_free", (Param("a", PLACE), Param("b", PLACE), Param("blocking", PLACES, asked="measured")), YES_NO,
              "Whether no place of the drawn line between a and b, without its ends, is in the set. On a plane: "
              "whether the straight line crosses the interior of nothing in it; grazing is allowed.",
              "line_free(c, d, rim)", needs="P", dear="always"),
    board_row("crossed", (Param("a", PLACE), Param("b", PLACE), Param("things", _THINGS)), _THINGS,
              "The things whose interior is crossed by the straight line between the middles of two places.",
              "crossed(c, d, pieces)", needs="P", reads=STANDING, open=True),
    board_row("past", (Param("line", AREA_NAME, by_name="area"), Param("c", PLACE), Param("n", UNIT)), PLACES,
              "The area more than n past a drawn line, on the side on which c is; empty if c is on the line.",
              "past(moss, c, 2 cells)", needs="R", open=True,
              instead="draw the area of each side, and test `c in area`"),
    board_row("facing", (Param("c", PLACE), Param("degrees", NUMBER)), PLACE,
              "The same spot, turned to that many degrees clockwise from north.", "facing(c, 90)", needs="R",
              open=True, instead=_FACING),
    board_row("heading", (Param("c", PLACE),), NUMBER,
              "How a spot is turned, in degrees clockwise from north, 0 to 359: `facing(c, heading(d))` is turned as d "
              "is.", "heading(c)", needs="R", open=True, instead=_FACING),
    board_row("displaced", (Param("c", PLACE), Param("degrees", NUMBER), Param("n", UNIT)), PLACE,
              "The spot at distance n from c, in the direction of that many degrees clockwise from north, to the "
              "nearest thousandth of an inch; turned as c is. A length below 0 counts as 0. The spot is at most 1,000 "
              "inches from the corner of the table, across and along. A random direction is `roll d360`.",
              "displaced(c, 90, 2 cells)", needs="R", open=True,
              instead="write `toward(c, d)` for one step in a direction, `line_area(c, d, 3)` for several"),
    board_row("bearing", (Param("c", PLACE), Param("d", PLACE)), NUMBER,
              "The direction from c to d in whole degrees clockwise from north, 0 to 359: the degrees that lead best "
              "there; 0 if both are the same spot.", "bearing(c, d)", needs="R", open=True,
              instead="write `direction_to(a, b)`"),
    board_row("lay", (Param("m", MAP),), NOTHING, "Lays a map: the board becomes what it draws.", "lay(field)",
              needs="P", does=LAYS),
)
