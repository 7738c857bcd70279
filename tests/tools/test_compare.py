"""`compare`: answers side by side by what their conditions compare, refused ones beside them, and no secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text

from rulewright.session import Game, link_program
from rulewright_tools.packs import playable
from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Unknown
from rulewright_tools.playing.prompt import completions
from rulewright_tools.playing.typed import read
from rulewright_tools.show.pieces import Sight, Signs

FILES = {
    "pack.yaml": "pack: sample\nstart: game\nboard: square\n",
    "game.yaml": """\
enum view: [hidden, partly, clear]
kind man:
  name: {en: man, ru: воин}
  placed: yes
  printed: {reach: cells}
  state: {life: number starts 3, luck: number}
  names: {life: {ru: жизни}}
  secret: {luck: owner}
man archer: {reach: 3 cells, name: {en: Archer, ru: Лучник}}
man guard: {reach: 1 cell, name: {en: Guard, ru: Страж}}
man page: {reach: 1 cell, name: {en: Page, ru: Паж}}
kind pet: {placed: yes}
pet cat: {name: {en: Cat, ru: Кот}}
map yard:
  rows: |
    a.b.cbc.b
    x.......y
  legend: {a: home, b: guards, c: pages, x: hers, y: theirs}
area home: {}
area guards: {}
area pages: {}
area hers: {}
area theirs: {}
value sight(man who, man mark) gives view:
  name: {en: sight, ru: видимость}
  decide:
    - hidden if mark is page and distance(who, mark) > 5 cells
    - partly if mark is page
    - clear
value price(man who) gives number: if who is archer then 2 else 1
permission reaches(man who, man mark): distance(who, mark) <= who.reach + 1 cell
permission lucky(man who): who.luck >= 0
permission alone(man who): no g in mans where g is not who and g is page and g within 1 cell of who
event game: |
  lay(yard)
  let one = first(players)
  finish if one is none
  let other = next_seat(one)
  for each c in home:
    create archer for one at c
  for each c in guards:
    create guard for other at c
  for each c in pages:
    create page for other at c
  for each c in hers:
    create cat for one at c
  for each c in theirs:
    create cat for other at c
  offer one or pass:
    shoot(x, t) for x in mans, t in mans where x.owner is one and t.owner is not one
    guess(x, t) for x in mans, t in mans where x.owner is one and t.owner is not one
    greet(x, t) for x in mans, t in pets where x.owner is one
    shy(x, t) for x in mans, t in pets where x.owner is one and t.owner is not one
    rest(x) for x in mans where x.owner is one
    wait(x) for x in mans where x.owner is one
  let q = choose one t in mans where t.life + price(t) > 2 by one
event shoot(man who, man mark):
  name: {en: Shot, ru: Выстрел}
  names: {mark: {en: target, ru: цель}}
  legal:
    points: price(who) <= 5
    reach: reaches(who, mark)
    seen: sight(who, mark) is not hidden or (mark.life < 2 and lucky(who))
    free: alone(who)
  do: set mark.life = mark.life - 1
event guess(man who, man mark):
  legal: {luck: mark.luck < 5}
event greet(man who, pet mark):
  legal: {near: "distance(who, mark) < 9 cells"}
event shy(man who, pet mark):
  legal: {near: "distance(who, mark) < 9 cells"}
event rest(man who): set who.life = 3
event wait(man who):
  legal: {calm: who.life > 5 or who is not hurried or (who.life > 4 and who is hurried)}
