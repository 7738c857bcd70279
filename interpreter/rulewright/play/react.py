"""Runs the reactions to one event in one phase: which may react, in which order, and the windows that ask players.

Separate because mandatory reactions, optional ones, their ranks, windows and limits meet only here. Candidates are
collected again after each reaction; one reaction reacts to an instance at most once in a phase.
"""

from __future__ import annotations

from rulewright.limits import EVENT_STEPS
from rulewright.play import covert
from rulewright.play.bounds import spend
from rulewright.play.entries import Reacted, ReactionOver
from rulewright.play.reacting import Candidate, candidates, controller, in_order, player_of, row_of
from rulewright.play.state import Decision, Frame, Record, State, text_frame
from rulewright.play.statuses import innermost
from rulewright.play.windows import always_asked, asker, askers, in_window, is_closed
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
    IMPOSSIBLE,
    LIMITS,
    NEXT,
    OUTCOME,
    PHASE,
    RANK,
    REACTED,
    RECORD,
    REPLACED,
    REPLACES,
    RUNNING,
    TABLE,
    WINDOW,
)

# what a frame of reactions does next: collects candidates; takes the answer that came; closes after `instead`; or takes
# the answer of an arbiter, or of the player who was asked about the reaction that the arbiter has put first
COLLECT, ANSWER_CAME, REPLACING, ARBITER_CAME, FIRST_CAME = range(5)
_CANDIDATE = 400  # steps of a candidate: it is found, sorted and asked about, and all others are collected again
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
        c = found[0] if len(found) == 1 else in_order(m, r, found)[0]
        answered.add(c)
        use(m, c[0], c[1])
        note(m, r, c)
        replacing = m.replacing
        if instead:
            r[OUTCOME] = REPLACED
            m.replacing = (*replacing, (c[0], c[1]))
        try:
            p.bodies[c[0]](m, r, c[1], row_of(m, c), c[3])
        finally:  # it may be concluded from inside
            m.replacing = replacing
            if m.trace is not None:
                note_over(m, r, c)
        if instead:
            return True


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
    if f[REPLACES]:
        r[OUTCOME] = REPLACED
        m.replacing = (*m.replacing, (c[0], c[1]))
        f[PHASE] = REPLACING
    if reaction.body is not None:
        frame = text_frame(p, reaction.body, r, c[1], row_of(m, c))
        if reaction.each is not None:
            frame[reaction.each] = c[3]
        m.frames.append(frame)
    else:
        p.bodies[c[0]](m, r, c[1], row_of(m, c), c[3])


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
        found = [c for c in found if not (p.program.reactions[c[0]].optional and is_closed(m, c, f[CLOSED]))]
        if f[WINDOW] >= 0:
            if _ask(m, f, found):
                return True
            continue
        always = covert.opens(m, r, f[TABLE], f[CLOSED]) if f[TABLE] in p.covert_tables else None
        if not found and always is None:
            m.frames.pop()
            return None
        ordered = in_order(m, r, found) if found else []
        if found and p.program.tables[f[TABLE]].contested:
            seat = p.arbiters[r[EVENT]](m, r)
            if seat is not None:
                rivals = _rivals(m, r, ordered, f[REPLACES], always)
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
    concerned = [c for c in found if in_window(m, c, window, rank)]
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
    return is_open and asker(m, r, c, reaction.window, listed) is not None


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


def _ask(m: State, f: Frame, found: list[Candidate]) -> bool:
    """Asks the next asker who can react; False when the window is over."""
    r, window, listed, rank = f[RECORD], f[WINDOW], f[ASKERS], f[RANK]
    open_ones = [c for c in in_order(m, r, found) if in_window(m, c, window, rank)]
    always = always_asked(m, r, f[TABLE], window, rank, listed)
    while f[NEXT] < len(listed):
        one = listed[f[NEXT]]
        seat = controller(m, one) if m.p.program.windows[window].entities else one
        mine = [c for c in open_ones if asker(m, r, c, window, listed) == one]
        if (mine or one in always) and seat is not None:
            f[PHASE] = ANSWER_CAME
            m.pending = Decision(seat, -1, (*mine, None), window)
            return True
        f[NEXT] += 1
    f[CLOSED] = (*f[CLOSED], (window, rank))
    f[WINDOW] = -1
    return False
