"""Answers whose words are all names of something, and which nothing that is offered could be called all the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.shipped import ROOT

from rulewright.diagnostics import Severity
from rulewright.memory import Memory
from rulewright.play.state import Decision
from rulewright.play.words import Words
from rulewright.scenario import answers
from rulewright.scenario.answerable import Answerable
from rulewright.scenario.answers import Option, options_of
from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: p\nplayers: 2\nstart: game\nboard: square\nwindow: by_turn\n"
GAME = """
window by_turn: {asks: "sorted(p in players with most (0))", answers: each}
area wall: {name: Wall}
kind beast: {placed: yes, plural: beasts, state: {hp: number starts 5}, parts: {tools: tool}}
kind tool: {part_of: beast}
kind card: {plural: cards}
zone hand(player owner): {name: Hand, holds: card}
beast wolf: {name: Grey Wolf, tools: {claw: {}}}
beast bear: {name: Brown Bear}
card spell: {name: Spell}
event game: |
  for each b in beasts:
    rest(b)
event rest(beast who): {}
event call_off: {}
event wave(player who): {}
event strike(beast who, tool what, beast victim, cell there, number times): {}
event gift(beast or player who, set of beast whom): {}
rule den:
  name: Den
  for: self in beasts
  after: call_off
  may: rest(self)
"""
SETUP = """
setup two:
  map: |
    a.b
    ...
  legend: {a: wolf of 1 as Fang, b: bear of 2 as Bob}
  zones: {hand of 1: [spell as Trick]}
test it:
  extends: two
  do: rest(Fang)
  passes: all
  answers: []
