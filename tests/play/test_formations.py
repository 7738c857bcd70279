"""A place for each of several things as one value: on squares, hexes and a plane the same text proposes formations that
are legal, judges any other by the law, names each condition that refuses one, and survives saves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.play.playing import compiled

from rulewright.limits import MOST_STEPS
from rulewright.play import formed, opened
from rulewright.play.load import Linked
from rulewright.play.nearby import nearest
from rulewright.session import Game, Refused

Write = Callable[[Mapping[str, str | bytes] | str], Path]

# The manifest, what the map draws, how far things may be apart, and one of the unit.
BOARDS = {
    "square": ("board: square\n", "rows: |\n" + "    nnnnnnnn\n" * 2 + "    ........\n" * 4 + "  legend: {n: north}",
               "2 cells", "1 cell"),
    "hex": ("board: hex\n", "rows: |\n" + "    nnnnnnn\n" * 2 + "    .......\n" * 3 + "  legend: {n: north}",
            "2 hexes", "1 hex"),
    "plane": ("board: plane\n", "table: 24x12\n  areas: {north: rectangle 0x0 to 24x4}", "2 inches", "1 inch"),
}  # fmt: skip
GAME = """\
area north: {name: North}
map field:
  MAP
kind squad: {plural: squads}
squad band: {name: Band}
kind model: {placed: yes, plural: models, BASE state: {team: squad or none}}
model man: {name: Man}
value fellows(squad u) gives set of model: all(m in models where m.team is u)
event game gives set of player winners: |
  lay(field)
  for each p in players:
    let u = create band for p
    repeat up to 4:
      let one = create man for p
      enlist(one, u)
    offer p:
      deploy(u, f) for f in formations(fellows(u))
  for each u in squads:
    offer u.owner or pass:
      march(u, f) for f in formations(fellows(u))
  for each p in players:
    let g = choose one or none f in formations(models) where supposing(models at f, disjoint(models) and lonely(p)) by p
    if g is not none:
      settle(g)
  set winners = players
permission lonely(player who): >-
  some m in models where m.owner is who and
  (no k in models where k.owner is who and k is not m and k within 1 UNIT of m)
event settle(formation g): |
  put things_in(g) at g
event deploy(squad u, formation f):
  legal:
    zone: supposing(fellows(u) at f, every m in fellows(u) has wholly(m, north))
    room: supposing(fellows(u) at f, disjoint(models))
    links: hangs_together(u, f)
  do: put fellows(u) at f
permission hangs_together(squad u, formation f): supposing(fellows(u) at f, linked(fellows(u), REACH))
event march(squad u, formation f):
  legal:
    far: >-
      every m in fellows(u) has
      (let p = place_in(f, m) then p is not none and m.place is not none and distance(p, m.place) <= REACH)
    room: supposing(fellows(u) at f, disjoint(models))
    links: hangs_together(u, f)
  do: put fellows(u) at f
event enlist(model one, squad u): |
  set one.team = u
