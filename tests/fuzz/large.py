"""Ingredients of hostile packs that are large, wrong, hidden or many."""

from __future__ import annotations

from random import Random

from tests.fuzz.piece import Piece


def large_numbers(r: Random, z: str) -> Piece:
    big = r.choice(["1000000000", "999999999", "0", "9" * 5_000, "1_000"])
    lines = r.choice([
        [f"set match.n = {big} * {big} * {big}"], [f"note({big} / 0)", f"note(0 - {big})"],
        [f"let d = roll d6 times {big}", "note(size(d))"], ["let d = roll d9999 times 20000",
            "note(sum(x for x in d))"],
        [f"note(size(numbers(1, {big})))"], [f"note(size(numbers(0 - {big}, {big})))"],
        [f"note(size(burst(here, {big} cells)))", f"note(size(ring(here, {big} cells)))"],
        [f"let some_of = choose some x in numbers(1, 900) up to {big} by p", "note(size(some_of))"],
        [f"repeat up to {big}:", f"  set match.n = match.n + {big}"],
    ])  # fmt: skip
    return Piece("", lines)


def long_names(r: Random, z: str) -> Piece:
    long = "x" * r.choice([200, 5_000])
    words = r.choice(["n" * 5_000, "龍" * 3_000, "a b " * 1_000, "й" * 4_000])
    return Piece(f"event {z}_{long}(number a, unit {long}):\n  name: '{words.strip()}'\n  do: note(a)\n"
                 f"unit {z}_big: {{name: '{words.strip()}', text: '{words.strip()}'}}\n",
                 [f"let {z}_u = create {z}_big for p at here", "repeat up to 100000:", f"  {z}_{long}(1, {z}_u)"],
                 f"test {z} {long}:\n  do: note(1)\n  then: match.n is 2\n")  # fmt: skip


def long_messages(r: Random, z: str) -> Piece:
    words = ("<who> " * r.choice([1, 50, 900])).strip()
    loop = r.choice(["repeat up to 1000000:", "for each x in numbers(1, 900):"])
    long = "N" * r.choice([5, 3_000])
    return Piece(f"unit {z}_big: {{name: {long}}}\nevent {z}_told(unit who, number a): {{}}\n",
                 [f"let {z}_b = create {z}_big for p at here", loop, f"  {z}_told({z}_b, 1)"],
                 messages={f"{z}_told": words, "note": r.choice(["<a> is <a>", "<a.a>", "<x>", "<", "{a}",
                     "%s <a>"])})  # fmt: skip


def many_definitions(r: Random, z: str) -> Piece:
    count = r.choice([100, 500])
    form = r.choice(["event {0}: {{}}\n", "enum {0}: [{0}_m]\n", "area {0}: {{}}\n", "status {0}: {{}}\n",
                     "card {0}: {{}}\n", "kind {0}: {{}}\n", "zone {0}: {{}}\n", "rule {0}: {{after: note, do: "
                     "note(1)}}\n",
                     "check {0}: {{for: u in units where u.hp < 0, do: set_hp(u)}}\n",
                     "rule {0}: {{for: self in units, after: note, do: note(1)}}\n",
                     "permission {0}(number a): a > 1\n", "class {0}(unit a): {{}}\n"])  # fmt: skip
    extra = "event set_hp(unit u): set u.hp = 1\n" if "set_hp" in form else ""
    return Piece("".join(form.format(f"{z}_{i}") for i in range(count)) + extra, ["note(1)", "note(2)"])


def large_footprints(r: Random, z: str) -> Piece:
    size = r.choice([2, 20, 60, 200, 10**9])
    return Piece(f"unit {z}_giant: {{width: {size}}}\n", [
        f"repeat up to {r.choice([3, 1000])}:", f"  create {z}_giant for p at here",
        f"for each g in units where g is {z}_giant:", "  for each c in everywhere:", "    put g at c",
        "note(sum(size(cells of u) for u in units, v in units where u is adjacent to v))"])  # fmt: skip


