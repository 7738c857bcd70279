"""Streams that cannot be written, and memory that runs out: a short message and a true exit code, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright_tools import cli, packs

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {"PYTHONPATH": f"{ROOT}/interpreter:{ROOT}/tools", "PATH": os.environ["PATH"], "RULEWRIGHT_CACHE": "off"}


def shell(line: str) -> tuple[int, str]:
    """Exit code and error stream of a line of the shell in which $RW is the program."""
    environment = {**ENVIRONMENT, "RW": f"{sys.executable} -m rulewright_tools"}
    ran = subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], env=environment, cwd=ROOT, capture_output=True,
                         text=True, check=False, timeout=120)  # fmt: skip
    assert "Traceback" not in ran.stderr
    return ran.returncode, ran.stderr


@pytest.mark.parametrize("line", ["check content/skirmish", "play content/skirmish --watch", "explain builtins",
                                  "--help"])  # fmt: skip
def test_a_full_disk_is_told(line: str) -> None:
    code, said = shell(f"$RW {line} > /dev/full")
    assert code == cli.UNWRITTEN
    assert said == "rulewright: the output could not be written: No space left on device\n"


@pytest.mark.parametrize("line", ["check content/skirmish", "explain builtins", "--help"])
def test_a_closed_pipe_is_no_mistake(line: str) -> None:
    assert shell(f"$RW {line} | true") == (0, "")


@pytest.mark.parametrize(("line", "code"), [
    ("check content/skirmish >&-", 0), ("check content/skirmish >&- 2>&-", 0),
    ("play content/skirmish --seed 1 <&-", 0),
    ("COLUMNS=0 $RW play content/skirmish --bots random --seed 1 --watch", 0),
    ("chek 2>/dev/full", 2),
    ("chek 2>&-", 2), ("check nowhere >&- 2>&-", 2), ("check content/skirmish < /dev/null >&-", 0),
])  # fmt: skip
def test_closed_streams_and_no_columns_change_no_exit_code(line: str, code: int) -> None:
    assert shell(line if "$RW" in line else f"$RW {line}")[0] == code


def test_bytes_that_are_no_text_do_not_end_the_match(tmp_path: Path) -> None:
    typed = f"printf '\\xff\\xfe\\n\\0\\n1\\nsave {tmp_path}/\\xd0\\nquit\\n'"
    for encoding in ("utf-8:strict", "ascii:strict", "utf-8:surrogateescape"):
        code, said = shell(f"{typed} | PYTHONIOENCODING={encoding} $RW play content/skirmish --seed 1 > {tmp_path}/out")
        assert (code, said) == (0, "")
        told = (tmp_path / "out").read_text("utf-8")
        assert "<U+DCFF><U+DCFE>" in told and "<U+0000>" in told
        assert os.listdir(os.fsencode(tmp_path)).count(b"\xd0") == 1


def test_memory_that_runs_out_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path) -> None:
        raise MemoryError

    monkeypatch.setattr(packs, "playable", full)
    assert cli.run(["graph", "skirmish"]) == cli.OURS
    assert capsys.readouterr().err == "internal error RW900: out of memory; a smaller pack, board or match may fit\n"
