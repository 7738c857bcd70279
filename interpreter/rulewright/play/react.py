"""Runs the reactions to one event in one phase: which may react, in which order, and the windows that ask players.

Separate because mandatory reactions, optional ones, their ranks, windows and limits meet only here. Candidates are
collected again after each reaction; one reaction reacts to an instance at most once in a phase.
"""

from __future__ import annotations

from typing import Any

from rulewright.limits import EVENT_STEPS
from rulewright.play import covert
from rulewright.play.ages import age_of
from rulewright.play.bounds import spend
from rulewright.play.dice import roll
from rulewright.play.entries import Reacted, ReactionOver
from rulewright.play.state import Decision, Frame, Record, State, text_frame
from rulewright.play.statuses import innermost
from rulewright.shapes import (
    ANSWERED,
    ASKERS,
    BATCH,
    BEGAN,
    BLOCK,
    CANCELLED,
    CLOSED,
    DONE,
    DRIVE,
    EVENT,
    FIELDS,
    IMPOSSIBLE,
    INSTEAD,
    LIMITS,
    NEXT,
    OUTCOME,
    PHASE,
    RANK,
    REACTED,
    RECORD,
    REPLACED,
    RUNNING,
    TABLE,
    WINDOW,
)

# what a frame of reactions does next: collects candidates; takes the answer that came; closes after `instead`; or takes
# the answer of an arbiter, or of the player who was asked about the reaction that the arbiter has put first
COLLECT, ANSWER_CAME, REPLACING, ARBITER_CAME, FIRST_CAME = range(5)
_FEW, _ASKED = 8, 25  # reactions of a table that are tested free of charge; steps of testing one
_CANDIDATE = 400  # steps of a candidate: it is found, sorted and asked about, and all others are collected again
# reaction, holder, row (number of an instance, what a sheet lists, 0: neither), each
Candidate = tuple[int, int, Any, Any]


def candidates(m: State, r: Record, table: int) -> list[Candidate]:
    """All reactions that could react now, unsorted. The cost is that of the matching ones: those found by sheet and by
    mark, then the general ones."""
    found: list[Candidate] = []
    held, general = held_by(m, r, table), m.p.program.tables[table].general
    if len(held) + len(general) > _FEW:  # each is tested, even if it has no holder
        spend(m, _ASKED * (len(held) + len(general)))
    for number in held:
        found.extend(_of(m, r, number))
    for number in general:
        found.extend(_of(m, r, number))
    return found


def held_by(m: State, r: Record, table: int) -> list[int]:
    """The reactions of a table that belong to the sheets and marks of what is in the fields of the event."""
    t = m.p.program.tables[table]
    numbers: list[int] = []
    for field, sheets in t.by_sheet:
        e = r[FIELDS + field]
        if e is not None:
            numbers.extend(sheets.get(m.sheet[e], ()))
    for field, kind, mask, bits in t.by_mark:
        e = r[FIELDS + field]
        if e is None:
            continue
        marks = (m.marks if kind == "entity" else m.pmarks if kind == "player" else m.mmarks)[e] & mask
        if marks:
            numbers.extend([number for bit, number in bits if marks & bit])
    return numbers


def _of(m: State, r: Record, number: int) -> list[Candidate]:
    p = m.p
    reaction = p.program.reactions[number]
    made: list[Candidate] = []
    for holder, row, each in p.candidates[number](m, r):
        if reaction.limited is not None and not _within_limit(m, reaction.limited, reaction.counted, holder):
            continue
        if reaction.phase == "instead" and (number, holder) in m.replacing:
            continue
        made.append((number, holder, row, each))
    return made


def _within_limit(m: State, limited: tuple[int, tuple[int, ...]], counted: int, holder: int) -> bool:
    inner = innermost(m, limited[1])
    if inner is None or inner[LIMITS] is None:
        return True
    return bool(inner[LIMITS].get((counted, holder), 0) < limited[0])


