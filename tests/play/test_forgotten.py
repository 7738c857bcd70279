"""Each place that forgets what was remembered is made deaf, one after the other: the verifying mode finds it.

What is kept of a match, and who forgets it:

    cache    values that anything may change: `put` and its like, and all below
    kept     values that no move changes: `create`, `remove`, `swap_sheet`, statuses, `lay`; and each write of a
             field, so also `reset` (`test_verify`)
    fenced   what reads walls alone (`test_fenced`)
    known    what the board alone decides: another board has its own
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.play.playing import compiled, files_of, play

from rulewright.play import pieces, setup, standing_cells, statuses
from rulewright.play.load import Linked
from rulewright.play.state import State
from rulewright.play.verify import Stale

Write = Callable[[Mapping[str, str | bytes] | str], Path]

TEXT = """\
status hot: {of: piece}
piece green: {rating: 4}
kind token: {owned: no}
token coin: {}
map other:
  rows: |
    ab
  legend: {a: spot_a, b: spot_b}
value there() gives number: count(x in pieces where x.hp > 0)
value heat() gives number: count(x in pieces where x is hot)
value worth() gives number: sum(x.rating for x in pieces)
value bruised() gives number: sum(x.hp for x in pieces)
value wide() gives number: count(c in everywhere where distance(c, c) < 1 cell)
value near() gives number: count(x in pieces where x.place in spot_a or x.place in spot_b)
value rich() gives number: count(x in tokens where not (some y in tokens where y is not x and y is not coin))
event look(player p): note(rich() + there() + heat() + worth() + bruised() + wide() + near())
event add: create coin
event take(piece who): remove who
event turn(piece who): swap_sheet(who, green)
event warm(piece who): give hot to who
event cool(piece who): end hot of who
event move(piece who): |
  for each c in everywhere - spot_a - spot_b - spot_c:
    put who at c
    stop
event leave: lay(other)
"""


def _silent(m: State, *, borders: bool = False) -> None:
    """Forgets nothing."""


# By who forgets: where its word stands, and what is done between two readings.
PLACES: dict[str, tuple[Any, str, str]] = {
    "create": (pieces, "add()", ""),
    "remove": (pieces, "take(a)", ""),
    "swap_sheet": (pieces, "turn(a)", ""),
    "give": (statuses, "warm(a)", ""),
    "end": (statuses, "cool(a)", "warm(a)"),
    "lay": (setup, "leave()", ""),
}


def _played(write: Write, before: str, does: str) -> list[Any]:
    case = {"text": TEXT, "do": f"{before}\nlook(p)\n{does}\nlook(p)\n"}
    program, out = compiled(write(files_of(case)), verify=True)
    assert program is not None, [one.message for one in out.errors]
    return list(play(Linked(program), case).failed)


@pytest.mark.parametrize("place", PLACES)
def test_who_does_not_forget_is_found(pack_folder: Write, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    module, does, before = PLACES[place]
    assert _played(pack_folder, before, does) == []
    monkeypatch.setattr(module, "forget", _silent)
    with pytest.raises(Stale):
        _played(pack_folder, before, does)


def test_a_move_that_does_not_forget_is_found(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves empty the memory of moves alone; here it is put back behind them."""
    assert _played(pack_folder, "", "move(a)") == []
    moved = pieces.put

    shifted = standing_cells.shift

    def deaf(does: Callable[..., None]) -> Callable[..., None]:
        def move(m: State, *args: Any) -> None:
            remembered = dict(m.cache)
            does(m, *args)
            m.cache.update(remembered)

        return move

    monkeypatch.setattr(pieces, "put", deaf(moved))
    monkeypatch.setitem(standing_cells.WORDS, "shift", deaf(shifted))
    with pytest.raises(Stale):
        _played(pack_folder, "", "move(a)")
