"""Reasons for survivors in files of tests: what the checker says of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.memory import Memory
from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.suite import load_suite
from rulewright.scenario.survivors import all_reasons, said, without_reasons

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: sample\nlanguage: 2\nstart: play\nsettings:\n  long: yes_no starts false\n"
GAME = """\
kind player: {state: {gold: number}}
event play: |
  for each p in players:
    gain(p, 2) if setting.long
event gain(player who, number sum):
  do: set who.gold = who.gold + sum if sum > 0
"""
TEST = "test what is gained is added:\n  do: gain(player_1, 2)\n  then: player_1.gold is 2\n"
ENTRY = "- at: do\n  line: 'do: set who.gold = 1'\n  becomes: 'do: set who.gold = 2'\n  reason: it is so\n"


@pytest.fixture
def told(pack_folder: Write) -> Callable[[str], list[str]]:
    """What is wrong with a pack that has these reasons: place, code, message and hint."""

    def check(reasons: str) -> list[str]:
        folder = pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/a.yaml": TEST, "tests/b.yaml": reasons})
        made = []
        for one in check_with_tests(folder).diagnostics:
            line, column = one.span.source.line_and_column(one.span.start)
            made.append(f"{line}:{column} {one.code} {one.message} -- {one.hint}")
        return made

    return check


@pytest.mark.parametrize(("reasons", "wrong"), [
    ("survivors event gain:\n" + ENTRY, []),
    ("survivors setting long:\n- {line: 'long: 1', becomes: 'long: 2', reason: it is so}\n", []),
    ("survivors event gains:\n" + ENTRY,
     ["1:17 RW452 there is no event 'gains' whose changes could survive -- did you mean 'gain'?"]),
    ("survivors value gain:\n" + ENTRY,
     ["1:17 RW452 there is no value 'gain' whose changes could survive -- did you mean 'event gain'?"]),
    ("survivors value nothing_like_it:\n" + ENTRY,
     ["1:17 RW452 there is no value 'nothing_like_it' whose changes could survive -- remove these reasons"]),
    ("survivors event gain: it is so\n",
     ["1:1 RW207 a list should stand here: which changes survive, and why -- write `- at: FIELD`, and below it `line`, "
      "`becomes` and `reason`"]),
    ("survivors event gain:\n- it is so\n",
     ["2:3 RW207 a mapping should stand here: a line, what it becomes, and why no test notices -- write `line`, "
      "`becomes` and `reason`"]),
    ("survivors event gain:\n- {}\n",
     ["2:3 RW207 a mapping should stand here: a line, what it becomes, and why no test notices -- write `line`, "
      "`becomes` and `reason`"]),
    ("survivors event gain:\n- line: a\n  becomes: []\n  reason: b\n",
     ["3:3 RW207 'becomes' should be a line, or a list of lines -- write what the line becomes"]),
    ("survivors event gain:\n- {line: a, becomes: b}\n",
     ["2:4 RW206 a survivor needs the field 'reason' -- add 'reason'"]),
    ("survivors event gain:\n- line: a\n  becomes: b\n  reason:\n",
     ["4:3 RW207 expected a text, found nothing -- write it behind 'reason:', or leave 'reason' out"]),
    ("survivors event gain:\n- {line: a, becomes: b, reasons: c}\n",
     ["2:25 RW205 a survivor has no field 'reasons' -- did you mean 'reason'?"]),
    ("survivors event gain:\n- {line: a, becomes: b, reason: c, which: 0}\n",
     ["2:43 RW209 '0' is not the number of a line from 1 to 1000 -- None"]),
    ("survivors event gain:\n" + ENTRY * 2,
     ["8:12 RW210 this change has a reason already -- remove one of them"]),
    ("survivors event gain:\n" + ENTRY + "survivors  event gain:\n" + ENTRY,
     ["6:1 RW210 the survivors of event gain are listed twice -- make one list of both"]),
    ("survivors:\n" + ENTRY, ["1:1 RW203 'survivors' is not the head of a test -- write 'test' and what it shows, as "
      "'test a miss does no damage', or 'setup' and one word"]),
])  # fmt: skip
def test_what_is_wrong_with_a_reason_is_told(
    told: Callable[[str], list[str]], reasons: str, wrong: list[str]
) -> None:
    assert told(reasons) == wrong


def test_a_reason_is_read_without_what_means_nothing(pack_folder: Write) -> None:
    files = {"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/a.yaml": TEST + """\
survivors event gain:
- at: do
  line: "do:   set who.gold = who.gold + sum  # adds"
  becomes: [a  b, c]
  reason: |
    nobody
    gains nothing
"""}  # fmt: skip
    suite = load_suite(pack_folder(files))
    found = all_reasons(suite.path, suite.pack, out := Diagnostics())
    assert not list(out) and len(suite.tests) == 1
    assert [(one.title, one.at, one.line, one.which, one.becomes, one.reason) for one in found] == [
        ("event gain", "do", "do: set who.gold = who.gold + sum", 1, becomes, "nobody gains nothing")
        for becomes in ("a b", "c")
    ]


def test_reasons_in_a_file_of_definitions_are_sent_to_the_tests(pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME + "survivors gain:\n" + ENTRY})
    found = [(one.code, one.hint) for one in check_with_tests(folder).diagnostics]
    assert found == [("RW204", "reasons for survivors stand in files of the folder `tests`")]


def test_a_definition_that_goes_is_told_though_the_file_of_reasons_is_known(pack_folder: Write) -> None:
    rule = "rule bonus:\n  after: gain where sum is 2\n  do: gain(event.who, 1)\n"
    files = {"pack.yaml": MANIFEST, "game.yaml": GAME + rule, "tests/a.yaml": TEST,
             "tests/b.yaml": "survivors rule bonus:\n" + ENTRY}  # fmt: skip
    memory = Memory()
    folder = pack_folder(files)
    assert [one.code for one in check_with_tests(folder, memory=memory).diagnostics] == []
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    memory.begin()
    assert [one.code for one in check_with_tests(folder, memory=memory).diagnostics] == ["RW452"]


def test_lines_of_reasons_are_none_of_tests() -> None:
    text = "test a:\n  do: b\n\nsurvivors event c:\n- line: d\n# e\nsurvivors value f: []\ntest g:\n  do: h\n"
    assert without_reasons(text) == ["test a:", "  do: b", "", "", "", "", "", "test g:", "  do: h"]
    assert said("  a   # b\n    c # d\n") == "a c" and said("a#b") == "a#b"
