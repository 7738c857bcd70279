"""tests/docs/lantern: a whole game that was written from docs/language.md alone.

It holds what the game of the page does not: three or four players, no board, bids that are made in secret and told
together, tricks, a deck that is made again from its discards, and ties that are broken or shared.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.bots.kinds import make_bot
from rulewright.diagnostics import Severity
from rulewright.pipeline import check_pack
from rulewright.play.entries import Began
from rulewright.play.load import Linked
from rulewright.play.view import view
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite
from rulewright.session import Game, link_program
from rulewright.shapes import EVENT

PACK = Path(__file__).parent / "lantern"


@pytest.fixture(scope="module")
def linked() -> Linked:
    """The game, ready to be played."""
    program = check_pack(PACK).program
    assert program is not None
    return link_program(program)


def played(linked: Linked, players: int, seed: int) -> Iterator[Game]:
    """A match of two kinds of bots, before every answer and at its end."""
    match = Game.new(linked, players, seed)
    bots = [make_bot(("random", "greedy")[seat % 2], seed) for seat in range(players)]
    while (decision := match.decision) is not None:
        yield match
        match.answer(bots[decision.player].choose(match))
    yield match


def test_it_checks_clean_and_its_tests_pass() -> None:
    found = [one for one in check_pack(PACK).diagnostics if one.severity is not Severity.NOTE]
    assert found == []
    results = list(load_suite(PACK).run())
    assert [message(one, "") for one in results if not one.passed] == []
    assert len(results) == 9


@pytest.mark.parametrize("players", [3, 4])
def test_bots_play_it_to_its_end(linked: Linked, players: int) -> None:
    """Every hand but the first needs a deck made of discards: 21 cards are not enough for two."""
    refill = next(number for number, event in enumerate(linked.program.events) if event.id == "refill")
    for seed in range(8):
        *_, match = played(linked, players, seed)
        assert (match.over, match.problem, bool(match.winners)) == (True, None, True)
        refills = [one for one in match.trace if isinstance(one, Began) and one.record[EVENT] == refill]
        assert len(refills) == 2


def test_nobody_sees_the_bid_or_the_hand_of_another(linked: Linked) -> None:
    bids = hidden = 0
    for match in played(linked, 3, 2):
        for seat in range(3):
            shown = view(match.state, seat)
            assert [one for one in range(3) if "wanted" in shown["players"][one]] == [seat]
            others = [zone for name, zone in shown["zones"].items() if name.startswith("hand of player ")]
            del others[seat]
            assert [zone["known"] for zone in others] == [[], []]
            hidden += sum(zone["count"] for zone in others)
            bids += shown["players"][seat]["wanted"] != "0"
    assert min(bids, hidden) > 0
