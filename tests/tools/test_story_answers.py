"""How the story tells answers: places with what they are for, and what an offer calls in the words of its event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.session import Game, link_program
from rulewright_tools.show.lines import Line, Reply
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.story import Story
from rulewright_tools.show.telling import Teller

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = """\
pack: sample
start: play
board: square
players: 1
forced: ask
messages:
  en:
    draw: "<who> draws <count?cards|one=a card>"
    aim: <who> strikes <target>
    strike: <striker> strikes <target>
    call: <who> calls
    throw: <who> throws
    drop: <who> drops <what> and <left> <left?others|one=other>
  ru:
    draw: "<who> берёт <count?карты|one=карту>"
    aim: <who> бьёт <target:acc>
    strike: <striker> бьёт <target:acc>
    call: <who> зовёт
    throw: <who> метает
    drop: "<who> бросает <what:acc> и ещё <left>"
"""
GAME = """\
map field: {rows: "....\\n"}
kind man: {placed: yes, owned: no}
man witch: {name: {en: Witch, ru: Ведьма, ru.acc: Ведьму}}
man hero: {name: {en: Hero, ru: Герой, ru.acc: Героя}}
event draw(player who) gives number count:
  shown_as: {en: Draw, ru: Взять карту}
  do: set count = 1
event aim(man who, man target):
  shown_as: {en: "Strike <target>", ru: "Бить <target:acc>"}
  names: {others: {en: others, en.none: no others, ru: ещё, ru.none: больше никого}}
  do: |
    let p = first(players)
    finish if p is none
    let others = choose some m in mans where m is not target by p
    strike(who, target)
    for each m in others:
      strike(who, m)
event strike(man striker, man target): {}
event jump(man who):
  NAMES
  do: |
    let p = first(players)
    finish if p is none
    let goal = choose one c in everywhere where is_empty(things_at(c)) by p
    let c = choose one c in everywhere where is_empty(things_at(c)) and c is not goal by p
    put who at c
event drop(player who, man what, number left): {}
event throw(player who): |
  let what = choose one m in mans by who
  drop(who, what, 1)
  let count = choose one n in (1, 2) by who
  drop(who, what, count)
event rid(player who): |
  let gone = choose some m in mans exactly 2 by who
  for each m in gone:
    drop(who, m, 0)
event call(man who, number left): |
  call(who, left - 1) if left > 0
event play: |
  lay(field)
  let p = first(players)
  let spot = first(all(c in everywhere))
  finish if p is none or spot is none
  let a = create witch at spot
  let b = create hero at spot
  offer p or pass:
    draw(p)
    aim(a, b)
    call(b, 1)
    jump(a)
    throw(p)
    rid(p)
"""


BLOWS = """\
event strike(man striker, man target, number left): {}
event parry(man who, man target, number left): |
  strike(who, target, 0)
event volley(man who, man target, number left): |
  strike(who, target, 0)
  strike(who, target, 0)
event feint(man who, man target, number left): |
  lunge(who, target, left)
event lunge(man who, man target, number left): |
  riposte(who, target, left)
event riposte(man who, man target, number left): |
  lunge(who, target, left - 1) if left > 0
