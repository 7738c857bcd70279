"""All pages: links lead somewhere, files that are named exist, tables and figures agree with what they are about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.docs.pages import blocks

from rulewright_tools.cli import LazyGroup, command

ROOT = Path(__file__).parents[2]
FOLDERS = ("content", "grammar", "interpreter", "tools")
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *(ROOT / name / "README.md" for name in FOLDERS)]
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_SOURCE = re.compile(r"`((?:[a-z_]+/)+[a-z_]*(?:\.(?:py|lark|md|yaml))?)`")


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return _FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    heads = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    wrong = []
    for link in _LINK.findall(prose(page)):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(link)
    assert wrong == []


@pytest.mark.parametrize("name", ["docs/how-it-works.md", "interpreter/README.md", "tools/README.md"])
def test_sources_that_are_named_exist(name: str) -> None:
    bases = [ROOT, ROOT / "interpreter" / "rulewright", ROOT / "tools" / "rulewright_tools"]
    named = set(_SOURCE.findall(prose(ROOT / name)))
    assert [one for one in sorted(named) if not any((base / one).exists() for base in bases)] == []
    assert named


def test_every_decision_is_in_the_index_in_order() -> None:
    folder = ROOT / "docs" / "decisions"
    files = sorted(path.name for path in folder.glob("0*.md"))
    assert re.findall(r"\]\((0\S+\.md)\)", (folder / "README.md").read_text(encoding="utf-8")) == files
    assert [name[:4] for name in files] == [f"{number:04}" for number in range(1, len(files) + 1)]
    for name in files:
        assert (folder / name).read_text(encoding="utf-8").startswith(f"# {name[:4]}: ")


def test_the_commands_of_the_readme_exist() -> None:
    listed = re.findall(r"^\| `rulewright (\w+)` \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert isinstance(command, LazyGroup)
    with command.make_context("rulewright", ["check"], resilient_parsing=True) as context:
        assert sorted(listed) == command.list_commands(context)
        tools = (ROOT / "tools" / "README.md").read_text(encoding="utf-8")
        heads = " ".join(re.findall(r"^\| (`[a-z]+ .*?`) \|", tools, re.MULTILINE))
        assert sorted({*re.findall(r"`([a-z]+)\b", heads)}) == command.list_commands(context)


def test_the_readme_shows_texts_of_the_language_page() -> None:
    page = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    plain = "\n".join(re.sub(r" +#.*$", "", line).rstrip() for line in page.splitlines())
    shown = [block.text for block in blocks(ROOT / "README.md") if block.language == "yaml"]
    definitions = [one.strip() for text in shown for one in text.split("\n\n")]
    assert len(definitions) > 1
    assert [one for one in definitions if one not in plain] == []


def test_the_mistake_in_the_readme_is_that_of_the_tour() -> None:
    """Which is run."""
    [shown] = [block.text for block in blocks(ROOT / "README.md") if "RW450" in block.text]
    assert shown in (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