def use(m: State, number: int, holder: int) -> None:
    """Counts a reaction against its limit."""
    limited = m.p.program.reactions[number].limited
    if limited is None:
        return
    inner = innermost(m, limited[1])
    if inner is not None:
        if inner[LIMITS] is None:
            inner[LIMITS] = {}
        key = (m.p.program.reactions[number].counted, holder)
        inner[LIMITS][key] = inner[LIMITS].get(key, 0) + 1


def _sorted(m: State, r: Record, found: list[Candidate]) -> list[Candidate]:
    """By rank, mandatory before optional, then the declared order of players, then age of row or holder, then order in
    the code."""
    p = m.p

    def key(c: Candidate) -> tuple[int, int, int, tuple[int, int, int], int]:
        reaction = p.program.reactions[c[0]]
        place = 0
        if reaction.ordered:
            owner = player_of(m, r, c)
            order = p.orders[c[0]](m, r, c[1], _row(m, c), c[3])
            place = order.index(owner) if owner in order else len(order)
        return (reaction.rank, 1 if reaction.optional else 0, place, _age(m, c), c[0])

    return sorted(found, key=key)


def _age(m: State, c: Candidate) -> tuple[int, int, int]:
    """When the holder got the reaction (see `age_of`): no holder first, then those that exist from the beginning."""
    if type(c[2]) is int and c[2]:
        return (c[2], 0, 0)
    reaction = m.p.program.reactions[c[0]]
    return age_of(m, c[1]) if reaction.thing else (0, 1 if reaction.holder_kind else 0, c[1])


def player_of(m: State, r: Record, c: Candidate) -> int | None:
    """The player who decides about a candidate."""
    p = m.p
    by = p.bys[c[0]]
    if by is not None:
        return by(m, r, c[1], _row(m, c), c[3])  # type: ignore[no-any-return]
    kind = p.holder_kind[c[0]]
    if kind == "player":
        return c[1]
    if kind != "entity" or c[1] == 0:
        return None
    return controller(m, c[1])


def _row(m: State, c: Candidate) -> Any:
    """What a body reads arguments from: the current instance (it may end before the body does), or the values on the
    sheet."""
    return tuple(m.rows[c[2]]) if type(c[2]) is int and c[2] else c[2]


def plain_react(m: State, r: Record, table: int, instead: bool) -> bool:
    """Runs mandatory reactions that cannot ask, one after the other; whether any ran. `instead`: only the first."""
    turn = None if instead else m.p.turns[table]
    return turn(m, r) if turn is not None else _weighed(m, r, table, instead, set())


def weighed(m: State, r: Record, table: int, done: int) -> bool:
    """The same; reactions that are marked in `done`, by their index in the order of the table, have reacted already."""
    turn = m.p.program.tables[table].turn
    answered = {(number, 0, 0, None) for place, number in enumerate(turn) if done >> place & 1}
    return _weighed(m, r, table, False, answered)


def _weighed(m: State, r: Record, table: int, instead: bool, answered: set[Candidate]) -> bool:
    """The same, one by one: candidates are collected and sorted again after each."""
    p = m.p
    while True:
        found = candidates(m, r, table)
        if answered:
            found = [c for c in found if c not in answered]
        if not found or r[OUTCOME] == CANCELLED:
            return bool(answered)
        spend(m, EVENT_STEPS + _CANDIDATE * len(found))
        c = found[0] if len(found) == 1 else _sorted(m, r, found)[0]
        answered.add(c)
        use(m, c[0], c[1])
        note(m, r, c)
        replacing = m.replacing
        if instead:
            r[OUTCOME] = REPLACED
            m.replacing = (*replacing, (c[0], c[1]))
        try:
            p.bodies[c[0]](m, r, c[1], _row(m, c), c[3])
        finally:  # it may be concluded from inside
            m.replacing = replacing
            if m.trace is not None:
                note_over(m, r, c)
        if instead:
            return True


def note(m: State, r: Record, c: Candidate) -> None:
    """Records in the trace that a reaction reacts."""
    if m.trace is not None:
        m.trace.append(Reacted(m.depth, c[0], c[1], r[BEGAN]))


