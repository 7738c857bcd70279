"""Rows about checking what is being written: a whole check, a check after an edit, in a workspace and as a command."""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench.load import MODS, write_mods, write_pack
from tests.bench.timing import Row, turn_about

from rulewright.assets import content_dir
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.pack.yaml_tree import compose
from rulewright.scenario.checked import check_with_tests
from rulewright.source import SourceText
from rulewright.workspace.workspace import Workspace

_NUMBER = re.compile(r"(?<=[ (])\d+\b")


def edited(text: str, by: int) -> str:
    """A file with another number than it had, the last that is not in a comment; without one, with more comments."""
    found = [one for one in _NUMBER.finditer(text) if "#" not in text[text.rfind("\n", 0, one.start()) : one.start()]]
    if not found:
        return text + "# a comment\n" * by
    return f"{text[: found[-1].start()]}{int(found[-1][0]) + by}{text[found[-1].end() :]}"


def workspace(rounds: int) -> list[Row]:
    """A pack with its tests as a whole, and each of its files edited once."""
    folder = content_dir() / "ddm"
    check_with_tests(folder)
    whole, trees = turn_about([lambda: check_with_tests(folder), lambda: _trees(folder)], rounds)
    desk = Workspace(folder)
    desk.diagnostics()
    best: dict[str, float] = {}
    for by in range(1, rounds + 1):
        for file in sorted(one.relative_to(folder).as_posix() for one in folder.rglob("*.yaml")):
            desk.write(file, edited((folder / file).read_text("utf-8"), by))
            best[file] = min(best.get(file, 9.0), _time(desk.diagnostics))
            desk.release(file)
            desk.diagnostics()
    unit, slowest = min(whole), max(best, key=lambda file: best[file])
    median = statistics.median(best.values())
    details = {"whole ms": round(unit * 1e3, 1)}
    return [
        Row("L7", "check ddm with its tests, against reading both with the trees of its texts", unit / min(trees), 12.0,
            8.0, details=details),
        Row("L8", "check ddm after one edit in a workspace, median of its files, against all of it", median / unit,
            0.16, 0.08, details={**details, "ms": round(median * 1e3, 1)}),
        Row("L9", "the same, the slowest of its files", best[slowest] / unit, 0.6, 0.3,
            details={**details, "ms": round(best[slowest] * 1e3, 1), "file": slowest}),
    ]  # fmt: skip


def stack(rounds: int) -> list[Row]:
    """The same of a game with five packs upon it, of which two conflict: each file of a mod is edited."""
    with tempfile.TemporaryDirectory() as name:
        texts = [*MODS]
        texts[0] += "change creature human_sellsword:\n  set: {max_hp: 70}\n"
        texts[1] += "change creature human_sellsword:\n  set: {max_hp: 75}\n"
        last = write_mods(Path(name), texts)
        whole = [_time(lambda: check_with_tests(last)) for _ in range(rounds + 1)]
        desk = Workspace(last)
        desk.diagnostics()
        best: dict[str, float] = {}
        for by in range(1, rounds + 1):
            for number, text in enumerate(texts):
                for what, new in (("figure", edited(text, by)), ("comment", text + "# a comment\n" * by)):
                    for sort, written in ((what, new), (f"{what} and back", text)):
                        desk.write(f"mod{number}:rules.yaml", written)
                        key = f"mod{number} {sort}"
                        best[key] = min(best.get(key, 9.0), _time(desk.diagnostics))
            # A rule is typed, checked and analysed with all texts; so is what comes and goes.
            for what, written in (
                ("rule", texts[4].replace("is 19", f"is {18 - by}")),
                ("value more", f"{texts[4]}value bonus_{by}(creature c) gives number: c.hp + {by}\n"),
                ("rule more", f"{texts[4]}rule luck_{by}: {{modify: critical_from.wider is {by}}}\n"),
                ("creature more", f"{texts[4]}creature sword_{by}: {{extends: human_sellsword}}\n"),
                ("member more", f"{texts[4]}change enum faction:\n  add: {{members: tide_{by}}}\n"),
                ("field more", f"{texts[4]}change kind creature:\n  add: {{state.rage_{by}: number}}\n"),
            ):
                desk.write("mod4:rules.yaml", written)
                best[what] = min(best.get(what, 9.0), _time(desk.diagnostics))
                desk.write("mod4:rules.yaml", texts[4])
                desk.diagnostics()
    slowest, median = max(best, key=lambda key: best[key]), statistics.median(best.values())
    details = {"whole ms": round(min(whole) * 1e3, 1)}
    return [
        Row("L15", "check a game with five packs upon it after one edit of a mod in a workspace, median, against all",
            median / min(whole), 0.16, 0.08, details={**details, "ms": round(median * 1e3, 1)}),
        Row("L16", "the same, the slowest edit", best[slowest] / min(whole), 0.6, 0.4,
            details={**details, "ms": round(best[slowest] * 1e3, 1), "edit": slowest}),
    ]  # fmt: skip


