"""Which packs make a stack, in which order, and what is said when they do not go together."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs, messages, read

from rulewright import Workspace
from rulewright.diagnostics import Diagnostics, Severity
from rulewright.pack.files import Stack
from rulewright.pipeline import check_pack
from rulewright.stack import resolve
from rulewright.stack.find import stacked
from rulewright.stack.search import VARIABLE


def order(folder: Path, *names: str) -> list[str]:
    out = Diagnostics()
    place = stacked(folder / names[0], out, tuple(folder / one for one in names[1:]))
    assert messages(out) == []
    return [one.id for one in place.members] if isinstance(place, Stack) else [str(place)]


def told(folder: Path, *names: str) -> list[str]:
    out = Diagnostics()
    assert stacked(folder / names[0], out, tuple(folder / one for one in names[1:])) is None
    return messages(out)


def test_a_pack_that_needs_nothing_is_its_folder(packs: Packs) -> None:
    folder = packs()
    assert stacked(folder / "base", Diagnostics()) == folder / "base"


def test_packs_come_behind_those_that_they_need_and_else_by_id(packs: Packs) -> None:
    folder = packs(zebra=(NEEDS, ""), apple=("needs: {base: any, zebra: any}\n", ""), berry=(NEEDS, ""))
    assert order(folder, "apple") == ["base", "zebra", "apple"]
    assert order(folder, "base", "zebra", "berry") == order(folder, "base", "berry", "zebra") == [
        "base", "berry", "zebra"]  # fmt: skip


def test_after_orders_those_that_are_there_and_calls_nobody(packs: Packs) -> None:
    folder = packs(apple=(NEEDS + "after: [zebra]\n", ""), zebra=(NEEDS, ""))
    assert order(folder, "apple") == ["base", "apple"]
    assert order(folder, "base", "apple", "zebra") == ["base", "zebra", "apple"]


def test_optional_packs_are_used_if_they_are_there(packs: Packs) -> None:
    folder = packs(apple=(NEEDS + "optional: {zebra: from 2}\n", ""), zebra=(NEEDS + "version: 2.1.0\n", ""))
    assert order(folder, "apple") == ["base", "apple"]
    assert order(folder, "base", "apple", "zebra") == ["base", "zebra", "apple"]
    packs(zebra=(NEEDS + "version: 1.0.0\n", ""))
    assert told(folder, "base", "apple", "zebra") == ["RW231 'apple' supports 'zebra' from 2, found 1.0.0"]


def test_the_newest_version_that_suits_everybody_is_taken(packs: Packs) -> None:
    folder = packs(apple=("needs: {base: any, tool: any, user: any}\n", ""), user=("needs: {tool: 1.0}\n", ""))
    for version in ("1.0.0", "1.4.0", "2.0.0"):
        inside = folder / f"tool-{version}"
        inside.mkdir()
        (inside / "pack.yaml").write_text(f"pack: tool\nversion: {version}\n")
    place = stacked(folder / "apple", Diagnostics())
    assert isinstance(place, Stack)
    assert [one.folder.name for one in place.members if one.id == "tool"] == ["tool-1.4.0"]


def test_versions_that_fit_together_in_too_many_ways_are_told(packs: Packs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve, "_MOST_ROUNDS", 100)
    folder = packs(apple=("needs: {a: any, b: any, c: any, late: any}\n", ""), last=("version: 1.0.0\n", ""))
    for name, wish in (("a", "any"), ("b", "any"), ("c", "any"), ("late", "5")):
        for version in range(5):
            inside = folder / f"{name}-{version}"
            inside.mkdir()
            (inside / "pack.yaml").write_text(f"pack: {name}\nversion: {version}.0\nneeds: {{last: {wish}}}\n")
    said = "the versions of the packs that are needed can be combined in too many ways"
    assert told(folder, "apple") == [f"RW231 {said}"]


def test_nothing_that_suits_is_told_with_every_wish(packs: Packs) -> None:
    folder = packs(apple=("needs: {base: from 2, other: any}\n", ""), other=("needs: {base: 1.2}\n", ""))
    (folder / "later").mkdir()
    (folder / "later" / "pack.yaml").write_text("pack: base\nversion: 2.0.0\n")
    out = Diagnostics()
    assert stacked(folder / "apple", out) is None
    (found,) = out
    assert found.message == "no version of 'base' satisfies every pack that needs it"
    assert found.hint is not None
    assert found.hint.startswith("available: 1.2.0, 2.0.0")
    wishes = {str(found.hint).partition("; ")[2], *(one.words for one in found.related)}
    assert wishes == {"'apple' needs 'from 2'", "'other' needs '1.2'"}


def test_packs_are_found_in_the_folders_of_the_environment(packs: Packs, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = packs(apple=(NEEDS, ""))
    elsewhere = folder / "elsewhere" / "apple"
    elsewhere.parent.mkdir()
    (folder / "apple").rename(elsewhere)
    assert told(folder, "elsewhere/apple") == ["RW236 'apple' needs the pack 'base', which was not found"]
    monkeypatch.setenv(VARIABLE, str(folder))
    assert order(folder, "elsewhere/apple") == ["base", "apple"]


def test_a_folder_of_tests_and_rules_is_read_only_with_its_pack(packs: Packs) -> None:
    folder = packs(apple=(NEEDS + "parts: {wet: zebra, dry: not zebra}\n", ""), zebra=(NEEDS, ""))
    out = Diagnostics()
    for others, left in (((), "wet"), ((folder / "zebra", folder / "apple"), "dry")):
        place = stacked(folder / ("base" if others else "apple"), out, others)
        assert isinstance(place, Stack)
        member = next(one for one in place.members if one.id == "apple")
        assert member.left_out == (f"{left}/", f"tests/{left}/")


def test_a_part_that_is_misspelt_is_told(packs: Packs) -> None:
    """Its files would be read with every stack."""
    folder = packs(apple=(NEEDS + "parts: {wett: zebra, dry: zebra}\n", ""), zebra=(NEEDS, ""))
    for inside in ("wet", "tests/dry"):
        (folder / "apple" / inside).mkdir(parents=True)
        (folder / "apple" / inside / "more.yaml").write_text("# nothing\n")
    for also in ((), ("zebra",)):
        (told,) = read(folder, "apple", *also)[1]
        assert (told.code, told.span.text, told.hint) == ("RW254", "wett", "did you mean 'wet'?")


@pytest.mark.parametrize("manifest", ["optional: {tide: any}\nparts: {wet: tide}\n", "parts: {wet: tide}\n"])
def test_a_pack_alone_is_read_without_its_parts_for_others(packs: Packs, manifest: str) -> None:
    """With the other one they are read, also in an editor."""
    folder = packs(apple=(manifest, "area orchard: {}\n"), wet=("", ""), tide=("", ""))
    (folder / "wet").rename(folder / "apple" / "wet")
    (folder / "apple" / "wet" / "pack.yaml").unlink()
    (folder / "apple" / "wet" / "rules.yaml").write_text("area pond: {}\n")
    assert [one.id for one in check_pack(folder / "apple").pack.declarations] == ["orchard"]
    both = stacked(folder / "apple", Diagnostics(), (folder / "tide",))
    assert both is not None
    assert {one.id for one in check_pack(both).pack.declarations} == {"orchard", "pond"}
    editor = Workspace(folder / "apple")
    assert [one.message for one in editor.diagnostics() if one.severity is Severity.ERROR] == []
    assert editor.name_of(check_pack(folder / "apple").pack.declarations[0].head_span) == "rules.yaml"


@pytest.mark.parametrize(("mods", "said"), [
    ({"apple": ("needs: {base: any, bass: any}\n", "")}, "RW236 'apple' needs the pack 'bass', which was not found"),
    ({"apple": ("needs: {base: sometime}\n", "")}, "RW238 'sometime' is not a range of versions"),
    ({"apple": ("needs: {base: any, berry: any}\n", ""), "berry": ("needs: {apple: any}\n", "")},
     "RW232 'apple' needs itself through other packs: apple, berry"),
    ({"apple": ("needs: {base: any, berry: any}\nconflicts: {berry: both}\n", ""), "berry": (NEEDS, "")},
     "RW237 'apple' conflicts with 'berry': both"),
    ({"apple": ("needs: {base: any, berry: any}\nconflicts: {berry: both}\n", ""),
      "berry": (NEEDS + "version: 0.3\n", "")},
     "RW237 'apple' conflicts with 'berry' 0.3.0: both"),
])  # fmt: skip
def test_what_does_not_go_together_is_told(packs: Packs, mods: dict[str, tuple[str, str]], said: str) -> None:
    assert told(packs(**mods), "apple") == [said]


def test_one_strange_thing_next_to_the_packs_hides_none_of_them(packs: Packs) -> None:
    folder = packs(mod=(NEEDS, ""))
    (folder / "circle").symlink_to("circle")
    (folder / "pipe").mkdir()
    os.mkfifo(folder / "pipe" / "pack.yaml")  # opening it would wait for a writer
    os.mkfifo(folder / "mod" / "pack.lock")
    assert order(folder, "mod") == ["base", "mod"]
    assert [one for one in messages(read(folder, "mod")[1]) if "RW247" in one] == [
        "RW247 pack.lock of 'mod' cannot be read"]  # fmt: skip


@pytest.mark.parametrize("last", ["messages:\n  more: Hello", "settings:\n  more: yes_no", "text:\n  en: x"])
def test_a_manifest_may_end_without_a_line_break(packs: Packs, last: str) -> None:
    folder = packs(mod=(f"needs:\n  base: any\n{last}", ""))
    assert order(folder, "mod") == ["base", "mod"]
