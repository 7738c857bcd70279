"""Long play at random: what it counts, what a fault looks like, and that the file of a fault fails in the same way."""

from __future__ import annotations

import json
import os
import re
import shutil
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from tests.clock import at_most

from rulewright import counting
from rulewright.pipeline import check_pack
from rulewright.session import link_program
from rulewright_tools import cli, parallel, repeating, soaking
from rulewright_tools.packs import playable
from rulewright_tools.soaking import Pack

PACKS = ("skirmish", "ddm", "duel", "underworlds", "zod", "w40k_missions")
MENDED = "  delve(down) if setting.wild and down is deepest and false\n"
# Whoever digs deepest, digs forever.
FAULTY = {
    "pack.yaml": "pack: faulty\nstart: game\nboard: none\nsettings:\n  wild: yes_no starts true\n",
    "game.yaml": "enum depth: [shallow, deep, deepest]\n"
    "event game: |\n  repeat up to 5:\n    for each p in players:\n      dig(p)\n"
    "event dig(player who): |\n  let down = choose one d in (shallow, deep, deepest) by who\n  delve(down)\n"
    "event delve(depth down): |\n  delve(down) if setting.wild and down is deepest\n",
}


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    folder = tmp_path / "faulty"
    folder.mkdir()
    for name, text in FAULTY.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_soak_tells_lengths_and_winners(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["soak", str(root / "content" / "skirmish"), "--decisions", "900"]) == cli.CLEAN
    told = capsys.readouterr().out
    head = r"skirmish: 900 decisions in \d matches, \d played to (its|their) end, no faults, \d+ us per decision"
    assert re.match(head, told)
    assert "winners: player" in told


