"""Reads the marks of the board in a typed line, signs of pieces and places, as an answer.

Separate because parsing a line does not depend on boards, and boards are also drawn when no player types.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.play import apart
from rulewright.play.state import Decision, State
from rulewright_tools.playing.typed import Typed
from rulewright_tools.show.board import on_edges
from rulewright_tools.show.pieces import Sight, Signs, placed
from rulewright_tools.show.table import lists_places


def place(m: State, line: str) -> int | None:
    """Returns the place that a whole line names; None if it names none."""
    word = line.strip().upper()
    if not lists_places(m):  # then places are answers (`placing`)
        return None
    return m.board.parse(word) if m.board_key is not None and word else None


def by_signs(m: State, d: Decision, options: Sequence[str], line: str, signs: Signs, sight: Sight) -> Typed | None:
    """Returns the meaning of a line that contains signs of pieces: the answers that name all of these pieces and
    contain all other words of the line. None if the line contains no sign."""
    words = line.replace("(", " ").replace(")", " ").replace(",", " ").split()
    walls = {e for several in on_edges(m).values() for e in several}
    # Includes pieces that are not placed yet: the legend shows their signs, and a player who deploys them uses these.
    of_signs = {signs.of(m, e, sight): e for e in placed(m) if e not in walls and sight.knows(m, e)}
    pieces = [of_signs[word] for word in words if word in of_signs]
    rest = [word.casefold() for word in words if word not in of_signs]
    if not pieces:
        return None
    found = []
    for i, (o, option) in enumerate(zip(d.options, options, strict=True)):
        named = apart.named(m, d, o)
        if all(e in named for e in pieces) and all(word in option.casefold() for word in rest):
            found.append((named[: len(pieces)] != pieces, i))
    # Answers that name them first and in this order are meant, if there are any.
    best = [i for later, i in found if later == min(found)[0]]
    if len(best) == 1:
        return Typed(index=best[0])
    return Typed(several=tuple(best)) if best else None
