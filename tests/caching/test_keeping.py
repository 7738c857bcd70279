"""A run after a change reads only what has changed, and makes the very program that reading everything makes."""

from __future__ import annotations

import marshal
import os
import random
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright import program as p
from rulewright.assets import content_dir
from rulewright.pack import read
from rulewright.pipeline import check_pack, load_program
from rulewright.source import SourceText
from rulewright_tools.mutations import mutations, texts_of

TIMES = int(os.environ.get("RULEWRIGHT_FUZZ", "1"))

Write = Callable[[Mapping[str, str | bytes] | str], Path]

FILES = {
    "pack.yaml": "pack: sample\nplayers: 2\nstart: begin\nboard: square\n",
    "words.yaml": """\
enum nature: [beast, fey]
kind creature:
  plural: creatures
  placed: yes
  size: self.girth
  printed:
    level: number
    girth: number starts 1
    nature: nature
    basic: line or none starts none
    friend: sheet of creature or none starts none
  state: {hp: number starts self.level}
  parts: {lines: line}
kind line:
  part_of: creature
  main: bonus
  printed: {bonus: number, reach: cells starts 1 cells}
status fierce(number extra):
  modify: bonus_of.more is extra when line.bearer is self
status meek:
  modify: bonus_of.more is -1 when line.bearer is self
""",
    "game.yaml": """\
value bonus_of(line line) gives number:
  start: line.bonus
  steps: {more: total}
event begin gives number winners: |
  let total = 0
  for each c in creatures:
    set total = total + c.hp
  hit(2)
  set winners = total
event hit(number much): |
  set match.hits = match.hits + much
event tire(creature tired): set tired.hp = tired.hp - 1
event walk(creature walker, cell goal): put walker at goal
""",
    "match.yaml": "kind match:\n  state: {hits: number}\n",
    "a.yaml": """\
creature wolf:
  name: {en: Wolf, ru: Волк}
  level: 2
  nature: beast
  basic: bite
  friend: bear
  keywords: [fierce(2), meek]
  lines: {bite: 3, claw: {bonus: 1, reach: 2 cells}}
  modify:
    - bonus_of.more is 1 when line.bearer is self and self.hp > 1
creature bear:
  level: 4
  nature: beast
  modify: bonus_of.more is 1 when line.bearer is self and self.hp > 1
""",
    "b.yaml": """\
creature elf: {level: 1, nature: fey, keywords: [fierce(1)], lines: {bow: {bonus: 2, reach: 9 cells}}, basic: bow}
creature oak:
  level: 3
  girth: 2
  nature: fey
creature imp:
  level: 1
  nature: fey
  after: hit
  do: tire(self)
""",
    "c.yaml": """\
creature cub:
  extends: pup
  level: 1
creature grizzly: {extends: bear, level: 5}
creature pup:
  level: 2
  nature: beast
  modify: bonus_of.more is 1 when line.bearer is self and self.hp > 1
""",
}


def of(made: p.Program | None) -> dict[str, object] | None:
    """What a program is, by field. Equal code may be written down as different bytes."""
    if made is None:
        return None
    found = {one.name: getattr(made, one.name) for one in fields(made)}
    code = {name: marshal.loads(found[name]) for name in ("code", "explanations")}
    return {**found, **code, "sheets": tuple(made.sheets)}


