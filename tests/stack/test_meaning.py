"""The digest of what a program means, and the marks of definitions: what changes them, and what does not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs

from rulewright import deeds, explained, meaning, program_file
from rulewright import program as p
from rulewright.assets import content_dir
from rulewright.diagnostics import Diagnostics
from rulewright.meaning import LEFT_OUT, WRITTEN, meaning_of
from rulewright.pipeline import check_pack, load_program
from rulewright.stack.find import stacked

Write = Callable[[Mapping[str, str | bytes] | str], Path]

FILES = {
    "pack.yaml": """\
pack: sample
name: Sample
version: 1.0.0
start: game
players: 2
ranks: [early, late]
settings: {ground: number starts 3}
messages: {en: {take: <p> takes <c>}}
""",
    "rulebook.yaml": "rules: {R1: One., R2: Two.}\n",
    "game.yaml": """\
# A game of three cards.
enum suit:
  members: [hearts, spades]
  names: {hearts: Hearts}
die lot: {faces: [1, 2, 3, 4, 5, 6], name: Die}
kind card:
  owned: no
  printed: {worth: number, suit: suit}
  names: {worth: Worth}
  shown: {worth: always}
  shown_as: A card
card ace: {worth: 3, suit: hearts, name: Ace, text: The best., rules: [R1]}
card two: {worth: 2, suit: spades}
card three: {extends: two, worth: 1}
status marked:
  of: card
  modify: value_of.more is 1 when who is self
value value_of(card who) gives number:
  start: who.worth
  steps: {more: total}
permission may_take(card c):
  normally: c.worth > 0
  says: {normally: worthless}
event game:
  ask: {taken: "Which card is taken"}
  do: |
    for each c in sheets_of(card):
      create c
    for each p in players:
      let taken = choose one c in cards by p
      take(p, taken)
event take(player p, card c):
  legal: {allowed: may_take(c)}
  shown_as: Take <c>
  do: |
    let gain = value_of(c)
    if gain > 2:
      give marked to c
rule echo:
  rank: late
  after: take
  title: The echo
  limit: 1 per take
  when: c.worth > setting.ground
  by: p
  window: turns
  may: cheer()