def _trees(folder: Path) -> None:
    """Reads all files of a pack: of its texts the trees, of its tests what YAML tells."""
    out = Diagnostics()
    pack = read_pack(folder, out)
    load_pack(pack, out)
    for test in pack.tests:
        compose(SourceText(test, (folder / test).read_text("utf-8")), out)


def _time(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def many_sheets(count: int) -> Row:
    """A figure of one sheet among many, in a workspace."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "pack"
        folder.mkdir()
        write_pack(count, folder)
        # So that nothing is wrong with it: every sheet is made, and everything that is printed is read.
        kinds = (folder / "kinds.yaml").read_text("utf-8").replace("kind creature:\n", "kind creature:\n  owned: no\n")
        made = (
            "  for each sheet in sheets_of(creature):\n    let made = create sheet\n    set made.hp = made.hp + 1\n"
            "    set made.ready = made.basic is not none and made.speed > 1 cell and is_long(made)\n"
        )
        kinds = kinds.replace("event begin gives number winners: |\n", f"event begin gives number winners: |\n{made}")
        kinds += "permission is_long(creature who):\n  normally: some l in who.lines where l.reach > 1 cell\n"
        (folder / "kinds.yaml").write_text(kinds, "utf-8")
        desk = Workspace(folder)
        unit = _time(desk.diagnostics)
        assert desk.diagnostics() == ()
        file = folder / "sheets_000000.yaml"
        times = []
        for i in range(5):
            desk.write(file.name, re.sub(r"level: \d+", f"level: {i + 30}", file.read_text("utf-8"), count=1))
            times.append(_time(desk.diagnostics))
    return Row("L10", f"check {count} sheets after a figure of one was changed, against all of them", min(times) / unit,
               0.1, 0.05, details={"ms": round(min(times) * 1e3, 1), "whole ms": round(unit * 1e3)})  # fmt: skip


def command(runs: int) -> list[Row]:
    """The command, with what it keeps and without."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "ddm"
        shutil.copytree(content_dir() / "ddm", folder)
        kept = {**os.environ, "RULEWRIGHT_CACHE": str(Path(name) / "cache")}
        rule = folder / "movement.yaml"
        text = rule.read_text("utf-8")
        same, changed, whole = [], [], []
        for i in range(runs + 1):
            rule.write_text(edited(text, i), "utf-8")
            changed.append(_run(folder, kept))
            same.append(_run(folder, kept))
            whole.append(_run(folder, {**kept, "RULEWRIGHT_CACHE": "off"}))
    unit = min(whole)
    details = {"whole ms": round(unit * 1e3)}
    return [
        Row("L11", "`rulewright check` of ddm, nothing changed, against one that knows nothing", min(same) / unit, 0.25,
            0.1, details={**details, "ms": round(min(same) * 1e3)}),
        Row("L12", "the same after a rule was changed", min(changed[1:]) / unit, 0.7, 0.4,
            details={**details, "ms": round(min(changed[1:]) * 1e3)}),
    ]  # fmt: skip


def _run(folder: Path, env: dict[str, str]) -> float:
    start = time.perf_counter()
    command = [sys.executable, "-m", "rulewright_tools", "check", str(folder)]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, env=env)
    return time.perf_counter() - start
