"""Generated code: what is kept in frames, what is written out in place, and rounds that do not nest."""

from __future__ import annotations

import ast
from pathlib import Path

from rulewright.compile import frames
from rulewright.compile import pyast as py
from rulewright.pipeline import check_pack
from rulewright.play import setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.session import answer


def _blocks(*texts: str) -> frames.Blocks:
    return frames.Blocks([(8 + i, ast.parse(text).body) for i, text in enumerate(texts)])


def test_a_slot_is_plain_where_every_block_writes_it_first() -> None:
    """5 is written and read in one block; 6 outlives a question; 7 is written on one way only."""
    blocks = _blocks(
        "f[5] = 1\nf[6] = f[5]\nif f[5]:\n    f[7] = 2\nprint(f[7])\nreturn b9(m, f)",
        "f[5] = f[6]\nprint(f[5])",
    )
    assert blocks.plain_slots() == {5}


def test_both_branches_or_one_that_leaves_write_a_slot() -> None:
    """What follows an if has it from either branch; a branch that returns is not followed."""
    assert _blocks("if m:\n    f[5] = 1\nelse:\n    f[5] = 2\nprint(f[5])").plain_slots() == {5}
    assert _blocks("if m:\n    return\nelse:\n    f[5] = 2\nprint(f[5])").plain_slots() == {5}
    assert _blocks("if m:\n    f[5] = 1\nprint(f[5])").plain_slots() == set()


def test_a_loop_may_have_no_round() -> None:
    """What only a round writes is not surely written behind the loop; its own variable is, inside."""
    assert _blocks("for f[5] in m:\n    print(f[5])").plain_slots() == {5}
    assert _blocks("for x in m:\n    f[5] = x\nprint(f[5])").plain_slots() == set()
    assert _blocks("f[5] += 1\nprint(f[5])").plain_slots() == set()


def test_what_others_read_stays_in_the_frame() -> None:
    """Explanations read slots of a frame; a slot that no block reads is there for somebody else."""
    blocks = _blocks("f[5] = 1\nprint(f[5])\nf[6] = 2")
    blocks.told.add(5)
    assert blocks.plain_slots() == set()


def test_a_copy_of_a_tree_that_stands_elsewhere_has_places_of_its_own() -> None:
    call = py.expr("found(m, f[6])")
    first, second = [py.give_back(call)], frames.renamed([py.give_back(call)], "f", {6: "s6"})
    py.place(first[0], 3)
    third = frames.renamed([py.give_back(call)], "f", {6: "s7"})  # of one that has its places
    for body, line in ((second, 4), (third, 5)):
        py.place(body[0], line)
        function = ast.FunctionDef("q", ast.arguments([], [], None, [], [], None, []), body, [])
        ast.fix_missing_locations(function.args)
        py.place(function, line)
        compile(ast.Module([function], []), "<test>", "exec")
    assert [py.names_read(one) for (one,) in (first, second, third)] == [
        ["found", "m", "f"],
        ["found", "m", "s6"],
        ["found", "m", "s7"],
    ]


def test_a_shared_tree_is_not_changed_with_its_copy() -> None:
    """Trees stand in several places at once."""
    inner = py.expr("f[5] + 1")
    outer = py.expr("_x * 2", _x=inner)
    changed = py.swapped(outer, lambda node: py.name("s5") if frames.place_in("f", node) == 5 else None)
    assert ast.unparse(changed) == "(s5 + 1) * 2"
    assert ast.unparse(inner) == "f[5] + 1" and ast.unparse(outer) == "(f[5] + 1) * 2"
    assert py.swapped(outer, lambda node: None) is outer


_ROUNDS = """
kind piece:
  owned: no
  state: {hits: number}
piece pawn: {}
kind match:
  state: {rounds: number, starter: player, asked: number}
event begin gives number found: |
  let a = create pawn
  repeat up to 4000:
    set match.rounds = match.rounds + 1
    refused(a)
  repeat up to 4000:
    set match.rounds = match.rounds + 1
    asks_now(first_of(players)) if match.rounds > 7998
  set found = match.rounds
value first_of(set of player all_of) gives player: next_seat(next_seat(seat_of(all_of)))
value seat_of(set of player all_of) gives player:
  decide:
    - only_seat(all_of)
value only_seat(set of player all_of) gives player: next_seat(match.starter)
event refused(piece who):
  legal:
    never: who.hits > 0
  do: |
    let sure = choose yes or no by match.starter
    set who.hits = 1 if sure
event asks_now(player p): |
  let sure = choose yes or no by p
  set match.asked = match.asked + 1
"""


def test_thousands_of_rounds_without_a_question(tmp_path: Path) -> None:
    """A call that may ask and is refused, and one that is made in the last rounds only: rounds go on one after the
    other, not inside each other."""
    (tmp_path / "pack.yaml").write_text(
        "pack: small\nname: Small\nversion: 1.0.0\nlanguage: 2\nplayers: 2\nstart: begin\nboard: square\n", "utf-8"
    )
    (tmp_path / "rules.yaml").write_text(_ROUNDS, "utf-8")
    program = check_pack(tmp_path).program
    assert program is not None
    m = setup.empty(Linked(program), 2, Chance(1), ())
    setup.start(m, program.start)
    questions = 0
    while m.pending is not None:
        questions += 1
        answer(m, m.pending.options[0])
    assert questions == 2 and m.over is not None and m.over[4] == 8000
