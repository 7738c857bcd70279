"""Pictures of games whose units act and whose models stand: a unit is drawn by what stands for it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from rulewright.session import Game, link_program
from rulewright_tools.packs import startable
from rulewright_tools.playing.drawers import Drawers
from rulewright_tools.playing.match import Match
from rulewright_tools.show.pieces import Sight

from .conftest import Run

XML = "{http://www.w3.org/2000/svg}"
SQUADS = """\
map field: {table: 36x24}
kind unit: {plural: units, printed: {move: inches, width: inches starts 0 inches}, parts: {guns: gun}}
kind gun: {part_of: unit, printed: {range: inches}}
kind man:
  placed: yes
  plural: men
  base: round 0.5
  state: {squad: unit or none, leads: unit or none}
kind flag: {placed: yes, owned: no, base: round 0.25, state: {user: unit or none}}
unit rifles: {name: Rifles, move: 6 inches, guns: {rifle: {name: Rifle, range: 11 inches}}}
unit scouts: {name: Scouts, move: 8 inches}
man soldier: {name: Soldier}
flag banner: {name: Banner}
event go: |
  lay(field)
  for each p in players:
    begin(p, next_seat(p))
event begin(player me, player you): |
  let first = create rifles for me
  let second = create scouts for you
  let other = create scouts for me
  for each u in units:
    repeat up to 2:
      let q = choose one p in everywhere by me
      let m = create soldier for u.owner at q
      set m.squad = u
      set m.leads = other
  let q = choose one p in everywhere by me
  let b = create banner at q
  set b.user = first
  OFFER
event shoot(unit actor, unit target):
  legal: {foe: actor.owner is not target.owner}
  do: finish
event act(unit actor): finish
"""
PLACES = ["6x6", "9x6", "18x6", "24x6", "6x18", "9x18", "30x20"]
OFFERS = {
    "one": "offer me or pass:\n    shoot(first, second)",
    "two": "offer me:\n    shoot(u, second) for u in units where u.owner is me",
    "many": "offer me:\n    act(u) for u in units",
}


def pack(folder: Path, offer: str, game: str = SQUADS) -> Path:
    """A pack with two units of the first player and one of the second."""
    (folder / "pack.yaml").write_text("pack: squads\nplayers: 2\nboard: plane\nstart: go\n")
    (folder / "game.yaml").write_text(game.replace("OFFER", OFFERS[offer]))
    return folder


def drawn(run: Run, folder: Path, offer: str) -> tuple[ElementTree.Element, list[str]]:
    """The picture of the question, and its words."""
    file = folder / "table.svg"
    ran = run("play", pack(folder, offer), "--human", "1", "--svg", file, typed="\n".join([*PLACES, "quit", ""]))
    assert (ran.code, ran.err) == (0, "")
    root = ElementTree.fromstring(file.read_text("utf-8"))
    return root, [t.text or "" for t in root.iter(f"{XML}text")]


def test_lines_run_from_the_nearest_to_the_nearest(run: Run, tmp_path: Path) -> None:
    root, words = drawn(run, tmp_path, "two")
    lines = {p.get("d") for p in root.iter(f"{XML}path") if p.get("stroke") == "#007a3d"}
    assert {"M9500 6000L17500 6000", "M9300 17600L17700 6400"} <= lines
    assert {"8", "14"} <= set(words)  # 9x6 to 18x6, and 9x18 to 18x6
    assert words[-1] == "an answer acts from here to there: the gap in inches, not what is seen"


def test_a_unit_has_one_range_for_each_length_of_it_and_of_its_parts(run: Run, tmp_path: Path) -> None:
    root, words = drawn(run, tmp_path, "one")
    assert {"move 6", "Rifle range 11"} <= set(words) and not any("width" in one for one in words)
    masks = [[c.get("r") for c in mask.iter(f"{XML}circle")] for mask in root.iter(f"{XML}mask")]
    assert ["6460", "6460"] in masks and ["11460", "11460"] in masks  # inside, round both models


def test_several_that_act_name_their_ranges(run: Run, tmp_path: Path) -> None:
    """If they act on nothing they have none: who merely can be chosen is marked."""
    _, words = drawn(run, tmp_path, "two")
    assert {"Rifles: move 6", "Rifles: Rifle range 11", "Scouts: move 8"} <= set(words)
    root, words = drawn(run, tmp_path, "many")
    assert not any("move" in one for one in words)
    assert sum(c.get("r") == "610" for c in root.iter(f"{XML}circle")) == 6  # inside of the marks


def test_the_legend_names_units(run: Run, tmp_path: Path) -> None:
    """Not the marker that a unit uses: that belongs to nobody."""
    _, words = drawn(run, tmp_path, "one")
    assert {"SB SO Rifles", "SC SD Scouts", "sb so Scouts", "*A Banner"} <= set(words)


def test_what_a_viewer_may_not_know_draws_nothing(tmp_path: Path) -> None:
    """Whose model it is must be known to all who look at the picture."""
    hidden = SQUADS.replace("  base: round 0.5\n", "  base: round 0.5\n  secret: {squad: owner}\n")
    match = Match(Game.new(link_program(startable(pack(tmp_path, "one", hidden))), seed=1), ("human", "human"), 1, {})
    while match.state.at.count(-1) + 6 > len(match.state.at):
        match.answer(0)
    m = match.state
    (foes,) = (e for e in range(1, len(m.sheet)) if m.owner[e] == 1 and m.at[e] < 0)
    for seats, shown in (([], 1), ([1], 1), ([0], 0), ([0, 1], 0)):
        drawers = Drawers(m, [Sight(seat) for seat in seats], Sight(None))
        assert (len(drawers.of(foes)) > 0) is bool(shown)
