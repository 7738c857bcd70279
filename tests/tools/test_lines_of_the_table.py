"""How lines of the story and around the board are joined, broken and put in columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.session import Game, link_program
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.question import numbered
from rulewright_tools.show.story import Story
from rulewright_tools.show.telling import Teller
from rulewright_tools.show.words import say

from .conftest import Run

Write = Callable[[Mapping[str, str | bytes] | str], Path]

YARD = """\
pack: yard
start: play
board: square
messages:
  en:
    lay_stone: A stone lies on <spot>
    march: <who> marches
    walk: <who> walks
    fall: <who> falls
  ru: {lay_stone: Камень лежит на <spot>, march: <who> идёт, walk: <who> шагает, fall: <who> падает}
"""
GAME = """\
map lawn:
  rows: |
    ..
    ..
kind gnome: {placed: yes, owned: no, plural: gnomes}
gnome tall: {name: {en: Trousers, ru: Штаны, en.is: p, ru.is: p}}
event lay_stone(cell spot): {}
event march(gnome who): walk(who)
event walk(gnome who): |
  fall(who)
  rest(who)
event rest(gnome who): {}
event fall(gnome who): remove who
event play: |
  lay(lawn)
  repeat up to 2:
    for each p in players:
      offer p:
        lay_stone(c) for c in everywhere
  let here = first(everywhere)
  finish if here is none
  let a = create tall at here
  let b = create tall at here
  march(a)
  remove b
"""


@pytest.fixture
def yard(pack_folder: Write) -> Path:
    """Two players lay stones by turns; then somebody falls while it walks, and another one is taken away."""
    return pack_folder({"pack.yaml": YARD, "game.yaml": GAME})


def _story(pack: Path, language: str, answers: int = 4) -> list[str]:
    found = check_pack(pack)
    assert found.program is not None, [one.message for one in found.diagnostics]
    game = Game.new(link_program(found.program), 2, 1)
    for answer in range(answers):
        game.answer(answer)
    sight = Sight(None, language)
    story = Story(sight)
    story.retold(game.stretches(), Teller(game.state, sight))
    return [line.plain for line in story.take()]


def test_what_two_players_do_by_turns_stands_in_a_line_for_each(yard: Path) -> None:
    assert _story(yard, "en")[:4] == [
        "player 1: A stone lies on A1",
        "player 2: A stone lies on B1",
        "player 1: A stone lies on A2",
        "player 2: A stone lies on B2",
    ]


def test_what_runs_around_an_event_that_is_cut_short_is_not_told_again(yard: Path) -> None:
    assert _story(yard, "en")[4:8] == [
        "    Trousers 1 marches", "    Trousers 1 walks", "    Trousers 1 falls", "    Trousers 1 walks: cut short",
    ]  # fmt: skip


def test_who_leaves_play_is_told_in_words_that_fit_one_and_many(yard: Path) -> None:
    assert [_story(yard, "en")[8:], _story(yard, "ru")[8:]] == [
        ["    Trousers 2 leave play"], ["    Штаны 2 выбывают из игры"],
    ]  # fmt: skip


PLANE = """\
area rose_bed: {name: Bed of roses}
area herb_bed: {name: Bed of herbs and spices}
area pond: {name: Pond with lilies on it}
area path: {name: Path of gravel}
map garden:
  table: 24x16
  areas: {rose_bed: disc 6x4 by 2, herb_bed: disc 18x12 by 3, pond: disc 12x8 by 2.5, path: disc 3x13 by 1}
kind gnome: {placed: yes, name: Gnome}
gnome tall: {name: Tall gnome}
event play: |
  lay(garden)
  let one = first(players)
  finish if one is none
  repeat up to 3:
    let q = choose one q in everywhere by one
    let a = create tall for one at q
"""


def test_the_legend_is_no_wider_than_the_table_and_places_stand_in_a_column(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: garden\nplayers: 2\nboard: plane\nstart: play\n", "utf-8")
    (tmp_path / "game.yaml").write_text(PLANE, "utf-8")
    ran = run("play", tmp_path, typed="1.125x1\n12x8\n")
    lines = ran.out.splitlines()
    legend = [line for line in lines if "Bed of" in line or "Pond" in line or "Path" in line]
    assert len(legend) > 1 and max(map(len, legend)) <= max(len(line) for line in lines if "." * 20 in line)
    gnomes = [line for line in lines if "gnome" in line]
    assert gnomes[-2:] == ["  TG Tall gnome 1 1.125x1", "  TB Tall gnome 2    12x8"]


RESERVES = """\
map lawn:
  rows: |
    ..
    ..
