"""The shapes of the plain lists that a match stores: records, frames and rows, and the names of their indexes.

Separate because compile writes code for these lists and play runs it, and neither imports the other. They are lists
because lists cost least: decision 0014 has the measurements. Templates of generated code use the same names
(`r[OUTCOME] == RUNNING`), which become numbers when a template is read.

A *record* is one run of an event: `[event, began, outcome, limits, field, ..]`, parameters first, then results. It is
the only plain list that occurs as a value. A *row* is one instance of a status. A *frame* contains what a suspended
block needs to continue, or is one of the kinds of frame that drive an event, the reactions of a phase, checks or a
batch, or that hold what is below them.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Record: TypeAlias = list[Any]
Frame: TypeAlias = list[Any]
Row: TypeAlias = list[Any]

# indexes in a record
EVENT, BEGAN, OUTCOME, LIMITS, FIELDS = range(5)

# outcomes of a run
RUNNING, DONE, REPLACED, IMPOSSIBLE, CANCELLED, REFUSED = range(6)
HEARD_AT_END = (DONE, REPLACED, IMPOSSIBLE)  # the outcomes to which `ended` reacts
OUTCOMES = ("running", "done", "replaced", "impossible", "cancelled", "refused")

# In a value that is an entity or a player, a player is this plus the seat: after all entities, outside their lists.
SEAT = 1 << 30

# The distance of anything that stands nowhere: in steps, on a plane in inches. Less than `space.grid.FAR`, that of
# places between which there is no way.
FAR = 1_000_000

# In place of a length that shapes on a plane are apart: they overlap.
OVERLAPPING = -1

# indexes in a row
R_STATUS, R_HOLDER, R_GIVEN, R_CLOCK, R_CAPTURED, R_ANCHORS, R_SPENDER, R_ARGS = range(8)


# The index of `status`, the current instance, among the arguments in its row.
INSTANCE = R_GIVEN - R_ARGS


def of_sheet(status: int, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The substitute for a row if a sheet lists a status: it was never given, and is not an instance."""
    return (status, 0, 0, -1, (), (), None, *args)


# kinds of frame that are not blocks; generated blocks are numbered from FIRST_BLOCK on
DRIVE, REACT, CHECKS, BATCH, HELD = range(5)
FIRST_BLOCK = 8

# who is told of a deed that only a secret triggered: those who see it, or also who rolls, or owns the zone or thing
UNSEEN, OWNER_KNOWS = range(1, 3)

# indexes in every frame (PHASE is not used by blocks), then those of a block
BLOCK, PHASE, RECORD, SELF, ROW, LOCALS = range(6)

# more indexes in a frame that drives an event: whether a reaction changed something before (in that of a batch, too),
# and the mask of conditions that `despite` lifts, which is `skip` in generated functions and `lifted` in play
REACTED, LIFTED = range(3, 5)

# more indexes in a frame of reactions: the table; who reacted; the open window, its rank, the players that it asks and
# which of them is next; the windows that are over; whether this is the phase `instead`
TABLE, ANSWERED, WINDOW, ASKERS, NEXT, CLOSED, REPLACES, RANK = range(3, 11)

# indexes in a frame of checks: the check, and the things for which it is true
CHECK, WAITING = range(2, 4)

CONSTANTS = {name: value for name, value in globals().items() if name.isupper() and isinstance(value, int)}


def code_order(code: int) -> tuple[bool, int]:
    """The sort key of a zone or a die in a set: declared things by number, followed by number dice by their faces."""
    return (code < 0, abs(code))
