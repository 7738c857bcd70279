"""Settings of content tests: single values, sets and lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.scenario.suite import load_suite

PACK = """pack: sample
start: game
settings:
  bands: list of sheet of card starts (ace, deuce, ace)
  hues: set of hue starts (red, blue)
  more: list of number starts 3
  first_hue: hue or none starts none
"""
GAME = """enum hue: [red, green, blue]
kind card: {owned: no}
kind coin: {owned: no}
card ace: {}
card deuce: {}
coin cent: {}
event game: told(setting.bands, setting.hues, setting.more, setting.first_hue)
event told(list of sheet of card b, set of hue h, list of number n, hue or none f): {}
"""
TESTS = """test lists:
  settings: {bands: [deuce, ace, ace], hues: [green, red], more: [], first_hue: blue}
  play: yes
  happened: ["told where b[1] is deuce and size(b) is 3 and h is (red, green) and size(n) is 0 and f is blue"]
test single ones:
  settings: {bands: ace, hues: none, more: [1, 2], first_hue: none}
  play: yes
  happened: ["told where size(b) is 1 and size(h) is 0 and n[2] is 2 and f is none"]
test as they start:
  play: yes
  happened: ["told where size(b) is 3 and size(h) is 2 and n[1] is 3"]
"""
WRONG = """test wrong:
  settings: {bands: [cent], hues: {red: 1}, more: [[1]], first_hue: [red]}
  play: yes
"""

Write = Callable[[Mapping[str, str | bytes] | str], Path]


def test_settings_take_sets_and_lists(pack_folder: Write) -> None:
    suite = load_suite(pack_folder({"pack.yaml": PACK, "game.yaml": GAME, "tests/a.yaml": TESTS}))
    assert [one.message for one in suite.mistakes] == []
    assert [(result.case.name, result.passed) for result in suite.run()] == [
        ("lists", True), ("single ones", True), ("as they start", True)]


def test_what_is_no_value_is_told(pack_folder: Write) -> None:
    suite = load_suite(pack_folder({"pack.yaml": PACK, "game.yaml": GAME, "tests/a.yaml": WRONG}))
    assert [one.message for case in suite.cases for one in case.mistakes] == [
        "expected sheet of card, found 'cent'", "'hues' must be a list", "'more' must be a list",
        "'first_hue' must be a string"]
