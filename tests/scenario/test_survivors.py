"""Reasons for survivors in files of tests: what the checker says of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.shipped import ROOT

from rulewright.diagnostics import Diagnostics
from rulewright.memory import Memory
from rulewright.pipeline import check_pack
from rulewright.scenario.changeable import refuse_none
from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.suite import load_suite
from rulewright.scenario.survivors import Reason, all_reasons, said, without_reasons
from rulewright_tools.mutating.listing import mutants_of
from rulewright_tools.mutating.reasons import Reasons

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
LINE = "do: set who.gold = who.gold + sum if sum"
ENTRY = f"- at: do\n  line: '{LINE} > 0'\n  becomes: '{LINE} >= 0'\n  reason: it is so\n"


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
    ("survivors setting long:\n- line: 'long: yes_no starts false'\n  becomes: 'long: yes_no starts true'\n"
     "  reason: it is so\n", []),
    ("survivors event gains:\n" + ENTRY,
     ["1:17 RW452 there is no event 'gains' whose changes could survive -- did you mean 'gain'?"]),
    ("survivors value gain:\n" + ENTRY,
     ["1:17 RW452 there is no value 'gain' whose changes could survive -- did you mean 'event gain'?"]),
    ("survivors value nothing_like_it:\n" + ENTRY,
     ["1:17 RW452 there is no value 'nothing_like_it' whose changes could survive -- remove these reasons"]),
    ("survivors event gain: it is so\n",
     ["1:1 RW207 expected a list of the changes that survive, with reasons -- write `- at: FIELD`, and below it "
      "`line`, `becomes` and `reason`"]),
    ("survivors event gain:\n- it is so\n",
     ["2:3 RW207 expected a mapping of a line, what it becomes, and why no test notices -- write `line`, "
      "`becomes` and `reason`"]),
    ("survivors event gain:\n- {}\n",
     ["2:3 RW207 expected a mapping of a line, what it becomes, and why no test notices -- write `line`, "
      "`becomes` and `reason`"]),
    ("survivors event gain:\n- line: a\n  becomes: []\n  reason: b\n",
     ["3:3 RW207 expected a line, or a list of lines, for 'becomes' -- write what the line becomes"]),
    ("survivors event gain:\n- {line: a, becomes: b}\n",
     ["2:4 RW206 a survivor needs the field 'reason' -- add 'reason'"]),
    ("survivors event gain:\n- line: a\n  becomes: b\n  reason:\n",
     ["4:3 RW207 expected a string, found nothing -- write it after 'reason:', or remove 'reason'"]),
    ("survivors event gain:\n- {line: a, becomes: b, reasons: c}\n",
     ["2:10 RW801 there is no changeable line 'a' in event gain -- remove the reason, or write the current "
      "line", "2:25 RW205 a survivor has no field 'reasons' -- did you mean 'reason'?"]),
    ("survivors event gain:\n- {line: a, becomes: b, reason: c, which: 0}\n",
     ["2:43 RW209 '0' is not the number of a line from 1 to 1000 -- None"]),
    ("survivors event gain:\n" + ENTRY * 2,
     ["8:12 RW210 this change has a reason already -- remove one of them"]),
    ("survivors event gain:\n" + ENTRY + "survivors  event gain:\n" + ENTRY,
     ["6:1 RW210 the survivors of event gain are listed twice -- merge the two lists"]),
    ("survivors event gain:\n" + ENTRY.replace("at: do", "at: ends"),
     [f"3:9 RW801 there is no changeable line '{LINE} > 0' in 'ends' of event gain -- write `at: do`"]),
    ("survivors event gain:\n" + ENTRY.replace("> 0", "> 1"),
     [f"3:9 RW801 there is no changeable line '{LINE} > 1' in 'do' of event gain -- check whether the reason "
      f"is still true: the line is now '{LINE} > 0'"]),
    ("survivors event gain:\n" + ENTRY.replace("at: do", "at: do\n  which: 2"),
     ["4:9 RW801 this line occurs once, not 2 times -- remove `which`"]),
    ("survivors event gain:\n" + ENTRY.replace(">= 0", "is 0"),
     [f"4:12 RW801 no mutant changes this line to '{LINE} is 0' -- write '{LINE} >= 0', which a mutant does"]),
    ("survivors:\n" + ENTRY, ["1:1 RW203 'survivors' is not the head of a test -- write 'test' and what it shows, such "
      "as 'test a miss does no damage', or 'setup' and one word"]),
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
    assert found == [("RW204", "move reasons for survivors to a file in the folder `tests`")]


@pytest.mark.parametrize(("old", "new", "codes"), [
    (LINE, "do: set who.gold = sum if sum", ["RW460", "RW801"]),
    ("sum > 0", "sum > 1", ["RW801"]),
    ("(player who, number sum)", "(player who, number sum, number more)", ["RW509"]),
    ("gain(p, 2)", "gain(p, 3)", []),
    ("event gain", "event gains", ["RW452"]),
])  # fmt: skip
def test_what_a_reason_is_for_is_looked_at_again_though_its_file_is_known(
    pack_folder: Write, old: str, new: str, codes: list[str]
) -> None:
    files = {"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/b.yaml": "survivors event gain:\n" + ENTRY}
    memory = Memory()
    folder = pack_folder(files)
    assert [one.code for one in check_with_tests(folder, memory=memory).diagnostics] == []
    changed = GAME.replace(old, new).replace("gain(p", "gains(p" if new == "event gains" else "gain(p")
    (folder / "game.yaml").write_text(changed, encoding="utf-8")
    memory.begin()
    found = list(check_with_tests(folder, memory=memory).diagnostics)
    assert [one.code for one in found] == codes
    assert found == list(check_with_tests(folder).diagnostics)


@pytest.mark.parametrize("pack", ["duel", "skirmish"])
def test_whatever_mutate_changes_may_have_a_reason(pack: str) -> None:
    """The checker knows every change that `mutate` makes, by the same lines and numbers."""
    result = check_pack(ROOT / "content" / pack)
    assert result.parsed is not None and result.definitions is not None
    every = mutants_of(result.parsed, result.definitions)
    known, span = Reasons(every, []), result.pack.manifest_span
    reasons = [Reason(one.title, one.at, said(one.before), known.which(one), said(one.after), "it is so", span, span)
               for one in every]  # fmt: skip
    refuse_none(reasons, result.parsed, result.definitions.ranks, out := Diagnostics())
    assert len(every) > 300 and list(out) == []
    wrong = [dataclasses.replace(one, becomes="") for one in reasons[:3]]
    refuse_none(wrong, result.parsed, result.definitions.ranks, out)
    assert len(list(out)) > 0


def test_lines_of_reasons_are_none_of_tests() -> None:
    text = "test a:\n  do: b\n\nsurvivors event c:\n- line: d\n# e\nsurvivors value f: []\ntest g:\n  do: h\n"
    assert without_reasons(text) == ["test a:", "  do: b", "", "", "", "", "", "test g:", "  do: h"]
    assert said("  a   # b\n    c # d\n") == "a c" and said("a#b") == "a#b"
