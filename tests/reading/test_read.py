"""A folder becomes a pack: which files, in which order, what is left of a pack with mistakes in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import fingerprints
from rulewright.pack.model import Declaration, Pack
from rulewright.pack.read import read_pack
from rulewright.pack.rulebook import Reading, read_rulebook
from rulewright.pack.shape import plain

Write = Callable[[Mapping[str, str | bytes] | str], Path]


@pytest.fixture
def read(pack_folder: Write) -> Callable[[Mapping[str, str | bytes] | str], tuple[Pack, list[str]]]:
    def run(files: Mapping[str, str | bytes] | str) -> tuple[Pack, list[str]]:
        out = Diagnostics()
        pack = read_pack(pack_folder(files), out)
        return pack, [f"{one.span} {one.code} {one.message}" for one in out]

    return run


Read = Callable[[Mapping[str, str | bytes] | str], tuple[Pack, list[str]]]


def fields(declaration: Declaration) -> dict[str, object]:
    return {name: plain(value.node) for name, value in declaration.fields.items()}


def named(pack: Pack, name: str) -> Declaration:
    return next(one for one in pack.declarations if one.id == name)


def test_declarations_come_in_the_order_of_paths_and_lines(read: Read) -> None:
    pack, mistakes = read(
        {
            "pack.yaml": "pack: sample\nname: {en: A sample, ru: Образец}\nversion: 1.2.0\nplayers: [2, 4]\n",
            "b.yaml": "enum second: [x]\nenum third: [y]\n",
            "a/deep.yaml": "enum first: [z]\n",
            "tests/one.yaml": "test nothing: {}\n",
            "rulebook.yaml": "rules: {A-1: A rule.}\nreadings:\n  A-R-1: {statement: Which one, taken: This.}\n",
            ".hidden.yaml": "enum hidden: [q]\n",
            ".git/config.yaml": "enum hidden: [q]\n",
            "notes.txt": "no YAML: [",
        }
    )
    assert mistakes == []
    assert [(one.form, one.id, one.file) for one in pack.declarations] == [
        ("enum", "first", "a/deep.yaml"),
        ("enum", "second", "b.yaml"),
        ("enum", "third", "b.yaml"),
    ]
    assert {name: plain(value.node) for name, value in pack.manifest.items()} == {
        "pack": "sample",
        "name": {"en": "A sample", "ru": "Образец"},
        "version": "1.2.0",
        "players": ["2", "4"],
    }
    assert pack.rulebook == {"A-1": "A rule.", "A-R-1": "Which one"}
    assert pack.tests == ["tests/one.yaml"]
    assert sorted(pack.sources) == ["a/deep.yaml", "b.yaml", "pack.yaml", "rulebook.yaml"]


def test_heads_and_fields_are_located(read: Read) -> None:
    pack, _ = read('"event go(piece who) gives number n":\n  do: |\n    stop\n')
    go = pack.declarations[0]
    assert (go.form, go.id, go.head.text) == ("event", "go", "event go(piece who) gives number n")
    assert go.head.span(6, 8).text == "go"
    assert go.fields["do"].key_span.text == "do"
    assert go.fields["do"].origin == "go"


def test_a_body_without_fields_is_the_main_field(read: Read) -> None:
    pack, mistakes = read(
        "kind card:\n  texts: [effect]\n  main: effect\nevent go: stop\nvalue n() gives number: 1\n"
        "enum gait: [walk]\ncard bolt: |\n  go()\nclass action:\nkind empty:\n"
    )
    assert mistakes == []
    assert [fields(one) for one in pack.declarations] == [
        {"texts": ["effect"], "main": "effect"},
        {"": "stop"},
        {"": "1"},
        {"": ["walk"]},
        {"": "go()\n"},
        {},
        {},
    ]


def test_what_is_wrong_is_reported_and_gone_and_the_rest_is_there(read: Read) -> None:
    pack, mistakes = read(
        "event go(piece who):\n  legal:\n    near: who is ready\n    far: [who]\n  doo: stop\n  ends:\n"
        "rule r:\n  react:\n    - {after: go, do: stop}\n    - {after: go, before: go, do: stop}\n    - {after: go}\n"
    )
    assert mistakes == [
        "definitions.yaml:4:10-15 RW207 expected a string, found a list",
        "definitions.yaml:5:3-6 RW205 an event has no field 'doo'",
        "definitions.yaml:6:3-7 RW207 expected a string, found nothing",
        "definitions.yaml:10:8-13 RW213 'before' and 'after' cannot be used together",
        "definitions.yaml:11:8-13 RW206 a reaction needs 'do' or 'may'",
    ]
    assert fields(named(pack, "go")) == {"legal": {"near": "who is ready"}, "do": "stop"}  # it was only misspelt
    assert fields(named(pack, "r")) == {
        "react": [{"after": "go", "do": "stop"}, {"before": "go", "do": "stop"}],
    }


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("rule s:\n  name: x\n", "1:1-7 RW206 this rule has no modifiers and no reactions"),
        ("rule t: foo\n", "1:9-12 RW207 the body of a rule must be a mapping of fields"),
        ("zone z:\n  - a\n", "2:3-6 RW207 the body of a zone must be a mapping of fields"),
        ("enum e: x\n", "1:9-10 RW207 expected a list, found a string"),
        ("window w:\n  asks: [a]\n", "2:9-12 RW207 expected a string, found a list"),
        ("map m:\n  rows: x\n  legend: {ab: c}\n", "3:12-14 RW209 expected one character"),
        ("kind k:\n  is: two words\n", "2:7-16 RW209 'two words' is not one word that begins with a letter"),
        ("kind k:\n  allow: {RW999: x}\n", "2:11-16 RW208 there is no diagnostic RW999"),
        ("kind k:\n  allow: {RW104: x}\n", "2:11-16 RW208 RW104 is an error and cannot be suppressed"),
        ("status s:\n  do: x\n", "2:3-5 RW206 a reaction needs a trigger"),
        ("kind k:\nk a:\n  b:\n", "3:3-4 RW207 expected a value, found nothing"),
        ("kind k:\nk a:\n  keywords: {b: c}\n", "3:13-19 RW207 expected a string or a list, found a mapping"),
        ("permission p:\n  normaly: x\n", "2:3-10 RW205 a permission has no field 'normaly'"),
        ("value v() gives number:\n  name: x\n", "1:1-23 RW206 a value needs the field 'start'"),
        ("value v:\n  decide: [a]\n  steps: {b: c}\n", "3:3-8 RW213 'decide' and 'steps' cannot be used together"),
        ("enum e: {members: [a], ordered: [b]}\n", "1:24-31 RW213 'members' and 'ordered' cannot be used together"),
        ("еnum e: [a]\n", "1:1-5 RW204 unknown form or kind 'еnum'"),
        ("enum: [a]\n", "1:1-5 RW203 'enum' is not the head of a definition"),
        ("die d gives number:\n  faces: [a b]\n", "2:11-14 RW209 'a b' is not one word"),
        ("event e:\n  rules: [A 1]\n", "2:11-14 RW209 'A 1' is not the id of a rule"),
        ("event e:\n  name: {en: ''}\n", "2:14-16 RW209 expected a non-empty string"),
    ],
)
def test_a_wrong_shape_is_one_mistake(read: Read, text: str, mistake: str) -> None:
    _, mistakes = read(text)
    assert mistakes == [f"definitions.yaml:{mistake}"]


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("pack: two words\n", "1:7-16 RW209 'two words' is not one word that begins with a letter"),
        ("name: x\n", "1:1-1 RW206 a manifest needs the field 'pack'"),
        ("pack: p\nplayers: [2]\n", "2:10-13 RW207 expected a list of two"),
        ("pack: p\nplayers: two\n", "2:10-13 RW209 'two' is not a whole number"),
        ("pack: p\nversion: one\n", "2:10-13 RW209 'one' is not a version such as 1.0.0"),
        ("pack: p\nlanguage: 3\n", "2:11-12 RW208 this engine reads the language up to version 2, not '3'"),
        ("pack: p\nbord: hex\n", "2:1-5 RW205 a manifest has no field 'bord'"),
        ("[pack]\n", "1:1-7 RW202 a manifest must be a mapping of fields"),
        ("", "1:1-1 RW206 a manifest needs the field 'pack'"),
    ],
)
def test_a_wrong_manifest_is_one_mistake(read: Read, text: str, mistake: str) -> None:
    _, mistakes = read({"pack.yaml": text, "d.yaml": "enum e: [a]\n"})
    assert mistakes == [f"pack.yaml:{mistake}"]


def test_a_definition_whose_body_was_reported_keeps_its_name(read: Read) -> None:
    pack, mistakes = read("enum a: *b\nenum c: [d, f(e, g)]\npermission p: x\x07y\nenum z: [q]\n")
    assert [line.split()[1] for line in mistakes] == ["RW107", "RW112", "RW102"]
    assert [(one.id, fields(one)) for one in pack.declarations] == [("a", {}), ("c", {}), ("p", {}), ("z", {"": ["q"]})]


def test_a_folder_that_is_none_and_a_folder_without_manifest_are_no_packs(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        out = Diagnostics()
        pack = read_pack(path, out)
        assert [one.code for one in out] == ["RW201"]
        assert pack.declarations == []


def test_a_link_out_of_the_pack_is_not_followed(pack_folder: Write, tmp_path: Path) -> None:
    folder = pack_folder("enum e: [a]\n")
    (tmp_path / "secret.yaml").write_text("enum secret: [a]\n")
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "lost.yaml").symlink_to(folder / "nowhere.yaml")
    os.mkfifo(folder / "pipe.yaml")
    out = Diagnostics()
    pack = read_pack(folder, out)
    assert [(one.code, one.span.source.name) for one in out] == [
        ("RW101", "link.yaml"),
        ("RW101", "lost.yaml"),
        ("RW101", "pipe.yaml"),
    ]
    assert [one.id for one in pack.declarations] == ["e"]


def test_a_folder_that_is_a_link_is_told(pack_folder: Write, tmp_path: Path) -> None:
    folder = pack_folder("enum e: [a]\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "more.yaml").write_text("enum more: [a]\n")
    (folder / "cards").symlink_to(tmp_path / "elsewhere")
    (folder / ".hidden").symlink_to(tmp_path / "elsewhere")
    out = Diagnostics()
    assert [one.id for one in read_pack(folder, out).declarations] == ["e"]
    assert [(one.code, one.message, one.hint, one.span.source.name) for one in out] == [
        ("RW101", "this folder is a link, which is not followed, and nothing in it was read",
         "put the folder itself into the pack", "cards")]  # fmt: skip
    assert fingerprints(folder) is None


def test_a_folder_that_may_not_be_read_is_told(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pack_folder({"a.yaml": "enum e: [a]\n", "deep/inside/b.yaml": "enum f: [a]\n"})
    allowed = os.scandir
    closed = folder / "deep"

    def scandir(path: str) -> object:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", path)
        return allowed(path)

    monkeypatch.setattr("rulewright.pack.files.os.scandir", scandir)
    assert fingerprints(folder) is None, "no program of what could be read is kept for the whole"
    out = Diagnostics()
    pack = read_pack(folder, out)
    assert [(one.code, one.span.source.name) for one in out] == [("RW101", "deep")]
    assert [one.id for one in pack.declarations] == ["e"]
    closed = folder
    out = Diagnostics()
    read_pack(folder, out)
    assert [(one.code, one.span.source.name) for one in out] == [("RW101", "."), ("RW201", "pack.yaml")]


def test_what_leaves_a_file_out_is_told_first(pack_folder: Write) -> None:
    files: dict[str, str | bytes] = {"a.yaml": "value x() gives number: y\n", "b.yaml": "enum e: [z]\nenum e: [z]\n"}
    files["z.yaml"] = b"\xff"
    out = Diagnostics()
    read_pack(pack_folder(files), out)
    assert [(one.code, one.span.source.name) for one in out] == [("RW101", "z.yaml"), ("RW106", "b.yaml")]


def test_the_rulebook_keeps_its_readings(pack_folder: Write) -> None:
    folder = pack_folder(
        {
            "rulebook.yaml": "rules: {A-1: One., A-2: Two.}\n"
            "readings:\n  A-R-1: {statement: Which one, taken: this, setting: which, options: [this, that]}\n"
        }
    )
    out = Diagnostics()
    book = read_rulebook(folder, out)
    assert list(out) == []
    assert book.rules == {"A-1": "One.", "A-2": "Two."}
    assert book.readings == {"A-R-1": Reading("Which one", "this", "which", ("this", "that"))}
    assert book.places["A-R-1"].text == "A-R-1"


def test_a_rulebook_has_rules_or_readings_or_both(read: Read) -> None:
    pack, mistakes = read({"rulebook.yaml": "readings:\n  A-R-1: {statement: Which one, taken: This.}\n"})
    assert mistakes == []
    assert pack.rulebook == {"A-R-1": "Which one"}
    assert read({"rulebook.yaml": "rules: {A-1: One.}\n"})[1] == []
    assert read({"rulebook.yaml": "{}\n"})[1] == ["rulebook.yaml:1:1-1 RW206 this rulebook is empty"]
    options = "readings:\n  A-R-1:\n    statement: Which one\n    taken: This.\n    options: [this, that]\n"
    assert read({"rulebook.yaml": options})[1] == ["rulebook.yaml:5:5-12 RW206 no setting chooses one of these options"]
    mistyped = ["rulebook.yaml:1:1-8 RW205 a rulebook has no field 'reading'"]
    assert read({"rulebook.yaml": "reading: {}\n"})[1] == mistyped


def test_a_wrong_rulebook_is_reported_at_its_place(read: Read) -> None:
    _, mistakes = read({"rulebook.yaml": "rules: {A-1: One.}\nreadings:\n  A-R-1: {statement: Which one, taknn: x}\n"})
    assert mistakes == ["rulebook.yaml:3:33-38 RW205 a reading has no field 'taknn'"]
