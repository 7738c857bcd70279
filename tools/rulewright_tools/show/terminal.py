"""Turns the environment into what the terminal at hand can show: colours, and a console for pictures.

A module of its own because every command asks the same two questions, and because content may never be taken for
markup.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def colours(*, err: bool = False) -> bool:
    """Whether colours are wanted: on a terminal that is not dumb, unless NO_COLOR is set to anything."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stderr if err else sys.stdout
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def console(*, err: bool = False) -> Console:
    """A console on the standard output, or on the error stream, in which a text is only a text: no markup, no emoji
    names, no guessed colours."""
    from rich.console import Console

    class Terminal(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # for the command line to decide, as everywhere else

    return Terminal(markup=False, emoji=False, highlight=False, no_color=not colours(err=err), soft_wrap=False,
                    stderr=err)  # fmt: skip
