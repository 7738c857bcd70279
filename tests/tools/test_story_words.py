"""What the story, the questions and the seats say: each thing once, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play import shown
from rulewright.session import Game, link_program
from rulewright_tools.playing import seats
from rulewright_tools.show import question
from rulewright_tools.show.lines import Line, said_before
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.story import Story
from rulewright_tools.show.telling import Teller
from rulewright_tools.show.words import say

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = """\
pack: sample
start: play
board: none
messages:
  en: {hit: "<who> hits <target>", brag: "<boaster> brags", loud: It is loud}
  ru: {hit: "<who> бьёт <target:acc>", brag: "<boaster> хвастается", loud: Шумно}
"""
GAME = """\
kind man: {owned: no}
status fog: {of: match, name: {en: Fog, ru: Туман}}
man witch: {name: {en: Witch, ru: Ведьма, ru.acc: Ведьму}}
man hero: {name: {en: Hero, ru: Герой, ru.acc: Героя}}
event hit(man who, man target): {name: {en: Hit, ru: Удар}}
event attack(man who, man target): {name: {en: Attack, ru: Атака}, do: "hit(who, target)"}
event brag(player boaster): {name: {en: Brag, ru: Похвальба}}
event loud(man who): {name: {en: Shout, ru: Крик}}
event greet(man who, man or none also):
  name: {en: Greeting, ru: Привет}
  names: {aim: {en: whom, ru: кого}}
  do: |
    let p = first(players)
    finish if p is none
    let aim = choose one or none m in mans by p
    loud(who) if aim is none
event play: |
  let p = first(players)
  finish if p is none
  let a = create witch
  let b = create hero
  give fog to match
  end fog of match
  offer p or pass:
    hit(a, b)
    attack(a, b)
    brag(p)
    loud(a)
  greet(a, none)
"""


def _game(pack_folder: Write) -> Game:
    found = check_pack(pack_folder({"pack.yaml": PACK, "game.yaml": GAME}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    return Game.new(link_program(found.program), 2, 1)


def _told(game: Game, language: str) -> list[str]:
    sight = Sight(None, language)
    story = Story(sight)
    story.retold(game.stretches(), Teller(game.state, sight))
    return [line.plain for line in story.take()]


@pytest.mark.parametrize(
    ("answer", "language", "line"),
    [
        (0, "ru", "игрок 1: Ведьма бьёт Героя"),  # the very event, whose names stand in other forms
        (1, "ru", "игрок 1: Ведьма бьёт Героя"),  # another one that names all of it
        (1, "en", "player 1: Witch hits Hero"),
        (2, "ru", "игрок 1 хвастается"),  # who answered is named once
        (2, "en", "player 1 brags"),
        (3, "ru", "игрок 1: Шумно"),  # the very event, which names nobody
    ],
)
def test_an_answer_that_the_sentence_behind_it_says_is_told_once(
    answer: int, language: str, line: str, pack_folder: Write
) -> None:
    game = _game(pack_folder)
    game.answer(answer)
    assert _told(game, language)[2:] == [line]


def test_what_the_match_has_begins_and_ends(pack_folder: Write) -> None:
    """And an answer of none says what for."""
    game = _game(pack_folder)
    assert question.context(game.state, Sight(None)) == "in play"
    game.answer(4)
    assert game.decision is not None
    assert question.context(game.state, Sight(None)) == "in Greeting, Witch"
    assert question.context(game.state, Sight(None, "ru")) == "сейчас: Привет, Ведьма"
    assert question.prompt(game.state, game.decision, Sight(None)) == "Choose: man (whom)"
    game.answer(2)
    assert _told(game, "en") == ["    Fog begins", "    Fog ends", "player 1: pass > pass (whom)", "    It is loud"]
    assert _told(game, "ru") == [
        "    Начинает действовать «Туман»", "    Больше не действует «Туман»", "игрок 1: пас > пас (кого)", "    Шумно",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("names: {aim: {en: whom, en.none: greets nobody, ru: кого, ru.none: никого}}", "greets nobody"),
        ('ask: {aim: {en: "Whom?", ru: "Кого?"}}', "pass"),  # an id is not for players of a pack that speaks
    ],
)
def test_choosing_nothing_is_told_in_words_of_the_pack(body: str, told: str, pack_folder: Write) -> None:
    text = GAME.replace("names: {aim: {en: whom, ru: кого}}", body)
    found = check_pack(pack_folder({"pack.yaml": PACK, "game.yaml": text}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    game = Game.new(link_program(found.program), 2, 1)
    game.answer(0)
    game.answer(2)
    assert _told(game, "en")[-2] == f"player 1: {told}"


@pytest.mark.parametrize(
    ("number", "russian"),
    [(1, "1 ответ"), (2, "2 ответа"), (5, "5 ответов"), (11, "11 ответов"), (21, "21 ответ"), (0, "0 ответов")],
)
def test_numbers_of_answers_agree(number: int, russian: str) -> None:
    assert say("ru", "over", number=number) == f"Партия окончена: {russian}."
    english = "1 answer" if number == 1 else f"{number} answers"
    assert say("en", "over", number=number) == say("de", "over", number=number) == f"The match is over after {english}."


@pytest.mark.parametrize("kind", [*seats.KINDS, seats.HUMAN])
def test_who_plays_a_seat_is_said_in_the_language(kind: str) -> None:
    assert say("en", kind) == kind
    assert say("ru", kind).isalpha() and not say("ru", kind).isascii()


STATUSES = """\
die pip gives number:
  name: {en: pip, en.one: a pip, en.many: pips, ru: кубик, ru.many: кубики}
  faces: [1, 2]
