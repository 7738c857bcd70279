"""What a test gives before it begins: no rule answers it, and what it sets off comes with the first event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: given\nstart: game\nboard: square\nwindow: in_turn\n"
GAME = """
kind piece:
  placed: yes
  state: {hp: number starts 3}
piece rat: {}
window in_turn:
  asks: players
  answers: each
event game: {}
event hurt(piece who): set who.hp = who.hp - 1
event heal(piece who): set who.hp = 3
event destroy(piece victim): remove victim
check dead:
  for: c in pieces where c.hp <= 0
  do: destroy(c)
rule stand:
  for: self in pieces
  instead: destroy where victim is self
  may: heal(self)
value room() gives number: count(c in everywhere)
"""
TESTS = """
test a check that may ask waits for the first event:
  map: |
    a.b
  legend: {a: rat of 1 as Ann, b: rat of 2 as Bob}
  with: {Ann: {hp: 1}, Bob: {hp: 0}}
  do: hurt(Ann)
  answers:
    - {player: 1, choose: stand, offered: [pass]}
    - {player: 2, choose: pass}
  then: [Ann.hp is 3, Bob is removed]
  happened: [hurt, heal]
test nothing is set off where nothing happens:
  map: |
    a
  legend: {a: rat of 1 as Ann}
  with: {Ann: {hp: 0}}
  then: [Ann is in_play, Ann.hp is 0]
test without a board there are no places:
  with: {match: {}}
  then: [room() is 0, is_empty(everywhere)]
"""


def test_overrides_of_what_a_check_reads(pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/given.yaml": TESTS})
    suite = load_suite(folder)
    assert suite.linked is not None, [one.message for one in suite.diagnostics]
    found = list(suite.run())
    assert len(found) == 3
    assert [(one.case.name, one.case.found, one.differences) for one in found if not one.passed] == []


TEAMS = """
enum side: [red, blue]
kind piece: {}
piece rat: {}
zone nest(player owner): {holds: piece}
zone heap: {holds: piece}
kind player: {state: {rivals: number per player, seen: list of number}}
kind match:
  state:
    score: number per side
    first: player or none
    track: list of number
    steps: list of side
    met: list of player
    rounds: list of number
    sides: set of side
event game: {}
event begin: |
  let one = roll one of players
  set match.first = one
event pull: |
  let one = roll one of (contents(heap))
  put one into nest of player_of(one) if one is not none
event pick(player who): |
  let best = choose one p in players where p is who by who
  set match.first = best
event pair(player who): |
  let both = choose some p in players exactly 2 by who
  set match.first = first(both)
event select(player who): |
  let colour = choose one s in members_of(side) by who
  set match.steps = none
value player_of(piece what) gives player: what.owner
"""


def _differences(pack_folder: Write, tests: str) -> list[list[tuple[str, tuple[str, ...]]]]:
    """What the tests of the game of teams find, test by test; mistakes in them included."""
    folder = pack_folder({"pack.yaml": "pack: teams\nstart: game\n", "game.yaml": TEAMS, "tests/a.yaml": tests})
    suite = load_suite(folder)
    assert suite.linked is not None, [one.message for one in suite.diagnostics]
    return [
        [(one.message, one.details) for one in result.differences] + [(one.message, ()) for one in result.case.found]
        for result in suite.run()
    ]


def test_one_for_each_key_and_players_as_values(pack_folder: Write) -> None:
    tests = """
test given:
  with:
    match: {score: {blue: 4}, first: player 2}
    player 1: {rivals: {player 2: 3}}
  then: ["match.score[blue] is 4", "match.score[red] is 0", match.first is player_2, "player_1.rivals[player_2] is 3"]
test no such key:
  with: {match: {score: {green: 4}}}
  then: [match.first is none]
test no such player:
  with: {match: {first: player 9}}
  then: [match.first is none]
test nothing deeper:
  with: {match: {score: {blue: {red: 1}}}}
  then: [match.first is none]
"""
    assert _differences(pack_folder, tests) == [
        [],
        [("unknown name 'green'", ())],
        [("there is no player 9: this test has 2 seats", ())],
        [("'blue' must be a string, or a list of strings", ())],
    ]


def test_lists_keep_order_and_doubles(pack_folder: Write) -> None:
    tests = """
test given:
  with:
    match: {track: [3, 1, 3], steps: [red, blue, red], met: [player 2, player 1], rounds: [4], sides: [red, red]}
    player 1: {seen: [2, 2]}
  then:
    - size(match.track) is 3
    - "match.track[1] is 3 and match.track[2] is 1 and match.track[3] is 3 and match.rounds[1] is 4"
    - "match.steps[3] is red"
    - first(match.met) is player_2
    - size(match.sides) is 1
    - size(player_1.seen) is 2
test empty:
  with: {match: {track: []}}
  then: [is_empty(match.track)]
test of another type:
  with: {match: {track: [red]}}
  then: [is_empty(match.track)]
"""
    found = _differences(pack_folder, tests)
    assert found == [[], [], [("expected a list of number, found a list of side", ())]]


def test_one_of_a_set_is_dictated_by_its_place(pack_folder: Write) -> None:
    tests = """
