"""A plane at the terminal: places that are typed, why they cannot be answered, saves with them, pictures of maps."""

from __future__ import annotations

import inspect
import json
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rulewright.session import Game, link_program
from rulewright.space.plane import spoken
from rulewright_tools.packs import startable
from rulewright_tools.playing import placing
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.picture import Picture, scene
from rulewright_tools.show.pieces import Sight, Signs

from .conftest import Run

HEATH = Path(__file__).parents[1] / "play" / "heath"


def told_each(
    run: Run, played: tuple[str | Path, ...], begun: list[str], lines: dict[str, str]
) -> list[tuple[str, str]]:
    """Types each line after the first answers of a match; it is told with its words. Each line with all of the output.
    """
    outputs = []
    for line, words in lines.items():
        ran = run("play", *played, typed="\n".join([*begun, line, "quit", ""]))
        assert words in " ".join(ran.out.split("> ")[-2].split()), line
        outputs.append((line, ran.out))
    return outputs


def test_places_are_typed_and_kept(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    typed = ["18x12", "7.5, 24", "3 3x3", "10x8.125", "8, 18 turned 370", "board", "save end.json", "quit"]
    ran = run("play", HEATH, "--seed", "3", typed="".join(f"{line}\n" for line in typed))
    assert (ran.code, ran.err) == (0, "")
    assert "18x12 is no answer" in ran.out and "3x3 is no answer: edge:" in ran.out
    assert "*A Cairn 1 10x8.125   *E Hedge 1 8x18@10" in ran.out
    assert " 8  ....................*..." in ran.out and "10  ............................~~~~~~~~" in ran.out
    assert "~ Wood   - Crater   : Centre line" in ran.out
    kept = json.loads(Path("end.json").read_text("utf-8"))
    assert sum(step["answer"] <= 0 for step in kept["answers"]) == 3
    again = run("play", HEATH, "--load", "end.json", typed="quit\n")
    assert again.code == 0 and "Hedge 1 8x18@10" in again.out
    assert run("replay", "end.json", "--pack", HEATH).code == 0


def test_areas_are_drawn_so_that_things_stand_out(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    """By signs that no thing has, dim where there are colours; a side of the table is told and not drawn."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "pack", "made", "--board", "plane").code == 0
    pack = Path("made/match.yaml")
    text = pack.read_text("utf-8").replace("area pond:", "area top_edge: {name: {en: North, ru: Север}}\narea pond:")
    pack.write_text(text.replace("  areas:\n", "  areas:\n    top_edge: line 0x0 to 24x0\n"), "utf-8")
    command, typed = ("play", "made", "--seed", "1"), "1\n1\n1\nquit\n"
    drawn = run(*command, typed=typed).out.split("== answer 6 ==")[1]
    assert "\n 0  ::::" in drawn and "\n 2  ::::S:::::::S:::" in drawn and "\n14  ~~~~~~~~~~~~s~~~" in drawn
    assert ": Northern shore   ~ Southern shore   - Pond\nNorth (top)\n" in drawn
    assert "Север (сверху)" in run(*command, "--language", "ru", typed=typed).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    drawn = run(*command, typed=typed).out.split("== answer 6 ==")[1]
    row = next(line for line in drawn.splitlines() if "14  " in line)
    assert "\x1b[1;93ms" in row and "\x1b[2;" in row and row.index("~~") < row.index("\x1b[1;93ms")


def test_a_map_is_drawn_to_scale(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "heath.svg"
    ran = run("show", HEATH, "map", "heath", "--svg", file)
    assert ran.code == 0 and "table: 36x24" in ran.out
    drawn = file.read_text("utf-8")
    assert drawn.startswith("<svg") and "<title>Wood</title>" in drawn and 'r="2000"' in drawn
    none = run("show", HEATH, "zone", "--svg", tmp_path / "none.svg")
    assert none.code != 0 and "--svg draws one map of a plane" in none.err
    assert not (tmp_path / "none.svg").exists()


def test_an_area_of_several_figures_is_named_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: isles\nplayers: 2\nboard: plane\nstart: go\n")
    (tmp_path / "game.yaml").write_text(
        "area isle: {name: Isle}\narea reef: {name: Reef}\nkind buoy: {placed: yes, owned: no}\nbuoy bell: {}\n"
        "map sea:\n  table: 24x16\n  areas:\n    isle: [disc 6x4 by 2, disc 18x12 by 3]\n    reef: disc 12x8 by 2.5\n"
        "event go: |\n  lay(sea)\n  for each p in players:\n    let q = choose one q in everywhere by p\n"
        "    create bell at q\n"
    )
    ran = run("play", tmp_path, typed="quit\n")
    assert ran.code == 0 and ": Isle   ~ Reef\n" in ran.out


TO_MOVE = [*["1"] * 6]  # of seed 5: then the first guard of player 1 may move


def test_a_thing_goes_toward_another_by_inches(run: Run) -> None:
    """By its sign or name, or without one where one thing alone is asked about; towards a thing or a place."""
    there = {
        "GU toward ga by 3": "3.479x17.046",
        "toward Cairn 1 by 2": "5.897x19.368",
        "Guard 1 of player 1 toward 10x20 by 1.5": "5.5x20",
        "guard 1 of player 1 north by 4": "4x16",
        "90 by 1": "5x20",
        "3 GU east by 2": "6x20",
        "GU 5.5x21": "5.5x21",
        "GU 5.5, 21": "5.5x21",
        "GU 5.5, 21 turned 45": "5.5x21@45",
        "GU 5.5x21 turned 45": "5.5x21@45",
        "5.5x21 turned 45": "5.5x21@45",
        "GU toward 10, 20 by 1.5": "5.5x20",
        "GU turned 90": "4x20@90",
    }
    for line, where in there.items():
        ran = run("play", HEATH, "--seed", "5", typed="\n".join([*TO_MOVE, line, "board", "quit", ""]))
        assert ["GU", "Guard", "1", where] in [row.split() for row in ran.out.split("> ")[-2].splitlines()], line


def test_places_of_several_things_are_typed(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    """Among the answers of several pieces a glyph tells which of them goes there; else the answer that allows it."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "pack", "made", "--board", "plane").code == 0
    there = {
        "SC 5, 5 turned 45": ["SC", "Scout", "1", "5x5@45"],
        "SB 5x5@45": ["SB", "Scout", "2", "5x5@45"],
        "26 SB 5, 5": ["SB", "Scout", "2", "5x5"],
        "SB toward 12, 10 by 5": ["SB", "Scout", "2", "9x6"],
        "10,6 turned 30": ["SB", "Scout", "2", "10x6@30"],
    }
    for line, row in there.items():
        ran = run("play", "made", "--seed", "1", typed="\n".join(["1", "1", "1", line, "board", "quit", ""]))
        assert row in [shown.split() for shown in ran.out.split("> ")[-2].splitlines()], line
    refused = {
        "SA toward SD by 4": "Nothing is called 'SA': type one of: SC, SB, SO,",
        "3 SB 5, 5": "Answer 3 does not say where Scout 2 of player 1 goes.",
        "toward 5, 5 by 4": "Type first what goes there, by its glyph or name, as in SC toward 5, 5 by 4.",
    }
    told_each(run, ("made", "--seed", "1"), ["1", "1", "1"], refused)


def test_what_stands_nowhere_goes_from_the_place_of_an_answer(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "pack", "made", "--board", "plane").code == 0
    first = run("play", "made", "--seed", "1", typed="quit\n").out
    offered = re.search(r" 2 deploy\(Scout, (\d+)x(\d+)\)", first)
    assert offered is not None
    there = {"2 turned 45": f"{offered[1]}x{offered[2]}@45", "2 east by 1": f"{int(offered[1]) + 1}x{offered[2]}"}
    for line, where in there.items():
        ran = run("play", "made", "--seed", "1", typed="\n".join([line, "board", "quit", ""]))
        assert where in ran.out.split("> ")[-2].split(), line
    refused = {
        "turned 45": "'Scout' stands nowhere: type a place, such as 12.5x7.",
        "why not shove": "shove needs its arguments: why not shove(who, far)",
    }
    with Path("made/match.yaml").open("a", encoding="utf-8") as file:
        file.write("event shove(model who, inches far): {}\n")
        file.write("kind hat: {part_of: model, placed: yes}\n")
    text = Path("made/match.yaml").read_text("utf-8")
    text = text.replace("  printed: {stride: inches}\n", "  printed: {stride: inches}\n  parts: {hats: hat}\n")
    text = text.replace("  stride: 6 inches\n", "  stride: 6 inches\n  hats: {cap: {}}\n")
    Path("made/match.yaml").write_text(text, "utf-8")
    refused["XX 5, 5"] = "Nothing is called 'XX': type one of: SC player 1"  # and not the cap, a part that never stands
    told_each(run, ("made", "--seed", "1"), [], refused)


def test_the_help_of_a_table_says_how_places_are_typed(run: Run) -> None:
    assert "12.5x7@90, where a thing goes as in GA toward 36x24 by 6," in run("play", HEATH, typed="help\nquit\n").out


def test_a_thing_that_cannot_go_there_is_told_why(run: Run) -> None:
    lines = {
        "GU toward ga by 7": "is no answer: far: p within m.move of m.place (distance 7 inches, at most 6 needed)",
        "ga toward GU by 2": "This question does not ask where Guard 1 of player 2 goes.",
        "GU toward nobody by 3": "'nobody' is neither a place nor the name of a thing: type a place, such as 12.5x7, "
                                 "or one of: GU,",
        "GX toward GU by 3": "Nothing is called 'GX': type one of: GU,",
        "GX 5, 21": "Nothing is called 'GX': type one of: GU,",
        "GU toward ga": "After 'by' comes how far, as in toward ga by 6.",
        "GU 5, 21 turned round": "'round' is not a turn in whole degrees: type a number from 1 to 359.",
        "GU toward ga by far": "'far' is not a number of inches: type a decimal number, such as 12.5.",
        "toward ga by 1, GU 5x5": "'GU 5x5': name each thing once.",
        "GU 5x21 6x21": "One thing goes to one place at a time",
        "GU to 5x21": "'to' is not a place: type inches from left and top, such as 12.5x7.",
        "lok 5": "'lok 5' is not an answer here, and not a command.",
    }
    for line, out in told_each(run, (HEATH, "--seed", "5"), TO_MOVE, lines):
        assert "left after 12 answers" in out, line


def test_every_sort_of_problem_has_words_for_players() -> None:
    sorts = set(re.findall(r'problem\("(\w+)"', inspect.getsource(spoken))) | set(spoken._LENGTHS.values())
    assert sorts | {"place", "digits", "off", "turn", "long"} == placing._SAID.keys()


def test_it_is_told_in_the_language_of_the_player(run: Run) -> None:
    lines = {
        "GX 5, 21": "«GX» — такого имени нет: введите одно из: GU,",
        "GU turned": "После «turned» нужны целые градусы, например turned 90.",
        "GU north 2": "После «north» нужны «by» и расстояние, например north by 6.",
        "GU north by -2": "Расстояние не бывает отрицательным: введите by 6.",
        "GU north by 1.00005": "1.00005: слишком точно. Введите не больше трёх цифр после точки.",
        "GU south by 1040": "Это ведёт за край плоскости: введите место.",
        "GU toward by 6": "После «toward» нужно место или имя фигуры, например toward 36x24 by 6.",
        "GU toward nobody by 3": "«nobody» — не место и не имя фигуры: введите место, например 12.5x7, или одно из",
        "ga toward GU by 2": "Этот вопрос не о том, куда идёт",
        "GU 5x21 6x21": "Одна фигура за раз идёт в одно место: введите GA 12.5x7 или GA toward 36x24 by 6.",
        "GU 5x21 turned 9 turned 9": "У места один поворот, в целых градусах, например 12.5x7 turned 90.",
    }
    told_each(run, (HEATH, "--seed", "5", "--language", "ru"), TO_MOVE, lines)


def test_a_way_is_typed_with_its_places_in_order(run: Run) -> None:
    ford = HEATH.parent / "ford"
    begun = ["12x8", "10x3", "3x20"]
    there = {
        "10,1 then 14,1": "14x1",
        "3 10x1 then 14x1 then 14x3": "14x3",
        "Man of player 1 10x1 then 14x1": "14x1",
        "north by 2": "10x1",
        "8.5,3": "8.5x3",
    }
    for line, where in there.items():
        ran = run("play", ford, "--seed", "1", typed="\n".join([*begun, line, "board", "quit", ""]))
        assert f" {where}\n" in ran.out.split("> ")[-2], line
    refused = {
        "13x5": "13x5 is no answer: clear: no h in hedges where h is placed and overlapping(swept(m, w), h) "
                "(overlap 1.333 inches (Thorn), at most 0 needed); ",
        "10x1 then 17x1 then 17x8": "(length of the way 16 inches, at most 12 needed); 10x1 then 17x1 then 17x4 ",
        "10x1 then then 14x1": "'then' is not a place: type inches from left and top, such as 12.5x7.",
        "10, 1 turned": "A place has one turn, in whole degrees, as in 12.5x7 turned 90.",
    }
    told_each(run, (ford, "--seed", "1"), begun, refused)


XML = "{http://www.w3.org/2000/svg}"


def _drawn(file: Path) -> tuple[list[str], list[str], list[str]]:
    """Titles, texts, and the circles that are no fill."""
    root = ElementTree.fromstring(file.read_text("utf-8"))
    rings = [one.get("r") or "" for one in root.iter(f"{XML}circle") if one.get("fill") == "none"]
    return [t.text or "" for t in root.iter(f"{XML}title")], [t.text or "" for t in root.iter(f"{XML}text")], rings


def test_the_picture_of_a_match_shows_the_question(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    assert run("play", HEATH, "--seed", "5", "--svg", file, typed="\n".join([*TO_MOVE, "quit", ""])).code == 0
    titles, texts, rings = _drawn(file)
    assert {"Wood", "Crater", "Guard 1", "Hedge 1", "Cairn 2", "move 6", "range 18"} <= set(titles)
    assert {"GU", "gc", "*H", "1", "24", "player 1: What now? You may pass."} <= set(texts)
    assert rings == ["6500", "18500"]
    lines = [*TO_MOVE, "GU toward ga by 3", "quit", ""]
    assert run("play", HEATH, "--seed", "5", "--svg", file, typed="\n".join(lines)).code == 0
    titles, texts, rings = _drawn(file)
    assert rings == ["650", "6500", "18500"] and "13.27" in texts  # to the one thing that may be shot at


def test_the_picture_draws_ways_that_lead_round(run: Run, tmp_path: Path) -> None:
    """Leg by leg, as a dashed line through where it turns; what goes straight is drawn where it ends alone."""
    file, ford = tmp_path / "table.svg", HEATH.parent / "ford"
    typed = "\n".join(["12x8", "10x3", "3x20", "quit", ""])
    assert "4x1.925 then 2x2" in run("play", ford, "--seed", "1", "--svg", file, typed=typed).out
    dashed = [one.get("d") or "" for one in ElementTree.fromstring(file.read_text("utf-8")).iter(f"{XML}path")
              if one.get("stroke-dasharray") == "250 150" and (one.get("d") or "").startswith("M10000 3000L")]
    assert "M10000 3000L4000 1925L2000 2000" in dashed and all(line.count("L") >= 2 for line in dashed)


def test_the_picture_of_a_saved_match_and_of_bots(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("play", HEATH, "--seed", "5", typed="\n".join([*TO_MOVE, "save m.json", "quit", ""])).code == 0
    assert run("play", HEATH, "--load", "m.json", "--svg", "loaded.svg", typed="quit\n").code == 0
    assert "move 6" in _drawn(Path("loaded.svg"))[0]
    assert run("play", HEATH, "--seed", "5", "--watch", "--svg", "watched.svg").code == 0
    titles, _, rings = _drawn(Path("watched.svg"))
    assert "Cairn 1" in titles and rings == []


def test_a_pack_without_a_table_has_no_picture(run: Run, tmp_path: Path) -> None:
    ran = run("play", HEATH.parents[1] / "tools" / "sample", "--svg", tmp_path / "none.svg")
    assert ran.code == 2 and "--svg draws a table in inches (`board: plane`), and this pack has none" in ran.err
    assert not (tmp_path / "none.svg").exists()
    assert run("play", HEATH, "--svg", tmp_path / "no" / "such.svg").code == 2


def test_a_picture_that_cannot_be_written_any_more_stops_no_match(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    linked = link_program(startable(HEATH))
    match = Match(Game.new(linked, seed=1), ("human", "random"), 1, {})
    picture = Picture(match, folder / "table.svg", Signs(), [0], "en")
    assert picture.draw(0) is None and "1" in (folder / "table.svg").read_text("utf-8")
    shutil.rmtree(folder)
    assert isinstance(picture.draw(0), OSError)


def test_a_picture_shows_nobody_the_question_of_another(tmp_path: Path) -> None:
    linked = link_program(startable(HEATH))
    match = Match(Game.new(linked, seed=1), ("human", "human"), 1, {})
    file = tmp_path / "table.svg"
    picture = Picture(match, file, Signs(), [0, 1], "en")
    for asked, shown in ((0, True), (1, False), (None, False)):
        picture.draw(asked)
        drawn = file.read_text("utf-8")
        assert ("player 1: " in drawn) is ('stroke-dasharray="140 140"' in drawn) is shown


MINES = """\
area bank: {name: Bank}
map field:
  table: 24x16
  areas:
    bank: disc 12x8 by 2
kind man: {placed: yes, base: round 1}
kind mine: {placed: yes, owned: no, base: round 0.25}
man sapper: {}
mine flat: {}
event go: |
  lay(field)
  for each p in players:
    let at_first = choose one q in everywhere by p
    let who = create sapper for p at at_first
    offer p or pass:
      ACT(who, q) for q in bank
event lay_mine(man who, spot goal): create flat at goal
event walk(man who, spot goal): step(who, goal)
event step(man mover, spot goal): put mover at goal
event blow(man who, spot goal): finish
rule pushed:
  after: blow
  do: step(who, goal)
"""


@pytest.mark.parametrize(("act", "stands"), [("walk", True), ("blow", True), ("lay_mine", False)])
def test_who_would_stand_at_a_place_is_drawn_there(act: str, stands: bool, tmp_path: Path) -> None:
    """An event that puts something else there has a mark of the place alone."""
    (tmp_path / "pack.yaml").write_text("pack: mines\nplayers: 2\nboard: plane\nstart: go\n")
    (tmp_path / "game.yaml").write_text(MINES.replace("ACT", act))
    linked = link_program(startable(tmp_path))
    match = Match(Game.new(linked, seed=1), ("human", "human"), 1, {})
    match.answer(0)
    m = match.state
    drawn = scene(m, Signs(), Sight(0), [0], match.game.decision, 0)
    assert drawn is not None
    proposed = [body for body in drawn.bodies if body.dotted]
    man = m.p.bases[m.sheet[1]]
    assert proposed and all((body.base == man) is stands for body in proposed)
    assert stands or all(body.base.outer == 0 for body in proposed)


FLEET = """\
map sea: {table: 24x16}
kind arc: {part_of: ship, placed: yes, base: polygon 0x-1 8x-4 8x4 0x1}
kind ship: {placed: yes, base: oval 2 by 0.8, state: {hull: number starts 3}, parts: {arcs: arc}}
ship brig: {name: Brig, arcs: {starboard: {}}}
event sink(ship who): remove who
event go: |
  lay(sea)
  for each p in players:
    let s = create brig for p
    offer p:
      anchor(s, q) for q in anchors(s)
  for each s in ships:
    offer s.owner or pass always:
      sink(s)
event anchor(ship s, spot q): put s at q
"""


def test_a_part_that_is_nowhere_is_not_listed_beside_its_whole(run: Run, tmp_path: Path) -> None:
    """A template that only lends its base to `footprint` never stands on the table; `look` shows it."""
    (tmp_path / "pack.yaml").write_text("pack: fleet\nplayers: 2\nboard: plane\nstart: go\n")
    (tmp_path / "game.yaml").write_text(FLEET)
    players = ("play", tmp_path, "--human", "1", "--human", "2")
    ran = run(*players, typed="4x4\n8x8\n1\nquit\n")  # the last question comes after the first ship has sunk
    assert ran.code == 0 and "Brig" in ran.out and "starboard" not in ran.out
    assert "starboard" in run(*players, typed="4x4\n8x8\nlook Brig of player 1\nquit\n").out
