"""Rows about content: reading, checking and compiling, cold and warm, and the start of a command."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from tests.bench.timing import Row, exponent, ratio, turn_about
from tests.language.generator import Indenter

from rulewright.assets import content_dir, grammar_text
from rulewright.diagnostics import Diagnostics
from rulewright.effects import parse, parser
from rulewright.effects.load import load_pack
from rulewright.gc_pause import paused_collector
from rulewright.pack.read import read_pack
from rulewright.pipeline import CheckResult, check_pack, load_program

_KINDS = """
enum nature: [beast, fey, undead_one, elemental]
kind creature:
  plural: creatures
  printed:
    level: number
    armour: number
    guard: number
    speed: cells
    max_hp: number
    cost: number
    natures: set of nature
    basic: attack_line or none
  state: {hp: number starts self.max_hp, ready: yes_no}
  parts: {lines: attack_line}
kind attack_line:
  part_of: creature
  printed: {bonus: number, damage: number, reach: cells starts 1 cells}
value bonus_of(attack_line line) gives number:
  start: line.bonus
  steps: {more: total}
status fierce(number extra):
  modify: bonus_of.more is extra when line.bearer is self
event begin gives number winners: |
  let total = 0
  for each c in creatures:
    set total = total + c.hp + c.level + c.armour + c.guard + c.cost + count(c.natures)
    set total = total + sum(bonus_of(l) + l.damage for l in c.lines)
  set winners = total
"""

_SHEET = """creature c{i}:
  name: {{en: Creature {i}, ru: Существо {i}}}
  level: {a}
  armour: {b}
  guard: {c}
  speed: {d} cells
  max_hp: {e}
  cost: {f}
  natures:
    - {n}
  basic: claw
  keywords:
    - fierce({a})
  lines:
    claw:
      bonus: {a}
      damage: {b}
    tail:
      bonus: {c}
      damage: {d}
      reach: 2 cells
    breath:
      name: {{en: Breath, ru: Дыхание}}
      bonus: {b}
      damage: {e}
      reach: {d} cells
  modify:
    - bonus_of.more is {d} when line.bearer is self and self.hp * 2 <= self.max_hp and self.ready
  text:
    en: A creature that was made up for a measurement and for nothing else.
    ru: Существо, придуманное для измерения и ни для чего больше.
