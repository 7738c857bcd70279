"""Values from outside a match are taken if they are of their type, and refused else; every type is known."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from rulewright.check import types
from rulewright.explained import Tag, TypeCode
from rulewright.numbers import MAX_SEED
from rulewright.pipeline import load_program
from rulewright.play.given import MAX_GIVEN, Unfit, value_of
from rulewright.play.load import Linked
from rulewright.program import Program
from rulewright.session import Game, Refused, link_program

NUMBER: TypeCode = ("number", "", ())
PLAYER: TypeCode = ("player", "", ())
ODD: tuple[Any, ...] = (None, True, -1, 10**30, 1.0, float("nan"), "", "1", b"", [], (), {}, {"t": 1}, [[]], object())


@pytest.fixture(scope="module")
def linked() -> Linked:
    program = load_program("content/ddm")
    assert program is not None
    return link_program(program)


def types_of(p: Program) -> list[TypeCode]:
    """Types of settings with values, plain and in sets, lists and maybes."""
    plain = [*dict.fromkeys(t for _, t, _ in p.settings), PLAYER, ("die", "", ())]
    return [*plain, *((tag, "", (t,)) for t in plain for tag in ("maybe", "set", "list"))]


def test_every_tag_of_a_type_is_known() -> None:
    """What tells a value of one tag from another (words, plain data, settings) goes over `Tag`, without a rest."""
    table = re.findall(r"^    (\w+) +[^ ].*$", str(types.Type.__doc__).partition("tag        name")[2], re.MULTILINE)
    assert {*table, "any_record"} == set(get_args(Tag))


def test_what_is_not_of_the_type_is_refused(linked: Linked) -> None:
    for t in types_of(linked.program):
        for value in ODD:
            fits = {
                "yes_no": value is True, "maybe": value is None, "set": value == () or value == [],
                "list": value == () or value == [], "die": value == -1, "number": value == -1,
            }.get(t[0], False)  # fmt: skip
            if t[0] == "maybe" and value is not None:
                continue  # as the type inside
            if isinstance(value, bool) and t[0] != "yes_no":
                fits = False
            if fits:
                value_of(linked.program, t, value, 2)
            else:
                with pytest.raises(Unfit):
                    value_of(linked.program, t, value, 2)


def test_bounds(linked: Linked) -> None:
    p = linked.program
    assert value_of(p, NUMBER, MAX_GIVEN, 2) == MAX_GIVEN
    assert value_of(p, ("set", "", (PLAYER,)), {"t": [0, 1]}, 2) == (0, 1)
    wrong: tuple[tuple[TypeCode, Any], ...] = (
        (NUMBER, MAX_GIVEN + 1), (PLAYER, 2), (("set", "", (PLAYER,)), (1, 0)),
        (("set", "", (PLAYER,)), (1, 1)), (("list", "", (NUMBER,)), [0] * 1001),
        (("map", "", ()), len(p.maps)), (("sheet", "warband", ()), 0),
    )  # fmt: skip
    for t, value in wrong:
        with pytest.raises(Unfit):
            value_of(p, t, value, 2)


@pytest.mark.parametrize("settings", [
    {"first_map": 999}, {"first_map": "crossroads"}, {"first_band": 0}, {"no_such": 1}, {"points_limit": 10**18},
    {"power_bonus_doubles": 1.5},
])  # fmt: skip
def test_a_match_is_not_begun_with_settings_that_are_none(linked: Linked, settings: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="setting"):
        Game.new(linked, settings=settings)


@pytest.mark.parametrize(
    "seed", [MAX_SEED + 1, -MAX_SEED - 1, 10**5000, 1.5, "1", True], ids=lambda seed: type(seed).__name__
)
def test_a_seed_is_a_bounded_number(linked: Linked, seed: Any) -> None:
    with pytest.raises(Refused, match="a seed must be a whole number up to"):
        Game.new(linked, seed=seed)


@pytest.mark.parametrize("players", [0, 5, 10**5000, "2", 2.0, True], ids=lambda number: type(number).__name__)
def test_players_are_a_number_that_the_pack_is_for(linked: Linked, players: Any) -> None:
    with pytest.raises(Refused, match="is for 2 to 4 players"):
        Game.new(linked, players=players)
