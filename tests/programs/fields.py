"""Which fields the kinds of a pack have, and the kinds and sheets that declare and fill them."""

from __future__ import annotations

from tests.programs.draw import Draw
from tests.programs.tables import base_of
from tests.programs.world import (
    BIT,
    FENCE,
    GEM,
    GRADE,
    GRADES,
    HUE,
    HUES,
    PIECE,
    RELIC,
    TARGET,
    THING,
    Attribute,
    World,
)

from rulewright.check.types import DIE, DIRECTION, EDGE, MAP, NUMBER, PLAYER, YES_NO, Type, list_of, maybe, set_of

Lines = list[str]
PIECES = (("piece", "pawn"), ("piece", "rook"), ("brute", "ogre"))
_SHEET = Type("sheet", "piece")
_STATE, _PRINTED = "state", "printed"


def attributes(w: World, d: Draw) -> list[Attribute]:
    """The fields of all kinds: some that every pack has, and others at random."""
    return [*_always(w, d), *d.some([*_printed(w), *_sometimes(w)], 55)]


def _always(w: World, d: Draw) -> list[Attribute]:
    found = [
        Attribute("piece", "hp", NUMBER, clause="starts self.rating + 1"),
        Attribute("piece", "tag", NUMBER),
        Attribute("piece", "mark", YES_NO),
        Attribute("piece", "friend", maybe(PIECE)),
        Attribute("piece", "rating", NUMBER, _PRINTED, clause="from 0 to 4 starts 2"),
        Attribute("piece", "width", NUMBER, _PRINTED, clause="from 1 starts 1"),
        Attribute("card", "cost", NUMBER, _PRINTED),
        Attribute("card", "used", NUMBER),
        Attribute("bit", "level", NUMBER),
        Attribute("bit", "bearer", PIECE, "given"),
        Attribute("gem", "bearer", BIT, "given"),
        Attribute("gem", "glow", NUMBER, clause="starts self.bearer.level + 1"),
        Attribute("piece", "bits", set_of(BIT), "part"),
        Attribute("piece", "spares", set_of(BIT), "part"),
        Attribute("bit", "gems", set_of(GEM), "part"),
        Attribute("relic", "gold", NUMBER),
        Attribute("player", "points", NUMBER, clause="starts 1"),
        Attribute("match", "round", NUMBER),
        Attribute("player", "lead", maybe(PIECE)),
        Attribute("match", "first_one", PLAYER),
        Attribute("setting", "bonus", NUMBER, "given", clause=f"starts {d.integer(0, 4)}"),
        Attribute("setting", "tint", HUE, "given", clause="starts green"),
        Attribute("setting", "harsh", YES_NO, "given", clause=f"starts {d.choice(('true', 'false'))}"),
        *(Attribute(kind, "owner", PLAYER, "given") for kind in ("piece", "card", "bit", "gem")),
        Attribute("piece", "sheet", _SHEET, "given"),
        Attribute("card", "sheet", Type("sheet", "card"), "given"),
    ]
    if w.board != "none":
        found += [Attribute(kind, "place", maybe(w.place), "given") for kind in ("piece", "relic")]
    if w.cells:
        found += [Attribute("fence", "edge", maybe(EDGE), "given"), Attribute("fence", "height", NUMBER)]
    return found


def _printed(w: World) -> list[Attribute]:
    """Fields that sheets fill; with a value where a sheet says nothing."""
    found = [
        Attribute("piece", "traits", set_of(HUE), _PRINTED, clause="starts none"),
        Attribute("piece", "rank_of", GRADE, _PRINTED, clause="starts mid"),
        Attribute("piece", "scores", list_of(NUMBER), _PRINTED, clause="starts none"),
        Attribute("piece", "lot", DIE, _PRINTED, clause="starts bone"),
        Attribute("piece", "model", maybe(_SHEET), _PRINTED, clause="starts none"),
        Attribute("piece", "heir", Type("sheet", "relic"), _PRINTED, clause="starts urn"),
        Attribute("piece", "prime", maybe(BIT), _PRINTED, clause="starts none"),
        Attribute("piece", "ratio", NUMBER, _PRINTED, clause="starts self.width / self.rating - 1"),
        Attribute("piece", "hints", set_of(HUE), _PRINTED, clause="starts (blue, red) + (red, green) - (green, blue)"),
        Attribute("piece", "brave", YES_NO, _PRINTED, clause="starts true"),
        Attribute("piece", "lore", Type("text"), _PRINTED),
        Attribute("piece", "costs", Type("per", "", (NUMBER, HUE)), _PRINTED),
        Attribute("player", "first_to", YES_NO, _PRINTED, clause="starts seat_number(self) is 1"),
        Attribute("card", "free", YES_NO, "formula", clause="starts true"),
        Attribute("card", "price_of", NUMBER, "formula", clause="starts 1"),
        Attribute("card", "wants", set_of(PIECE), "formula", clause="starts all(x in pieces where x.owner is caster)",
                  params=(("caster", PLAYER),)),
        Attribute("card", "fits", YES_NO, "formula", clause="starts n > 1", params=(("aim", PIECE), ("n", NUMBER))),
    ]
    if w.board != "none":
        found += [
            Attribute("piece", "reach", w.unit, _PRINTED, clause=f"starts 2 {w.unit}"),
            Attribute("piece", "realm", MAP, _PRINTED, clause="starts yard"),
        ]
    if w.cells:
        found += [
            Attribute("piece", "bearing", DIRECTION, _PRINTED, clause=f"starts {d_first(w)}"),
            Attribute("piece", "bearings", set_of(DIRECTION), _PRINTED, clause="starts none"),
        ]
    return found


