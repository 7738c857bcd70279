"""The table of generated functions says what is so: of every pack, every function is in it and has its parameters."""

from __future__ import annotations

import ast
import importlib
import marshal
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from rulewright import compile, shapes
from rulewright.compile import pyast
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.linkage import ENTRIES, Entry, function, parsed
from rulewright.pipeline import check_pack
from rulewright.play import batch, events
from rulewright.play.load import Linked
from rulewright.program import Program
from rulewright.program_file import from_bytes, to_bytes

ROOT = Path(__file__).parents[2]
FOLDERS = ("content", "tests/language/forty")
PACKS = sorted(str(path.parent.relative_to(ROOT)) for folder in FOLDERS for path in ROOT.glob(f"{folder}/*/pack.yaml"))
# None of these packs names the player of a reaction, or performs a block that cannot ask: `tests/play/cases` runs such
# functions.
ELSEWHERE = {"B", "Y"}
BY_LETTER = {entry.letter: entry for entry in ENTRIES}
# What of these has no id, or one of another.
UNNUMBERED = {"formulas", "blocks", "clock points", "made up", "tables", "sites"}


Functions = Callable[[str], tuple[Program, list[ast.FunctionDef]]]


@pytest.fixture(scope="module")
def functions_of() -> Functions:
    """A program and the trees of its functions, made once for each pack. They are two million objects: dropped after
    these tests, since a process of a run scans what is kept again and again."""
    return cache(_functions)


def _functions(pack: str) -> tuple[Program, list[ast.FunctionDef]]:
    result = check_pack(ROOT / pack)
    assert result.definitions is not None
    made: list[ast.stmt] = []
    program = link(result.definitions, Diagnostics(), functions=made)
    assert program is not None
    return program, [one for one in made if isinstance(one, ast.FunctionDef)]


def _takes(entry: Entry) -> re.Pattern[str]:
    """The parameters of a function as one text of words."""
    forms = {"*": r"(a\d+ )*", "..": r"(\w+ )*", ".": r"\w+ "}
    return re.compile("".join(forms.get(word, f"{word} ") for word in entry.takes.split()))


@pytest.mark.parametrize("pack", PACKS)
def test_every_generated_function_is_in_the_table(pack: str, functions_of: Functions) -> None:
    program, functions = functions_of(pack)
    assert len(functions) > 20
    for one in functions:
        letter, number = parsed(one.name)
        entry = BY_LETTER[letter]
        taken = "".join(f"{arg.arg} " for arg in one.args.args)
        assert _takes(entry).fullmatch(taken), f"{one.name}({taken})"
        if entry.of in UNNUMBERED:
            continue
        ids = {
            "values": [key.partition(" ")[2] for key in program.texts if key.startswith("value ")],
            "permissions": [key.partition(" ")[2] for key in program.texts if key.startswith("permission ")],
        }
        rows = ids.get(entry.of) or [row.id for row in getattr(program, entry.of)]
        if letter == "Y":
            assert one.name.endswith(tuple(f"_{field}" for field in program.performs))
            assert number < len(rows)
        else:
            assert one.name == function(letter, number, rows[number])


def test_every_entry_stands_in_some_pack(functions_of: Functions) -> None:
    found = {parsed(one.name)[0] for pack in PACKS for one in functions_of(pack)[1]}
    assert found == set(BY_LETTER) - ELSEWHERE


def test_the_document_shows_the_table() -> None:
    rows = [f"| `{e.letter}` | {e.of} | `{e.takes}` | {e.gives} | {e.caller} |" for e in ENTRIES]
    assert "\n".join(rows) in (ROOT / "docs/how-it-works.md").read_text(encoding="utf-8")


def test_names_that_are_no_functions_are_not_parsed() -> None:
    assert parsed("E12_harm") == ("E", 12)
    assert parsed(function("R", 3, "rule echo")) == ("R", 3)
    assert function("Q", 7) == "Q7"
    assert [parsed(name) for name in ("m", "set_of", "", "begin")] == [("", -1)] * 4


