"""What each verb does to each sort of field, what it must find, and that nothing else changes."""

from __future__ import annotations

import pytest
from tests.stack.conftest import NEEDS, Packs, definition, field, fields, messages, read

CHANGE = "change {}:\n  {}\n"


@pytest.mark.parametrize(("head", "edit", "path", "after"), [
    ("creature wolf", "set: {max_hp: 80}", "max_hp", "80"),
    ("creature wolf", "set: {lines.bite.bonus: 9}", "lines.bite.bonus", "9"),
    ("creature wolf", "set: {lines.bite.reach: 2 cells}", "lines.bite.reach", "2 cells"),
    ("creature wolf", "set: {bold: true}", "bold", "true"),
    ("creature wolf", "set: {name.en: Wolf}", "name.en", None),
    ("creature wolf", "add: {name: {en: Wolf}}", "name.en", "Wolf"),
    ("creature wolf", "add: {traits: human}", "traits", "beast, human"),
    ("creature wolf", "add: {traits: [human, undead]}", "traits", "beast, human, undead"),
    ("creature wolf", "add: {traits: beast}", "traits", "beast"),
    ("creature wolf", "take: {traits: beast}", "traits", ""),
    ("creature wolf", "add: {traits: [human, human]}", "traits", "beast, human"),
    ("creature wolf", "add: {lines.tail: {bonus: 1}}", "lines.tail.bonus", "1"),
    ("creature wolf", "remove: [lines.claw]", "lines", "bite: bonus: 4"),
    ("creature wolf", "raise: {max_hp: 5}", "max_hp", "70"),
    ("creature wolf", "lower: {pace: 1 cell}", "pace", "5 cells"),
    ("creature wolf", "lower: {pace: 5 cells}", "pace", "1 cell"),
    ("creature wolf", "scale: {max_hp: 110%}", "max_hp", "71"),
    ("creature wolf", "scale: {max_hp: 3/2}", "max_hp", "97"),
    ("creature wolf", "raise: {lines.claw.bonus: 2}", "lines.claw.bonus", "4"),
    ("enum trait", "add: {members: plant}", "members", "human, beast, undead, plant"),
    ("enum colour", "add: {ordered: dim after pale}", "ordered", "pale, dim, dark"),
    ("enum colour", "add: {ordered: white before pale}", "ordered", "white, pale, dark"),
    ("value strength", "add: {steps.late: total after bonus}", "steps", "bonus: total, late: total, cap: lowest"),
    ("value strength", "set: {steps.cap: highest}", "steps.cap", "highest"),
    ("event rest", "set: {legal.hurt: who.hp < 9}", "legal.hurt", "who.hp < 9"),
    ("event rest", "add: {legal.awake: who.hp > 0}", "legal.awake", "who.hp > 0"),
    ("event rest", "remove: [legal.hurt]", "legal.hurt", None),
    ("event rest", "set: {do: set who.hp = 1}", "do", "set who.hp = 1"),
])  # fmt: skip
def test_a_verb_does_what_it_says(packs: Packs, head: str, edit: str, path: str, after: str | None) -> None:
    folder = packs(mod=(NEEDS, CHANGE.format(head, edit)))
    pack, out = read(folder, "mod")
    name = head.split()[1]
    if edit == "set: {name.en: Wolf}":
        assert messages(out) == ["RW244 there is no 'name.en' in creature 'wolf'"]
        return
    assert messages(out) == []
    if path in ("members", "do") and definition(pack, name).fields.get(path) is None:
        path = ""
    assert field(pack, name, path) == after
    alone, _ = read(folder, "base")
    changed, same = dict(fields(pack)), dict(fields(alone))
    for one in (f"{head}", "creature dire_wolf"):
        changed.pop(one)
        same.pop(one)
    assert changed == same


