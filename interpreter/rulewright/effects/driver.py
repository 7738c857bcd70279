"""Turns a text into its tree, by the tables and callbacks of the parser generator, or says where it cannot be read on.

Separate because it is several times as quick as the generator's own parser, which the tests hold against it. Most of a
parser's time goes into rules that only hand on what they hold, a dozen from a name to an expression: here that is one
step. What the parser waits for is found out only where it has stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.effects.lexer import END, Lexer


@dataclass(frozen=True, slots=True)
class Reduction:
    """A rule has been matched: its callback takes so many values, and what it gives counts as `origin`. Without a
    callback the one value is handed on."""

    size: int
    origin: str
    callback: Callable[[list[Any]], Any] | None


@dataclass(frozen=True, slots=True)
class Halt:
    """Where a text cannot be read on: its offset, and the terminals that could stand there."""

    offset: int
    accepts: frozenset[str]


# What a state does: on a terminal that it waits for it goes to a state (an int) or makes a `Reduction`, on what a rule
# gave it goes to a state.
Row = Mapping[str, Any]


class Driver:
    """A parser. `limits` has the first and the last state for each start."""

    def __init__(self, lexer: Lexer, rows: Mapping[int, Row], limits: Mapping[str, tuple[int, int]]) -> None:
        self._lexer = lexer
        self._rows = rows
        self._limits = limits
        self._handed_on = _HandedOn(rows)

    def tree(self, start: str, text: str) -> Any:
        """What the callbacks make of the text, or a `Halt`. Raises what a callback raises."""
        rows, handed_on = self._rows, self._handed_on
        state, last = self._limits[start]
        states, values = [state], list[Any]()
        for lexeme in self._lexer.lexemes(text, start == "block"):
            kind = lexeme.type
            action = rows[state].get(kind)
            if action is None:
                # The first that the state waits for; none ends it.
                kind = next(filter(rows[state].__contains__, self._lexer.instead.get(kind, ())), kind)
                action = rows[state].get(kind)
            while type(action) is Reduction:
                if action.callback is None:
                    state, action = handed_on[states[-2], state, kind]
                    states[-1] = state
                    continue
                first = len(values) - action.size
                values[first:] = [action.callback(values[first:])]
                del states[first + 1 :]
                state = rows[states[-1]][action.origin]
                states.append(state)
                action = rows[state].get(kind)
            if action is None:
                if kind == END and state == last:
                    break
                return Halt(lexeme.start_pos, self._accepted(states, last))
            state = action
            states.append(state)
            values.append(lexeme)
        return values[-1]

    def _accepted(self, states: list[int], last: int) -> frozenset[str]:
        """The terminals that can stand where the parser is in these states."""
        kinds = {kind for kind in self._rows[states[-1]] if kind.isupper()} | {END}
        return frozenset(kind for kind in kinds if self._goes_on(states[:], kind, last))

    def _goes_on(self, states: list[int], kind: str, last: int) -> bool:
        while isinstance(action := self._rows[states[-1]].get(kind), Reduction):
            del states[len(states) - action.size :]
            states.append(self._rows[states[-1]][action.origin])
        return action is not None or (kind == END and states[-1] == last)


class _HandedOn(dict[tuple[int, int, str], tuple[int, Any]]):
    """Where rules that hand on their value lead, by the state below it, its own and the terminal that follows: the last
    state and what that does. Each is found when it is first needed."""

    def __init__(self, rows: Mapping[int, Row]) -> None:
        super().__init__()
        self._rows = rows

    def __missing__(self, key: tuple[int, int, str]) -> tuple[int, Any]:
        below, state, kind = key
        action = self._rows[state].get(kind)
        while isinstance(action, Reduction) and action.callback is None:
            state = self._rows[below][action.origin]
            action = self._rows[state].get(kind)
        self[key] = state, action
        return state, action
