"""Files read line by line: exactly what YAML's own parser reads, or nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulewright.diagnostics import Diagnostics
from rulewright.pack.lines import read_lines
from rulewright.pack.tree import Mapping, Node, Scalar
from rulewright.pack.yaml_tree import compose_events
from rulewright.source import SourceText

CONTENT = sorted((Path(__file__).parents[2] / "content").rglob("*.yaml"))


def shape(node: Node | None) -> object:
    """All that a node is."""
    if node is None:
        return None
    here = (type(node).__name__, node.start, node.end, node.broken)
    if isinstance(node, Scalar):
        return (*here, node.value, node.style)
    if isinstance(node, Mapping):
        inner = [(key, shape(entry.key), shape(entry.value)) for key, entry in node.entries.items()]
        return (*here, node.flow, inner)
    return (*here, node.flow, [shape(item) for item in node.items])


def agree(text: str) -> bool:
    """Reads a text in both ways. True if it could be read line by line; then both must give the same."""
    source = SourceText("f.yaml", text)
    found = read_lines(source)
    if found is None:
        return False
    out = Diagnostics()
    assert shape(found) == shape(compose_events(source, out)), text
    assert list(out) == [], text
    return True


@pytest.mark.parametrize(
    "text",
    [
        "a: b\n",
        "a: b",
        "a: b  \nc: 'd' \n",
        "a: b # said aside\nc:  # and here\n  d: 1\n#\n  # deeper\n\ne: f\n",
        "event go(piece who) gives number m:\n  do: |\n    if who.hp < 1: # yes\n      stop\n\n    go(who)\n\nx: y\n",
        "a: |-\n  b\n   c\nd: |\n  e",
        "a: >-\n  b and\n  c\nd: >\n  e\n",
        "a:\n  - b\n  - {c: d, e: [f, (g or h)]}\n  - 'i: j'\nk:\n- l\n- m\nn: o\n",
        "react:\n  - after: struck\n    do: |\n      stop\n  - after: moved\n    when: yes\nlast: 1\n",
        "name: {en: \"It's here: now\", ru: Тут}\n'#': wall\nempty: ''\n",
        "a: -1\nb: +1 armour\nc: <= 3\nd: (x or y) and z\ne: ~\nf: [-1, +2, (a) + b]\n",
        "a:\n    b:\n        c: 1\n    d: 2\ne: 3\n",
        "a: []\nb: {}\nc: [ ]\nd: {e: [], f: {}, g.h: i}\nj: [[], {k: l}]\nm: {n.o: p, q..r: s, t.: u, .v: w}\n",
    ],
)
def test_what_is_written_plainly_is_read(text: str) -> None:
    assert agree(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n# nothing\n",
        "- a\n",
        " a: b\n",
        "a\n",
        "a:\n",
        "a:\nb: c\n",
        "a: b\n  c\n",
        "a: b\n  c: d\n",
        "a: b\na: c\n",
        "a:\n  b: c\n d: e\n",
        "a:\n  - b\n  c: d\n",
        "a: b: c\n",
        "a: b #c\n",
        "a:b\n",
        "a: *b\n",
        "a: &b c\n",
        "a: !b c\n",
        "a: 'b''c'\n",
        'a: "b\\n"\n',
        "a: [b\n",
        "a: [b]]\n",
        "a: {b, c}\n",
        "a: {b: c, b: d}\n",
        "a: [f(x, y)]\n",
        "a: [,]\n",
        "a: [}\n",
        "a: [] b\n",
        "a: |2\n   b\n",
        "a: |\n\n  b\n",
        "a: |\nb: c\n",
        "a: >\n  b\n\n  c\n",
        "a: |\n  b\n     \n  c\n",
        "<<: a\n",
        "? a\n",
        "--- \na: b\n",
        "a: b\n...\n",
        "a : b\n",
        "'': a\n",
        f"{'k' * 1100}: a\n",
        "a: @b\n",
        "%a: b\n",
    ],
)
def test_what_is_not_plain_is_left_alone(text: str) -> None:
    assert read_lines(SourceText("f.yaml", text)) is None


def test_a_deep_or_long_file_is_left_alone() -> None:
    deep = "".join(f"{' ' * i}k:\n" for i in range(60)) + f"{' ' * 60}k: v\n"
    assert read_lines(SourceText("f.yaml", deep)) is None
    assert agree("".join(f"{' ' * i}k:\n" for i in range(30)) + f"{' ' * 30}k: v\n")
    assert read_lines(SourceText("f.yaml", f"a: {'[' * 30}x{']' * 30}\n")) is None
    assert agree(f"a: {'[' * 8}x{']' * 8}\n")
    long = "".join(f"k{i}: v\n" for i in range(60_000))
    assert read_lines(SourceText("f.yaml", long)) is None


def test_most_shipped_files_are_plain() -> None:
    plain = [agree(path.read_text(encoding="utf-8")) for path in CONTENT]
    assert len(plain) > 50
    assert sum(plain) / len(plain) > 0.85


SIGNS = [
    *" \n:#-{}[],'\"|>&*!%@?~.ab1я()=<+/\\",
    "  ",
    "\n  ",
    "\n    ",
    ": ",
    " #",
    "# ",
    "- ",
    "\n- ",
    "|\n",
    ">-\n",
    "---",
    "''",
    '""',
    "a: b",
    "\n\n",
]


@given(st.lists(st.sampled_from(SIGNS), max_size=25).map("".join))
@example("a: {b: [}\n")
@example("a: >-\n  \n  b\n")
def test_any_text_is_read_alike_or_not_at_all(text: str) -> None:
    agree(text)


@given(st.randoms(use_true_random=False))
def test_shipped_lines_in_any_order_with_any_slip_are_read_alike(rng: random.Random) -> None:
    lines = rng.choice(CONTENT).read_text(encoding="utf-8").split("\n")
    start = rng.randrange(len(lines))
    text = "\n".join(lines[start : start + rng.randrange(1, 12)])
    for _ in range(rng.choice([0, 1, 2])):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(["", *SIGNS]) + text[at + rng.randrange(3) :]
    agree(text)