@pytest.mark.parametrize(("head", "edit", "said"), [
    ("creature wolf", "set: {lines.longsword.bonus: 3}",
     "RW244 there is no 'lines.longsword.bonus' in creature 'wolf'"),
    ("creature wolf", "set: {lines.bit: {bonus: 3}}", "RW244 there is no 'lines.bit' in creature 'wolf'"),
    ("creature wolf", "add: {lines.bite: {bonus: 3}}", "RW244 'lines.bite' already exists in creature 'wolf'"),
    ("creature wolf", "add: {max_hp: 3}", "RW244 'max_hp' already exists in creature 'wolf'"),
    ("creature wolf", "take: {traits: human}", "RW244 'human' is not in 'traits' of creature 'wolf'"),
    ("creature wolf", "remove: [bold]", "RW244 there is no 'bold' in creature 'wolf'"),
    ("creature wolf", "raise: {bold: 3}", "RW244 'bold' is not written in creature 'wolf'"),
    ("creature wolf", "raise: {traits: 3}", "RW244 'traits' is not a number in creature 'wolf'"),
    ("creature wolf", "raise: {pace: 3}", "RW244 '3' is not a number of cells"),
    ("creature wolf", "scale: {max_hp: 2}", "RW244 '2' is not a share"),
    ("creature wolf", "expects: {max_hp: 66}", "RW243 'max_hp' of creature 'wolf' is expected to be 66 and is 65"),
    ("enum colour", "add: {ordered: white after pal}", "RW244 there is no 'pal' in 'ordered' of enum 'colour'"),
    ("creature wolf", "set: {extends: ghost}", "RW244 'extends' cannot be changed by another pack"),
    ("creature wulf", "set: {max_hp: 3}", "RW241 there is no creature 'wulf' to be changed"),
    ("every beast", "set: {max_hp: 3}", "RW241 there is no kind 'beast' to change"),
    ("every creature where levl < 3", "set: {max_hp: 3}", "RW245 expected a number"),
    ("every creature where hp < 3", "set: {max_hp: 3}",
     "RW245 a `where` reads only printed fields, but 'hp' changes in play"),
    ("every creature where rest(self)", "set: {max_hp: 3}",
     "RW245 a `where` reads only printed fields: there is no state or call before play"),
    ("every creature where traits is beast", "set: {max_hp: 3}",
     "RW245 'traits' holds several values and never equals 'beast'"),
    ("every creature where traits is none", "set: {max_hp: 3}",
     "RW245 'traits' holds several values and never equals 'none'"),
    ("every creature where level in 3", "set: {max_hp: 3}", "RW245 expected a list"),
    ("every creature where traits in (beast, human)", "set: {max_hp: 3}", "RW245 expected one word or number"),
    ("every creature where pace > 5", "set: {max_hp: 3}",
     "RW245 cannot compare a number in cells and a number without a unit"),
    ("every creature where max_hp > pace", "set: {max_hp: 3}",
     "RW245 cannot compare a number without a unit and a number in cells"),
    ("every creature where level is 5 cells", "set: {max_hp: 3}",
     "RW245 cannot compare a number without a unit and a number in cells"),
    ("every creature where pace in (5, 6)", "set: {max_hp: 3}",
     "RW245 cannot compare a number in cells and a number without a unit"),
    ("every creature where undeed in traits", "set: {max_hp: 3}", "RW245 'trait' has no member 'undeed'"),
    ("every creature where undeed not in traits", "set: {max_hp: 3}", "RW245 'trait' has no member 'undeed'"),
    ("every creature where traits is (undead, humane)", "set: {max_hp: 3}", "RW245 'trait' has no member 'humane'"),
    ("every creature where lines.bite.bonus > 3", "set: {max_hp: 3}",
     "RW245 a `where` reads only fields of the sheet or part itself"),
    ("every creature where level > 30", "set: {max_hp: 3}", "RW246 this changes nothing: no creature matches"),
    ("creature wolf", "set: 3", "RW249 'set' expects a mapping of paths to values"),
    ("creature wolf", "sets: {max_hp: 3}", "RW249 a change has no verb 'sets'"),
])  # fmt: skip
def test_a_change_that_finds_nothing_is_told_at_its_place(packs: Packs, head: str, edit: str, said: str) -> None:
    folder = packs(mod=(NEEDS, CHANGE.format(head, edit)))
    _, out = read(folder, "mod")
    assert messages(out) == [said]
    assert [one.span.source.name for one in out] == ["mod:rules.yaml"]


