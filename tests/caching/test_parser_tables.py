"""Tables of the parser kept from run to run: they read as fresh ones do, and nothing but the same engine takes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest

from rulewright.assets import content_dir
from rulewright.cache import OFF, VARIABLE, Cache
from rulewright.diagnostics import Diagnostics
from rulewright.effects import parse, parser
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own; the process forgets its parser and what was parsed before and behind it."""

    def forget() -> None:
        parser._parser.cache_clear()
        parse._outcomes.clear()

    monkeypatch.setenv(VARIABLE, str(tmp_path))
    forget()
    yield tmp_path
    forget()


def trees() -> str:
    """All texts of a pack, read; a mistake too."""
    out = Diagnostics()
    read = load_pack(read_pack(content_dir() / "skirmish", out), out)
    return re.sub(r" at 0x[0-9a-f]+", "", f"{read}{parser.attempt('expression', 'a + ')}")


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def make_anew() -> str:
    parser._parser.cache_clear()
    parse._outcomes.clear()
    return trees()


def test_kept_tables_read_as_fresh_ones(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = trees()
    (name,) = names(folder)
    assert name.endswith(".tables")
    # From now on the grammar cannot be had: what reads is the tables.
    monkeypatch.setattr(parser, "grammar_text", lambda: "")
    assert make_anew() == fresh


def test_damaged_tables_are_made_anew(folder: Path) -> None:
    fresh = trees()
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1]), b""):
        kept.write_bytes(damaged)
        assert Cache(folder).read(kept.name) is None
        assert make_anew() == fresh
        assert Cache(folder).read(kept.name) is not None


def test_another_version_makes_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = trees()
    monkeypatch.setattr(lark, "__version__", "0")
    assert make_anew() == fresh
    monkeypatch.setattr(parser, "engine_stamp", lambda: "another engine")
    assert make_anew() == fresh
    assert len(names(folder)) == 3


def test_nothing_is_kept_where_the_cache_is_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, OFF)
    assert trees()
    assert names(folder) == []