kind gnome: {placed: yes, name: Gnome}
gnome tall: {name: Tall gnome}
kind hat: {name: Hat}
hat red: {name: Red hat}
zone shed(player owner): {name: Shed, holds: gnome}
zone box(player owner): {name: Box, holds: hat}
event play: |
  lay(lawn)
  for each p in players:
    create tall for p into shed of p
    create red for p into box of p
  let one = first(players)
  finish if one is none
  let q = choose one q in everywhere by one
"""


def test_a_zone_of_pieces_that_have_their_own_lines_is_counted(run: Run, pack_folder: Write) -> None:
    pack = pack_folder({"pack.yaml": "pack: q\nplayers: 2\nstart: play\nboard: square\n", "game.yaml": RESERVES})
    lines = run("play", pack, typed="quit\n").out.splitlines()
    at = lines.index("player 1 (you)")
    assert lines[at + 1 : at + 4] == ["  Box (1): Red hat", "  Shed 1", "  TG Tall gnome   -"]


def test_short_answers_among_long_ones_stand_in_columns() -> None:
    short, long = [f"Move to A{i}" for i in range(12)], "Attack the old barracks beyond the river with the gun"
    lines = [line.plain for line in numbered([*short, long, "pass"], 78)]
    assert lines == [
        "   1 Move to A0     4 Move to A3     7 Move to A6    10 Move to A9",
        "   2 Move to A1     5 Move to A4     8 Move to A7    11 Move to A10",
        "   3 Move to A2     6 Move to A5     9 Move to A8    12 Move to A11",
        f"  13 {long}",
        "  14 pass",
    ]


def test_a_heading_that_does_not_fit_has_no_signs_alone_in_its_last_line(run: Run, tmp_path: Path) -> None:
    long = "A very long time " * 4
    for said, last in ((f"{long}round <n>", "answer 0"), ("round <n>", "== round 1 | answer 0 ==")):
        (tmp_path / "pack.yaml").write_text(f"pack: n\nstart: play\nheader: {said}\n", "utf-8")
        (tmp_path / "game.yaml").write_text(
            "kind match: {state: {n: number starts 1}}\nkind player: {state: {points: number}}\n"
            "event play: |\n  for each p in players:\n    set p.points = choose one n in numbers(1, 3) by p\n", "utf-8",
        )  # fmt: skip
        lines = [line.strip() for line in run("play", tmp_path, typed="quit\n").out.splitlines()]
        assert "==" not in lines and next(line for line in lines if "answer 0" in line).endswith(last)


STATUSES = """\
kind gnome: {placed: yes, owned: no, plural: gnomes}
gnome tall: {name: Tall}
map lawn:
  rows: |
    ..
    ..
status proud: {of: gnome, name: Proud}
event fall(gnome who): remove who
event play: |
  lay(lawn)
  let here = first(everywhere)
  finish if here is none
  let a = create tall at here
  give proud to a
  end proud of a
  give proud to a
  fall(a)
"""


def test_who_falls_is_not_told_to_lose_what_it_had(pack_folder: Write) -> None:
    pack = pack_folder({"pack.yaml": "pack: q\nstart: play\nboard: square\nmessages: {en: {fall: <who> falls}}\n",
                        "game.yaml": STATUSES})  # fmt: skip
    told = ["    Tall: Proud", "    Tall: no longer Proud", "    Tall: Proud", "    Tall falls"]
    assert _story(pack, "en", 0) == told


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("place", ["", "such_place", "such_spot"])
def test_the_help_fits_eighty_columns(language: str, place: str) -> None:
    text = say(language, "help", place=say(language, place, place="A1") if place else "")
    assert max(map(len, text.splitlines())) <= 80


def test_the_help_keeps_its_columns_in_a_narrow_terminal(run: Run, yard: Path) -> None:
    lines = run("play", yard, columns=50, typed="help\nquit\n").out.splitlines()
    commands = lines[lines.index("Commands:") + 1 :]
    told = commands[: next(i for i, line in enumerate(commands) if not line.startswith(" "))]
    assert len(told) > 15 and all(len(line) <= 50 for line in told)
    assert [line for line in told if line[2] == " " and not line.startswith(" " * 20)] == []


def test_what_a_bot_does_after_a_player_stands_in_a_line_of_its_own(run: Run, yard: Path) -> None:
    ran = run("play", yard, "--bots", "greedy", "--seed", "1", typed="1\nquit\n")
    told = ran.out.split("player 1> ")[1].splitlines()
    assert told[0] == "    A stone lies on A1" and told[1].startswith("player 2: A stone lies on ")