"""


def _told(
    pack_folder: Write,
    answers: list[int],
    language: str = "en",
    names: str = "names: {}",
    game: str = GAME,
    pack: str = PACK,
) -> list[str]:
    found = check_pack(pack_folder({"pack.yaml": pack, "game.yaml": game.replace("NAMES", names)}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    played = Game.new(link_program(found.program), 1, 1)
    for answer in answers:
        played.answer(answer)
    sight = Sight(None, language)
    story = Story(sight)
    story.retold(played.stretches(), Teller(played.state, sight))
    return [line.plain for line in story.take()]


@pytest.mark.parametrize(
    ("language", "names", "told"),
    [
        ("en", 'names: {goal: {en: where to, ru: куда}, c: {en: where to, ru: куда}}', "where to: B1 > C1"),
        ("ru", 'names: {goal: {en: where to, ru: куда}, c: {en: where to, ru: куда}}', "куда: B1 > C1"),
        ("en", 'names: {goal: {en: first, ru: сначала}, c: {en: then, ru: затем}}', "first: B1 > then: C1"),
        ("en", 'ask: {goal: {en: "Where?", ru: "Куда?"}, c: {en: "Where?", ru: "Куда?"}}', "place: B1 > C1"),
        ("ru", 'ask: {goal: {en: "Where?", ru: "Куда?"}, c: {en: "Where?", ru: "Куда?"}}', "место: B1 > C1"),
    ],
)  # fmt: skip
def test_a_place_is_told_with_what_it_is_for(language: str, names: str, told: str, pack_folder: Write) -> None:
    """And that once, as long as it stays the same."""
    assert _told(pack_folder, [3, 0, 0], language, names)[-1].endswith(f" > {told}")


@pytest.mark.parametrize(("language", "line"), [("en", "player 1 draws a card"), ("ru", "игрок 1 берёт карту")])
def test_an_offer_is_told_by_an_event_that_says_at_its_end_what_came_of_it(
    language: str, line: str, pack_folder: Write
) -> None:
    assert _told(pack_folder, [0], language) == [line]


@pytest.mark.parametrize(
    ("language", "answer", "lines"),
    [
        ("en", 0, ["player 1: Witch strikes Hero", "player 1: others: Witch", "    Witch strikes Hero"]),
        ("en", 1, ["player 1: Witch strikes Hero", "player 1: no others", "    Witch strikes Hero"]),
        ("ru", 0, ["игрок 1: Ведьма бьёт Героя", "игрок 1: ещё: Ведьма", "    Ведьма бьёт Героя"]),
    ],
)
def test_an_offer_is_told_by_its_event_where_another_question_follows(
    language: str, answer: int, lines: list[str], pack_folder: Write
) -> None:
    """One of several is told with what it is for, too, if the pack has words for it."""
    assert _told(pack_folder, [1, answer], language)[:3] == lines


def test_a_sentence_of_an_event_is_not_repeated_by_the_one_inside_it(pack_folder: Write) -> None:
    asked = "choose some m in mans where m is not target by p"
    alone = GAME.replace(asked, "all(m in mans where m is not target and m is not who)")
    assert _told(pack_folder, [1], game=alone) == ["player 1: Witch strikes Hero"]


@pytest.mark.parametrize(
    ("calls", "more"),
    [
        (["strike"], 0),
        (["parry"], 0),  # and the blow inside it is told with both
        (["strike", "strike"], 1),
        (["strike", "strike", "strike"], 2),
        (["volley"], 1),  # two blows inside an event without a sentence
        (["strike", "volley"], 2),  # no blow of the volley is inside the first one
        (["parry", "parry"], 1),
        (["feint"], 1),  # a lunge, the riposte inside it, and the lunge inside that, which is another one
    ],
)
def test_only_the_first_event_inside_another_is_told_with_it(calls: list[str], more: int, pack_folder: Write) -> None:
    begin, end = GAME.index("  names: {others"), GAME.index("event jump(")
    body = "".join(f"    {call}(who, target, 1)\n" for call in calls)
    game = f"{GAME[:begin]}  do: |\n{body}{BLOWS}{GAME[end:]}"
    said = "".join(f"    {event}: <who> strikes <target>\n" for event in ("parry", "lunge", "riposte"))
    pack = PACK.replace("    call: <who>", f"{said}    call: <who>")
    told = _told(pack_folder, [1], game=game, pack=pack)
    assert told == ["player 1: Witch strikes Hero", *["    Witch strikes Hero"] * more]


def test_an_event_inside_itself_is_another_deed(pack_folder: Write) -> None:
    assert _told(pack_folder, [2]) == ["player 1: Hero calls", "    Hero calls"]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["player 1 throws", "player 1 drops Witch and 1 other", "player 1: count: 2",
                "    player 1 drops Witch and 2 others"]),
        ("ru", ["игрок 1 метает", "игрок 1 бросает Ведьму и ещё 1", "игрок 1: count: 2",
                "    игрок 1 бросает Ведьму и ещё 2"]),
    ],
)  # fmt: skip
def test_what_the_next_sentence_says_of_the_same_player_is_told_once(
    language: str, lines: list[str], pack_folder: Write
) -> None:
    """A number is no name: the next sentence may mean another one."""
    assert _told(pack_folder, [4, 0, 1], language) == lines


@pytest.mark.parametrize(
    ("name", "words", "is_named"),
    [
        ("Fox", "player 1 gains a Foxglove Ring", False),
        ("Fox", "player 1 gains a Fox-hunter", False),
        ("Fox", "player 1 gains a Firefox", False),
        ("Fox", "player 1 discards Fox", True),
        ("Fox", "player 1 discards the Fox's den, Hare", True),
        ("Fox", "player 1 discards Hare, Fox.", True),
        ("Red Fox", "player 1 discards Red Fox and Hare", True),
        ("Red Fox", "player 1 discards Infrared Fox", False),
        ("Run! (again)", "player 1 plays Run! (again), Hare", True),
        ("Лис", "игрок 1 берёт Листок", False),
        ("Лис", "игрок 1 берёт «Лис»", True),
        ("Ёж", "игрок 1 берёт Ёжика", False),
        ("5x7", "player 1 lands at 12.5x7", False),
    ],
)
def test_a_sentence_names_an_answer_in_whole_words(name: str, words: str, is_named: bool) -> None:
    who = " ".join(words.split()[:2])
    reply = Reply(0, name, False, named=((name,),))
    assert reply.is_repeated_by(Line("event", words, 1), who) is is_named


def test_an_answer_stays_if_the_next_sentence_names_another_thing(pack_folder: Write) -> None:
    others = "  for each m in all(m in mans where m is not what):\n    drop(who, m, 1)\n"
    game = GAME.replace("en: Witch", "en: Her").replace("  drop(who, what, 1)\n", others)
    lines = ["player 1 throws", "player 1: Her", "    player 1 drops Hero and 1 other"]
    assert _told(pack_folder, [4, 0, 1], game=game)[:3] == lines


def test_several_that_are_chosen_together_stay_together(pack_folder: Write) -> None:
    lines = ["player 1: rid(player 1) > Hero > Witch", "    player 1 drops Witch and 0 others"]
    assert _told(pack_folder, [5, 1, 0])[:2] == lines
