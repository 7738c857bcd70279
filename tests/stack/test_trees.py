"""Texts of the effect language are compared as trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.stack.compare import differences
from rulewright.stack.read import read_stack
from rulewright_tools.show import differences as words

PackFolder = Callable[[Mapping[str, str]], Path]

MANIFEST = "pack: sample\nlanguage: 2\n"
RULES = """
kind card: {printed: {cost: number}, texts: [effect], formulas: {worth: number}}
event hit(player who, number amount):
  legal:
    alive: amount > 0 and amount < 9
  do: |
    let shown = roll d6 by who
    if shown > 3:
      hit(who, 1)
      set who.score = who.score + shown * 2
    else if shown is 3:
      stop
    for each p in players:
      offer p or pass as deed:
        hit(p, 1)
        hit(p, 2)
    hit(who, 7)
rule shield:
  modify:
    - damage.cap is 2 when amount > 3
    - forbid hit when amount is 4
  before: hit where amount > 2
  do: |
    cancel
value odds(player who) gives number:
  start: 2 * (who.score + 1) - 3
  steps:
    bonus: total
    cap: lowest then least(so_far, it)
card ace:
  name: Ace is high
  cost: 1
  effect: |
    hit(first(players), 1)
    hit(first(players), 2)
  worth: 1 + 2 * 3
"""


def found(pack_folder: PackFolder, *changes: tuple[str, str]) -> list[tuple[str, ...]]:
    """What differs once some texts are others: the field, then what was and is."""
    text = RULES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    packs = [
        read_stack(pack_folder({"pack.yaml": MANIFEST, "rules.yaml": one}), Diagnostics()) for one in (RULES, text)
    ]
    told = differences(*packs)
    for one in told:
        for part in one.parts:
            source = packs[1 if part.after else 0].sources["rules.yaml"]
            assert part.span.source == source
            assert part.span.text in source.text
    made: list[tuple[str, ...]] = []
    for one in told:
        name = f"{one.definition} {one.path}"
        made += [(name, part.before, part.after) for part in one.parts] or [(name, one.before, one.after, "whole")]
    return made


@pytest.mark.parametrize(
    "change",
    [
        ("    hit(who, 7)\n", "    # the last blow\n    hit(who, 7)    # seven\n"),
        ("    hit(who, 7)\n", "\n    hit(who,\n        7)\n"),
        ("amount > 0 and amount < 9", "(amount > 0) and (amount < 9)"),
        ("2 * (who.score + 1) - 3", "(2 * (who.score + 1)) - 3"),
        ("  worth: 1 + 2 * 3", '  worth: "1 + (2 * 3)"'),
        ("    - damage.cap is 2 when amount > 3\n", "    - damage.cap is 2\n      when amount > 3\n"),
    ],
)
def test_other_spellings_of_one_tree_are_no_difference(pack_folder: PackFolder, change: tuple[str, str]) -> None:
    assert found(pack_folder, change) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("      hit(who, 1)\n", "      hit(who, 5)\n"), ("event hit do", "hit(who, 1)", "hit(who, 5)")),
        (("      hit(who, 1)\n", ""), ("event hit do", "hit(who, 1)", "")),
        (("      stop\n", "      stop\n      hit(who, 3)\n"), ("event hit do", "", "hit(who, 3)")),
        (("if shown > 3:", "if shown >= 3:"), ("event hit do", "shown > 3", "shown >= 3")),
        (("        hit(p, 2)\n", "        hit(p, 4)\n"), ("event hit do", "hit(p, 2)", "hit(p, 4)")),
        (("shown * 2\n", "shown * 3\n"),
         ("event hit do", "set who.score = who.score + shown * 2", "set who.score = who.score + shown * 3")),
        (("amount < 9", "amount < 8"), ("event hit legal.alive", "amount < 9", "amount < 8")),
        (("(who.score + 1)", "(who.score + 2)"), ("value odds start", "who.score + 1", "who.score + 2")),
        (("1 + 2 * 3", "1 + 2 * 4"), ("card ace worth", "2 * 3", "2 * 4")),
        (("(first(players), 2)", "(first(players), 6)"),
         ("card ace effect", "hit(first(players), 2)", "hit(first(players), 6)")),
        (("    - forbid hit when amount is 4\n", "    - forbid hit when amount is 5\n"),
         ("rule shield modify", "forbid hit when amount is 4", "forbid hit when amount is 5")),
        (("where amount > 2", "where amount > 1"),
         ("rule shield before", "hit where amount > 2", "hit where amount > 1")),
        (("least(so_far, it)", "least(so_far, it + 1)"),
         ("value odds steps.cap", "lowest then least(so_far, it)", "lowest then least(so_far, it + 1)")),
    ],
)  # fmt: skip
def test_what_is_changed_is_told_and_no_more(
    pack_folder: PackFolder, change: tuple[str, str], told: tuple[str, ...]
) -> None:
    assert found(pack_folder, change) == [told]


def test_several_changes_are_told_one_by_one(pack_folder: PackFolder) -> None:
    assert found(pack_folder, ("      hit(who, 1)\n", ""), ("    hit(who, 7)\n", "    hit(who, 7)\n    hit(who, 8)\n"),
                 ("amount > 0 and amount < 9", "amount > 1 and amount < 8")) == [
        ("event hit legal.alive", "amount > 0 and amount < 9", "amount > 1 and amount < 8"),
        ("event hit do", "hit(who, 1)", ""),
        ("event hit do", "", "hit(who, 8)"),
    ]  # fmt: skip


def test_what_is_no_text_of_the_language_is_compared_as_it_stands(pack_folder: PackFolder) -> None:
    assert found(pack_folder, ("Ace is high", "(Ace is high)")) == [
        ("card ace name", "Ace is high", "(Ace is high)", "whole")
    ]
    assert found(pack_folder, ("    hit(who, 7)\n", "    hit(who,\n"))[0][3] == "whole"


def test_people_and_programs_read_the_parts(pack_folder: PackFolder) -> None:
    folders = [pack_folder({"pack.yaml": MANIFEST, "rules.yaml": text})
               for text in (RULES, RULES.replace("      hit(who, 1)\n", ""))]  # fmt: skip
    told = differences(*(read_stack(folder, Diagnostics()) for folder in folders))
    lines = words.fields(told, "old", "new")
    assert lines == ["  event hit  do: hit(who, 1) -> -  (old/rules.yaml:9)", "1 field changed, 0 definitions added, "
                     "0 definitions removed"]  # fmt: skip
    data = words.as_data(told, None, None, None, "old", "new")["fields"][0]["parts"]
    assert [(one["old"], one["new"]) for one in data] == [("hit(who, 1)", "")]