"""


def write_pack(count: int, folder: Path) -> None:
    """A pack of so many stat sheets of 30 lines, a hundred to a file."""
    (folder / "pack.yaml").write_text(
        "pack: many\nname: Many\nversion: 1.0.0\nlanguage: 2\nplayers: 2\nstart: begin\nboard: square\n", "utf-8"
    )
    (folder / "kinds.yaml").write_text(_KINDS, "utf-8")
    natures = ("beast", "fey", "undead_one", "elemental")
    for start in range(0, count, 100):
        sheets = [
            _SHEET.format(
                i=i,
                a=i % 20 + 1,
                b=i % 13 + 10,
                c=i % 11 + 9,
                d=i % 6 + 3,
                e=i % 90 + 10,
                f=i % 70 + 5,
                n=natures[i % 4],
            )
            for i in range(start, min(start + 100, count))
        ]
        (folder / f"sheets_{start:06}.yaml").write_text("\n".join(sheets), "utf-8")


def _events(folder: Path) -> int:
    """Reading the YAML events alone, with the C parser: what any reader must do."""
    from ruamel.yaml import YAML

    count = 0
    for path in sorted(folder.glob("*.yaml")):
        yaml = YAML(typ="safe", pure=False)
        for _ in yaml.parse(path.read_text("utf-8")):
            count += 1
    return count


def _hashed(folder: Path) -> str:
    total = hashlib.sha256()
    for path in sorted(folder.glob("*.yaml")):
        total.update(path.read_bytes())
    return total.hexdigest()


# One for each mod: most sheets of the game, or a few, in every way that numbers and lists are changed.
MODS = (
    "change every creature where level < 6:\n  raise: {max_hp: 5}\n",
    "change every creature:\n  raise: {max_hp: 3, base_speed: 1 cell}\n",
    "change every attack_line where damage > 5:\n  raise: {damage: 1}\n",
    "change enum faction:\n  add: {members: planar, names.planar: {en: Planar}}\n"
    "change every creature where human in traits:\n  add: {factions: planar}\n",
    "rule wild_crits:\n  modify: critical_from.wider is 19\n"
    "change creature human_sellsword:\n  set: {bulk: large}\n  raise: {cost: 4}\n",
)


def write_mods(root: Path, texts: Sequence[str]) -> Path:
    """Writes a pack upon ddm for each text; the folder of one that needs them all."""
    folders = [root / f"mod{number}" for number in range(len(texts))]
    for folder, text in zip(folders, texts, strict=True):
        folder.mkdir()
        (folder / "pack.yaml").write_text(f"pack: {folder.name}\nneeds: {{ddm: any}}\n", "utf-8")
        (folder / "rules.yaml").write_text(text, "utf-8")
    last = root / "all"
    last.mkdir()
    needs = ", ".join(f"{one.name}: any" for one in folders)
    (last / "pack.yaml").write_text(f"pack: all_of_them\nneeds: {{ddm: any, {needs}}}\n", "utf-8")
    return last


def mods(rounds: int) -> list[Row]:
    """A game with five packs upon it against the game alone, cold and warm."""
    game = content_dir() / "ddm"
    with tempfile.TemporaryDirectory() as name:
        last = write_mods(Path(name), MODS)
        cache = Path(name) / "cache"

        def cold(folder: Path) -> None:
            assert check_pack(folder).program is not None

        def warm(folder: Path) -> None:
            for _ in range(5):
                assert load_program(folder, cache) is not None

        found = []
        for number, (what, once) in enumerate((("cold", cold), ("warm", warm))):
            once(last)
            once(game)
            mine, yard = turn_about([lambda: once(last), lambda: once(game)], rounds)  # noqa: B023
            best, median = ratio(mine, yard)
            seconds = {"median": round(median, 3), "seconds": round(min(mine), 3), "alone": round(min(yard), 3)}
            found.append(Row(f"L{13 + number}", f"a game with five packs upon it against the game alone, {what}",
                             best, 1.5, 1.2, details=seconds))  # fmt: skip
        return found


def cold_and_warm(rounds: int, count: int) -> list[Row]:
    """5,000 stat sheets: cold against the YAML events alone, warm against hashing the files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "pack"
        folder.mkdir()
        cache = Path(name) / "cache"
        write_pack(count, folder)

        def cold() -> CheckResult:
            made = check_pack(folder)
            assert made.program is not None
            return made

        mine, yard = turn_about([cold, lambda: _events(folder)], rounds)
        best, median = ratio(mine, yard)
        rows = [
            Row(
                "L1",
                f"read, check and compile {count} sheets, cold, against their YAML events alone",
                best,
                6.5,
                2.0,
                details={
                    "median": round(median, 3),
                    "seconds": round(min(mine), 2),
                    "events seconds": round(min(yard), 2),
                },
            )
        ]
        changed = folder / "sheets_000000.yaml"
        once = []
        for i in range(rounds):
            load_program(folder, cache)
            # A number, and a sentence that no other sheet has.
            text = re.sub(r"level: \d+", f"level: {i + 30}", changed.read_text("utf-8"), count=1)
            text = re.sub(r"more is \d+ when", f"more is {i + 30} when", text, count=1)
            changed.write_text(text, "utf-8")
            start = time.process_time()
            assert load_program(folder, cache) is not None
            once.append(time.process_time() - start)
        rows.append(
            Row("L4", "the same after a file of a hundred was changed, seconds", min(once), 0.75, 0.15, unit="s")
        )

        def warm() -> None:
            for _ in range(3):
                assert load_program(folder, cache) is not None

        def hashed() -> None:
            for _ in range(3):
                _hashed(folder)

        mine, yard = turn_about([warm, hashed], rounds + 2)
        best, median = ratio(mine, yard)
        rows.append(
            Row(
                "L3",
                "the same, warm, against hashing the files",
                best,
                3.0,
                1.5,
                details={
                    "median": round(median, 3),
                    "ms": round(min(mine) / 3 * 1e3, 1),
                    "hash ms": round(min(yard) / 3 * 1e3, 1),
                },
            )
        )
        return rows


