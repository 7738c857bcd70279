"""Stacks at random, of everything that packs do to one another, against every order tried: no pair that conflicts is
missed, and none is told that does not.
"""

from __future__ import annotations

import random
import re
from itertools import permutations

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs, read

from rulewright.diagnostics import Diagnostics
from rulewright.pack.model import Pack
from rulewright.stack.words import exact_of, text_of

MORE = """
area water: {}
area wall: {}
map ford:
  rows: |
    ...
    ..~
  legend: {"~": water, "#": wall}
event hop(creature who): set who.hp = who.hp + 1
event turn(creature who, player side):
  do: |
    offer side or pass as deed:
      hop(who)
      rest(who)
kind card: {printed: {worth: number}}
card ember:
  worth: 1
card well:
  worth: 2
kind decklist: {printed: {cards: list of card}}
decklist hearth:
  cards: [ember, well, ember]
value rank_of(creature who) gives number:
  decide: [3 if who.level > 3, 1]
"""
MANIFEST = "version: 1.2.0\nboard: square\nplayers: 2\nranks: [early]\n"
# What a pack may do to a definition: whole heads, or verbs below `change`. One of each is drawn at most.
EDITS: dict[str, tuple[str, ...]] = {
    "creature wolf": ("set: {max_hp: 80}", "raise: {max_hp: 5}", "scale: {cost: 110%}", "raise: {cost: 3}",
                      "remove: [lines.bite]", "take: {traits: beast}", "add: {traits: [human, human]}",
                      "add: {lines.tail: {bonus: 1}}", "add: {lines.tail: {bonus: 2}}", "expects: {max_hp: 65}"),
    "creature ghost": ("remove", "raise: {cost: 1}", "set: {level: 5}"),
    "every creature where level < 4": ("raise: {cost: 2}", "set: {bold: true}"),
    "event rest": ("remove", "replace event rest(creature who):\n  do: set who.hp = 2",
                   "replace event rest(creature who, number far):\n  do: set who.hp = far",
                   "set: {legal.hurt: who.hp < 9}", "add: {legal.awake: who.hp > 0}", "remove: [legal.hurt]",
                   "set: {do: set who.hp = 1}"),
    "event turn": ("add: {do.deed: hop(who)}", "take: {do.deed: hop}",
                   "set:\n    do: |\n      offer side or pass as deed:\n        hop(who)"),
    "enum colour": ("add: {ordered: dim after pale}", "add: {ordered: grey after pale}", "take: {ordered: dark}",
                    "add: {ordered: black after dark}"),
    "enum trait": ("add: {members: plant}", "take: {members: undead}", "set: {members: [human, beast]}"),
    "value strength": ("set: {steps.cap: highest}", "remove: [steps.cap]", "add: {steps.late: total after bonus}",
                       "add: {steps.more: total after bonus}", "add: {steps.least: lowest after bonus}",
                       "set: {start: 3}"),
    "value rank_of": ("add: {decide: 4 if who.level > 2}", "add: {decide: 5 if who.level > 1}"),
    "decklist hearth": ("add: {cards: ember}", "take: {cards: ember}", "take: {cards: well}",
                        "add: {cards: [well, well]}", "set: {cards: [well]}"),
    "map ford": ('set: {rows.A1: "~"}', 'set: {rows.A1: "#"}', 'set: {rows.B2: "#"}', 'expects: {rows.A1: "."}',
                 'set: {rows: "..~"}'),
    "pack base": ("set: {players: 3}", "raise: {players: 1}", "add: {ranks: [late after early]}",
                  "add: {ranks: [last after early]}", "expects: {players: 2}", "set: {text.en: Some}"),
}  # fmt: skip


def some_mod(rng: random.Random, targets: list[str]) -> str:
    """What one pack does to one to three definitions."""
    heads = []
    for target in rng.sample(targets, rng.randint(1, min(3, len(targets)))):
        edit = rng.choice(EDITS[target])
        if edit == "remove":
            heads.append(f"remove {target}: {{}}\n")
        elif edit.startswith("replace"):
            heads.append(f"{edit}\n")
        else:
            heads.append(f"change {target}:\n  {edit}\n")
    return "".join(heads)