def large_areas(r: Random, z: str) -> Piece:
    count = r.choice([60, 300])
    areas = "".join(f"area {z}_{i}: {{modify: {z}_v.s is 1 when c is {z}_{i}}}\n" for i in range(count))
    listed = ", ".join(f"{z}_{i}" for i in range(count))
    rows = "    " + "#" * 200 + "\n"
    return Piece(f"{areas}value {z}_v(cell c) gives number: {{start: 0, steps: {{s: total}}}}\nmap {z}_m:\n  rows: |\n"
                 f"{rows * 25}  legend: {{'#': [{listed}]}}\n  solid: [{z}_0]\n",
                 [f"lay({z}_m)", f"note(sum({z}_v(c) for c in everywhere))"])  # fmt: skip


def many_maps(r: Random, z: str) -> Piece:
    count = r.choice([2, 10])
    rows = "    " + "." * r.choice([10, 150]) + "\n"
    maps = "".join(f"map {z}_{i}:\n  rows: |\n{rows * 25}" for i in range(count))
    return Piece(maps, ["repeat up to 100000:", *[f"  lay({z}_{i})" for i in range(count)],
                        "  let c = last(everywhere)", "  finish if c is none",
                        "  note(size(burst(c, 9 cells)))"])  # fmt: skip


def wide_enums(r: Random, z: str) -> Piece:
    count = r.choice([30, 300])
    members = ", ".join(f"{z}m{i}" for i in range(count))
    return Piece(f"enum {z}_e: [{members}]\nkind {z}_k: "
        f"{{state: {{x: number per {z}_e, y: set of {z}_e starts none}}}}\n"
                 f"{z}_k {z}_s: {{}}\n",
                 ["repeat up to 20000:", f"  create {z}_s for p",
                  f"note(sum(1 for a in members_of({z}_e), b in members_of({z}_e), c in members_of({z}_e)))"
              ])  # fmt: skip


def many_settings(r: Random, z: str) -> Piece:
    count = r.choice([5, 200])
    kinds = r.choice([["number starts 1", "yes_no starts no", "number starts 1000000000"], ["d6", "cell", "number"]])
    return Piece("", ["note(1)"], manifest="settings:\n" + "".join(
        f"  {z}_{i}: {r.choice(kinds)}\n" for i in range(count)))  # fmt: skip


def cycles(r: Random, z: str) -> Piece:
    n = r.choice([2, 30, 150])
    form = r.choice([f"kind {z}_@: {{is: {z}_#}}\n", f"value {z}_@() gives number: {z}_#() + 1\n",
                     f"event {z}_@: {{extends: {z}_#}}\n", f"permission {z}_@(unit a): {z}_#(a)\n",
                     f"kind {z}_@: {{parts: {{p{z}: {z}_#}}, part_of: {z}_#}}\n",
                     f"event {z}_@(unit a): {{legal: {{ok: can({z}_#(a))}}, do: {z}_#(a)}}\n",
                     f"event {z}_@(unit a): {z}_#(a)\n"])  # fmt: skip
    return Piece("".join(form.replace("@", str(i)).replace("#", str((i + 1) % n)) for i in range(n)), ["note(1)"])


def anchors(r: Random, z: str) -> Piece:
    lines = [f"{z}_a0: &{z}0 [x, x]\n"] + [f"{z}_a{i}: &{z}{i} [*{z}{i - 1}, *{z}{i - 1}]\n" for i in range(1, 30)]
    return Piece("".join(lines), ["note(1)"])


EVIL = ("\x1b[2J", "\\x1b[2J", "\\e]0;t\\a", "\u202e", "\\u202e", "\u2066x", "\\u2028", "\u2028", "\x07", "\\0",
    "\ud7ff",
        "\\uD800", "\u200b", "\ufeff", "\\r", "\x9b2J", "\\N", "\U000e0041", "é" + "\u0301" * 300, "‏א",
        "𒐫" * 50)  # fmt: skip


