"""`why` and `why not` name the thing that decided: of a loop its witness, of `most` and `least` the member, through
values and permissions, and nothing that the player may not know."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from rulewright.session import Game, link_program
from rulewright_tools.packs import playable
from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Unknown
from rulewright_tools.playing.table import Table
from rulewright_tools.show.pieces import Sight, Signs

# a 1 | h 2: a man, a low wall, a high one, two marks behind them; the third mark stands in the open.
FILES = {
    "pack.yaml": "pack: sample\nstart: game\nboard: square\n",
    "game.yaml": """\
enum view: {ordered: [hidden, partly, clear]}
kind card: {}
card ace: {}
zone hand(player owner): {seen_by: owner, holds: card}
kind wall: {placed: yes, owned: no, printed: {height: number}}
wall fence: {height: 1}
wall block: {height: 2}
kind man:
  placed: yes
  state: {shots: number starts 3, quiet: yes_no}
  secret: {shots: owner}
man archer: {}
man target: {}
map yard:
  rows: |
    ml.
    h..
    l.t
    .u.
    ..v
  legend: {m: home, l: low, h: high, t: east, u: south, v: far}
area home: {}
area low: {}
area high: {}
area east: {}
area south: {}
area far: {}
value look(man who, man mark) gives view: least(look_past(w, mark) for w in walls) or clear
value look_past(wall w, man mark) gives view:
  decide:
    - hidden if shades(w, mark) and w.height > 1
    - partly if shades(w, mark)
    - clear
value best_look(man who) gives view: most(look(who, t) for t in targets(who)) or hidden
value targets(man who) gives set of man: all(t in mans where t is not who)
value dearest(man who, man mark) gives number: most(price(who), price(mark))
value price(man who) gives number:
  start: 1
  steps: {extra: total}
rule dear:
  modify: price.extra is count(w in walls where w within 3 cells of who) when who is target
permission shades(wall w, man mark): w within 2 cells of mark
permission screened(man mark): some w in walls where shades(w, mark)
permission open_to(man who, man mark): no w in walls where shades(w, mark) and w.height > 1
permission all_low(man who): every w in walls has w.height < 2
permission near_walls(man mark): is_empty(walls_near(mark))
value walls_near(man mark) gives set of wall: all(w in walls where w within 1 cell of mark)
permission armed(man who): some k in contents(hand of who.owner) where k is ace
permission unarmed(player p): no k in contents(hand of p) where k is ace
event game: |
  lay(yard)
  let one = first(players)
  finish if one is none
  let other = next_seat(one)
  for each c in low:
    create fence at c
  for each c in high:
    create block at c
  for each c in home:
    create archer for one at c
  for each c in east + south + far:
    create target for other at c
  create ace for other into hand of other
  offer one or pass:
    shoot(x, t) for x in mans, t in mans where x.owner is one and t.owner is not one
    aim(x, t) for x in mans, t in mans where x.owner is one and t.owner is not one
    sneak(x, t) for x in mans, t in mans where x.owner is one and t.owner is not one
    pay(x, t) for x in mans, t in mans where x.owner is one and t.owner is not one
    scout(x) for x in mans where x.owner is one
    hide(x) for x in mans where x.owner is one
    trust(x, p) for x in mans, p in players where x.owner is one
    guard(x, t) for x in mans, t in mans where x.owner is one and t.owner is not one
    follow(x, t) for x in mans, t in mans where x.owner is one and t.owner is not one
event shoot(man who, man mark):
  legal: {seen: "look(who, mark) is not hidden"}
event aim(man who, man mark):
  legal: {free: "open_to(who, mark)"}
event sneak(man who, man mark):
  legal: {free: not screened(mark)}
event pay(man who, man mark):
  legal: {dear: "dearest(who, mark) < 3"}
event scout(man who):
  legal: {low: every w in walls has w.height < 2}
event hide(man who):
  legal: {near: some t in mans where t is not who and not screened(t) and near_walls(t) and t.quiet}
event trust(man who, player p):
  legal: {unarmed: unarmed(p)}
event follow(man who, man mark):
  legal: {close: "walk(who, mark) < 2 cells"}
value walk(man who, man mark) gives cells: distance(who, mark)
event guard(man who, man mark):
  legal: {walls: is_empty(walls_near(mark))}
