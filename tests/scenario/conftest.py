"""The sample pack of these tests, written into a fresh folder with some of the test files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parent / "sample"


@pytest.fixture
def sample(pack_folder: Callable[[Mapping[str, str | bytes] | str], Path]) -> Callable[..., Path]:
    """Writes the sample pack with test files of the sample, by name, and with further files."""

    def write(*tests: str, **more: str) -> Path:
        files: dict[str, str | bytes] = {"pack.yaml": text("manifest")}
        files |= {f"{name}.yaml": text(name) for name in ("game", "rulebook")}
        files |= {f"tests/{name}.yaml": text(name) for name in tests}
        files |= {f"tests/{name}.yaml": content for name, content in more.items()}
        return pack_folder(files)

    return write


def text(name: str) -> str:
    """A file of the sample."""
    return (SAMPLE / f"{name}.yaml").read_text(encoding="utf-8")