@pytest.mark.parametrize(("head", "edit", "hint"), [
    ("pack base", "set: {version: 2.0}", "remove it: each pack states its own 'version'"),
    ("pack base", "set: {language: 2}", "remove it: each pack states its own 'language'"),
    ("pack base", "add: {renamed: {creature wulf: wolf}}", "remove it: each pack states its own 'renamed'"),
    ("pack base", "set: {plyers: 3}", "did you mean 'players'?"),
    ("pack base", "set: {start: rest}", "change or replace the event that it names"),
    ("creature wolf", "set: {extends: ghost}", "set the fields that must differ"),
])  # fmt: skip
def test_what_a_pack_says_of_itself_is_left_to_it(packs: Packs, head: str, edit: str, hint: str) -> None:
    _, out = read(packs(mod=(NEEDS, CHANGE.format(head, edit))), "mod")
    assert [(one.code, one.hint) for one in out] == [("RW244", hint)]


def test_a_field_of_a_kind_may_be_called_like_one_of_a_manifest(packs: Packs) -> None:
    _, out = read(packs(mod=(NEEDS, CHANGE.format("kind creature", "remove: [parts.lid]"))), "mod")
    assert messages(out) == ["RW244 there is no 'parts.lid' in kind 'creature'"]


@pytest.mark.parametrize(("head", "edit", "hint"), [
    ("creature wolf", "remove: [lines.zzzzz]", "there are bite, claw"),
    ("creature wolf", "take: {traits: human}", "there are beast"),
    ("enum colour", "add: {ordered: white after zzz}", "there are pale, dark"),
    ("creature qqqqq", "set: {max_hp: 3}", "there are wolf, dire_wolf, ghost"),
    ("creature strength", "set: {max_hp: 3}", "write `change value strength`"),
    ("every qqqqq", "set: {max_hp: 3}", "kinds are creature, line"),
])  # fmt: skip
def test_where_nothing_is_called_alike_it_is_said_what_there_is(packs: Packs, head: str, edit: str, hint: str) -> None:
    _, out = read(packs(mod=(NEEDS, CHANGE.format(head, edit))), "mod")
    assert [one.hint for one in out] == [hint]


@pytest.mark.parametrize(("edit", "hint"), [
    ("raise: {pace: 3}", "write `3 cells`"), ("lower: {pace: 1 square}", "write `1 cell`"),
    ("raise: {max_hp: 2 cells}", "write `2`"), ("raise: {max_hp: many}", None),
])  # fmt: skip
def test_a_number_of_another_unit_is_told_with_the_one_that_is_meant(packs: Packs, edit: str, hint: str | None) -> None:
    _, out = read(packs(mod=(NEEDS, CHANGE.format("creature wolf", edit))), "mod")
    assert [(one.code, one.hint) for one in out] == [("RW244", hint)]


DECKS = """
kind card: {printed: {cost: number}}
card ember:
  cost: 1
card well:
  cost: 2
kind decklist: {printed: {cards: list of card}}
decklist hearth:
  cards: [ember, well]
die odd: {faces: [a, b]}
value rank_of(card which) gives number:
  decide: [3 if which.cost > 3, 2 if which.cost > 1, 1]
"""


@pytest.mark.parametrize(("head", "edit", "path", "after"), [
    ("decklist hearth", "add: {cards: [ember, ember]}", "cards", "ember, well, ember, ember"),
    ("decklist hearth", "add: {cards: well}", "cards", "ember, well, well"),
    ("decklist hearth", "take: {cards: well}", "cards", "ember"),
    ("die odd", "add: {faces: [a, a]}", "faces", "a, b, a, a"),
    ("every decklist", "add: {cards: ember}", "cards", "ember, well, ember"),
    ("value rank_of", "add: {decide: 2 if which.cost > 1}", "decide",
     "2 if which.cost > 1, 3 if which.cost > 3, 2 if which.cost > 1, 1"),
    ("value rank_of", "add: {decide: 3 if which.cost > 3}", "decide",
     "3 if which.cost > 3, 2 if which.cost > 1, 1"),
])  # fmt: skip
def test_a_list_in_which_items_repeat_grows(packs: Packs, head: str, edit: str, path: str, after: str) -> None:
    from tests.stack.conftest import BASE

    folder = packs(BASE + DECKS, mod=(NEEDS, CHANGE.format(head, edit)))
    pack, out = read(folder, "mod")
    assert messages(out) == []
    assert field(pack, {"every decklist": "hearth"}.get(head, head.split()[1]), path) == after


