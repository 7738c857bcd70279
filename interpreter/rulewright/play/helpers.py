"""Small functions that generated code calls by name: sets, dice, questions, blocks of sheets.

Separate because these names, with those of board, pieces, statuses and events, are the whole vocabulary of the
generated module: `load` passes these functions to it and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.play.bounds import answers, spend
from rulewright.play.chance import shuffled
from rulewright.play.drafts import Drafts
from rulewright.play.pieces import put
from rulewright.play.state import NOWHERE, Decision, Frame, Record, State
from rulewright.play.verify import recalled
from rulewright.program import MARK
from rulewright.shapes import LOCALS, SEAT

Values = tuple[Any, ...]


def without_one(items: Sequence[Any], one: Any) -> Values:
    """A list without the first occurrence of an item."""
    at = items.index(one)
    return (*items[:at], *items[at + 1 :])


def first(items: Sequence[Any]) -> Any:
    """The first, or None."""
    return items[0] if items else None


def last(items: Sequence[Any]) -> Any:
    """The last, or None."""
    return items[-1] if items else None


def entry(items: Sequence[Any], number: int) -> Any:
    """The entry of a list by its number, from 1, or None."""
    return items[number - 1] if 0 < number <= len(items) else None


def only_one(items: Sequence[Any]) -> Any:
    """The only one, or None."""
    return items[0] if len(items) == 1 else None


def over(a: int, b: int) -> int:
    """Division that rounds down. Division by zero returns zero, as expressions are total."""
    return a // b if b else 0


def remainder(a: int, b: int) -> int:
    """The remainder of that division: b times the quotient plus this is a, also if b is zero."""
    return a % b if b else a


def replaced(items: Sequence[Any], key: int, value: Any) -> Values:
    """A map with one entry changed."""
    return (*items[:key], value, *items[key + 1 :])


def seats_from(m: State, seat: int) -> Values:
    """Seats in order, the given one first."""
    return tuple([(seat + i) % m.players for i in range(m.players)])


def seated(players: Values) -> Values:
    """Players, as stored in a set that holds entities and players."""
    return tuple([SEAT + p for p in players])


def unseated(several: Values) -> Values:
    """The players among entities and players."""
    return tuple([one - SEAT for one in several if one >= SEAT])


def removed(m: State, sheets: Any) -> Values:
    """Entities of some sheets that left play. The result is cached until an entity enters or leaves play, or changes
    its sheet."""
    spend(m, len(m.live))
    if m.p.verify:
        return recalled(m, m.kept, sheets, "entities that left play", _removed, sheets)  # type: ignore[no-any-return]
    found: Values | None = m.kept.get(sheets)
    if found is None:
        found = m.kept[sheets] = _removed(m, sheets)
    return found


def _removed(m: State, sheets: Any) -> Values:
    live, sheet = m.live, m.sheet
    return tuple([e for e in range(1, len(live)) if not live[e] and sheet[e] in sheets])


def inner(running: Values) -> Record | None:
    """The innermost of the running records of one event."""
    return running[-1] if running else None


def part(m: State, e: int, index: int) -> int:
    """A part of an entity, by its number on the sheet."""
    i = index
    for column, _ in m.p.sheets[m.sheet[e]].parts:
        numbers: Values = getattr(m, m.p.program.columns[column].slot)[e]
        if i < len(numbers):
            return numbers[i]  # type: ignore[no-any-return]
        i -= len(numbers)
    raise AssertionError("no such part")


def ask(m: State, player: int, site: int, options: Values | Drafts, may_decline: bool) -> bool:
    """Asks a player a question, unless there is only one answer and that is taken without asking. True if the player is
    asked."""
    if not isinstance(options, tuple):
        return _ask_drafted(m, player, site, options, may_decline)
    info = m.p.program.sites[site]
    if (
        not may_decline
        and len(options) == 1
        and not m.p.program.ask_forced
        and info.kind != "yes or no"
        and not info.always
        and not info.open
    ):
        m.answer = options[0]
        took(m, player, site, options)
        return False
    if may_decline:
        if not options and not info.always:
            m.answer = None
            return False
        options = (*options, None)
    answers(m, options)
    m.pending = Decision(player, site, options)
    return True


def _ask_drafted(m: State, player: int, site: int, options: Drafts, may_decline: bool) -> bool:
    """The same for drafted offers: judges only as many calls as decide whether the player is asked."""
    info = m.p.program.sites[site]
    if may_decline:
        if not info.always and not options.at_least(1):
            m.answer = None
            return False
        options.passing = True
    elif not (m.p.program.ask_forced or info.always or info.open or options.at_least(2)):
        m.answer = options[0]
        took(m, player, site, options.listed())
        return False
    m.pending = Decision(player, site, options)
    return True


def took(m: State, player: int, site: int, options: Values) -> None:
    """All options of a question were taken without asking: there was nothing to choose."""
    if m.asides is not None:
        m.asides.taken(Decision(player, site, options))


def perform(m: State, field: str, e: int, *args: Any) -> None:
    """Runs a block of a sheet that cannot ask."""
    text = m.p.plain_performs[field].get(m.sheet[e])
    if text is not None:
        text(m, e, *args)


def perform_frame(m: State, field: str, e: int, *args: Any) -> None:
    """Runs a block of a sheet in its own frame; its arguments are the first of its locals."""
    block = m.p.program.performs[field].get(m.sheet[e])
    if block is not None:
        frame: Frame = [block, 0, None, e, 0, *args, *m.p.locals_of[block][len(args) :]]
        m.frames.append(frame)


def perform_in_secret(m: State, f: Frame, handed: Values, field: str, e: int, *args: Any) -> None:
    """The same from a block some of whose locals may hold secret answers: those passed on stay secret. `handed`: their
    indexes in the frame `f`, None for every other argument."""
    at = len(m.frames)
    perform_frame(m, field, e, *args)
    if len(m.frames) > at:
        marks = [v for v in f if type(v) is tuple and v and v[0] == MARK]
        for i, place in enumerate(handed):
            m.frames[-1] += [(MARK, LOCALS + i, *v[2:6], at - 1, place) for v in marks if v[1] == place]


def shuffle_set(m: State, entities: Values, unseen: int = 0) -> None:
    """Exchanges the locations of some entities among themselves at random. Entities that are nowhere take no part."""
    entities = tuple([e for e in entities if m.at[e] != NOWHERE])
    spend(m, 20 * len(entities))
    places = shuffled(m.chance, [m.at[e] for e in entities])
    for e, place in zip(entities, places, strict=False):
        put(m, e, place, unseen)

