"""What a test says must count: nothing of it is dropped without a word, and no test fails for what it does not say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.memory import Memory
from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
PACK = """pack: p
players: 2
start: game
window: asking
board: square
settings: {d: die starts d6, who: player or none starts none}
"""
GAME = """
class harm: {}
kind pawn: {placed: yes, plural: pawns, parts: {blades: blade}, state: {hp: number starts 3}}
kind blade: {part_of: pawn, plural: blades, state: {dull: number}}
kind card: {owned: no}
pawn red: {blades: {long: {}}}
pawn bare: {}
card ace: {}
card two: {}
zone hand(player owner): {seen_by: owner, holds: card}
die fate gives number: [4, 5]
event game: {}
window asking: {asks: players, answers: one}
event become(pawn who, sheet of pawn s): swap_sheet(who, s)
event use(blade b): set b.dull = b.dull + 1
event hit(pawn who): set who.hp = who.hp - 1
event heal(pawn who): set who.hp = who.hp + 1
event never(pawn who):
  legal: {dead: who.hp is 0}
  do: set who.hp = 0
event outer is harm: inner()
event inner is harm: {}
event plan: {name: Plan Z9}
event think(player p): |
  offer p or pass:
    plan()
rule mends:
  for: self in pawns
  after: hit where who is self
  do: |
    heal(self)
    never(self)
