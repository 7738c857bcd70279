"""In what words `why` tells what contributes to a value: each by its own type, be it another than that of the value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play import why
from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

RULES = """
enum mood: {ordered: [low, high]}
kind player: {state: {points: number starts 2}}
value leader(player p) gives player:
  start: p
  steps:
    much: highest then if it > 1 then next_seat(so_far) else so_far
    lots: count then if it > 0 then next_seat(so_far) else so_far
    sure: any then next_seat(so_far)
    said: last
value temper(player p) gives mood:
  start: low
  steps:
    sum: total then if it > 1 then high else so_far
    most: highest
value room(player p) gives cells:
  start: 1 cell
  steps: {more: total}
value those(player p) gives set of player:
  start: none
  steps: {also: union}
rule says:
  modify:
    - leader.much is 2
    - leader.lots is p.points > 1
    - leader.sure is p.points > 1
    - leader.said is next_seat(p)
    - temper.sum is 1
    - temper.most is high
    - room.more is 2 cells
    - those.also is next_seat(p)
event game gives number all: |
  let x = first(players)
  set all = size(those(x)) if x is not none and leader(x) is x and temper(x) is high and room(x) > 1 cell
"""


@pytest.mark.parametrize(("value", "words"), [
    ("leader", {"start": "player 1", "much": "2", "lots": "yes", "sure": "yes", "said": "player 2"}),
    ("temper", {"start": "low", "sum": "1", "most": "high"}),
    ("room", {"start": "1 cell", "more": "2 cells"}),
    ("those", {"start": "nothing", "also": "player 2"}),
])  # fmt: skip
@pytest.mark.parametrize("seat", [None, 0])
def test_a_contribution_is_told_by_its_type(
    value: str, words: dict[str, str], seat: int | None, pack_folder: Write
) -> None:  # fmt: skip
    found = check_pack(pack_folder({"pack.yaml": "pack: sample\nstart: game\nboard: square\n", "game.yaml": RULES}))
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    game = Game.new(Linked(found.program), 2, 1)
    told = why.breakdown(game.state, f"value {value}", (0,), seat=seat)
    assert {line.step: line.value for line in told.lines} == words


FORMULAS = """
kind card:
  formulas:
    wants(player caster, number n): set of (card or player) starts none
card bold: {wants: "if n > 1 then players - caster else (caster, self)"}
card calm: {}
event game: |
  for each p in players:
    let b = create bold for p
    let c = create calm for p
    put_by(b, size(b.wants(p, 2)) + size(c.wants(p, 1)))
event put_by(card c, number n): {}
"""


def test_a_formula_that_takes_something_is_told_as_the_sheet_says_it(pack_folder: Write) -> None:
    result = check_pack(pack_folder({"pack.yaml": "pack: sample\nplayers: 2\nstart: game\n", "game.yaml": FORMULAS}))
    assert result.program is not None, [one.message for one in result.diagnostics.errors]
    m = Game.new(Linked(result.program), seed=1).state

    def told(*args: int) -> tuple[str, list[tuple[str, str, int]]]:
        found = why.breakdown(m, "formula card.wants", args)
        assert found.result == found.explained
        return f"{found.title} = {found.words}", [(one.step, one.text, one.place[1]) for one in found.lines]

    said = "if n > 1 then players - caster else (caster, self)"
    assert told(1, 0, 2) == ("wants(bold, player 1, 2) = player 2", [("start", said, 5)])
    assert told(1, 0, 1) == ("wants(bold, player 1, 1) = bold, player 1", [("start", said, 5)])
    assert told(2, 1, 1) == ("wants(calm, player 2, 1) = nothing", [("start", "none", 4)])


LETS = """
kind player: {state: {points: number starts 3}}
value worth(player p) gives number:
  start: let n = p.points + 1 then let k = n * 2 then n + k
value rank(player p) gives player or none:
  decide:
    - none if p.points > 5
    - let q = next_seat(p) then if q.points > 2 then q else none
event game gives number all: |
  for each x in players:
    set all = worth(x) if rank(x) is not none
    let lots = choose some n in numbers(1, 4) at least 2 by x
    set all = all + size(lots)
    offer x or pass if x.points > 3:
      bid(x)
      rest(x)
event bid(player who): {}
event rest(player who): {}
"""


def test_what_is_let_has_a_line_and_who_cannot_decline_is_told_why(pack_folder: Write) -> None:
    found = check_pack(pack_folder({"pack.yaml": "pack: sample\nstart: game\n", "game.yaml": LETS}))
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    game = Game.new(Linked(found.program), 2, 1)
    told = why.breakdown(game.state, "value worth", (0,))
    assert [(line.step, line.text, line.value) for line in told.lines] == [
        ("n", "p.points + 1", "4"), ("k", "n * 2", "8"),
        ("start", "let n = p.points + 1 then let k = n * 2 then n + k", "12"),
    ]  # fmt: skip
    told = why.breakdown(game.state, "value rank", (0,), seat=0)
    assert [(line.step, line.value) for line in told.lines] == [("q", "player 2"), ("row", "player 2")]
    for seat in (None, 0):
        assert [one.text for one in why.no_pass(game.state, seat)] == ["at least 2"]
    for _ in range(4):
        game.answer(0)
        refused = [one.text for one in why.no_pass(game.state, 0)]
    assert refused == ["x.points > 3"]


AGES = """
kind piece: {owned: no}
piece red: {modify: path.say is 1}
piece blue: {modify: path.say is 2}
value path() gives number:
  start: 0
  steps: {say: each then so_far * 10 + it}
status lit: {of: piece, modify: path.say is 3}
rule late: {modify: path.say is 4}
event game gives number all: |
  let a = create red
  give lit to a
  let b = create blue
  renew(a)
  set all = path()
  for each p in players:
    let n = choose one n in numbers(1, 2) by p
event renew(piece who): |
  give lit to who
  reset(who)
  give lit to who
"""


@pytest.mark.parametrize("seat", [None, 0])
def test_contributions_are_told_by_age(seat: int | None, pack_folder: Write) -> None:
    found = check_pack(pack_folder({"pack.yaml": "pack: sample\nplayers: 1\nstart: game\n", "game.yaml": AGES}))
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    told = why.breakdown(Game.new(Linked(found.program), 1, 1).state, "value path", (), seat=seat)
    assert [(line.value, line.text) for line in told.lines] == [
        ("0", "0"), ("4", "path.say is 4"), ("2", "path.say is 2"), ("1", "path.say is 1"), ("3", "path.say is 3"),
    ]  # fmt: skip
    assert told.result == told.explained == 4213
