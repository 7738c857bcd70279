"""Packs with trees: every field of every form is read as what its form says, and mistakes do not hide each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulewright.codes import CODES, syntax
from rulewright.codes.code import Code
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects import parsed as p
from rulewright.effects.load import load_pack
from rulewright.effects.unparse import unparse, unparse_block
from rulewright.pack.read import read_pack

Folder = Callable[[Mapping[str, str | bytes] | str], Path]


def load(folder: Path) -> tuple[p.ParsedPack, list[str]]:
    """The pack, and its diagnostics as code and place."""
    out = Diagnostics()
    pack = load_pack(read_pack(folder, out), out)
    return pack, [f"{one.code} {one.span}" for one in out]


def body(pack: p.ParsedPack, id_: str) -> Any:
    """The body of a definition."""
    return next(one.body for one in pack.definitions if one.header.id == id_)


def shown(value: Any) -> Any:
    """Trees as their texts."""
    match value:
        case n.Node():
            return unparse(value)
        case tuple():
            return unparse_block(value)
        case dict():
            return {key: shown(one) for key, one in value.items()}
        case list():
            return [shown(one) for one in value]
        case p.Word():
            return value.text
    return value


FORMS = """\
enum grade: {ordered: [hidden, partial, clear]}
enum gait: [walk, fly]
die trick gives number: [0, 1]
class action(creature actor):
kind creature:
  is: piece
  placed: yes
  owned: no
  size: self.width
  printed: {hp: number, traits: set of trait}
  state:
    wounds: number starts self.hp
  formulas: {scored: yes_no starts false}
  parts: {lines: line}
  texts: [effect]
  main: effect
  active: self in hand of self.owner
  secret: {wounds: owner}
event strike(creature who) gives number total:
  name: {en: Strike, ru: Удар}
  text: It strikes.
  rules: [A-1, A-2]
  allow: {RW214: because}
  legal:
    near: who is near
  do: |
    set total = 1
  ends: strike(who)
value speed(creature who) gives cells:
  start: 3 cells
  steps:
    bonus: total
    cap: lowest then least(so_far, it)
value verdict() gives grade:
  decide:
    - clear if a > b
    - hidden
permission near(creature who): who.hp > 0
status slowed(number by_how_much):
  of: creature
  lasts: end of next strike
  modify: speed.bonus is -by_how_much when who is self
  spent_by: strike where who is self
  ends: strike(self)
rule both:
  for: self in creatures where self.hp > 1
  modify:
    - forbid strike when who is self
    - allow near
  after: strike or near.begun where total > 1
  limit: 1 per strike
  rank: window
  order: seats_from(who.owner)
  each: x in creatures where x is near
  when: true
  may: strike(self)
  window: by_turn
  by: who.owner
  title: {en: Again}
rule many:
  react:
    - before: strike
      do: cancel
    - at: strike.begun
      do: |
        strike(self)
        finish
window by_turn: {asks: players, answers: each, ties: d20}
check dead:
  for: c in creatures where c.hp <= 0
  do: remove c
map field:
  rows: |
    .#.
    ...
  legend: {"#": wall, ".": [open, floor]}
  solid: wall
  corners: free
  halves: floor
zone hand(player owner): {ordered: yes, seen_by: owner, holds: creature}
table crossing(grade how, gait who) gives number or none:
  rows:
    hidden: {walk: 1, fly: none}
