"""The state of a match and its few writes: who is there, where it is, who it belongs to (docs/language.md sections 3
and 5)."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from tests.oracle import boards, borders, clocks, expressions, plans
from tests.oracle.boards import Laid
from tests.oracle.facts import Facts
from tests.oracle.limits import A_LIST, AN_EVENT, ENTITIES, EVENTS, Stopped, Tired
from tests.oracle.scope import Scope
from tests.oracle.things import Entity, Record, Status, Zone, age, first_value, holds_place, is_of, kinds_of, self_of
from tests.oracle.witnesses import Witnesses

from rulewright.check import model as m
from rulewright.play.chance import Source, shuffled

Location = int | Zone | None


class World:
    """One match. `ask` gets every question and returns the index of the answer; `tell` hears what happens, for the
    log."""

    def __init__(
        self, facts: Facts, seats: int, chance: Source, settings: dict[str, Any], ask: Callable[[Any], int]
    ) -> None:
        pack = facts.pack
        self.pack = pack
        self.seats = seats
        self.chance = chance
        self.settings = settings
        self.ask = ask
        self.tell: Callable[..., None] = lambda *_: None
        self.board: Laid = boards.nowhere(pack)
        self.tells: Callable[[Any], Any] = lambda option: option  # as options are told to the other machine
        # What the other machine proposes in an open question, as (place or formation, option as it is told): no law.
        self.proposed: Callable[[], list[tuple[int, Any]]] = list
        self.witnesses = Witnesses()  # what its searches have found
        # Is told what can be answered where it proposes nothing.
        self.overlooked: Callable[[Any], None] = lambda _: None
        self.entities: list[Entity] = []
        self.zones: dict[Zone, list[Entity]] = {}
        self.statuses: list[Status] = []  # those that last, in order of giving
        self.ending: list[Status] = []  # whose `ends` runs
        self.running: list[Record] = []  # outermost first
        self.fulfilled: dict[str, tuple[Any, ...]] = {}  # check -> whom it held for when it was last made
        self.noted: list[Record] | None = None  # inside `together`: the calls so far
        self.silent = False  # nobody can be asked: in what the end of a status sets off, in a batch until it is over
        self.replacing: list[tuple[int, Any]] = []  # reactions `instead` whose text runs, with their holders
        self.stamp = 0
        self.spent = 0
        self.depth = 0
        self.limit = EVENTS
        self.walked = 0
        self.patience = self.left = inf  # how far it goes between two questions, about one for each expression
        self.asking, self.sheets, self.reactions = facts.asking, facts.sheets, facts.reactions
        self.could, self.sentences = facts.could, facts.sentences
        self.sizes, self.numbers = facts.sizes, facts.numbers
        self.seat_fields: list[dict[m.Attribute, Any]] = []
        self.match_fields: dict[m.Attribute, Any] = {}
        for zone in pack.zones.values():
            for number in range(seats if zone.per_player else 1 if zone.by is None else len(zone.by.members)):
                self.zones[self.zone(zone, number)] = []
        self._begin_seats()

    def _begin_seats(self) -> None:
        """Fields of seats and of the match: all have their first values before the first `starts` is read."""
        kinds = {kind.id: kind for kind in self.pack.kinds.values() if kind.id in ("player", "match")}
        for _ in range(self.seats):
            self.seat_fields.append(self._first_values(kinds["player"]) if "player" in kinds else {})
        self.match_fields = self._first_values(kinds["match"]) if "match" in kinds else {}
        for kind in kinds.values():
            for seat in range(self.seats if kind.id == "player" else 1):
                fields = self.seat_fields[seat] if kind.id == "player" else self.match_fields
                self._starts(kind, seat, fields)

    def _first_values(self, kind: m.KindDef) -> dict[m.Attribute, Any]:
        stored = ("state", "printed") if kind.id in ("player", "match") else ("state",)
        return {
            one: first_value(self.pack, one.type)
            for below in reversed(kinds_of(kind))
            for one in below.attributes.values()
            if one.storage in stored
        }

    def _starts(self, kind: m.KindDef, self_: Any, fields: dict[m.Attribute, Any]) -> None:
        """`starts` of fields, in order of declaration, the parents' first."""
        scope = Scope(self_of(kind, self_))
        for one in list(fields):
            if one.starts is not None:
                fields[one] = expressions.kept(self, one.starts, scope)

    # -- counting ------------------------------------------------------------------------------------------------------

    def rest(self) -> None:
        """A question was answered: what is done without one begins anew."""
        self.spent, self.left = 0, self.patience

    def walk(self, count: int = 1) -> None:
        """The oracle goes on by so much. Raises Tired where its patience ends."""
        self.left -= count
        self.walked += count
        if self.left < 0:
            raise Tired

    def spend(self, count: int = 1) -> None:
        """Something was done without asking anybody."""
        self.walk(count * AN_EVENT)
        self.spent += count
        if self.spent > self.limit:
            raise Stopped("the rules run on without asking anybody")

    def next_stamp(self) -> int:
        """A number greater than all before."""
        self.stamp += 1
        return self.stamp

    # -- finding -------------------------------------------------------------------------------------------------------

    def zone(self, definition: m.ZoneDef, seat: int) -> Zone:
        """The zone of a seat, or of a member of an enumeration by its number."""
        before = list(self.pack.zones.values())
        before = before[: before.index(definition)]
        number = sum(1 if one.by is None else len(one.by.members) for one in before)
        return Zone(definition, number, seat) if definition.by is None else Zone(definition, number + seat, 0)

    def contents(self, zone: Zone) -> tuple[Entity, ...]:
        """What lies in a zone: in its order if it is ordered, else by age."""
        lying = self.zones[zone]
        return tuple(lying) if zone.definition.ordered else tuple(sorted(lying, key=age))

    def plural(self, kind: m.KindDef) -> tuple[Entity, ...]:
        """All of a kind that are in play, by age."""
        self.walk(len(self.entities))
        return tuple(one for one in self.entities if one.in_play and kind in kinds_of(one.sheet.kind))

    def sheet_number(self, sheet: m.SheetDef) -> int:
        """The value that stands for a sheet."""
        return self.numbers[sheet]

    def parts_of(self, whole: Entity) -> list[Entity]:
        """The parts of an entity in the order of its sheet."""
        return [
            part for name in whole.sheet.parts for part in whole.fields.get(whole.sheet.kind.all_attributes[name], ())
        ]

    def innermost(self, event: m.EventDef | m.ClassDef) -> Record | None:
        """The innermost run of an event or class that is going on."""
        return next((one for one in reversed(self.running) if is_of(one.event, event)), None)

    # -- writing -------------------------------------------------------------------------------------------------------

    def create(self, sheet: m.SheetDef, owner: int | None, location: Location) -> Entity:
        """A new entity with its parts. Parts have begun when the whole begins."""
        made = self._new(sheet, owner, None)
        self._with_parts(made)
        self._starts(sheet.kind, made, made.fields)
        self.tell("create", made)
        if location is not None:
            self.put(made, location)
        return made

    def set_out(self, number: int) -> None:
        """What a map draws, by place and then by edge; nothing on another board, and nothing of a seat that there is
        not."""
        if self.board.name != ("map", number):
            return
        drawn = list(self.pack.maps.values())[number]
        found: list[tuple[int, int, m.SheetDef, int | None]] = []
        signs = boards.signs(self.pack, self.board, drawn.rows, drawn.above, boards.halves(drawn))
        for sign, places in signs.items():
            for order, (sheet, seat) in enumerate(drawn.pieces.get(sign, ())):
                at = boards.where(self.board, places, borders.stands_on_edges(sheet))
                found += [(place, order, sheet, seat) for place in at]
        for place, _, sheet, seat in sorted(found, key=lambda one: one[:2]):
            if seat is None or seat < self.seats:
                self.create(sheet, seat, place)

    def set_out_at(self, number: int, corner: int, north: int) -> None:
        """What a map draws, elsewhere on the board, turned; what falls beside it is left out."""
        drawn = list(self.pack.maps.values())[number]
        found: list[tuple[int, int, m.SheetDef, int | None]] = []
        for sign, order, sheet, seat in ((sign, *one) for sign, things in drawn.pieces.items()
                                         for one in ((i, *thing) for i, thing in enumerate(things))):
            size = 0 if borders.stands_on_edges(sheet) else expressions.size(self, sheet)
            for place in plans.fallen(self, drawn, sign, size, corner, north):
                found.append((place, order, sheet, seat))
        for place, _, sheet, seat in sorted(found, key=lambda one: one[:2]):
            if seat is None or seat < self.seats:
                self.create(sheet, seat, place)

    def _new(self, sheet: m.SheetDef, owner: int | None, bearer: Entity | None) -> Entity:
        if len(self.entities) >= ENTITIES:
            raise Stopped(f"more than {ENTITIES} entities")
        self.walk(AN_EVENT + (len(self.entities) >> 5) * A_LIST)  # the lists of what there is grow by one
        made = Entity(len(self.entities) + 1, sheet, owner, bearer, self.stamp)
        self.entities.append(made)
        made.fields = self._first_values(sheet.kind)
        for one in sheet.kind.all_attributes.values():
            if one.storage == "part":
                made.fields[one] = ()
        return made

    def _with_parts(self, whole: Entity) -> None:
        for name, sheets in whole.sheet.parts.items():
            parts = tuple(self._new(sheet, None, whole) for sheet in sheets)
            whole.fields[whole.sheet.kind.all_attributes[name]] = parts
            for part in parts:
                self._with_parts(part)
                self._starts(part.sheet.kind, part, part.fields)

    def put(self, what: Entity, location: Location, on_top: bool = False) -> None:
        """Movement without any rule; into an ordered zone on the bottom, or on top. What is out of play does not move,
        nor whose footprint would not lie wholly on the board."""
        if not what.in_play or (isinstance(location, int) and not borders.fits(self, what, location)):
            return
        self._leave(what)
        if isinstance(location, Zone):
            what.zone = location
            self.zones[location].insert(0 if on_top else len(self.zones[location]), what)
        else:
            what.place = location
        self.tell("put", what, location)

    def _leave(self, what: Entity) -> None:
        if what.zone is not None:
            self.zones[what.zone].remove(what)
        what.place = what.zone = None

    def remove(self, what: Entity) -> None:
        """Out of play, for good: its statuses end, its parts go with it."""
        if not what.in_play:
            return
        self._leave(what)
        what.in_play = False
        self.tell("remove", what)
        for status in [one for one in self.statuses if one.holder is what]:
            clocks.end(self, status)
        for part in self.parts_of(what):
            self.remove(part)

    def swap_sheet(self, what: Entity, sheet: m.SheetDef) -> None:
        """The entity shows another sheet; the parts of the old one leave play and those of the new one come."""
        for part in self.parts_of(what):
            self.remove(part)
        kind = what.sheet.kind
        for name in what.sheet.parts:
            what.fields[kind.all_attributes[name]] = ()
        what.sheet = sheet
        if what.place is not None and not borders.fits(self, what, what.place):
            what.place = None
        before = dict(what.fields)
        if sheet.kind is not kind:
            what.fields = self._first_values(sheet.kind) | dict.fromkeys(
                [one for one in sheet.kind.all_attributes.values() if one.storage == "part"], ())
        self._with_parts(what)
        if sheet.kind is not kind:
            self._starts(sheet.kind, what, what.fields)
            # What its kind has no more is there for whoever still takes it for one.
            begun = set(sheet.kind.all_attributes.values()) - set(kind.all_attributes.values())
            what.fields.update({one: value for one, value in before.items()
                                if one.storage == "state" and one not in begun})  # fmt: skip
        self.tell("sheet", what)

    def reset(self, what: Entity) -> None:
        """As new as if it had just been made, and so younger than all else; its parts too."""
        if not what.in_play:
            return
        stamp = self.next_stamp()
        several = self._wholly(what)
        for one in several:
            one.stamp = stamp
        for one in reversed(several):
            for status in [has for has in self.statuses if has.holder is one]:
                clocks.end(self, status)
        several = [one for one in several if one.in_play]
        for one in several:
            one.fields.update(self._first_values(one.sheet.kind))
        for one in several:
            self._starts(one.sheet.kind, one, one.fields)

    def _wholly(self, whole: Entity) -> list[Entity]:
        """An entity with its parts that are in play; a part has begun when its whole begins."""
        return [*(one for part in self.parts_of(whole) if part.in_play for one in self._wholly(part)), whole]

    def lay(self, board: Laid) -> None:
        """Another board: whatever stood on the old one stands nowhere, fields that hold its places begin again, and
        statuses that do are over."""
        self.board = board
        for one in self.entities:
            one.place = None
        for fields in (*(one.fields for one in self.entities), *self.seat_fields, self.match_fields):
            for field in fields:
                if field.storage == "state" and holds_place(field.type):
                    fields[field] = first_value(self.pack, field.type)
        for status in list(self.statuses):
            types = [one.type for one in (*status.definition.params, *status.kept)]
            if any(map(holds_place, (*types, *(one.type for one in status.definition.fields)))):
                clocks.end(self, status)

    def shuffle(self, zone: Zone) -> None:
        """An order of chance; whoever does not see the zone knows no longer which of it is what was revealed."""
        lying = {one.number: one for one in self.contents(zone)}
        code = -2 - zone.number * self.seats - zone.seat  # chance may be told the order of a zone, by this number
        self.zones[zone] = [lying[number] for number in self.chance.shuffled(list(lying), code)]
        for one in lying.values():
            one.revealed &= self.onlookers(zone)
        self.tell("shuffle", zone)

    def shuffle_places(self, things: tuple[Entity, ...]) -> None:
        """The places of some entities among themselves, in an order of chance. Who is nowhere takes no part."""
        things = tuple(one for one in things if where(one) is not None)
        for one, location in zip(things, shuffled(self.chance, [where(one) for one in things]), strict=True):
            self.put(one, location)

    def onlookers(self, zone: Zone) -> set[int]:
        """The seats that see what lies in a zone."""
        match zone.definition.seen_by:
            case "nobody":
                return set()
            case "owner" if zone.definition.per_player:
                return {zone.seat}
        return set(range(self.seats))


def where(one: Entity) -> Location:
    """Where an entity is: on a place or an edge, in a zone, or nowhere."""
    return one.place if one.zone is None else one.zone
