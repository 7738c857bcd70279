"""Rows of the table of builtins that measure and ask areas, in the same words on boards of cells and on planes.

Separate from the rows of cells because these need places alone. On a plane a distance is a gap, which is compared and
never added to, a footprint is an outline, and an area is asked and cannot be gone through.
"""
from __future__ import annotations

from rulewright.check.builtins_board import FROM, LAYS, PLACES, STANDING, STEPPING, board_row
from rulewright.check.signatures import AREA_NAME, GAP, OUTLINE, PLACE, UNIT, Builtin, Param, either
from rulewright.check.types import ENTITY, MAP, NOTHING, NUMBER, WAY, YES_NO, set_of

_THINGS = set_of(ENTITY)
# What is measured on every board.
_FROM = either(*FROM.args, OUTLINE)
_SHAPE = either(PLACE, ENTITY, OUTLINE, PLACES, _THINGS)
# What bases do.
_BASE = either(PLACE, ENTITY, OUTLINE)

ROWS: tuple[Builtin, ...] = (
    board_row("everywhere", (), PLACES, "All places of the board: of a plane the table, its border included.",
              "everywhere", needs="P", bare=True),
    board_row("rim", (), PLACES, "The places at the border of the board: of a plane the border itself.", "rim",
              needs="P", bare=True),
    board_row("distance", (Param("a", _FROM, asked="measured"), Param("b", _FROM, asked="measured")), GAP,
              "Steps between the nearest places of both, of an edge from its nearer side, whatever lies between; "
              "1,000,000 if one is not on the board. On a plane the gap of the nearest points, 0 where they touch.",
              "distance(a, b)", needs="P"),
    board_row("rounded_up", (Param("gap", GAP),), UNIT,
              "A distance as a length: on a plane the least that is not less, to a thousandth of an inch.",
              "rounded_up(distance(a, b))", needs="P", open=True),
    board_row("rounded_down", (Param("gap", GAP),), UNIT, "The same, the greatest length that is not more.",
              "rounded_down(distance(a, b))", needs="P", open=True),
    board_row("burst", (Param("s", _SHAPE, asked="measured"), Param("n", UNIT)), PLACES,
              "The places within that distance of a place or set, these included, whatever lies between.",
              "burst(c, 2 cells)", needs="P", dear="always"),
    board_row("anchors", (Param("x", ENTITY),), PLACES,
              "The places at which its footprint lies wholly on the board; on a plane as each place is turned.",
              "anchors(a)", needs="P", dear="always", of_base=True),
    board_row("footprint", (Param("x", ENTITY), Param("c", PLACE)), OUTLINE,
              "The places that it would cover if it stood at c; on a plane what its base covers there.",
              "footprint(a, c)", needs="P", of_base=True),
    board_row("swept", (Param("x", ENTITY), Param("c", either(PLACE, WAY))), OUTLINE,
              "What its base covers on the straight way from where it stands to c, both ends included: it turns first. "
              "Of what stands nowhere, its footprint at c. Of a way, what it covers on all legs.", "swept(a, c)",
              needs="R", reads=STANDING, open=True, instead=STEPPING),
    board_row("more_in", (Param("x", _BASE, asked="shared"), Param("s", PLACES, asked="shared"),
                          Param("t", PLACES, asked="shared")), YES_NO,
              "More of it lies in the one drawn area than in the other, exactly. What is round counts as drawn with a "
              "corner at every fifth degree.", "more_in(a, everywhere, moss)", needs="R", open=True),
    board_row("things_at", (Param("s", PLACES, asked="meets"),), _THINGS,
              "The entities that stand in the place or places, wholly or partly.", "things_at(c)", needs="P",
              reads=STANDING),
    board_row("wholly", (Param("x", _BASE), Param("s", PLACES, asked="wholly")), YES_NO,
              "All of it lies in an area, which on a plane has to be decided exactly.", "wholly(a, everywhere)",
              needs="P", open=True, contact="inside"),
    board_row("meets", (Param("x", _BASE), Param("s", PLACES, asked="meets")), YES_NO,
              "Some part of it lies in an area, which on a plane has to be decided exactly.", "meets(a, rim)",
              needs="P", open=True, contact="shared"),
    board_row("touching", (Param("a", _SHAPE, asked="measured"), Param("b", _SHAPE, asked="measured")), YES_NO,
              "They share a point: on cells a place, a side or a corner.", "touching(a, b)", needs="P", open=True,
              contact="shared"),
    board_row("overlapping", (Param("a", _SHAPE, asked="measured"), Param("b", _SHAPE, asked="measured")), YES_NO,
              "They share a point inside: on cells a place. Bases in contact do not overlap.", "overlapping(a, b)",
              needs="P", open=True, contact="shared"),
    board_row("linked", (Param("s", _THINGS), Param("n", UNIT)), YES_NO,
              "Those that stand on the board hang together, each within that distance of another, over any number of "
              "others.", "linked(pieces, 2 cells)", needs="P", open=True),
    board_row("disjoint", (Param("s", _THINGS),), YES_NO, "No two of those that stand on the board overlap.",
              "disjoint(pieces)", needs="P", open=True),
    board_row("line_free", (Param("a", PLACE), Param("b", PLACE), Param("blocking", PLACES, asked="measured")), YES_NO,
              "No place of the drawn line between a and b, the ends left out, is in the set. On a plane: the straight "
              "line crosses the inside of nothing in it; to graze it is free.", "line_free(c, d, rim)", needs="P",
              dear="always"),
    board_row("crossed", (Param("a", PLACE), Param("b", PLACE), Param("things", _THINGS)), _THINGS,
              "Those of some things whose inside the straight line between the middles of two places crosses.",
              "crossed(c, d, pieces)", needs="P", reads=STANDING, open=True),
    board_row("past", (Param("line", AREA_NAME, by_name="area"), Param("c", PLACE), Param("n", UNIT)), PLACES,
              "What lies further than that past a drawn line, on the side of it on which c lies; nothing if c lies on "
              "the line.", "past(moss, c, 2 cells)", needs="R", open=True),
    board_row("facing", (Param("c", PLACE), Param("degrees", NUMBER)), PLACE,
              "The same spot, turned to so many degrees from north, clockwise.", "facing(c, 90)", needs="R", open=True),
    board_row("displaced", (Param("c", PLACE), Param("degrees", NUMBER), Param("n", UNIT)), PLACE,
              "The spot that lies so far from c in a direction of so many degrees from north, clockwise, to the "
              "nearest thousandth of an inch; turned as c; a length below 0 counts as 0; no further than 1,000 inches "
              "from the corner of the table, across and along. A direction by chance is `roll d360`.",
              "displaced(c, 90, 2 cells)", needs="R", open=True),
    board_row("bearing", (Param("c", PLACE), Param("d", PLACE)), NUMBER,
              "The direction from c to d in whole degrees from north, clockwise, 0 to 359: the degrees that lead best "
              "there; 0 where both are one spot.", "bearing(c, d)", needs="R", open=True),
    board_row("lay", (Param("m", MAP),), NOTHING, "Lays a map: the board is what it draws.", "lay(field)", needs="P",
              does=LAYS),
)
