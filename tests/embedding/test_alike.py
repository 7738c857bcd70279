"""Equal cards: a log does not tell which of several copies it was."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

RULES = """
kind card: {state: {worn: yes_no}}
card ace: {}
zone hand(player owner): {seen_by: owner, holds: card}
zone pile: {ORDERED, holds: card}
event play(card what): put what into pile
event wear(card what): set what.worn = true
event game: |
  for each p in players:
    create ace for p into hand of p
    create ace for p into hand of p
  for each p in players:
    repeat up to 2:
      let k = choose one k in contents(hand of p) by p always
      play(k)
  for each k in contents(pile):
    wear(k)
    let sure = choose yes or no by k.owner
"""


def played(folder: Path, answers: tuple[int, ...], ordered: bool, rules: str = RULES) -> rulewright.Match:
    (folder / "pack.yaml").write_text("pack: sample\nstart: game\n", encoding="utf-8")
    rules = rules.replace("ORDERED, ", "ordered: yes, " if ordered else "")
    (folder / "game.yaml").write_text(rules, encoding="utf-8")
    match = rulewright.Match.new(rulewright.load(folder), seed=1)
    for number in answers:
        match.answer(number)
    return match


@pytest.mark.parametrize("ordered", [True, False])
def test_which_of_two_equal_cards_was_played_is_told_to_nobody_else(tmp_path: Path, ordered: bool) -> None:
    one, other = (played(tmp_path, (first, 0, 0), ordered) for first in (0, 1))
    assert one.log(1) == other.log(1)
    assert one.view(1) == other.view(1) and one.question() == other.question()


def test_cards_that_can_be_told_apart_have_ids_of_their_own(tmp_path: Path) -> None:
    match = played(tmp_path, (0, 0, 0, 0), False)
    worn = [happening.values["what"] for happening in match.log(0) if happening.id == "wear"]
    assert worn[0] in match.view(0).entities and match.view(0).entities[worn[0]].fields["worn"] is True
    assert len(match.view(0).entities) == 4


def test_a_status_of_a_player_does_not_tell_equal_cards_apart(tmp_path: Path) -> None:
    """The second seat and the first card have the same number."""
    head = "event game: |\n"
    led = RULES.replace(head, f"status led: {{of: player}}\n{head}  for each p in players:\n    give led to p\n")
    one, other = (played(tmp_path, (first, 0, 0), False, led) for first in (0, 1))
    assert len(one.view(1).statuses) == 2
    assert one.log(1) == other.log(1)
