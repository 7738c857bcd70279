"""A workspace says of every edit what a check of the whole pack says, however much it remembers of those before."""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulewright.cache import VARIABLE
from rulewright.codes import Severity
from rulewright.pipeline import check_pack
from rulewright.scenario import on_disk, own
from rulewright.scenario.checked import Checked, check_with_tests
from rulewright.workspace.workspace import Workspace
from rulewright_tools.mutations import mutations, texts_of

TIMES = int(os.environ.get("RULEWRIGHT_FUZZ", "1"))
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_WORD = re.compile(r"[^\W\d]\w+")


def checked(folder: Path, buffers: dict[str, str]) -> Checked:
    """A check without a memory, which looks at the whole pack for each file with own definitions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own, "_added", lambda *rest: None)
        return check_with_tests(folder, buffers)


def said(made: Checked) -> tuple[object, ...]:
    """All that a check says."""
    return tuple(made.diagnostics), made.diagnostics.dropped, made.tests


def whole(folder: Path, buffers: dict[str, str]) -> tuple[object, ...]:
    """All that a check without a memory says."""
    return said(checked(folder, buffers))


def remembered(workspace: Workspace) -> tuple[object, ...]:
    """The same from a workspace."""
    return said(workspace._check())


class Edits:
    """Random edits of the files of a pack, those on disk and those in buffers."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.draw = random.Random(seed)
        self.buffers: dict[str, str] = {}
        self.mistakes = mutations(texts_of(check_pack(folder)), seed, 4)

    def files(self) -> list[str]:
        on_disk = {one.relative_to(self.folder).as_posix() for one in self.folder.rglob("*.yaml")}
        return sorted(on_disk | self.buffers.keys())

    def text(self, file: str) -> str:
        return self.buffers[file] if file in self.buffers else (self.folder / file).read_text("utf-8")

    def __iter__(self) -> Iterator[tuple[str, str | None, str]]:
        """One edit after the other, for ever: the file, its text (None: as on disk), and what was done."""
        while True:
            file = self.draw.choice(self.files())
            lines = self.text(file).splitlines(keepends=True)
            kind = self.draw.choice([*_EDITS])
            if kind == "undo" and self.buffers:
                file = self.draw.choice(sorted(self.buffers))
                del self.buffers[file]
                yield file, None, kind
                continue
            if kind == "mistake":
                one = self.draw.choice(self.mistakes)
                file, lines = one.file, (self.folder / one.file).read_text("utf-8").splitlines(keepends=True)
                lines[one.line - 1 : one.line] = [] if one.after is None else [one.after + "\n"]
            elif kind == "new file":
                file = f"{self.draw.choice(['', 'tests/'])}new_{self.draw.randrange(4)}.yaml"
                alike = [one for one in self.files() if one.startswith("tests/") == file.startswith("tests/")]
                source = self.draw.choice(alike)
                lines = _definition(self.text(source), self.draw).splitlines(keepends=True)
            elif kind in _OF_LINES:
                lines = _OF_LINES[kind](lines, self.draw)
            self.buffers[file] = "".join(lines)
            yield file, self.buffers[file], kind


def _definition(text: str, draw: random.Random) -> str:
    """One definition of a file."""
    return draw.choice([one for one in re.split(r"(?m)^(?=\w)", text) if one.strip()] or ["# nothing\n"])


def _number(lines: list[str], draw: random.Random) -> list[str]:
    at = draw.choice([i for i, line in enumerate(lines) if _NUMBER.search(line)] or [None])
    if at is None:
        return lines
    made = _NUMBER.sub(lambda found: str(int(found[0]) + draw.choice([-1, 1, 7, 100])), lines[at], count=1)
    return [*lines[:at], made, *lines[at + 1 :]]


def _comment(lines: list[str], draw: random.Random) -> list[str]:
    at = draw.randrange(len(lines) + 1)
    return [*lines[:at], f"# comment {draw.randrange(9)}\n", *lines[at:]]