def test_two_packs_put_the_same_card_into_a_deck_twice(packs: Packs) -> None:
    from tests.stack.conftest import BASE

    text = "change decklist hearth:\n  add: {cards: ember}\n"
    pack, out = read(packs(BASE + DECKS, apple=(NEEDS, text), berry=(NEEDS, text)), "base", "apple", "berry")
    assert messages(out) == []
    assert field(pack, "hearth", "cards") == "ember, well, ember, ember"


@pytest.mark.parametrize("text", [
    "change every creature:\n  set: {cost: 3}\nchange every creature where level < 3:\n  set: {cost: 4}\n",
    "change creature wolf:\n  set: {lines.bite.bonus: 3}\n"
    "change  creature wolf:\n  set: {lines: {bite: {bonus: 1}}}\n",
    "change creature wolf:\n  set: {lines: {bite: {bonus: 1}}, lines.bite.bonus: 3}\n",
    "change enum colour:\n  add: {ordered: a after pale}\nchange  enum colour:\n  add: {ordered: b after pale}\n",
])  # fmt: skip
def test_files_and_lines_of_one_pack_have_no_order(packs: Packs, text: str) -> None:
    _, out = read(packs(mod=(NEEDS, text)), "mod")
    assert [one.code for one in out] == ["RW248"]


def test_all_sheets_of_two_sorts_may_be_set_if_no_sheet_is_of_both(packs: Packs) -> None:
    text = "change every creature where level > 2:\n  set: {cost: 3}\n"
    text += "change every creature where level < 3:\n  set: {cost: 4}\n"
    assert messages(read(packs(mod=(NEEDS, text)), "mod")[1]) == []


@pytest.mark.parametrize(("edit", "path", "after"), [
    ("take: {traits: beast}", "traits", ""), ("remove: [lines.bite]", "lines.bite", None),
    ("remove: [cost]", "cost", None), ("remove: [lines.bite.bonus]", "lines.bite.bonus", None),
])  # fmt: skip
def test_two_packs_that_take_the_same_are_silent(packs: Packs, edit: str, path: str, after: str | None) -> None:
    for more in ("", "after: [apple]\n"):
        text = CHANGE.format("creature wolf", edit)
        folder = packs(apple=(NEEDS, text), berry=(NEEDS + more, text))
        pack, out = read(folder, "base", "apple", "berry")
        assert [one for one in messages(out) if not one.startswith("RW206")] == []
        assert field(pack, "wolf", path) == after


def test_what_two_packs_add_otherwise_is_one_conflict_and_no_error(packs: Packs) -> None:
    text = "change creature wolf:\n  add: {{lines.tail: {{bonus: {}}}}}\n"
    folder = packs(apple=(NEEDS, text.format(2)), berry=(NEEDS, text.format(3)))
    pack, out = read(folder, "base", "apple", "berry")
    assert messages(out) == ["RW251 'apple' and 'berry' conflict: the order decides 'lines.tail.bonus' of creature "
                             "wolf (2 or 3), and 1 more field"]  # fmt: skip
    assert field(pack, "wolf", "lines.tail.bonus") == "2"
    packs(berry=(NEEDS + "after: [apple]\n", text.format(3)))
    assert [one.code for one in read(folder, "base", "apple", "berry")[1]] == ["RW244"]


def test_what_stands_there_is_shown_with_who_set_it(packs: Packs) -> None:
    folder = packs(first=(NEEDS, "change creature wolf:\n  set: {max_hp: 70}\n"),
                   second=(NEEDS + "after: [first]\n", "change creature wolf:\n  expects: {max_hp: 65}\n"))  # fmt: skip
    _, out = read(folder, "base", "first", "second")
    (found,) = out
    assert found.message == "'max_hp' of creature 'wolf' is expected to be 65 and is 70"
    assert [(one.span.source.name, one.span.text, one.words) for one in found.related] == [
        ("first:rules.yaml", "max_hp", "'first' has changed it here")]  # fmt: skip


