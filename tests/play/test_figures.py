"""What a refusal measures: the length that was found beside the one that is needed, on cells and on planes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.on_planes import linked_of

from rulewright.pipeline import check_pack
from rulewright.play import opened, why
from rulewright.play.load import Linked
from rulewright.play.state import State
from rulewright.session import Game, Refused, told_refusal
from rulewright.space.plane.poses import pose

Write = Callable[[Mapping[str, str | bytes] | str], Path]

# Two posts and a model are put where the first answers say: 10x10, 20x10 and 4x4.
PLANE = """\
area corner: {}
map field: {table: 36x24, areas: {corner: rectangle 30x20 to 31x21}}
kind post: {placed: yes, owned: no, plural: posts}
post stake: {name: Stake}
kind model:
  placed: yes
  plural: models
  base: round 0.5
  printed: {stride: inches, reach: inches}
model scout: {name: Scout, stride: 6 inches, reach: 2.5 inches}
event game: |
  lay(field)
  for each p in players:
    begin(p) if seat_number(p) is 1
event begin(player who): |
  repeat up to 2:
    let q = choose one c in everywhere by who
    create stake at q
  let q = choose one c in everywhere by who
  let m = create scout for who at q
  offer who:
    go(m, c) for c in everywhere where CHOSEN
value far(model m, spot q) gives gap: distance(m, q)
permission near_a_post(spot q): some k in posts where k within 3 inches of q
permission clear(model m, spot q): not (distance(q, corner) < 4 inches) and far(m, q) >= 1 inch
event go(model m, spot q):
  legal:
CONDITIONS
  do: put m at q
"""
START = (pose(10_000, 10_000), pose(20_000, 10_000), pose(4_000, 4_000))

SPOT = pose(12_000, 9_000)  # the root of 5 from the first post, the root of 89, less half an inch, from the model


@pytest.mark.parametrize(
    ("condition", "at", "told"),
    [
        ("q within m.stride of m", SPOT, ["distance 8.94 inches, at most 6 needed"]),
        ("distance(m, q) < 8.5 inches", SPOT, ["distance 8.94 inches, less than 8.5 needed"]),
        ("8.5 inches > distance(m, q)", SPOT, ["distance 8.94 inches, less than 8.5 needed"]),
        ("far(m, q) <= m.reach", SPOT, ["far(m, q) 8.94 inches, at most 2.5 needed"]),
        ("8 inches >= rounded_up(distance(m, q))", SPOT, ["rounded_up(distance(m, q)) 8.934 inches, at most 8 needed"]),
        ("not (q within 9 inches of m)", SPOT, ["distance 8.93 inches, more than 9 needed"]),
        ("no k in posts where k within 9 inches of q", SPOT,
         ["distance 2.23 inches (Stake 1), more than 9 needed"]),
        ("no k in posts where k within 8 inches of q", SPOT,
         ["distance 2.23 inches (Stake 1), more than 8 needed"]),
        ("no k in posts where distance(k, q) < 9 inches", SPOT,
         ["distance 2.23 inches (Stake 1), at least 9 needed"]),
        ("some k in posts where k within 1 inch of q", SPOT,
         ["distance 2.24 inches (Stake 1), at most 1 needed"]),
        ("every k in posts has k within 8 inches of q", SPOT,
         ["distance 8.07 inches (Stake 2), at most 8 needed"]),
        ("some k in posts where k is stake and distance(k, q) > 9 inches", SPOT,
         ["distance 8.06 inches (Stake 2), more than 9 needed"]),
        ("near_a_post(q)", pose(4_000, 4_000), ["distance 8.49 inches (Stake 1), at most 3 needed"]),
        ("clear(m, q)", pose(30_000, 18_000), ["distance 2 inches, at least 4 needed"]),
        ("clear(m, q)", pose(5_000, 4_000), ["far(m, q) 0.5 inches, at least 1 needed"]),
        ("not clear(m, q)", SPOT,
         ["distance 21.1 inches, less than 4 needed", "far(m, q) 8.94 inches, less than 1 needed"]),
        ("q within 1 inch of m or distance(q, corner) <= 2 inches", SPOT,
         ["distance 8.94 inches, at most 1 needed", "distance 21.1 inches, at most 2 needed"]),
        ("distance(q, m) > distance(q, corner)", SPOT, ["distance 8.93 inches, more than 21.1 needed"]),
        ("if m is placed then q within 1 inch of m else q within 2 inches of m", SPOT,
         ["distance 8.94 inches, at most 1 needed"]),
        ("no k in posts where k is not placed or k.place is q", pose(10_000, 10_000), []),
        ("q in everywhere - burst(m, 9 inches)", SPOT, ["missing 0.067 inches, at most 0 needed"]),
    ],
)  # fmt: skip
def test_a_plane_measures_in_inches(pack_folder: Write, condition: str, at: int, told: list[str]) -> None:
    game = _plane(pack_folder, "true", condition)
    m = game.state
    for seat in (None, 0):
        assert [list(one.measured) for one in against(m, at, seat)] == [told]
    assert "; ".join(told) in told_refusal(m, 0, at, 0)


def test_every_condition_tells_its_own_figure(pack_folder: Write) -> None:
    alone = "no k in posts where k within 3 inches of q"
    game = _plane(pack_folder, "c within 8 inches of m", "q within 3 inches of m", alone)
    said = r"^12x9 is no answer: c0: q within 3 inches of m \(distance 8\.94 inches, at most 3 needed\); c1: .*"
    with pytest.raises(Refused, match=said + r"\(distance 2\.23 inches \(Stake 1\), more than 3 needed\); "):
        game.answer(opened.number_of(0, SPOT))
    russian = told_refusal(game.state, 0, SPOT, 0, "ru")
    assert "(расстояние 8.94 дюйма, нужно не больше 3)" in russian and "12x9 не подходит: " in russian
    assert "; подошло бы " in russian


def test_the_condition_of_a_choice_tells_its_figure(pack_folder: Write) -> None:
    game = _plane(pack_folder, "c within 6 inches of m", "true")
    assert [one.measured for one in against(game.state, SPOT, 0)] == [("distance 8.94 inches, at most 6 needed",)]


def test_exactly_what_is_needed_is_enough_and_a_thousandth_more_is_told(pack_folder: Write) -> None:
    game = _plane(pack_folder, "true", "q within 3 inches of m", "distance(q, corner) > 1 inch")
    assert against(game.state, pose(7_500, 4_000), 0) == []
    assert against(game.state, pose(7_501, 4_000), 0)[0].measured == ("distance 3.01 inches, at most 3 needed",)
    assert against(game.state, pose(30_500, 19_000), 0)[-1].measured == ("distance 1 inch, more than 1 needed",)


CELLS = """\
map field: {rows: "......\\n......\\n"}
kind piece: {placed: yes, plural: pieces, printed: {range: cells}}
piece bow: {range: 2 cells}
piece flag: {range: 1 cell}
event game: |
  lay(field)
  for each p in players:
    begin(p) if seat_number(p) is 1
