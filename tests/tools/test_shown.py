"""How things are shown: fields by mode or in the words of a pack, further lines, names of kinds, answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.meaning import meaning_of
from rulewright.pipeline import check_pack
from rulewright.play import apart
from rulewright.play.shown import figures
from rulewright.session import Game, link_program
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.question import option

from .conftest import Run

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: sample\nname: Sample\nstart: play\nboard: square\nforced: ask\n"
GAME = """
area hall: {}
map field: {rows: "a..\\n", legend: {a: hall}}
kind scout:
  placed: yes
  printed: {hp_most: number, speed: cells}
  state: {hp: number starts self.hp_most, used: yes_no, spare: number, mood: number starts 3, plan: number}
  secret: {plan: owner}
  shown: SHOWN
kind scouts_of:
  is: scout
kind sign:
  owned: no
  state: {whose: scout or none}
  shown_as: {en: "<whose> on the list", ru: "<whose:acc> вычеркнуть"}
kind player:
  state: {points: number, seen: number}
  shown: {seen: never, points: {en: "<points> <points?points|one=point>, <army(self)> strong"}}
value army(player p) gives number: count(s in scouts where s.owner is p)
permission worn(scout who): who.hp < who.hp_most
scout fox: {name: {en: Fox, ru: Лиса, ru.acc: Лису, ru.is: f}, hp_most: 5, speed: 3 cells}
sign entry: {name: List}
zone lists: {holds: sign, seen_by: all}
event play: |
  lay(field)
  for each p in players:
    for each c in hall:
      create fox for p at c
  let one = first(scouts)
  finish if one is none
  let s = create entry into lists
  mark(s, one)
  offer one.owner or pass:
    walk(w) for w in scouts
    hold(w, one) for w in scouts where w is not one
    hold(one, w) for w in scouts where w is not one
event mark(sign which, scout who): |
  set which.whose = who
event walk(scout who):
  shown_as: {en: Send <who>, ru: "Послать <who:acc>, <who?он|f=она> готов<who?|f=а>"}
  do: hurt(who)
event hold(scout who, scout other): {shown_as: Hold on, do: hurt(who)}
event hurt(scout who): |
  set who.hp = who.hp - 2
  set who.used = true
  set who.plan = 4
  set who.mood = 2
