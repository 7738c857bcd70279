"""The command that changes rules and asks whether content tests notice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.check.check import check
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.scenario.suite import load_suite
from rulewright_tools import cli
from rulewright_tools.mutating.listing import Mutant, drawn, mutants_of
from rulewright_tools.mutating.touching import baseline, noticing
from rulewright_tools.mutating.trial import Outcome, Trial

from .conftest import Run

FILES = {
    "pack.yaml": "pack: tiny\nplayers: [1, 2]\nstart: play\n",
    "rules.yaml": """\
kind player:
  state:
    gold: number
    calm: yes_no

event play: |
  for each p in players:
    earn(p, 2)
    calm_down(p)

event earn(player who, number amount):
  rules: [TINY-1]
  legal: {some: amount > 0}
  do: |
    set who.gold = who.gold + reward(amount)
    set who.gold = who.gold + 5 if false

value reward(number amount) gives number:
  rules: [TINY-2]
  start: amount * 2

event calm_down(player who):
  name: {en: calm & <quiet>}
  do: |
    repeat up to 100000 while not who.calm:
      earn(who, 1) if who.gold < 0
      set who.calm = true
""",
    "rulebook.yaml": "rules:\n  TINY-1: Whoever earns something gets it.\n  TINY-2: Rewards are doubled.\n",
    "tests/a.yaml": """\
test what is earned is added:
  rules: [TINY-1]
  seats: 1
  do: earn(player_1, 3)
  then: player_1.gold > 0

test who is calm stays calm:
  seats: 1
  do: calm_down(player_1)
  then: player_1.calm