event begin(player who): |
  repeat up to 3:
    let q = choose one c in everywhere by who
    let b = if is_empty(pieces) then bow else flag
    create b for who at q
  offer who or pass:
    shoot(b, p) for b in pieces, p in pieces
event shoot(piece b, piece p):
  legal:
    range: b.range >= distance(b, p)
    alone: no o in pieces where o is not p and o is not b and o within 3 cells of p
"""


def test_cells_are_measured_likewise(pack_folder: Write) -> None:
    program = check_pack(
        pack_folder(
            {
                "pack.yaml": _MANIFEST.replace("plane\ngrain: 1 inch", "square"),
                "game.yaml": CELLS,
            }
        )
    ).program
    assert program is not None
    game = Game.new(Linked(program), seed=1)
    for cell in ("A1", "F1", "D2"):
        assert game.decision is not None
        game.answer([game.state.board.show(one) for one in game.decision.options].index(cell))
    event = [one.id for one in program.events].index("shoot")
    found = why.not_offered(game.state, event, (1, 2), "en", 0)
    assert [one.measured for one in found] == [
        ("distance 5 cells, at most 2 needed",), ("distance 2 cells (flag 2), more than 3 needed",),
    ]  # fmt: skip
    found = why.not_offered(game.state, event, (1, 2), "ru", 0)
    assert found[0].measured == ("расстояние 5 клеток, нужно не больше 2",)


SECRET = """\
area corner: {}
map field: {table: 36x24, areas: {corner: rectangle 30x20 to 31x21}}
kind model: {placed: yes, plural: models, state: {reach: inches starts 2 inches}, secret: {reach: owner}}
model scout: {}
event game: |
  lay(field)
  for each p in players:
    begin(p) if seat_number(p) is 1
event begin(player who): |
  let q = choose one c in everywhere by who
  let m = create scout for who at q
  offer who or pass:
    go(m, c) for c in everywhere
event go(model m, spot q):
  legal:
    own: q within m.reach of m
    theirs: q within 3 inches of corner
  do: put m at q
