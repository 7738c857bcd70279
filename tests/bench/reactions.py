"""Rows about what stands by: reactions and modifiers in play that an event does not concern, and what those cost that
it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench.play import small
from tests.bench.timing import Row, exponent, ratio, turn_about

from rulewright.play import setup
from rulewright.play.bounds import refill
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.state import State

SIZES = (100, 1000, 10_000)
_CALLS = 20_000

_GAME = """
kind piece:
  owned: no
  printed: {worth: number starts 0}
  state: {hits: number}
piece pawn: {}
event begin gives number found: |
  let a = create pawn
  fill_all()
  struck(a)
  gives_mark(a)
  loses_mark(a)
  set found = a.hits + strength(a)
value strength(piece who) gives number:
  start: who.worth
  steps: {more: total}
value other(piece who) gives number:
  start: strength(who)
  steps: {more: total}
event struck(piece target): |
  set target.hits = target.hits + 1
event weighed(piece target): |
  set target.hits = target.hits + strength(target)
event noted(piece target): |
  set target.hits = target.hits + 2
status marked:
  of: piece
  after: struck where target is self
  do: noted(self)
event gives_mark(piece target): |
  give marked to target
event loses_mark(piece target): |
  end marked of target
"""


def _filled(sheet: Callable[[int], str], count: int) -> str:
    """So many sheets, and one entity of each in play when the match begins. A text has a limit of length."""
    parts = [_GAME]
    firsts = range(0, count, 100)
    for first in firsts:
        numbers = range(first, min(first + 100, count))
        parts += [sheet(i) for i in numbers]
        parts.append(f"event fill_{first}: |\n" + "".join(f"  create idle_{i}\n" for i in numbers))
    calls = "".join(f"  fill_{first}()\n" for first in firsts)
    return "\n".join([*parts, f"event fill_all: |\n{calls or '  finish'}\n"])


def _begun(text: str) -> tuple[Linked, State]:
    p = small(text)
    m = setup.empty(p, 2, Chance(1), ())
    setup.start(m, p.program.start)
    return p, m


def _event(p: Linked, m: State, name: str) -> Callable[[], None]:
    """Many of one event happening to the first piece."""
    happen = p.plain[next(i for i, e in enumerate(p.program.events) if e.id == name)]

    def run(happen: Any = happen, m: State = m) -> None:
        refill(m)  # each run is a decision of its own
        for _ in range(_CALLS):
            happen(m, 1, 0)

    return run


def _growth(row: str, what: str, sheet: Callable[[int], str], event: str, floor: float, rounds: int) -> Row:
    runs = []
    for size in SIZES:
        p, m = _begun(_filled(sheet, size))
        assert len(m.sheet) - 2 == size, "one piece of each sheet, the pawn, and nobody"
        runs.append(_event(p, m, event))
    times = [min(each) for each in turn_about(runs, rounds)]
    return Row(
        row,
        f"an event against {what} in play: growth exponent",
        exponent(SIZES, times),
        floor,
        0.1,
        unit="",
        details={"sizes": list(SIZES), "us an event": [round(t / _CALLS * 1e6, 3) for t in times]},
    )


def held(rounds: int) -> Row:
    """Reactions of other pieces in play to the very event, by owner."""
    return _growth(
        "D2p",
        "reactions that other pieces hold",
        lambda i: f"piece idle_{i}:\n  worth: {i % 9 + 1}\n  after: struck where target is self\n  do: noted(self)\n",
        "struck",
        0.2,
        rounds,
    )


def standing(rounds: int) -> Row:
    """Modifiers in play of a value that the event asks for of somebody else, and of one that it does not ask for."""
    return _growth(
        "D3",
        "standing modifiers of values that nobody asks for",
        lambda i: f"piece idle_{i}:\n  worth: {i % 9 + 1}\n  modify: other.more is {i % 7 + 1} when who is not self\n",
        "weighed",
        0.3,
        rounds,
    )


_THREE = "".join(f"rule echo_{i}:\n  after: struck\n  do: noted(target)\n" for i in range(3))


class _Piece:
    __slots__ = ("hits",)

    def __init__(self) -> None:
        self.hits = 0


def matching(rounds: int) -> Row:
    """An event with three reactions that answer it against a dictionary of lists of functions."""
    p, m = _begun(_filled(str, 0) + _THREE)
    piece = _Piece()

    def noted(target: _Piece) -> None:
        target.hits += 2

    def answer(event: dict[str, Any]) -> None:
        if event["target"] is not None:
            noted(event["target"])

    def struck(event: dict[str, Any]) -> None:
        event["target"].hits += 1

    heard: dict[str, list[Callable[[dict[str, Any]], None]]] = {"struck": [struck, answer, answer, answer]}

    def theirs() -> None:
        for _ in range(_CALLS):
            event: dict[str, Any] = {"kind": "struck", "target": piece}
            for one in heard.get(event["kind"], ()):
                one(event)

    mine, yard = turn_about([_event(p, m, "struck"), theirs], rounds)
    best, median = ratio(mine, yard)
    return Row(
        "D1",
        "an event with three reactions that answer it, against a dictionary of lists of functions",
        best,
        5.0,
        2.0,
        details={
            "median": round(median, 3),
            "us": round(min(mine) / _CALLS * 1e6, 3),
            "dictionary us": round(min(yard) / _CALLS * 1e6, 3),
        },
    )


def registering(rounds: int) -> Row:
    """A status that brings a reaction, given and ended, against a function in a dictionary by event and piece."""
    p, m = _begun(_filled(str, 0))
    gives, loses = (next(i for i, e in enumerate(p.program.events) if e.id == n) for n in ("gives_mark", "loses_mark"))
    give, lose = p.plain[gives], p.plain[loses]
    piece = _Piece()
    heard: dict[tuple[str, int], list[Callable[[], None]]] = {}

    def ours() -> None:
        refill(m)
        for _ in range(_CALLS):
            give(m, 1, 0)
            lose(m, 1, 0)

    def theirs() -> None:
        for _ in range(_CALLS):
            key = ("struck", id(piece))
            answer: Callable[[], None] = lambda: None  # noqa: E731
            heard.setdefault(key, []).append(answer)
            answers = heard[key]
            answers.remove(answer)
            if not answers:
                del heard[key]

    mine, yard = turn_about([ours, theirs], rounds)
    best, median = ratio(mine, yard)
    return Row(
        "D4",
        "a status with a reaction given and ended, against a function put into a dictionary and taken out",
        best,
        20.0,
        5.0,
        details={
            "median": round(median, 3),
            "us": round(min(mine) / _CALLS / 2 * 1e6, 3),
            "dictionary us": round(min(yard) / _CALLS / 2 * 1e6, 3),
        },
    )


_CROWD = """
kind piece:
  placed: yes
  owned: no
  printed: {max_hp: number}
  state: {hp: number starts self.max_hp, marked: yes_no}