kind man: {owned: no}
man witch: {name: {en: Witch, ru: Ведьма, ru.acc: Ведьму, ru.is: f}}
man hero: {name: {en: Hero, ru: Герой}}
status sleepy:
  of: man
  name: {en: Sleep, ru: Сон}
  says:
    given: {en: <holder> falls asleep, ru: "<holder> уснул<holder?|f=а>"}
    over: {en: <holder> wakes, ru: "<holder> просыпается"}
status keen: {of: player, name: {en: Keen, ru: Порыв}, says: {given: {ru: <holder> в порыве}}}
event doze(man who): {do: give sleepy to who}
event play: |
  let p = first(players)
  finish if p is none
  let a = create witch
  let b = create hero
  give sleepy to a
  doze(b)
  end sleepy of a
  give keen to p
  let one = roll pip by p
  let two = roll pip times 2 by p
  offer p or pass as first_one:
    doze(a)
  offer p or pass as other_one:
    doze(a)
  give sleepy to a if first_one is none and other_one is none and one + sum(x for x in two) > 0
"""


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Witch falls asleep", "Hero falls asleep", "Witch wakes", "player 1: Keen", "player 1 rolls pips: ",
                "player 1: pass", "Witch falls asleep"]),
        ("ru", ["Ведьма уснула", "Герой уснул", "Ведьма просыпается", "игрок 1 в порыве", "игрок 1 бросает кубики: ",
                "игрок 1: пас", "Ведьма уснула"]),
    ],
)  # fmt: skip
def test_statuses_and_dice_are_told_in_the_words_of_the_pack(
    language: str, lines: list[str], pack_folder: Write
) -> None:
    """An event that is told in the words of the status that it gives is told once, and so are several passes."""
    messages = "messages: {en: {doze: <who> falls asleep}, ru: {doze: <who> уснул}}\n"
    found = check_pack(pack_folder({"pack.yaml": f"pack: sample\nstart: play\n{messages}", "game.yaml": STATUSES}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    game = Game.new(link_program(found.program), 2, 1)
    for _ in range(2):
        assert game.decision is not None
        game.answer(len(game.decision.options) - 1)
    told = [line.strip() for line in _told(game, language)]
    assert [line.startswith(one) for line, one in zip(told, lines, strict=True)] == [True] * len(lines), told


def test_one_die_has_its_article_and_a_draw_is_no_die(pack_folder: Write) -> None:
    """`roll one of` shows a position, which says nothing about what was drawn."""
    text = STATUSES.replace("roll pip times 2 by p", "roll one of (3, 4)").replace("sum(x for x in two)", "(two or 0)")
    found = check_pack(pack_folder({"pack.yaml": "pack: sample\nstart: play\n", "game.yaml": text}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    told = [line.strip() for line in _told(Game.new(link_program(found.program), 2, 1), "en")]
    assert [line.partition(":")[0] for line in told if "roll" in line] == ["player 1 rolls a pip"]


HEADED = """\
kind match:
  state: {round: number, late: yes_no, turn: player}
