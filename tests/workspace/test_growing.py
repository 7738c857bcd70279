"""Kinds that a mod gives other fields of state, and enumerations with other members, live on behind an edit as a whole
check makes them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.workspace.test_renewing import TIMES, agree, lived_on

from rulewright.check import model as m
from rulewright.effects.parsed import ParsedPack
from rulewright.pipeline import check_pack
from rulewright.workspace.workspace import Workspace

__all__ = ["lived_on"]

BASE = {
    "pack.yaml": "pack: base\nstart: game\nboard: square\nsettings: {best: suit starts cups}\n",
    "kinds.yaml": """\
enum suit: {ordered: [coins, cups], names: {cups: {en: Cups}}}
enum rank: [low, high]
enum size: [small, large]
kind piece:
  plural: pieces
  owned: no
  printed: {worth: number, suit: suit starts coins, ranks: set of rank starts none}
  state: {hp: number starts self.worth}
  names: {hp: {en: hits}}
  must: {some: self.worth > 0}
kind beast: {is: piece, plural: beasts, state: {fed: yes_no}}
kind egg: {is: piece, plural: eggs, placed: yes}
kind player: {state: {points: number}}
kind match: {state: {round: number starts 1, sized: number per player}}
zone row(size which): {holds: piece}
table odds(rank a) gives number: {rows: {low: 1, high: 2}}
piece rook: {worth: 4}
egg shell: {worth: 2}
beast wolf: {worth: 5, suit: cups, ranks: [high]}
area pit: {}
map field: {legend: {"#": pit}, rows: "..#"}
""",
    "game.yaml": """\
value power(piece who) gives number:
  start: who.hp
  steps: {more: total}
permission known(piece who): who.suit is coins or who.suit is cups
permission strong(piece who): who.suit >= cups or high in who.ranks
event hit(piece who, number hard, player chooser):
  legal: {alive: who.hp > 0}
  do: |
    set who.hp = who.hp - hard
    set match.round = match.round + 1
    set match.sized[chooser] = odds(low)
event game gives number total: |
  lay(field)
  for each one in sheets_of(piece):
    let made = create one
    for each p in players:
      hit(made, if made is strong then 2 else 1, p) despite alive
  for each p in players:
    set p.points = p.points + (if setting.best is coins then 1 else 2)
  set total = sum(power(p) for p in pieces)
rule grows:
  after: hit where who is beast
  do: feed(who)
event feed(piece who): |
  for each b in beasts where b is who:
    set b.fed = true
