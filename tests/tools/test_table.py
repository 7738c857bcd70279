"""A person at the terminal: sessions typed line by line, secrets, two people, undo, save and load."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.clock import at_most

from rulewright_tools.playing.typed import COMMANDS, call, read

from .conftest import Run

SESSIONS: list[dict[str, Any]] = YAML(typ="safe").load((Path(__file__).parent / "table.yaml").read_text("utf-8"))
_PROMPT = re.compile(r"(?:player|игрок) [12]> ")


@pytest.mark.parametrize("session", SESSIONS, ids=[session["title"] for session in SESSIONS])
def test_a_session_at_the_terminal(
    session: dict[str, Any], run: Run, sample: Path, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line["type"] for line in session["lines"]]
    options = ["--seed", "2", "--language", session.get("language", "en")]
    options += ["--set", session["set"]] if "set" in session else []
    ran = run("play", sample, *options, typed="".join(f"{line}\n" for line in [*lines, "save end.json", "quit"]))
    assert (ran.code, ran.err) == (0, "")
    _, *printed = _PROMPT.split(ran.out)
    for line, text in zip(session["lines"], printed, strict=False):
        text = f"player 1> {text}"
        # Long lines break at the width of the terminal: what is asked for is looked for in one line too.
        joined = re.sub(r"\s*\n {2,6}(?! )", " ", text)
        assert [one for one in line.get("has", []) if one not in text and one not in joined] == [], line["type"] + text
        assert [one for one in line.get("not", []) if one in text] == [], line["type"] + text
    if "answers" in session:
        assert len(json.loads((tmp_path / "end.json").read_text("utf-8"))["answers"]) == session["answers"]


NAMES = ["pass", "Go(Scout of player 1)", "Go(Guard of player 1)", "A1", "A11", "Капитан"]


@pytest.mark.parametrize(
    ("line", "index"),
    [("1", 0), (" 2 ", 1), ("PASS", 0), ("a1", 3), ("A1", 3), ("a11", 4), ("guard", 2), ("go scout", 1), ("капит", 5)],
)
def test_what_is_typed_is_an_answer(line: str, index: int) -> None:
    assert read(line, NAMES).index == index


@pytest.mark.parametrize(("line", "several"), [("go", (1, 2)), ("of player 1", (1, 2)), ("A", (3, 4))])
def test_what_fits_several_names_is_no_answer(line: str, several: tuple[int, ...]) -> None:
    typed = read(line, NAMES)
    assert (typed.index, typed.several) == (None, several)


@pytest.mark.parametrize("line", ["", "  ", "0", "7", "99999999999999999999", "x", "\t", "go nowhere", "²"])
def test_anything_else_is_neither(line: str) -> None:
    typed = read(line, NAMES)
    assert (typed.index, typed.command, typed.several) == (None, None, ())


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_are_read_before_parts_of_names_but_not_before_names(name: str) -> None:
    assert read(name, ["x", f"{name} y"]).command == name
    assert read(name.upper(), ["x"]).command == name
    assert read(name, ["x", name]).index == 1


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("pace", ("pace", None)),
        ("pace()", ("pace", [])),
        ("pace(a, b)", ("pace", ["a", "b"])),
        ("pace((a, b), c)", ("pace", ["(a, b)", "c"])),
        ("pace(Scout (player 1))", ("pace", ["Scout (player 1)"])),
        (" give up ( x )", ("give up", ["x"])),
    ],
)
def test_calls_are_taken_apart(text: str, parts: tuple[str, list[str] | None]) -> None:
    assert call(text) == parts


def test_the_end_of_the_input_ends_the_match(run: Run, sample: Path) -> None:
    ran = run("play", sample, typed="scout\n")
    assert ran.code == 0
    assert ran.out.endswith("The match was left after 1 answer; it is not saved.\n")


def test_a_match_is_saved_loaded_and_goes_on_the_same(
    run: Run, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = "match.json"
    rest = "pass\nscout\n1\npass\npass\npass\npass\npass\npass\n"
    whole = run("play", sample, "--seed", "5", "--bots", "greedy", typed=f"scout\nb1\n{rest}")
    first = run("play", sample, "--seed", "5", "--bots", "greedy", typed=f"scout\nb1\nsave {file}\nquit\n")
    assert f"The match was left after 2 answers; it is saved in {file}." in " ".join(first.out.split())
    second = run("play", sample, "--load", file, typed=rest)
    assert "answers: 2" not in second.out
    assert whole.out.split("\n")[-12:] == second.out.split("\n")[-12:]
    assert "The match is over after" in second.out
    again = run("play", sample, "--load", file, typed="undo\nundo\nundo\nquit\n")
    assert "Taken back: goal: B1" in again.out
    assert "You have no answer to take back." in again.out


def test_whoever_leaves_is_told_whether_that_very_match_is_saved(
    run: Run, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as many answers, but the same ones: after taking one back and giving another it is not what was saved."""
    monkeypatch.chdir(tmp_path)

    def left(*options: str, typed: str) -> str:
        return " ".join(run("play", sample, *options, typed=typed).out.split()).partition("The match was left ")[2]

    assert left(typed="scout\nb1\nsave m.json\nundo\na2\nquit\n") == "after 2 answers; it is not saved."
    assert left("--load", "m.json", typed="quit\n") == "after 2 answers; it is saved in m.json."
    assert left("--load", "m.json", typed="undo\nquit\n") == "after 1 answer; it is not saved."
    assert left("--load", "m.json", typed="undo\nb1\nquit\n") == "after 2 answers; it is saved in m.json."


