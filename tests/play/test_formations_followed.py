"""Permissions that conditions on a formation ask: what is known only of the whole formation loses no proposals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.playing import compiled
from tests.play.test_formations import BOARDS, formations_of, text

from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PLACES = {"square": ("cell", "cells"), "hex": ("hex", "hexes"), "plane": ("spot", "inches")}
GIVEN = """\
value tail(squad u, formation f) gives PLACE or none: >-
  let l = last(fellows(u)) then if l is none then none else place_in(f, l)
permission near_tail(PLACE or none p, squad u, formation f): >-
  every m in fellows(u) has
  (let q = place_in(f, m) then p is not none and q is not none and distance(p, q) <= 6 UNITS)
"""
MENDED = """\
permission fine(model who, squad u): who.place is none
rule mend:
  modify:
    - allow fine when some k in fellows(u) where k is last(fellows(u)) and k is placed
"""


def is_offered(pack_folder: Write, board: str, law: str, more: str) -> bool:
    """Whether a squad may be deployed at all, if that must also meet a condition."""
    source = text(board)
    named = str(source["game.yaml"]).replace("  legal:\n    zone", f"  legal:\n    law: {law}\n    zone", 1)
    place, units = PLACES[board]
    source["game.yaml"] = named + more.replace("PLACE", place).replace("UNITS", units)
    program, out = compiled(pack_folder(source), verify=True)
    assert program is not None, list(out)
    found = formations_of(Game.new(Linked(program), 2, 1))
    return all(isinstance(one, tuple) and len(one) == 4 for one in found)


@pytest.mark.parametrize("board", BOARDS)
def test_where_one_thing_is_can_be_handed_to_a_permission(pack_folder: Write, board: str) -> None:
    assert is_offered(pack_folder, board, "near_tail(tail(u, f), u, f)", GIVEN)


@pytest.mark.parametrize("board", BOARDS)
def test_a_permission_is_asked_of_a_thing_where_it_would_stand(pack_folder: Write, board: str) -> None:
    law = "supposing(fellows(u) at f, every m in fellows(u) has all_inside(m))"
    assert is_offered(pack_folder, board, law, "permission all_inside(model who): wholly(who, north)\n")


@pytest.mark.parametrize("board", BOARDS)
def test_a_modifier_can_mend_a_permission_when_the_rest_is_laid(pack_folder: Write, board: str) -> None:
    law = "supposing(fellows(u) at f, every m in fellows(u) has fine(m, u))"
    assert is_offered(pack_folder, board, law, MENDED)
