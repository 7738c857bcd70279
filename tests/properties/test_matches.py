"""A match is a value: at every decision it can be saved, continued elsewhere, copied, taken back and played again."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.playing import LENGTH, PLAYED, REACHED, USUAL, Elsewhere, answers, begin, digest, happened, linked

from rulewright.limits import MOST_STEPS
from rulewright.session import Game

SEEDS = st.integers(0, 1 << 32)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Elsewhere]:
    other = Elsewhere()
    yield other
    other.close()


@pytest.mark.parametrize("pack", PLAYED)
def test_examples_are_more_than_preparations(pack: str) -> None:
    found: set[str] = set()
    for seed in range(4):
        game = begin(pack, seed)
        for _ in answers(game, seed, LENGTH.get(pack, USUAL)):
            pass
        found |= happened(game)
    assert [event for event in REACHED[pack] if event not in found] == []


@pytest.mark.parametrize("pack", PLAYED)
@given(seed=SEEDS)
def test_saved_loaded_elsewhere_and_continued(pack: str, elsewhere: Elsewhere, seed: int) -> None:
    """Identical fingerprints and traces at every decision: of one match at a quarter of them, or less where a load,
    which plays all answers again, takes long."""
    every = 10 if pack in ("w40k_missions", "patrol") else 4
    game = begin(pack, seed)
    for count, number in enumerate(answers(game, seed, LENGTH.get(pack, USUAL))):
        if (count + seed) % every:
            continue
        saved = json.loads(json.dumps(game.save()))
        told = elsewhere.ask(do="continue", pack=pack, saved=saved, answer=number)
        before, length = game.fingerprint(), len(game.trace)
        here = Game.load(linked(pack), saved)
        here.answer(number)
        assert told == {"before": before, "after": here.fingerprint(), "trace": digest(here)}
        ahead = game.copy()
        ahead.answer(number)
        assert ahead.fingerprint() == here.fingerprint()
        assert len(game.trace) == length


@pytest.mark.parametrize("pack", PLAYED)
@given(seed=SEEDS)
def test_played_again_from_the_start(pack: str, seed: int) -> None:
    """A replay: the same answers from the beginning come to the same match at every decision, trace or none; and every
    answer that is offered is taken, with fuel to spare."""
    prints: list[str] = []
    given_answers: list[int] = []
    game = begin(pack, seed)
    for number in answers(game, seed, LENGTH.get(pack, USUAL)):
        assert 0 < game.state.fuel <= MOST_STEPS or not given_answers
        prints.append(game.fingerprint())
        given_answers.append(number)
    again = begin(pack, seed, trace=False)
    for number, wanted in zip(given_answers, prints, strict=True):
        assert again.fingerprint() == wanted
        again.answer(number)
    assert again.fingerprint() == game.fingerprint()
    assert again.trace == []


@pytest.mark.parametrize("pack", PLAYED)
@given(seed=SEEDS)
def test_copies_are_independent_and_answers_can_be_taken_back(pack: str, seed: int) -> None:
    game = begin(pack, seed)
    for count, number in enumerate(answers(game, seed, LENGTH.get(pack, USUAL))):
        if count % 8:
            continue
        before, told = game.fingerprint(), digest(game)
        copy = game.copy()
        ends = []
        for _ in range(2):
            game.answer(number)
            ends.append((game.fingerprint(), digest(game)))
            assert copy.fingerprint() == before
            assert game.undo()
            assert (game.fingerprint(), digest(game)) == (before, told)
        assert ends[0] == ends[1]
        for other in range(min(4, len(copy.decision.options) if copy.decision else 0)):
            branch = copy.copy()
            branch.answer(other)
        assert copy.fingerprint() == before


@pytest.mark.parametrize("pack", PLAYED)
@given(seed=SEEDS, far=st.lists(st.integers(1, 40), max_size=4))
def test_any_number_of_answers_can_be_taken_back(pack: str, seed: int, far: list[int]) -> None:
    """Back by so many answers, forward again to where it was, in the end back to the beginning: always the match that
    it was then, with the log that it had."""
    game = begin(pack, seed)
    was: list[tuple[str, str]] = []
    for _ in answers(game, seed, 45):
        was.append((game.fingerprint(), digest(game)))
    given = list(game.answers)

    def back(count: int) -> None:
        for _ in range(count):
            assert game.undo()
            assert (game.fingerprint(), digest(game)) == was[len(game.answers)]

    for count in far:
        back(min(count, len(given)))
        for number in given[len(game.answers) :]:
            game.answer(number)
    back(len(given))
    assert not game.undo()


def test_the_order_of_hashes_plays_no_part() -> None:
    """Two processes with other hashes of words play the same matches."""
    others = [Elsewhere("0"), Elsewhere("1")]
    try:
        for pack in PLAYED:
            for seed in range(2):
                what = {"do": "play", "pack": pack, "seed": seed, "most": LENGTH.get(pack, USUAL)}
                one, two = [other.ask(**what) for other in others]
                assert one == two
                assert len(one["answers"]) > 10
    finally:
        for other in others:
            other.close()
