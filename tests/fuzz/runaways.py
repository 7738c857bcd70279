"""Makes small packs that check clean and ask for as much work and memory as they can.

A pack is drawn from a seed: expressions, statements and definitions in each other, over the largest sets that the
language has. What grows while the pack is read (rows of templates, parts, tables) is drawn from families of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rulewright.limits import MOST_ROWS

Pack = Mapping[str, str]

_KINDS = """\
enum mood: [calm, cross, wild]
kind match:
  state: {n: number, s: set of number starts none, where_to: set of cell starts none}
kind unit:
  placed: yes
  state: {hp: number starts 5, seen: set of cell starts none}
kind card:
  texts: [effect]
  main: effect
  state: {weight: number starts 1}
zone deck(player owner): {ordered: yes, seen_by: nobody}
unit pawn: {}
card ping: note(self.weight)
status hot(number left):
  of: unit
  after: note
  do: |
    let more = left + left
    end hot of self
    give hot(more) to self
status worn(number left): {of: unit, modify: pull.bonus is left when who is self}
permission near(unit who, cell goal): distance(who, goal) <= 3 cells or some u in units where u.hp > who.hp
value price(unit who, cell goal) gives cells: 1 cell
value pull(unit who) gives number: {start: who.hp, steps: {bonus: total then so_far + it}}
event note(number a): set match.n = a
event pong(unit who, number a): |
  set who.hp = who.hp + a
  note(a)
"""
_MANIFEST = "pack: hostile\nlanguage: 2\nstart: play\nplayers: 2\nboard: square\n"
_OPENING = """\
event play: |
  lay(field)
  let p = first(players)
  finish if p is none
  let start = first(everywhere)
  finish if start is none
  repeat up to {units}:
    create pawn for p at start
  for each u in units:
    give worn(1) to u
    set u.hp = seat_number(p)
