"""Ingredients of hostile packs that run long."""

from __future__ import annotations

from random import Random

from tests.fuzz.piece import Piece


def dear_expressions(r: Random, z: str) -> Piece:
    s = [r.choice(["everywhere", "numbers(1, 1000)", "units", "directions", "players", "burst(here, 200 cells)"])
         for _ in range(4)]  # fmt: skip
    made = r.choice([
        f"note(count(a in {s[0]} where some b in {s[1]} where every c in {s[2]} has no d in {s[3]} where match.n > 5))",
        f"note(sum(sum(sum(1 for c in {s[2]}) for b in {s[1]}) for a in {s[0]}))",
        f"note(size(all(1 for a in {s[0]}, b in {s[1]}, c in {s[2]}, d in {s[3]})))",
        "note(count(a in everywhere where walk_distance(here, a) > count(b in everywhere where line_free(a, b, "
        "everywhere))"
        " * 1 cell))",
        "note(sum(size(line_cells(a, b)) for a in everywhere, b in everywhere))",
        "note(size(step_cells(who, 10000 cells, near, price)))",
        "note(sum(size(reachable(a, 9999 cells, everywhere)) for a in everywhere))",
        "note(count(a in everywhere where supposing(who at a, some b in everywhere where supposing(who at b, "
        "some c in everywhere where who is adjacent to c))))",
        f"note(size(sorted(a in {s[0]} with most (count(b in {s[1]} where match.n > 5)))))",
        f"set match.s = all(size(all(b * 7 for b in {s[1]} where match.n > 8)) for a in {s[0]})"
        if "numbers" in s[1] else "note(3)",
        "set match.places = all(a for a in everywhere, b in everywhere, c in everywhere where a within 3 cells of b)",
    ])  # fmt: skip
    return Piece("", [made])


def wide_offers(r: Random, z: str) -> Piece:
    n = r.choice([5, 140, 1000])
    form = r.choice(["offer p or pass:", "offer p or pass always as z:", "offer p:"])
    legal = r.choice(["", "  legal: {ok: a + b > c}\n", "  legal: {ok: some x in everywhere where a > 0}\n"])
    return Piece(f"event {z}_o(number a, number b, number c):\n{legal}  do: set match.n = a\n",
                 ["repeat up to 30:", f"  {form}",
                  f"    {z}_o(a, b, c) for a in numbers(1, {n}), b in numbers(1, {n}), c in numbers(1, {n // 5})"
              ])  # fmt: skip


def large_choices(r: Random, z: str) -> Piece:
    source = r.choice(["everywhere", "numbers(1, 1000)", "units", "all(a * 1000 + b for a in numbers(1, 20), b in "
                       "numbers(1, 900))"])  # fmt: skip
    return Piece("", r.choice([
        [f"let {z}_c = choose each x in {source} by p", f"note(size({z}_c))"],
        [f"let {z}_c = choose some x in {source} up to 20000 by p", f"note(size({z}_c))"],
        [f"for each x in {source} chosen by p:", "  note(1)"],
        ["repeat up to 1000000:", f"  let {z}_c = choose one x in {source} by p", "  note(1)"],
        ["repeat up to 1000000:", f"  let {z}_c = choose yes or no by p", f"  note(1) if {z}_c"],
        ["repeat up to 1000000:", f"  let {z}_c = choose one x in {source} by p in secret", "  note(1)"],
    ]))  # fmt: skip


def endless_statuses(r: Random, z: str) -> Piece:
    clock = r.choice(["", " until end of this play", " until while some c in everywhere where c is placed_area",
                      " until while match.n < 5", " until end of next note where a > 5"]).replace("c is placed_area",
                      "match.n < 9")  # fmt: skip
    body = r.choice([f"give {z}_s(left + 1) to self{clock}", f"give {z}_s(left + left) to self{clock}"])
    made = f"status {z}_s(number left):\n  of: unit\n  after: note\n  do: |\n    {body}\n    {body}\n"
    many = r.choice([1, 50, 30_000])
    return Piece(made, [f"repeat up to {many}:", f"  give {z}_s(1) to who{clock}", "repeat up to 40:", "  note(1)"])


