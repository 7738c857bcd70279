"""The command that changes rules and asks whether content tests notice."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from rulewright.check.check import check
from rulewright.codes import CODES
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.scenario.suite import load_suite
from rulewright_tools import cli
from rulewright_tools.mutating import running
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


def test_who_counts_all_sheets_has_to_do_with_each(run: Run, tmp_path: Path) -> None:
    more = """
kind card: {printed: {cost: number}}
kind spell: {is: card}
card ace: {cost: 4}
spell charm: {cost: 4}
value dear() gives number: count(s in sheets_of(card) where s.cost > 3)
"""
    tests = """test many are dear:
  then: dear() is 2
test no spell costs five:
  then: every s in sheets_of(spell) has s.cost is not 5
"""
    pack = pack_at(tmp_path / "p", **{"rules.yaml": FILES["rules.yaml"] + more, "tests/b.yaml": tests})
    found = [one for one in tried(run, pack)["outcomes"] if one["before"].endswith("{cost: 4}")]
    by = {(one["definition"], one["after"].rpartition(" ")[2]): (one["verdict"], one["by"].rpartition(": ")[2])
          for one in found}  # fmt: skip
    many, five = ("killed", "many are dear"), ("killed", "no spell costs five")
    assert by == {("ace", "3}"): many, ("ace", "5}"): ("survived", ""), ("charm", "3}"): many, ("charm", "5}"): five}


def test_what_only_bots_ask_for_is_left_alone(run: Run, tmp_path: Path) -> None:
    more = "\nvalue worth(player side) gives number: side.gold * liking()\nvalue liking() gives number: 3\n"
    files = {"pack.yaml": FILES["pack.yaml"] + "worth: worth\n", "rules.yaml": FILES["rules.yaml"] + more}
    ids = {one["definition"] for one in tried(run, pack_at(tmp_path / "p", **files))["outcomes"]}
    assert "reward" in ids and not ids & {"worth", "liking"}


def test_bounds_that_only_the_checker_asks_are_left_alone(run: Run, tmp_path: Path) -> None:
    more = "\nkind card: {printed: {cost: number from 1 to 9 starts 3}}\ncard ace: {cost: 4}\n"
    pack = pack_at(tmp_path / "p", **{"rules.yaml": FILES["rules.yaml"] + more})
    found = [one["after"] for one in tried(run, pack, "--definition", "card", "--definition", "ace")["outcomes"]]
    assert sorted(one.partition("number ")[2] for one in found if "from" in one) == [
        "from 1 to 9 starts 2}}", "from 1 to 9 starts 4}}"]  # fmt: skip


def test_a_mutant_that_loops_is_killed_by_a_limit(run: Run, tiny: Path) -> None:
    found = tried(run, tiny, "--definition", "calm_down")["by"]
    calm = "set who.calm = true"
    assert found[calm, "set who.calm = false"]["verdict"] == "limit"
    assert found[calm, calm + " if false"]["by"] == "tests/a.yaml:7: who is calm stays calm"


def test_the_rank_of_a_reaction_is_changed(run: Run, tmp_path: Path) -> None:
    """Both answer the same gain: whoever is first decides what the other finds."""
    more = """
rule interest:
  after: earn
  rank: late
  do: add(who)
rule doubling:
  after: earn
  rank: early
  do: double(who)
event double(player who): set who.gold = who.gold * 2
event add(player who): set who.gold = who.gold + 1
"""
    tests = "test gold is doubled first:\n  seats: 1\n  do: earn(player_1, 3)\n  then: player_1.gold is 13\n"
    manifest = FILES["pack.yaml"] + "ranks: [early, window, late]\n"
    files = {"pack.yaml": manifest, "rules.yaml": FILES["rules.yaml"] + more, "tests/b.yaml": tests}
    found = [one for one in tried(run, pack_at(tmp_path / "p", **files))["outcomes"] if one["kind"] == "rank"]
    assert {(one["before"].strip(), one["after"].strip()): one["verdict"] for one in found} == {
        ("rank: early", "rank: window"): "survived", ("rank: late", "rank: early"): "killed"}  # fmt: skip


def test_the_rank_that_no_pack_has_to_name_is_one_of_the_ranks(run: Run, tmp_path: Path) -> None:
    """`window` comes last where a manifest leaves it out, for the mutants and for the reasons why they survive."""
    more = "\nrule interest:\n  after: earn\n  rank: late\n  do: add(who)\n"
    more += "event add(player who): set who.gold = who.gold + 1\n"
    reason = "survivors rule interest:\n- {at: rank, line: 'rank: late', becomes: 'rank: window', reason: alone}\n"
    files = {"pack.yaml": FILES["pack.yaml"] + "ranks: [early, late]\n", "rules.yaml": FILES["rules.yaml"] + more}
    pack = pack_at(tmp_path / "p", **files, **{"tests/why.yaml": reason})
    found = [one for one in tried(run, pack, "--definition", "interest")["outcomes"] if one["kind"] == "rank"]
    assert [(one["after"].strip(), one["verdict"], one["reason"]) for one in found] == [
        ("rank: window", "survived", "alone")]  # fmt: skip
    assert "RW801" not in run("check", pack).out + run("check", pack).err


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
        "  of these for a reason        0",
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


REASON = """\
survivors value reward:
- at: start
  line: 'start:   amount * 2   # doubled'
  becomes:
  - 'start: amount * 3'
  - 'start: amount * 1'
  reason: nobody  counts rewards
