"""Ingredients of hostile packs that are read, checked or compiled more often than they are written."""

from __future__ import annotations

from random import Random

from tests.fuzz import nested
from tests.fuzz.piece import Piece


def nested_forms(r: Random, z: str) -> Piece:
    """One form of expression in itself, as deep as it goes."""
    name, made = r.choice(nested.drawn(r.choice([4, 12, 30, 38])))
    head = {"number": "number", "truth": "yes_no"}[name]
    how = r.choice(["value", "event", "test"])
    if how == "value":
        return Piece(f"value {z}_v(unit who, number a) gives {head}: {made}\n", [
            f"note({z}_v(who, 1))" if head == "number" else f"note(1) if {z}_v(who, 1)"])  # fmt: skip
    if how == "test":
        claim = made if head == "yes_no" else f"{made} is 5"
        claim = claim.replace("who", "Gob").replace("a ", "1 ")
        return Piece("", [], f"test {z} nested:\n  map: |\n    a...\n  legend: {{a: pawn of 1 as Gob}}\n"
                     f"  do: note(1)\n  then:\n    - {claim}\n")  # fmt: skip
    call = f"note({made})" if head == "number" else f"note(1) if {made}"
    return Piece(f"event {z}_e(unit who, number a): {call}\n", [f"{z}_e(who, 2)"])


def nested_blocks(r: Random, z: str) -> Piece:
    deep = r.choice([5, 12, 19])
    lines = []
    for i in range(deep):
        lines.append("  " * i + r.choice([
            f"for each {z}{i} in {r.choice(['everywhere', 'numbers(1, 1000)', 'units', 'match.s'])}:",
            "repeat up to 1000000000:", "if match.n >= 0:",
            f"repeat up to 9 while some {z}{i} in everywhere where {z}{i} in match.places or match.n >= 0:"
        ]))  # fmt: skip
    lines.append("  " * deep + r.choice(["note(1)", "set match.n = 2", "create pawn for p at here", "give_up()"]))
    return Piece("" if "give_up" not in lines[-1] else "event give_up: {}\n", lines)


def exponential_values(r: Random, z: str) -> Piece:
    deep, wide = r.choice([(6, 20), (8, 8), (40, 2), (3, 300), (95, 3), (4, 60)])
    join = r.choice([" + ", " - ", ") + most(1, "])
    form = r.choice(["value", "permission", "parts"])
    made = ""
    for i in range(deep):
        arg = r.choice(["a", "a", f"a + {i}"])
        if form == "permission":
            made += f"permission {z}_{i}(number a): " + " and ".join([f"{z}_{i + 1}({arg})"] * wide) + "\n"
        else:
            inner = join.join([f"{z}_{i + 1}({arg})"] * wide) if ") +" not in join else " + ".join(
                [f"most(1, {z}_{i + 1}({arg}))"] * wide)  # fmt: skip
            made += f"value {z}_{i}(number a) gives number: " + (
                inner if form == "value" else f"\n  start: {inner}\n  steps: {{bonus: total then so_far + it}}") + "\n"
    made += f"permission {z}_{deep}(number a): a > 0\n" if form == "permission" else (
        f"value {z}_{deep}(number a) gives number: a\n")
    return Piece(made, [f"note(1) if {z}_0(1)" if form == "permission" else f"note({z}_0(1))"])


def exponential_formulas(r: Random, z: str) -> Piece:
    deep, wide = r.choice([(6, 10), (20, 3), (90, 2)])
    formulas = "".join(f"    f{i}: number starts {' + '.join([f'self.f{i + 1}'] * wide)}\n" for i in range(deep))
    return Piece(
        f"kind {z}_k:\n  formulas:\n{formulas}    f{deep}: number starts 1\n"
        + "".join(f"{z}_k {z}_s{i}: {{f{r.randrange(deep)}: {' + '.join([f'self.f{deep}'] * wide)}}}\n"
                  for i in range(r.choice([1, 40]))),
        [f"let {z}_t = create {z}_s0 for p", f"note({z}_t.f0)"],
    )  # fmt: skip


def exponential_events(r: Random, z: str) -> Piece:
    deep, wide = r.choice([(6, 9), (30, 2), (140, 2), (4, 40)])
    batch = r.random() < 0.3
    made = ""
    for i in range(deep):
        calls = "".join(f"  {'  ' if batch else ''}{z}_{i + 1}(a)\n" for _ in range(wide))
        made += f"event {z}_{i}(number a): |\n" + ("  together:\n" if batch else "") + calls
    legal = r.choice(["", f"  legal: {{ok: {z}_may(a)}}\n"])
    made += f"permission {z}_may(number a): a > 0\nevent {z}_{deep}(number a):\n{legal}  do: set match.n = a\n"
    return Piece(made, [f"{z}_0(1)"])


def conditions_that_can(r: Random, z: str) -> Piece:
    deep, wide = r.choice([(6, 9), (30, 2), (90, 2), (3, 40)])
    made = ""
    for i in range(deep):
        asked = " and ".join([f"can({z}_{i + 1}(a))"] * wide)
        made += f"event {z}_{i}(unit a):\n  legal: {{ok: {asked}}}\n  do: {z}_{i + 1}(a)\n"
    return Piece(f"{made}event {z}_{deep}(unit a): set a.hp = 1\n", [f"{z}_0(who)"])


