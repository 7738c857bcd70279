"""Creates, puts, removes and reveals entities. One of the few modules that write the state.

Separate because location, occupancy and membership must change together or not at all.
"""

from __future__ import annotations

from rulewright.limits import EVENT_STEPS, MOST_PLAYERS
from rulewright.play.bounds import spend
from rulewright.play.chain import running_chain
from rulewright.play.entries import Created, Put, Removed, Revealed, Shuffled, Swapped
from rulewright.play.state import NOWHERE, Runaway, State, forget, own
from rulewright.program import Column, Zone
from rulewright.space.grid import EDGES

MAX_ENTITIES = 20_000
_LIGHT = 32  # entities that are iterated over free of charge: an ordinary hand of cards


def create(m: State, sheet: int, owner: int | None, place: int | None) -> int:
    """Creates an entity of a sheet with its parts and returns its number. `place` is a cell, a zone code or None."""
    e = len(m.sheet)
    _append(m, sheet, owner, 0)
    _add_parts(m, e)
    _start(m, e)
    if m.trace is not None:
        m.trace.append(Created(m.depth, e, sheet))
    if place is not None:
        put(m, e, place)
    return e


def _add_parts(m: State, e: int) -> None:
    """Creates the parts of an entity, and their parts too: a part begins before its whole."""
    for column, sheets in m.p.sheets[m.sheet[e]].parts:
        numbers = []
        for part in sheets:
            numbers.append(len(m.sheet))
            _append(m, part, m.owner[e], e)
        slot = m.p.program.columns[column].slot
        getattr(m, slot)[e] = tuple(numbers)
        for child in numbers:
            _add_parts(m, child)
            _start(m, child)
    _name_own_parts(m, e)


def _append(m: State, sheet: int, owner: int | None, whole: int) -> None:
    p = m.p
    info = p.sheets[sheet]
    e = len(m.sheet)
    if e > MAX_ENTITIES:
        raise Runaway(f"more than {MAX_ENTITIES} entities", running_chain(m))
    # Group memberships are tuples, and each is copied. Columns are charged as for a match that shares them with a copy,
    # whether or not a copy exists: when a match is stopped must not depend on that.
    spend(m, EVENT_STEPS + (e >> 5) * (4 * len(p.entity_columns) + len(info.groups) + 4))
    own(m)
    m.sheet.append(sheet)
    m.owner.append(owner)
    m.whole.append(whole)
    m.at.append(NOWHERE)
    m.live.append(True)
    m.seen.append(0)
    if p.program.stamped:
        m.stamps.append(m.stamp)
    m.marks.append(0)
    for column in p.entity_columns:
        slot, value = column.slot, column.default
        if column.static:
            value = info.values.get(p.column_number[slot], value)
        getattr(m, slot).append(value)
    for g in info.groups:
        m.groups[g] = (*m.groups[g], e)
    forget(m, borders=True)  # a result may be about the number of an entity, and what that is differs between matches
    m.dirty |= p.play_mask


def _name_own_parts(m: State, e: int) -> None:
    """Replaces numbers in printed fields that name parts of their own sheet: the parts are entities now."""
    p = m.p
    info = p.sheets[m.sheet[e]]
    if not info.own:
        return
    parts = [child for column, _ in info.parts for child in getattr(m, p.program.columns[column].slot)[e]]
    for column, number in info.own.items():
        slot = p.program.columns[column].slot
        values = getattr(m, slot)
        named = tuple(parts[i] for i in number) if isinstance(number, tuple) else parts[number]
        tag, _, below = p.program.columns[column].type
        if isinstance(named, tuple) and "set" in (tag, below[0][0]):
            named = tuple(sorted(named))
        values[e] = named


def _start(m: State, e: int) -> None:
    """Computes initial values that are expressions: `starts` of state fields, in order of declaration."""
    start = m.p.starts.get(m.p.sheets[m.sheet[e]].kind)
    if start is not None:
        start(m, e)


def grounded(m: State, e: int) -> int:
    """The place where an entity stands; nowhere for an entity in a zone, out of play or on an edge."""
    at = m.at[e]
    return at if at < EDGES else NOWHERE


def _leave(m: State, e: int) -> None:
    at = m.at[e]
    if at >= 0:
        m.p.standing.uncover(m, e)
    elif at != NOWHERE:
        z = -2 - at
        if len(m.zones[z]) > _LIGHT:
            spend(m, 2 * len(m.zones[z]))
        m.zones[z] = tuple([x for x in m.zones[z] if x != e])
    m.at[e] = NOWHERE