"""


def test_every_form_is_loaded(pack_folder: Folder) -> None:
    pack, found = load(pack_folder(FORMS))
    assert found == []
    assert [one.form for one in pack.definitions] == [one.header.form for one in pack.definitions]
    assert shown(body(pack, "grade").items) == ["hidden", "partial", "clear"]
    assert body(pack, "grade").ordered and not body(pack, "gait").ordered
    assert shown(body(pack, "trick").items) == ["0", "1"]
    assert body(pack, "action") == p.ClassText(arbiter=None)
    event = body(pack, "strike")
    assert shown(event.legal) == {"near": "who is near"}
    assert (shown(event.do), shown(event.ends)) == ("set total = 1\n", "strike(who)\n")
    assert event.spans["legal.near"].text == "near"
    assert shown(body(pack, "speed").start) == "3 cells"
    assert shown(body(pack, "speed").steps) == {"bonus": "total", "cap": "lowest then least(so_far, it)"}
    assert shown(body(pack, "verdict").rows) == ["clear if a > b", "hidden"]
    assert shown(body(pack, "near").normally) == "who.hp > 0"
    window = body(pack, "by_turn")
    assert (shown(window.ask), shown(window.answers), shown(window.ties)) == ("players", "each", "d20")
    assert shown(body(pack, "dead").binder) == "c in creatures where c.hp <= 0"
    assert shown(body(pack, "dead").do) == "remove c\n"
    drawn = body(pack, "field")
    assert drawn.rows == (".#.", "...")
    assert shown(drawn.legend) == {"#": ["wall"], ".": ["open", "floor"]}
    assert (shown(drawn.solid), shown(drawn.halves), shown(drawn.corners)) == (["wall"], ["floor"], "free")
    hand = body(pack, "hand")
    assert (hand.ordered, shown(hand.seen_by), shown(hand.holds)) == (True, "owner", "creature")
    assert shown(body(pack, "crossing").entries) == {("hidden", "walk"): "1", ("hidden", "fly"): "none"}


def test_a_kind_says_what_sheets_hold(pack_folder: Folder) -> None:
    kind = body(load(pack_folder(FORMS))[0], "creature")
    assert (shown(kind.parent), kind.placed, kind.owned, shown(kind.size)) == ("piece", "place", False, "self.width")
    assert shown(kind.printed) == {"hp": "number", "traits": "set of trait"}
    assert shown(kind.state) == {"wounds": "number starts self.hp"}
    assert shown(kind.formulas) == {"scored": "yes_no starts false"}
    assert (shown(kind.parts), kind.texts, shown(kind.main)) == ({"lines": "line"}, ("effect",), "effect")
    assert (shown(kind.active), shown(kind.secret)) == ("self in hand of self.owner", {"wounds": "owner"})
    places = [kind.spans[name].text for name in ("printed.hp", "state.wounds", "parts.lines", "texts.effect", "owned")]
    assert places == ["hp", "wounds", "lines", "effect", "owned"]


def test_rules_carry_sentences_and_reactions(pack_folder: Folder) -> None:
    pack, _ = load(pack_folder(FORMS))
    both = body(pack, "both")
    assert shown(both.binder) == "self in creatures where self.hp > 1"
    assert shown(both.rules.sentences) == ["forbid strike when who is self", "allow near"]
    (reaction,) = both.rules.reactions
    assert (reaction.phase, shown(reaction.trigger)) == ("after", "strike or near.begun where total > 1")
    assert (shown(reaction.may), reaction.do) == ("strike(self)\n", None)
    others = [reaction.limit, reaction.rank, reaction.order, reaction.each, reaction.when, reaction.window, reaction.by]
    assert [shown(one) for one in others] == [
        "1 per strike", "window", "seats_from(who.owner)", "x in creatures where x is near", "true", "by_turn",
        "who.owner",
    ]  # fmt: skip
    assert reaction.title == {"en": "Again"}
    assert [(one.phase, shown(one.do)) for one in body(pack, "many").rules.reactions] == [
        ("before", "cancel\n"), ("at", "strike(self)\nfinish\n"),
    ]  # fmt: skip
    slowed = body(pack, "slowed")
    assert (shown(slowed.of), shown(slowed.lasts), shown(slowed.spent_by), shown(slowed.ends)) == (
        "creature", "end of next strike", "strike where who is self", "strike(self)\n",
    )  # fmt: skip


def test_names_wordings_and_rules_of_a_definition(pack_folder: Folder) -> None:
    pack, _ = load(pack_folder(FORMS))
    strike = next(one for one in pack.definitions if one.header.id == "strike")
    assert strike.names == {"en": "Strike", "ru": "Удар"}
    assert strike.wording == {"": "It strikes."}
    assert shown(list(strike.cited)) == ["A-1", "A-2"]
    assert strike.allow == {"RW214": "because"}
    assert strike.declaration.header == strike.header


SHEETS = """\
kind piece:
  printed:
    cost: number
    story: text
