"""A match of a pack with secrets that was saved: what each player reads of it afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.programs.draw import Seeded
from tests.secrecy.pairs import Verdict, files_of, linked

from rulewright.embedding.history import history
from rulewright.play.load import Linked
from rulewright.session import Game
from rulewright_tools.playing.kept import read
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import resume, write
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.telling import Teller

SEEDS = (3, 5, 7, 11, 16, 36)  # packs that the checker does not warn about
SEATS = (0, 1, None)
ANSWERS = 12


def pack(seed: int, folder: Path) -> Linked:
    verdict = Verdict(seed)
    found = linked(files_of(seed), folder / str(seed), verdict)
    assert found is not None, f"take another seed: the checker warns {verdict.warned}"
    return found


def logs(game: Game) -> list[list[str]]:
    """The log of every seat, as programs get it."""
    return [[repr(one) for one in history(game.stretches(), seat, "en")] for seat in SEATS]


def stories(match: Match) -> list[list[object]]:
    """The story of every seat."""
    found: list[list[object]] = []
    for seat in SEATS:
        teller = Teller(match.state, Sight(seat))
        found.append([line.words for state, entries in match.game.stretches() for line in teller.lines(state, entries)])
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_a_loaded_match_has_the_whole_log_of_every_seat(seed: int, tmp_path: Path) -> None:
    found, draw = pack(seed, tmp_path), Seeded(seed)
    game = Game.new(found, 2, seed)
    for _ in range(ANSWERS):
        if game.decision is not None:
            game.answer(draw.integer(0, len(game.decision.options) - 1))
    loaded = Game.load(found, json.loads(json.dumps(game.save())), again=True)
    assert logs(loaded) == logs(game)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_restored_match_tells_every_seat_what_follows(seed: int, tmp_path: Path) -> None:
    """At each question: of what comes then the log says the same to every seat, though it lacks all before."""
    found, draw = pack(seed, tmp_path), Seeded(seed)
    game = Game.new(found, 2, seed)
    for _ in range(ANSWERS):
        if game.decision is None:
            break
        restored = Game.restore(found, json.loads(json.dumps(game.save())))
        assert logs(restored) == [[], [], []]
        number = draw.integer(0, len(game.decision.options) - 1)
        since = len(game.trace)
        game.answer(number)
        restored.answer(number)
        if game.problem is None:
            pieces = [(game.state, game.trace[since:])]
            told = [[repr(one) for one in history(pieces, seat, "en")] for seat in SEATS]
            assert told == [[repr(one) for one in history([(restored.state, restored.trace)], seat, "en")]
                            for seat in SEATS]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_that_is_gone_on_with_at_the_terminal_has_its_story(seed: int, tmp_path: Path) -> None:
    found, draw = pack(seed, tmp_path), Seeded(seed)
    match = Match(Game.new(found, 2, seed), ("human", "human"), seed, {})
    for _ in range(ANSWERS):
        if match.game.decision is not None:
            match.answer(draw.integer(0, len(match.game.decision.options) - 1))
    write(match, "pack", tmp_path / "kept.json")
    again = resume(read(tmp_path / "kept.json"), found)
    assert stories(again) == stories(match) and logs(again.game) == logs(match.game)