def texts(rounds: int) -> Row:
    """Reading a pack with the trees of all its texts, against reading it and the bare parser on each distinct text."""
    folder = content_dir() / "ddm"
    seen: dict[tuple[parser.Start, str], None] = {}
    with pytest.MonkeyPatch.context() as patch:
        real = parser.attempt

        def noted(start: parser.Start, text: str) -> Any:
            seen[start, text] = None
            return real(start, text)

        patch.setattr(parse, "attempt", noted)
        parse._outcomes.clear()
        _trees(folder)
    bare = Lark(
        grammar_text(), parser="lalr", lexer="contextual", start=list(parser.STARTS), postlex=Indenter(),
        maybe_placeholders=True,
    )  # fmt: skip

    def yardstick() -> None:
        with paused_collector():
            read_pack(folder, Diagnostics())
        for start, text in seen:
            bare.parse(text, start=start)

    def ours() -> None:
        parse._outcomes.clear()
        _trees(folder)

    mine, yard = turn_about([ours, yardstick], rounds)
    best, median = ratio(mine, yard)
    return Row(
        "L2",
        "read a pack with the trees of its texts, against reading it and the bare parser on each distinct text",
        best,
        1.5,
        1.1,
        details={"median": round(median, 3), "texts": len(seen), "seconds": round(min(mine), 2)},
    )


def _trees(folder: Path) -> None:
    out = Diagnostics()
    with paused_collector():
        load_pack(read_pack(folder, out), out)
    assert not out.has_errors


def load_growth(rounds: int) -> Row:
    """How cold loading grows with the number of sheets."""
    sizes = (250, 1000, 4000)
    with tempfile.TemporaryDirectory() as name:
        folders = []
        for size in sizes:
            folder = Path(name) / str(size)
            folder.mkdir()
            write_pack(size, folder)
            folders.append(folder)
        times = turn_about([lambda f=f: check_pack(f) for f in folders], rounds)  # type: ignore[misc]
    return Row(
        "L5",
        "growth exponent of cold loading",
        exponent(sizes, [min(t) for t in times]),
        1.1,
        1.02,
        unit="",
        details={"sizes": list(sizes), "seconds": [round(min(t), 2) for t in times]},
    )


def _command(*args: str) -> list[str]:
    return [sys.executable, "-m", "rulewright_tools", *args]


def _wall(command: list[str], runs: int, env: dict[str, str] | None = None) -> float:
    best = 1e9
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
        best = min(best, time.perf_counter() - start)
    return best


def starting(runs: int) -> Row:
    """The start of the command line until it can work, against the bare interpreter."""
    best, bare = _wall(_command("--version"), runs), _wall([sys.executable, "-c", "pass"], runs)
    return Row(
        "L6s",
        "start of `rulewright` until its work begins, against the bare interpreter",
        best / bare,
        12.0,
        6.0,
        details={"ms": round(best * 1e3, 1), "bare ms": round(bare * 1e3, 1)},
    )


def small_check(runs: int) -> Row:
    """`rulewright check` on a small pack of which nothing is known, from start to end, as a person waits for it."""
    best = 1e9
    with tempfile.TemporaryDirectory() as name:
        env = {**os.environ, "RULEWRIGHT_CACHE": name}
        for _ in range(runs + 1):  # the first makes the tables of the parser, which are kept
            for known in Path(name).glob("*.checked"):
                known.unlink()
            best = min(best, _wall(_command("check", str(content_dir() / "skirmish")), 1, env))
    bare = _wall([sys.executable, "-c", "pass"], runs)
    return Row(
        "L6",
        "`rulewright check` on a small pack, start to end, seconds",
        best,
        0.5,
        0.2,
        unit="s",
        details={"bare interpreter": round(bare, 3), "against it": round(best / bare, 1)},
    )
