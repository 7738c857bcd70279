"""`look` of a thing and `why` of a figure tell what packs have done to a printed field, in order, with the places."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.meaning import meaning_of
from rulewright.pipeline import load_program
from rulewright.session import Game, link_program
from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Unknown
from rulewright_tools.show.pieces import Sight, Signs

GAME = {
    "pack.yaml": "pack: meadow\nstart: game\nboard: square\nplayers: 2\n",
    "rules.yaml": """\
enum size: [small, large]
enum trait: [beast, human, swift]
kind piece:
  placed: yes
  printed: {reach: cells, bulk: size, traits: set of trait, hp: number, worth: number}
  names: {reach: {en: reach, ru: досягаемость}}
  parts: {lines: line}
kind line: {part_of: piece, printed: {bonus: number}}
kind card: {printed: {cost: number, plot: number}, secret: {plot: owner}}
card ace: {cost: 2, plot: 3}
zone hand(player owner): {seen_by: owner, holds: card}
piece wolf:
  name: {en: Wolf, ru: Волк}
  reach: 2 cells
  bulk: small
  traits: [beast]
  hp: 65
  worth: 1
  lines: {claw: {bonus: 2}, bite: {bonus: 4}}
piece rat: {extends: wolf, name: {en: Rat, ru: Крыса}}
value threat(piece who) gives number:
  start: who.hp + size(who.lines)
  steps: {more: total}
rule beasts:
  modify: threat.more is who.worth when who.reach > 0 cells
map yard:
  rows: ".h"
  legend: {h: here}
area here: {}
event game: |
  lay(yard)
  let one = first(players)
  finish if one is none
  let other = next_seat(one)
  let hers = create ace for other into hand of other
  for each c in here:
    create wolf for one at c
  offer one or pass:
    wait(one)
event wait(player who): {}
""",
}
MODS = {
    "tougher": {"pack.yaml": "pack: tougher\nneeds: {meadow: any}\n", "rules.yaml": """\
change piece wolf:
  raise: {hp: 5, lines.claw.bonus: 1, reach: 1 cell}
  add: {traits: swift}
change card ace:
  raise: {cost: 1, plot: 1}
"""},
    "weaker": {"pack.yaml": "pack: weaker\nneeds: {meadow: any}\nafter: [tougher]\n", "rules.yaml": """\
change piece wolf:
  scale: {hp: 50%}
  set: {bulk: large}
  take: {traits: beast}
  lower: {reach: 1 cell}
