"""What holds for every source file: its size, its docstring, who prints, and that no game lives in the engine."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.architecture.conftest import Project

MAX_LINES = 600
# Written by hand for one game and kept as it was: what the pack of the same game is compared with.
KEPT_WHOLE = {"tests/skirmish/skirmish.py"}

WRITERS = {"click.echo", "click.secho", "click.echo_via_pager", "click.prompt", "click.confirm", "sys.stdout.write",
           "sys.stderr.write", "sys.stdout.buffer", "sys.stderr.buffer"}  # fmt: skip

# Modules that call `int` or `float`, and of what.
CONVERTERS = {
    "numbers": "digits, bounded",
    "options": "seconds, as a float",
    "playing.kept": "integers of JSON, at most 4,000 digits",
    "effects.build": "tokens of numbers, which scan has bounded",
    "effects.build_expressions": "tokens of numbers, which scan has bounded",
    "effects.matched": "offsets of tokens",
    "effects.parse": "words of numbers, which scan has bounded",
    "effects.scan": "at most 15 digits",
    "check.scope": "at most 4 digits of a die",
    "pack.shapes_meant": "at most 6 digits",
    "pack.offsets": "the hexadecimal digits of an escape that YAML has read",
    "stack.numbers": "at most 6 digits of a share",
    "stack.ranges": "at most 9 digits of a version",
    "space.naming": "at most 9 digits",
    "space.plane.poses": "at most 9 digits before the point",
    "space.plane.spoken": "at most 3 digits",
    **dict.fromkeys(("gc_pause", "compile.constants", "compile.effects", "compile.sizes", "compile.symbols",
                     "play.bounds", "linkage", "scenario.position", "bots.greedy"), "numbers of ours"),
}  # fmt: skip

# Words of single games: they belong to packs.
GAME_WORDS = (
    *("bloodied", "warband", "glory", "inspired", "commander", "ploy", "upgrade", "creature", "fighter", "activation"),
    *("ddm", "underworlds", "zod", "w40k", "warhammer", "dungeons"),
)
_GAME_WORD = re.compile(rf"\b(?:{'|'.join(GAME_WORDS)})\b", re.IGNORECASE)
_TEXT_FILES = {".py", ".lark", ".json", ".md", ".yaml", ".txt", ".typed"}


def test_no_file_is_too_long_to_be_one_thing(root: Path) -> None:
    files = [path for folder in ("interpreter", "tools", "tests") for path in (root / folder).rglob("*.py")]
    assert files
    lengths = {str(path.relative_to(root)): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES and name not in KEPT_WHOLE} == {}, (
        "divide it: a module does one thing"
    )


def test_every_module_says_what_it_is(project: Project) -> None:
    assert [name for name, module in project.modules.items() if not ast.get_docstring(module.tree)] == []


def test_only_show_prints(project: Project) -> None:
    printing = []
    for module in project.modules.values():
        if module.name.startswith("rulewright_tools.show"):
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                printing.append(f"{module.name}:{node.lineno}")
    assert printing == [], "make the text in rulewright_tools/show, and write it by show/terminal.py"


def test_words_leave_by_one_module(project: Project) -> None:
    """`show.terminal` alone writes to the streams: what a terminal would obey cannot go round it."""
    writing = []
    for module in project.modules.values():
        if module.name in ("rulewright_tools.show.terminal", "rulewright_tools.elsewhere"):
            continue  # the latter writes JSON in ASCII for another process of ours
        for node in ast.walk(module.tree):
            written = isinstance(node, ast.Attribute) and ast.unparse(node) in WRITERS
            called = isinstance(node, ast.Call) and ast.unparse(node.func) in ("Console", "print")
            if isinstance(node, ast.expr) and (written or called):
                writing.append(f"{module.name}:{node.lineno}")
    assert writing == [], "write by show/terminal.py"


def test_digits_become_numbers_in_one_place(project: Project) -> None:
    """`int` of a text is bounded where `numbers` reads it; what else calls it has digits that are bounded already."""
    found = set()
    for module in project.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("int", "float"):
                found.add(module.name.partition(".")[2])
    assert found == set(CONVERTERS), "call a function of numbers.py, or say in CONVERTERS why the digits are bounded"


def test_no_word_of_one_game_stands_in_the_engine(root: Path) -> None:
    found = []
    # `rulewright upgrade` is a command.
    files = [path for folder in ("interpreter", "grammar") for path in (root / folder).rglob("*") if path.is_file()]
    checked = 0
    for path in files:
        if path.suffix not in _TEXT_FILES or (path.suffix == ".md" and path.is_relative_to(root / "interpreter")):
            continue
        checked += 1
        text = path.read_text(encoding="utf-8").replace("rulewright upgrade", "")
        for number, line in enumerate(text.splitlines(), start=1):
            found += [f"{path.relative_to(root)}:{number} {word}" for word in _GAME_WORD.findall(line)]
    assert checked > 20
    assert found == [], "use a word of the language, or of no game (GAME_WORDS)"


def test_the_list_of_game_words_is_matched_as_whole_words() -> None:
    assert _GAME_WORD.findall("Glory to the Fighter") == ["Glory", "Fighter"]
    assert _GAME_WORD.findall("deploy, creatures, uninspired") == []
