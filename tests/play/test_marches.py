"""A way for each of several things in one answer: found round what lies on it, judged by the law as a whole, refused
with figures and what would do, and kept by saves; engine and oracle agree."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tests.oracle.compare import Limits, drawn, prepare
from tests.oracle.lockstep import play
from tests.play.on_planes import linked_of, matches, play_alike

import rulewright
from rulewright.play import formed, opened
from rulewright.play.formed import MOST_MARCHED, Formation
from rulewright.play.load import Linked
from rulewright.play.verify import indexes
from rulewright.scenario.suite import load_suite
from rulewright.session import Game, Refused
from rulewright.space.plane.poses import pose, spot_of
from rulewright.verifying import VARIABLE

COLUMN = Path(__file__).parent / "column"
March = tuple[tuple[int, tuple[int, ...]], ...]


@pytest.fixture(scope="module")
def linked() -> Linked:
    return linked_of(COLUMN)


def marches_of(game: Game) -> list[March]:
    """The marches that are proposed."""
    d = game.decision
    assert d is not None
    options = d.options if opened.takes_unlisted(game.state, d) else ()
    members = [opened.member_in(game.state, d, one) for one in options]
    return [one for one in members if opened.is_march(one)]


def changed(game: Game, chance: random.Random) -> int:
    """An answer: an option, or as often one of which a thing goes elsewhere, if it can be answered."""
    d = game.decision
    assert d is not None
    like = chance.randrange(len(d.options))
    member = opened.member_in(game.state, d, d.options[like]) if opened.takes_unlisted(game.state, d) else -1
    if not opened.is_march(member) or chance.random() < 0.3:
        return like
    i = chance.randrange(len(member))
    e, way = member[i]
    x, y = spot_of(way[-1])
    end = pose(x + chance.randint(-500, 500), y + chance.randint(-500, 500), way[-1] >> 42)
    legs = (*way[:-1], end) if chance.random() < 0.5 else (*way, end)
    number = opened.number_of(like, (*member[:i], (e, legs), *member[i + 1 :]))
    try:
        opened.option_of(game.state, number)
    except opened.Unlisted:
        return like
    return number


def test_a_search_tests_so_many_places_of_single_things(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a question of the pack, and of a dozen that stand scattered thousands were asked in one search."""

    def proposed() -> int:
        found = 0
        for game, chance in matches(linked, 1):
            for _ in range(30):
                if game.over:
                    break
                found += len(marches_of(game))
                assert game.decision is not None
                game.answer(chance.randrange(len(game.decision.options)))
        return found

    freely = proposed()
    monkeypatch.setattr(formed, "_TESTED", 1)
    monkeypatch.setattr(formed, "_TESTED_EACH", 0)
    assert 0 < proposed() < freely / 2


def test_random_matches_march_straight_and_round(linked: Linked) -> None:
    unlisted = straight = bent = 0
    for game, chance in matches(linked, 5):
        while not game.over:
            for march in marches_of(game):
                bent += any(len(way) > 2 for _, way in march)
                straight += all(len(way) == 2 for _, way in march)
            answer = changed(game, chance)
            unlisted += answer < 0
            game.answer(answer)
            indexes(game.state)
        assert game.problem is None and game.state.over is not None
    assert straight > 150 and bent > 20 and unlisted > 5


def test_proposals_are_legal_different_and_the_same_in_every_run(linked: Linked) -> None:
    game, chance = Game.new(linked, seed=1), random.Random(1)
    twin = Game.new(linked, seed=1)
    while not game.over:
        assert game.decision is not None and twin.decision is not None
        assert game.decision.options == twin.decision.options
        found = marches_of(game)
        assert len(set(found)) == len(found) <= 8
        for like, march in enumerate(found):
            assert opened.refused(game.state, like, march) == []
        index = chance.randrange(len(game.decision.options))
        game.answer(index)
        twin.answer(index)


def test_a_match_goes_on_from_every_save(linked: Linked) -> None:
    game, chance = Game.new(linked, seed=4), random.Random(4)
    while not game.over:
        late = Game.restore(linked, json.loads(json.dumps(game.save())))
        assert late.fingerprint() == game.fingerprint()
        answer = changed(game, chance)
        game.answer(answer)
        late.answer(answer)
        assert late.fingerprint() == game.fingerprint()
    assert min(game.answers) < -(1 << 80)
    assert Game.load(linked, json.loads(json.dumps(game.save()))).fingerprint() == game.fingerprint()


