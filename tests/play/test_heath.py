"""A small game on a plane: random matches end, go on from every save, and take places that nobody listed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.oracle.compare import Limits, drawn, prepare
from tests.oracle.lockstep import play
from tests.play.on_planes import linked_of, matches, play_alike

from rulewright.explained import TypeCode
from rulewright.play import labels, opened
from rulewright.play.load import Linked
from rulewright.play.nearby import nearest
from rulewright.play.state import Decision, State
from rulewright.play.verify import indexes
from rulewright.session import Game, Refused
from rulewright.space.plane.gaps import Gap
from rulewright.space.plane.poses import pose, spot_of
from rulewright.verifying import VARIABLE

HEATH = Path(__file__).parent / "heath"


@pytest.fixture(scope="module")
def linked() -> Linked:
    return linked_of(HEATH)


def spot_in(m: State, d: Decision, option: Any) -> int:
    """The place of an option that may be exchanged for another; -1 if it has none."""
    found = opened.member_in(m, d, option)
    return found if type(found) is int else -1


def moved(game: Game, chance: random.Random) -> int:
    """An answer: an option, or as often its place moved by a little, if it can be answered."""
    decision = game.decision
    assert decision is not None
    index = chance.randrange(len(decision.options))
    asked = opened.takes_unlisted(game.state, decision)
    place = spot_in(game.state, decision, decision.options[index]) if asked else -1
    if place < 0:
        return index
    x, y = spot_of(place)
    number = opened.number_of(index, pose(x + chance.randint(-900, 900), y + chance.randint(-900, 900)))
    try:
        opened.option_of(game.state, number)
    except opened.Unlisted:
        return index
    return number


def test_a_length_is_told_with_all_its_digits(linked: Linked) -> None:
    m = Game.new(linked, 2, 1).state
    inches: TypeCode = ("number", "inches", ())
    assert [labels.value(m, one, inches) for one in (1_234_567, -500, 12_000)] == ['1234.567"', '-0.5"', '12"']
    gaps = [labels.value(m, Gap(n), ("gap", "", ())) for n in (1_234_567**2, 1_234_567**2 + 1)]
    assert gaps == ['1234.567"', '1234.567.."']


def test_random_matches_end(linked: Linked) -> None:
    unlisted = 0
    for game, chance in matches(linked, 6):
        while not game.over:
            answer = moved(game, chance)
            unlisted += answer < 0
            game.answer(answer)
            indexes(game.state)
        assert (game.problem is None and game.winners is not None) or game.state.over is not None
    assert unlisted > 60


def test_a_match_goes_on_from_every_save(linked: Linked) -> None:
    game, chance = Game.new(linked, seed=3), random.Random(3)
    late = Game.load(linked, json.loads(json.dumps(game.save())))
    while not game.over:
        data = json.loads(json.dumps(game.save()))
        assert Game.restore(linked, data).fingerprint() == game.fingerprint() == late.fingerprint()
        answer = moved(game, chance)
        late = Game.restore(linked, data)
        game.answer(answer)
        late.answer(answer)
    assert late.fingerprint() == game.fingerprint()
    assert Game.load(linked, game.save()).fingerprint() == game.fingerprint()
    before = len(game.answers)
    for _ in range(20):
        assert game.undo()
    assert len(game.answers) == before - 20
    again = Game.new(linked, seed=3)
    for answer in game.answers:
        again.answer(answer)
    assert again.fingerprint() == game.fingerprint()


def test_the_same_answers_in_the_verifying_mode(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    play_alike(linked, linked_of(HEATH), moved)


def test_engine_and_oracle_agree_on_a_plane() -> None:
    """The law of both is the same: of every option, and of places beside those that are proposed."""
    prepared = prepare(HEATH)
    unlisted = 0
    for seed in range(3):
        report = play(prepared, seed, drawn(seed), Limits(60, traced=seed == 0), None, {})
        assert report.difference is None and report.over
        unlisted += report.unlisted
    assert unlisted > 40


def test_who_answers_what_nobody_listed_is_told_all_that_speaks_against_it(linked: Linked) -> None:
    game = Game.new(linked, seed=1)
    with pytest.raises(Refused, match=r"^18x12 is no answer: it is not one of .*; [0-9.x]+ would do$"):
        game.answer_at(pose(18_000, 12_000))
    game.answer_at(pose(7_125, 24_000))
    with pytest.raises(Refused, match="not c in past"):
        game.answer_at(pose(7_125, 24_000))
    game.answer_at(pose(7_125, 0))
    with pytest.raises(Refused, match=r"^3x3 is no answer: edge: .*; [0-9.x]+ would do$"):
        game.answer_at(pose(3_000, 3_000))
    with pytest.raises(Refused, match="there is no answer 99"):
        game.answer_at(pose(3_000, 3_000), like=98)
    game.answer_at(pose(10_000, 12_000))
    passing = len(game.question().options) - 1 if game.question() is not None else 0  # type: ignore[union-attr]
    with pytest.raises(Refused, match="names no place"):
        game.answer_at(pose(3_000, 3_000), like=passing)
    assert len(game.answers) == 3


def test_what_would_do_is_legal_and_as_near_as_what_is_proposed(linked: Linked) -> None:
    asked = 0
    for game, chance in matches(linked, 2):
        while not game.over:
            decision, state = game.decision, game.state
            assert decision is not None
            like = chance.randrange(len(decision.options))
            there = spot_in(state, decision, decision.options[like]) if opened.takes_unlisted(state, decision) else -1
            if there >= 0:
                goal = pose(chance.randrange(36_001), chance.randrange(24_001))
                near = nearest(state, like, goal)
                assert opened.refused(state, like, near) == []
                assert state.board.distance(goal, near) <= state.board.distance(goal, there)
                asked += 1
            game.answer(like)
    assert asked > 30


def test_proposals_are_legal_and_the_same_in_every_run(linked: Linked) -> None:
    for game, chance in matches(linked, 2):
        twin = Game.new(linked, seed=game.state.chance.seed)  # type: ignore[attr-defined]
        while not game.over:
            decision, other = game.decision, twin.decision
            assert decision is not None and other is not None
            assert decision.options == other.options
            if opened.takes_unlisted(game.state, decision):
                for like, option in enumerate(decision.options):
                    place = spot_in(game.state, decision, option)
                    assert place < 0 or opened.refused(game.state, like, place) == []
            index = chance.randrange(len(decision.options))
            game.answer(index)
            twin.answer(index)
