"""Messages that show more than fields of their event: what lies behind a dot, and what a class says of its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.pipeline import check_pack
from rulewright.session import Game, link_program
from rulewright_tools.show import telling
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.telling import Teller

PACK = """\
pack: sample
start: play
messages:
  en:
    act: <who.owner> acts with <who.sheet>
    hit: <line.bearer> hits for <line.damage>, after <earlier.actor.sheet>
    draw: <what.owner> draws <what>, a <what.suit> worth <what.cost>
  ru:
    act: <who.owner> делает ход, <who.sheet>
    hit: "<line.bearer>: урон <line.damage>"
    draw: "<what.owner>: <what>"
"""
GAME = """\
enum suit: [clubs, spades]
kind tank:
  parts: {guns: gun}
kind gun:
  part_of: tank
  printed: {damage: number}
kind card:
  printed: {suit: suit, cost: number}
  secret: {cost: nobody}
zone hand(player owner): {seen_by: owner, holds: card}
tank heavy:
  name: Heavy tank
  guns: {cannon: {damage: 4}}
card ace: {suit: spades, cost: 3}
class act(tank who): {}
event roll_on(tank actor) is act: {}
event hit(gun line, roll_on or none earlier): {}
event draw(card what): {}
event play gives number total: |
  for each p in players:
    let t = create heavy for p
    let r = roll_on(t)
    for each g in t.guns:
      hit(g, r)
    let c = create ace for p into hand of p
    draw(c)
    set total = total + c.cost + sum(g.damage for g in t.guns) if c.suit is spades
  let g = first(guns)
  hit(g, none) if g is not none
"""

Write = Callable[[Mapping[str, str | bytes] | str], Path]


def _told(folder: Path, viewer: int | None, language: str = "en") -> list[str]:
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    result = check_pack(folder)
    assert result.program is not None, [one.message for one in result.diagnostics]
    game = Game.new(link_program(result.program), seed=1)
    return [line.words for line in Teller(game.state, Sight(viewer, language)).lines(game.state, game.trace)]


def test_what_lies_behind_a_field_is_shown(tmp_path: Path) -> None:
    """Owners, wholes, sheets and printed fields, also of a run of another event; the class's field under the name that
    the event has for it; none where there is nothing behind."""
    told = _told(tmp_path / "sample", None)
    assert told[:3] == [
        "player 1 acts with Heavy tank",
        "Heavy tank hits for 4, after Heavy tank",
        "player 1 draws ace, a spades worth 3",
    ]
    assert told[-1] == "Heavy tank hits for 4, after none"


def test_what_the_viewer_may_not_know_is_not_told(tmp_path: Path) -> None:
    """Neither by the sheet of a hidden card, nor by a printed field that is secret."""
    told = _told(tmp_path / "sample", 0)
    assert "player 1 draws ace, a spades worth (a secret)" in told
    assert "player 2 draws hidden card, a hidden card worth hidden card" in told


def test_messages_of_a_class_are_told_in_each_language(tmp_path: Path) -> None:
    told = _told(tmp_path / "sample", None, "ru")
    assert told[:2] == ["игрок 1 делает ход, Heavy tank", "Heavy tank: урон 4"]


def test_what_one_answer_sets_off_is_looked_at_in_part(pack_folder: Write) -> None:
    folder = pack_folder({
        "pack.yaml": "pack: sample\nlanguage: 2\nplayers: 2\nstart: go\nmessages:\n  en:\n    ending: it is over\n",
        "a.yaml": "kind match: {state: {n: number}}\nevent ending: {}\nevent note(number a): set match.n = a\n"
        "event go: |\n  repeat up to 60000:\n    note(1)\n  ending()\n",
    })  # fmt: skip
    program = check_pack(folder).program
    assert program is not None
    game = Game.new(link_program(program), seed=1)
    assert len(game.trace) > 2 * telling._MOST_ENTRIES
    for viewer in (None, 0):
        lines = telling.Teller(game.state, Sight(viewer)).lines(game.state, game.trace)
        assert [line.words for line in lines] == [".. and more than can be shown"]

REPORTS = """\
kind player: {state: {points: number}}
event said(number n): {}
event settle: {}
event rest(player who): {ends: set who.points = 0}
event score(player who): set who.points = who.points + 1
check poor: {at: settle, for: p in players where p.points is 0, do: score(p)}
event play: |
  let p = first(players)
  finish if p is none
  score(p)
  rest(p)
  settle()
  said(p.points)
"""


def test_only_what_has_no_text_and_no_checks_is_a_report(pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": "pack: sample\nstart: play\n", "game.yaml": REPORTS})
    program = check_pack(folder).program
    assert program is not None
    game = Game.new(link_program(program), seed=1)
    teller = Teller(game.state, Sight(None))
    assert [line.words for line in teller.lines(game.state, game.trace)] == ["said: n 1"]


UNION = """\
kind tank: {}
kind gun: {owned: no, state: {heat: number}}
tank heavy: {}
gun cannon: {}
event aim(tank or player who): {}
event fire(tank or gun who): {}
event play: |
  for each p in players:
    aim(p)
    let t = create heavy for p
    aim(t)
    fire(t)
  let g = create cannon
  fire(g)
"""


def test_what_may_be_of_several_kinds_is_told_with_what_all_have(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "pack: sample\nstart: play\nmessages:\n  en: {aim: <who.owner> aims <who>, fire: <who.sheet> fires}\n"
    )
    (tmp_path / "game.yaml").write_text(UNION)
    checked = check_pack(tmp_path)
    assert checked.program is not None, [one.message for one in checked.diagnostics]
    game = Game.new(link_program(checked.program), seed=1)
    assert [line.words for line in Teller(game.state, Sight(None)).lines(game.state, game.trace)] == [
        "player 1 aims player 1", "player 1 aims heavy", "heavy fires",
        "player 2 aims player 2", "player 2 aims heavy", "heavy fires", "cannon fires",
    ]  # fmt: skip
