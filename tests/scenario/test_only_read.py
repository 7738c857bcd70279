"""What tests say that people read, in words that no text of the pack has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.shipped import ROOT

from rulewright.diagnostics import Severity
from rulewright.memory import Memory
from rulewright.play import view
from rulewright.play.state import Decision
from rulewright.play.words import Words
from rulewright.scenario import answers
from rulewright.scenario.answers import Option, options_of
from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.only_read import read_in, words_of_ours, words_of_pack
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: p\nplayers: 2\nstart: game\n"
GAME = """
kind player: {state: {points: number}}
kind beast: {state: {hp: number starts 6}, shown: {hp: {en: "<hp> hit points"}}}
zone hand(player owner): {holds: beast}
beast wolf: {name: Grey Wolf}
event game: |
  for each p in players:
    endow(p)
event endow(player who): |
  let best_gift = choose one n in (1, 2, 3) where n < 3 by who
  set who.points = best_gift
"""
TEST = """
test it:
  zones: {hand of 1: [wolf as Fang]}
  do: |
    endow(player_1)
    let good_day = choose yes or no by player_1
  answers:
    - {choose: 1, prompt: "PROMPT"}
    - {choose: no, prompt: "Yes or no: good day?"}
  reads: {Fang: READS}
"""
RIGHT, POINTS = "Choose number (best gift)", "6 hit points"


def told(folder: Path, memory: Memory | None = None) -> list[str]:
    """What is wrong with the tests: the words, code, message and remedy."""
    checked = check_with_tests(folder, memory=memory)
    return [f"{one.span.text}: {one.code} {one.message} -- {one.hint}" for one in checked.diagnostics
            if one.severity is Severity.ERROR]  # fmt: skip


def files(prompt: str, reads: str) -> dict[str, str | bytes]:
    """The pack with its test."""
    tests = TEST.replace("PROMPT", prompt).replace("READS", reads)
    return {"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/t.yaml": tests}


@pytest.mark.parametrize(("prompt", "reads", "wrong"), [
    (RIGHT, POINTS, []),
    (RIGHT, f"[{POINTS}]", []),
    ("Choose numbre (best gift)", POINTS,
     ["numbre: RW450 no text of the pack contains 'numbre', so it never appears in a question -- did you mean "
      "'number'?"]),
    (RIGHT, "6 hot points",
     ["hot: RW450 no text of the pack contains 'hot', so it never appears next to the board -- did you mean 'hit'?"]),
    (RIGHT, "[6 hit points, zzz]",
     ["zzz: RW450 no text of the pack contains 'zzz', so it never appears next to the board -- write the words "
      "that people read"]),
])  # fmt: skip
def test_a_word_that_nobody_reads_is_told(pack_folder: Write, prompt: str, reads: str, wrong: list[str]) -> None:
    assert told(pack_folder(files(prompt, reads))) == wrong


def test_a_word_that_goes_is_told_though_the_tests_are_known(pack_folder: Write) -> None:
    memory = Memory()
    assert told(pack_folder(files(RIGHT, POINTS)), memory) == []
    changed = files(RIGHT, POINTS) | {"game.yaml": GAME.replace("best_gift", "best_bid")}
    assert [one.partition(":")[0] for one in told(pack_folder(changed), memory)] == ["gift"]


def test_definitions_of_the_file_itself_are_read_too(pack_folder: Write) -> None:
    own = "beast bear: {name: Brown Bear}\n"
    with_own = files("Choose brown number (best gift)", POINTS)
    assert [one.partition(":")[0] for one in told(pack_folder(with_own))] == ["brown"]
    assert told(pack_folder(with_own | {"tests/t.yaml": f"{own}{with_own['tests/t.yaml']!s}"})) == []


def test_what_is_asked_has_no_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """All questions of the tests of a pack."""
    suite = load_suite(ROOT / "content" / "duel")
    asked: set[str] = set()

    def noted(words: Words, d: Decision) -> list[Option]:
        asked.add(view.prompt(words.m, d, d.player))
        return options_of(words, d)

    monkeypatch.setattr(answers, "options_of", noted)
    assert all(one.passed for one in suite.run())
    known = words_of_pack(suite.pack).union(words_of_ours())
    assert len(asked) > 20
    assert read_in(" ".join(asked)) <= known
