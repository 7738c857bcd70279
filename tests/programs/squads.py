"""Random packs in which squads form up: laws of formations, drawn at random, on squares, hexes and a plane.

Separate because a law that is drawn like any other condition hardly ever has a formation that keeps it. What is read of
these laws before a formation is whole is all that they are for: quantifiers over things that are laid or not yet,
permissions with and without modifiers, places that are handed on. `linked` is left out: whatever is linked is laid next
to what is laid already, so formations in which a later thing makes the link are not found, on purpose.
"""

from __future__ import annotations

from tests.programs.draw import Draw
from tests.programs.packs import Files

EACH = 3  # things of a squad
# The manifest, the map, the type of a place, and the unit of one and of several.
_BOARDS = {
    "square": ("board: square\n", "  rows: |\n" + "    nnnn..\n" * 2 + "    ......\n" * 3 + "  legend: {n: north}\n",
               "cell", "cell", "cells"),
    "hex": ("board: hex\n", "  rows: |\n" + "    nnnn..\n" * 2 + "    ......\n" * 3 + "  legend: {n: north}\n",
            "hex", "hex", "hexes"),
    "plane": ("board: plane\ngrain: 0.5 inches\n", "  table: 10x8\n  areas: {north: rectangle 0x0 to 7x3}\n",
              "spot", "inch", "inches"),
}  # fmt: skip


def draw_squads(d: Draw) -> Files:
    """The files of a pack."""
    return _Squads(d).files()


