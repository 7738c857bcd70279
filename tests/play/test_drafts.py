"""An answer that is drawn is one of those that would be listed, each of them as likely as any other."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulewright.assets import content_dir
from rulewright.check.check import check
from rulewright.compile import drafts as compiled
from rulewright.compile import pyast as py
from rulewright.compile.line_tests import Test as Part
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.pipeline import load_program
from rulewright.play import drafts as plays
from rulewright.play.chance import Chance
from rulewright.play.drafts import Drafts, drawn
from rulewright.play.load import Linked
from rulewright.play.refusals import failing
from rulewright.play.state import Runaway, State, copy
from rulewright.play.verify import Stale
from rulewright.session import Game, answer

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = """
area mud: {}
map yard:
  rows: |
    ..~
    .~.
  legend: {'~': mud}
kind man: {placed: yes, state: {tired: yes_no}}
man digger: {}
value beside(cell spot) gives set of cell: all(c in neighbours(spot) where c is mud)
event dig(man actor, cell goal):
  legal:
    dry: goal is not mud or actor.tired
    wet: some c in beside(goal) where c is not actor.place
event rest(man actor):
  legal: {tired: actor.tired}
event turn(man actor): |
  offer actor.owner{HOW} as done:
    dig(actor, c){DESPITE} for c in burst(actor, 1 cell)
    rest(actor)
  told(done is none)
event told(yes_no idle): {}
event game: |
  lay(yard)
  for each p in players:
    let a = create digger for p
    for each c in everywhere:
      put a at c
      turn(a)
      set a.tired = not a.tired
"""
HOW = ["", " or pass", " always", " or pass always", " or pass if actor.tired"]


def linked(write: Write, how: str = " or pass", despite: str = "", *, verify: bool = False) -> Linked:
    """The pack of the digger, who is asked as it says."""
    text = PACK.replace("{HOW}", how).replace("{DESPITE}", despite)
    folder = write({"pack.yaml": "pack: dig\nstart: game\nboard: square\nplayers: 1\n", "game.yaml": text})
    return linked_in(folder, verify=verify)


def linked_in(folder: Path, *, verify: bool = False) -> Linked:
    """The pack in a folder."""
    out = Diagnostics()
    pack = check(load_pack(read_pack(folder, out), out), out)
    assert pack is not None, [one.message for one in out.errors]
    program = link(pack, out, verify=verify)
    assert program is not None, [one.message for one in out.errors]
    return Linked(program)


def begun(of: Linked, seed: int = 0, *, drafting: bool = True) -> State:
    """A match at its first question that may have drafts."""
    m = Game.new(of, seed=seed, trace=False).state
    m.drafting = drafting
    return m


def side_by_side(of: Linked, seed: int, most: int) -> tuple[int, int]:
    """Plays a match that lists and one that drafts, which are asked the same; how many questions there were, and how
    many of them had drafts."""
    listing, drafting = begun(of, seed, drafting=False), begun(of, seed)
    chance = Chance(seed)
    drafted = 0
    for asked in itertools.count():
        d, other = listing.pending, drafting.pending
        if d is None or asked == most:
            assert d is None or other is not None
            return asked, drafted
        assert other is not None and (d.player, d.site, d.window) == (other.player, other.site, other.window)
        drafted += isinstance(other.options, Drafts)
        option = drawn(other, chance)
        if asked % 2:  # else nothing is judged but what is drawn
            assert list(other.options) == list(d.options)
        if not listing.p.program.sites[d.site].open:  # else others may be found than those that are listed
            assert option in d.options
        answer(listing, option)
        answer(drafting, option)
    raise AssertionError


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("despite", ["", " despite dry", " despite wet"])
def test_who_drafts_is_asked_what_who_lists_is_asked(how: str, despite: str, pack_folder: Write) -> None:
    asked, drafted = side_by_side(linked(pack_folder, how, despite), 1, 100)
    assert 2 < asked <= 6 and drafted in (asked, asked - 1, 0)  # the first is asked before there are drafts
    assert bool(drafted) == (despite != " despite wet")


@pytest.mark.parametrize("pack", ["ddm", "underworlds", "zod"])
def test_matches_that_draft_are_asked_the_same(pack: str) -> None:
    program = load_program(content_dir() / pack)
    assert program is not None
    asked, drafted = side_by_side(Linked(program), 3, 90)
    assert asked == 90 and drafted > 5


TWO_ON_A_PLANE = """
area mud: {}
map yard: {table: 12x12, areas: {mud: polygon 2x2 6x2 6x6 2x6}}
kind man: {plural: men, placed: yes, base: round 1, state: {tired: yes_no}}
man digger: {}
event game: |
  lay(yard)
  for each p in players:
    let a = create digger for p
    let b = create digger for p
    for each x in (a, b):
      let c = choose one c in mud by p
      put x at c
