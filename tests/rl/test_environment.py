"""Packs as environments: PettingZoo's own tests, pages of actions, what is refused, and what observations hold."""

from __future__ import annotations

import copy
import pickle
import random
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import rulewright
from rulewright.rl.environment import Environment

PACKS = ["skirmish", "duel", "ddm", "underworlds", "zod", "w40k_missions"]
PIECES = {"zod": 256}  # walls and floors are pieces, too
# What is advised and not wrong: pieces, options and the rest are arrays by themselves, and numbers have no bounds.
ADVICE = ("Observation is not a NumPy array", "Observation space for each agent", "The observation contains")
Write = Callable[..., Path]


@pytest.fixture(scope="module", params=PACKS)
def pack(request: pytest.FixtureRequest) -> rulewright.Pack:
    content = Path(__file__).parents[2] / "content"
    return rulewright.load(content / request.param)


def made(pack: rulewright.Pack, **more: Any) -> Environment:
    found = rulewright.environment(pack, **{"pieces": PIECES.get(pack.id, 128), **more})
    assert isinstance(found, Environment)
    return found


def played(env: Environment, seed: int, steps: int = 10_000) -> list[int]:
    """So many steps at random; the actions."""
    env.reset(seed=seed)
    chance = random.Random(seed)
    actions: list[int] = []
    while env.agents and len(actions) < steps:
        observation, _, terminated, truncated, _ = env.last()
        assert observation is not None
        if terminated or truncated:
            env.step(None)
            continue
        actions.append(chance.choice([int(one) for one in np.flatnonzero(observation["action_mask"])]))
        env.step(actions[-1])
    return actions


def test_the_tests_of_pettingzoo_pass(pack: rulewright.Pack) -> None:
    with warnings.catch_warnings():
        for words in ADVICE:
            warnings.filterwarnings("ignore", words)
        api_test(made(pack), num_cycles=60)
        seed_test(lambda: made(pack), num_cycles=30)


def test_rewards_are_those_of_the_winners(pack: rulewright.Pack) -> None:
    env = made(pack)
    played(env, 3)
    assert env.agents == []
    assert env.match.over and env.match.winners
    final = [1.0 if seat in env.match.winners else -1.0 for seat in range(env.match.players)]
    env.reset(seed=3)
    chance = random.Random(3)
    while not any(env.terminations.values()):
        observation = env.observe(env.agent_selection)
        env.step(chance.choice([int(one) for one in np.flatnonzero(observation["action_mask"])]))
    assert [env.rewards[agent] for agent in env.possible_agents] == final
    assert [env._cumulative_rewards[agent] for agent in env.possible_agents] == final


def test_pages_reach_every_option(pack: rulewright.Pack) -> None:
    """With room for two options a page, any of them can be taken, and each once round."""
    env = made(pack, actions=3)
    env.reset(seed=5)
    most = 0
    for _ in range(60):
        question = env.match.question()
        assert question is not None
        count = len(question.options)
        most = max(most, count)
        seen: list[int] = []
        first = env._page
        while True:
            observation = env.observe(env.agent_selection)
            seen += env._offered()
            if not observation["action_mask"][-1] or count <= 3:
                break
            agent = env.agent_selection
            env.step(2)
            assert env.agent_selection == agent
            if env._page == first:
                break
        assert sorted(seen) == list(range(count))
        env.step(0)
    assert most > 3