def _word(lines: list[str], draw: random.Random) -> list[str]:
    """Some word becomes another of the same file."""
    words = _WORD.findall("".join(lines))
    at = draw.randrange(len(lines)) if lines else 0
    found = list(_WORD.finditer(lines[at])) if lines else []
    if not found:
        return lines
    one = draw.choice(found)
    return [*lines[:at], lines[at][: one.start()] + draw.choice(words) + lines[at][one.end() :], *lines[at + 1 :]]


def _repeat(lines: list[str], draw: random.Random) -> list[str]:
    at = draw.randrange(len(lines) + 1)
    return [*lines[:at], *lines[max(0, at - 1) : at], *lines[at:]]


def _less(lines: list[str], draw: random.Random) -> list[str]:
    at = draw.randrange(len(lines) + 1)
    return [*lines[:at], *lines[at + 1 :]]


def _without_definition(lines: list[str], draw: random.Random) -> list[str]:
    text = "".join(lines)
    return text.replace(_definition(text, draw), "", 1).splitlines(keepends=True)


_OF_LINES: dict[str, Callable[[list[str], random.Random], list[str]]] = {
    "number": _number, "comment": _comment, "word": _word, "repeat": _repeat, "less": _less,
    "less by a definition": _without_definition, "nothing": lambda lines, draw: lines,
}  # fmt: skip
_EDITS = [*_OF_LINES, "number", "mistake", "undo", "undo", "undo", "new file"]


@pytest.mark.parametrize(("pack", "seed", "count"), [
    *(("skirmish", seed, 40) for seed in range(3)), ("duel", 2, 8), ("ddm", 3, 4), ("underworlds", 4, 4), ("zod", 5, 4),
])  # fmt: skip
def test_every_edit_is_judged_as_by_a_whole_check(pack: str, seed: int, count: int, root: Path, tmp_path: Path) -> None:
    folder = tmp_path / pack
    shutil.copytree(root / "content" / pack, folder)
    workspace = Workspace(folder)
    edits = Edits(folder, seed)
    done: list[str] = []
    for _, (file, text, kind) in zip(range(count * TIMES), edits, strict=False):
        done.append(f"{kind} in {file}")
        if text is None:
            workspace.release(file)
        else:
            workspace.write(file, text)
        assert remembered(workspace) == whole(folder, edits.buffers), done
        if len(edits.buffers) > 4:  # else the pack is wrong from here on
            for one in edits.buffers:
                workspace.release(one)
            edits.buffers.clear()


BASE = {
    "pack.yaml": "pack: p\nstart: game\nboard: square\nsettings: {limit: number starts 3}\n",
    "rulebook.yaml": "rules: {R-1: A rule.}\n",
    "kinds.yaml": """\
enum side: [left, right]
kind piece:
  plural: pieces
  owned: no
  placed: yes
  size: self.girth
  printed: {girth: number, strength: number from 0 to 9, worth: number starts if self.girth > 9 then 1 else 2}
  state: {tired: yes_no, hp: number, side: side}
kind match:
  state: {boards: number}
area pit: {}
map field: {legend: {"#": pit}, rows: "..#"}
""",
    "pieces.yaml": """\
piece rook: {girth: 1, strength: 4}
piece soldiers: {girth: 1, strength: 1, name: Foot soldier}
piece twin:
  girth: 1
  strength: 2
  modify: power.more is 1 when who is self and self.hp > 1
piece sister:
  girth: 1
  strength: 2
  modify: power.more is 1 when who is self and self.hp > 1
""",
    "values.yaml": """\
value power(piece who) gives number: {start: who.strength + who.girth, steps: {more: total}}
permission fresh(piece who): {normally: who.hp > 3}
permission worn(piece who): {normally: not fresh(who)}
permission ready(piece who): {normally: who.hp > 30}
rule gifts:
  for: self in pieces where self.tired
  modify:
    - allow ready when who is self
    - waive rest.deep when resting is self
class deeds(piece who): {}
rule busy:
  after: deeds
  do: turn_over()
""",
    "events.yaml": """\
event rest(piece resting) is deeds:
  legal: {awake: resting.hp < 9, deep: resting.hp > 20}
  do: |
    set resting.tired = false
    set resting.hp = power(resting)
event game: |
  lay(field)
  for each one in sheets_of(piece):
    let made = create one
    look(made) if made.tired
    set made.side = right if made.hp > 5
    rest(made) if made.side is left and fresh(made) and made.hp > 5 and match.boards < setting.limit
    rest(made) if worn(made) and made.worth > 0
    look(made) if ready(made) and made.hp < 25
  set match.boards = match.boards + 1
event look(piece who): |
  turn_over()
  set who.tired = is_empty(pit)
event turn_over: |
  set match.boards = 0
""",
    "tests/a.yaml": """\
test one rests:
  rules: [R-1]
  map: |
    r
  legend: {r: rook as Ro}
  settings: {limit: 4}
  do: rest(Ro)
  answers: [rook, Soldier]
  happened: [rest where resting is Ro]
  then: [Ro.hp is 5, power(Ro) > 0]
test places:
  map: |
    r.
  legend: {r: rook as Ro}
  do: |
    let here = first(cells(pit))
    turn_over()
    rest(Ro) if here is not none
  refused: {rest: awake}
  then: [Ro.tired is false]
""",
    "tests/b.yaml": """test somebody is chosen:
  do: turn_over()
  answers: [sister]
  then: [match.boards is 0]
""",
}

