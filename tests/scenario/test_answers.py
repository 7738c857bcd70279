"""How the answers of a test call what is offered: reactions, statuses with names, and what is passed unasked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.oracle.positions import replay

from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
MANIFEST = "pack: p\nplayers: 2\nstart: game\nwindow: by_turn\n"
GAME = """
window by_turn: {asks: "sorted(p in players with most (0))", answers: each}
kind beast: {plural: beasts, state: {hp: number starts 5}}
beast wolf: {}
beast bear: {}
event game: |
  for each b in beasts:
    rest(b)
event rest(beast who): {}
event feed(beast who, number n): set who.hp = who.hp + n
status sting(number n):
  of: beast
  state: {deep: number}
  after: rest where who is self
  may: feed(self, status.deep + n)
rule den:
  for: self in beasts
  after: rest where who is self
  each: b in beasts where b is not self
  may: feed(b, 1)
rule growl:
  for: self in beasts
  after: rest where who is self
  do: feed(self, 0)
"""
SETUP = """
setup two:
  zones: {hand of 1: [wolf as Fang, bear as Bob, bear as Ben]}
test it:
  extends: two
"""


def told(write: Write, test: str) -> list[str]:
    """What differs, once both machines have come to the same."""
    lines = "".join(f"  {line}\n" for line in test.splitlines())
    game = GAME + "zone hand(player owner): {holds: beast}\n"
    suite = load_suite(write({"pack.yaml": MANIFEST, "game.yaml": game, "tests/t.yaml": SETUP + lines}))
    assert not suite.diagnostics.has_errors, [one.message for one in suite.diagnostics.errors]
    if suite.cases[0].broken:
        return [f"{one.code} {one.message}" for one in suite.cases[0].found]
    assert [replay(suite, one, traced=True).difference for one in suite.tests] == [None]
    return ["" if one.passed else message(one) for one in suite.run()]


@pytest.mark.parametrize("answer", ["den(Fang) -> feed(Ben, 1)", "den -> feed(Ben, 1)", "feed(Ben, 1)"])
def test_a_reaction_is_named_by_its_holder_and_its_first_call(pack_folder: Write, answer: str) -> None:
    test = f'do: rest(Fang)\nanswers: ["{answer}", pass]\nthen: [Ben.hp is 6, Bob.hp is 5]'
    assert told(pack_folder, test) == [""]


@pytest.mark.parametrize(("given", "answer", "deep"), [
    ("[sting(1), sting(1) as Two]", "Two(Fang)", 6), ("[sting(1), sting(1) as Two]", "Two", 6),
    ("[sting(1), sting(1)]", "sting 2(Fang)", 1), ("[sting(1), sting(1) as Two]", "sting 1(Fang)", 1),
])  # fmt: skip
def test_instances_of_a_status_are_told_apart(pack_folder: Write, given: str, answer: str, deep: int) -> None:
    deeper = "with: {Two: {deep: 5}}\n" if "Two" in given else ""
    test = f"statuses: {{Fang: {given}}}\n{deeper}do: rest(Fang)\nanswers: [\"{answer}\", pass]\n"
    assert told(pack_folder, f"{test}then: [Fang.hp is {5 + deep}]") == [""]


def test_a_status_is_chosen_by_its_name(pack_folder: Write) -> None:
    test = """statuses: {Fang: [sting(1) as One, sting(1) as Two]}
do: |
  let s = choose one x in statuses(Fang) by player_1
  let t = choose one x in statuses(Fang) by player_1
answers: [{choose: Two, offered_only: [One, Two]}, {choose: One, not_offered: Bob}]
then: [s is not t]"""
    assert told(pack_folder, test) == [""]


@pytest.mark.parametrize(("passes", "passed"), [
    ("[den, sting]", True), ("all", True), ("[den]", False), ("[sting]", False),
])  # fmt: skip
def test_a_question_is_passed_if_all_that_it_offers_is_named(pack_folder: Write, passes: str, passed: bool) -> None:
    test = f"statuses: {{Fang: [sting(1)]}}\npasses: {passes}\ndo: rest(Fang)\nthen: [Fang.hp is 5]"
    (words,) = told(pack_folder, test)
    assert ("a question without an answer" in words) is not passed


def test_what_asks_nobody_is_not_passed(pack_folder: Write) -> None:
    assert told(pack_folder, "passes: [growl]\ndo: rest(Fang)\nthen: [Fang.hp is 5]") == [
        "RW209 rule 'growl' asks no player, so there is nothing to pass"]


ENDS = """
event race: |
  for each b in beasts:
    run_on(b)
event run_on(beast who): |
  feed(who, 0)
check full:
  for: b in beasts where b.hp > 5
  do: win(b)
event win(beast who): |
  rest(who)
  conclude race
"""


def test_what_a_conclude_has_dropped_is_told_as_such(pack_folder: Write) -> None:
    tests = """
test it:
  zones: {hand of 1: [wolf as Fang]}
  during: [race()]
  passes: [all]
  do: |
    feed(Fang, 1)
    rest(Fang)
  happened: [rest]
  exactly: {win: 1, rest: 2}
"""
    game = GAME + "zone hand(player owner): {holds: beast}\n" + ENDS
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "game.yaml": game, "tests/t.yaml": tests}))
    (found,) = suite.run()
    assert [(one.message, one.details) for one in found.differences] == [
        ("this did not happen, but should happen once: win", ("it began, but was impossible: win who Fang",)),
        ("this happened once, not twice: rest", ("found: rest who Fang",)),
    ]
    assert "feed(Fang, 1) [impossible]" in message(found)
    assert "[running]" not in message(found)


def test_one_of_those_that_are_the_same_is_answered(pack_folder: Write) -> None:
    game = GAME + """
zone hand(player owner): {holds: beast}
event throw(beast who): |
  let dice = roll d6 times 3
  let one = choose one d in dice by who.owner
  feed(who, one)
"""
    tests = """
test it:
  zones: {hand of 1: [wolf as Fang]}
  dice: {d6: [2, 4, 2]}
  do: throw(Fang)
  answers: [2]
  then: [Fang.hp is 7]
"""
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "game.yaml": game, "tests/t.yaml": tests}))
    assert [message(one) for one in suite.run()] == [""]