""",
}


def pack_at(folder: Path, **more: str) -> Path:
    for name, text in (FILES | more).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return pack_at(tmp_path / "tiny")


def tried(run: Run, *arguments: str | Path) -> dict[str, Any]:
    """What the command says of every mutant, by the line before and the line after it."""
    ran = run("mutate", *arguments, "--format", "json")
    assert ran.code == cli.CLEAN, ran.err
    told: dict[str, Any] = json.loads(ran.out)
    return told | {"by": {(one["before"].strip(), one["after"].strip()): one for one in told["outcomes"]}}


def listed(folder: Path) -> list[Mutant]:
    out = Diagnostics()
    parsed = load_pack(read_pack(folder, out), out)
    definitions = check(parsed, out)
    assert definitions is not None
    return mutants_of(parsed, definitions)


def test_a_weak_test_lets_a_change_survive_and_a_strong_one_kills_it(run: Run, tiny: Path) -> None:
    found = tried(run, tiny)["by"]
    line = "start: amount * 2"
    doubled = found[line, "start: amount * 3"]
    assert (doubled["verdict"], doubled["tests"], doubled["rules"]) == ("survived", 1, ["TINY-2"])
    assert found[line, "start: amount * 1"]["verdict"] == "survived"
    added = "set who.gold = who.gold + reward(amount)"
    killed = found[added, added + " if false"]
    assert (killed["verdict"], killed["by"]) == ("killed", "tests/a.yaml:1: what is earned is added")
    assert found["earn(p, 2)", "earn(p, 3)"]["tests"] == 0  # no test plays a match

    strong = FILES["tests/a.yaml"].replace("> 0", "is 6")
    (tiny / "tests" / "a.yaml").write_text(strong, encoding="utf-8")
    found = tried(run, tiny)["by"]
    assert {found[line, f"start: amount {rest}"]["verdict"] for rest in ("* 3", "* 1", "/ 2")} == {"killed"}


def test_what_says_the_same_is_left_out_of_the_count(run: Run, tiny: Path) -> None:
    told = tried(run, tiny)
    never = "set who.gold = who.gold + 5 if false"
    assert told["by"][never, never.replace("5", "6")]["verdict"] == "same"
    assert told["by"][never, never.replace("false", "true")]["verdict"] == "survived"
    verdicts = told["verdicts"]
    assert told["playable"] == verdicts["killed"] + verdicts["limit"] + verdicts["survived"] < told["tried"]
    assert not [one for one in told["outcomes"] if "name:" in one["before"] or one["file"] == "rulebook.yaml"]


def test_what_only_bots_ask_for_is_left_alone(run: Run, tmp_path: Path) -> None:
    more = "\nvalue worth(player side) gives number: side.gold * liking()\nvalue liking() gives number: 3\n"
    files = {"pack.yaml": FILES["pack.yaml"] + "worth: worth\n", "rules.yaml": FILES["rules.yaml"] + more}
    ids = {one["definition"] for one in tried(run, pack_at(tmp_path / "p", **files))["outcomes"]}
    assert "reward" in ids and not ids & {"worth", "liking"}


def test_a_mutant_that_loops_is_killed_by_a_limit(run: Run, tiny: Path) -> None:
    found = tried(run, tiny, "--definition", "calm_down")["by"]
    calm = "set who.calm = true"
    assert found[calm, "set who.calm = false"]["verdict"] == "limit"
    assert found[calm, calm + " if false"]["by"] == "tests/a.yaml:7: who is calm stays calm"


def test_what_the_checker_refuses_is_not_for_tests(run: Run, tmp_path: Path) -> None:
    more = "\nevent gift(player who, player or none other):\n  do: earn(other, 1) if other is not none\n"
    pack = pack_at(tmp_path / "p", **{"rules.yaml": FILES["rules.yaml"] + more})
    found = tried(run, pack, "--definition", "gift")["by"]
    line = "do: earn(other, 1) if other is not none"
    dropped = found[line, "do: earn(other, 1) if true"]
    assert dropped["verdict"] == "refused" and dropped["by"].startswith("RW503: ")


def test_the_report_names_rules_and_lines(run: Run, tiny: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ran = run("mutate", tiny, "--rule", "TINY-2", "--page", page)
    assert ran.out.splitlines() == [
        f"{tiny}: all 3 mutants",
        "  refused by the checker       0",
        "  the same program             0",
        "  killed by a test             0",
        "  killed by a limit            0",
        "  survived                     3",
        "",
        "0.0 % of 3 that a test could find are killed",
        "",
        "TINY-2: 3 survivors",
        "  rules.yaml:20: value reward: operator, passes 1 test",
        "    - start: amount * 2",
        "    + start: amount / 2",
        "  rules.yaml:20: value reward: number, passes 1 test",
        "    - start: amount * 2",
        "    + start: amount * 1",
        "  rules.yaml:20: value reward: number, passes 1 test",
        "    - start: amount * 2",
        "    + start: amount * 3",
    ]
    text = page.read_text(encoding="utf-8")
    assert "<h2>TINY-2: 3 survivors</h2>" in text
    assert "<del>start: amount * 2</del><ins>start: amount / 2</ins>" in text
    run("mutate", tiny, "--rule", "TINY-1", "--page", page)
    assert "<del>legal: {some: amount &gt; 0}</del>" in page.read_text(encoding="utf-8")


def test_a_survivor_stands_once_under_all_rules_of_its_definition(run: Run, tmp_path: Path) -> None:
    rules = FILES["rules.yaml"].replace("[TINY-2]", "[TINY-2, TINY-1]")
    out = run("mutate", pack_at(tmp_path / "p", **{"rules.yaml": rules}), "--definition", "reward").out
    assert "TINY-2, TINY-1: 3 survivors" in out and out.count("start: amount * 3") == 1


def test_least_ends_with_an_exit_code(run: Run, tiny: Path) -> None:
    assert run("mutate", tiny, "--rule", "TINY-2", "--least", "0").code == cli.CLEAN
    assert run("mutate", tiny, "--rule", "TINY-2", "--least", "1").code == cli.CONTENT


def test_a_run_goes_on_where_it_was_interrupted(
    run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, journal = tried(run, tiny)["outcomes"], tmp_path / "journal"
    tries: list[str] = []
    most, of = 7, Trial.of

    def stopped(self: Trial, mutant: Mutant, tests: Any) -> Outcome:
        if len(tries) == most:
            raise KeyboardInterrupt
        tries.append(mutant.key)
        return of(self, mutant, tests)

    monkeypatch.setattr(Trial, "of", stopped)
    assert run("mutate", tiny, "--journal", journal).code == cli.INTERRUPTED
    with journal.open("a", encoding="utf-8") as file:
        file.write('{"mutant": "half a')
    first, most = list(tries), 1000
    tries.clear()
    assert tried(run, tiny, "--journal", journal)["outcomes"] == whole
    assert len(first) == 7 and len(tries) == len(whole) - 7 and not set(first) & set(tries)
    tries.clear()
    assert tried(run, tiny, "--journal", journal)["outcomes"] == whole
    assert tries == []


def test_a_journal_of_something_else_is_refused(run: Run, tiny: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    assert run("mutate", tiny, "--count", "1", "--journal", journal).code == cli.CLEAN
    (tiny / "tests" / "a.yaml").write_text(FILES["tests/a.yaml"].replace("> 0", "> 1"), encoding="utf-8")
    ran = run("mutate", tiny, "--count", "1", "--journal", journal)
    assert ran.code == cli.USAGE
    assert "is of another state of the pack or of Rulewright: name a new file" in " ".join(ran.err.split())
    for text in ("", "gold\n", "[]\n", '{"form": "mutate 1"}\n'):
        journal.write_text(text, encoding="utf-8")
        ran = run("mutate", tiny, "--journal", journal)
        assert ran.code == cli.USAGE and "is no journal of mutants" in " ".join(ran.err.split())
    ran = run("mutate", tiny, "--journal", tmp_path / "none" / "journal")
    assert ran.code == cli.USAGE and "cannot be written" in " ".join(ran.err.split())


def test_processes_change_nothing(run: Run, tiny: Path) -> None:
    assert tried(run, tiny, "--workers", "2", "--rule", "TINY-1") == tried(run, tiny, "--rule", "TINY-1")


def test_a_sample_is_drawn_by_the_seed_and_grows(run: Run, tiny: Path) -> None:
    found = listed(tiny)
    few, more = drawn(found, 5, 1), drawn(found, 9, 1)
    assert more[:5] == few and few != drawn(found, 5, 2)
    told = tried(run, tiny, "--count", "5", "--seed", "1")
    assert (told["tried"], told["mutants"], told["seed"]) == (5, len(found), 1)
    assert sorted(one["after"] for one in told["outcomes"]) == sorted(one.after for one in few)
    assert "(95 % interval: " in run("mutate", tiny, "--count", "5").out


@pytest.mark.parametrize(("option", "word", "hint"), [
    ("--rule", "TINY-3", "did you mean 'TINY-1'?"), ("--file", "rule.yaml", "did you mean 'rules.yaml'?"),
    ("--definition", "rewards", "did you mean 'reward'?"),
])  # fmt: skip
def test_a_choice_that_chooses_nothing_is_told(run: Run, tiny: Path, option: str, word: str, hint: str) -> None:
    ran = run("mutate", tiny, option, word)
    assert ran.code == cli.USAGE
    assert f"{option}: nothing can be changed in '{word}': {hint}" in " ".join(ran.err.split())


def test_choices_that_exclude_each_other_are_told(run: Run, tiny: Path) -> None:
    ran = run("mutate", tiny, "--rule", "TINY-2", "--definition", "earn")
    assert ran.code == cli.USAGE and "nothing can be changed in what all these options choose" in ran.err


def test_choices(run: Run, tiny: Path) -> None:
    everything = tried(run, tiny, "--file", "rules.yaml")["outcomes"]
    assert {one["definition"] for one in everything} == {"play", "earn", "reward", "calm_down"}
    assert {one["definition"] for one in tried(run, tiny, "--rule", "TINY-1")["outcomes"]} == {"earn"}


def test_a_pack_with_errors_is_told_and_not_changed(run: Run, tiny: Path) -> None:
    (tiny / "more.yaml").write_text("event more: lost(3)\n", encoding="utf-8")
    ran = run("mutate", tiny)
    assert ran.code == cli.CONTENT and "error RW451: nothing" in ran.err and ran.out == ""


def test_tests_that_fail_anyway_are_told(run: Run, tiny: Path) -> None:
    bad = FILES["tests/a.yaml"].replace("gold > 0", "gold > 9").replace("player_1.calm\n", "player_1.calmer\n")
    (tiny / "tests" / "a.yaml").write_text(bad, encoding="utf-8")
    ran = run("mutate", tiny)
    assert ran.code == cli.CONTENT and ran.out == ""
    assert ran.err.splitlines() == [
        f"{tiny}/tests/a.yaml:1: what is earned is added", f"{tiny}/tests/a.yaml:7: who is calm stays calm",
        f"{tiny}: 2 tests failed; mend the tests first",
    ]  # fmt: skip
    (tiny / "tests" / "a.yaml").unlink()
    assert "there is no content test that could notice anything" in run("mutate", tiny).err


@pytest.mark.parametrize("pack", ["skirmish", "duel"])
def test_every_mutant_can_be_read_and_says_something_else(root: Path, pack: str) -> None:
    folder = root / "content" / pack
    before = {one.header.id: one.body for one in load_pack(read_pack(folder, Diagnostics()), Diagnostics()).definitions}
    texts = read_pack(folder, Diagnostics()).sources
    found = listed(folder)
    assert len({one.kind for one in found}) >= 12 and len({one.key for one in found}) == len(found)
    for one in drawn(found, 120, 0):
        text = texts[one.file].text
        assert one.before in text and text[: one.start].count("\n") + 1 == one.line
        out = Diagnostics()
        buffers = {one.file: text[: one.start] + one.text + text[one.end :]}
        parsed = load_pack(read_pack(folder, out, buffers=buffers), out)
        assert not out.has_errors, (one.before, one.after)
        assert any(of.body != before[of.header.id] for of in parsed.definitions) or one.form == "setting", one.after


def test_tests_that_have_nothing_to_do_with_a_change_do_not_notice_it(root: Path) -> None:
    folder = root / "content" / "skirmish"
    suite = load_suite(folder)
    tests = baseline(suite).tests
    trial, left_out = Trial(folder), 0
    for mutant in drawn(listed(folder), 25, 3):
        wanted = noticing(mutant, tests)
        others = [one for one in tests if one not in wanted]
        left_out += len(others)
        assert trial.of(mutant, others).verdict in ("survived", "same", "refused"), mutant.after
    assert left_out > 100
