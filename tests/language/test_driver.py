"""The driver and the generator's own parser, which it stands in for: both read the same texts, to the same trees, and
stop at the same places waiting for the same."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark.exceptions import UnexpectedInput, UnexpectedToken

from rulewright.assets import content_dir
from rulewright.diagnostics import Diagnostics
from rulewright.effects import parse, parser
from rulewright.effects.load import load_pack
from rulewright.effects.matched import Misplaced
from rulewright.effects.names import RESERVED
from rulewright.effects.parse_failure import Stuck
from rulewright.effects.parser import STARTS
from rulewright.effects.unparse import unparse, unparse_block
from rulewright.pack.read import read_pack

from .generator import generated
from .trees import BLOCKS, TEXTS

_SETTINGS = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

# What may come into a text by mistake, or at random at the right place; the last are no signs of the language.
PIECES = (
    *(f" {word} " for word in sorted(RESERVED)),
    *(f" {word} " for word in ("allow", "each", "forbid", "list", "list of", "needs", "one", "per", "sheet of")),
    *("all(", "can(", "count (", "least(", "most", "sorted(", "sum(", "supposing("),
    *("a", " b2 ", "A", "_", "7", " 3 cells", "2.5 inches", ".", ",", "(", ")", "[", "]", ":", "=", "<", "<=", ">="),
    *(">", "+", "-", "*", "/", " ", "  ", "\x01", "\u00e9", "$"),
)
LINES = ("\n", "\n  ", "\n    ", "\x02", "\x02  ", ":\n  ", "\n\n", "\nelse:\n  ")
AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]+)? +([a-z]+)")


def whole(value: Any) -> Any:
    """A tree with all that it holds, the spans of its nodes too."""
    if isinstance(value, tuple | list):
        return [whole(one) for one in value]
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return [type(value).__name__, *((one.name, whole(getattr(value, one.name))) for one in fields)]
    return (type(value), value)


def quickly(start: Any, text: str) -> Any:
    """What the driver says: a tree, a mistake, or where it stopped."""
    tree, wrong = parser.attempt(start, text)
    if isinstance(wrong, Stuck):
        return wrong.offset, wrong.accepts
    return whole(tree) if wrong is None else wrong


def slowly(start: Any, text: str) -> Any:
    """What the generator's parser says."""
    try:
        return whole(generated().parse(text, start=start))
    except UnexpectedInput as error:
        return stopped(text, error)
    except Misplaced as error:
        return error.mistake


def stopped(text: str, error: UnexpectedInput) -> tuple[int | None, Any]:
    """Where it stopped, and what it waited for if it says so."""
    if not isinstance(error, UnexpectedToken):
        return error.pos_in_stream, ANY
    offset = error.pos_in_stream
    if error.token.type in ("_INDENT", "_DEDENT"):
        offset = error.token.end_pos
    return len(text) if error.token.type == "$END" or offset is None else offset, error.accepts


def assert_alike(start: Any, text: str) -> None:
    """Both say the same. But a lexer that knows what is waited for reads the number of an amount where only a number
    can stand, and stops at the unit. In a text with letters that `scan` lets nobody write it is enough that both stop.
    """
    quick, slow = quickly(start, text), slowly(start, text)
    if not (isinstance(quick, tuple) and isinstance(slow, tuple)) or quick == slow:
        assert quick == slow, text
    elif text.isascii():
        amount = AMOUNT.match(text, quick[0])
        assert amount is not None and slow[0] == amount.start(1), text


PACKS = sorted(manifest.parent for manifest in content_dir().glob("*/pack.yaml"))


@pytest.mark.parametrize("folder", PACKS, ids=lambda folder: folder.name)
def test_all_texts_of_a_pack_are_read_quickly(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: set[tuple[Any, str]] = set()
    real = parser.attempt

    def noted(start: Any, text: str) -> Any:
        texts.add((start, text))
        return real(start, text)

    monkeypatch.setattr(parse, "attempt", noted)
    monkeypatch.setattr(parse, "_outcomes", {})
    out = Diagnostics()
    load_pack(read_pack(folder, out), out)
    assert len(texts) > 50
    for start, text in sorted(texts):
        tree = quickly(start, text)
        assert isinstance(tree, list), text
        assert tree == slowly(start, text), text


@pytest.mark.parametrize("start", STARTS)
@_SETTINGS
@given(data=st.data())
def test_texts_with_a_change_are_read_the_same(start: str, data: st.DataObject) -> None:
    """A good text, and the same with a stretch of it gone and something else there."""
    text = unparse_block(data.draw(BLOCKS)) if start == "block" else unparse(data.draw(TEXTS[start]))
    assert_alike(start, text)
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(begin + 12, len(text))))
    piece = data.draw(st.sampled_from(PIECES + LINES if start == "block" else PIECES))
    changed = text[:begin] + piece + text[end:]
    assert_alike(start, changed)


@pytest.mark.parametrize("start", STARTS)
@_SETTINGS
@given(data=st.data())
def test_texts_by_chance_are_read_the_same(start: str, data: st.DataObject) -> None:
    pieces = st.lists(st.sampled_from(PIECES + LINES if start == "block" else PIECES), max_size=6)
    text = "".join(data.draw(pieces))
    assert_alike(start, text)


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("expression", "least(a, b) + least"),
        ("expression", "count(x in all) + count"),
        ("expression", "all(c in cells with least d(c) then most e(c))"),
        ("expression", "a is most to all"),
        ("type", "list of sheet"),
        ("type", "list per sheet of allow"),
        ("sentence", "allow allow, forbid as waive"),
        ("block", "give one(each) to this until end of next next\n"),
        ("block", "\n  a(b)\n  if all:\n     each(e)\n  starts(times)\n"),
    ],
)
def test_words_that_mean_something_in_one_place_only(start: Any, text: str) -> None:
    """They are read as the parser waits for them."""
    tree = quickly(start, text)
    assert tree == slowly(start, text)
    assert isinstance(tree, list)
