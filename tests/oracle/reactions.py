"""Reactions (docs/language.md section 6): who answers an event in one phase, in which order, and who is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.oracle import expressions, holders, quantities, questions, statements
from tests.oracle.holders import Bearer
from tests.oracle.scope import Scope
from tests.oracle.things import Entity, Record, is_of

from rulewright.check import model as m
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from tests.oracle.world import World


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reaction that could answer now, for one bearer and one `each`. Two are the same if these are."""

    number: int
    bearer: Bearer
    each: Any

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells candidates of a phase apart."""
        return (self.number, *self.bearer.key, self.each)


def phase(w: World, record: Record, name: str, moment: str | None = None) -> bool:
    """All that answers an event in one phase; whether anything did. Of *instead* the first one counts."""
    return _Phase(w, record, name, moment).run()


class _Phase:
    """One phase of one event. `answered` are the candidates that have answered: each does so once. `closed` are windows
    that are over: for one rank, or (rank None) for good."""

    def __init__(self, w: World, record: Record, name: str, moment: str | None) -> None:
        self.w, self.record, self.name, self.moment = w, record, name, moment
        self.answered: list[tuple[Any, ...]] = []
        self.closed: list[tuple[m.WindowDef, int | None]] = []
        self.declined: list[tuple[Any, ...]] = []  # what an arbiter had put first

    def run(self) -> bool:
        """The first in order answers, then it is looked again who can still answer."""
        while self.record.outcome != "cancelled":
            found = [one for one in self.candidates() if not self._is_closed(one)]
            first = self._reaction(found[0]) if found else None
            always = self.always_open()
            if always is not None and (first is None or (always[0], True) <= (first.rank, first.optional)):
                self.hold(always[1], always[0], found)
            elif first is None:
                break
            elif not self.arbitrated(found):
                self.one(found[0], found)
            if self.name == "instead" and self.answered:
                break
        return bool(self.answered)

    def one(self, one: Candidate, found: list[Candidate]) -> None:
        """What comes first: it happens, or the window that asks about it is held."""
        reaction = self._reaction(one)
        if not reaction.optional:
            self.answer(one)
        else:
            assert reaction.window is not None
            self.hold(reaction.window, reaction.rank, found)

    def _reaction(self, one: Candidate) -> m.ReactionDef:
        return self.w.reactions[one.number]

    # -- candidates ----------------------------------------------------------------------------------------------------

    def candidates(self) -> list[Candidate]:
        """Who could answer now and has not, in order: by rank, what must happen before what may, by the order of
        players, by the age of the holders, as they are written."""
        found = [
            one
            for number, reaction in self._hearing()
            for one in self._of(number, reaction)
            if one.key not in self.answered
        ]
        self.w.walk((len(found) + len(self.answered)) * (1 + len(self.answered) // 8))
        return sorted(found, key=self._place)

    def _hearing(self) -> list[tuple[int, m.ReactionDef]]:
        """The reactions to the event in this phase. A trigger that names it twice, by its class too, hears it once."""
        found = [(number, one) for number, one in enumerate(self.w.reactions) if self._hears(one)]
        groups = [one.group for _, one in found]
        return [pair for place, pair in enumerate(found) if groups.index(pair[1].group) == place]

    def _hears(self, reaction: m.ReactionDef) -> bool:
        same = reaction.phase == self.name and (self.name != "at" or reaction.moment == self.moment)
        return same and is_of(self.record.event, reaction.event)

    def _of(self, number: int, reaction: m.ReactionDef) -> Iterator[Candidate]:
        for bearer in holders.bearers(self.w, reaction.holder):
            scope = bearer.scope(record=self.record)
            if reaction.where is not None and not expressions.evaluate(self.w, reaction.where, scope):
                continue
            each: tuple[Any, ...] = (None,)
            if reaction.each is not None:
                each = expressions.walked(self.w, reaction.each.binding.source, scope)
            for x in each:
                if reaction.each is not None:
                    scope.bound[reaction.each.binding.ref] = x
                    where = reaction.each.where
                    if where is not None and not expressions.evaluate(self.w, where, scope):
                        continue
                if reaction.when is not None and not expressions.evaluate(self.w, reaction.when, scope):
                    continue
                one = Candidate(number, bearer, x)
                if self._may(reaction, one) and self._call_is_legal(reaction, one):
                    yield one

    def _may(self, reaction: m.ReactionDef, one: Candidate) -> bool:
        """Its limit is not used up; and a replacement does not apply inside itself."""
        if reaction.phase == "instead" and (one.number, one.bearer.self_) in self.w.replacing:
            return False
        if reaction.limit is None:
            return True
        count, event = reaction.limit
        run = self.w.innermost(event)
        return run is None or run.used.get((reaction.group, one.bearer.self_), 0) < count

    def _call_is_legal(self, reaction: m.ReactionDef, one: Candidate) -> bool:
        """A `may` that is a single call is offered only while that call is legal."""
        if not reaction.optional or len(reaction.body) != 1:
            return True
        s = reaction.body[0]
        if not isinstance(s, n.Do) or not isinstance(s.call.ref, m.EventDef):
            return True
        scope = self._scope(one)
        args = [expressions.evaluate(self.w, arg, scope) for arg in s.call.args]
        return quantities.is_legal(self.w, s.call.ref, args, frozenset(s.despite))

    def _place(self, one: Candidate) -> tuple[int, ...]:
        reaction = self._reaction(one)
        place = 0
        if reaction.order is not None:
            order = expressions.evaluate(self.w, reaction.order, self._scope(one))
            player = self.asked(one)
            place = order.index(player) if player in order else len(order)
        return (reaction.rank, int(reaction.optional), place, *holders.stamp(one.bearer), one.number)

    def _scope(self, one: Candidate) -> Any:
        reaction = self._reaction(one)
        bound = {reaction.each.binding.ref: one.each} if reaction.each is not None else {}
        return one.bearer.scope(bound, self.record)

    # -- answering -----------------------------------------------------------------------------------------------------

    def answer(self, one: Candidate) -> None:
        """Runs the text of a reaction. The answer uses the limit up."""
        reaction = self._reaction(one)
        self.answered.append(one.key)
        if reaction.limit is not None:
            run = self.w.innermost(reaction.limit[1])
            if run is not None:
                key = (reaction.group, one.bearer.self_)
                run.used[key] = run.used.get(key, 0) + 1
        self.w.tell("reaction", one, self.record)
        if self.name == "instead":
            self.record.outcome = "replaced"
            self.w.replacing.append((one.number, one.bearer.self_))
        try:
            statements.run_text(self.w, reaction.body, self._scope(one))
        finally:
            if self.name == "instead":
                self.w.replacing.pop()
            self.w.tell("reaction over", one, self.record)

    # -- arbiters ------------------------------------------------------------------------------------------------------

    def arbitrated(self, found: list[Candidate]) -> bool:
        """Whether the arbiter of the event was asked which of several comes first: that one answers, or is put to its
        player."""
        judge = self.record.event.judge
        seat = None if judge is None else expressions.evaluate(self.w, judge[0], Scope(record=self.record))
        due = [one for one in found if self._reaction(one).rank == self._reaction(found[0]).rank]
        due = [one for one in due if not self._reaction(one).optional or self.name == "instead"]
        if judge is None or seat is None or not due:
            return False
        rivals = [one for one in due if self._reaction(one).order is None and self._is_rival(one)]
        if len(rivals) < 2:
            return False
        first = next((one for one in due if self._reaction(one).order is not None), None)
        if first is not None:
            self.one(first, found)
            return True
        chosen = questions.ask_arbiter(self.w, judge[0], seat, rivals)
        window = self._reaction(chosen).window
        if not self._reaction(chosen).optional:
            self.answer(chosen)
        else:
            whose = self.asked(chosen)
            assert window is not None
            if whose is None or questions.ask_window(self.w, window, whose, [chosen]) is None:
                self.declined.append(chosen.key)
            else:
                self.answer(chosen)
        return True

    def _is_rival(self, one: Candidate) -> bool:
        """What must happen; and what somebody is asked about in a window that does not ask always."""
        window = self._reaction(one).window
        if not self._reaction(one).optional:
            return True
        assert window is not None and window.ask is not None
        listed = tuple(dict.fromkeys(expressions.walked(self.w, window.ask, Bearer().scope(record=self.record))))
        return not window.always and self.asker(one, window, listed) is not None

    # -- windows -------------------------------------------------------------------------------------------------------

    def always_open(self) -> tuple[int, m.WindowDef] | None:
        """The first window, with its rank, that asks somebody in any case and is not over."""
        windows = list(self.w.pack.windows.values())
        found = [
            (reaction.rank, windows.index(reaction.window), reaction.window)
            for number, reaction in enumerate(self.w.reactions)
            if reaction.window is not None
            and (reaction.window, None) not in self.closed
            and (reaction.window, reaction.rank) not in self.closed
            and any(self.could(number, seat) for seat in range(self.w.seats))
        ]
        rank, _, window = min(found, key=lambda one: one[:2], default=(0, 0, None))
        return None if window is None else (rank, window)

    def could(self, number: int, seat: int) -> bool:
        """Whether a seat could have a reaction to answer as far as everybody knows, in a window that asks always."""
        could = self.w.could.get(number)
        if could is None or not self._hears(self.w.reactions[number]):
            return False
        if could.zone is not None and not self.w.contents(self.w.zone(could.zone, seat)):
            return False
        scope = Bearer().scope({could.seat: seat}, self.record)
        if not all(expressions.evaluate(self.w, one, scope) for one in could.conditions):
            return False
        return could.by is None or expressions.evaluate(self.w, could.by, scope) == seat

    def asked_always(self, window: m.WindowDef, rank: int, listed: tuple[Any, ...]) -> list[Any]:
        """Those listed that a window asks in any case: seats; of the entities of such a seat the first, or all of them
        where the holder of the reaction does not lie hidden."""
        found: list[Any] = []
        for number, could in self.w.could.items():
            reaction = self.w.reactions[number]
            if reaction.window is not window or reaction.rank != rank:
                continue
            for seat in range(self.w.seats):
                if self.could(number, seat):
                    mine = [one for one in listed if not isinstance(one, Entity) or self.controller(one) == seat]
                    own = mine if _lists_entities(window) else [seat]
                    found += own[:1] if could.hidden else own
        return found

    def hold(self, window: m.WindowDef, rank: int, found: list[Candidate]) -> None:
        """Holds a window at a rank: everyone it lists is asked until they decline. Who is asked is fixed when it opens;
        what they are asked is looked at again before each question."""
        listed = self.askers(window, rank, [one for one in found if self._is_of(one, window, rank)])
        for asker in listed:
            while True:
                mine = [
                    one
                    for one in self.candidates()
                    if self._is_of(one, window, rank) and self.asker(one, window, listed) == asker
                    and one.key not in self.declined
                ]
                seat = asker if not isinstance(asker, Entity) else self.controller(asker)
                if seat is None or not (mine or asker in self.asked_always(window, rank, listed)):
                    break
                chosen = questions.ask_window(self.w, window, seat, mine)
                if chosen is None:
                    break
                if window.answers == "one":
                    self.closed.append((window, None))
                self.answer(chosen)
                if window.answers == "one" or self.name == "instead" or self.record.outcome == "cancelled":
                    return
        self.closed.append((window, rank))

    def _is_of(self, one: Candidate, window: m.WindowDef, rank: int) -> bool:
        reaction = self._reaction(one)
        return reaction.optional and reaction.window is window and reaction.rank == rank

    def _is_closed(self, one: Candidate) -> bool:
        reaction = self._reaction(one)
        if not reaction.optional:
            return False
        if one.key in self.declined:
            return True
        assert reaction.window is not None
        return (reaction.window, None) in self.closed or (reaction.window, reaction.rank) in self.closed

    def asked(self, one: Candidate) -> int | None:
        """The player whose answer it is: `by`, else the holder's."""
        reaction = self._reaction(one)
        if reaction.by is not None:
            found: int = expressions.evaluate(self.w, reaction.by, self._scope(one))
            return found
        holder = one.bearer.self_
        if isinstance(holder, Entity):
            return self.controller(holder)
        of = reaction.holder.self_var
        return holder if of is not None and of.type.tag == "player" else None

    def controller(self, entity: Entity) -> int | None:
        """Who decides for an entity: what the pack says, else its owner."""
        if self.w.pack.controller is not None:
            found: int | None = quantities.value(self.w, self.w.pack.controller, (entity,))
            return found
        return entity.owner

    def asker(self, one: Candidate, window: m.WindowDef, listed: tuple[Any, ...]) -> Any:
        """Which of those that a window lists is asked about a candidate: its player; where the window lists entities
        the one that holds it, or whose part does, else the first entity of its player."""
        seat = self.asked(one)
        if not _lists_entities(window):
            return seat if seat in listed else None
        holder = one.bearer.self_ if self._reaction(one).by is None else None
        while isinstance(holder, Entity):
            if holder in listed:
                return holder
            holder = holder.bearer
        return next((each for each in listed if self.controller(each) == seat), None)

    def askers(self, window: m.WindowDef, rank: int, found: list[Candidate]) -> tuple[Any, ...]:
        """Who is asked, in order. Equal entities of several players that have something to answer, or are asked always,
        roll the die of ties, the higher first, until they differ."""
        assert window.ask is not None
        scope = Bearer().scope(record=self.record)
        listed = tuple(dict.fromkeys(expressions.walked(self.w, window.ask, scope)))
        order = window.ask
        if window.ties is None or not isinstance(order, n.Comprehension) or not order.orders:
            return listed
        if not _lists_entities(window):
            return listed
        always = self.asked_always(window, rank, listed)
        concerned = [
            each
            for each in listed
            if each in always or any(self.asker(one, window, listed) == each for one in found)
        ]
        ordered: list[Entity] = []
        for each in concerned:
            if each in ordered:
                continue
            equal = [x for x in concerned if self._keys(order, x) == self._keys(order, each)]
            several = len({self.controller(x) for x in equal}) > 1
            ordered += self._rolled(window, equal) if several else equal
        return (*ordered, *(each for each in listed if each not in concerned))

    def _keys(self, order: n.Comprehension, x: Any) -> tuple[Any, ...]:
        scope = Bearer().scope({order.bindings[0].ref: x}, self.record)
        return tuple(expressions.evaluate(self.w, one.key, scope) for one in order.orders)

    def _rolled(self, window: m.WindowDef, equal: list[Entity], rounds: int = 20) -> list[Entity]:
        """A die that never tells them apart leaves them as they are listed."""
        if len(equal) < 2 or not rounds:
            return equal
        assert window.ties is not None
        die = expressions.evaluate(self.w, window.ties, Bearer().scope(record=self.record))
        rolls = [(questions.roll(self.w, die, self.controller(x), False), x) for x in equal]
        ordered: list[Entity] = []
        for number in sorted({number for number, _ in rolls}, reverse=True):
            ordered += self._rolled(window, [x for rolled, x in rolls if rolled == number], rounds - 1)
        return ordered


def _lists_entities(window: m.WindowDef) -> bool:
    assert window.ask is not None
    t = window.ask.type
    return bool((t.args[0] if t.args else t).tag == "entity")
