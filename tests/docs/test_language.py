"""docs/language.md: every example on the page is run.

Blocks of definitions are one pack, the game of the page: it checks clean, its content tests pass and bots play it.
Blocks of statements (`effect HEAD`) and of expressions (`expressions HEAD`) are read beside that pack as texts of an
event with that head; a block that says `wrong CODE` gets exactly that diagnostic.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.pages import Block, blocks, write

from rulewright.bots.kinds import make_bot
from rulewright.diagnostics import Severity
from rulewright.pipeline import check_pack
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite
from rulewright.session import Game, link_program

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
CLAIMS = Path(__file__).parent / "claims"
BLOCKS = blocks(PAGE)
DECISIONS = 300


def game() -> dict[str, str]:
    """The files of the page's pack: each block of definitions is one, named by its line."""
    files: dict[str, str] = {}
    for block in BLOCKS:
        if block.language == "yaml" and "wrong" not in block.words:
            name = block.words[1] if len(block.words) > 1 else f"line_{block.line:04}.yaml"
            files[name] = files.get(name, "") + block.text
    return files


def snippets() -> list[Block]:
    return [block for block in BLOCKS if block.language in ("effect", "expressions") or "wrong" in block.words]


def definitions(block: Block) -> str:
    """A block as definitions: statements and expressions become events."""
    words = list(block.words[1:])
    if words[:1] == ["wrong"]:
        del words[:2]
    head = " ".join(words)
    if block.language == "effect":
        return f"event snippet{head}: |\n" + "".join(f"  {line}\n" for line in block.text.splitlines())
    if block.language == "expressions":
        lines = [line for line in block.text.splitlines() if line.strip()]
        return "".join(f"event snippet_{i}{head}: |\n  let found = {line}\n" for i, line in enumerate(lines))
    return block.text


def findings(folder: Path) -> list[str]:
    found = [one for one in check_pack(folder).diagnostics if one.severity is not Severity.NOTE]
    return [f"{one.span}: {one.code} {one.message} ({one.hint})" for one in found]


def test_every_block_says_what_it_is() -> None:
    known = ("yaml", "text", "effect", "expressions", "plane")  # that of planes is played by `test_planes`
    assert [block.place for block in BLOCKS if block.language not in known] == []
    assert len(snippets()) > 7


def test_the_game_checks_clean(tmp_path: Path) -> None:
    assert findings(write(tmp_path, game())) == []


def test_the_content_tests_pass(tmp_path: Path) -> None:
    suite = load_suite(write(tmp_path, game()))
    assert [str(one) for one in (*suite.diagnostics, *suite.mistakes)] == []
    results = list(suite.run())
    assert len(results) > 1
    assert [message(one, "") for one in results if not one.passed] == []


@pytest.mark.parametrize("seed", range(3))
def test_bots_play_the_game(tmp_path: Path, seed: int) -> None:
    program = check_pack(write(tmp_path, game())).program
    assert program is not None
    match = Game.new(link_program(program), seed=seed)
    bot = make_bot("random", seed)
    for _ in range(DECISIONS):
        if match.over:
            break
        match.answer(bot.choose(match))
    assert match.problem is None
    assert len(match.answers) > 30


@pytest.mark.parametrize("block", snippets(), ids=lambda block: block.place)
def test_a_snippet(tmp_path: Path, block: Block) -> None:
    files = game()
    # Without a start nothing is missed that the snippet does not use.
    files["pack.yaml"] = "".join(f"{line}\n" for line in files["pack.yaml"].splitlines() if line[:6] != "start:")
    files["snippet.yaml"] = definitions(block)
    found = check_pack(write(tmp_path, files)).diagnostics
    mistakes = [f"{one.span}: {one.code} {one.message}" for one in found if one.severity is not Severity.NOTE]
    if "wrong" in block.words:
        wanted = block.words[block.words.index("wrong") + 1]
        assert [one.split()[1] for one in mistakes] == [wanted], mistakes
    else:
        assert mistakes == []


def test_what_the_page_says_holds(tmp_path: Path) -> None:
    files = game()
    files["pack.yaml"] = "".join(f"{line}\n" for line in files["pack.yaml"].splitlines() if line[:6] != "start:")
    files["claims.yaml"] = (CLAIMS / "definitions.yaml").read_text(encoding="utf-8")
    files["tests/claims.yaml"] = (CLAIMS / "tests.yaml").read_text(encoding="utf-8")
    suite = load_suite(write(tmp_path, files))
    assert [str(one) for one in (*suite.diagnostics, *suite.mistakes) if one.severity is not Severity.NOTE] == []
    failed = [message(one, "") for one in suite.run() if not one.passed]
    assert failed == [], "\n\n".join(failed)