def put(m: State, e: int, place: int, unseen: int = 0, on_top: bool = False) -> None:
    """Moves an entity to a cell or an edge (>= 0) or into a zone (<= -2), without any rule. In an ordered zone it goes
    to the bottom (`on_top`: to the top), else to its position by age. If it would not stand wholly on the board, it
    does not move."""
    if not m.live[e] or (place >= 0 and not m.p.standing.fits(m, e, place)):
        return
    was = m.at[e]
    if was != NOWHERE:
        _leave(m, e)
    m.at[e] = place
    if place >= EDGES or was >= EDGES:
        m.fenced = None
    if place >= 0:
        m.p.standing.cover(m, e)
    else:
        z = -2 - place
        if len(m.zones[z]) > _LIGHT:
            spend(m, len(m.zones[z]))
        m.zones[z] = as_they_lie(m, z, (e, *m.zones[z]) if on_top else (*m.zones[z], e))
    m.cache.clear()
    m.dirty |= m.p.place_mask
    if m.trace is not None:
        m.trace.append(Put(m.depth, e, place, unseen))


def as_they_lie(m: State, z: int, entities: tuple[int, ...]) -> tuple[int, ...]:
    """The contents of a zone (its index among all) in the order that the zone keeps: as given, or by age."""
    return entities if m.p.program.zones[z // m.players].ordered else tuple(sorted(entities))


# In State.seen, the players who saw an entity leave play are stored this many bits above those to whom it was revealed.
SEEN_LEAVING = MOST_PLAYERS


def witnesses(m: State, e: int) -> int:
    """Mask of the seats that know which entity this is: in a zone, as the zone declares, or after it was revealed. Out
    of play, those who saw it leave."""
    if not m.live[e]:
        return m.seen[e] >> SEEN_LEAVING
    everybody = (1 << m.players) - 1
    at = m.at[e]
    return everybody if at > -2 else m.seen[e] & everybody | onlookers(m, at)


def outermost(m: State, e: int) -> int:
    """The outermost whole of a part, at any depth; for an entity that is no part, the entity itself."""
    while m.whole[e]:
        e = m.whole[e]
    return e


def known_to(m: State, e: int) -> int:
    """Mask of the seats that know which entity this is; for a part, of which entity it is a part."""
    return witnesses(m, outermost(m, e))


def zone_of(m: State, code: int) -> tuple[Zone, int | None]:
    """The zone of a code, and the seat that owns it; None for a zone of all players."""
    number, owner = divmod(-2 - code, m.players)
    zone = m.p.program.zones[number]
    return zone, owner if zone.per_player else None


def onlookers(m: State, at: int) -> int:
    """Mask of the seats that see the contents of a zone (a code), revealed or not."""
    zone, owner = zone_of(m, at)
    if zone.seen_by == "all" or (zone.seen_by == "owner" and owner is None):
        return (1 << m.players) - 1
    return 1 << owner if zone.seen_by == "owner" and owner is not None else 0


def remove(m: State, e: int, unseen: int = 0) -> None:
    """Removes an entity from play for good, with its parts; it keeps its number, owner and fields."""
    if not m.live[e]:
        return
    m.seen[e] |= witnesses(m, e) << SEEN_LEAVING
    if m.at[e] != NOWHERE:
        _leave(m, e)
    m.live[e] = False
    info = m.p.sheets[m.sheet[e]]
    forget(m, borders=not info.size)
    for g in info.groups:
        if len(m.groups[g]) > _LIGHT:
            spend(m, 2 * len(m.groups[g]))
        m.groups[g] = tuple([x for x in m.groups[g] if x != e])
    m.dirty |= m.p.place_mask | m.p.play_mask
    if m.trace is not None:
        m.trace.append(Removed(m.depth, e, unseen))
    if m.marks[e]:
        m.p.end_all(m, e)
    for column, _ in info.parts:
        for child in getattr(m, m.p.program.columns[column].slot)[e]:
            remove(m, child, unseen)


def swap_sheet(m: State, e: int, sheet: int) -> None:
    """Makes the entity show another sheet of its kind: printed fields, rules and listed statuses change, state stays.
    State that only the kind of the new sheet has begins. Parts of the old sheet leave play and those of the new one
    enter. If the entity is larger now and would not stand wholly on the board, it stands nowhere."""
    p = m.p
    old, new = p.sheets[m.sheet[e]], p.sheets[sheet]
    for place, _ in old.parts:
        for child in getattr(m, p.program.columns[place].slot)[e]:
            remove(m, child)
    at = m.at[e]
    resized = at >= 0 and not p.standing.alike(m, m.sheet[e], sheet)
    if resized:
        _leave(m, e)
    m.sheet[e] = sheet
    if resized:
        if m.p.standing.fits(m, e, at):
            m.at[e] = at
            m.p.standing.cover(m, e)
        m.dirty |= p.place_mask
    forget(m, borders=True)
    m.dirty |= p.play_mask
    spend(m, EVENT_STEPS + (len(m.sheet) >> 5) * len(p.entity_columns))
    own(m)
    for column in p.entity_columns:
        if column.static:
            getattr(m, column.slot)[e] = new.values.get(p.column_number[column.slot], column.default)
    if m.live[e]:
        for g in old.groups:
            if g not in new.groups:
                m.groups[g] = tuple([x for x in m.groups[g] if x != e])
        for g in new.groups:
            if g not in old.groups:
                m.groups[g] = tuple(sorted((*m.groups[g], e)))
    _add_parts(m, e)
    if new.kind != old.kind:
        _become(m, e, old.kind, new.kind)
    if m.trace is not None:
        m.trace.append(Swapped(m.depth, e, sheet))


def _become(m: State, e: int, old: int, new: int) -> None:
    """Begins the state fields that the new kind has and the old one had not, as for a new entity."""
    kinds = _lineage(m, old), _lineage(m, new)
    state = [column for column in m.p.entity_columns if not column.static and column.kind in kinds[1]]
    kept = {column.slot: getattr(m, column.slot)[e] for column in state if column.kind in kinds[0]}
    for column in state:
        if column.slot not in kept:
            _clear(m, e, column)
    _start(m, e)
    for slot, value in kept.items():
        getattr(m, slot)[e] = value
    forget(m, borders=True)
    m.dirty |= m.p.check_mask


def _lineage(m: State, kind: int | None) -> list[str]:
    """A kind and the kinds that it is derived from."""
    found = []
    while kind is not None:
        found.append(m.p.program.kinds[kind].id)
        kind = m.p.program.kinds[kind].parent
    return found


def _clear(m: State, e: int, column: Column) -> None:
    """Resets a field to what it was before it began."""
    getattr(m, column.slot)[e] = column.default
    if (column.slot, e) in m.secrets:
        m.secrets = {known: secret for known, secret in m.secrets.items() if known != (column.slot, e)}


def shuffle(m: State, zone: int, unseen: int = 0) -> None:
    """Shuffles the contents of a zone. Players who do not see the zone no longer know which of its entities were
    revealed to them."""
    z = -2 - zone
    spend(m, 20 * len(m.zones[z]))
    m.zones[z] = as_they_lie(m, z, tuple(m.chance.shuffled(list(m.zones[z]), zone)))
    for e in m.zones[z]:
        if m.seen[e]:
            m.seen[e] &= -1 << SEEN_LEAVING | onlookers(m, zone)
    m.cache.clear()
    m.dirty |= m.p.place_mask
    if m.trace is not None:
        m.trace.append(Shuffled(m.depth, zone, unseen))


def reveal(m: State, entities: tuple[int, ...], players: tuple[int, ...], unseen: int = 0) -> None:
    """Reveals hidden entities to some players, until they are shuffled where these do not see."""
    mask = sum(1 << s for s in players)
    spend(m, 8 * len(entities))
    for e in entities:
        m.seen[e] |= mask
        if m.trace is not None:
            m.trace.append(Revealed(m.depth, e, mask, unseen))


def reset(m: State, e: int) -> None:
    """Resets an entity as if it had just been made: the statuses of it and its parts end, its state has its initial
    values, and it becomes younger than everything else. Place, zone, owner, sheet and parts stay."""
    if not m.live[e]:
        return
    m.stamp += 1
    several = _with_parts(m, e)
    spend(m, EVENT_STEPS * len(several))
    for one in several:
        m.stamps[one] = m.stamp
    for one in reversed(several):
        if m.marks[one]:
            m.p.end_all(m, one)
    several = [one for one in several if m.live[one]]  # the end of a status may have removed it
    for one in several:
        for column in m.p.entity_columns:
            if not column.static:
                _clear(m, one, column)
    for one in several:
        _start(m, one)
    forget(m, borders=True)
    m.dirty |= m.p.check_mask


def _with_parts(m: State, e: int) -> list[int]:
    """An entity with its parts that are in play, in the order in which they begin: the whole last."""
    found: list[int] = []
    for column, _ in m.p.sheets[m.sheet[e]].parts:
        for child in getattr(m, m.p.program.columns[column].slot)[e]:
            if m.live[child]:
                found += _with_parts(m, child)
    return [*found, e]
