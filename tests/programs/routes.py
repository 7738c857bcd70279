"""Random packs in which things go ways over a table: laws of ways, alone and in formations, drawn at random.

Separate because a law that is drawn like any other condition hardly ever has a way that keeps it. Here each law bounds
how long a way is, nearly always, and asks about what lies on the table: it sweeps nothing, stays clear of some, ends in
or out of something, pays for slow ground, in all the forms in which that can be said.
"""

from __future__ import annotations

from tests.programs.draw import Draw
from tests.programs.packs import Files

MATCHES = 3  # of each pack
_AREAS = ("mere", "fen", "bank")
_LETTERS = "abcdefgh"


def draw_routes(d: Draw) -> tuple[Files, int]:
    """The files of a pack and how many matches to play of it."""
    return _Routes(d).files(), MATCHES


class _Routes:
    def __init__(self, d: Draw) -> None:
        self.d = d
        self.width, self.height = d.integer(16, 30), d.integer(14, 20)
        self.marches = d.chance(35)
        self.permissions: list[str] = []
        self.locals = 0

    def files(self) -> Files:
        """The texts."""
        return {
            "pack.yaml": "pack: routes\nplayers: 2\nstart: game\nboard: plane\n"
                         f"grain: {self.d.choice(('0.5', '0.25', '1'))} inches\n"
                         "settings: {program: number starts 0}\nlanguage: 2\n",
            "table.yaml": self.table(),
            "laws.yaml": self.laws(),
        }  # fmt: skip

    # -- what lies on the table ------------------------------------------------------------------------------------

    def inches(self, low: int, high: int) -> str:
        """A length."""
        d = self.d
        return f"{d.integer(low, high)}{d.choice(('', '', '.5', '.25', '.001'))} inches"

    def _area(self, name: str) -> str:
        d = self.d
        x, y = d.integer(0, self.width - 5), d.integer(0, self.height - 5)
        far, low = min(self.width, x + d.integer(2, 9)), min(self.height, y + d.integer(2, 9))
        if name == "bank":
            return f"    bank: rectangle 0x0 to {max(6, self.width // 2)}x{self.height}"
        if d.chance(60):
            return f"    {name}: polygon {x}x{y} {far}x{y} {far}x{low} {x}x{low}"
        return f"    {name}: polygon {x}x{y} {far}x{y} {x}x{low}"

    def table(self) -> str:
        """The map, the kinds and their sheets."""
        d = self.d
        areas = "\n".join(self._area(name) for name in _AREAS)
        man = d.choice(("round 0.5", "round 0.75", "rectangle 1 by 1", "round 0.25"))
        cart = d.choice(("rectangle 1 by 2", "rectangle 1 by 3", "round 1", "polygon 0x0 2x0 0x2"))
        hedge = d.choice(("rectangle 0.5 by 6", "rectangle 1 by 1", "round 1.5", "polygon 0x0 3x0 3x1 1x1 1x3 0x3"))
        return (
            "".join(f"area {name}: {{name: {name.title()}}}\n" for name in _AREAS)
            + f"map field:\n  table: {self.width}x{self.height}\n  areas:\n{areas}\n"
            f"kind model:\n  placed: yes\n  plural: models\n  base: {man}\n  printed: {{stride: inches}}\n"
            f"model man: {{stride: {self.inches(4, 12)}}}\n"
            f"kind cart: {{is: model, base: {cart}}}\ncart wagon: {{stride: {self.inches(4, 10)}}}\n"
            f"kind hedge: {{placed: yes, owned: no, plural: hedges, base: {hedge}}}\nhedge thorn: {{}}\n"
            "kind match: {state: {noted: number}}\n"
        )

    # -- laws of one way -------------------------------------------------------------------------------------------

    def area(self) -> str:
        """An area that a base can lie in."""
        return self.d.choice((*_AREAS, "everywhere"))

    def bound(self) -> str:
        """What no way is longer than, so that a search has an end."""
        d = self.d
        near, far = self.inches(2, 5), self.inches(4, 10)
        return d.weighted([
            (4, "way_length(w) <= m.stride"),
            (3, f"way_length(w) <= {far}"),
            (1, f"way_length(w) < {far}"),
            (2, f"way_length(w) <= (if meets(swept(m, w), {self.area()}) then {near} else {far})"),
            (1, f"way_length(w) <= m.stride and way_length(w) <= {far}"),
        ])  # fmt: skip

    def slow(self) -> str:
        """Ground that is dear, in the forms in which people say so."""
        area, near = self.d.choice(_AREAS[:2]), self.inches(1, 5)
        return self.d.choice((
            f"not meets(swept(m, w), {area}) or way_length(w) <= {near}",
            f"way_length(w) <= {near} or not meets(swept(m, w), {area})",
            f"if meets(swept(m, w), {area}) then way_length(w) <= {near} else true",
        ))  # fmt: skip

    def clear(self) -> str:
        """What a way keeps clear of."""
        d, apart = self.d, self.inches(0, 2)
        return d.choice((
            f"not meets(swept(m, w), {d.choice(_AREAS[:2])})",
            "(no h in hedges where h is placed and overlapping(swept(m, w), h))",
            "(no h in hedges where overlapping(swept(m, w), h))",
            f"(no h in hedges where h is placed and h within {apart} of swept(m, w))",
            f"(no o in models where o.owner is not m.owner and o is placed and o within {apart} of swept(m, w))",
            "(no o in models where o is not m and o is placed and overlapping(swept(m, w), o))",
            f"(every h in hedges has h is not placed or distance(swept(m, w), h) >= {apart})",
            f"wholly(swept(m, w), {d.choice(('everywhere', 'everywhere', 'bank'))})",
            f"distance(swept(m, w), {d.choice(_AREAS[:2])}) > {apart}",
            "(no h in hedges where h is placed and touching(swept(m, w), h))",
        ))  # fmt: skip

    def end(self) -> str:
        """Where a way ends."""
        d, area, far = self.d, self.area(), self.inches(1, 8)
        return d.choice((
            f"way_end(w) in {d.choice(_AREAS)}",
            f"wholly(footprint(m, way_end(w)), {area})",
            f"not meets(footprint(m, way_end(w)), {d.choice(_AREAS[:2])})",
            "(no o in models where o is not m and o is placed and overlapping(footprint(m, way_end(w)), o))",
            f"(some h in hedges where h is placed and h within {far} of footprint(m, way_end(w)))",
            f"distance(way_start(w), way_end(w)) <= {far}",
            f"distance(way_start(w), way_end(w)) >= {self.inches(0, 3)}",
        ))  # fmt: skip

    def shape(self) -> str:
        """How it is made."""
        return self.d.choice((
            f"way_legs(w) <= {self.d.integer(1, 4)}", "way_legs(w) is 1", f"way_legs(w) > {self.d.integer(0, 1)}",
            f"way_length(w) >= {self.inches(0, 3)}", f"way_length(w) > {self.inches(0, 2)}",
        ))  # fmt: skip

    def law(self, depth: int = 2) -> str:
        """A condition on a way w of a model m."""
        d = self.d
        way = d.weighted([(6, "clear"), (3, "end"), (2, "slow"), (1, "shape"),
                          *([(2, "or"), (1, "if"), (1, "let"), (2, "call"), (2, "and"), (1, "not")] if depth else [])])
        if way == "or":
            return f"({self.law(depth - 1)}) or ({self.law(depth - 1)})"
        if way == "and":
            return f"({self.law(depth - 1)}) and ({self.law(depth - 1)})"
        if way == "not":
            return f"not ({d.choice((self.shape, self.end))()})"
        if way == "if":
            test = d.choice((self.end, self.shape, self.here))()
            return f"if {test} then ({self.law(0)}) else ({self.law(0)})"
        if way == "let":
            self.locals += 1
            name = f"{d.choice(_LETTERS)}{self.locals}"
            return f"let {name} = way_length(w) then {name} <= {self.inches(3, 9)} or ({self.law(0)})"
        if way == "call":
            return self.call(depth)
        made: dict[str, str] = {"clear": self.clear(), "end": self.end(), "slow": self.slow(), "shape": self.shape()}
        return made[way]

    def here(self) -> str:
        """Something of the model alone."""
        return self.d.choice(("m is man", "m.stride > 6 inches", f"meets(m, {self.d.choice(_AREAS)})",
                              "some h in hedges where h is placed and h within 3 inches of m"))  # fmt: skip

    def call(self, depth: int) -> str:
        """A permission that says it."""
        name = f"free_{len(self.permissions)}"
        self.permissions.append("")
        self.permissions[int(name[5:])] = f"permission {name}(model m, way w): >-\n  {self.law(depth - 1)}\n"
        return f"{name}(m, w)"

    # -- the game --------------------------------------------------------------------------------------------------

    def _legal(self, laws: list[str]) -> str:
        return "".join(f"    {_LETTERS[i]}: >-\n      {law}\n" for i, law in enumerate(laws))

    def _of_all(self, law: str) -> str:
        return f"every m in column(p) has (let w = way_in(f, m) then w is not none and ({law}))"

    def laws(self) -> str:
        """Who goes where, and what of it is allowed."""
        d = self.d
        laws = [self.law() for _ in range(d.integer(1, 3))]
        laws.insert(d.integer(0, len(laws)), self.bound() if d.chance(95) else self.shape())
        sidle = f"({self.bound()}) and ({self.law(1)})"
        asked = f"({self.bound()}) and ({self.law(1)})"
        march = [self.bound(), *(self.law(1) for _ in range(d.integer(0, 2)))]
        marching = (
            "    for each p in players:\n      offer p or pass:\n        march(p, f) for f in marches(column(p))\n"
            if self.marches else ""
        )  # fmt: skip
        marched = (
            f"event march(player p, formation f):\n  legal:\n{self._legal([self._of_all(law) for law in march])}"
            "    room: supposing(column(p) at f, disjoint(models))\n  do: put column(p) at f\n"
        )
        return (
            "value column(player p) gives set of model: all(m in models where m.owner is p and m is placed)\n"
            "event game: |\n  lay(field)\n  let h = create thorn\n"
            "  for each p in players where seat_number(p) is 1:\n"
            "    offer p:\n      grow(h, q) for q in anchors(h)\n"
            "  for each p in players:\n"
            "    let a = create man for p\n    enter(p, a)\n    let b = create wagon for p\n    enter(p, b)\n"
            f"  repeat up to {d.integer(1, 2)}:\n"
            "    for each p in players:\n      for each m in models where m.owner is p and m is placed:\n"
            "        offer p or pass:\n          go(m, w) for w in ways(m)\n"
            f"        let there = choose one or none w in ways(m) where {sidle} by p\n"
            "        sidle(m, there)\n"
            f"        note() if {d.choice(('some', 'no'))} w in ways(m) where {asked}\n"
            f"{marching}"
            "event grow(hedge h, spot q): put h at q\n"
            "event enter(player p, model m): |\n  offer p or pass:\n    step_on(m, q) for q in bank\n"
            "event step_on(model m, spot q):\n  legal:\n    on: wholly(footprint(m, q), everywhere)\n"
            "    room: (no o in models where o is placed and overlapping(footprint(m, q), o))\n  do: put m at q\n"
            f"event go(model m, way w):\n  legal:\n{self._legal(laws)}  do: put m at way_end(w)\n"
            "event sidle(model m, way or none w): |\n  put m at way_end(w) if w is not none\n"
            "event note(): set match.noted = match.noted + 1\n"
            f"{marched if self.marches else ''}{''.join(self.permissions)}"
        )
