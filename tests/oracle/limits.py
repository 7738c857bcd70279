"""The limits of docs/language.md section 11, as far as play can pass them."""

from __future__ import annotations

EVENTS = 400_000  # events, rounds of loops and dice between two questions (section 11)
NESTED = 150
ENTITIES = 20_000
LISTED = 1_000
PRODUCT = 1_000_000_000_000_000
A_WALK = 10_000  # what it may cost
ROUNDS = 1_000  # of checks, and of clocks with `while`, that set each other off


AN_EVENT = 125  # steps, as section 11 counts them
A_JOIN = 100  # of two maps, for every place of both: what is found is kept, and counted as if it were not
A_LIST = 8  # steps for every 32 members of the lists that a new thing is added to


class Stopped(Exception):
    """A limit of section 11 was passed."""


class Tired(Exception):
    """The oracle, which remembers nothing and so walks much further than the engine, has gone as far as it was to."""
