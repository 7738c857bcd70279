"""What all tests share: rewriting of stored expectations, and packs written down in a test."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulewright.gc_pause import collect_seldom

ROOT = Path(__file__).parents[1]
KEPT = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write stored expectations anew; review them with git diff")


def pytest_configure(config: pytest.Config) -> None:
    collect_seldom()
    if not hasattr(config, "workerinput"):
        # What an earlier run has kept is nothing to test with. But in one run the packs that ship are loaded hundreds
        # of times, and most commands would compile them again: its processes share a cache that begins empty.
        config.stash[KEPT] = os.environ["RULEWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="rulewright-tests-")
    os.environ["RULEWRIGHT_STATE"] = "off"  # nor is a match that somebody has left
    # Where this is set, every command that a test starts compiles the engine's modules again: a third of its time.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if config.getoption("--accept") and os.environ.get("CI"):
        raise pytest.UsageError("--accept is refused where CI is set: expectations are reviewed, not accepted, there")


def pytest_unconfigure(config: pytest.Config) -> None:
    if KEPT in config.stash:
        shutil.rmtree(config.stash[KEPT], ignore_errors=True)


@pytest.fixture
def root() -> Path:
    """The root of the checkout."""
    return ROOT


@pytest.fixture
def generated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of packs for which code was generated."""
    from rulewright.compile import link
    from rulewright.scenario import suite

    found: list[str] = []
    real = link.generate

    def generate(planned: Any, *more: Any, **options: Any) -> Any:
        found.append(planned.pack.id)
        return real(planned, *more, **options)

    for module in (link, suite):  # the second has its own name for it
        monkeypatch.setattr(module, "generate", generate)
    return found


@pytest.fixture
def expect(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with a stored file, or, with --accept, stores it."""
    accept: bool = request.config.getoption("--accept")

    def compare(stored: Path, text: str) -> None:
        if accept:
            stored.parent.mkdir(parents=True, exist_ok=True)
            stored.write_text(text, encoding="utf-8")
        assert stored.is_file(), f"{stored.relative_to(ROOT)} is not stored yet: run pytest with --accept and review it"
        assert text == stored.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def pack_folder(tmp_path: Path) -> Callable[[Mapping[str, str | bytes] | str], Path]:
    """Writes the files of a pack into a fresh folder; one text is a single file of definitions.

    A manifest is added if the files have none and nothing that takes its place.
    """
    made = 0

    def write(files: Mapping[str, str | bytes] | str) -> Path:
        nonlocal made
        made += 1
        folder = tmp_path / f"sample{made}"
        folder.mkdir()
        contents = {"definitions.yaml": files} if isinstance(files, str) else dict(files)
        if not any(name.startswith("pack.y") for name in contents):
            contents["pack.yaml"] = "pack: sample\n"
        for name, content in contents.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return write