@pytest.fixture
def read_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The files of definitions whose YAML was read."""
    names: list[str] = []
    real = read._read_definitions

    def noted(source: SourceText, *rest: object) -> None:
        names.append(source.name)
        real(source, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(read, "_read_definitions", noted)
    yield names


def changed(folder: Path, name: str, before: str, after: str) -> None:
    text = (folder / name).read_text("utf-8") if (folder / name).exists() else ""
    assert before in text
    (folder / name).write_text(text.replace(before, after, 1) if before else text + after, "utf-8")


@pytest.fixture
def folder(pack_folder: Write, tmp_path: Path) -> Path:
    """The pack, of which a program is kept already."""
    made = pack_folder(FILES)
    assert load_program(made, tmp_path / "cache") is not None
    return made


# What is written in place of what, and which files are read then beside those that always are; None: all.
SEEN: dict[str, tuple[str, str, str, list[str] | None]] = {
    "a number": ("a.yaml", "level: 2", "level: 3", ["a.yaml"]),
    "a comment": ("a.yaml", "creature bear", "# big\ncreature bear", ["a.yaml"]),
    "a sentence": ("a.yaml", "more is 1 when", "more is 2 when", ["a.yaml"]),
    "a reaction": ("a.yaml", "  level: 4\n", "  level: 4\n  after: hit\n  do: tire(self)\n", ["a.yaml"]),
    "a size": ("b.yaml", "girth: 2", "girth: 3", ["b.yaml"]),
    "what a keyword is given": ("a.yaml", "fierce(2)", "fierce(7)", ["a.yaml"]),
    "a keyword more": ("b.yaml", "  girth: 2", "  girth: 2\n  keywords: [meek]", ["b.yaml"]),
    "a name": ("a.yaml", "en: Wolf", "en: Big wolf", ["a.yaml"]),
    "a rule of the game": ("game.yaml", "hit(2)", "hit(3)", ["game.yaml"]),
    "lines of the game move": ("game.yaml", "value", "\n\nvalue", ["game.yaml"]),
    "a template": ("c.yaml", "creature pup:\n  level: 2", "creature pup:\n  level: 5", ["c.yaml"]),
    "a friend from elsewhere": ("b.yaml", "level: 3", "level: 3\n  friend: wolf", ["b.yaml"]),
    "a step that is gone": ("game.yaml", "steps: {more: total}", "steps: {most: total}", None),
    "a mistake": ("a.yaml", "level: 2", "levle: 2", None),
    "a value that none has": ("a.yaml", "nature: beast", "nature: stone", None),
    "a sheet more": ("a.yaml", "", "creature fox: {level: 1, nature: beast}\n", None),
    "a sheet under another name": ("a.yaml", "creature bear", "creature bare", None),
    "a part more": ("b.yaml", "lines: {bow", "lines: {arm: 1, bow", None),
    "the order": ("words.yaml", "[beast, fey]", "[fey, beast]", None),
    "what a field is where a sheet is silent": ("words.yaml", "starts 1 cells", "starts 2 cells", None),
    "a keyword": ("words.yaml", "is -1 when", "is -2 when", None),
    "a field of the match": ("match.yaml", "hits: number", "hits: number, more: number", None),
    "the manifest": ("pack.yaml", "players: 2", "players: [2, 3]", None),
    "a plain sheet becomes a template": ("b.yaml", "creature oak:\n", "creature oak:\n  extends: wolf\n", None),
    "a sheet carries nothing more": (
        "a.yaml", "  modify: bonus_of.more is 1 when line.bearer is self and self.hp > 1\n", "", None
    ),
    "an event more": ("game.yaml", "", "event rest(): end match\n", None),
    "a kind in a new file": ("d.yaml", "", "kind stone:\n  printed: {weight: number}\n", None),
    "a rulebook": ("rulebook.yaml", "", "rules: {R-1: A rule.}\n", []),
}  # fmt: skip


@pytest.mark.parametrize(("file", "before", "after", "wanted"), SEEN.values(), ids=SEEN)
def test_every_change_is_seen(
    folder: Path, tmp_path: Path, read_files: list[str], file: str, before: str, after: str, wanted: list[str] | None
) -> None:
    read_files.clear()
    changed(folder, file, before, after)
    made = load_program(folder, tmp_path / "cache")
    # What stands with words that sheets are made of, and what extends something, is read every time.
    assert read_files == sorted({*(wanted or ()), "c.yaml", "match.yaml", "words.yaml"}) or wanted is None
    everything = ["a.yaml", "b.yaml", "c.yaml", *(["d.yaml"] if file == "d.yaml" else []), "game.yaml", "match.yaml"]
    assert wanted is not None or read_files[-len(everything) - 1 :] == [*everything, "words.yaml"]
    assert of(made) == of(check_pack(folder).program)
    read_files.clear()
    again = load_program(folder, tmp_path / "cache")
    assert of(again) == of(made)
    assert made is None or read_files == [], "it is kept in its turn"


def test_changes_follow_one_another(folder: Path, tmp_path: Path) -> None:
    """What is kept behind a change serves for the next one; back again is found at once."""
    steps = [one for one in SEEN.values() if one[1]]
    rng = random.Random(1)
    whole = {name: (folder / name).read_bytes() for name in FILES}
    for number in range(40):
        file, before, after, _ = rng.choice(steps)
        if before in (folder / file).read_text("utf-8"):
            changed(folder, file, before, after)
        if number % 5 == 4:
            name = rng.choice(sorted(whole))
            (folder / name).write_bytes(whole[name])
        assert of(load_program(folder, tmp_path / "cache")) == of(check_pack(folder).program)


@pytest.mark.parametrize("name", ["ddm", "underworlds", "zod", "w40k_missions"])
def test_mistakes_in_real_packs_leave_nothing_behind(name: str, tmp_path: Path) -> None:
    folder, cache = tmp_path / name, tmp_path / "cache"
    shutil.copytree(content_dir() / name, folder)
    assert load_program(folder, cache) is not None
    rng = random.Random(name)
    drawn = mutations(texts_of(check_pack(folder)), 1, 4)
    mistakes = [(one.file, one.line, one.after or "") for one in rng.sample(drawn, 3 * TIMES)]
    sound = 0
    for file, line, after in mistakes + rng.sample(list(_other_numbers(folder)), 4 * TIMES):
        text = (folder / file).read_text("utf-8")
        lines = text.splitlines(keepends=True)
        lines[line - 1] = after + "\n"
        (folder / file).write_text("".join(lines), "utf-8")
        made = of(load_program(folder, cache))
        assert made == of(check_pack(folder).program), (file, line, after)
        sound += made is not None
        (folder / file).write_text(text, "utf-8")
    assert sound >= 2 * TIMES, "most other numbers are no mistakes"


def _other_numbers(folder: Path) -> Iterator[tuple[str, int, str]]:
    """Lines of sheets with a number that could be another: file, line and what it would be."""
    for file in sorted(folder.rglob("*.yaml")):
        name = file.relative_to(folder).as_posix()
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if not name.startswith("tests/") and re.fullmatch(r"  \w+: [1-8]", line):
                yield name, number, line[:-1] + str(int(line[-1]) + 1)


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b""])
def test_what_is_damaged_is_as_if_it_were_not_there(
    folder: Path, tmp_path: Path, damage: Callable[[bytes], bytes], read_files: list[str]
) -> None:
    for suffix in ("kept", "program"):
        [file] = (tmp_path / "cache").glob(f"*.{suffix}")
        whole = file.read_bytes()
        file.write_bytes(damage(whole))
        changed(folder, "a.yaml", "level: 2", "level: 3")
        read_files.clear()
        assert of(load_program(folder, tmp_path / "cache")) == of(check_pack(folder).program)
        assert "b.yaml" in read_files
        shutil.rmtree(tmp_path / "cache")
        changed(folder, "a.yaml", "level: 3", "level: 2")
        load_program(folder, tmp_path / "cache")


def test_a_file_that_is_written_while_another_is_read(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known of it may not be true then: everything is read, and nothing is kept of that."""
    changed(folder, "a.yaml", "level: 2", "level: 3")
    real = pipeline._checked

    def check(*args: object, **more: object) -> pipeline.CheckResult:
        found = real(*args, **more)  # type: ignore[arg-type]
        if len(args) > 2:
            changed(folder, "b.yaml", "level: 3", "level: 6")
        return found

    with monkeypatch.context() as during:
        during.setattr(pipeline, "_checked", check)
        made = load_program(folder, tmp_path / "cache")
    assert of(made) == of(check_pack(folder).program)
    assert of(load_program(folder, tmp_path / "cache")) == of(made)


def test_another_folder_with_the_same_files_has_its_own(
    folder: Path, tmp_path: Path, pack_folder: Write, read_files: list[str]
) -> None:
    other = pack_folder({**FILES, "a.yaml": FILES["a.yaml"].replace("level: 2", "level: 9")})
    read_files.clear()
    assert of(load_program(other, tmp_path / "cache")) == of(check_pack(other).program)
    assert set(read_files) >= {"a.yaml", "b.yaml"}
    changed(folder, "a.yaml", "level: 2", "level: 3")
    read_files.clear()
    load_program(folder, tmp_path / "cache")
    assert "b.yaml" not in read_files