"""


def _game(pack_folder: Write, shown: str, game: str = GAME) -> Game:
    found = check_pack(pack_folder({"pack.yaml": MANIFEST, "game.yaml": game.replace("SHOWN", shown)}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    return Game.new(link_program(found.program), 2, 1)


def _told(game: Game, viewer: int | None = None, language: str = "en") -> list[str]:
    return [one.told for one in figures(game.state, "entity", 1, Sight(viewer, language))]


@pytest.mark.parametrize(
    ("shown", "before", "after"),
    [
        ("{}", ["hp 5", "mood 3"], ["hp 3", "used", "mood 2", "plan 4"]),
        ("{mood: changed, used: never, plan: never}", ["hp 5"], ["mood 2", "hp 3"]),
        ("{spare: always, mood: never, plan: never}", ["spare 0", "hp 5"], ["spare 0", "hp 3", "used"]),
        ('{speed: always, hp: "<hp> of <hp_most>", mood: never, used: never, plan: never}',
         ["speed 3 cells", "5 of 5"], ["speed 3 cells", "3 of 5"]),
        ('{worn_out: "<worn(self)?|yes=worn>", hp: never, mood: never, used: never, plan: never}', [], ["worn"]),
        # A further line stands there as soon as what it shows first says something.
        ('{rest: "<plan> planned at <hp>", hp: never, mood: never, used: never, plan: never}', [], ["4 planned at 3"]),
        ('{hp: {en: "<hp> left", ru: "<hp> <hp?сил|few=силы>"}, mood: never, used: never, plan: never}',
         ["5 сил"], ["3 силы"]),
    ],
)  # fmt: skip
def test_fields_are_shown_as_their_kind_says(
    shown: str, before: list[str], after: list[str], pack_folder: Write
) -> None:
    game = _game(pack_folder, shown)
    language = "ru" if "ru:" in shown else "en"
    assert _told(game, 0, language) == before
    game.answer(0)
    assert _told(game, 0, language) == after


def test_a_line_with_a_secret_is_dropped_for_those_who_may_not_know_it(pack_folder: Write) -> None:
    game = _game(pack_folder, '{plan: "plan <plan>", all: "<hp> and <plan>", mood: never, used: never}')
    game.answer(0)
    assert _told(game, 0) == ["plan 4", "3 and 4", "hp 3"]
    assert _told(game, 1) == ["hp 3"]


def test_a_player_is_shown_by_fields_and_values(pack_folder: Write) -> None:
    game = _game(pack_folder, "{}")
    assert [one.told for one in figures(game.state, "player", 0, Sight(0))] == []
    column = next(c for c in game.state.p.program.columns if c.id == "points")
    getattr(game.state, column.slot)[0] = 1
    assert [one.told for one in figures(game.state, "player", 0, Sight(0))] == ["1 point, 1 strong"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Send Fox (player 1)", "Send Fox (player 2)", "hold(Fox (player 2), Fox (player 1))",
                "hold(Fox (player 1), Fox (player 2))", "pass"]),
        ("ru", ["Послать Лису (игрок 1), она готова", "Послать Лису (игрок 2), она готова",
                "hold(Лиса (игрок 2), Лиса (игрок 1))", "hold(Лиса (игрок 1), Лиса (игрок 2))", "пропустить"]),
    ],
)  # fmt: skip
def test_answers_read_in_the_words_of_the_pack(language: str, words: list[str], pack_folder: Write) -> None:
    """Those that would read the same are told as calls."""
    game = _game(pack_folder, "{}")
    decision = game.decision
    assert decision is not None
    expected = [one.replace("(player", "of player") if language == "en" else one for one in words]
    expected = [one.replace("player 1)", "player 1").replace("player 2)", "player 2") if language == "en" else one
                for one in expected]  # fmt: skip
    assert list(apart.options(game.state, decision, 0, language)) == expected
    assert option(game.state, decision, decision.options[0], Sight(0, language)) == expected[0]


def test_a_kind_is_shown_as_something_else_than_its_name(pack_folder: Write) -> None:
    """Where everybody may know what stands there."""
    game = _game(pack_folder, "{}")
    m = game.state
    listed = next(e for e in range(1, len(m.sheet)) if m.p.program.sheets[m.sheet[e]].id == "entry")
    assert Sight(1).entity(m, listed) == "Fox of player 1 on the list"
    assert Sight(1, "ru").entity(m, listed) == "Лису (игрок 1) вычеркнуть"
    hidden = GAME.replace("kind scouts_of:", "zone bag: {holds: scout, seen_by: nobody}\nkind scouts_of:").replace(
        "  mark(s, one)\n", "  mark(s, one)\n  put one into bag\n"
    )
    m = _game(pack_folder, "{}", hidden).state
    assert Sight(None).entity(m, listed) == "List"


def test_a_secret_is_in_a_name_once_all_know_it(pack_folder: Write) -> None:
    game = GAME.replace("  secret: {plan: owner}\n", "  secret: {plan: owner}\n  shown_as: Fox number <plan>\n")
    told = [_game(pack_folder, "{}", game.replace("  mark(s, one)\n", lines)).state
            for lines in ("  mark(s, one)\n", "  mark(s, one)\n  reveal(one)\n")]  # fmt: skip
    assert [Sight(0).entity(m, 1) for m in told] == ["Fox of player 1", "Fox number 0"]
    assert [Sight(1).entity(m, 1) for m in told] == ["Fox of player 1", "Fox number 0"]


def test_a_name_that_chooses_a_text_by_a_secret_has_one_for_all_who_may_not_know_it(pack_folder: Write) -> None:
    """The same for every hidden value, and for who knows it, as players name things to each other. No number of the
    engine is added, which would read like the hidden one."""
    shown_as = "  secret: {plan: owner}\n  shown_as: Fox<plan?, hidden|0= 0|4= 4>\n"
    game = GAME.replace("  secret: {plan: owner}\n", shown_as)
    names = []
    for lines in ("", "  set one.plan = 4\n", "  set one.plan = 4\n  reveal(one)\n"):
        m = _game(pack_folder, "{}", game.replace("  mark(s, one)\n", f"  mark(s, one)\n{lines}")).state
        names.append([Sight(viewer).entity(m, 1) for viewer in (None, 0, 1)])
    assert names == [["Fox, hidden"] * 3, ["Fox, hidden"] * 3, ["Fox 4"] * 3]


def test_words_are_no_part_of_what_a_pack_means(pack_folder: Write) -> None:
    plain, shown = ("{}", '{hp: "<hp> of <hp_most>", used: never}')
    found = [
        check_pack(pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME.replace("SHOWN", one)})).program
        for one in (plain, shown)
    ]
    other = GAME.replace("SHOWN", plain).replace("Hold on", "Stay").replace("on the list", "there")
    found.append(check_pack(pack_folder({"pack.yaml": MANIFEST, "game.yaml": other})).program)
    assert len({meaning_of(one) for one in found if one is not None}) == 1


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("SHOWN", "{hpp: never}", [("RW410", "kind 'scout' has no field 'hpp' to show")]),
        ("SHOWN", '{hp: "<hpp>"}',
         [("RW443", "the template of 'hp' in kind 'scout' shows 'hpp', which is not one of its fields")]),
        ("SHOWN", '{hp: "<army(self)>"}',
         [("RW443", "the template of 'hp' in kind 'scout' shows 'army(self)', which is not one of its fields")]),
        ("SHOWN", '{hp: "<hp?a|yes=b>"}',
         [("RW471", "the template of 'hp' in kind 'scout' has a case for 'yes', which 'hp' never is in 'en'")]),
        ("state: {points: number, seen: number}\n  shown: {",
         "state: {points: number, seen: number, few: set of scout}\n  shown: {few: {en: '<few?some|none=>'}, ",
         [("RW471", "the template of 'few' in kind 'player' has a case for 'none', which 'few' never is in 'en'")]),
        ("SHOWN", "{worn_out: always}", [("RW410", "kind 'scout' has no field 'worn_out' to show")]),
        ("Hold on", '"<whom>"',
         [("RW443", "`shown_as` of event 'hold' shows 'whom', which is not one of its parameters")]),
        ("<whose> on the list", "<off>",
         [("RW443", "`shown_as` of kind 'sign' shows 'off', which is not one of its fields")]),
        ("  state: {points: number, seen: number}\n", "  state: {points: number, seen: number}\n  shown_as: <points>\n",
         [("RW404", "kind 'player' always exists and cannot have 'shown_as'")]),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_reported(
    old: str, new: str, told: list[tuple[str, str]], pack_folder: Write
) -> None:
    game = GAME.replace(old, new, 1).replace("SHOWN", "{}")
    found = check_pack(pack_folder({"pack.yaml": MANIFEST, "game.yaml": game})).diagnostics.errors
    assert [(one.code, one.message) for one in found] == told


def test_the_table_shows_what_the_pack_says(run: Run, pack_folder: Write) -> None:
    """In the roster, in zones, and for `look`."""
    game = GAME.replace("SHOWN", '{hp: "<hp> of <hp_most>", hp_most: never, used: never, mood: never, plan: never}')
    listed = '  shown: {whose: "for <whose>"}\n  shown_as: {en: "List, <whose>'
    game = game.replace('  shown_as: {en: "<whose>', listed)
    pack = pack_folder({"pack.yaml": MANIFEST, "game.yaml": game})
    typed = "look fox of player 1\nsend fox of player 2\nquit\n"
    out = run("play", pack, "--human", "1", "--human", "2", typed=typed).out
    assert "lists (1): List, Fox of player 1 on the list (for Fox of player 1)\n" in out
    assert "  FO Fox  A1  5 of 5\n" in out
    assert "  speed 3 cells\n  5 of 5\n" in out
    assert "1 Send Fox of player 1\n" in out


def test_a_zone_of_book_keeping_is_left_out_but_found_by_who_looks(run: Run, pack_folder: Write) -> None:
    game = GAME.replace("SHOWN", "{}").replace("zone lists: {", "zone lists: {shown: never, ")
    pack = pack_folder({"pack.yaml": MANIFEST, "game.yaml": game})
    out = run("play", pack, "--human", "1", "--human", "2", typed="quit\n").out
    assert "Fox  A1" in out and "lists (1)" not in out
    out = run("play", pack, "--human", "1", "--human", "2", typed="look lists\nquit\n").out
    assert "lists (1): Fox of player 1 on the list\n" in out


def test_a_kind_is_shown_as_the_kind_above_unless_it_says_otherwise(pack_folder: Write) -> None:
    game = GAME.replace("SHOWN", "{hp: never, mood: changed}").replace(
        "  is: scout\n", '  is: scout\n  shown: {hp: "<hp>"}\n'
    )
    program = check_pack(pack_folder({"pack.yaml": MANIFEST, "game.yaml": game})).program
    assert program is not None
    shown = {kind.id: kind.shown for kind in program.kinds}
    assert shown["scout"] == {"hp": {"": "never"}, "mood": {"": "changed"}}
    assert shown["scouts_of"] == {"hp": {"": "<hp>"}, "mood": {"": "changed"}}


def test_a_folder_without_a_pack_is_not_shown_as_an_empty_one(run: Run, tmp_path: Path) -> None:
    for name in ((), ("anything",)):
        ran = run("show", tmp_path, *name)
        assert (ran.code, ran.out) == (1, "")
        assert "this is not a pack: it has no pack.yaml" in ran.err
    (tmp_path / "pack.yaml").write_text("pack: half\n", "utf-8")
    (tmp_path / "a.yaml").write_text("event a: finish\nevent b: fnish\n", "utf-8")
    ran = run("show", tmp_path)
    assert ran.code == 0 and "event (2)" in ran.out
    assert "has 1 error: definitions may be missing; see `rulewright check`" in ran.err
