"""What the checker refutes is impossible: conditions at random, against all that their variables may be."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from rulewright.check.check import check
from rulewright.check.known import Given
from rulewright.check.model import PackDef
from rulewright.check.refuting import Refuter
from rulewright.check.scope import PackScope
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]

COLOURS = ("red", "green", "blue")
GRADES = ("low", "middle", "high")
NUMBERS = range(-1, 8)
DEFINITIONS = """
enum colour: [red, green, blue]
enum grade: {ordered: [low, middle, high]}
permission more(number a, number b): a > b + 1
"""


def condition(rng: random.Random, depth: int) -> str:
    """A condition over the numbers x and y, the colours k and l, the grade g and the answers a and b."""
    if depth and rng.random() < 0.7:
        if rng.random() < 0.25:
            return f"not ({condition(rng, depth - 1)})"
        word = rng.choice(("and", "or"))
        return f"({condition(rng, depth - 1)}) {word} ({condition(rng, depth - 1)})"
    order = rng.choice(("<", "<=", ">", ">=", "is", "is not"))
    side = rng.choice(("is", "is not"))
    return rng.choice((
        f"x {order} {rng.randrange(-1, 7)}", f"y {order} {rng.choice(('x + 1', 'x', 'y - x', '2 * x'))}",
        f"more({rng.choice('xy')}, {rng.choice(('x', 'y', '3'))})", f"k {side} {rng.choice((*COLOURS, 'l'))}",
        f"k {rng.choice(('in', 'not in'))} ({', '.join(rng.sample(COLOURS, 2))})", f"l {side} red",
        f"g {rng.choice(('<', '<=', '>', '>=', 'is', 'is not'))} {rng.choice(GRADES)}", rng.choice("ab"), "a is b",
        f"a {side} true",
    ))  # fmt: skip


def possible(text: str) -> set[bool]:
    """The answers that the condition gives."""
    made = re.sub(r"\bk (not )?in \(([a-z]+), ([a-z]+)\)", r"k \1in ('\2', '\3')", text)
    made = re.sub(r"\b(red|green|blue)\b(?!')", r"'\1'", made)
    made = re.sub(r"\b(low|middle|high)\b", lambda word: str(GRADES.index(word[0])), made)
    made = made.replace("is not", "!=").replace(" is ", " == ").replace("true", "True")
    run = compile(made, "condition", "eval")
    answers = set()
    yes_no = (True, False)
    for x, y, k, other, g, a, b in itertools.product(NUMBERS, NUMBERS, COLOURS, COLOURS, range(3), yes_no, yes_no):
        names = {"x": x, "y": y, "k": k, "l": other, "g": g, "a": a, "b": b, "more": lambda p, q: p > q + 1}
        answers.add(bool(eval(run, names)))
        if len(answers) == 2:
            break
    return answers


def conditions(pack: PackDef) -> Iterator[n.Expr]:
    for permission in pack.permissions.values():
        if permission.id.startswith("asked_"):
            assert permission.normally is not None
            yield permission.normally


def test_what_is_refuted_is_impossible(pack_folder: Write) -> None:
    rng = random.Random(11)
    texts = [condition(rng, 3) for _ in range(400)]
    heads = "number x, number y, colour k, colour l, grade g, yes_no a, yes_no b"
    game = DEFINITIONS + "".join(f"permission asked_{i}({heads}): {text}\n" for i, text in enumerate(texts))
    out = Diagnostics()
    pack = check(load_pack(read_pack(pack_folder({"pack.yaml": "pack: sample\n", "game.yaml": game}), out), out), out)
    assert pack is not None, [str(one.message) for one in out.errors]
    refuter = Refuter(pack, PackScope(pack))
    refuted = impossible = 0
    for text, node in zip(texts, conditions(pack), strict=True):
        answers = possible(text)
        for answer in (True, False):
            conflict = refuter.refute([Given(node, answer)])
            assert conflict is None or answer not in answers, text
            refuted += conflict is not None
            impossible += answer not in answers
    # It need not see everything; most of it it does.
    assert refuted >= 0.7 * impossible > 20
