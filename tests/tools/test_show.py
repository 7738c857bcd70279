"""Diagnostics as people and programs see them."""

from __future__ import annotations

import json as standard_json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from rich.cells import cell_len
from ruamel.yaml import YAML

from rulewright.codes import CODES
from rulewright.diagnostics import Diagnostics, Missing
from rulewright.source import SourceText, Span
from rulewright_tools.show import json, sarif, text

CASES: list[dict[str, Any]] = YAML(typ="safe").load((Path(__file__).parent / "show.yaml").read_text(encoding="utf-8"))
SOURCE = SourceText("cards/wölf 1.yaml", "a: 😀 b\nc: d\n")


@pytest.fixture
def found() -> Diagnostics:
    out = Diagnostics()
    out.add("RW104", "first", SOURCE.span(5, 6), "mend it", [(SOURCE.span(7, 8), "see here")], definition="wolf")
    out.add("RW115", "second", SOURCE.span(3, 8))
    return out


@pytest.mark.parametrize("case", CASES, ids=[case["title"] for case in CASES])
def test_the_marked_part_stands_above_the_carets(case: dict[str, Any]) -> None:
    source = SourceText("f.yaml", case["text"])
    start = case["text"].index(case["mark"]) if case["mark"] else case["at"]
    out = Diagnostics()
    out.add("RW104", "message", Span(source, start, start + len(case["mark"])))
    title, _, rest = text.render(out).partition("\n")
    assert title.startswith("f.yaml:")
    assert title.endswith(": error RW104: message")
    assert rest == case["shown"]


def test_a_diagnostic_has_its_title_its_snippet_its_hint_and_further_places(found: Diagnostics) -> None:
    assert text.render(found, base="content/duel") == (
        "content/duel/cards/wölf 1.yaml:1:4-2:2: warning RW115: second\n"
        " 1 | a: 😀 b\n"
        "   |    ^^^^\n"
        " 2 | c: d\n"
        "   | ^\n"
        "\n"
        "content/duel/cards/wölf 1.yaml:1:6-7: error RW104: first\n"
        " 1 | a: 😀 b\n"
        "   |       ^\n"
        "    hint: mend it\n"
        "    see:  content/duel/cards/wölf 1.yaml:2:1-2 see here\n"
    )


def test_a_file_without_text_has_no_snippet() -> None:
    out = Diagnostics()
    out.add("RW201", "missing", Span(SourceText("pack.yaml", ""), 0, 0))
    assert text.render(out) == "pack.yaml:1:1-1: error RW201: missing\n"


@pytest.mark.parametrize(("before", "marked", "behind"), [(5000, 3, 5000), (0, 5000, 10), (70, 3, 0), (0, 3, 500)])
def test_of_a_long_line_the_part_around_the_span_is_shown(before: int, marked: int, behind: int) -> None:
    source = SourceText("f.yaml", "a" * before + "b" * marked + "c" * behind)
    out = Diagnostics()
    out.add("RW104", "message", source.span(before, before + marked))
    _, line, carets = text.render(out).splitlines()
    assert cell_len(line) < 240
    under = [sign for sign, caret in zip(line, carets.ljust(len(line)), strict=False) if caret == "^"]
    assert set(under) == {"b"}
    assert len(under) == min(marked, len(under))
    assert len(under) >= min(marked, 60)


def test_messages_cannot_reach_the_terminal_as_commands() -> None:
    out = Diagnostics()
    source = SourceText("\x1b[2J.yaml", "x")
    out.add("RW104", "no '\x1b[31m'", source.span(0, 1), "\x07", [(source.span(0, 1), "\u202e")])
    shown = text.render(out)
    assert [sign for sign in shown if sign != "\n" and not sign.isprintable()] == []


def test_colours_change_nothing_but_colours(found: Diagnostics) -> None:
    import click

    coloured = text.render(found, colour=True)
    assert coloured != text.render(found)
    assert click.unstyle(coloured) == text.render(found)


def test_the_summary_counts_by_severity(found: Diagnostics) -> None:
    assert text.summary(found) == "1 error, 1 warning"
    assert text.summary([]) == "no problems found"
    assert text.summary([*found, *found], dropped=7) == "2 errors, 2 warnings, 7 more not shown"


