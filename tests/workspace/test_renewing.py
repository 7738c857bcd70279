"""A typed pack that lives on behind an edit is the one that a check without a memory makes: the same diagnostics, and
the same program to the last constant."""

from __future__ import annotations

import dataclasses
import marshal
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import pytest
from tests.workspace.test_incremental import checked, remembered, said, whole

from rulewright.check import faces, renewing
from rulewright.check import model as m
from rulewright.compile.link import generate
from rulewright.compile.plan import plan
from rulewright.diagnostics import Diagnostics
from rulewright.pipeline import check_pack
from rulewright.program import Program
from rulewright.workspace.workspace import Workspace
from rulewright_tools.mutating.listing import mutants_of

TIMES = int(os.environ.get("RULEWRIGHT_FUZZ", "1"))


def program_of(definitions: m.PackDef | None) -> dict[str, str] | list[str]:
    """All of the program of a pack, or why it has none."""
    assert definitions is not None
    out = Diagnostics()
    made = plan(definitions, out)
    if made is None:
        return [str(one) for one in out]
    made.find_effects()
    return {name: repr(_said(value)) for name, value in _fields(generate(made)).items()}


def _fields(made: Program) -> dict[str, object]:
    return {one.name: getattr(made, one.name) for one in dataclasses.fields(made)}


def _said(value: object) -> object:
    return _code(marshal.loads(value)) if isinstance(value, bytes) and value[:1] in (b"c", b"\xe3") else value


def _code(code: CodeType) -> object:
    """Code with what is in it, as `repr` says it: not how it is packed."""
    inside = [_code(one) if isinstance(one, CodeType) else one for one in code.co_consts]
    return code.co_name, code.co_firstlineno, code.co_code, code.co_names, code.co_varnames, inside


