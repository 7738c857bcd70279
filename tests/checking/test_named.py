"""`names`: what people call the members of enumerations and the fields of kinds, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.program import Program

Write = Callable[[Mapping[str, str | bytes] | str], Path]

BOTH = "pack: sample\nname: {en: Sample, ru: Образец}\n"
GAME = """\
enum mood: {name: {ru: настроение}, members: [calm, angry], names: {angry: {en: cross, ru: зол}, calm: {ru: спокоен}}}
enum rank:
  ordered: [low, high]
  names:
    low: Low
kind piece:
  printed: {size: number}
  state: {hp: number, mood: mood}
  names: {hp: {en: hit points, ru: здоровье}, size: {ru: размер}}
kind knight: {is: piece}
kind player:
  state: {glory: number}
  names: {glory: {ru: слава}}
kind match:
  state: {round: number}
  names: {round: {ru: раунд}}
event hit(piece target, number strength) gives number left_over: {names: {target: {ru: цель}, left_over: rest}}
event bid(player who) gives number stake:
  do: set stake = choose one n in numbers(1, 3) by who
  names: {stake: {en: how much, ru: ставка}}
die odd gives mood: {name: {en: odd die, ru: кость}, faces: [calm, angry]}
"""


def _linked(folder: Path) -> Program:
    result = check_pack(folder)
    assert result.program is not None, [one.message for one in result.diagnostics]
    return result.program


def test_members_fields_and_dice_have_their_names(pack_folder: Write) -> None:
    program = _linked(pack_folder({"pack.yaml": BOTH, "game.yaml": GAME}))
    assert [(one.id, one.names) for one in program.enums["mood"]] == [
        ("calm", {"ru": "спокоен"}), ("angry", {"en": "cross", "ru": "зол"}),
    ]  # fmt: skip
    assert [one.names for one in program.enums["rank"]] == [{"": "Low"}, {}]
    assert program.enum_names == {"mood": {"ru": "настроение"}}
    assert program.die_names == ({"en": "odd die", "ru": "кость"},)
    named = {(column.kind, column.id): column.names for column in program.columns}
    assert named == {
        ("piece", "size"): {"ru": "размер"}, ("piece", "hp"): {"en": "hit points", "ru": "здоровье"},
        ("piece", "mood"): {}, ("player", "glory"): {"ru": "слава"}, ("match", "round"): {"ru": "раунд"},
    }  # fmt: skip
    events = {event.id: event.field_names for event in program.events}
    assert events == {"hit": {"target": {"ru": "цель"}, "left_over": {"": "rest"}},
                      "bid": {"stake": {"en": "how much", "ru": "ставка"}}}  # fmt: skip
    assert [(site.aim, site.aim_names) for site in program.sites] == [("stake", {"en": "how much", "ru": "ставка"})]


def test_a_template_gives_names_too(pack_folder: Write) -> None:
    extended = "enum mood: {members: [calm, angry], names: {calm: Calm, angry: Angry}}\n"
    extended += "enum other: {extends: mood, names: {angry: Cross}}\n"
    program = _linked(pack_folder(extended))
    assert [one.names[""] for one in program.enums["other"]] == ["Calm", "Cross"]


@pytest.mark.parametrize(
    ("game", "code", "about", "hint"),
    [
        ("enum a: {members: [calm], names: {clam: C}}", "RW418", "clam", "did you mean 'calm'?"),
        ("enum a: {ordered: [calm], names: {zzz: C}}", "RW418", "zzz", "there are calm"),
        ("kind a: {state: {hp: number}, names: {hhp: H}}", "RW410", "hhp", "did you mean 'hp'?"),
        ("kind player: {state: {hp: number}, names: {ph: H}}", "RW410", "ph", "did you mean 'hp'?"),
        ("kind a: {formulas: {ok: yes_no}, names: {ok: O}}", "RW410", "ok", "name only printed and state fields "
         "and parts"),
        ("kind a: {texts: [effect], names: {effect: E}}", "RW410", "effect", "name only printed and state fields "
         "and parts"),
        ("kind a: {names: {hp: H}, is: b}\nkind b: {state: {hp: number}}", "RW410", "hp", "'b' declares it: name it "
         "there"),
        ("event a(player who) gives number total: {names: {whom: W}}", "RW410", "whom", "did you mean 'who'?"),
        ("event a(player who) gives number total: {names: {event: W}}", "RW410", "event", "it has who, total"),
        ("event a:\n  names: {twoo: T}\n  do: let two = 2\n", "RW410", "twoo", "did you mean 'two'?"),
        ("kind a: {names: {owner: O}}", "RW410", "owner", "name only printed and state fields and parts"),
    ],
)  # fmt: skip
def test_what_is_not_there_has_no_name(pack_folder: Write, game: str, code: str, about: str, hint: str | None) -> None:
    (found,) = check_pack(pack_folder({"pack.yaml": "pack: sample\n", "game.yaml": game})).diagnostics
    assert (found.code, found.span.text, found.hint) == (code, about, hint)


@pytest.mark.parametrize("names", ["Calm", "[calm]", "{calm: [a]}", "{calm: ''}", "{calm: {deutsch1: x}}"])
def test_names_of_another_shape_are_told_and_left_out(pack_folder: Write, names: str) -> None:
    found = check_pack(pack_folder(f"enum a: {{members: [calm], names: {names}}}\nkind b: {{state: {{a: a}}}}\n"))
    assert {one.code[:3] for one in found.diagnostics} == {"RW2"}
