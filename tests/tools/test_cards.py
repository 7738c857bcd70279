"""A card game at the terminal: what lies open, cards of one name, partners, and answers that name hidden cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

MANIFEST = """
pack: partners
players: 4
start: evening
messages:
  en: {lay_down: <who> lays <what>}
  ru: {lay_down: <who> кладёт <what>}
"""
GAME = """
kind card:
  name: {en: card, ru: карта}
  owned: no
card ace: {name: {en: Ace, ru: Туз}}
card king: {name: {en: King, ru: Король}}
card jack: {name: {en: Jack, ru: Валет}}
card star: {name: {en: Star, ru: Звезда}}
kind coin: {}
coin penny: {name: {en: Penny, ru: Грош}, text: {en: Heads or tails., ru: Орёл или решка.}}
zone hand(player owner): {name: {en: hand, ru: рука}, seen_by: owner, holds: card}
zone purse(player owner): {name: {en: purse, ru: кошелёк}, holds: coin}
zone middle: {name: {en: middle, ru: середина}, ordered: yes, holds: card}
zone heap: {name: {en: heap, ru: куча}, holds: card}
zone stock: {name: {en: stock, ru: колода}, seen_by: nobody, holds: card}
event evening gives set of player winners: |
  for each p in players:
    create penny for p into purse of p
    for each s in (ace, king, jack):
      create s into hand of p
  create star into stock
  repeat up to 2:
    for each p in players:
      offer p:
        lay_down(p, c) for c in contents(hand of p)
  set winners = all(p in players where seat_number(p) is 2 or seat_number(p) is 4)
event lay_down(player who, card what):
  name: {en: Lay, ru: Положить}
  legal:
    held: what in hand of who
    late: what is not king or size(middle) > 3
  do: |
    put what into middle
    create jack into heap
"""


SHARED = """
kind player: {state: {points: number}}
kind worker:
  shown_as: {en: "worker of <master>"}
  allow: {RW461: it is shown}
  state: {master: player starts self.owner}
worker hand: {}
zone inn(player owner): {name: {en: inn}, holds: worker}
zone mill: {name: {en: mill}, holds: worker}
event evening: |
  for each p in players:
    create hand for p into inn of p
    create hand for p into mill
    create hand for next_seat(p) into inn of p
  offer only_seat():
    cheer(p) for p in players
value only_seat() gives player: next_seat(match.first)
kind match: {state: {first: player}}
event cheer(player who): set who.points = 1
"""


def test_a_zone_of_several_says_whose_things_are_if_they_are_called_by_their_owners(tmp_path: Path, run: Run) -> None:
    (tmp_path / "pack.yaml").write_text("pack: mill\nstart: evening\n", encoding="utf-8")
    (tmp_path / "game.yaml").write_text(SHARED, encoding="utf-8")
    out = run("play", str(tmp_path), "--seed", "1", "--human", "2", typed="look mill\nquit\n").out
    told = [line.strip() for line in out.splitlines() if line.lstrip().startswith(("mill (", "inn ("))]
    assert told == ["mill (2): worker of player 1, worker of player 2", "inn (2): worker, worker of player 2",
                    "inn (2): worker, worker of player 1"]
    assert "player 2> mill (2): worker of player 1, worker of player 2" in out


@pytest.fixture
def partners(tmp_path: Path) -> Path:
    folder = tmp_path / "partners"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder


def typed(run: Run, partners: Path, *lines: str, language: str = "en") -> list[str]:
    """What is printed before the first line that the first player types, and after each."""
    ran = run("play", partners, "--seed", "1", "--language", language, typed="".join(f"{line}\n" for line in lines))
    assert (ran.code, ran.err) == (0, "")
    return ran.out.split("player 1> " if language == "en" else "игрок 1> ")


def test_what_lies_open_for_all_is_shown_and_of_the_hidden_only_the_number(run: Run, partners: Path) -> None:
    before, after = typed(run, partners, "ace")[:2]
    assert "\nstock 1\n" in before
    assert "middle" not in before
    laid = after.partition("\nmiddle (4): Ace, ")[2].partition("\n")[0]
    assert sorted({*laid.split(", ")} - {"Ace", "Jack"}) == []
    assert "\nheap (4): Jack, Jack, Jack, Jack\nstock 1\n\nplayer 1 (you)\n  hand (2): King, Jack\n" in after
    assert "Star" not in before + after


def test_of_many_open_cards_the_top_of_an_order_is_shown(run: Run, partners: Path) -> None:
    end = typed(run, partners, "ace", "king")[-1]
    assert "\nmiddle (8): Ace, " in end
    assert ", .. +5\nheap 8, stock 1\n" in end


TOWNS = """
kind town: {owned: no, plural: towns, state: {trouble: number, age: number starts 3}, shown: {trouble: {en: <trouble>}}}
town mill: {name: Mill}
town ford: {name: Ford}
zone land: {holds: town}
event evening: |
  repeat up to 4:
    for each s in sheets_of(town):
      create s into land
  let f = first(all(t in towns where t is ford))
  worsen(f) if f is not none
  for each p in players:
    let sure = choose yes or no by p
    stop if sure
