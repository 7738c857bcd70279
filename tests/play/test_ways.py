"""Ways of several legs on a plane: they are found round what lies on them, judged by the law as a whole, refused with
figures and what would do, and survive saves; engine and oracle agree."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.oracle.compare import Limits, drawn, prepare
from tests.oracle.lockstep import play
from tests.play.on_planes import linked_of, matches, play_alike

from rulewright.compile import pyast as py
from rulewright.compile import routed, sieves
from rulewright.pipeline import check_pack
from rulewright.play import opened
from rulewright.play.load import Linked
from rulewright.play.verify import Stale, indexes
from rulewright.scenario.playing import Result
from rulewright.scenario.suite import load_suite
from rulewright.session import Game, Refused
from rulewright.space.plane.poses import pose, spot_of
from rulewright.verifying import VARIABLE

Write = Callable[[Mapping[str, str | bytes] | str], Path]
FORD = Path(__file__).parent / "ford"


@pytest.fixture(scope="module")
def linked() -> Linked:
    return linked_of(FORD)


def played(folder: Path) -> list[Result]:
    """The content tests of a pack, played."""
    return list(load_suite(folder).run())


def ways_of(game: Game) -> list[tuple[int, ...]]:
    """The ways that are proposed."""
    d = game.decision
    assert d is not None
    options = d.options if opened.takes_unlisted(game.state, d) else ()
    members = [opened.member_in(game.state, d, one) for one in options]
    return [one for one in members if opened.is_way(one)]


def changed(game: Game, chance: random.Random) -> int:
    """An answer: an option, or as often one of which a place lies elsewhere, if it can be answered."""
    d = game.decision
    assert d is not None
    like = chance.randrange(len(d.options))
    member = opened.member_in(game.state, d, d.options[like]) if opened.takes_unlisted(game.state, d) else -1
    if member == -1 or chance.random() < 0.3:
        return like

    def moved(at: int) -> int:
        x, y = spot_of(at)
        return pose(x + chance.randint(-900, 900), y + chance.randint(-900, 900), at >> 42)

    if opened.is_way(member):
        legs = [*member[1:-1], moved(member[-1])]
        if chance.random() < 0.5:
            legs.insert(chance.randrange(len(legs)), moved(legs[0]))
        member = (member[0], *legs)
    elif isinstance(member, int):
        member = moved(member)
    number = opened.number_of(like, member)
    try:
        opened.option_of(game.state, number)
    except opened.Unlisted:
        return like
    return number


def test_random_matches_go_straight_and_round(linked: Linked) -> None:
    unlisted = straight = bent = 0
    for game, chance in matches(linked, 6):
        while not game.over:
            for way in ways_of(game):
                straight, bent = straight + (len(way) == 2), bent + (len(way) > 2)
            answer = changed(game, chance)
            unlisted += answer < 0
            game.answer(answer)
            indexes(game.state)
        assert game.problem is None and game.state.over is not None
    assert straight > 400 and bent > 60 and unlisted > 60


def test_proposals_are_legal_different_and_the_same_in_every_run(linked: Linked) -> None:
    for game, chance in matches(linked, 2):
        twin = Game.new(linked, seed=game.state.chance.seed)  # type: ignore[attr-defined]
        while not game.over:
            assert game.decision is not None and twin.decision is not None
            assert game.decision.options == twin.decision.options
            found = ways_of(game)
            assert len(set(found)) == len(found) <= 24
            for like, way in enumerate(found):
                assert opened.refused(game.state, like, way) == []
            index = chance.randrange(len(game.decision.options))
            game.answer(index)
            twin.answer(index)


def test_a_match_goes_on_from_every_save(linked: Linked) -> None:
    game, chance = Game.new(linked, seed=3), random.Random(3)
    while not game.over:
        data = json.loads(json.dumps(game.save()))
        late = Game.restore(linked, data)
        assert late.fingerprint() == game.fingerprint()
        answer = changed(game, chance)
        game.answer(answer)
        late.answer(answer)
        assert late.fingerprint() == game.fingerprint()
    assert min(game.answers) < -(1 << 80)  # a way that nobody proposed
    assert Game.load(linked, json.loads(json.dumps(game.save()))).fingerprint() == game.fingerprint()
    while game.answers:
        assert game.undo()
    assert game.fingerprint() == Game.new(linked, seed=3).fingerprint()


def test_the_same_answers_in_the_verifying_mode(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    play_alike(linked, linked_of(FORD), changed)


def test_engine_and_oracle_agree_on_ways() -> None:
    prepared = prepare(FORD)
    unlisted = 0
    for seed in range(4):
        report = play(prepared, seed, drawn(seed), Limits(60, traced=seed == 0), None, {})
        assert report.difference is None
        unlisted += report.unlisted
    assert unlisted > 40


def begun(linked: Linked) -> Game:
    """A hedge at 12x8, a man of player 1 west of it at 10x8, who is asked where he goes."""
    game = Game.new(linked, seed=1)
    for place in ("12x8", "10x8", "3x20", "4x3", "14x20"):
        game.answer_at(game.state.board.parse(place))
    return game


def way(game: Game, *names: str) -> tuple[int, ...]:
    return tuple(game.state.board.parse(name) for name in ("10x8", *names))


@pytest.mark.parametrize("names, told", [
    (("11.251x8",), r"^11.251x8 is no answer: clear: no h in hedges where .* \(overlap 0.001 inches \(Thorn\), at most "
                    r"0 needed\); room: .*; 11.25x8 would do$"),
    (("10x13", "14.5x13", "14.5x8"), r"far: .* \(length of the way 14.5 inches, at most 12 needed\); "
                                     r"10x13 then 14.5x13 then 14.5x10.5 would do$"),
    (("10x15", "10x17"), r"slow: .* \(length of the way 9 inches, at most 5 needed\); 10x13.499 would do$"),
    (("8x8", "10x14"), r"slow: .* \(inside 0.501 inches, at most 0 needed; length of the way 8.325 inches, at most 5 "
                       r"needed\)"),  # with its end
    (("13x12.5", "13x24"), r"far: .*; clear: "),
    (("10x3", "22x3"), "far: .*; clear: "),  # through the river
])  # fmt: skip
def test_a_refusal_tells_what_was_measured_and_how_far_the_same_way_would_do(
    linked: Linked, names: tuple[str, ...], told: str
) -> None:
    game = begun(linked)
    before = game.fingerprint()
    with pytest.raises(Refused, match=told):
        game.answer_at(way(game, *names))
    assert game.fingerprint() == before


def test_a_way_is_answered_that_nobody_proposed(linked: Linked) -> None:
    game = begun(linked)
    wanted = way(game, "10x13", "14x13", "14x11")
    assert wanted not in ways_of(game)
    game.answer_at(wanted)
    assert game.answers[-1] == opened.number_of(0, wanted)
    assert game.state.at[2] == game.state.board.parse("14x11")


def test_what_is_no_way_from_there_is_no_answer(linked: Linked) -> None:
    game = begun(linked)
    good = way(game, "10x13", "14x13")
    elsewhere = (game.state.board.parse("10x9"), *good[1:])
    off = (good[0], (1 << 51) - 1)
    long = (good[0], *(good[1:] * 8))
    back = (*good[:-1], good[0], good[0])
    for wrong in (good[:1], elsewhere, off, long, (), good[1], ((1, good[1]),)):
        with pytest.raises(Refused):
            game.answer_at(wrong)
    big = opened.number_of(0, good)
    for number in (big * 2**300, big - (1 << 19), opened.LEAST - 1, big * 3, -1 - (1 << 80)):
        with pytest.raises(Refused):
            game.answer(number)
    game.answer_at(back)  # to where it stood; that is a way too
    assert game.state.at[2] == good[0]


def test_a_way_has_one_number(linked: Linked) -> None:
    """Another leading figure in place of the 1 says no way: what is saved is written in one way only."""
    game = begun(linked)
    good = way(game, "10x13")
    packed = (-1 - opened.number_of(0, good) - (1 << 80)) >> 20
    assert packed == opened.PLACES + good[1]
    assert opened.meant(game.state, opened.number_of(0, good)) == (0, good)
    for other in (2 * opened.PLACES + good[1], good[1], 0, 1):
        with pytest.raises(Refused):
            game.answer(-1 - ((1 << 80) + (other << 20)))


def test_content_tests_answer_ways_and_ask_whether_there_is_one() -> None:
    assert [one for one in played(FORD) if not one.passed] == []


def test_what_may_be_none_is_asked_behind_what_says_that_it_is_not(pack_folder: Write) -> None:
    """What guides a search is asked without the way, and still not of a hedge that is not there."""
    files: dict[str, str | bytes] = {one: (FORD / one).read_bytes() for one in ("pack.yaml", "game.yaml")}
    files["more.yaml"] = """\