def note_over(m: State, r: Record, c: Candidate) -> None:
    """Records in the trace, if one is kept, that a reaction is over or abandoned."""
    assert m.trace is not None
    m.trace.append(ReactionOver(m.depth, c[0], c[1], r[BEGAN]))


def note_left(m: State, f: Frame) -> None:
    """The same for the reaction that a frame of reactions waits for, if it waits for any and there is a trace."""
    if m.trace is not None and f[ANSWERED] and f[PHASE] not in (ANSWER_CAME, ARBITER_CAME, FIRST_CAME):
        note_over(m, f[RECORD], f[ANSWERED][-1])


def _start(m: State, f: Frame, c: Candidate) -> None:
    """Starts one reaction: its block runs in a frame if it may ask, else immediately."""
    r = f[RECORD]
    p = m.p
    reaction = p.program.reactions[c[0]]
    f[ANSWERED] = (*f[ANSWERED], c)
    use(m, c[0], c[1])
    note(m, r, c)
    parent = m.frames[-2]
    if parent[BLOCK] in (DRIVE, BATCH):
        parent[REACTED] = True
    if f[INSTEAD]:
        r[OUTCOME] = REPLACED
        m.replacing = (*m.replacing, (c[0], c[1]))
        f[PHASE] = REPLACING
    if reaction.body is not None:
        frame = text_frame(p, reaction.body, r, c[1], _row(m, c))
        if reaction.each is not None:
            frame[reaction.each] = c[3]
        m.frames.append(frame)
    else:
        p.bodies[c[0]](m, r, c[1], _row(m, c), c[3])


def step(m: State, f: Frame) -> bool | None:
    """Runs the frame of the reactions in one phase of an event, until a player is asked (then True), a reaction has
    begun or none is left. The order is that of docs/language.md, section 6: an answer that came is taken; an open
    window is completed; else the arbiter decides what comes first, if there is one; mandatory reactions are begun, and
    a window opens for optional ones."""
    r = f[RECORD]
    p = m.p
    if m.trace is not None:
        note_left(m, f)  # it continues after a reaction
    while True:
        if f[PHASE] != COLLECT:
            left = _take_answer(m, f)
            if left is not False:
                return left
        if r[OUTCOME] not in (RUNNING, DONE, REPLACED, IMPOSSIBLE):
            m.frames.pop()
            return None
        found = candidates(m, r, f[TABLE])
        spend(m, EVENT_STEPS + (_CANDIDATE + len(f[ANSWERED])) * len(found))
        found = [c for c in found if c not in f[ANSWERED]]
        found = [c for c in found if not (p.program.reactions[c[0]].optional and _is_closed(m, c, f[CLOSED]))]
        if f[WINDOW] >= 0:
            if _ask(m, f, found):
                return True
            continue
        always = covert.opens(m, r, f[TABLE], f[CLOSED]) if f[TABLE] in p.covert_tables else None
        if not found and always is None:
            m.frames.pop()
            return None
        ordered = _sorted(m, r, found) if found else []
        if found and p.program.tables[f[TABLE]].contested:
            seat = p.arbiters[r[EVENT]](m, r)
            if seat is not None:
                rivals = _rivals(m, r, ordered, f[INSTEAD], always)
                if rivals and not p.program.reactions[rivals[0][0]].ordered:
                    f[PHASE] = ARBITER_CAME
                    m.pending = Decision(seat, -1, tuple(rivals))
                    return True
                ordered = rivals or ordered
        due = always
        if ordered and not _opens_before(m, always, ordered[0]):
            reaction = p.program.reactions[ordered[0][0]]
            if not reaction.optional:
                _start(m, f, ordered[0])
                return None
            assert reaction.window is not None
            due = reaction.rank, reaction.window
        assert due is not None
        _open(m, f, due, found)