def test_every_goes_by_what_the_packs_before_have_left_and_rounds_once(packs: Packs) -> None:
    club = "change creature wolf:\n  set: {max_hp: 81}\n"
    fits = "level < 3 and beast in traits"
    harder = f"change every creature where {fits}:\n  raise: {{max_hp: 5}}\n  scale: {{max_hp: 110%}}\n"
    folder = packs(club=(NEEDS, club), harder=(NEEDS + "after: [club]\n", harder))
    pack, out = read(folder, "base", "club", "harder")
    assert messages(out) == []
    assert field(pack, "wolf", "max_hp") == "94"  # 81 * 1.1 + 5 = 94.1
    # The dire wolf inherits that; its level is 4, so that nothing is done to it again.
    assert field(pack, "dire_wolf", "max_hp") == "94"
    assert field(pack, "ghost", "max_hp") == "20"


@pytest.mark.parametrize(("where", "fitting"), [
    ("level in (3, 9)", ["ghost"]),
    ("level not in (2, 4)", ["ghost"]),
    ("(beast in traits) is true", ["wolf", "dire_wolf"]),
    ("traits is (beast, human)", []),
])  # fmt: skip
def test_a_condition_may_list_what_it_looks_for(packs: Packs, where: str, fitting: list[str]) -> None:
    folder = packs(mod=(NEEDS, f"change every creature where {where}:\n  set: {{max_hp: 7}}\n"))
    pack, _ = read(folder, "mod")
    assert [one for one in ("wolf", "dire_wolf", "ghost") if field(pack, one, "max_hp") == "7"] == fitting


@pytest.mark.parametrize(("where", "fitting"), [
    ("shade > pale", ["wolf", "dire_wolf"]), ("shade >= pale", ["wolf", "dire_wolf", "ghost"]),
    ("dark <= shade", ["wolf", "dire_wolf"]), ("shade < dawn", ["ghost"]), ("shade is dawn", []),
    ("pace > 5 cells", ["wolf", "dire_wolf"]), ("pace - 1 cell is 4 cells", ["ghost"]),
    ("pace * 2 > 11 cells", ["wolf", "dire_wolf"]),
])  # fmt: skip
def test_members_have_their_order_and_numbers_their_units(packs: Packs, where: str, fitting: list[str]) -> None:
    """A member that another pack adds has its place, too."""
    shades = "change enum colour:\n  add: {ordered: dawn after pale}\nchange kind creature:\n"
    shades += "  add: {printed.shade: colour starts dark}\nchange creature ghost:\n  set: {shade: pale}\n"
    every = f"change every creature where {where}:\n  set: {{max_hp: 7}}\n"
    folder = packs(shades=(NEEDS, shades), mod=("needs: {base: any, shades: any}\n", every))
    pack, out = read(folder, "mod")
    assert [one for one in ("wolf", "dire_wolf", "ghost") if field(pack, one, "max_hp") == "7"] == fitting
    assert [one.code for one in out] == ([] if fitting else ["RW246"])


@pytest.mark.parametrize("where", ["shade > none", "shade > 3", "shade + 1 > 2", "shade > traits", "tint > pale"])
def test_what_has_no_place_in_an_order_is_told(packs: Packs, where: str) -> None:
    """A number, none, and a sheet that prints no member."""
    shades = "change kind creature:\n  add:\n    printed.shade: colour starts dark\n"
    shades += "    printed.tint: colour or none starts none\n"
    every = f"change every creature where {where}:\n  set: {{max_hp: 7}}\n"
    folder = packs(shades=(NEEDS, shades), mod=("needs: {base: any, shades: any}\n", every))
    assert {one.code for one in read(folder, "mod")[1]} == {"RW245"}


def test_a_condition_that_could_not_be_read_is_told_once(packs: Packs) -> None:
    _, out = read(packs(mod=(NEEDS, "change every creature where level >:\n  set: {max_hp: 7}\n")), "mod")
    assert len(list(out)) == 1 and "RW246" not in str(messages(out))


@pytest.mark.parametrize(("edit", "said", "hint"), [
    ("raise: {max_hq: 1, level: 1}", "a number at 'max_hq'", "did you mean 'max_hp'?"),
    ("scale: {name.en: 110%, level: 110%}", "a number at 'name.en'", "correct or remove it"),
    ("remove: [bold]", "anything at 'bold'", "correct or remove it"),
    ("remove: [line.claw]", "anything at 'line.claw'", "did you mean 'lines'?"),
    ("take: {traits: dragon}", "these items at 'traits'", "correct or remove it"),
    ("set: {names.fr: 3}", "anything at 'names.fr'", "did you mean 'name'?"),
])  # fmt: skip
def test_an_entry_that_finds_nothing_in_any_sheet_is_told(packs: Packs, edit: str, said: str, hint: str) -> None:
    """Those of one sheet alone are errors; of all sheets some may lack what is changed, but not all."""
    _, out = read(packs(mod=(NEEDS, f"change every creature:\n  {edit}\n")), "mod")
    assert messages(out) == [f"RW246 this changes nothing: no creature that matches has {said}"]
    assert [(one.hint, one.span.first.line) for one in out] == [(hint, 2)]


