"""Workspaces: unsaved texts are judged as saved ones are, and every name is found where it stands."""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from rulewright.check import model as m
from rulewright.check.trees import texts_of
from rulewright.codes import Severity
from rulewright.effects import nodes as n
from rulewright.pipeline import check_pack
from rulewright.workspace.workspace import Workspace
from rulewright_tools.mutations import mutations
from rulewright_tools.mutations import texts_of as words_of

Write = Callable[..., Path]
GAME = """enum side: [left, right]
kind piece:
  placed: yes
  printed: {strength: number from 0}
  state: {tired: yes_no}
piece rook: {strength: 4}
# rook in a comment
value power(piece who) gives number: {start: who.strength, steps: {more: total}}
rule brave:
  for: self in pieces where self.tired
  modify: power.more is 1 when who is self
event rest(piece resting): |
  let gained = power(resting)
  set resting.tired = false
  rest(resting) if gained > 3 and resting.tired
event game: |
  for each one in pieces:
    rest(one)
"""


def told(found: tuple[rulewright.Diagnostic, ...]) -> list[tuple[str, str, str, str | None]]:
    return [(one.code, str(one.span), one.message, one.hint) for one in found]


def errors(workspace: Workspace) -> list[str]:
    return [one.code for one in workspace.diagnostics() if one.severity is Severity.ERROR]


@pytest.fixture
def game(pack_folder: Write) -> Workspace:
    return Workspace(pack_folder({"pack.yaml": "pack: p\nstart: game\nboard: square\n", "game.yaml": GAME}))


def at(workspace: Workspace, words: str, inside: str, file: str = "game.yaml") -> tuple[str, int, int]:
    """The place of a word inside a piece of text that stands once in a file."""
    text = workspace.text(file)
    assert text.count(words) == 1, words
    offset = text.index(words) + words.index(inside)
    line = text.count("\n", 0, offset) + 1
    return file, line, offset - text.rfind("\n", 0, offset)


@pytest.mark.parametrize("seed", range(2))
def test_unsaved_mistakes_are_judged_as_saved_ones(seed: int, root: Path, tmp_path: Path) -> None:
    """Twenty mistakes of all sorts, one after the other, written into a buffer and into a copy of the pack."""
    source = root / "content" / "skirmish"
    saved = tmp_path / "skirmish"
    shutil.copytree(source, saved)
    workspace = Workspace(source)
    made = random.Random(seed).sample(mutations(words_of(check_pack(source)), seed, 6), 20)
    for one in made:
        before = (source / one.file).read_text("utf-8")
        lines = before.splitlines()
        lines[one.line - 1 : one.line] = [] if one.after is None else [one.after]
        text = "\n".join(lines) + "\n"
        workspace.write(one.file, text)
        (saved / one.file).write_text(text, "utf-8")
        assert told(workspace.diagnostics()) == told(rulewright.check(saved))
        workspace.release(one.file)
        (saved / one.file).write_text(before, "utf-8")
    assert told(workspace.diagnostics()) == told(rulewright.check(source))


def test_a_file_may_be_in_a_buffer_alone(game: Workspace) -> None:
    game.write("more.yaml", "event more: game()\n")
    assert [one.id for one in game.symbols("more.yaml")] == ["more"]
    game.write("tests/t.yaml", "test t:\n  do: nothing_such()\n  then: [true]\n")
    assert "RW451" in [one.code for one in game.diagnostics("tests/t.yaml")]
    game.release("tests/t.yaml")
    assert game.diagnostics("tests/t.yaml") == ()
    with pytest.raises(rulewright.RulewrightError, match=r"the pack has no file 'tests/t\.yaml'"):
        game.text("tests/t.yaml")


def test_what_is_no_text_is_refused_at_once(game: Workspace) -> None:
    """It used to be kept, and the next question about the pack failed far from here."""
    before = told(game.diagnostics())
    with pytest.raises(rulewright.RulewrightError, match="a string, not b'event': decode them first"):
        game.write("more.yaml", b"event")  # type: ignore[arg-type]
    with pytest.raises(rulewright.RulewrightError, match="the contents of a file must be a string, not None"):
        game.write("more.yaml", None)  # type: ignore[arg-type]
    for name in (b"game.yaml", None, Path("game.yaml")):
        with pytest.raises(rulewright.RulewrightError, match="must be a path inside the pack as a string, not"):
            game.write(name, "")  # type: ignore[arg-type]
        with pytest.raises(rulewright.RulewrightError, match="the name of a file must be"):
            game.text(name)  # type: ignore[arg-type]
    with pytest.raises(rulewright.RulewrightError, match=r"a file is named by a Span, .* not by 'game.yaml'"):
        game.name_of("game.yaml")  # type: ignore[arg-type]
    for at in ("1", 1.5, True, None):
        with pytest.raises(rulewright.RulewrightError, match=f"lines and columns must be whole numbers, not {at!r}"):
            game.hover("game.yaml", 1, at)  # type: ignore[arg-type]
    with pytest.raises(rulewright.RulewrightError, match="the pack has no file"):
        game.text("a\0b")
    assert told(game.diagnostics()) == before


