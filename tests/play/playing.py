"""Makes a small pack of a case, plays it and tells the story: every line of it is one thing that happened.

The same case is played in several ways that must not differ: as compiled, with all events in frames, without a trace,
and saved and loaded at every decision.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.check.check import check
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.play import codec, labels, setup
from rulewright.play.chance import Chance
from rulewright.play.entries import (
    Began,
    Created,
    Entry,
    Finished,
    Gained,
    Lost,
    NotBegun,
    Put,
    Removed,
    Rolled,
    Swapped,
)
from rulewright.play.load import Linked
from rulewright.play.state import Decision, Runaway, State
from rulewright.program import Program
from rulewright.session import answer
from rulewright.shapes import FIELDS, OUTCOMES, R_STATUS, SEAT

HERE = Path(__file__).parent
BASE = (HERE / "base.yaml").read_text(encoding="utf-8")
MANIFEST = {
    "pack": "sample",
    "start": "game",
    "board": "square",
    "window": "in_turn",
    "ranks": "[early, window, late]",
}
SIGNATURE = "player p, player q, piece a, piece b, piece c"
_NAMES = {1: "a", 2: "b", 3: "c"}
_SEATS = ("p", "q")


def files_of(case: Mapping[str, Any]) -> dict[str, str | bytes]:
    """The files of a case's pack: the base, the case's own definitions, its text and what must hold at the end."""
    manifest = {**MANIFEST, **case.get("manifest", {})}
    own = case.get("text", "")
    text = "\n".join(f"  {line}" for line in case.get("do", "note(0)").splitlines())
    own += f"\nevent play({SIGNATURE}): |\n{text}\n"
    for number, line in enumerate(case.get("then", [])):
        own += f"permission holds_{number}({SIGNATURE}): {line}\n"
    return {
        "pack.yaml": "".join(f"{key}: {value}\n" for key, value in manifest.items()),
        "base.yaml": BASE,
        "own.yaml": own,
    }


def compiled(folder: Path, frames: bool = False, verify: bool = False) -> tuple[Program | None, Diagnostics]:
    """The program of a pack. `frames`: every event runs in frames, as if each could ask; `verify`: for the verifying
    mode."""
    out = Diagnostics()
    pack = check(load_pack(read_pack(folder, out), out), out)
    if pack is None:
        return None, out
    return link(pack, out, frames=frames, verify=verify), out


class Script(Chance):
    """Dice that a case dictates, in order; the place in the script is a counter of the match, so it is saved."""

    __slots__ = ("script",)

    def __init__(self, script: Sequence[int], counters: dict[str, int] | None = None) -> None:
        super().__init__(0, counters)
        self.script = tuple(script)

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        place = self.counters.get("dice", 0)
        self.counters["dice"] = place + 1
        assert place < len(self.script), f"roll {place + 1}, of {die or stream}, is not dictated"
        assert 1 <= self.script[place] <= faces, f"{die or stream} has no {self.script[place]}"
        return self.script[place] - 1

    def copy(self) -> Script:
        return Script(self.script, self.counters)


class Story(list[Entry]):
    """A trace that tells each entry in words as it comes: records change afterwards. `shows`: kinds of entries beyond
    the usual ones (`done`, `put`, `create`)."""

    def __init__(self, m: State, shows: Sequence[str]) -> None:
        super().__init__()
        self.m = m
        self.shows = shows
        self.lines: list[str] = []

    def append(self, entry: Entry) -> None:
        super().append(entry)
        line = self.told(entry)
        if line is not None:
            self.lines.append(line)

    def told(self, entry: Entry) -> str | None:
        """One entry as a line, or None when it is not shown."""
        p = self.m.p.program
        match entry:
            case Began(_, record):
                event = p.events[record[0]]
                if event.id == "play":  # what was set up is not told
                    self.lines.clear()
                return None if event.id in ("game", "play") else self.call(record[0], record[FIELDS:])
            case Finished(_, record, outcome):
                event = p.events[record[0]]
                if event.id in ("game", "play", "note") or (outcome == 1 and "done" not in self.shows):
                    return None
                return f"{event.id} {OUTCOMES[outcome]}"
            case NotBegun(_, number, args):
                return f"{self.call(number, args)} refused"
            case Rolled(_, die, value):
                return f"{self.die(die)} {value}"
            case Gained(_, number, holder) | Lost(_, number, holder):
                status = p.statuses[number]
                return f"{'+' if isinstance(entry, Gained) else '-'}{status.id} {self.holder(status.holder, holder)}"
            case Removed(_, e):
                return f"remove {self.entity(e)}"
            case Swapped(_, e, sheet):
                return f"{self.entity(e)} is now {p.sheets[sheet].id}"
            case Created(_, _, sheet):
                return f"create {p.sheets[sheet].id}" if "create" in self.shows else None
            case Put(_, e, place) if "put" in self.shows:
                where: str = self.m.board.name_of(place) if place >= 0 else labels.zone(self.m, place)
                return f"put {self.entity(e)} {where}"
        return None

    def call(self, event: int, args: Sequence[Any]) -> str:
        """`strike(a, b)`."""
        e = self.m.p.program.events[event]
        words = [self.value(v, t) for v, (_, t) in zip(args, e.fields[: e.params], strict=False)]
        return f"{e.id}({', '.join(words)})"

    def value(self, v: Any, t: Any) -> str:
        """A value in short words: pieces by letters, players as p and q."""
        if v is None or t is None:
            return "none" if v is None else str(v)
        match t[0]:
            case "maybe":
                return self.value(v, t[2][0])
            case "entity":
                return self.entity(v)
            case "union":
                return self.entity(v) if v < SEAT else _SEATS[v - SEAT]
            case "player":
                return _SEATS[int(v)]
            case "status":
                row = self.m.rows.get(v)
                return self.m.p.program.statuses[row[R_STATUS]].id if row else "ended"
            case "record":
                return str(self.m.p.program.events[v[0]].id)
            case "enum":
                return str(self.m.p.program.enums[t[1]][v].id)
            case "set" | "list":
                places = t[2][0][0] == "place" and isinstance(v, int)
                items = self.m.board.decode(v) if places else v
                return f"({', '.join(self.value(x, t[2][0]) for x in items)})"
        return labels.value(self.m, v, t)

    def entity(self, e: int) -> str:
        """a, b, c, or the sheet's id with the number."""
        return _NAMES.get(e) or f"{self.m.p.program.sheets[self.m.sheet[e]].id}{e}"

    def die(self, number: int) -> str:
        """d6, or the die's name."""
        return f"d{-number}" if number < 0 else self.m.p.program.dice[number][0]

    def holder(self, kind: str, holder: int) -> str:
        """Who has a status."""
        return self.entity(holder) if kind == "entity" else _SEATS[holder] if kind == "player" else "match"

    def option(self, d: Decision, o: Any) -> str:
        """One answer in short words."""
        p = self.m.p.program
        if o is None:
            return "pass"
        if d.site < 0:
            reaction = p.reactions[o[0]]
            name = labels.said(reaction.titles, "en") or reaction.id.partition(" ")[2]
            told = f"{name}({self.holder(reaction.holder_kind, o[1])})" if reaction.holder_kind else name
            return told if o[3] is None else f"{told} each {o[3]}"
        site = p.sites[d.site]
        if site.kind == "yes or no":
            return "yes" if o else "no"
        return self.call(site.lines[o[0]], o[1]) if site.kind == "offer" else self.value(o, site.type)


