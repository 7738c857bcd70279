"""The generated module as Python source, function by function, with the lines of content that each comes from.

Separate because nothing that plays or checks a pack needs it: it shows authors what their content becomes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.compile.link import generate
from rulewright.compile.plan import Plan
from rulewright.explained import Place


@dataclass(frozen=True, slots=True)
class Written:
    """One generated function: its name, the location of its definition, and its source, in parts with the location of
    each: `parts` are (location, lines of Python)."""

    name: str
    place: Place
    parts: tuple[tuple[Place, str], ...]


class Functions:
    """The functions of a planned pack. Completes the plan (`link.generate`): make one for each plan."""

    def __init__(self, planned: Plan) -> None:
        functions: list[ast.stmt] = []
        self._lines = generate(planned, functions).lines
        self._functions = [one for one in functions if isinstance(one, ast.FunctionDef)]

    def of(self, file: str, first: int, last: int) -> list[Written]:
        """Those whose definition is in some lines of a file, in the order of the module."""
        places = ((self._lines[one.lineno - 1], one) for one in self._functions)
        return [
            _written(one, self._lines) for place, one in places if place[0] == file and first <= place[1] <= last
        ]


def _written(function: ast.FunctionDef, lines: tuple[Place, ...]) -> Written:
    own = lines[function.lineno - 1]
    head = ast.unparse(ast.FunctionDef(function.name, function.args, [], [], lineno=0))
    parts = [(own, head), *((place, text) for place, text in _parts(function, lines))]
    return Written(function.name, own, tuple(parts))


def _parts(function: ast.FunctionDef, lines: tuple[Place, ...]) -> Iterator[tuple[Place, str]]:
    """The statements of a function; consecutive statements from one location are one part."""
    place: Place | None = None
    made: list[str] = []
    for statement in function.body:
        here = lines[getattr(statement, "lineno", function.lineno) - 1]
        if made and here != place:
            assert place is not None
            yield place, "\n".join(made)
            made = []
        place = here
        made += [f"    {line}" for line in ast.unparse(statement).splitlines()]
    if made and place is not None:
        yield place, "\n".join(made)