def test_a_match_of_changed_content_goes_on_where_nothing_goes_otherwise(
    run: Run, sample: Path, tmp_path: Path, pack_folder: Any
) -> None:
    file = tmp_path / "match.json"
    run("play", sample, typed=f"scout\nsave {file}\nquit\n")
    files = {one.name: one.read_bytes() for one in sample.glob("*.yaml")}
    files["play.yaml"] = files["play.yaml"].replace(b"if shown > 3 then 2", b"if shown > 2 then 2")
    ran = run("play", pack_folder(files), "--load", file, typed="quit\n")
    assert ran.code == 0
    assert "value hurt has changed; 1 answer leads to the same events: continuing" in ran.out


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("answers", [1, 99], "the answers in the file do not lead to its state: it is damaged"),
        ("answers", [1, -1], "answer 2 must be a whole number from 1"),
        ("answers", [1] * 500, "the answers in the file do not lead to its state"),
        ("seats", ["human"], "the file must list 2 players of human, greedy, random: it lists 1"),
        ("seats", ["human", "oracle"],
         "the file must list 2 players of human, greedy, random: there is no player 'oracle'"),
    ],
)
def test_a_damaged_match_is_not_gone_on_with(
    run: Run, sample: Path, tmp_path: Path, key: str, value: object, words: str
) -> None:
    file = tmp_path / "m.json"
    run("play", sample, "--save", file, typed="1\nquit\n")
    file.write_text(json.dumps({**json.loads(file.read_text()), key: value}))
    ran = run("play", sample, "--load", file)
    assert ran.code == 2
    assert words in " ".join(ran.err.split())