# What is said in one place and matters in another: file, what stands there and what comes in its place.
CHANGES: dict[str, tuple[str, str, str]] = {
    "a figure": ("pieces.yaml", "strength: 4", "strength: 5"),
    "a figure out of range": ("pieces.yaml", "strength: 4", "strength: 14"),
    "a figure of a size": ("pieces.yaml", "rook: {girth: 1", "rook: {girth: 0"),
    "a figure that others begin with": ("pieces.yaml", "rook: {girth: 1", "rook: {girth: 10"),
    "a figure and a unit": ("pieces.yaml", "strength: 4", "strength: 4 cells"),
    "a name that answers use": ("pieces.yaml", "Foot soldier", "Foot guard"),
    "a sheet that tests name": ("pieces.yaml", "piece rook", "piece rock"),
    "a sheet that an answer names": ("pieces.yaml", "piece sister", "piece wizard"),
    "the first of two that share a sentence": ("pieces.yaml", "piece twin:\n  girth: 1", "piece twin:\n  girth: 2"),
    "a sentence that is not shared any more": (
        "pieces.yaml", "  strength: 2\n  modify: power.more is 1 when who is self and self.hp > 1\npiece sister",
        "  strength: 2\npiece sister",
    ),
    "the type of a field": ("kinds.yaml", "hp: number", "hp: yes_no"),
    "a field more": ("kinds.yaml", "hp: number", "hp: number, ready: yes_no"),
    "a range": ("kinds.yaml", "from 0 to 9", "from 2 to 9"),
    "a kind that is owned": ("kinds.yaml", "owned: no", "owned: yes"),
    "a parameter": ("events.yaml", "rest(piece resting)", "rest(piece sleeping)"),
    "a condition": ("events.yaml", "{awake:", "{wide_awake:"),
    "what a value gives": ("values.yaml", "who) gives number", "who) gives yes_no"),
    "a permission that is asked elsewhere": (
        "values.yaml", "{normally: who.hp > 3}", "{normally: who.hp < 2}",
    ),
    "two permissions that exclude each other": ("values.yaml", "{normally: not fresh(who)}", "{normally: who.hp > 4}"),
    "what else is allowed": ("values.yaml", "    - allow ready when who is self\n", ""),
    "a condition that nothing lifts any more": ("values.yaml", "    - waive rest.deep when resting is self\n", ""),
    "who lays a board": ("events.yaml", "set match.boards = 0", "lay(field)"),
    "a setting": ("pack.yaml", "limit: number", "most: number"),
    "the board": ("pack.yaml", "board: square", "board: hex"),
    "the players": ("pack.yaml", "board: square", "board: square\nplayers: 3"),
    "a rule": ("rulebook.yaml", "R-1", "R-2"),
    "a member": ("kinds.yaml", "[left, right]", "[left, rook]"),
    "an area": ("kinds.yaml", "area pit", "area pits"),
    "a test": ("tests/a.yaml", "Ro.hp is 5", "Ro.hq is 5"),
    "a comment": ("events.yaml", "event game", "# a comment\nevent game"),
    "a new class of an event": ("events.yaml", "is deeds", ""),
}  # fmt: skip


