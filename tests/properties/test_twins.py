"""Matches that differ in what one player may not know are the same in all that this player gets: views, questions
(their number too), the story, `why`, `why not`, `look`. RULEWRIGHT_TWINS=n plays n times as many as the tests do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.docs.test_language import game as arena_files
from tests.properties import twins
from tests.properties.playing import begin

from rulewright.pipeline import check_pack
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.seen import LOOKED_INTO, PLAIN
from rulewright.play.state import State
from rulewright.play.watched import CLOSED, FRESH, OPEN, WATCHED
from rulewright.session import Game

TIMES = int(os.environ.get("RULEWRIGHT_TWINS", "1"))

TRIGGERS = (
    "after: hit where target is self.owner",
    "before: hit where target is not self.owner and amount > self.worth",
    "after: hit where amount > 1 and self.worth > 2",
    "after: gain where who is self.owner and riches(who) > 4",
    "before: gain where who.points > 2",
)
OFFERED = (
    "play(k) for k in contents(hand of p) where k.worth > 2",
    "play(k) for k in contents(hand of p) where riches(p) > k.worth * 2",
    "gain(p) for k in contents(hand of p) where k.worth is 3",
    "gain(p) for n in numbers(1, 6) where p.luck is n",
    "daring(p)",
)
CHOSEN = (
    "one or none k in contents(hand of p) where k.worth > 1 by p always in secret",
    "some k in contents(hand of p) where k.worth is not 2 up to 2 by p always",
    "one or none k in cards where k in hand of p and k.worth < p.luck by p always",
)
RULES = """
kind card:
  printed: {worth: number}
  active: self in hand of self.owner
zone hand(player owner): {seen_by: owner, holds: card}
zone deck(player owner): {ordered: yes, seen_by: nobody, holds: card}
zone pile: {holds: card}
kind player: {state: {points: number, luck: number}, secret: {luck: owner}}
window asked:
  asks: seats_from(first_player())
  answers: each
  always: yes
value first_player() gives player: if match.turn > 2 then next_seat(match.starter) else match.starter
kind match: {state: {turn: number, starter: player or none}}
value riches(player p) gives number:
  start: p.points + sum(k.worth for k in contents(hand of p))
  steps: {bonus: total}
value standing(player p) gives number: p.points * 2 + size(hand of p)
permission dares(player p): p.luck > 2
permission leads(player p): every q in players has q.points <= p.points
event hit(player target, number amount): set target.points = target.points - amount
event gain(player who): set who.points = who.points + 1
event daring(player who): {legal: {dare: who is dares, poor: who.points < 9}, do: gain(who)}
event play(card what): put what into pile
event draw(player who): |
  let k = top(deck of who)
  put k into hand of who if k is not none
event tell(player who, number found): {}
"""


def made_up(seed: int) -> dict[str, str]:
    """A small pack at random: cards with reactions and sentences, offers and choices that read secrets."""
    chance = Chance(seed)

    def one(items: tuple[str, ...]) -> str:
        return items[chance.draw(len(items))]

    text = RULES.replace("first_player() gives player", "first_player() gives player or none")
    text = text.replace("if match.turn > 2 then next_seat(match.starter) else match.starter", "match.starter")
    text = text.replace("seats_from(first_player())", "players")
    for number in range(4):
        text += f"card c{number}:\n  worth: {chance.draw(5)}\n"
        if chance.draw(3):
            text += f"  {one(TRIGGERS)}\n  may: play(self)\n"
        if not chance.draw(3):
            text += "  modify: riches.bonus is 1 when p is self.owner\n"
    lines = "".join(f"      {line}\n" for line in dict.fromkeys(one(OFFERED) for _ in range(3)))
    text += f"""
event game: |
  for each p in players:
    set match.starter = p if match.starter is none
    for each s in sheets_of(card):
      create s for p into deck of p
      create s for p into deck of p
    shuffle(deck of p)
    set p.luck = roll d6 by p in secret
    repeat up to 3:
      draw(p)
  repeat up to 6:
    set match.turn = match.turn + 1
    for each p in players:
      turn(p)