@pytest.mark.parametrize("path", ["../x.yaml", "/etc/x.yaml", "a/../../x.yaml", "a/../x.yaml", "./x.yaml", "a//x.yaml",
                                  "a/", "..", "", "..\\x.yaml", "a\\x.yaml", "C:/x.yaml", "C:x.yaml", "nowhere:x.yaml",
                                  ".git/x.yaml"])  # fmt: skip
def test_what_is_not_inside_the_pack_is_not_written(game: Workspace, path: str) -> None:
    """It used to count as a file of the pack, and a definition in it as one more of the pack's."""
    before = told(game.diagnostics()), game.symbols()
    with pytest.raises(rulewright.RulewrightError, match=re.escape(f"{path!r} is not a path inside the pack")):
        game.write(path, "event outside: game()\n")
    game.release(path)
    assert (told(game.diagnostics()), game.symbols()) == before


def test_no_file_outside_of_the_pack_is_read(game: Workspace) -> None:
    with pytest.raises(rulewright.RulewrightError, match="the pack has no file"):
        game.text("../../etc/hostname")


def test_what_is_read_again_when_the_disk_changes(game: Workspace) -> None:
    assert errors(game) == []
    file = game.folder / "game.yaml"
    file.write_text(GAME.replace("pieces", "peices"), "utf-8")
    assert errors(game) == []
    game.refresh()
    assert errors(game) == ["RW450"]


@pytest.mark.parametrize(
    ("words", "inside", "declared", "hover"),
    [
        ("start: who.strength", "strength", "printed: {strength", "piece.strength: number"),
        ("start: who.strength", "who", "power(piece who", "piece who"),
        ("power(resting)", "power", "value power", "value power(piece who) gives number"),
        ("power.more is 1", "power", "value power", "value power(piece who) gives number"),
        ("gained > 3", "gained", "let gained", "number gained"),
        ("    rest(one)", "rest", "event rest", "event rest(piece resting)"),
        ("    rest(one)", "one", "each one", "piece one"),
        ("piece rook", "piece", "kind piece", "kind piece"),
        ("piece rook", "rook", "piece rook", "piece rook"),
        ("[left", "left", "[left", "side: left"),
    ],
)
def test_names_lead_to_their_declaration(words: str, inside: str, declared: str, hover: str, game: Workspace) -> None:
    place = at(game, words, inside)
    found = game.definition(*place)
    assert found is not None
    name = declared.rpartition(" ")[2].rpartition("{")[2].rpartition("[")[2].rpartition("(")[2]
    assert (found.first.line, found.first.column) == at(game, declared, name)[1:]
    assert game.hover(*place) == hover
    assert found in game.references(*place)


def test_a_byte_order_mark_is_no_character_of_a_file(game: Workspace) -> None:
    """Else everything in the first line would be one column further right."""
    for file in ("tests/a.yaml", "more.yaml"):
        (game.folder / file).parent.mkdir(exist_ok=True)
        (game.folder / file).write_text("# a remark\n", encoding="utf-8-sig")
        assert game.text(file) == "# a remark\n", file


def test_a_file_of_tests_is_the_one_on_disk(game: Workspace) -> None:
    """A carriage return counts in the offsets of a span, as it does in files of definitions."""
    (game.folder / "tests").mkdir(exist_ok=True)
    text = "# one\r\ntest a rook may rest:\r\n  do: rest(rook)\r\n"
    (game.folder / "tests" / "a.yaml").write_bytes(text.encode())
    assert game.text("tests/a.yaml") == text
    found = game.references(*at(game, "    rest(one)", "rest"))
    assert [one.start for one in found if one.source.name == "tests/a.yaml"] == [text.index("rest(rook)")]


@pytest.mark.parametrize("kind", ["no text", "link", "pipe"])
def test_a_file_of_tests_that_cannot_be_read_hides_no_references(game: Workspace, kind: str) -> None:
    place = at(game, "    rest(one)", "rest")
    known = game.references(*place)
    path = game.folder / "tests" / "b.yaml"
    path.parent.mkdir(exist_ok=True)
    if kind == "no text":
        path.write_bytes(b"# \xff\n")
    elif kind == "link":
        path.symlink_to(game.folder.parent / "secret.yaml")
    else:
        os.mkfifo(path)
    game.refresh()
    assert game.references(*place) == known
    assert [one.code for one in game.diagnostics("tests/b.yaml")] == ["RW101"]