"""


class Drawn:
    """One pack that runs long, drawn at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.names = 0

    def pack(self) -> Pack:
        """Its files."""
        r = self.random
        width, height = r.choice([(8, 8), (40, 40), (70, 70), (200, 25)])
        rows = "".join(f"    {'.' * width}\n" for _ in range(height))
        values = "".join(self.value(i) for i in range(4))
        reactions = self.reactions()
        body = _OPENING.replace("{units}", str(r.choice([2, 30, 300])))
        for _ in range(r.randint(1, 3)):
            body += self.statements(1, {"p": "player", "start": "cell"}, r.randint(2, 4))
        return {
            "pack.yaml": _MANIFEST,
            "all.yaml": f"{_KINDS}map field:\n  rows: |\n{rows}{values}{reactions}{body}  note({self.number({}, 2)})\n",
        }

    def fresh(self) -> str:
        """A name that the pack does not have yet."""
        self.names += 1
        return f"x{self.names}"

    # -- expressions -----------------------------------------------------------------------------------------------

    def source(self, known: dict[str, str], depth: int) -> tuple[str, str]:
        """A large set, and the type of its members."""
        r = self.random
        places = [name for name, kind in known.items() if kind == "cell"]
        units = [name for name, kind in known.items() if kind == "unit"]
        made = [("units", "unit"), (f"numbers(1, {r.choice([3, 60, 1000])})", "number"), ("everywhere", "cell"),
                ("match.s", "number"), ("players", "player"), ("directions", "direction")]  # fmt: skip
        if places:
            place = r.choice(places)
            made += [(f"burst({place}, {r.choice([1, 9, 200])} cells)", "cell"), (f"neighbours({place})", "cell"),
                     (f"ring({place}, {r.choice([1, 40])} cells)", "cell"), (f"units_in({place})", "unit"),
                     (f"line_cells({place}, {r.choice(places)})", "cell")]  # fmt: skip
        if units:
            who = r.choice(units)
            made += [(f"step_cells({who}, {r.choice([2, 50])} cells, near, price)", "cell"), (f"{who}.seen", "cell")]
        if depth > 0 and r.random() < 0.3:
            inner, kind = self.source(known, 0)
            name = self.fresh()
            made = [(f"all({name} in {inner} where {self.truth({**known, name: kind}, depth - 1)})", kind)]
        return r.choice(made)

    def number(self, known: dict[str, str], depth: int) -> str:
        """An expression of number."""
        r = self.random
        numbers = [name for name, kind in known.items() if kind == "number"] + ["match.n", "1", "1000", "999999999"]
        if depth <= 0:
            return r.choice(numbers)
        match r.randrange(9):
            case 0:
                return f"({self.number(known, depth - 1)} + {self.number(known, depth - 1)})"
            case 1:
                return f"({self.number(known, depth - 1)} - {self.number(known, depth - 1)})"
            case 2:
                return f"({self.number(known, depth - 1)} / {self.number(known, depth - 1)})"
            case 3:
                source, kind = self.source(known, depth - 1)
                name = self.fresh()
                return f"count({name} in {source} where {self.truth({**known, name: kind}, depth - 1)})"
            case 4:
                source, kind = self.source(known, depth - 1)
                name = self.fresh()
                fold = r.choice(["sum", "most", "least"])
                return f"{fold}({self.number({**known, name: kind}, depth - 1)} for {name} in {source})"
            case 5:
                first, one = self.source(known, depth - 1)
                second, other = self.source(known, depth - 1)
                a, b = self.fresh(), self.fresh()
                inner = {**known, a: one, b: other}
                return f"size(all({self.number(inner, depth - 1)} for {a} in {first}, {b} in {second}))"
            case 6:
                units = [name for name, kind in known.items() if kind == "unit"]
                return f"pull({r.choice(units)})" if units else f"v{r.randrange(4)}({self.number(known, depth - 1)})"
            case 7:
                return f"v{r.randrange(4)}({self.number(known, depth - 1)})"
        return f"(if {self.truth(known, depth - 1)} then {self.number(known, depth - 1)} else 1)"

    def truth(self, known: dict[str, str], depth: int) -> str:
        """An expression of yes_no."""
        r = self.random
        cells = [name for name, kind in known.items() if kind == "cell"]
        units = [name for name, kind in known.items() if kind == "unit"]
        plain = [f"{self.number(known, 0)} < {self.number(known, 0)}"]
        if cells:
            plain += [f"line_free({r.choice(cells)}, {r.choice(cells)}, burst({r.choice(cells)}, 2 cells))",
                      f"size(cells_crossed(centre({r.choice(cells)}), centre({r.choice(cells)}))) > 2"]  # fmt: skip
            if units:
                plain += [f"near({r.choice(units)}, {r.choice(cells)})", f"{r.choice(units)} is hot"]
        if depth <= 0:
            return r.choice(plain)
        match r.randrange(4):
            case 0:
                source, kind = self.source(known, depth - 1)
                name = self.fresh()
                inner = self.truth({**known, name: kind}, depth - 1)
                return r.choice([f"(some {name} in {source} where {inner})", f"(no {name} in {source} where {inner})",
                                 f"(every {name} in {source} has {inner})"])  # fmt: skip
            case 1:
                joined = r.choice(["and", "or"])
                return f"({self.truth(known, depth - 1)} {joined} {self.truth(known, depth - 1)})"
            case 2:
                return f"{self.number(known, depth - 1)} in match.s"
        return f"{self.number(known, depth - 1)} <= {self.number(known, depth - 1)}"

    # -- statements ------------------------------------------------------------------------------------------------

    def statements(self, level: int, known: dict[str, str], depth: int) -> str:
        """Lines of a block."""
        r = self.random
        made = ""
        for _ in range(r.randint(1, 2)):
            made += self.statement(level, known, depth)
        return made

    def statement(self, level: int, known: dict[str, str], depth: int) -> str:
        """One statement, with what stands in it."""
        r = self.random
        left = "  " * level
        if depth <= 0:
            return f"{left}{self.act(known)}\n"
        match r.randrange(6):
            case 0 | 1:
                source, kind = self.source(known, depth - 1)
                name = self.fresh()
                where = f" where {self.truth({**known, name: kind}, 1)}" if r.random() < 0.4 else ""
                inner = self.statements(level + 1, {**known, name: kind}, depth - 1)
                return f"{left}for each {name} in {source}{where}:\n{inner}"
            case 2 | 3:
                times = r.choice(["30", "1000000", "999999999"])
                return f"{left}repeat up to {times}:\n{self.statements(level + 1, known, depth - 1)}"
            case 4:
                return f"{left}if {self.truth(known, 2)}:\n{self.statements(level + 1, known, depth - 1)}"
        return f"{left}{self.act(known)}\n"

    def act(self, known: dict[str, str]) -> str:
        """A statement that does something."""
        r = self.random
        units = [name for name, kind in known.items() if kind == "unit"]
        made = [
            f"set match.n = {self.number(known, 2)}",
            "set match.n = match.n + match.n",
            f"set match.s = match.s + all({self.number({**known, 'y': 'number'}, 1)} for y in numbers(1, 1000))",
            "set match.s = match.s + all(y + size(match.s) for y in match.s)",
            "set match.where_to = match.where_to + everywhere",
            f"note({self.number(known, 1)})",
            "create pawn for p at start",
            "create ping for p into deck(p)",
            "shuffle(deck(p))",
            f"note(size({self.source(known, 1)[0]}))",
        ]
        if units:
            who = r.choice(units)
            made += [f"pong({who}, {self.number(known, 1)})", f"give hot(1) to {who}", f"give worn(2) to {who}",
                     f"set {who}.seen = {who}.seen + everywhere", f"end worn of {who}"]  # fmt: skip
        return r.choice(made)

    # -- definitions -----------------------------------------------------------------------------------------------

    def value(self, number: int) -> str:
        """A value that asks those behind it several times."""
        known = {"a": "number"}
        if number == 3:
            return f"value v3(number a) gives number: {self.leaf(known)}\n"
        calls = [f"v{number + 1}(a + {i})" for i in range(self.random.randint(1, 12))]
        return f"value v{number}(number a) gives number: {' + '.join(calls)}\n"

    def leaf(self, known: dict[str, str]) -> str:
        """What the last of the values computes: no other value."""
        source, kind = self.source({}, 0)
        name = self.fresh()
        return f"a + count({name} in {source} where {self.truth({**known, name: kind}, 0)})"

    def reactions(self) -> str:
        """Rules that answer events, for each of many things."""
        r = self.random
        made = ""
        for i in range(r.randint(0, 3)):
            phase = r.choice(["before", "after", "ended"])
            each = r.choice(["", "  each: x in numbers(1, 900)\n", "  each: x in units\n"])
            does = r.choice(["set match.n = match.n + 1", "echo()", "set match.s = match.s + match.n"])
            made += f"event tell{i}: {does if does != 'echo()' else 'set match.n = 2'}\n"
            made += f"rule echo{i}:\n  {phase}: note\n{each}  do: tell{i}()\n"
        return made


