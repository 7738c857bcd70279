"""Sentences that many sheets carry count the same whether they are asked one by one or found in a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from rulewright.compile import carried
from rulewright.pipeline import check_pack
from rulewright.play import pieces, setup, why
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.state import State

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: sample\nboard: none\nstart: begin\nstacking: {stacking}\n"

RULES = """
kind piece:
  printed: {cost: number}
  state: {tired: yes_no}
  parts: {arms: arm}
kind rook:
  is: piece
kind arm:
  part_of: piece
  printed: {length: number}
value strength(piece target) gives number:
  start: target.cost
  steps:
    more: total
    best: highest
    worst: lowest
    often: count then so_far + it
    last: last
    twice: each then so_far * 2 + it
value cheer(piece target, piece or none other) gives number:
  start: 0
  steps: {more: total}
event begin: |
  for each one in pieces:
    set one.tired = one.cost < 3
"""

# Keyed by what is asked about, keyed by what may be none, looked for among all, with an own part, with a
# loop that reads the holder, twice the same.
SENTENCES = (
    "strength.more is {n} when target is self",
    "strength.more is {n} when target.cost > self.cost and not self.tired",
    "strength.more is count(pieces) when target is not self",
    "strength.best is {n} - target.cost when target is self and not self.tired",
    "strength.worst is self.cost when target is self",
    "strength.often is target.cost > {n} when target is self",
    "strength.last is {n} when target is self and self.cost > 4",
    "strength.twice is {n} when target is self",
    "strength.more is left.length when target is self",
    "cheer.more is {n} when other is self and target is not self",
    "cheer.more is self.cost - target.cost when target.cost < {n}",
    "strength.more is {n} when target is self and (some one in pieces where one.cost > self.cost)",
)


def text() -> str:
    made = [RULES]
    for i in range(9):
        kind = "rook" if i % 4 == 3 else "piece"
        made.append(f"{kind} p{i}:\n  cost: {i % 7}\n  arms:\n    left: {{length: {i}}}\n  modify:\n")
        for j, sentence in enumerate(SENTENCES):
            if (i + j) % 5:
                made.append(f"    - {sentence.format(n=i % 3 - 1)}\n")
        if i == 5:
            made.append("    - strength.more is 2 when target is self\n    - strength.more is 2 when target is self\n")
        if i == 6:
            made.append("  active: not self.tired\n")
    return "".join(made)


def match(folder: Path) -> State:
    result = check_pack(folder)
    assert result.program is not None, [one.message for one in result.diagnostics]
    linked = Linked(result.program)
    m = setup.empty(linked, 2, Chance(1), ())
    for number, sheet in enumerate(result.program.sheets):
        if "." not in sheet.id:
            for _ in range(2):
                pieces.create(m, number, 0, None)
    setup.start(m, result.program.start)
    return m


def asked(m: State) -> list[Any]:
    everybody = [e for e in range(1, len(m.sheet)) if "." not in m.p.program.sheets[m.sheet[e]].id]
    found: list[Any] = []
    for a in everybody:
        found.append(why.breakdown(m, "value strength", (a,)))
        found += [why.breakdown(m, "value cheer", (a, b)) for b in (None, *everybody)]
    return found


@pytest.mark.parametrize("stacking", ["definition", "instance"])
def test_a_table_gives_what_asking_one_by_one_gives(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch, stacking: str
) -> None:
    folder = pack_folder({"pack.yaml": MANIFEST.format(stacking=stacking), "rules.yaml": text()})
    tables = match(folder)
    assert len(tables.p.program.carried) == 7
    assert max(len(functions) for table in tables.p.program.carried for functions in table.values()) > 1
    monkeypatch.setattr(carried, "FEW", 10**6)
    single = match(folder)
    assert single.p.program.carried == ()
    ours, theirs = asked(tables), asked(single)
    assert len({one.result for one in ours}) >= 10
    assert [one.result for one in ours] == [one.result for one in theirs]
    # A breakdown tells the same; what the table holds stands together.
    assert [sorted(map(astuple, one.lines)) for one in ours] == [sorted(map(astuple, one.lines)) for one in theirs]


def test_equal_sentences_are_one_function(pack_folder: Write) -> None:
    sheets = "".join(
        f"piece q{i}:\n  cost: {i}\n  modify: strength.more is {i % 2} when target is self\n" for i in range(20)
    )
    files = {"pack.yaml": MANIFEST.format(stacking="definition"), "rules.yaml": RULES + sheets}
    program = check_pack(pack_folder(files)).program
    assert program is not None
    [table] = program.carried
    assert len(table) == 20
    assert len(set(table.values())) == 2
    parts = program.texts["value strength"].parts
    assert [len(part.carried) for part in parts] == [10, 10]
