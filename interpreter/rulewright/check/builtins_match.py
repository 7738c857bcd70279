"""Rows of the table of builtins that need no board: numbers, sets, players, time, statuses, zones, dice and sheets.

Separate because the table is long; `builtins` puts its parts together.
"""
from __future__ import annotations

from rulewright.check.does import Does, Reading
from rulewright.check.signatures import ALONE, RANKED, RECORD, Builtin, N, Param, T, either
from rulewright.check.types import (
    ENTITY,
    MATCH,
    NOTHING,
    NUMBER,
    PLAYER,
    STATUS,
    YES_NO,
    Type,
    list_of,
    maybe,
    set_of,
)

# What rows read in addition to their arguments. An argument shows that a zone is read.
_RUNS: frozenset[Reading] = frozenset(("runs",))
_STATUSES_READ: frozenset[Reading] = frozenset(("statuses",))
_PLAY: frozenset[Reading] = frozenset(("play",))
_PLACES: frozenset[Reading] = frozenset(("places",))
_SETUP: frozenset[Reading] = frozenset(("setup",))

# Everything that can have statuses.
_BEARER = either(ENTITY, PLAYER, MATCH)
# An entity whose kind is remembered, and a zone with the kind that it holds.
_ONE = Type("var", "T", (ENTITY,))
_ZONE = Type("zone", "", (T,))
# The zone comes first: one value is a set too, and that would be a set of one zone.
_COLLECTION = either(_ZONE, list_of(T), set_of(T))

_SETS = (
    Builtin("size", (Param("s", _COLLECTION),), NUMBER,
            "The number of things in a set, a list or a zone.", "size(pieces)", ALONE, counts=True),
    Builtin("is_empty", (Param("s", _COLLECTION),), YES_NO,
            "Whether the set, list or zone is empty.", "is_empty(pile of p)", ALONE, counts=True),
    Builtin("common", (Param("s", set_of(T)), Param("t", set_of(T))), set_of(T),
            "The things that are in both sets.", "common(pieces, (a, b))", ALONE, takes_open=True),
    Builtin("first", (Param("s", either(list_of(T), set_of(T))),), maybe(T),
            "The first item of a list, or of a set in its order of iteration; none if it is empty.",
            "first(seats_from(p))", ALONE),
    Builtin("last", (Param("s", either(list_of(T), set_of(T))),), maybe(T),
            "The last item of a list, or of a set in its order of iteration; none if it is empty.",
            "last(seats_from(p))", ALONE),
    Builtin("only_one", (Param("s", either(list_of(T), set_of(T))),), maybe(T),
            "The one thing in the set or list; none if there is nothing or more than one.", "only_one(pieces)", ALONE),
    Builtin("first_nonempty", (Param("s", set_of(T)), Param("t", set_of(T))), set_of(T),
            "The first of the sets that is not empty; empty if all are.",
            "first_nonempty(removed(pieces), pieces)", ALONE,
            rest=True),
)

_NUMBERS = (
    Builtin("numbers", (Param("a", NUMBER), Param("b", NUMBER)), set_of(NUMBER),
            "The whole numbers from a to b, both included; empty if b is smaller.", "numbers(1, 3)", ALONE),
    Builtin("most", (Param("a", RANKED), Param("b", RANKED)), RANKED,
            "The greatest of two or more numbers, or of members of an `ordered` enumeration.", "most(1, 2)", ALONE,
            rest=True),
    Builtin("least", (Param("a", RANKED), Param("b", RANKED)), RANKED,
            "The smallest of two or more numbers, or of members of an `ordered` enumeration.", "least(1, 2)", ALONE,
            rest=True),
    Builtin("abs", (Param("n", N),), N, "The number without its sign.", "abs(1 - 3)", ALONE),
    Builtin("remainder", (Param("n", N), Param("m", N)), N,
            "The remainder of `n / m`: never less than 0 if m is more than 0; n itself if m is 0.",
            "remainder(7, 3)", ALONE),
)

_PLAYERS = (
    Builtin("players", (), set_of(PLAYER), "All players, in seat order.", "players", _SETUP, bare=True),
    Builtin("next_seat", (Param("p", PLAYER),), PLAYER, "The player in the next seat; the first after the last.",
            "next_seat(p)", _SETUP),
    Builtin("previous_seat", (Param("p", PLAYER),), PLAYER,
            "The player in the previous seat; the last before the first.", "previous_seat(p)", _SETUP),
    Builtin("seats_from", (Param("p", PLAYER),), list_of(PLAYER), "All players in seat order, starting with p.",
            "seats_from(p)", _SETUP),
    Builtin("seat_number", (Param("p", PLAYER),), NUMBER, "The number of the player's seat, from 1.",
            "seat_number(p)", ALONE),
)

