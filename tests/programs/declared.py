"""What a pack declares around its texts: the world itself, the manifest, enumerations, dice, zones, maps, windows,
reports, and the event that sets a match up."""

from __future__ import annotations

from tests.programs.draw import Draw
from tests.programs.fields import Lines, attributes, kinds
from tests.programs.tables import set_up, tables_drawn
from tests.programs.world import CARD, GRADE, GRADES, HUE, HUES, PIECE, RELIC, Callable, World, Zone

from rulewright.check.types import NUMBER, PLAYER, maybe, set_of

_MORE_AREAS = {"hex": ("half", "edge"), "plane": ("path",)}


def draw_world(d: Draw) -> World:
    """A world with fields at random."""
    board = d.weighted([(6, "square"), (3, "hex"), (1, "none"), (2, "plane")])
    w = World(board, d.weighted([(4, 2), (3, 3), (1, 1), (1, 4)]))
    if w.cells and d.chance(30):
        w.levels, w.counted = d.integer(2, 3), d.chance(30)
    w.relays = board != "none" and d.chance(30)
    w.areas = () if board == "none" else ("wall", "moss", "spring", *_MORE_AREAS.get(board, ()))
    w.maps = () if board == "none" else ("yard", "court", *(("dale", "fen") if board == "hex" else ()))
    w.maps = w.maps[:2] if w.levels > 1 else w.maps  # such maps are not joined
    w.dice = {"d6": NUMBER, "bone": NUMBER, "tint": HUE}
    w.zones = [
        Zone("deck", CARD, True, True),
        Zone("hand", CARD, True, False),
        Zone("heap", CARD, False, True),
        Zone("camp", PIECE, False, d.chance(50)),
        Zone("row", CARD, False, d.chance(50), hue=True),
    ]
    w.attributes = attributes(w, d)
    given = (("aim", PIECE), ("n", NUMBER), ("foe", PLAYER), ("crowd", set_of(PIECE)), ("prize", maybe(RELIC)))
    w.texts = {name: tuple(d.some(given, 35)) for name in ("effect", "extra")}
    for name in ("rook", "ogre"):
        w.parts[name] = [f"bit_{i}" for i in range(d.integer(0, 2))] + ["spare_0"] * d.chance(40)
    return w


# -- what is the same in every pack ------------------------------------------------------------------------------------


def base(d: Draw, w: World, programs: int) -> Lines:
    """What every pack has beside its texts."""
    drawn = _maps(d, w) if w.cells else tables_drawn(d, w)
    found = [*_enums(d), *kinds(d, w), *_zones(w), *drawn, "relic urn: {}", *_windows(d, w), *_reports(w)]
    found += ["fence hedge: {}", "fence rampart: {}"] if w.cells else []
    return found + _game(d, w, programs)


def manifest(d: Draw, w: World) -> Lines:
    """`pack.yaml`."""
    settings = ["  program: number starts 0"]
    settings += [f"  {a.name}: {a.type} {a.clause}" for a in w.attributes if a.of == "setting"]
    lines = [
        "pack: sample",
        "start: game",
        f"players: {f'[{w.seats}, {w.seats + 1}]' if d.chance(15) else w.seats}",
        f"board: {w.board}",
        *([f"storeys: {w.levels}"] if w.levels > 1 else []),
        *(["distance: storeys"] if w.counted else []),
        f"stacking: {d.choice(('definition', 'instance'))}",
        f"ranks: [{', '.join(w.ranks)}]",
        "window: in_turn",
        f"forced: {d.choice(('take', 'ask'))}",
        *(["worth: standing"] if d.chance(30) else []),
        "settings:",
        *settings,
    ]
    if d.chance(30):
        lines += ["messages:", "  en: {act: <who> acts, show_number: number <what>}", "  ru: {act: <who>, deed: <who>}"]
    return lines


def _enums(d: Draw) -> Lines:
    return [
        f"enum hue: [{', '.join(HUES)}]",
        "enum grade: {ordered: [low, mid, high]}",
        "die bone gives number: [0, 0, 1, 2, -1]",
        "die tint gives hue: [red, red, green, blue]",
        f"class act(piece who): {'{arbiter: who.owner}' if d.chance(50) else '{}'}",
        "class deed(piece who): {}",
        "class trial(player p, player q): {}",
        "class feat(piece who): {}",
        "value standing(player p) gives number: p.points + count(t in pieces where t.owner is p)",
    ]


