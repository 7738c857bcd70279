"""What people read at the table instead of ids: members, fields, dice, directions, corners and units."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

MANIFEST = "pack: sample\nstart: play\nboard: square\nforced: ask\n"
GAME = r"""
enum face:
  name: {en: symbol, ru: символ}
  members: [hammer, big_axe]
  names: {hammer: {ru: молот}}
die odd gives face: {name: {en: odd die, ru: кость}, faces: [hammer]}
die plain_die gives number: [1]
area spot: {}
map field: {rows: ".1\n..\n", legend: {"1": spot}}
kind piece:
  placed: yes
  printed: {speed: cells, reach: cells}
  state: {hp: number starts 3, ready: yes_no, mood: face starts hammer, left_over: number starts 2}
  names: {hp: {en: hit points, ru: здоровье}, ready: {ru: готов}, mood: {ru: нрав}, speed: {ru: скорость}}
kind player:
  state: {glory: number starts 1}
  names: {glory: {ru: слава}}
kind match:
  state: {round: number starts 1}
  names: {round: {ru: раунд}}
piece pawn: {speed: 2 cells, reach: 1 cell, name: {en: Pawn, ru: Пешка}}
event play gives face or none shown, number total, point or none where_to:
 names: {wanted: {en: for later, ru: на потом}, symbol: {ru: Символ}}
 do: |
  lay(field)
  let p = first(players)
  finish if p is none
  for each c in spot:
    create pawn for p at c
  let one = first(pieces)
  finish if one is none
  set shown = roll odd
  set total = roll plain_die
  set one.mood = choose one f in (hammer, big_axe) by p
  let wanted = choose one f in (hammer, big_axe) by p
  let symbol = choose one f in (hammer, big_axe) by p
  set one.ready = choose yes or no by p
  let f = choose one f in (hammer, big_axe) by p
  look_at(f, 2)
  let q = choose one c in corners_of(spot) by p
event look_at(face what, number how_often) gives number left: {names: {what: {ru: символ}, left: {ru: осталось}}}
value sharp_edge(piece whose) gives number:
  name: {ru: острота}
  start: whose.hp
  steps: {more_of_it: total}
rule whet: {name: {ru: Заточка}, modify: sharp_edge.more_of_it is 1}
permission may_cut(piece whose): whose.ready
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "named"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder


def _read(run: Run, pack: Path, language: str, *typed: str) -> str:
    ran = run("play", pack, "--language", language, typed="".join(f"{line}\n" for line in (*typed, "quit")))
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_a_russian_table_reads_names_and_ids_only_where_there_are_none(run: Run, pack: Path) -> None:
    read = _read(run, pack, "ru", "look пешка", "молот", "1", "1", "да", "1")
    for words in (
        "бросается кость: молот; plain die: 1\n",
        "== раунд 1 |",
        "слава 1\n",
        "B1  здоровье 3, нрав молот, left over 2\n",
        "Выберите: символ (нрав)  (сейчас: play)\n  1 молот\n  2 big axe\n",
        "Выберите: символ (на потом)  (сейчас: play)\n",
        "Выберите: символ  (сейчас: play)\n",
        "скорость 2 клетки, reach 1 клетка\n",
        "Да или нет: готов?",
        "look at: символ молот, how often 2, осталось 0\n",
        "Выберите: точка  (сейчас: play)\n  1 A1|B1|северо-восток\n  2 B1|северо-восток\n  3 A1|B1|A2|B2\n",
    ):
        assert words in read


def test_an_english_table_reads_english_names_and_else_ids(run: Run, pack: Path) -> None:
    read = _read(run, pack, "en", "look pawn", "big axe", "hammer", "hammer", "yes", "hammer")
    for words in (
        "rolled odd die: hammer; plain die: 1\n",
        "B1  hit points 3, mood hammer, left over 2\n",
        "Choose: symbol (mood)",
        "Choose: symbol (for later)",
        "Choose: symbol  (",
        "speed 2 cells, reach 1 cell\n",
        "Yes or no: ready?",
    ):
        assert words in read


@pytest.mark.parametrize("typed", ["why острота(пешка)", "why sharp_edge(Пешка)", "why sharp edge(пешка)"])
def test_a_breakdown_is_told_by_names(run: Run, pack: Path, typed: str) -> None:
    read = _read(run, pack, "ru", typed)
    assert "острота(Пешка) = 4\n" in read
    assert "  начало      3  whose.hp  " in read
    assert "  more of it  1  sharp_edge.more_of_it is 1  Заточка  " in read


