"""What was in order is kept from check to check: the verdict is the same, and only of the same pack and engine."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulewright import pipeline
from rulewright.memory import Memory, digest
from rulewright.pack import forms, schema, schema_forms, shapes_known
from rulewright.scenario import on_disk
from rulewright.scenario.on_disk import judge

Write = Callable[[Mapping[str, str | bytes] | str], Path]

FILES = {
    "kinds.yaml": "kind piece:\n  owned: no\n  printed: {cost: number from 0 to 9}\n  state: {hp: number}\n",
    "pieces.yaml": "piece pawn: {cost: 3}\n",
    "game.yaml": "event game: |\n  let made = create pawn\n  set made.hp = made.hp + made.cost\n",
    "tests/a.yaml": "test it begins:\n  do: game()\n  happened: [game]\n",
    "pack.yaml": "pack: p\nstart: game\n",
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One entry for each pack that was read; whether more was known of it than its name."""
    calls: list[bool] = []
    real = on_disk._judged

    def judged(folder: Path, tests: bool, memory: Memory | None) -> on_disk.Verdict:
        calls.append(memory is not None and bool(memory.notes))
        return real(folder, tests, memory)

    monkeypatch.setattr(on_disk, "_judged", judged)
    return calls


def counts(folder: Path, tests: bool = True) -> tuple[int, int, list[str]]:
    made = judge(folder, tests)
    return made.definitions, made.tests, [one.code for one in made.diagnostics]


def test_a_pack_that_is_the_same_is_not_read(pack_folder: Write, checked: list[bool]) -> None:
    folder = pack_folder(FILES)
    assert counts(folder) == counts(folder) == (3, 1, [])
    assert checked == [False]
    assert counts(folder, tests=False) == counts(folder, tests=False) == (3, 0, [])
    assert len(checked) == 2, "with and without its tests it is told apart"


@pytest.mark.parametrize(
    ("file", "text", "codes"),
    [
        ("pieces.yaml", "piece pawn: {cost: 4}\n", []),
        ("pieces.yaml", "piece pawn: {cost: 14}\n", ["RW458"]),
        ("tests/a.yaml", FILES["tests/a.yaml"].replace("[game]", "[gone]"), ["RW452"]),
        ("more.yaml", "event more: game()\n", ["RW469"]),
        ("game.yaml", "event game: pass\n", None),
    ],
)
def test_a_change_is_seen(
    file: str, text: str, codes: list[str] | None, pack_folder: Write, checked: list[bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    folder = pack_folder(FILES)
    counts(folder)
    (folder / file).write_text(text, "utf-8")
    after = counts(folder)
    assert codes is None or after[2] == codes
    assert counts(folder) == after and checked[:2] == [False, True]
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    assert counts(folder) == after and checked[-1] is False, "nothing is known where the cache is turned off"
    (folder / file).unlink() if file not in FILES else (folder / file).write_text(FILES[file], "utf-8")
    monkeypatch.undo()
    assert judge(folder).diagnostics.reported == 0


def test_what_is_wrong_is_found_every_time(pack_folder: Write, checked: list[bool]) -> None:
    folder = pack_folder({**FILES, "game.yaml": "event game: rset()\n"})
    assert counts(folder) == counts(folder)
    assert counts(folder)[2] and len(checked) == 3


def test_a_damaged_memory_is_no_memory(pack_folder: Write, checked: list[bool], cache: Path) -> None:
    folder = pack_folder(FILES)
    counts(folder)
    [file] = cache.glob("*.checked")
    data = file.read_bytes()
    for damaged in (data[:-1], b"", data[:40] + bytes([data[40] ^ 1]) + data[41:]):
        file.write_bytes(damaged)
        assert counts(folder) == (3, 1, [])
    assert checked == [False] * 4


def test_another_engine_or_python_knows_nothing(
    pack_folder: Write, checked: list[bool], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pack_folder(FILES)
    counts(folder)
    monkeypatch.setattr(on_disk, "engine_stamp", lambda: "another")
    counts(folder)
    monkeypatch.setattr(sys.implementation, "cache_tag", "another")
    counts(folder)
    assert checked == [False] * 3 and len([*cache.glob("*.checked")]) == 3


def test_nothing_is_kept_of_a_pack_that_changes_meanwhile(
    pack_folder: Write, checked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pack_folder(FILES)
    real = pipeline.check_pack

    def check(*of: Any, **more: Any) -> Any:
        found = real(*of, **more)
        (folder / "pieces.yaml").write_text("piece pawn: {cost: 14}\n", "utf-8")
        return found

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("rulewright.scenario.checked.check_pack", check)
        assert counts(folder)[2] == []
    assert counts(folder)[2] == ["RW458"] and checked == [False, False]


def test_a_second_check_loads_neither_reader_nor_schema(pack_folder: Write) -> None:
    """Behind a change of words the reader, but neither the schema nor the tests; behind none nothing at all."""
    folder = pack_folder(FILES)

    def loaded() -> set[str]:
        script = (
            "import json, sys; from pathlib import Path; from rulewright.scenario.on_disk import judge;"
            f"judge(Path({str(folder)!r})); print(json.dumps(sorted(sys.modules)))"
        )
        done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
        return set(json.loads(done.stdout))

    assert {"pydantic", "rulewright.pack.read", "rulewright.scenario.read"} <= loaded()
    assert not {"pydantic", "ruamel.yaml", "lark", "rulewright.pack.read"} & loaded()
    (folder / "game.yaml").write_text(FILES["game.yaml"] + "# words\n", "utf-8")
    assert not {"pydantic", "rulewright.scenario.read", "rulewright.compile.plan"} & loaded()
    (folder / "game.yaml").write_text(FILES["game.yaml"].replace("made.cost", "2"), "utf-8")
    after = loaded()
    assert "rulewright.compile.plan" in after and not {"pydantic", "rulewright.compile.link"} & after


def test_old_notes_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.memory._MOST", 3)
    memory = Memory()
    for number in range(5):
        memory.keep(digest(number), bytes([number]))
    memory.begin()
    assert [memory.note(digest(number)) for number in range(5)] == [None, None, b"\2", b"\3", b"\4"]
    again = Memory.from_bytes(memory.to_bytes())
    assert again.notes == memory.asked and not again.knows(digest(0)) and again.knows(digest(4))


def test_words_of_forms_are_those_of_the_schema() -> None:
    assert tuple(schema_forms.FORMS) == forms.FORMS
    assert {one.alias or name for name, one in schema_forms.Sheet.model_fields.items()} == forms.SHEET_FIELDS
    assert tuple(schema.Manifest.model_fields) == forms.MANIFEST_FIELDS
    assert set(schema_forms._ReactionFields.model_fields) | {"modify", "react", "active"} == forms.RULE_FIELDS
    for form, main in forms.MAIN_FIELDS.items():
        assert main in schema_forms.FORMS[form].model_fields


def test_the_schema_asks_nothing_of_prose_but_that_it_is_there() -> None:
    """So values whose texts with spaces are left out are in order together. No word that it asks for has a space."""
    assert shapes_known._shape({"a": "x y", "b": ["x", "", "(x\ny)"]}) == {"a": " ", "b": ["x", "", " "]}
    words = json.dumps([model.model_json_schema() for model in schema.MODELS.values()])
    chosen = [one for part in words.split('"enum": [')[1:] for one in json.loads("[" + part.partition("]")[0] + "]")]
    assert len(chosen) > 10 and not any(" " in one for one in chosen)
