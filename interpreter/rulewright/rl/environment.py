"""A match as a PettingZoo environment: agents take turns, and a mask says which actions are legal.

Separate because it handles turns, rewards and pages of actions, while `encoding` handles what an agent sees.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable

from rulewright.embedding.arguments import is_whole
from rulewright.embedding.match import Match
from rulewright.embedding.pack import Pack
from rulewright.embedding.settings import given
from rulewright.errors import RulewrightError
from rulewright.rl.encoding import Encoding
from rulewright.rl.words import Words
from rulewright.session import seats_of

# Attributes that exist from the first `reset` on.
_BEGUN: Final = ("match", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")


class NotReset(RulewrightError, AttributeError):
    """The environment is used before `reset`. It is an AttributeError too, so that `hasattr` finds no match yet."""


class Environment(AECEnv):  # type: ignore[misc]
    """One pack as an AEC environment. `rulewright.environment` creates it.

    An action is the index of an option. If there are more options than actions, the last action turns the page: the
    same agent is asked again with the options that follow, and after the last page with the first one. At the end
    winners get 1 and the others -1, or all get 0 if there is no winner. A match that its rules do not end is truncated.

    Attributes:
        match: the current `Match`, with all its secrets.
        encoding: the shapes of observations; its `words` are the meanings of the numbers in them.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, pack: Pack, players: int | None = None, settings: Mapping[str, Any] | None = None, actions: int = 256,
        pieces: int = 128, statuses: int = 64, render_mode: str | None = None, parts: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        told = 0 if parts is None else parts
        room = (("actions", actions, 2), ("pieces", pieces, 0), ("statuses", statuses, 0), ("parts", told, 0))
        for what, count, least in room:
            if type(count) is not int or count < least:
                raise RulewrightError(f"an environment needs at least {least} {what}, not {count!r:.60}")
        if render_mode not in (None, "ansi"):
            raise RulewrightError(f"an environment renders as 'ansi' or not at all, not as {render_mode!r:.60}")
        self.pack = pack
        self.metadata = {  # type: ignore[misc]
            **Environment.metadata, "name": f"{pack.id}_v0"
        }
        self.render_mode = render_mode
        given(pack.program, {} if settings is None else settings)
        self._settings = dict(settings or {})
        self._seats = seats_of(pack.program, players)
        self.encoding = Encoding(Words(pack), self._seats, actions, pieces, statuses, parts)
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self._seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.encoding.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.match: Match
        self._page = 0

    def __getattr__(self, name: str) -> Any:
        """Reports that an attribute does not exist before `reset`."""
        if name in _BEGUN:
            raise NotReset(f"there is no '{name}' before the first reset(): call env.reset() first")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def observation_space(self, agent: str) -> Any:
        """The same object for every agent and every call. Raises RulewrightError for an agent that there is not."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        """The same object for every agent and every call. Raises RulewrightError for an agent that there is not."""
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a match. `options["settings"]` are settings of the pack by id, in addition to those of the
        environment.

        Raises:
            RulewrightError: the pack refuses the settings or the number of players, or an observation has no room for
                the beginning of the match.
        """
        more = {} if options is None else options
        if not isinstance(more, Mapping) or not isinstance(more.get("settings", {}), Mapping):
            raise RulewrightError(f'options must be a mapping such as {{"settings": {{..}}}}, not {options!r:.60}')
        settings = {**self._settings, **more.get("settings", {})}
        match = Match.new(self.pack, self._seats, seed, settings, log=False)
        self.encoding.must_hold([match.view(seat) for seat in range(self._seats)])
        self.match = match
        self._page = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._next()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, dict[str, Any], int | None]:
        """The agents in the order in which they are asked, for a loop that calls `step` each time."""
        self.agent_selection  # noqa: B018 - before `reset` there are no agents, which would look like a finished match
        return super().agent_iter(max_iter)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's player knows, and the legal actions: none for an agent that is not asked."""
        seat = self.possible_agents.index(self._known(agent))
        question = self.match.question() if self.match.asked == seat else None
        offered = self._offered() if question is not None else []
        mask = np.zeros(self.encoding.actions, np.int8)
        mask[: len(offered)] = 1
        if question is not None and self._turns_pages():
            mask[-1] = 1
        arrays = self.encoding.arrays(self.match.view(seat), question, self._page, offered)
        return {"observation": arrays, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Answers for the current agent, or turns the page.

        Raises:
            RulewrightError: the mask forbids the action, or the match is over and every agent has been told.
        """
        agent = self.agent_selection
        if not self.agents:
            raise RulewrightError("the match is over: call env.reset() to begin another")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        offered = self._offered()
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        chosen = operator.index(action) if is_whole(action) else -1
        if self._turns_pages() and chosen == self.encoding.actions - 1:
            self._page = (self._page + 1) % -(-self._count() // self._room())
        elif 0 <= chosen < len(offered):
            self.match.answer(offered[chosen])
            self._page = 0
        else:
            many = f"{len(offered)} are, from 0 (see its action_mask)"
            raise RulewrightError(f"action {action!s:.60} is not legal for {agent}: {many}")
        self._next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The current question with its options, as its player reads them; None without `render_mode="ansi"`."""
        if self.render_mode != "ansi":
            return None
        question = self.match.question()
        if question is None:
            return f"over; winners: {[self.possible_agents[seat] for seat in self.match.winners]}"
        return "\n".join([f"{self.possible_agents[question.seat]}: {question.prompt}",
                          *(f"{one.index:4} {one.label}" for one in question.options)])  # fmt: skip

    def close(self) -> None:
        """Does nothing: no resources are held."""

    def _known(self, agent: str) -> str:
        """An agent from a caller. Raises RulewrightError if there is no such agent."""
        if agent not in self.possible_agents:
            raise RulewrightError(f"there is no agent {agent!r:.60}: there are {', '.join(self.possible_agents)}")
        return agent

    # -- turns ---------------------------------------------------------------------------------------------------------

    def _count(self) -> int:
        decision = self.match.game.decision
        return 0 if decision is None else len(decision.options)

    def _turns_pages(self) -> bool:
        return self._count() > self.encoding.actions

    def _room(self) -> int:
        """The number of options on a page."""
        return self.encoding.actions - 1 if self._turns_pages() else self.encoding.actions

    def _offered(self) -> list[int]:
        """The options that the actions stand for, from action 0."""
        first = self._page * self._room()
        return list(range(first, min(first + self._room(), self._count())))

    def _next(self) -> None:
        """Selects the next agent, or handles the end of the match."""
        if self.match.asked is not None:
            self.agent_selection = self.possible_agents[self.match.asked]
            return
        winners = self.match.winners
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = 0.0 if not winners else 1.0 if seat in winners else -1.0
        if self.match.problem is not None:
            self.truncations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"problem": self.match.problem} for agent in self.agents}
        else:
            self.terminations = dict.fromkeys(self.agents, True)