def there_and_back(workspace: Workspace, folder: Path, files: dict[str, str], change: tuple[str, str, str]) -> str:
    """Makes a change in a file, takes it back and makes it again; each time all is found that a whole check finds. The
    file, which stays changed."""
    file, before, after = change
    changed = files[file].replace(before, after)
    for text in (changed, files[file], changed):
        workspace.write(file, text)
        assert remembered(workspace) == whole(folder, {file: text})
    return file


@pytest.mark.parametrize("change", CHANGES)
def test_what_depends_on_another_file_is_looked_at_again(change: str, pack_folder: Callable[..., Path]) -> None:
    """Each change, back again, and once more beside all that was remembered of the others."""
    folder = pack_folder(BASE)
    workspace = Workspace(folder)
    remembered(workspace)
    file, before, _ = CHANGES[change]
    assert BASE[file].count(before) == 1, "it stands there once"
    there_and_back(workspace, folder, BASE, CHANGES[change])


# What only tests use: whoever changes it hears of it from them alone.
SPARE = {
    **BASE,
    "pack.yaml": "pack: p\nstart: game\nboard: square\nsettings: {limit: number starts 3, extra: number starts 1}\n",
    "spare.yaml": """\
enum mood: [calm, wild]
kind token:
  owned: no
  placed: yes
  printed: {weight: number starts 1}
  state: {mark: mood, note: number}
  parts: {marks: label}
kind label: {part_of: token, main: size_of, printed: {size_of: number}}
token chip: {weight: 2, marks: {front: 1}}
event slide(token who):
  legal: {light: who.weight < 5}
  do: set who.mark = calm
event lift(token who): slide(who)
rule weights: {modify: forbid slide as heavy when who.weight > 3}
map strip:
  rows: |
    ..
""",
    "tests/e.yaml": """\
test a token stands where it is put:
  map: strip
  at: {chip as Chip: B1}
  do: slide(Chip)
  then: [Chip.place is B1]
""",
    "tests/c.yaml": """\
test a token slides:
  seats: 2
  map: |
    c.
  legend: {c: chip as Chip}
  settings: {extra: 2}
  do: slide(Chip)
  then: [Chip.mark is not wild, Chip.note > 2, Chip.weight is 2, Chip.front.size_of is 1]
""",
    "tests/d.yaml": """\
test a token may be too heavy:
  map: |
    c.
  legend: {c: chip as Chip}
  do: slide(Chip)
  refused: {slide: [light, heavy]}
""",
}
SPARE_CHANGES = {
    "a setting": ("pack.yaml", "extra: number", "other: number"),
    "the players": ("pack.yaml", "board: square", "board: square\nplayers: 3"),
    "a kind that is owned": ("spare.yaml", "owned: no", "owned: yes"),
    "a field of another type": ("spare.yaml", "note: number", "note: mood"),
    "a field that is gone": ("spare.yaml", "printed: {weight: number starts 1}", "printed: {width: number starts 1}"),
    "a field of the parts": ("spare.yaml", "printed: {size_of: number}", "printed: {size_of: yes_no}"),
    "a member": ("spare.yaml", "[calm, wild]", "[calm, mild]"),
    "a sheet": ("spare.yaml", "token chip", "token chop"),
    "a part": ("spare.yaml", "{front: 1}", "{back: 1}"),
    "a condition": ("spare.yaml", "{light:", "{lightness:"),
    "a named forbid": ("spare.yaml", "as heavy", "as weighty"),
    "a parameter": ("spare.yaml", "event slide(token who)", "event slide(token who, number far)"),
    "an event": ("spare.yaml", "slide", "glide"),
    "a map": ("spare.yaml", "    ..\n", "    .\n"),
    "where a kind stands": ("spare.yaml", "placed: yes", "placed: edge"),
    "a board that is laid": ("spare.yaml", "do: set who.mark = calm", "do: lay(strip)"),
}