"""
DRAWN = "map: |\n  ....\n  .a..\nlegend: {a: red of 1 as Ann}\n"


def folder(write: Write, test: str) -> Path:
    body = "".join(f"  {line}\n" for line in test.splitlines())
    return write({"pack.yaml": PACK, "game.yaml": GAME, "tests/t.yaml": f"test it:\n{body}"})


def found(write: Write, test: str) -> list[tuple[str, str]]:
    """The problems of a test, each with its words."""
    made = check_with_tests(folder(write, test)).diagnostics
    return [(one.code, one.span.text) for one in made if one.span.source.name == "tests/t.yaml"]


def differences(write: Write, test: str) -> list[str]:
    """What a test reports when it is played."""
    suite = load_suite(folder(write, test))
    assert not suite.diagnostics.has_errors and not suite.cases[0].found
    return [one.message for result in suite.run() for one in result.differences]


@pytest.mark.parametrize(("field", "wrong"), [
    ("zones: {hand of 1: {a: ace}}", "{a: ace}"),
    ("zones: {hand of 1: [ace, [two]]}", "[two]"),
    ("map: |\n  a.\nlegend: {a: {red of 1: Ann}}", "{red of 1: Ann}"),
    ("dice: {d6: {a: 1}}", "{a: 1}"),
    ("dice: {d6: [1, {}]}", "{}"),
    ("shuffles: {hand of 1: {a: ace}}", "{a: ace}"),
])  # fmt: skip
def test_a_mapping_in_place_of_words_is_told(pack_folder: Write, field: str, wrong: str) -> None:
    assert found(pack_folder, f"{field}\nthen: [1 is 1]") == [("RW207", wrong)]


@pytest.mark.parametrize(("field", "second"), [
    ("dice: {d6 in hit: [1], d6  in  hit: [2]}", "d6  in  hit"),
    ("shuffles: {hand of 1: [ace], hand of player 1: [two]}", "hand of player 1"),
])  # fmt: skip
def test_the_second_of_two_equal_keys_is_told(pack_folder: Write, field: str, second: str) -> None:
    assert found(pack_folder, f"{field}\nthen: [1 is 1]") == [("RW210", second)]


@pytest.mark.parametrize("empty", ["sees: {player 1: []}", "not_sees: {player 1: {}}", "reads: {match: ''}"])
def test_an_empty_list_expects_nothing(pack_folder: Write, empty: str) -> None:
    assert [code for code, _ in found(pack_folder, f"do: outer()\n{empty}")] == ["RW206"]


def test_an_empty_list_of_what_is_read_expects_that_nothing_is(pack_folder: Write) -> None:
    assert found(pack_folder, "do: outer()\nreads: {match: []}") == []


def test_what_begins_in_a_zone_stands_somewhere_at_the_end(pack_folder: Write) -> None:
    begin = "map: |\n  ..\nzones: {hand of 1: [ace as Top]}\n"
    assert differences(pack_folder, f"{begin}stands: {{Top: A1}}") == ["Top is nowhere, not at A1"]
    unknown = "zones: {hand of 1: [aec as Top]}\nmap: |\n  ..\nstands: {Top: A1}"
    assert [code for code, _ in found(pack_folder, unknown)] == ["RW452"]


def test_settings_may_be_dice_and_players(pack_folder: Write) -> None:
    then = "then: [setting.who is player_2, setting.d is DIE]"
    for written in ("d8", "fate"):
        settings = f"settings: {{d: {written}, who: player 2}}\n"
        assert differences(pack_folder, settings + then.replace("DIE", written)) == []
    wrong = "settings: {d: d, who: player 3}\nthen: [1 is 1]"
    assert found(pack_folder, wrong) == [("RW208", "d"), ("RW208", "player 3")]


def test_a_call_that_a_reaction_makes_is_not_one_of_the_test(pack_folder: Write) -> None:
    """Also the second one, after an event."""
    assert differences(pack_folder, f"{DRAWN}do: hit(Ann)\nthen: [Ann.hp is 3]") == []
    refused = differences(pack_folder, f"{DRAWN}do: |\n  hit(Ann)\n  never(Ann)\nthen: [Ann.hp is 3]")
    assert refused == ["never(Ann) was refused"]


def test_an_event_that_two_conditions_fit_is_tried_for_either(pack_folder: Write) -> None:
    assert differences(pack_folder, "do: outer()\nhappened: [harm, outer]") == []
    assert differences(pack_folder, "do: outer()\nhappened: [harm, harm, inner]") == [
        "this did not happen after 'harm' (it did before): inner"]  # fmt: skip


def test_a_hole_in_a_position_is_no_place_for_a_thing(pack_folder: Write) -> None:
    assert differences(pack_folder, f"{DRAWN}position: |\n  ....\n  . ..") == ["expected nothing at B2, found a"]
    assert differences(pack_folder, f"{DRAWN}position: |\n  . ..\n  .a..") == []


def test_a_part_is_the_one_that_its_thing_has_now(pack_folder: Write) -> None:
    steps = ("steps:\n- do: |\n    use(Ann.long)\n    become(Ann, bare)\n  then: [Ann.long.dull is 1]\n"
             "- do: become(Ann, red)\n  then: [Ann.long in Ann.blades, Ann.long.dull is 0]")  # fmt: skip
    assert differences(pack_folder, DRAWN + steps) == []


def test_words_that_are_offered_need_not_be_places(pack_folder: Write) -> None:
    asked = "map: |\n  ..\ndo: think(player_1)\nanswers: [{choose: pass, offered_only: [Plan Z9, pass]}]"
    assert differences(pack_folder, asked) == []


def test_an_empty_answer_is_told(pack_folder: Write) -> None:
    asked = "map: |\n  ..\ndo: think(player_1)\n"
    assert found(pack_folder, f"{asked}answers: [plan, '']") == [("RW209", "answers")]
    assert found(pack_folder, f"{asked}answers:") == [("RW209", "answers")]
    for name in ("offered", "offered_only", "not_offered"):
        assert found(pack_folder, f"{asked}answers: [{{choose: plan, {name}: ['']}}]") == [("RW209", name)]


ASKING = GAME.replace("  do: |\n    heal(self)\n    never(self)\n", "  may: heal(self)\n  by: self.owner\n")


@pytest.mark.parametrize(("field", "files", "edit", "wrong"), [
    ("play: yes", (PACK, GAME), (PACK.replace("start: game\n", ""), GAME), ("RW209", "play")),
    ("passes: mends", (PACK, ASKING), (PACK, GAME), ("RW209", "mends")),
])  # fmt: skip
def test_what_a_pack_no_longer_has_is_told_after_an_edit(
    pack_folder: Write, field: str, files: tuple[str, str], edit: tuple[str, str], wrong: tuple[str, str]
) -> None:
    """The results for files of tests are kept as long as what they depend on is the same."""
    memory = Memory()
    names = ("pack.yaml", "game.yaml")
    here = pack_folder(
        {**dict(zip(names, files, strict=True)), "tests/t.yaml": f"test it:\n  {field}\n  then: [1 is 1]\n"}
    )
    assert not check_with_tests(here, memory=memory).diagnostics.has_errors
    for name, text in zip(names, edit, strict=True):
        (here / name).write_text(text, encoding="utf-8")
    made = check_with_tests(here, memory=memory).diagnostics
    assert [(one.code, one.span.text) for one in made if one.span.source.name == "tests/t.yaml"] == [wrong]


def test_a_condition_that_counts_too_far_is_told_in_its_line(pack_folder: Write) -> None:
    test = f"{DRAWN}with: {{Ann: {{hp: 1000000000}}}}\nthen:\n- Ann.hp * Ann.hp > 3\n- Ann.hp is 3"
    (result,) = load_suite(folder(pack_folder, test)).run()
    assert [(one.line, one.message) for one in result.differences] == [
        (8, "this cannot be evaluated: Ann.hp * Ann.hp > 3"),
        (9, "this is not true: Ann.hp is 3"),
    ]


def test_fields_of_a_part_stand_under_a_key_of_their_own(pack_folder: Write) -> None:
    inside = folder(pack_folder, f"{DRAWN}with: {{Ann: {{hp: 2, long: {{dull: 1}}}}}}\nthen: [Ann.hp is 2]")
    [error] = check_with_tests(inside).diagnostics.errors
    assert (error.code, error.message) == ("RW209", "'long' is a part, not a field")
    assert error.hint == "write `Ann.long:` as a key of its own under `with`"
    suite = load_suite(folder(pack_folder, f"{DRAWN}with: {{Ann.long: {{dull: 1}}}}\nthen: [Ann.long.dull is 1]"))
    assert [one.passed for one in suite.run()] == [True]
