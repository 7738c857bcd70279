"""What a pack does not use is not in its code: each construct that needs helpers of its own has them alone.

A small pack says only what nearly all games say; beside it stands, construct by construct, the least that uses one. The
code of each is looked through for the helpers of all: its own are there, those of the others are not. The packs of the
forty rules are looked through likewise, by the words that their texts use.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType

import pytest
from tests.play.playing import compiled

from rulewright.program import Program

Write = Callable[[Mapping[str, str | bytes] | str], Path]
FORTY = Path(__file__).parents[1] / "language" / "forty"

MANIFEST = "pack: sample\nstart: game\nboard: square\nwindow: in_turn\n"
PLAIN = """\
kind piece: {placed: yes, state: {hp: number starts 3}}
kind card: {main: effect, texts: [effect]}
kind match: {state: {n: number}}
kind player: {state: {guess: number}, secret: {guess: owner}}
piece pawn: {}
piece rook: {}
card trick: |
  let one = only_one(pieces)
  finish if one is none
  hit(one, 1)
area moss: {}
map field:
  rows: |
    .m.
    ...
  legend: {m: moss}
zone hand(player owner): {holds: card}
window in_turn: {asks: players, answers: each}
status slowed: {of: piece}
value pace(piece who) gives cells:
  start: 2 cells
  steps: {bonus: total, cap: last}
permission may(piece who, cell goal): goal not in moss
value toll(piece who, cell goal) gives cells: 1 cell
rule slow:
  modify:
    - pace.bonus is -1 cells when who is slowed
    - pace.cap is 3 cells when who is rook
rule answer: {for: self in pieces, after: hit where who is self, may: heal(self)}
check dead: {for: p in pieces where p.hp <= 0, do: lose(p)}
event hit(piece who, number n): set who.hp = who.hp - n
event heal(piece who): set who.hp = 3
event lose(piece who): remove who
event game: |
  lay(field)
  for each p in players:
    let spot = choose one c in everywhere where is_empty(things_at(c)) by p
    create pawn for p at spot
    create trick for p into hand of p
  repeat up to 5 while match.n < 9:
    round()
event round: |
  set match.n = match.n + 1
  for each p in players:
    offer p or pass:
      walk(w, c) for w in pieces, c in step_cells(w, pace(w), may, toll) where w.owner is p
      play(k) for k in contents(hand of p)
      slow_down(w) for w in pieces
event walk(piece who, cell c): put who at c
event play(card k): |
  perform k.effect
  remove k
event slow_down(piece who): give slowed to who until end of next round
"""


@dataclass(frozen=True)
class Construct:
    """The least that uses it, which helpers the code has then (a capital alone: functions of that letter), those of
    which other constructs it has as well, and the words by which a pack uses it."""

    text: str
    helpers: tuple[str, ...]
    words: str
    also: tuple[str, ...] = ()
    manifest: str = ""


# Whatever reacts: of several ones the age may decide.
REACTIONS = r"(?:^ *(?:- )?|[{] *)(?:before|instead|at|after|ended):"
CONSTRUCTS = {
    "edges": Construct(
        """\
kind wall: {placed: edge, owned: no}
wall high: {}
permission open_way(piece who, cell here, cell goal): is_empty(walls_on(edges_passed(who, here, goal)))
event leap(piece who, cell goal):
  legal: {open: "step_cost(who, goal, 2 cells, open_way, leg) is not none"}
  do: walk(who, goal)
value leg(piece who, cell here, cell goal) gives cells: 1 cell
event raze(cell c): |
  for each w in walls_on(edges(c)):
    remove w