def test_some_sheets_may_lack_what_is_changed(packs: Packs) -> None:
    edits = "remove: [lines.claw]\n  take: {traits: [human, beast]}\n"
    pack, out = read(packs(mod=(NEEDS, f"change every creature:\n  {edits}")), "mod")
    assert messages(out) == []
    assert [field(pack, one, "traits") for one in ("wolf", "dire_wolf", "ghost")] == ["", "", "undead"]


def test_a_reported_change_is_not_said_to_change_nothing(packs: Packs) -> None:
    _, out = read(packs(mod=(NEEDS, "change every creature:\n  raise: {level: x}\n")), "mod")
    assert {one.code for one in out} == {"RW244"}


@pytest.mark.parametrize(("edit", "hint"), [
    ("raise: {max_hq: 1}", "did you mean 'max_hp'?"), ("raise: {lines.bite.bonos: 1}", "did you mean 'bonus'?"),
    ("raise: {bold: 1}", "write `set`"),
])  # fmt: skip
def test_a_misspelt_number_is_told(packs: Packs, edit: str, hint: str) -> None:
    _, out = read(packs(mod=(NEEDS, f"change creature wolf:\n  {edit}\n")), "mod")
    assert [one.hint for one in out] == [hint]


def test_a_value_goes_through_one_change_once(packs: Packs) -> None:
    folder = packs(mod=(NEEDS, "change every creature:\n  raise: {max_hp: 5, level: 1}\n"))
    pack, out = read(folder, "mod")
    assert messages(out) == []
    assert [field(pack, "dire_wolf", one) for one in ("max_hp", "level")] == ["70", "5"]
    assert field(pack, "wolf", "level") == "3"


def test_parts_are_changed_like_sheets(packs: Packs) -> None:
    folder = packs(mod=(NEEDS, "change every line where bonus > 3:\n  raise: {bonus: 1}\n  set: {reach: 2 cells}\n"))
    pack, out = read(folder, "mod")
    assert messages(out) == []
    assert field(pack, "wolf", "lines") == "bite: bonus: 5, reach: 2 cells, claw: bonus: 2"


def test_what_is_removed_or_replaced_is_another_definition(packs: Packs) -> None:
    text = "remove creature ghost: there are none\n"
    text += "replace event rest(creature who, number far):\n  do: set who.hp = far\n"
    pack, out = read(packs(mod=(NEEDS, text)), "mod")
    assert messages(out) == []
    assert [one.id for one in pack.declarations if one.form in ("creature", "event")] == ["wolf", "dire_wolf", "rest"]
    assert definition(pack, "rest").key.value == "event rest(creature who, number far)"


def test_a_template_may_be_of_another_pack_and_is_as_it_is_after_all_changes(packs: Packs) -> None:
    tide = "creature hound:\n  extends: wolf\n  level: 1\n"
    folder = packs(tide=(NEEDS, tide), zeal=(NEEDS, "change creature wolf:\n  set: {max_hp: 99}\n"))
    pack, out = read(folder, "base", "tide", "zeal")
    assert messages(out) == []
    assert field(pack, "hound", "max_hp") == "99"


def test_a_mistake_in_a_changed_field_is_told_at_the_change(packs: Packs) -> None:
    from rulewright.pipeline import check_pack

    folder = packs(mod=(NEEDS, "change event rest:\n  set: {legal.hurt: who.hq < 3}\n"))
    (found,) = check_pack(folder / "mod").diagnostics.errors
    assert (found.code, str(found.span)) == ("RW504", "mod:rules.yaml:2:21-27")
    assert found.span.source.path.endswith("mod/rules.yaml")


TURN = """
event hop(creature who): set who.hp = who.hp + 1
event skip(creature who): set who.hp = who.hp - 1
event turn(creature who, player side):
  do: |
    offer side or pass as deed:
      hop(who)
      skip(who) for c in creatures where c is who
"""