"""},
    "both": {"pack.yaml": "pack: both\nneeds: {tougher: any, weaker: any}\n", "rules.yaml": "area x: {}\n"},
}  # fmt: skip


def written(folder: Path) -> Path:
    for name, files in {"meadow": GAME, **MODS}.items():
        (folder / name).mkdir()
        for file, text in files.items():
            (folder / name / file).write_text(text, encoding="utf-8")
    return folder


def of(folder: Path) -> Match:
    program = load_program(folder, None)
    assert program is not None
    return Match(Game.new(link_program(program), seed=1), ("human", "random"), 1, {})


def explained(match: Match, words: str, language: str = "en", viewer: int = 0) -> list[str]:
    asked = Explainer(match, Sight(viewer, language), Signs(), "")
    verb, _, name = words.partition(" ")
    lines = asked.look(name) if verb == "look" else asked.why(name)
    return [line.plain.rstrip() for line in lines]


def test_look_tells_what_was_done_to_each_printed_field(tmp_path: Path) -> None:
    found = explained(of(written(tmp_path) / "both"), "look Wolf")
    assert found[1:6] == [
        "  reach 2 cells, bulk large, traits swift, hp 35, worth 1",
        "  reach: was 2 cells, raised by 1 cell by tougher (tougher:rules.yaml:2); lowered by 1 cell by weaker "
        "(weaker:rules.yaml:5)",
        "  bulk: was small, set to large by weaker (weaker:rules.yaml:3)",
        "  traits: was beast, swift added by tougher (tougher:rules.yaml:3); beast taken by weaker "
        "(weaker:rules.yaml:4)",
        "  hp: was 65, raised by 5 by tougher (tougher:rules.yaml:2); scaled to 50% by weaker (weaker:rules.yaml:2)",
    ]
    assert [line for line in found if "bonus" in line] == [
        "    bonus 3", "    bonus: was 2, raised by 1 by tougher (tougher:rules.yaml:2)", "    bonus 4",
    ]  # fmt: skip


def test_in_another_language(tmp_path: Path) -> None:
    match = of(written(tmp_path) / "both")
    assert explained(match, "look Волк", "ru")[2] == (
        "  досягаемость: было 2 клетки, в tougher прибавлено: 1 клетка (tougher:rules.yaml:2); "
        "в weaker отнято: 1 клетка (weaker:rules.yaml:5)"
    )
    assert explained(match, "why hp(Волк)", "ru")[1] == (
        "  hp: было 65, в tougher прибавлено: 5 (tougher:rules.yaml:2); в weaker пересчитано: 50% (weaker:rules.yaml:2)"
    )


def test_why_of_a_printed_field(tmp_path: Path) -> None:
    match = of(written(tmp_path) / "both")
    assert explained(match, "why hp(Wolf)") == [
        "hp(Wolf) = 35  rules.yaml:12",
        "  hp: was 65, raised by 5 by tougher (tougher:rules.yaml:2); scaled to 50% by weaker (weaker:rules.yaml:2)",
    ]
    assert explained(match, "why worth(Wolf)") == ["worth(Wolf) = 1  rules.yaml:12"]
    with pytest.raises(Unknown, match=r"why hp\(piece\)"):
        explained(match, "why hp")
    with pytest.raises(Unknown, match="cost is not printed on Wolf"):
        explained(match, "why cost(Wolf)")


def test_why_of_a_value_tells_of_the_fields_that_its_lines_read(tmp_path: Path) -> None:
    """Of what was asked about, each once; what nobody has changed is not told, as `worth` here."""
    found = explained(of(written(tmp_path) / "both"), "why threat(Wolf)")
    assert found[0] == "threat(Wolf) = 38"
    assert [line for line in found if "was" in line] == [
        "  hp: was 65, raised by 5 by tougher (tougher:rules.yaml:2); scaled to 50% by weaker (weaker:rules.yaml:2)",
        "  reach: was 2 cells, raised by 1 cell by tougher (tougher:rules.yaml:2); lowered by 1 cell by weaker "
        "(weaker:rules.yaml:5)",
    ]


def test_nobody_is_told_of_what_may_not_be_known(tmp_path: Path) -> None:
    match = of(written(tmp_path) / "both")
    assert any("plot" in line for line in explained(match, "look ace", viewer=1))
    with pytest.raises(Unknown):
        explained(match, "look ace")
    with pytest.raises(Unknown):
        explained(match, "why plot(ace)")


def test_a_pack_alone_has_nothing_to_tell(tmp_path: Path) -> None:
    folder = written(tmp_path)
    match = of(folder / "meadow")
    assert match.game.linked.program.changed == {}
    assert not [line for line in explained(match, "look Wolf") if "was" in line]


def test_what_was_done_is_kept_and_means_nothing_in_play(tmp_path: Path) -> None:
    """A program from the cache tells it too, and who extends a changed sheet is told of it."""
    folder = written(tmp_path)
    made = load_program(folder / "both", tmp_path / "cache")
    again = load_program(folder / "both", tmp_path / "cache")
    assert made is not None and again is not None and made is not again
    assert again.changed == made.changed
    assert {"wolf", "rat", "wolf.claw", "ace"} <= made.changed.keys()
    assert made.changed["rat"]["hp"] == made.changed["wolf"]["hp"]
    before = meaning_of(made)
    made.changed, made.meaning = {}, ""
    assert meaning_of(made) == before
