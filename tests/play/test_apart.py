"""Answers that would read the same are told apart by owner, by where things lie, and by number, as far as whoever is
asked may know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.embedding.question import question_of
from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[..., Path]
PACK = """
kind card: {{state: {{marked: yes_no}}, parts: {{edges: brim}}}}
kind brim: {{part_of: card, printed: {{sharp: number starts 1}}}}
card calf: {{edges: {{one: {{}}}}}}
card crow: {{}}
zone field(player owner): {{seen_by: all, holds: card}}
zone hand(player owner): {{seen_by: owner, holds: card}}
zone pile(player owner): {{ordered: yes, seen_by: all, holds: card}}
zone deck(player owner): {{ordered: yes, seen_by: nobody, holds: card}}
event mark(card what): set what.marked = true
event use(card what, brim which): mark(what) if which.sharp > 0
event game: |
  let p = first(players)
  finish if p is none
  let q = next_seat(p)
{}
"""


def asked(write: Write, *lines: str) -> tuple[str, ...]:
    """The answers to the first question, which have to be the same for programs."""
    text = PACK.format("\n".join(f"  {line}" for line in lines))
    found = check_pack(write({"pack.yaml": "pack: apart\nstart: game\n", "a.yaml": text}))
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    game = Game.new(Linked(found.program), seed=1)
    question, d = game.question(), game.decision
    assert question is not None and d is not None
    assert tuple(one.label for one in question_of(game.state, d, "en").options) == question.options
    return question.options


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (("calf for p into field of p", "crow for p into field of p"), ("calf", "crow")),
        (("calf for p into field of p", "calf for q into field of p"), ("calf of player 1", "calf of player 2")),
        (
            ("calf for p into field of p", "calf for p into pile of p"),
            ("calf (field of player 1)", "calf (pile of player 1)"),
        ),
        (
            ("calf for p into field of p", "crow for p into field of p", "calf for p into field of p"),
            ("calf 1", "crow", "calf 2"),
        ),
        # The first is on top.
        (("calf for p into pile of p", "calf for p into pile of p"), ("calf 1", "calf 2")),
        (
            ("calf for p into hand of p", "calf for q into hand of p", "calf for q into hand of p"),
            ("calf of player 1", "calf 1 of player 2", "calf 2 of player 2"),
        ),
        # What the others hold reads as it did, and so does a deck.
        (("calf for p into hand of q", "calf for p into hand of q"), ("hidden card", "hidden card")),
        (("calf", "calf"), ("calf 1", "calf 2")),
    ],
)
def test_what_lies_in_zones_is_told_apart(made: tuple[str, ...], told: tuple[str, ...], pack_folder: Write) -> None:
    lines = [f"let k{i} = create {one if ' ' in one else one + ' for p'}" for i, one in enumerate(made)]
    assert asked(pack_folder, *lines, "let c = choose one c in cards by p", "mark(c)") == told


def test_where_things_lie_in_a_hidden_order_is_not_told(pack_folder: Write) -> None:
    lines = ("let a = create calf for p into deck of p", "let b = create calf for p into deck of p", "reveal(a, p)",
             "reveal(b, p)", "let c = choose one c in cards by p", "mark(c)")  # fmt: skip
    assert asked(pack_folder, *lines) == ("calf", "calf")


def test_parts_and_calls_are_told_apart(pack_folder: Write) -> None:
    lines = ("let a = create calf for p into field of p", "let b = create calf for p into field of p",
             "offer p or pass:", "  use(a, r) for r in a.edges", "  use(a, r) for r in b.edges",
             "  use(b, r) for r in b.edges")  # fmt: skip
    one, two = "one (calf 1)", "one (calf 2)"
    assert asked(pack_folder, *lines) == (f"use(calf 1, {one})", f"use(calf 1, {two})", f"use(calf 2, {two})", "pass")


def test_reactions_are_told_apart_by_what_they_are_for(pack_folder: Write) -> None:
    more = ("let a = create calf for p into field of p", "let b = create calf for p into field of p", "hit(p)")
    rule = ("event hit(player who):\n  arbiter: who\n  do: finish\n"
            "rule each_of_them:\n  after: hit\n  each: c in cards\n  do: mark(c)")  # fmt: skip
    game = PACK.format("\n".join(f"  {line}" for line in more)) + rule + "\n"
    found = check_pack(pack_folder({"pack.yaml": "pack: apart\nstart: game\n", "a.yaml": game}))
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    question = Game.new(Linked(found.program), seed=1).question()
    assert question is not None and question.options == ("each of them (calf 1)", "each of them (calf 2)")


def test_reactions_of_one_definition_go_by_their_order_there(pack_folder: Write) -> None:
    """And programs are told what each is there for."""
    rule = ("window asked: {asks: players}\nevent hit(player who): finish\nevent rub(card what): finish\n"
            "rule both:\n  react:\n    - {before: hit, by: who, each: c in cards, may: mark(c)}\n"
            "    - {before: hit, by: who, each: c in cards, may: rub(c)}")  # fmt: skip
    game = PACK.format("  let a = create calf for p into field of p\n  hit(p)") + rule + "\n"
    manifest = "pack: apart\nstart: game\nwindow: asked\n"
    found = check_pack(pack_folder({"pack.yaml": manifest, "a.yaml": game}))
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    match = Game.new(Linked(found.program), seed=1)
    question, d = match.question(), match.decision
    assert question is not None and d is not None
    assert question.options == ("both (calf) 1", "both (calf) 2", "pass")
    options = question_of(match.state, d, "en").options
    assert [one.values.get("each") for one in options] == ["field:0#1", "field:0#1", None]
    assert [one.entities for one in options] == [("field:0#1",), ("field:0#1",), ()]


def test_a_reaction_that_reads_like_passing_is_asked(pack_folder: Write) -> None:
    rule = ("window asked: {asks: players}\nevent hit(player who): finish\n"
            "rule hold: {before: hit, by: who, title: pass, may: hit(who)}")  # fmt: skip
    manifest = "pack: apart\nstart: game\nwindow: asked\n"
    found = check_pack(pack_folder({"pack.yaml": manifest, "a.yaml": PACK.format("  hit(p)") + rule + "\n"}))
    assert found.program is not None, [one.message for one in found.diagnostics.errors]
    question = Game.new(Linked(found.program), seed=1).question()
    assert question is not None and question.options == ("pass", "pass")