def test_lines_come_into_an_offer_by_its_name_and_go_by_their_events(packs: Packs) -> None:
    from tests.stack.conftest import BASE

    from rulewright.effects import nodes as n
    from rulewright.effects.load import load_pack
    from rulewright.effects.parsed import EventText

    text = "event rest_well(creature who): set who.hp = who.max_hp\nchange event turn:\n"
    more = "  add: {do.deed: [rest_well(who) for c in creatures where c is who]}\n  take: {do.deed: hop}\n"
    pack, out = read(packs(BASE + TURN, mod=(NEEDS, text + more)), "mod")
    parsed = load_pack(pack, out)
    assert messages(out) == []
    (body,) = [one.body for one in parsed.definitions if one.header.id == "turn"]
    assert isinstance(body, EventText)
    (offer,) = [one for one in body.do if isinstance(one, n.Offer)]
    assert [line.call.name for line in offer.lines] == ["skip", "rest_well"]
    assert (offer.lines[1].span.source.name, offer.lines[1].call.span.text) == ("mod:rules.yaml", "rest_well(who)")


@pytest.mark.parametrize("edit", ["|\n      hop(who)\n      skip(who)", "|\n      hop(who)\n        skip(who)"])
def test_lines_that_are_added_as_a_block_are_not_dropped(packs: Packs, edit: str) -> None:
    from tests.stack.conftest import BASE

    from rulewright.effects.load import load_pack

    text = f"change event turn:\n  add:\n    do.deed: {edit}\n"
    pack, out = read(packs(BASE + TURN, mod=(NEEDS, text)), "mod")
    load_pack(pack, out)
    assert messages(out) == ["RW320 an added line of an offer is one line"]


@pytest.mark.parametrize(("edit", "said"), [
    ("add: {do.deeds: rest(who)}", "RW244 there is no 'do.deeds' in event 'turn'"),
    ("take: {do.deed: hopp}", "RW244 the offer 'deed' of event 'turn' has no line with 'hopp'"),
    ("set: {do.deed: rest(who)}", "RW244 lines of an offer can only be added and taken"),
])  # fmt: skip
def test_an_offer_that_is_not_there_is_told(packs: Packs, edit: str, said: str) -> None:
    from tests.stack.conftest import BASE

    _, out = read(packs(BASE + TURN, mod=(NEEDS, f"change event turn:\n  {edit}\n")), "mod")
    assert messages(out) == [said]


def test_a_missing_entry_is_told_with_those_that_exist(packs: Packs) -> None:
    _, out = read(packs(mod=(NEEDS, "change creature wolf:\n  set: {lines.longsword: {bonus: 3}}\n")), "mod")
    assert [one.hint for one in out] == ["there are bite, claw; write `add` to create an entry"]


@pytest.mark.parametrize(("label", "hint"), [
    ("", "give the offer a name there, `offer .. as NAME:`, or write the block anew with `set`"),
    (" as deed", "name one of them: `do.deed`"),
])  # fmt: skip
def test_one_of_several_offers_needs_a_name(packs: Packs, label: str, hint: str) -> None:
    from tests.stack.conftest import BASE

    turn = TURN.replace(" as deed", label) + "    offer side:\n      hop(who)\n"
    _, out = read(packs(BASE + turn, mod=(NEEDS, "change event turn:\n  add: {do.offer: skip(who)}\n")), "mod")
    assert [(one.message, one.hint) for one in out] == [("event 'turn' has 2 offers", hint)]


def test_settings_and_messages_of_all_packs_are_those_of_the_game(packs: Packs) -> None:
    folder = packs(mod=(NEEDS + "settings: {quick: yes_no starts false}\n", ""))
    from rulewright.pipeline import check_pack

    program = check_pack(folder / "mod").program
    assert program is not None
    assert [one[0] for one in program.settings] == ["quick"]


def test_a_change_of_the_manifest(packs: Packs) -> None:
    folder = packs(mod=(NEEDS, "change pack base:\n  set: {players: 3}\n"))
    from rulewright.pipeline import check_pack

    result = check_pack(folder / "mod")
    assert messages(result.diagnostics) == []
    assert result.program is not None
    assert result.program.players == (3, 3)
