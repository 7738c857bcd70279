"""The collector of cycles is off inside a pause and as it was behind it, whatever happens inside."""

from __future__ import annotations

import gc

import pytest

from rulewright.collector import paused_collector


def test_pauses_may_stand_in_each_other() -> None:
    assert gc.isenabled()
    with paused_collector():
        with paused_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_failure_inside_ends_the_pause() -> None:
    with pytest.raises(RuntimeError), paused_collector():
        raise RuntimeError
    assert gc.isenabled()


def test_who_had_it_off_keeps_it_off() -> None:
    gc.disable()
    try:
        with paused_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()