def test_references_are_those_of_what_is_meant(game: Workspace) -> None:
    file, line, column = at(game, "    rest(one)", "rest")
    assert [one.first.line for one in game.references(file, line, column)] == [12, 15, 18]
    file, line, column = at(game, "rest(piece resting)", "resting")
    assert [one.first.line for one in game.references(file, line, column)] == [12, 13, 14, 15, 15]
    assert game.references("game.yaml", 7, 4) == () and game.hover("game.yaml", 7, 4) is None  # a comment
    game.write("tests/one.yaml", "test a rook may rest:\n  map: hall\n  do: rest(rook)\n")
    places = [(name, one.first.line) for one in game.references(*at(game, "    rest(one)", "rest"))
              if (name := game.name_of(one)) != "game.yaml"]  # fmt: skip
    assert places == [("tests/one.yaml", 3)]  # its name is prose
    with pytest.raises(rulewright.RulewrightError, match=r"'game\.yaml' has no line 99, column 1"):
        game.definition("game.yaml", 99, 1)


@pytest.mark.parametrize("pack", ["skirmish", "underworlds"])
def test_every_name_in_a_text_is_found(pack: str, root: Path) -> None:
    """Of each name and field in the texts of a pack, what the checker found is what the workspace tells."""
    workspace = Workspace(root / "content" / pack)
    definitions, index = workspace._known()
    count = 0
    for text in texts_of(definitions):
        for node in text.nodes:
            if isinstance(node, (n.Name, n.Attr)) and isinstance(node.ref, m.Symbol) and node.span.text.endswith(
                node.ref.id):  # fmt: skip
                found = index.at(node.span.source, node.span.end - 1)
                assert found is not None and found[0] is node.ref, node.span
                count += 1
    assert count > 400


def test_completions_fit_where_they_stand(game: Workspace) -> None:
    def names(text: str) -> list[tuple[str, str]]:
        game.write("new.yaml", text)
        last = text.splitlines()
        return [(one.name, one.kind) for one in game.completions("new.yaml", len(last), len(last[-1]) + 1)]

    assert names("event new(piece who): |\n  finish if who.st") == [("strength", "field")]
    assert names("event new(piece who): |\n  finish if who.strength > pow") == [("power", "value")]
    assert ("who", "local") in names("event new(piece who): |\n  rest(w")
    assert names("event new(piece who): |\n  rest(zzz") == []
    everything = names("event new: |\n  ")
    assert {("game", "event"), ("left", "member"), ("pieces", "set"), ("distance", "builtin")} <= set(everything)
    assert everything == sorted(everything)


def test_what_was_known_is_kept_while_a_text_is_torn(game: Workspace) -> None:
    assert len(game.symbols("game.yaml")) == 7
    game.write("game.yaml", GAME + "event torn(\n")
    assert game.diagnostics() != ()
    assert game.hover(*at(game, "power(resting)", "power")) == "value power(piece who) gives number"


@pytest.mark.parametrize("manifest", ["", "x", "pack: ["])
@pytest.mark.parametrize("is_first", [True, False])
def test_what_is_no_manifest_yet_is_told_in_a_pack_with_tests(
    manifest: str, is_first: bool, pack_folder: Write
) -> None:
    """The definitions of such a pack are read, but not what they say: what tests depend on was sought in it."""
    files = {"game.yaml": GAME, "tests/one.yaml": "test it begins:\n  then: true\n"}
    workspace = Workspace(pack_folder({"pack.yaml": "pack: p\nstart: game\nboard: square\n", **files}))
    if not is_first:
        assert errors(workspace) == []
    workspace.write("pack.yaml", manifest)
    workspace.write("game.yaml", GAME.replace("strength", "force"))  # said in no earlier check
    assert {str(one.span.source.name) for one in workspace.diagnostics()} == {"pack.yaml"}
    assert workspace.diagnostics("game.yaml") == ()
    workspace.release("pack.yaml")
    assert errors(workspace) == []


def test_a_folder_that_is_no_pack_is_told() -> None:
    found = Workspace("no/such/folder")
    assert [one.code for one in found.diagnostics()] == ["RW201"]
    assert found.symbols() == ()


def test_a_figure_that_breaks_what_sheets_must_be_is_told_again_and_again(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: sample\nstart: game\n", "utf-8")
    game = (
        "kind robot:\n  owned: no\n  printed: {guns: number}\n  must: {armed: self.guns is 2}\nrobot one: {guns: 2}\n"
        "event game gives number n: |\n  create one\n  set n = sum(r.guns for r in robots)\n"
    )
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    workspace = Workspace(tmp_path)
    for guns, told_of in ((2, []), (3, ["RW546"]), (2, []), (1, ["RW546"]), (4, ["RW546"]), (2, [])):
        workspace.write("game.yaml", game.replace("{guns: 2}", f"{{guns: {guns}}}"))
        assert errors(workspace) == told_of
        (tmp_path / "game.yaml").write_text(game.replace("{guns: 2}", f"{{guns: {guns}}}"), "utf-8")
        assert [one.code for one in rulewright.check(tmp_path)] == told_of
