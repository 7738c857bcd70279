"""Writes to the terminal: the only module through which words leave the program.

Separate because every command asks the same questions (are there colours, is there a terminal), and because nothing
of a stranger's pack, save or file name may reach a terminal as a control sequence or reorder its lines. Whatever is
printed passes `echo`, `overwrite` or the console made here. All three write such characters as codes.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any, Final

import click

from rulewright.characters import JOINERS, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

# What may stay: line breaks, and what some scripts are not written without.
_KEPT: Final = "\n" + JOINERS
# The styles that this program uses (bold, dim, colours, off) as `click.style` writes them, and no other sequence.
_STYLE: Final = re.compile("(\x1b\\[(?:[0-2]|3[1-7])m)")


def colours(*, err: bool = False) -> bool:
    """Whether colours are wanted: on a terminal that is not dumb, unless NO_COLOR is set to anything."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stderr if err else sys.stdout
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Writes a text to the standard output, or to the error stream, and a line break. Styles of `click.style` are kept
    where colours are wanted and removed elsewhere; other control characters are written as codes."""
    click.echo(printable(text, styled=colours(err=err)), err=err, nl=nl, color=True)


def printable(text: str, *, styled: bool = False) -> str:
    """A text of several lines as it may be written to a terminal."""
    parts = _STYLE.split(text)
    parts[::2] = [visible(part, _KEPT) for part in parts[::2]]
    return "".join(parts if styled else parts[::2])


def overwrite(words: str, width: int = 60) -> None:
    """Writes one line to the error stream that the next text is written over, only on a terminal. Empty words erase a
    line of up to `width` characters."""
    if sys.stderr.isatty():
        click.echo(f"\r{visible(words):<{width}}\r", nl=False, err=True)


def wipe(screen: Console) -> None:
    """Clears a terminal with all that can be scrolled back to; nothing where no terminal is."""
    if screen.is_terminal:
        screen.clear()
        # Behind clearing the screen: some terminals keep what stood there above it.
        screen.file.write("\x1b[3J")
        screen.file.flush()


def console(*, err: bool = False) -> Console:
    """A console on the standard output, or on the error stream, in which a text is only a text: no markup, no emoji
    names, no guessed colours, no control characters."""
    from rich.console import Console

    class Terminal(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # for the command line to decide, as everywhere else

        def render(self, *args: Any, **named: Any) -> Iterator[Any]:
            # Everything printed becomes segments here; those without control codes of rich itself are words.
            for segment in super().render(*args, **named):
                if segment.control or segment.text.isprintable():
                    yield segment
                else:
                    yield segment._replace(text=visible(segment.text, _KEPT))

    made = Terminal(markup=False, emoji=False, highlight=False, no_color=not colours(err=err), soft_wrap=False,
                    stderr=err)  # fmt: skip
    if made.width < 1:  # COLUMNS=0 is what some shells say where they do not know
        made.width = 80
    return made
