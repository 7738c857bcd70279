"""The order of the tests of packs."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of `test_content.py` pack by pack: each then is read once, and forgotten before the next."""
    here = Path(__file__).with_name("test_content.py")
    places = [number for number, item in enumerate(items) if item.path == here]
    ordered = sorted((items[number] for number in places), key=_pack)
    for number, item in zip(places, ordered, strict=True):
        items[number] = item


def _pack(item: pytest.Item) -> str:
    """The pack that a test is of; of a file, the part of its path before the tests."""
    params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return str(params.get("pack") or params.get("file", "")).partition("/tests/")[0]
