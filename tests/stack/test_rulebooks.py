"""Rulebooks of a stack: a mod's own file adds and replaces statements, and coverage knows who took a definition out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs, messages, read

from rulewright.diagnostics import Diagnostics
from rulewright.stack.find import stacked
from rulewright.stack.read import book_of
from rulewright_tools import cli

BOOK = "rules:\n  B-1: One rests.\n  B-2: {statement: It is a game., descriptive: a word of the book}\n"


def written(packs: Packs, text: str, book: str = "") -> Path:
    folder = packs(BASE.replace("event rest(creature who):\n", "event rest(creature who):\n  rules: [B-1]\n"),
                   mod=(NEEDS, text))  # fmt: skip
    (folder / "base" / "rulebook.yaml").write_text(BOOK)
    if book:
        (folder / "mod" / "rulebook.yaml").write_text(book)
    return folder


HEADS = ("change rulebook base:\n  set: {rules.B-1: No one rests.}\n", "remove rulebook base: {}\n",
         "replace rulebook base:\n  rules: {B-1: x}\n")  # fmt: skip


@pytest.mark.parametrize("head", HEADS)
def test_a_rulebook_is_no_definition(packs: Packs, head: str) -> None:
    _, out = read(written(packs, head), "mod")
    assert messages(out) == ["RW241 a rulebook is not a definition, so 'base' cannot be changed so"]
    assert next(iter(out)).hint == "write the changed rules into rulebook.yaml of this pack, with their ids"


def test_the_rulebook_of_a_mod_replaces_statements(packs: Packs) -> None:
    folder = written(packs, "area far: {}\n", "rules: {B-2: It is won., M-1: Far is far.}\n")
    pack, out = read(folder, "mod")
    assert messages(out) == []
    assert pack.rulebook == {"B-1": "One rests.", "B-2": "It is won.", "M-1": "Far is far."}
    place = stacked(folder / "mod", Diagnostics())
    assert place is not None
    assert book_of(place).descriptive == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [("remove event rest: too easy\n", "B-1: cited by event 'rest', removed by mod"),
     ("replace event rest(creature who):\n  do: set who.hp = 1\n", "B-1: cited by event 'rest', replaced by mod"),
     ("replace event rest(creature who):\n  rules: [B-1]\n  do: set who.hp = 1\n", "")],
)  # fmt: skip
def test_coverage_tells_who_took_out_what_cites_a_rule(
    packs: Packs, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    folder = written(packs, text)
    assert cli.run(["coverage", str(folder / "mod")]) == cli.CLEAN
    told = [line.strip() for line in capsys.readouterr().out.splitlines() if "cited by event" in line]
    assert told == ([words] if words else [])


def test_coverage_knows_a_rulebook_of_readings_alone(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(packs, "area far: {}\n")
    (folder / "base" / "rules.yaml").write_text(BASE)
    (folder / "base" / "rulebook.yaml").write_text("readings: {H-1: {statement: Who begins, taken: the elder}}\n")
    assert cli.run(["coverage", str(folder / "base")]) == cli.CLEAN
    told = capsys.readouterr().out.splitlines()
    assert "readings: 1" in told
    assert not [line for line in told if line.startswith("rules:")]


READ = "readings: {{H-1: {{statement: Who begins, taken: {}}}}}\n"


def two(packs: Packs, first: str, second: str, over: str = "", after: str = "") -> Path:
    """Two mods that have rulebooks, and one that needs both."""
    further = "needs: {base: any, kind: any, mild: any}\n" + over
    folder = packs(kind=(NEEDS, ""), mild=(NEEDS + after, ""), mod=(further, ""))
    for name, text in (("kind", first), ("mild", second)):
        (folder / name / "rulebook.yaml").write_text(text)
    return folder


def test_two_rulebooks_that_say_one_id_otherwise_conflict(packs: Packs) -> None:
    folder = two(packs, BOOK + READ.format("the elder"),
                 BOOK.replace("One", "No one") + READ.format("the younger"))  # fmt: skip
    _, out = read(folder, "mod")
    assert messages(out) == [
        "RW251 'kind' and 'mild' conflict: the order decides 'B-1' of the rulebook (No one rests. or One rests.), "
        "and 1 more id",
    ]
    (found,) = out
    assert (found.span.source.name, found.span.text) == ("mild:rulebook.yaml", "B-1")
    assert [(one.span.source.name, one.words) for one in found.related] == [("kind:rulebook.yaml", "'kind'")]
    assert found.hint == "write `after: [kind]` in 'mild', or `order` in a pack that needs both"


def test_of_a_reading_the_answers_are_shown(packs: Packs) -> None:
    folder = two(packs, READ.format("the elder"), READ.format("the younger"))
    assert messages(read(folder, "mod")[1]) == [
        "RW251 'kind' and 'mild' conflict: the order decides 'H-1' of the rulebook (the younger or the elder)",
    ]


def test_lines_and_blanks_of_a_statement_are_no_difference(packs: Packs) -> None:
    folded = BOOK.replace("One rests.", ">\n    One\n      rests.")
    assert folded != BOOK
    assert messages(read(two(packs, BOOK, folded), "mod")[1]) == []


def test_what_is_said_alike_or_settled_is_no_conflict(packs: Packs) -> None:
    assert messages(read(two(packs, BOOK, BOOK), "mod")[1]) == []
    for first, second in (("the elder", "the younger"), ("both", "none")):
        texts = READ.format(first), READ.format(second)
        assert messages(read(two(packs, *texts, over="order: [kind, mild]\n"), "mod")[1]) == []
        assert messages(read(two(packs, *texts, after="after: [kind]\n"), "mod")[1]) == []
    folder = two(packs, READ.format("the elder"), READ.format("the younger"))
    (folder / "mod" / "rulebook.yaml").write_text(READ.format("who likes to"))
    assert messages(read(folder, "mod")[1]) == []
