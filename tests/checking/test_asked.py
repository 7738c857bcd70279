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

SHOWING = "event show_all(player p): |\n  show(p)\n  free(p)\n"
BLURTING = "event blurt(player p): {legal: {few: p.points < 3}, do: show(p)}\n"
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
    "let t = top(deck)\n  let q = choose one or none q in players where t is not none and t.worth > 1 by p\n"
    "  free(q) if q is not none",
]
TELLS_NOTHING = [
    "let t = top(deck)\n  let q = choose one or none q in players where t is not none by p\n  free(q) if q is not none",
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


def told(write: Callable[..., Path], body: str, more: str = "", manifest: str = "", base: str = BASE) -> list[str]:
    more += SHOWING if "show_all" in body else BLURTING if "blurt" in body else ""
    text = base + "event show(player p): {}\nevent drop_card(card what): {legal: {dear: what.worth > 1}}\n"
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


def test_a_zone_that_is_passed_may_be_hidden(pack_folder: Callable[..., Path]) -> None:
    lies = "some k in contents(z) where k is ace and q.points < 1"
    choice = f"let q = choose one or none q in players where ({lies}) by p always"
    peek = f"event peek(zone z, player p): |\n  {choice}\n  free(q) if q is not none\n"
    text = f"{BASE}{peek}event go(player p): |\n  peek(hand of p, next_seat(p))\n  use_all(p)\n"
    found = check_pack(pack_folder({"pack.yaml": "pack: told\nstart: game\nboard: square\n", "a.yaml": text}))
    told = [(one.message, one.hint) for one in found.diagnostics if one.code == "RW606"]
    hint = "let its owner choose, or reveal it first"
    assert told == [("the answers reveal what is in that zone, which the chooser does not see", hint)]


HELD = "card trick:\n  worth: 2\n{}  {}\n  may: show(self.owner)\n"
WINDOW = "window asked:\n  asks: players\n"


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
    assert ("RW485" in told(pack_folder, "free(p)", more + WINDOW, "window: asked\n")) is tells
    assert "RW485" not in told(pack_folder, "free(p)", more + WINDOW + "  always: yes\n", "window: asked\n")


ARBITED = "event hit(player who):\n  arbiter: {}\n  do: free(who)\nrule one: {{after: hit, do: show(who)}}\n"
HELD_TOO = "card trick:\n  worth: 2\n  active: self in {}\n  after: hit\n{}  do: show(self.owner)\n"


@pytest.mark.parametrize(
    ("arbiter", "zone", "order", "tells"),
    [
        ("who", "hand of self.owner", "", True),
        ("who", "table", "", False),
        ("who", "hand of self.owner", "  order: seats_from(who)\n", False),
        ("none", "hand of self.owner", "", False),
        ("if who is rich then who else next_seat(who)", "table", "", True),
        ("if who.points > 1 then who else next_seat(who)", "table", "", False),
    ],
)
def test_what_an_arbiter_is_asked_and_who_that_is_tells(
    arbiter: str, zone: str, order: str, tells: bool, pack_folder: Callable[..., Path]
) -> None:
    more = ARBITED.format(arbiter) + HELD_TOO.format(zone, order)
    assert ("RW485" in told(pack_folder, "hit(p)", more)) is tells


def test_an_arbiter_is_a_question_where_a_secret_leads_to_it(pack_folder: Callable[..., Path]) -> None:
    both = "rule two: {after: hit, do: show(who)}\n"
    body = "if p is rich:\n    hit(p)"
    assert "RW485" in told(pack_folder, body, ARBITED.format("who") + both)
    assert "RW485" not in told(pack_folder, body, ARBITED.format("none") + both)


# Where a secret decides whether a question is reached `always` helps nothing. %% asks, in each of these.
DECIDED = [
    "if p is rich:\n    %%",
    "if p.points > 2:\n    free(p)\n  else if p.bid > 2:\n    free(p)\n  else:\n    %%",
    "if some k in contents(hand of p) where k.worth > 2:\n    if p.points > 1:\n      %%",
    "repeat up to p.bid:\n    %%",
    "repeat up to 3 while p is rich:\n    %%",
    "for each k in contents(hand of p) where k.worth > 2:\n    %%",
    "for each k in cards where k in hand of p:\n    %%",
    "repeat up to 3:\n    free(p)\n    stop if p.bid > 2\n    %%",
    "repeat up to 3:\n    %%\n    if p.points < 4:\n      stop if p.bid > 2",
    "finish if p.bid > 2\n  %%",
    "for each q in players:\n    if q.points > 2:\n      finish if q.bid > 2\n  %%",
    "let n = roll d6 in secret\n  if n > 2:\n    %%",
    "let n = 1\n  if p is rich:\n    set n = 2\n  if n > 1:\n    %%",
    "let t = top(deck)\n  if t is not none and t.worth > 1:\n    %%",
    "let sure = choose yes or no by p in secret\n  if sure:\n    %%",
    "let k = choose one k in contents(hand of p) where k.worth > 1 by p always\n  %%",
    "let done = limited(p)\n  if done.outcome is refused:\n    %%",
]
ASKS = [
    "let sure9 = choose yes or no by p\n%free(p) if sure9",
    "let q9 = choose one or none q9 in players by p always\n%free(q9) if q9 is not none",
    "offer p or pass always:\n%  free(p)",
    "for each u9 in units chosen by p:\n%  free(u9.owner)",
    "ask(p)",
    "ask_further(p)",
    "heard(p)",
    "perform first(units).plan if first(units) is not none",
]
ASKING = """
event ask(player p): |
  let sure = choose yes or no by p
  free(p) if sure
event ask_further(player p): |
  let n = 1
  ask(p) if n > 0
event heard(player p): free(p)
rule hearer:
  after: heard
  by: next_seat(p)
  may: free(p)
"""


def decided(body: str, asking: str, pack_folder: Callable[..., Path]) -> list[str]:
    """The codes of a text in which something asks in the place of %%."""
    lines = body.splitlines()
    at = next(i for i, line in enumerate(lines) if "%%" in line)
    margin = " " * max(len(lines[at]) - len(lines[at].lstrip()), 2)
    lines[at] = lines[at].replace("%%", asking.replace("%", margin))
    base = BASE.replace(
        "kind unit: {placed: yes, state: {hp: number}}",
        "kind unit: {placed: yes, state: {hp: number}, texts: [plan], main: plan}",
    )
    base = base.replace("unit man: {}", "unit man: ask(self.owner)")
    return told(pack_folder, "\n".join(lines), ASKING + WINDOW, "window: asked\n", base)


@pytest.mark.parametrize("asking", ASKS)
def test_a_question_that_a_secret_decides_about_is_told(asking: str, pack_folder: Callable[..., Path]) -> None:
    assert "RW485" in decided(DECIDED[0], asking, pack_folder)


@pytest.mark.parametrize("body", DECIDED)
def test_whatever_decides_is_found(body: str, pack_folder: Callable[..., Path]) -> None:
    assert decided(body, ASKS[0], pack_folder) == ["RW485"]
    assert decided(body, ASKS[4], pack_folder) == ["RW485"]


DECIDED_OPENLY = [
    "if p.points > 2:\n    %%",
    "if is_empty(hand of p) or size(hand of p) > 3:\n    %%",
    "for each k in contents(hand of p):\n    %%",
    "repeat up to size(hand of p):\n    %%",
    "let t = top(deck)\n  if t is not none:\n    %%",
    "finish if top(deck) is none\n  %%",
    "finish if p.points > 2\n  %%",
    "let n = riches(p)\n  free(p)\n  %%",
    "let n = roll d6 by p\n  if n > 2:\n    %%",
    "let k = choose one k in contents(hand of p) by p\n  if k.worth > 2:\n    %%",
    # What is told anyway is not told by the question.
    "if p is rich:\n    show(p)\n    %%",
    "if p is rich:\n    %%\n    show(p)",
    "if p is rich:\n    show_all(p)\n    %%",
    "if p is rich:\n    let r = roll d6\n    if r > 2:\n      %%",
    "let t = top(deck)\n  finish if t is none\n  reveal(t)\n  if t.worth > 1:\n    %%",
    "let t = top(deck)\n  finish if t is none\n  put t into table\n  if t.worth > 1:\n    %%",
    "let t = top(deck)\n  finish if t is none\n  drop(t)\n  if t.worth > 1:\n    %%",
    "let k = choose one k in contents(hand of p) where k.worth > 1 by p always\n  drop(k)\n  %%",
    "let n = choose one n in numbers(1, most(1, p.bid)) by p always\n  free(p) if n > 2\n  %%",
]


@pytest.mark.parametrize("body", DECIDED_OPENLY)
def test_what_everybody_knows_or_is_told_may_decide(body: str, pack_folder: Callable[..., Path]) -> None:
    assert decided(body, ASKS[0] + "\n%show_all(p) if p.points > 50", pack_folder) == []


@pytest.mark.parametrize(
    "body",
    [
        "if p is rich:\n    show(p)\n    %%\n  else:\n    show(p)",  # told in either case
        "if p is rich:\n    show(p) if p.points > 2\n    %%",  # not told for sure
        "if p is rich:\n    blurt(p)\n    %%",
        "let t = top(deck)\n  finish if t is none\n  reveal(t, p)\n  if t.worth > 1:\n    %%",
        "let t = top(deck)\n  finish if t is none\n  put t into hand of p\n  if t.worth > 1:\n    %%",
    ],
)
def test_what_is_not_told_to_everybody_for_sure_tells(body: str, pack_folder: Callable[..., Path]) -> None:
    assert "RW485" in decided(body, ASKS[0] + "\n%blurt(p) if p.points > 50", pack_folder)


@pytest.mark.parametrize(
    ("more", "tells"),
    [
        ("rule strict:\n  after: free where who is rich\n  do: ask(who)\n", True),
        ("rule strict:\n  after: free where who.points > 1\n  do: ask(who)\n", False),
        ("card trick:\n  worth: 2\n  active: self in hand of self.owner\n  after: free\n  do: ask(self.owner)\n", True),
        ("card trick:\n  worth: 2\n  active: self in table\n  after: free\n  do: ask(self.owner)\n", False),
        ("card trick:\n  worth: 2\n  active: self in hand of self.owner\n  before: ask\n  do: cancel\n", True),
        ("check poor:\n  for: q in players where q.bid > 4\n  do: ask(q)\n", True),
        ("check poor:\n  for: q in players where q.points > 4\n  do: ask(q)\n", False),
        ("rule strict:\n  after: use_all where examine(first(contents(hand of p)))\n  do: free(p)\n"
         "permission examine(card or none what): what is not none\n", False),
        ("event look(card what, player p9): |\n  if what.worth > 2:\n    ask(p9)\n"
         "event look_first(player p): |\n  let k = top(deck)\n  look(k, p) if k is not none\n", True),
        ("event look(card what, player p9): |\n  if what.worth > 2:\n    ask(p9)\n"
         "event look_first(player p): |\n  let k = first(contents(table))\n  look(k, p) if k is not none\n", False),
    ],
)  # fmt: skip
def test_secrets_are_followed_to_where_something_asks(more: str, tells: bool, pack_folder: Callable[..., Path]) -> None:
    more = more.replace("    ask(p9)", "    ask(next_seat(p9))").replace(
        "look(card what, player p9)", "look(card what, player p9)"
    )
    more = more.replace("look(k)", "look(k, p)")
    found = told(
        pack_folder,
        "ask(p)\n  look_first(p)" if "look_first" in more else "ask(p)",
        ASKING + WINDOW + more,
        "window: asked\n",
    )
    assert ("RW485" in found) is tells


@pytest.mark.parametrize(
    ("body", "tells"),
    [
        ("offer q or pass:\n    free(q)", False),
        ("offer (if p.bid > 2 then p else next_seat(p)) or pass always:\n    free(p)", True),
        ("let sure = choose yes or no by (if p is rich then p else next_seat(p))\n  free(p) if sure", True),
        ("let order = choose each k in contents(hand of p) where k.worth > 1 by p\n  drop(first(order)) if "
         "first(order) is not none", True),
        ("for each u in units where u.owner is p and p is rich chosen by p:\n    free(u.owner)", True),
        ("for each u in units where u.owner is p chosen by p:\n    free(u.owner)", False),
    ],
)  # fmt: skip
def test_whom_and_how_often_tells_too(body: str, tells: bool, pack_folder: Callable[..., Path]) -> None:
    found = told(pack_folder, "let q = next_seat(p)\n  free(q)\n  " + body)
    assert ("RW485" in found) is tells


def test_whom_a_window_asks_tells_too(pack_folder: Callable[..., Path]) -> None:
    more = ASKING + "window asked:\n  asks: all(q in players where q is rich)\n  always: yes\n"
    assert told(pack_folder, "heard(p)", more, "window: asked\n") == ["RW485"]


@pytest.mark.parametrize(
    ("source", "tells"), [("contents(table)", False), ("contents(deck)", True)],
)  # fmt: skip
def test_of_what_kind_a_thing_is_tells_of_that_thing_alone(
        source: str, tells: bool, pack_folder: Callable[..., Path]) -> None:
    more = "kind gem: {is: card}\ngem ruby: {worth: 2}\nevent dig(player p): create ruby for p into deck\n"
    more += f"value found_gems() gives set of gem: all(k in {source} where k is gem)\n"
    body = "dig(p)\n  offer p or pass:\n    drop(k) for k in found_gems()"
    assert (told(pack_folder, body, more) != []) is tells
    body = f"dig(p)\n  let k = choose one or none k in {source} where k is gem by p\n  drop(k) if k is not none"
    assert (told(pack_folder, body, more) != []) is tells


# -- RW606: what the answers tell who chooses --------------------------------------------------------------------------

OTHERS = [
    "let q = choose one or none q in players where q is rich by p always\n  free(q) if q is not none",
    "let n = choose one n in numbers(1, riches(next_seat(p))) by p always\n  free(p) if n > 1",
    "let n = riches(next_seat(p))\n  offer p or pass always:\n    free(p) for u in units where u.hp < n",
    "offer p or pass always:\n    limited(next_seat(p))",
    "offer p or pass always:\n    limited(q) for q in players",
    "offer p or pass always:\n    scored(riches(next_seat(p)))",
    "let u = choose one or none u in units where bidden(u.owner) by p always\n  free(u.owner) if u is not none",
    "let k = choose one or none k in cards where k.worth > 2 by p always\n  drop(k) if k is not none",
    "for each u in units where u.owner is rich chosen by p:\n    free(u.owner)",
    "let few = choose some u in units up to riches(next_seat(p)) by p always\n  free(p) if is_empty(few)",
    "let t = top(deck)\n  let q = choose one or none q in players where t is not none and t.worth > 1 by p always\n"
    "  free(q) if q is not none",
]
OWN = [
    "let q = choose one or none q in players where p is rich by p always\n  free(q) if q is not none",
    "let n = choose one n in numbers(1, most(1, riches(p))) by p always\n  free(p) if n > 1",
    "let n = riches(p)\n  offer p or pass always:\n    free(p) for u in units where u.hp < n",
    "offer p or pass always:\n    limited(p)",
    "offer p or pass always:\n    scored(riches(p))",
    "let u = choose one or none u in units where u.owner is p and bidden(u.owner) by p always\n"
    "  free(u.owner) if u is not none",
    "let k = choose one or none k in cards where k in hand of p and k.worth > 2 by p always\n"
    "  drop(k) if k is not none",
    "let k = choose one or none k in cards where k in table and k.worth > 2 by p always\n"
    "  show(k.owner) if k is not none",
    "let n = 0\n  for each k in contents(hand of p):\n    set n = n + k.worth\n  offer p or pass always:\n"
    "    free(p) for u in units where u.hp < n",
    "let q = choose one or none q in players where size(hand of q) > 2 by p\n  free(q) if q is not none",
    "let q = choose one or none q in players where standing(q) > 2 by p\n  free(q) if q is not none",
]
CHOOSING = "event scored(number n): {}\nvalue standing(player p) gives number: p.points + size(hand of p)\n"


@pytest.mark.parametrize("body", OTHERS)
def test_answers_that_tell_of_others_are_told(body: str, pack_folder: Callable[..., Path]) -> None:
    assert "RW606" in told(pack_folder, body, CHOOSING)


@pytest.mark.parametrize("body", OWN)
def test_answers_that_tell_who_chooses_of_their_own_are_fine(body: str, pack_folder: Callable[..., Path]) -> None:
    assert told(pack_folder, body, CHOOSING) == []


DEALT = """kind pawn: {placed: yes, printed: {worth: number from 0}}
pawn low: {worth: 1}
zone bag: {ordered: yes, seen_by: nobody, holds: pawn}
event dealt(player p): |
  create low for p into bag
  let w = top(bag)
  let c = first(everywhere)
  put w at c if w is not none and c is not none
"""


@pytest.mark.parametrize(
    ("where", "tells"),
    [
        ("u in pawns where u is placed and u.worth > 1", False),
        ("u in pawns where u.place in everywhere and u.worth > 1", False),
        ("u in pawns where u is placed and no c in everywhere where some v in pawns where v.worth > 1 and c is v.place",
         False),
        ("u in pawns where u.worth > 1", True),
        ("u in pawns where u.place is none and u.worth > 1", True),
        ("u in pawns where not u.place in everywhere and u.worth > 1", True),
        ("u in pawns where u.place is not none and u.place is not first(everywhere) and u.worth > 1", True),
    ],
)
def test_what_stands_on_the_board_is_known(where: str, tells: bool, pack_folder: Callable[..., Path]) -> None:
    body = f"let c = choose one or none u in units by p always\n  offer p or pass always:\n    free(p) for {where}"
    assert told(pack_folder, body, CHOOSING + DEALT) == ["RW606"] * tells


@pytest.mark.parametrize(
    ("reaction", "tells"),
    [
        ("  after: free\n  may: free(self.owner)", False),
        ("  after: free where who is self.owner and riches(self.owner) > 2\n  may: free(self.owner)", False),
        ("  after: free where riches(who) > 2\n  may: free(self.owner)", True),
        ("  after: free\n  by: next_seat(self.owner)\n  may: free(self.owner)", True),
        ("  after: free\n  may: limited(next_seat(self.owner))", True),
    ],
)
def test_what_a_window_offers_tells_too(reaction: str, tells: bool, pack_folder: Callable[..., Path]) -> None:
    more = f"card trick:\n  worth: 2\n  active: self in hand of self.owner\n{reaction}\n{WINDOW}  always: yes\n"
    assert told(pack_folder, "free(p)", more, "window: asked\n") == ["RW606"] * tells


COMMON = """kind charm: {owned: no, state: {kept_by: player or none}, active: "self.kept_by is not none and %s"}
zone satchel(player owner): {seen_by: owner, holds: charm}
zone bag: {ordered: yes, seen_by: nobody, holds: charm}
event keep(charm what, player who): |
  set what.kept_by = who
  put what into satchel of who
event deal(player who): |
  create trinket into bag
  let k = top(bag)
  keep(k, who) if k is not none
charm trinket:
  after: free
  when: self.kept_by is not none
  by: %s
  may: deal(who)
"""


@pytest.mark.parametrize(
    ("lies", "by", "tells"),
    [
        ("self in satchel of self.kept_by", "self.kept_by", False),
        ("self in satchel of self.kept_by", "next_seat(self.kept_by)", True),
        ("self in satchel of next_seat(self.kept_by)", "self.kept_by", True),
        ("some p in players where self in satchel of p", "self.kept_by", True),
        ("self in bag", "self.kept_by", True),
    ],
)
def test_a_card_of_a_common_deck_is_seen_by_whoever_holds_it(
    lies: str, by: str, tells: bool, pack_folder: Callable[..., Path]
) -> None:  # fmt: skip
    more = COMMON % (lies, by) + WINDOW + "  always: yes\n"
    assert told(pack_folder, "free(p)", more, "window: asked\n") == ["RW606"] * tells


def test_one_player_alone_keeps_no_secrets_from_others(pack_folder: Callable[..., Path]) -> None:
    body = TELLS[1].replace("free(p) for", "gone(p) for")
    assert told(pack_folder, body, manifest="players: 1\n") == []
    assert told(pack_folder, DECIDED[13].replace("%%", ASKS[0].replace("%", "    ")), manifest="players: 1\n") == [
        "RW485"
    ]


AT = "rule heard:\n  for: self in players\n  at: act.judged where who is self\n  {}\n"
MOMENT = "event act(player who): |\n  free(who)\n  {}\n"


@pytest.mark.parametrize(("way", "tells"), [
    ("moment judged if who is rich", True),
    ("if who is rich:\n    moment judged", True),
    ("finish if who is rich\n  moment judged", True),
    ("moment judged if who.points > 2", False),
    ("moment judged", False),
])  # fmt: skip
@pytest.mark.parametrize(
    "answer", ["may: free(self)", "do: |\n    let sure = choose yes or no by self\n    free(self) if sure"]
)
def test_a_moment_that_a_secret_leads_to_asks(
    way: str, tells: bool, answer: str, pack_folder: Callable[..., Path]
) -> None:  # fmt: skip
    more = MOMENT.format(way) + AT.format(answer) + WINDOW + "  always: yes\n"
    assert told(pack_folder, "act(p)", more, "window: asked\n") == (["RW485"] if tells else [])


COUNTING = [
    "let q = choose one or none q in players where now > 20 by p\n  free(q) if q is not none",
    "offer p or pass:\n    free(p) for n in numbers(1, 2) where began(event) > n",
    "if age() > 20:\n    let sure = choose yes or no by p\n    free(p) if sure",
]

@pytest.mark.parametrize("body", COUNTING)
@pytest.mark.parametrize("unseen", [True, False])
def test_what_counts_events_tells_of_those_that_happen_unseen(
    body: str, unseen: bool, pack_folder: Callable[..., Path]
) -> None:  # fmt: skip
    more = "value age() gives number: now\nevent sigh(player who): set who.bid = who.bid + 1\n"
    more += "rule sighs:\n  for: self in players\n  after: free\n  do: sigh(self)"
    more += " if self is rich\n" if unseen else "\n"
    open_hearted = BASE.replace("  limited(p)\n", "").replace(" if first(cards) is not none", "")
    open_hearted = open_hearted.replace("  drop(first(cards))", "  for each k in contents(table):\n    drop(k)")
    found = told(pack_folder, body, more, base=open_hearted)
    assert bool(found) == unseen and set(found) <= {"RW485", "RW606"}


def test_how_much_happens_unseen_can_be_revealed_by_nobody(pack_folder: Callable[..., Path]) -> None:
    text = """\
kind player: {state: {bid: number, seen: number}, secret: {bid: owner}}
event sigh(player who): set who.bid = who.bid + 1
event game: |
  for each p in players:
    sigh(p) if p.bid > 2
    let q = choose one or none q in players where q.seen < now by p always
    sigh(q) if q is not none
"""
    found = check_pack(pack_folder({"pack.yaml": "pack: told\nstart: game\n", "a.yaml": text}))
    told = next(one for one in found.diagnostics if one.code == "RW606")
    assert told.message == "the answers reveal how much happens unseen, which is known to no player"
    assert told.hint == "count what every player may know in a field of the match"