def d_first(w: World) -> str:
    """A direction that sheets have which say none."""
    return "south_west" if w.board == "hex" else "south"


def _sometimes(w: World) -> list[Attribute]:
    found = [
        Attribute("piece", "hue", HUE),
        Attribute("piece", "grade", GRADE),
        Attribute("piece", "foe", maybe(PLAYER)),
        Attribute("piece", "liege", PLAYER),
        Attribute("piece", "hues", set_of(HUE)),
        Attribute("piece", "crew", set_of(PIECE)),
        Attribute("piece", "past", list_of(NUMBER)),
        Attribute("piece", "tally", Type("per", "", (NUMBER, PLAYER))),
        Attribute("piece", "grid", Type("per", "", (Type("per", "", (NUMBER, HUE)), PLAYER))),
        Attribute("piece", "prize", maybe(RELIC)),
        Attribute("brute", "rage", NUMBER),
        Attribute("brute", "calm", YES_NO),
        Attribute("bit", "spent", YES_NO),
        Attribute("relic", "holder", maybe(PIECE)),
        Attribute("relic", "lit", YES_NO),
        Attribute("player", "ready", YES_NO),
        Attribute("player", "allies", set_of(PLAYER)),
        Attribute("player", "guess", NUMBER, secret=True),
        Attribute("match", "slain", Type("per", "", (NUMBER, PLAYER))),
        Attribute("match", "tone", HUE),
        Attribute("match", "by_hue", Type("per", "", (NUMBER, HUE))),
        Attribute("match", "target", maybe(PIECE)),
        Attribute("match", "line", list_of(PIECE)),
        Attribute("match", "quarry", maybe(TARGET)),
        Attribute("match", "find", maybe(THING)),
        Attribute("piece", "aims", set_of(TARGET)),
    ]
    if w.board != "none":
        found += [
            Attribute("piece", "home", maybe(w.place)),
            Attribute("piece", "pace", w.unit),
        ]
    if w.cells:
        found += [
            Attribute("piece", "ground", set_of(w.place)),
            Attribute("piece", "facing", maybe(DIRECTION)),
            Attribute("relic", "heading", DIRECTION),
            Attribute("piece", "gate", maybe(EDGE)),
            Attribute("relic", "ring", set_of(EDGE)),
            Attribute("fence", "twin", maybe(FENCE)),
        ]
    return found


# -- kinds -------------------------------------------------------------------------------------------------------------


def kinds(d: Draw, w: World) -> Lines:
    """The kinds with their fields."""
    placed = ["  placed: yes"] if w.board != "none" else []
    lines = ["kind piece:", *placed, *base_of(d, w)]
    if w.cells and d.chance(15):
        lines += ["  size: self.width"]
    lines += [*_declared(d, w, "piece"), "  parts: {bits: bit, spares: bit}"]
    lines += ["kind brute:", "  is: piece", *(base_of(d, w) if d.chance(50) else []), *_declared(d, w, "brute")]
    lines += ["kind bit:", "  plural: bits_all", "  part_of: piece", *_declared(d, w, "bit"), "  parts: {gems: gem}"]
    lines += ["kind gem:", "  plural: gems_all", "  part_of: bit", *_declared(d, w, "gem")]
    lines += ["kind relic:", *placed, *base_of(d, w), "  owned: no", *_declared(d, w, "relic")]
    if w.cells:
        lines += ["kind fence:", "  placed: edge", "  owned: no", *_declared(d, w, "fence")]
    active = d.choice(("self in hand of self.owner", "self in hand of self.owner or self in heap", "self.used < 3"))
    lines += ["kind card:", "  main: effect", *_declared(d, w, "card")]
    lines += ["  must: {sane: self.cost >= 0, known: self.sheet in sheets_of(card)}"]
    texts = [f'"{w.member(name, params)}"' for name, params in w.texts.items()]
    lines += [f"  texts: [{', '.join(texts)}]", f"  active: {active}"]
    lines += ["kind player:", *_declared(d, w, "player")]
    secret = [a for a in w.attributes if a.secret]
    lines += [f"  secret: {{{', '.join(f'{a.name}: owner' for a in secret)}}}"] if secret else []
    return [*lines, "kind match:", *_declared(d, w, "match")]