# -- what grows while it is read ---------------------------------------------------------------------------------------


def _row_of_templates(r: Random) -> Pack:
    count = r.randint(100, 400)
    rows = "".join(f"card c{i}: {{extends: c{i + 1}}}\n" for i in range(count))
    return _read(f"kind card: {{owned: no, printed: {{cost: number}}}}\n{rows}card c{count}: {{cost: 1}}\n")


def _parts_of_parts(r: Random) -> Pack:
    wide = r.randint(6, 11)
    kinds = "kind a: {owned: no, parts: {bs: b}}\n"
    kinds += "".join(f"kind {one}: {{part_of: {of}, parts: {{{two}s: {two}}}}}\n" for of, one, two in ("abc", "bcd"))
    kinds += "kind d: {part_of: c, state: {n: number starts 1}}\n"
    leaves = "".join(f"          d{i}: {{}}\n" for i in range(wide))
    inner = "".join(f"      c{i}:\n        ds:\n{leaves}" for i in range(wide))
    outer = "".join(f"    b{i}:\n      cs:\n" + "".join("  " + line + "\n" for line in inner.splitlines())
                    for i in range(wide))  # fmt: skip
    return _read(f"{kinds}a whole:\n  bs:\n{outer}", "repeat up to 1000000:\n    create whole")


