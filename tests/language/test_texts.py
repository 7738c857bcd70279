"""What texts mean and how they are printed, case by case."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from tests.clock import at_most

from rulewright.assets import grammar_text
from rulewright.codes import CODES
from rulewright.diagnostics import Diagnostics
from rulewright.effects import build, parser
from rulewright.effects import nodes as n
from rulewright.effects.names import RESERVED, STARTERS
from rulewright.effects.parse import _ORDINARY, MAX_DEPTH, parse
from rulewright.effects.parser import STARTS
from rulewright.effects.scan import MAX_CHARACTERS, scan
from rulewright.effects.unparse import unparse, unparse_block
from rulewright.source import LocatedText, SourceText

HERE = Path(__file__).parent


def cases(name: str) -> list[Any]:
    """The cases of a file, each named by its text."""
    found: list[dict[str, Any]] = YAML(typ="safe").load((HERE / name).read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["text"].strip()[:50]) for case in found]


def read(start: Any, text: str) -> tuple[Any, Diagnostics]:
    """The tree of a text that is a file by itself, and its diagnostics."""
    out = Diagnostics()
    return parse(start, LocatedText.alone(text), out), out


@pytest.mark.parametrize("case", cases("expressions.yaml"))
def test_expressions(case: dict[str, Any]) -> None:
    tree, out = read("expression", case["text"])
    if case.get("fails"):
        assert out.has_errors and isinstance(tree, n.Broken)
        return
    assert list(out) == []
    meant, wrong = read("expression", case["means"])
    assert list(wrong) == []
    assert tree == meant
    assert unparse(tree) == case.get("prints", case["text"])


@pytest.mark.parametrize("case", cases("texts.yaml"))
def test_one_line_texts(case: dict[str, Any]) -> None:
    tree, out = read(case["start"], case["text"])
    assert list(out) == []
    assert unparse(tree) == case.get("prints", case["text"])


@pytest.mark.parametrize("case", cases("blocks.yaml"))
def test_blocks(case: dict[str, Any]) -> None:
    tree, out = read("block", case["text"])
    assert list(out) == []
    assert unparse_block(tree) == case.get("prints", case["text"])


@pytest.mark.parametrize("case", cases("mistakes.yaml"))
def test_mistakes(case: dict[str, Any]) -> None:
    """Each mistake with its code, the characters under it, its words and its hint; and what is left of a block."""
    tree, out = read(case.get("start", "expression"), case["text"])
    found = [f"{one.code} at '{one.span.text}': {one.message}" + (f"; {one.hint}" if one.hint else "") for one in out]
    assert found == case["mistakes"]
    if "left" in case:
        assert [type(statement).__name__ for statement in tree] == case["left"]


# -- trees -------------------------------------------------------------------------------------------------------------


def test_a_tree_names_what_the_text_says() -> None:
    """One tree spelled out: the other tests compare trees with trees."""
    tree, _ = read("expression", "x is not adjacent to hp of y or some c in s where c within 2.5 inches of y")
    span = tree.span
    a, b, c, far = (n.Name(span, word) for word in ("x", "y", "c", "s"))
    close = n.Within(span, c, n.Number(span, 2500, "inches"), b)
    assert tree == n.Binary(
        span,
        "or",
        n.Relation(span, "adjacent", a, n.Call(span, "hp", (b,)), negated=True, style="to"),
        n.Quantified(span, "some", n.Binding(span, "c", far), close),
    )


def test_spans_are_those_of_the_file() -> None:
    """A text inside a file, with a comment and an escape before: places are counted in the file."""
    source = SourceText("f.yaml", 'k: "a\\x20and b.hp"')
    offsets = [4, 5, 9, 10, 11, 12, 13, 14, 15, 16, 17]
    ends = [5, 9, 10, 11, 12, 13, 14, 15, 16, 17]
    text = LocatedText("a and b.hp", source, offsets, ends)
    tree = parse("expression", text, Diagnostics())
    assert isinstance(tree, n.Binary)
    assert (tree.span.start, tree.span.end) == (4, 17)
    assert tree.left.span.text == "a"
    assert tree.right.span.text == "b.hp"


def test_equal_texts_are_parsed_once_and_stand_where_they_stand() -> None:
    """The second tree is a copy: what the checker writes on the first does not show on it."""
    source = SourceText("f.yaml", "a + b\na + b\n")
    first = parse("expression", LocatedText.verbatim(source, 0, 5), Diagnostics())
    first.type = "number"
    second = parse("expression", LocatedText.verbatim(source, 6, 11), Diagnostics())
    assert second == first and second is not first
    assert second.type is None
    assert (second.span.start, second.span.end) == (6, 11)


def test_brackets_belong_to_the_span() -> None:
    tree, _ = read("expression", "(a + b) * (c)")
    assert isinstance(tree, n.Binary)
    assert [tree.span.text, tree.left.span.text, tree.right.span.text] == ["(a + b) * (c)", "(a + b)", "(c)"]


@pytest.mark.parametrize("text", ["7", "7 cells", "1 inch", "goblin", "true", "false", "none", "000"])
@pytest.mark.parametrize("start", ["expression", "keyword_use"])
def test_the_short_way_for_single_words_gives_the_same_as_the_parser(start: Any, text: str) -> None:
    """Texts of one word are read without the parser; a blank before them sends them through it."""
    direct, wrong = read(start, text)
    through, also_wrong = read(start, f" {text}")
    assert direct == through
    assert [one.code for one in wrong] == [one.code for one in also_wrong]


def test_the_short_way_for_heads_gives_the_same_as_the_parser() -> None:
    direct, _ = read("header", "creature goblin")
    through, _ = read("header", " creature goblin")
    assert direct == through
    assert direct is not None and through is not None
    assert direct.id_span is not None and through.id_span is not None
    assert direct.id_span.text == through.id_span.text == "goblin"


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("expression", "(" * 50_000),
        ("expression", "(" * 50_000 + "a" + ")" * 50_000),
        ("expression", "(" * 9_000),
        ("expression", "a" + " + a" * 10_000),
        ("expression", "a" + "+a" * 4_000),
        ("expression", "not " * 4_000 + "a"),
        ("expression", "a" + ".b" * 5_000),
        ("expression", "f of " * 3_000 + "a"),
        ("expression", "if a then b else " * 1_000 + "c"),
        ("block", "(\n" * 9_000),
        ("block", "".join("  " * depth + "if a:\n" for depth in range(100))),
        ("type", "set of " * 2_000 + "cell"),
    ],
    ids=lambda value: value if len(value) < 20 else f"{value[:10]}..{len(value)}",
)
def test_hostile_texts_are_refused_with_a_diagnostic(start: Any, text: str) -> None:
    _, out = read(start, text)
    assert "RW316" in [one.code for one in out]


def test_texts_at_the_limits_are_read() -> None:
    """The limits are where the table of codes says."""
    _, out = read("expression", "a" + " + a" * (MAX_DEPTH - 1))
    assert list(out) == []
    _, out = read("block", ("f(x)\n" * (MAX_CHARACTERS // 5))[:MAX_CHARACTERS])
    assert list(out) == []
    _, out = read("expression", "(" * 40 + "a" + ")" * 40)
    assert list(out) == []


@pytest.mark.parametrize("line", ["x == y", "f(x", "x y", "let x = 2d6"])
def test_a_block_full_of_mistakes_stops_counting(line: str) -> None:
    _, out = read("block", f"{line}\n" * 1_000)
    assert 1 <= len(out) <= 40


# -- the grammar -------------------------------------------------------------------------------------------------------


def test_the_reserved_words_are_those_of_the_grammar() -> None:
    grammar = grammar_text()
    section = grammar[grammar.index("// The reserved words") : grammar.index("// Words with a meaning in one place")]
    assert set(re.findall(r"^[A-Z]+: /(\w+)\\b/$", section, re.MULTILINE)) == RESERVED
    excluded = re.search(r"^NAME: /\(\?!\(\?:([a-z|]+)\)", grammar, re.MULTILINE)
    assert excluded is not None
    assert set(excluded.group(1).split("|")) == RESERVED
    told = CODES["RW312"].explanation.rpartition(":")[2].rstrip(".").split()
    assert told == sorted(RESERVED)


def test_the_words_that_begin_statements_are_those_of_the_grammar() -> None:
    rules = re.findall(r"^\?(?:action|compound):(.*?)\n\n", grammar_text(), re.MULTILINE | re.DOTALL)
    assert len(rules) == 2
    begin = {word.lower() for rule in rules for word in re.findall(r"(?:^|\n *\|) ([A-Z]+)\b", rule)}
    assert begin - {"let", "end", "if", "for"} == STARTERS, "without those that stand within expressions and clocks too"


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_no_name(word: str) -> None:
    for start, text in [("block", f"let {word} = 1"), ("header", f"event {word}"), ("limit", f"1 per {word}")]:
        _, out = read(start, text)
        assert [one.code for one in out] == ["RW312"], text
        assert [one.span.text for one in out] == [word], text


def test_every_rule_of_the_grammar_has_its_callback() -> None:
    """A rule without one would leave a parser's own tree in ours; rules that only pass something on need none."""
    missing = set()
    for rule in parser._parser().rules:
        kept = [symbol for symbol in rule.expansion if not getattr(symbol, "filter_out", False)]
        name = rule.alias or rule.origin.name
        passes_on = rule.alias is None and rule.options.expand1 and len(kept) == 1
        if not passes_on and not name.startswith("_") and not hasattr(build.Builder, name):
            missing.add(name)
    assert missing == set()