def tables(d: Draw, w: World) -> Lines:
    """Tables of one, two and three enumerations: some with an entry for all, some with holes."""
    lines = ["table payoff(hue first_hue, grade how) gives number or none:", "  rows:"]
    for hue in HUES[:2]:
        row = ", ".join(f"{grade}: {d.integer(-1, 4)}" for grade in d.some(GRADES, 60) or ["mid"])
        lines.append(f"    {hue}: {{{row}}}")
    lines += ["table mixed(hue first_hue, hue second_hue) gives hue:", "  rows:"]
    for hue in HUES:
        lines.append(f"    {hue}: {{{', '.join(f'{other}: {d.choice(HUES)}' for other in HUES)}}}")
    lines += ["table lone(grade how) gives hue:", "  rows:"]
    lines += [f"    {grade}: {d.choice(HUES)}" for grade in GRADES]
    lines += ["table deep(hue first_hue, grade how, hue last_hue) gives number or none:", "  rows:"]
    for hue in HUES[1:]:
        cells = ", ".join(f"{other}: {d.integer(0, 3)}" for other in HUES[:2])
        lines.append(f"    {hue}: {{{', '.join(f'{grade}: {{{cells}}}' for grade in d.some(GRADES, 60) or ['low'])}}}")
    w.callables.append(Callable("payoff", (("first_hue", HUE), ("how", GRADE)), maybe(NUMBER), -1))
    w.callables.append(Callable("mixed", (("first_hue", HUE), ("second_hue", HUE)), HUE, -1))
    w.callables.append(Callable("lone", (("how", GRADE),), HUE, -1))
    sides = (("first_hue", HUE), ("how", GRADE), ("last_hue", HUE))
    w.callables.append(Callable("deep", sides, maybe(NUMBER), -1))
    return lines


def _zones(w: World) -> Lines:
    seen = {"deck": "nobody", "hand": "owner", "heap": "all", "camp": "all", "row": "nobody"}
    return [
        f"zone {z.name}{'(player owner)' if z.player else '(hue which)' if z.hue else ''}: "
        f"{{{'ordered: yes, ' if z.ordered else ''}seen_by: {seen[z.name]}, holds: {z.holds.name}}}"
        for z in w.zones
    ]


def _maps(d: Draw, w: World) -> Lines:
    lines: Lines = []
    for name in w.maps[:2]:
        width, height = d.integer(3, 6), d.integer(3, 5)
        rows = [
            "".join(d.weighted([(10, "."), (2, "#"), (3, "~"), (1, " ")]) for _ in range(width)) for _ in range(height)
        ]
        rows[0] = f"s{rows[0][1:-1]}."
        rows[-1] = f".{rows[-1][1:-1]}s"
        rows[1] = f"{rows[1][0].replace(' ', '.')}~#{rows[1][3:]}"
        if d.chance(40):
            rows[1] = rows[1].replace("~", d.choice("ui"), 1)
        above = [_storey(d, rows) for _ in range(d.integer(0, w.levels - 1))]
        if w.board == "square" and d.chance(40):
            rows = _boxed(d, rows)
        lines += [f"map {name}:", "  rows: |2", *(f"    {row}" for row in rows)]
        lines += ["  above:"] * bool(above)
        for storey in above:
            lines += ["    - |2", *(f"      {row}" for row in storey)]
        things = f"u: urn, i: [moss, pawn of {d.integer(1, w.seats)}], f: [hedge, wall]"
        lines += [
            f"  legend: {{'#': wall, '~': moss, s: [spring, moss], {things}}}",
            f"  solid: {d.choice(('[wall]', '[wall]', '[wall, spring]'))}",
            f"  corners: {d.choice(('free', 'strict'))}",
        ]
    for name in w.maps[2:]:
        lines += [f"map {name}:", "  rows: |2", *(f"    {row}" for row in _halved(d))]
        lines += ["  legend: {'#': wall, h: half, j: [half, moss], s: spring}", "  solid: [wall]"]
        lines += [f"  halves: {d.choice(('[half]', '[half, edge]'))}"]
    return lines


