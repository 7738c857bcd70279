"""What may be a thing or a player, as programs and learners get it: the one by its id, the other told from numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

import rulewright
from rulewright.rl.environment import Environment

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """
kind creature: {state: {damage: number}}
creature gob: {}
kind player: {state: {life: number starts 5, aim: creature or player or none, all_of: set of (creature or player)}}
event hurt(creature or player victim): |
  if victim is player:
    set victim.life = victim.life - 1
  else:
    set victim.damage = victim.damage + 1
event aim_at(player who, creature or player one): |
  set who.aim = one
  set who.all_of = who.all_of + one
event go: |
  for each p in players:
    create gob for p
  repeat up to 5:
    for each p in players:
      let t = choose one t in players + creatures by p
      hurt(t)
      aim_at(p, t)
"""


@pytest.fixture
def pack(pack_folder: Write) -> rulewright.Pack:
    return rulewright.load(pack_folder({"pack.yaml": "pack: sample\nstart: go\n", "game.yaml": GAME}))


def test_options_views_and_logs_tell_which_it_is(pack: rulewright.Pack) -> None:
    match = rulewright.Match.new(pack, seed=1)
    question = match.question()
    assert question is not None and question.type == "creature or player"
    told = [(one.label, one.values["value"], one.entities) for one in question.options]
    assert told == [("gob of player 1", "e1", ("e1",)), ("gob of player 2", "e2", ("e2",)),
                    ("player 1", {"player": 0}, ()), ("player 2", {"player": 1}, ())]  # fmt: skip
    match.answer(3)
    match.answer(0)
    view = match.view(0)
    assert [one["aim"] for one in view.players] == [{"player": 1}, "e1"]
    assert [one["life"] for one in view.players] == [5, 4]
    match.answer(1)
    assert match.view(0).players[0]["all_of"] == ["e2", {"player": 1}]
    again = rulewright.Match.load(pack, match.save())
    assert again.view(0) == match.view(0)


def test_a_learner_can_tell_a_player_from_a_piece(pack: rulewright.Pack) -> None:
    env = rulewright.environment(pack)
    assert isinstance(env, Environment)
    env.reset(seed=1)
    observation = env.observe(env.agent_selection)
    assert observation is not None
    options = observation["observation"]["options"]
    values = [float(line[3]) for line in options[: int(np.count_nonzero(observation["action_mask"]))]]
    assert values == [1, 2, -2, -3]
