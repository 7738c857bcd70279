"""The tree: what it holds, where things stand, and that nothing a stranger writes gets out of hand."""

from __future__ import annotations

import resource

import pytest
from tests.clock import at_most

from rulewright.diagnostics import Diagnostics
from rulewright.pack.growing_tree import MAX_DEPTH
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence, walk
from rulewright.pack.yaml_tree import compose_events, parser_in_use
from rulewright.source import SourceText

BOTH = pytest.mark.parametrize("pure", [False, True], ids=["C", "Python"])


def read(text: str, pure: bool = False) -> tuple[Node | None, Diagnostics]:
    out = Diagnostics()
    return compose_events(SourceText("f.yaml", text), out, pure=pure), out


def plain(node: Node | None) -> object:
    """The tree as lists and dictionaries; a broken text is '?'."""
    if isinstance(node, Mapping):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return None if node is None else "?" if node.broken else node.value


def test_the_parser_in_C_is_the_one_in_use_here() -> None:
    assert parser_in_use() == "C"


@BOTH
def test_scalars_stay_as_they_are_written(pure: bool) -> None:
    root, out = read("a: yes\nb: 0x10\nc: 2024-01-02\nd: ~\ne: 1e3\nf:\ng: ''\n", pure)
    assert plain(root) == {"a": "yes", "b": "0x10", "c": "2024-01-02", "d": "~", "e": "1e3", "f": "", "g": ""}
    assert list(out) == []


@BOTH
def test_nodes_span_their_own_text_and_nothing_behind_it(pure: bool) -> None:
    text = "a:\n  b: |\n    x\n    y\n\n# comment\nc: [1, {d: e}]\nf:\n- g\n\n"
    root, _ = read(text, pure)
    assert root is not None
    assert {node.span.text for node in walk(root) if not isinstance(node, Scalar)} == {
        text.rstrip(),
        "b: |\n    x\n    y",
        "[1, {d: e}]",
        "{d: e}",
        "- g",
    }
    assert [node.span.text for node in walk(root) if isinstance(node, Scalar)] == [
        "a", "b", "|\n    x\n    y", "c", "1", "d", "e", "f", "g",
    ]  # fmt: skip


@BOTH
def test_an_empty_file_has_no_root(pure: bool) -> None:
    for text in ("", "\n\n", "# only a comment\n", "\ufeff"):
        root, out = read(text, pure)
        assert root is None
        assert list(out) == []


@BOTH
def test_a_byte_order_mark_moves_nothing(pure: bool) -> None:
    root, _ = read("\ufeffa: word\n", pure)
    assert isinstance(root, Mapping)
    value = root.get("a")
    assert value is not None
    assert value.span.text == "word"


@BOTH
def test_after_a_mistake_reading_goes_on_with_the_next_definition(pure: bool) -> None:
    root, out = read("a: 1\nb: [x, y\nc: 3\nd: %x\ne: 'open\nf: 6\n", pure)
    assert [str(one.span) for one in out] == ["f.yaml:2:4-5", "f.yaml:4:4-5", "f.yaml:5:4-5"]
    assert {one.code for one in out} == {"RW104"}
    assert plain(root) == {"a": "1", "b": ["x", "y c"], "c": "3", "d": "?", "e": "?", "f": "6"}


