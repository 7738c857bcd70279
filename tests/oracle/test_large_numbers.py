"""Where a number may not pass the limit of docs/language.md section 11, and where it may: engine and oracle agree."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.oracle.compare import report

PACK = """
kind match:
  state: {n: number starts 900000000 * 1000000, m: number, flag: yes_no, who: player, bag: number per player}
kind piece:
  owned: no
  state: {k: number}
  formulas: {twice(number q): number starts q + 0, double: number starts match.n + match.n}
  texts: ["act(number q)"]
kind heavy: {is: piece, state: {load: number starts match.n + match.n}}
piece pawn: {act: "asks(q)"}
heavy rock: {}
status slow(number q): {of: piece}
event ask(number q): {do: "set match.flag = q > 3"}
event asks(number q): {}
event asked(number q): {legal: {large: q > 3}}
value plain(number q) gives number: q
value stepped(number q) gives number:
  start: 0
  steps: {a: total, b: total then so_far + it}
value twice_as_much(number q) gives number:
  start: q
  steps: {doubled: any then so_far + so_far}
rule more: {modify: [twice_as_much.doubled is true]}
value two(player w) gives number: match.n + match.n
permission may(number q): {normally: q > 3}
"""

STOPPED = (
    "set match.m = match.n + match.n",
    "set match.m = 1 + match.n + match.n",
    "set match.m = sum(match.n for p in players)",
    "set match.m = two(match.who)",
    "set match.bag[match.who] = match.n + match.n",
    "let x = match.n + match.n\nset x = x + x",
    "ask(match.n + match.n)",
    "let r = ask(match.n + match.n)",
    "offer match.who or pass:\n  ask(match.n + match.n)",
    "offer match.who or pass:\n  ask(q) for q in (match.n + match.n, 3)",
    "let x = choose one q in (match.n + match.n, 4) by match.who",
    "let p = create pawn\nperform p.act(match.n + match.n)",
    "let p = create pawn\ngive slow(match.n + match.n) to p",
    "let p = create rock",
    "set match.flag = some x in (match.n + match.n, 3) where x > 3",
    "set match.flag = size(all(match.n + match.n for p in players)) > 0",
    "set match.flag = most(match.n + match.n for p in players) > 3",
    "set match.flag = twice_as_much(match.n) > 3",
)
FREE = (
    "let x = match.n + match.n",
    "repeat up to match.n + match.n while match.m < 3:\n  set match.m = match.m + 1",
    "set match.m = plain(1) - plain(match.n + match.n) + match.n + match.n",
    "set match.flag = match.n + match.n > 3",
    "set match.flag = (let e = match.n + match.n then e > 3)",
    "set match.flag = plain(match.n + match.n) > 3",
    "set match.flag = stepped(match.n + match.n) > 3",
    "set match.flag = may(match.n + match.n)",
    "set match.flag = most(match.n + match.n, 3) > 3",
    "set match.flag = sum(match.n for p in players) > 3",
    "set match.flag = two(match.who) > 3",
    "set match.flag = can(asked(match.n + match.n))",
    "let p = create pawn\nset match.flag = p.twice(match.n + match.n) > 3",
    "let p = create pawn\nset match.flag = p.double > 3",
)


@pytest.mark.parametrize("body", [*STOPPED, *FREE])
def test_a_number_is_stopped_where_it_is_kept(body: str, tmp_path: Path) -> None:
    lines = "".join(f"  {line}\n" for line in body.splitlines())
    (tmp_path / "pack.yaml").write_text("pack: sample\nstart: game\nplayers: 2\n", "utf-8")
    (tmp_path / "own.yaml").write_text(f"{PACK}event game: |\n{lines}", "utf-8")
    found = report(tmp_path, 1)
    assert found.difference is None, str(found.difference)
    assert ("a number beyond" in found.stopped) is (body in STOPPED)
