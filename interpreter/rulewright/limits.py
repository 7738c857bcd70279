"""Says how much one decision may do, how large what it makes may grow and how much one text may list: the limits of
section 11 of the language.

A step is about what one name, number or sign of an expression costs. Rounds of loops are counted by the size of what
they iterate over, as soon as that is known and before the first round.
"""

from __future__ import annotations

from typing import Final

MOST_STEPS: Final = 50_000_000  # between two answers, and for a question that is asked outside of the rules
# Of a match that nobody attends, and of all that its bots imagine. A large game honestly takes long, a small one that
# does runs away: the first grows with the characters of the pack, the second, where what a question offers and what an
# answer sets off grow both, with half their square.
MATCH_STEPS, MATCH_STEPS_EACH = 60_000_000, 7_000
THOUGHT_STEPS, MOST_THOUGHT = 100_000_000, 20_000_000_000
EVENT_STEPS: Final = 125  # steps of an event, of a round of `repeat` and of a die, whatever else they do
MOST_NUMBER: Final = 1_000_000_000_000_000  # a product, and whatever is kept
MOST_MEMBERS: Final = 20_000  # of one set or list
MOST_ANSWERS: Final = 20_000  # to one question
MOST_STATUSES: Final = 20_000  # at once
MOST_HELD: Final = 1_000_000  # members of all sets and lists that a match keeps
MOST_LOGGED: Final = 500_000  # entries of a log, and members in them, before its beginning is forgotten
MOST_UNDONE: Final = 8_000_000  # values in the states that are kept for `undo`, before the first are forgotten
MOST_LISTED: Final = 1_000  # by `numbers`
MOST_PLAYERS: Final = 64
MOST_JOINED: Final = 12  # maps beside each other

MOST_LETTERS: Final = 100  # of a name
MOST_OF_KEY: Final = 2_000  # characters of a key of YAML, which may be a head with its parameters

# Of one definition, and of one content test. Rows and branches are compiled into each other, and go through stages
# that recur; the rest takes time and memory with every entry.
MOST_ROWS: Final = 200  # under `decide`
MOST_BRANCHES: Final = 200  # of one `if` with its `else if`
MOST_REACTIONS: Final = 200  # under `react`
MOST_ENTRIES: Final = 1_000  # under `steps`, `legal` and `modify`
MOST_TEXTS: Final = 1_000  # under one field of a test, whatever they stand in
MOST_ANSWER_TEXTS: Final = 5_000  # the same under `answers`

# Nodes of generated code that texts may become beyond the first time that they are compiled: two seconds of work.
MOST_COPIES: Final = 150_000
MOST_COPIED: Final = 100_000  # characters of texts and lists that templates give to others

# Of one pack. Honest ones come nowhere near, and everything that is done with a pack grows with these.
MOST_DEFINITIONS: Final = 10_000  # of all forms but sheets
MOST_SHEETS: Final = 20_000
MOST_CHARACTERS: Final = 20_000_000  # of all files of definitions