@BOTH
@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("a: b: c\n", "unexpected ':'", "1:5-6"),
        ("a: 'x\n", "the quote opened here is never closed", "1:4-5"),
        ('a: "x\nb: c\n', "the quote opened here is never closed", "1:4-5"),
        ("a: {b: 1\nc: 2\n", "the '{' opened here is not closed where it should be", "1:4-5"),
        ("a: [1, 2}\n", "the '[' opened here is not closed where it should be", "1:4-5"),
        ("a: {en: Pay {2}., ru: x}\n", "this '{' is in a string without quotes", "1:13-14"),
        ("a: [b, c [d] e]\n", "this '[' is in a string without quotes", "1:10-11"),
        ("a: @x\n", "an unquoted string cannot begin with '@'", "1:4-5"),
        ("a: ]\n", "an unquoted string cannot begin with ']'", "1:4-5"),
        ("a: * x\n", "an unquoted string cannot begin with '*'", "1:4-5"),
        ("a: ? x\n", "an unquoted string cannot begin with '?'", "1:4-5"),
        ("a: >= 3\n", "the line must end after the '>' that begins a block", "1:4-5"),
        ("a: - b\n", "a list cannot begin on the line of its key", "1:4-5"),
        ('a: "x" + y\n', "expected a key", "1:8-9"),
        ("a:\n    b: 1\n  c: 2\n", "expected a key", "3:3-4"),
        ("- a\nb: c\n", "expected the next '-' of the list", "2:1-2"),
        ("a: 1\nb 2\nc: 3\n", "this line has no ': ' and does not continue the line before it", "2:1-2"),
        ("%FOO\na: 1\n", "a pack file has no directives", None),
        ('a: "\\q"\n', "unknown escape in a double-quoted string", None),
        ('a: "\\x4"\n', "this escape is not a character", None),
        ('a: "\\U00110000"\n', "this escape is not a character", None),
    ],
)
def test_mistakes_are_told_in_words_for_authors(text: str, message: str, place: str | None, pure: bool) -> None:
    _, out = read(text, pure)
    first = next(iter(out))
    assert (first.code, first.message) == ("RW104", message)
    assert place is None or str(first.span) == f"f.yaml:{place}"
    assert first.hint


@BOTH
def test_a_lone_carriage_return_is_a_line_break_for_all_that_is_told(pure: bool) -> None:
    _, out = read("# one\r# two\na: b\na: c\n", pure)
    assert [(one.code, str(one.span)) for one in out] == [("RW102", "f.yaml:1:6-2:1"), ("RW106", "f.yaml:4:1-2")]


@BOTH
@pytest.mark.parametrize("text", ["a: !t &x b\n", "a: &x !t b\n", "a: !t   &x\nc: d\n", "!t &x a: b", "a: !t &x [b]"])
def test_a_tag_next_to_an_anchor_is_told_where_it_is(text: str, pure: bool) -> None:
    _, out = read(text, pure)
    assert {(one.code, one.span.text) for one in out} == {("RW109", "!t"), ("RW107", "&x")}


@BOTH
@pytest.mark.parametrize("text", ["a: &x\n", "a: &x", "a: {b: &x }\n", "a: [&x , b]\n", "? &x\n: b\n", "a: !t\n"])
def test_nothing_behind_an_anchor_or_tag_is_located_too(text: str, pure: bool) -> None:
    root, _ = read(text, pure)
    assert root is not None
    assert all(node.located.text == node.value for node in walk(root) if isinstance(node, Scalar))


@BOTH
def test_several_mistakes_that_YAML_survives_are_all_reported(pure: bool) -> None:
    _, out = read("a: &x 1\nb: *x\nc: !!int 3\na: 2\n<<: {d: 4}\n? [k]\n: 5\n", pure)
    assert [one.code for one in out] == ["RW107", "RW109", "RW106", "RW108", "RW111"]


@BOTH
@pytest.mark.parametrize(
    "text",
    [
        "a: {merge: min, then: min(so_far, it)}\n",
        "a: [min(x, y), z]\n",
        "a: [f(g(x), y, z), h(a, b)]\n",
        "a:\n  - {b, c: d}\n",
        "a: {b: , c: d}\n",
    ],
)
def test_a_torn_expression_is_one_mistake(text: str, pure: bool) -> None:
    _, out = read(text, pure)
    assert [one.code for one in out] == ["RW112"]


@BOTH
def test_a_name_alone_in_braces_has_no_value(pure: bool) -> None:
    _, out = read("a: {who}\n", pure)
    assert [(one.code, one.span.text, one.message, one.hint) for one in out] == [
        ("RW112", "who", "'who' in braces has no value",
         "write 'who: ..' for a field, '<who>' for a hole; put any other string in quotes"),
    ]  # fmt: skip


@BOTH
def test_a_place_with_a_comma_is_written_with_an_x(pure: bool) -> None:
    _, out = read("a: {Ann: 14,4.5}\n", pure)
    assert [(one.span.text, one.hint) for one in out] == [("4.5", "a place in inches is written '14x4.5'")]


