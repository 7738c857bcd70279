"""Refusals in the words of a pack: `says` of events, classes and permissions (docs/language.md section 3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play import why
from rulewright.play.load import Linked
from rulewright.session import Game
from rulewright_tools.show.why import failing

Write = Callable[..., Path]

GAME = """
kind beast: {state: {hp: number starts 2, spot: number}}
beast witch: {name: {en: Witch, ru: Ведьма, ru.acc: Ведьму}}
beast rat: {name: {en: Rat, ru: Крыса, ru.acc: Крысу}}
zone hand(player owner): {seen_by: owner, holds: beast}
class deed(beast actor):
  says:
    once: {en: "<actor> has done its deed", ru: "<actor> уже действовала"}
permission reaches(beast a, beast b):
  normally: b.spot - a.spot is 1 and b.hp > 0
  says:
    normally: {en: "<b> is out of reach of <a>", ru: "<a> не достаёт <b:acc>"}
    walls: {en: "a wall shields <b>"}
event bite(beast who, beast whom) is deed:
  legal:
    other: who is not whom
    hungry: who.hp > 1
    near: reaches(who, whom)
  says:
    hungry: {en: "<who> does not hunger for <whom>", ru: "<who> не голодна"}
  do: set who.hp = who.hp + 1
event nap(beast who) is deed:
  says: {once: "<who> slept"}
  do: set who.hp = who.hp + 1
event set_up(beast who, number hp, number spot):
  do: |
    set who.hp = hp
    set who.spot = spot
rule limits: {modify: forbid deed as once when actor.hp is 7}
rule brick: {modify: forbid reaches as walls when b.spot is 5}
status dazed:
  name: {en: Daze, ru: Изумление}
  of: beast
  modify: forbid deed when actor is self
rule plain: {modify: forbid nap when who.spot is 9}
event game:
  do: |
    let one = first(players)
    finish if one is none
    let w = create witch for one
    let r = create rat for one
    let h = create rat for one into hand of one
    set_up(h, 2, 1)
    set_up(w, HP, SPOT)
    set_up(r, 2, FAR)
    give dazed to w if w.hp is 5
    offer one or pass:
      bite(a, b) for a in beasts, b in beasts
      nap(a) for a in beasts
    let goal = choose one or none b in beasts where reaches(w, b) by one
