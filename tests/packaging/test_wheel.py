"""The wheel: which names it installs, that its data is inside, and that it runs from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

PROGRAM = """
from rulewright.assets import content_dir, grammar_text
assert "_data" in content_dir().parts, content_dir()
assert (content_dir() / "README.md").is_file()
assert len(grammar_text()) > 100
import rulewright_tools
"""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by the backend itself, in this process: no network and no isolated environment."""
    root = Path(__file__).parents[2]
    built = list(WheelBuilder(str(root)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"]))
    return Path(built[0])


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked into a folder that stands for site-packages."""
    folder = tmp_path_factory.mktemp("site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(arguments: list[str], installed: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Python in another folder, with the unpacked wheel before everything that is installed."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_only_our_own_names_are_installed(wheel: Path) -> None:
    top = {name.partition("/")[0] for name in names(wheel)}
    assert {name for name in top if not name.endswith(".dist-info")} == {"rulewright", "rulewright_tools"}


def test_every_module_and_every_data_file_is_in_the_wheel(wheel: Path, root: Path) -> None:
    sources = {
        "rulewright": root / "interpreter" / "rulewright",
        "rulewright_tools": root / "tools" / "rulewright_tools",
        "rulewright/_data/grammar": root / "grammar",
        "rulewright/_data/content": root / "content",
    }
    wanted = {
        f"{inside}/{path.relative_to(folder).as_posix()}"
        for inside, folder in sources.items()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted <= set(names(wheel))
    assert "rulewright/py.typed" in wanted
    assert "rulewright_tools/py.typed" in wanted


def test_what_belongs_to_the_checkout_stays_there(wheel: Path) -> None:
    assert [name for name in names(wheel) if "tests/" in name and "_data/content" not in name] == []
    assert [name for name in names(wheel) if name.endswith((".pyc", ".pth"))] == []


def test_data_is_found_in_an_installed_wheel_from_any_folder(installed: Path, tmp_path: Path) -> None:
    ran = run(["-c", PROGRAM], installed, tmp_path)
    assert ran.stderr == ""
    assert ran.returncode == 0


def test_every_entry_point_of_the_wheel_runs_from_another_folder(installed: Path, tmp_path: Path, root: Path) -> None:
    scripts = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert scripts
    for script, target in scripts.items():
        module, _, function = target.partition(":")
        program = f"import sys\nfrom {module} import {function}\nsys.argv = [{script!r}, '--help']\n{function}()"
        ran = run(["-c", program], installed, tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert script in ran.stdout
