"""What of a match reads only what is on edges is remembered until that changes: every way in which it may is tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play import codec, fences, setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.state import State, copy
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
MANIFEST = "pack: walls\nstart: play\nboard: square\n"
DEFINITIONS = """\
kind thing: {owned: no}
kind figure: {is: thing, placed: yes, printed: {eyes: number}}
figure man: {eyes: 1}
figure giant: {eyes: 2}
kind wall: {is: thing, placed: edge, printed: {height: number}, state: {down: yes_no, mark: yes_no}}
wall stone: {height: 2}
wall hedge: {height: 1}
area start: {}
area goal: {}
map yard:
  rows: |
    s..g
  legend: {s: start, g: goal}
map other:
  rows: |
    s..g
  legend: {s: start, g: goal}
event play: lay(yard)
# The highest wall between two cells: `fenced`, as it reads walls and nothing else that play changes.
value barrier(cell a, cell b) gives number: >-
  most(w.height for w in walls_on(edges_touched(centre(a), centre(b))) where not w.down)
# The same where anything stands in between: this is forgotten whenever something is put anywhere.
value screen(cell a, cell b) gives number: >-
  barrier(a, b) + count(c in cells_crossed(centre(a), centre(b)) where not is_empty(figures_in(c)))
value here() gives number: most(barrier(a, b) for a in start, b in goal)
value seen() gives number: most(screen(a, b) for a in start, b in goal)
event build(cell a, cell b): |
  for each e in edges_between(a, b):
    create stone at e
event pile: create stone
event plant(cell a, cell b): |
  for each e in edges_between(a, b):
    create hedge at e
event carry(wall w, cell a, cell b): |
  for each e in edges_between(a, b):
    put w at e
event renew(wall w): reset(w)
event fell(wall w): remove w
event topple(wall w): set w.down = true
event note(wall w): set w.mark = true
event trim(wall w): swap_sheet(w, hedge)
event rebuild: lay(other)
event walk(figure who, cell c): put who at c
# Also what is in play and stands nowhere, as long as it is of a kind that stands on edges.
value stones() gives number: count(w in walls where not w.down) + size(burst(start, 1 cell))
event wait: {}
# What stands on edges, and of a figure what its sheet says: figures of the same number differ from match to match.
value overlooked(figure who) gives number: >-
  count(w in walls where w.height <= who.eyes) + 10 * size(burst(start, 1 cell))
event enter(sheet of figure what): create what
# The same of how large its base is, and of what kind it is: of neither matters where it stands, or who else is there.
value walled_in(thing who, cell a, cell b) gives number: >-
  if who is figure then count(w in walls_on(edges_passed(who, a, b))) + 0 * size(burst(a, 1 cell)) else 0
"""
TESTS = """\
setup yard_with_a_wall:
  map: yard
  at: {stone as Wall: B1|C1, man as Man: A1}
test nothing yet:
  map: yard
  steps:
    - then: [here() is 0]
    - do: build(B1, C1)
      then: [here() is 2]
    - do: plant(C1, D1)
      then: [here() is 2, 'barrier(C1, D1) is 1', 'barrier(A1, B1) is 0']
test carried:
  extends: yard_with_a_wall
  steps:
    - then: [here() is 2, 'barrier(A1, B1) is 0']
    - do: carry(Wall, A1, B1)
      then: [here() is 2, 'barrier(A1, B1) is 2', 'barrier(B1, D1) is 0']
test made and placed nowhere:
  extends: yard_with_a_wall
  steps:
    - then: [stones() is 3]
    - do: pile()
      then: [stones() is 4]
test reset:
  extends: yard_with_a_wall
  with: {Wall: {down: true}}
  steps:
    - then: [here() is 0]
    - do: renew(Wall)
      then: [here() is 2]
test removed:
  extends: yard_with_a_wall
  steps:
    - then: [here() is 2]
    - do: fell(Wall)
      then: [here() is 0]
test a field that is read:
  extends: yard_with_a_wall
  steps:
    - then: [here() is 2]
    - do: topple(Wall)
      then: [here() is 0]
test another sheet:
  extends: yard_with_a_wall
  steps:
    - then: [here() is 2]
    - do: trim(Wall)
      then: [here() is 1]
test another board:
  extends: yard_with_a_wall
  steps:
    - then: [here() is 2]
    - do: rebuild()
      then: [here() is 0]
test supposed elsewhere:
  extends: yard_with_a_wall
  then:
    - barrier(A1, B1) is 0
    - some e in edges_between(A1, B1) where supposing(Wall at e, barrier(A1, B1) is 2)
    - barrier(A1, B1) is 0
    - here() is 2
test what stands on cells does not matter to walls, and does to others:
  extends: yard_with_a_wall
  steps:
    - then: [here() is 2, seen() is 3]
    - do: walk(Man, C1)
      then: [here() is 2, seen() is 3, 'screen(A1, B1) is 0']
