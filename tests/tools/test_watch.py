"""Watching bots, replaying matches, and what the table prints of any match."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from rulewright.pipeline import load_program
from rulewright.play import alike
from rulewright.play.pieces import known_to
from rulewright.play.state import State
from rulewright.session import Game, link_program
from rulewright_tools.playing import seats
from rulewright_tools.playing.match import Match
from rulewright_tools.show import words
from rulewright_tools.show.pieces import Sight, Signs, placed, short_name
from rulewright_tools.show.telling import Teller

from .conftest import SAMPLE, Run

TOOLS = Path(words.__file__).parents[1]


@pytest.mark.parametrize("pack", ["skirmish", "underworlds", "ddm", "zod", "w40k_missions"])
def test_a_whole_match_of_a_pack_that_ships_is_watched(pack: str, run: Run) -> None:
    ran = run("play", pack, "--bots", "random", "--seed", "7", "--watch")
    assert (ran.code, ran.err) == (0, "")
    result = r"(player [12] wins|Nobody wins\.|.* share the victory\.)"
    ending = rf"\nThe match is over after \d+ answers\.\nIts seed was 7\.\n{result}\n$"
    assert re.search(ending, ran.out)
    boards = len(re.findall("\n {3,4}(?:A|0 +12)", ran.out))  # the columns of cells, or the inches of a table
    assert 2 <= boards <= 80
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(columns: int, run: Run, sample: Path) -> None:
    out = run("play", sample, "--watch", "--seed", "3", "--set", "rounds=8", columns=columns).out
    assert max(cell_len(line) for line in out.splitlines()) <= columns


def test_the_same_seed_is_the_same_match_and_another_is_another(run: Run, sample: Path) -> None:
    outs = [run("play", sample, "--watch", "--seed", seed).out for seed in (3, 3, 4)]
    told = [out.replace(f"Its seed was {seed}.", "") for out, seed in zip(outs, (3, 3, 4), strict=True)]
    assert outs[0] == outs[1]
    assert told[0] != told[2]


def test_without_a_seed_every_match_is_another_and_can_be_dealt_again(run: Run, sample: Path) -> None:
    outs = [run("play", sample, "--watch").out for _ in range(2)]
    seeds = [found[1] for out in outs if (found := re.search(r"\nIts seed was (\d+)\.\n", out))]
    assert len(set(seeds)) == 2
    assert run("play", sample, "--watch", "--seed", seeds[0]).out == outs[0]


def test_the_seed_is_told_at_the_end_alone(run: Run, sample: Path, tmp_path: Path) -> None:
    seed, file = "18446744073709551557", tmp_path / "match.json"
    typed = f"scout\nb1\nwhy pace(scout)\nlog all\nlook scout\nhelp\nundo\nsave {file}\nquit\n"
    ran = run("play", sample, "--seed", seed, typed=typed)
    assert (ran.code, seed in ran.out, seed in ran.err) == (0, False, False)
    assert json.loads(file.read_text("utf-8"))["seed"] == int(seed)


def test_bots_take_the_seats_in_order(run: Run, sample: Path) -> None:
    out = run("play", sample, "--watch", "--bots", "greedy,random").out
    assert "player 1 (greedy)" in out
    assert "player 2 (random)" in out


def test_a_match_is_watched_in_russian(run: Run, sample: Path) -> None:
    out = run("play", sample, "--watch", "--seed", "3", "--language", "ru").out
    assert "Разведчик (игрок 1)" in out
    assert re.search(r"Партия окончена: \d+ ответ(|а|ов)\.", out)
    told = [line for line in out.splitlines() if line.startswith("    ")]
    assert told
    assert not [line for line in told if re.search(r"[A-Za-z]{3}", line)]


def test_colours_change_nothing_but_colours(run: Run, sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("play", sample, "--watch", "--seed", "3").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = run("play", sample, "--watch", "--seed", "3").out
    assert coloured != plain
    assert [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines()] == [
        line.rstrip() for line in plain.splitlines()
    ]


def test_rules_that_run_away_end_the_match_with_their_names(run: Run, pack_folder: Any) -> None:
    folder = pack_folder({
        "pack.yaml": "pack: sample\nstart: play\n",
        "a.yaml": "event play: again(0)\nevent again(number n): again(n + 1) if n >= 0\n",
    })  # fmt: skip
    ran = run("play", folder, "--watch")
    assert (ran.code, ran.err) == (3, "")
    assert "The rules do not terminate: " in ran.out
    assert "while running: play" in ran.out


# -- replays -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(run: Run, sample: Path, tmp_path: Path) -> Path:
    """A whole match in a file."""
    file = tmp_path / "match.json"
    assert run("play", sample, "--watch", "--seed", "3", "--bots", "greedy,random", "--save", file).code == 0
    return file


def test_a_match_is_the_same_when_played_again(run: Run, played: Path) -> None:
    count = len(json.loads(played.read_text("utf-8"))["answers"])
    ran = run("replay", played, "--pack", SAMPLE)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{played}: {count} of {count} answers replayed with {SAMPLE}\nthe match is the same\n"


def test_no_path_in_a_file_is_opened(run: Run, played: Path, sample: Path) -> None:
    """A file comes from anybody: it may name a pack that ships with us, and nothing else."""
    ran = run("replay", played)
    assert ran.code == 2
    told = " ".join(ran.err.split())
    assert "no pack 'sample' ships with Rulewright: name its folder with --pack" in told
    for pack in (str(sample), "../../content/skirmish", "skirmish/", "/etc", "~", ".", "", "SKIRMISH", "README.md"):
        data = json.loads(played.read_text("utf-8"))
        played.write_text(json.dumps({**data, "pack": pack, "folder": str(sample)}), encoding="utf-8")
        assert run("replay", played).code == 2
        assert run("replay", played).out == ""


def test_a_pack_that_ships_with_us_is_found_by_its_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another folder of its name lies at hand."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "skirmish").mkdir()
    (tmp_path / "match.json").write_text('{"pack": "skirmish", "seed": 1, "answers": [1, 1]}', encoding="utf-8")
    assert run("replay", "match.json").code == 0


def test_a_replay_can_be_shown(run: Run, played: Path) -> None:
    out = run("replay", played, "--pack", SAMPLE, "--show").out
    assert "player 1: " in out
    assert "\n  A  B  C  D  E\n" in out
    assert "The match is over after " in out


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("play.yaml", "start: if shown > 3 then 2 else 1", "start: if shown > 3 then 3 else 2", ", was wound("),
        (
            "play.yaml",
            "    give tired to shooter",
            "    give tired to shooter\n    cheer(shooter)",
            " differs: cheer(",
        ),
        (
            "play.yaml",
            "rested: shooter is not tired",
            "rested: shooter is tired",
            " is no longer offered: rested: shooter is tired (",
        ),
        ("play.yaml", "repeat up to 3:\n      offer", "repeat up to 1:\n      offer", ", was "),
        (
            "play.yaml",
            "repeat up to setting.rounds",
            "repeat up to 1",
            " differs: (nothing more), was round()",
        ),
    ],
)
def test_the_first_difference_is_told(
    file: str, old: str, new: str, told: str, run: Run, played: Path, pack_folder: Any
) -> None:
    files = {one.name: one.read_text("utf-8") for one in SAMPLE.glob("*.yaml")}
    assert old in files[file]
    files[file] = files[file].replace(old, new)
    ran = run("replay", played, "--pack", pack_folder(files))
    assert ran.code == 1
    assert ", whose content has changed since\n" in ran.out
    assert re.search(r"\n(answer \d+|the beginning)", ran.out)
    assert told in ran.out


def test_answers_behind_the_end_of_the_match_are_told(run: Run, sample: Path, tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text(
        json.dumps({"pack": "sample", "settings": {"rounds": 1}, "answers": [4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1]})
    )
    ran = run("replay", file, "--pack", sample)
    assert ran.code == 1
    assert re.search(r"\nanswer \d+: no player is asked any more: the match is over\n$", ran.out)


# -- words, signs, telling
# -----------------------------------------------------------------------------------------------


def _keys() -> set[str]:
    """Every key that is said somewhere, as far as it stands there as a text."""
    found: set[str] = set()
    for file in TOOLS.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_every_phrase_is_used_and_says_the_same_in_both_languages() -> None:
    from rulewright.shapes import OUTCOMES

    assert set(words._phrases("en")) - _keys() - set(OUTCOMES) == set()
    assert set(words._phrases("en")) == set(words._phrases("ru"))
    for key, english in words._phrases("en").items():
        russian = words._phrases("ru")[key]
        fields = [sorted(set(re.findall(r"{(\w+)}", text))) for text in (english, russian)]
        assert fields[0] == fields[1], key
        assert re.search("[а-яё]", russian) or not re.search("[a-z]", re.sub(r"{\w+}|^a ", "", english)), key


def test_every_phrase_that_is_said_exists() -> None:
    said: set[str] = set()
    for file in TOOLS.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                keys = node.args[:2] if name == "say" else node.args[:1] if name == "_say" else []
                said |= {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
    assert len(said) > 30
    assert said - set(words._phrases("en")) == set()


@pytest.mark.parametrize("pack", ["skirmish", "underworlds", "ddm"])
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_signs_tell_all_pieces_apart_and_owners_without_colour(pack: str, language: str) -> None:
    program = load_program(Path(__file__).parents[2] / "content" / pack)
    assert program is not None
    game = Game.new(link_program(program), seed=1)
    match = Match(game, ("random", "random"), 1, {})
    signs, sight = Signs(), Sight(None, language)
    seen: dict[int, str] = {}
    for _ in range(60):
        if game.over:
            break
        match.bot_answer()
        for e in placed(match.state):
            sign = signs.of(match.state, e, sight)
            assert seen.setdefault(e, sign) == sign
    assert len(set(seen.values())) == len(seen) > 4
    for e, sign in seen.items():
        owner = match.state.owner[e]
        assert len(sign) == cell_len(sign) == 2
        assert sign == (sign.upper() if owner == 0 else sign.lower()) if owner is not None else sign.startswith("*")
        assert short_name(match.state, e, sight)


def test_a_pack_without_messages_tells_its_reports() -> None:
    program = load_program(Path(__file__).parents[2] / "content" / "skirmish")
    assert program is not None
    program.messages.clear()
    game = Game.new(link_program(program), seed=1)
    told = [line.words for line in Teller(game.state, Sight(None)).lines(game.state, game.trace)]
    assert any(line.startswith("round begins: round 1, first roll ") for line in told)


def test_bots_keep_nothing_between_answers(sample: Path) -> None:
    program = load_program(sample)
    assert program is not None
    game = Game.new(link_program(program), seed=1)
    for kind in seats.KINDS:
        first, second = seats.make(kind, 0, 1), seats.make(kind, 0, 1)
        first(game, 0)
        first(game, 0)
        assert first(game, 0) == second(game, 0)


def test_a_crowd_is_shown_in_part(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty thousand pieces that ran away are told of in seconds, and no screen is filled with them."""
    asked = []

    def counted(m: State, e: int) -> int:
        asked.append(e)
        return known_to(m, e)

    monkeypatch.setattr(alike, "known_to", counted)
    (tmp_path / "pack.yaml").write_text(
        "pack: crowd\nname: Crowd\nversion: 1.0.0\nlanguage: 2\nplayers: 2\nstart: go\nboard: square\n", "utf-8"
    )
    (tmp_path / "all.yaml").write_text(
        "kind levy: {placed: yes}\nlevy grunt: {}\nmap yard:\n  rows: |\n    ....\n    ....\n"
        "event go: |\n  lay(yard)\n  let p = first(players)\n  finish if p is none\n  spread(p)\n"
        "event spread(player p): |\n  repeat up to 100000:\n    create grunt for p\n",
        "utf-8",
    )
    ran = run("play", tmp_path, "--bots", "random", "--watch")
    assert ran.out.endswith("The rules do not terminate: more than 20000 entities\nwhile running: go > spread\n")
    assert "grunt 60 " in ran.out and "grunt 61 " not in ran.out
    assert "\n  .. +19940\n" in ran.out
    assert 20_000 <= len(asked) <= 200_000  # each thing a few times, not once for each other one


