"""Pictures of lines of sight: those on which answers depend, and blocked ones, in whatever words a pack tests them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from rulewright.play import sightlines
from rulewright.play.codec import fingerprint
from rulewright.play.state import State
from rulewright.session import Game, link_program
from rulewright.space.plane.picture import svg
from rulewright.space.plane.poses import pose
from rulewright.space.plane.scene import Line, Scene
from rulewright_tools.packs import startable
from rulewright_tools.playing.picture import scene
from rulewright_tools.show.pieces import Sight, Signs

RANGE = """\
area wood: {name: Wood}
map field: {table: 36x24, areas: {wood: disc 30x4 by 2}}
kind man:
  placed: yes
  plural: men
  base: round 0.5
  state: {hidden: yes_no}
kind wall: {placed: yes, owned: no, plural: walls, base: rectangle 1 by 4, printed: {tall: yes_no starts true}}
kind mark: {placed: yes, owned: no, drawn: wide, printed: {wide: inches starts 0.75 inches}}
kind hut: {is: mark, base: round 1}
man soldier: {name: Soldier}
wall stone: {name: Stone}
wall fence: {name: Fence, tall: false}
mark post: {name: Post}
hut shed: {name: Shed}
event go: |
  lay(field)
  for each p in players:
    begin(p, next_seat(p)) if seat_number(p) is 1
event begin(player me, player you): |
  let a = choose one p in everywhere by me
  create soldier for me at a
  repeat up to 4:
    let q = choose one p in everywhere by me
    create soldier for you at q
  let b = choose one p in everywhere by me
  create fence at b
  let c = choose one p in everywhere by me
  create stone at c
  let d = choose one p in everywhere by me
  create stone at d
  let e = choose one p in everywhere by me
  create post at e
  ASKED
event shoot(man m, man o):
  legal:
    range: distance(m, o) <= 30 inches
    sight: sees(m, o)
  do: finish
