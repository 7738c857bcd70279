"""No command writes a control character, or one that reorders text, of a pack, a save or a file name to a terminal."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest
from tests.tools.hostile import EVIL

from rulewright.characters import BIDI, JOINERS, UNSEEN, visible
from rulewright_tools.show.json import readable
from rulewright_tools.show.terminal import printable

ROOT = Path(__file__).parents[2]
SECONDS = 300  # on the wall, of a machine that does other things too
# What this program and rich write themselves: styles, the cursor, erased lines; a terminal turns \n into \r\n.
OWN = re.compile("\x1b\\[[0-9;]*m|\x1b\\[\\?25[lh]|\x1b\\[[0-9]*[AK]|\r")
# Pieces of EVIL as they are, each with a character that a terminal obeys.
RAW = [EVIL[i : i + 4] for i in range(len(EVIL) - 3) if not EVIL[i : i + 4].isprintable()]


NAME = EVIL.replace("/", "")


def on_a_terminal(*arguments: str | Path, module: str = "rulewright_tools", typed: str = "") -> str:
    """What a command writes to a terminal of its own, both streams, with colours."""
    ours, theirs = os.openpty()
    environment = {
        "PYTHONPATH": f"{ROOT}:{ROOT / 'interpreter'}:{ROOT / 'tools'}", "TERM": "xterm-256color",
        "PATH": os.environ["PATH"], "COLUMNS": "100", "LINES": "40", "PYTHONIOENCODING": "utf-8",
        "RULEWRIGHT_CACHE": "off",
    }  # fmt: skip
    command = [sys.executable, "-m", module, *map(str, arguments)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=environment, cwd=ROOT)
    os.close(theirs)
    assert process.stdin is not None
    process.stdin.write(typed.encode())
    process.stdin.close()
    said, ends = b"", time.monotonic() + SECONDS
    while time.monotonic() < ends:
        if select.select([ours], [], [], 1)[0]:
            try:
                some = os.read(ours, 65536)
            except OSError:  # Linux says so at the end
                break
            if not some:
                break
            said += some
    os.close(ours)
    late = time.monotonic() >= ends
    process.kill()
    process.wait()
    assert not late, f"it had not ended after {SECONDS} s"
    return said.decode("utf-8", "surrogateescape")


def unseen(said: str) -> set[str]:
    """Characters of an output that nobody should get."""
    rest = OWN.sub("", said)
    return {c for c in rest if c not in "\n" + JOINERS and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


def assert_harmless(said: str, *, evil: bool = True) -> None:
    """The hostile words were written, as codes."""
    assert "Traceback" not in said
    if evil:
        assert "U+001B" in said or "\\u001b" in said, said[:2000]
    assert [raw for raw in RAW if raw in said] == []
    assert unseen(said) == set()


WHY = "help\nboard\nlook\nlook 1\nwhy\nwhy not 1\nlog all\nundo\n1\n1\nlog\nwhy not this\nsave\n\x1b[2Jnothing\nquit\n"


@pytest.mark.parametrize("line", [
    ["play", "SAMPLE", "--watch"],
    ["play", "SAMPLE", "--watch", "--language", "ru"],
    ["play", "SAMPLE", "--bots", "random"],
    ["play", "SAMPLE", "--set", f"x{EVIL.replace(chr(0), '')}=1"],
    ["replay", "SAVE", "--pack", "SAMPLE", "--show"],
    ["soak", "SAMPLE", "--decisions", "60"],
    ["soak", "SAMPLE", "--resume", "--matches", "1"],
    ["graph", "SAMPLE"],
    ["graph", "SAMPLE", "--format", "dot"],
    ["graph", "SAMPLE", "--format", "json"],
    ["graph", "SAMPLE", "--loops"],
], ids=lambda line: " ".join(line)[:30].replace("\x1b", "ESC"))  # fmt: skip
def test_words_of_a_hostile_program(line: list[str], sample: Path, tmp_path: Path) -> None:
    save = tmp_path / "save.json"
    save.write_text(json.dumps({"pack": f"pack{EVIL}", "seed": 1, "answers": [
        {"answer": 1, "player": 1, "words": f"words{EVIL}", "events": [f"event{EVIL}"]}]}))  # fmt: skip
    arguments = [{"SAMPLE": str(sample), "SAVE": str(save)}.get(one, one) for one in line]
    said = on_a_terminal(*arguments, module="tests.tools.hostile", typed=WHY)
    assert_harmless(said, evil="soak" not in line and "--loops" not in line)


@pytest.fixture
def evil_pack(tmp_path: Path, sample: Path) -> Path:
    """A pack with hostile words wherever words can stand, and a hostile name of a file and of its folder."""
    folder = tmp_path / f"pack{NAME}"
    shutil.copytree(sample, folder)
    quoted = json.dumps(EVIL)
    (folder / f"a{NAME}.yaml").write_text("event nothing(\n")
    (folder / "b.yaml").write_text(
        f"enum evil_{{x: {quoted}\nevent evil:\n  name: {{en: {quoted}}}\n  text: {quoted}\n  do: nobody({quoted})\n"
        f"# \u202e reordered\nenum shade: [dark, light]\nvalue darkness() gives number: {quoted}\n{quoted}: 1\n"
    )
    (folder / "tests").mkdir(exist_ok=True)
    (folder / "tests" / "evil.yaml").write_text(f"test {EVIL[:1]}evil:\n  seats: {quoted}\n  {quoted}: 1\n")
    (folder / "rulebook.yaml").write_text(f'"1.1": {quoted}\n')
    return folder


@pytest.mark.parametrize("line", [
    ["check", "PACK"], ["check", "PACK", "--format", "json"], ["check", "PACK", "--format", "sarif"],
    ["test", "PACK"], ["test", "PACK", "--format", "json"], ["show", "PACK", "evil"], ["show", "PACK", EVIL],
    ["show", "PACK", "shade", "--effective"], ["fmt", "PACK"], ["coverage", "PACK"], ["play", "PACK"],
    ["graph", "PACK", "--around", EVIL], ["explain", EVIL], [EVIL], ["check", EVIL],
    ["new", "event", EVIL, "--pack", "PACK"], ["replay", "PACK/b.yaml"], ["mutants", "PACK"], ["mutate", "PACK"],
], ids=lambda line: " ".join(line)[:24].replace("\x1b", "ESC"))  # fmt: skip
def test_words_of_a_hostile_folder(line: list[str], evil_pack: Path) -> None:
    arguments = [str(evil_pack) + one.removeprefix("PACK") if one.startswith("PACK") else one for one in line]
    assert_harmless(on_a_terminal(*arguments))


def test_words_of_a_hostile_folder_in_pytest(evil_pack: Path) -> None:
    folder = evil_pack.rename(evil_pack.parent / "pack")
    for file in folder.rglob("a*.yaml"):
        file.unlink()  # names of files are written by pytest itself
    line: list[str | Path] = [folder, "-p", "rulewright_tools.pytest_plugin", "-p", "no:cacheprovider", "-v"]
    line += ["--rootdir", folder]
    assert_harmless(on_a_terminal(*line, module="pytest"))
    quoted = json.dumps(EVIL)
    for file in [*folder.glob("b.yaml"), folder / "rulebook.yaml", folder / "tests" / "evil.yaml"]:
        file.unlink()
    (folder / "tests" / "other.yaml").write_text(f'"test of {quoted[1:-1]}":\n  do: {quoted}\n  then: [{quoted}]\n')
    assert_harmless(on_a_terminal(*line, module="pytest"))


def test_the_table_of_unseen_characters_is_that_of_unicode() -> None:
    every = [chr(i) for i in range(0x110000)]
    refused = {c for c in every if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")} - set("\t\n" + JOINERS)
    assert {c for c in every if UNSEEN.match(c)} == refused
    order = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    assert {c for c in every if unicodedata.bidirectional(c) in order} < {c for c in every if BIDI.match(c)}


def test_visible_text_is_printable() -> None:
    for char in map(chr, [*range(0x3000), 0xD800, 0xE000, 0xFEFF, 0xE0041]):
        assert unseen(visible(f"a{char}b")) == set()
        assert unseen(printable(f"a{char}b", styled=True).replace("\n", "")) == set()
        assert json.loads(readable(f"a{char}b")) == f"a{char}b"
        assert unseen(readable(f"a{char}b")) == set()
    assert visible("Стычка ½ é 龍") == "Стычка ½ é 龍"


def test_only_own_styles_are_kept() -> None:
    assert printable("\x1b[1mbold\x1b[0m \x1b[8mhidden \x1b[31;1m", styled=True) == (
        "\x1b[1mbold\x1b[0m <U+001B>[8mhidden <U+001B>[31;1m"
    )
    assert printable("\x1b[1mbold\x1b[0m") == "bold"