event turn(player p): |
  offer p or pass always as done:
{lines}  let few = choose {one(CHOSEN)}
  let sure = choose yes or no by p
  hit(next_seat(p), if sure then 2 else 1)
  draw(p)
  gain(p) if leads(p)
  tell(p, standing(p))
"""
    return {"pack.yaml": "pack: twins\nstart: game\nwindow: asked\n", "game.yaml": text}


@cache
def linked(pack: str, folder: Path) -> Linked:
    """A pack of these tests: the game of the language page, or one made up."""
    files: dict[str, Any] = arena_files() if pack == "arena" else made_up(int(pack))
    for name, text in files.items():
        path = folder / pack / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    result = check_pack(folder / pack)
    assert result.program is not None, [one.message for one in result.diagnostics.errors]
    assert not [one.message for one in result.diagnostics if one.code in ("RW485", "RW606", "RW609")]
    return Linked(result.program)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("twins")


def moments(game: Game, seed: int, most: int, every: int) -> Iterator[tuple[int, Game]]:
    """A match at random at some of the questions of each player: the player, and the match."""
    chance = Chance(seed)
    for count in range(most):
        d = game.decision
        if d is None:
            return
        if count % every == every - 1:
            yield d.player, game
        game.answer(chance.draw(len(d.options)))
        assert game.problem is None


def compare(seat: int, game: Game, holds: tuple[str, ...], seed: int, most: int) -> int:
    """Compares a match with its twins: how many there were."""
    m, found = game.state, 0
    for twin in (twins.dealt_anew(m, seat, Chance(seed), holds), twins.written_anew(m, seat, Chance(seed))):
        if twin is None:
            continue
        other = twins.with_trace(game, twin)
        one, two = (dict(twins.gets(x, seat, Chance(seed))) for x in (game, other))
        assert one == two
        if seed % 8 == 0:
            assert dict(twins.typed(game, seat)) == dict(twins.typed(other, seat))
        found += 1
    twin = twins.dealt_anew(m, seat, Chance(seed), holds, own=False)
    if twin is not None:
        twins.played_on(game, twin, seat, Chance(seed), most)
    return found


def test_underworlds() -> None:
    found = 0
    for seed in range(2 * TIMES):
        for number, (seat, game) in enumerate(moments(begin("underworlds", seed), seed, 130, 13)):
            found += compare(seat, game, ("power_card",), seed * 100 + number, 25)
    assert found >= 15 * TIMES


def test_the_game_of_the_language_page(folder: Path) -> None:
    found = 0
    for seed in range(3 * TIMES):
        game = Game.new(linked("arena", folder), seed=seed)
        for number, (seat, one) in enumerate(moments(game, seed, 60, 6)):
            found += compare(seat, one, (), seed * 100 + number, 12)
    assert found >= 30 * TIMES


@pytest.mark.parametrize("pack", range(8))
def test_packs_made_up(pack: int, folder: Path) -> None:
    for again in range(TIMES):
        number, found = pack + 8 * again, 0
        game = Game.new(linked(str(number), folder), seed=number)
        for count, (seat, one) in enumerate(moments(game, number, 60, 5)):
            found += compare(seat, one, (), number * 100 + count, 25)
        assert found >= 8


def test_every_part_of_a_match_is_said_to_be_known_or_watched() -> None:
    """A new one is none of these until somebody says so, and explanations do not have it."""
    said = (OPEN, FRESH, WATCHED, CLOSED)
    slots = [slot for one in State.__mro__ for slot in getattr(one, "__slots__", ())]
    assert sorted(slot for some in said for slot in some) == sorted(slots)


def test_every_type_is_plain_or_looked_into() -> None:
    from rulewright.check.types import Type

    assert Type.__doc__ is not None
    tags = {line.split()[0] for line in Type.__doc__.splitlines()[3:] if line.strip() and not line.startswith(" " * 10)}
    assert tags - {"nothing", "unknown"} <= PLAIN | LOOKED_INTO
    assert not PLAIN & LOOKED_INTO
