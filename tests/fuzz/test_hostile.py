"""Hostile folders: whatever stands in them, the answer is a list of diagnostics, soon and in little memory."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.fuzz.conftest import Judge

GOOD = "pack: sample\nstart: play\nlanguage: 2\nboard: square\n"
GAME = "event play: |\n  let p = first(players)\n  finish if p is none\n"
DEEP = 20_000

TEXTS: dict[str, str | bytes] = {
    "nothing": "",
    "a null byte": "event go: |\n  fin\0ish\n",
    "no UTF-8": b"event go: \xff\xfe\xfa\n",
    "half a character": "event go: | # Ж".encode()[:-1],
    "UTF-16": "event go: finish\n".encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbfevent go: finish\n",
    "control characters": "event go: \x01\x02\x1b[31m\n",
    "tabs": "event go:\n\tdo: finish\n",
    "deep flow lists": "[" * DEEP,
    "deep flow lists, closed": "enum e: " + "[" * DEEP + "]" * DEEP,
    "deep flow mappings": "enum e: " + "{a: " * DEEP + "}" * DEEP,
    "deep mappings": "".join(f"{' ' * i}a:\n" for i in range(1500)),
    "deep lists": "- " * DEEP,
    "deep brackets in an expression": "value v() gives number: " + "(" * 5000 + "1" + ")" * 5000,
    "deep brackets, not closed": "value v() gives number: " + "(" * 50_000,
    "many nots": "value v() gives yes_no: " + "not " * 20_000 + "true",
    "a long sum": "value v() gives number: " + "1 + " * 20_000 + "1",
    "a long chain of and": "value v() gives yes_no: " + "true and " * 20_000 + "true",
    "deep ifs": "value v() gives number: " + "if true then " * 3000 + "1" + " else 0" * 3000,
    "deep calls": "value v(number n) gives number: " + "v(" * 5000 + "n" + ")" * 5000,
    "deep blocks": "event go: |\n" + "".join(f"{'  ' * (i + 1)}if true:\n" for i in range(500)) + "  " * 501 + "finish",
    "a long chain of attributes": "value v(player p) gives number: p" + ".owner" * 20_000,
    "a huge number": "value v() gives number: " + "9" * 100_000,
    "a huge scalar": "event go: " + "x" * 5_000_000,
    "a huge block": "event go: |\n" + "  finish\n" * 50_000,
    "a huge key": "event " + "x" * 1_000_000 + ": finish",
    "a die of many faces": "value v() gives die: d9999999999",
    "billions of laughs": "a: &a [x, x, x, x, x, x, x, x, x]\n"
    + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(20)),
    "an alias of itself": "a: &a [*a]\n",
    "a merge of itself": "a: &a {<<: *a}\n",
    "objects of Python": "event go: !!python/object/apply:os.system [exit]\n",
    "unknown tags": "event go: !secret finish\n",
    "several documents": "---\nevent go: finish\n---\nevent go: finish\n...\n",
    "keys twice": "event go: finish\nevent go: finish\n",
    "keys that are no text": "1: 2\n[a]: b\n{a: b}: c\n? \n: d\nnull: e\ntrue: f\n1.5: g\n2020-01-01: h\n",
    "a list": "- event go: finish\n",
    "a scalar": "event\n",
    "a number": "17\n",
    "wrong types": "event go: [1, 2]\nvalue v() gives number: {start: [1]}\nkind k: 5\nenum e: 7\n"
    "map m: [a]\ndie d: x\n",
    "null bodies": "event go:\nvalue v() gives number:\nkind k:\nenum e:\nmap m:\nzone z:\nrule r:\nstatus s:\n",
    "heads of rubbish": "event go(: x\nevent (a): x\nevent go(a b c d): x\n event: x\nEVENT GO: x\n'': x\n"
    "привет мир: x\n",
    "kinds in a circle": "kind a: {is: b}\nkind b: {is: a}\n",
    "a kind of itself": "kind a: {is: a, part_of: a, parts: {more: a}}\na x: {}\n",
    "templates in a circle": "event a: {extends: b}\nevent b: {extends: a}\n",
    "a template of itself": "event a: {extends: a}\n",
    "values in a circle": "value a() gives number: b()\nvalue b() gives number: a()\n",
    "many definitions": "".join(f"event go{i}: finish\n" for i in range(1500)),
    "many mistakes": "".join(f"event go{i}: nothing_{i}()\n" for i in range(2000)),
    "a large map": "area wall: {}\nmap m:\n  legend: {'#': wall}\n  rows: |\n" + ("    " + "#." * 500 + "\n") * 300,
    "a wide enumeration": "enum e: [" + ", ".join(f"m{i}" for i in range(5000)) + "]\n",
    "right to left": "event go: \u202e finish \u202c\n",
    "line separators": "event go: |\n  finish\u2028  finish\x85  finish\n",
    "only carriage returns": "event go: |\r  finish\r",
    "an unclosed quote": "event go: 'finish\n",
    "an unclosed block": "event go: {do: finish\n",
    "a number that is not": "value v() gives number: 0x1F + 1e9 + 1_000 + .5\n",
    "a size of nothing": "kind k: {placed: yes, size: 0}\nk x: {}\n",
    "a size of too much": "kind k: {placed: yes, size: 1000000}\nk x: {}\n",
    "division by nothing": "value v() gives number: 1 / 0\n"
    "kind k: {placed: yes, printed: {n: number starts 1 / 0}}\nk x: {}\n",
}


@pytest.mark.parametrize("what", TEXTS)
def test_a_hostile_file(what: str, judge: Judge, tmp_path: Path) -> None:
    content = TEXTS[what]
    (tmp_path / "pack.yaml").write_text(GOOD)
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "bad.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
    judge(tmp_path, what)


@pytest.mark.parametrize("what", TEXTS)
def test_a_hostile_manifest(what: str, judge: Judge, tmp_path: Path) -> None:
    content = TEXTS[what]
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "pack.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
    assert judge(tmp_path, what)["errors"]


FIELDS = ("pack", "name", "players", "start", "stacking", "ranks", "window", "forced", "worth", "board", "settings",
          "messages", "language", "version", "overlay", "unheard_of")  # fmt: skip
WRONG = ("100000", "[1, 99999999]", "0", "[]", "{}", "[[a]]", "{a: {b: c}}", "null", "-1",
         "1e99", "[9, 1]", "'\\0'", "x y z", "!!binary aGk=", "yes", "|\n  a\n  b")  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_wrong_types_in_the_manifest(field: str, judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    for wrong in WRONG:
        kept = "".join(line + "\n" for line in GOOD.splitlines() if not line.startswith(f"{field}:"))
        (tmp_path / "pack.yaml").write_text(f"{kept}{field}: {wrong}\n")
        judge(tmp_path, f"{field}: {wrong}")


BODIES = (
    *("[]", "{}", "null", "7", "[[a]]", "{do: {a: b}}", "{legal: [a], do: 5}", "{rows: 5, legend: 7}", "{start: {}}"),
    *("{steps: [total]}", "{printed: [a], state: 9}", "{modify: {a: b}}", "{react: 5}", "{for: [], do: x}", "''", "~"),
)
HEADS = ("event go", "value v() gives number", "permission may()", "kind k", "enum e", "die d gives number", "area a",
         "map m", "zone z", "table t(e one) gives number", "status s", "rule r", "window o", "check c",
         "class l", "patch event play")  # fmt: skip


@pytest.mark.parametrize("head", HEADS)
def test_wrong_bodies(head: str, judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(GOOD)
    for body in BODIES:
        (tmp_path / "game.yaml").write_text(f"{GAME}{head}: {body}\n")
        judge(tmp_path, f"{head}: {body}")


def many_files(folder: Path) -> None:
    for i in range(1500):
        (folder / f"file{i}.yaml").write_text(f"event go{i}: finish\n")


def deep_folders(folder: Path) -> None:
    at = folder
    for _ in range(120):
        at = at / "d"
        at.mkdir()
    (at / "last.yaml").write_text("event go: finish\n")


def links(folder: Path) -> None:
    (folder / "self.yaml").symlink_to("self.yaml")
    (folder / "nowhere.yaml").symlink_to("gone.yaml")
    (folder / "round").symlink_to(folder, target_is_directory=True)
    (folder / "outside").symlink_to("/", target_is_directory=True)
    (folder / "passwords.yaml").symlink_to("/etc/passwd")


def odd_files(folder: Path) -> None:
    (folder / "folder.yaml").mkdir()
    os.mkfifo(folder / "pipe.yaml")
    (folder / "device.yaml").symlink_to("/dev/zero")
    (folder / "a\nb.yaml").write_text("event go: finish\n")
    (folder / os.fsdecode(b"\xff.yaml")).write_text("event go: finish\n")
    (folder / "tests").write_text("no folder")


def a_manifest_that_is_a_folder(folder: Path) -> None:
    (folder / "pack.yaml").unlink()
    (folder / "pack.yaml").mkdir()


def a_rulebook_of_rubbish(folder: Path) -> None:
    (folder / "rulebook.yaml").write_bytes(b"\0\xff[[[[")


def a_file_of_many_megabytes(folder: Path) -> None:
    with (folder / "large.yaml").open("wb") as file:
        file.truncate(300_000_000)


@pytest.mark.parametrize("make", [many_files, deep_folders, links, odd_files, a_manifest_that_is_a_folder,
                                  a_rulebook_of_rubbish, a_file_of_many_megabytes])  # fmt: skip
def test_a_hostile_folder(make: Callable[[Path], None], judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(GOOD)
    (tmp_path / "game.yaml").write_text(GAME)
    make(tmp_path)
    judge(tmp_path, make.__name__)


def test_a_folder_that_is_not_there(judge: Judge, tmp_path: Path) -> None:
    assert judge(tmp_path / "nowhere", "nowhere")["errors"]
    (tmp_path / "file").write_text("x")
    assert judge(tmp_path / "file", "a file")["errors"]
