"""The pinned requirements: hashed, without addresses, and in step with what the package asks for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+) \\$", re.MULTILINE)


def pins(file: Path) -> dict[str, str]:
    found = {match["name"].lower().replace(".", "-"): match["version"] for match in _PIN.finditer(file.read_text())}
    assert found
    return found


@pytest.mark.parametrize("name", ["runtime.txt", "dev.txt"])
def test_requirements_name_no_address_and_no_machine(root: Path, name: str) -> None:
    text = (root / "requirements" / name).read_text()
    assert re.findall(r"https?:|file:|://|^-[-a-z]*index|^\s*/|@ ", text, re.MULTILINE) == []


@pytest.mark.parametrize("name", ["runtime.txt", "dev.txt"])
def test_every_requirement_is_hashed(root: Path, name: str) -> None:
    text = (root / "requirements" / name).read_text()
    blocks = re.split(r"(?m)^(?=\S)", text)[1:]
    assert blocks
    assert [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_developers_have_the_versions_that_users_have(root: Path) -> None:
    runtime, dev = pins(root / "requirements" / "runtime.txt"), pins(root / "requirements" / "dev.txt")
    assert {name: dev.get(name) for name in runtime} == runtime


def test_what_the_package_asks_for_is_what_is_pinned(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {line for line in (root / "requirements" / "runtime.in").read_text().splitlines() if line[:1] not in "#"}
    assert set(project["dependencies"]) <= asked
    names = {re.split(r"[\[<>=]", one)[0].replace(".", "-") for one in project["dependencies"]}
    assert names <= set(pins(root / "requirements" / "runtime.txt"))
