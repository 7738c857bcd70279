"""Declaring: what the symbols of a pack are once their names are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.scope import PackScope
from rulewright.check.sheets import part_variables
from rulewright.check.symbols import declare
from rulewright.check.types import Type
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]
Declare = Callable[..., m.PackDef]
SQUARE = "pack: sample\nboard: square\n"


@pytest.fixture
def declared(pack_folder: Write) -> Declare:
    """Declares a pack of one file that has no mistakes."""

    def make(text: str, manifest: str = SQUARE) -> m.PackDef:
        out = Diagnostics()
        folder = pack_folder({"pack.yaml": manifest, "game.yaml": text})
        pack = declare(load_pack(read_pack(folder, out), out), out)
        assert [one.message for one in out] == []
        return pack

    return make


@pytest.fixture
def mistakes(pack_folder: Write) -> Callable[..., list[str]]:
    """The mistakes of a pack of one file: code and the words it is about."""

    def find(text: str, manifest: str = SQUARE) -> list[str]:
        out = Diagnostics()
        folder = pack_folder({"pack.yaml": manifest, "game.yaml": text})
        declare(load_pack(read_pack(folder, out), out), out)
        return [f"{one.code} {one.span.text}" for one in out]

    return find


# -- kinds -------------------------------------------------------------------------------------------------------------

PIECES = """\
kind pawn:
  is: piece
  printed:
    reach: cells starts 2 cells
kind piece:
  placed: yes
  size: self.width
  printed:
    width: number starts 1
  state:
    hp: number starts self.width
  parts:
    tools: tool
  texts: [effect]
  main: effect
kind tool: {part_of: piece, owned: no}
kind player:
  state:
    points: number
"""


def test_a_kind_inherits_whatever_the_order(declared: Declare) -> None:
    pack = declared(PIECES)
    pawn, piece, tool = pack.kinds["pawn"], pack.kinds["piece"], pack.kinds["tool"]
    assert pawn.parent is piece and pawn.placed and pawn.owned and pawn.main == "effect"
    assert list(pawn.attributes) == ["reach"] and pawn.parts == {"tools": tool} and pawn.texts == ("effect",)
    types = {name: str(attribute.type) for name, attribute in pawn.all_attributes.items()}
    assert types == {"sheet": "sheet of pawn", "place": "cell or none", "owner": "player", "width": "number",
                     "hp": "number", "tools": "set of tool", "reach": "cells"}
    assert str(piece.all_attributes["sheet"].type) == "sheet of piece"
    assert {name: one.storage for name, one in tool.all_attributes.items()} == {"sheet": "sheet", "bearer": "whole"}
    assert tool.all_attributes["bearer"].type == t.entity("piece") and tool.plural == "tools"


def test_an_inherited_tree_is_a_copy(declared: Declare) -> None:
    pack = declared(PIECES)
    pawn, piece = pack.kinds["pawn"], pack.kinds["piece"]
    assert pawn.size == piece.size and pawn.size is not piece.size
    assert pawn.self_var is not None and pawn.self_var.type == t.entity("pawn")


def test_seats_and_the_match_are_always_there(declared: Declare) -> None:
    kinds = declared("enum colour: [red]\n").kinds
    assert list(kinds) == ["player", "match"]
    assert [str(kind.self_var.type) for kind in kinds.values() if kind.self_var is not None] == ["player", "match"]
    pack = declared(PIECES)
    assert list(pack.kinds["player"].all_attributes) == ["owner", "points"]


def test_fields_that_clash(mistakes: Callable[..., list[str]]) -> None:
    text = PIECES + "kind rook:\n  is: piece\n  state:\n    width: number\n    bearer: number\n"
    text += "    place: cell or none\n"
    assert mistakes(text) == ["RW409 width", "RW409 place"]
    assert mistakes("kind tool: {part_of: hero}\nkind hero:\n  state: {tools: number}\n  parts: {tools: tool}\n") == [
        "RW409 tools"]


def test_a_circle_of_kinds_is_told_once(mistakes: Callable[..., list[str]]) -> None:
    assert mistakes("kind one: {is: two}\nkind two: {is: three}\nkind three: {is: one}\nkind four: {is: two}\n") == [
        "RW407 two"]


# -- sheets ------------------------------------------------------------------------------------------------------------

CARDS = """\
enum suit: [clubs, spades]
die trick gives suit: [spades, clubs, spades]
kind card:
  printed:
    cost: number
    range: cells or none
    suits: set of suit
    queue: list of suit
    die: die starts d6
    best: tool or none
    rival: sheet of card or none
    open: yes_no
    flavour: text
  parts:
    tools: tool
    spares: tool
  formulas:
    playable: yes_no