""",
}
RULE = "rule calm:\n  modify: power.more is {} when who is beast and who is known\n"
KIND = "change kind piece:\n  add: {{{}}}\n"
BEAST, SUIT = KIND.replace("piece", "beast"), KIND.replace("kind piece", "enum suit")
DOUBTFUL = "state.rage: number starts if size(pieces) >= 0 then 1 else 0"

# Texts of a mod, each with whether the pack lives on when it takes the place of the first one.
TEXTS: dict[str, tuple[str, bool]] = {
    "a rule": (RULE.format(1), True),
    "a field": (KIND.format("state.rage: number") + RULE.format(1), True),
    "a field behind other lines": ("# here\n" + KIND.format("state.rage: number") + RULE.format(1), True),
    "a field that begins as something": (
        KIND.format("state.rage: number starts self.worth + 1") + RULE.format(1), True,
    ),
    "a field that begins otherwise": (
        KIND.format("state.rage: number starts self.worth + 2") + RULE.format(1), True,
    ),
    "a field that begins as what comes with it": (
        "value twice(piece who) gives number: who.worth * 2\n" + KIND.format("state.rage: number starts twice(self)")
        + RULE.format(1), True,
    ),
    "a field of another type": (KIND.format("state.rage: yes_no") + RULE.format(1), True),
    "a field with a name for people": (
        KIND.format("state.rage: number, names.rage: {en: Rage, ru: Ярость}") + RULE.format(1), True,
    ),
    "two fields": (KIND.format("state.rage: number, state.ire: number") + RULE.format(1), True),
    "two fields in another order": (KIND.format("state.ire: number, state.rage: number") + RULE.format(1), True),
    "a field that a rule reads": (KIND.format("state.rage: number") + RULE.format("who.rage"), True),
    "a field of the kind below": (BEAST.format("state.rage: number") + RULE.format(1), True),
    "one field of two kinds": (
        KIND.format("state.rage: number") + BEAST.format("state.rage: number") + RULE.format(1), False,
    ),
    "a field that another kind has": (KIND.format("state.fed: number") + RULE.format(1), False),
    "a field that things of a kind below have anyway": (
        KIND.format("state.place: number") + RULE.format(1), False,
    ),
    "a field with the name of a value": (KIND.format("state.power: number") + RULE.format(1), False),
    "a field of players and of the match": (
        "change kind player:\n  add: {state.luck: number}\nchange kind match:\n  add: {state.wind: number}\n"
        + RULE.format(1), True,
    ),
    "a field that is secret": (
        KIND.format("state.rage: number, secret.rage: nobody") + RULE.format(1), False,
    ),
    "a printed field": (KIND.format("printed.rage: number starts 1") + RULE.format(1), False),
    "what a sheet must be": (KIND.format("must.more: self.worth > 1") + RULE.format(1), False),
    "a condition on sheets less": ("change kind piece:\n  remove: [must.some]\n" + RULE.format(1), False),
    "a field and what a sheet must be": (
        KIND.format("state.rage: number, must.more: self.worth > 1") + RULE.format(1), False,
    ),
    "a field and another beginning": (
        KIND.format("state.rage: number") + "  set: {state.hp: number starts 7}\n" + RULE.format(1), False,
    ),
    "a field and a value that is called like a word of the kind": (
        KIND.format("state.rage: number") + "value hits(piece who) gives number: 3\n" + RULE.format(1), False,
    ),
    "a field with a doubtful beginning": (KIND.format(DOUBTFUL) + RULE.format(1), True),
    "a field with a doubtful beginning, further down": (
        "# here\n" + KIND.format(DOUBTFUL) + RULE.format(1), True,
    ),
    "a field without a beginning": (KIND.format("state.rage: piece") + RULE.format(1), False),
    "a field that begins as nothing that is": (
        KIND.format("state.rage: number starts self.wrath") + RULE.format(1), False,
    ),
    "a member": (SUIT.format("ordered: swords") + RULE.format(1), True),
    "a member with a name for people": (
        SUIT.format("ordered: swords, names.swords: {en: Swords}") + RULE.format(1), True,
    ),
    "another name for people": (
        SUIT.format("ordered: swords, names.swords: {en: Blades}") + RULE.format(1), True,
    ),
    "two members": (SUIT.format("ordered: [swords, staves]") + RULE.format(1), True),
    "two members the other way round": (SUIT.format("ordered: [staves, swords]") + RULE.format(1), True),
    "a member twice": (SUIT.format("ordered: [swords, swords]") + RULE.format(1), True),  # it is taken once
    "a member that stands in another place": (SUIT.format("ordered: swords before cups") + RULE.format(1), False),
    "a member of which a sheet is": (
        SUIT.format("ordered: swords") + "beast bear: {worth: 3, suit: swords}\n" + RULE.format(1), True,
    ),
    "a member that a rule asks for": (
        SUIT.format("ordered: swords") + "rule calm:\n  modify: power.more is 1 when who.suit is swords\n", True,
    ),
    "a member called like a die": (SUIT.format("ordered: d6") + RULE.format(1), False),
    "a member called like a word of the language": (SUIT.format("ordered: self") + RULE.format(1), False),
    "a member called like something that comes with it": (
        SUIT.format("ordered: swords") + "area swords: {}\n" + RULE.format(1), False,
    ),
    "a member that is one already": (SUIT.format("ordered: high") + RULE.format(1), False),
    "a member of what tables count": ("change enum rank:\n  add: {members: top}\n" + RULE.format(1), False),
    "a member of what zones count": ("change enum size:\n  add: {members: huge}\n" + RULE.format(1), False),
    "a member and a field": (
        SUIT.format("ordered: swords") + KIND.format("state.held: suit starts swords") + RULE.format(1), True,
    ),
    "another number of players": ("change pack base:\n  set: {players: 3}\n" + RULE.format(1), False),
    "a rank": ("change pack base:\n  add: {ranks: [late]}\n" + RULE.format(1), False),
    "a setting": ("change pack base:\n  add: {settings: {most: number starts 3}}\n" + RULE.format(1), False),
    "another rule": (RULE.format(2), True),
}  # fmt: skip


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    """The folder of a mod that says what stands first in the table."""
    for folder, files in (("base", BASE), ("mod", {"pack.yaml": "pack: mod\nneeds: {base: any}\n"})):
        (tmp_path / folder).mkdir()
        for name, text in files.items():
            (tmp_path / folder / name).write_text(text, "utf-8")
    (tmp_path / "mod" / "rules.yaml").write_text(TEXTS["a rule"][0], "utf-8")
    return tmp_path / "mod"


def there_and_back(
    workspace: Workspace, mod: Path, file: str, texts: tuple[str, str], lives: bool, lived_on: list[bool]
) -> None:
    """Writes a text, what was there before, and the text once more; each time all is as a whole check makes it."""
    text, before = texts
    for number, written in enumerate((text, before, text)):
        lived_on.clear()
        workspace.write(file, written)
        agree(workspace, mod, {file: written})
        assert number == 1 or not lived_on or lived_on[-1] is lives, written


@pytest.mark.parametrize("name", TEXTS)
def test_what_has_grown_is_what_a_whole_check_makes(name: str, mod: Path, lived_on: list[bool]) -> None:
    """There and back, and there once more."""
    assert not check_pack(mod).diagnostics.has_errors
    workspace = Workspace(mod)
    workspace._check(needed=True)
    text, lives = TEXTS[name]
    there_and_back(workspace, mod, "mod:rules.yaml", (text, TEXTS["a rule"][0]), lives, lived_on)


@pytest.mark.parametrize("seed", range(3))
def test_one_text_behind_another(seed: int, mod: Path, lived_on: list[bool]) -> None:
    draw, workspace = random.Random(seed), Workspace(mod)
    workspace._check(needed=True)
    for _ in range(14 * TIMES):
        text = draw.choice([text for text, lives in TEXTS.values() if lives or draw.random() < 0.2])
        workspace.write("mod:rules.yaml", text)
        agree(workspace, mod, {"mod:rules.yaml": text})
    assert sum(lived_on) >= 3


def test_what_is_doubtful_is_told_where_it_stands(mod: Path) -> None:
    workspace = Workspace(mod)
    workspace._check(needed=True)
    for name in ("a field with a doubtful beginning", "a field with a doubtful beginning, further down", "a rule"):
        workspace.write("mod:rules.yaml", TEXTS[name][0])
        agree(workspace, mod, {"mod:rules.yaml": TEXTS[name][0]})


@pytest.mark.parametrize(("before", "after", "lives"), [
    (KIND.format("state.rage: number"), KIND.format("state.rage: number starts 2"), False),
    (KIND.format("state.rage: number starts 1"), KIND.format("state.rage: number starts 2"), True),
    (KIND.format("state.rage: number"), KIND.format("state.rage: number, state.ire: number"), True),
    (KIND.format("state.rage: number"), KIND.format("state.rage: yes_no"), False),
    (KIND.format("state.rage: number"), "", False),
    (KIND.format("state.rage: number"), BEAST.format("state.rage: number"), False),
])  # fmt: skip
def test_what_a_text_that_stays_reads(before: str, after: str, lives: bool, mod: Path, lived_on: list[bool]) -> None:
    """The field is in one file, and a rule that reads it in another."""
    (mod / "rules.yaml").write_text(RULE.format("who.rage"), "utf-8")
    (mod / "more.yaml").write_text(before, "utf-8")
    workspace = Workspace(mod)
    workspace._check(needed=True)
    there_and_back(workspace, mod, "mod:more.yaml", (after, before), lives, lived_on)


@pytest.mark.parametrize("rest", [
    KIND.format("must.more: self.worth > 1"), KIND.format("names.worth: {en: Worth}"),
    "change kind piece:\n  set: {state.hp: number starts 7}\n",
])  # fmt: skip
def test_what_else_has_moved_is_read_again(rest: str, mod: Path) -> None:
    """A condition, a name, or a beginning of the same file stands elsewhere once a field comes before it."""
    (mod / "rules.yaml").write_text(rest + RULE.format(1), "utf-8")
    workspace = Workspace(mod)
    workspace._check(needed=True)
    field = "  add: {state.rage: number}\n" if " add:" not in rest else ""
    grown = rest.replace("add: {", "add: {state.rage: number, ").replace("piece:\n", f"piece:\n{field}")
    for written in (grown + RULE.format(1), "# here\n" + rest + RULE.format(1)):
        workspace.write("mod:rules.yaml", written)
        made, fresh = workspace._check(needed=True).result, check_pack(mod, {"mod:rules.yaml": written})
        assert made.definitions is not None and fresh.definitions is not None
        assert _told(made.definitions) == _told(fresh.definitions)


@pytest.mark.parametrize(("manifest", "lives"), [
    ("# a mod\npack: mod\nneeds: {base: any}\n", True), ("pack: mod\nversion: 1.2.0\nneeds: {base: any}\n", True),
    ("pack: mod\nname: {en: Mod}\nneeds: {base: any}\n", True), ("pack: mod\nneeds: {base: '0'}\n", True),
    ("pack: mod\nneeds: {base: any}\nrenamed: {piece pawn: rook}\n", False),
    ("pack: mod\nneeds: {base: any}\nrenamed: {piece pawn: queen}\n", False),
    ("pack: mod\nlanguage: 1\nneeds: {base: any}\n", False), ("pack: mod\nneeds: {base: any}\nplayers: 3\n", True),
])  # fmt: skip
def test_an_edit_of_the_manifest_of_a_mod(manifest: str, lives: bool, mod: Path, lived_on: list[bool]) -> None:
    """There and back, with and without what has grown."""
    before = (mod / "pack.yaml").read_text("utf-8")
    for rules in ("a rule", "a member and a field"):
        (mod / "rules.yaml").write_text(TEXTS[rules][0], "utf-8")
        workspace = Workspace(mod)
        workspace._check(needed=True)
        there_and_back(workspace, mod, "mod:pack.yaml", (manifest, before), lives, lived_on)


def test_what_has_grown_stands_where_it_stands_now(mod: Path, lived_on: list[bool]) -> None:
    """Fields and members of today have places of today, and names too."""
    text = SUIT.format("ordered: swords, names.swords: {en: Swords}")
    text += KIND.format("state.rage: number starts 1, names.rage: {en: Rage}") + RULE.format(1)
    workspace = Workspace(mod)
    workspace._check(needed=True)
    for written in (text, f"# further down\n{text.replace('Rage', 'Ire').replace('Swords', 'Blades')}"):
        workspace.write("mod:rules.yaml", written)
        (mod / "rules.yaml").write_text(written, "utf-8")
        checked, anew = workspace._check(needed=True).result, check_pack(mod)
        made, fresh = checked.definitions, anew.definitions
        assert made is not None and fresh is not None and lived_on[-1]
        assert _told(made) == _told(fresh)
        assert _texts(checked.parsed) == _texts(anew.parsed)
        assert workspace.symbols() == Workspace(mod).symbols()


def _told(pack: m.PackDef) -> list[object]:
    found: list[object] = [(one.id, one.span, one.names, one.value, one.enum.id)
                           for enum in pack.enums.values() for one in enum.members]  # fmt: skip
    found += [(kind.id, one.id, one.span, one.names, one.starts and one.starts.span, str(one.type), one.kind)
              for kind in pack.kinds.values() for one in kind.all_attributes.values()]  # fmt: skip
    found += [(kind.id, name, one.span) for kind in pack.kinds.values() for name, one in kind.must.items()]
    return found


def _texts(parsed: ParsedPack | None) -> list[object]:
    """What was read of kinds and enumerations."""
    assert parsed is not None
    return [(one.form, one.header.id, repr(one.body)) for one in parsed.definitions if one.form in ("kind", "enum")]