def test_an_agent_that_is_not_asked_may_do_nothing(pack: rulewright.Pack) -> None:
    env = made(pack)
    env.reset(seed=1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    observation = env.observe(other)
    assert not observation["action_mask"].any()
    assert not observation["observation"]["question"].any() and not observation["observation"]["options"].any()


def test_what_is_refused_is_told() -> None:
    pack = rulewright.load(Path(__file__).parents[2] / "content" / "skirmish")
    env = made(pack)
    env.reset(seed=1)
    with pytest.raises(rulewright.RulewrightError, match="action 255 is not legal for player_"):
        env.step(255)
    with pytest.raises(rulewright.RulewrightError, match="needs at least 2 actions"):
        made(pack, actions=1)
    for room in (-1, 1.5, "many"):
        for what in ("pieces", "parts"):
            with pytest.raises(rulewright.RulewrightError, match=f"needs at least 0 {what}, not {room!r}"):
                made(pack, **{what: room})
    with pytest.raises(rulewright.RulewrightError, match="no setting 'nonsense'"):
        env.reset(options={"settings": {"nonsense": 1}})
    with pytest.raises(rulewright.RulewrightError, match="no setting 'nonsense'"):
        made(pack, settings={"nonsense": 1})
    for players in (9, "2"):
        with pytest.raises(rulewright.RulewrightError, match=f"skirmish is for 2 players, not {players}"):
            made(pack, players=players)
    for options in (5, {"settings": 5}):
        with pytest.raises(rulewright.RulewrightError, match="options must be a mapping such as"):
            env.reset(options=options)  # type: ignore[arg-type]
    for of_agent in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(rulewright.RulewrightError, match="no agent 'player_9': there are player_1, player_2"):
            of_agent("player_9")
    for action in ("one", True, 1.0):
        with pytest.raises(rulewright.RulewrightError, match=rf"action {action} is not legal .*see its action_mask"):
            env.step(action)  # type: ignore[arg-type]
    played(env, 1)
    with pytest.raises(rulewright.RulewrightError, match=r"the match is over: call env\.reset\(\)"):
        env.step(None)


def test_what_an_observation_has_no_room_for_is_told_by_reset_with_the_figure() -> None:
    pack = rulewright.load(Path(__file__).parents[2] / "content" / "skirmish")
    env = made(pack)
    env.reset(seed=1)
    count = max(len(env.match.view(seat).entities) for seat in range(2))
    small = made(pack, pieces=2)
    words = f"the match has {count} pieces, and an observation has room for 2: give environment(.., pieces={count}) or"
    with pytest.raises(rulewright.RulewrightError, match=re.escape(words)):
        small.reset(seed=1)
    made(pack, pieces=count).reset(seed=1)


def test_before_reset_there_is_no_match() -> None:
    env = made(rulewright.load(Path(__file__).parents[2] / "content" / "skirmish"), render_mode="ansi")
    calls: list[Callable[[], Any]] = [
        lambda: env.observe("player_1"), env.last, lambda: env.step(0), env.render, env.agent_iter,
        lambda: env.match, lambda: env.agent_selection, lambda: env.rewards,
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(rulewright.RulewrightError, match=r"before the first reset\(\): call env\.reset\(\) first"):
            call()
    assert not hasattr(env, "match")  # which says the same in Python's words
    with pytest.raises(AttributeError, match="'Environment' object has no attribute 'steps'"):
        env.steps  # noqa: B018


def test_without_the_extra_one_line_says_so(root: Path) -> None:
    program = "import sys\nsys.modules['pettingzoo'] = None\nimport rulewright\n"
    program += "try:\n    rulewright.environment('content/skirmish')\n"
    program += "except rulewright.RulewrightError as found:\n    print(found)\n"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=root,
                         env={"PYTHONPATH": str(root / "interpreter")})  # fmt: skip
    assert (run.stdout, run.stderr) == ("pettingzoo is not installed: pip install 'rulewright[rl]'\n", "")


def test_observations_hold_nothing_that_the_view_of_the_player_does_not(pack: rulewright.Pack) -> None:
    """What is encoded is the view and the question alone: another match with the same ones gives the same arrays."""
    env = made(pack)
    played(env, 7, steps=40)
    compared = 0
    for seed in range(4):
        for seat, agent in enumerate(env.possible_agents):
            if env.match.asked == seat:
                continue
            twin = made(pack)
            twin.reset(seed=1)
            twin.match = env.match.imagined(seat, seed)  # what is hidden from the player is dealt anew
            mine, other = env.observe(agent), twin.observe(agent)
            assert np.array_equal(mine["action_mask"], other["action_mask"])
            for name, array in mine["observation"].items():
                assert np.array_equal(array, other["observation"][name]), name
            compared += 1
    assert compared


def test_every_number_of_a_match_is_in_the_space(pack: rulewright.Pack) -> None:
    env = made(pack, pieces=256)
    env.reset(seed=2)
    chance = random.Random(2)
    for _ in range(120):
        if env.match.over:
            break
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        env.step(chance.choice([int(one) for one in np.flatnonzero(env.observe(env.agent_selection)["action_mask"])]))


def test_it_is_drawn_in_words() -> None:
    env = made(rulewright.load(Path(__file__).parents[2] / "content" / "skirmish"), render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None and drawn.startswith(f"{env.agent_selection}: ")
    played(env, 1)
    assert (env.render() or "").startswith("over; winners: ['player_")
    with pytest.raises(rulewright.RulewrightError, match="renders as 'ansi' or not at all, not as 'human'"):
        made(env.pack, render_mode="human")


def test_a_copy_and_what_was_pickled_have_the_same_numbers(pack: rulewright.Pack) -> None:
    env = made(pack)
    env.reset(seed=1)
    agent = env.agent_selection
    twin = copy.deepcopy(env)
    for name, array in env.observe(agent)["observation"].items():
        assert np.array_equal(twin.observe(agent)["observation"][name], array), name
    words = env.encoding.words
    again = pickle.loads(pickle.dumps(words))
    assert [again.number(again.sheets, one) for one in again.sheets] == [*range(1, len(words.sheets) + 1)]


def test_an_environment_keeps_its_settings(pack_folder: Write) -> None:
    """Whoever gave them may go on changing theirs."""
    files = {
        "pack.yaml": "pack: p\nstart: game\nsettings: {long: yes_no starts false}\n",
        "game.yaml": "event game: {}\n",
    }
    settings: dict[str, Any] = {"long": True}
    env = made(rulewright.load(pack_folder(files)), settings=settings)
    settings["nonsense"] = 3
    env.reset(seed=1)
    assert env.match.settings == {"long": True}