kind creature:
  is: piece
  printed: {traits: set of trait starts none, basic: line or none}
  parts: {lines: line}
  formulas: {scored: yes_no}
  texts: [effect]
kind line:
  part_of: creature
  printed: {bonus: number}
kind ploy:
  texts: [effect]
  main: effect
creature goblin:
  name: Goblin
  rules: [C-1]
  cost: 3
  story: It lives in a hole.
  traits: [small, green]
  basic: spear
  scored: self.hp > 2
  effect: |
    strike(self)
  lines:
    spear: {bonus: 7}
    bow:
      name: {en: Bow}
      bonus: -1
      keywords: [aimed]
      after: strike where line is self
      do: stop
  keywords:
    - hide
    - resist(5, fire)
  modify: speed.cap is 2 cells when who is self
  active: self is ready
ploy trick: |
  strike(self)
  finish
"""


def test_sheets_are_read_as_their_kinds_say(pack_folder: Folder) -> None:
    pack, found = load(pack_folder(SHEETS))
    assert found == []
    goblin = body(pack, "goblin")
    assert next(one.form for one in pack.definitions if one.header.id == "goblin") == "sheet"
    assert shown(goblin.printed) == {
        "cost": "3", "story": "It lives in a hole.", "traits": ["small", "green"], "basic": "spear",
    }  # fmt: skip
    assert isinstance(goblin.printed["story"], p.Word)
    assert shown(goblin.formulas) == {"scored": "self.hp > 2"}
    assert shown(goblin.texts) == {"effect": "strike(self)\n"}
    assert shown(goblin.keywords) == ["hide", "resist(5, fire)"]
    assert shown(goblin.rules.sentences) == ["speed.cap is 2 cells when who is self"]
    assert shown(goblin.rules.active) == "self is ready"
    assert goblin.names == {"": "Goblin"} and shown(list(goblin.cited)) == ["C-1"]
    assert goblin.spans["cost"].text == "cost"
    spear, bow = goblin.parts["lines"]["spear"], goblin.parts["lines"]["bow"]
    assert shown(spear.printed) == {"bonus": "7"}
    assert shown(bow.printed) == {"bonus": "-1"} and shown(bow.keywords) == ["aimed"] and bow.names == {"en": "Bow"}
    assert [(one.phase, shown(one.trigger)) for one in bow.rules.reactions] == [("after", "strike where line is self")]
    assert bow.span.text == "bow"
    assert shown(body(pack, "trick").texts) == {"effect": "strike(self)\nfinish\n"}


def test_unknown_fields_of_sheets_and_parts_are_reported(pack_folder: Folder) -> None:
    text = SHEETS.replace("  cost: 3", "  cots: 3").replace("    spear: {bonus: 7}", "    spear: {bonus: 7, range: 2}")
    _, found = load(pack_folder(text))
    assert found == ["RW205 definitions.yaml:20:3-7", "RW205 definitions.yaml:28:23-28"]


def test_a_sheet_without_fields_needs_a_main_field(pack_folder: Folder) -> None:
    _, found = load(pack_folder("kind creature:\n  printed: {hp: number starts 1}\ncreature goblin: strike(self)\n"))
    assert found == ["RW207 definitions.yaml:3:1-16"]


def test_fields_of_the_wrong_shape_are_reported_once(pack_folder: Folder) -> None:
    text = SHEETS.replace("  cost: 3", "  cost: {a: [[b]]}").replace("    spear: {bonus: 7}", "    spear: {bonus: [1]}")
    _, found = load(pack_folder(text.replace("  basic: spear", "  basic: [[1], spear]")))
    assert found == ["RW207 definitions.yaml:20:13-18", "RW207 definitions.yaml:23:11-14"]


def test_code_in_the_place_of_fields_is_reported_whatever_its_dots(pack_folder: Folder) -> None:
    """`do: |` is missing above it. The location of what is below such a field is found by both names."""
    _, found = load(pack_folder("event game:\n    repeat up to 2 while a.b > 1:\n      if c.d: stop\n    set x = 1\n"))
    assert found == ["RW104 definitions.yaml:4:5-6"]


def test_a_kind_that_is_its_own_parent_is_read(pack_folder: Folder) -> None:
    pack, found = load(pack_folder("kind a:\n  is: b\n  printed: {x: number}\nkind b: {is: a}\nb one: {x: 1}\n"))
    assert found == []
    assert shown(body(pack, "one").printed) == {"x": "1"}


def test_all_mistakes_of_a_pack_are_reported_in_one_run(pack_folder: Folder) -> None:
    """A wrong head keeps its definition, wrong lines keep their block, wrong texts keep their neighbours."""
    pack, found = load(pack_folder({
        "a.yaml": "event first(number): |\n  let x = 1 ==\n  set y = 2\n  damage(2d6)\nvalue v() gives number: 1 +\n",
        "b.yaml": "rule r:\n  modify: [forbid]\n  after: strike when x\n  do: finish\nclass c(number end):\n",
    }))  # fmt: skip
    assert found == [
        "RW301 a.yaml:1:19-20", "RW305 a.yaml:2:13-15", "RW314 a.yaml:4:10-13", "RW302 a.yaml:5:27-28",
        "RW302 b.yaml:2:12-18", "RW307 b.yaml:3:17-21", "RW312 b.yaml:5:16-19",
    ]  # fmt: skip
    first, value, rule, _ = pack.definitions
    assert first.declaration.header is None and (first.header.form, first.header.id) == ("event", "first")
    assert isinstance(first.body, p.EventText)
    assert [type(one).__name__ for one in first.body.do] == ["BrokenStatement", "Set", "BrokenStatement"]
    assert isinstance(value.body, p.ValueText) and isinstance(value.body.start, n.Broken)
    assert isinstance(rule.body, p.HolderText) and rule.body.rules == p.Rules()


def test_a_mistake_in_a_template_belongs_to_the_template(pack_folder: Folder) -> None:
    """Both definitions have the text; it is told once, under the name of the one that wrote it."""
    out = Diagnostics()
    text = "event base:\n  do: x == 1\nevent other:\n  extends: base\n  ends: finish\n"
    load_pack(read_pack(pack_folder(text), out), out)
    assert [(one.code, one.definition) for one in out] == [("RW305", "base")]


def test_the_manifest(pack_folder: Folder) -> None:
    manifest = """\
