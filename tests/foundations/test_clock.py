"""Limits of time follow the machine: slow work fails on any, and a slow machine fails nothing."""

from __future__ import annotations

import pytest
from tests.clock import REFERENCE, Watch, at_most


class Machine:
    """A clock that stands still but for what is done: work that is always the same, at a speed that may change."""

    def __init__(self, slowness: float) -> None:
        self.time, self.slowness = 0.0, slowness

    def does(self, seconds: float) -> None:
        self.time += seconds * self.slowness

    @property
    def watch(self) -> Watch:
        return Watch(lambda: self.time, lambda: self.does(REFERENCE))


@pytest.mark.parametrize("slowness", [0.2, 1.0, 5.0, 50.0])
def test_the_same_work_is_judged_alike_on_every_machine(slowness: float) -> None:
    machine = Machine(slowness)
    with at_most(3, "work", machine.watch):
        machine.does(2.9)
    with pytest.raises(AssertionError, match=r"work took 3\.1 s of the reference machine, more than 3"), \
         at_most(3, "work", machine.watch):  # fmt: skip
        machine.does(3.1)


def test_a_machine_that_becomes_slower_meanwhile_is_not_blamed() -> None:
    machine = Machine(1.0)
    with at_most(3, "work", machine.watch):
        machine.slowness = 4.0
        machine.does(2.9)


def test_a_square_of_the_size_is_told_apart() -> None:
    items = list(range(6_000))
    with at_most(0.05):
        assert all(one in set(items[one : one + 9]) for one in items)
    with pytest.raises(AssertionError), at_most(0.05):
        assert all(items.count(one) for one in items)
