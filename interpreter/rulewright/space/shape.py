"""Defines what every board must provide: the operations of a space, their exact meaning and what each needs.

Separate because code that reads a board is written against this page and never against a form of board. A board
declares by letters what it offers, and an operation what it needs; the tests compare every board with this page. What
content may use is decided by the rows of forms and builtins (`space/forms.py`, `check/signatures.py`), which have more
letters:

    *  every space          C  cells          E  edges between cells
    L  levels (floors)      R  regions of a continuous plane

Squares and hexes offer C and E, and L if they have storeys; a table in inches offers R (`space/plane`, decision 0027):
there an area is a term and a distance a gap. Decision 0006 explains why the plane and levels fit the same operations.

Terms. A place, an edge, a direction, a point and an anchor are each one int, and ascending int is the order of all
ties. A set of places is an int with bit p for place p. A distance or a cost is an int in cells. -1 means "no such
place, edge or direction", 0 is the empty set, FAR is the length of a way that does not exist; the result for an unknown
name is None. Nothing is rounded, random or ordered by a hash. A space never changes, whatever it caches.

"Solid" and "blocked" are arguments when the board is made; the space knows no terrain and no pieces. Anything that
depends on a match (which entities stand where) is passed as an argument.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from rulewright.space.flood import Costs
from rulewright.space.lines import Contact, Side
from rulewright.space.plane.shapes import Shape
from rulewright.space.plane.terms import Term


class Offering(Protocol):
    """Anything that declares by letters what it offers."""

    @property
    def offers(self) -> frozenset[str]:
        """The letters."""


class Space(Protocol):
    """The operations of every space, including the plane."""

    form: str
    """The name of the form in content."""
    offers: frozenset[str]
    """The letters that it offers."""

    def distance(self, a: int, b: int) -> int:
        """The distance of two places, ignoring obstacles: steps on cells (touching places are 1 apart)."""

    def within(self, place: int, n: int) -> int:
        """The area at a distance of at most n, its boundary included."""

    def footprint(self, anchor: int, size: int) -> int:
        """What a base of a size covers when its anchor (its least place) is there; 0 if not wholly on the board. On
        squares n by n cells; on hexes the roundest shape n cells wide (1, 3, 7, 12 or 19 of them)."""

    def contact(self, a: int, b: int, place: int) -> Contact:
        """How the segment between two points relates to a place: it crosses the interior, only touches it, or is apart
        from it."""

    def centre(self, place: int) -> int:
        """The point at the centre of a place."""

    def half_plane(self, a: int, b: int, side: Side) -> int:
        """The area wholly left or right of the line through two points; the line belongs to both sides."""

    def show(self, place: int) -> str:
        """The name of a place that exists, as people write it."""

    def parse(self, text: str) -> int | None:
        """The place with a name; the inverse of `show`, and None for everything that `show` would not write."""

    def is_edge(self, edge: int) -> bool:
        """Whether a number is an edge of some cell: on a plane none is."""

    def name_of(self, location: int) -> str:
        """The name of a location, a place or an edge."""


class CellSpace(Space, Protocol):
    """The operations of a space of cells, with or without walls on its edges."""

    width: int
    height: int
    size: int
    """Places run from 0 to size - 1, including those that are no cells of the board."""
    everywhere: int
    """The cells that exist."""
    places: tuple[int, ...]
    """The same, ascending."""
    rim: int
    """The cells with a direction in which no cell exists."""
    solid: int
    """Cells that cannot be entered."""
    passable: int
    """Those that exist and are not solid."""
    blocked_edges: frozenset[int]
    """Edges that no step crosses."""
    directions: tuple[int, ...]
    """Ascending. Squares: 0 north, then clockwise to 7. Hexes: 0 east, then clockwise (seen on the map) to 5."""
    straight: tuple[int, ...]
    """Those that lead over an edge; the others lead past a corner."""
    direction_names: tuple[str, ...]
    """By direction."""
    touching: tuple[int, ...]
    """By place, the set of the existing cells one direction away; walls do not matter."""
    joined: tuple[int, ...]
    """By place, the touching places that no wall separates from it: neither is solid, no blocked edge lies between, and
    of the two ways round a corner at least one is open. It does not depend on how corners are treated."""
    near: tuple[int, ...]
    """By place, where one step may lead. With strict corners, nothing that a diagonal step passes may be solid or
    blocked; with free corners, only blocked edges that separate both cells forbid it. Solid cells have no
    neighbours."""
    near_straight: tuple[int, ...]
    """The same over edges only."""

    def decode(self, bits: int) -> tuple[int, ...]:
        """The places of a set, ascending."""

    def encode(self, places: Iterable[int]) -> int:
        """The set of some places."""

    def at(self, x: int, y: int, level: int) -> int:
        """The place in column x and row y of a storey (default: the ground), all from 0; -1 if no cell exists there."""

    def level(self, place: int) -> int:
        """The storey of a place, 0 the ground."""

    def neighbours(self, place: int) -> tuple[int, ...]:
        """The places of near[place], ascending."""

    def toward(self, place: int, d: int) -> int:
        """The place one step in a direction, ignoring obstacles; -1 if no cell exists there."""

    def direction(self, a: int, b: int) -> int:
        """The direction from a to a touching b; -1 if they do not touch."""

    def direction_to(self, a: int, b: int) -> int:
        """The direction that leads most directly from a to any b: at the least angle, the lower of two; -1 from a to
        itself."""

    def opposite(self, d: int) -> int:
        """The direction that leads back."""

    def across(self, a: int, b: int) -> int:
        """The cell straight across b from a touching a; -1 if they do not touch or no cell exists there."""

    def shifted(self, bits: int, d: int) -> int:
        """The cells one step in a direction from the cells of a set."""

    def distances(self, place: int) -> Sequence[int]:
        """By place, the distance from one place. The result is shared: read only."""

    def within_of(self, bits: int, n: int) -> int:
        """The cells within n of some cell of a set."""

    def burst(self, bits: int, n: int) -> int:
        """Another name of within_of: a burst round everything that a base covers."""

    def ring(self, place: int, n: int) -> int:
        """The cells at a distance of exactly n."""

    def ring_of(self, bits: int, n: int) -> int:
        """The cells whose least distance from a set is exactly n."""

    def gap(self, one: int, other: int) -> int:
        """The least distance between two sets, 0 if they overlap; FAR if one is empty."""

    def walk_distance(self, a: int, b: int) -> int:
        """Steps over `near`; FAR if there is no way. A solid place has a way only to itself."""

    def walk_within(self, place: int, n: int) -> int:
        """The cells within n such steps, including the place itself."""

    def walk_within_of(self, bits: int, n: int) -> int:
        """The cells within n such steps of some cell of a set."""

    def flood(self, start: int, budget: int, costs: Costs, blocked: int) -> list[int]:
        """Sets by least cost of entering places one by one over `near`: result[k] for cost k, from 0 to the budget."""

    def spread_out(self, start: int, budget: int, costs: Costs, blocked: int) -> tuple[list[int], int]:
        """The flood, and its union, including the start."""

    def reachable(self, start: int, budget: int, costs: Costs, blocked: int) -> int:
        """The union of the flood, including the start."""

    def path(self, rings: Sequence[int], costs: Costs, goal: int) -> tuple[int, ...]:
        """A cheapest way through a flood made with the same costs, without the start; traced back from the goal, always
        to the least place. Empty if the goal is the start or was not reached."""

    def anchors(self, size: int) -> int:
        """The anchors at which a base lies wholly on the board."""

    def anchors_covering(self, place: int, size: int) -> int:
        """Those at which it covers a place."""

    def bresenham(self, a: int, b: int) -> tuple[int, ...]:
        """The drawn line of cells, always from the lower place to the higher, without the lower and with the higher
        last."""

    def line_free(self, a: int, b: int, blocking: int) -> bool:
        """Whether no cell of the drawn line is in a set (the lower end never counts, the higher does)."""

    def corners(self, place: int) -> tuple[int, ...]:
        """The corners of a cell as points, ascending."""

    def corners_of(self, bits: int) -> tuple[int, ...]:
        """The corners of all cells of a set, without duplicates, ascending."""

    def sample_points(self, place: int) -> tuple[int, ...]:
        """Points that represent the inside of a cell: its centre, and one close to each corner."""

    def cells_crossed(self, a: int, b: int) -> int:
        """The cells whose interior the segment meets."""

    def cells_touched(self, a: int, b: int) -> int:
        """The cells that the segment meets anywhere, edges and corners included."""

    def far_corners(self, point: int, place: int) -> tuple[int, ...]:
        """All corners of a cell that are farthest from a point."""

    def line_cells(self, start: int, target: int, n: int) -> tuple[int, ...]:
        """For each far corner of the target, the cells that the segment from a point to it crosses, at most n from the
        point (cells at the point are 1)."""

    def cone(self, origin: int, d: int, rows: Sequence[int]) -> int:
        """The cells of a cone whose first row is at the origin; the form defines how rows are laid."""

    def row_band(self, first: int, last: int) -> int:
        """The cells of some rows, from 0, both ends included."""

    def draw(self, cell_text: Callable[[int], str]) -> list[str]:
        """The lines of a picture."""

    # -- edges ---------------------------------------------------------------------------------------------------
    def edge(self, place: int, d: int) -> int:
        """The edge that a step crosses, `2^52 + lower place * 16 + direction from it`; -1 past a corner."""

    def edge_between(self, a: int, b: int) -> int:
        """The edge between two cells; -1 if they share none."""

    def edges_of(self, bits: int) -> tuple[int, ...]:
        """All edges of the cells of a set, including those at the rim, ascending."""

    def edges_between(self, one: int, other: int) -> tuple[int, ...]:
        """The edges with a side in each of two sets, ascending. If both are the same set: the edges inside it."""

    def sides(self, edge: int) -> tuple[int, int]:
        """Its two places, ascending; at the rim one of them is not a cell."""

    def edges(self) -> tuple[int, ...]:
        """All edges of all cells, ascending."""

    def edge_ends(self, edge: int) -> tuple[int, int]:
        """The two points where it ends, ascending."""

    def edge_contact(self, a: int, b: int, edge: int) -> Contact:
        """How the segment relates to an edge: it crosses it from one side to the other, only touches it, or is apart
        from it."""

    def edges_crossed(self, a: int, b: int) -> tuple[int, ...]:
        """The edges that the segment crosses, in order from a."""

    def edges_touched(self, a: int, b: int) -> tuple[int, ...]:
        """The edges that it meets anywhere, ascending."""

    def edges_on(self, a: int, b: int, side: Side) -> tuple[int, ...]:
        """The edges that it crosses when shifted infinitesimally to one side, in order from a: no corner is ever hit.
        Left is on the left hand of a person who walks from a to b on the map."""

    def edges_ahead(self, anchor: int, size: int, d: int) -> tuple[int, ...]:
        """The edges that a straight step of a base crosses."""

    def show_edge(self, edge: int) -> str:
        """The name of an edge: B4|C4, at the rim A4|west."""

    def parse_edge(self, text: str) -> int | None:
        """The inverse of `show_edge`; None for everything that `show_edge` would not write."""


class HighSpace(CellSpace, Protocol):
    """The further operations of boards with storeys: every storey is the plan again, one above the other."""

    def edge_level(self, edge: int) -> int:
        """The storey of an edge; for a floor, the one below it."""

    def above(self, bits: int) -> int:
        """The places straight above some places, one storey up."""

    def below(self, bits: int) -> int:
        """The places straight below some places."""

    def column_of(self, bits: int) -> int:
        """All places straight above and below some places, including these."""

    def at_level(self, bits: int, level: int) -> int:
        """The places among some that lie on a storey."""

    def stacked(self, edges: Iterable[int]) -> tuple[int, ...]:
        """All edges straight above and below some edges, including these, ascending."""

    def direction_on_plan(self, a: int, b: int) -> int:
        """The direction of a step, also of one that leads to another storey past the place above or below; -1 if the
        places do not touch on the plan."""


class PlaneSpace(Offering, Protocol):
    """The further operations of a table in inches: areas are tested, as their spots cannot be listed."""

    everywhere: Term
    """The table, its border included."""
    rim: Shape
    """Its border, as lines."""

    def has(self, place: int) -> bool:
        """Whether a place lies on the table."""

    def shape(self, place: int) -> Shape:
        """A place as a shape."""


class Operation(NamedTuple):
    """An operation and the letters of everything that it needs."""

    name: str
    needs: str


_ALWAYS = "distance within footprint contact centre half_plane show parse is_edge name_of"
_EDGES = ("edge edge_between edges_of edges_between sides edges edge_ends edge_contact "
          "edges_crossed edges_touched edges_on edges_ahead show_edge parse_edge")
_CELLS = ("decode encode at level neighbours toward direction direction_to opposite across shifted distances within_of "
          "burst ring ring_of gap walk_distance walk_within walk_within_of flood spread_out reachable "
          "path anchors anchors_covering bresenham line_free corners corners_of "
          "sample_points cells_crossed cells_touched far_corners line_cells cone row_band draw")
_REGIONS = "has shape"
_STOREYS = "edge_level above below column_of at_level stacked direction_on_plan"

OPERATIONS: tuple[Operation, ...] = (
    *(Operation(name, "*") for name in _ALWAYS.split()),
    *(Operation(name, "C") for name in _CELLS.split()),
    *(Operation(name, "CE") for name in _EDGES.split()),
    *(Operation(name, "CEL") for name in _STOREYS.split()),
    *(Operation(name, "R") for name in _REGIONS.split()),
)
"""All operations with what they need, for the tests of boards."""


def offered(space: Offering, operation: Operation) -> bool:
    """Whether a space offers everything that an operation needs."""
    return operation.needs == "*" or set(operation.needs) <= space.offers