def test_a_file_of_brackets_is_no_match(run: Run, sample: Path, tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text("[" * 100_000)
    ran = run("play", sample, "--load", tmp_path / "m.json")
    assert ran.code == 2
    assert "it is nested too deeply" in " ".join(ran.err.split())


def test_what_stands_in_a_saved_match(run: Run, sample: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run("play", sample, "--seed", "2", "--set", "rounds=5", "--bots", "greedy", typed=f"scout\nb1\nsave {file}\nquit\n")
    data = json.loads(file.read_text("utf-8"))
    assert {key: data[key] for key in ("form", "version", "pack", "seed", "players", "seats", "settings")} == {
        "form": "rulewright match",
        "version": 3,
        "pack": "sample",
        "seed": 2,
        "players": 2,
        "seats": ["human", "greedy"],
        "settings": {"rounds": "5"},
    }
    assert [(one["answer"], one["player"], one["key"], one["words"], one["events"]) for one in data["answers"]] == [
        (1, 1, "go(scout#1)", "Go(Scout of player 1)", ["go(scout#1)"]),
        (1, 1, "B1", "B1", ["step(scout#1, B1)"]),
    ]


def test_saving_twice_replaces_the_file(run: Run, sample: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run("play", sample, typed=f"save {file}\nscout\nsave {file}\nquit\n")
    assert len(json.loads(file.read_text("utf-8"))["answers"]) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["match.json"]


@pytest.mark.parametrize(("file", "told"), [("~no_such_user_/m.json", "No such file"), ("a\0b", "null byte")])
def test_a_name_that_no_file_can_have_loses_no_match(run: Run, sample: Path, file: str, told: str) -> None:
    ran = run("play", sample, "--seed", "2", typed=f"save {file}\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    [line] = [line for line in ran.out.splitlines() if "Not saved: " in line]
    assert told in line


@pytest.mark.parametrize("seed", range(6))
def test_what_a_person_is_shown_holds_no_secret(run: Run, sample: Path, seed: int) -> None:
    """The other's only crown may be named once it is played, and not before, in no view, log, question or
    explanation."""
    asked = "look crown\nwhy not play(crown)\nwhy play_card\nlog all\nboard\nscout\n1\npass\nlog all\nlook crown\n"
    ran = run("play", sample, "--seed", seed, typed=asked * 3)
    before, _, _ = ran.out.partition("Crown is played")
    assert "Crown" not in before
    assert "Nothing here is called 'crown'" in before


def test_two_people_at_one_terminal_do_not_see_each_others_hands(run: Run, sample: Path) -> None:
    typed = "play\npass\n\nplay\npass\n\npass\n\nquit\n"
    ran = run("play", sample, "--human", "1", "--human", "2", "--seed", "2", typed=typed)
    assert ran.code == 0
    first, second, third, *_ = ran.out.split("press Enter when nobody else looks")
    assert "hand (1): Elixir" in first
    assert "Elixir is played" in first
    assert "player 2, " in first
    assert "hand (1): Crown" not in first
    assert "hand (1): Crown" in second
    assert "player 1: (a secret)" in second
    assert "hand (1): Herb" not in second.split("Crown is played")[0]
    assert "player 2: (a secret)" in third


def test_a_pack_without_secrets_is_handed_over_without_ado(run: Run) -> None:
    ran = run("play", "skirmish", "--human", "1", "--human", "2", "--seed", "3", typed="1\n2\n1\n2\nquit\n")
    assert "press Enter" not in ran.out
    assert "player 2: Who acts?" in ran.out


@pytest.mark.parametrize(("asks", "typed", "told"), [
    ("let x = choose one x in many by p\n  told(x)", "20900", ".. and 17000 more, up to 20900"),
    ("offer p:\n    told(x) for x in many", "18000",
     ".. and 17000 more: type a number up to 18000, a name or a part of one"),
])  # fmt: skip
def test_of_very_many_answers_the_first_are_listed(run: Run, tmp_path: Path, asks: str, typed: str, told: str) -> None:
    (tmp_path / "pack.yaml").write_text("pack: wide\nlanguage: 2\nplayers: 2\nstart: go\n", "utf-8")
    (tmp_path / "all.yaml").write_text(
        "event go: |\n  let p = first(players)\n  finish if p is none\n"
        "  let many = all(a * 1000 + b for a in numbers(1, 20), b in numbers(1, 900))\n"
        f"  {asks}\nevent told(number a): {{}}\n",
        "utf-8",
    )
    with at_most(5, "the question"):
        ran = run("play", tmp_path, "--seed", "1", typed=f"{typed}\n")
    assert told in " ".join(ran.out.split())
    assert "told: a 20900" in ran.out
    assert len(ran.out) < 100_000