_TIME = (
    Builtin("now", (), NUMBER, "A stamp that grows with every event: later is greater.", "now", _RUNS, bare=True,
            counts_runs=True),
    Builtin("began", (Param("run", RECORD),), NUMBER, "The stamp at which the event of this record began.",
            "began(event)", _RUNS, counts_runs=True),
    Builtin("inside", (Param("event", Type("var", "E", (RECORD,)), by_name="event"),), maybe(Type("var", "E")),
            "The record of the innermost running event of that name or class; none if none is running.",
            "inside(trial)", _RUNS),
)

_STATUSES = (
    Builtin("statuses", (Param("x", _BEARER),), set_of(STATUS),
            "All statuses that an entity, a player or the match has.", "statuses of a", _STATUSES_READ),
    Builtin("count_of", (Param("x", _BEARER), Param("status", STATUS, by_name="status")), NUMBER,
            "The number of instances of a status that x has.", "count_of(a, marked)", _STATUSES_READ),
)

_ZONES = (
    Builtin("contents", (Param("z", _ZONE),), list_of(T),
            "The things in a zone: in its order if it is ordered (the top first), otherwise by age.",
            "contents(pile of p)", ALONE),
    Builtin("top", (Param("z", _ZONE),), maybe(T), "The top of a zone; none if it is empty.", "top(pile of p)", ALONE),
    Builtin("removed", (Param("plural", set_of(_ONE), by_name="plural"),), set_of(T),
            "The entities of a kind that have been removed.", "removed(pieces)", _PLAY),
    Builtin("faces_of", (Param("die", Type("die", "", (T,)), by_name="die"),), list_of(T),
            "The faces of a die, in the order of its declaration.", "faces_of(d6)", ALONE),
    Builtin("members_of", (Param("enumeration", set_of(T), by_name="enum"),), set_of(T),
            "All members of an enumeration.", "members_of(tide)", ALONE),
    Builtin("sheets_of", (Param("kind", set_of(T), by_name="kind"),), set_of(T),
            "All sheets of a kind, whether an entity shows them or not.", "sheets_of(piece)", ALONE),
)

_ACTIONS = (
    Builtin("shuffle", (Param("x", either(_ZONE, set_of(_ONE))),), NOTHING,
            "Puts a zone in random order, or exchanges the places of a set of entities at random. Entities that are "
            "nowhere take no part.",
            "shuffle(pile of p)", ALONE, does=Does(frozenset(("places", "zones")), unseen="zone")),
    Builtin("reveal", (Param("x", either(set_of(_ONE), list_of(_ONE))),
                       Param("players", set_of(PLAYER), optional=True)), NOTHING,
            "Reveals the secrets of entities, to everybody or to those players.", "reveal(a, p)", ALONE,
            does=Does(unseen="thing")),
    Builtin("swap_sheet", (Param("x", _ONE), Param("sheet", Type("sheet", "", (T,)))), NOTHING,
            "Makes the entity show another sheet of its kind from now on. Printed fields, rules and what it lists are "
            "those of the new sheet. Its state stays (including state that its new kind lacks, for code that still "
            "takes it for the old kind), and state that only the new kind has gets its initial value. An entity that "
            "is larger now and no longer wholly on the board loses its place; on a plane it may stand off the "
            "table.",
            "swap_sheet(a, small_piece)", ALONE,
            does=Does(frozenset(("sheets", "play", "places", "borders")), removes=True, swaps=True)),
    Builtin("reset", (Param("x", _ONE),), NOTHING,
            "Makes the entity as new: its statuses and those of its parts end, their state gets its initial values, "
            "and everything that is ordered by age comes before it. Place, zone, owner and sheet stay. An entity out "
            "of play stays as it was. Allowed where fields can be set: in `do` and `ends` of events.", "reset(a)",
            ALONE, does=Does(frozenset(("statuses",)), ends=True, resets=True)),
)

ROWS: tuple[Builtin, ...] = (*_SETS, *_NUMBERS, *_PLAYERS, *_TIME, *_STATUSES, *_ZONES, *_ACTIONS)

RELATION_ROWS: tuple[Builtin, ...] = (
    Builtin("in_play", (Param("x", either(ENTITY, STATUS)),), YES_NO,
            "Whether x was created and not removed; for a status, whether it was given and has not ended.",
            "a is in_play", _PLAY),
    Builtin("placed", (Param("x", ENTITY),), YES_NO, "Whether x stands on the board.", "a is placed", _PLACES,
                                                     needs="P"),
    Builtin("removed", (Param("x", ENTITY),), YES_NO, "Whether x has left play for good.", "a is removed", _PLAY),
)