""",
        ("edges_of", "edges_passed", "on_edges"), r"\bedges?\b|_on\(",
    ),
    "levels": Construct(
        "event rise(piece who): |\n  for each c in above(who):\n    put who at c if line_free(c, c, moss)\n",
        ("above", "plan_line_free"), r"^storeys:", manifest="storeys: 2\n",
    ),
    "state of statuses": Construct(
        "status shield(number n): {of: piece, state: {left: number starts n}}\n"
        "event shielded(piece who): give shield(2) to who\nevent wear(shield s): set s.left = s.left - 1\n",
        ("row_field", "set_row"), r"^status .*\n(?:  .*\n)*  state:|^status .*\bstate:",
    ),
    "arbiter": Construct(
        'event burn(piece who): {arbiter: who.owner, do: "hit(who, 1)"}\n', ("I",), r"\barbiter:",
    ),
    "age": Construct(
        "event renew(piece who): reset(who)\n"
        "rule old: {for: self in pieces, modify: pace.cap is 1 cell when who is self}\n",
        ("age_of", "in_age", "reset"), rf"\breset\(|{REACTIONS}",
    ),
    "secrets": Construct(
        "event think(player p): set p.guess = choose one n in numbers(1, 3) by p in secret\n",
        ("keep",), r"\bin secret\b",
    ),
    "batches": Construct(
        "event all_hit: |\n  together:\n    for each p in pieces:\n      hit(p, 1)\n",
        ("enlist", "start_batch", "wave"), r"\btogether:", also=("run_batch",),
    ),
    "checks at a moment": Construct(
        "check due: {at: round, for: p in pieces where p.hp <= 1, do: heal(p)}\n",
        ("run_batch",), r"^check .*\n(?:  .*\n)*  at:|^check .*\bat:", also=("enlist", "wave"),
    ),
    "allowed statuses": Construct(
        "rule lame: {modify: allow slowed when holder is rook}\n", ("o", "rows_held"), r"\bholder\b",
    ),
    "what must react": Construct(
        "rule spare: {instead: lose, do: heal(who)}\n", ("Q", "plain_react"),
        REACTIONS,
    ),
    "one-shots": Construct(
        "status lucky: {of: piece, spent_by: hit where who is self}\nevent bless(piece who): give lucky to who\n",
        ("S",), r"\bspent_by:",
    ),
    "clocks with a condition": Construct(
        "event hold(piece who): give slowed to who until while who.hp > 1\n",
        ("C",), r"\bwhile\b|\buntil (?:start|end) of .* where\b|\blasts:",
    ),
    "supposing": Construct(
        "event part(piece who, cell c): |\n"
        "  put who at c if supposing(who at c, no p in pieces where p.hp > 3 and p.place is c)\n",
        ("suppose", "resume"), r"\bsupposing\(",
    ),
    "new sheets": Construct("event turn_over(piece who): swap_sheet(who, rook)\n", ("swap_sheet",), r"\bswap_sheet\("),
}  # fmt: skip
# No program counts what ends in the middle, or computes again what is remembered, that is not compiled for it.
NEVER = ("ran_out", "cut_short", "again", "anew", "recalled", "filtered", "grouped")


def code_words(program: Program) -> set[str]:
    """The names that the generated code uses, and the letters of the functions among these."""
    found: set[str] = set()
    waiting: list[CodeType] = [marshal.loads(program.code)]
    while waiting:
        one = waiting.pop()
        found |= {*one.co_names, *one.co_varnames}
        waiting += [below for below in one.co_consts if isinstance(below, CodeType)]
    return found | {name[0] for name in found if re.match(r"[A-Zo]\d+(_|$)", name)}


def of_text(pack_folder: Write, manifest: str, text: str) -> set[str]:
    program, out = compiled(pack_folder({"pack.yaml": MANIFEST + manifest, "game.yaml": PLAIN + text}))
    assert program is not None, [f"{one.code} {one.span.text}: {one.message}" for one in out.errors]
    return code_words(program)


@cache
def of_pack(folder: Path) -> tuple[set[str], str]:
    """The words of the code of a pack, and its texts."""
    program, out = compiled(folder)
    assert program is not None, [one.message for one in out.errors]
    texts = [path.read_text("utf-8") for path in sorted(folder.glob("*.yaml"))]
    return code_words(program), re.sub(r"#.*", "", "\n".join(texts))


def test_the_plain_pack_has_no_helper_of_any_construct(pack_folder: Write) -> None:
    found = of_text(pack_folder, "", "")
    assert {name: both for name, one in CONSTRUCTS.items() if (both := sorted(found & {*one.helpers, *NEVER}))} == {}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_construct_has_its_own_helpers_and_no_others(pack_folder: Write, name: str) -> None:
    mine = CONSTRUCTS[name]
    found = of_text(pack_folder, mine.manifest, mine.text)
    assert set(mine.helpers) <= found
    others = {helper for one in CONSTRUCTS.values() if one is not mine for helper in one.helpers}
    assert sorted(found & {*others, *NEVER} - {*mine.helpers, *mine.also}) == []


@pytest.mark.parametrize("pack", ["hexes", "inches", "squares", "storeys"])
def test_a_pack_has_helpers_of_what_it_uses_alone(pack: str) -> None:
    found, texts = of_pack(FORTY / pack)
    unused = [one for one in CONSTRUCTS.values() if not re.search(one.words, texts, re.MULTILINE)]
    used = {helper for one in CONSTRUCTS.values() if one not in unused for helper in (*one.helpers, *one.also)}
    assert sorted(found & ({helper for one in unused for helper in one.helpers} - used | {*NEVER})) == []
    assert len(unused) > 5
