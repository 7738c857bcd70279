"""One process for all hostile packs of a test module."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SECONDS, MEGABYTES = 2.0, 500  # of the reference machine (`tests.clock`)
HANGS = 300  # seconds on the wall after which it surely never ends, on any machine
# So many times as many examples are drawn (`make fuzz`).
TIMES = int(os.environ.get("RULEWRIGHT_FUZZ", "1"))


class Judge:
    """Asks the process about folders; a fault, a hang or too much of anything fails the test."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.worker"],
            cwd=ROOT,
            env={"PYTHONPATH": f"{ROOT}:{ROOT / 'interpreter'}:{ROOT / 'tools'}", "PATH": "", "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, folder: Path, what: str) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{folder}\n")
        self._process.stdin.flush()
        if not select.select([self._process.stdout], [], [], HANGS)[0]:
            self._process.kill()
            pytest.fail(f"{what}: no verdict after {HANGS} s")
        line = self._process.stdout.readline()
        assert line, f"{what}: the process died"
        verdict: dict[str, Any] = json.loads(line)
        assert verdict["fault"] == "", f"{what}\n{verdict['fault']}"
        assert verdict["seconds"] < SECONDS, f"{what}: {verdict['seconds']:.1f} s"
        assert verdict["megabytes"] < MEGABYTES, f"{what}: {verdict['megabytes']:.0f} MB"
        return verdict

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._process.stdout.close()


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    made = Judge()
    yield made
    made.close()
