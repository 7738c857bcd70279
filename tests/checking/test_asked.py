"""RW485: questions that tell a secret by being put at all, and what is a secret for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack

BASE = """
kind card: {printed: {worth: number}, texts: [effect], main: effect}
card ace: {worth: 1}
kind unit: {placed: yes, state: {hp: number}}
unit man: {}
zone hand(player owner): {seen_by: owner, holds: card}
zone table: {holds: card}
zone deck: {ordered: yes, seen_by: nobody, holds: card}
kind player: {state: {bid: number, points: number}, secret: {bid: owner}}
value riches(player p) gives number: sum(k.worth for k in contents(hand of p))
value points_of(player p) gives number: p.points
permission rich(player p): riches(p) > 3
permission bidden(player p): p.bid > 3
event drop(card what): put what into table
event free(player who): set who.points = who.points + 1
event limited(player who): {legal: {rich: who is rich}}
event gone(player who): {legal: {few: who.points < 3}}
event game: |
  for each p in players:
    set p.bid = 3
    create ace for p into hand of p
    create ace for p into deck
    create man for p
    go(p)
event use_all(player p): |
  free(p)
  limited(p)
  gone(p)
  drop(first(cards)) if first(cards) is not none
"""

TELLS = [
    "offer p or pass:\n    drop_card(k) for k in contents(hand of p)",
    "offer p or pass:\n    free(p) for k in contents(hand of p) where k.worth > 1",
    "offer p or pass:\n    limited(p)",
    "offer p or pass:\n    free(p) for n in numbers(1, riches(p))",
    "offer p or pass:\n    free(p) for n in numbers(1, 2) where p.bid > n",
    "offer p or pass:\n    free(p) for k in cards where k in hand of p",
    "offer p:\n    free(p)\n    limited(p)",
    "let k = choose one or none k in contents(hand of p) where k.worth > 1 by p\n  show(p) if k is not none",
    "let k = choose one k in contents(hand of p) where k.worth > 1 by p\n  drop(k)",
    "let q = choose one or none q in players where q is rich by p\n  free(q) if q is not none",
    "let q = choose some q in players where bidden(q) by p\n  show(p) if is_empty(q)",
    "let n = riches(p)\n  let q = choose one or none q in players where q.points < n by p\n  free(q) if q is not none",
    "let n = 0\n  if p is rich:\n    set n = 1\n  let q = choose one or none q in players where q.points < n by p\n"
    "  free(q) if q is not none",
    "let n = 0\n  for each k in contents(hand of p):\n    stop if k.worth > 2\n    set n = n + 1\n"
    "  let q = choose one or none q in players where q.points < n by p\n  free(q) if q is not none",
    "let n = roll d6 by p in secret\n  let q = choose one or none q in players where q.points < n by next_seat(p)\n"
    "  free(q) if q is not none",
    "let t = top(deck)\n  let q = choose one or none q in players where t is not none by p\n  free(q) if q is not none",
]
TELLS_NOTHING = [
    "offer p or pass:\n    free(p)\n    limited(p)",
    "offer p or pass:\n    gone(p)",
    "offer p or pass:\n    free(p) for k in contents(hand of p)",
    "offer p or pass:\n    free(p) for u in units where u.owner is p and u.hp < 3",
    "offer p or pass:\n    free(p) for k in contents(table) where k.worth > 1",
    "offer p or pass:\n    free(p) for n in numbers(1, size(hand of p))",
    "offer p or pass:\n    free(p) for q in players where points_of(q) > 1",
    "let k = choose one or none k in contents(hand of p) by p\n  show(p) if k is not none",
    "let n = size(hand of p)\n  let q = choose one or none q in players where q.points < n by p\n"
    "  free(q) if q is not none",
    "let n = roll d6 by p\n  let q = choose one or none q in players where q.points < n by p\n"
    "  free(q) if q is not none",
    "let order = choose each k in contents(hand of p) by p\n  for each k in order:\n    drop(k)",
]
KNOWN = ("RW485", "RW606")


def told(write: Callable[..., Path], body: str, more: str = "", manifest: str = "") -> list[str]:
    text = BASE + "event show(player p): {}\nevent drop_card(card what): {legal: {dear: what.worth > 1}}\n"
    text += f"event go(player p): |\n  {body}\n  use_all(p)\n{more}"
    found = check_pack(write({"pack.yaml": f"pack: told\nstart: game\nboard: square\n{manifest}", "a.yaml": text}))
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    return [one.code for one in found.diagnostics if one.code in KNOWN]


@pytest.mark.parametrize("body", TELLS)
def test_a_question_that_tells_is_told(body: str, pack_folder: Callable[..., Path]) -> None:
    assert told(pack_folder, body)[:1] in (["RW485"], ["RW606"])


@pytest.mark.parametrize("body", TELLS)
def test_put_always_it_tells_nothing(body: str, pack_folder: Callable[..., Path]) -> None:
    body = re.sub(r"(offer p(?: or pass)?):", r"\1 always:", body)
    body = re.sub(r"(choose .* by (?:next_seat\(p\)|p))(?=\n|$)", r"\1 always", body)
    assert "RW485" not in told(pack_folder, body)


@pytest.mark.parametrize("body", TELLS_NOTHING)
def test_a_question_that_tells_nothing_is_fine(body: str, pack_folder: Callable[..., Path]) -> None:
    assert told(pack_folder, body) == []


HELD = "card trick:\n  worth: 2\n{}  {}\n  may: show(self.owner)\n"
WINDOW = "window asked:\n  ask: players\n"


@pytest.mark.parametrize(
    ("active", "trigger", "tells"),
    [
        ("  active: self in hand of self.owner\n", "after: free", True),
        ("", "after: free", True),
        ("  active: self in table\n", "after: free", False),
        ("  active: self in table\n", "after: free where who is rich", True),
        ("  active: self in table\n", "after: free where who.points > 2", False),
        ("  active: self in table or self in deck\n", "after: free", True),
        ("  active: self in table and self.worth > 1\n", "after: free where who.bid > 2", True),
    ],
)
def test_a_window_that_tells_is_told(active: str, trigger: str, tells: bool, pack_folder: Callable[..., Path]) -> None:
    more = HELD.format(active, trigger)
    assert told(pack_folder, "free(p)", more + WINDOW, "window: asked\n") == ["RW485"] * tells
    assert told(pack_folder, "free(p)", more + WINDOW + "  always: yes\n", "window: asked\n") == []