EXAMPLES = re.findall(r"// ([a-z].*[a-z0-9)])$", re.sub(r"(?m)^// .*$", "", grammar_text()), re.MULTILINE)


def test_the_grammar_has_examples() -> None:
    assert len(EXAMPLES) >= 20


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_in_the_grammar_can_be_read(example: str) -> None:
    """Each is a text of some kind, an offer's line, or what stands behind 'let x ='."""
    tries: list[tuple[Any, str]] = [(start, example) for start in STARTS]
    tries += [("block", f"let x = {example}"), ("block", f"offer p:\n  {example}")]
    assert any(list(read(start, text)[1]) == [] for start, text in tries)


_PIECES = [*"ab19 .,()<>=+-*/_", "not ", "and ", "x.y", "f(", "a - b", "12", "999999999", "1.5", "3d6", "aB", "<="]


@settings(max_examples=400)
@given(st.lists(st.sampled_from(_PIECES)))
def test_what_is_read_without_scanning_is_nothing_to_scanning(pieces: list[str]) -> None:
    text = "".join(pieces)
    if _ORDINARY.fullmatch(text) and parser.attempt("expression", text)[1] is None:
        prepared = scan(text, False)
        assert (prepared.mistakes, prepared.text) == ([], text)


@pytest.mark.parametrize(("start", "said"), [
    ("expression", " " * MAX_CHARACTERS), ("expression", "# x\n" * (MAX_CHARACTERS // 4)),
    ("expression", ("a." * MAX_CHARACTERS)[:MAX_CHARACTERS]), ("block", "let x = ".ljust(MAX_CHARACTERS, "\r")),
    ("block", "f(a, ".ljust(MAX_CHARACTERS, "\n")),
], ids=["blanks", "comments", "dots", "breaks", "breaks in brackets"])  # fmt: skip
def test_what_is_as_long_as_possible_is_refused_quickly(start: str, said: str) -> None:
    with at_most(0.5):
        _, out = read(start, said)
    assert out.has_errors
