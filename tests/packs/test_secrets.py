"""What the content tests say of secrets is not empty: each fails once the secret is given away."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.assets import content_dir
from rulewright.scenario.suite import load_suite

HANDS = "hands are secret and discards are public"
DECKS = "decks are face down for both players"
TOKENS = "no player knows the number of a token before all are placed"

# Content, what it becomes, and the tests that then say what is seen.
GIVEN_AWAY = [
    ("seen_by: owner\n  holds: power_card", "seen_by: all\n  holds: power_card", {
        HANDS: "player 1 sees Goad, which is in power_hand of player 2",
        DECKS: "player 2 sees Last, which is in power_hand of player 1",
    }),
    ("seen_by: owner\n  holds: objective", "seen_by: all\n  holds: objective", {
        HANDS: "player 2 sees Goal, which is in objective_hand of player 1",
    }),
    ("seen_by: nobody\n  holds: power_card", "seen_by: owner\n  holds: power_card", {
        DECKS: "player 1 sees Second, which is in power_deck of player 1",
    }),
    ("seen_by: nobody\n  holds: objective", "seen_by: owner\n  holds: objective", {
        DECKS: "player 1 sees Two, which is in objective_deck of player 1",
    }),
    ("  secret: {number: nobody}\n", "", {
        TOKENS: "player 2 sees objective_token.number, which is at B2",
    }),
    ("seen_by: all\n  holds: power_card", "seen_by: owner\n  holds: power_card", {
        HANDS: "player 2 does not see Gone, which is in power_discards of player 1",
    }),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "failing"), GIVEN_AWAY, ids=[one[0].strip() for one in GIVEN_AWAY])
def test_what_is_given_away_is_told(old: str, new: str, failing: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "underworlds"
    shutil.copytree(content_dir() / "underworlds", folder)
    for other in folder.glob("tests/*.yaml"):
        if other.name != "secrets.yaml":
            other.unlink()  # else the tests of all of them are checked too
    kinds = folder / "kinds.yaml"
    text = kinds.read_text(encoding="utf-8")
    assert text.count(old) == 1, text.count(old)
    kinds.write_text(text.replace(old, new), encoding="utf-8")
    found = {one.case.name: [d.message for d in one.differences] for one in load_suite(folder).run("secrets.yaml")}
    assert set(found) == {HANDS, DECKS, TOKENS}
    for name, messages in found.items():
        if name in failing:
            assert failing[name] in messages
        else:
            assert messages == []
