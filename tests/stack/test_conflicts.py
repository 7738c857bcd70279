"""Forty pairs of packs of which nothing says which comes first: twenty that conflict, twenty that do not. And packs at
random, against every order tried.
"""

from __future__ import annotations

import random
from itertools import combinations, permutations
from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs, definition, field, fields, messages, read

from rulewright.pipeline import check_pack

WOLF = "change creature wolf:\n  "
REST = "change event rest:\n  "
STRENGTH = "change value strength:\n  "
COLOUR = "change enum colour:\n  "

CONFLICTS = {
    "set and another set": (WOLF + "set: {max_hp: 80}", WOLF + "set: {max_hp: 70}"),
    "set and raise": (WOLF + "set: {max_hp: 80}", WOLF + "raise: {max_hp: 7}"),
    "raise and scale": (WOLF + "raise: {cost: 5}", WOLF + "scale: {cost: 200%}"),
    "all parts, and a field of one": (WOLF + "set: {lines: {bite: {bonus: 1}}}", WOLF + "raise: {lines.bite.bonus: 1}"),
    "one part, added otherwise": (WOLF + "add: {lines.tail: {bonus: 2}}", WOLF + "add: {lines.tail: {bonus: 3}}"),
    "add and take": (WOLF + "add: {traits: human}", WOLF + "take: {traits: human}"),
    "add, and every that has it": (WOLF + "add: {traits: undead}",
                                   "change every creature where undead in traits:\n  raise: {cost: 1}"),
    "remove a field and set it": (WOLF + "remove: [lines.bite.bonus]", WOLF + "raise: {lines.bite.bonus: 3}"),
    "remove and change": ("remove creature ghost: {}", "change creature ghost:\n  raise: {max_hp: 2}"),
    "replace and change": ("replace event rest(creature who):\n  legal: {hurt: who.hp < 3}\n  do: set who.hp = 3",
                           REST + "set: {legal.hurt: who.hp < 9}"),
    "a text and another": (REST + "set: {do: set who.hp = 1}", REST + "set: {do: set who.hp = 2}"),
    "a step, set and removed": (STRENGTH + "set: {steps.cap: highest}", STRENGTH + "remove: [steps.cap]"),
    "expects and raise": (WOLF + "expects: {max_hp: 65}", WOLF + "raise: {max_hp: 1}"),
    "every below a level, and a level": ("change every creature where level < 3:\n  raise: {max_hp: 5}",
                                         WOLF + "set: {level: 3}"),
    "two at one anchor of an order": (COLOUR + "add: {ordered: dim after pale}",
                                      COLOUR + "add: {ordered: grey after pale}"),
    "two every": ("change every creature:\n  raise: {cost: 3}", "change every creature:\n  scale: {cost: 150%}"),
    "every part, and a new part": ("change every line:\n  raise: {bonus: 1}", WOLF + "add: {lines.tail: {bonus: 2}}"),
    "a new row of a decision": ("change value rank_of:\n  add: {decide: 3 if who.level > 3}",
                                "change value rank_of:\n  add: {decide: 4 if who.level > 2}"),
    "two steps that last": (STRENGTH + "add: {steps.one: last after bonus}",
                            STRENGTH + "add: {steps.two: lowest after bonus}"),
    "legal, set otherwise": (REST + "set: {legal.hurt: who.hp < 3}", REST + "set: {legal.hurt: who.hp < 4}"),
}

