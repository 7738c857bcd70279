"""Every play case (tests/play/cases) comes to the same on the engine and on the oracle, told and untold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.oracle import events, quantities
from tests.oracle.compare import Limits, Prepared, Unready, prepare
from tests.oracle.lockstep import Both, both
from tests.play.playing import Script, Story, files_of
from tests.play.test_cases import cases

Write = Callable[[Mapping[str, str | bytes] | str], Path]


@pytest.mark.parametrize("case", list(cases()))
def test_case(case: Mapping[str, Any], pack_folder: Write) -> None:
    try:
        prepared = prepare(pack_folder(files_of(case)))
    except Unready:
        assert "errors" in case
        return
    for traced in (True, False):
        match = played(prepared, case, traced)
        assert match.report.difference is None, str(match.report.difference)
        if match.report.stopped:
            return  # once is enough of what runs on and on
        then(match, case)


def played(prepared: Prepared, case: Mapping[str, Any], traced: bool) -> Both:
    """A case on both, with the answers that it gives; if it gives too few, up to there."""
    waiting = [str(one) for one in case.get("answers", ())]
    settings = {name: default for name, _, default in prepared.linked.program.settings}
    limits = Limits(len(waiting), traced)
    match = both(prepared, 2, Script(case.get("dice", ())), settings, limits)
    story = Story(match.m, ())

    def choose(number: int, options: int) -> int:
        d = match.m.pending
        assert d is not None
        told = [story.option(d, one) for one in d.options]
        fitting = [i for i, one in enumerate(told) if one == waiting[number]]
        return (fitting or [i for i, one in enumerate(told) if one.startswith(waiting[number])])[0]

    match.choose = choose
    start = prepared.definitions.start
    assert start is not None
    match.run(prepared.linked.program.start, (), lambda w: events.call(w, start, []))
    return match


def then(match: Both, case: Mapping[str, Any]) -> None:
    """What the case says of the end holds for the oracle too."""
    permissions = match.prepared.definitions.permissions
    things = tuple(match.w.entities[:3])
    for number, line in enumerate(case.get("then", ())):
        assert quantities.permits(match.w, permissions[f"holds_{number}"], (0, 1, *things)), line