def test_json_lines_keep_to_their_schema(found: Diagnostics) -> None:
    lines = json.render(found, base="content/duel/").splitlines()
    assert len(lines) == 2
    for line in lines:
        jsonschema.validate(standard_json.loads(line), json.SCHEMA)
    assert standard_json.loads(lines[1]) == {
        "code": "RW104",
        "severity": "error",
        "message": "first",
        "file": "content/duel/cards/wölf 1.yaml",
        "start": {"line": 1, "column": 6, "offset": 5},
        "end": {"line": 1, "column": 7, "offset": 6},
        "hint": "mend it",
        "related": [
            {
                "file": "content/duel/cards/wölf 1.yaml",
                "start": {"line": 2, "column": 1, "offset": 7},
                "end": {"line": 2, "column": 2, "offset": 8},
                "words": "see here",
            }
        ],
        "places": 1,
        "definition": "wolf",
    }


def test_the_places_of_a_missing_name_are_shown_and_counted() -> None:
    source = SourceText("game.yaml", "ab ab ab ab ab\n")
    out = Diagnostics()
    for start in (0, 3, 6, 9, 12):
        out.add("RW405", "there is no type 'ab'", Span(source, start, start + 2), missing=Missing("ab"))
    assert text.render(out).splitlines() == [
        "game.yaml:1:1-3: error RW405: there is no type 'ab' (5 locations)",
        " 1 | ab ab ab ab ab",
        "   | ^^",
        "    see:  game.yaml:1:4-6 also here",
        "    see:  game.yaml:1:7-9 also here",
        "          and in 2 more places",
    ]
    told = standard_json.loads(json.render(out))
    jsonschema.validate(told, json.SCHEMA)
    assert told["places"] == 5
    assert [one["start"]["column"] for one in told["related"]] == [4, 7, 10, 13]
    [result] = sarif.as_log(out, version="1")["runs"][0]["results"]
    assert [one["message"]["text"] for one in result["relatedLocations"]] == ["also here"] * 4


def test_the_schema_of_json_lines_is_one_and_refuses_other_fields(found: Diagnostics) -> None:
    jsonschema.Draft202012Validator.check_schema(json.SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**json.as_object(next(iter(found))), "colour": "red"}, json.SCHEMA)


def test_sarif_says_what_columns_count_and_where_files_are(found: Diagnostics) -> None:
    log = standard_json.loads(json.dumps(sarif.as_log(found, version="1.2.3", base="content/duel")))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["originalUriBaseIds"]["PACK"]["uri"] == "content/duel/"
    assert run["originalUriBaseIds"]["PACK"]["uriBaseId"] in run["originalUriBaseIds"]
    first, second = run["results"]
    assert (first["ruleId"], first["level"], first["message"]["text"]) == ("RW115", "warning", "second")
    assert (second["ruleId"], second["level"], second["message"]["text"]) == ("RW104", "error", "first (mend it)")
    place = second["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "cards/w%C3%B6lf%201.yaml", "uriBaseId": "PACK"}
    assert place["region"] == {
        "startLine": 1,
        "startColumn": 6,
        "endLine": 1,
        "endColumn": 7,
        "charOffset": 5,
        "charLength": 1,
    }
    (related,) = second["relatedLocations"]
    assert (related["id"], related["message"]["text"]) == (1, "see here")
    assert related["physicalLocation"]["region"]["startLine"] == 2


def test_every_code_is_a_rule_of_the_sarif_tool_and_indexes_agree(found: Diagnostics) -> None:
    driver = sarif.as_log(found, version="1.2.3")["runs"][0]["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("rulewright", "1.2.3")
    assert [rule["id"] for rule in driver["rules"]] == list(CODES)
    for result in sarif.as_log(found, version="1.2.3")["runs"][0]["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_an_absolute_path_of_a_machine_does_not_get_into_the_log(found: Diagnostics) -> None:
    assert "/home/" not in json.dumps(sarif.as_log(found, version="1.2.3", base="/home/me/duel"))