def _take_answer(m: State, f: Frame) -> bool | None:
    """Takes what a frame of reactions has waited for: an answer, or the end of an `instead` reaction. False if the
    frame should continue with the next reactions, else as `step` returns."""
    came, f[PHASE] = f[PHASE], COLLECT
    if came == REPLACING:
        m.replacing = m.replacing[:-1]
        m.frames.pop()
        return None
    choice = m.answer
    if choice is None:  # an arbiter cannot pass
        if came == ANSWER_CAME:
            f[NEXT] += 1
        else:  # the player who was asked first has passed
            f[CLOSED] = (*f[CLOSED], f[ASKERS][0])
        return False
    if came == ARBITER_CAME and m.p.program.reactions[choice[0]].optional:
        return _put_first(m, f, choice)
    if came == ANSWER_CAME and m.p.program.windows[f[WINDOW]].answers == "one":
        f[CLOSED] = (*f[CLOSED], (f[WINDOW], None))
        f[WINDOW] = -1
    _start(m, f, choice)
    return None


def _opens_before(m: State, always: tuple[int, int] | None, c: Candidate) -> bool:
    """Whether a window that always asks, (rank, window), comes before a candidate."""
    reaction = m.p.program.reactions[c[0]]
    return always is not None and always[0] < reaction.rank + reaction.optional


def _open(m: State, f: Frame, due: tuple[int, int], found: list[Candidate]) -> None:
    """Opens the window of a rank, (rank, window). It opens once for each rank; f[CLOSED] are (window, rank) that are
    closed, rank None: closed for good."""
    rank, window = due
    f[WINDOW], f[NEXT], f[RANK] = window, 0, rank
    concerned = [c for c in found if _in_window(m, c, window, rank)]
    f[ASKERS] = askers(m, f[RECORD], f[TABLE], window, rank, concerned)


# -- arbiters ---------------------------------------------------------------------------------------------------------


def _rivals(
    m: State, r: Record, ordered: list[Candidate], instead: bool, always: tuple[int, int] | None
) -> list[Candidate]:
    """The candidates among which an arbiter chooses the first: all mandatory ones of the current rank, and in `instead`
    also those that a player would be asked about. Those with an `order` of their own come before all these. Empty if
    fewer than two are ready, as there is no choice, and while a window that always asks is due."""
    if _opens_before(m, always, ordered[0]):
        return []
    reactions = m.p.program.reactions
    rank = reactions[ordered[0][0]].rank
    due = [c for c in ordered if reactions[c[0]].rank == rank and (instead or not reactions[c[0]].optional)]
    of_own_order = [c for c in due if reactions[c[0]].ordered]
    others = [c for c in due if not reactions[c[0]].ordered and _is_asked_of_arbiter(m, r, c)]
    return [] if len(others) < 2 else of_own_order or others


def _is_asked_of_arbiter(m: State, r: Record, c: Candidate) -> bool:
    """Whether an arbiter may put a reaction first. For an optional reaction, its window must have a player to ask, and
    must not always ask, as the question would reveal to the arbiter what is there."""
    reaction = m.p.program.reactions[c[0]]
    if not reaction.optional or reaction.window is None:
        return True
    listed = tuple(dict.fromkeys(m.p.window_asks[reaction.window](m, r)))
    is_open = not m.p.program.windows[reaction.window].always
    return is_open and _asker(m, r, c, reaction.window, listed) is not None


def _put_first(m: State, f: Frame, c: Candidate) -> bool:
    """Asks its player about the reaction that an arbiter has put first; False if no player decides about it any
    more."""
    seat = player_of(m, f[RECORD], c)
    window = m.p.program.reactions[c[0]].window
    if seat is None or window is None:
        f[CLOSED] = (*f[CLOSED], c)
        return False
    f[PHASE], f[ASKERS] = FIRST_CAME, (c,)
    m.pending = Decision(seat, -1, (c, None), window)
    return True


# -- windows ----------------------------------------------------------------------------------------------------------