"""


def text(board: str) -> dict[str, str | bytes]:
    manifest, drawn, reach, one = BOARDS[board]
    base = "base: round 0.5," if board == "plane" else ""
    game = GAME.replace("MAP", drawn).replace("BASE", base).replace("REACH", reach).replace("1 UNIT", one)
    return {"pack.yaml": f"pack: squads\nplayers: 2\nstart: game\n{manifest}", "game.yaml": game}


def begun(pack_folder: Write, board: str, verify: bool = False, seed: int = 1) -> Game:
    program, out = compiled(pack_folder(text(board)), verify=verify)
    assert program is not None, list(out)
    return Game.new(Linked(program), 2, seed)


def formations_of(game: Game) -> list[Any]:
    assert game.decision is not None
    return [opened.member_in(game.state, game.decision, one) for one in game.decision.options]


def at(game: Game, *names: str) -> Any:
    """A formation of the things of the pending question at places, in order of age."""
    members = [e for e, _ in formations_of(game)[0]]
    return tuple((e, game.state.board.parse(name)) for e, name in zip(members, names, strict=True))


@pytest.mark.parametrize("board", BOARDS)
def test_several_are_proposed_and_each_is_legal(pack_folder: Write, board: str) -> None:
    game = begun(pack_folder, board)
    found = formations_of(game)
    assert len(found) == len(set(found)) == 8
    for number in range(8):
        again = begun(pack_folder, board)
        again.answer(number)
        assert [again.state.at[e] for e, _ in found[number]] == [place for _, place in found[number]]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("law", [
    "every m in fellows(u) has (some k in fellows(u) where k is not m and k within 1 UNIT of m)",
    "no m in fellows(u) where (no k in fellows(u) where k is not m and k within 1 UNIT of m)",
    "count(m in fellows(u) where m within 1 UNIT of rim) is 4",
    "linked(fellows(u), 3 UNITS) and not linked(fellows(u), 1 UNIT)",
    "every m in fellows(u) has (m within 1 UNIT of rim or not (m within 2 UNITS of rim))",
    "not (some m in fellows(u) where m within 0 UNITS of rim)",
    "not (some m in fellows(u) where wholly(m, north) and close_by(m, u))",
])
def test_what_the_rest_can_mend_is_asked_of_the_whole(pack_folder: Write, board: str, law: str) -> None:
    """Conditions that no first thing meets by itself keep no formation from being found."""
    source = text(board)
    reach, one = BOARDS[board][2:]
    written = law.replace("UNITS", reach.split()[1]).replace("1 UNIT", one)
    spread = f"  legal:\n    law: supposing(fellows(u) at f, {written})\n"
    more = f"permission close_by(model m, squad u): some k in fellows(u) where k is not m and k within {one} of m\n"
    source["game.yaml"] = str(source["game.yaml"]).replace(
        "  legal:\n    zone", f"{spread}    zone", 1).replace(
        "    zone: supposing(fellows(u) at f, every m in fellows(u) has wholly(m, north))\n", "", 1) + more  # fmt: skip
    program, out = compiled(pack_folder(source), verify=True)
    assert program is not None, list(out)
    assert len(formations_of(Game.new(Linked(program), 2, 1))) > 2


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_near_a_thing_that_is_laid_later_is_asked_when_it_lies_there(pack_folder: Write, board: str) -> None:
    source = text(board)
    law = f"every m in fellows(u) has m.place in burst(youngest(u), 3 {BOARDS[board][2].split()[1]})"
    source["game.yaml"] = str(source["game.yaml"]).replace(
        "  legal:\n    zone", f"  legal:\n    law: supposing(fellows(u) at f, {law})\n    zone", 1) + (
        "value youngest(squad u) gives set of model: all(m in fellows(u) where m is last(fellows(u)))\n")  # fmt: skip
    program, out = compiled(pack_folder(source))
    assert program is not None, list(out)
    found = formations_of(Game.new(Linked(program), 2, 1))
    assert len(found) > 2 and {len(one) for one in found} == {4}, "it is the first squad that is laid"


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("law", [
    "every m in fellows(u) has wholly(m, north)",
    "no m in fellows(u) where not wholly(m, north)",
    "no m in models where meets(m, everywhere - north)",
    "no m in fellows(u) where (some k in fellows(u) where k is not m and distance(k, m) < APART)",
    "every m in fellows(u) has (every k in fellows(u) where k is not m has APART <= distance(m, k))",
])
@pytest.mark.parametrize("unless", ["", "size(fellows(u)) > 9 or "])
def test_a_search_asks_each_thing_as_it_is_laid(
    pack_folder: Write, board: str, law: str, unless: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So few wholes are tested in vain, also behind a test that does not depend on the formation."""
    if board == "plane" and "everywhere - north" in law:
        return  # what meets a difference is not decided
    source = text(board)
    law = law.replace("APART", "1.5 inches" if board == "plane" else BOARDS[board][2])
    zone = f"    zone: {unless}supposing(fellows(u) at f, {law})\n"
    source["game.yaml"] = str(source["game.yaml"]).replace(
        "    zone: supposing(fellows(u) at f, every m in fellows(u) has wholly(m, north))\n", zone, 1)  # fmt: skip
    found: list[bool] = []
    is_legal = formed._Search.is_legal

    def noted(search: Any, f: Any) -> bool:
        found.append(is_legal(search, f))
        return found[-1]

    monkeypatch.setattr(formed._Search, "is_legal", noted)
    program, out = compiled(pack_folder(source))
    assert program is not None, list(out)
    assert len(formations_of(Game.new(Linked(program), 2, 1))) == 8
    assert sum(found) == 8 and len(found) <= 20