permission both(model m, way w, hedge or none h): >-
  (way_legs(w) > 0 and h is not none) and not overlapping(swept(m, w), h)
permission either(model m, way w, hedge or none h): >-
  (way_legs(w) > 15 or h is none) or way_legs(w) > 15 or not overlapping(swept(m, w), h)
permission neither(model m, way w, hedge or none h): >-
  if way_legs(w) > 0 and h is not none then not overlapping(swept(m, w), h) else way_length(w) > 99 inches
permission far(model m, way w, hedge or none h): >-
  way_length(w) <=
  (if meets(swept(m, w), bog) or h is none then 1 inch else (if overlapping(m, h) then 2 inches else 3 inches))
"""
    files["tests/none.yaml"] = """\
setup alone:
  map: field
  at: {man of 1 as One: 10x8}
test nothing is overlapped where there is no hedge:
  extends: alone
  then:
    - no w in ways(One) where both(One, w, first(hedges))
    - some w in ways(One) where either(One, w, first(hedges))
    - no w in ways(One) where neither(One, w, first(hedges))
    - some w in ways(One) where far(One, w, first(hedges))
test and a hedge is gone round:
  extends: alone
  at: {thorn as Hedge: 12x8}
  spots: {behind: 14x8}
  then:
    - some w in ways(One) where both(One, w, first(hedges)) and way_end(w) within 0.4 inches of behind
    - some w in ways(One) where either(One, w, first(hedges)) and way_end(w) within 0.4 inches of behind
    - some w in ways(One) where neither(One, w, first(hedges)) and way_end(w) within 0.4 inches of behind
    - some w in ways(One) where far(One, w, first(hedges)) and way_length(w) > 2 inches