piece pawn: {max_hp: 20}
map field:
  rows: |
"""
_CROWD_RULES = """
permission worn(piece target, cells reach): target.hp * 2 <= target.max_hp and reach <= 5 cells and not target.marked
event begin gives number found: |
  lay(field)
  let left = LEFT
  for each c in everywhere:
    create pawn at c if left > 0
    set left = left - 1
  set found = count(x in pieces where worn(x, 3 cells))
"""


def crowded(rounds: int) -> Row:
    """A condition of one piece among a thousand against the same among two."""
    runs: list[Callable[[], object]] = []
    for count in (2, 1000):
        rows = "".join("    " + "." * 40 + "\n" for _ in range(25))
        p, m = _begun(_CROWD + rows + _CROWD_RULES.replace("LEFT", str(count)))
        assert len(m.sheet) - 1 == count

        def run(worn: Any = p.names["P0_worn"], m: State = m) -> None:
            refill(m)
            for _ in range(_CALLS):
                worn(m, 1, 3)

        runs.append(run)
    two, many = turn_about(runs, rounds)
    best, median = ratio(many, two)
    return Row(
        "E4",
        "a condition with 1,000 pieces on the board against the same with 2",
        best,
        1.1,
        1.0,
        details={"median": round(median, 3)},
    )