@pytest.mark.parametrize("change", SPARE_CHANGES)
def test_what_tests_depend_on_is_looked_at_again(change: str, pack_folder: Callable[..., Path]) -> None:
    folder = pack_folder(SPARE)
    workspace = Workspace(folder)
    before = remembered(workspace)
    assert not [one for one in workspace.diagnostics() if one.severity is Severity.ERROR]
    workspace.release(there_and_back(workspace, folder, SPARE, SPARE_CHANGES[change]))
    assert remembered(workspace) == before


def test_a_corrected_file_is_wrong_the_next_time_too(pack_folder: Callable[..., Path]) -> None:
    """Reading goes on as if a misspelt field were written right: nothing of that is kept."""
    rule = "rule twice:\n  react:\n    - {aftr: turn_over, do: turn_over()}\n"
    folder = pack_folder({**BASE, "rule.yaml": rule})
    workspace = Workspace(folder)
    for number in range(3):
        text = BASE["pieces.yaml"] + "#\n" * number
        workspace.write("pieces.yaml", text)
        assert remembered(workspace) == whole(folder, {"pieces.yaml": text})
        assert "RW205" in [one.code for one in workspace.diagnostics()]


def test_a_mistake_that_two_sheets_share_stays_with_the_other(pack_folder: Callable[..., Path]) -> None:
    """It is looked at in the name of the first of them, and told of both; when that one is mended, of the second."""
    wrong = BASE["pieces.yaml"].replace("self.hp > 1", "self.hp > 1 and self.hp < 0")
    mended = wrong.replace(" and self.hp < 0", "", 1)
    folder = pack_folder({**BASE, "pieces.yaml": wrong})
    workspace = Workspace(folder)
    assert remembered(workspace) == whole(folder, {})
    assert [one.definition for one in workspace.diagnostics()] == ["twin", "sister"]
    workspace.write("pieces.yaml", mended)
    assert remembered(workspace) == whole(folder, {"pieces.yaml": mended})
    assert [one.definition for one in workspace.diagnostics()] == ["sister"]


def test_a_template_is_merged_anew_each_time(pack_folder: Callable[..., Path]) -> None:
    """What a sheet has from its template is not kept with its file."""
    files = {
        **BASE,
        "parts.yaml": (
            "kind bag: {owned: no, parts: {pockets: pocket}}\nkind pocket: {part_of: bag, printed: {room: number}}\n"
        ),
        "bags.yaml": "bag small: {pockets: {left_one: {room: 1}}}\n",
        "more.yaml": "bag large: {extends: small, pockets: {right_one: {room: 2}}}\n",
    }
    folder = pack_folder(files)
    workspace = Workspace(folder)
    for text in ("bag small: {pockets: {left_one: {room: 1}}}\n", "bag small: {pockets: {left_one: {rum: 1}}}\n",
                 "bag small: {pockets: {top: {room: 1}, left_one: {room: 3}}}\n", "# nothing\n"):  # fmt: skip
        workspace.write("bags.yaml", text)
        assert remembered(workspace) == whole(folder, {"bags.yaml": text})


