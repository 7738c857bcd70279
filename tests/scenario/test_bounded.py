"""Content tests that ask for much: they fail with the reason, soon and in little memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.clock import at_most

from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: sample\nlanguage: 2\nstart: go\n"
GAME = (
    "kind match: {state: {n: number}}\nevent note(number a): set match.n = a\nevent other(number a): set match.n = a\n"
    "event barred(number a): {legal: {small: a < 0}, do: set match.n = a}\nevent go: note(1)\n"
)
LOUD = "  do: |\n    repeat up to 200000:\n      note(1)\n"
_SECONDS = 5.0
# What a test does and expects: what is told.
TESTS = {
    f"{LOUD}  happened: [{', '.join(['note where a is 2'] * 900)}]\n": "comparing events with the test takes more than",
    f"{LOUD}  happened: [{', '.join(['note'] * 900)}]\n": "comparing events with the test takes more than",
    f"{LOUD}  happened: [{', '.join(['other where a is 2'] * 900)}]\n": "this did not happen: other where a is 2",
    f"{LOUD}  not_happened: [{', '.join(['note where a is 2'] * 900)}]\n": "comparing events with the test",
    f"{LOUD.replace('note', 'barred')}  then: match.n is 0\n": "comparing events with the test takes more than",
    f"{LOUD.replace('200000', '20000').replace('note', 'barred')}  then: match.n is 0\n": "barred(1) was refused",
    f"{LOUD}  then: match.n is 2\n": ".. 199940 earlier lines",
}


@pytest.mark.parametrize("text", TESTS, ids=list(range(len(TESTS))))
def test_much_is_compared_within_bounds(text: str, pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": MANIFEST, "a.yaml": GAME, "tests/a.yaml": f"test loud:\n{text}"})
    suite = load_suite(folder)
    with at_most(_SECONDS, "the test"):
        told = "\n".join(message(result) for result in suite.run())
    assert TESTS[text] in told
    assert len(told) < 20_000


def test_a_condition_takes_no_steps_of_the_match(pack_folder: Write) -> None:
    """And may take many itself: whether a match runs away does not hang on what a test asks of it."""
    dear = "note where every x in numbers(1, 1000) has x > a"
    test = f"test dear:\n  do: |\n    repeat up to 200000:\n      other(1)\n    note(0)\n  happened: ['{dear}']\n"
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "a.yaml": GAME, "tests/a.yaml": test}))
    assert [message(result) for result in suite.run()] == [""]


def test_all_tests_of_a_pack_have_an_end_together(pack_folder: Write) -> None:
    texts = "".join(f"test loud {i}:\n{LOUD}  then: match.n is 1\n" for i in range(20))
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "a.yaml": GAME, "tests/a.yaml": texts}))
    with at_most(_SECONDS, "the tests"):
        results = list(suite.run())
    assert results[0].passed and not results[-1].passed
    assert "steps for all tests that are run" in message(results[-1])
    assert suite.run_one(suite.tests[-1]).passed


def test_claims_share_the_steps_too(pack_folder: Write) -> None:
    claim = "    - every a in numbers(1, 1000) has every b in numbers(1, 900) has a + b > match.n\n"
    text = f"test claims:\n  do: note(1)\n  then:\n{claim * 100}"
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "a.yaml": GAME, "tests/a.yaml": text}))
    with at_most(_SECONDS, "the test"):
        told = [message(result) for result in suite.run()]
    assert "steps for all tests that are run" in told[0]