@pytest.fixture
def lived_on(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the typed pack lived on, check by check."""
    found: list[bool] = []
    real = renewing.renewed

    def noted(*given: object) -> object:
        made = real(*given)  # type: ignore[arg-type]  # whatever it takes
        found.append(made is not None)
        return made

    monkeypatch.setattr(renewing, "renewed", noted)
    return found


def agree(workspace: Workspace, folder: Path, buffers: dict[str, str]) -> bool:
    """What a workspace says and has is what a whole check says and makes. Whether that found no error."""
    anew = checked(folder, buffers)
    assert remembered(workspace) == said(anew), buffers
    if anew.diagnostics.has_errors:
        return False
    assert program_of(workspace._check(needed=True).result.definitions) == program_of(anew.result.definitions), buffers
    return True


@pytest.mark.parametrize(("pack", "seed", "count", "least"), [
    ("skirmish", 1, 24, 8), ("duel", 2, 12, 8), ("underworlds", 3, 4, 2), ("zod", 4, 4, 2), ("w40k_missions", 5, 3, 1),
    ("ddm", 6, 6, 3),
])  # fmt: skip
def test_insides_that_change_make_the_pack_of_a_whole_check(
    pack: str, seed: int, count: int, least: int, root: Path, tmp_path: Path, lived_on: list[bool]
) -> None:
    """Each edit is one of those that `mutate` makes, of which the checker accepts most; some move what follows."""
    folder = tmp_path / pack
    shutil.copytree(root / "content" / pack, folder, ignore=shutil.ignore_patterns("tests"))
    known = check_pack(folder)
    assert known.parsed is not None and known.definitions is not None
    mutants, draw = mutants_of(known.parsed, known.definitions), random.Random(seed)
    workspace, buffers = Workspace(folder), dict[str, str]()
    workspace._check(needed=True)
    for _ in range(count * TIMES):
        one = draw.choice(mutants)
        text = (folder / one.file).read_text("utf-8")
        text = "# a comment\n" * draw.choice((0, 0, 1)) + text[: one.start] + one.text + text[one.end :]
        buffers[one.file] = text
        workspace.write(one.file, text)
        if not agree(workspace, folder, buffers) or len(buffers) > 4:
            for file in buffers:
                workspace.release(file)
            buffers.clear()
    assert sum(lived_on) >= least


@pytest.mark.parametrize(("pack", "seed", "count", "least"), [
    ("skirmish", 1, 6, 2), ("duel", 2, 3, 0), ("underworlds", 3, 1, 0), ("zod", 5, 2, 1), ("w40k_missions", 8, 1, 1),
    ("ddm", 7, 1, 1),
])  # fmt: skip
def test_definitions_that_come_and_go_make_the_pack_of_a_whole_check(
    pack: str, seed: int, count: int, least: int, root: Path, tmp_path: Path, lived_on: list[bool]
) -> None:
    """One is taken out, one of the same form is written under another name behind it, and it comes back."""
    folder = tmp_path / pack
    shutil.copytree(root / "content" / pack, folder, ignore=shutil.ignore_patterns("tests"))
    declarations, draw = check_pack(folder).pack.declarations, random.Random(seed)
    workspace = Workspace(folder)
    workspace._check(needed=True)
    for _ in range(count * TIMES):
        one = draw.choice(declarations)
        text = (folder / one.file).read_text("utf-8")
        places = [other.key.start for other in declarations if other.file == one.file]
        start = one.key.start
        end = min((place for place in places if place > start), default=len(text))
        twin = text[start:end].replace(one.id, f"{one.id}_two", 1)
        for written in (text[:start] + text[end:], text[:end] + twin + text[end:], text):
            workspace.write(one.file, written)
            agree(workspace, folder, {one.file: written})
        workspace.release(one.file)
    assert sum(lived_on) >= least


PACK = {
    "pack.yaml": "pack: p\nstart: game\nboard: square\n",
    "kinds.yaml": """\
kind piece:
  plural: pieces
  placed: yes
  owned: no
  printed: {strength: number}
  state: {hp: number}
class deeds(piece who): {}
area pit: {}
map field: {legend: {"#": pit}, rows: "..#"}
window gap:
  asks: players
""",
    "statuses.yaml": """\
status struck(number hard):
  of: piece
  modify: power.less is hard when who is self
status marked:
  of: piece
  state: {since: number starts 1}
status bold: {of: piece}
status dazed:
  of: piece
  lasts: end of next strike
  ends: note(1)
""",
    "sheets.yaml": """\
piece rook: {strength: 4}
piece knight:
  strength: 5
  keywords: [bold]
  after: strike where who is self
  do: note(2)
""",
    "values.yaml": """\
value power(piece who) gives number: {start: who.strength, steps: {less: total then so_far - it, more: total}}
permission free(piece who): {normally: who.hp > 3}
""",
    "events.yaml": """\
event note(number n): {}
event strike(piece who, piece whom) is deeds:
  legal: {apart: who is not whom}
  do: |
    give struck(2) to whom until end of this strike, or start of next note where n > self.hp
    give marked to whom
    give dazed to who
    moment hit
    set whom.hp = whom.hp - power(who)
event game: |
  lay(field)
  for each one in sheets_of(piece):
    let made = create one
    strike(made, made) despite apart
    note(made.hp) if free(made)
    for each s in statuses of made:
      note(s.since) if s is marked
""",
    "rules.yaml": """\
rule hits:
  at: strike.hit
  do: note(3)
rule edges:
  for: self in pieces where self is bold
  modify:
    - power.more is 1 when who is self
    - forbid free as tired when who is self and self.hp < 9
rule rests:
  for: self in pieces
  may: |
    note(4)
  after: deeds where who is self
  when: first(players) is not none
  by: first(players)
  window: gap
""",
    "waives.yaml": """\
rule wakes:
  for: self in pieces
  modify: waive free.tired when who is self
""",
}

RESTS = PACK["rules.yaml"][PACK["rules.yaml"].index("rule rests") :]
KNIGHT = PACK["sheets.yaml"][PACK["sheets.yaml"].index("piece knight") :]
DAZED = "status dazed:\n  of: piece\n  lasts: end of next strike\n  ends: note(1)\n"

# What is changed in which file, from what to what, and whether the pack lives on.
CHANGES: dict[str, tuple[str, str, str, bool]] = {
    "a sentence": ("rules.yaml", "self.hp < 9", "self.hp < 8", True),
    "where it stands": ("rules.yaml", "rule hits", "# here\nrule hits", True),
    "the text of an event": ("events.yaml", "give dazed to who", "note(6)", True),
    "what a condition asks": ("events.yaml", "who is not whom", "who.hp is not whom.hp", True),
    "a row of steps, in what it makes of it": ("values.yaml", "so_far - it", "so_far - it * 2", True),
    "what is normal": ("values.yaml", "who.hp > 3", "who.hp > 2", True),
    "the text of a sheet": ("sheets.yaml", "note(2)", "note(7)", True),
    "what a status does": ("statuses.yaml", "less is hard", "less is hard + 1", True),
    "what state begins as": ("statuses.yaml", "starts 1", "starts 2", True),
    "how it ends": ("statuses.yaml", "ends: note(1)", "ends: note(self.hp)", True),
    "its own name for people": ("values.yaml", "{normally", "{rules: [], normally", True),
    "a parameter's name": ("statuses.yaml", "number hard", "number hurt", False),
    "a parameter more": ("events.yaml", "event note(number n)", "event note(number n, piece or none p)", False),
    "what a value gives": ("values.yaml", "gives number", "gives yes_no", False),
    "a step less": ("values.yaml", ", more: total", "", False),
    "a moment less": ("events.yaml", "    moment hit\n", "", False),
    "a condition that others lift": ("events.yaml", "{apart:", "{beside:", False),
    "the name of what is forbidden": ("rules.yaml", "free as tired", "free as weary", False),
    "a name for what is forbidden": (
        "rules.yaml", "modify:\n", "modify:\n    - forbid strike as late when who is self\n", True,
    ),
    "a name for what is forbidden, that is lifted": (
        "rules.yaml", "modify:\n", "modify:\n    - forbid strike as tired when who is self\n", False,
    ),
    "a status that is listed no more": ("sheets.yaml", "  keywords: [bold]\n", "", False),
    "a status with state that is listed": ("sheets.yaml", "[bold]", "[bold, marked]", False),
    "who has a status": ("rules.yaml", "  may: |", "  modify: allow bold when self.hp < 3\n  may: |", False),
    "a status that nobody gives": ("events.yaml", "    give marked to whom\n", "", True),
    "what a status is of": ("statuses.yaml", "status bold: {of: piece}", "status bold: {of: player}", False),
    "how long a status lasts": ("statuses.yaml", "  lasts: end of next strike\n", "", False),
    "a class": ("events.yaml", " is deeds", "", False),
    "who is asked": ("kinds.yaml", "asks: players", "asks: first(players)", False),  # a kind stands in that file
    "a rule more": ("rules.yaml", "rule hits", "rule third: {at: strike.hit, do: note(8)}\nrule hits", True),
    "a rule less": ("rules.yaml", "rule hits:\n  at: strike.hit\n  do: note(3)\n", "", True),
    "a rule less that may be used": ("rules.yaml", RESTS, "", True),
    "a value more": (
        "values.yaml", "value power", "value twice(piece who) gives number: who.hp * 2\nvalue power", True,
    ),
    "a value more that one beside it asks": (
        "values.yaml", "value power(piece who) gives number: {start: who.strength",
        "value twice(piece w) gives number: w.hp * 2\nvalue power(piece who) gives number: {start: twice(who)", True,
    ),
    "a value more that a text elsewhere could mean": (
        "values.yaml", "value power", "value whom(piece who) gives number: 1\nvalue power", False,
    ),
    "a permission more": (
        "values.yaml", "permission free", "permission fit(piece who): {normally: who.hp > 2}\npermission free", True,
    ),
    "an event more": ("events.yaml", "event game", "event rest(piece who): set who.hp = 9\nevent game", True),
    "an event more, of a class": (
        "events.yaml", "event game", "event rest(piece who) is deeds: set who.hp = 9\nevent game", False,
    ),
    "a status more": ("statuses.yaml", "status bold", "status calm: {of: piece}\nstatus bold", True),
    "a status more with state that begins as what a changed value says": (
        "values.yaml", "value power(piece who) gives number: {start: who.strength",
        "status spent:\n  of: piece\n  state: {since: number starts power(self)}\n"
        "rule tires: {after: strike, do: give spent to who}\n"
        "value power(piece who) gives number: {start: who.strength + 1", True,
    ),
    "a status more with state that is given": (
        "statuses.yaml", "status marked", "status calm:\n  of: piece\n  ends: give calm to self\nstatus marked", True,
    ),
    "an area more": ("rules.yaml", "rule hits", "area slope: {}\nrule hits", True),
    "a check more": (
        "rules.yaml", "rule hits", "check sums: {for: self in pieces where self.hp > 7, do: note(9)}\nrule hits", False,
    ),
    "a sheet more, at the end": ("sheets.yaml", "  do: note(2)\n", "  do: note(2)\npiece pawn: {strength: 1}\n", True),
    "a sheet more with what is listed": (
        "sheets.yaml", "  do: note(2)\n", "  do: note(2)\npiece pawn: {strength: 1, keywords: [bold]}\n", True,
    ),
    "a sheet more before others": ("sheets.yaml", "piece rook", "piece pawn: {strength: 1}\npiece rook", False),
    "a sheet less": ("sheets.yaml", "piece rook: {strength: 4}\n", "", False),
    "a sheet less at the end": ("sheets.yaml", KNIGHT, "", False),
    "a name in the place of another": ("values.yaml", "permission free", "permission freed", False),
    "two that change places": (
        "statuses.yaml", f"status bold: {{of: piece}}\n{DAZED}", f"{DAZED}status bold: {{of: piece}}\n", False,
    ),
    "all that a rule says": ("waives.yaml", "modify: waive free.tired when who is self", "", False),
    "a line above kinds": ("kinds.yaml", "kind piece", "# here\nkind piece", True),
    "a definition between what has no face": (
        "kinds.yaml", "class deeds", "value thrice(piece who) gives number: who.hp * 3\nclass deeds", True,
    ),
    "a field of a kind": ("kinds.yaml", "state: {hp: number}", "state: {hp: number, mood: number}", False),
    "what no one sees of a map": ("kinds.yaml", 'rows: "..#"', 'rows: ".#."', False),
    "what is no text": ("rules.yaml", "do: note(3)", "do: note(", False),
    "a wrong type": ("rules.yaml", "do: note(3)", "do: note(true)", False),
    "the manifest": ("pack.yaml", "board: square", "board: hex", False),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_what_lives_on_is_what_a_whole_check_makes(
    change: str, pack_folder: Callable[..., Path], lived_on: list[bool]
) -> None:
    """There, and back again, and there once more."""
    folder = pack_folder(PACK)
    assert not check_pack(folder).diagnostics.has_errors
    workspace = Workspace(folder)
    workspace._check(needed=True)
    file, before, after, lives = CHANGES[change]
    assert before in PACK[file]
    for text in (PACK[file].replace(before, after), PACK[file], PACK[file].replace(before, after)):
        lived_on.clear()
        workspace.write(file, text)
        agree(workspace, folder, {file: text})
        back = text == PACK[file]  # which may be remembered whole
        assert any(lived_on) is lives or (back and not (lives and lived_on))


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_taken_back_is_what_a_whole_check_makes(change: str, pack_folder: Callable[..., Path]) -> None:
    """The same edits the other way round, of a pack that begins with what they make."""
    file, before, after, _ = CHANGES[change]
    folder = pack_folder({**PACK, file: PACK[file].replace(before, after)})
    workspace = Workspace(folder)
    workspace._check(needed=True)
    workspace.write(file, PACK[file])
    agree(workspace, folder, {file: PACK[file]})


def test_files_that_come_and_go(pack_folder: Callable[..., Path], lived_on: list[bool]) -> None:
    """What stands in a file of its own comes and goes like what stands in one that is there."""
    folder = pack_folder(PACK)
    workspace = Workspace(folder)
    workspace._check(needed=True)
    text = "value twice(piece who) gives number: who.hp * 2\nrule third:\n  at: strike.hit\n  do: note(8)\n"
    for _ in range(2):
        workspace.write("more.yaml", text)
        agree(workspace, folder, {"more.yaml": text})
        assert lived_on[-1]
        workspace.release("more.yaml")
        agree(workspace, folder, {})
        assert lived_on[-1]


def test_every_field_of_a_definition_is_seen_or_stands_inside() -> None:
    """A field that is added to a form has to be put into one of both tables."""
    assert faces.FACE.keys() == faces.INSIDE.keys()
    for form, seen in faces.FACE.items():
        every = {one.name for one in dataclasses.fields(form)}
        named = [*faces.COMMON, *faces.COMMON_INSIDE, *seen, *faces.INSIDE[form]]
        assert set(named) == every and len(named) == len(every), form


def test_nothing_of_an_old_text_is_named(pack_folder: Callable[..., Path], lived_on: list[bool]) -> None:
    """Every symbol that a tree names is one that the pack has."""
    folder = pack_folder(PACK)
    workspace = Workspace(folder)
    workspace._check(needed=True)
    for file in ("events.yaml", "values.yaml", "statuses.yaml", "rules.yaml", "sheets.yaml"):
        workspace.write(file, "# moved\n" + PACK[file])
        pack = workspace._check(needed=True).result.definitions
        assert pack is not None and pack.texts is not None and lived_on[-1]
        known = {id(one) for group in pack.groups() for one in group.values()}
        named = [getattr(node, "ref", None) for text in pack.texts for node in text.nodes]
        lost = [one.title for one in named if isinstance(one, m.Definition) and not isinstance(one, m.DieDef)
                and id(one) not in known]  # fmt: skip
        assert not lost
        assert {one.owner for one in pack.texts} <= {one for group in pack.groups() for one in group.values()}


def test_an_editor_finds_what_has_moved(pack_folder: Callable[..., Path], lived_on: list[bool]) -> None:
    """Where things are declared and named is as in a workspace that has just been opened."""
    folder = pack_folder(PACK)
    workspace = Workspace(folder)
    workspace.symbols()
    for file in ("events.yaml", "values.yaml", "rules.yaml"):
        text = "# moved\n" + PACK[file]
        workspace.write(file, text)
        (folder / file).write_text(text, "utf-8")
        fresh = Workspace(folder)
        assert workspace.symbols() == fresh.symbols() and lived_on[-1]
        line = text.splitlines().index(next(one for one in text.splitlines() if "power" in one or "hit" in one)) + 1
        column = max(text.splitlines()[line - 1].find(word) for word in ("power", "hit")) + 1
        assert workspace.references(file, line, column) == fresh.references(file, line, column)


def test_all_places_are_of_the_text_of_today(pack_folder: Callable[..., Path], lived_on: list[bool]) -> None:
    """Kinds, members, maps and their trees stand where they stand now, though nothing of them was read again."""
    folder, texts = pack_folder(PACK), dict(PACK)
    workspace = Workspace(folder)
    workspace._check(needed=True)
    for file in PACK.keys() - {"pack.yaml"}:
        texts[file] = f"# moved\n{texts[file]}"
        workspace.write(file, texts[file])
        (folder / file).write_text(texts[file], "utf-8")
        pack, fresh = workspace._check(needed=True).result.definitions, check_pack(folder).definitions
        assert pack is not None and pack.texts is not None and fresh is not None and lived_on[-1]
        assert workspace.symbols() == Workspace(folder).symbols()
        for group, others in zip(pack.groups(), fresh.groups(), strict=True):
            assert {name: one.span for name, one in group.items()} == {name: one.span for name, one in others.items()}
        for kind in pack.kinds.values():
            places = [(one.span, one.starts and one.starts.span) for one in kind.attributes.values()]
            attributes = fresh.kinds[kind.id].attributes.values()
            assert places == [(one.span, one.starts and one.starts.span) for one in attributes]
        for text in pack.texts:
            assert all(node.span.source.text == texts[node.span.source.name] for node in text.nodes), text


def test_a_name_at_the_start_of_a_line_is_missed_when_it_is_gone(pack_folder: Callable[..., Path]) -> None:
    """It is a word of its block, which no sign of a line break makes another word."""
    files = {
        "pack.yaml": "pack: p\nstart: game\nboard: square\n",
        "a.yaml": "kind match: {state: {n: number}}\nevent game: |\n  set match.n = match.n + 1\n  over()\n",
        "b.yaml": "event over: {}\n",
    }
    folder = pack_folder(files)
    workspace = Workspace(folder)
    assert workspace.diagnostics() == ()
    for text, codes in (("# nothing\n", ["RW451"]), (files["b.yaml"], [])):
        workspace.write("b.yaml", text)
        assert remembered(workspace) == whole(folder, {"b.yaml": text})
        assert [one.code for one in workspace.diagnostics()] == codes
