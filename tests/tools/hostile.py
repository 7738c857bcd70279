"""The program `rulewright` for a pack whose words have become hostile after it was checked.

`python -m tests.tools.hostile ARGUMENTS`: the checker refuses such words, so they are put into the compiled program.
What is tested is that a terminal would not obey them even if they came so far.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.program import Program
from rulewright_tools import cli, packs

# Clears the screen, sets the title, writes the clipboard, hides text; C1 forms of the same; moves; reorders.
EVIL = "\x1b[2J\x1b]0;title\x07\x1b]52;c;aGk=\x07\x1b[6;8m\x9b2J\x9d0;t\x9c\x1bc\x08\r\x7f\u202e\u2066\u200b\u2028"
_WORDS = {"names", "enum_names", "die_names", "field_names", "titles", "wording", "messages", "rulebook", "aim_names",
          "prompt", "aim", "text", "place", "definition"}  # fmt: skip


def hostile(value: Any, inside: bool = False) -> Any:
    """The same program with control characters in all its words."""
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            if one.name not in ("code", "python", "digest"):
                setattr(value, one.name, hostile(getattr(value, one.name), one.name in _WORDS))
        return value
    if isinstance(value, str):
        return f"{EVIL}{value}" if inside and value else value
    if isinstance(value, dict):
        return {key: hostile(one, inside) for key, one in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(hostile(one, inside) for one in value)
    return value


def main() -> None:
    """Runs the command line."""
    checked = packs.playable

    def playable(path: Any) -> Program:
        program = checked(path)
        program.sheets = tuple(program.sheets)
        made: Program = hostile(program)
        return made

    packs.playable = playable
    cli.main()


if __name__ == "__main__":
    main()