def test_a_breakdown_without_names_is_readable(run: Run, pack: Path) -> None:
    assert "sharp edge(Pawn) = 4\n" in _read(run, pack, "en", "why sharp_edge(pawn)")
    read = _read(run, pack, "ru", "why may_cut(пешка)")
    assert "may cut(Пешка) = нет\n  обычно  нет  whose.ready  " in read


def test_names_are_shown_and_in_order(run: Run, pack: Path) -> None:
    assert "  names: {hammer: {ru: молот}}" in run("show", pack, "face", "--effective").out
    assert run("fmt", "--check", pack).code == 0


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("why not молот", "номер 1"), ("why not hammer", "номер 1"), ("why not big_axe", "номер 2")],
)
def test_a_member_is_typed_by_its_name_or_its_id(run: Run, pack: Path, typed: str, answer: str) -> None:
    assert f"Этот ответ предложен: {answer}." in _read(run, pack, "ru", typed)


def test_a_corner_is_typed_as_it_is_shown(run: Run, pack: Path) -> None:
    read = _read(run, pack, "ru", "1", "1", "1", "1", "1", "why not A2|юго-запад", "why not A2|юг", "a1|b1|a2|b2")
    assert "Такого ответа нет: A2|юго-запад" in read
    assert "Здесь ничто не называется «A2|юг»." in read
    assert "здоровье 3, готов, нрав молот" in read.partition("«A2|юг»")[2]
    assert "Партия окончена: 6 ответов." in read


@pytest.mark.parametrize(
    ("language", "source", "asked"),
    [
        ("en", "numbers(1, 6)", "Choose: a number from 1 to 6 "),
        ("ru", "numbers(1, 6)", "Выберите: число от 1 до 6 "),
        ("en", "(2, 5)", "Choose: a number "),
        ("en", "(2 cells, 5 cells)", "Choose: a number (cells) "),
        ("en", "directions", "Choose: a direction "),
        ("en", "players", "Choose: a player "),
    ],
)
def test_what_has_no_name_is_asked_for_by_what_it_is(
    run: Run, tmp_path: Path, language: str, source: str, asked: str
) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    text = f"event play: |\n  let p = first(players)\n  finish if p is none\n  let x = choose one x in {source} by p\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert asked in _read(run, tmp_path, language)


JOINED = {
    "pack.yaml": "pack: sample\nstart: play\nboard: hex\nforced: ask\n",
    "game.yaml": """
area half: {}
map side: {rows: "....\\n...h\\n...h\\n...h\\n....\\n", legend: {h: half}, halves: half}
event play: |
  let p = first(players)
  finish if p is none
  let j = choose one j in joins(side, side) by p
  lay_joined(side, side, j)
  let d = choose one d in directions by p
""",
}


@pytest.mark.parametrize(
    ("language", "way"),
    [
        ("en", "18 way 18 (map 2: lower edge, columns B-C at columns B-C, hexes made whole: 2)"),
        ("ru", "24 вариант 24 (карта 2: нижний край, столбцы B-C к столбцам C-B, с поворотом, "
               "полных гексов прибавится: 2)"),
    ],
)
def test_ways_to_lay_one_more_map_say_which_it_meets(run: Run, tmp_path: Path, language: str, way: str) -> None:
    further = "  let k = choose one k in further_joins(j, side) by p\n  lay_join(k)\n"
    text = JOINED["game.yaml"].replace("  lay_joined(side, side, j)\n", further)
    text = text.replace("....\\n...h\\n...h\\n...h\\n....\\n", " hh \\n... \\nh..h\\n... \\n hh \\n")
    (tmp_path / "pack.yaml").write_text(JOINED["pack.yaml"], encoding="utf-8")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    read = _read(run, tmp_path, language, "1")
    assert way in " ".join(read.split())


@pytest.mark.parametrize(
    ("language", "way", "direction"),
    [
        ("en", "2 way 2 (right edge, turned round, rows 2-4 of the first at rows 4-2 of the second, "
               "hexes made whole: 2)", "south east"),
        ("ru", "2 вариант 2 (правый край, с поворотом, ряды 2-4 первой к рядам 4-2 второй, "
               "полных гексов прибавится: 2)", "юго-восток"),
    ],
)
def test_ways_to_join_and_directions_are_told_apart(
    run: Run, tmp_path: Path, language: str, way: str, direction: str
) -> None:
    for name, text in JOINED.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    read = _read(run, tmp_path, language, "1")
    assert way in " ".join(read.split()) and direction in read
