"""Records what else secret answers could have been, and makes a match as a player may imagine it.

Separate because a bot that tries things out on a copy of a match must not find there what the player may not know:
neither hidden entities nor secret answers. The imagined match agrees with the player's view.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.play.chance import Source, shuffled
from rulewright.play.pieces import as_they_lie
from rulewright.play.state import State, copy, copying_steps, present
from rulewright.play.view import knows, knows_field
from rulewright.program import MARK, Column
from rulewright.shapes import SEAT

Values = tuple[Any, ...]
_IMAGINED: Final = "imagined"  # the stream for dealing again
_LOOK: Final = 50  # steps of finding out whether one entity, or one field of it, is known

# A secret answer: who gave it (None: no player knows it), what it could have been, how it was taken, whether it is of
# entities. In a frame it follows MARK and the index of the local; for fields State.secrets has it, with the value that
# was written, by slot and index. How it was taken: "one" of the candidates, a "set" or "list" of some of them, "places"
# (a set of them as bits), or "rolls", each of any face. If the answer was passed to a block of a sheet, it ends with
# the frame and the index that it comes from: both hold the same.


_ANSWERED: Final = 4  # the length of the description of an answer itself


def keep(m: State, slot: str, index: int, by: int | None, candidates: Values, shape: str, entities: bool) -> None:
    """Records that the value just written to a field was answered in secret."""
    value = getattr(m, slot)[index]
    m.secrets = {**m.secrets, (slot, index): ((by, candidates, shape, entities), value)}


def imagining_steps(m: State) -> int:
    """The most steps that `imagined` takes: it looks at all entities."""
    hidden = sum(1 for column in m.p.program.columns if column.secret is not None)
    return copying_steps(m) + (_LOOK * len(m.sheet) * (1 + hidden) if m.p.secretive else len(m.sheet))


class Unknown:
    """What a player does not know of a match at a question: what is exchanged when the match is imagined.

    Attributes:
        things: hidden entities, grouped by owner and kind.
        fields: by slot of a column, and by kind, the entities whose values are hidden.
    """

    __slots__ = ("fields", "things")

    def __init__(self, m: State, seat: int) -> None:
        pools: dict[tuple[int, int], list[int]] = {}
        for e in range(1, len(m.sheet)):
            if m.live[e] and not m.whole[e] and not knows(m, e, seat):
                owner = m.owner[e]
                pools.setdefault((-1 if owner is None else owner, m.p.sheets[m.sheet[e]].kind), []).append(e)
        self.things = [pools[key] for key in sorted(pools)]
        answered = {(slot, index) for (slot, index), _ in _still_answered(m)}
        self.fields = [
            (column.slot, _alike(m, column, seat, answered))
            for column in m.p.program.columns
            if column.secret is not None and not column.static and column.size == "entity"
        ]


def imagined(m: State, seat: int, chance: Source, unknown: Unknown | None = None) -> State:
    """A copy in which everything that the player does not know is dealt again, with different future dice.

    Hidden entities of one owner and kind are exchanged with each other; so are the owners of hidden fields; secret
    answers become others that could have been given. So the copy reveals nothing beyond the view, and it is a possible
    match. `unknown`: what the player does not know, for callers that imagine one question several times.
    """
    made = copy(m)
    made.chance = chance
    unknown = unknown or Unknown(m, seat)
    moved: dict[int, int] = {}
    for pool in unknown.things:
        moved.update(zip(pool, shuffled(chance, pool, _IMAGINED), strict=True))
    if moved:
        for e, other in moved.items():
            made.at[other] = m.at[e]
        made.zones = [as_they_lie(m, z, tuple(moved.get(e, e) for e in zone)) for z, zone in enumerate(m.zones)]
    _fields(m, made, seat, moved, chance)
    # Each pool has its own stream: whether a pool is omitted depends on what is hidden, and nothing else may.
    streams = chance.copy()
    for slot, pools in unknown.fields:
        values = getattr(made, slot)
        for kind, pool in pools.items():
            dealt = shuffled(streams, pool, f"{_IMAGINED} {slot} {kind}")
            for e, value in zip(pool, [values[x] for x in dealt], strict=True):
                values[e] = value
    for frame in made.frames:
        for mark in [v for v in frame if type(v) is tuple and v and v[0] == MARK]:
            _, place, *secret = mark
            if len(secret) > _ANSWERED:
                frame[place] = made.frames[secret[_ANSWERED]][secret[_ANSWERED + 1]]  # that frame comes before it
            elif secret[0] != seat:
                frame[place] = _another(m, frame[place], secret, seat, moved, chance)
    return made


def _still_answered(m: State) -> list[tuple[tuple[str, int], Any]]:
    """The fields whose values were answered in secret and have not changed since, with that answer."""
    return [(of, secret) for of, (secret, value) in m.secrets.items() if getattr(m, of[0])[of[1]] == value]


def _fields(m: State, made: State, seat: int, moved: dict[int, int], chance: Source) -> None:
    """Deals the hidden values of fields again."""
    columns = {column.slot: column for column in m.p.program.columns} if m.secrets else {}
    for (slot, index), secret in _still_answered(m):
        if secret[0] != seat and not knows_field(m, columns[slot], index, seat):
            value = getattr(m, slot)[index]
            getattr(made, slot)[index] = _another(m, value, secret, seat, moved, chance)


def _another(m: State, value: Any, secret: Any, seat: int, moved: dict[int, int], chance: Source) -> Any:
    """What a secret answer could have been, as far as the player knows."""
    _, candidates, shape, entities = secret
    if shape == "rolls":
        return tuple([candidates[chance.draw(len(candidates), _IMAGINED)] for _ in value])
    if entities:
        return _others(m, value, candidates, shape, seat, moved, chance)
    if shape == "one":
        return candidates[chance.draw(len(candidates), _IMAGINED)] if candidates else value
    taken = value.bit_count() if shape == "places" else len(value)
    dealt = shuffled(chance, candidates, _IMAGINED)[:taken]
    if shape == "places":
        return m.board.encode(dealt)
    return tuple(sorted(dealt)) if shape == "set" else tuple(dealt)


def _others(
    m: State, value: Any, candidates: Values, shape: str, seat: int, moved: dict[int, int], chance: Source
) -> Any:
    """The same for entities: one that has moved since is replaced only as it was dealt again there."""
    chosen = (value,) if shape == "one" else value
    found: list[Any] = []
    for e in chosen:
        hidden = e is not None and e < SEAT and not knows(m, e, seat)
        could = [o for o in candidates if o is None or e is None or (_lies(m, o, e) if hidden else present(m, o))]
        could = [moved.get(o, o) for o in could]
        could = [o for o in could if o not in found] or [moved.get(e, e)]
        found.append(could[chance.draw(len(could), _IMAGINED)])
    if shape == "one":
        return found[0]
    return tuple(sorted(found)) if shape == "set" else tuple(found)


def _lies(m: State, one: int, other: int) -> bool:
    """Whether an entity lies where a hidden one does."""
    return one < SEAT and m.at[one] == m.at[other]


def _alike(m: State, column: Column, seat: int, answered: set[tuple[str, int]]) -> dict[int, list[int]]:
    """The entities of each kind of which a player cannot read a field, if they do not all have the same value."""
    values = getattr(m, column.slot)
    kinds: dict[int, list[int]] = {}
    for e in range(1, len(m.sheet)):
        if not knows_field(m, column, e, seat) and (column.slot, e) not in answered:
            kinds.setdefault(m.p.sheets[m.sheet[e]].kind, []).append(e)
    return {kind: pool for kind, pool in kinds.items() if any(values[e] != values[pool[0]] for e in pool)}
