"""The forty hard rules are not only parsed: they have a meaning, and become programs that can be played."""
from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play.load import Linked

FORTY = sorted(path.parent for path in (Path(__file__).parent / "forty").glob("*/pack.yaml"))


@pytest.mark.parametrize("folder", FORTY, ids=lambda folder: folder.name)
def test_a_pack_of_hard_rules_is_checked_and_compiled(folder: Path) -> None:
    """No error in any of its definitions, and generated code that Python takes."""
    result = check_pack(folder)
    assert [str(one.message) for one in result.diagnostics.errors] == []
    assert result.program is not None
    assert Linked(result.program).plain


def test_there_are_all_forty() -> None:
    """Each rule has its number in a comment of its pack."""
    found: set[int] = set()
    for folder in FORTY:
        for path in folder.rglob("*.yaml"):
            for line in path.read_text("utf-8").splitlines():
                head = line.removeprefix("#").strip().partition(" ")[0].rstrip(".:)")
                if line.startswith("#") and head.isdigit():
                    found.add(int(head))
    assert found >= set(range(1, 41)), sorted(set(range(1, 41)) - found)