""",
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("packs") / "sample"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Game.new(link_program(playable(folder)), seed=1)


def explainer(game: Game, viewer: int | None = 0) -> Explainer:
    return Explainer(Match(game, ("human", "random"), 1, {}), Sight(viewer, "en"), Signs(), "")


def told(lines: list[Text]) -> list[str]:
    """Without the places in the content."""
    return [line.plain.partition("  game.yaml")[0].rstrip() for line in lines]


def why_not(game: Game, words: str) -> list[str]:
    """But for the heading and the condition itself."""
    return told(explainer(game).why_not(words))[2:]


def test_the_member_that_made_least_what_it_is(game: Game) -> None:
    """And the row of the value of that member, with what stands where."""
    assert why_not(game, "shoot(archer, target 1)") == [
        "    look(archer, target 1) = hidden",
        "      w: block, A2",
        "      look past(block, target 1) = hidden",
        "        hidden if shades(w, mark) and w.height > 1",
    ]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("aim(archer, target 1)", [  # `no` inside of a permission
            "    no w in walls where shades(w, mark) and w.height > 1",
            "      distance 2 cells (block), more than 2 needed", "      w: block, A2"]),
        ("sneak(archer, target 1)", [  # a permission that should not hold, and holds by one
            "    distance 2 cells (fence 1), more than 2 needed", "    w: fence 1, B1"]),
        ("scout(archer)", ["    w: block, A2"]),  # `every` that fails by one
        ("guard(archer, target 2)", ["    walls_near(mark): fence 2, A3"]),  # a set that should be empty
        ("hide(archer)", [  # `some` that fails, for one reason or two
            "    distance 1 cell (target 2, fence 2), more than 2 needed", "    w: fence 1, B1", "    w: fence 2, A3"]),
    ],
)  # fmt: skip
def test_the_witness_of_a_loop(game: Game, words: str, lines: list[str]) -> None:
    assert why_not(game, words) == lines


def test_of_several_numbers_the_one_that_is_the_most(game: Game) -> None:
    """With the sentence that added to it."""
    assert why_not(game, "pay(archer, target 2)") == [
        "    dearest(archer, target 2) = 4",
        "      price(target 2) = 4",
        "        price.extra is count(w in walls where w within 3 cells of who) when who is target",
    ]


def test_a_length_that_figures_tell_is_not_told_again(game: Game) -> None:
    assert why_not(game, "follow(archer, target 1)") == ["    walk(who, mark) 2 cells, less than 2 needed"]


def test_why_of_a_value_follows_what_decided_it(game: Game) -> None:
    assert told(explainer(game).why("best_look(archer)")) == [
        "best look(archer) = partly",
        "  start  partly  most(look(who, t) for t in targets(who)) or hidden",
        "  t: target 3, C5",
        "  look(archer, target 3) = partly",
        "    w: fence 2, A3",
        "    look past(fence 2, target 3) = partly",
        "      partly if shades(w, mark)",
    ]


def test_why_of_a_permission_names_the_witness(game: Game) -> None:
    assert told(explainer(game).why("screened(target 1)"))[2:] == ["  w: fence 1, B1"]
    assert told(explainer(game).why("open_to(archer, target 1)"))[2:] == [
        "  no w in walls where shades(w, mark) and w.height > 1", "    distance 2 cells (block), more than 2 needed",
        "    w: block, A2",
    ]  # fmt: skip


def test_why_of_an_answer_follows_its_values(game: Game) -> None:
    assert told(explainer(game).why("1"))[2:5] == [
        "    look(archer, target 3) = partly", "      w: fence 2, A3", "      look past(fence 2, target 3) = partly",
    ]  # fmt: skip


def test_a_hidden_thing_is_no_witness(game: Game) -> None:
    """Whoever may know everything is told the card, and the player is not."""
    assert told(explainer(game, None).why_not("trust(archer, player 2)"))[3:] == ["      k: ace"]
    with pytest.raises(Unknown, match="may not know"):
        explainer(game).why_not("trust(archer, player 2)")
    with pytest.raises(Unknown, match="may not know"):
        explainer(game).why("unarmed(player 2)")
    assert told(explainer(game, None).why("unarmed(player 2)"))[-1] == "    k: ace"


def test_long_lines_stay_behind_what_they_belong_to(game: Game) -> None:
    """On a narrow terminal the rest of a line stands further in than its beginning."""
    file = StringIO()
    console = Console(file=file, width=40)
    table = Table(Match(game, ("human", "random"), 1, {}), console, "en", "")
    table._screen.show([Text("        look past(block, target 1) = hidden now")])
    assert file.getvalue().splitlines() == ["        look past(block, target 1) = ", "          hidden now"]
