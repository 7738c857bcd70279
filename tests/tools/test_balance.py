"""Who wins how often: what is counted, that a match is the one that can be watched, and what it does when stopped."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.session import link_program
from rulewright_tools import balancing, cli
from rulewright_tools.balancing import Outcome, Tally, Wanted
from rulewright_tools.packs import playable
from rulewright_tools.shares import interval

# Who wins is what the settings say.
SETTLED = {
    "pack.yaml": "pack: settled\nstart: game\nboard: none\n"
    "settings:\n  winner: how starts first\n  spin: yes_no starts false\n  far: number starts 3\n",
    "game.yaml": "enum how: [first, nobody, both]\n"
    "event game gives set of player winners: |\n"
    "  let one = first(players)\n"
    "  finish if one is none\n"
    "  let sure = choose yes or no by one\n"
    "  spin() if setting.spin\n"
    "  set winners = players if setting.winner is both\n"
    "  set winners = one if setting.winner is first\n"
    "event spin: spin()\n",
}


@pytest.fixture
def settled(tmp_path: Path) -> Path:
    folder = tmp_path / "settled"
    folder.mkdir()
    for name, text in SETTLED.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def balance(*words: object) -> int:
    return cli.run(["balance", *map(str, words), "--workers", "1", "--bots", "random"])


def test_each_value_has_a_row(settled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert balance(settled, "--by", "winner", "--matches", 4) == cli.CLEAN
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert rows[0] == ["winner", "matches", "player", "1", "player", "2", "drawn", "cut", "off"]
    assert rows[2:] == [
        ["first", "4", "4", "(100%)", "0", "(0%)", "0", "0"],
        ["nobody", "4", "0", "(0%)", "0", "(0%)", "4", "0"],
        ["both", "4", "0", "(0%)", "0", "(0%)", "4", "0"],
        ["of", "8", "drawn:", "4", "won", "by", "several,", "4", "by", "no", "player"],
    ]


def test_a_report_tells_how_sure_the_shares_are(settled: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    words = ("--by", "winner", "--among", "first,both", "--matches", 4, "--report", report)
    assert balance(settled, *words) == cli.CLEAN
    lines = report.read_text(encoding="utf-8").splitlines()
    told = "rulewright balance settled --by winner --among first,both --matches 4 --bots random"
    assert lines[2] == f"Made by `{told}`."
    assert lines[7:] == [
        "| winner | matches | player 1 | player 2 | drawn | cut off |",
        "|---|---|---|---|---|---|",
        "| first | 4 | 4 (100%, 51-100%) | 0 (0%, 0-49%) | 0 | 0 |",
        "| both | 4 | 0 (0%, 0-49%) | 0 (0%, 0-49%) | 4 | 0 |",
    ]
    assert balance(settled, "--matches", 2, "--report", report) == cli.CLEAN
    lines = report.read_text(encoding="utf-8").splitlines()
    assert lines[2] == "Made by `rulewright balance settled --matches 2 --bots random`."
    assert lines[7].startswith("| pack |") and lines[9].startswith("| settled | 2 | 2 (100%, 34-100%) |")


RIVALS = {
    "pack.yaml": "pack: rivals\nstart: game\nboard: none\n"
    "settings:\n  one: side starts weak\n  other: side starts weak\n  hard: yes_no starts false\n",
    "game.yaml": "enum side: {ordered: [weak, middling, strong]}\n"
    "event game gives set of player winners: |\n"
    "  let one = first(players)\n"
    "  finish if one is none\n"
    "  let sure = choose yes or no by one\n"
    "  set winners = one if setting.one > setting.other\n"
    "  set winners = next_seat(one) if setting.one < setting.other and not setting.hard\n",
}


def test_rivals_play_each_other_in_both_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in RIVALS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    report = tmp_path / "report.md"
    words = ("--rivals", "one,other", "--matches", 5, "--set", "hard=yes", "--report", report)
    assert balance(tmp_path, *words) == cli.CLEAN
    assert "middling - strong" in capsys.readouterr().out
    assert report.read_text(encoding="utf-8").splitlines()[7:] == [
        "| pair | matches | won | lost | drawn | cut | share | 95 % |",
        "|---|---|---|---|---|---|---|---|",
        "| weak - middling | 10 | 0 | 5 | 5 | 0 | 0% | 0-43% |",
        "| weak - strong | 10 | 0 | 5 | 5 | 0 | 0% | 0-43% |",
        "| middling - strong | 10 | 0 | 5 | 5 | 0 | 0% | 0-43% |",
    ]
    assert "--rivals one,other --set hard=yes --matches 5 --bots random`" in report.read_text(encoding="utf-8")


def test_rivals_among_some_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in RIVALS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    report = tmp_path / "report.md"
    words = ("--rivals", "one,other", "--among", "weak, strong", "--matches", 2, "--report", report)
    assert balance(tmp_path, *words) == cli.CLEAN
    assert report.read_text(encoding="utf-8").splitlines()[9:] == ["| weak - strong | 4 | 0 | 4 | 0 | 0 | 0% | 0-49% |"]
    assert "--rivals one,other --among 'weak, strong' --matches 2" in report.read_text(encoding="utf-8")
    capsys.readouterr()
    assert balance(tmp_path, "--by", "one", "--among", "strong", "--matches", 3) == cli.CLEAN
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines() if line.strip()][2:] == [["strong", "3"]]


@pytest.mark.parametrize(
    ("won", "of", "low", "high"), [(0, 0, 0, 1), (50, 100, 0.404, 0.596), (200, 400, 0.451, 0.549), (3, 3, 0.438, 1)]
)
def test_intervals(won: int, of: int, low: float, high: float) -> None:
    assert interval(won, of) == pytest.approx((low, high), abs=0.001)


@pytest.mark.parametrize(
    "words",
    [("--rivals", "one"), ("--rivals", "one,one"), ("--rivals", "one,hard"), ("--rivals", "one,far"),
     ("--rivals", "one,other", "--by", "hard"), ("--among", "weak"),
     ("--rivals", "one,other", "--among", "weak"), ("--rivals", "one,other", "--among", "weak,wild")],
)  # fmt: skip
def test_rivals_are_two_settings_of_one_type(tmp_path: Path, words: tuple[str, ...]) -> None:
    for name, text in RIVALS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert balance(tmp_path, *words) == cli.USAGE


def test_the_option_that_names_an_unknown_setting_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in RIVALS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for option, value in (("--rivals", "one,othr"), ("--by", "othr")):
        assert balance(tmp_path, option, value) == cli.USAGE
        told = f"Invalid value for {option}: the pack has no setting 'othr': did you mean 'other'?"
        assert told in " ".join(capsys.readouterr().err.split())


def test_programs_read_lines(settled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert balance(settled, "--matches", 3, "--json", "--set", "winner=nobody") == cli.CLEAN
    [line] = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {"matches": 3, "won": [0, 0], "drawn": 3, "shared": [0, 0], "lost": 3,
                                "cut off": 0, "decisions": 3}  # fmt: skip


def test_a_match_that_runs_away_is_told(settled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert balance(settled, "--matches", 2, "--set", "spin=yes", "--seed", 8) == cli.OURS
    told = capsys.readouterr()
    assert told.out.splitlines()[-2].split() == ["settled", "2", "0", "(0%)", "0", "(0%)", "0", "2"]
    assert [line.split(":")[0] for line in told.err.splitlines()] == ["settled, seed 8", "settled, seed 9"]


@pytest.mark.parametrize(("words", "told"), [
    (["--by", "winer"], "the pack has no setting 'winer': did you mean 'winner'?"),
    (["--by", "far"], "the setting 'far' has too many values to compare"),
    (["--by", "winner", "--among", "frist"], "the setting 'winner' has no value 'frist': did you mean 'first'?"),
    (["--by", "winner", "--set", "winner=both"], "'winner' is compared: remove it from --set"),
    (["--set", "winner=never"], "'never' is not a value of the setting 'winner'; it can be first, nobody, both"),
    (["--players", "3"], "settled is for 2 players, not 3"),
])  # fmt: skip
def test_wrong_words(settled: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert balance(settled, *words) == cli.USAGE
    assert told in capsys.readouterr().err


def test_no_such_bot(settled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for bots in ("clever", ","):
        assert cli.run(["balance", str(settled), "--bots", bots]) == cli.USAGE
        assert "there are greedy, random" in capsys.readouterr().err


def test_who_stops_it_is_told_what_was_played(
    settled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(linked: Any, wanted: Any, players: int | None, workers: int) -> Iterator[Outcome]:
        for number, one in enumerate(wanted):
            if number == 5:
                raise KeyboardInterrupt
            yield balancing.play(linked, one, players)

    monkeypatch.setattr(balancing, "played", stopped)
    for words in ([], ["--json"]):
        assert balance(settled, "--by", "winner", "--matches", 100, *words) == cli.INTERRUPTED
        told = capsys.readouterr()
        assert told.err == "interrupted\n"
        if words:
            assert [json.loads(line)["matches"] for line in told.out.splitlines()] == [2, 2, 1]
        else:
            assert [line.split()[1] for line in told.out.splitlines() if "(" in line] == ["2", "2", "1"]


def dies(wanted: Wanted, players: int | None) -> Outcome:
    """What a process does in the test below."""
    os._exit(1)


def test_a_process_that_dies_is_told(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(balancing, "_play", dies)
    assert cli.run(["balance", "skirmish", "--workers", "2", "--matches", "3"]) == cli.OURS
    assert capsys.readouterr().err == "a process that played matches died\n"


def test_processes_change_nothing(root: Path) -> None:
    linked = link_program(playable(root / "content" / "skirmish"))
    wanted = [Wanted("", seed, {}, ("random",)) for seed in range(12)]
    alone = list(balancing.played(linked, wanted, None, 1))
    assert list(balancing.played(linked, wanted, None, 2)) == alone
    assert [one.seed for one in alone] == list(range(12))
    assert len({one.winners for one in alone}) > 1


def test_a_match_can_be_watched(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The bots give the same answers as at the table."""
    linked = link_program(playable(root / "content" / "skirmish"))
    one = balancing.play(linked, Wanted("", 5, {}, ("greedy", "random")))
    save = tmp_path / "match.json"
    told = ["play", "skirmish", "--watch", "--bots", "greedy,random", "--seed", "5", "--save", str(save)]
    assert cli.run(told) == cli.CLEAN
    assert one.winners is not None
    assert len(json.loads(save.read_text(encoding="utf-8"))["answers"]) == one.decisions
    assert f"player {one.winners[0] + 1} wins" in capsys.readouterr().out


