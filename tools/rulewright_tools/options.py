"""Types of options: bounded numbers, kinds of bots, and files that will be written.

Separate because several commands have such options: a number on the command line may have thousands of digits, and an
unwritable file should be reported before a long run, not after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from rulewright.numbers import MAX_SEED, whole_number
from rulewright.verifying import turn_on
from rulewright_tools.files import obstacle, replace


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


class Written(click.Path):
    """A file that will be written; it is an error at once if that is not possible."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(str(super().convert(value, param, ctx)))
        why = obstacle(path)
        if why is not None:
            self.fail(f"cannot write {path}: {why}", param, ctx)
        return path


@contextmanager
def writing(path: Path, option: str | None = None) -> Iterator[None]:
    """Inside, an error of the system, such as a full disk, becomes one of usage that names a file, and the option that
    it was given with."""
    try:
        yield
    except OSError as bad:
        words = f"cannot write {path}: {bad.strerror or bad}"
        raise click.UsageError(words) if option is None else click.BadParameter(words, param_hint=option) from bad


def write_to(path: Path, content: str | bytes, option: str) -> None:
    """Writes the file of an option, completely or not at all."""
    with writing(path, option):
        replace(path, content)


def kinds_of(bots: str) -> tuple[str, ...]:
    """Returns the kinds of bots that an option names."""
    from rulewright_tools.playing import seats

    kinds = tuple(kind.strip() for kind in bots.split(",") if kind.strip())
    for kind in kinds or ("",):
        if kind not in seats.KINDS:
            raise click.BadParameter(f"there is no bot '{kind}'; there are {', '.join(seats.KINDS)}",
                                     param_hint="--bots")  # fmt: skip
    return kinds


_HOUR = 3600
_SECONDS = re.compile(r"[0-9]{1,5}(?:\.[0-9]{0,9})?")
SEED = Whole(0, MAX_SEED)
WRITTEN = Written()


def verify(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option `--verify` to a command: all its processes then play in the verifying mode."""

    def turn(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value:
            turn_on()

    option = click.option("--verify", is_flag=True, expose_value=False, is_eager=True, callback=turn,
                          help="Recompute everything that play remembers, and compare. Slow.")  # fmt: skip
    return option(command)


COUNT = Whole(1, 1_000_000_000)
FEW = Whole(1, 64)  # seats, processes