kind tool:
  part_of: card
  printed:
    bonus: number
status armour(number amount, suit against): {of: card}
status quick: {name: Quick}
card ace:
  cost: -3
  range: none
  suits: [spades, clubs]
  queue: [spades, clubs, spades]
  die: trick
  best: hammer
  rival: king
  open: true
  flavour: Nobody knows
  playable: self.cost > 1
  keywords: [quick, "armour(2, spades)"]
  tools:
    saw: {bonus: 1}
    hammer: {bonus: 2, keywords: [quick]}
card king:
  cost: 1
  range: 3 cells
  suits: clubs
  queue: clubs
  die: d20
  best: none
  rival: none
  open: false
  flavour: Everybody knows
  playable: true
"""


def test_printed_fields_are_values(declared: Declare) -> None:
    pack = declared(CARDS)
    ace, king = pack.sheets["ace"], pack.sheets["king"]
    assert list(pack.sheets) == ["ace", "ace.saw", "ace.hammer", "king"]
    best = ace.printed.pop("best")
    assert ace.printed == {"cost": -3, "range": None, "suits": (0, 1), "queue": (1, 0, 1), "die": 0, "rival": 3,
                           "open": True, "flavour": "Nobody knows"}
    assert isinstance(best, n.Name) and best.ref.role == "part" and best.ref.index == 1
    assert king.printed == {"cost": 1, "range": 3, "suits": (0,), "queue": (0,), "die": -20, "best": None,
                            "rival": None, "open": False, "flavour": "Everybody knows"}
    assert pack.dice["trick"].faces == (1, 0, 1) and pack.dice["trick"].face == t.enum("suit")


def test_a_refused_field_of_a_kind_is_not_missed_on_its_sheets(mistakes: Callable[..., list[str]]) -> None:
    text = "kind card:\n  printed:\n    rules: number\n    cost: number\ncard ace: {cost: 1}\n"
    assert mistakes(text) == ["RW322 rules"]


def test_parts_and_keywords(declared: Declare) -> None:
    pack = declared(CARDS)
    ace = pack.sheets["ace"]
    assert [part.id for part in ace.parts["tools"]] == ["ace.saw", "ace.hammer"]
    hammer = pack.sheets["ace.hammer"]
    assert hammer.whole is ace and hammer.kind is pack.kinds["tool"] and hammer.printed == {"bonus": 2}
    assert {name: (str(one.type), one.index) for name, one in part_variables(ace).items()} == {
        "saw": ("tool", 0), "hammer": ("tool", 1)}
    assert [(use.status.id, use.args) for use in ace.keywords] == [("quick", ()), ("armour", (2, 1))]
    assert [use.status.id for use in hammer.keywords] == ["quick"]
    assert isinstance(ace.formulas["playable"], n.Binary) and ace.holder is None


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("cost: 1\n", "cost: 1 cells\n", "RW420 1 cells"),
        ("range: 3 cells", "range: 3", "RW420 3"),
        ("suits: clubs", "suits: [clubs, hearts]", "RW421 hearts"),
        ("cost: 1\n", "cost: [1]\n", "RW420 1"),
        ("rival: none\n", "rival: saw\n", "RW421 saw"),
        ("rival: none\n", "rival: ace.saw\n", "RW420 ace.saw"),
        ("best: none", "best: saw", "RW421 saw"),
        ("die: d20", "die: d0", "RW421 d0"),
        ("open: false", "open: 1", "RW420 1"),
        ("  cost: 1\n", "", "RW422 king"),
        ("bonus: 2, keywords: [quick]}\n", "bonus: 2}\n  spares:\n    saw: {bonus: 1}\n", "RW401 saw"),
        ("quick, \"armour(2, spades)\"", "quick, \"armour(2, 3)\"", "RW420 3"),
        ("bonus: 2, keywords: [quick]", "bonus: 2, keywords: [\"armour(1, clubs)\"]", "RW424 armour(1, clubs)"),
    ],
)
def test_mistakes_in_sheets(old: str, new: str, mistake: str, mistakes: Callable[..., list[str]]) -> None:
    assert old in CARDS
    assert mistakes(CARDS.replace(old, new)) == [mistake]


# -- heads -------------------------------------------------------------------------------------------------------------

HEADS = """\
kind piece: {placed: yes}
kind pawn: {is: piece}
class action(piece actor):
class loud(piece who):
event strike(pawn attacker, piece target) gives number total is action, loud:
  legal:
    near: attacker is adjacent to target
  do: |
    moment rolled
    if total > 1:
      moment judged
      moment rolled