def test_wins_are_counted_by_seat() -> None:
    tally = Tally("")
    for winners in ((0,), (0,), (1,), (0, 1), (), None):
        tally.count(Outcome("", 1, 2, 10, winners, True))
    tally.count(Outcome("", 1, 2, 10, None, False))
    assert (tally.matches, tally.won, tally.drawn, tally.cut, tally.decisions) == (7, [2, 1], 3, 1, 70)
    assert tally.shared == [0, 0], "all have won"
    assert tally.share(0) == 2 / 7
    assert tally.share(5) == 0


def test_a_journal_is_gone_on_with(
    settled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "journal"
    played: list[str] = []
    play = balancing.play

    def noted(linked: Any, wanted: Wanted, players: int | None) -> Outcome:
        if len(played) == 4:
            raise KeyboardInterrupt
        played.append(balancing.key_of(wanted))
        return play(linked, wanted, players)

    monkeypatch.setattr(balancing, "play", noted)
    words = (settled, "--by", "winner", "--journal", journal, "--json")
    assert balance(*words, "--matches", 2) == cli.INTERRUPTED
    assert played == ["first 0", "nobody 0", "both 0", "first 1"]
    with journal.open("a", encoding="utf-8") as file:
        file.write('{"key": "both 1", "val')  # a line that was not written to its end
    played.clear()
    capsys.readouterr()
    assert balance(*words, "--matches", 2) == cli.CLEAN
    assert played == ["nobody 1", "both 1"]
    assert [json.loads(line)["won"] for line in capsys.readouterr().out.splitlines()] == [[2, 0], [0, 0], [0, 0]]
    played.clear()
    assert balance(*words, "--matches", 3) == cli.CLEAN
    assert played == ["first 2", "nobody 2", "both 2"]


def test_a_journal_of_another_question_is_refused(
    settled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "journal"
    assert balance(settled, "--matches", 1, "--journal", journal) == cli.CLEAN
    before = journal.read_bytes()
    assert balance(settled, "--matches", 1, "--journal", journal, "--set", "winner=both") == cli.USAGE
    assert "or for other options: name a new file" in " ".join(capsys.readouterr().err.split())
    (settled / "more.yaml").write_text("event more: {}\n", encoding="utf-8")
    assert balance(settled, "--matches", 1, "--journal", journal) == cli.USAGE
    assert journal.read_bytes() == before
    journal.write_text("matches\n", encoding="utf-8")
    assert balance(settled, "--matches", 1, "--journal", journal) == cli.USAGE
    assert "is not a journal of matches" in " ".join(capsys.readouterr().err.split())


def test_no_journal_is_kept_of_what_cannot_be_told(
    settled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balancing, "fingerprints", lambda folder: None)
    assert balance(settled, "--matches", 1, "--journal", tmp_path / "journal") == cli.USAGE
    assert "so a change to it would go unnoticed" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "journal").exists()
    assert balance(settled, "--matches", 1) == cli.CLEAN


def test_who_wins_with_others_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A team wins as often as each of its players; all matches of such a game are drawn."""
    text = """\
event game gives set of player winners: |
  let roll_of = roll d2
  set winners = all(p in players where remainder(seat_number(p), 2) is roll_of - 1)
"""
    (tmp_path / "pack.yaml").write_text("pack: teams\nplayers: 4\nstart: game\n", encoding="utf-8")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert balance(tmp_path, "--matches", 8) == cli.CLEAN
    told = capsys.readouterr().out
    [line] = [line for line in told.splitlines() if ", won with others: " in line]
    odd, even, *rest = map(int, re.findall(r"player \d (\d)", line))
    assert odd + even == 8 and rest == [odd, even]
