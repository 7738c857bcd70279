"""Corners of the page, played with answers at random: the engine and the oracle agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.oracle.compare import Limits, compare, prepare
from tests.play.playing import files_of

HERE = Path(__file__).parent

Write = Callable[[Mapping[str, str | bytes] | str], Path]


def corners() -> Iterator[Any]:
    for case in YAML(typ="safe").load((HERE / "corners.yaml").read_text(encoding="utf-8")):
        yield pytest.param(case, id=case["says"])


@pytest.mark.parametrize("case", list(corners()))
def test_corner(case: Mapping[str, Any], pack_folder: Write) -> None:
    prepared = prepare(pack_folder(files_of(case)))
    for seed in range(4):
        found = compare(prepared, seed, limits=Limits(traced=seed % 2 == 0))
        assert found is None, f"seed {seed}, {found}"