event rest(piece who) is action: finish
value speed(piece who) gives cells:
  start: 4 cells
  steps:
    cap: lowest then least(so_far, it)
    lame: any then so_far / 2
    twice: each then so_far * 2
    plus: each then so_far + it
    marks: count then so_far + it * 1 cells
"""


def test_fields_of_events(declared: Declare) -> None:
    pack = declared(HEADS)
    strike = pack.events["strike"]
    assert [(one.id, str(one.type), one.role, one.index) for one in strike.fields] == [
        ("attacker", "pawn", "field", 0), ("target", "piece", "field", 1), ("total", "number", "field", 2)]
    assert strike.moments == ["rolled", "judged"] and list(strike.legal) == ["near"]
    assert [one.id for one in strike.classes] == ["action", "loud"]
    assert [one.id for one in pack.classes["action"].events] == ["strike", "rest"]
    assert strike.event_var is not None and strike.event_var.type == t.record("strike")


def test_steps_have_the_types_of_their_merges(declared: Declare) -> None:
    steps = declared(HEADS).values["speed"].steps
    assert {step.name: str(step.it.type) for step in steps} == {
        "cap": "cells", "lame": "yes_no", "twice": "yes_no", "plus": "cells", "marks": "number"}
    assert {str(step.so_far.type) for step in steps} == {"cells"}


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("rule calm(number a, number b): {modify: []}\n", "RW417 number a, number b"),
        ("class loud(player x):\nclass bold(player x) is loud:\n", "RW417 loud"),
        ("permission free(player x) gives number: true\n", "RW417 number"),
        ("value luck() gives number x: 1\n", "RW417 number x"),
        ("event gain gives number: finish\n", "RW417 number"),
        ("zone pile gives number: {ordered: yes}\n", "RW417 number"),
        ("zone pile: {seen_by: owner}\n", "RW417 owner"),
        ("die trick gives cells: [1]\n", "RW417 cells"),
        ("die trick gives number: [1, x]\n", "RW418 x"),
        ("enum side: []\n", "RW417 side"),
        ("kind player:\n  placed: yes\n", "RW404 placed"),
        ("kind match:\n  formulas:\n    busy: yes_no\n", "RW404 formulas"),
    ],
)
def test_heads_that_say_too_much(text: str, mistake: str, mistakes: Callable[..., list[str]]) -> None:
    assert mistakes(text) == [mistake]


# -- what is carried ---------------------------------------------------------------------------------------------------


def test_a_trigger_of_two_events_makes_two_reactions(declared: Declare) -> None:
    rule = declared(HEADS + """\
rule watch:
  for: self in pieces
  before: strike or rest where self is in_play
  may: rest(self)
  limit: 1 per action
