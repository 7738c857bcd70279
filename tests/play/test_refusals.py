"""Why a call is refused: conditions, forbids with and without a name, what is waived and what a call lifts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play import pieces, setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.refusals import condition_bits, failing
from rulewright.play.state import State

GAME = """\
kind coin:
  printed: {worth: number}
  state: {spent: yes_no, lucky: yes_no, cursed: yes_no, hot: yes_no}
coin penny: {worth: 1}
event use(coin what, number times):
  legal:
    unspent: not what.spent
    enough: times > 0 and times <= what.worth
  do: |
    set what.spent = true
rule curses:
  modify:
    - forbid use as curse when what.cursed
    - forbid use when what.hot
    - waive use.unspent when what.lucky
    - waive use.curse when what.lucky
event match_of_coins: |
  for each c in coins:
    use(c, 1)
"""

Write = Callable[[Mapping[str, str | bytes] | str], Path]


@pytest.fixture
def penny(pack_folder: Write) -> tuple[State, int]:
    """A match with one penny."""
    program = check_pack(pack_folder(GAME)).program
    assert program is not None
    m = setup.empty(Linked(program), 2, Chance(1), ())
    return m, pieces.create(m, 0, 0, None)


def change(m: State, **fields: bool) -> None:
    """Sets state fields of the penny."""
    for name, value in fields.items():
        column = next(one for one in m.p.program.columns if one.id == name)
        getattr(m, column.slot)[1] = value


CASES: list[tuple[dict[str, bool], int, list[str]]] = [
    ({}, 1, []),
    ({}, 2, ["enough"]),
    ({"spent": True}, 0, ["unspent", "enough"]),
    ({"spent": True, "lucky": True}, 1, []),
    ({"spent": True, "lucky": True}, 2, ["enough"]),
    ({"cursed": True}, 1, ["curse"]),
    ({"cursed": True, "spent": True}, 1, ["unspent", "curse"]),
    ({"cursed": True, "lucky": True}, 1, []),
    ({"hot": True}, 1, [""]),
    ({"hot": True, "spent": True}, 1, ["unspent", ""]),
]


@pytest.mark.parametrize(("fields", "times", "names"), CASES)
def test_what_fails_is_named(penny: tuple[State, int], fields: dict[str, bool], times: int, names: list[str]) -> None:
    m, e = penny
    change(m, **fields)
    assert [name for name, _, _ in failing(m, 0, (e, times))] == names
    assert bool(names) != m.p.can[0](m, e, times, 0)


def test_the_conjunct_and_the_sentence_are_shown(penny: tuple[State, int]) -> None:
    m, e = penny
    change(m, cursed=True)
    assert failing(m, 0, (e, 2)) == [
        ("enough", ("definitions.yaml", 8, 27), "times <= what.worth"),
        ("curse", ("definitions.yaml", 13, 7), "forbid use when what.cursed"),
    ]


def test_what_a_call_lifts_does_not_refuse_it(penny: tuple[State, int]) -> None:
    m, e = penny
    change(m, spent=True, cursed=True)
    assert condition_bits(m.p.program.events[0]) == {"unspent": 0, "enough": 1, "curse": 2}
    assert [name for name, _, _ in failing(m, 0, (e, 1), lifted=1)] == ["curse"]
    assert failing(m, 0, (e, 1), lifted=5) == []


def test_who_has_left_play_does_nothing(penny: tuple[State, int]) -> None:
    m, e = penny
    pieces.remove(m, e)
    assert [name for name, _, _ in failing(m, 0, (e, 1))] == ["in_play"]
