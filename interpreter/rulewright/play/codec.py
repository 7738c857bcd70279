"""Saves a match as JSON and loads it, exactly, at any pending decision; and hashes it.

Separate because a save is a promise: the same program and the same JSON have the same future in any process. Records
keep their identity: they are numbered when they are saved. Tuples are `{"t": [..]}`, records `{"r": n}`.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rulewright.limits import MOST_STEPS
from rulewright.play.chance import Chance, Keyed
from rulewright.play.ready import Ready
from rulewright.play.setup import NO_BOARD
from rulewright.play.state import Decision, Record, State
from rulewright.shapes import LIMITS

VERSION = 3
# Parts of a match that are plain data as they are, lists of such, and lists of tuples of such.
_PLAIN = ("players", "depth", "dirty", "stamp")
_LISTS = ("sheet", "owner", "at", "live", "seen", "stamps", "marks", "pmarks", "mmarks")
_TUPLES = ("zones", "groups", "by_status", "fired")


class _Writer:
    """Turns values into plain data, and numbers the records in them."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.records: list[Any] = []

    def value(self, v: Any) -> Any:
        if isinstance(v, tuple):
            return {"t": [self.value(x) for x in v]}
        if isinstance(v, list):
            return {"r": self.record(v)}
        return v

    def record(self, r: Record) -> int:
        number = self.numbers.get(id(r))
        if number is None:
            number = self.numbers[id(r)] = len(self.records)
            self.records.append(None)
            limits = None if r[LIMITS] is None else [[self.value(k), n] for k, n in r[LIMITS].items()]
            self.records[number] = [*r[:LIMITS], limits, *(self.value(v) for v in r[LIMITS + 1 :])]
        return number

    def items(self, values: Any) -> list[Any]:
        return [self.value(v) for v in values]


class _Reader:
    """Makes values from plain data again, each record once."""

    def __init__(self, records: list[Any]) -> None:
        self.plain = records
        self.made: list[Record | None] = [None] * len(records)

    def value(self, v: Any) -> Any:
        if isinstance(v, dict):
            if "t" in v:
                return tuple([self.value(x) for x in v["t"]])
            return self.record(v["r"])
        return v

    def record(self, number: int) -> Record:
        made = self.made[number]
        if made is None:
            plain = self.plain[number]
            made = self.made[number] = []
            limits = None if plain[LIMITS] is None else {self.value(k): n for k, n in plain[LIMITS]}
            made.extend([*plain[:LIMITS], limits])
            made.extend(self.value(v) for v in plain[LIMITS + 1 :])
        return made

    def items(self, values: list[Any]) -> list[Any]:
        return [self.value(v) for v in values]


def plain(value: Any) -> Any:
    """A value without records, as `to_json` writes it."""
    return _Writer().value(value)


def to_json(m: State) -> dict[str, Any]:
    """The whole match as plain data, without the trace. The match must use its own generator."""
    if not isinstance(m.chance, Chance):
        raise TypeError("only a match with its own generator can be saved")
    w = _Writer()
    data: dict[str, Any] = {
        "version": VERSION,
        "pack": m.p.program.id,
        "digest": m.p.program.digest,
        "seed": m.chance.seed,
        "counters": dict(sorted(m.chance.counters.items())),
        **({"key": m.chance.check} if isinstance(m.chance, Keyed) else {}),
        "board": w.value(m.board_key),
        "settings": w.items(m.settings),
        "whole": list(m.whole),
        "whiles": list(m.whiles),
    }
    for name in _PLAIN:
        data[name] = getattr(m, name)
    for name in _LISTS:
        data[name] = list(getattr(m, name))
    for name in _TUPLES:
        data[name] = [list(v) for v in getattr(m, name)]
    flat = m.p.flat_columns
    data["columns"] = {}
    for i, column in enumerate(m.p.program.columns):
        values = getattr(m, column.slot)
        data["columns"][f"c{i}"] = list(values) if column.slot in flat else w.items(values)
    secrets = [(f"c{m.p.column_number[slot]}", i, secret) for (slot, i), secret in m.secrets.items()]
    data["secrets"] = [[key, i, w.value(secret)] for key, i, secret in sorted(secrets, key=lambda one: one[:2])]
    data["occ"] = m.p.standing.saved(m)
    data["rows"] = [[k, w.items(row)] for k, row in sorted(m.rows.items())]
    data["held"] = [[list(k), list(v)] for k, v in sorted(m.held.items())]
    data["clocked"] = [[k, list(v)] for k, v in sorted(m.clocked.items())]
    data["running"] = [[w.record(r) for r in rs] for rs in m.running]
    data["frames"] = [w.items(f) for f in m.frames]
    data["replacing"] = w.value(m.replacing)
    data["over"] = None if m.over is None else w.record(m.over)
    if m.pending is not None:
        data["pending"] = [m.pending.player, m.pending.site, m.pending.window, w.items(m.pending.options)]
    data["records"] = w.records
    return data


def from_json(p: Ready, data: dict[str, Any], key: bytes | None = None) -> State:
    """Loads the match that `to_json` saved, with `key` for its random numbers, if any. The caller has compared pack,
    digest and key."""
    reader = _Reader(data["records"])
    m: State = p.state()
    m.p = p
    seed, counters = data["seed"], data["counters"]
    m.chance = Chance(seed, counters) if key is None else Keyed(seed, key, counters)
    m.settings = tuple(reader.items(data["settings"]))
    m.whole, m.whiles, m.lent = list(data["whole"]), tuple(data["whiles"]), False
    for name in _PLAIN:
        setattr(m, name, data[name])
    for name in _LISTS:
        setattr(m, name, list(data[name]))
    for name in _TUPLES:
        setattr(m, name, [tuple(v) for v in data[name]])
    for i, column in enumerate(p.program.columns):
        values = data["columns"][f"c{i}"]
        values = list(values) if column.slot in p.flat_columns else reader.items(values)
        setattr(m, column.slot, values)
    slots = {f"c{i}": column.slot for i, column in enumerate(p.program.columns)}
    m.secrets = {(slots[key], i): reader.value(secret) for key, i, secret in data["secrets"]}
    m.rows = {k: reader.items(row) for k, row in data["rows"]}
    m.held = {(k[0], k[1]): tuple(v) for k, v in data["held"]}
    m.clocked = {k: tuple(v) for k, v in data["clocked"]}
    m.running = [tuple(reader.record(r) for r in rs) for rs in data["running"]]
    m.frames = [reader.items(f) for f in data["frames"]]
    m.replacing = reader.value(data["replacing"])
    m.over = None if data["over"] is None else reader.record(data["over"])
    m.pending = None
    if data.get("pending") is not None:
        player, site, window, options = data["pending"]
        m.pending = Decision(player, site, tuple(reader.items(options)), window)
    m.trace, m.asides, m.lines, m.wave, m.result, m.answer, m.drafting = None, None, None, None, None, None, False
    m.fuel = MOST_STEPS  # every answer brings its own steps
    m.cache, m.kept, m.fenced = {}, {}, None
    m.p.standing.restore(m, data["occ"])
    m.board_key = reader.value(data["board"])
    m.laid = p.board_of(m.board_key or NO_BOARD)
    m.board = m.laid.space
    return m


def fingerprint(m: State) -> str:
    """SHA-256 of the match: equal for equal matches in every process."""
    return hashlib.sha256(json.dumps(to_json(m), sort_keys=True, separators=(",", ":")).encode()).hexdigest()