def evil_characters(r: Random, z: str) -> Piece:
    a, b, c = (r.choice(EVIL) for _ in range(3))
    quoted = f'"{a}x{b}"'
    return Piece(r.choice([f"unit {z}_u: {{name: {quoted}}}\n", f"event {z}_e: "
        f"{{name: {{en: {quoted}, ru: {quoted}}}}}\n",
                           f"event {z}_{c}: finish\n", f"enum {z}_n: [{a}, {b}]\n", f"# {a}{b}\n",
                           f"unit {z}_v: {{text: {quoted}}}\n",
                           f"value {z}_w() gives number: 1 + {a}\n", f"{c}: {quoted}\n", f"kind {quoted}: {{}}\n"]),
                 ["note(1)"], r.choice(["", f'test {z} {a}{b}:\n  do: note(1)\n  then: "{c} is 1"\n',
                                        f'test {z}:\n  do: note(1)\n  answers: [{quoted}]\n  dice: '
                                        f'{{{quoted}: [1]}}\n']),
                 messages={} if r.random() < 0.7 else {"note": f"{a} <a>"})  # fmt: skip


def huge_tests(r: Random, z: str) -> Piece:
    n = r.choice([10, 400, 1_200])
    asks = "\n    ".join(["let y = choose yes or no by player_1", "note(1) if y"])
    return Piece("", ["note(1)"], r.choice([
        f"test {z} answers:\n  do: |\n    repeat up to {n}:\n      let y = choose yes or no by player_1\n      "
        f"note(1) if y\n"
        f"  answers: [{', '.join(['yes'] * n)}]\n  then: match.n is 1\n",
        f"test {z} dice:\n  dice: {{d6: [{', '.join(['6'] * n)}]}}\n  do: |\n    let d = roll d6 times {n}\n    "
        f"note(size(d))\n"
        f"  then: match.n is {n}\n",
        "".join(f"test {z} {i}: {{do: note(count(a in numbers(1, 900) where some b in numbers(1, 900) where every c in "
                f"numbers(1, 900) has a + b + c > 1)), then: match.n is {i}}}\n" for i in range(r.choice([2, 40]))),
        "".join(f"test {z} {i}: {{play: yes}}\n" for i in range(r.choice([2, 40]))),
        f"test {z} zones:\n  zones: {{deck of 1: [{', '.join(['ping'] * n)}]}}\n  do: note(size(deck of player_1))\n"
        f"  statuses: {{}}\n  then: match.n is {n}\n",
        f"test {z} happened:\n  do: |\n    repeat up to 300000:\n      note(1)\n  happened: "
        f"[{', '.join(['note where a is 2'] * n)}]\n",
        f"test {z} seats: {{seats: {'9' * n}, do: note(1), then: match.n is 1}}\n",
        f"test {z} map:\n  map: |\n" + ("    " + "a" * 200 + "\n") * 25 + "  legend: {a: pawn of 1}\n  do: "
        "note(size(units))\n"
        "  then: match.n is 5000\n",
        f"test {z} claims:\n  do: note(1)\n  then:\n" + "    - some a in numbers(1, 900) where some b in numbers(1, "
        "900) "
        "where some c in numbers(1, 900) where a + b + c is 1\n" * 30,
    ]) + (f"test {z} asks:\n  do: |\n    {asks}\n" if r.random() < 0.3 else ""))  # fmt: skip


def hidden_things(r: Random, z: str) -> Piece:
    n = r.choice([20, 2_000])
    return Piece("", [f"repeat up to {n}:", "  create ping for p into hand of p", "for each q in players:",
                      "  let k = choose one k in contents(hand of p) by p in secret",
                      "  let other = choose yes or no by q", "  note(size(hand of q))"])  # fmt: skip