test the second player:
  dice: {one of: [2]}
  do: begin()
  then: [match.first is player_2]
test the second of the heap:
  zones: {heap: [rat of 1 as Ann, rat of 2 as Bob]}
  dice: {one of: [2]}
  do: pull()
  then: [Bob in nest of player_2, Ann in heap]
test too high:
  dice: {one of: [3]}
  do: begin()
  happened: [begin]
test none dictated:
  do: begin()
  happened: [begin]
test not from nought:
  dice: {one of: [0]}
  do: begin()
  happened: [begin]
"""
    assert _differences(pack_folder, tests) == [
        [],
        [],
        [("one of 2 is rolled, but number 3 is dictated", ())],
        [("one of a set is rolled, but none is dictated", ("add to `dice: {one of: [..]}`",))],
        [("'one of' has no face '0'", ())],
    ]


def test_what_was_dictated_and_never_rolled_is_told(pack_folder: Write) -> None:
    tests = """
test at the end:
  dice: {one of: [2, 1]}
  do: begin()
  happened: [begin]
test at a question that stays open:
  dice: {one of: [2]}
  do: select(player_1)
  answers: [{player: 1}]
"""
    told = "1 of the dictated results of 'one of' is never rolled: {}"
    assert _differences(pack_folder, tests) == [[(told.format(1), ())], [(told.format(2), ())]]


def test_what_was_taken_unasked_is_told(pack_folder: Write) -> None:
    tests = """
test the only one was taken:
  do: pick(player_1)
  answers: [player 1]
test of several that which is answered:
  do: |
    pick(player_1)
    pick(player_2)
  answers: [player 1]
test the question behind it:
  do: |
    pick(player_1)
    select(player_1)
  answers: [player 1, blue]
test just as many as are wanted:
  do: pair(player_1)
  answers: [player 2]
test another step:
  steps:
    - {do: pick(player_1), then: [match.first is player_1]}
    - {do: "select(player_1)", answers: [red, red]}
"""
    question = "player 1 is asked: Choose side (colour)"
    line = "taken without asking: player {0}, the only one (player {0}: Choose player (best))"
    assert _differences(pack_folder, tests) == [
        [("no question is left: the answer 'player 1' is not used", (line.format(1),))],
        [("no question is left: the answer 'player 1' is not used", (line.format(1),))],
        [("'player 1' is not an option", (question, "options: red, blue", line.format(1)))],
        [("no question is left: the answer 'player 2' is not used",
          ("taken without asking: player 2, with all others (player 1: Choose player (both) (several))",))],
        [("no question is left: the answer 'red' is not used", ())],
    ]


SHIELDS = GAME + """
status shield(number depth):
  of: piece
  state: {left: number starts depth}
status slow: {of: piece}
event wear(shield what): |
  set what.left = what.left - 1
  end what if what.left <= 0
event strip(piece who): end slow of who
"""
NAMED = """
test a status has a name:
  map: |
    a.b
  legend: {a: rat of 1 as Ann, b: rat of 2 as Bob}
  with: {S: {left: 2}, Ann: {hp: 2}}
  statuses: {Ann: [shield(5) as S, "shield(3)", slow as Slow until end of next hurt], Bob: ["shield(1) as T"]}
  steps:
    - do: wear(S)
      then: [S.left is 1, S.holder is Ann, T.holder is Bob, T.left is 1, Slow is in_play, Ann.hp is 2]
    - do: |
        wear(T)
        hurt(Ann)
      then: [T is not in_play, Slow is not in_play, S is shield]
      happened: [wear where what is T]
test a status that is otherwise than said:
  map: |
    a
  legend: {a: rat of 1 as Ann}
  statuses: {Ann: [shield(5) as S]}
  do: wear(S)
  then: [S.left is 3]
test names that are taken:
  map: |
    a
  legend: {a: rat of 1 as Ann}
  statuses: {Ann: [slow as Ann, "shield(2) as S", "shield(2) as S"]}
  with: {U: {left: 1}}
  do: wear(S)
"""


def test_statuses_have_names(pack_folder: Write) -> None:
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "game.yaml": SHIELDS, "tests/given.yaml": NAMED}))
    named, otherwise, taken = suite.run()
    assert named.passed, named.differences
    assert [(one.message, one.details) for one in otherwise.differences] == [
        ("this is not true: S.left is 3", ("S.left = 4",))]
    assert [(one.code, one.message) for one in taken.case.found] == [
        ("RW401", "this test has two things named 'Ann'"), ("RW401", "this test has two things named 'S'"),
        ("RW450", "there is no 'U' in this test"),
    ]  # fmt: skip


TWICE = """
setup pair:
  legend: {a: rat of 1 as Ann, b: rat of 1 as Bob}
test it:
  extends: pair
  map: |
    ..
  at: {rat of 1 as Ann: A1}
"""


def test_a_piece_of_a_setup_is_put_by_its_name_alone(pack_folder: Write) -> None:
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "game.yaml": SHIELDS, "tests/given.yaml": TWICE}))
    (case,) = suite.cases
    assert [(one.message, one.hint) for one in case.found] == [
        ("this test has two things named 'Ann'", "write 'Ann' alone to refer to the other one")]
