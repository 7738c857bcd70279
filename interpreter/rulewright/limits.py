"""The limits of section 11 of the language: the work of one decision, the size of what it creates, and the number of
entries in one list.

A step is about the cost of one name, number or operator of an expression. Rounds of loops are counted by the size of
what they iterate over, as soon as that is known and before the first round.
"""

from __future__ import annotations

from typing import Final

MOST_STEPS: Final = 50_000_000  # between two answers, and for a question outside of the rules
# Limits of a match without people, and of all that its bots imagine. A large game takes long for good reasons, while a
# small one that does so does not terminate. The first limit grows with the characters of the pack. The second grows
# with half of their square, because the offers of a question and the results of an answer both grow.
MATCH_STEPS, MATCH_STEPS_EACH = 60_000_000, 12_000
THOUGHT_STEPS, MOST_THOUGHT = 100_000_000, 20_000_000_000
EVENT_STEPS: Final = 125  # steps of an event, of a round of `repeat` and of a die, in addition to what they do
MOST_NUMBER: Final = 1_000_000_000_000_000  # a product, and any stored number
MOST_MEMBERS: Final = 20_000  # members of one set or list
MOST_ANSWERS: Final = 20_000  # answers to one question
MOST_STATUSES: Final = 20_000  # at once
MOST_HELD: Final = 1_000_000  # members of all sets and lists that a match keeps
MOST_LOGGED: Final = 500_000  # entries of a log, and members in them, before its beginning is dropped
MOST_UNDONE: Final = 8_000_000  # values in the states that are kept for `undo`, before the first are dropped
MOST_LISTED: Final = 1_000  # by `numbers`
MOST_PLAYERS: Final = 64
MOST_JOINED: Final = 12  # maps next to each other

MOST_LETTERS: Final = 100  # of a name
MOST_OF_KEY: Final = 2_000  # characters of a YAML key, which may be a head with its parameters

# Limits of one definition, and of one content test. Rows and branches are nested in compiled code, and are processed by
# recursive stages; the rest takes time and memory with every entry.
MOST_ROWS: Final = 200  # under `decide`
MOST_BRANCHES: Final = 200  # of one `if` with its `else if`
MOST_REACTIONS: Final = 200  # under `react`
MOST_ENTRIES: Final = 1_000  # under `steps`, `legal` and `modify`
MOST_TEXTS: Final = 1_000  # under one field of a test, at any depth
MOST_ANSWER_TEXTS: Final = 5_000  # the same under `answers`

# Nodes of generated code for repeated compilations of the same code: two seconds of work.
MOST_COPIES: Final = 150_000
MOST_COPIED: Final = 100_000  # characters of strings and lists that templates pass on

# Limits of one pack. Real packs come nowhere near them, and all work on a pack grows with them.
MOST_DEFINITIONS: Final = 10_000  # definitions of all forms except sheets
MOST_SHEETS: Final = 20_000
MOST_CHARACTERS: Final = 20_000_000  # characters of all files of definitions
