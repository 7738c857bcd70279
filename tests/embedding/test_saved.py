"""Saves outlive a change of content: loading goes on where nothing goes otherwise, and else tells what does."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.play.keys import Keys

Write = Callable[[Mapping[str, str | bytes] | str], Path]

FILES = {
    "pack.yaml": """\
pack: p
version: 1.0.0
start: game
players: 2
settings: {most: number starts 3, favour: suit starts coins}
""",
    "game.yaml": """\
enum suit: [coins, cups]
kind card: {owned: no, printed: {worth: number}}
kind player: {state: {points: number starts 0}}
card ace: {worth: 3, name: Ace}
card two: {worth: 2}
card fool: {worth: 0}
event game: |
  for each c in sheets_of(card):
    create c
  repeat up to setting.most:
    for each p in players:
      offer p or pass:
        take(p, c) for c in cards where setting.favour is coins
event take(player p, card c):
  legal: {some: c.worth >= 0}
  do: |
    let face = roll d6 by p
    gain(p, c.worth)
event gain(player p, number n): set p.points = p.points + n
""",
}
SOUGHT = ["ace#1", "two#1", "ace#1", "two#1"]


def changed(old: str, new: str, more: str = "") -> dict[str, str]:
    made = {name: text.replace(old, new) for name, text in FILES.items()}
    assert made != FILES or not old
    return {**made, "pack.yaml": made["pack.yaml"] + more}


def play(match: rulewright.Match, sought: list[str]) -> rulewright.Match:
    for card in sought:
        decision = match.game.decision
        assert decision is not None
        keys = [Keys(match.game.state).option(decision, option) for option in decision.options]
        match.answer(next(i for i, key in enumerate(keys) if card in key))
    return match


@pytest.fixture
def pack(pack_folder: Write) -> rulewright.Pack:
    return rulewright.load(pack_folder(FILES))


def through_json(match: rulewright.Match) -> Any:
    return json.loads(json.dumps(match.save()))


@pytest.mark.parametrize(("old", "new", "more"), [
    ("name: Ace", "name: As", ""),
    ("version: 1.0.0", "version: 1.2.0", ""),
    ("card fool: {worth: 0}", "card fool: {worth: 1}", ""),
    ("[coins, cups]", "[swords, coins, cups]", ""),
    ("card ace:", "card one:", "renamed: {card ace: one}\n"),
    ("most", "rounds", "renamed: {setting most: rounds}\n"),
    ("take(", "grab(", "renamed: {event take: grab}\n"),
])  # fmt: skip
@pytest.mark.parametrize("log", [True, False])
def test_a_match_goes_on_over_other_content(
    old: str, new: str, more: str, log: bool, pack: rulewright.Pack, pack_folder: Write
) -> None:
    match = play(rulewright.Match.new(pack, seed=3, settings={"most": 5}, log=log), SOUGHT)
    later = rulewright.Match.load(rulewright.load(pack_folder(changed(old, new, more))), through_json(match), log=log)
    assert len(later.answers) == len(SOUGHT) and later.settings[next(iter(later.settings))] == 5
    saved = through_json(later)
    again = rulewright.Match.load(later.pack, saved)
    assert through_json(again) == saved and again.answers == later.answers
    assert bool(later.log(None)) is log


def load_over(pack_folder: Write, old: str, new: str, data: Any, more: str = "") -> rulewright.ContentChanged:
    with pytest.raises(rulewright.ContentChanged) as found:
        rulewright.Match.load(rulewright.load(pack_folder(changed(old, new, more))), data)
    return found.value


def test_what_goes_otherwise_is_told_as_data(pack: rulewright.Pack, pack_folder: Write) -> None:
    match = play(rulewright.Match.new(pack, seed=3), ["two#1", "ace#1", "two#1"])
    found = load_over(pack_folder, "worth: 3", "worth: 4", through_json(match))
    assert (found.kind, found.answer, found.key) == ("goes otherwise", 1, "take(player 2, ace#1)")
    assert (found.was, found.now) == (("take(player 2, ace#1)", "gain(player 2, 3)"),
                                      ("take(player 2, ace#1)", "gain(player 2, 4)"))  # fmt: skip
    assert found.changes == (rulewright.Change("card ace", "changed", ("game.yaml", 4, 1)),)
    assert found.packs == {}
    assert "answer 2, take(player 2, ace#1), has a different result" in str(found)
    here = rulewright.Match.after(found, found.pack)
    assert len(here.answers) == 1 and here.asked == 1
    play(here, ["ace#1"])
    assert rulewright.Match.load(found.pack, through_json(here)).answers == here.answers


def test_what_is_not_offered_is_told_as_data(pack: rulewright.Pack, pack_folder: Write) -> None:
    match = play(rulewright.Match.new(pack, seed=3), SOUGHT)
    data = through_json(match)
    found = load_over(pack_folder, "some: c.worth >= 0", "some: c.worth >= 3", data)
    assert (found.kind, found.answer, found.key, found.now) == ("not offered", 1, "take(player 2, two#1)", ())
    assert [one.definition for one in found.changes] == ["event take"]
    found = load_over(pack_folder, "card two: {worth: 2}\n", "", {**data, "packs": {"p": "0.9.0", "club": "1.0.0"}})
    assert found.changes == (rulewright.Change("card two", "gone", None),)
    assert found.packs == {"p": ("0.9.0", "1.0.0"), "club": ("1.0.0", None)}


def test_another_state_behind_the_same_events_is_told_as_data(pack: rulewright.Pack, pack_folder: Write) -> None:
    match = play(rulewright.Match.new(pack, seed=3), SOUGHT)
    found = load_over(pack_folder, "p.points + n", "p.points + n * 2", through_json(match))
    assert (found.kind, found.answer, found.key) == ("stands otherwise", len(SOUGHT), "")
    assert found.was == ("player 1: points 6", "player 2: points 4")
    assert found.now == ("player 1: points 12", "player 2: points 8")
    assert [one.definition for one in found.changes] == ["event gain"]
    assert str(found).endswith("its answers lead to the same events, but another state, player 1: points 12")
    here = rulewright.Match.after(found, found.pack)
    assert len(here.answers) == len(SOUGHT) and here.view(None).players[0]["points"] == 12
    assert rulewright.Match.load(found.pack, through_json(here)).answers == here.answers
    old = {name: value for name, value in through_json(match).items() if name != "position"}  # a save of before
    assert rulewright.Match.load(found.pack, old).view(None).players[0]["points"] == 12
    more = load_over(pack_folder, "card fool: {worth: 0}", "card fool: {worth: 0}\ncard joker: {worth: 9}",
                     through_json(match))  # fmt: skip
    assert (more.kind, more.was, more.now) == ("stands otherwise", ("joker#1 not there",), ("joker#1 there",))


def test_a_save_between_two_answers_changes_nothing(pack: rulewright.Pack) -> None:
    match = rulewright.Match.new(pack, seed=3)
    for card in SOUGHT:
        play(match, [card])
        match.save()
    match.undo()
    match.undo()
    play(match, ["two#1", "ace#1", "ace#1"])
    once = play(rulewright.Match.new(pack, seed=3), [*SOUGHT[:2], "two#1", "ace#1", "ace#1"])
    assert match.save() == once.save() and len(match.save()["story"]) == 5


def test_taking_back_what_a_save_held(pack: rulewright.Pack) -> None:
    saved = through_json(play(rulewright.Match.new(pack, seed=3), SOUGHT))
    match = rulewright.Match.load(pack, saved)
    for _ in SOUGHT[1:]:
        match.undo()
    play(match, ["two#1"])
    assert [key for key, _ in match.save()["story"]] == ["take(player 1, ace#1)", "take(player 2, two#1)"]
    restored = rulewright.Match.restore(pack, saved)
    play(restored, ["ace#1"])
    assert [key for key, _ in restored.save()["story"]][-2:] == ["take(player 2, two#1)", "take(player 1, ace#1)"]


def test_a_copy_is_of_the_content_of_today(pack: rulewright.Pack, pack_folder: Write) -> None:
    copied = play(rulewright.Match.new(pack, seed=3), SOUGHT).copy()
    assert copied.save()["story"] is None and rulewright.Match.load(pack, through_json(copied)).answers
    with pytest.raises(rulewright.RulewrightError, match="the pack has changed since this match was saved"):
        rulewright.Match.load(rulewright.load(pack_folder(changed("worth: 3", "worth: 4"))), through_json(copied))


def test_keys_of_servers_are_compared(pack: rulewright.Pack, pack_folder: Write) -> None:
    key = bytes(range(32))
    data = through_json(play(rulewright.Match.new(pack, seed=3, key=key), SOUGHT))
    other = rulewright.load(pack_folder(changed("worth: 0", "worth: 1")))
    assert rulewright.Match.load(other, data, key).answers
    for wrong in (None, bytes(32)):
        with pytest.raises(rulewright.RulewrightError, match="key"):
            rulewright.Match.load(other, data, wrong)


@pytest.mark.parametrize("damage", [
    {"story": [["take", 3]]}, {"story": [[1, []]]}, {"story": [["take", [1]]]}, {"story": []}, {"answers": "none"},
    {"answers": [0, 1, 2, "x"]}, {"settings": []}, {"settings": {"moost": 3}}, {"settings": {"most": "x"}},
    {"position": 3}, {"position": {"ace#1": []}}, {"position": {"ace#1": {"worth": 3}}},
    {"marks": []}, {"marks": {"card ace": 1}}, {"packs": 3}, {"answers": [-5, -5, -5, -5], "packs": {}},
    {"match": {"pack": "p", "players": "x"}}, {"match": {"pack": "p", "seed": []}}, {"match": {"pack": "p", "key": 3}},
])  # fmt: skip
def test_damaged_saves_are_refused(damage: dict[str, Any], pack: rulewright.Pack, pack_folder: Write) -> None:
    data = {**through_json(play(rulewright.Match.new(pack, seed=3), SOUGHT)), **damage}
    with pytest.raises(rulewright.RulewrightError):
        rulewright.Match.load(rulewright.load(pack_folder(changed("worth: 3", "worth: 4"))), data)


def test_a_match_goes_on_once(pack: rulewright.Pack, pack_folder: Write) -> None:
    """Two matches would share what is played."""
    match = play(rulewright.Match.new(pack, seed=3), ["two#1"])
    found = load_over(pack_folder, "worth: 2", "worth: 4", through_json(match))
    rulewright.Match.after(found, found.pack)
    with pytest.raises(rulewright.RulewrightError, match="continued already"):
        rulewright.Match.after(found, found.pack)


def test_without_a_log_answers_can_be_undone_too(pack: rulewright.Pack, pack_folder: Write) -> None:
    data = through_json(play(rulewright.Match.new(pack, seed=3), SOUGHT))
    other = rulewright.load(pack_folder(changed("event gain", "event other: {}\nevent gain")))
    for current in (pack, other):
        here = rulewright.Match.load(current, data, log=False)
        assert here.undo() and here.undo() and here.log(None) == []
        assert play(here, SOUGHT[2:]).log(None) == [] and here.answers == tuple(data["answers"])
        assert here.save()["story"] == data["story"]


def test_members_in_the_list_of_a_setting_are_renamed(pack_folder: Write) -> None:
    files = changed("favour: suit starts coins}", "favour: suit starts coins, suits: set of suit starts none}")
    match = rulewright.Match.new(rulewright.load(pack_folder(files)), seed=1, settings={"suits": ["cups"]})
    renamed = {name: text.replace("cups", "chalices") for name, text in files.items()}
    renamed["pack.yaml"] += "renamed: {enum suit.cups: chalices}\n"
    again = rulewright.Match.load(rulewright.load(pack_folder(renamed)), through_json(match))
    assert again.settings["suits"] == ["chalices"]
