"""Mutants are tried without what only explains: the same tests pass and fail, and the same mutants are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.pipeline import check_pack
from rulewright.scenario.suite import Suite, load_suite
from rulewright_tools.mutating.listing import Mutant, drawn, mutants_of


def mutants(folder: Path, count: int) -> list[Mutant]:
    definitions = check_pack(folder).definitions
    assert definitions is not None
    return drawn(mutants_of(load_pack(read_pack(folder, Diagnostics()), Diagnostics()), definitions), count, 3)


def verdicts(suite: Suite) -> object:
    if suite.ground is None:
        return [(one.code, one.message) for one in suite.diagnostics.errors]
    return [(result.case.file, result.case.line, result.passed) for result in suite.run()]


@pytest.mark.parametrize("pack", ["skirmish", "duel"])
def test_the_same_tests_fail(pack: str, root: Path) -> None:
    folder = root / "content" / pack
    seen = set()
    for one in mutants(folder, 12):
        text = (folder / one.file).read_text(encoding="utf-8")
        buffers = {one.file: text[: one.start] + one.text + text[one.end :]}
        whole, short = (load_suite(folder, buffers, explains=explains) for explains in (True, False))
        assert verdicts(whole) == verdicts(short), one
        if whole.ground is None:
            seen.add("refused")
            continue
        assert whole.linked is not None and short.linked is not None
        assert len(short.linked.program.explanations) < len(whole.linked.program.explanations) / 2
        assert not short.linked.program.figures and not short.linked.program.decidings
        seen.add("killed" if any(not result.passed for result in short.run()) else "survived")
    assert "killed" in seen
