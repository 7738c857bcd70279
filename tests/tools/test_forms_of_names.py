"""Messages that ask for a form of a name, or choose their words by what a field is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.session import Game, link_program
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.telling import Teller

PACK = "pack: sample\nstart: play\nboard: square\nmessages:\n"
GAME = """\
enum mood: [calm, angry]
kind man: {placed: yes}
man witch: {name: {en: Witch, en.a: a witch, ru: Ведьма, ru.acc: Ведьму, ru.is: f}}
man hero: {name: {en: Hero, ru: Герой, ru.dat: Герою}}
map yard:
  rows: |
    . . .
event hit(man who, number amount, mood how, yes_no hard, man or none source): {}
event gain(player who, cells far): {}
event play: |
  lay(yard)
  for each p in players:
    for each c in everywhere where p is first(players):
      let w = create witch for p at c
      let h = create hero for p
      hit(w, 1, calm, true, h)
      hit(h, 2, angry, false, none)
      hit(h, 5, angry, false, none)
      stop
    gain(p, 1 cell)
"""
Write = Callable[[Mapping[str, str | bytes] | str], Path]


def told(folder: Path, language: str, viewer: int | None = None) -> list[str]:
    found = check_pack(folder)
    assert found.program is not None, [one.message for one in found.diagnostics]
    game = Game.new(link_program(found.program), 2, 1)
    return [line.words for line in Teller(game.state, Sight(viewer, language)).lines(game.state, game.trace)]


@pytest.mark.parametrize("viewer", [None, 0])
def test_names_stand_in_the_form_that_is_asked_for(pack_folder: Write, viewer: int | None) -> None:
    """Where a name has no such form it stands as it is; players and units have forms of the engine's own."""
    hit = '''  ru: {hit: "по <who:acc> от <source:dat>", gain: "<who:dat> - на <far:acc>"}
  en: {hit: "<who:a> x", gain: <who>}
'''
    folder = pack_folder({"pack.yaml": PACK + hit, "game.yaml": GAME})
    assert told(folder, "ru", viewer) == [
        "по Ведьму от Герою", "по Герой от нет", "по Герой от нет", "игроку 1 - на 1 клетку", "игроку 2 - на 1 клетку",
    ]  # fmt: skip
    assert told(folder, "en", viewer)[:2] == ["a witch x", "Hero x"]


def test_words_are_chosen_by_what_a_field_is(pack_folder: Write) -> None:
    messages = """\
  en: {hit: "<amount> <amount?points|one=point><how?, madly|calm=><hard?|yes=, hard><source? by one|none=>"}
  ru: {hit: "<who> бит<who?|f=а>: <amount> <amount?ран|one=рана|few=раны|5=ран, ой>"}
"""

    folder = pack_folder({"pack.yaml": PACK + messages, "game.yaml": GAME})
    assert told(folder, "en") == ["1 point, hard by one", "2 points, madly", "5 points, madly"]
    assert told(folder, "ru") == ["Ведьма бита: 1 рана", "Герой бит: 2 раны", "Герой бит: 5 ран, ой"]


@pytest.mark.parametrize(
    ("message", "words", "hint"),
    [
        ("<who:akk>", "uses the form 'akk', which no name has in 'ru'", "there are acc, dat, gen, ins, pre"),
        ("<who:a>", "uses the form 'a', which no name has in 'ru'", None),
        ("<amount?ran|fow=rany>", "has a case for 'fow', which 'amount' never is in 'ru'", "did you mean 'few'?"),
        ("<how?x|clam=y>", "has a case for 'clam', which 'how' never is in 'ru'", "did you mean 'calm'?"),
        ("<hard?x|true=y>", "has a case for 'true', which 'hard' never is in 'ru'", None),
        ("<who?x>", "has an unknown form of choice: 'who'", None),
        ("<who:>", "has an unknown form of choice: 'who'", None),
        ("<whom:acc>", "shows 'whom', which is not one of its fields", "did you mean 'who'?"),
    ],
)
def test_what_cannot_be_chosen_or_asked_for_is_reported(
    pack_folder: Write, message: str, words: str, hint: str | None
) -> None:
    folder = pack_folder({"pack.yaml": f'{PACK}  ru: {{hit: "{message}"}}\n', "game.yaml": GAME})
    [found] = check_pack(folder).diagnostics
    assert words in found.message
    assert hint is None or found.hint == hint
    assert found.span.text == message


def test_a_class_tells_in_the_names_of_its_events(pack_folder: Write) -> None:
    game = GAME.replace("event gain(player who, cells far): {}",
                        "class gains(player one, cells way): {}\nevent gain(player who, cells far) is gains: {}")
    folder = pack_folder({"pack.yaml": PACK + '  ru: {gains: "<one:acc> <way?x|one=y>"}\n', "game.yaml": game})
    assert told(folder, "ru") == ["игрока 1 y", "игрока 2 y"]


def test_forms_are_no_languages(pack_folder: Write) -> None:
    """That other names have a form is no reason to miss it (RW217)."""
    men = "".join(f"man m{i}: {{name: {{en: M{i}, en.a: a M{i}}}}}\n" for i in range(20))
    found = check_pack(pack_folder({"pack.yaml": "pack: p\n", "g.yaml": f"kind man: {{name: {{en: Man}}}}\n{men}"}))
    assert not [one for one in found.diagnostics if one.code == "RW217"]
