"""Questions about reactions in the words of a pack: `ask.may`, `ask.arbiter`, `says.ask` of windows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[..., Path]

GAME = """
kind beast:
  state: {hunger: number}
  ask: {may: {en: "Does <self> eat as well?", ru: "Пусть <self> тоже ест?"}}
kind bird: {is: beast}
beast dog: {name: {en: Dog, ru: Пёс, ru.acc: Пса}}
beast rat: {name: {en: Rat, ru: Крыса, ru.acc: Крысу}}
beast cat: {name: {en: Cat, ru: Кошка, ru.acc: Кошку}}
bird crow:
  name: {en: Crow, ru: Ворона, ru.acc: Ворону}
  after: fed where who is not self
  may: grow(self)
zone box(player owner): {seen_by: owner, holds: beast}
window asking:
  asks: players
  says: {ask: {en: "Does anybody mind?", ru: "Кто против?"}}
class treat(beast eater):
  arbiter: eater.owner
  ask: {arbiter: {en: "What does <eater> do first?", ru: "Что сначала делает <eater>?"}}
event fed(beast who, number much) is treat: {}
event drunk(beast drinker, number much) is treat:
  ask: {arbiter: {en: "First of <much>?", ru: "Что сначала?"}}
event grow(beast who): set who.hunger = who.hunger + 1
rule growls:
  ask: {may: {en: "Does <self> growl at <eater>?", ru: "Пусть <self> рычит на <eater:acc>?"}}
  for: self in beasts where self.sheet is dog
  before: treat where eater is not self
  may: grow(self)
"""
EATS = """
event game: |
  let one = first(players)
  finish if one is none
  create dog for one into box of one
  let rat = create rat for one into box of one
  fed(rat, 3)
"""
BOTH = EATS.replace("let rat", "create dog for one into box of one\n  let rat")
LATER = EATS.replace("create dog for one into box of one", "create crow for one into box of one")
# The dog of the second player growls at what lies hidden from it.
HIDDEN = EATS.replace("create dog for one", "let two = last(players)\n  finish if two is none\n  create dog for two")
HIDDEN = HIDDEN.replace("for two into box of one", "for two into box of two")
GROWN = """
status hungry:
  of: beast
  before: treat where eater is self
  do: grow(self)
status tired:
  of: beast
  before: treat where eater is self
  do: grow(self)
event game: |
  let one = first(players)
  finish if one is none
  let cat = create cat for one into box of one
  give hungry to cat
  give tired to cat
  fed(cat, 1)
  drunk(cat, 2)
