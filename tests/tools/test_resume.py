"""Saves of every decision are gone on with in new processes; what differs is told with its place."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from rulewright.cache import VARIABLE
from rulewright.session import link_program
from rulewright_tools import cli, resuming
from rulewright_tools.packs import playable
from rulewright_tools.resuming import Kept, Outcome, compared, keep
from rulewright_tools.show.resumed import table
from rulewright_tools.soaking import Match, Pack


@pytest.fixture(autouse=True)
def _cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs go through a cache of this test alone, as they do for users."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))


@pytest.fixture
def skirmish(root: Path) -> Pack:
    folder = root / "content" / "skirmish"
    return Pack(folder, link_program(playable(folder)))


@pytest.fixture
def kept(skirmish: Pack, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """The beginning of a match of the skirmish."""
    monkeypatch.setattr(resuming, "LONGEST", 30)
    return keep(skirmish, 1)


def test_every_save_is_gone_on_with_elsewhere(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(resuming, "LONGEST", 25)
    packs = [str(root / "content" / pack) for pack in ("skirmish", "ddm", "underworlds", "zod", "w40k_missions")]
    assert cli.run(["soak", *packs, "--resume", "--matches", "2", "--seed", "1", "--workers", "2"]) == cli.CLEAN
    rows = {words[0]: words[1:] for words in map(str.split, capsys.readouterr().out.splitlines()) if len(words) == 9}
    for pack in ("skirmish", "ddm", "underworlds", "zod", "w40k_missions"):
        matches, saves, ends, answers, entries, compiled, failed, _ = rows[pack]
        assert (matches, compiled, failed) == ("2", "0", "0")
        assert 45 <= int(saves) <= 50 and int(ends) >= 1 and int(answers) > int(saves)
        assert int(entries.replace(",", "")) > int(saves)
    assert rows["all"][0] == "10"


def test_packs_in_folders_of_one_name_have_a_row_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("a/tiny", "b/tiny"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "pack.yaml").write_text("pack: tiny\nstart: game\nboard: none\n", encoding="utf-8")
        (tmp_path / folder / "game.yaml").write_text(
            "event game: |\n  for each p in players:\n    let sure = choose yes or no by p\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert cli.run(["soak", "a/tiny", "b/tiny", "--resume", "--matches", "1", "--workers", "1"]) == cli.CLEAN
    rows = [words[:2] for words in map(str.split, capsys.readouterr().out.splitlines()) if len(words) == 9]
    assert rows[1:] == [["tiny", "1"], ["b/tiny", "1"], ["all", "2"]]


def test_figures_of_a_long_run_fit_on_a_narrow_terminal() -> None:
    found = {pack: [Outcome(Match(pack, 0), 112_423, 4_479, 1_266_123, 12_181_456)] * 2
             for pack in ("skirmish", "underworlds")}  # fmt: skip
    screen = Console(width=80)
    with screen.capture() as told:
        screen.print(table(found, dict.fromkeys(found, 3542.0)))
    assert "…" not in told.get()
    assert told.get().splitlines()[-2].split() == [
        "all", "4", "449,692", "17,916", "5,064,492", "48,725,824", "0", "0", "7084",
    ]  # fmt: skip


def test_runs_cover_every_decision_and_some_go_to_the_end(kept: Kept) -> None:
    runs = resuming.runs_of(kept.match, kept.traces)
    assert {(i, i + 1) for i in range(30)} <= set(runs)
    assert [run for run in runs if run[1] != run[0] + 1] == [(24, 30)]
    assert runs != sorted(runs) and len(kept.saves) == 31 and len(kept.traces) == 30


def test_what_is_kept_of_a_match_is_bounded(skirmish: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its saves and its trace; what another process tells of it; and of matches that are over hardly anything."""
    monkeypatch.setattr(resuming, "TO_THE_END_EVERY", 2)
    whole = keep(skirmish, 1)
    assert whole.match.ended and len(resuming.runs_of(whole.match, whole.traces)) == 437 + 217
    monkeypatch.setattr(resuming, "WIDEST", 50_000)
    kept = keep(skirmish, 1)
    size = sum(map(len, kept.saves)) + sum(len(one) for part in kept.traces for one in part)
    assert 50_000 < size < 60_000 and not kept.match.ended and len(kept.traces) == kept.match.decisions
    far = [run for run in resuming.runs_of(whole.match, whole.traces) if run[1] != run[0] + 1]
    assert 0 < sum(len(one) for run in far for part in whole.traces[run[0] :] for one in part) <= 50_000
    (outcome,) = resuming.resumed(skirmish, [1], 1)
    assert outcome.difference == "" and outcome.loaded == kept.match.decisions > 0 and outcome.match.answers == []