"""
ON_A_PLANE = TWO_ON_A_PLANE + """\
    let helper = choose one x in men by p
    offer p or pass:
      dig(a, helper, c) for c in mud
      rest(x, y) for x in men, y in men
event nap(man actor):
  legal: {tired: not actor.tired}
event dig(man actor, man helper, spot goal):
  legal: {room: "footprint(actor, goal) within 4 inches of helper"}
event rest(man actor, man other):
  legal: {tired: actor is not other and can(nap(other))}
"""


def test_what_drafts_read_of_the_text_stays_in_its_frame(pack_folder: Write) -> None:
    manifest = "pack: dig\nstart: game\nboard: plane\nplayers: 2\n"
    of = linked_in(pack_folder({"pack.yaml": manifest, "game.yaml": ON_A_PLANE}))
    for seed in range(4):  # `helper` is an answer that nothing but the drafts reads in another block
        asked, drafted = side_by_side(of, seed, 10)
        assert asked == 8 and drafted == 2


LOOKED_FOR = {
    "spots": ("spot goal", "footprint(actor, goal) within 4 inches of actor", "c for c in mud"),
    "ways": ("way goal", "way_length(goal) <= 4 inches", "w for w in ways(a)"),
    "formations": ("formation goal", "supposing(men at goal, disjoint(men) and linked(men, 1 inch))",
                   "f for f in formations(men)"),
}
IN_ROOM = TWO_ON_A_PLANE + """\
    offer p or pass:
      dig(a, {GOALS}
event dig(man actor, {TYPE}):
  legal: {room: "{ROOM}"}
"""


@pytest.mark.parametrize("what", LOOKED_FOR)
def test_of_what_nobody_can_list_another_one_is_found_each_time(what: str, pack_folder: Write) -> None:
    type_, room, goals = LOOKED_FOR[what]
    goals = goals.replace(" for", ") for", 1)
    text = IN_ROOM.replace("{TYPE}", type_).replace("{ROOM}", room).replace("{GOALS}", goals)
    manifest = "pack: dig\nstart: game\nboard: plane\nplayers: 1\n"
    of = linked_in(pack_folder({"pack.yaml": manifest, "game.yaml": text}))
    listing, drafting = begun(of, drafting=False), begun(of)
    for m in (listing, drafting):
        for number in (0, 3):
            assert m.pending is not None
            answer(m, m.pending.options[number])
    assert listing.pending is not None and drafting.pending is not None
    drafts = drafting.pending.options
    assert isinstance(drafts, Drafts) and list(drafts.beside(drafting)) == list(listing.pending.options)
    found = {drafts.draw(Chance(seed)) for seed in range(60)}
    calls = found - {None}
    assert len(found) == len(calls) + 1 and len(calls) > 8 and calls - set(listing.pending.options)
    event = of.program.sites[drafting.pending.site].lines[0]
    assert not [call for call in calls if failing(drafting, event, call[1])]


NO_ROOM = TWO_ON_A_PLANE.replace("areas: {", "areas: {fen: polygon 8x8 10x8 10x10 8x10, ") + """\
    set b.tired = true
    offer p{HOW}:
      dig(x, c) for x in men, c in mud
area fen: {}
value ground(man x) gives area:
  decide:
    - fen if x.tired
    - mud
event dig(man actor, spot goal):
  legal: {room: goal in ground(actor)}
"""


@pytest.mark.parametrize("how", ["", " or pass"])
def test_where_nothing_is_found_is_not_looked_again(
    how: str, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody for whom there is no room is looked for once in a draw, and what a list has counts where nothing is
    left."""
    manifest = "pack: dig\nstart: game\nboard: plane\nplayers: 1\n"
    of = linked_in(pack_folder({"pack.yaml": manifest, "game.yaml": NO_ROOM.replace("{HOW}", how)}))
    m = begun(of)
    for number in (0, 3):
        assert m.pending is not None
        answer(m, m.pending.options[number])
    assert m.pending is not None
    drafts = m.pending.options
    assert isinstance(drafts, Drafts)
    listed = [call for call in drafts.beside(m) if call is not None]
    looking = plays._Search.calls
    asked: list[tuple[int, int]] = []  # how many were found, and from where

    def counted(self: Any, m: State, frame: Any, many: int = 0, begin: int = 0) -> list[Any]:
        found = looking(self, m, frame, many, begin)
        asked.append((len(found), begin))
        return found

    monkeypatch.setattr(plays._Search, "calls", counted)
    missed = 0
    for seed in range(40):
        asked.clear()
        drawing = drafts.beside(m)
        call = drawing.draw(Chance(seed))
        assert all(begin for _, begin in asked) and [found for found, _ in asked].count(0) <= 1
        missed += (0 in [found for found, _ in asked]) and call is not None
        assert call is None or call[1][0] == listed[0][1][0]
    assert missed > 5

    def found_nowhere_else(self: Any, m: State, frame: Any, many: int = 0, begin: int = 0) -> list[Any]:
        return [] if begin else looking(self, m, frame, many)

    monkeypatch.setattr(plays._Search, "calls", found_nowhere_else)
    calls = set()
    for seed in range(40):
        drawing = drafts.beside(m)
        calls.add(drawing.draw(Chance(seed)))
        assert [call for call in drawing if call is not None] == listed  # who reads the list behind it gets all of it
    assert calls == ({None} if how else {listed[0]})


class _Open(Exception):
    """One more number is to be drawn, of so many."""

    def __init__(self, faces: int) -> None:
        super().__init__()
        self.faces = faces


class _Scripted(Chance):
    """Gives the numbers of a script. Raises _Open where it ends."""

    def __init__(self, script: tuple[int, ...]) -> None:
        super().__init__(0)
        self.script = list(script)

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        if not self.script:
            raise _Open(faces)
        return self.script.pop(0)


def chances(drafts: Drafts, m: State) -> dict[Any, Fraction]:
    """How likely each answer is to be drawn: all that chance can give is tried."""
    found: dict[Any, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, likely = waiting.pop()
        try:
            option = drafts.beside(m).draw(_Scripted(script))
        except _Open as more:
            waiting += [((*script, i), likely / more.faces) for i in range(more.faces)]
        else:
            found[option] = found.get(option, Fraction(0)) + likely
    return found


@pytest.mark.parametrize("how", HOW[:2])
def test_each_legal_answer_is_as_likely_as_any_other(how: str, pack_folder: Write) -> None:
    m = begun(linked(pack_folder, how))
    seen = 0
    while (d := m.pending) is not None:
        if isinstance(d.options, Drafts):
            seen += 1
            many = len(d.options)
            assert many > 1 and chances(d.options, m) == dict.fromkeys(d.options, Fraction(1, many))
        answer(m, d.options[0])
    assert seen > 1


def test_drawing_takes_fewer_steps_than_listing(pack_folder: Write) -> None:
    m = begun(linked(pack_folder))
    assert m.pending is not None
    answer(m, m.pending.options[0])
    assert m.pending is not None and isinstance(m.pending.options, Drafts)
    taken = []
    for ask in (lambda d: d.draw(Chance(1)), list):
        m.cache.clear()
        drafts, m.fuel = m.pending.options.beside(m), 100_000
        ask(drafts)
        taken.append(100_000 - m.fuel)
    assert 0 < taken[0] < taken[1]


def test_no_more_is_drafted_than_decides_whether_it_is_asked(pack_folder: Write) -> None:
    """One legal call is enough for somebody who may pass."""
    m = begun(linked(pack_folder))
    assert m.pending is not None
    answer(m, m.pending.options[0])
    assert m.pending is not None and isinstance(m.pending.options, Drafts)
    drafted: list[Any] = []
    drafting = list(m.p.drafts)
    site = m.pending.site
    one_by_one = drafting[site]
    assert one_by_one is not None

    def counted(m: State, f: Any) -> Iterator[Any]:
        for one in one_by_one(m, f):
            drafted.append(one)
            yield one

    drafting[site] = counted
    m.p.drafts = drafting
    drafts = m.pending.options.beside(m)
    assert drafts.at_least(1) and len(drafted) == 1
    assert len([one for one in drafts if one is not None]) == len(drafted) > 1


def test_a_draw_may_use_up_the_steps(pack_folder: Write) -> None:
    m = begun(linked(pack_folder))
    assert m.pending is not None
    answer(m, m.pending.options[0])
    assert m.pending is not None and isinstance(m.pending.options, Drafts)
    drafts, m.fuel = m.pending.options.beside(m), 10
    with pytest.raises(Runaway):
        list(drafts)
    m.fuel = 100_000
    assert list(drafts) == list(m.pending.options.beside(m))  # nothing is lost


def test_a_copy_has_drafts_of_its_own(pack_folder: Write) -> None:
    m = begun(linked(pack_folder))
    assert m.pending is not None
    answer(m, m.pending.options[0])
    made = copy(m)
    assert m.pending is not None and made.pending is not None
    assert isinstance(made.pending.options, Drafts) and made.pending.options is not m.pending.options
    listed = list(copy(m).pending.options)  # type: ignore[union-attr]
    answer(m, m.pending.options[0])
    assert list(made.pending.options) == listed != list(m.pending.options if m.pending else ())


def test_a_judge_that_asks_too_little_is_told(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = compiled._judge
    everything = [Part(py.const(True))]
    monkeypatch.setattr(compiled, "_judge", lambda line, rest, names, c: judge(line, rest and everything, names, c))
    with pytest.raises(Stale, match="the drafts of an offer"):
        side_by_side(linked(pack_folder, verify=True), 1, 100)
