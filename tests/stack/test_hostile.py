"""Changes of any shape are diagnostics and never exceptions."""

from __future__ import annotations

import random
import time

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs
from tests.stack.test_verbs import TURN

from rulewright.pipeline import check_pack
from rulewright.scenario.checked import check_with_tests

FORD = """
area water: {}
map ford:
  rows: |
    ...
    ..~
  legend: {"~": water}
"""
HEADS = (
    "change creature wolf", "change creature dire_wolf", "change every creature", "change every line where bonus > 2",
    "change event rest", "change event turn", "change value strength", "change enum colour", "change kind creature",
    "change pack base", "change every creature where", "change every creature where level <", "change wolf", "change",
    "remove creature ghost", "remove value strength", "replace event rest(creature who)", "replace event", "remove",
    "change kind line", "change map ford", "replace map ford",
    "change every creature where traits", "change every", "change creature wolf extra words",
)  # fmt: skip
VERBS = ("set", "add", "take", "remove", "raise", "lower", "scale", "expects", "sett", "")
PATHS = (
    "max_hp", "lines", "lines.bite", "lines.bite.bonus", "lines.bite.bonus.more", "lines..bonus", ".", "", "traits",
    "traits.beast", "legal", "legal.hurt", "do", "do.deed", "do.deed.more", "steps", "steps.cap", "steps.late",
    "ordered", "name.en", "keywords", "keywords.keen", "extends", "rules", "settings.x", "printed.max_hp", "state.hp",
    "parts.lines", "react.after hit.limit", "modify", "react", "start", "board", "players", "names.x.en", "allow.RW450",
    "rows", "rows.A1", "rows.B2", "rows.ZZZ9999", "rows.A1.x", "ranks", "decide",
)  # fmt: skip
VALUES = (
    "5", "-3", "1 cell", "110%", "3/0", "0%", "99999999999", "{a: b}", "{}", "[]", "[1, 2]", "[[1], {a: 2}]", '""',
    "late after cap", "total after bonus", "yes", "wolf", "'{'", "who.hp > 3", "{bonus: 2}", "{bonus: {x: 1}}",
    "hop(who)", "hop(", "~", "|\n      set who.hp = 1\n", "",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_no_change_is_an_exception(packs: Packs, seed: int) -> None:
    rng = random.Random(seed)
    folder = packs(BASE + TURN + FORD)
    for _ in range(25):
        # Both at random: what they do to one another is compared, too.
        packs(BASE + TURN + FORD, mod=(NEEDS, some_changes(rng)), more=(NEEDS, some_changes(rng)))
        (folder / "both").mkdir(exist_ok=True)
        (folder / "both" / "pack.yaml").write_text("pack: both\nneeds: {base: any, mod: any, more: any}\n" + rng.choice(
            ("", "order: [more, mod]\n", "prefers: {creature wolf.max_hp: mod, pack base.players: no_such}\n")))
        found = check_pack(folder / "both").diagnostics
        assert all(one.message and one.span is not None for one in found)


def some_changes(rng: random.Random) -> str:
    lines = []
    for head in rng.sample(HEADS, rng.randint(1, 3)):
        lines.append(f"{head}:")
        for verb in rng.sample(VERBS, rng.randint(0, 3)):
            path, value = rng.choice(PATHS), rng.choice(VALUES)
            lines.append(f"  {verb!r}: " + rng.choice((f"{{{path!r}: {value}}}" if "\n" not in value else value,
                                                       f"\n    {path!r}: {value}", f"[{path!r}]", value)))
    return "\n".join(lines) + "\n"


_MANY = 5_000


@pytest.mark.parametrize("manifest", [
    "needs: {" + ", ".join(f"p{i}: any" for i in range(_MANY)) + "}\n",
    "needs: {" + ", ".join(f"p{i}: newest" for i in range(_MANY)) + "}\n",
    NEEDS + "optional: {" + ", ".join(f"p{i}: newest" for i in range(_MANY)) + "}\n",
    NEEDS + "breaks: {base: {" + ", ".join(f"p{i} runs: it is brave" for i in range(_MANY)) + "}}\n",
    NEEDS + "order: [" + ", ".join(f"p{i}" for i in range(_MANY)) + "]\n",
])  # fmt: skip
def test_packs_without_number_are_diagnostics_and_soon(packs: Packs, manifest: str) -> None:
    folder = packs(mod=(NEEDS, ""))
    (folder / "mod" / "pack.yaml").write_text("pack: mod\n" + manifest)
    before = time.process_time()
    found = check_with_tests(folder / "mod").diagnostics
    assert len(list(found)) > 0
    assert time.process_time() - before < 3
