"""Canonical texts: what changes, what stays, what is refused, and that a file is never lost."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.assets import content_dir
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.effects.unparse import unparse
from rulewright.stack.find import stacked
from rulewright.stack.read import read_stack
from rulewright_tools import canonical, files
from rulewright_tools.packs import shipped_packs

from .conftest import Run

MODS = sorted(one.parent.name for one in content_dir().glob("mods/*/pack.yaml"))
Write = Callable[[Mapping[str, str | bytes] | str], Path]

# (what it shows, before, after)
CASES = [
    ("spaces", "value a() gives number: 1+2 *  3\n", "value a() gives number: 1 + 2 * 3\n"),
    ("needless brackets", "value a() gives number: (1 + (2 * 3))\n", "value a() gives number: 1 + 2 * 3\n"),
    ("a text that is canonical", "value a() gives number: 1 + 2\n", "value a() gives number: 1 + 2\n"),
    ("heads", "event  a( player  p )  gives number n: {}\n", "event a(player p) gives number n: {}\n"),
    ("single quotes stay", "value a() gives number: '1+2'\n", "value a() gives number: '1 + 2'\n"),
    ("double quotes stay", 'value a() gives number: "1+2"\n', 'value a() gives number: "1 + 2"\n'),
    (
        "comments of YAML stay",
        "# one\nvalue a() gives number: 1+2   # two\n",
        "# one\nvalue a() gives number: 1 + 2   # two\n",
    ),
    (
        "comments of blocks stay, those above a statement move with it",
        "event a: |\n  # one\n  b( )   # two\n  if true:\n        # three\n        b( )\n  # four\nevent b: {}\n",
        "event a: |\n  # one\n  b()   # two\n  if true:\n    # three\n    b()\n  # four\nevent b: {}\n",
    ),
    (
        "blocks are indented by two",
        "event a:\n  do: |\n      if true:\n         b()\n      else:\n             b()\nevent b: {}\n",
        "event a:\n  do: |\n      if true:\n        b()\n      else:\n        b()\nevent b: {}\n",
    ),
    (
        "empty lines in blocks stay",
        "event a: |\n  b( )\n\n  b()\nevent b: {}\n",
        "event a: |\n  b()\n\n  b()\nevent b: {}\n",
    ),
    (
        "line breaks inside brackets stay where only they differ",
        "event a: |\n  let n = most(1,\n      2)\n  b(n)\nevent b(number n): {}\n",
        "event a: |\n  let n = most(1,\n      2)\n  b(n)\nevent b(number n): {}\n",
    ),
    (
        "and where the words differ",
        "event a: |\n  let n = most((1),\n      2)\n  b(n)\nevent b(number n): {}\n",
        "event a: |\n  let n = most(1,\n      2)\n  b(n)\nevent b(number n): {}\n",
    ),
    (
        "comments inside brackets stay too",
        "event a: |\n  let n = most((1),  # one\n      # two\n      2)\n  b(n)\nevent b(number n): {}\n",
        "event a: |\n  let n = most(1,  # one\n      # two\n      2)\n  b(n)\nevent b(number n): {}\n",
    ),
    (
        "line breaks inside brackets that go",
        "event a: |\n  let n = (1 +\n      2)\n  b(n)\nevent b(number n): {}\n",
        "event a: |\n  let n = 1 + 2\n  b(n)\nevent b(number n): {}\n",
    ),
    (
        "but not with a comment",
        "event a: |\n  let n = (1 +  # one\n      2)\n  b( n)\nevent b(number n): {}\n",
        "event a: |\n  let n = (1 +  # one\n      2)\n  b(n)\nevent b(number n): {}\n",
    ),
    (
        "folded texts keep their lines where only they differ",
        "permission a(): >-\n  true and\n  true\n",
        "permission a(): >-\n  true and\n  true\n",
    ),
    (
        "and where the words differ",
        "permission a(): >-\n  (true) and\n  true\n",
        "permission a(): >-\n  true and\n  true\n",
    ),
    (
        "brackets that are added stand before what they open",
        "permission a(number b): >-\n  let c = b then\n  b is 1 and c is 2 or\n  c is 3\n",
        "permission a(number b): >-\n  let c = b then\n  (b is 1 and c is 2) or\n  c is 3\n",
    ),
    (
        "lists",
        "value a() gives number:\n  decide:\n    - 1   if true\n    - 2\n",
        "value a() gives number:\n  decide:\n    - 1 if true\n    - 2\n",
    ),
    (
        "flow collections",
        "kind card: {printed: {cost: number}}\ncard ace: {cost:   1}\n",
        "kind card: {printed: {cost: number}}\ncard ace: {cost:   1}\n",
    ),
    (
        "formulas and texts with what they are given",
        "kind card:\n  formulas:\n    wants( player  p ): number or  none starts none\n"
        "  texts: ['hit(card  c, number n )', calm]\n",
        "kind card:\n  formulas:\n    wants(player p): number or none starts none\n"
        "  texts: ['hit(card c, number n)', calm]\n",
    ),
    (
        "calls behind a dot, and types of several kinds",
        "event go(card  or player c): |\n  perform c.hit( 1,n=2 )\n  let s = give  slow( 1 ) to c.best( )\n",
        "event go(card or player c): |\n  perform c.hit(1, n = 2)\n  let s = give slow(1) to c.best()\n",
    ),
    (
        "carriage returns stay",
        "value a() gives number: 1+2\r\nvalue b() gives number: 3\r\n",
        "value a() gives number: 1 + 2\r\nvalue b() gives number: 3\r\n",
    ),
    (
        "names and texts are no effects",
        "kind card:\n  name: a  +  b\n  text: '(x)'\n",
        "kind card:\n  name: a  +  b\n  text: '(x)'\n",
    ),
]


@pytest.mark.parametrize(("what", "before", "after"), CASES, ids=[case[0] for case in CASES])
def test_texts_become_canonical_and_nothing_else_changes(
    what: str, before: str, after: str, run: Run, pack_folder: Write
) -> None:
    folder = pack_folder({"pack.yaml": "pack: sample\n", "a.yaml": before})
    ran = run("fmt", folder)
    assert (ran.code, ran.err) == (0, "")
    assert (folder / "a.yaml").read_bytes().decode() == after
    counts = ": 1 file formatted, 1 unchanged\n" if before != after else ": 0 files formatted, 2 unchanged\n"
    assert ran.out.endswith(counts)
    assert run("fmt", folder).out.endswith(": 0 files formatted, 2 unchanged\n")


def test_check_writes_nothing_and_fails(run: Run, pack_folder: Write) -> None:
    folder = pack_folder("value a() gives number: 1+2\n")
    ran = run("fmt", folder, "--check")
    assert ran.code == 1
    assert ran.out == f"{folder}/definitions.yaml: would change\n{folder}: 1 file would change, 1 unchanged\n"
    assert (folder / "definitions.yaml").read_text() == "value a() gives number: 1+2\n"
    run("fmt", folder)
    assert run("fmt", folder, "--check").code == 0


def test_files_with_mistakes_are_refused_and_others_formatted(run: Run, pack_folder: Write) -> None:
    bad = "value a() gives number: 1+\n"
    folder = pack_folder({"pack.yaml": "pack: p\n", "bad.yaml": bad, "good.yaml": "value b() gives number: 1+2\n"})
    ran = run("fmt", folder)
    assert ran.code == 1
    assert ran.out.endswith(": 1 file formatted, 1 unchanged, 1 refused\n")
    assert "error RW3" in ran.err
    assert f"{folder}/bad.yaml: left as it is: fix its errors first\n" in ran.err
    assert (folder / "bad.yaml").read_text() == bad
    assert (folder / "good.yaml").read_text() == "value b() gives number: 1 + 2\n"


def test_one_file_of_a_pack_alone(run: Run, pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "value {}() gives number: 1+2\n"
    folder = pack_folder({"pack.yaml": "pack: p\n", "a.yaml": text.format("a"), "deep/b.yaml": text.format("b")})
    monkeypatch.chdir(folder / "deep")
    assert run("fmt", "b.yaml").out.endswith("b.yaml: 1 file formatted, 0 unchanged\n")
    assert (folder / "a.yaml").read_text() == text.format("a")
    assert (folder / "deep/b.yaml").read_text() == "value b() gives number: 1 + 2\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [("alone.yaml", "is not in a pack"), ("p/tests/t.yaml", "is not a file of definitions"), ("gone", "there is no")],
)
def test_what_cannot_be_formatted(name: str, words: str, run: Run, tmp_path: Path) -> None:
    for file, text in {"alone.yaml": "a: b\n", "p/pack.yaml": "pack: p\n", "p/tests/t.yaml": "{}\n"}.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    (tmp_path / "p/tests").mkdir(exist_ok=True)
    ran = run("fmt", tmp_path / name)
    assert ran.code == 2
    assert words in " ".join(ran.err.split())


def test_a_byte_order_mark_and_the_rights_of_a_file_stay(run: Run, pack_folder: Write) -> None:
    folder = pack_folder({"a.yaml": b"\xef\xbb\xbfvalue a() gives number: 1+2\n"})
    (folder / "a.yaml").chmod(0o640)
    run("fmt", folder)
    assert (folder / "a.yaml").read_bytes() == b"\xef\xbb\xbfvalue a() gives number: 1 + 2\n"
    assert (folder / "a.yaml").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", shipped_packs())
def test_the_packs_keep_their_meaning_and_settle_at_once(name: str, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / name
    shutil.copytree(content_dir() / name, folder, ignore=shutil.ignore_patterns("tests"))
    before = _texts(folder)
    first, second = run("fmt", folder), run("fmt", folder)
    assert (first.code, first.err, second.code) == (0, "", 0)
    assert ": 0 files formatted, " in second.out
    assert _texts(folder) == before


@pytest.mark.parametrize("name", [*shipped_packs(), *(f"mods/{name}" for name in MODS)])
def test_the_packs_are_formatted(name: str, run: Run) -> None:
    ran = run("fmt", content_dir() / name, "--check")
    assert (ran.code, ran.err) == (0, ""), ran.out


@pytest.mark.parametrize("name", MODS)
def test_mods_keep_what_they_say_of_other_packs(name: str, tmp_path: Path, run: Run) -> None:
    """The pack as read has the sums of what a mod raises, and its new definitions under the old heads."""
    content = tmp_path / "content"
    shutil.copytree(content_dir(), content, ignore=shutil.ignore_patterns("tests"))
    folder = content / "mods" / name
    for file in folder.glob("*.yaml"):
        text = file.read_text()
        file.write_text(re.sub(r"^(replace event \w+\()", r"\1 ", text, flags=re.MULTILINE))
    before = {file.name: file.read_text() for file in folder.glob("*.yaml")}
    stack = _texts(folder)
    assert (run("fmt", folder).code, run("fmt", folder, "--check").code) == (0, 0)
    assert _texts(folder) == stack
    assert {file.name: file.read_text() for file in folder.glob("*.yaml")} == {
        file: re.sub(r"^(replace event \w+\() ", r"\1", text, flags=re.MULTILINE) for file, text in before.items()
    }


def test_the_factor_of_a_mod_is_no_division(run: Run, pack_folder: Write) -> None:
    """`scale` knows `3/2`, and not `3 / 2`; in code it is a division all the same."""
    text = "change beast wolf:\n  scale: {force: 3/2}   # half as much again\nvalue a() gives number: 3/2\n"
    folder = pack_folder({
        "game/pack.yaml": "pack: game\nboard: none\n",
        "game/beasts.yaml": "kind beast: {printed: {force: number}}\nbeast wolf: {force: 4}\n",
        "mod/pack.yaml": "pack: mod\nneeds: {game: any}\n", "mod/rules.yaml": text,
    })  # fmt: skip
    assert run("fmt", folder / "mod").code == 0
    assert (folder / "mod/rules.yaml").read_text() == text.replace("number: 3/2", "number: 3 / 2")
    assert run("check", folder / "mod").code == 0


def test_a_file_of_a_part_says_what_it_waits_for(run: Run, pack_folder: Write) -> None:
    folder = pack_folder({
        "mod/pack.yaml": "pack: mod\noptional: {other: any}\nparts: {both: other}\n",
        "mod/both/rules.yaml": "value a() gives number: 1+2\n", "other/pack.yaml": "pack: other\n",
    })  # fmt: skip
    ran = run("fmt", folder / "mod/both/rules.yaml")
    assert ran.code == 2
    assert "'both/rules.yaml' is read only under the condition `other`, which is not met" in " ".join(ran.err.split())
    assert run("fmt", folder / "mod/both/rules.yaml", "--with", folder / "other").code == 0
    assert (folder / "mod/both/rules.yaml").read_text() == "value a() gives number: 1 + 2\n"


def _texts(folder: Path) -> list[object]:
    """All trees of a pack, in order."""
    out = Diagnostics()
    place = stacked(folder, out)
    assert place is not None
    parsed = load_pack(read_stack(place, out), out)
    assert parsed is not None and not out.has_errors
    return list(canonical._trees(parsed))


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        files.replace(file, "after")
    assert file.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["a.yaml"]


def test_a_link_keeps_pointing_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text("before")
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    files.replace(tmp_path / "link.yaml", "after")
    assert (tmp_path / "link.yaml").is_symlink()
    assert (tmp_path / "real.yaml").read_text() == "after"


def test_an_edit_that_would_change_the_meaning_is_never_written(
    run: Run, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should the printer ever be wrong, that is a bug in Rulewright and not the end of a file."""
    folder = pack_folder("value a() gives number: 1+2\n")
    printed = unparse
    monkeypatch.setattr(
        "rulewright_tools.canonical.unparse", lambda tree: "1 + 3" if printed(tree) == "1 + 2" else printed(tree)
    )
    ran = run("fmt", folder)
    assert ran.code == 3
    assert "formatting changed the meaning of definitions.yaml: '1+2' became '1 + 3'" in ran.err
    assert (folder / "definitions.yaml").read_text() == "value a() gives number: 1+2\n"