event play: |
  let p = first(players)
  finish if p is none
  repeat up to 2:
    let more = choose yes or no by p
    set match.round = 3
    set match.late = more
"""


@pytest.mark.parametrize(
    ("header", "lines"),
    [
        ('{en: "Round <round> of <setting.last>, <turn><late?|yes=, it is late>"}',
         ["", "Round 3 of 7, player 1, it is late", "Round 3 of 7, игрок 1, it is late"]),
        ('{en: "<late?|yes=Night>", ru: "<round> <round?раундов|few=раунда>, у <turn:gen>"}',
         ["", "Night", "3 раунда, у игрока 1"]),
    ],
)  # fmt: skip
def test_the_line_above_the_board_is_of_the_pack(header: str, lines: list[str], pack_folder: Write) -> None:
    """As soon as what it shows first says something."""
    manifest = f"pack: sample\nstart: play\nsettings: {{last: number starts 7}}\nheader: {header}\n"
    found = check_pack(pack_folder({"pack.yaml": manifest, "game.yaml": HEADED}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    game = Game.new(link_program(found.program), 2, 1)
    told = [shown.header(game.state, Sight(None))]
    game.answer(0)
    told += [shown.header(game.state, Sight(None, language)) for language in ("en", "ru")]
    assert told == lines


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("<rond>", "the header shows 'rond', which is not one of its fields"),
        ("<setting.first>", "the header shows 'setting.first', which is not one of its fields"),
        ("<late?|maybe=x>", "the header has a case for 'maybe', which 'late' never is in 'en'"),
        ("<round", "the header has a '<' without its partner"),
    ],
)
def test_what_the_line_above_the_board_cannot_show_is_reported(
    header: str, words: str, pack_folder: Write
) -> None:
    manifest = f'pack: sample\nstart: play\nsettings: {{last: number starts 7}}\nheader: "{header}"\n'
    found = check_pack(pack_folder({"pack.yaml": manifest, "game.yaml": HEADED}))
    assert [one.message for one in found.diagnostics.errors] == [words]


GUARDED = """\
map lawn: {rows: ".."}
kind man: {placed: yes}
man page: {name: {en: Page, ru: Паж}}
window answers: {asks: players}
rule guard:
  name: {en: Guard, ru: Стража}
  for: self in mans
  after: shout
  may: nod(self)
event nod(man who): {}
event shout: {}
event play: |
  lay(lawn)
  for each p in players:
    let spot = first(all(c in everywhere where c not in cells of mans))
    create page for p at spot if spot is not none
  shout()
"""


@pytest.mark.parametrize(("language", "told"), [("en", "Guard (Page of player 1)"), ("ru", "Стража: Паж (игрок 1)")])
def test_reactions_show_their_holder_without_brackets_in_brackets(
    language: str, told: str, pack_folder: Write
) -> None:
    manifest = "pack: sample\nstart: play\nboard: square\nplayers: 2\nwindow: answers\n"
    found = check_pack(pack_folder({"pack.yaml": manifest, "game.yaml": GUARDED}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    game = Game.new(link_program(found.program), 2, 1)
    assert game.decision is not None
    assert told in question.options(game.state, game.decision, Sight(None, language))


@pytest.mark.parametrize(
    ("sentence", "who", "status", "said"),
    [
        ("the scout goes into hiding", "scout", "hiding", True),
        ("Ведьма скрывает Героя в тумане", "герой", "туман", False),
        ("туман окутал Героя", "геро", "туман", True),  # an ending may follow
        ("the hobgoblin is in hiding", "goblin", "hiding", False),
        ("the scout is chiding", "scout", "hiding", False),
        ("the scout (fast) rests", "scout (fast)", "rest", True),  # no pattern
    ],
)
def test_what_the_sentence_before_already_says(sentence: str, who: str, status: str, said: bool) -> None:
    lines = [Line("event", sentence, 0)]
    assert said_before(lines, Line("status", f"{who}: {status}", 0, who, status)) == said