@dataclass(slots=True)
class Played:
    """What came of a case: its story, what held at the end, and the fingerprints at every decision."""

    story: list[str]
    failed: list[str]
    prints: list[str]
    linked: Linked
    m: State
    left: int
    ran_away: bool = False


def play(
    linked: Linked, case: Mapping[str, Any], trace: bool = True, between: Callable[[State], State] | None = None
) -> Played:
    """Plays a case to its end. `between`: what is done to the match at every decision, such as saving and loading."""
    dice = Script(case.get("dice", ()))
    m = setup.empty(linked, 2, dice, tuple(value for _, _, value in linked.program.settings))
    story = Story(m, case.get("shows", ()))
    m.trace = story if trace else None
    prints: list[str] = []
    ran_away = False
    waiting = [str(one) for one in case.get("answers", ())]
    try:
        setup.start(m, linked.program.start)
        while m.pending is not None:
            d = m.pending
            prints.append(codec.fingerprint(m))
            told = [story.option(d, o) for o in d.options]
            story.lines.append(f"{_SEATS[d.player]}? {' | '.join(told)}")
            if not waiting:
                break
            chosen = waiting.pop(0)
            fitting = [i for i, one in enumerate(told) if one == chosen] or [
                i for i, one in enumerate(told) if one.startswith(chosen)
            ]
            assert len(fitting) == 1, f"'{chosen}' fits {len(fitting)} of {told}"
            if between is not None:
                m = between(m)
                assert isinstance(m.chance, Chance)
                m.chance = Script(dice.script, m.chance.counters)
                story.m = m
                m.trace = story if trace else None
            assert m.pending is not None
            answer(m, m.pending.options[fitting[0]])
    except Runaway as found:
        ran_away = True
        story.lines.append(f"runaway: {found.what}")
    prints.append(codec.fingerprint(m))
    failed = []
    for number, line in enumerate(case.get("then", ())):
        function = linked.program.texts[f"permission holds_{number}"].function
        if not linked.names[function](m, 0, 1, 1, 2, 3):
            failed.append(line)
    assert isinstance(m.chance, Chance)
    left = len(dice.script) - m.chance.counters.get("dice", 0)
    return Played(story.lines, failed, prints, linked, m, left, ran_away)


def saved_and_loaded(m: State) -> State:
    """The same match through JSON."""
    return codec.from_json(m.p, json.loads(json.dumps(codec.to_json(m))))
