"""Where files of other packs are shown: from the folder at hand, if they lie in it; who has taken out what is missed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs, read

from rulewright.pipeline import check_pack
from rulewright_tools import cli


def test_a_file_of_another_pack_is_shown_where_it_lies(
    packs: Packs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = packs(mod=(NEEDS, "change creature wolf:\n  expects: {max_hp: 66}\n"))
    monkeypatch.chdir(folder)
    assert cli.run(["check", "mod"]) == cli.CONTENT
    told = capsys.readouterr().out
    assert told.startswith("mod/rules.yaml:2:13-19: error RW243")
    assert "see:  base/rules.yaml:19:11-13 the current value is here" in told
    monkeypatch.chdir("/")
    assert cli.run(["show", str(folder / "base"), "wolf", "--effective", "--with", str(folder / "mod")]) == cli.CLEAN
    assert f"{folder}/base/rules.yaml:" in capsys.readouterr().out


def test_all_that_was_replaced_is_shown(
    packs: Packs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two packs only the last one was seen, as if what it replaced were that of the game."""
    new = "replace event rest(creature who):\n  do: set who.hp = {}\n"
    folder = packs(mod=(NEEDS, new.format(1)), more=("needs: {base: any, mod: any}\n", new.format(2)))
    monkeypatch.chdir(folder)
    assert cli.run(["show", "more", "rest", "--effective"]) == cli.CLEAN
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    old = next(i for i, line in enumerate(BASE.splitlines(), 1) if line.startswith("event rest"))
    assert rows[:4] == [
        "event rest(creature who) more/rules.yaml:1",
        f"'mod' replaced the definition at base/rules.yaml:{old} mod/rules.yaml:1",
        "'more' replaced the definition at mod/rules.yaml:1 more/rules.yaml:1",
        "do: set who.hp = 2 more/rules.yaml:2",
    ]


