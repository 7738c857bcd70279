"""The shapes of what a match keeps in plain lists: records, frames and rows, and the names of their places.

Separate because compile writes code over these lists and play runs it, and neither imports the other. They are lists
because that is what they cost least as: decision 0014 has the figures. Templates of generated code use the same names
(`r[OUTCOME] == RUNNING`), which become numbers when a template is read.

A *record* is one run of an event: `[event, began, outcome, limits, field, ..]`, parameters first, then results. It is
the only plain list that occurs as a value. A *row* is one instance of a status. A *frame* is what a suspended block
needs to go on, or one of the kinds of frame that drive an event, the reactions of a phase, checks or a batch, or that
hold what is below them.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Record: TypeAlias = list[Any]
Frame: TypeAlias = list[Any]
Row: TypeAlias = list[Any]

# places in a record
EVENT, BEGAN, OUTCOME, LIMITS, FIELDS = range(5)

# outcomes of a run
RUNNING, DONE, REPLACED, IMPOSSIBLE, CANCELLED, REFUSED = range(6)
HEARD_AT_END = (DONE, REPLACED, IMPOSSIBLE)  # those that `ended` hears
OUTCOMES = ("running", "done", "replaced", "impossible", "cancelled", "refused")

# Where an entity or a player may be, a player is this and the seat: behind all entities, and no place in their lists.
SEAT = 1 << 30

# places in a row
R_STATUS, R_HOLDER, R_GIVEN, R_CLOCK, R_CAPTURED, R_ANCHORS, R_SPENDER, R_ARGS = range(8)


# The place of `status`, the instance that is meant, among the arguments in its row.
INSTANCE = R_GIVEN - R_ARGS


def of_sheet(status: int, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """What stands for a row where a sheet lists a status: it was never given, and is no instance."""
    return (status, 0, 0, -1, (), (), None, *args)


# kinds of frame that are no block; generated blocks are numbered from FIRST_BLOCK on
DRIVE, REACT, CHECKS, BATCH, HELD = range(5)
FIRST_BLOCK = 8

# who is told of a deed that only a secret set off: whoever sees it, or also who rolls, or whose zone or thing it is
UNSEEN, OWNER_KNOWS = range(1, 3)

# places in every frame (PHASE is not used by blocks), then those of a block
BLOCK, PHASE, RECORD, SELF, ROW, LOCALS = range(6)

# more places in a frame that drives an event: whether a reaction changed something before (in that of a batch, too),
# and the mask of conditions that `despite` lifts, which is `skip` in generated functions and `lifted` in play
REACTED, LIFTED = range(3, 5)

# more places in a frame of reactions: the table; who reacted; the window that is held, its rank, whom it asks and which
# of them is next; the windows that are over; whether this is the phase `instead`
TABLE, ANSWERED, WINDOW, ASKERS, NEXT, CLOSED, INSTEAD, RANK = range(3, 11)

# places in a frame of checks: which check, and for whom it holds
CHECK, WAITING = range(2, 4)

CONSTANTS = {name: value for name, value in globals().items() if name.isupper() and isinstance(value, int)}


def code_order(code: int) -> tuple[bool, int]:
    """Where a zone or a die stands in a set: what is declared by number, number dice by their faces behind it."""
    return (code < 0, abs(code))
