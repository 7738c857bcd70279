"""Parses code to its tree with the tables and callbacks of the parser generator, or reports where it cannot continue.

Separate because it is several times as fast as the parser of the generator, with which the tests compare it. A parser
spends most of its time on rules that only pass on their value, a dozen between a name and an expression: here that is
one step. What the parser could accept is computed only where it has stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.effects.lexer import END, Lexer


@dataclass(frozen=True, slots=True)
class Reduction:
    """A rule has been matched: its callback takes this many values, and its result counts as `origin`. Without a
    callback, the single value is passed on."""

    size: int
    origin: str
    callback: Callable[[list[Any]], Any] | None


@dataclass(frozen=True, slots=True)
class Halt:
    """Where the code cannot be read further: the offset, and the terminals that could be there."""

    offset: int
    accepts: frozenset[str]


# What a state does. On a terminal that it accepts, it goes to a state (an int) or makes a `Reduction`; on the result of
# a rule, it goes to a state.
Row = Mapping[str, Any]


class Driver:
    """A parser. `limits` has the first and the last state for each start."""

    def __init__(self, lexer: Lexer, rows: Mapping[int, Row], limits: Mapping[str, tuple[int, int]]) -> None:
        self._lexer = lexer
        self._rows = rows
        self._limits = limits
        self._handed_on = _HandedOn(rows)

    def tree(self, start: str, text: str) -> Any:
        """The result of the callbacks for the code, or a `Halt`. Raises what a callback raises."""
        rows, handed_on = self._rows, self._handed_on
        state, last = self._limits[start]
        states, values = [state], list[Any]()
        for lexeme in self._lexer.lexemes(text, start == "block"):
            kind = lexeme.type
            action = rows[state].get(kind)
            if action is None:
                # The first one that the state accepts; if there is none, parsing ends.
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
        """The terminals that the parser can accept in these states."""
        kinds = {kind for kind in self._rows[states[-1]] if kind.isupper()} | {END}
        return frozenset(kind for kind in kinds if self._goes_on(states[:], kind, last))

    def _goes_on(self, states: list[int], kind: str, last: int) -> bool:
        while isinstance(action := self._rows[states[-1]].get(kind), Reduction):
            del states[len(states) - action.size :]
            states.append(self._rows[states[-1]][action.origin])
        return action is not None or (kind == END and states[-1] == last)


class _HandedOn(dict[tuple[int, int, str], tuple[int, Any]]):
    """Where rules that pass on their value lead, by the state below, the state itself and the next terminal: the last
    state and what it does. Each entry is computed when it is first needed."""

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