def seen(pack: Pack, out: Diagnostics) -> tuple[dict[tuple[str, str], str], frozenset[tuple[str, str]]]:
    """What a stack comes to: every field, and of each pack what its changes did not find."""
    fields: dict[tuple[str, str], str] = {}
    for one in pack.declarations:
        for name, field in one.fields.items():
            text = exact_of(field.node)
            if name not in ("ordered", "decide"):
                text = ", ".join(sorted(text_of(field.node).split(", "))) if name != "rows" else text
            fields[one.key.value, name] = text
        steps = one.fields.get("steps")
        if steps is not None:
            fields[one.key.value, "steps"] = in_order(text_of(steps.node))
        for name, lines in (one.lines or {}).items():
            fields[one.key.value, f"do.{name}"] = ", ".join(sorted(f"{verb} {text_of(line)}" for verb, line in lines))
    for name, field in pack.manifest.items():
        fields["pack", name] = exact_of(field.node)
    lost = {(one.span.source.name, one.message) for one in out if one.code in ("RW241", "RW243", "RW244")}
    return fields, frozenset(lost)


def in_order(steps: str) -> str:
    """Steps in their order, but for neighbours that both add."""
    found: list[list[str]] = []
    for step in steps.split(", "):
        if step.endswith(": total") and found and found[-1][0].endswith(": total"):
            found[-1].append(step)
        else:
            found.append([step])
    return "; ".join(", ".join(sorted(several)) for several in found)


@pytest.mark.parametrize("seed", range(220))
def test_what_is_told_is_what_differs_in_some_order(packs: Packs, seed: int) -> None:
    rng = random.Random(seed)
    names = ("apple", "berry", "cider")[: rng.choice((2, 2, 2, 3))]
    targets = rng.sample(sorted(EDITS), 3)
    texts = {name: some_mod(rng, targets) for name in names}
    folder = packs(BASE + MORE, **{name: (NEEDS, text) for name, text in texts.items()})
    (folder / "base" / "pack.yaml").write_text(f"pack: base\n{MANIFEST}")
    results = {}
    for order in permutations(names):
        for name, before in zip(order, (None, *order), strict=False):
            after = "" if before is None else f"after: [{before}]\n"
            (folder / name / "pack.yaml").write_text(f"pack: {name}\n{NEEDS}{after}")
        pack, out = read(folder, "base", *names)
        assert not [one for one in out if one.code in ("RW251", "RW252")], texts
        results[order] = seen(pack, out)
    differ = {frozenset(order[at : at + 2]) for order, result in results.items() for at in range(len(order) - 1)
              if result != results[*order[:at], order[at + 1], order[at], *order[at + 2 :]]}  # fmt: skip
    for name in names:
        (folder / name / "pack.yaml").write_text(f"pack: {name}\n{NEEDS}")
    _, out = read(folder, "base", *names)
    told = [one for one in out if one.code in ("RW251", "RW252")]
    said = {frozenset(re.findall(r"'(apple|berry|cider)'", one.message)) for one in told}
    if all(one.code == "RW251" for one in told):
        assert said == differ, texts
        # What another order finds is told as a conflict, and not as an error too.
        lost = [one for _, one in results.values()]
        everywhere = lost[0].intersection(*lost)
        assert seen(pack, out)[1] == everywhere, texts
    else:
        # A definition that one removes or replaces has to be settled first: what else is changed in it is not compared.
        assert said <= differ, texts


def test_all_of_them_occur() -> None:
    drawn = "".join(some_mod(random.Random(seed), random.Random(seed).sample(sorted(EDITS), 3)) for seed in range(300))
    assert all(edit.partition("\n")[0].removesuffix(": {}") in drawn for several in EDITS.values() for edit in several)