"""
    assert [(one.case.name, one.differences) for one in played(pack_folder(files)) if not one.passed] == []


def test_a_content_test_that_is_wrong_about_a_way_says_so(pack_folder: Write) -> None:
    wrong = """\
test wrong:
  map: field
  at: {man of 1 as One: 10x8}
  do: |
    offer player_1:
      go(One, w) for w in ways(One)
  answers:
    - {choose: go(One), refused: 12x8 then 13x8}
    - {choose: go(One), refused: 12x8 then 25x8, because: clear}
    - {choose: go(One), at: 12x8 then 25x8}
"""
    files: dict[str, str | bytes] = {one: (FORD / one).read_bytes() for one in ("pack.yaml", "game.yaml")}
    (found,) = played(pack_folder(files | {"tests/wrong.yaml": wrong}))
    told = "\n".join(line for one in found.differences for line in (one.message, *one.details))
    assert "12x8 then 13x8 is not refused" in told
    assert "12x8 then 25x8 is refused because of far, clear, not because of clear" in told
    assert "would do" in told


def test_an_end_that_is_left_out_wrongly_is_found_by_the_verifying_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ends are looked for in what is read of the conditions; spots outside are tried by straight ways."""

    def nearby(self: Any, e: Any) -> Any:
        return sieves._Read(py.expr("spots_within(m, spot(_s), 1000)", _s=self.start), False)

    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setattr(sieves._Siever, "_length", nearby)
    found = check_pack(FORD)
    assert found.program is not None
    with pytest.raises(Stale, match="sieve"):
        begun(Linked(found.program))


@pytest.mark.parametrize("text, is_read", [
    ("way_length(w) <= 4 inches", True),  # of the ends alone
    ("not overlapping(swept(m, w), h)", True),
    ("wholly(swept(m, w), left_bank)", True),
    ("way_end(w) in left_bank", True),
    ("overlapping(swept(m, w), h)", False),  # where it ends says nothing of that
    ("not wholly(swept(m, w), left_bank)", False),
    ("way_length(w) >= 4 inches", False),
])  # fmt: skip
def test_what_is_read_of_the_end_of_a_way(pack_folder: Write, text: str, is_read: bool) -> None:
    """An area is read where it is surely not too small, and only there."""
    read: list[Any] = []
    files: dict[str, str | bytes] = {one: (FORD / one).read_bytes() for one in ("pack.yaml", "game.yaml")}
    files["more.yaml"] = f"permission asked(model m, hedge h): some w in ways(m) where {text}\n"
    plain = sieves.ends_of_ways

    def noted(e: Any, *args: Any) -> Any:
        found = plain(e, *args)
        if e.span.text in text or text in e.span.text:
            read.append(found)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routed, "ends_of_ways", noted)
        assert check_pack(pack_folder(files)).program is not None
    assert {one is not None for one in read} == {is_read}