LEGAL = {"square": ("A1", "C1", "E2", "G1"), "hex": ("A1", "C1", "E1", "F2"), "plane": ("1x1", "4x1", "7x1", "9x2.5")}
REFUSED = {
    "square": (("A1", "A2", "D4", "D4"), {"zone", "room", "links"}, 2),
    "hex": (("A1", "A1", "A5", "A2"), {"zone", "room", "links"}, 2),
    "plane": (("1x1", "1.999x1", "5x8", "5x7"), {"zone", "room", "links"}, None),
}


@pytest.mark.parametrize("board", BOARDS)
def test_any_other_may_be_answered_and_is_judged_by_the_law(pack_folder: Write, board: str) -> None:
    game = begun(pack_folder, board)
    wanted = at(game, *LEGAL[board])
    assert wanted not in formations_of(game)
    game.answer_at(wanted)
    assert [game.state.at[e] for e, _ in wanted] == [place for _, place in wanted]
    assert game.answers == [opened.number_of(0, wanted)]


@pytest.mark.parametrize("board", BOARDS)
def test_a_refusal_names_every_condition(pack_folder: Write, board: str) -> None:
    game = begun(pack_folder, board)
    places, names, _ = REFUSED[board]
    before = game.fingerprint()
    failing = opened.refused(game.state, 0, at(game, *places))
    assert {one.name for one in failing} == names
    with pytest.raises(Refused, match="would do"):
        game.answer_at(at(game, *places))
    assert game.fingerprint() == before


def test_a_refusal_tells_what_was_measured_and_of_which_thing(pack_folder: Write) -> None:
    game = begun(pack_folder, "plane")
    game.answer_at(at(game, "1x1", "2x1", "3x1", "4x1"))
    game.answer(0)
    failing = opened.refused(game.state, 0, at(game, "1x3.25", "2x1", "3x1", "7x1.5"))
    told = {one.name: one.words for one in failing}
    assert "(distance 2.25 inches (Man 1 of player 1), at most 2 needed)" not in told["far"]  # the worst is told
    assert "(distance 3.05 inches (Man 4 of player 1), at most 2 needed)" in told["far"]
    assert "(distance 3.04 inches (Man 3 of player 1, Man 4 of player 1), at most 2 needed)" in told["links"]


def test_the_nearest_is_looked_for_thing_by_thing(pack_folder: Write) -> None:
    """The last goes as far as the link lets it from where it was proposed."""
    game = begun(pack_folder, "plane")
    near = nearest(game.state, 0, at(game, "2x1", "3x1", "4x1", "10x1"))
    assert opened.is_formation(near)
    assert [game.state.board.show(place) for _, place in near] == ["2x1", "3x1", "4x1", "7x1"]
    game.answer_at(near)


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_no_formation_of_just_these_is_no_answer(pack_folder: Write, board: str) -> None:
    game = begun(pack_folder, board)
    whole = at(game, *LEGAL[board])
    for wrong in (whole[:-1], (), whole[0][1], ((99, whole[0][1]), *whole[1:])):
        with pytest.raises(Refused):
            game.answer_at(wrong)
    big = opened.number_of(0, whole)
    for number in (big * 2**300, big - (1 << 19), opened.LEAST - 1):
        with pytest.raises(Refused):
            game.answer(number)
    off = tuple((e, (1 << 51) - 1) for e, _ in whole)
    with pytest.raises(Refused):
        game.answer_at(off)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_matches_are_saved_and_played_again(pack_folder: Write, board: str, seed: int) -> None:
    game = begun(pack_folder, board, verify=True, seed=seed)
    number = seed
    while game.decision is not None:
        number = (number * 7 + 3) % 101
        if number % 3 == 0 and opened.takes_unlisted(game.state, game.decision) and formations_of(game)[0] != -1:
            moved = formations_of(game)[-1 if len(game.decision.options) > 2 else 0]
            if moved != -1:
                game.answer_at(moved)
                continue
        game.answer(number % len(game.decision.options))
        again = Game.load(game.linked, game.save())
        assert again.fingerprint() == game.fingerprint()
    assert game.winners is not None
    while game.answers:
        game.undo()
    assert game.fingerprint() == begun(pack_folder, board, verify=True, seed=seed).fingerprint()


