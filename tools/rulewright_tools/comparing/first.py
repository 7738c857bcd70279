"""Replays matches of one pack from their answers in another, up to the first difference, and finds the line of the
content that caused it.

Separate because causes are looked for only where something differs: the one answer before the difference is played
again in both packs, and every line of the content that runs meanwhile is recorded. Of the differences between the two
packs, only those that ran, or printed fields of something in play that were read, can be the cause.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Final

from rulewright import Span
from rulewright.gc_pause import paused_collector
from rulewright.play.load import Linked
from rulewright.session import Game, Refused
from rulewright.stack.compare import Difference
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import begin, kept_of
from rulewright_tools.playing.replay import first_difference
from rulewright_tools.playing.settings import WrongSetting

_GENERATED: Final = "<pack "  # start of the file name of generated modules
_MODULE: Final = "<module>"  # code that creates functions without calling them
_COLUMN: Final = re.compile(r"c\d+_(\w+)")
_FUNCTION: Final = re.compile(r"[A-Za-z]\d+_(\w+)")
_THING: Final = re.compile(r"(\w+)#\d")
_WORD: Final = re.compile(r"\w+")
_NUMBER: Final = re.compile(r"(?<![\w#])\d+")


@dataclass(frozen=True, slots=True)
class Cause:
    """A difference between the packs that took part where a match first differed, and its line that ran, or that says
    what was read. `is_old`: the line is in the old pack."""

    difference: Difference
    span: Span
    is_old: bool = False


@dataclass(frozen=True, slots=True)
class Astray:
    """Where a match differs: the number of answers before, a description, and the possible causes, the likeliest first.
    """

    seed: int
    answers: int
    told: tuple[str, ...]
    causes: tuple[Cause, ...]


def replayed(
    old: Linked, new: Linked, seed: int, bots: tuple[str, ...], given: dict[str, Any], found: Sequence[Difference]
) -> Astray | None:
    """Returns the first difference of one match of bots; None if the other pack leads to the same match."""
    seats = old.program.players[0]
    kinds = tuple(bots[seat % len(bots)] for seat in range(seats))
    match = Match(Game.new(old, seats, seed, given), kinds, seed, given, "en")
    while match.game.decision is not None and match.game.steps <= old.match_steps:
        match.bot_answer()
    kept = kept_of(match, old.program.id)
    try:
        other = begin(kept, new)
        difference = first_difference(kept, other)
    except (Refused, WrongSetting) as wrong:
        return Astray(seed, 0, (str(wrong),), ())
    # If only the end or the final state differs, anything that ran before may be the cause.
    is_end = difference is None or difference.kind == "stands otherwise"
    told: Sequence[str]
    if difference is not None:
        told = difference.lines
    else:
        was, now = _end(match.game), _end(other.game)
        if was == now:
            return None
        told = ["the answers and events are the same, and the end is not:", f"  it was  {was}", f"  it is   {now}"]
    count = len(other.story)
    ran = (_ran(lambda: Game.new(old, seats, seed, given), match.game.answers[:count], is_end),
           _ran(lambda: begin(kept, new).game, other.game.answers[:count], is_end))  # fmt: skip
    words = " ".join((*told, *(one.key for one in match.story[max(count - 1, 0) : count + 1])))
    named, numbers = set(_THING.findall(words)), set(_NUMBER.findall(" ".join(told[1:])))
    return Astray(seed, count, tuple(told), tuple(_causes(found, ran, named, numbers)))


def _end(game: Game) -> str:
    """Returns how a match ended."""
    if game.problem is not None:
        return game.problem.what
    if not game.over:
        return "not over"
    return "won by " + (", ".join(f"player {seat + 1}" for seat in game.winners or ()) or "no player")


# -- what ran ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Ran:
    """What ran while an answer was played: lines of content (file, line), generated functions by the ids in their
    names, fields that their code reads; and the sheets of all things in the match."""

    lines: set[tuple[str, int]] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    sheets: set[str] = field(default_factory=set)


def _ran(new: Callable[[], Game], answers: Sequence[int], always: bool) -> Ran:
    """Returns what ran after the last of some answers, or before the first question if there are none; with `always`
    everything that ran."""
    made = Ran()
    if always or not answers:
        with _noting(made) as numbers:
            game = new()
            for index in answers:
                game.answer(index)
    else:
        game = new()
        for index in answers[:-1]:
            game.answer(index)
        with _noting(made) as numbers:
            game.answer(answers[-1])
    places = game.linked.program.lines
    made.lines = {places[number - 1][:2] for number in numbers if 0 < number <= len(places)}
    made.sheets = {game.linked.program.sheets[sheet].id for sheet in game.state.sheet if sheet >= 0}
    return made


@contextmanager
def _noting(made: Ran) -> Iterator[set[int]]:
    """Inside, records the lines of generated code that run, and what it calls and reads."""
    numbers: set[int] = set()
    seen: set[int] = set()

    def hear(frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(_GENERATED) or code.co_name == _MODULE:
            return None
        if id(code) not in seen:
            seen.add(id(code))
            named = _FUNCTION.fullmatch(code.co_name)
            made.called |= {named[1]} if named is not None else set()
            made.read |= {found[1] for found in map(_COLUMN.fullmatch, code.co_names) if found is not None}
        numbers.add(frame.f_lineno)
        return hear

    before = sys.gettrace()
    # Suspended code of a match that is no longer used is closed by the garbage collector, which counts as running.
    with paused_collector():
        sys.settrace(hear)
        try:
            yield numbers
        finally:
            sys.settrace(before)


# -- which of it differs -----------------------------------------------------------------------------------------------


def _causes(
    found: Sequence[Difference], ran: tuple[Ran, Ran], named: set[str], numbers: set[str]
) -> list[Cause]:  # fmt: skip
    """Returns the differences that took part, the likeliest first: lines that ran; then printed fields that were read
    and whose old and new number are both in the first difference; then such fields of things that it names, and
    modifiers of values and permissions that were evaluated, which have no lines of their own; then fields of others in
    play; then whatever else was evaluated."""
    ranked: list[tuple[int, Cause]] = []
    for one in found:
        line, before = _line(one.now, ran[1]), _line(one.was, ran[0])
        name = one.definition.partition(" ")[2]
        last = one.path.rpartition(".")[2]
        if line is not None or before is not None:
            # A field that differs is shown where it is now; only a removed one where it was.
            is_old = line is None and one.now is None
            ranked.append((0, Cause(one, line or (before if is_old and before is not None else one.span), is_old)))
        elif one.path and any(last in each.read and name in each.sheets for each in ran):
            told = {*_NUMBER.findall(one.before), *_NUMBER.findall(one.after)}
            rank = 1 if len(told) == 2 and told <= numbers else 2 if name in named else 3
            ranked.append((rank, Cause(one, one.span)))
        elif _modifies(one, ran[0].called | ran[1].called):
            ranked.append((2, Cause(one, one.span)))
        elif name in ran[0].called | ran[1].called:
            ranked.append((4, Cause(one, one.span)))
    ranked.sort(key=lambda each: each[0])
    return [cause for _, cause in ranked]


def _modifies(one: Difference, called: set[str]) -> bool:
    """Returns whether modifiers that differ are about something that was evaluated."""
    texts = [extent.text for extent in (one.was, one.now) if extent is not None]
    is_sentence = one.path.partition(".")[0] == "modify" or (not one.path and any("modify:" in text for text in texts))
    return is_sentence and any(word in called for text in texts for word in _WORD.findall(text))


def _line(extent: Span | None, ran: Ran) -> Span | None:
    """Returns the first line of an extent that ran."""
    if extent is None:
        return None
    source = extent.source
    for line in range(extent.first.line, extent.last.line + 1):
        if (source.name, line) in ran.lines:
            start = source.line_starts[line - 1]
            text = source.line(line)
            indent = len(text) - len(text.lstrip())
            return source.span(start + indent, start + len(text.rstrip()))
    return None
