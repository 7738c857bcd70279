"""Printing and parsing belong together: what one makes the other must read, for every tree that there can be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.diagnostics import Diagnostics
from rulewright.effects.names import RESERVED
from rulewright.effects.parse import parse
from rulewright.effects.parser import STARTS
from rulewright.effects.unparse import unparse, unparse_block
from rulewright.effects.walk import descend
from rulewright.source import LocatedText

from .trees import BLOCKS, TEXTS

_SETTINGS = settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def read(start: Any, text: str) -> Any:
    """The tree of a text that must be right."""
    out = Diagnostics()
    tree = parse(start, LocatedText.alone(text), out)
    assert [f"{one.span}: {one.message} ({one.hint})" for one in out] == [], text
    return tree


@pytest.mark.parametrize("start", [start for start in STARTS if start != "block"])
@_SETTINGS
@given(data=st.data())
def test_every_text_parses_to_the_tree_that_it_was_printed_from(start: str, data: st.DataObject) -> None:
    tree = data.draw(TEXTS[start])
    text = unparse(tree)
    again = read(start, text)
    assert again == tree, text
    assert unparse(again) == text


@_SETTINGS
@given(block=BLOCKS)
def test_every_block_parses_to_the_tree_that_it_was_printed_from(block: Any) -> None:
    text = unparse_block(block)
    again = read("block", text)
    assert again == block, text
    assert unparse_block(again) == text


@_SETTINGS
@given(tree=TEXTS["expression"])
def test_spans_stand_in_each_other(tree: Any) -> None:
    """A part of a text lies inside the whole: diagnostics and editors rely on it."""
    for node in descend(read("expression", unparse(tree))):
        for child in descend(node):
            assert node.span.start <= child.span.start <= child.span.end <= node.span.end


SOUP = [
    *sorted(RESERVED), "a", "b", "Gob", "3", "2.5", "3 cells", "2d6", "f(", "(", ")", "[", "]", ",", ".", ":", ":\n",
    "\n", "\n  ", "\n    ", "==", "<", ">=", "+", "-", "*", "/", "?", "\"a\"", "'", "#", " # c\n", "\t", "\r\n", "\x01",
    "\x02", "else:\n", "if a:\n  ", "offer p:\n  ", "for each a in b:\n  ", "\u0430", "\U0001f600", "each", "one",
    "pass", "this", "next", "count(", "all(", "least(", "can(", "supposing(",
]  # fmt: skip


@pytest.mark.parametrize("start", STARTS)
@_SETTINGS
@given(pieces=st.lists(st.sampled_from(SOUP), max_size=14), glue=st.sampled_from([" ", ""]))
def test_no_text_is_too_wrong_for_a_diagnostic(start: Any, pieces: list[str], glue: str) -> None:
    """Whatever somebody writes gives a tree or mistakes inside the text, never an exception, and the same twice."""
    text = glue.join(pieces)
    told = []
    for _ in range(2):
        out = Diagnostics()
        tree = parse(start, LocatedText.alone(text), out)
        told.append([(one.code, one.span.start, one.span.end) for one in out])
    assert told[0] == told[1]
    assert all(0 <= begin <= end <= len(text) for _, begin, end in told[0])
    assert told[0] or tree is not None
