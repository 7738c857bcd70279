"""Zones by an enumeration in content tests, views and at the table: what lies where, who sees it, what it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import rulewright
from rulewright.pipeline import check_pack
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

GAME = """
enum suit:
  members: [hearts, clubs]
  names: {hearts: {ru: черви}}
kind card: {owned: no, printed: {pips: number}}
card two: {pips: 2}
card three: {pips: 3}
zone row(suit which): {ordered: yes, holds: card, name: {en: Row, ru: Ряд}}
zone dark(suit which): {ordered: yes, seen_by: nobody, holds: card}
event go: |
  let k = create three into row of clubs
  for each p in players:
    let c = choose one s in members_of(suit) by p
    mix(c)
  put k on top of row of hearts
event mix(suit which): shuffle(dark of which)
"""
TESTS = """
test each member has its own:
  zones: {row of hearts: [two as Two, three as Three], dark of clubs: [two as Low, three as High]}
  shuffles: {dark of clubs: [High]}
  do: mix(clubs)
  then: [top(row of hearts) is Two, top(dark of clubs) is High, is_empty(row of clubs), size(dark of hearts) is 0]
  sees: {player 1: row of hearts}
  not_sees: {player 1: [dark of clubs, Low]}
"""
WRONG = """
test what is written wrong:
  zones: {row: [two], row of heart: [two], row of 1: [two], row(hearts): [two], row 1: [two]}
  do: mix(clubs)
  sees: {player 1: dark of spades}
"""
MANIFEST = "pack: rows\nstart: go\nmessages: {en: {mix: mixed}}\n"


def test_what_lies_in_the_zone_of_a_member(pack_folder: Write) -> None:
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "all.yaml": GAME, "tests/a.yaml": TESTS}))
    assert suite.linked is not None, [one.message for one in suite.diagnostics.errors]
    assert [one.message for result in suite.run() for one in result.differences] == []


def test_which_of_the_zones_is_said(pack_folder: Write) -> None:
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "all.yaml": GAME, "tests/a.yaml": WRONG}))
    [mistaken] = suite.run()
    assert [f"{one.code} {one.message} -- {one.hint}" for one in mistaken.case.found] == [
        "RW209 'row' does not say which zone it is -- write `row of hearts`",
        "RW452 there is no member of enum 'suit' 'heart' -- did you mean 'hearts'?",
        "RW452 there is no member of enum 'suit' '1' -- None",
        "RW209 'row' does not say which zone it is -- write `row of hearts`",
        "RW209 'row' does not say which zone it is -- write `row of hearts`",
        "RW452 there is no member of enum 'suit' 'spades' -- None",
    ]


def test_no_part_is_put_in_a_zone_before_the_test(pack_folder: Write) -> None:
    test = "test it:\n  zones: {row of hearts: [Two.corner, two of]}\n  do: mix(clubs)\n  then: [true]\n"
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "all.yaml": GAME, "tests/a.yaml": test}))
    [mistaken] = suite.run()
    assert [f"{one.code} {one.message} -- {one.hint}" for one in mistaken.case.found] == [
        "RW209 expected a sheet with its seat and name, found 'Two.corner' -- call an event under "
        "`do` to put a part elsewhere: parts come with their whole",
        "RW209 expected a sheet with its seat and name, found 'two of' -- write `SHEET of SEAT as NAME`, "
        "such as `goblin of 1 as Gob`",
    ]


def test_views_and_answers_name_the_member(pack_folder: Write) -> None:
    pack = rulewright.load(pack_folder({"pack.yaml": MANIFEST, "all.yaml": GAME}))
    match = rulewright.Match.new(pack, seed=1)
    match.answer(0)
    view = match.view(0, language="ru")
    assert [(one.id, one.name, one.count) for one in view.zones.values()] == [
        ("row:hearts", "Ряд (черви)", 0), ("row:clubs", "Ряд (clubs)", 1),
        ("dark:hearts", "dark (черви)", 0), ("dark:clubs", "dark (clubs)", 0)]  # fmt: skip


def test_a_zone_by_an_enumeration_has_no_owner(pack_folder: Write) -> None:
    text = "enum suit: [hearts]\nzone row(suit which): {seen_by: owner}\nzone lane(number which): {}\n"
    found = check_pack(pack_folder({"pack.yaml": "pack: rows\n", "all.yaml": text}))
    assert [f"{one.code} {one.message} -- {one.hint}" for one in found.diagnostics.errors] == [
        "RW417 zone 'row' has no owner who could see it -- write `zone row(player owner)`",
        "RW417 zone 'lane' belongs to a player, to a member of an enumeration, or to all -- "
        "write `zone lane(player owner)`, `zone lane(ENUM which)` or `zone lane`",
    ]


def test_what_has_no_owner_has_none_in_the_zone_of_a_player(pack_folder: Write) -> None:
    """As in a match, where no player is asked about its reactions by itself."""
    game = "kind card: {owned: no}\ncard two: {}\nzone hand(player owner): {holds: card}\n"
    test = "test it:\n  zones: {hand of 2: [two as Two]}\n  do: finish\n  then: [Two in hand of player_2]\n"
    suite = load_suite(pack_folder({"pack.yaml": "pack: rows\n", "all.yaml": game, "tests/a.yaml": test}))
    [result] = suite.run()
    assert result.passed and result.position is not None
    assert result.position.m.owner[result.position.by_name["Two"]] is None
