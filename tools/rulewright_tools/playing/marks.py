"""Turns the marks of the board that somebody typed into an answer: the signs of pieces, and places.

Separate because reading a line knows nothing of boards, and a board is drawn without anybody typing.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.play import apart
from rulewright.play.state import Decision, State
from rulewright_tools.playing.typed import Typed
from rulewright_tools.show.board import on_edges
from rulewright_tools.show.pieces import Sight, Signs, placed
from rulewright_tools.show.table import is_table


def place(m: State, line: str) -> int | None:
    """The place that a whole line names; None if it is none."""
    word = line.strip().upper()
    if is_table(m):  # whose places are answers (`placing`)
        return None
    return m.board.parse(word) if m.board_key is not None and word else None


def by_signs(m: State, d: Decision, options: Sequence[str], line: str, signs: Signs, sight: Sight) -> Typed | None:
    """What a line with the signs of pieces in it means: the answers that name all of these pieces and have all the
    other words in them. None if no such sign is in it."""
    words = line.replace("(", " ").replace(")", " ").replace(",", " ").split()
    walls = {e for several in on_edges(m).values() for e in several}
    # Also those that stand nowhere yet: the legend tells their signs, and who deploys them means them.
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
    # Those that name them first and in this order are meant, if there are any.
    best = [i for later, i in found if later == min(found)[0]]
    if len(best) == 1:
        return Typed(index=best[0])
    return Typed(several=tuple(best)) if best else None