@pytest.mark.parametrize("every", [1, 2])
def test_nothing_differs(skirmish: Pack, kept: Kept, monkeypatch: pytest.MonkeyPatch, every: int) -> None:
    """Neither with a program from the cache nor with one that the other process compiles."""
    monkeypatch.setattr(resuming, "COMPILES_EVERY", every)
    outcome = compared(skirmish, kept)
    assert (outcome.difference, outcome.loaded, outcome.ends, outcome.answers) == ("", 30, 1, 36)
    assert outcome.compiled == (every == 1)


def test_another_save_is_found_and_its_place_told(skirmish: Pack, kept: Kept) -> None:
    save = json.loads(kept.saves[-1])
    save["match"]["counters"]["dice"] = 77
    was = json.loads(kept.saves[-1])["match"]["counters"]["dice"]
    kept.saves[-1] = json.dumps(save, separators=(",", ":"), sort_keys=True)
    told = compared(skirmish, kept).difference
    assert told in {f"loaded at decision {start}: the save after answer 30 differs at match.counters.dice\n"
                    f"  it was 77\n  it is  {was}" for start in (25, 30)}  # fmt: skip


def test_another_trace_is_found_and_its_place_told(skirmish: Pack, kept: Kept) -> None:
    was = kept.traces[7].pop()
    told = compared(skirmish, kept).difference
    entry = len(kept.traces[7]) + 1
    assert told == f"loaded at decision 8: entry {entry} of the trace of answer 8\n  it was None\n  it is  {was[:160]}"


def test_a_save_that_cannot_be_gone_on_with_is_told_with_the_reason(skirmish: Pack, kept: Kept) -> None:
    kept.match.answers[4] = 999
    told = compared(skirmish, kept).difference
    assert told.startswith("loaded at decision 5: the process ended with 1\n")
    assert told.endswith("Refused: there is no answer 1000: choose 1 to " + told.rpartition(" ")[2])


def pose_as_python(script: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell script that is started in place of the interpreter."""
    posing = folder / "posing"
    posing.write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
    posing.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(posing))


def test_a_process_that_never_ends_is_told(
    skirmish: Pack, kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pose_as_python("exec sleep 30\n", tmp_path, monkeypatch)
    monkeypatch.setattr(resuming, "HANGS", 0.3)
    told = compared(skirmish, kept).difference
    assert told.endswith("the process ended with -1\nit had not ended after 0.3 s")


def test_a_process_that_dies_in_the_middle_of_a_line_is_told(
    skirmish: Pack, kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pose_as_python("cat > /dev/null\nprintf '{\"traces\": [['\nkill -KILL $$\n", tmp_path, monkeypatch)
    outcome = compared(skirmish, kept)
    assert outcome.difference.endswith(": the process ended with -9\n") and outcome.loaded == 0


def test_a_match_that_fails_by_itself_fails_here_too(
    skirmish: Pack, kept: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.match.fault = "events nested too deep"
    outcome = compared(skirmish, kept)
    assert outcome.difference == "answer 30: the match itself fails: events nested too deep"
    assert outcome.loaded == 0
