"""What a match has come to, by ids: every sort of state shows where it is another, and nothing else does."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.assets import content_dir
from rulewright.play.keys import Keys
from rulewright.play.positions import Unlike, position_of, unlike
from rulewright.session import Game, link_program
from rulewright_tools.packs import playable

Write = Callable[[Mapping[str, str | bytes] | str], Path]

FILES = {
    "pack.yaml": """\
pack: p
start: game
players: 2
board: square
""",
    "game.yaml": """\
area here: {}
area there: {}
map field:
  rows: |
    h..
    .t.
  legend: {h: here, t: there}
kind piece:
  placed: yes
  printed: {worth: number}
  state: {hurt: number, goal: cell or none}
  parts: {arms: arm}
kind arm:
  part_of: piece
  state: {bent: number}
kind card: {owned: yes, state: {tapped: yes_no}}
kind player: {state: {points: number}}
kind match: {state: {round: number starts 1, slain: number per player}}
zone deck(player owner): {ordered: yes, seen_by: nobody, holds: card}
zone bin: {holds: card}
piece king: {worth: 4, arms: {left: {}, right: {}}}
piece page: {worth: 1}
card ace: {}
card two: {}
status slowed(number depth): {of: piece}
status tired: {of: player}
status night: {of: match}
event game: |
  begin()
  for each p in players where seat_number(p) is 1:
    repeat up to 9:
      offer p or pass:
        act(p)
event begin: |
  lay(field)
  for each c in here:
    for each p in players where seat_number(p) is 1:
      create king for p at c
      create page for p
  for each p in players:
    create ace for p into deck of p
    create two for p into deck of p
event act(player p): |
  for each c in there:
    for each k in pieces where k is king:
      set k.hurt = 1
      set k.goal = c
      for each a in k.arms:
        set a.bent = 2
      give slowed(2) to k
      put k at c
  for each k in pieces where k is page:
    remove k
  give tired to p
  give night to match
  set p.points = 3
  set match.round = 2
  set match.slain[p] = 1
  let c = top(deck of p)
  put c into bin if c is not none
  let face = roll d6 by p