def test_a_pack_in_the_current_folder_is_named(
    faulty: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(faulty)
    assert cli.run(["soak", ".", "--decisions", "5", "--set", "wild=no"]) == cli.CLEAN
    assert capsys.readouterr().out.startswith("faulty: ")
    assert cli.run(["balance", ".", "--matches", "1", "--set", "wild=no", "--workers", "1"]) == cli.CLEAN
    assert "faulty" in capsys.readouterr().out


FORGETFUL = """\
event game gives set of player winners: |
  let p = first(players)
  finish if p is none
  let told = choose yes or no by p
  set winners = players if told
  conclude game if not told
"""


def test_soak_tells_a_seed_of_a_match_without_winners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pack.yaml").write_text("pack: forgetful\nstart: game\nboard: none\n", "utf-8")
    (tmp_path / "game.yaml").write_text(FORGETFUL, "utf-8")
    assert cli.run(["soak", str(tmp_path), "--decisions", "20"]) == cli.CLEAN
    told = capsys.readouterr().out
    seed = re.search(r"  winners: all \(\d+\), nobody \(\d+, first with seed (\d+)\)\n", told)
    assert seed is not None, told
    one = soaking.play(Pack(Path("forgetful"), link_program(playable(tmp_path))), int(seed[1]))
    assert one.ended and one.winners == ()


@pytest.mark.parametrize("pack", ["skirmish", "faulty"])
def test_processes_change_nothing(root: Path, faulty: Path, pack: str) -> None:
    """The matches that several processes play are those of one, in its order, whatever goes wrong in them."""
    linked = link_program(playable(faulty if pack == "faulty" else root / "content" / pack))
    decisions = 90 if pack == "faulty" else 3_300
    alone = list(parallel.matches(Pack(Path(pack), linked), 7, decisions, 1))
    assert alone == list(soaking.matches(Pack(Path(pack), linked), 7, decisions))
    assert sum(one.decisions for one in alone) == decisions and len(alone) > 4
    assert any(one.fault for one in alone) == (pack == "faulty")
    for workers in (2, 3):
        assert list(parallel.matches(Pack(Path(pack), linked), 7, decisions, workers)) == alone


@pytest.mark.parametrize("pack", ["skirmish", "faulty"])
def test_whole_matches_are_played_to_their_end(root: Path, faulty: Path, pack: str) -> None:
    linked = link_program(playable(faulty if pack == "faulty" else root / "content" / pack))
    alone = list(soaking.matches(Pack(Path(pack), linked), 7, 9, whole=True))
    assert [one.seed for one in alone] == [*range(7, 16)]
    assert all(one.ended or one.fault for one in alone) and any(one.fault for one in alone) == (pack == "faulty")
    for workers in (1, 2, 3):
        assert list(parallel.matches(Pack(Path(pack), linked), 7, 9, workers, whole=True)) == alone


def test_soak_plays_whole_matches(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["soak", str(root / "content" / "skirmish"), "--matches", "3"]) == cli.CLEAN
    assert re.match(r"skirmish: \d+ decisions in 3 matches, 3 played to their end, no faults", capsys.readouterr().out)


def dies(seeds: list[int]) -> None:
    """What a process does in the test below."""
    os._exit(1)


def test_a_process_that_dies_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linked = link_program(playable(root / "content" / "skirmish"))
    monkeypatch.setattr(parallel, "_play", dies)
    [only] = parallel.matches(Pack(Path("skirmish"), linked), 7, 5_000, 2)
    assert (only.kind, only.seed) == ("crash", 7)
    assert only.fault.startswith("a process died that played matches of seeds 7 to ")


def test_a_process_that_died_before_it_gets_more_matches_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linked = link_program(playable(root / "content" / "skirmish"))
    submit = ProcessPoolExecutor.submit

    def broken(self: ProcessPoolExecutor, work: Any, *given: Any) -> Any:
        if work is parallel._play:
            raise BrokenProcessPool
        return submit(self, work, *given)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", broken)
    [only] = parallel.matches(Pack(Path("skirmish"), linked), 7, 5_000, 2)
    assert (only.kind, only.seed) == ("crash", 7)


def test_seats_and_settings_come_from_the_seed(root: Path) -> None:
    linked = link_program(playable(root / "content" / "ddm"))
    one = soaking.drawn(Pack(Path("ddm"), linked), 5)
    assert one == soaking.drawn(Pack(Path("ddm"), linked), 5)
    others = [soaking.drawn(Pack(Path("ddm"), linked), seed).settings for seed in range(20)]
    assert set(one.settings) == {name for name, _, _ in linked.program.settings} - {"points_limit"}
    assert all(len({settings[name] for settings in others}) > 1 for name in one.settings)


def test_a_match_that_runs_away_is_a_fault(faulty: Path) -> None:
    program = check_pack(faulty).program
    assert program is not None
    made = soaking.play(Pack(Path("faulty"), link_program(program)), 3, 100)
    assert made.fault.startswith("events nested too deep: game > dig > delve")
    assert (made.ended, made.decisions, len(made.answers)) == (False, 6, 6)


def test_a_fault_becomes_a_content_test(faulty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It fails as the match did while the pack is faulty, and passes when the fault is mended."""
    found = tmp_path / "found"
    assert cli.run(["soak", str(faulty), "--decisions", "40", "--write", str(found)]) == cli.OURS
    told = capsys.readouterr().out
    assert "faulty: 40 decisions in 5 matches, 3 played to their end, 2 faults (runaway 2), " in told
    assert f"seed 3, answer 6:\nevents nested too deep: {'game > dig > delve'}" in told
    again = re.search(rf"again: rulewright (soak {re.escape(str(faulty))} --seed 3 --decisions \d+)\n", told)
    assert again is not None
    assert cli.run(again[1].split()) == cli.OURS
    assert "seed 3, answer 6:\nevents nested too deep" in capsys.readouterr().out

    shutil.copytree(found, faulty / "tests")
    assert sorted(path.name for path in found.iterdir()) == ["faulty_3.yaml", "faulty_4.yaml"]
    assert cli.run(["test", str(faulty)]) == cli.CONTENT
    told = capsys.readouterr().out
    assert "match 3 at random continues after answer 6\n  line 4: events nested too deep\n" in told
    assert "2 tests, 2 failed" in told
    game = (faulty / "game.yaml").read_text(encoding="utf-8")
    (faulty / "game.yaml").write_text("".join(game.splitlines(keepends=True)[:-1]) + MENDED, encoding="utf-8")
    assert cli.run(["test", str(faulty)]) == cli.CLEAN
    assert "2 tests, none failed" in capsys.readouterr().out


def test_a_fault_before_the_first_question_becomes_a_content_test(faulty: Path) -> None:
    (faulty / "game.yaml").write_text("event game: |\n  spin()\nevent spin: |\n  spin()\n", encoding="utf-8")
    linked = link_program(playable(faulty))
    made = soaking.play(Pack(Path("faulty"), linked), 0)
    assert (made.answers, made.fault[:22]) == ([], "events nested too deep")
    text = repeating.content_test(faulty, linked, made)
    assert text is not None and text.endswith("  answers:\n    - {}\n")


@pytest.mark.parametrize("pack", PACKS)
def test_every_answer_of_a_match_can_be_said_in_a_content_test(root: Path, tmp_path: Path, pack: str) -> None:
    """Cut off in the middle, matches at random are content tests that pass."""
    linked = link_program(playable(root / "content" / pack))
    folder = tmp_path / pack
    shutil.copytree(root / "content" / pack, folder, ignore=shutil.ignore_patterns("tests"))
    (folder / "tests").mkdir()
    for seed in range(2):
        made = soaking.play(Pack(Path(pack), linked), seed, 40)
        made.fault = "none"
        answers = repeating._answers(linked, made)
        assert answers is not None and len(answers) == 40
        (folder / "tests" / f"{seed}.yaml").write_text(repeating._text(linked, made, answers), encoding="utf-8")
    assert cli.run(["test", str(folder)]) == cli.CLEAN


def test_what_no_content_test_can_say_is_kept_to_be_replayed(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stuck:
        def choose(self, game: object) -> int:
            return 99

    monkeypatch.setattr(soaking, "make_bot", lambda name, seed: Stuck())
    pack = root / "content" / "ddm"
    given = ["soak", str(pack), "--decisions", "1", "--write", str(tmp_path)]
    assert cli.run(given) == cli.OURS
    told = capsys.readouterr().out
    assert "1 fault (refusal 1)" in told
    assert "Refused: there is no answer 100" in told
    kept = json.loads((tmp_path / "ddm_0.json").read_text(encoding="utf-8"))
    assert (kept["seed"], kept["answers"], set(kept["settings"]) > {"first_map"}) == (0, [100], True)
    replay = re.search(r"`rulewright (replay .*)` replays it", told)
    assert replay is not None
    assert cli.run(replay[1].split()) == cli.CONTENT
    assert "there is no answer 100" in capsys.readouterr().out


def test_a_replay_tells_that_the_match_was_stopped(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    linked = link_program(playable(faulty))
    file = faulty.parent / "kept.json"
    file.write_text(repeating.replayable(faulty, linked, soaking.play(Pack(faulty, linked), 3)), encoding="utf-8")
    assert cli.run(["replay", str(file), "--pack", str(faulty)]) == cli.CLEAN
    assert "the match was stopped: events nested too deep: game > dig > delve" in capsys.readouterr().out


def test_a_fault_of_saving_is_no_content_test(faulty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linked = link_program(playable(faulty))
    monkeypatch.setattr(soaking, "_through_json", lambda linked, game, load: 1 / 0)
    monkeypatch.setattr(soaking, "SAVE_EVERY", 2)
    made = soaking.play(Pack(Path("faulty"), linked), 0, 100, save_every=2)
    assert (made.kind, made.fault[-35:]) == ("crash", "ZeroDivisionError: division by zero")
    assert repeating.content_test(faulty, linked, made) is None


def test_a_pack_that_runs_away_or_never_ends_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody waits five thousand times for rules that run away."""
    head = "pack: bad\nlanguage: 2\nstart: game\n"
    texts = {
        "3 matches in a row did not terminate": "event game: dig()\nevent dig: dig()\n",
        "100 matches have failed": "event game: |\n  for each p in players:\n    let y = choose yes or no by p\n"
        "    dig()\nevent dig: dig()\n",
        "steps": "event note(number a): {}\nevent game: |\n  for each p in players:\n    repeat up to 1000000:\n"
        "      let y = choose yes or no by p\n      for each x in numbers(1, 1000):\n        note(x)\n",
    }
    for reason, text in texts.items():
        (tmp_path / "pack.yaml").write_text(head, "utf-8")
        (tmp_path / "game.yaml").write_text(text, "utf-8")
        with at_most(12, reason):
            code = cli.run(["soak", str(tmp_path), "--decisions", "2000", "--workers", "1"])
        told = capsys.readouterr().out
        assert "stopped before its 2000 decisions: " in told and reason in told
        assert code == (cli.OURS if "matches" in reason else cli.CLEAN)


LOOPING = {
    "pack.yaml": "pack: looping\nstart: game\nboard: none\nsettings:\n  long: yes_no starts true\n"
    "  rounds: number starts 2\n",
    "game.yaml": """\
kind match: {state: {n: number, who: player}}
event game: |
  repeat up to setting.rounds while match.n < 99:
    turn()
  repeat up to 1 while match.n is 0:
    turn()
    count()
  quietly()
event quietly: |
  repeat up to 4 while match.n < 3:
    count()
  repeat up to 2 while match.n < 5:
    count()
  repeat up to 7 while match.n < 99:
    count()
  repeat up to 4:
    repeat up to 2:
      stop
event count: set match.n = match.n + 1
event turn: |
  repeat up to 3:
    let more = choose yes or no by match.who
    if not more:
      stop if not setting.long
""",
}


@pytest.fixture
def looping(tmp_path: Path) -> Path:
    """Loops that run out of their bound and others, in texts that ask and in one that cannot."""
    folder = tmp_path / "looping"
    folder.mkdir()
    for name, text in LOOPING.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_loops_that_run_out_are_told_by_place(looping: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["soak", str(looping), "--decisions", "54", "--workers", "1", "--set", "long=yes"]
    assert cli.run(given) == cli.CLEAN
    told = capsys.readouterr().out
    assert told.partition("  ended by")[2].splitlines() == [
        " their bound, not by `while` or `stop`:",
        "    game.yaml:3: `repeat up to setting.rounds`: 6 times in 6 matches, first with seed 0",
        "    game.yaml:14: `repeat up to 7`: 6 times in 6 matches, first with seed 0",
        "    game.yaml:21: `repeat up to 3`: 18 times in 6 matches, first with seed 0",
    ]


def test_nobody_counts_loops_where_nobody_asks(looping: Path) -> None:
    plain = link_program(playable(looping))
    assert not soaking.play(Pack(Path("looping"), plain), 0).ran_out
    with counting.of_ends():
        counts = link_program(playable(looping))
    alone = list(soaking.matches(Pack(Path("looping"), counts), 0, 30))
    assert all(one.ran_out for one in alone if one.ended)
    assert list(parallel.matches(Pack(Path("looping"), counts), 0, 30, 2)) == alone
    # Whoever counts plays the same: what is saved and loaded on the way does not lose a loop either.
    again = soaking.play(Pack(Path("looping"), counts), 0, save_every=1)
    assert (again.answers, again.ran_out) == (alone[0].answers, alone[0].ran_out)
    assert soaking.play(Pack(Path("looping"), plain), 0).answers == alone[0].answers
    assert [b"ran_out" in linked.program.code for linked in (plain, counts)] == [False, True]


CUT = {
    "pack.yaml": "pack: cut\nstart: game\nboard: none\n",
    "game.yaml": """\
kind match: {state: {n: number, who: player}}
kind pawn: {owned: no}
pawn red: {}
event game: |
  let a = create red
  in_order(a)
  let b = create red
  nothing_behind(b)
  let c = create red
  in_a_branch(c)
  let d = create red
  in_a_loop(d, pawns)
  let e = create red
  asking(e)
  let f = create red
  of_another(match.who, f)
event lose(pawn it): remove it
event count: set match.n = match.n + 1
event in_order(pawn it): |
  count()
  lose(it)
  count()
event nothing_behind(pawn it): |
  count()
  if match.n > 0:
    lose(it)
    finish
event in_a_branch(pawn it): |
  if match.n > 99:
    count()
  else:
    lose(it)
  if match.n > 0:
    count()
event in_a_loop(pawn it, set of pawn all_of_them): |
  for each p in all_of_them:
    lose(p)
event asking(pawn it): |
  let more = choose yes or no by match.who
  repeat up to 3:
    stop if more
    lose(it)
  count() if more
event of_another(player side, pawn it): |
  lose(it)
  count()
""",
}


def test_events_cut_short_are_told_by_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where more of the text stands behind, in texts that ask and in others; in a loop it may be the loop itself."""
    for name, text in CUT.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert cli.run(["soak", str(tmp_path), "--decisions", "4", "--workers", "1"]) == cli.CLEAN
    told = capsys.readouterr().out
    assert "their bound" not in told
    assert told.partition("  ended because")[2].splitlines() == [
        " their first entity had left play, with more to do:",
        "    game.yaml:21: `in_order` after `lose(it)`, before `count()`: 4 times in 4 matches, first with seed 0",
        "    game.yaml:32: `in_a_branch` after `lose(it)`, before `if match.n > 0:`: 4 times in 4 matches, "
        "first with seed 0",
        "    game.yaml:37: `in_a_loop` after `lose(p)`, before `for each p in all_of_them:`: 4 times in 4 matches, "
        "first with seed 0",
        "    game.yaml:42: `asking` after `lose(it)`, before `count() if more`: 1 time in 1 match, "
        "first with seed 1",
    ]


def test_settings_can_be_pinned(looping: Path, capsys: pytest.CaptureFixture[str]) -> None:
    linked = link_program(playable(looping))
    free = [soaking.drawn(Pack(Path("looping"), linked), seed).settings for seed in range(9)]
    assert {one["long"] for one in free} == {True, False} and not any("rounds" in one for one in free)
    pinned = {"long": False, "rounds": 5}
    assert [soaking.drawn(Pack(looping, linked, pinned=pinned), seed).settings for seed in range(9)] == [pinned] * 9
    for workers in (1, 2):
        played = list(parallel.matches(Pack(looping, linked, pinned=pinned), 0, 60, workers))
        assert all(one.settings == pinned for one in played)
    again = repeating.command_for(looping, linked, played[0])
    assert again.endswith(" --set long=no --set rounds=5")
    assert cli.run(["soak", str(looping), "--decisions", "9", "--set", "lnog=no"]) == cli.USAGE
    assert "--set: looping: the pack has no setting 'lnog': did you mean 'long'?" in capsys.readouterr().err
    assert cli.run(["soak", str(looping), "--resume", "--matches", "1", "--set", "long=no", "--set", "rounds=1"]) == 0


def test_a_setting_is_for_the_packs_that_have_it(
    looping: Path, faulty: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found: dict[str, dict[str, Any]] = {}
    real = parallel.matches

    def matches(pack: Pack, seed: int, many: int, workers: int, **more: Any) -> Any:
        found[pack.name] = pack.pinned
        return real(pack, seed, many, 1, **more)

    monkeypatch.setattr(parallel, "matches", matches)
    both = ["soak", str(looping), str(faulty), "--decisions", "2"]
    assert cli.run([*both, "--set", "long=no"]) != cli.USAGE
    assert found == {"looping": {"long": False}, "faulty": {}}
    assert cli.run([*both, "--set", "lnog=no"]) == cli.USAGE
    assert "did you mean 'long'?" in capsys.readouterr().err