""", SQUARE + "ranks: [first]\n").rules["watch"]
    assert rule.holder is not None and rule.holder.self_var is not None and rule.holder.self_var.id == "self"
    one, other = rule.holder.reactions
    assert (one.event.id, other.event.id) == ("strike", "rest") and one.group == other.group
    assert one.where == other.where and one.where is not other.where and one.body[0] is not other.body[0]
    assert list(one.fields) == ["attacker", "target", "total", "event"] and list(other.fields) == ["who", "event"]
    assert one.optional and one.rank == 1 and one.limit is not None and one.limit[1].id == "action"


def test_moments_of_a_class_are_those_of_its_events(declared: Declare, mistakes: Callable[..., list[str]]) -> None:
    text = HEADS + "rule hear: {at: action.judged, do: finish}\n"
    reaction, = declared(text).rules["hear"].holder.reactions  # type: ignore[union-attr]
    assert reaction.moment == "judged" and list(reaction.fields) == ["actor", "event"]
    assert reaction.fields["event"].type == t.record("action")
    assert mistakes(text.replace("action.judged", "rest.judged")) == ["RW429 rest.judged"]
    assert mistakes(text.replace("at: action.judged", "after: action.judged")) == ["RW429 action.judged"]
    assert mistakes(text.replace("at: action.judged", "at: action")) == ["RW429 action"]


def test_one_sentence_for_each_thing_forbidden(declared: Declare) -> None:
    pack = declared(HEADS + """\
status dazed:
  of: pawn
  modify:
    - forbid strike, rest as daze when self is in_play
    - speed.cap is 1 cells when who is self
    - waive action.daze, strike.near
""")
    holder = pack.statuses["dazed"].holder
    assert holder is not None and holder.self_var is not None and holder.self_var.type == t.entity("pawn")
    assert [(one.kind, one.target.id, one.step or one.label, one.number) for one in holder.sentences] == [
        ("forbid", "strike", "daze", 0), ("forbid", "rest", "daze", 1), ("value", "speed", "cap", 2),
        ("waive", "action", "daze", 3), ("waive", "strike", "near", 4)]
    first, second = holder.sentences[:2]
    assert first.when == second.when and first.when is not second.when


def test_a_one_shot_knows_its_spender(declared: Declare) -> None:
    status = declared(HEADS + "status aimed: {of: pawn, spent_by: strike where attacker is self}\n").statuses["aimed"]
    assert status.spent_by is not None and status.spent_by.event.id == "strike" and status.spent_by.phase == "before"
    assert status.spender is not None and status.spender.type == t.record("strike")


# -- maps and the manifest ---------------------------------------------------------------------------------------------


def test_a_map(declared: Declare) -> None:
    # A hole at the end of a row is a space that editors like to take away.
    pack = declared("""\
area wall: {name: Wall}
area half: {name: Half}
map field:
  rows: |2
     .#
    -._
  legend: {"#": wall, "-": [half, wall]}
  solid: wall
  halves: half
  corners: free
""".replace("_", " "))
    field, wall, half = pack.maps["field"], pack.areas["wall"], pack.areas["half"]
    assert field.rows == (" .#", "-. ")
    assert field.legend == {"#": (wall,), "-": (half, wall)}
    assert (field.solid, field.halves, field.strict) == ((wall,), (half,), False)


def test_a_broken_drawing_is_told_once_with_all_places(pack_folder: Write) -> None:
    text = "map field:\n  rows: |\n    ..\n    ...\n    .?\n    x\n"
    out = Diagnostics()
    declare(load_pack(read_pack(pack_folder({"pack.yaml": SQUARE, "game.yaml": text}), out), out), out)
    places = [[one.code, *(f"{span.first} {span.text}" for span in (one.span, *(more.span for more in one.related)))]
              for one in out]
    assert places == [["RW436", "4:5 ...", "6:5 x"], ["RW437", "5:6 ?", "6:5 x"]]


def test_the_manifest(declared: Declare) -> None:
    pack = declared("""\
enum colour: [red, green]
window by_turn: {asks: players}
event play: finish
value standing(player p) gives number: 1
kind piece: {owned: yes}
value controller(piece x) gives player: x.owner
zone pile(player owner): {ordered: yes, seen_by: nobody, holds: piece}
zone heap: {ordered: no}
""", """\
pack: sample
start: play
window: by_turn
worth: standing
ranks: [window, late]
settings:
  trump: colour starts green
  most: number starts 5
messages:
  en: {play: It begins}
