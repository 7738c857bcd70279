"""Rolls dice and records the rolls in the trace.

Separate because generated code rolls, and windows do too (to settle which player is asked first); both must use the
same source and leave the same trace.
"""

from __future__ import annotations

from typing import Any

from rulewright.limits import EVENT_STEPS, MOST_MEMBERS
from rulewright.play.bounds import spend
from rulewright.play.chain import running_chain
from rulewright.play.entries import Rolled
from rulewright.play.state import Runaway, State

Values = tuple[Any, ...]
ONE_OF = "one of"  # the name under which `roll one of` draws a number
_OPEN = "dice"
_NAMES = tuple(f"d{faces}" for faces in range(101))


def stream(by: int | None, secret: bool) -> str:
    """The stream of random numbers that a roll uses. Secret rolls have their own streams, so that public dice, and dice
    of other players, do not depend on how many secret rolls there were."""
    return _OPEN if not secret else f"{_OPEN} of {by}"


def roll(m: State, die: int, by: int | None, secret: bool = False, unseen: int = 0) -> int:
    """Rolls one die and returns its number or the value of its face. `secret`: only `by` sees the value; `unseen` as in
    `Rolled`."""
    if die < 0:
        value = m.chance.draw(-die, stream(by, secret), _NAMES[-die] if -die < len(_NAMES) else f"d{-die}") + 1
    else:
        name, _, faces = m.p.program.dice[die]
        value = faces[m.chance.draw(len(faces), stream(by, secret), name)]
    if m.trace is not None:
        m.trace.append(Rolled(m.depth, die, value, by, secret, unseen))
    return value


def rolls(m: State, die: int, times: int, by: int | None, secret: bool = False, unseen: int = 0) -> Values:
    """Rolls several dice of one kind, in order."""
    if times > MOST_MEMBERS:
        raise Runaway(f"{times} dice at once", running_chain(m))
    spend(m, EVENT_STEPS * max(times, 0))
    return tuple([roll(m, die, by, secret, unseen) for _ in range(times)])


def among(m: State, items: Values, by: int | None, secret: bool = False, unseen: int = 0) -> Any:
    """`roll one of s`: one member at random, all equally likely; None for an empty set. Tests dictate the position in
    that order, from 1."""
    if not items:
        return None
    number = m.chance.draw(len(items), stream(by, secret), ONE_OF)
    if m.trace is not None:
        m.trace.append(Rolled(m.depth, -len(items), number + 1, by, secret, unseen, of_several=True))
    return items[number]


def members_of(m: State, enumeration: str) -> Values:
    """The members of an enumeration, in order of declaration."""
    return tuple(range(len(m.p.program.enums[enumeration])))


def faces_of(m: State, die: int) -> Values:
    """The faces of a die."""
    return tuple(range(1, -die + 1)) if die < 0 else m.p.program.dice[die][2]