permission sees(man m, man o): m.place is not none and o.place is not none and SEES
"""
SEES = {
    "each": "line_free(m.place, o.place, wood) and "
    "no w in walls where w.tall and w in crossed(m.place, o.place, walls)",
    "among": "(no w in crossed(m.place, o.place, walls) where w is stone) and line_free(m.place, o.place, wood)",
    "all": "line_free(m.place, o.place, wood) and is_empty(crossed(m.place, o.place, all(w in walls where w.tall)))",
}
ASKED = {
    "offer": "offer me or pass:\n    shoot(m, o) for m in men, o in men where m.owner is me and o.owner is you",
    "where": "offer me or pass:\n    note(m, o) for m in men, o in men where m.owner is me and o.owner is you "
    "and sees(m, o)",
    "choose": "let m = first(all(x in men where x.owner is me))\n  if m is not none:\n"
    "    let o = choose one x in men where x.owner is you and sees(m, x) by me\n    note(m, o)",
}
# The man who acts; one seen over the fence, one behind both walls, one behind the wood, one in the open; fence, walls,
# post.
PLACES = [(6, 12), (18, 12), (6, 2), (34, 4), (30, 23), (12, 12), (6, 8), (5.5, 5), (20, 20)]


def game(pack_folder: Callable[..., Path], asked: str = "offer", sees: str = "each", text: str = RANGE) -> Game:
    """A match in which a man may shoot at others."""
    text = text.replace("ASKED", ASKED[asked]).replace("SEES", SEES[sees])
    text += "event note(man m, man o): finish\n" if asked != "offer" else ""
    manifest = "pack: sights\nplayers: 2\nboard: plane\nstart: go\n"
    folder = pack_folder({"pack.yaml": manifest, "game.yaml": text})
    found = Game.new(link_program(startable(folder)), seed=1)
    for x, y in PLACES:
        found.answer_at(pose(int(1_000 * x), int(1_000 * y)))
    return found


def drawn(m: State, viewers: Collection[int] = (0,), language: str = "en") -> Scene:
    """The scene of the pending question."""
    assert m.pending is not None
    made = scene(m, Signs(), Sight(m.pending.player, language), viewers, m.pending, m.pending.player)
    assert made is not None
    return made


FREE = [((6_000, 12_000), (18_000, 12_000)), ((6_000, 12_000), (30_000, 23_000))]
BLOCKED = [
    ("Stone 1", (6_000, 12_000), (6_000, 2_000), (6_000, 10_000)),
    ("", (6_000, 12_000), (34_000, 4_000), (28_695, 5_516)),
]


def blocked(lines: Collection[Line]) -> list[tuple[object, ...]]:
    return sorted([(one.text, one.a, one.b, one.stop) for one in lines if one.look == "blocked"], reverse=True)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("sees", SEES)
def test_lines_go_as_the_conditions_test_them(pack_folder: Callable[..., Path], asked: str, sees: str) -> None:
    """From middle to middle, over what does not block, to the first thing that does."""
    m = game(pack_folder, asked, sees).state
    lines = drawn(m).lines
    assert [(one.a, one.b) for one in lines if one.look == "free"] == FREE
    assert blocked(lines) == BLOCKED
    assert all(one.look != "length" for one in lines)


def test_the_legend_explains_the_lines_in_both_languages(pack_folder: Callable[..., Path]) -> None:
    m = game(pack_folder).state
    text = svg(drawn(m))
    assert "free line of sight on which an answer depends, with the gap in inches" in text
    assert "blocked line of sight: a cross where it meets the first thing that blocks it" in text
    assert "an answer acts from here to there" not in text  # each answer has a line of sight
    assert 'M5700 9700L6300 10300M5700 10300L6300 9700" stroke="#b3001b"' in text  # the cross on the wall
    assert "линия видимости перекрыта: крестик на первой преграде" in svg(drawn(m, language="ru"))


def test_a_line_that_a_condition_does_not_need_is_no_line_of_sight(pack_folder: Callable[..., Path]) -> None:
    """Whoever is too far is not refused by what lies between; what is not seen through anything has a gap alone."""
    far = RANGE.replace("30 inches", "12 inches")
    assert blocked(drawn(game(pack_folder, text=far).state).lines) == BLOCKED[:1]
    careless = RANGE.replace("    sight: sees(m, o)\n", "")
    assert {one.look for one in drawn(game(pack_folder, text=careless).state).lines} == {"length"}


def test_secrets_draw_no_line(pack_folder: Callable[..., Path]) -> None:
    """All who look at the picture must know what decides; the match itself stays as it is."""
    secret = RANGE.replace("  state: {hidden: yes_no}\n", "  state: {hidden: yes_no}\n  secret: {hidden: owner}\n")
    secret = secret.replace("SEES", "not m.hidden and SEES")
    m = game(pack_folder, text=secret).state
    before = fingerprint(m)
    for viewers, shown in (((0,), True), ((), True), ((0, 1), False)):
        lines = drawn(m, viewers).lines
        assert (len(blocked(lines)) == 2) is shown and any(one.look == "free" for one in lines) is shown
    assert fingerprint(m) == before and m.lines is None


@pytest.mark.parametrize(("steps", "viewers", "found"), [
    (50_000, (0,), (2, 2)), (8_000, (0,), (1, 0)), (16_000, (0,), (2, 0)), (26_000, (0,), (2, 1)),
    (50_000, (0, 1), (2, 1)), (100_000, (0, 1), (2, 2)),
])  # fmt: skip
def test_a_picture_has_the_steps_of_one_decision(
    pack_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch,
    steps: int, viewers: tuple[int, ...], found: tuple[int, int],
) -> None:  # fmt: skip
    """All its lines share them, and all who look: those that need more are left out."""
    m = game(pack_folder).state
    monkeypatch.setattr(sightlines, "MOST_STEPS", steps)
    lines = drawn(m, viewers).lines
    assert (sum(one.look == "free" for one in lines), len(blocked(lines))) == found


def test_a_spot_is_drawn_with_the_radius_that_its_kind_names(pack_folder: Callable[..., Path]) -> None:
    text = RANGE.replace("create stone at d", "create shed at d")
    shown = drawn(game(pack_folder, text=text).state)
    sizes = {body.name: body.base.r for body in shown.bodies if body.base.round}
    assert sizes["Post"] == 750 and sizes["Shed"] == 1_000
    assert '<circle cx="20000" cy="20000" r="750"/>' in svg(shown)