class _Squads:
    def __init__(self, d: Draw) -> None:
        self.d = d
        self.board = d.choice(tuple(_BOARDS))
        self.manifest, self.map, self.place, *self.units = _BOARDS[self.board]
        self.more: list[str] = []
        self.names = 0

    def files(self) -> Files:
        """The texts."""
        d = self.d
        laws = [self.law() for _ in range(d.integer(1, 3))]
        march = [self.law() for _ in range(d.integer(1, 2))]
        base = f"  base: {d.choice(('round 0.5', 'rectangle 1 by 1', 'round 0.75'))}\n" if self.board == "plane" else ""
        return {
            "pack.yaml": f"pack: squads\nplayers: 2\nstart: game\n{self.manifest}language: 2\n",
            "table.yaml": f"area north: {{}}\nmap field:\n{self.map}kind squad: {{plural: squads}}\nsquad band: {{}}\n"
                          f"kind post: {{placed: yes, owned: no, plural: posts}}\npost pole: {{}}\n"
                          f"kind model:\n  placed: yes\n  plural: models\n{base}  state: {{team: squad or none}}\n"
                          "model man: {}\n",
            "laws.yaml": self.game(laws, march) + "".join(self.more),
        }  # fmt: skip

    # -- words -----------------------------------------------------------------------------------------------------

    def name(self, lead: str) -> str:
        """A name that nothing else has."""
        self.names += 1
        return f"{lead}{self.names}"

    def far(self) -> str:
        """A length."""
        many = self.d.integer(1, 4)
        return f"{many} {self.units[many > 1]}"

    def several(self) -> str:
        """A set of things, of which some may not be laid yet."""
        return self.d.weighted([(4, "fellows(u)"), (2, "models"), (1, "others(u)")])

    # -- of one thing ----------------------------------------------------------------------------------------------

    def of_two(self, k: str, v: str) -> str:
        """A condition on two things that may not be laid."""
        d = self.d
        made = [f"{k} within {self.far()} of {v}", f"{v} within {self.far()} of {k}",
                f"distance({k}, {v}) >= {self.far()}", f"distance({k}, {v}) <= {self.far()}", f"{k} is placed",
                f"not ({k} within {self.far()} of {v})"]  # fmt: skip
        if self.board == "plane":
            made += [f"touching({k}, {v})", f"overlapping({k}, {v})"]
        else:
            made += [f"{k} is adjacent to {v}"]
        return d.choice(made)

    def of_one(self, v: str, depth: int) -> str:
        """A condition on a thing v of a squad u."""
        d = self.d
        deeper = [(4, "near"), (2, "call"), (1, "not"), (2, "and"), (2, "or")] if depth else []
        way = d.weighted([(4, "area"), (2, "post"), (2, "placed"), *deeper])
        if way == "area":
            return d.choice((f"wholly({v}, north)", f"meets({v}, north)", f"not meets({v}, north)",
                             f"{v} within {self.far()} of rim"))  # fmt: skip
        if way == "post":
            return f"({d.choice(('some', 'no'))} b in posts where b within {self.far()} of {v})"
        if way == "placed":
            return d.choice((f"{v} is placed", f"{v} is not placed", f"{v} is last(fellows(u))",
                             f"{v}.place is not none"))  # fmt: skip
        if way == "near":
            k = self.name("k")
            kind = d.choice(("some", "no", "every", "count"))
            pair = self.of_two(k, v)
            if kind == "every":
                return f"(every {k} in {self.several()} where {k} is not {v} has {pair})"
            if kind == "count":
                sign = d.choice((">=", "<=", "is"))
                return f"(count({k} in {self.several()} where {k} is not {v} and {pair}) {sign} {d.integer(0, 2)})"
            return f"({kind} {k} in {self.several()} where {k} is not {v} and {pair})"
        if way == "call":
            return self.permission("model who, squad u", f"({v}, u)", self.of_one("who", depth - 1),
                                   self.of_one("who", 1))  # fmt: skip
        if way == "not":
            return f"not ({self.of_one(v, depth - 1)})"
        return f"({self.of_one(v, depth - 1)}) {way} ({self.of_one(v, depth - 1)})"

    def permission(self, params: str, args: str, body: str, more: str) -> str:
        """A call of a new permission, which may have a modifier."""
        name = self.name("fine")
        self.more.append(f"permission {name}({params}): >-\n  {body}\n")
        if self.d.chance(40):
            verb = self.d.choice(("allow", "forbid"))
            self.more.append(f"rule {self.name('mend')}:\n  modify:\n    - >-\n      {verb} {name} when {more}\n")
        return f"{name}{args}"

    # -- of all ----------------------------------------------------------------------------------------------------

    def of_all(self, depth: int) -> str:
        """A condition on a squad u as if it stood in the formation."""
        d = self.d
        v = self.name("m")
        deeper = [(3, "call"), (1, "not"), (2, "and"), (2, "or"), (1, "if")] if depth else []
        way = d.weighted([(5, "every"), (4, "no"), (3, "some"), (2, "count"), (2, "disjoint"), *deeper])
        if way == "every":
            among = f" where {self.of_one(v, 1)}" if d.chance(30) else ""
            return f"every {v} in {self.several()}{among} has {self.of_one(v, 2)}"
        if way in ("no", "some"):
            return f"{way} {v} in {self.several()} where {self.of_one(v, 2)}"
        if way == "count":
            sign = d.choice((">=", "<=", "is"))
            return f"count({v} in {self.several()} where {self.of_one(v, 2)}) {sign} {d.integer(0, 3)}"
        if way == "disjoint":
            return f"disjoint({d.choice(('models', 'fellows(u)'))})"
        if way == "call":
            return self.permission("squad u", "(u)", self.of_all(depth - 1), self.of_all(0))
        if way == "not":
            return f"not ({self.of_all(depth - 1)})"
        if way == "if":
            return f"if {self.of_all(0)} then ({self.of_all(depth - 1)}) else ({self.of_all(depth - 1)})"
        return f"({self.of_all(depth - 1)}) {way} ({self.of_all(depth - 1)})"

    # -- of places -------------------------------------------------------------------------------------------------

    def of_place(self, q: str, m: str) -> str:
        """A condition on the place that a formation gives to a thing, which may stand somewhere."""
        d = self.d
        return d.choice((
            f"{q} in north", f"{q} not in north", f"wholly(footprint({m}, {q}), north)",
            f"({m}.place is none or distance({q}, {m}.place) <= {self.far()})",
            f"(some b in posts where b.place is not none and distance({q}, b.place) >= {self.far()})",
            f"({self.of_one(m, 1)})",
        ))  # fmt: skip

    def of_places(self, depth: int) -> str:
        """A condition on a formation f of a squad u that supposes nothing."""
        d, m = self.d, self.name("m")
        q = self.name("q")
        deeper = [(2, "call"), (2, "handed"), (1, "or"), (1, "and")] if depth else []
        way = d.weighted([(4, "every"), (2, "last"), *deeper])
        if way == "every":
            return (f"every {m} in fellows(u) has (let {q} = place_in(f, {m}) then {q} is not none and "
                    f"{self.of_place(q, m)})")  # fmt: skip
        if way == "last":
            return f"(let {q} = tail(u, f) then {q} is not none and {q} in north)"
        if way == "call":
            return self.permission("squad u, formation f", "(u, f)", self.of_places(depth - 1), self.of_all(0))
        if way == "handed":
            body = (f"every {m} in fellows(u) has (let {q} = place_in(f, {m}) then p is not none and "
                    f"{q} is not none and distance(p, {q}) <= {self.far()})")  # fmt: skip
            return self.permission(f"{self.place} or none p, squad u, formation f", "(tail(u, f), u, f)", body,
                                   self.of_all(0))  # fmt: skip
        return f"({self.of_places(depth - 1)}) {way} ({self.of_places(depth - 1)})"

    def law(self) -> str:
        """A condition on a formation f of a squad u."""
        d = self.d
        way = d.weighted([(6, "supposing"), (3, "places"), (1, "either"), (1, "unless")])
        if way == "places":
            return self.of_places(2)
        if way == "either":
            return f"(supposing(fellows(u) at f, {self.of_all(1)})) or ({self.of_places(1)})"
        if way == "unless":
            return f"({self.of_all(0)}) or supposing(fellows(u) at f, {self.of_all(1)})"
        return f"supposing(fellows(u) at f, {self.of_all(2)})"

    # -- the game --------------------------------------------------------------------------------------------------

    def game(self, laws: list[str], march: list[str]) -> str:
        """Who forms up where, twice."""
        return (
            "value fellows(squad u) gives set of model: all(m in models where m.team is u)\n"
            "value others(squad u) gives set of model: all(m in models where m.team is not u)\n"
            f"value tail(squad u, formation f) gives {self.place} or none: >-\n"
            "  let l = last(fellows(u)) then if l is none then none else place_in(f, l)\n"
            "event game: |\n  lay(field)\n"
            "  for each p in players:\n    let b = create pole\n    let q = choose one q in everywhere by p\n"
            "    put b at q\n"
            "  for each p in players:\n    let u = create band for p\n"
            f"    repeat up to {EACH}:\n      let one = create man for p\n      enlist(one, u)\n"
            "  for each u in squads:\n    offer u.owner or pass:\n      deploy(u, f) for f in formations(fellows(u))\n"
            "  for each u in squads:\n    offer u.owner or pass:\n      march(u, f) for f in formations(fellows(u))\n"
            "event enlist(model one, squad u): |\n  set one.team = u\n"
            f"event deploy(squad u, formation f):\n  legal:\n{_legal(laws)}  do: put fellows(u) at f\n"
            f"event march(squad u, formation f):\n  legal:\n{_legal(march)}  do: put fellows(u) at f\n"
        )


def _legal(laws: list[str]) -> str:
    return "".join(f"    law_{i}: >-\n      {law}\n" for i, law in enumerate(laws))
