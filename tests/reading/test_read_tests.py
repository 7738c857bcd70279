"""Content tests become declarations of the right shape; what demands nothing is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.assets import content_dir
from rulewright.diagnostics import Diagnostics
from rulewright.pack.model import Declaration
from rulewright.pack.read import read_pack
from rulewright.pack.read_tests import read_tests
from rulewright.pack.shape import plain

Write = Callable[[Mapping[str, str | bytes] | str], Path]


@pytest.fixture
def read(pack_folder: Write) -> Callable[[str], tuple[list[Declaration], list[str]]]:
    def run(text: str) -> tuple[list[Declaration], list[str]]:
        out = Diagnostics()
        pack = read_pack(pack_folder({"tests/a.yaml": text}), out)
        tests = read_tests(pack, out)
        return tests, [f"{one.span.range} {one.code} {one.message}" for one in out]

    return run


Read = Callable[[str], tuple[list[Declaration], list[str]]]


def test_a_test_is_read_with_its_sentence_as_id(read: Read) -> None:
    tests, mistakes = read(
        "test a step provokes, unless shifted:\n"
        "  map: |\n    .a\n  legend: {a: goblin of 1 as Gob}\n  with:\n    Gob: {hp: 3}\n    player 1: {points: 20}\n"
        "  dice: {d20: [15, 3], d6: 4}\n  do: step(Gob)\n"
        "  answers:\n    - pass\n    - {player: 2, choose: yes, not_offered: ['f(a, b)']}\n  then:\n    - Gob.hp is 3\n"
    )
    assert mistakes == []
    (one,) = tests
    assert (one.form, one.id, one.file) == ("test", "a step provokes, unless shifted", "tests/a.yaml")
    assert {name: plain(value.node) for name, value in one.fields.items() if name in ("with", "answers")} == {
        "with": {"Gob": {"hp": "3"}, "player 1": {"points": "20"}},
        "answers": ["pass", {"player": "2", "choose": "yes", "not_offered": ["f(a, b)"]}],
    }


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("test a:\n  do: go()\n", "1:1-7 RW206 this test demands nothing"),
        ("test a:\n  do: go()\n  play: x\n  then: [b]\n", "3:3-7 RW213 'do' and 'play' cannot stand side by side"),
        ("test a:\n  thne: [b]\n  then: [c]\n", "2:3-7 RW205 a test has no field 'thne'"),
        ("test a:\n  answers: [{chose: b}]\n", "2:14-19 RW205 an answer has no field 'chose'"),
        ("test a: go()\n", "1:1-7 RW207 the body of a test is a mapping of fields"),
        ("tset a: {then: [b]}\n", "1:1-7 RW203 'tset a' is not the head of a test"),
        ("test: {then: [b]}\n", "1:1-5 RW203 'test' is not the head of a test"),
        ("- a\n", "1:1-2 RW202 a file of tests is a mapping"),
        ("test a: {then: [f(b, c)]}\n", "1:17-20 RW112 an expression in a flow collection must be one word or number"),
    ],
)
def test_what_is_wrong_with_a_test_is_one_mistake(read: Read, text: str, mistake: str) -> None:
    _, mistakes = read(text)
    assert mistakes == [mistake]


def test_two_tests_cannot_have_one_sentence(read: Read) -> None:
    tests, mistakes = read("test a: {then: [b]}\n'test  a ': {then: [c]}\n")
    assert mistakes == ["2:1-11 RW210 there are two tests 'a'"]
    assert len(tests) == 1


@pytest.mark.parametrize("pack", sorted(path.name for path in content_dir().iterdir() if path.is_dir()))
def test_the_tests_of_shipped_packs_have_their_shape(pack: str) -> None:
    out = Diagnostics()
    read_tests(read_pack(content_dir() / pack, out), out)
    assert list(out) == []