event worsen(town what): set what.trouble = 2
"""


def test_of_many_open_things_those_are_shown_that_have_something_to_tell(tmp_path: Path, run: Run) -> None:
    (tmp_path / "pack.yaml").write_text("pack: land\nstart: evening\n", encoding="utf-8")
    (tmp_path / "game.yaml").write_text(TOWNS, encoding="utf-8")
    out = run("play", str(tmp_path), "--seed", "1", typed="quit\n").out
    assert "\nland (8): Ford (2), .. +7\n" in out


def test_partners_win_together_and_only_all_draw(run: Run, partners: Path) -> None:
    assert typed(run, partners, "ace", "king")[-1].endswith("\nplayer 2, player 4 win\n")
    assert typed(run, partners, "туз", "король", language="ru")[-1].endswith("\nПобедители: игрок 2, игрок 4\n")
    game = partners / "game.yaml"
    text = game.read_text(encoding="utf-8")
    start = text.index("all(p in players where")
    game.write_text(text.replace(text[start : text.index("\n", start)], "players"), encoding="utf-8")
    everybody = "player 1, player 2, player 3, player 4"
    assert typed(run, partners, "ace", "king")[-1].endswith(f"\n{everybody} share the victory.\n")


def test_an_answer_that_names_a_hidden_card_is_told_once(run: Run, partners: Path) -> None:
    """Who laid what is told at once, and that somebody answered goes without saying."""
    after = typed(run, partners, "ace")[1]
    assert "a secret" not in after
    assert after.count("player 2 lays ") == after.count("player 3 lays ") == 1


def test_why_not_a_card_by_its_name_alone(run: Run, partners: Path) -> None:
    lines = ("why not king", "why not ace", "why not star", "why not 9", "king")
    _, king, ace, star, number, bare = typed(run, partners, *lines)[:6]
    against = "Lay(player 1, King) is not among the answers, because this does not hold:\n  late: what is not king"
    assert king.startswith(against)
    assert ace.startswith("It is offered: answer 1.")
    assert star.startswith("This question cannot offer 'star'.")
    assert number.startswith("This question cannot offer '9'.")
    assert bare.startswith(against)


def test_of_cards_of_one_name_ones_own_is_looked_at(run: Run, partners: Path) -> None:
    shown = typed(run, partners, "look penny")[1]
    assert shown.startswith("Penny  (coin)\n  Heads or tails.\n")


def test_what_lies_in_a_zone_is_looked_at(run: Run, partners: Path) -> None:
    lines = ("look heap", "look middle", "look hand", "look hand of player 2", "look purse of player 3", "look stock")
    _, heap, middle, hand, other, purse, stock = typed(run, partners, *lines)[:7]
    assert heap == "heap (0)\n"
    assert middle == "middle (0)\n"
    assert hand == "hand of player 1 (3): Ace, King, Jack\n"
    assert other == "hand of player 2 (3): hidden card x3\n"
    assert purse == "purse of player 3 (1): Penny\n"
    assert stock == "stock (1): hidden card x1\n"
    russian = typed(run, partners, "туз", "look куча", "look рука (игрок 2)", language="ru")
    assert russian[2] == "куча (4): Валет, Валет, Валет, Валет\n"
    assert russian[3].startswith("рука (игрок 2) (2): карта (скрыто) x2\n")


def test_without_a_board_the_help_names_no_place(run: Run, partners: Path) -> None:
    shown = typed(run, partners, "help")[1]
    assert shown.startswith("Answer with a number, a name or a part of a name that no\nother answer has. ")
    assert "look NAME         what you know about a piece, card, zone, player, status" in shown


SEATS = """
kind card:
  owned: no
  printed: {worth: number}
card low: {worth: 1}
card high: {worth: 2}
zone pile: {ordered: yes, holds: card}
event rest(player who): finish
event play(card what):
  legal: {dear: what.worth > 5, some: what.worth > 1}
  do: put what into pile
event evening: |
  create low into pile
  create high into pile
  for each p in players:
    offer p or pass always:
      rest(p)
      play(k) for k in contents(pile)
"""


def test_a_seat_that_is_offered_something_is_no_card_of_that_number(run: Run, tmp_path: Path) -> None:
    """Who acts is looked for among the answers; seat 1 is not entity 1, which is the low card."""
    folder = tmp_path / "seats"
    folder.mkdir()
    (folder / "pack.yaml").write_text("pack: seats\nstart: evening\n", encoding="utf-8")
    (folder / "game.yaml").write_text(SEATS, encoding="utf-8")
    ran = run("play", folder, "--seed", "1", "--human", "2", typed="why not play\n")
    assert "play(high) is not among" in ran.out
