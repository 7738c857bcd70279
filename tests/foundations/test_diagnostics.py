"""The collector: one mistake, one diagnostic, in the order in which people read."""

from __future__ import annotations

import pytest

from rulewright.codes import CODES, Severity
from rulewright.diagnostics import Diagnostics, Related
from rulewright.source import SourceText

A = SourceText("a.yaml", "first\nsecond\n")
B = SourceText("b.yaml", "third\n")


def test_diagnostics_come_by_file_and_place_whatever_the_order_of_reporting() -> None:
    out = Diagnostics()
    out.add("RW104", "three", B.span(0, 5))
    out.add("RW104", "two", A.span(6, 12))
    out.add("RW104", "one", A.span(0, 5))
    assert [one.message for one in out] == ["one", "two", "three"]


def test_the_same_mistake_is_reported_once() -> None:
    out = Diagnostics()
    for _ in range(3):
        out.add("RW104", "the same", A.span(0, 5), "mend it", [(B.span(0, 1), "here")])
    assert len(out) == 1
    assert next(iter(out)).related == (Related(B.span(0, 1), "here"),)


def test_of_two_stages_at_one_place_the_earlier_one_knows_the_mistake() -> None:
    out = Diagnostics()
    out.add("RW205", "a consequence", A.span(0, 5))
    out.add("RW104", "the mistake", A.span(0, 5))
    out.add("RW205", "another place", A.span(6, 12))
    assert [one.message for one in out] == ["the mistake", "another place"]


def test_two_mistakes_of_one_stage_at_one_place_are_both_reported() -> None:
    out = Diagnostics()
    out.add("RW206", "'a' is missing", A.span(0, 5))
    out.add("RW206", "'b' is missing", A.span(0, 5))
    assert len(out) == 2


def test_warnings_do_not_keep_a_pack_from_being_played() -> None:
    out = Diagnostics()
    out.add("RW115", "a warning", A.span(0, 5))
    assert not out.has_errors
    assert out.errors == ()


def test_errors_keep_a_pack_from_being_played() -> None:
    out = Diagnostics()
    out.add("RW115", "a warning", A.span(0, 5))
    out.add("RW104", "an error", A.span(6, 12))
    assert out.has_errors
    assert [one.message for one in out.errors] == ["an error"]


def test_more_than_the_limit_is_counted_and_not_kept() -> None:
    out = Diagnostics(limit=2)
    for place in range(3):
        out.add("RW301", "an error", A.span(place, place + 1))
    assert (len(out), out.dropped, out.has_errors) == (2, 1, True)


def test_no_number_of_warnings_hides_an_error() -> None:
    out = Diagnostics(limit=2)
    for place in range(3):
        out.add("RW115", "a warning", A.span(place, place + 1))
    out.add("RW104", "an error", A.span(3, 4))
    assert (len(out), out.dropped, [one.code for one in out.errors]) == (3, 1, ["RW104"])


def test_severities_stand_in_the_table() -> None:
    out = Diagnostics()
    out.add("RW115", "a warning", A.span(0, 5))
    assert next(iter(out)).severity is CODES["RW115"].severity is Severity.WARNING


def test_an_unknown_code_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        Diagnostics().add("RW000", "nothing", A.span(0, 5))


def test_diagnostics_made_elsewhere_are_taken_over_whole() -> None:
    first, second = Diagnostics(), Diagnostics()
    first.add("RW104", "one", A.span(0, 5), "mend it", [(B.span(0, 1), "here")], definition="fox")
    second.extend(first)
    assert list(second) == list(first)