@pytest.mark.parametrize("asked", ["choose yes or no by p", "choose one x in numbers(1, 900) by p"])
def test_a_match_of_bots_without_an_end_is_stopped(run: Run, tmp_path: Path, asked: str) -> None:
    (tmp_path / "pack.yaml").write_text("pack: long\nlanguage: 2\nplayers: 2\nstart: go\n", "utf-8")
    (tmp_path / "all.yaml").write_text(
        f"event go: |\n  for each p in players:\n    repeat up to 1000000000:\n      let x = {asked}\n"
        "      told() if x is x\nevent told: {}\n",
        "utf-8",
    )
    ran = run("play", tmp_path, "--bots", "random", "--watch")
    assert "matches between bots end there" in " ".join(ran.out.split())
    assert ran.code == 0


def test_what_runs_away_is_told_in_short(run: Run, tmp_path: Path) -> None:
    """A message of many fields, a hundred thousand times: the log of one answer has an end, and so has a sentence."""
    (tmp_path / "pack.yaml").write_text(
        "pack: loud\nlanguage: 2\nplayers: 2\nstart: go\nmessages:\n  en:\n"
        f"    told: '{'<a> again ' * 400}'\n", "utf-8",
    )
    (tmp_path / "all.yaml").write_text(
        "event go: |\n  repeat up to 100000:\n    told(1000000)\nevent told(number a): {}\n", "utf-8"
    )
    ran = run("play", tmp_path, "--bots", "random", "--watch")
    assert ".. and more than can be shown" in ran.out
    assert "1000000 again" in ran.out and len(ran.out) < 1_000_000
