"""Writes to the terminal: the only module that prints.

Separate because every command needs the same checks (are there colours, is there a terminal), and because no text in a
pack, save or file name may reach a terminal as a control sequence or reorder its lines. All output goes through `echo`,
`overwrite` or the console made here, and all three write such characters as codes.
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

# Allowed characters: line breaks, and those that some scripts need.
_KEPT: Final = "\n" + JOINERS
# The styles of this program (bold, dim, colours, off) as `click.style` writes them, and no other sequence.
_STYLE: Final = re.compile("(\x1b\\[(?:[0-2]|3[1-7])m)")


def colours(*, err: bool = False) -> bool:
    """Returns whether to use colours: on a terminal that is not dumb, unless NO_COLOR is set to any value."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stderr if err else sys.stdout
    return stream.isatty() and os.environ.get("TERM") != "dumb"


# What is written in place of folders that are removed when the command ends, by their paths.
_CALLED: Final[dict[str, str]] = {}


def call(folder: str, name: str) -> None:
    """Writes a name in place of the path of a folder from now on. Names that would need quoting are not used."""
    if not set(name) & set("\"\\'\n"):
        _CALLED[folder] = name


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Writes a text and a line break to the standard output, or to the error stream. Styles of `click.style` are kept
    if colours are used, else removed; other control characters are written as codes."""
    click.echo(printable(text, styled=colours(err=err)), err=err, nl=nl, color=True)


def printable(text: str, *, styled: bool = False) -> str:
    """Returns a text of several lines in a form that is safe for a terminal."""
    for folder, name in _CALLED.items():
        text = text.replace(folder, name)
    parts = _STYLE.split(text)
    parts[::2] = [visible(part, _KEPT) for part in parts[::2]]
    return "".join(parts if styled else parts[::2])


def overwrite(words: str, width: int = 60) -> None:
    """Writes one line to the error stream that the next text overwrites, only on a terminal. Empty words erase a line
    of up to `width` characters."""
    if sys.stderr.isatty():
        click.echo(f"\r{visible(words):<{width}}\r", nl=False, err=True)


def wipe(screen: Console) -> None:
    """Clears a terminal with its scrollback; does nothing if there is no terminal."""
    if screen.is_terminal:
        screen.clear()
        # After clearing the screen: some terminals keep its content above.
        screen.file.write("\x1b[3J")
        screen.file.flush()


def console(*, err: bool = False) -> Console:
    """Returns a console on the standard output, or on the error stream, that prints text unchanged: no markup, no emoji
    names, no guessed colours, no control characters."""
    from rich.console import Console

    class Terminal(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the command line handles it, as everywhere else

        def render(self, *args: Any, **named: Any) -> Iterator[Any]:
            # Everything printed becomes segments here; those without control codes of rich itself are text.
            for segment in super().render(*args, **named):
                if segment.control or segment.text.isprintable():
                    yield segment
                else:
                    yield segment._replace(text=visible(segment.text, _KEPT))

    made = Terminal(markup=False, emoji=False, highlight=False, no_color=not colours(err=err), soft_wrap=False,
                    stderr=err)  # fmt: skip
    if made.width < 1:  # some shells set COLUMNS=0 if they do not know the width
        made.width = 80
    return made
