"""What only a secret sets off: who reads of it in the log, in `why EVENT` and in the log of programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text

from rulewright.embedding.history import history
from rulewright.pipeline import check_pack
from rulewright.play.entries import Began, Entry, Finished, Put, Reacted, Rolled
from rulewright.play.load import Linked
from rulewright.session import Game
from rulewright.shapes import EVENT
from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Unknown
from rulewright_tools.show.pieces import Sight, Signs

MANIFEST = """\
pack: sample
start: game
"""
COMMON = """\
kind card: {printed: {worth: number}}
card ace: {worth: 5}
card two:
  worth: 2
  active: self in hand of self.owner
  after: turn
  do: sigh(self)
zone hand(player owner): {seen_by: owner, holds: card}
zone pile: {holds: card}
kind player: {state: {luck: number, points: number}, secret: {luck: owner}}
permission rich(player p): some k in contents(hand of p) where k.worth > 3
event game: |
  for each p in players:
    set p.luck = roll d6 by p in secret
    create ace for p into hand of p
    create two for p into hand of p
  for each p in players:
    turn(p)
event boast(player who): smile(who)
event smile(player who): set who.luck = who.luck + 1
event sigh(card what): set what.owner.luck = what.owner.luck + 1
"""


def game(folder: Path, turn: str, more: str = "", manifest: str = MANIFEST) -> Game:
    (folder / "pack.yaml").write_text(manifest, encoding="utf-8")
    text = COMMON + more + "event turn(player p): |\n" + "".join(f"  {line}\n" for line in turn.splitlines())
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    found = check_pack(folder)
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    assert not [one for one in found.diagnostics if one.code in ("RW485", "RW606")]
    return Game.new(Linked(found.program), players=2, seed=3)


def events(one: Game, entries: list[Entry]) -> list[str]:
    """What began, with the seat that each was about."""
    names = one.linked.program.events
    return [f"{names[entry.record[EVENT]].id} {entry.record[-1]}" for entry in entries
            if isinstance(entry, Began) and names[entry.record[EVENT]].id in ("boast", "smile", "shout")]  # fmt: skip


def why(one: Game, seat: int | None, event: str) -> list[str]:
    match = Match(one, ("human",) * 2, 0, {})
    try:
        said: list[Text] = Explainer(match, Sight(seat), Signs(), "pack").why(event)
    except Unknown:
        return []
    return [line.plain.split("  game.yaml")[0].strip() for line in said]


IN_TURN = {
    "a branch": "if p is rich:\n  boast(p)\nlet sure = choose yes or no by p",
    "a guard": "boast(p) if p is rich\nlet sure = choose yes or no by p",
    "a local": "let found = p is rich\nboast(p) if found\nlet sure = choose yes or no by p",
    "a loop": "for each k in contents(hand of p) where k.worth > 3:\n  boast(p)\nlet sure = choose yes or no by p",
    "what leaves a text": "let sure = choose yes or no by p\nfinish if p.luck > 9\nboast(p)",
}


@pytest.mark.parametrize("turn", IN_TURN.values(), ids=IN_TURN)
def test_who_knows_the_secret_alone_reads_of_it(tmp_path: Path, turn: str) -> None:
    one = game(tmp_path, turn)
    while not one.over:
        one.answer(0)
    assert events(one, one.log(None)) == ["boast 0", "smile 0", "boast 1", "smile 1"]
    assert events(one, one.log(0)) == ["boast 0", "smile 0"]
    assert events(one, one.log(1)) == ["boast 1", "smile 1"]


def test_why_tells_of_the_last_that_may_be_known(tmp_path: Path) -> None:
    one = game(tmp_path, "boast(p) if p is rich and p is first(players)\nlet sure = choose yes or no by p")
    assert len(why(one, None, "smile")) == len(why(one, 0, "smile")) == 4
    assert why(one, 1, "smile") == []
    assert why(one, 1, "turn")


def test_programs_are_told_no_more(tmp_path: Path) -> None:
    one = game(tmp_path, "boast(p) if p is rich\nlet sure = choose yes or no by p")
    ids = [[each.id for each in history(one.stretches(), seat, "en") if each.kind == "began"] for seat in (0, 1, None)]
    assert ids == [["game", "turn", "boast", "smile"], ["game", "turn"], ["game", "turn", "boast", "smile"]]


def test_what_reads_the_secrets_of_another_is_told_to_nobody(tmp_path: Path) -> None:
    one = game(tmp_path, "boast(p) if next_seat(p) is rich\nlet sure = choose yes or no by p")
    assert [events(one, one.log(seat)) for seat in (0, 1, None)] == [[], [], ["boast 0", "smile 0"]]


def test_what_is_called_for_one_player_and_then_for_another_is_told_to_neither(tmp_path: Path) -> None:
    """The parameter names who is in the know only while nothing writes another player to it."""
    turn = "var who = p\nset who = next_seat(p)\nboast(who) if p is rich\nlet sure = choose yes or no by p"
    one = game(tmp_path, turn.replace("var", "let"))
    assert [events(one, one.log(seat)) for seat in (0, 1)] == [[], []]


def test_what_the_log_tells_on_purpose_stays(tmp_path: Path) -> None:
    """An event with a message, an open roll and a card that is put where all see it; and what follows from these."""
    more = "event shout(player who): |\n  let open = roll d6\n  smile(who)\n"
    manifest = MANIFEST + "messages:\n  en: {shout: \"<who> shouts\"}\n"
    one = game(tmp_path, "loud(p) if p is rich\nlet sure = choose yes or no by p",
               more + "event loud(player who): shout(who)\n", manifest)  # fmt: skip
    assert events(one, one.log(1)) == ["shout 0", "smile 0"]
    depths = {type(entry): entry.depth for entry in one.log(1) if isinstance(entry, (Rolled, Finished))}
    assert depths[Rolled] == 3  # game, turn, shout
    assert {entry.depth for entry in one.log(0) if isinstance(entry, Rolled)} >= {4}


def test_what_is_put_on_the_table_inside_is_told_at_the_depth_that_is_told(tmp_path: Path) -> None:
    more = "event spill(player who): |\n  for each k in contents(hand of who):\n    put k into pile\n"
    one = game(tmp_path, "spill(p) if p is rich\nlet sure = choose yes or no by p", more)
    puts = [[entry.depth for entry in one.log(seat) if isinstance(entry, Put)][-2:] for seat in (0, 1)]
    assert puts == [[3, 3], [2, 2]]


def test_a_hidden_card_that_answers_is_its_owners_affair(tmp_path: Path) -> None:
    """`turn` is told to all, the sighs of the card to its owner."""
    one = game(tmp_path, "let sure = choose yes or no by p")
    one.answer(0)
    names = one.linked.program.events

    def told(seat: int | None) -> tuple[int, int]:
        entries = one.log(seat)
        sighs = [each for each in entries if isinstance(each, Began) and names[each.record[EVENT]].id == "sigh"]
        return len(sighs), len([each for each in entries if isinstance(each, Reacted)])

    assert told(None) == (2, 2)
    assert told(0) == told(1) == (1, 1)
    assert why(one, None, "sigh") and why(one, 0, "sigh")


def test_a_question_inside_does_not_tell_how_deep_it_is(tmp_path: Path) -> None:
    """Each stretch of the log begins where the one before ended: inside of what is not told."""
    more = """\
