"""`why` and `why not` on a table: lengths, places, ways and formations are typed as they are for answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from .conftest import Run

Write = Callable[[Mapping[str, str | bytes] | str], Path]
MANIFEST = "pack: p\nplayers: 1\nstart: game\nboard: plane\n"
GAME = """map fen: {table: 36x24}
kind model: {placed: yes, plural: models, base: round 0.5}
model scout: {name: Scout}
model wolf: {name: Wolf}
value twice(inches n) gives inches: n * 2
permission near(model m, spot q): m within 6 inches of q
permission short(model m, way w): way_length(w) <= 6 inches
permission close(formation f): supposing(models at f, linked(models, 2 inches))
event game: |
  lay(fen)
  for each p in players:
    for each s in (scout, wolf):
      let m = create s for p
      let q = choose one q in anchors(m) where not (q within 4 inches of rim) by p
      put m at q
    let a = first(models)
    finish if a is none
    offer p or pass:
      march(a, q) for q in anchors(a)
      go(a, w) for w in ways(a)
    offer p or pass:
      fall_in(p, f) for f in formations(models)
event march(model m, spot q):
  legal: {far: "near(m, q)"}
  do: put m at q
event go(model m, way w):
  legal: {far: "short(m, w)"}
  do: put m at way_end(w)
event fall_in(player who, formation f):
  legal: {close: close(f)}
  do: put models at f
"""
PLACE: tuple[str, ...] = ()
MARCH = ("10x10", "14x10")
FORMATION = (*MARCH, "10x12")
CAN = "It can be answered: type it."


def _told(run: Run, folder: Path, before: tuple[str, ...], line: str, language: str = "en") -> str:
    typed = "\n".join([*before, line, "quit", ""])
    ran = run("play", folder, "--seed", "1", "--language", language, typed=typed)
    assert (ran.code, ran.err) == (0, "")
    return " ".join(ran.out.split("> ")[-2].rpartition("\n")[0].split())


@pytest.fixture
def fen(pack_folder: Write) -> Path:
    return pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME})


@pytest.mark.parametrize(("before", "line", "told"), [
    (PLACE, "why twice(3 inches)", 'twice(3") = 6"'),
    (PLACE, "why twice(3)", 'twice(3") = 6"'),
    (PLACE, "why twice(2.5 inches)", 'twice(2.5") = 5"'),
    (PLACE, 'why twice(2.5")', 'twice(2.5") = 5"'),
    (PLACE, "why twice(3 cells)", "'3 cells' is not a number of inches."),
    (PLACE, "why not 10x3", "10x3 is not among the answers, because this does not hold: not q within 4 inches of rim"),
    (PLACE, "why not 10.1x10", CAN),
    (PLACE, "why not 99999x5", "99999 inches lie off the plane: type at most 1048 inches."),
    (MARCH, "why near(SC, 30x10)", "near(Scout, 30x10) = no"),
    (MARCH, "why near(SC, (12, 10))", "near(Scout, 12x10) = yes"),
    (MARCH, "why near(SC, 12, 10)", "near(Scout, 12x10) = yes"),
    (MARCH, "why near(SC, north by 3)", "near(Scout, 10x7) = yes"),
    (MARCH, "why near(SC, B4)", "'B4' is not a place: type inches from left and top, such as 12.5x7."),
    (MARCH, "why short(SC, 10x14 then 13x14)", "short(Scout, 10x14 then 13x14) = no"),
    (MARCH, "why close(SC 5x5, WO 7x5)", "close(Scout 5x5, Wolf 7x5) = yes"),
    (MARCH, "why close((SC 5x5, WO 9x5))", "close(Scout 5x5, Wolf 9x5) = no"),
    (MARCH, "why close(SC)", "'SC' does not place several things"),
    (MARCH, "why not march(SC, 30x10)", "is not among the answers, because this does not hold: far: near(m, q)"),
    (MARCH, "why not 30x10", "march(Scout, 30x10) is not among the answers, because this does not hold"),
    (MARCH, "why not march(SC, 10.5x10)", CAN),
    (MARCH, "why not go(SC, 10x14 then 13x14)", "go(Scout, 10x14 then 13x14) is not among the answers"),
    (MARCH, "why not 10x14 then 13x14", "go(Scout, 10x14 then 13x14) is not among the answers"),
    (MARCH, "why not go(SC, 10x12 then 11x12)", CAN),
    (FORMATION, "why not fall_in(player 1, SC 5x5, WO 15x5)", "Scout 5x5, Wolf 15x5) is not among the answers"),
    (FORMATION, "why not SC 5x5, WO 15x5", "Scout 5x5, Wolf 15x5) is not among the answers"),
    (FORMATION, "why not fall_in(player 1, SC 5x5, WO 7x5)", CAN),
])  # fmt: skip
def test_arguments_are_typed_as_answers_are(
    run: Run, fen: Path, before: tuple[str, ...], line: str, told: str
) -> None:
    assert told in _told(run, fen, before, line)


@pytest.mark.parametrize(("line", "told"), [
    ("99999x5", "99999 inches lie off the plane: type at most 1048 inches."),
    ("99999, 5", "99999 inches lie off the plane"),
    ("2 10.12345x10",
     "10.12345 inches is not a whole number of thousandths: type at most three digits after the point."),
    ("10x10@4.5", "'4.5' is not a turn in whole degrees: type a number from 1 to 359."),
    ("ax5", "'ax5' is not an answer here, and not a command."),
])  # fmt: skip
def test_what_is_wrong_with_a_typed_place_is_told(run: Run, fen: Path, line: str, told: str) -> None:
    assert told in _told(run, fen, PLACE, line)


def test_it_is_told_in_russian_too(run: Run, fen: Path) -> None:
    lines = {
        "99999x5": "99999: это за краем плоскости. Введите не больше 1048 дюймов.",
        "10.12345x10": "10.12345: слишком точно.",
        "why twice(2 дюйма)": 'twice(2") = 4"',
        "why twice(3 cells)": "«3 cells» — не число дюймов.",
        "why not 10.1x10": "Так можно ответить",
    }
    assert {line: told for line, told in lines.items() if told not in _told(run, fen, PLACE, line, "ru")} == {}