"""


def write(pack_folder: Write) -> Path:
    return pack_folder({"pack.yaml": MANIFEST, "walls.yaml": DEFINITIONS, "tests/walls.yaml": TESTS})


@pytest.mark.parametrize("verify", [False, True])
def test_everything_that_may_change_an_answer(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch, verify: bool
) -> None:
    if verify:
        monkeypatch.setenv("RULEWRIGHT_VERIFY", "1")
    suite = load_suite(write(pack_folder))
    assert suite.linked is not None, [one.message for one in suite.diagnostics.errors]
    assert [one.message for one in suite.mistakes] == []
    assert [(one.case.name, one.differences, one.case.found) for one in suite.run() if not one.passed] == []


@pytest.fixture
def linked(pack_folder: Write) -> Linked:
    program = check_pack(write(pack_folder)).program
    assert program is not None
    return Linked(program)


def match(linked: Linked) -> State:
    """A yard with a wall between its middle cells."""
    m = setup.empty(linked, linked.program.players[0], Chance(1), ())
    setup.start(m, linked.program.start)
    cells = m.board.decode(m.board.everywhere)
    do(m, "build", cells[1], cells[2])
    return m


def do(m: State, event: str, *args: int) -> None:
    number = next(i for i, one in enumerate(m.p.program.events) if one.id == event)
    setup.start(m, number, args)


def ask(m: State, value: str, *args: int) -> int:
    m.fuel = 100_000
    answer: int = m.p.names[m.p.program.texts[f"value {value}"].function](m, *args)
    return answer


def test_only_what_reads_edges_alone_is_kept_there(linked: Linked) -> None:
    m = match(linked)
    assert (ask(m, "here"), ask(m, "seen")) == (2, 2)
    assert m.fenced is not None
    memory, known = m.fenced, dict(m.fenced)
    assert known
    do(m, "wait")
    do(m, "note", 1)  # a field that nothing of it reads
    assert m.fenced is memory
    assert m.fenced == known
    do(m, "topple", 1)
    assert (ask(m, "here"), ask(m, "seen")) == (0, 0)
    assert m.fenced is not memory


def test_who_comes_and_goes_is_no_matter_to_a_base(linked: Linked) -> None:
    m = match(linked)
    sheets = {sheet.id: number for number, sheet in enumerate(linked.program.sheets)}
    do(m, "enter", sheets["man"])
    man, cells = len(m.sheet) - 1, m.board.decode(m.board.everywhere)
    assert ask(m, "walled_in", man, cells[1], cells[2]) == 1
    assert m.fenced
    memory, known = m.fenced, dict(m.fenced)
    do(m, "walk", man, cells[0])
    assert ask(m, "walled_in", man, cells[1], cells[2]) == 1
    assert m.fenced is memory == known


def test_copies_share_what_is_known_and_part_when_one_changes(linked: Linked) -> None:
    m = match(linked)
    other = copy(m)
    assert ask(m, "here") == ask(other, "here") == 2
    assert copy(m).fenced is other.fenced is m.fenced
    do(other, "fell", 1)
    assert (ask(other, "here"), ask(m, "here")) == (0, 2)
    assert other.fenced is not m.fenced


def test_matches_in_which_the_same_stands_share_what_is_known(linked: Linked) -> None:
    one, other = match(linked), match(linked)
    assert ask(one, "here") == ask(other, "here") == 2
    assert one.fenced is other.fenced
    do(one, "topple", 1)
    assert (ask(one, "here"), ask(other, "here")) == (0, 2)
    assert one.fenced is not other.fenced
    do(other, "topple", 1)
    assert ask(other, "here") == 0
    assert one.fenced is other.fenced


def test_whoever_is_new_is_another_one_in_another_match(linked: Linked) -> None:
    found = []
    sheets = {sheet.id: number for number, sheet in enumerate(linked.program.sheets)}
    for sheet in ("man", "giant"):
        m = match(linked)
        ask(m, "here")  # now the edges are known, before anybody enters
        do(m, "enter", sheets[sheet])
        found.append(ask(m, "overlooked", len(m.sheet) - 1))
    assert found == [20, 21]


def test_settings_seats_and_owners_are_parts_of_the_key(linked: Linked) -> None:
    keys = {repr(fences._what_stands(match(linked)))}
    for change in ({"players": 7}, {"settings": (1,)}, {"owner": [3]}, {"whole": (4,)}):
        m = match(linked)
        for slot, value in change.items():
            setattr(m, slot, value)
        keys.add(repr(fences._what_stands(m)))
    assert len(keys) == 5


def test_no_more_than_a_few_walls_are_kept(linked: Linked) -> None:
    m = match(linked)
    for _ in range(20):
        do(m, "pile")
        assert ask(m, "here") == 2
    assert len(m.laid.fenced) == fences._MOST


def test_what_is_known_costs_what_it_has_cost(linked: Linked) -> None:
    """Once: then the match remembers it, as long as nothing is written. It costs the same whatever was known."""
    costs = []
    for known in (False, True):
        m = match(linked)
        assert bool(m.laid.fenced) is known
        ask(m, "here")
        costs.append(100_000 - m.fuel)
        ask(m, "here")
        costs.append(100_000 - m.fuel)
    assert costs[:2] == costs[2:]
    assert costs[0] > 2 * costs[1]


def test_what_it_asks_for_is_paid_once(linked: Linked) -> None:
    """Whether the match has asked for that before, and not whether another match has, decides what an answer costs."""
    paid = {}
    for known in (False, True):
        for first in ("barrier", "here"):
            m = match(linked)
            start, goal = m.board.decode(m.board.everywhere)[::3]
            for value in ("barrier", "here") if first == "barrier" else ("here", "barrier"):
                ask(m, value, *((start, goal) if value == "barrier" else ()))
                paid[known, first, value] = 100_000 - m.fuel
    for first in ("barrier", "here"):
        for value in ("barrier", "here"):
            assert paid[False, first, value] == paid[True, first, value]
    assert paid[True, "here", "here"] > paid[True, "barrier", "here"]
    assert paid[True, "barrier", "barrier"] > paid[True, "here", "barrier"]
    assert sum(paid[True, "here", x] for x in ("here", "barrier")) == sum(
        paid[True, "barrier", x] for x in ("here", "barrier")
    )


def test_a_save_knows_nothing_of_it(linked: Linked) -> None:
    m = match(linked)
    ask(m, "here")
    again = codec.from_json(linked, codec.to_json(m), None)
    assert again.fenced is None
    assert codec.fingerprint(again) == codec.fingerprint(m)