window turns: {asks: players}
event cheer: finish
""",
}

# What is said otherwise, whether the digest stays, whether what is read is another, and the definitions of which what
# is played is.
CHANGES: dict[str, tuple[str, str, bool, str, str]] = {
    # Out: what only people read.
    "a comment": ("# A game of", "# This is a game of", True, "", ""),
    "a comment in a text": ("    let gain", "    # what it gains\n    let gain", True, "", ""),
    "an empty line": ("rule echo:", "\n\nrule echo:", True, "", ""),
    "spaces in a text": ("gain > 2", "gain  >  2", True, "", ""),
    "quotes": ("when: c.worth > setting.ground", 'when: "c.worth > setting.ground"', True, "", ""),
    "the layout of a mapping": ("card two: {worth: 2, suit: spades}", "card two:\n  worth: 2\n  suit: spades", True,
                                "", ""),
    "the order of fields": ("worth: 2, suit: spades", "suit: spades, worth: 2", True, "", ""),
    "a name": ("name: Ace", "name: As", True, "card ace", ""),
    "a text": ("The best.", "The very best.", True, "card ace", ""),
    "the name of a member": ("{hearts: Hearts}", "{hearts: Coeurs}", True, "enum suit", ""),
    "the name of a field": ("{worth: Worth}", "{worth: Price}", True, "kind card", ""),
    "the name of a die": ("name: Die", "name: Cube", True, "die lot", ""),
    "a title": ("The echo", "An echo", True, "rule echo", ""),
    "a cited rule": ("rules: [R1]", "rules: [R2]", True, "card ace", ""),
    "a rulebook": ("R1: One.", "R1: The first.", True, "", ""),
    "a message": ("takes <c>", "picks <c>", True, "pack sample", ""),
    "a version": ("version: 1.0.0", "version: 1.0.1", True, "pack sample", ""),
    "the name of the pack": ("name: Sample", "name: Example", True, "pack sample", ""),
    "how a field is shown": ("worth: always", "worth: never", True, "kind card", ""),
    "what is shown for a name": ("A card", "One card", True, "kind card", ""),
    "how an answer reads": ("Take <c>", "Pick <c>", True, "event take", ""),
    "a question": ("Which card is", "Which one is", True, "event game", ""),
    "a refusal": ("worthless", "of no worth", True, "permission may_take", ""),
    "who is asked": ("{asks: players}", "{asks: all(p in players where seat_number(p) is 1)}", False, "",
                     "window turns"),
    "the name of a local": ("let gain = value_of(c)\n    if gain", "let won = value_of(c)\n    if won", True, "",
                            "event take"),
    # In: what is played.
    "a printed figure": ("card two: {worth: 2", "card two: {worth: 4", False, "", "card two"),
    "one that is inherited": ("suit: spades}", "suit: hearts}", False, "", "card two, card three"),
    "an operator": ("gain > 2", "gain >= 2", False, "", "event take"),
    "a constant": ("gain > 2", "gain > 1", False, "", "event take"),
    "a condition": ("c.worth > 0", "c.worth > 1", False, "", "permission may_take"),
    "the name of a condition": ("allowed: may", "right: may", False, "", "event take"),
    "the merge of a step": ("more: total", "more: highest", False, "", "value value_of"),
    "a sentence": ("more is 1", "more is 2", False, "", "status marked"),
    "a limit": ("limit: 1 per", "limit: 2 per", False, "", "rule echo"),
    "a phase": ("after: take", "before: take", False, "", "rule echo"),
    "a rank": ("rank: late", "rank: early", False, "", "rule echo"),
    "the order of ranks": ("[early, late]", "[late, early]", False, "", "pack sample"),
    "the id of a rule": ("rule echo", "rule once_more", False, "", "rule echo, rule once_more"),
    "the id of a card": ("card ace", "card king", False, "", "card ace, card king"),
    "a setting": ("starts 3}", "starts 2}", False, "", "pack sample"),
    "how many play": ("players: 2", "players: 3", False, "", "pack sample"),
    "faces of a die": ("5, 6]", "5, 5]", False, "", "die lot"),
    "a member more": ("[hearts, spades]", "[hearts, spades, clubs]", False, "", "enum suit"),
    "how far a line stands in": ("      give marked to c", "      cheer()\n    give marked to c", False, "",
                                 "event take"),
    "one definition more": ("event cheer", "card four: {worth: 4, suit: spades}\nevent cheer", False, "", "card four"),
}  # fmt: skip


def program_of(folder: Path) -> p.Program:
    result = check_pack(folder)
    assert result.program is not None, [f"{one.code} {one.message}" for one in result.diagnostics]
    return result.program


def otherwise(old: p.Program, new: p.Program, part: int) -> str:
    """The definitions whose mark is another in a part of it, in words; also those that are only in one of both."""
    names = [*old.marks, *(one for one in new.marks if one not in old.marks)]
    none = ("", "")
    return ", ".join(one for one in names if old.marks.get(one, none)[part] != new.marks.get(one, none)[part])


@pytest.mark.parametrize("what", CHANGES)
def test_what_a_change_does_to_the_digest_and_to_marks(what: str, pack_folder: Write) -> None:
    old, new, same, read, played = CHANGES[what]
    changed = {name: text.replace(old, new) for name, text in FILES.items()}
    assert changed != FILES
    before, after = program_of(pack_folder(FILES)), program_of(pack_folder(changed))
    assert (meaning_of(before) == meaning_of(after)) is same
    assert otherwise(before, after, 0) == played
    if not played:
        assert otherwise(before, after, 1) == read


def ddm_with(folder: Path, file: str, old: str, new: str) -> p.Program:
    shutil.copytree(content_dir() / "ddm", folder / "ddm")
    path = folder / "ddm" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return program_of(folder / "ddm")


@pytest.fixture(scope="module")
def ddm() -> p.Program:
    found = load_program(content_dir() / "ddm")
    assert found is not None
    return found


DDM = [
    ("opportunity.yaml", "# A flyer draws", "# Flyers draw", True),
    ("opportunity.yaml", "en: Opportunity attack", "en: Parting blow", True),
    ("opportunity.yaml", "[DDM-OA-02, ", "[", True),
    ("opportunity.yaml", "exposed is enemy of self and", "exposed is enemy of self  and", True),
    ("pack.yaml", "version: 0.1.0", "version: 0.1.7", True),
    ("creatures/elf_warlock.yaml", "en: Hellfire", "en: Hell", True),
    ("creatures/elf_warlock.yaml", "max_hp: 55", "max_hp: 56", False),
    ("opportunity.yaml", "limit: 1 per creature_turn", "limit: 2 per creature_turn", False),
    ("opportunity.yaml", "rule opportunity:", "rule parting_blow:", False),
    ("opportunity.yaml", "not (exposed.aloft and", "not (exposed.aloft or", False),
    ("pack.yaml", "ranks: [window, terrain,", "ranks: [terrain, window,", False),
]


@pytest.mark.parametrize(("file", "old", "new", "same"), DDM)
def test_the_same_on_a_large_pack(
    file: str, old: str, new: str, same: bool, ddm: p.Program, tmp_path: Path
) -> None:
    assert (meaning_of(ddm_with(tmp_path, file, old, new)) == meaning_of(ddm)) is same


def test_a_kept_program_and_one_that_is_made_have_one_digest(ddm: p.Program) -> None:
    made = program_of(content_dir() / "ddm")
    kept = program_file.from_bytes(program_file.to_bytes(made))
    assert kept.marks == made.marks == ddm.marks and len(ddm.marks) > 400
    kept.meaning = ""
    assert meaning_of(kept) == meaning_of(made)


def test_a_digest_does_not_depend_on_the_process(pack_folder: Write) -> None:
    folder = pack_folder(FILES)
    script = ("import sys; from rulewright.pipeline import load_program; from rulewright.meaning import meaning_of; "
              "program = load_program(sys.argv[1], None); print(meaning_of(program), program.marks)")  # fmt: skip
    told = {
        subprocess.run([sys.executable, "-c", script, str(folder)], env={**os.environ, "PYTHONHASHSEED": seed},
                       capture_output=True, text=True, check=True).stdout
        for seed in ("0", "1", "2")
    }  # fmt: skip
    assert len(told) == 1 and len(told.pop()) > 64


def tables() -> list[type]:
    return [one for one in vars(p).values() if isinstance(one, type) and is_dataclass(one)]


def test_every_field_that_is_left_out_is_there() -> None:
    for table, names in [*LEFT_OUT.items(), *WRITTEN.items()]:
        assert names <= {one.name for one in fields(table)}, table


def test_no_place_of_a_file_is_in_a_digest() -> None:
    for table in tables():
        hints = get_type_hints(table)
        for name, _ in meaning._turns(table):
            hint: Any = hints[name]
            # The tables for explanations and for the analysis are left out as a whole.
            if table in (explained.Explained, explained.Part, deeds.Guard, deeds.Until, deeds.Deed):
                continue
            assert name in WRITTEN.get(table, ()) or str(explained.Place) not in str(hint), f"{table.__name__}.{name}"


def test_what_other_packs_change_is_in_the_marks(packs: Packs) -> None:
    folder = packs(
        reads=(NEEDS, "change creature wolf:\n  set: {name: {en: Grey Wolf}}\n"),
        plays=(NEEDS, "change creature wolf:\n  raise: {cost: 1}\n"
                      "change every creature where level > 2:\n  add: {traits: undead}\n"),
        adds=("needs: {base: any}\nsettings: {most: number starts 3}\nmessages: {en: {rest: <who> rests}}\n", ""),
        lines=(NEEDS, "change event roam:\n  add: {do.deed: rest(who)}\n"),
    )  # fmt: skip
    roam = "event roam(creature who):\n  do: |\n    offer who.owner as deed:\n      nap(who)\n"
    roam += "event nap(creature who): {}\n"
    (folder / "base" / "rules.yaml").write_text(BASE + roam, "utf-8")

    def of(*names: str) -> p.Program:
        out = Diagnostics()
        place = stacked(folder / "base", out, tuple(folder / one for one in names))
        assert place is not None, [one.message for one in out]
        result = check_pack(place)
        assert result.program is not None, [f"{one.code} {one.message}" for one in result.diagnostics]
        return result.program

    base = of()
    assert otherwise(base, of("reads"), 0) == ""
    assert otherwise(base, of("reads"), 1) == "creature wolf, creature dire_wolf"
    assert otherwise(base, of("plays"), 0) == "creature wolf, creature dire_wolf"
    assert otherwise(base, of("lines"), 0) == "event roam"
    assert meaning_of(base) == meaning_of(of("reads")) != meaning_of(of("adds"))
    assert otherwise(base, of("adds"), 0) == otherwise(base, of("adds"), 1) == "pack base"
    assert of("adds").packs == (("base", "1.2.0"), ("adds", ""))
