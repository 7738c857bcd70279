"""What differs between two packs, field by field, and in matches that are played again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs, read

from rulewright.stack.compare import differences
from rulewright_tools import cli
from rulewright_tools.show import differences as words

CHANGES = """
change creature wolf:
  set: {max_hp: 70}
  add: {traits: human}
  remove: [lines.claw]
remove creature ghost: {}
creature fox:
  extends: wolf
change event rest:
  add: {legal.awake: who.hp > 0}
"""


def test_each_field_that_is_another_is_told_with_who_did_it(packs: Packs) -> None:
    folder = packs(mod=(NEEDS + "settings: {quick: yes_no starts false}\n", CHANGES))
    old, _ = read(folder, "base")
    new, _ = read(folder, "mod")
    assert [(one.definition, one.path, one.before, one.after, [told.pack for told in one.told])
            for one in differences(old, new)] == [
        ("creature wolf", "max_hp", "65", "70", ["mod"]),
        ("creature wolf", "traits", "beast", "beast, human", ["mod"]),
        ("creature wolf", "lines.claw.bonus", "2", "", ["mod"]),
        ("creature dire_wolf", "max_hp", "65", "70", ["mod"]),
        ("creature dire_wolf", "traits", "beast", "beast, human", ["mod"]),
        ("creature dire_wolf", "lines.claw.bonus", "2", "", ["mod"]),
        ("event rest", "legal.awake", "", "who.hp > 0", ["mod"]),
        ("creature fox", "", "", "creature fox", []),
        ("creature ghost", "", "creature ghost", "", ["mod"]),
        ("pack", "settings.quick", "", "yes_no starts false", []),
    ]  # fmt: skip
    assert differences(new, new) == []


def test_only_what_the_old_pack_has_not_is_told(packs: Packs) -> None:
    """A field that a mod of both packs changes, too; a definition that is replaced or gone; the manifest."""
    more = (
        "change creature wolf:\n  raise: {max_hp: 2}\nreplace event rest(creature who):\n  do: set who.hp = 1\n"
        "change pack base:\n  add: {name: {en: Base}}\nremove creature ghost: it is day\n"
    )
    folder = packs(
        mod=(NEEDS, "change creature wolf:\n  raise: {max_hp: 5}\n"), more=("needs: {base: any, mod: any}\n", more)
    )
    old, _ = read(folder, "mod")
    new, _ = read(folder, "more")
    told = words.fields(differences(old, new), "mod", "more")
    assert [re.sub(r" \(.*rules", " (rules", line) for line in told] == [
        "  creature wolf  max_hp: 70 -> 72, raise by more  (rules.yaml:2)",
        "  creature dire_wolf  max_hp: 70 -> 72, raise by more  (rules.yaml:2)",
        "  event rest  do: set who.hp = who.max_hp -> set who.hp = 1, replace by more  (rules.yaml:4)",
        "  event rest  legal.hurt: who.hp < who.max_hp -> -, replace by more  (rules.yaml:3)",
        "- creature ghost, remove by more  (rules.yaml:7)",
        "  pack  name.en: - -> Base, add by more  (rules.yaml:6)",
        "5 fields changed, 0 definitions added, 1 definition removed",
    ]
    gone = words.as_data(differences(old, new), None, None, None, "mod", "more")["gone"]
    assert [one["changes"][0]["pack"] for one in gone] == ["more"]


def test_a_line_of_an_offer_may_be_written_in_the_block(packs: Packs) -> None:
    base = "event wait(player p): {}\nevent rest(player p): {}\nevent ask(player p): |\n  offer p:\n    wait(p)\n"
    folder = packs(base, mod=(NEEDS, "change event ask:\n  add: {do.offer: rest(p)}\n"))
    old, new = read(folder, "base")[0], read(folder, "mod")[0]
    assert [one.path for one in differences(old, new)] == ["do.offer"]
    packs(base + "    rest(p)\n")
    assert differences(read(folder, "base")[0], new) == []


STEPS = BASE.replace("steps: {bonus: total, cap: lowest}", "steps: {bonus: total, floor: highest, cap: lowest}")


def test_where_a_new_step_stands_is_told(packs: Packs) -> None:
    added = "change value strength:\n  add: {steps.late: total after floor, steps.early: total before bonus}\n"
    folder = packs(STEPS, mod=(NEEDS, added))
    found = differences(read(folder, "base")[0], read(folder, "mod")[0])
    assert [(one.path, one.after, one.stands) for one in found] == [
        ("steps.early", "total", "first"), ("steps.late", "total", "after floor")]  # fmt: skip
    assert words.fields(found, "base", "mod")[1].startswith(
        "  value strength  steps.late: - -> total, after floor, add by mod  (")
    assert words.as_data(found, None, None, None, "base", "mod")["fields"][1]["stands"] == "after floor"


def test_another_order_of_the_same_steps_is_told_once(packs: Packs) -> None:
    turned = "change value strength:\n  set: {steps: {cap: lowest, extra: total, bonus: total, floor: highest}}\n"
    folder = packs(STEPS, mod=(NEEDS, turned))
    found = differences(read(folder, "base")[0], read(folder, "mod")[0])
    assert [(one.path, one.before, one.after, one.stands) for one in found] == [
        ("steps.extra", "", "total", "after cap"),
        ("steps in order", "bonus, floor, cap", "cap, bonus, floor", ""),
    ]  # fmt: skip
    (line,) = [one for one in words.fields(found, "base", "mod") if "in order" in one]
    assert line.startswith("  value strength  steps in order: bonus, floor, cap -> cap, bonus, floor, set by mod  (")
    assert found[1].span.text == "steps"


def test_the_order_of_parts_counts_for_nothing(packs: Packs) -> None:
    game = BASE.replace("parts: {lines: line}", "parts: {steps: line}").replace("  lines: {bite", "  steps: {bite")
    folder = packs(game)
    old, _ = read(folder, "base")
    parts = "bite: {bonus: 4}", "claw: {bonus: 2}"
    packs(game.replace(", ".join(parts), ", ".join((*reversed(parts), "tail: {bonus: 1}"))))
    found = differences(old, read(folder, "base")[0])
    assert {(one.path, one.stands) for one in found} == {("steps.tail.bonus", "")}


def test_the_order_of_steps_in_a_later_version_is_told_at_its_line(packs: Packs) -> None:
    folder = packs(STEPS)
    old, _ = read(folder, "base")
    packs(STEPS.replace("floor: highest, cap: lowest", "cap: lowest, floor: highest"))
    (found,) = differences(old, read(folder, "base")[0])
    assert (found.path, found.before, found.after) == ("steps in order", "bonus, floor, cap", "bonus, cap, floor")
    assert found.span.text == "{bonus: total, cap: lowest, floor: highest}"


GAME = """
kind player: {state: {hp: number starts 9}}
event hurt(player who, number amount):
  do: set who.hp = who.hp - amount
event wait(player who): {}
event play gives set of player winners: |
  repeat up to 4:
    for each p in players:
      offer p:
        hurt(next_seat(p), 2)
        wait(p)
  set winners = all(p in players with most p.hp)
"""


def test_matches_are_played_again_up_to_the_first_difference(
    packs: Packs, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = packs(GAME, quiet=(NEEDS, "change kind player:\n  add: {name: {en: Seat}}\n"),
                   loud=(NEEDS, "rule harder:\n  before: hurt\n  do: set amount = 3\n"))  # fmt: skip
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    assert told(capsys, folder, "quiet") == (cli.CONTENT, "3 of 3 matches go the same way")
    assert told(capsys, folder, "loud") == (cli.CONTENT, "0 of 3 matches go the same way")


def told(capsys: pytest.CaptureFixture[str], folder: Path, mod: str) -> tuple[int, str]:
    code = cli.run(["diff", str(folder / "base"), "--with", str(folder / mod), "--matches", "3"])
    last = capsys.readouterr().out.splitlines()[-1]
    found = re.match(r"\d of \d matches go the same way", last)
    assert found is not None, last
    return code, found[0]