SILENT = {
    "one value, set twice": (WOLF + "set: {max_hp: 80}", WOLF + "set: {max_hp: 80}"),
    "raise and lower": (WOLF + "raise: {cost: 5}", WOLF + "lower: {cost: 2}"),
    "scale and scale": (WOLF + "scale: {max_hp: 110%}", WOLF + "scale: {max_hp: 50%}"),
    "a template and what extends it": (WOLF + "set: {max_hp: 80}", "change creature dire_wolf:\n  raise: {max_hp: 1}"),
    "two fields of one part": (WOLF + "set: {lines.bite.bonus: 1}", WOLF + "set: {lines.bite.reach: 2 cells}"),
    "one trait and another": (WOLF + "add: {traits: human}", WOLF + "add: {traits: undead}"),
    "one in, another out": (WOLF + "add: {traits: human}", WOLF + "take: {traits: beast}"),
    "both remove": ("remove creature ghost: {}", "remove creature ghost: none left"),
    "two permissions": ("rule one: {modify: forbid calm}", "rule two: {modify: allow calm}"),
    "a condition waived, another added": ("rule one: {modify: waive rest.hurt}", REST + "add: {legal.far: who.hp > 1}"),
    "every by two fields": ("change every creature where level < 3:\n  raise: {max_hp: 5}", WOLF + "raise: {cost: 3}"),
    "the same part added": (WOLF + "add: {lines.tail: {bonus: 2}}", WOLF + "add: {lines.tail: {bonus: 2}}"),
    "two parts added": (WOLF + "add: {lines.tail: {bonus: 2}}", WOLF + "add: {lines.paw: {bonus: 2}}"),
    "two members": ("change enum trait:\n  add: {members: plant}", "change enum trait:\n  add: {members: fey}"),
    "two steps that add": (STRENGTH + "add: {steps.one: total after bonus}",
                           STRENGTH + "add: {steps.two: total after bonus}"),
    "sentences on a step": ("rule one: {modify: strength.bonus is 3}", "rule two: {modify: strength.bonus is 4}"),
    "new definitions": ("creature fox:\n  extends: wolf", "creature hare:\n  extends: wolf"),
    "names in two languages": ("change kind creature:\n  add: {name: {en: Creature}}",
                               "change kind creature:\n  add: {name: {ru: Существо}}"),
    "two definitions": (WOLF + "set: {max_hp: 1}", "change creature ghost:\n  set: {max_hp: 1}"),
    "two legal conditions": (REST + "add: {legal.one: who.hp > 1}", REST + "add: {legal.two: who.hp > 2}"),
}


# Of each the first two mean the same, and the third means something else.
MEANT = {
    "a condition": (REST + "set: {legal.hurt: who.hp < 3}", REST + "set: {legal.hurt: (who.hp) <3}",
                    REST + "set: {legal.hurt: (who.hp) <4}"),
    "a condition that both add": (REST + "add: {legal.far: who.hp > 1}", REST + "add: {legal.far: (who.hp>1)}",
                                  REST + "add: {legal.far: (who.hp>2)}"),
    "a text": (REST + "set:\n    do: |\n      if who.hp > 1:\n        set who.hp = 1",
               REST + "set:\n    do: |\n      # less\n      if (who.hp > 1):\n          set who.hp = (1)",
               REST + "set:\n    do: |\n      # less\n      if (who.hp > 1):\n          set who.hp = (2)"),
    "the start of a value": (STRENGTH + "set: {start: who.level + 1 * 2}",
                             STRENGTH + "set: {start: who.level + (1 * 2)}",
                             STRENGTH + "set: {start: (who.level + 1) * 2}"),
    "a row of a decision": ("change value rank_of:\n  add: {decide: 3 if who.level > 3}",
                            "change value rank_of:\n  add: {decide: 3 if (who.level > 3)}",
                            "change value rank_of:\n  add: {decide: 3 if (who.level > 2)}"),
    "a formula of a sheet": ("change spell spark:\n  set: {worth: 1 + 2 * 3}",
                             "change spell spark:\n  set: {worth: 1+(2*3)}",
                             "change spell spark:\n  set: {worth: (1+2)*3}"),
    "the one text of a sheet": ("change spell frost:\n  set: {effect: set caster.hp = 1}",
                                "change spell frost:\n  set: {effect: \"set caster.hp = (1)\"}",
                                "change spell frost:\n  set: {effect: \"set caster.hp = (2)\"}"),
    "sentences": ("change rule brave:\n  set: {modify: [forbid calm when who.hp is 1, strength.bonus is 3]}",
                  "change rule brave:\n  set: {modify: [strength.bonus is (3), forbid calm when (who.hp is 1)]}",
                  "change rule brave:\n  set: {modify: [strength.bonus is (3), forbid calm when (who.hp is 2)]}"),
    "a replacement": ("replace event rest(creature who):\n  legal: {hurt: who.hp < 3}\n  do: set who.hp = 3",
                      "replace event rest(creature who):\n  legal: {hurt: (who.hp < 3)}\n  do: set who.hp = (3)",
                      "replace event rest(creature who):\n  legal: {hurt: (who.hp < 4)}\n  do: set who.hp = (3)"),
    "words that people read": (WOLF + "set: {name: {en: A wolf}}", WOLF + "set: {name: {en: A  wolf}}",
                               WOLF + "set: {name: {en: (A wolf)}}"),
}  # fmt: skip


def told(folder: Path) -> list[str]:
    _, out = read(folder, "base", "apple", "berry")
    return [one.code for one in out if one.code in ("RW251", "RW252")]