"""


def test_a_figure_that_is_a_secret_is_left_out(pack_folder: Write) -> None:
    """Whose it is is told it; another player is told what is no secret."""
    program = check_pack(pack_folder({"pack.yaml": _MANIFEST, "game.yaml": SECRET})).program
    assert program is not None
    game = Game.new(Linked(program), seed=1)
    game.answer_at(START[-1])
    event = [one.id for one in program.events].index("go")
    args = (1, pose(8_000, 4_000))
    own, theirs = why.refusal(game.state, event, args, seat=0)
    assert (own.name, own.measured) == ("own", ("distance 4 inches, at most 2 needed",)) and theirs.name == "theirs"
    assert [one.name for one in why.refusal(game.state, event, args, seat=1)] == ["theirs"]


SECRETLY = """\
map field: {table: 36x24}
kind model: {placed: yes, plural: models, state: {reach: inches}, secret: {reach: nobody}}
model scout: {name: Scout}
event game: |
  lay(field)
  for each p in players:
    begin(p) if seat_number(p) is 1
event begin(player who): |
  let q = choose one c in everywhere by who
  let m = create scout for who at q
  lead(m)
  go_on(who, m)
event lead(model m): |
  let r = roll d1 in secret
  set m.reach = (r + 1) * 1 inch
event go_on(player who, model m): |
  ASKED
event go(model m, spot q):
  legal: {far: q within m.reach of m}
  do: put m at q
"""


@pytest.mark.parametrize("asked", [
    "offer who:\n    go(m, c) for c in everywhere",
    "let q = choose one c in everywhere where c within m.reach of m by who",
])  # fmt: skip
def test_a_refusal_that_is_a_secret_tells_nothing(pack_folder: Write, asked: str) -> None:
    """What fails alone reads what nobody is told; whoever may know everything is told all."""
    game = _begun(pack_folder, SECRETLY.replace("ASKED", asked))
    game.answer_at(START[-1])
    with pytest.raises(Refused, match=r"12x9 is no answer: that depends on something that you may not know$"):
        game.answer_at(SPOT)
    assert told_refusal(game.state, 0, SPOT, 0, "ru").endswith("это зависит от скрытых сведений")
    assert "(distance 9.44 inches, at most 2 needed); 5.855x4.747 would do" in told_refusal(game.state, 0, SPOT, None)


TURNED = """\
area bay: {}
map sea: {table: 36x24, areas: {bay: rectangle 0x0 to 8x24}}
kind ship: {placed: yes, base: oval 2 by 0.8}
ship brig: {name: Brig}
event game: |
  lay(sea)
  for each p in players:
    begin(p)
event begin(player who): |
  let s = create brig for who
  offer who:
    anchor(s, q) for q in anchors(s)
event anchor(ship s, spot q):
  legal:
    bay: wholly(footprint(s, q), bay)
    course: COURSE
  do: put s at q
"""


@pytest.mark.parametrize(("course", "asked", "would_do"), [
    ("q in everywhere", pose(8_500, 12_000, 45), r"[0-9.]+x[0-9.]+@45"),
    ("q in everywhere", pose(9_000, 12_000, 90), r"7x[0-9.]+@90"),
    ("facing(q, 0) is q", pose(8_500, 12_000, 45), r"[0-9.]+x[0-9.]+"),
])  # fmt: skip
def test_what_would_do_is_turned_like_the_place_that_was_answered(
    pack_folder: Write, course: str, asked: int, would_do: str
) -> None:
    """Proposals are turned to north and a quarter further; if the other turn is illegal, one of them remains."""
    game = _begun(pack_folder, TURNED.replace("COURSE", course))
    with pytest.raises(Refused, match=rf"; {would_do} would do$"):
        game.answer_at(asked)


_MANIFEST = "pack: g\nplayers: 2\nstart: game\nboard: plane\ngrain: 1 inch\n"


def _plane(pack_folder: Write, chosen: str, *conditions: str) -> Game:
    lines = "\n".join(f"    c{i}: '{one}'" for i, one in enumerate(conditions))
    game = _begun(pack_folder, PLANE.replace("CONDITIONS", lines).replace("CHOSEN", chosen))
    for place in START:
        game.answer_at(place)
    return game


def _begun(pack_folder: Write, text: str) -> Game:
    return Game.new(linked_of(pack_folder({"pack.yaml": _MANIFEST, "game.yaml": text})), seed=1)


def against(m: State, at: int, seat: int | None) -> list[why.Failing]:
    """Why the place is no answer."""
    return opened.refused(m, 0, at, "en", seat)