def test_the_same_answers_in_the_verifying_mode(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    play_alike(linked, linked_of(COLUMN), changed)


def test_engine_and_oracle_agree_on_marches() -> None:
    prepared = prepare(COLUMN)
    unlisted = 0
    for seed in range(3):
        report = play(prepared, seed, drawn(seed), Limits(40, traced=seed == 0), None, {})
        assert report.difference is None
        unlisted += report.unlisted
    assert unlisted > 10


def begun(linked: Linked) -> Game:
    """Hedges at 11x8 and 25x10; the column of player 1 west of the first, which is asked where it goes."""
    game = Game.new(linked, seed=1)
    parse = game.state.board.parse
    game.answer_at(parse("11x8"))
    game.answer_at(parse("25x10"))
    for things, places in (((3, 4, 5), ("8x8", "8x9", "8x10.5")), ((6, 7, 8), ("2x2", "2x3", "2x5"))):
        game.answer_at(tuple((e, parse(at)) for e, at in zip(things, places, strict=True)))
    return game


def march(game: Game, *ways: str) -> Formation:
    """The men 3 and 4 and the cart 5 go ways, each from where it stands."""
    board = game.state.board
    return tuple((e, (game.state.at[e], *(board.parse(at) for at in way.split(" then "))))
                 for e, way in zip((3, 4, 5), ways, strict=True))  # fmt: skip


@pytest.mark.parametrize("ways, told", [
    (("13x8", "8x9", "8x10.5"), r"^Man 1 of player 1 13x8, .* is no answer: clear: .*; links: "),
    (("8x2 then 8x8 then 8x2", "8x9", "8x10.5"),
     r"far: .* \(length of the way 18 inches \(Man 1 of player 1\), at most 14 needed\)"),
    (("8x9", "8x9", "8x10.5"), r"room: "),
    (("8x7", "8x8 then 8x9 then 10.8x9", "8x10.5"), r"clear: .* Man 2 of player 1 8x8 then 8x9 then "
                                                    r"10.25x9, Wagon of player 1 8x10.5 would do"),
])  # fmt: skip
def test_a_refusal_tells_what_was_measured_and_what_would_do(
    linked: Linked, ways: tuple[str, ...], told: str
) -> None:
    game = begun(linked)
    before = game.fingerprint()
    with pytest.raises(Refused, match=told):
        game.answer_at(march(game, *ways))
    assert game.fingerprint() == before


def test_a_march_is_answered_that_nobody_proposed(linked: Linked) -> None:
    game = begun(linked)
    wanted = march(game, "9.5x3 then 12x3 then 13x6", "9.9x3.2 then 12x3.2 then 13x5",
                   "8.6x13.1 then 12x13.1 then 12.9x8")  # fmt: skip
    assert wanted not in marches_of(game)
    game.answer_at(wanted)
    assert opened.number_of(0, wanted) == game.answers[-1]
    assert [game.state.board.show(game.state.at[e]) for e in (3, 4, 5)] == ["13x6", "13x5", "12.9x8"]


def test_what_is_no_march_from_there_is_no_answer(linked: Linked) -> None:
    game = begun(linked)
    good = march(game, "8x7", "8x8", "8x10.5")
    (a, way), *rest = good
    assert isinstance(way, tuple)
    long = march(game, " then ".join(["8x7", "8x8"] * 8), "8x8", "8x10.5")
    for wrong in (((a, way[-1]), *rest), ((a, (way[1], way[0])), *rest), tuple(rest), (), long, ((a, way[:1]), *rest),
                  ((a, (way[0], (1 << 51) - 1)), *rest), way, way[-1]):  # fmt: skip
        with pytest.raises(Refused):
            game.answer_at(wrong)
    big = opened.number_of(0, good)
    for number in (big * 2**300, big * 3, opened.LEAST - 1, -1 - (1 << 80), big - (1 << 19)):
        with pytest.raises(Refused):
            game.answer(number)
    assert opened.meant(game.state, big) == (0, good)
    game.answer(big)


def test_the_number_of_the_longest_march_can_be_written() -> None:
    """It stands in saves as a decimal number, and so long a one is still read."""
    legs = (5, *((1 << 51) - 1,) * 15)
    whole = tuple((e, legs) for e in range(1, MOST_MARCHED // 15 + 1))
    assert json.loads(json.dumps(opened.number_of(7, whole))) == opened.number_of(7, whole) >= opened.LEAST
    assert len(str(opened.LEAST)) < 4_300


def test_content_tests_answer_marches_and_ask_whether_there_is_one() -> None:
    assert [one for one in load_suite(COLUMN).run() if not one.passed] == []


def test_a_program_that_embeds_reads_and_answers_marches() -> None:
    match = rulewright.Match.new(rulewright.load(COLUMN), seed=1)
    match.answer_at("11x8")
    match.answer_at("25x10")
    match.answer_at({"e3": "8x8", "e4": "8x9", "e5": "8x10.5"})
    match.answer_at({"e6": "2x2", "e7": "2x3", "e8": "2x5"})
    question = match.question()
    assert question is not None and question.open
    told = question.options[0].values["f"]
    assert json.loads(json.dumps(told)) == told == [["e3", ["8x8", "8x8"]], ["e4", ["8x9", "8x9"]],
                                                    ["e5", ["8x10.5", "8x10.5"]]]  # fmt: skip
    assert "8x10.5" in question.options[0].places
    with pytest.raises(rulewright.RulewrightError, match="'there' is not a place"):
        match.answer_at({"e3": "8x7 then there"})
    match.answer_at({"e3": "7x7 then 8x7", "e4": "8x8"})
    board, at = match.game.state.board, match.game.state.at
    assert [board.show(at[e]) for e in (3, 4, 5)] == ["8x7", "8x8", "8x10.5"]