pack: mygame
name: {en: My game}
version: 1.2.0
players: [2, 4]
start: play
stacking: instance
ranks: [early, late]
window: by_turn
forced: ask
worth: standing
board: hex
settings:
  relic: yes_no starts false
messages:
  en: {strike: <who> strikes}
"""
    read, found = load(pack_folder({"pack.yaml": manifest}))
    assert found == []
    told = read.manifest
    words = [told.id, told.start, told.stacking, *told.ranks, told.window, told.forced, told.worth, told.board]
    assert shown(words) == [
        "mygame", "play", "instance", "early", "late", "by_turn", "ask", "standing", "hex",
    ]  # fmt: skip
    assert (told.names, told.version, told.players) == ({"en": "My game"}, "1.2.0", (2, 4))
    assert shown(told.settings) == {"relic": "yes_no starts false"}
    assert told.messages == {"en": {"strike": "<who> strikes"}}
    assert told.spans["settings.relic"].text == "relic"


def examples(code: Code) -> tuple[Any, Any]:
    """The bad and the good example of a code."""
    return code.bad() if callable(code.bad) else code.bad, code.good


@pytest.mark.parametrize("code", [one.code for one in syntax.CODES])
def test_the_examples_of_the_codes(pack_folder: Folder, code: str) -> None:
    bad, good = examples(CODES[code])
    assert {line.partition(" ")[0] for line in load(pack_folder(bad))[1]} == {code}
    assert load(pack_folder(good))[1] == []


def test_every_code_for_texts_is_in_the_cases() -> None:
    """The cases of mistakes and of loading leave no code without a test."""
    cases = (Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8")
    assert [one.code for one in syntax.CODES if one.code not in cases] == ["RW316", "RW322"]