MORE = """
permission calm(creature who): true
value rank_of(creature who) gives number:
  decide: [1]
kind spell: {formulas: {worth: number}, texts: [effect(creature caster)], main: effect}
spell spark: {worth: 1, effect: set caster.hp = 2}
spell frost: {worth: 1, effect: set caster.hp = 2}
rule brave: {modify: strength.bonus is 1}
"""


def written(packs: Packs, pair: tuple[str, str], more: str = "") -> Path:
    from tests.stack.conftest import BASE

    return packs(BASE + MORE, apple=(NEEDS, pair[0] + "\n"), berry=(NEEDS + more, pair[1] + "\n"))


def test_there_are_twenty_of_each() -> None:
    assert (len(CONFLICTS), len(SILENT)) == (20, 20)


@pytest.mark.parametrize("pair", CONFLICTS)
def test_a_pair_that_conflicts_is_told_once_and_settled_by_an_order(packs: Packs, pair: str) -> None:
    assert len(told(written(packs, CONFLICTS[pair]))) == 1
    assert told(written(packs, CONFLICTS[pair], "after: [apple]\n")) == []


@pytest.mark.parametrize("pair", SILENT)
def test_a_pair_that_does_not_conflict_is_silent(packs: Packs, pair: str) -> None:
    folder = written(packs, SILENT[pair])
    _, out = read(folder, "base", "apple", "berry")
    assert messages(out) == []


@pytest.mark.parametrize("name", MEANT)
def test_what_means_the_same_is_no_conflict_however_it_is_written(packs: Packs, name: str) -> None:
    first, same, another = MEANT[name]
    assert told(written(packs, (first, same))) == []
    assert len(told(written(packs, (first, another)))) == 1


def test_both_results_are_told(packs: Packs) -> None:
    _, out = read(written(packs, CONFLICTS["raise and scale"]), "base", "apple", "berry")
    assert [one.message for one in out] == [
        "'apple' and 'berry' conflict: the order decides 'cost' of creature wolf (30 or 25), and 1 more field"]
    assert [one.span.source.name for one in out] == ["berry:rules.yaml"]
    assert [one.span.source.name for found in out for one in found.related] == ["apple:rules.yaml"]


def test_a_pack_behind_both_settles_it(packs: Packs) -> None:
    folder = written(packs, CONFLICTS["set and another set"])
    packs(peace=("needs: {base: any, apple: any, berry: any}\n", WOLF + "set: {max_hp: 77}\n"))
    pack, out = read(folder, "peace")
    assert messages(out) == []
    assert field(pack, "wolf", "max_hp") == "77"


def test_a_pack_that_needs_both_can_say_their_order_or_whom_it_prefers(packs: Packs) -> None:
    folder = written(packs, CONFLICTS["set and another set"])
    for more, value in (("order: [berry, apple]\n", "80"), ("order: [apple, berry]\n", "70"),
                        ("prefers: {creature wolf.max_hp: apple}\n", "80")):
        packs(peace=(f"needs: {{base: any, apple: any, berry: any}}\n{more}", ""))
        pack, out = read(folder, "peace")
        assert messages(out) == []
        assert field(pack, "wolf", "max_hp") == value


@pytest.mark.parametrize(("prefers", "kept"), [
    ("creature wolf.lines.kick.bonus: apple", "kick: bonus: 7"),
    ("creature wolf.lines.kick: apple", "kick: bonus: 7"),
    ("creature wolf.lines.kick.bonus: berry", "kick: bonus: 9, reach: 2 cells"),
])  # fmt: skip
def test_a_field_inside_of_what_two_packs_add_stands_for_all_of_it(packs: Packs, prefers: str, kept: str) -> None:
    """The path is that of the conflict's own message."""
    folder = packs(apple=(NEEDS, WOLF + "add: {lines.kick: {bonus: 7}}\n"),
                   berry=(NEEDS, WOLF + "add: {lines.kick: {bonus: 9, reach: 2 cells}}\n"))  # fmt: skip
    needs = "needs: {base: any, apple: any, berry: any}\n"
    packs(peace=(needs, ""))
    assert any("'lines.kick.bonus' of creature wolf" in one for one in messages(read(folder, "peace")[1]))
    packs(peace=(f"{needs}prefers: {{{prefers}}}\n", ""))
    pack, out = read(folder, "peace")
    assert messages(out) == []
    assert str(field(pack, "wolf", "lines")).endswith(kept)