def _declared(d: Draw, w: World, kind: str) -> Lines:
    """The fields of a kind, storage by storage."""
    lines: Lines = []
    for storage, head in (("printed", "printed"), ("state", "state"), ("formula", "formulas")):
        of = [a for a in w.attributes if a.of == kind and a.storage == storage]
        fields = [f"    {w.member(a.name, a.params)}: {a.type}{_clause(d, a)}" for a in of]
        lines += [f"  {head}:", *fields] if of else []
    return lines


def _clause(d: Draw, a: Attribute) -> str:
    if a.clause or a.storage != "state":
        return f" {a.clause}" if a.clause else ""
    if a.type == NUMBER and d.chance(25):
        return f" starts {d.integer(1, 3)}"
    if a.type == YES_NO and d.chance(20):
        return " starts true"
    if a.type == HUE and d.chance(30):
        return " starts green"
    return ""


# -- sheets ------------------------------------------------------------------------------------------------------------


def constant(d: Draw, w: World, t: Type, parts: list[str]) -> str:
    """A value that a sheet may say."""
    match t.tag:
        case "number":
            return f"{d.integer(2, 4)} {t.name}".strip()
        case "yes_no":
            return d.choice(("true", "false"))
        case "enum":
            return d.choice(HUES if t == HUE else GRADES)
        case "die":
            return d.choice(("d4", "d6", "bone"))
        case "map":
            return d.choice(w.maps)
        case "direction":
            names = ("east", "north_east", "west") if w.board == "hex" else ("east", "north_east", "north")
            return d.choice((*names, "up") if w.levels > 1 else names)
        case "sheet":
            return "urn" if t.name == "relic" else d.choice(("pawn", "rook", "ogre"))
        case "text":
            return "Of old"
        case "entity":
            return d.choice(parts) if parts else "none"
        case "maybe":
            return "none" if d.chance(20) else constant(d, w, t.args[0], parts)
        case "per":
            members = HUES if t.args[1] == HUE else GRADES
            entries = [f"{one}: {constant(d, w, t.args[0], parts)}" for one in d.some(list(members), 60)]
            return f"{{{', '.join(entries)}}}"
    words = [constant(d, w, t.args[0], parts) for _ in range(d.integer(1, 3))]
    return f"[{', '.join(words if t.tag == 'list' else dict.fromkeys(words))}]"


def sheet(d: Draw, w: World, form: str, name: str, own: Lines) -> Lines:
    """A sheet of a piece: printed fields, statuses, parts, and the rules that it carries itself."""
    lines = [f"{form} {name}:", f"  rating: {d.integer(0, 4)}"]
    if name != "pawn":
        lines += [f"  width: {d.integer(1, 2)}"]
        used = [k for k in w.keywords if name == "rook" or d.chance(50)]
        words = [_keyword(d, k.name, k.params) for k in used]
        lines += [f"  keywords: [{', '.join(words)}]"] if words else []
    parts = w.parts.get(name, [])
    for a in w.attributes:
        if a.of != "piece" or a.storage != _PRINTED or a.name in ("rating", "width"):
            continue
        if not a.clause or d.chance(60):
            lines.append(f"  {a.name}: {constant(d, w, a.type, parts)}")
    bits = [p for p in parts if p.startswith("bit")]
    gem = "{gems: {gem_0: {}}}" if d.chance(50) else "{}"
    lines += ["  bits:", *(f"    {bit}: {gem if i == 0 else '{}'}" for i, bit in enumerate(bits))] if bits else []
    lines += ["  spares: {spare_0: {}}"] if "spare_0" in parts else []
    return lines + own


def _keyword(d: Draw, name: str, params: tuple[tuple[str, Type], ...]) -> str:
    if not params:
        return name
    words = [str(d.integer(1, 3)) if t == NUMBER else d.choice(HUES) for _, t in params]
    return f'"{name}({", ".join(words)})"'
