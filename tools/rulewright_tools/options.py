"""Types of options for numbers: bounded, and read as all numbers are.

Separate because several commands take such options, and a number on the command line may have thousands of digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click

from rulewright.numbers import MAX_SEED, whole_number
from rulewright.verifying import turn_on


class Whole(click.ParamType):  # type: ignore[type-arg] # generic since click 8.3, and 8.2 will do
    """A whole number from `least` to `most`, both included."""

    name = "integer"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        number = whole_number(str(value), self.least, self.most)
        if number is None:
            self.fail(f"'{value}' is not a whole number from {self.least} to {self.most}", param, ctx)
        return number


class Seconds(click.ParamType):  # type: ignore[type-arg]
    """Seconds, with decimals, up to an hour."""

    name = "seconds"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(str(value)) if _SECONDS.fullmatch(str(value)) else -1.0
        if not 0 <= seconds <= _HOUR:
            self.fail(f"'{value}' is not a number of seconds from 0 to {_HOUR}", param, ctx)
        return seconds


_HOUR = 3600
_SECONDS = re.compile(r"[0-9]{1,5}(?:\.[0-9]{0,9})?")
SEED = Whole(0, MAX_SEED)


def verify(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option `--verify` of a command: what it plays is played in the verifying mode, in all its processes."""

    def turn(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value:
            turn_on()

    option = click.option("--verify", is_flag=True, expose_value=False, is_eager=True, callback=turn,
                          help="Compute again whatever play remembered, and compare. Slow.")  # fmt: skip
    return option(command)


COUNT = Whole(1, 1_000_000_000)
FEW = Whole(1, 64)  # seats, processes
