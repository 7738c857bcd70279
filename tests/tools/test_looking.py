"""`look NAME`: pieces, statuses, areas, places, players and zones, and nothing that the viewer may not know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tools.conftest import match_of

from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Unknown
from rulewright_tools.show.pieces import Sight, Signs

FILES = {
    "pack.yaml": "pack: sample\nstart: game\nboard: square\n",
    "game.yaml": """\
kind card: {}
card ace: {name: {en: Ace}}
zone hand(player owner): {seen_by: owner, holds: card}
enum suit: [hearts, spades]
zone row(suit which): {name: {en: Row}, holds: card}
kind match: {state: {turn: number starts 2, plot: number starts 5}, secret: {plot: nobody}}
kind player:
  state:
    gold: number
    plan: number
  secret: {plan: owner}
kind piece:
  placed: yes
  printed: {swift: yes_no, reach: number}
  names: {swift: {en: swift}, reach: {en: reach}}
piece man:
  name: {en: Man}
  swift: true
  reach: 2
  keywords: [steady(2), "tough(4, 10)"]
piece forest_troll: {name: {en: Forest troll}, swift: false, reach: 3}
map yard:
  rows: |
    ..~~
  legend: {"~": wood}
area wood: {name: {en: Forest}, text: {en: It hides.}}
area bog: {name: {en: Bog}}
status dazed:
  of: piece
  name: {en: Dazed}
  text: {en: It cannot strike.}
status steady(number sum): {of: piece, name: {en: Steady}}
status tough(number sum, number bonus): {of: piece, name: {en: Tough}}
status marked:
  of: card
  name: {en: Marked}
event game: |
  lay(yard)
  let one = first(players)
  finish if one is none
  let other = next_seat(one)
  let hers = create ace for other into hand of other
  give marked to hers
  set one.gold = 3
  set other.gold = 5
  set one.plan = 7
  set other.plan = 9
  for each c in wood:
    create man for other at c
  for each x in pieces:
    give dazed to x
  offer one or pass:
    go(one)
event go(player who): set who.gold = 0
""",
}


@pytest.fixture
def match(pack_folder: Callable[..., Path]) -> Match:
    return match_of(pack_folder(FILES))


def look(match: Match, words: str, viewer: int = 0) -> list[str]:
    """What is told, without the places in the content."""
    lines = Explainer(match, Sight(viewer, "en"), Signs(), "").look(words)
    return [line.plain.rstrip() for line in lines if "game.yaml" not in line.plain]


@pytest.mark.parametrize("words", ["dazed", "Dazed", "DAZED"])
def test_a_status_has_its_wording_and_who_has_it(words: str, match: Match) -> None:
    assert look(match, words) == ["Dazed  (status)", "  It cannot strike.", "  had by Man 1, Man 2"]


def test_a_hidden_holder_is_not_told(match: Match) -> None:
    assert look(match, "marked") == ["Marked  (status)", "  nobody has it, as far as you know"]
    assert look(match, "marked", viewer=1) == ["Marked  (status)", "  had by Ace"]


def test_an_area_has_its_wording_where_it_lies_and_who_stands_there(match: Match) -> None:
    """A piece of whose name the word is a part is not meant."""
    assert look(match, "Forest") == ["Forest  (area)", "  It hides.", "  C1, D1", "  Man 1 C1, Man 2 D1"]
    assert look(match, "bog") == ["Bog  (area)", "  lies nowhere on this board"]


def test_a_place_tells_its_areas_and_who_stands_there(match: Match) -> None:
    assert look(match, "c1") == ["C1  (place)", "  Forest", "  Man 1", "    Dazed"]
    assert look(match, "A1") == ["A1  (place)", "  nobody stands there"]


def test_a_player_tells_what_may_be_read(match: Match) -> None:
    assert look(match, "player 2") == [
        "player 2", "  gold 5", "  hand of player 2 (1): hidden card x1", "  Man 1 C1", "  Man 2 D1",
    ]  # fmt: skip
    assert look(match, "player 2", viewer=1)[1:3] == ["  gold 5, plan 9", "  hand of player 2 (1): Ace"]


def test_the_match_with_what_is_no_players(match: Match) -> None:
    assert look(match, "match") == ["match", "  turn 2", "  Row of hearts (0)", "  Row of spades (0)"]


def test_zones_of_members_are_looked_at_together_and_alone(match: Match) -> None:
    assert look(match, "row") == ["Row of hearts (0)", "Row of spades (0)"]
    assert look(match, "row of spades") == ["Row of spades (0)"]


def test_a_zone_and_a_piece_are_looked_at_as_before(match: Match) -> None:
    assert look(match, "hand") == ["hand of player 1 (0)"]
    assert look(match, "Man 1")[0] == "Man 1  (piece)"


def test_what_is_nearly_called_so_is_offered(match: Match) -> None:
    with pytest.raises(Unknown, match="Did you mean 'Forest'"):
        look(match, "Forst")


def test_what_is_printed_and_so_is_said_by_its_name_alone(match: Match) -> None:
    assert "  swift, reach 2" in look(match, "Man 1")


def test_a_piece_tells_where_it_stands_and_a_card_where_it_lies(match: Match) -> None:
    """What its sheet lists is told as on a card; several numbers after a name are not to be read as one."""
    assert look(match, "Man 1") == [
        "Man 1  (piece)", "  swift, reach 2", "  Steady 2, Tough (4, 10)", "  Dazed", "  stands at C1",
    ]  # fmt: skip
    assert look(match, "Ace", viewer=1)[-1] == "  lies in hand of player 2"
    with pytest.raises(Unknown):
        look(match, "Ace")