"""
WITCH, RAT, HIDDEN = 1, 2, 3


def begun(pack_folder: Write, hp: int = 2, spot: int = 0, far: int = 3, text: str = GAME) -> Game:
    for word, number in (("HP", hp), ("SPOT", spot), ("FAR", far)):
        text = text.replace(word, str(number))
    result = check_pack(pack_folder({"pack.yaml": "pack: refused\nstart: game\n", "game.yaml": text}))
    assert result.program is not None, [one.message for one in result.diagnostics.errors]
    return Game.new(Linked(result.program), seed=0)


def told(game: Game, event: str, *args: int, language: str = "en", seat: int | None = 0) -> list[str]:
    numbers = {one.id: i for i, one in enumerate(game.linked.program.events)}
    return [one.words for one in why.not_offered(game.state, numbers[event], args, language, seat)]


def test_a_condition_refuses_in_the_words_of_the_pack(pack_folder: Write) -> None:
    game = begun(pack_folder, hp=1, far=1)
    assert told(game, "bite", WITCH, RAT) == ["Witch does not hunger for Rat"]
    assert told(game, "bite", WITCH, RAT, language="ru") == ["Ведьма не голодна"]
    assert told(game, "bite", RAT, RAT)[0] == "other: who is not whom"  # which has none


def test_a_condition_without_words_has_those_of_the_permission_that_it_asks(pack_folder: Write) -> None:
    game = begun(pack_folder)
    assert told(game, "bite", WITCH, RAT) == ["Rat is out of reach of Witch"]
    assert told(game, "bite", WITCH, RAT, language="ru") == ["Ведьма не достаёт Крысу"]
    (found,) = why.refusal(game.state, 0, (WITCH, RAT))
    assert [one.text for one in found.within] == ["b.spot - a.spot is 1"]


def test_a_named_forbid_of_a_permission_says_what_forbids(pack_folder: Write) -> None:
    (found,) = why.refusal(begun(pack_folder, spot=4, far=5).state, 0, (WITCH, RAT))
    assert (found.said, [one.words for one in found.within]) == ("a wall shields Rat", ["a wall shields Rat"])


def test_what_is_no_choice_is_told_in_the_words_of_its_permission(pack_folder: Write) -> None:
    game = begun(pack_folder)
    game.answer(len(game.question().options) - 1)  # type: ignore[union-attr]
    assert [one.words for one in why.absence(game.state, RAT)] == ["Rat is out of reach of Witch"]


def test_events_say_it_in_the_words_of_their_class_unless_they_have_their_own(pack_folder: Write) -> None:
    game = begun(pack_folder, hp=7, far=1)
    assert told(game, "bite", WITCH, RAT, language="ru") == ["Ведьма уже действовала"]
    assert told(game, "nap", WITCH) == ["Witch slept"]


def test_a_forbid_without_a_name_is_told_by_the_name_of_what_forbids(pack_folder: Write) -> None:
    game = begun(pack_folder, hp=5)
    assert told(game, "nap", WITCH) == ["Daze"]
    assert told(game, "nap", WITCH, language="ru") == ["Изумление"]
    assert told(begun(pack_folder, spot=9), "nap", WITCH) == ["forbid nap when who.spot is 9"]


def test_a_refusal_does_not_name_what_the_asking_player_does_not_see(pack_folder: Write) -> None:
    game = begun(pack_folder, hp=1)
    assert told(game, "bite", WITCH, HIDDEN, seat=0) == ["Witch does not hunger for Rat"]
    assert told(game, "bite", WITCH, HIDDEN, seat=1) == ["Witch does not hunger for hidden beast"]


def test_the_table_tells_the_words_and_beside_them_the_condition(pack_folder: Write) -> None:
    found = why.refusal(begun(pack_folder, hp=1).state, 0, (WITCH, RAT))
    lines = [line.plain for line in failing("Bite", found, "", "en")]
    assert lines[0] == "Bite is not among the answers:"
    assert lines[1].startswith("  Witch does not hunger for Rat (hungry: who.hp > 1)  game.yaml:")
    assert lines[2].startswith("  Rat is out of reach of Witch (near: reaches(who, whom))  game.yaml:")
    assert lines[3].startswith("    b.spot - a.spot is 1  game.yaml:")
    (unsaid,) = why.refusal(begun(pack_folder, spot=9).state, 1, (WITCH,))
    lines = [line.plain for line in failing("Nap", [*found, unsaid], "", "en")]
    assert lines[-1].startswith("  this does not hold: forbid nap")


def test_words_of_refusals_are_no_part_of_what_a_pack_means(pack_folder: Write) -> None:
    plain = re.sub(r"(?m)^  says:.*\n(?:    .*\n)*", "", GAME)
    assert "says" not in plain
    one, other = begun(pack_folder), begun(pack_folder, text=plain)
    assert one.linked.program.meaning == other.linked.program.meaning
    assert told(other, "bite", WITCH, RAT) == ["near: b.spot - a.spot is 1"]


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("    hungry: {", "    hungri: {", "RW430", "event 'bite' has no condition 'hungri'"),
        ('{once: "<who> slept"}', '{twice: "<who> slept"}', "RW430", "event 'nap' has no condition 'twice'"),
        ("    once: {", "    one: {", "RW430", "class 'deed' has no condition 'one'"),
        ("    walls: {", "    wall: {", "RW430", "permission 'reaches' has no condition 'wall'"),
        ("<who> slept", "<self> slept", "RW443", "the message for 'once' of event 'nap' shows 'self'"),
        ("a wall shields <b>", "a wall shields <b:xyz>", "RW471", "uses the form 'xyz'"),
        ("a wall shields <b>", "a wall shields <b.hp>", "RW443", "shows 'b.hp', which is not one of its parameters"),
        ("a wall shields <b>", "a wall shields <b", "RW443", "has a '<' without its partner"),
        ("a wall shields <b>", "a wall shields <b?x|1=y>", "RW471", "which is neither a parameter nor a form"),
    ],
)
def test_what_cannot_be_said_is_reported(pack_folder: Write, old: str, new: str, code: str, words: str) -> None:
    assert GAME.count(old) == 1
    folder = pack_folder({"pack.yaml": "pack: refused\nstart: game\n", "game.yaml": GAME.replace(old, new)})
    found = [(one.code, one.message) for one in check_pack(folder).diagnostics.errors]
    assert (code, True) in [(one, words in message) for one, message in found], found


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ('{gone: "<holder> sleeps"}', ["status 'dazed' has no message for 'gone'"]),
        ('{given: "<self> is"}',
         ["the message for 'given' of status 'dazed' shows 'self', which is not one of its parameters"]),
        ('{given: {ru: "<holder?спит|f=спала>"}, over: {ru: "<holder:acc> будят"}}', []),
    ],
)
def test_what_is_said_of_a_status_is_checked(pack_folder: Write, says: str, words: list[str]) -> None:
    text = GAME.replace("  modify: forbid deed when actor", f"  says: {says}\n  modify: forbid deed when actor")
    folder = pack_folder({"pack.yaml": "pack: refused\nstart: game\n", "game.yaml": text.replace("SPOT", "0")
                          .replace("HP", "2").replace("FAR", "3")})
    assert [one.message for one in check_pack(folder).diagnostics.errors] == words
