"""The pack plays the very game that the reference plays by hand: event by event, and by digest."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from tests.skirmish import played, skirmish


@pytest.mark.parametrize("seed", range(20))
def test_the_pack_logs_the_same_events(seed: int) -> None:
    """A first difference names the event; the number of decisions is the same too."""
    wanted: list[Any] = []
    _, decisions = skirmish.play(seed, log=wanted)
    found: list[Any] = []
    assert played.play(seed, found) == decisions
    for number, (one, other) in enumerate(zip(wanted, found, strict=False)):
        assert other == one, f"event {number}"
    assert len(found) == len(wanted)


def test_the_digest_is_the_same() -> None:
    """SHA-256 over all tuples of the matches of several seeds in turn."""
    total = hashlib.sha256()
    for seed in range(20):
        log: list[Any] = []
        played.play(seed, log)
        for event in log:
            total.update(repr(event).encode())
    assert total.hexdigest() == skirmish.digest(range(20))


def test_the_trace_changes_nothing() -> None:
    """A match plays the same with and without a log: reactions are asked, not skipped."""
    from rulewright.play.chance import Chance
    from rulewright.play.codec import fingerprint

    ends = []
    for trace in (False, True):
        m = played.begin(5, trace, Chance(5))
        for number in range(300):
            if m.pending is None:
                break
            played.step(m, number % len(m.pending.options))
        ends.append(fingerprint(m))
    assert ends[0] == ends[1]