event deep(player who): |
  tell(who)
  let sure = choose yes or no by who
  tell(who)
  let again = choose yes or no by who
event tell(player who): {}
"""
    one = game(tmp_path, "deep(p) if p is rich", more)
    while not one.over:
        one.answer(0)
    names = one.linked.program.events
    depths = [{names[each.record[EVENT]].id: each.depth for each in one.log(seat) if isinstance(each, Began)}
              for seat in (None, 0)]  # fmt: skip
    assert (depths[0]["tell"], depths[1]["tell"]) == (4, 3)


def test_a_pack_without_secrets_has_nothing_to_leave_out(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    text = "kind player: {state: {luck: number}}\nevent boast(player who): {}\n"
    text += "event game: |\n  for each p in players:\n    boast(p) if p.luck is 0\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    program = check_pack(tmp_path).program
    assert program is not None and not Linked(program).veils
    one = Game.new(Linked(program), players=2, seed=1)
    assert len(one.log(0)) == len(one.log(None))


def test_how_an_event_ends_is_not_told_where_a_secret_decides(tmp_path: Path) -> None:
    """It was chosen in the open, so it is told; a hidden card takes its place."""
    more = """\
card three:
  worth: 3
  active: self in hand of self.owner
  instead: act where who is self.owner
  do: sigh(self)
event act(player who): boast(who)
event deal(player who): create three for who into hand of who
event try(player who):
  legal: {calm: who.points < 9}
  do: |
    moment judged needs calm
"""
    one = game(tmp_path, "deal(p)\noffer p or pass always:\n  act(p)\n  try(p)", more)
    for number in (0, 1, 0):
        if not one.over:
            one.answer(number)
    ended = [{each.id: each.outcome for each in history(one.stretches(), seat, "en") if each.kind == "finished"}
             for seat in (None, 0, 1)]  # fmt: skip
    assert [each["act"] for each in ended] == ["replaced", None, None]
    assert [each["try"] for each in ended] == ["done"] * 3


def test_what_a_secret_makes_impossible_is_not_told_to_be(tmp_path: Path) -> None:
    more = "event try(player who):\n  legal: {calm: who.luck < 9}\n  do: |\n    moment judged needs calm\n"
    one = game(tmp_path, "offer p or pass always:\n  try(p)", more)
    one.answer(0)
    ended = [{each.id: each.outcome for each in history(one.stretches(), seat, "en") if each.kind == "finished"}
             for seat in (None, 1)]  # fmt: skip
    assert [each["try"] for each in ended] == ["done", None]