@BOTH
def test_whole_words_in_flow_collections_are_left_alone(pure: bool) -> None:
    root, out = read("a: [first blood, f(x), 3, 'g(x, y)']\nb: {c: goblin of 1 as Gob}\n", pure)
    assert list(out) == []
    assert plain(root) == {"a": ["first blood", "f(x)", "3", "g(x, y)"], "b": {"c": "goblin of 1 as Gob"}}


@BOTH
def test_what_a_hash_cuts_off_is_warned_of_unless_it_looks_like_a_comment(pure: bool) -> None:
    _, out = read("a: x #5\nb: x # five\nc: 'x #5'\nd: |\n  x #5\ne: [x #5\n  ]\n", pure)
    assert [(one.code, str(one.span)) for one in out] == [("RW115", "f.yaml:1:6-8"), ("RW115", "f.yaml:6:7-9")]


@BOTH
def test_forbidden_characters_do_not_hide_other_mistakes(pure: bool) -> None:
    root, out = read("a:\tb\nc: d\x07e\na: f\n", pure)
    assert [one.code for one in out] == ["RW105", "RW102", "RW106"]
    assert plain(root) == {"a": "b", "c": "?"}


HOSTILE = {
    "brackets": "[" * 1_900_000,
    "braces": "{a: " * 400_000,
    "open quotes": "a: 'x\n" * 300_000,
    "open brackets": "a: [x\n" * 300_000,
    "colons": "a: b: c\n" * 200_000,
    "aliases": "a: &a x\nb: [" + "*a," * 400_000 + "]",
    "duplicates": "a: 1\n" * 300_000,
    "line feeds": "\n" * 1_999_999,
    "tabs": "\t" * 1_999_999,
    "lines with tabs": "\tx\n" * 500_000,
    "dashes": "- " * 900_000,
    "questions": "? " * 900_000,
    "stairs": "".join(" " * depth + "a:\n" for depth in range(1900)),
    "torn": "a: [" + "f(," * 500_000 + "]\n",
    "long key": "a" * 1_900_000 + ": 1",
    "anchors": "".join(f"a{number}: &x{number} y\n" for number in range(100_000)),
    "lost text": "".join(f"k{number}: a #b\n" for number in range(100_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_in_time_with_a_diagnostic(name: str) -> None:
    # What takes a square of the size would take minutes: ten seconds tell it apart, however much else this process
    # holds. The figures promised to people are judged in processes of their own, in tests/fuzz.
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with at_most(10, name):
        _, out = read(HOSTILE[name])
    assert len(out) > 0 or name == "line feeds"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most < 500 * 1024


def test_the_depth_limit_is_where_it_is_said_to_be() -> None:
    _, out = read("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert list(out) == []
    _, out = read("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))
    assert [one.code for one in out] == ["RW113"]


@BOTH
def test_an_alias_bomb_is_a_list_of_mistakes_and_not_a_bomb(pure: bool) -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 30)]
    root, out = read("\n".join(lines), pure)
    assert root is not None
    assert len(list(walk(root))) < 200
    assert {one.code for one in out} == {"RW107"}


SAMPLE = (
    "enum gait: [walk, fly]\nkind piece:\n  printed: {width: number starts 1}\n"
    "event go(piece who):\n  legal:\n    near: who is ready\n  do: |\n    let x = 1\n    put who at x\n"
    "value pace(piece who) gives number:\n  start: 'it''s'\n  steps: {bonus: total}\n"
)
SPLINTERS = [*"'\"[]{}:,#&*!|>%@`?-\t\n \\", "- ", ": ", " #", "<<: ", "---\n", "\x00", "\ufeff", "\u2028", "😀", "é"]


@BOTH
def test_mutated_files_are_read_or_reported_but_never_crash(pure: bool) -> None:
    """Splinters at every tenth place, and pieces cut out: whatever is still read is located exactly."""
    reported = 0
    texts = [SAMPLE[:at] + splinter + SAMPLE[at:] for splinter in SPLINTERS for at in range(0, len(SAMPLE), 10)]
    texts += [SAMPLE[:at] + SAMPLE[at + length :] for length in (1, 2, 7, 30) for at in range(0, len(SAMPLE), 5)]
    for text in texts:
        root, out = read(text, pure)
        reported += out.has_errors
        for node in walk(root) if root is not None else ():
            if isinstance(node, Scalar) and not node.broken:
                assert node.located.text == node.value
    assert reported > len(texts) // 5
