"""Makes small packs on planes that measure as much as they can: bases and areas with as many corners and dents as may
be, in loops, searches and offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from random import Random

Pack = Mapping[str, str]

_MANIFEST = "pack: hostile\nlanguage: 2\nstart: play\nplayers: 2\nboard: plane\n"


def corners(number: int, radius: float, inner: float, middle: tuple[float, float] = (0, 0)) -> str:
    """A star, or, where both radii are the same, something round."""
    found = []
    for i in range(number):
        far, turn = radius if i % 2 else inner, 2 * pi * i / number
        at = middle[0] + far * cos(turn), middle[1] + far * sin(turn)
        found.append("x".join(f"{round(one, 3) + 0:g}" for one in at))
    return "polygon " + " ".join(found)


def base(r: Random) -> str:
    """What a thing covers."""
    return r.choice([
        "round 0.5", "oval 3 by 1", "rectangle 2 by 3", "polygon 0x-1 1x1 0x0.5 -1x1", corners(64, 1, 1),
        corners(28, 1.9, 0.6), corners(30, 1.9, 1.5),
    ])  # fmt: skip


def area(r: Random) -> str:
    """A drawn area."""
    return r.choice([
        "disc 30x30 by 20", "rectangle 1x1 to 50x50", corners(200, 25, 25, (30, 30)), corners(200, 25, 20, (30, 30)),
        corners(120, 29, 1, (30, 30)), "line 0x3 to 60x57",
    ])  # fmt: skip


def _pack(r: Random, does: str, more: str = "") -> Pack:
    """Things in play, then what is done with them."""
    table = r.choice(["60x60", "60x60", "1000x1000", "1000x0.01", "0.5x1000"])
    lines = "".join(f"  {line}\n" for line in does.splitlines())
    definitions = f"""\
kind match: {{state: {{n: number}}}}
kind unit:
  placed: yes
  plural: units
  base: {base(r)}
unit one: {{}}
unit other: {{}}
area zone: {{}}
area rest: {{}}
map field:
  table: {table}
  areas:
    zone: {area(r)}
    rest: {area(r)}
{more}event note(number a): set match.n = a
event play: |
  lay(field)
  let who = first(players)
  finish if who is none
  let here = choose one c in everywhere by who
  let there = choose one c in everywhere by who
  repeat up to {r.choice([3, 12, 40])}:
    for each p in players:
      create one for p at facing(here, {r.choice([0, 37, 359])})
      create other for p at {r.choice(["here", "there", "facing(there, 90)"])}
{lines}"""
    return {"pack.yaml": _MANIFEST, "all.yaml": definitions}


def _question(r: Random) -> str:
    """A yes or no about two things, a and b, dear to find out."""
    return r.choice([
        "distance(a, b) > 300 inches", "a within 0.001 inches of b and distance(a, b) > 9 inches", "overlapping(a, b)",
        "not touching(a, b)", "wholly(a, zone)", "not meets(b, rest)", "wholly(a, zone - rest)",
        "meets(a, burst(b, 2 inches) + rest)", "more_in(a, zone, rest)", "distance(a, zone + rest) > 2 inches",
        "overlapping(swept(a, facing(there, bearing(here, there))), b)",
        "overlapping(footprint(a, facing(here, match.n)), b)", "heading(here) > match.n + heading(there)",
        "linked(units, 1 inch)", "disjoint(units)", "size(crossed(here, there, units)) > 900",
        "line_free(here, there, zone + rest)", "size(units_in(zone)) > 900", "size(things_at(rest)) > 900",
        "here in burst(units, 3 inches) - zone", "there in anchors(b)",
    ])  # fmt: skip


def loops(r: Random) -> Pack:
    """Measures again and again, without a search."""
    ask = _question(r)
    if r.random() < 0.5:
        ask = f"(some c in units where {ask.replace('b', 'c') if ask == 'overlapping(a, b)' else ask}) and {ask}"
    return _pack(r, f"repeat up to {r.choice([1000, 1000000])}:\n  for each a in units:\n    for each b in units:\n"
                    f"      set match.n = match.n + 1 - match.n / 359 * 359 if {ask}")  # fmt: skip


def _condition(r: Random) -> str:
    """A condition on the spot c."""
    return r.choice([
        "(no b in units where overlapping(footprint(a, c), b))", "(every b in units has distance(c, b) > 9 inches)",
        "wholly(footprint(a, c), zone)", "not meets(footprint(a, c), rest)",
        "(some b in units where c within 0.5 inches of b)",
        "(no b in units where touching(footprint(a, facing(c, 33)), b))", "c in zone and c not in rest",
        "more_in(footprint(a, c), zone, rest)", "(some d in zone where distance(c, d) > 500 inches)",
        "overlapping(swept(a, c), zone)", "distance(c, rest) > 3 inches and c within 3.001 inches of rest",
        "meets(footprint(a, c), burst(units, 1 inch))",
    ])  # fmt: skip


def searches(r: Random) -> Pack:
    """Looks for room that there is not, or hardly."""
    asked = " and ".join(_condition(r) for _ in range(r.randint(1, 3)))
    source = r.choice(["everywhere", "zone", "anchors(a)", "burst(units, 2 inches)", "zone - rest"])
    return _pack(r, f"repeat up to {r.choice([1, 1000, 1000000])}:\n  for each a in units:\n"
                    f"    set match.n = match.n + 1 if some c in {source} where {asked}")  # fmt: skip


def proposals(r: Random) -> Pack:
    """Asks players for spots."""
    asked = " and ".join(_condition(r) for _ in range(r.randint(1, 2)))
    source = r.choice(["everywhere", "zone", "anchors(a)"])
    if r.random() < 0.5:
        return _pack(r, f"for each a in units:\n  let c = choose one or none c in {source} where {asked} by a.owner\n"
                        "  put a at c if c is not none")  # fmt: skip
    more = f"event go_to(unit a, unit b, spot c): {{legal: {{room: \"{asked}\"}}, do: put a at c}}\n"
    does = f"for each p in players:\n  offer p or pass:\n    go_to(a, b, c) for a in units, b in units, c in {source}"
    return _pack(r, does, more)


FAMILIES: tuple[Callable[[Random], Pack], ...] = (loops, searches, proposals)
