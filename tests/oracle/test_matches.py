"""Random matches of every pack that can be played: a handful here, as many as one likes by `make differential`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.oracle.compare import Limits, Prepared, compare, prepare, report
from tests.oracle.small import SMALL, settings_of
from tests.oracle.test_content import PACKS, ROOT
from tests.shipped import prepared as ready

# Of these, with all their walls and models, that is hardly the first decision: see `small`.
LARGE = ("content/zod", "content/w40k_missions")
PLAYED = [
    pack for pack in PACKS if pack not in LARGE and "\nstart:" in (ROOT / pack / "pack.yaml").read_text("utf-8")
]


@dataclass(frozen=True, slots=True)
class Row:
    """How much of a pack is played: matches, decisions of each at most, and events that happen in one of them at least:
    what comes last of all that should be compared. A match that ends in its preparation compares nothing."""

    decisions: int = 60
    matches: int = 2
    reached: tuple[str, ...] = ()


_PATROL = ("step", "shoot", "run", "charge", "fight", "lose")
ROWS = {
    "content/ddm": Row(50, reached=("step", "strike", "harm")),
    "content/underworlds": Row(160, 3, ("step", "attack", "damage", "play_ploy")),
    "content/duel": Row(reached=("cast", "attack", "blows", "hurt")),
    "content/skirmish": Row(reached=("step", "attack", "hit")),
    "tests/language/forty/squares": Row(reached=("step", "strike", "damage")),
    "tests/language/forty/hexes": Row(reached=("charge", "attack", "damage", "play_ploy")),
    "tests/language/forty/storeys": Row(reached=("walk", "volley", "damage")),
    "tests/language/forty/inches": Row(reached=("advance", "shoot", "casualty")),
    "tests/oracle/small/alley": Row(8, reached=("step",)),  # a step asks for all walls again: two seconds each
    "tests/oracle/small/yard": Row(25, reached=("step", "volley", "harm")),
    "tests/oracle/small/night": Row(25, reached=("step", "volley", "harm")),
    "tests/oracle/small/patrol": Row(200, 3, _PATROL),
    "tests/oracle/small/swift": Row(200, reached=_PATROL),
}


@pytest.mark.parametrize("pack", [*PLAYED, *SMALL])
def test_matches(pack: str) -> None:
    prepared, row = ready(pack), ROWS.get(pack, Row())
    program = prepared.linked.program
    happened: set[str] = set()
    for seed in range(row.matches):
        limits = Limits(row.decisions, traced=seed % 2 == 0)
        found = report(prepared, seed, limits=limits, settings=settings_of(ROOT / pack, program, seed))
        assert found.difference is None, f"seed {seed}: {found.difference}"
        assert found.decisions == row.decisions or found.over
        happened |= found.happened
    assert [event for event in row.reached if event not in happened] == []


def test_a_difference_is_told(tmp_path: Path) -> None:
    """An engine that plays another pack than the oracle differs, and where is said."""
    made = []
    for step in (1, 2):
        folder = tmp_path / str(step)
        folder.mkdir()
        (folder / "pack.yaml").write_text("pack: sample\nstart: game\n", encoding="utf-8")
        (folder / "own.yaml").write_text(PACK.replace("STEP", str(step)), encoding="utf-8")
        made.append(prepare(folder))
    assert compare(made[0], limits=Limits(10)) is None
    mixed = Prepared(made[0].definitions, made[1].linked)
    assert str(compare(mixed, limits=Limits(10))) == TOLD
    untold = compare(mixed, limits=Limits(10, traced=False))
    assert untold is not None
    assert (untold.decision, untold.what, untold.engine, untold.oracle) == (1, "match.n", 2, 1)


PACK = """
kind match: {state: {n: number}}
event game: |
  for each p in players:
    let more = choose yes or no by p
    score(STEP)
event score(number n): |
  set match.n = match.n + n
"""
TOLD = """decision 1: what happens after the answer differs
    engine: ('begin', 'score', (2,))
    oracle: ('begin', 'score', (1,))"""