def _decide_chain(_: Random) -> Pack:
    rows = "".join(f"    - {i} if a > {i}\n" for i in range(MOST_ROWS - 1, 0, -1))  # and the last: as many as may be
    value = f"value v(number a) gives number:\n  decide:\n{rows}    - 0\nkind match: {{state: {{n: number}}}}\n"
    return _read(value, f"{_TWICE}set match.n = v(a)")


def _table(r: Random) -> Pack:
    size = r.randint(20, 90)
    one, two = [f"a{i}" for i in range(size)], [f"b{i}" for i in range(size)]
    rows = "".join(f"    {a}: {{{', '.join(f'{b}: 1' for b in two)}}}\n" for a in one)
    return _read(f"enum one: [{', '.join(one)}]\nenum two: [{', '.join(two)}]\n"
                 f"table prize(one a, two b) gives number:\n  rows:\n{rows}kind match: {{state: {{n: number}}}}\n",
                 "for each a in members_of(one):\n    for each b in members_of(two):\n      for each c in "
                 "numbers(1, 1000):\n        set match.n = prize(a, b)")  # fmt: skip


def _many_reactions(r: Random) -> Pack:
    rules = "".join(f"rule r{i}: {{after: go, do: tell()}}\n" for i in range(r.randint(100, 900)))
    return _read(f"event go: {{}}\nevent tell: set match.n = 1\nkind match: {{state: {{n: number}}}}\n{rules}",
                 "repeat up to 1000000:\n    go()")  # fmt: skip


def _row_of_events(r: Random) -> Pack:
    count = r.randint(100, 600)
    events = "".join(f"event e{i}: e{i + 1}()\n" for i in range(count))
    return _read(f"{events}event e{count}: set match.n = 1\nkind match: {{state: {{n: number}}}}\n", "e0()")


def _many_settings(r: Random) -> Pack:
    count = r.randint(100, 500)
    settings = "".join(f"  s{i}: number starts 1\n" for i in range(count))
    used = " + ".join(f"setting.s{i}" for i in range(min(count, 90)))
    made = _read(f"kind match: {{state: {{n: number}}}}\nvalue all_of() gives number: {used}\n",
                 "repeat up to 1000000:\n    set match.n = all_of()")  # fmt: skip
    return {**made, "pack.yaml": made["pack.yaml"] + f"settings:\n{settings}"}


def _long_tests(r: Random) -> Pack:
    made = _read("kind match: {state: {n: number}}\n", "set match.n = 1")
    lines = "".join(f"    - match.n + {i} is {i}\n" for i in range(r.randint(300, 600)))
    return {**made, "tests/long.yaml": f"test long:\n  do: play()\n  then:\n{lines}"}


def _many_sheets(r: Random) -> Pack:
    sheets = "".join(f"card c{i}: {{}}\n" for i in range(r.randint(500, 2000)))
    return _read(f"kind card: {{owned: no}}\nkind match: {{state: {{n: number}}}}\n{sheets}",
                 "repeat up to 100000:\n    set match.n = size(sheets_of(card))\n"
                 "    create c1\n    for each c in cards:\n      remove c if match.n is 0")  # fmt: skip


_TWICE = "for each a in numbers(1, 1000):\n    for each b in numbers(1, 1000):\n      "
FAMILIES: tuple[Callable[[Random], Pack], ...] = (
    _row_of_templates, _parts_of_parts, _decide_chain, _table, _many_reactions, _row_of_events, _many_settings,
    _long_tests, _many_sheets,
)  # fmt: skip


def _read(definitions: str, does: str = "finish") -> Pack:
    return {"pack.yaml": "pack: hostile\nlanguage: 2\nstart: play\nplayers: 2\n",
            "all.yaml": f"{definitions}event play: |\n  {does}\n"}  # fmt: skip
