"""A newer version that was found and is not taken is told in a note, with whose word that is."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs

from rulewright.pipeline import check_pack
from rulewright.scenario.on_disk import judge
from rulewright.stack.search import VARIABLE
from rulewright_tools import cli
from rulewright_tools.packs import put_together


def version(folder: Path, number: str, more: str = "", name: str = "base") -> None:
    """Writes one more version of a pack into a folder."""
    inside = folder / f"{name}-{number}"
    inside.mkdir(parents=True)
    (inside / "pack.yaml").write_text(f"pack: {name}\nversion: {number}\nboard: square\n{more}")
    (inside / "rules.yaml").write_text(BASE if name == "base" else "")


def told(pack: Path, *others: Path) -> list[tuple[str, str, str | None]]:
    """What is noted, the text where it stands, and the hint."""
    place = put_together(pack, others)
    return [(one.message, one.span.text, one.hint) for one in judge(place, True).diagnostics if one.code == "RW260"]


def test_whose_need_passes_over_a_newer_version_is_told(packs: Packs) -> None:
    folder = packs(apple=("needs: {base: any, user: any}\n", ""), user=("needs: {base: 1.2}\n", ""))
    version(folder, "1.4.0")
    version(folder, "2.0.0")
    assert told(folder / "apple") == [
        ("'base' 1.4.0 is used instead of 2.0.0: 'user' needs '1.2'", "1.2",
         "if 'user' works with 2.0.0, extend its `needs`"),
    ]  # fmt: skip


def test_every_need_is_shown_and_the_place_of_the_newer_one(packs: Packs) -> None:
    folder = packs(apple=("needs: {base: 1.2, user: any}\n", ""), user=("needs: {base: 1.0}\n", ""))
    version(folder, "2.0.0")
    (found,) = [one for one in check_pack(folder / "apple").diagnostics if one.code == "RW260"]
    assert [one.words for one in found.related] == ["'apple' needs '1.2'", "2.0.0 is here"]
    assert found.related[1].span.source.path == str(folder / "base-2.0.0" / "pack.yaml")


def test_what_the_newer_version_needs_itself_is_told(packs: Packs) -> None:
    folder = packs(apple=("needs: {base: any, tool: 1.0}\n", ""))
    version(folder, "1.0.0", name="tool")
    version(folder, "2.0.0", "needs: {tool: from 2}\n")
    assert [words for words, *_ in told(folder / "apple")] == [
        "'base' 1.2.0 is used instead of 2.0.0: the newer one needs 'tool' 'from 2', found 1.0.0"
    ]


def test_a_newer_version_further_away_is_told(packs: Packs, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = packs(apple=(NEEDS, ""))
    version(folder / "elsewhere", "1.3.0")
    assert told(folder / "apple") == []
    monkeypatch.setenv(VARIABLE, str(folder / "elsewhere"))
    assert told(folder / "apple") == [
        ("'base' 1.2.0 is used instead of 1.3.0: it comes first in the search order", "any",
         "name the folder of 1.3.0 with `--with`")
    ]
    assert told(folder / "apple", folder / "base") == []  # the user has said which one


def test_the_lock_that_keeps_an_older_version_is_told(packs: Packs) -> None:
    folder = packs(apple=(NEEDS, ""))
    assert cli.run(["mods", "lock", str(folder / "apple")]) == cli.CLEAN
    version(folder, "1.3.0")
    assert told(folder / "apple") == [
        ("'base' 1.2.0 is used instead of 1.3.0: pack.lock of 'apple' says so", "any",
         "run `rulewright mods lock` to use the newest version that satisfies every pack"),
    ]  # fmt: skip
    assert cli.run(["mods", "lock", str(folder / "apple")]) == cli.CLEAN
    assert told(folder / "apple") == []


def test_older_ones_and_those_before_a_release_are_no_news(packs: Packs) -> None:
    folder = packs(apple=("needs: {base: 1.2}\n", ""))
    version(folder, "1.1.0")
    version(folder, "2.0.0-beta.1")
    assert told(folder / "apple") == []


def test_it_is_a_note_that_fails_nothing(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = packs(apple=("needs: {base: 1.2}\n", "change creature wolf:\n  raise: {level: 1}\n"))
    version(folder, "2.0.0")
    assert cli.run(["check", "--strict", str(folder / "apple")]) == cli.CLEAN
    assert "1 note hidden: --notes shows" in capsys.readouterr().out
    assert cli.run(["check", "--strict", "--notes", str(folder / "apple")]) == cli.CLEAN
    assert "note RW260: 'base' 1.2.0 is used instead of 2.0.0: 'apple' needs '1.2'" in capsys.readouterr().out
