"""Generated files: complete, found to be stale when they are, and schemas that agree with the checker."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from ruamel.yaml import YAML

from rulewright.check.builtins import BUILTINS, RELATIONS
from rulewright.codes import CODES
from rulewright.pack import versions
from rulewright.pack.schema_forms import FORMS
from rulewright.scenario.read import FIELDS
from rulewright_tools import generate
from rulewright_tools.show.pages import gives


def test_every_code_and_every_builtin_has_its_entry() -> None:
    codes, builtins = generate.codes_page(), generate.builtins_page()
    assert [line for line in codes.splitlines() if line.startswith("### ")] == [
        f"### {row.code}: {row.title}" for row in CODES.values()
    ]
    assert builtins.count("\n| `") == len(BUILTINS) + len(RELATIONS)


def test_what_a_builtin_gives_is_said_in_words_of_types() -> None:
    words = "yes_no|number|distance|place|item|record|player|entity|direction|point|status|join|edge|number or member"
    words += "|gap|outline|formation|way"
    told = re.compile(f"(set of |list of )?({words})( or none)?")
    given = [gives(row.result) for row in (*BUILTINS.values(), *RELATIONS.values()) if row.pure]
    assert [one for one in given if not told.fullmatch(one)] == []
    assert "| `toward(x, d)` | place or none | " in generate.builtins_page()


def test_a_missing_or_changed_file_is_stale_and_a_written_one_is_not(tmp_path: Path) -> None:
    files = generate.generated_files()
    assert generate.stale_files(tmp_path) == list(files)
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    assert generate.stale_files(tmp_path) == []
    changed = tmp_path / "docs" / "codes.md"
    changed.write_text(changed.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    assert generate.stale_files(tmp_path) == [Path("docs/codes.md")]


def schema(name: str) -> dict[str, Any]:
    text = generate.generated_files()[Path(f"grammar/{name}.schema.json")]
    loaded: dict[str, Any] = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(loaded)
    return loaded


def load(text: str) -> Any:
    return YAML(typ="safe").load(text)


def test_the_schemas_accept_every_shipped_pack(root: Path) -> None:
    definitions, tests, pack, rulebook = (
        jsonschema.Draft202012Validator(schema(name)) for name in ("definitions", "tests", "pack", "rulebook")
    )
    by_name = {"pack.yaml": pack, "rulebook.yaml": rulebook}
    checked = 0
    for path in sorted((root / "content").rglob("*.yaml")):
        is_test = "tests" in path.relative_to(root / "content").parts[1:-1]
        validator = tests if is_test else by_name.get(path.name, definitions)
        problems = [one.message[:200] for one in validator.iter_errors(load(path.read_text(encoding="utf-8")))]
        assert problems == [], str(path.relative_to(root))
        checked += 1
    assert checked > 10


def test_the_schema_of_tests_has_the_fields_that_are_read() -> None:
    assert set(schema("tests")["patternProperties"][r"^\s*test\s"]["properties"]) == set(FIELDS)


def test_the_schemas_know_the_words_of_older_versions() -> None:
    pack, definitions = (jsonschema.Draft202012Validator(schema(name)) for name in ("pack", "definitions"))
    for said, field, is_good in (
        ("", "levels", True), ("", "storeys", True), ("language: 1\n", "levels", True),
        ("language: 1\n", "storeys", False), ("language: 2\n", "levels", False), ("language: '2'\n", "storeys", True),
    ):  # fmt: skip
        assert pack.is_valid(load(f"pack: p\n{said}{field}: 2\n")) is is_good, (said, field)
    for field in ("asks", "ask"):
        assert definitions.is_valid(load(f"window w: {{{field}: players}}\n"))
    assert not definitions.is_valid(load("window w: {questions: players}\n"))
    for form, name in (("pack", "levels"), ("definitions", "ask")):
        holder = schema(form) if form == "pack" else schema(form)["$defs"]["Window"]
        assert holder["properties"][name]["deprecated"] is True
        assert "rulewright upgrade" in holder["properties"][name]["description"]


def test_every_older_word_is_in_the_schemas() -> None:
    for one in versions.TABLE:
        holder = schema("pack") if one.form == "pack" else schema("definitions")["$defs"][FORMS[one.form].__name__]
        assert one.old in holder["properties"]


@pytest.mark.parametrize("code", ["RW205", "RW206", "RW207", "RW208", "RW209"])
def test_the_schema_refuses_what_the_checker_refuses_for_its_shape(code: str) -> None:
    validator = jsonschema.Draft202012Validator(schema("definitions"))
    bad, good = CODES[code].bad, CODES[code].good
    assert isinstance(bad, str)
    assert isinstance(good, str)
    assert list(validator.iter_errors(load(bad)))
    assert not list(validator.iter_errors(load(good)))
