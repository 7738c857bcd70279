"""What observations tell: where pieces stand, on cells and on planes, and each option by itself."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rulewright
from rulewright.embedding.values import Value
from rulewright.embedding.view import Status, View
from rulewright.rl.environment import Environment
from rulewright.rl.told import Told
from rulewright.rl.words import Words
from rulewright.space.plane.poses import parse, split

CONTENT = Path(__file__).parents[2] / "content"
PACKS = ["skirmish", "duel", "ddm", "underworlds", "zod", "w40k_missions"]
_QUESTIONS = 120


def made(name: str, **more: Any) -> Environment:
    found = rulewright.environment(CONTENT / name, **{"pieces": 256, "actions": 1024, **more})
    assert isinstance(found, Environment)
    return found


def answered_at_random(env: Environment, chance: random.Random) -> None:
    question = env.match.question()
    assert question is not None
    env.step(chance.randrange(len(question.options)))


@pytest.mark.parametrize("name", PACKS)
def test_distinct_options_have_distinct_rows(name: str) -> None:
    """By their rows and what is in their lists. Options alike in all that the player may know are the same option:
    which of two hidden cards it is cannot be told."""
    env = made(name)
    chance = random.Random(4)
    compared = 0
    for seed in (1, 2):
        env.reset(seed=seed)
        for _ in range(_QUESTIONS):
            question = env.match.question()
            if question is None:
                break
            seen = env.observe(env.agent_selection)["observation"]
            assert len(question.options) <= env.encoding.actions
            known: dict[bytes, str] = {}
            for option in question.options:
                row = b"".join(seen[array][option.index].tobytes() for array in ("options", "parts") if array in seen)
                meant = repr((option.kind, option.event, option.reaction, option.values))
                assert known.setdefault(row, meant) == meant, question.prompt
            compared += len(known) > 1
            answered_at_random(env, chance)
    assert compared > 40


def row_of(env: Environment, view: View, name: str, columns: tuple[str, ...]) -> list[float]:
    arrays = env.encoding.arrays(view, None, 0, [])
    at = [env.encoding.columns["pieces"].index(column) for column in columns]
    return [float(arrays["pieces"][list(view.entities).index(name), i]) for i in at]


@pytest.mark.parametrize("name", ["skirmish", "w40k_missions"])
def test_a_piece_that_moves_is_seen_to_move(name: str) -> None:
    env = made(name)
    chance = random.Random(7)
    env.reset(seed=3)
    moves = 0
    while not env.match.over and moves < 5:
        before = env.match.view(0)
        answered_at_random(env, chance)
        after = env.match.view(0)
        for one in after.entities.values():
            was = before.entities.get(one.id)
            if was is None or was.place is None or one.place is None or was.place == one.place:
                continue
            moves += 1
            if after.table is None:
                cells = {cell.id: [cell.column + 1.0, cell.row + 1.0] for cell in after.board}
                columns: tuple[str, ...] = ("column", "row")
                expected = [cells[was.place], cells[one.place]]
            else:
                columns = ("placed", "placed: x", "placed: y", "placed: turn")
                expected = [on_table(was.place), on_table(one.place)]
            rows = [row_of(env, view, one.id, columns) for view in (before, after)]
            assert rows == [pytest.approx(place) for place in expected] and rows[0] != rows[1]
    assert moves == 5 or (env.match.over and moves)


def on_table(name: str) -> list[float]:
    pose = parse(name)
    assert pose is not None
    turn, x, y = split(pose)
    return [1, x / 1000, y / 1000, turn]


def test_formations_and_ways_are_told_place_by_place() -> None:
    env = made("w40k_missions")
    told = Told(env.encoding.words, view_of("w40k_missions"))
    way: list[Value] = ["16x16", "20x12.5@90"]
    assert told.wide(way) == (2, 20, 12.5, 90) and told.wide("0x0") == (1, 0, 0, 0) and told.wide(None) == (0, 0, 0, 0)
    assert told.wide([["e1", "3x4"], ["e2", "5x6"]]) == (2, 5, 6, 0)
    parts = list(told.parts(["e1", way, [["e1", "3x4"], ["e2", ["5x6", "7x8"]]], ["e2"]]))
    assert parts == [(2, 0, 1, 16, 16, 0), (2, 0, 1, 20, 12.5, 90), (3, 1, 1, 3, 4, 0), (3, 2, 1, 5, 6, 0),
                     (3, 2, 1, 7, 8, 0), (4, 0, 2, 0, 0, 0)]  # fmt: skip


def test_parts_that_do_not_fit_are_left_out() -> None:
    env = made("w40k_missions", parts=2)
    none = made("w40k_missions", parts=0)
    chance = random.Random(1)
    env.reset(seed=1)
    while (question := env.match.question()) is not None:
        longest = max(len(list(Told(env.encoding.words, env.match.view(question.seat)).parts(one.values.values())))
                      for one in question.options)  # fmt: skip
        if longest > 2:
            break
        answered_at_random(env, chance)
    assert question is not None
    arrays = env.observe(env.agent_selection)["observation"]
    assert arrays["parts"].shape[1] == 2 and np.all(arrays["parts"][0, :, 0])
    assert "parts" not in none.encoding.shapes and "parts" not in none.encoding.columns


def test_words_of_the_board_and_zones_have_numbers() -> None:
    """Of what is no entity and no place: a direction, a zone, a way to join maps, a status."""
    told = Told(words_of("ddm"), view_of("ddm"))
    directions = [told.number(one) for one in ("north", "south_west", "west")]
    assert 0 not in directions and len(set(directions)) == 3
    told = Told(words_of("underworlds"), view_of("underworlds"))
    zones = [told.number(zone) for zone in view_of("underworlds").zones]
    assert 0 not in zones and len(set(zones)) == len(zones) > 4
    assert told.number({"way": 5, "edge": "left", "turned": False, "made": 2}) == 5


def test_a_status_is_its_row() -> None:
    view = view_of("skirmish")
    one, other = list(view.entities)[:2]
    held = (Status("dazed", "", one, {}), Status("dazed", "", other, {}), Status("dazed", "", one, {}))
    told = Told(words_of("skirmish"), replace(view, statuses=held))
    rows = [told.number({"status": "dazed", "on": on, "number": n}) for on, n in ((one, 1), (other, 1), (one, 2))]
    assert rows == [1, 2, 3]
    assert told.number({"status": "dazed", "on": other, "number": 2}) == -1


def words_of(name: str) -> Words:
    return Words(rulewright.load(CONTENT / name))


def view_of(name: str) -> View:
    return rulewright.Match.new(rulewright.load(CONTENT / name), seed=1).view(0)
