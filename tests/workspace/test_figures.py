"""Figures that several packs change in a game that says what its sheets must be: judged alone, and as a whole check
judges them. Warnings that reading a stack gives stand beside that.
"""

from __future__ import annotations

import gc
import random
import re
from pathlib import Path

import pytest

from rulewright.assets import content_dir
from rulewright.workspace.workspace import Workspace

OWN = "worth: self.cost <= self.max_hp, armed: every l in self.lines has l.bonus < self.max_hp"
GAME = """
kind line: {part_of: creature, printed: {bonus: number from 0 to 40}}
kind creature:
  owned: no
  main: cost
  printed: {cost: number from 0 to 60 starts 1, max_hp: number starts 60}
  parts: {lines: line}
  must: {OWN}
kind band:
  owned: no
  printed: {members: list of sheet of creature, share: number starts 2}
  must: {BAND}
creature wolf: {cost: 10, max_hp: 40, lines: {bite: {bonus: 4}}}
creature dire_wolf: {extends: wolf, lines: {claw: {bonus: 8}}}
creature ghost: {cost: 7, max_hp: 20, lines: {touch: {bonus: 2}}}
creature rat: 3
band few: {members: [wolf, ghost]}
value strength(creature who) gives number:
  start: who.cost + who.max_hp + sum(l.bonus for l in who.lines)
event bite(creature who):
  legal: {strong: strength(who) > 3}
  says: {strong: Too weak}
  do: remove who
event game gives number n: |
  for each sheet in sheets_of(band):
    for each one in sheet.members:
      let made = create one
      bite(made)
    let band = create sheet
    set n = n + band.share
  for each sheet in sheets_of(creature):
    let made = create sheet
    bite(made)
"""
BANDS = {
    "sheets that hang on themselves": "fair: self.share > 0",
    "sheets that hang on others": "cheap: sum(one.cost for one in self.members) <= 60",
}


def written(root: Path, band: str, **packs: str) -> Path:
    game = GAME.replace("{OWN}", "{" + OWN + "}").replace("{BAND}", "{" + band + "}")
    contents = {"base": ("version: 1.0.0\nlanguage: 2\nstart: game\n", game)}
    contents |= {name: ("language: 2\nneeds: {base: any}\n", text) for name, text in packs.items()}
    contents["both"] = f"language: 2\nneeds: {{base: any, {', '.join(f'{one}: any' for one in packs)}}}\n", ""
    for name, (manifest, text) in contents.items():
        (root / name).mkdir()
        (root / name / "pack.yaml").write_text(f"pack: {name}\n{manifest}", "utf-8")
        (root / name / "rules.yaml").write_text(text, "utf-8")
    return root


def some_figures(rng: random.Random) -> str:
    """What a mod says of figures, now and then of one that is too high."""
    text = ""
    for target in rng.sample(("wolf", "ghost", "rat"), rng.randint(1, 2)):
        field, most = rng.choice((("cost", 30), ("cost", 66), ("max_hp", 50), ("max_hp", 70)))
        text += f"change creature {target}:\n  set: {{{field}: {rng.randint(5, most)}}}\n"
    if rng.random() < 0.4:
        text += f"change every creature where cost < 12:\n  raise: {{max_hp: {rng.randint(1, 9)}}}\n"
    if rng.random() < 0.4:
        text += f"change creature wolf:\n  raise: {{lines.bite.bonus: {rng.randint(1, 45)}}}\n"
    return text + "# more\n" * rng.randint(0, 2)


def told(workspace: Workspace) -> list[tuple[str, str, str, str | None, list[str]]]:
    return [(one.code, str(one.span), one.message, one.hint, [str(also) for also in one.related])
            for one in workspace.diagnostics()]  # fmt: skip


@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize("seed", range(3))
def test_figures_of_two_mods_are_judged_as_a_whole_check_judges_them(tmp_path: Path, band: str, seed: int) -> None:
    rng = random.Random(f"{band} {seed}")
    folder = written(tmp_path, BANDS[band], one="", two="")
    workspace = Workspace(folder / "both")
    assert told(workspace) == []
    codes: set[tuple[str, bool]] = set()
    text = (folder / "base" / "rules.yaml").read_text("utf-8")
    for _ in range(40):
        file = rng.choice(("one:rules.yaml", "two:rules.yaml", "one:rules.yaml", "base:rules.yaml"))
        new = some_figures(rng) if file[0] != "b" else text.replace("rat: 3", f"rat: {rng.randint(3, 66)}")
        workspace.write(file, new)
        fresh = Workspace(folder / "both")
        for name in ("one:rules.yaml", "two:rules.yaml", "base:rules.yaml"):
            fresh.write(name, workspace.text(name))
        found = told(workspace)
        assert found == told(fresh)
        codes |= {(one[0], workspace._check().result.is_settled) for one in found}
    # What reading tells is told beside what is known to be in order; what a sheet must be is found again.
    assert {("RW251", True), ("RW546", False), ("RW458", False)} <= codes


FILES = {
    "skirmish": "kinds.yaml", "ddm": "creatures/companies.yaml", "mods/ddm_grand": "ddm_arena:gladiators.yaml",
}  # fmt: skip


@pytest.mark.parametrize("pack", FILES)
def test_a_changed_figure_of_a_pack_that_ships_is_judged_alone(pack: str) -> None:
    """And leaves nothing behind that only a search for cycles would free."""
    workspace = Workspace(content_dir() / pack)
    assert workspace.diagnostics() == ()
    text = workspace.text(FILES[pack])
    gc.collect()
    gc.disable()
    try:
        for more in (1, 2):
            new = re.sub(r"max_hp: (\d+)(?=\n  \w)", lambda found: f"max_hp: {int(found[1]) + more}", text, count=1)  # noqa: B023
            workspace.write(FILES[pack], new)
            assert workspace.diagnostics() == ()
            assert workspace._check().result.is_remembered
            left = gc.collect()
    finally:
        gc.enable()
    assert left < 2_000