def _called(code: CodeType) -> set[str]:
    """The names that a code object and those in it use."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return {*code.co_names}.union(*map(_called, inner))


@pytest.mark.parametrize("pack", PACKS)
def test_play_needs_no_explanations(pack: str, functions_of: Functions) -> None:
    """What serves only explanations is a module of its own, and nothing that play calls names any of it."""
    program, functions = functions_of(pack)
    told = {one.name for one in functions if parsed(one.name)[0] == "t"}
    main, apart = marshal.loads(program.code), marshal.loads(program.explanations)
    assert told == {name for name in apart.co_names if parsed(name)[0] == "t"}
    assert not set(apart.co_names) & _called(main)


def test_what_is_made_up_for_explanations_stands_with_them(functions_of: Functions) -> None:
    """Loops inside of explanations are functions of their own: play need not load them."""
    program, _ = functions_of("content/skirmish")
    main, apart = marshal.loads(program.code), marshal.loads(program.explanations)
    made_up = [{name for name in one.co_names if parsed(name)[0] == "q"} for one in (main, apart)]
    called = set[str]().union(*(_called(one) for one in main.co_consts if isinstance(one, CodeType)))
    assert made_up[1] and made_up[0] <= called


def test_explanations_run_when_somebody_asks(functions_of: Functions) -> None:
    program, functions = functions_of("content/skirmish")
    told = [one.name for one in functions if parsed(one.name)[0] == "t"]
    names = Linked(program).names
    assert len(told) > 10 and not any(name in names._names for name in told)
    with pytest.raises(KeyError):
        names["nothing"]
    assert all(callable(names[name]) for name in told)


def test_packs_share_no_trees(functions_of: Functions) -> None:
    """A tree gets the line of content it comes from: one that outlived its pack would say a line of that to the next,
    and what a pack compiles to would depend on what was compiled before it."""
    owners: dict[int, str] = {}
    for pack in PACKS:
        for one in functions_of(pack)[1]:
            for node in pyast.nodes(one):
                if isinstance(node, (ast.expr, ast.stmt)):
                    assert owners.setdefault(id(node), pack) == pack, ast.unparse(node)
    assert len(set(owners.values())) == len(PACKS)


def test_no_module_keeps_a_tree() -> None:
    for found in pkgutil.iter_modules(compile.__path__):
        module = importlib.import_module(f"{compile.__name__}.{found.name}")
        for name, value in vars(module).items():
            inner = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
            assert not any(isinstance(one, ast.AST) for one in (value, *inner)), f"{module.__name__}.{name}"


def _lines(code: CodeType) -> list[Any]:
    """A code object and those in it, with the lines that they say. (Bytes of modules differ by what is shared.)"""
    inner = [_lines(one) for one in code.co_consts if isinstance(one, CodeType)]
    return [code.co_name, code.co_code, code.co_names, list(code.co_lines()), *inner]


def test_what_was_compiled_before_plays_no_part() -> None:
    def compiled(made: Program) -> tuple[Program, list[Any]]:
        return replace(made, code=b"", explanations=b""), _lines(marshal.loads(made.code))

    for pack in ("tests/language/forty/squares", "content/skirmish"):
        last = check_pack(ROOT / pack).program
    assert last is not None
    script = "import sys; from pathlib import Path; from rulewright import pipeline, program_file; " \
             "made = pipeline.check_pack(Path('content/skirmish')).program; " \
             "sys.stdout.buffer.write(program_file.to_bytes(made))"
    alone = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True,
                           env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")})  # fmt: skip
    assert compiled(from_bytes(alone.stdout)) == compiled(from_bytes(to_bytes(last)))


def test_only_two_ways_lead_into_a_frame() -> None:
    """A block, and `Flow.beside`, which keeps in the frame what it reads: a third would read what is not there."""
    adding = {
        path.name
        for path in (Path(compile.__file__).parent).glob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "add"
        for given in call.args
        if isinstance(given, ast.List)
        and any(isinstance(x, ast.Constant) and x.value == "f" for x in given.elts)
    }
    assert adding == {"flow.py", "frames.py"}


def test_a_name_of_an_index_is_one_number() -> None:
    """Whoever reads `f[NEXT]` need not know which of these modules the name is from."""
    numbers: dict[str, set[int]] = {}
    for module in (shapes, batch, events):
        for name, value in vars(module).items():
            if name.isupper() and type(value) is int:
                numbers.setdefault(name, set()).add(value)
    assert {name: values for name, values in numbers.items() if len(values) > 1} == {}
