"""Turns a text that holds no mistake into its tree, by the tables and callbacks of the parser generator.

Separate because nearly all texts hold none, and who need not say what is wrong is several times as quick. Most of a
parser's time goes into rules that only hand on what they hold, a dozen from a name to an expression: here that is one
step. What the driver cannot read, the generator's own parser reads again, and says why it cannot.
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


# What a state does: on a terminal that it waits for it goes to a state (an int) or makes a `Reduction`, on what a rule
# gave it goes to a state.
Row = Mapping[str, Any]


class Driver:
    """A parser of the texts in which no mistake is. `limits` has the first and the last state for each start."""

    def __init__(self, lexer: Lexer, rows: Mapping[int, Row], limits: Mapping[str, tuple[int, int]]) -> None:
        self._lexer = lexer
        self._rows = rows
        self._limits = limits
        self._handed_on = _HandedOn(rows)

    def tree(self, start: str, text: str) -> Any:
        """What the callbacks make of the text, or None if it cannot be read. Raises what a callback raises."""
        lexemes = self._lexer.lexemes(text, start == "block")
        if lexemes is None:
            return None
        rows, handed_on = self._rows, self._handed_on
        state, last = self._limits[start]
        states, values, kind = [state], list[Any](), ""
        for lexeme in lexemes:
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
                break
            state = action
            states.append(state)
            values.append(lexeme)
        return values[-1] if state == last and kind == END else None


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
