"""`import rulewright`: what it offers, what it loads, and what it raises."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.embedding.sample import GAME, MANIFEST, pack_in

import rulewright

ROOT = Path(__file__).parents[2]
HEAVY = {"lark", "networkx", "pydantic", "ruamel", "click", "rich"}
PLAYING = """
import sys
import rulewright
first = sorted(name for name in sys.modules if name.startswith("rulewright"))
match = rulewright.Match.new(rulewright.load({folder!r}, cache=__import__("pathlib").Path({cache!r})), seed=1)
while (question := match.question("ru")) is not None:
    match.answer(question.options[0])
match.view(0), match.log(1), match.save(), match.copy(), match.undo(), match.imagined(0, 1), match.played_on(1, 5)
rulewright.Match.load(match.pack, match.save())
print(first, sorted(set({heavy!r}) & {{name.partition(".")[0] for name in sys.modules}}))
"""


def run(program: str) -> str:
    """What a program prints, in a process without anything that is installed."""
    environment = {"PYTHONPATH": str(ROOT / "interpreter")}
    done = subprocess.run([sys.executable, "-S", "-c", program], env=environment, capture_output=True, text=True,
                          check=False)  # fmt: skip
    assert done.stderr == ""
    return done.stdout.strip()


def test_importing_loads_nothing_and_playing_the_standard_library_alone(tmp_path: Path) -> None:
    folder, cache = tmp_path / "pack", tmp_path / "cache"
    pack_in(folder)
    rulewright.load(folder, cache=cache)
    told = run(PLAYING.format(folder=str(folder), cache=str(cache), heavy=sorted(HEAVY)))
    assert told == "['rulewright'] []"


def test_every_name_is_there_and_says_what_it_is() -> None:
    for name in rulewright.__all__:
        found = getattr(rulewright, name)
        assert name == "Value" or found.__doc__, name
    assert set(rulewright.__all__) <= set(dir(rulewright))
    with pytest.raises(AttributeError, match="no attribute 'chek'"):
        _ = rulewright.chek  # type: ignore[attr-defined]


def test_check_stays_a_function_when_the_package_of_its_name_is_loaded() -> None:
    importlib.import_module("rulewright.check.model")
    assert callable(rulewright.check)
    assert run("import rulewright.check.model, rulewright; print(rulewright.check.__name__)") == "check"


def test_check_gives_everything_that_is_wrong(tmp_path: Path) -> None:
    pack_in(tmp_path)
    assert [one for one in rulewright.check(tmp_path) if one.severity.value == "error"] == []
    (tmp_path / "game.yaml").write_text(GAME.replace("rest(r)", "rset(r)"), encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "one.yaml").write_text("it works:\n  thne: true\n", encoding="utf-8")
    found = [(one.span.source.name, one.span.first.line) for one in rulewright.check(tmp_path)]
    assert ("game.yaml", 1 + GAME.splitlines().index("    rest(r)")) in found
    assert any(name == "tests/one.yaml" for name, _ in found)
    assert not any(one.span.source.name == "tests/one.yaml" for one in rulewright.check(tmp_path, tests=False))


def test_check_of_no_pack_is_a_diagnostic(tmp_path: Path) -> None:
    assert [one.code for one in rulewright.check(tmp_path / "nothing")] == ["RW201"]


def test_the_file_of_a_pack_is_told_from_what_is_not_there(tmp_path: Path) -> None:
    manifest = tmp_path / "pack.yaml"
    manifest.write_text("pack: a\n", encoding="utf-8")
    with pytest.raises(rulewright.RulewrightError, match="this is a file, not a folder") as raised:
        rulewright.load(manifest)
    assert raised.value.diagnostics[0].hint == "name the folder of the pack that contains it"
    assert rulewright.check(tmp_path / "pack")[0].message == "there is no such folder"


@pytest.mark.parametrize("door", [rulewright.check, rulewright.load, rulewright.Workspace])
@pytest.mark.parametrize("path", [3, None, b"pack", "a\0b"])
def test_what_can_name_no_folder_is_refused(door: Callable[[Any], object], path: object) -> None:
    with pytest.raises(rulewright.RulewrightError, match="a folder must be named by a string or a Path, not by"):
        door(path)


def test_one_folder_is_no_list_of_packs(tmp_path: Path) -> None:
    """Each of its letters used to be taken for a folder."""
    pack_in(tmp_path)
    with pytest.raises(rulewright.RulewrightError, match=r"`packs` must be a list of folders: write \['rules'\]"):
        rulewright.load(tmp_path, packs="rules")
    for wrong in (5, None):
        with pytest.raises(rulewright.RulewrightError, match=f"`packs` must be a list of folders, not {wrong}"):
            rulewright.load(tmp_path, packs=wrong)  # type: ignore[arg-type]


def test_what_is_no_folder_for_programs_is_refused(tmp_path: Path) -> None:
    """A folder of that name used to be made."""
    pack_in(tmp_path)
    with pytest.raises(rulewright.RulewrightError, match="`cache` must be a folder, 'user' or None, not 5"):
        rulewright.load(tmp_path, cache=5)  # type: ignore[arg-type]


def test_load_raises_with_the_errors_of_the_pack(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(GAME.replace("rest(r)", "rset(r)"), encoding="utf-8")
    with pytest.raises(rulewright.RulewrightError) as raised:
        rulewright.load(tmp_path, cache=None)
    assert [one.severity.value for one in raised.value.diagnostics] == ["error"] * len(raised.value.diagnostics)
    assert "rset" in str(raised.value) and raised.value.diagnostics[0].message in str(raised.value)


def test_a_pack_tells_what_a_lobby_asks(pack: rulewright.Pack) -> None:
    assert (pack.id, pack.version, pack.players) == ("sample", "1.2.0", (2, 3))
    assert (pack.name(), pack.name("ru"), pack.name("de")) == ("Sample", "Образец", "Sample")
    assert pack.sheets("card") == {"ace": "ace", "two": "two"}
    assert pack.sheets("scout", "ru") == {"ranger": "Следопыт"}
    assert {one.id: (one.type, one.default, one.choices) for one in pack.settings} == {
        "ground": ("map", "meadow", ("meadow",)),
        "terror": ("mood", "calm", ("calm", "wild")),
        "hero": ("sheet of scout or none", None, (None, "ranger")),
        "long": ("yes_no", False, (False, True)),
        "rounds": ("number", 2, ()),
    }
