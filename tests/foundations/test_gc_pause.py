"""The collector of cycles is off inside a pause and as it was behind it, whatever happens inside."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from rulewright import gc_pause
from rulewright.gc_pause import paused_collector


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


def test_what_was_built_in_a_pause_is_old_and_still_collected() -> None:
    with paused_collector():
        built: list[object] = []
        built.append(built)
    assert any(one is built for one in gc.get_objects(generation=2))
    with paused_collector():
        gone = weakref.ref(Circle())
    assert gone() is not None
    gc.collect()
    assert gone() is None


def test_a_collector_that_does_not_count_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyPy's `gc` has neither thresholds nor generations, and none of the functions for them."""
    monkeypatch.setattr(gc_pause, "_COUNTS", False)
    for name in ("set_threshold", "get_count", "get_stats", "freeze", "unfreeze", "get_freeze_count"):
        monkeypatch.delattr(gc, name)
    gc_pause.collect_seldom()
    with paused_collector():
        assert gc.isenabled()


_MANY = """
import gc, weakref
from rulewright.gc_pause import paused_collector
class Circle:
    def __init__(self): self.own = self
gc.collect()
made = []
for _ in range(40):
    with paused_collector():
        for _ in range(10_000):
            circle = Circle()
        made.append(weakref.ref(circle))
alive = [one() is not None for one in made]
print(any(alive[:2]), alive[-1])
"""


def test_what_many_pauses_built_and_dropped_is_collected(root: Path) -> None:
    """A process that does nothing but check packs does not grow without end. It is one of its own: how much is built
    before anything is looked through depends on how much there is."""
    env = {**os.environ, "PYTHONPATH": str(root / "interpreter")}
    done = subprocess.run([sys.executable, "-c", _MANY], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "False True\n"


def test_objects_that_somebody_froze_stay_frozen() -> None:
    held = Circle()  # one of them, as other threads may drop some of the rest
    gc.freeze()
    try:
        with paused_collector():
            pass
        assert gc.get_freeze_count() > 0
        assert all(one is not held for one in gc.get_objects())  # which lists those that are not frozen
    finally:
        gc.unfreeze()


class Circle:
    """Something that only the collector can find to be unused."""

    def __init__(self) -> None:
        self.me = self