# Doubts that definitions accept, one for a stage that reads texts and one for the graph; a sheet whose figure is
# doubtful; and tests with definitions of their own.
ACCEPTING = {
    **BASE,
    "doubts.yaml": """\
event idle:
  do: turn_over()
  allow: {RW469: a mod calls it}
value unread(piece who) gives number:
  start: who.hp
  allow: {RW473: a mod reads it}
rule early:
  before: idle
  do: turn_over()
event more: set match.boards = match.boards + 1
event double: set match.boards = match.boards * 2
rule one_way:
  after: look
  do: more()
  allow: {RW705: either will do}
rule other_way:
  after: look
  do: double()
""",
    "tests/own.yaml": """\
piece giant: {girth: 1, strength: 9}
value might(piece who) gives number: power(who) + who.worth
test a giant is mighty:
  map: |
    g.
  legend: {g: giant as Giant}
  then: [might(Giant) is 11]
""",
}
ACCEPTING_CHANGES = {
    "a comment": ("doubts.yaml", "event idle", "# more\nevent idle"),
    "a figure": ("pieces.yaml", "strength: 4", "strength: 5"),
    "what is accepted is gone": ("doubts.yaml", "start: who.hp", "start: who.hp + unread(who)"),
    "what is accepted is no longer doubtful": (
        "events.yaml", "  set match.boards = 0\n", "  set match.boards = 0\n  idle()\n",
    ),
    "an allowance": ("doubts.yaml", "  allow: {RW469: a mod calls it}\n", ""),
    "a doubt more": ("doubts.yaml", "rule early", "value other(piece who) gives number: who.hp\nrule early"),
    "what own definitions use": ("values.yaml", "value power(", "value strength_of("),
    "what own definitions give": ("values.yaml", "gives number", "gives yes_no"),
    "a figure in own definitions": ("tests/own.yaml", "strength: 9", "strength: 19"),
    "an own definition": ("tests/own.yaml", "who.worth", "who.worthy"),
    "a name that the pack takes": ("pieces.yaml", "piece rook", "piece giant"),
}  # fmt: skip


@pytest.mark.parametrize("change", ACCEPTING_CHANGES)
def test_what_is_accepted_is_remembered_as_such(change: str, pack_folder: Callable[..., Path]) -> None:
    """An allowance is not told to be vain because what it accepts was not looked for again."""
    folder = pack_folder(ACCEPTING)
    workspace = Workspace(folder)
    before = remembered(workspace)
    assert [one.code for one in workspace.diagnostics()] == []
    file, old, new = ACCEPTING_CHANGES[change]
    assert ACCEPTING[file].count(old) == 1, "it stands there once"
    text = ACCEPTING[file].replace(old, new)
    for buffer in (text, ACCEPTING[file], text):
        workspace.write(file, buffer)
        assert remembered(workspace) == whole(folder, {file: buffer})
    workspace.release(file)
    assert remembered(workspace) == before


def test_what_the_graph_says_and_definitions_accept_is_remembered(pack_folder: Callable[..., Path]) -> None:
    """Where sheets have to be something, a figure has the pack read again, and its graph is known."""
    stone = "kind stone:\n  owned: no\n  printed: {worth: number}\n  must: {dear: self.worth > 2}\n"
    files = {**ACCEPTING, "more.yaml": f"{stone}stone ruby: {{worth: 3, allow: {{RW710: a mod makes it}}}}\n"}
    workspace = Workspace(pack_folder(files))
    for worth in (3, 4, 2, 5):
        text = files["more.yaml"].replace("{worth: 3,", f"{{worth: {worth},")
        workspace.write("more.yaml", text)
        assert remembered(workspace) == whole(workspace.folder, {"more.yaml": text})
        assert [one.code for one in workspace.diagnostics()] == ["RW546"] * (worth < 3)


@pytest.mark.parametrize("file", ["pieces.yaml", "doubts.yaml", "tests/a.yaml"])
def test_a_comment_costs_no_second_look(
    file: str, pack_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what is accepted nor definitions of tests make a pack one that is read again whole."""
    workspace = Workspace(pack_folder(ACCEPTING))
    remembered(workspace)
    monkeypatch.setattr(sys.modules["rulewright.check.check"], "read_all", lambda *_: pytest.fail("read again"))
    workspace.write(file, ACCEPTING[file] + "# a comment\n")
    assert not workspace.diagnostics()


def test_a_pack_that_accepts_something_is_known_to_the_next_command(
    pack_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    folder = pack_folder(ACCEPTING)
    first = on_disk.judge(folder)
    monkeypatch.setattr(on_disk, "_judged", lambda *_: pytest.fail("looked at again"))
    again = on_disk.judge(folder)
    assert (again.definitions, again.tests) == (first.definitions, first.tests) and not len(again.diagnostics)