"""


def begun(pack_folder: Write, text: str) -> Game:
    manifest = "pack: asked\nstart: game\nwindow: asking\nforced: ask\n"
    result = check_pack(pack_folder({"pack.yaml": manifest, "game.yaml": text}))
    assert result.program is not None, [one.message for one in result.diagnostics.errors]
    return Game.new(Linked(result.program), seed=0)


def asked(game: Game, language: str = "en") -> str:
    question = game.question(language)
    assert question is not None
    return question.prompt


@pytest.mark.parametrize(("language", "words"), [("en", "Does Dog growl at Rat?"), ("ru", "Пусть Пёс рычит на Крысу?")])
def test_a_reaction_is_asked_about_with_its_holder_and_its_event(
    language: str, words: str, pack_folder: Write
) -> None:
    """The trigger names a class, whose parameter the event calls otherwise."""
    assert asked(begun(pack_folder, GAME + EATS), language) == words


def test_reactions_of_sheets_are_asked_about_as_their_kind_says_or_one_above(pack_folder: Write) -> None:
    game = begun(pack_folder, GAME + LATER)
    assert (asked(game), asked(game, "ru")) == ("Does Crow eat as well?", "Пусть Ворона тоже ест?")


def test_a_window_asks_in_its_own_words_where_reactions_ask_otherwise_or_nothing(pack_folder: Write) -> None:
    """Two dogs ask the same: their names are. A crow beside a dog does not."""
    both = begun(pack_folder, GAME + BOTH)
    assert len(both.question().options) == 3  # type: ignore[union-attr]
    assert asked(both) == "Does Dog growl at Rat?"
    other = GAME.replace("after: fed where who is not self", "before: fed where who is not self")
    other += EATS.replace("let rat", "create crow for one into box of one\n  let rat")
    assert (asked(begun(pack_folder, other)), asked(begun(pack_folder, other), "ru")) == (
        "Does anybody mind?", "Кто против?")  # fmt: skip
    silent = re.sub(r"  ask: \{may.*\n", "", GAME) + EATS
    assert asked(begun(pack_folder, silent)) == "Does anybody mind?"


def test_a_question_about_a_reaction_does_not_name_what_lies_hidden(pack_folder: Write) -> None:
    game = begun(pack_folder, GAME + HIDDEN)
    assert game.question().player == 1  # type: ignore[union-attr]
    assert asked(game) == "Does Dog growl at hidden beast?"


def test_an_arbiter_is_asked_in_the_words_of_the_event_or_of_its_class(pack_folder: Write) -> None:
    game = begun(pack_folder, GAME + GROWN)
    assert (asked(game), asked(game, "ru")) == ("What does Cat do first?", "Что сначала делает Кошка?")
    game.answer(0)
    assert (asked(game), asked(game, "ru")) == ("First of 2?", "Что сначала?")


def test_questions_about_reactions_are_no_part_of_what_a_pack_means(pack_folder: Write) -> None:
    plain = re.sub(r"  (ask|says): \{.*\n", "", GAME)
    assert plain.count("ask:") == 0
    for more in (EATS, GROWN):
        one, other = begun(pack_folder, GAME + more), begun(pack_folder, plain + more)
        marks = [{name: mark[0] for name, mark in game.linked.program.marks.items()} for game in (one, other)]
        assert one.linked.program.meaning == other.linked.program.meaning and marks[0] == marks[1]
        found = asked(other), asked(one)
        assert found == (
            ("React (asking)?", "Does Dog growl at Rat?") if more is EATS
            else ("Which comes first", "What does Cat do first?"))  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("growl at <eater>", "growl at <who>", "RW443", "question 'may' of rule 'growls' shows 'who'"),
        ("рычит на <eater:acc>", "рычит на <eater:xyz>", "RW471", "the form 'xyz', which no name has in 'ru'"),
        ("Does <self> eat", "Does <who> eat", "RW443", "question 'may' of kind 'beast' shows 'who'"),
        ("What does <eater> do", "What does <who> do", "RW443", "question 'arbiter' of class 'treat' shows 'who'"),
        ("First of <much>?", "First of <many>?", "RW443", "question 'arbiter' of event 'drunk' shows 'many'"),
        ("does anybody", "", None, ""),
        ("Does anybody mind", "Does <eater> mind", "RW443", "the message 'ask' of window 'asking' shows 'eater'"),
        ("says: {ask:", "says: {aks:", "RW430", "window 'asking' has no message 'aks'"),
        ("  may: grow(self)\n\nevent", "  do: grow(self)\n\nevent", "RW410", "rule 'growls' never asks for 'may'"),
        ("  arbiter: eater.owner\n  ask: {arbiter: {en: \"What", "  ask: {arbiter: {en: \"What", "RW410",
         "class 'treat' never asks for 'arbiter'"),
        ("ask: {arbiter: {en: \"What", "ask: {arbitre: {en: \"What", "RW410", "'treat' never asks for 'arbitre'"),
        ("event grow(", "event grown(beast who):\n  ask: {arbiter: \"Who?\"}\n  do: grow(who)\nevent grow(",
         "RW410", "event 'grown' never asks for 'arbiter'"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_about_reactions_is_reported(
    pack_folder: Write, old: str, new: str, code: str | None, words: str
) -> None:
    text = GAME + EATS
    assert text.count(old) == (1 if code else 0)
    manifest = "pack: asked\nstart: game\nwindow: asking\nforced: ask\n"
    result = check_pack(pack_folder({"pack.yaml": manifest, "game.yaml": text.replace(old, new)}))
    found = [(one.code, one.message) for one in result.diagnostics.errors]
    assert any(one == code and words in message for one, message in found) if code else not found
