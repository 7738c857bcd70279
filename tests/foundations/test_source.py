"""Places: lines and columns from offsets, spans, and text that knows where each character stood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.source import LocatedText, Position, SourceText, Span

TEXT = SourceText("a.yaml", "one\r\ntwo\n\nп😀ть")


@pytest.mark.parametrize(
    ("offset", "line", "column"),
    [(0, 1, 1), (2, 1, 3), (5, 2, 1), (8, 2, 4), (9, 3, 1), (10, 4, 1), (12, 4, 3), (14, 4, 5)],
)
def test_an_offset_has_a_line_and_a_column_counted_in_code_points(offset: int, line: int, column: int) -> None:
    assert TEXT.position(offset) == Position(line, column)


@pytest.mark.parametrize(("number", "text"), [(1, "one"), (2, "two"), (3, ""), (4, "п😀ть")])
def test_a_line_comes_without_its_break(number: int, text: str) -> None:
    assert TEXT.line(number) == text


@given(st.text(alphabet="ab\n\r😀", max_size=40))
def test_the_offset_of_a_position_is_where_it_came_from(text: str) -> None:
    source = SourceText("x", text)
    for offset in range(len(text) + 1):
        position = source.position(offset)
        # A place on the line break itself is brought back to the end of its line.
        line_end = source.line_starts[position.line - 1] + len(source.line(position.line))
        assert source.offset(position) == min(offset, line_end)


@pytest.mark.parametrize(
    ("position", "offset"),
    [(Position(0, 7), 0), (Position(1, 99), 3), (Position(2, 0), 5), (Position(99, 1), 14)],
)
def test_a_position_outside_the_text_is_brought_into_it(position: Position, offset: int) -> None:
    assert TEXT.offset(position) == offset


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [(0, 3, "a.yaml:1:1-4"), (5, 5, "a.yaml:2:1-1"), (1, 6, "a.yaml:1:2-2:2")],
)
def test_a_span_is_shown_from_one_with_its_end_exclusive(start: int, end: int, shown: str) -> None:
    assert str(TEXT.span(start, end)) == shown


def test_a_span_knows_its_text_and_can_be_joined() -> None:
    one, two = TEXT.span(0, 3), TEXT.span(5, 8)
    assert two.text == "two"
    assert two.to(one) == TEXT.span(0, 8)
    assert one.contains(3)
    assert not one.contains(4)


def test_spans_of_different_files_cannot_be_joined() -> None:
    with pytest.raises(AssertionError):
        TEXT.span(0, 1).to(SourceText("b.yaml", "x").span(0, 1))


def test_sources_are_equal_by_name_and_text() -> None:
    assert SourceText("a", "x") == SourceText("a", "x")
    assert hash(SourceText("a", "x")) == hash(SourceText("a", "x"))
    assert SourceText("a", "x") != SourceText("a", "y")
    assert SourceText("a", "x") != SourceText("b", "x")


def test_located_text_gives_the_span_of_any_part() -> None:
    located = LocatedText.verbatim(TEXT, 5, 8)
    assert located.text == "two"
    assert located.span(1, 3) == TEXT.span(6, 8)
    assert located.span() == TEXT.span(5, 8)
    assert located.slice(1, 3).span() == TEXT.span(6, 8)


def test_an_empty_part_stands_at_its_character_or_at_the_end() -> None:
    located = LocatedText.verbatim(TEXT, 5, 8)
    assert located.span(1, 1) == TEXT.span(6, 6)
    assert located.span(3, 3) == TEXT.span(8, 8)
    assert LocatedText("", TEXT, (4,)).span() == TEXT.span(4, 4)


def test_a_character_that_was_an_escape_spans_all_of_it() -> None:
    source = SourceText("x", r'"a\nb"')
    located = LocatedText("a\nb", source, (1, 2, 4, 5), (2, 4, 5))
    assert located.span(1, 2).text == r"\n"
    assert located.slice(1, 3).span(0, 1).text == r"\n"
    assert located.slice(0, 2).span(2, 2) == Span(source, 4, 4)


def test_white_space_at_the_ends_can_be_cut_off() -> None:
    located = LocatedText.alone("  a b \n")
    assert located.stripped().text == "a b"
    assert located.stripped().span().start == 2
    assert LocatedText.alone("  ").stripped().text == ""


def test_an_offset_is_needed_for_each_character_and_the_end() -> None:
    with pytest.raises(AssertionError):
        LocatedText("ab", TEXT, (0, 1))