def test_who_has_removed_a_definition_is_told(
    packs: Packs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(packs(mod=(NEEDS, "\nremove event rest: no rest\n")))
    assert cli.run(["show", "base", "rest", "--with", "mod"]) == cli.USAGE
    told = " ".join(capsys.readouterr().err.split())
    assert "the pack has no definition 'rest': 'mod' has removed it (mod/rules.yaml:2)" in told


def test_fields_are_shown_as_packs_have_left_them(
    packs: Packs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was written within brackets was shown as before the change, and nothing was said of a field that is gone."""
    base = f"{BASE}event ask(player p):\n  do: |\n    offer p:\n      rest(c) for c in creatures\n    set p.x = 1\n"
    change = (
        "change creature wolf:\n  remove: [traits, lines.claw]\n  set: {lines.bite.bonus: 5}\n"
        "change creature ghost:\n  take: {traits: human}\nchange enum trait:\n  add: {members: fey}\n"
        "change kind creature:\n  add: {names.cost: {en: price}}\nchange event ask:\n  add: {do.offer: pass_on(p)}\n"
        "event pass_on(player p): {}\n"
    )
    folder = packs(base, mod=(NEEDS, change))
    monkeypatch.chdir(folder)

    def shown(name: str) -> list[str]:
        capsys.readouterr()
        assert cli.run(["show", "mod", name, "--effective"]) == cli.CLEAN
        return [" ".join(line.split("/rules")[0].split()) for line in capsys.readouterr().out.splitlines()]

    wolf = shown("wolf")
    assert wolf[5:] == [
        "lines: base", "bite: base", "bonus: 5 base",
        "lines.claw: removed by mod, was bonus: 2 mod", "lines.bite.bonus: set to 5 by mod, was 4 mod",
        "traits: removed by mod, was beast mod",
    ]  # fmt: skip
    assert shown("ghost")[5:8] == ["traits: base", "- undead base", "traits: human taken by mod, was undead, human mod"]
    assert shown("trait")[1:5] == ["base", "- human base", "- beast base", "- undead base"]
    assert shown("trait")[5] == "- fey mod"
    assert "cost: {en: price} mod" in shown("kind creature")
    assert shown("ask")[2:5] == ["offer p:", "rest(c) for c in creatures", "pass_on(p)"]


def test_a_place_of_a_program_is_a_path_that_one_can_open(packs: Packs, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright_tools.packs import put_together
    from rulewright_tools.show.why import place_words

    folder = packs(mod=(NEEDS, "area hill: {}\n"), more=(NEEDS, "area moor: {}\n"))
    monkeypatch.chdir(folder)
    # The mod alone, with the pack that it needs; then both upon that.
    assert place_words(("rules.yaml", 43, 1), "mod") == "base/rules.yaml:43"
    assert place_words(("mod:rules.yaml", 2, 1), "mod") == "mod/rules.yaml:2"
    put_together(Path("base"), (Path("mod"), Path("more")))
    assert place_words(("rules.yaml", 43, 1), "base") == "base/rules.yaml:43"
    assert place_words(("more:rules.yaml", 2, 1), "base") == "more/rules.yaml:2"
    monkeypatch.chdir("/")
    assert place_words(("mod:rules.yaml", 2, 1), str(folder / "mod")) == f"{folder}/mod/rules.yaml:2"


def test_addresses_of_other_packs_lead_to_their_files(
    packs: Packs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = packs(mod=(NEEDS, "change creature wolf:\n  expects: {max_hp: 66}\n"))
    for here, pack, first, second in (
        (folder, "mod", ("PACK", "rules.yaml"), ("ROOT", "base/rules.yaml")),
        (folder / "mod", str(folder / "mod"), ("ROOT", "rules.yaml"), (None, f"file://{folder}/base/rules.yaml")),
    ):
        monkeypatch.chdir(here)
        assert cli.run(["check", pack, "--format", "sarif"]) == cli.CONTENT
        (run,) = json.loads(capsys.readouterr().out)["runs"]
        (result,) = run["results"]
        found = [one["physicalLocation"]["artifactLocation"] for one in
                 (*result["locations"], *result["relatedLocations"])]  # fmt: skip
        assert [(one.get("uriBaseId"), one["uri"]) for one in found] == [first, second]
        assert {base for base, _ in (first, second) if base is not None} <= set(run["originalUriBaseIds"])


@pytest.mark.parametrize(("base", "mod", "said"), [
    ("", "remove creature wolf: {}\n", "'mod' has removed creature 'wolf' here"),
    ("value worth_of(creature who) gives number: strength(who)\n", "remove value strength: {}\n",
     "'mod' has removed value 'strength' here"),
    ("", "change enum trait:\n  take: {members: beast}\n", "'mod' has removed it from trait here"),
    ("", "change enum trait:\n  set: {members: [human, undead]}\n", "'mod' has removed it from trait here"),
])  # fmt: skip
def test_who_has_taken_out_what_is_missed_is_told(packs: Packs, base: str, mod: str, said: str) -> None:
    folder = packs(BASE + base, mod=(NEEDS, mod))
    found = check_pack(folder / "mod").diagnostics
    missed = [one for one in found if one.code in ("RW211", "RW421", "RW451")]
    assert missed
    assert [(one.related[0].words, one.related[0].span.source.name, one.hint) for one in missed] == [
        (said, "mod:rules.yaml", None)]  # fmt: skip


def test_what_nobody_has_taken_out_is_told_as_ever(packs: Packs) -> None:
    folder = packs(mod=(NEEDS, "creature fox:\n  extends: wof\n"))
    (found,) = read(folder, "mod")[1]
    assert (found.code, found.hint, found.related) == ("RW211", "did you mean 'wolf'?", ())


def test_the_rules_of_the_base_are_covered_by_a_mod_too(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = packs(mod=(NEEDS, "area hill: {}\n"))
    (folder / "base" / "rulebook.yaml").write_text("rules: {WOLF-1: Wolves have lives.}\n")
    for given in (["mod"], ["base", "--with", str(folder / "mod")]):
        cli.run(["coverage", str(folder / given[0]), *given[1:]])
        told = capsys.readouterr().out
        assert "WOLF-1" in told
        assert "has no rulebook" not in told
    (folder / "mod" / "rulebook.yaml").write_text("rules: {HILL-1: Hills are high.}\n")
    cli.run(["coverage", str(folder / "base"), "--with", str(folder / "mod")])
    assert "HILL-1" in capsys.readouterr().out
