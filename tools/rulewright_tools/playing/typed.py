"""Parses a typed line as an answer or a command, or reports what is unclear about it.

Separate because no input may crash or accidentally advance a match: this module only parses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.numbers import whole_number
from rulewright.spelling import nearest
from rulewright_tools.show.question import are_numbers

# Command -> whether it takes arguments.
COMMANDS = {
    "why": True,
    "look": True,
    "compare": True,
    "undo": False,
    "save": True,
    "board": True,
    "log": True,
    "help": False,
    "quit": False,
}
_OTHER_NAMES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}


@dataclass(frozen=True, slots=True)
class Typed:
    """The meaning of a line. Exactly one of: an answer (`index` from 0), a command with its `words`, several possible
    options (`several`), or nothing known (`near`: an option or command that may have been meant)."""

    index: int | None = None
    command: str | None = None
    words: str = ""
    several: tuple[int, ...] = ()
    near: str | None = None


def read(line: str, options: Sequence[str]) -> Typed:
    """Parses a line: the number of an option, its name, an unambiguous part of its name, or a command. If the options
    are numbers, a number is a name."""
    text = " ".join(line.split())
    if text.isdecimal() and are_numbers(options):
        return Typed(index=find_number(text, options))
    if text.isdecimal():
        number = whole_number(text, 1, len(options))
        return Typed() if number is None else Typed(index=number - 1)
    wanted = text.casefold()
    names = [option.casefold() for option in options]
    exact = [i for i, name in enumerate(names) if name == wanted]
    if len(exact) == 1:
        return Typed(index=exact[0])
    command = _command(text)
    if command is not None:
        return command
    if not wanted:
        return Typed()
    for found in (
        exact,
        [i for i, name in enumerate(names) if name.startswith(wanted)],
        [i for i, name in enumerate(names) if wanted in name],
        [i for i, name in enumerate(names) if all(word in name for word in wanted.split())],
    ):
        if found:
            return Typed(index=found[0]) if len(found) == 1 else Typed(several=tuple(found))
    return Typed(near=nearest(text, [*options, *COMMANDS]))


def find_number(text: str, options: Sequence[str]) -> int | None:
    """Returns the index of the option that is the typed number."""
    wanted = whole_number(text)
    return next((i for i, one in enumerate(options) if wanted is not None and whole_number(one) == wanted), None)


def _command(text: str) -> Typed | None:
    first, _, rest = text.partition(" ")
    name = _OTHER_NAMES.get(first.casefold(), first.casefold())
    if name not in COMMANDS or (rest and not COMMANDS[name]):
        return None
    if name == "board" and rest and _storey(rest) is None:
        return None  # Answers begin with this word more often than misspelt commands.
    return Typed(command=name, words=rest.strip())


def _storey(words: str) -> str | None:
    """Returns the digits of a storey, which is written 2 or, as the board heads it, _2."""
    digits = words.removeprefix("_")
    return digits if digits.isdecimal() else None


def storey(words: str, highest: int) -> int | None:
    """Returns the storey that the argument of `board` means, 0 for the ground; None if there is none with that number.
    """
    return whole_number(_storey(words) or "", 0, highest)


def call(text: str) -> tuple[str, list[str] | None]:
    """Splits `speed(Gob, (a, b))` into its name and the words of its arguments; without brackets the arguments are
    None."""
    name, bracket, rest = text.strip().partition("(")
    if not bracket:
        return name.strip(), None
    return name.strip(), arguments(rest.strip().removesuffix(")"))


def arguments(text: str) -> list[str]:
    """Splits arguments at commas outside parentheses."""
    found, depth = [""], 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == "," and not depth:
            found.append("")
        else:
            found[-1] += char
    words = [word.strip() for word in found]
    return [] if words == [""] else words