def test_two_packs_that_are_both_preferred_inside_of_one_whole_still_conflict(packs: Packs) -> None:
    folder = packs(apple=(NEEDS, WOLF + "add: {lines.kick: {bonus: 7, reach: 3 cells}}\n"),
                   berry=(NEEDS, WOLF + "add: {lines.kick: {bonus: 9, reach: 2 cells}}\n"))  # fmt: skip
    prefers = "prefers: {creature wolf.lines.kick.bonus: apple, creature wolf.lines.kick.reach: berry}\n"
    packs(peace=(f"needs: {{base: any, apple: any, berry: any}}\n{prefers}", ""))
    assert any(one.startswith("RW251") for one in messages(read(folder, "peace")[1]))


GAME = "change pack base:\n  "


@pytest.mark.parametrize(("first", "second", "codes"), [
    ("set: {players: 3}", "set: {players: 2}", ["RW251"]), ("set: {players: 3}", "set: {players: 3}", []),
    ("set: {players: 3}", "raise: {players: 1}", ["RW251"]), ("set: {players: 3}", "expects: {players: 2}", ["RW251"]),
    ("add: {ranks: [late after early]}", "add: {ranks: [last after early]}", ["RW251"]),
    ("set: {players: 3}", "add: {ranks: [late]}", []),
    ("add: {settings: {one: yes_no}}", "add: {settings: {two: yes_no}}", []),
])  # fmt: skip
def test_two_that_change_the_manifest(packs: Packs, first: str, second: str, codes: list[str]) -> None:
    for more, said in (("", codes), ("after: [apple]\n", [])):
        folder = packs(apple=(NEEDS, GAME + first + "\n"), berry=(NEEDS + more, GAME + second + "\n"))
        (folder / "base" / "pack.yaml").write_text("pack: base\nplayers: 2\nranks: [early]\n")
        assert [one.code for one in read(folder, "base", "apple", "berry")[1] if one.code != "RW243"] == said


def test_one_pack_sets_a_field_of_the_manifest_once(packs: Packs) -> None:
    text = f"{GAME}set: {{players: 3}}\n{GAME.replace(' pack', '  pack')}set: {{players: 4}}\n"
    folder = packs(apple=(NEEDS, text))
    assert messages(read(folder, "apple")[1]) == ["RW248 this pack sets 'players' of pack 'base' twice"]


def test_two_that_take_the_place_of_one_event_are_told(packs: Packs) -> None:
    """Reactions are no fields: the analysis of races looks at them, whatever pack they are of."""
    base = ("kind player: {state: {hp: number starts 9}}\nevent hurt(player who, number amount):\n"
            "  do: set who.hp = who.hp - amount\nevent play gives set of player winners: |\n"
            "  for each p in players:\n    hurt(p, 2)\n")  # fmt: skip
    rule = "rule {}:\n  before: hurt\n  do: set amount = amount {}\n"
    folder = packs(base, apple=(NEEDS, rule.format("one", "- 3")), berry=(NEEDS, rule.format("two", "* 2")))
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    (folder / "both").mkdir()
    (folder / "both" / "pack.yaml").write_text("pack: both\nneeds: {base: any, apple: any, berry: any}\n")
    (folder / "both" / "rules.yaml").write_text("area meadow: {}\n")
    found = [one for one in check_pack(folder / "both").diagnostics if one.code == "RW705"]
    assert len(found) == 1
    places = {found[0].span.source.name, *(one.span.source.name for one in found[0].related)}
    assert {"apple:rules.yaml", "berry:rules.yaml"} <= places


# -- at random ---------------------------------------------------------------------------------------------------------

EDITS = (
    "set: {max_hp: 80}", "set: {max_hp: 30}", "raise: {max_hp: 5}", "lower: {max_hp: 4}", "scale: {max_hp: 150%}",
    "raise: {level: 1}", "set: {level: 3}", "add: {traits: human}", "take: {traits: human}", "add: {traits: undead}",
    "set: {lines.bite.bonus: 7}", "raise: {lines.bite.bonus: 2}", "remove: [lines.bite]",
    "add: {lines.tail: {bonus: 1}}",
    "expects: {level: 2}", "expects: {max_hp: 65}", "raise: {cost: 2}", "scale: {cost: 2/1}", "set: {bold: true}",
    "remove: [bold]",
)  # fmt: skip
HEADS = (
    "creature wolf", "creature wolf", "creature dire_wolf", "every creature", "every creature where level < 4",
    "every creature where human in traits", "every creature where max_hp > 50 and not bold",
)  # fmt: skip


def some_mod(rng: random.Random) -> str:
    """A pack of one to three changes, each under a head of its own words."""
    found: dict[str, list[str]] = {}
    for _ in range(rng.randint(1, 3)):
        edit = rng.choice(EDITS)
        several = found.setdefault(rng.choice(HEADS), [])
        if edit.split(":")[0] not in {one.split(":")[0] for one in several}:
            several.append(edit)
    return "".join(f"change {head}:\n" + "".join(f"  {one}\n" for one in edits) for head, edits in found.items())