"""


def test_a_survivor_may_have_a_reason(run: Run, tiny: Path, tmp_path: Path) -> None:
    pack_at(tiny, **{"tests/survivors.yaml": REASON})
    told = tried(run, tiny, "--rule", "TINY-2")
    assert (told["killed"], told["accounted"], told["playable"], told["amiss"]) == (0, 2, 3, [])
    reasons = {one["after"].strip(): one["reason"] for one in told["outcomes"]}
    why = "nobody counts rewards"
    assert reasons == {"start: amount * 3": why, "start: amount * 1": why, "start: amount / 2": None}
    ran = run("mutate", tiny, "--rule", "TINY-2", "--page", tmp_path / "page.html")
    assert ran.err == ""
    lines = ran.out.splitlines()
    assert "  of these for a reason        2" in lines and "TINY-2: 1 survivor" in lines
    assert lines[8:11] == ["0.0 % of 3 that a test could find are killed",
                           "66.7 % are killed or have a reason on record", ""]  # fmt: skip
    assert lines[-7:] == [
        "for a reason: 2 survivors",
        f"  rules.yaml:20: value reward: number, survives for a reason: {why}",
        "    - start: amount * 2",
        "    + start: amount * 1",
        f"  rules.yaml:20: value reward: number, survives for a reason: {why}",
        "    - start: amount * 2",
        "    + start: amount * 3",
    ]
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<h2>for a reason: 2 survivors</h2>" in page
    assert f"<p>rules.yaml:20: value reward: number, survives for a reason: {why}</p>" in page
    assert "<p>66.7 % are killed or have a reason on record</p>" in page


def test_a_reason_outlives_edits_elsewhere(run: Run, tmp_path: Path) -> None:
    rules = "# more\n\nvalue before() gives number: 1\n" + FILES["rules.yaml"].replace(
        "value reward(number amount) gives number:\n  rules: [TINY-2]\n",
        "value reward(number amount) gives number:\n  name: {en: what is paid}\n  rules: [TINY-2]\n")  # fmt: skip
    pack = pack_at(tmp_path / "p", **{"rules.yaml": rules, "tests/survivors.yaml": REASON})
    told = tried(run, pack, "--rule", "TINY-2")
    assert told["accounted"] == 2 and told["amiss"] == []


def test_strict_wants_a_reason_for_every_survivor(run: Run, tiny: Path) -> None:
    strict = ("mutate", tiny, "--rule", "TINY-2", "--strict")
    assert run(*strict).code == cli.CONTENT
    pack_at(tiny, **{"tests/survivors.yaml": REASON})
    assert run(*strict).code == cli.CONTENT
    whole = REASON.replace("  - 'start: amount * 1'\n", "  - 'start: amount * 1'\n  - 'start: amount / 2'\n")
    pack_at(tiny, **{"tests/survivors.yaml": whole})
    assert run(*strict).code == cli.CLEAN
    assert run(*strict, "--least", "1").code == cli.CONTENT  # a reason kills nothing
    pack_at(tiny, **{"tests/survivors.yaml": whole.replace("at: start", "at: floor")})
    assert run(*strict).code == cli.CONTENT


def test_entries_are_written_for_what_survives_without_a_reason(run: Run, tiny: Path) -> None:
    ran = run("mutate", tiny, "--format", "yaml")
    assert "survivors value reward:\n- at: start\n  line: 'start: amount * 2'\n  becomes:\n" in ran.out
    pack_at(tiny, **{"tests/survivors.yaml": ran.out.replace("reason:\n", "reason: it is so\n")})
    assert run("mutate", tiny, "--strict").code == cli.CLEAN
    assert "survivors" not in run("check", tiny).out
    assert run("mutate", tiny, "--format", "yaml").out.strip() == ""


def test_equal_lines_are_told_apart_by_their_number(run: Run, tmp_path: Path) -> None:
    line = "set who.gold = who.gold + 5 if false"
    twice = FILES["rules.yaml"].replace(f"    {line}\n", f"    {line}\n" * 2)
    reason = (f"survivors event earn:\n- at: do\n  line: {line}\n  which: 2\n"
              f"  becomes: {line.replace('false', 'true')}\n  reason: he is not rich\n")  # fmt: skip
    pack = pack_at(tmp_path / "p", **{"rules.yaml": twice, "tests/survivors.yaml": reason})
    told = [one for one in tried(run, pack, "--rule", "TINY-1")["outcomes"] if one["after"].endswith("+ 5 if true")]
    assert [(one["which"], one["reason"] is None) for one in told] == [(1, True), (2, False)]
    (pack / "tests" / "survivors.yaml").unlink()
    assert "  which: 2\n" in run("mutate", pack, "--rule", "TINY-1", "--format", "yaml").out


@pytest.mark.parametrize(("before", "after", "line", "told"), [
    ("at: start", "at: floor", 3, "RW801: there is no changeable line 'start: amount * 2' in 'floor' "
     "of value reward -- write `at: start`"),
    ("amount * 2 ", "amount * 4 ", 3, "RW801: there is no changeable line 'start: amount * 4' in 'start' "
     "of value reward -- check whether the reason is still true: the line is now 'start: amount * 2'"),
    ("amount * 2 ", "nothing of the kind ", 3, "RW801: there is no changeable line "
     "'start: nothing of the kind' in 'start' of value reward -- remove the reason, or write the current line"),
    ("becomes:", "which: 2\n  becomes:", 3, "RW801: this line occurs once, not 2 times -- remove `which`"),
    ("- 'start: amount * 1'", "- 'start: amount * 4'", 6, "RW801: no mutant changes this line to 'start: amount * 4' "
     "-- write 'start: amount * 1', which a mutant does"),
])  # fmt: skip
def test_a_reason_for_no_change_is_told(
    run: Run, tiny: Path, before: str, after: str, line: int, told: str
) -> None:
    pack_at(tiny, **{"tests/survivors.yaml": REASON.replace(before, after, 1)})
    found = tried(run, tiny, "--count", "1")["amiss"]  # whatever is tried
    assert f"{found[0]['code']}: {found[0]['message']} -- {found[0]['hint']}" == told
    assert (found[0]["file"], found[0]["line"]) == ("tests/survivors.yaml", line)
    assert f"tests/survivors.yaml:{line}:" in run("mutate", tiny, "--count", "1").err


def test_a_reason_out_of_date_is_told_once_its_mutant_is_tried(run: Run, tiny: Path) -> None:
    strong = FILES["tests/a.yaml"].replace("> 0", "is 6")
    pack_at(tiny, **{"tests/survivors.yaml": REASON, "tests/a.yaml": strong})
    assert tried(run, tiny, "--rule", "TINY-1")["amiss"] == []
    assert [(one["code"], one["line"], one["message"]) for one in tried(run, tiny, "--rule", "TINY-2")["amiss"]] == [
        ("RW802", line, "this change is killed today, by tests/a.yaml:1: what is earned is added") for line in (5, 6)
    ]
    assert run("mutate", tiny, "--rule", "TINY-2", "--strict").code == cli.CONTENT
    assert run("mutate", tiny, "--rule", "TINY-1", "--definition", "earn", "--count", "1").code == cli.CLEAN


def test_a_reason_for_what_is_refused_or_the_same_is_out_of_date(run: Run, tmp_path: Path) -> None:
    line = "set who.gold = who.gold + 5 if false"
    entry = f"survivors event earn:\n- {{at: do, line: {line}, becomes: {line.replace('5', '6')}, reason: why not}}\n"
    gift = "do: earn(other, 1) if other is not none"
    rules = f"{FILES['rules.yaml']}\nevent gift(player who, player or none other):\n  {gift}\n"
    entry += (f"survivors event gift:\n- at: do\n  line: '{gift}'\n"
              "  becomes: 'do: earn(other, 1) if true'\n  reason: it is so\n")  # fmt: skip
    pack = pack_at(tmp_path / "p", **{"rules.yaml": rules, "tests/survivors.yaml": entry})
    assert [one["message"] for one in tried(run, pack)["amiss"]] == [
        "this change makes the same program today", "the checker refuses this change today",
    ]  # fmt: skip


def test_reasons_do_not_make_a_journal_stale(run: Run, tiny: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    tried(run, tiny, "--rule", "TINY-2", "--journal", journal)
    pack_at(tiny, **{"tests/a.yaml": FILES["tests/a.yaml"] + "\n" + REASON})
    assert tried(run, tiny, "--rule", "TINY-2", "--journal", journal)["accounted"] == 2


def test_words_of_reasons_are_none_of_tests(run: Run, tiny: Path) -> None:
    """Else every test would have to do with whatever has a reason."""
    before = [(one["after"], one["tests"]) for one in tried(run, tiny)["outcomes"]]
    reason = REASON.replace("nobody", "nobody who is in play or calm_down")
    pack_at(tiny, **{"tests/a.yaml": reason + FILES["tests/a.yaml"]})
    assert [(one["after"], one["tests"]) for one in tried(run, tiny)["outcomes"]] == before


@pytest.mark.parametrize("code", ["RW801", "RW802"])
def test_the_examples_of_the_codes_show_them(run: Run, tmp_path: Path, code: str) -> None:
    row = CODES[code]
    for number, (files, found) in enumerate(((row.bad, [code]), (row.good, []))):
        folder = tmp_path / str(number)
        assert isinstance(files, dict)
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        assert run("check", folder).code == cli.CLEAN
        assert [one["code"] for one in tried(run, folder)["amiss"]] == found


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
    assert "is for another state of the pack or Rulewright: name a new file" in " ".join(ran.err.split())
    for text in ("", "gold\n", "[]\n", '{"form": "mutants 2"}\n'):
        journal.write_text(text, encoding="utf-8")
        ran = run("mutate", tiny, "--journal", journal)
        assert ran.code == cli.USAGE and "is not a journal of mutants" in " ".join(ran.err.split())
    ran = run("mutate", tiny, "--journal", tmp_path / "none" / "journal")
    assert ran.code == cli.USAGE and "cannot be written" in " ".join(ran.err.split())


def dies(mutant: Mutant) -> None:
    """What a process does in the test below."""
    os._exit(1)


def test_a_process_that_dies_is_told(run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_try", dies)
    ran = run("mutate", tiny, "--workers", "2", "--rule", "TINY-1")
    assert (ran.code, ran.err) == (cli.OURS, "a process that tried mutants died\n")
    assert ran.out.startswith(f"{tiny}: 0 of ")


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
    assert ran.code == cli.USAGE and "these options together choose nothing that can be changed" in ran.err


def test_choices(run: Run, tiny: Path) -> None:
    everything = tried(run, tiny, "--file", "rules.yaml")["outcomes"]
    assert {one["definition"] for one in everything} == {"play", "earn", "reward", "calm_down"}
    assert {one["definition"] for one in tried(run, tiny, "--rule", "TINY-1")["outcomes"]} == {"earn"}


def test_a_pack_with_errors_is_told_and_not_changed(run: Run, tiny: Path) -> None:
    (tiny / "more.yaml").write_text("event more: lost(3)\n", encoding="utf-8")
    ran = run("mutate", tiny)
    assert ran.code == cli.CONTENT and "error RW451: unknown name" in ran.err and ran.out == ""


def test_tests_that_fail_anyway_are_told(run: Run, tiny: Path) -> None:
    bad = FILES["tests/a.yaml"].replace("gold > 0", "gold > 9").replace("player_1.calm\n", "player_1.calmer\n")
    (tiny / "tests" / "a.yaml").write_text(bad, encoding="utf-8")
    ran = run("mutate", tiny)
    assert ran.code == cli.CONTENT and ran.out == ""
    assert ran.err.splitlines() == [
        f"{tiny}/tests/a.yaml:1: what is earned is added", f"{tiny}/tests/a.yaml:7: who is calm stays calm",
        f"{tiny}: 2 tests failed; fix the tests first",
    ]  # fmt: skip
    (tiny / "tests" / "a.yaml").unlink()
    assert "no content test could notice anything" in run("mutate", tiny).err


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