@pytest.mark.parametrize("board", BOARDS)
def test_the_same_state_has_the_same_proposals(pack_folder: Write, board: str) -> None:
    game = begun(pack_folder, board)
    assert formations_of(game) == formations_of(Game.new(game.linked, 2, 1)) == formations_of(begun(pack_folder, board))


def test_areas_are_those_of_where_all_stand(pack_folder: Write) -> None:
    """While things are laid none of the others stands anywhere: what is near its place is asked before."""
    source = text("plane")
    law = str(source["game.yaml"]).replace("distance(p, m.place) <= 2 inches", "p within 2 inches of m.place")
    source["game.yaml"] = law
    program, out = compiled(pack_folder(source))
    assert program is not None, list(out)
    game = Game.new(Linked(program), 2, 1)
    game.answer(0)
    game.answer(0)
    stand = tuple(game.state.at[e] for e, _ in formations_of(game)[0])
    found = {tuple(place for _, place in one) for one in formations_of(game) if one != -1}
    assert stand in found and len(found) == 8


def test_nothing_is_supposed_when_a_search_ends_early(pack_folder: Write) -> None:
    """A search is dropped where enough was found: the match is as it was."""
    game = begun(pack_folder, "square")
    m = game.state
    members = tuple(e for e, _ in formations_of(game)[0])
    several = formed.formed(m, members, 8, 0, lambda m, f: True, (), None, (), None, (), None, (), None, ())
    before = (list(m.at), dict(m.occ), m.filled)
    next(several)
    del several
    assert (list(m.at), dict(m.occ), m.filled) == before


def test_a_search_ends_after_a_thousand_places(pack_folder: Write) -> None:
    """Where the last thing fits nowhere: a place costs what its conditions cost, and a decision has so many steps."""
    game = begun(pack_folder, "plane")
    members = tuple(e for e, _ in formations_of(game)[0])
    asked: list[int] = []

    def inner(m: object, laid: tuple[tuple[int, int], ...], e: int) -> bool:
        asked.append(e)
        return len(laid) < len(members)

    law = (lambda m, f: True, ())
    assert list(formed.formed(game.state, members, 8, 0, *law, inner, (), None, (), None, (), None, ())) == []
    assert 500 < len(asked) <= 1_200


def test_no_thing_has_one_formation(pack_folder: Write) -> None:
    game = begun(pack_folder, "square")
    found = list(formed.formed(game.state, (), 8, 0, lambda m, f: True, (), None, (), None, (), None, (), None, ()))
    assert found == [()]


def test_too_many_things_are_told(pack_folder: Write) -> None:
    source = text("square")
    source["game.yaml"] = str(source["game.yaml"]).replace("up to 4", "up to 101")
    program, _ = compiled(pack_folder(source))
    assert program is not None
    game = Game.new(Linked(program), 2, 1)
    assert game.problem is not None and "a formation of more than 100 things" in game.problem.what


@pytest.mark.parametrize("board", ["square", "plane"])
def test_a_crowd_finds_room_with_steps_to_spare(pack_folder: Write, board: str) -> None:
    """A step of the search costs what is near, not what all pieces cost each other: sixty of a side on squares, and
    three dozen on a plane, once used up most or all that a match may take between two questions."""
    crowd = text(board)
    many = 60 if board == "square" else 36
    game = str(crowd["game.yaml"]).replace("repeat up to 4", f"repeat up to {many}")
    small = "rows: |\n" + f"    {'n' * 20}\n" * 8 + f"    {'.' * 20}\n" * 4 + "  legend"
    drawn = BOARDS[board][1]
    game = game.replace(drawn, small + drawn.partition("  legend")[2] if board == "square" else
                        "table: 60x48\n  areas: {north: rectangle 0x0 to 60x16}")  # fmt: skip
    program, out = compiled(pack_folder({**crowd, "game.yaml": game}), frames=False)
    assert program is not None, [one.message for one in out.errors]
    m = Game.new(Linked(program), seed=3).state
    assert m.pending is not None
    assert len(m.pending.options) > 1
    assert m.fuel > MOST_STEPS * 4 // 5