def copied_templates(r: Random, z: str) -> Piece:
    size, copies = r.choice([(150, 20), (40, 100), (5, 500), (300, 15)])
    carries = r.choice([
        "  modify:\n" + f"    - {z}_v.bonus is 1 when who is self\n" * size,
        "  effect: |\n" + "    note(1)\n" * size,
        "  before: note where a > 1\n  do: |\n" + "    set a = a + 1\n" * size,
    ])  # fmt: skip
    made = f"value {z}_v(card who) gives number: {{start: 1, steps: {{bonus: total then so_far + it}}}}\n"
    made += f"card {z}_0:\n{carries}"
    made += "".join(f"card {z}_{i}: {{extends: {z}_{i - 1 if r.random() < 0.5 else 0}}}\n" for i in range(1, copies))
    return Piece(made, [f"let {z}_c = create {z}_1 for p into hand of p", f"note({z}_v({z}_c))", "perform "
                        f"{z}_c.effect", "note(1)"])  # fmt: skip


def copied_parts(r: Random, z: str) -> Piece:
    wide, copies = r.choice([(5, 60), (9, 20), (12, 100)])
    leaves = "".join(f"          d{i}: {{}}\n" for i in range(wide))
    inner = "".join(f"      c{i}:\n        {z}ds:\n{leaves}" for i in range(wide))
    kinds = f"kind {z}a: {{parts: {{{z}bs: {z}b}}}}\nkind {z}b: {{part_of: {z}a, parts: {{{z}cs: {z}c}}}}\n"
    kinds += f"kind {z}c: {{part_of: {z}b, parts: {{{z}ds: {z}d}}}}\nkind {z}d: {{part_of: {z}c}}\n"
    made = f"{kinds}{z}a {z}w0:\n  {z}bs:\n    b0:\n      {z}cs:\n"
    made += "".join("  " + line + "\n" for line in inner.splitlines())
    made += "".join(f"{z}a {z}w{i}: {{extends: {z}w{i - 1}, {z}bs: {{x{i}: {{}}}}}}\n" for i in range(1, copies))
    return Piece(made, ["repeat up to 100000:", f"  create {z}w{copies - 1} for p"])


def classes_of_sentences(r: Random, z: str) -> Piece:
    events, sentences = r.choice([(50, 50), (200, 200), (20, 400), (400, 20)])
    made = f"class {z}_act(unit actor): {{}}\n"
    made += "".join(f"event {z}_{i}(unit actor) is {z}_act: finish\n" for i in range(events))
    what = r.choice([f"    - forbid {z}_act when actor.hp > 9\n", f"    - forbid {z}_act as barred when actor is "
        f"self\n"])
    if "self" in what:
        made += f"status {z}_s:\n  of: unit\n  modify:\n{what * sentences}"
        return Piece(made, [f"give {z}_s to who", f"{z}_0(who)", "offer p or pass:",
                            *[f"  {z}_{i}(u) for u in units" for i in range(min(events, 50))]])  # fmt: skip
    return Piece(f"{made}rule {z}_r:\n  modify:\n{what * sentences}", [f"{z}_{i}(who)" for i in range(min(events, 99))])


def classes_of_reactions(r: Random, z: str) -> Piece:
    events, reactions = r.choice([(50, 50), (200, 100), (400, 20)])
    made = f"class {z}_act(unit actor): {{}}\n"
    made += "".join(f"event {z}_{i}(unit actor) is {z}_act: set match.n = {i}\n" for i in range(events))
    form = r.choice(["do: note(1)", "may: note(1)", "do: set actor.hp = 1"])
    owner = "\n    for: q in players\n    by: q" if "may" in form else ""
    made += "".join(f"rule {z}_r{i}:\n    {r.choice(['before', 'after', 'ended'])}: {z}_act where actor.hp > {i}"
                    f"{owner}\n    {form if 'set' not in form else 'do: note(2)'}\n" for i in range(reactions
                ))  # fmt: skip
    return Piece(made, [f"{z}_{i}(who)" for i in range(min(events, 50))])


def many_sentences_of_one(r: Random, z: str) -> Piece:
    count = r.choice([100, 400, 900])
    merge = r.choice(["total", "highest", "each then so_far + it", "count then so_far + it"])
    gives = "is 1" if "count" not in merge else "is true"
    holder = r.choice(["rule", "status", "area"])
    body = f"    - {z}_v.s {gives} when who.hp > 3\n" * count
    of = "  of: unit\n" if holder == "status" else ""
    made = f"value {z}_v(unit who) gives number:\n  start: 1\n  steps: {{s: {merge}}}\n"
    made += f"{holder} {z}_h:\n{of}  modify:\n{body}"
    lines = [f"give {z}_h to who"] * 3 if holder == "status" else []
    return Piece(made, [*lines, f"note(sum({z}_v(u) for u in units))"])
