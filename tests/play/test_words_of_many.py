"""Words for very many or very large things: crowds, sets of thousands, events that hold events that hold events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.clock import at_most

from rulewright.pipeline import load_program
from rulewright.play import labels
from rulewright.play.alike import still
from rulewright.play.entries import Began
from rulewright.play.keys import Keys
from rulewright.play.words import Words
from rulewright.session import Game, link_program
from rulewright.shapes import EVENT, FIELDS
from rulewright_tools.playing.match import Match
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.telling import Teller

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: sample\nlanguage: 2\nstart: game\nboard: square\nplayers: 2\n"
CROWD = (
    "kind unit: {placed: yes}\nunit pawn: {}\nunit rook: {}\nmap field:\n  rows: |\n    ....\nevent told(unit u): {}\n"
    "event game: |\n  lay(field)\n  for each p in players:\n    repeat up to 6000:\n      create pawn for p\n"
    "    create rook for p\n  for each u in units:\n    told(u)\n  let p = first(players)\n  finish if p is none\n"
    "  let u = choose one u in units by p\n  told(u)\n"
)
SETS = (
    "kind match: {state: {s: set of number starts none}}\nevent told(set of number s): {}\n"
    "event game: |\n  set match.s = all(a * 1000 + b for a in numbers(1, 19), b in numbers(1, 1000))\n"
    "  repeat up to 900:\n    told(match.s)\n"
)
_SECONDS = 4.0


def match_of(pack_folder: Write, text: str) -> Match:
    program = load_program(pack_folder({"pack.yaml": MANIFEST, "a.yaml": text}))
    assert program is not None
    return Match(Game.new(link_program(program), seed=1), ("human", "human"), 1, {})


def test_a_crowd_is_named_soon(pack_folder: Write) -> None:
    match = match_of(pack_folder, CROWD)
    with at_most(_SECONDS, "the names"):
        options = match.options(Sight(0))
        lines = Teller(match.state, Sight(0)).lines(match.state, match.game.trace)
        question = match.game.question()
    assert len(options) == len(set(options)) == 12_002
    assert options[5_999:6_002] == ("pawn 6000 of player 1", "rook of player 1", "pawn 1 of player 2")
    assert len(lines) == 1_001 and question is not None and question.options == options


@pytest.mark.parametrize("zone", ["", "hidden"])
def test_names_are_the_same_where_the_match_stands_still(pack_folder: Write, zone: str) -> None:
    """Those of things that only some players know too."""
    text = CROWD.replace("6000", "6").replace("event told", "zone pool(player owner): {seen_by: owner}\nevent told")
    if zone:
        text = text.replace("    create rook for p\n", "    create rook for p\n    create pawn for p into pool of p\n")
    m = match_of(pack_folder, text).state
    things = range(1, len(m.sheet))
    alone = [labels.entity(m, e) for e in things]
    with still(m):
        assert [labels.entity(m, e) for e in things] == alone
        with still(m):
            assert [labels.entity(m, e) for e in reversed(things)] == alone[::-1]
    assert len(set(alone)) == len(alone) - (2 if zone else 0) or zone


def test_a_large_set_is_told_in_part(pack_folder: Write) -> None:
    with at_most(_SECONDS, "the match"):
        match = match_of(pack_folder, SETS)
        lines = Teller(match.state, Sight(None)).lines(match.state, match.game.trace)
    assert len(lines) == 900
    told = labels.value(match.state, match.state.c0_s[0], ("set", "", (("number", "", ()),)))  # type: ignore[attr-defined]
    assert told.startswith("1001, 1002, ") and told.endswith("1100, .. +18900")


def test_runs_in_runs_in_runs_are_told_by_name(pack_folder: Write) -> None:
    deep = 40
    text = "event e0: {}\n" + "".join(f"event e{i}(e{i - 1} a, e{i - 1} b): {{}}\n" for i in range(1, deep))
    text += "event game: |\n  let r0 = e0()\n"
    text += "".join(f"  let r{i} = e{i}(r{i - 1}, r{i - 1})\n" for i in range(1, deep))
    with at_most(_SECONDS, "the match"):
        match = match_of(pack_folder, text)
        for viewer in (None, 0):
            lines = Teller(match.state, Sight(viewer)).lines(match.state, match.game.trace)
            assert lines[-1].words == "e39: a e38(e37(e36, e36), e37(e36, e36)), b e38(e37(e36, e36), e37(e36, e36))"
            assert len(lines) == deep
        last = next(one.record for one in reversed(match.game.trace) if isinstance(one, Began))
        short = "e39(e38(e37(..), e37(..)), e38(e37(..), e37(..)))"
        for words in (Words(match.state, {}), Keys(match.state)):
            assert words.call(last[EVENT], last[FIELDS:]) == short
    assert match.game.problem is None