"""


@pytest.fixture
def told(pack_folder: Write) -> Callable[[str], list[str]]:
    """What is wrong with a test that says this of what is not offered: the words, code, message and remedy."""

    def of(answer: str) -> list[str]:
        test = SETUP.replace("answers: []", f"answers: [{{choose: pass, not_offered: [{answer}]}}]")
        found = check_with_tests(pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/t.yaml": test}))
        return [f"{one.span.text}: {one.code} {one.message} -- {one.hint}" for one in found.diagnostics
                if one.span.source.name == "tests/t.yaml"]  # fmt: skip

    return of


@pytest.mark.parametrize("answer", [
    "pass", "Fang", "Fang.claw", "bear", "bear 2 of player 1", "player 2", "B2", "Grey Wolf", "Grey Wolf 2", "none",
    "rest", "rest(Fang)", "rest(wolf 2 of player 1)", "wolf 2 of player 1.claw", "den", "den(Fang)",
    '"strike(wolf 2 of player 1, wolf 2 of player 1.claw)"', '"den(Fang) -> rest(Fang)"', "strike(Grey Wolf)",
    '"strike(Fang, Fang.claw, Bob, B2, 3)"', '"strike(Fang, bear.claw, bear, B2)"', '"gift(player 1, (Fang, Bob))"',
    '"gift(Fang, Fang, Bob)"', "call_off", "call_off()", "3", '"Fang, Bob"', '"Fang B1, Bob C2"', "Den (Grey Wolf)",
    "hand of player 1", "Hand of player 1",
])  # fmt: skip
def test_what_could_be_offered_is_no_mistake(told: Callable[[str], list[str]], answer: str) -> None:
    assert told(answer) == []


@pytest.mark.parametrize(("answer", "wrong"), [
    ("Fang Bob", "Fang Bob: RW450 'Fang Bob' matches no answer: nothing has that name -- "
     "write `Fang, Bob`: a comma is missing"),
    ("player 2 none", "player 2 none: RW450 'player 2 none' matches no answer: nothing has that name -- "
     "write `player 2, none`: a comma is missing"),
    ("B1 none", "B1 none: RW450 'B1 none' matches no answer: nothing has that name -- "
     "write `B1, none`: a comma is missing"),
    ('"strike(Fang, Fang.claw Bob)"', "Fang.claw Bob: RW450 expected a tool for parameter 'what' of event 'strike', "
     "found 'Fang.claw Bob' -- write `Fang.claw, Bob`: a comma is missing"),
    ('"strike(Fang, Bob)"', "Bob: RW450 expected a tool for parameter 'what' of event 'strike', found 'Bob' -- write a "
     "tool there"),
    ("wave(player_1)", "player_1: RW450 expected a player for parameter 'who' of event 'wave', found 'player_1' -- "
     "write `player 1`"),
    ("rest(Trick)", "Trick: RW450 expected a beast for parameter 'who' of event 'rest', found 'Trick' -- this test has "
     "Fang, Bob"),
    ("rest(wall)", "wall: RW450 expected a beast for parameter 'who' of event 'rest', found 'wall' -- this test has "
     "Fang, Bob"),
    ('"rest(Fang, Bob)"', "rest(Fang, Bob): RW450 event 'rest' takes 1 argument, found 2 -- remove "
     "'Bob'"),
    ("rest(Fang) Bob", "rest(Fang) Bob: RW450 the brackets of 'rest(Fang) Bob' are not closed at its end -- write one "
     "call, in quotes if it has a comma: \"attack(Gob, Kay)\""),
    ('"strike(Fang, Fang.claw, Bob, Fang)"', "Fang: RW450 expected a cell for parameter 'there' of event 'strike', "
     "found 'Fang' -- write a cell there"),
    ("hand(Fang)", "hand(Fang): RW450 'hand(Fang)' matches no answer: 'hand' is not an event and has no reactions -- "
     "name an event or a definition with reactions"),
    ('"den(Fang, Bob)"', "den(Fang, Bob): RW450 'den' takes 1 argument, found 2 -- remove 'Bob'"),
    ('"den(Fang) -> strike(Fang, Bob)"', "Bob: RW450 expected a tool for parameter 'what' of event 'strike', "
     "found 'Bob' "
     "-- write a tool there"),
    ("player 3", "player 3: RW450 'player 3' matches no answer: there is no player 3 -- name one of player 1 to "
     "player 2"),
])  # fmt: skip
def test_what_nothing_could_be_called_is_told(told: Callable[[str], list[str]], answer: str, wrong: str) -> None:
    assert told(answer) == [wrong]


def test_a_call_that_was_refused_is_looked_at_too(pack_folder: Write) -> None:
    test = SETUP.replace("passes: all\n  answers: []", 'refused: {"rest(Fang Bob)": []}')
    found = check_with_tests(pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/t.yaml": test})).diagnostics
    assert [one.span.text for one in found if one.code == "RW450"] == ["Fang Bob"]


@pytest.mark.parametrize("changes", [
    {"beast or player who": "card who"},
    {"  for: self in beasts\n  after: call_off\n  may: rest(self)": "  modify: forbid rest when who.hp > 7"},
    {"Grey Wolf": "grey Wolf"},
    {"Grey Wolf": "Dun Wolf", "call_off: {}": "call_off: {name: Grey}"},
])  # fmt: skip
def test_what_the_forms_hang_on_is_looked_at_again(pack_folder: Write, changes: dict[str, str]) -> None:
    """Of a file that is in order and remembered a mistake is told once something else has changed."""
    words = '[rest(Fang), den(Fang), Grey Fang, rest(Grey), "gift(player 2, Fang)", call_off()]'
    answers = f"answers: [{{choose: pass, not_offered: {words}}}]"
    game = GAME.replace("set of beast whom", "beast whom")
    files = {"pack.yaml": MANIFEST, "game.yaml": game, "tests/t.yaml": SETUP.replace("answers: []", answers)}
    memory = Memory()
    assert not check_with_tests(pack_folder(files), memory=memory).diagnostics.has_errors
    for old, new in changes.items():
        game = game.replace(old, new)
    folder = pack_folder({**files, "game.yaml": game})
    whole = list(check_with_tests(folder).diagnostics)
    assert [one.code for one in whole if one.severity is Severity.ERROR][:1] == ["RW450"]
    assert list(check_with_tests(folder, memory=memory).diagnostics) == whole


@pytest.mark.parametrize("pack", ["duel", "skirmish"])
def test_nothing_that_is_offered_is_a_mistake(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All names of all options that the tests of a pack are offered."""
    suite = load_suite(ROOT / "content" / pack)
    assert suite.definitions is not None
    answerable, seen = Answerable(suite.definitions), 0
    for test in suite.tests:
        if test.case.file in suite.grounds:
            continue
        asked: set[str] = set()

        def noted(words: Words, d: Decision, asked: set[str] = asked) -> list[Option]:
            found = options_of(words, d)
            asked.update(name for one in found for name in one.called)
            return found

        monkeypatch.setattr(answers, "options_of", noted)
        assert suite.run_one(test).passed
        judge = answerable.judge(test.case)
        assert [one for one in sorted(asked) if judge.amiss(one) is not None] == []
        seen += len(asked)
    assert seen > 100
