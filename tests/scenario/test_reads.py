"""What people are said to read (`reads`): figures of things, players and the match, and the line above the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite

Write = Callable[..., Path]

MANIFEST = """
pack: sample
players: 2
start: game
header: {en: "Round <round> of <setting.rounds>", ru: "Раунд <round>"}
settings: {rounds: number starts 3}
"""
GAME = """
kind beast:
  printed: {max_hp: number}
  state: {hp: number starts self.max_hp, asleep: yes_no, fed: number}
  shown:
    hp: {en: "<hp> of <max_hp> hit points", ru: "<hp> из <max_hp> хитов"}
    fed: never
    asleep: never
    mood: {en: "<asleep?|yes=sleeps>"}
kind player: {state: {points: number}}
kind match: {state: {round: number}}
beast wolf: {max_hp: 6}
zone hand(player owner): {seen_by: owner, holds: beast}
event hurt(beast who): |
  set who.hp = who.hp - 1
  set who.asleep = false
  set who.fed = 9
event game: |
  for each p in players:
    create wolf for p into hand of p
"""
TESTS = """
setup den:
  zones: {hand of 1: [wolf as Fang]}
  with: {Fang: {asleep: true}, player 1: {points: 2}, match: {round: 2}}

test what is read changes with what happens:
  extends: den
  steps:
    - reads: {Fang: [6 of 6 hit points, sleeps], header: Round 2 of 3, player 1: points 2, match: round 2}
    - do: hurt(Fang)
      reads: {Fang: [5 of 6 hit points], player 1: points 2}
    - reads: {Fang: 5 of 6 hit points}
"""
WRONG = """
setup den:
  zones: {hand of 1: [wolf as Fang]}

test what nobody reads is told:
  extends: den
  reads:
    Fang: [6 of 7 hit points, fed 0]
    header: Round 1 of 3
    player 2: points 1

test what is read too is told:
  extends: den
  with: {Fang: {asleep: true}}
  reads: {Fang: [6 of 6 hit points]}

test the order counts:
  extends: den
  with: {Fang: {asleep: true}}
  reads: {Fang: [sleeps, 6 of 6 hit points]}
"""


def _found(pack_folder: Write, tests: str, manifest: str = MANIFEST) -> tuple[list[str], list[str]]:
    """Mistakes in a file of tests, and what was not as said."""
    files = {"pack.yaml": manifest.lstrip(), "game.yaml": GAME, "tests/some.yaml": tests}
    suite = load_suite(pack_folder(files))
    assert [one.message for one in suite.diagnostics.errors] == []
    found = [*suite.mistakes.errors, *(one for case in suite.cases for one in case.found)]
    mistakes = [f"{one.code} {one.message}" for one in found]
    return mistakes, [message(one, "") for one in suite.run() if not one.passed]


def test_what_is_read_changes_with_what_happens(pack_folder: Write) -> None:
    assert _found(pack_folder, TESTS) == ([], [])


def test_what_nobody_reads_is_told_with_what_is_read(pack_folder: Write) -> None:
    mistakes, (told, more, order) = _found(pack_folder, WRONG)
    assert mistakes == []
    assert "Fang also shows 'sleeps'" in more
    assert "Fang shows these lines in another order" in order
    for line in (
        "Fang does not show '6 of 7 hit points'", "it shows: 6 of 6 hit points", "Fang does not show 'fed 0'",
        "header does not show 'Round 1 of 3'", "player 2 does not show 'points 1'",
    ):  # fmt: skip
        assert line in told


@pytest.mark.parametrize(("old", "new", "told"), [
    ("Fang: [6 of 7 hit points, fed 0]", "Fnag: 6 of 6 hit points", "RW450 there is no 'Fnag' in this test"),
    ("player 2:", "player 3:", "RW208 there is no player 3: this test has 2 seats"),
    ("Fang: [6 of 7 hit points, fed 0]", "Fang: {a: b}", "RW207 'reads' must be a list"),
])  # fmt: skip
def test_names_of_what_is_read_are_checked(old: str, new: str, told: str, pack_folder: Write) -> None:
    mistakes, _ = _found(pack_folder, WRONG.replace(old, new))
    assert any(told.split(":")[0] in one for one in mistakes), mistakes


def test_a_header_that_the_pack_has_not_is_refused(pack_folder: Write) -> None:
    manifest = MANIFEST.replace('header: {en: "Round <round> of <setting.rounds>", ru: "Раунд <round>"}\n', "")
    mistakes, _ = _found(pack_folder, WRONG, manifest)
    assert mistakes == ["RW452 the pack has no header"]
