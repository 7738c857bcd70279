"""The numbers of a match: the same for a seed, for everybody else not to be foreseen; with a key not even from dice."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulewright.pipeline import check_pack
from rulewright.play.chance import Chance, Keyed, shuffled
from rulewright.play.entries import Rolled
from rulewright.play.load import Linked
from rulewright.play.state import copy
from rulewright.session import Game, Refused

KEY = bytes(range(32))
GAME = """
kind player: {state: {points: number}}
event game: |
  repeat up to 20:
    for each p in players:
      let r = roll d20
      let more = choose yes or no by p
      score(p, r) if more
event score(player who, number amount): set who.points = who.points + amount
"""


@pytest.fixture(scope="module")
def dicing(tmp_path_factory: pytest.TempPathFactory) -> Linked:
    folder = tmp_path_factory.mktemp("dicing")
    (folder / "pack.yaml").write_text("pack: dicing\nstart: game\n", encoding="utf-8")
    (folder / "a.yaml").write_text(GAME, encoding="utf-8")
    program = check_pack(folder).program
    assert program is not None
    return Linked(program)


def rolled(game: Game, count: int = 20) -> list[int]:
    """The dice of the next so many questions."""
    start = len(game.trace)
    for _ in range(count):
        game.answer(0)
    return [entry.value for entry in game.trace[start:] if isinstance(entry, Rolled)]


def test_a_match_without_a_seed_is_another_each_time(dicing: Linked) -> None:
    assert len({tuple(rolled(Game.new(dicing))) for _ in range(3)}) == 3
    assert len({tuple(rolled(Game.new(dicing, seed=5))) for _ in range(3)}) == 1


def test_the_seed_is_told_when_the_match_is_over_and_deals_it_again(dicing: Linked) -> None:
    game = Game.new(dicing)
    dice = rolled(game, 39)
    before = game.seed
    game.answer(0)
    assert (before, game.over) == (None, True)
    assert rolled(Game.new(dicing, seed=game.seed), 39) == dice


@pytest.mark.parametrize("key", [None, KEY])
def test_no_view_and_no_trace_holds_the_seed(dicing: Linked, key: bytes | None) -> None:
    seed = 18446744073709551557
    game = Game.new(dicing, seed=seed, key=key)
    rolled(game, 6)
    from rulewright.play.view import view

    shown = [json.dumps(view(game.state, seat, language)) for seat in (0, 1) for language in ("en", "ru")]
    assert not [one for one in [*shown, repr(game.trace)] if str(seed) in one]
    assert game.save()["match"]["seed"] == seed


def test_dice_with_a_key_follow_from_key_and_seed_alone(dicing: Linked) -> None:
    def dice(seed: int, key: bytes | None) -> tuple[int, ...]:
        return tuple(rolled(Game.new(dicing, seed=seed, key=key)))

    assert dice(5, KEY) == dice(5, KEY)
    assert len({dice(5, KEY), dice(6, KEY), dice(5, KEY[::-1]), dice(5, None)}) == 4


def test_numbers_with_a_key_are_equally_likely() -> None:
    """Chi-square with 19 degrees of freedom stays below its 99.99 % quantile; and any number can follow any other."""
    source = Keyed(1, KEY)
    numbers = [source.draw(20) for _ in range(20_000)]
    found = Counter(numbers)
    assert sum((found[n] - 1000) ** 2 / 1000 for n in range(20)) < 52.4
    assert len(set(pairwise(numbers))) == 400
    assert sorted(shuffled(source, range(50))) == list(range(50))


def test_a_copy_gives_the_same_numbers() -> None:
    for source in (Chance(3), Keyed(3, KEY)):
        source.draw(6)
        twin = source.copy()
        assert type(twin) is type(source)
        assert [twin.draw(1 << 60) for _ in range(5)] == [source.draw(1 << 60) for _ in range(5)]


def test_a_save_goes_on_with_the_same_key(dicing: Linked) -> None:
    game = Game.new(dicing, seed=8, key=KEY)
    rolled(game, 7)
    data = json.loads(json.dumps(game.save()))
    assert KEY.hex() not in json.dumps(data)
    again = Game.load(dicing, data, key=KEY)
    assert again.fingerprint() == game.fingerprint()
    assert rolled(again, 12) == rolled(game, 12)
    game.undo()
    assert copy(game.state).chance.draw(1 << 60) == game.state.chance.copy().draw(1 << 60)


@pytest.mark.parametrize(
    ("begun", "loaded", "reason"),
    [
        (KEY, None, "was started with a key: load it with the same key"),
        (KEY, KEY[::-1], "was started with another key"),
        (KEY, b"", "was started with another key"),
        (None, KEY, "was started without a key: load it without one"),
    ],
)
def test_a_save_is_not_loaded_with_another_key(
    dicing: Linked, begun: bytes | None, loaded: bytes | None, reason: str
) -> None:
    data: Any = Game.new(dicing, seed=8, key=begun).save()
    with pytest.raises(Refused, match=reason):
        Game.load(dicing, data, key=loaded)


@pytest.mark.parametrize("length", [0, 15, 65])
def test_a_key_is_neither_too_short_nor_too_long(dicing: Linked, length: int) -> None:
    with pytest.raises(Refused, match=f"a key has 16 to 64 bytes, this one has {length}"):
        Game.new(dicing, key=bytes(length))


def test_files_of_the_project_that_deal_matches_give_a_seed() -> None:
    """What is compared or counted is dealt from a seed that is written down."""
    root = Path(__file__).parents[2]
    for path in (root / "tools/rulewright_tools").rglob("*.py"):
        for line in path.read_text("utf-8").splitlines():
            if "Game.new(" in line:
                assert "seed" in line, f"{path}: {line}"
