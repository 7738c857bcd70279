"""docs/how-it-works.md: the lists of files that are touched are those that such things are in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

# Statements of four sorts: what all of them have is what any has.
STATEMENTS = ("Remove", "Moment", "Give", "Put")


def section(root: Path, title: str) -> str:
    """The paragraphs behind `**.. a TITLE`, up to the next of these."""
    page = (root / "docs" / "how-it-works.md").read_text("utf-8").partition("## How to add ..")[2]
    return page.partition(f"**.. a {title}")[2].partition("\n**.. a")[0]


def test_a_statement_is_in_the_files_that_the_table_lists(root: Path) -> None:
    engine = root / "interpreter" / "rulewright"
    listed = re.findall(r"^\| `([\w/]+\.py)` \|", section(root, "statement"), re.MULTILINE)
    in_all = []
    for file in sorted(engine.rglob("*.py")):
        text = file.read_text("utf-8")
        if all(re.search(rf"\bn\.{name}\b|^class {name}\(", text, re.MULTILINE) for name in STATEMENTS):
            in_all.append(file.relative_to(engine).as_posix())
    assert sorted(listed) == in_all


@pytest.mark.parametrize("name", ["Put", "Remove"])
def test_every_file_that_knows_a_statement_that_moves_is_named(name: str, root: Path) -> None:
    """Nothing leads to a file that looks for some statements and ignores all others."""
    text, engine = section(root, "statement"), root / "interpreter" / "rulewright"
    found = [file.relative_to(engine).as_posix() for file in sorted(engine.rglob("*.py"))
             if re.search(rf"\bn\.{name}\b", file.read_text("utf-8"))]  # fmt: skip
    assert [file for file in found if f"`{file}`" not in text] == []


def test_a_statement_is_in_the_tests_that_are_named(root: Path) -> None:
    text = section(root, "statement")
    in_all = [file.relative_to(root).as_posix() for file in sorted((root / "tests").rglob("*.py"))
              if all(re.search(rf"\bn\.{name}\b", file.read_text("utf-8")) for name in STATEMENTS)]
    assert in_all
    assert [file for file in in_all if f"`{file}`" not in text] == []


@pytest.mark.parametrize("names", [("first", "last", "only_one"), ("overlapping", "touching"), ("swap_sheet", "reset")])
def test_a_builtin_is_known_by_its_name_where_the_page_says(names: tuple[str, ...], root: Path) -> None:
    """Files of checks, code and analysis that know several of a sort by name: rows, and what reads forms of words."""
    text = section(root, "builtin")
    engine = root / "interpreter" / "rulewright"
    files = (file for folder in ("check", "compile", "analyse") for file in sorted((engine / folder).rglob("*.py")))
    found = [file.relative_to(engine).as_posix() for file in files
             if all(f'"{name}"' in file.read_text("utf-8") for name in names)]
    assert [file for file in found if f"`{file}`" not in text and not file.startswith("check/builtins_")] == []


@pytest.mark.parametrize("key", ["Areas", "Maps"])
def test_the_tables_of_forms_are_where_the_page_says(key: str, root: Path) -> None:
    engine = root / "interpreter" / "rulewright"
    files = [file for folder in (engine, root / "tools") for file in sorted(folder.rglob("*.py"))
             if f"Mapping[{key}, " in file.read_text("utf-8")]  # fmt: skip
    row = re.search(rf"^\| `{key}` \| (.+) \|$", section(root, "form of board"), re.MULTILINE)
    assert row is not None
    assert re.findall(r"`([\w/]+\.py)`", row[1]) == [file.relative_to(engine).as_posix() for file in files]


@pytest.mark.parametrize("title", ["builtin", "merge", "form of board", "diagnostic", "command", "statement"])
def test_every_file_that_is_named_exists(title: str, root: Path) -> None:
    text = section(root, title)
    names = re.findall(r"`([\w./]+/[\w./]*|[\w/]+\.(?:py|md|lark))`", text)
    assert names
    roots = (root, root / "interpreter" / "rulewright", root / "tools" / "rulewright_tools")
    assert [name for name in names if not any((one / name).exists() for one in roots)] == []
