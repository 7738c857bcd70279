"""docs/how-it-works.md: the lists of files that are touched are those that such things are in."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from rulewright.merges import MERGES

OWN = Path(__file__)
# Statements of four sorts: what all of them have is what any has.
STATEMENTS = ("Remove", "Moment", "Give", "Put")
# Merges that no file has but those that have all (to some areas are a union and a minus, too).
MERGED = ("union", "minus", "lowest")


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


def test_a_merge_is_in_the_files_that_the_table_lists(root: Path) -> None:
    """Words in quotes, or of pages. Generated pages are no places to write to."""
    assert set(MERGED) <= set(MERGES)
    text = section(root, "merge")
    listed = re.findall(r"^\| `([\w/]+\.(?:py|md))` \|", text, re.MULTILINE)
    names = [re.compile(rf"[\"'`]{name}[\"'`]") for name in MERGED]
    found = {named(file, root) for folder in ("interpreter", "tools", "tests", "docs", "grammar")
             for file in (root / folder).rglob("*") if file.suffix in (".py", ".md", ".lark", ".json") and file != OWN
             and all(name.search(file.read_text("utf-8")) for name in names)}  # fmt: skip
    assert sorted(listed) == sorted(found - {"docs/codes.md"})
    assert "`docs/codes.md`" in text


def named(file: Path, root: Path) -> str:
    """A file as the page names it: those of the engine from its folder on."""
    engine = root / "interpreter" / "rulewright"
    return file.relative_to(engine if file.is_relative_to(engine) else root).as_posix()


def test_a_diagnostic_is_reported_by_the_words_that_are_named(root: Path) -> None:
    """Calls with a code, of words that several modules call; the others are each the matter of one module."""
    calling: dict[str, set[str]] = {}
    for file in sorted((root / "interpreter").rglob("*.py")):
        for word in re.findall(r'(\w+)\(\s*"RW\d{3}"', file.read_text("utf-8")):
            calling.setdefault(word, set()).add(file.name)
    called = {word for word, files in calling.items() if len(files) > 1} - {"_error", "_warning", "Code"}
    text = section(root, "diagnostic")
    assert {word for word in re.findall(r"`(\w+)`", text) if word in calling} == called


def test_a_diagnostic_is_where_the_page_says(root: Path) -> None:
    """The pages, and the folders of sources and tests, that have something of every code."""
    text = section(root, "diagnostic")
    places = []
    for code in (f"RW{number}" for number in (103, 420, 444, 710)):
        files = [file for folder in ("interpreter", "tests", "docs") for file in (root / folder).rglob("*")
                 if file.suffix in (".py", ".md", ".txt") and code in file.read_text("utf-8")]  # fmt: skip
        places.append({file if file.suffix == ".md" else file.parent for file in files})
    common = {named(place, root).removesuffix("/expected") for place in set.intersection(*places)}
    assert common >= {"codes", "tests/diagnostics", "docs/codes.md"}
    assert [place for place in sorted(common) if f"`{place}`" not in text and f"`{place}/`" not in text] == []


def test_a_command_is_where_the_page_says(root: Path) -> None:
    text, folder = section(root, "command"), root / "tools" / "rulewright_tools" / "commands"
    commands = [file.stem for file in sorted(folder.glob("*.py")) if file.stem != "__init__"]
    assert "`tools/rulewright_tools/commands`" in text
    assert "`command`" in text
    assert "`show/`" in text
    for one in commands:
        assert hasattr(import_module(f"rulewright_tools.commands.{one}"), "command")
        assert "rulewright_tools.show" in (folder / f"{one}.py").read_text("utf-8")
    pages = [page for page in (*root.glob("*.md"), *root.glob("*/*.md"))
             if all(re.search(rf"^\| .*`(rulewright )?{one} ?[^|]*\|", page.read_text("utf-8"), re.MULTILINE)
                    for one in commands)]  # fmt: skip
    assert sorted(re.findall(r"`([\w/]+\.md)`", text)) == sorted(page.relative_to(root).as_posix() for page in pages)
    written = {folder: "".join(file.read_text("utf-8") for file in sorted((root / folder).glob("test_*.py")))
               for folder in re.findall(r"`(tests/\w+)`", text)}  # fmt: skip
    first, *others = ({one for one in commands if f'"{one}"' in tests or f'"{one} ' in tests}
                      for tests in written.values())  # fmt: skip
    assert len(first) > 10 and first.union(*others) == {*commands}
    assert all(folder - first for folder in others), "a folder that only repeats the first"


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
