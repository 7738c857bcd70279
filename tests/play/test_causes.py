"""What led to an event, as `why` tells it: the events around it, the reaction that began it, and what that answers."""

from __future__ import annotations

from pathlib import Path

from rulewright.pipeline import check_pack
from rulewright.play import log
from rulewright.play.entries import Began
from rulewright.play.load import Linked
from rulewright.session import Game

HEAD = """\
kind player: {state: {points: number}}
event score(player who): set who.points = who.points + 1
event rest(player who): set who.points = 0
event turn(player who): rest(who)
"""
PLAY = "event play: |\n  for each p in players:\n    turn(p)\n    let done = choose yes or no by p\n"


def played(folder: Path, text: str, answers: int = 0) -> Game:
    """A match of two, its first answers given."""
    (folder / "pack.yaml").write_text("pack: sample\nstart: play\n", encoding="utf-8")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    found = check_pack(folder)
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    game = Game.new(Linked(found.program), seed=1)
    for _ in range(answers):
        game.answer(0)
    return game


def led_to(game: Game, event: str) -> list[str]:
    """The chain that led to the last run of an event: events and `by` with what holds a reaction."""
    p = game.linked.program
    at = max(i for i, one in enumerate(game.trace) if isinstance(one, Began) and p.events[one.record[0]].id == event)
    return [
        p.events[one.record[0]].id if isinstance(one, Began) else f"by {p.reactions[one.reaction].holder}"
        for one in log.causes(game.trace, at)
    ]


def test_what_answered_before_did_not_begin_what_the_event_does(tmp_path: Path) -> None:
    game = played(tmp_path, HEAD + "rule eager: {before: turn, do: score(who)}\n" + PLAY)
    assert led_to(game, "score") == ["play", "turn", "by rule eager", "score"]
    assert led_to(game, "rest") == ["play", "turn", "rest"]


def test_the_second_thing_that_a_reaction_does_is_its_own_too(tmp_path: Path) -> None:
    rule = "event cheer(player who): {}\nrule eager:\n  before: turn\n  do: |\n    score(who)\n    cheer(who)\n"
    game = played(tmp_path, HEAD + rule + PLAY)
    assert led_to(game, "cheer") == ["play", "turn", "by rule eager", "cheer"]
    assert led_to(game, "rest") == ["play", "turn", "rest"]


def test_a_reaction_that_did_nothing_began_nothing(tmp_path: Path) -> None:
    rule = "rule idle:\n  before: turn\n  do: score(who) if who.points > 5\n"
    game = played(tmp_path, HEAD + rule + PLAY)
    assert led_to(game, "rest") == ["play", "turn", "rest"]


def test_a_reaction_that_asks_in_between(tmp_path: Path) -> None:
    rule = """\
event cheer(player who): {}
event sigh(player who): {}
rule eager:
  before: turn
  do: |
    score(who)
    let more = choose yes or no by who
    cheer(who) if more
event play: |
  for each p in players:
    turn(p)
    sigh(p)
    let done = choose yes or no by p
"""
    game = played(tmp_path, HEAD + rule, answers=1)
    assert led_to(game, "cheer") == ["play", "turn", "by rule eager", "cheer"]
    assert led_to(game, "rest") == ["play", "turn", "rest"]
    assert led_to(game, "sigh") == ["play", "sigh"]


def test_what_answers_an_event_that_is_over_names_it(tmp_path: Path) -> None:
    rule = "event cheer(player who): {}\nrule late:\n  after: turn\n  do: cheer(who)\n"
    game = played(tmp_path, HEAD + rule + PLAY)
    assert led_to(game, "cheer") == ["play", "turn", "by rule late", "cheer"]


def test_a_reaction_that_is_left_began_nothing_behind_it(tmp_path: Path) -> None:
    """Left by `conclude`, in plain functions and in frames."""
    for asks in ("", "    let more = choose yes or no by who\n"):
        rule = f"""\
event cheer(player who): {{}}
rule stern:
  before: rest
  do: |
{asks}    conclude turn
event play: |
  for each p in players:
    turn(p)
    cheer(p)
    let done = choose yes or no by p
"""
        game = played(tmp_path, HEAD + rule, answers=1 if asks else 0)
        assert led_to(game, "cheer") == ["play", "cheer"]


def test_which_of_a_batch_a_reaction_answers(tmp_path: Path) -> None:
    rule = """\
event cheer(player who): {}
rule eager: {before: turn where seat_number(who) is 1, do: cheer(who)}
event play: |
  together:
    for each p in players:
      turn(p)
  let one = first(players)
  finish if one is none
  let done = choose yes or no by one
"""
    game = played(tmp_path, HEAD + rule)
    chain = led_to(game, "cheer")
    assert chain == ["play", "turn", "by rule eager", "cheer"]
    p = game.linked.program
    at = next(i for i, one in enumerate(game.trace) if isinstance(one, Began) and p.events[one.record[0]].id == "cheer")
    turn = log.causes(game.trace, at)[1]
    assert isinstance(turn, Began) and turn.record[4] == 0  # the first player's, not the one that began last