@pytest.mark.parametrize("seed", range(160))
def test_what_is_told_is_what_differs_in_some_order(packs: Packs, seed: int) -> None:
    """A pair is told if and only if two orders that differ in these two neighbours give something else."""
    rng = random.Random(seed)
    names = ("apple", "berry", "cider")[: rng.choice((2, 2, 3))]
    texts = {name: some_mod(rng) for name in names}
    folder = packs(**{name: (NEEDS, text) for name, text in texts.items()})
    results = {}
    for order in permutations(names):
        for name, before in zip(order, (None, *order), strict=False):
            after = "" if before is None else f"after: [{before}]\n"
            (folder / name / "pack.yaml").write_text(f"pack: {name}\n{NEEDS}{after}")
        pack, out = read(folder, "base", *names)
        seen = {name: {key: ", ".join(sorted(value.split(", "))) for key, value in each.items()}
                for name, each in fields(pack).items()}  # fmt: skip
        results[order] = (seen, {one.message for one in out if one.code in ("RW243", "RW244")})
    differ = set()
    for order, result in results.items():
        for at in range(len(order) - 1):
            swapped = (*order[:at], order[at + 1], order[at], *order[at + 2 :])
            if result != results[swapped]:
                differ.add(frozenset(order[at : at + 2]))
    for name in names:
        (folder / name / "pack.yaml").write_text(f"pack: {name}\n{NEEDS}")
    _, out = read(folder, "base", *names)
    found = [one for one in out if one.code == "RW251"]
    said = {frozenset(pair) for pair in combinations(names, 2) for one in found
            if one.message.startswith(f"'{pair[0]}' and '{pair[1]}' conflict")}  # fmt: skip
    assert said == differ, texts
    assert definition(read(folder, "base")[0], "wolf").history is None


@pytest.mark.parametrize(("pair", "said", "settled"), [
    ((WOLF + "remove: [lines.bite]", WOLF + "set: {lines.bite.bonus: 1}"),
     "if 'apple' comes first, there is no 'lines.bite.bonus' in creature 'wolf'", "`after: [berry]` in 'apple'"),
    ((WOLF + "set: {lines.bite.bonus: 1}", WOLF + "remove: [lines.bite]"),
     "if 'berry' comes first, there is no 'lines.bite.bonus' in creature 'wolf'", "`after: [apple]` in 'berry'"),
    ((WOLF + "add: {lines.tail: {bonus: 2}}", WOLF + "add: {lines.tail: {bonus: 3}}"),
     "the order decides 'lines.tail.bonus' of creature wolf (2 or 3)", "no order fits"),
])  # fmt: skip
def test_the_order_that_is_advised_works(packs: Packs, pair: tuple[str, str], said: str, settled: str) -> None:
    [one] = read(written(packs, pair), "base", "apple", "berry")[1].reports
    assert one.message.startswith(f"'apple' and 'berry' conflict: {said}")
    assert settled in (one.hint or "")
    if settled.endswith("in 'apple'"):
        folder = written(packs, pair)
        packs(apple=(f"{NEEDS}after: [berry]\n", pair[0] + "\n"))
        assert messages(read(folder, "base", "apple", "berry")[1]) == []


@pytest.mark.parametrize(("pair", "values"), [
    ((WOLF + "set: {traits: []}", WOLF + "set: {traits: [undead]}"), "'traits' of creature wolf (undead or nothing)"),
    ((STRENGTH + "add: {steps.one: last after bonus}", STRENGTH + "add: {steps.two: lowest after bonus}"),
     "'steps in order' of value strength (bonus, two, one, cap or bonus, one, two, cap)"),
])  # fmt: skip
def test_what_is_empty_and_orders_of_steps_can_be_read(packs: Packs, pair: tuple[str, str], values: str) -> None:
    [one] = read(written(packs, pair), "base", "apple", "berry")[1].reports
    assert one.message.startswith(f"'apple' and 'berry' conflict: the order decides {values}")


def test_two_changes_of_one_definition_in_a_file_go_together(packs: Packs) -> None:
    twice = f"{WOLF}set: {{max_hp: 80}}\n{WOLF}set: {{cost: 3}}"
    [one] = read(packs(apple=(NEEDS, twice + "\n")), "base", "apple")[1].reports
    assert (one.code, one.hint) == ("RW106", "combine both under one of them")