""",
}


def begun(folder: Path) -> Game:
    game = Game.new(link_program(playable(folder)), 2, 3, {})
    game.answer(0)
    return game


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str, str], Path]:
    """Writes the pack with one text of it become another, and with more in its manifest."""

    def write(old: str, new: str, more: str) -> Path:
        folder = tmp_path_factory.mktemp("p")
        assert not old or FILES["game.yaml"].count(old) >= 1
        (folder / "pack.yaml").write_text(FILES["pack.yaml"] + more, "utf-8")
        (folder / "game.yaml").write_text(FILES["game.yaml"].replace(old, new) if old else FILES["game.yaml"], "utf-8")
        return folder

    return write


Folders = Callable[[str, str, str], Path]

@pytest.mark.parametrize(("old", "new", "told"), [
    ("set k.hurt = 1", "set k.hurt = 2", ["king#1: hurt 2, it was 1"]),
    ("set k.goal = c", "set k.goal = none", ["king#1: goal none, it was B2"]),
    ("a.bent = 2", "a.bent = k.hurt", ["king#1.left: bent 1, it was 2", "king#1.right: bent 1, it was 2"]),
    ("slowed(2)", "slowed(3)", ["king#1: all statuses (slowed 3), it was (slowed 2)"]),
    ("      give slowed(2) to k\n", "", ["king#1: all statuses (), it was (slowed 2)"]),
    ("put k at c", "put k at k.place if k.place is not none", ["king#1: place A1, it was B2"]),
    ("remove k", "give slowed(1) to k", ["page#1: place nowhere, it was out of play",
                                         "page#1: all statuses (slowed 1), it was ()"]),
    ("give tired to p", "set p.points = 0", ["player 1: all statuses (), it was (tired)"]),
    ("give night to match", "set p.points = 0", ["match: all statuses (), it was (night)"]),
    ("p.points = 3", "p.points = 4", ["player 1: points 4, it was 3"]),
    ("match.round = 2", "match.round = 3", ["match: round 3, it was 2"]),
    ("slain[p] = 1", "slain[p] = 2", ["match: slain player 1: 2, player 2: 0, it was player 1: 1, player 2: 0"]),
    ("let face = roll d6 by p", "let face = roll d6 by p\n  let other = roll d6 by p",
     ["match: random numbers drawn 2, it was 1"]),
    ("  put c into bin if c is not none\n", "  put c into bin if c is not none\n  shuffle(deck of p)\n", []),
    ("    create two for p into deck of p\n", "    create two for p into deck of p\n    create two for p into bin\n",
     ["two#2: owner player 1, it was player 2", "two#2: place bin, it was deck of player 2",
      "deck of player 2: things (ace#2, two#3), it was (ace#2, two#2)",
      "bin: things (ace#1, two#2, two#4), it was (ace#1)",
      "two#3 is there, it was not there", "two#4 is there, it was not there"]),
    ("      create page for p\n", "", ["page#1 is not there, it was there"]),
    ("card ace: {}", "card ace: {}\ncard tre: {}", []),
    ("{points: number}", "{points: number, fame: number starts 3}", []),
    ("printed: {worth: number}", "printed: {worth: number, cost: number starts 3}", []),
    ("worth: 4", "worth: 5", []),
])  # fmt: skip
def test_what_is_another_is_told(old: str, new: str, told: list[str], folders: Folders) -> None:
    was = json.loads(json.dumps(position_of(begun(folders("", "", "")).state)))
    assert [str(one) for one in unlike(was, begun(folders(old, new, "")).state)] == told


@pytest.mark.parametrize(("old", "new", "renamed"), [
    ("slowed", "dazed", "status slowed: dazed"), ("king", "emperor", "piece king: emperor"),
    ("deck", "pile", "zone deck: pile"), ("tired", "weary", "status tired: weary"),
])  # fmt: skip
def test_what_is_called_otherwise_everywhere_is_the_same(old: str, new: str, renamed: str, folders: Folders) -> None:
    was = json.loads(json.dumps(position_of(begun(folders("", "", "")).state)))
    assert unlike(was, begun(folders(old, new, f"renamed: {{{renamed}}}\n")).state) == []


def test_what_has_another_name_is_the_same(folders: Folders) -> None:
    was = position_of(begun(folders("", "", "")).state)
    later = begun(folders(" ace", " one", "renamed: {card ace: one}\n")).state
    assert unlike(was, later) == []
    assert unlike({**was, "ace#1": {**was["ace#1"], "tapped": "true"}}, later) == [
        Unlike("one#1", "tapped", "true", "false")
    ]


def test_a_thing_that_is_there_in_one_of_them_alone_is_told(folders: Folders) -> None:
    """Whether its definition is there or not."""
    was = position_of(begun(folders("", "", "")).state)
    here = begun(folders("", "", "")).state
    assert [str(one) for one in unlike({**was, "joker#1": {}}, here)] == ["joker#1 is not there, it was there"]
    without = {name: fields for name, fields in was.items() if not name.startswith("two")}
    assert [str(one) for one in unlike(without, here)] == [f"two#{i} is there, it was not there" for i in (1, 2)]


@pytest.mark.parametrize("pack", ["skirmish", "duel", "underworlds"])
def test_a_match_is_as_it_was(pack: str) -> None:
    """Bots play, and after every tenth answer: the names are those of keys, and a position differs from no match that
    has it."""
    game = Game.new(link_program(playable(content_dir() / pack)), None, 5, {})
    chance = random.Random(5)
    for number in range(120):
        decision = game.decision
        if decision is None:
            break
        if number % 10 == 0:
            position = position_of(game.state)
            keys = Keys(game.state)
            assert {keys.entity(e) for e in range(1, len(game.state.sheet))} <= set(position)
            assert unlike(json.loads(json.dumps(position)), game.state) == []
        game.answer(chance.randrange(len(decision.options)))