permission hurried(man who): who.luck > 9
""",
}

def explainer(folder: Path, language: str = "en", answers: int = 0, viewer: int | None = 0) -> Explainer:
    folder = folder / "sample"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    game = Game.new(link_program(playable(folder)), seed=1)
    for _ in range(answers):
        game.answer(0)
    return Explainer(Match(game, ("human", "random"), 1, {}), Sight(viewer, language), Signs(), "")


def told(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


def test_answers_stand_beside_each_other(tmp_path: Path) -> None:
    """What is the same for all stands above; what one thing alone refuses follows, and what two refuse does not."""
    assert told(explainer(tmp_path).compare("shot")) == [
        "Shot: Archer",
        "  for all: price 2, who.reach + 1 cell 4 cells, free: distance 4 (> 1)",
        "     target   reach: distance  sight   refused",
        "  1  Guard 1  2 cells          clear",
        "  2  Page 1   4 cells          partly",
        "  -  Guard 2  5 cells          clear   reach",
        "  -  Guard 3  8 cells          clear   reach",
    ]


def test_words_choose_among_the_answers(tmp_path: Path) -> None:
    """By the name of the event or its id, and what else stands in the answer."""
    found = explainer(tmp_path)
    assert told(found.compare("shoot page")) == [
        "Shot", "  price 2, reach: distance 4 cells, who.reach + 1 cell 4 cells, sight partly, free: distance 4 (> 1)",
        "     who     target", "  2  Archer  Page 1",
    ]  # fmt: skip
    with pytest.raises(Unknown, match="compare nothing"):
        found.compare("rest")
    with pytest.raises(Unknown, match="This question cannot offer"):
        found.compare("dragon")


def test_a_table_that_is_too_wide_is_told_line_by_line(tmp_path: Path) -> None:
    assert told(explainer(tmp_path).compare("shot", 40))[2:] == [
        "  1  Guard 1: reach: distance 2 cells, sight clear",
        "  2  Page 1: reach: distance 4 cells, sight partly",
        "  -  Guard 2: reach: distance 5 cells, sight clear, refused: reach",
        "  -  Guard 3: reach: distance 8 cells, sight clear, refused: reach",
    ]


def test_owners_are_named_where_names_do_not_tell_apart(tmp_path: Path) -> None:
    found = explainer(tmp_path)
    assert [line[5:] for line in told(found.compare("greet"))[2:]] == [
        "Cat of player 1  1 cell", "Cat of player 2  8 cells",
    ]  # fmt: skip
    assert told(found.compare("shy"))[-1].split()[1:] == ["Archer", "Cat"]


def test_in_another_language(tmp_path: Path) -> None:
    lines = told(explainer(tmp_path, "ru").compare("shoot"))
    assert lines[0] == "Выстрел: Лучник"
    assert lines[2].split() == ["цель", "reach:", "расстояние", "видимость", "отказ"]


def test_arguments_without_a_name_in_another_language_are_told_by_their_kind(tmp_path: Path) -> None:
    assert told(explainer(tmp_path, "ru", viewer=None).compare("wait"))[2].split() == ["воин"]


def test_fields_have_their_names_in_another_language(tmp_path: Path) -> None:
    """In English a field is told as the condition reads it, which also says whose it is."""
    assert "жизни 3" in told(explainer(tmp_path, "ru", viewer=None).compare("wait"))[1]


def test_a_negated_permission_is_told_without_its_negation(tmp_path: Path) -> None:
    """Its answer is told, and `is not .. no` would be the opposite of it."""
    lines = told(explainer(tmp_path, viewer=None).compare("wait"))
    assert lines[1] == "  who.life 3, hurried no, who.luck 0"


def test_what_depends_on_a_secret_is_left_out(tmp_path: Path) -> None:
    """Also where nothing else is compared."""
    lines = told(explainer(tmp_path).compare("guess"))
    assert lines == ["guess", "  That depends on something that you may not know."]


def test_who_may_know_everything_is_told_it(tmp_path: Path) -> None:
    lines = told(explainer(tmp_path, viewer=None).compare("guess"))
    assert "  for all: mark.luck 0" in lines


def test_a_choice_is_compared_too(tmp_path: Path) -> None:
    """Of a question that is no offer the conditions of what is chosen."""
    lines = told(explainer(tmp_path, answers=1).compare(""))
    assert lines[1:] == [
        "              price  t.life + price(t)",
        "  1  Archer   2      5",
        "  2  Guard 1  1      3",
        "  3  Guard 2  1      4",
        "  4  Guard 3  1      4",
        "  5  Page 1   1      4",
        "  6  Page 2   1      4",
    ]


def test_it_is_typed_and_completed_as_other_commands() -> None:
    typed = read("compare shot", ("Shot(Archer, Page)", "pass"))
    assert (typed.command, typed.words) == ("compare", "shot")
    assert completions("comp", ()) == ["compare "]
    assert completions("compare sh", ("Shot(Archer, Page)",)) == ["compare Shot(Archer, Page)"]
