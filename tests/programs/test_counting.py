"""A long comparison tells how far it has come, and after a stop it goes on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.oracle import __main__ as matches
from tests.oracle.compare import report
from tests.programs import __main__ as programs
from tests.programs.packs import Size
from tests.programs.running import Verdict

ROOT = Path(__file__).parents[2]
PACK = str(ROOT / "content" / "skirmish")


def stopped_at(stop: int, begun: list[int]) -> object:
    """Verdicts of ten programs each, every fifth pack refused; the machine goes down at a seed."""

    def verdicts(first: int, workers: int, size: Size) -> Iterator[Verdict]:
        begun.append(first)
        for seed in range(first, stop):
            yield Verdict(seed, refused=("RW604",)) if seed % 5 == 4 else Verdict(seed, programs=10, decisions=7)
        raise KeyboardInterrupt

    return verdicts


def test_programs_go_on_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, begun = ["--count", "200", "--seed", "40", "--out", str(tmp_path)], list[int]()
    monkeypatch.setattr(programs, "verdicts", stopped_at(53, begun))
    with pytest.raises(KeyboardInterrupt):
        programs.main(words)
    monkeypatch.setattr(programs, "verdicts", stopped_at(1000, begun))
    assert programs.main(words) == 0
    assert begun == [40, 53]
    said = capsys.readouterr().out.splitlines()
    assert said[-1].startswith("200 programs of 24 packs, 4 refused (RW604 4), 140 decisions, 0 stopped by a limit")
    assert programs.main(words) == 0, "what was done to the end begins anew"
    assert begun == [40, 53, 40]


def test_matches_go_on_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [PACK, "--matches", "3", "--decisions", "5", "--first", "7", "--out", str(tmp_path)]
    with monkeypatch.context() as inner:
        left = [1, 1]
        inner.setattr(matches, "report", lambda *a, **k: report(*a, **k) if left.pop() else None)
        with pytest.raises(IndexError):
            matches.main(words)
    assert json.loads((tmp_path / "matches.json").read_text())["come"][PACK]["matches"] == 2
    assert matches.main(words) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-2].startswith(f"{PACK}: 3 matches, 15 decisions, ")
    assert said[-1] == "1 packs, 3 matches, 15 decisions, 0 packs with differences"
    assert not (tmp_path / "matches.json").exists()
