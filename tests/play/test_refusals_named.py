"""A refusal names the things for which a loop fails, and the innermost part that failed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.on_planes import linked_of

from rulewright.play import opened, why
from rulewright.play.state import State
from rulewright.session import Game, told_refusal
from rulewright.space.plane.poses import pose
from rulewright_tools.show.why import failing

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """area camp: {}
map fen: {table: 36x24, areas: {camp: rectangle 0x0 to 12x24}}
kind rock: {placed: yes, owned: no, plural: rocks, base: round 1}
rock cairn: {name: Cairn}
kind model: {placed: yes, plural: models, base: round 0.5, state: {hp: number starts 1}}
model scout: {name: {en: Scout, ru: Дозорный}}
permission clear(model m, spot q): m.hp > 0 and (no r in rocks where overlapping(r, footprint(m, q)))
permission dry(model m, spot q):
  normally: no r in rocks where overlapping(r, footprint(m, q))
  says: {normally: {en: "<m> would lie on a rock", ru: "<m> на камне"}}
permission barred(model m): some o in models where o is not m and overlapping(o, m)
permission near(model m, spot q): some r in rocks where r within 12 inches of q
permission outer(formation f): camped(f)
permission camped(formation f): size(models) > 1 and (every m in models has wholly_in(m, place_in(f, m)))
permission wholly_in(model m, spot or none q): q is not none and wholly(footprint(m, q), camp)
event game: |
  lay(fen)
  for each p in players:
    let c = choose one c in everywhere by p
    create cairn at c
    repeat up to 3:
      create scout for p
    offer p:
      set_up(p, f) for f in formations(models)
event set_up(player p, formation f):
  legal: {it: "CONDITION"}
  SAYS
  do: put models at f
"""
CAIRN = pose(10_000, 10_000)
MANIFEST = "pack: p\nplayers: 1\nstart: game\nboard: plane\n"
START = (pose(4_000, 10_000), pose(5_000, 10_000), pose(6_000, 10_000))
IN_CAMP = "every m in models has (let q = place_in(f, m) then q is not none and wholly(footprint(m, q), camp))"
SHARED = IN_CAMP.replace("wholly(footprint(m, q), camp)", "share_in(footprint(m, q), camp, 1, 1)")
CLEAR = "every m in models has (let q = place_in(f, m) then q is not none and clear(m, q))"
DRY = "every m in models has (let q = place_in(f, m) then q is not none and dry(m, q))"
NEAR = "every m in models has (let q = place_in(f, m) then q is not none and near(m, q))"
ALONE = "supposing(models at f, no m in models where (m.place is none or barred(m)))"
LINKED = "supposing(models at f, linked(models, 3 inches))"
OFF, ON_ROCK, ON_MODEL = (12_000, 10_000), (10_200, 10_000), (4_200, 10_000)
SOME = "some m in models where not wholly_in(m, place_in(f, m))"
CLEAR_ROCK = "no r in rocks where overlapping(r, footprint(m, q))"


def _asked(pack_folder: Write, condition: str, says: str = "") -> State:
    text = GAME.replace("CONDITION", condition).replace("  SAYS\n", f"  says: {{it: {says}}}\n" if says else "")
    game = Game.new(linked_of(pack_folder({"pack.yaml": MANIFEST, "game.yaml": text})), seed=0)
    game.answer(opened.number_of(0, CAIRN))
    return game.state


def _told(m: State, third: tuple[int, int], language: str = "en") -> str:
    """Why the third scout may not be set up there, without the formation and without the one nearby."""
    said = told_refusal(m, 0, _formation(m, third), 0, language).partition(": ")[2]
    return said.removeprefix("it: ")


def _formation(m: State, third: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    scouts = [e for e in range(1, len(m.at)) if m.at[e] < 0]
    return tuple(zip(scouts, (*START[:2], pose(*third)), strict=True))


def _against(m: State, third: tuple[int, int]) -> list[why.Failing]:
    return opened.refused(m, 0, _formation(m, third))


@pytest.mark.parametrize(
    ("condition", "third", "told"),
    [
        (IN_CAMP, OFF, "wholly(footprint(m, q), camp) (outside 0.5 inches (Scout 3), at most 0 needed)"),
        (CLEAR, ON_ROCK, f"{CLEAR_ROCK} (overlap 1.3 inches (Scout 3, Cairn), at most 0 needed)"),
        (
            ALONE,
            ON_MODEL,
            "no o in models where o is not m and overlapping(o, m)"
            " (overlap 0.8 inches (Scout 1, Scout 3), at most 0 needed)",
        ),
        (SHARED, OFF, "share_in(footprint(m, q), camp, 1, 1) (Scout 3)"),
        (
            NEAR,
            (30_000, 10_000),
            "some r in rocks where r within 12 inches of q (distance 19 inches (Scout 3, Cairn), at most 12 needed)",
        ),
        (LINKED, OFF, f"{LINKED} (distance 6 inches (Scout 2, Scout 3), at most 3 needed)"),
        ("outer(f)", OFF, "wholly(footprint(m, q), camp) (outside 0.5 inches (Scout 3), at most 0 needed)"),
        ("not camped(f)", (6_000, 10_000), "not camped(f)"),
        (SOME, (6_000, 10_000), SOME),
        (DRY, ON_ROCK, "Scout 3 would lie on a rock (overlap 1.3 inches (Scout 3, Cairn), at most 0 needed)"),
    ],
)
def test_the_things_for_which_a_loop_fails_are_named(
    pack_folder: Write, condition: str, third: tuple[int, int], told: str
) -> None:
    assert _told(_asked(pack_folder, condition), third).startswith(told + "; ")


def test_words_of_the_pack_are_followed_by_the_things(pack_folder: Write) -> None:
    m = _asked(pack_folder, IN_CAMP, "{en: a scout is not in the camp, ru: дозорный не в лагере}")
    assert _told(m, OFF).startswith("a scout is not in the camp (outside 0.5 inches (Scout 3), at most 0 needed); ")
    assert _told(m, OFF, "ru").startswith("дозорный не в лагере (снаружи 0.5 дюйма (Дозорный 3), нужно не больше 0); ")


def test_the_terminal_tells_the_things_and_no_part_twice(pack_folder: Write) -> None:
    m = _asked(pack_folder, CLEAR)
    lines = [line.plain.partition("  game.yaml")[0] for line in failing("It", _against(m, ON_ROCK), "", "en")]
    assert lines[1:] == [
        "  it: " + re.sub("[()](?=let|$)", "", CLEAR),
        "    overlap 1.3 inches (Scout 3, Cairn), at most 0 needed",
        "    m: Scout 3",
        "    " + CLEAR_ROCK,
        "      overlap 1.3 inches (Cairn), at most 0 needed",
        "      r: Cairn, 10x10",
    ]