def endless_reactions(r: Random, z: str) -> Piece:
    phase = r.choice(["before", "after", "ended", "instead"])
    each = r.choice(["", "  each: x in numbers(1, 900)\n", "  each: x in everywhere\n"])
    does = r.choice(["note(a)", "note(a + a)", f"{z}_e()"])
    may = r.choice(["do", "do", "may"])
    by = "  for: q in players\n  by: q\n" if may == "may" else ""
    rules = "".join(f"rule {z}_r{i}:\n  {phase}: note\n{each}{by}  {may}: {does}\n" for i in range(r.choice([1, 3,
        60])))
    return Piece(f"event {z}_e: note(1)\n{rules}", ["note(1)"])


def endless_checks(r: Random, z: str) -> Piece:
    return Piece(f"event {z}_up(unit u): set u.hp = u.hp + 1\n"
                 f"event {z}_down(unit u): set u.hp = u.hp - 1\n"
                 f"check {z}_a: {{for: u in units where u.hp > 5, do: {z}_down(u)}}\n"
                 f"check {z}_b: {{for: u in units where u.hp < 6, do: {z}_up(u)}}\n"
                 f"check {z}_c: {{for: c in everywhere where c in match.places, do: note(1)}}\n",
                 [f"{z}_up(who)", "set match.places = everywhere", "note(1)", "note(2)"])  # fmt: skip


def moving_zones(r: Random, z: str) -> Piece:
    many = r.choice([10, 3_000, 19_000])
    return Piece("", [f"repeat up to {many}:", "  create ping for p into deck of p", "repeat up to 1000000:",
                      *r.choice([["  for each k in contents(deck of p):", "    put k into hand of p",
                                  "  for each k in contents(hand of p):", "    put k into deck of p"],
                                 ["  shuffle(deck of p)"],
                                 ["  let k = top(deck of p)", "  put k into deck of p if k is not none"],
                                 ["  for each k in contents(deck of p):", "    perform k.effect"],
                                 ["  let k = choose one k in contents(deck of p) by p", "  remove k"]])])  # fmt: skip


def growing_sets(r: Random, z: str) -> Piece:
    return Piece("", ["set match.s = numbers(1, 1000)", "repeat up to 1000000:",
                      "  " + r.choice(["set match.s = match.s + all(x + size(match.s) for x in match.s)",
                                       "set match.s = match.s + all(x * 2 for x in match.s)",
                                       "set match.s = all(x * y for x in match.s, y in numbers(1, 9)) - match.s",
                                       "set match.places = match.places + all(c for c in everywhere, d in everywhere)",
                                       "set match.n = match.n + sum(x for x in match.s)"])])  # fmt: skip


def endless_matches(r: Random, z: str) -> Piece:
    busy = r.choice(["note(count(a in everywhere where some b in everywhere where match.n > 9000))", "note(1)",
                     "for each x in numbers(1, 1000):\n        note(x)"])  # fmt: skip
    return Piece(f"value {z}_w(player q) gives number: count(a in everywhere where some b in everywhere "
                 "where some c in everywhere where match.n > 9000) + q.points\n",
                 ["repeat up to 1000000000:", "  for each q in players:", "    let y = choose yes or no by q",
                  f"    {busy}"], manifest=r.choice(["", f"worth: {z}_w\n"]))  # fmt: skip


def endless_worth(r: Random, z: str) -> Piece:
    return Piece(f"value {z}_w(player q) gives number: count(a in numbers(1, 1000) where every b in numbers(1, "
        f"1000) has "
                 "every c in numbers(1, 1000) has a + b + c > 0)\n"
                 f"event {z}_o(number a): |\n  repeat up to 1000000000:\n    set match.n = a\n"
                 f"event {z}_q(number a): set match.n = a\n",
                 ["repeat up to 3:", "  for each q in players:", "    offer q:", f"      {z}_q(a) for a in "
                     f"numbers(1, 30)", *r.choice([[], [f"      {z}_o(a) for a in numbers(1, 30)"]])],
                     manifest=f"worth: {z}_w\n")  # fmt: skip