def _storey(d: Draw, rows: Lines) -> Lines:
    """A storey above a drawing: floors and things on the same plan."""
    def sign() -> str:
        return d.weighted([(8, "."), (1, "#"), (1, "~"), (3, "f"), (1, "u"), (1, "i")])

    return ["".join(one if one == " " else sign() for one in row) for row in rows]


def _boxed(d: Draw, rows: Lines) -> Lines:
    """A drawing with its edges, and hedges on some of them."""
    def edge(cell: str) -> str:
        return d.weighted([(5, " "), (1, "f")]) if cell != " " else " "

    made = []
    for row in rows:
        made.append("+" + "".join(f"{edge(cell)}+" for cell in row))
        made.append(edge(row[0]) + "".join(f"{cell}{edge(cell)}" for cell in row))
    return [*made, "+" + " +" * len(rows[0])]


def _halved(d: Draw) -> Lines:
    """A drawing of hexes whose rim is halved."""
    rows = [" hhhh ", "s...s ", "h.#..h", "..s.. ", " hjhh "]
    return [row.replace(".", d.choice(".#"), 1) if d.chance(20) else row for row in rows]


def _windows(d: Draw, w: World) -> Lines:
    ask = ("players", "sorted(x in players with most seat_number(x))", "sorted(x in players with most x.points)",
           "sorted(x in pieces with most x.hp)", "sorted(x in pieces with least x.rating then most x.tag)")  # fmt: skip
    lines: Lines = []
    for name in w.windows:
        asks = d.choice(ask)
        lines += [f"window {name}:", f"  ask: {asks}", f"  answers: {d.choice(('each', 'one'))}"]
        lines += ["  ties: d6"] if "pieces" in asks and d.chance(50) else []
        lines += ["  always: yes"] if d.chance(20) else []
    return [*lines, *_controller(d)]


def _controller(d: Draw) -> Lines:
    """Who answers for an entity, where that is not always its owner."""
    if not d.chance(25):
        return []
    return [
        "value controller(entity x) gives player:",
        "  decide:",
        "    - next_seat(x.owner) if x is ogre",
        "    - x.owner if x is piece",
        "    - x.owner if x is card",
        "    - match.first_one",
    ]


def _reports(w: World) -> Lines:
    return [f"event show_{name}({t} what): {{}}" for name, t in sorted(w.shown().items())]


def _game(d: Draw, w: World, programs: int) -> Lines:
    lines = ["let p = first(players)", "finish if p is none", "let q = next_seat(p)"]
    lines += [
        f"let a = create {d.choice(('pawn', 'rook'))} for p",
        f"let b = create {d.choice(('rook', 'ogre'))} for q",
        "let y = create urn",
        f"let k = create {d.choice(('ace', 'deuce'))} for {d.choice('pq')} into hand of {d.choice('pq')}",
        "for each x in players:",
        *[f"  create {c} for x into deck of x" for c in d.some(("ace", "deuce", "trey"), 60) or ["trey"]],
        "  create trey for x into hand of x",
    ]
    if d.chance(50):
        lines.append("create ogre for p into camp")
    if w.board == "plane":
        lines[:0] = ["lay(yard)"]
        lines += set_up(d, w)
    if w.cells:
        lines[:0] = ["lay(yard)", *(["set_out(yard)"] if d.chance(50) else []), "let f = create hedge"]
        lines += ["for each c in edges(spring):", "  put f at c", *d.some(["  stop"], 70)]
        for name, places in (("a", "spring"), ("b", "neighbours(a) - wall"), ("y", "everywhere - neighbours(b)")):
            lines += [f"for each c in {places}:", f"  put {name} at c", *d.some(["  stop"], 70)]
    arguments = ", ".join(n for n, _ in w.names())
    if w.cells and "g" in arguments.split(", "):
        lines += ["let g = first(spring)", "finish if g is none", "let v = first(edges(g))", "finish if v is none"]
    for i in range(programs):
        lines += [f"if setting.program is {i}:", f"  prog_{i}({arguments})"]
    return ["event game: |", *(f"  {line}" for line in lines)]
