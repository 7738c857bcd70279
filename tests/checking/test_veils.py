"""Which events and reactions only a secret sets off, and who may know of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.check.telling import Telling
from rulewright.pipeline import check_pack
from rulewright.program import Program

COMMON = """\
kind card:
  printed: {worth: number}
  texts: [trick]
card ace: {worth: 5}
zone hand(player owner): {seen_by: owner, holds: card}
zone deck(player owner): {seen_by: nobody, holds: card}
kind player: {state: {luck: number, points: number}, secret: {luck: owner}}
kind match: {state: {round: number}}
permission rich(player p): some k in contents(hand of p) where k.worth > 3
event game: |
  for each p in players:
    create ace for p into hand of p
    create ace for p into deck of p
    turn(p)
    other(p)
event other(player p): {}
event ping(player who): {}
event pong(player who): set who.luck = 0
"""


def program(folder: Path, turn: str, more: str) -> Program:
    (folder / "pack.yaml").write_text("pack: sample\nstart: game\n", encoding="utf-8")
    text = COMMON + more + "event turn(player p): |\n" + "".join(f"  {line}\n" for line in turn.splitlines())
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    found = check_pack(folder)
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    return found.program


# What the turn of a player p does, what else there is, and the events that not everybody knows of, with who does.
CASES: dict[str, tuple[str, str, dict[str, tuple[int, ...]]]] = {
    "nothing secret": ("pong(p) if p.points > 1", "", {}),
    "how much lies there": ("pong(p) if size(hand of p) > 1", "", {}),
    "a hand": ("pong(p) if p is rich", "", {"pong": (0,)}),
    "the hand of another": ("pong(p) if next_seat(p) is rich", "", {"pong": ()}),
    "a deck": ("pong(p) if some k in contents(deck of p) where k.worth > 3", "", {"pong": ()}),
    "a secret and another": ("pong(p) if p is rich and next_seat(p) is rich", "", {"pong": ()}),
    "one of two calls": ("pong(p) if p is rich\npong(next_seat(p)) if p.luck > 2", "", {"pong": ()}),
    "both calls": ("pong(p) if p is rich\npong(p) if p.luck > 2", "", {"pong": (0,)}),
    "a call that everybody sees besides": ("pong(p) if p is rich\npong(p)", "", {"pong": (0,)}),
    "an else": ("if p.luck > 2:\n  other(p)\nelse:\n  pong(p)", "", {"pong": (0,)}),
    "a report": ("ping(p) if p is rich", "", {}),
    "what is left early": ("finish if p.luck > 2\npong(p)", "", {"pong": (0,)}),
    "an answer": ("let dared = choose yes or no by p in secret\npong(p) if dared", "", {"pong": (0,)}),
    "an answer of another": (
        "let dared = choose yes or no by next_seat(p) in secret\npong(p) if dared", "", {"pong": ()}),
    "a batch": ("together:\n  pong(p) if p is rich", "", {"pong": (0,)}),
    "what a secret refuses": ("dare(p)", "event dare(player who): {legal: {bold: who.luck > 2}, do: pong(who)}\n",
                              {"dare": (0,), "pong": (0,)}),
    "what is called inside": ("deep(p) if p is rich", "event deep(player who): pong(next_seat(who))\n",
                              {"deep": (0,), "pong": ()}),
    "what answers it": ("pong(p) if p is rich",
                        "rule echo: {after: pong, do: deep(who)}\nevent deep(player who): set who.luck = 1\n",
                        {"pong": (0,), "deep": ()}),
    "what a hidden card sets off": (
        "other(p)",
        "card two:\n  worth: 2\n  active: self in hand of self.owner\n  after: other\n  do: pong(self.owner)\n",
        {"pong": (0,)}),
    "what a hidden card sets off by the secret of another": (
        "other(p)", "card two:\n  worth: 2\n  active: self in hand of self.owner\n  after: other\n"
        "  when: next_seat(self.owner).luck > 2\n  do: pong(self.owner)\n", {"pong": ()}),
    "what a hidden card prevents": (
        "pong(p)", "card two:\n  worth: 2\n  active: self in hand of self.owner\n  before: pong\n  do: cancel\n",
        {"pong": ()}),
    "a text of a sheet": (
        "for each k in contents(hand of p) where k.worth > 3:\n  perform k.trick",
        "card two:\n  worth: 2\n  trick: pong(self.owner)\n", {"pong": ()}),
    "a check": ("other(p)", "check poor:\n  for: p in players where p.luck < 1\n  do: pong(p)\n", {"pong": ()}),
    "a status that a secret gave": (
        "give cursed to p until end of next turn if p is rich",
        "status cursed:\n  of: player\n  ends: pong(self)\n", {"pong": ()}),
    "a status that everybody sees given": (
        "give cursed to p until end of next turn", "status cursed:\n  of: player\n  ends: pong(self)\n", {}),
    "a status given by what a secret called": (
        "deep(p) if p is rich", "event deep(player who): give cursed to who until end of next turn\n"
        "status cursed:\n  of: player\n  ends: pong(self)\n", {"deep": (0,), "pong": ()}),
    "a parameter that is written": (
        "pong(p) if p is rich", "rule turned: {before: pong, do: set who = next_seat(who)}\n", {"pong": ()}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_happens_unseen(tmp_path: Path, case: str) -> None:
    turn, more, expected = CASES[case]
    found = program(tmp_path, turn, more)
    assert {event.id: event.veiled for event in found.events if event.veiled is not None} == expected


def test_reactions(tmp_path: Path) -> None:
    """One of a hidden card is known to its owner, one that reads what others hold to nobody, and so is what answers an
    event that happens unseen."""
    more = """\
card two:
  worth: 2
  active: self in hand of self.owner
  after: other
  do: ping(self.owner)
card six:
  worth: 6
  active: self in hand of self.owner
  after: other where next_seat(self.owner).luck > 2
  do: ping(self.owner)
rule echo: {after: pong, do: ping(who)}
rule open: {after: other, do: ping(p)}
"""
    found = program(tmp_path, "pong(p) if p is rich", more)
    told = {one.holder: (one.veiled, one.holder_knows) for one in found.reactions}
    assert told == {
        "sheet two": (True, True), "sheet six": (True, False), "rule echo": (True, False), "rule open": (False, False),
    }  # fmt: skip


def test_what_an_event_may_reveal_is_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    direct = Telling._direct

    def counted(self: Telling, block: Any) -> Any:
        asked.append(block)
        return direct(self, block)

    monkeypatch.setattr(Telling, "_direct", counted)
    several = 30
    more = "".join(
        f"event e{i}(player p): |\n  if rich(p):\n    e{i + 1}(p)\n  else:\n    ping(p)\n" for i in range(several)
    )
    program(tmp_path, "e0(p)", more + f"event e{several}(player p): pong(p)\n")
    assert 0 < len(asked) < 8 * several  # and not a number of times for each pair of them