""")
    assert pack.start is pack.events["play"] and pack.window is pack.windows["by_turn"]
    assert pack.worth is pack.values["standing"] and pack.controller is pack.values["controller"]
    assert pack.ranks == ("window", "late") and pack.messages == {"en": {"play": "It begins"}}
    assert {name: (str(one.type), one.default) for name, one in pack.settings.items()} == {
        "trump": ("colour", 1), "most": ("number", 5)}
    pile, heap = pack.zones["pile"], pack.zones["heap"]
    assert (pile.per_player, pile.ordered, pile.seen_by, pile.holds) == (True, True, "nobody", pack.kinds["piece"])
    assert (heap.per_player, heap.ordered, heap.seen_by, heap.holds) == (False, False, "all", None)


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("enum one: [red, green]\nenum two: [red, blue]\n", []),
        ("enum red: [red, green]\n", []),
        ("enum speed: [slow]\nvalue speed() gives number: 1\n", []),
        ("kind speed: {owned: no}\nvalue speed() gives number: 1\n", ["RW402 speed"]),
        ("kind sheep: {plural: sheep}\n", []),
        ("kind wolf: {plural: wolves}\narea wolves: {name: Wolves}\n", ["RW402 wolves"]),
        ("rule cold: {modify: []}\nwindow cold: {asks: players}\narea cold: {name: Cold}\n", []),
        ("enum shape: [burst, line]\n", []),
        ("event burst: finish\n", ["RW403 burst"]),
        ("permission adjacent(player a, player b): true\n", []),
        ("area rim: {name: Rim}\n", ["RW403 rim"]),
        ("enum number: [one]\n", ["RW403 number"]),
        ("enum rolls: [d6]\n", ["RW403 d6"]),
        ("status placed: {of: player}\n", ["RW403 placed"]),
        ("event gain(player self): finish\n", ["RW403 player self"]),
    ],
)
def test_names_that_meet(text: str, found: list[str], mistakes: Callable[..., list[str]]) -> None:
    assert mistakes(text) == found


def test_a_word_and_what_it_may_be(declared: Declare) -> None:
    pack = declared(HEADS + """\
enum side: [left, right]
enum hand: [left, other]
status dazed: {of: piece}
permission loose(piece who): true
permission friend(piece one, piece other): true
area wood: {name: Wood}
zone pile(player owner): {ordered: yes}
zone heap: {ordered: yes}
""")
    scope = PackScope(pack)
    assert [one.enum.id for one in scope.valued("left") if isinstance(one, m.EnumMember)] == ["side", "hand"]
    assert scope.valued("pieces") == [pack.kinds["piece"]] and scope.valued("piece") == []
    assert scope.valued("wood") == [pack.areas["wood"]] and scope.valued("heap") == [pack.zones["heap"]]
    assert scope.valued("pile") == [] and scope.called("pile") is pack.zones["pile"]
    assert [type(one) for one in scope.valued("players")] == [m.BuiltinDef]
    assert scope.called("strike") is pack.events["strike"] and scope.called("players") is None
    assert isinstance(scope.called("distance"), m.BuiltinDef)
    assert scope.plural_in("pieces_in") is pack.kinds["piece"] and scope.plural_in("woods_in") is None
    assert scope.behind_is("dazed") == [pack.statuses["dazed"]] and scope.behind_is("friend") == []
    assert scope.behind_is("loose") == [pack.permissions["loose"]]
    assert scope.relation("friend") is pack.permissions["friend"] and scope.relation("loose") is None
    assert scope.occasion("action") is pack.classes["action"]
    die = scope.die("d12")
    assert die is not None and die.faces == tuple(range(1, 13)) and scope.die("d12") is die and scope.die("d0") is None
    assert scope.common_kind("pawn", "piece") == "piece" and scope.is_kind("pawn", "") and scope.lookup("nothing") == []
    assert scope.nearest("peices") == "pieces" and scope.nearest_called("stirke") == "strike"


def test_types_as_written(declared: Declare, mistakes: Callable[..., list[str]]) -> None:
    pack = declared(HEADS + """\
event tell(set of sheet of pawn a, number per player b, list of cell c, strike or none d, area e, join f): finish
""")
    assert [str(one.type) for one in pack.events["tell"].params] == [
        "set of sheet of pawn", "number per player", "list of cell", "strike or none", "set of cell", "join"]
    assert pack.events["tell"].params[3].type == Type("maybe", "", (t.record("strike"),))
    assert mistakes(HEADS + "event tell(sheet of player a, text b, pieces c, hex d, set of pwan e): finish\n") == [
        "RW405 player", "RW405 text", "RW405 pieces", "RW406 hex", "RW405 pwan"]
