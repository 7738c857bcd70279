"""tests/docs/tavern: a whole game of four players in two partnerships, of what docs/language.md says and no more.

It holds what the other games of these pages do not: partners who win together, a suit that must be followed by a
permission, a hand that is sorted, cards that are shown to one player and dealt again, zones that belong to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.bots.kinds import make_bot
from rulewright.diagnostics import Severity
from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.play.view import view
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite
from rulewright.session import Game, link_program
from rulewright_tools import cli

PACK = Path(__file__).parent / "tavern"
BENCHES = {(0, 2), (1, 3)}


@pytest.fixture(scope="module")
def linked() -> Linked:
    """The game, ready to be played."""
    program = check_pack(PACK).program
    assert program is not None
    return link_program(program)


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """80 columns without colours, wherever the tests run."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


def played(linked: Linked, seed: int, *kinds: str) -> Iterator[Game]:
    """A match of bots, of these kinds in turn, before every answer and at its end."""
    match = Game.new(linked, seed=seed)
    bots = [make_bot(kinds[seat % len(kinds)], seed * 10 + seat) for seat in range(4)]
    while (decision := match.decision) is not None:
        yield match
        match.answer(bots[decision.player].choose(match))
    yield match


def told(*options: str, typed: str = "") -> str:
    """What the terminal prints of a match."""
    with CliRunner().isolation(input=typed) as streams:
        assert cli.run(["play", str(PACK), *options]) == 0
        return streams[0].getvalue().decode()


def test_it_checks_clean_and_its_tests_pass() -> None:
    found = [one for one in check_pack(PACK).diagnostics if one.severity is not Severity.NOTE]
    assert found == []
    results = list(load_suite(PACK).run())
    assert [message(one, "") for one in results if not one.passed] == []
    assert len(results) == 16


@pytest.mark.parametrize("kinds", [("random",), ("greedy",)])
def test_bots_play_it_to_its_end_and_partners_win_together(linked: Linked, kinds: tuple[str, ...]) -> None:
    for seed in range(6):
        *_, match = played(linked, seed, *kinds)
        assert (match.over, match.problem) == (True, None)
        assert match.winners in BENCHES


def test_sense_beats_chance(linked: Linked) -> None:
    """The worth of a position tells a good card from a bad one."""
    winners = [list(played(linked, seed, "greedy", "random"))[-1].winners for seed in range(8)]
    assert winners.count((0, 2)) >= 7


def test_a_hand_is_known_to_its_owner_and_to_whom_a_card_was_shown(linked: Linked) -> None:
    shown_to_partner = 0
    for match in played(linked, 3, "random"):
        hands = [view(match.state, seat)["zones"] for seat in range(4)]
        for seat in range(4):
            for owner in range(4):
                hand = hands[seat][f"hand of player {owner + 1}"]
                if owner == seat:
                    assert len(hand["known"]) == hand["count"]
                elif owner == (seat + 2) % 4:
                    shown_to_partner += len(hand["known"])
                    assert len(hand["known"]) <= 1
                else:
                    assert hand["known"] == []
        assert hands[0]["deck"]["known"] == []
    assert shown_to_partner > 0


def test_a_match_goes_on_from_every_save_and_takes_back_every_answer(linked: Linked) -> None:
    match = Game.new(linked, seed=5)
    bot = make_bot("random", 5)
    for _ in range(60):
        before = match.save()
        choice = bot.choose(match)
        match.answer(choice)
        after = match.save()
        again = Game.load(linked, before)
        again.answer(choice)
        assert again.save() == after
        assert match.undo()
        assert match.save() == before
        match.answer(choice)


def test_its_story_reads_well_in_both_languages() -> None:
    english = told("--watch", "--seed", "2")
    assert re.search(r"\nplayer \d plays for \d with (Acorns|Leaves|Hearts|Bells) as trumps\n", english)
    assert re.search(r"\nplayer (1, player 3|2, player 4) win\n$", english)
    assert re.search(r"\ntrick \([1-4]\): ", english)
    russian = told("--watch", "--seed", "2", "--language", "ru")
    assert re.search(r"\nПобедители: игрок (1, игрок 3|2, игрок 4)\n$", russian)
    assert {*re.findall(r"[A-Za-z_]{3,}", russian)} == set()


def test_a_card_that_may_not_be_played_is_explained() -> None:
    typed = "Bid(player 1, 5)\nwhy not King of Bells\nquit\n"
    out = told("--seed", "3", typed=typed).replace("\n      ", "")
    refused = "Play(player 1, King of Bells) is not among the answers, because this does not hold:"
    assert f"{refused}\n  suit: may_follow(who, what)  " in out