def askers(m: State, r: Record, table: int, window: int, rank: int, found: list[Candidate]) -> tuple[int, ...]:
    """The askers of a window for some candidates, in order: seats, or entities if the window lists entities. Equal
    entities of several players that can react, or that are asked always, roll the window's die, the higher first, until
    they differ."""
    p = m.p
    listed = tuple(dict.fromkeys(p.window_asks[window](m, r)))
    info = p.program.windows[window]
    if not info.entities or not info.ties:
        return listed
    concerned = {_asker(m, r, c, window, listed) for c in found} | _always(m, r, table, window, rank, listed)
    waiting = [e for e in listed if e in concerned]
    ordered: list[int] = []
    while waiting:
        die, key = p.window_ties[window](m, waiting[0])
        equal = [e for e in waiting if p.window_ties[window](m, e)[1] == key]
        waiting = [e for e in waiting if e not in equal]
        ordered += _rolled(m, equal, die) if len({controller(m, e) for e in equal}) > 1 else equal
    return (*ordered, *(e for e in listed if e not in concerned))


def _rolled(m: State, equal: list[int], die: int, rounds: int = 20) -> list[int]:
    """Rolls until all differ; with a die that never tells them apart they keep their order."""
    if len(equal) < 2 or not rounds:
        return equal
    rolls = {e: roll(m, die, controller(m, e)) for e in equal}
    ordered: list[int] = []
    for number in sorted(set(rolls.values()), reverse=True):
        ordered += _rolled(m, [e for e in equal if rolls[e] == number], die, rounds - 1)
    return ordered


def controller(m: State, e: int) -> int | None:
    """The player who decides for an entity."""
    p = m.p
    return p.controller(m, e) if p.controller is not None else m.owner[e]


def _in_window(m: State, c: Candidate, window: int, rank: int) -> bool:
    reaction = m.p.program.reactions[c[0]]
    return reaction.optional and reaction.window == window and reaction.rank == rank


def _is_closed(m: State, c: Candidate, closed: tuple[Any, ...]) -> bool:
    """Whether a window is closed, or its player has passed on the reaction that an arbiter had put first."""
    reaction = m.p.program.reactions[c[0]]
    assert reaction.window is not None
    return c in closed or (reaction.window, None) in closed or (reaction.window, reaction.rank) in closed


def _asker(m: State, r: Record, c: Candidate, window: int, listed: tuple[int, ...]) -> int | None:
    """Which of those listed in a window is asked about a candidate: its player; or the entity that holds it or whose
    part holds it, else the first entity of its player."""
    p = m.p
    seat = player_of(m, r, c)
    if not p.program.windows[window].entities:
        return seat if seat in listed else None
    e = c[1] if p.holder_kind[c[0]] == "entity" and p.bys[c[0]] is None else 0
    while e:
        if e in listed:
            return e
        e = m.whole[e]
    return next((one for one in listed if controller(m, one) == seat), None)


def _always(m: State, r: Record, table: int, window: int, rank: int, listed: tuple[int, ...]) -> set[int]:
    """Those listed in a window that are asked in any case: seats; or of the entities of such a seat the first, or
    all."""
    if table not in m.p.covert_tables:
        return set()
    seats = covert.asked(m, r, table, window, rank)
    if not m.p.program.windows[window].entities:
        return set(seats)
    found = set()
    for seat, everything in seats.items():
        own = [e for e in listed if controller(m, e) == seat]
        found.update(own if everything else own[:1])
    return found


def _ask(m: State, f: Frame, found: list[Candidate]) -> bool:
    """Asks the next asker who can react; False when the window is over."""
    r, window, listed, rank = f[RECORD], f[WINDOW], f[ASKERS], f[RANK]
    open_ones = [c for c in _sorted(m, r, found) if _in_window(m, c, window, rank)]
    always = _always(m, r, f[TABLE], window, rank, listed)
    while f[NEXT] < len(listed):
        one = listed[f[NEXT]]
        seat = controller(m, one) if m.p.program.windows[window].entities else one
        mine = [c for c in open_ones if _asker(m, r, c, window, listed) == one]
        if (mine or one in always) and seat is not None:
            f[PHASE] = ANSWER_CAME
            m.pending = Decision(seat, -1, (*mine, None), window)
            return True
        f[NEXT] += 1
    f[CLOSED] = (*f[CLOSED], (window, rank))
    f[WINDOW] = -1
    return False

