"""Long lists of one definition: each is read or reported at once, however long, and nothing recurs too deep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.clock import at_most
from tests.play.playing import compiled

from rulewright.limits import MOST_BRANCHES, MOST_ENTRIES, MOST_REACTIONS, MOST_ROWS
from rulewright.play import why
from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MATCH = "kind match: {state: {n: number}}\nvalue told() gives number: match.n\n"
_SECONDS = 10.0  # the longest take two


def decide(count: int) -> str:
    rows = "".join(f"    - {i} if a is {i}\n" for i in range(count - 1))
    return f"{MATCH}value v(number a) gives number:\n  decide:\n{rows}    - 7\nevent game: set match.n = v(0 - 1)\n"


def branches(count: int) -> str:
    """Each as short as it can be: all of them stand in one text."""
    others = " else if a:\n  b()\n" * (count - 1)
    return (f"{MATCH}event b: {{}}\nevent g(yes_no a): |\n if a:\n  b()\n{others} else:\n  set match.n = 7\n"
            "event game: g(false)\n")  # fmt: skip


def sentences(count: int) -> str:
    own = "".join(f"    - v.s is {i} when a is {i}\n" for i in range(count - 1))
    return (f"{MATCH}value v(number a) gives number:\n  start: a\n  steps: {{s: total}}\nrule r:\n  modify:\n{own}"
            "    - v.s is 4 when a is 3\nevent game: set match.n = v(3) - 3\n")  # fmt: skip


def verdicts(count: int) -> str:
    own = "".join(f"    - forbid v when a is {i}\n" for i in range(count))
    return f"{MATCH}permission v(number a): a > 0\nrule r:\n  modify:\n{own}event game: set match.n = 7 if not v(3)\n"


def steps(count: int) -> str:
    all_ = "".join(f"    s{i}: total then so_far + it\n" for i in range(count))
    return (f"{MATCH}value v(number a) gives number:\n  start: a\n  steps:\n{all_}rule r: {{modify: v.s0 is 4}}\n"
            "event game: set match.n = v(3)\n")  # fmt: skip


def conditions(count: int) -> str:
    all_ = "".join(f"    c{i}: a > {i}\n" for i in range(count))
    return f"{MATCH}event game: g({count})\nevent g(number a):\n  legal:\n{all_}  do: set match.n = 7\n"


def reactions(count: int) -> str:
    own = "    - {after: ping, do: mark(1)}\n" * (count - 1)
    return (f"{MATCH}event ping: {{}}\nevent mark(number a): set match.n = a\n"
            f"rule r:\n  react:\n{own}    - {{after: ping, do: mark(7)}}\n"
            "event game: ping()\n")  # fmt: skip


def offers(count: int) -> str:
    """As long as the characters of one text allow."""
    lines = "    b()\n" * min(count, 2_000)
    return (f"{MATCH}event b: {{}}\nevent game: |\n  set match.n = 7\n  let p = first(players)\n  finish if p is none\n"
            f"  offer p:\n{lines}")  # fmt: skip


LISTS: dict[str, tuple[Callable[[int], str], int]] = {
    "rows": (decide, MOST_ROWS),
    "sentences": (sentences, MOST_ENTRIES),
    "verdicts": (verdicts, MOST_ENTRIES),
    "steps": (steps, MOST_ENTRIES),
    "conditions": (conditions, MOST_ENTRIES),
    "reactions": (reactions, MOST_REACTIONS),
    "branches": (branches, MOST_BRANCHES),
}


def refused(pack_folder: Write, text: str) -> list[tuple[str, str]]:
    with at_most(_SECONDS):
        _, out = compiled(pack_folder({"pack.yaml": "pack: long\nstart: game\nplayers: 2\n", "all.yaml": text}))
    return [(one.code, one.message) for one in out.errors]


def played(pack_folder: Write, text: str, frames: bool = False) -> int:
    folder = pack_folder({"pack.yaml": "pack: long\nstart: game\nplayers: 2\n", "all.yaml": text})
    program, out = compiled(folder, frames)
    assert program is not None, [(one.code, one.message) for one in out.errors]
    game = Game.new(Linked(program), seed=0)
    assert game.problem is None
    told: int = why.breakdown(game.state, "value told", ()).result
    return told


@pytest.mark.parametrize("frames", [False, True])
@pytest.mark.parametrize("what", LISTS)
def test_the_longest_list_that_may_be_is_compiled_and_played(pack_folder: Write, what: str, frames: bool) -> None:
    make, most = LISTS[what]
    assert played(pack_folder, make(most), frames) == 7


@pytest.mark.parametrize("what", [one for one in LISTS if one != "branches"])
def test_a_list_that_is_longer_is_reported_alone(pack_folder: Write, what: str) -> None:
    make, most = LISTS[what]
    for count in (most + 1, 20_000):
        (code, message), *others = refused(pack_folder, make(count))
        assert (code, message.partition(" ")[0], message.rpartition(" ")[2]) == ("RW615", str(count), str(most))
        assert others == []


def test_more_branches_are_reported(pack_folder: Write) -> None:
    for count in (MOST_BRANCHES + 1, 1_000):
        (code, message), *others = refused(pack_folder, branches(count))
        assert (code, message) == ("RW316", f"{count} branches of one 'if', more than {MOST_BRANCHES}")
        assert others == []
    assert [code for code, _ in refused(pack_folder, branches(20_000))] == ["RW316"]  # too many characters


@pytest.mark.parametrize("count", [300, 1_000, 20_000])
def test_the_lines_of_an_offer_are_many(pack_folder: Write, count: int) -> None:
    assert played(pack_folder, offers(count)) == 7
