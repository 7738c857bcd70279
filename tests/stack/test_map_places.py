"""Changes of single places of a map: named as places are, on every form of drawing."""

from __future__ import annotations

import pytest
from tests.stack.conftest import NEEDS, Packs, messages, read

from rulewright.pipeline import check_pack

DRAWN = {
    "square": ("....\n..~.\n....", "C2"), "parted": (". . .\n. . ~\n. . .", "C2"),
    "box": ("+ + + +\n . . .\n+ + + +\n . . ~\n+ + + +", "C2"), "hex": (". . .\n . ~\n. . .", "B2"),
    "hex as lists": ("...\n..~", "C2"),
}


def base(rows: str) -> str:
    lines = "".join(f"    {line}\n" for line in rows.split("\n"))
    return f"area water: {{}}\narea hill: {{}}\nmap ford:\n  rows: |\n{lines}  legend: {{\"~\": water}}\n"


@pytest.mark.parametrize("drawn", DRAWN)
def test_one_place_gets_another_sign(packs: Packs, drawn: str) -> None:
    rows, place = DRAWN[drawn]
    folder = packs(base(rows), mod=(NEEDS, f'change map ford:\n  set: {{rows.{place}: "h", rows.A1: "~"}}\n'
                                           "  add: {legend.h: hill}\n"))  # fmt: skip
    board = "hex" if drawn.startswith("hex") else "square"
    (folder / "base" / "pack.yaml").write_text(f"pack: base\nboard: {board}\n")
    pack, out = read(folder, "mod")
    assert messages(out) == []
    found = next(one for one in pack.declarations if one.id == "ford").fields["rows"].node
    after = rows.replace("~", "h").replace(".", "~", 1)
    assert getattr(found, "value", "").rstrip("\n") == after
    assert [one for one in check_pack(folder / "mod").diagnostics if one.code != "RW436"] == []


@pytest.mark.parametrize(("change", "said"), [
    ('set: {rows.Z9: "~"}', "RW244 no place 'Z9' is drawn in map 'ford'"),
    ('set: {rows.east: "~"}', "RW244 no place 'east' is drawn in map 'ford'"),
    ('set: {rows.A1: "~~"}', "RW244 a place of a map takes one glyph"),
    ("raise: {rows.A1: 1}", "RW244 a place of a map takes one glyph"),
    ('expects: {rows.A1: "~"}', "RW243 'rows.A1' of map 'ford' is expected to be ~ and is ."),
])  # fmt: skip
def test_what_is_no_place_is_told(packs: Packs, change: str, said: str) -> None:
    folder = packs(base(DRAWN["square"][0]), mod=(NEEDS, f"change map ford:\n  {change}\n"))
    assert messages(read(folder, "mod")[1]) == [said]


def test_a_sign_that_nothing_explains_is_told_at_the_change(packs: Packs) -> None:
    folder = packs(base(DRAWN["square"][0]), mod=(NEEDS, 'change map ford:\n  set: {rows.A1: "x"}\n'))
    found = check_pack(folder / "mod").diagnostics.errors
    assert [(one.code, one.span.source.name, one.span.first.line) for one in found] == [
        ("RW437", "mod:rules.yaml", 2)]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "codes"), [
    ('set: {rows.A1: "~"}', 'set: {rows.A1: "h"}', ["RW251"]), ('set: {rows.A1: "~"}', 'set: {rows.A1: "~"}', []),
    ('set: {rows.A1: "~"}', 'set: {rows.B1: "h"}', []), ('set: {rows.A1: "~"}', 'expects: {rows.A1: "."}', ["RW251"]),
    ('set: {rows.A1: "~"}', 'set: {rows: "...."}', ["RW251"]),
])  # fmt: skip
def test_places_are_fields_of_their_own(packs: Packs, first: str, second: str, codes: list[str]) -> None:
    text = "change map ford:\n  {}\n  add: {{legend.h: hill}}\n"
    folder = packs(base(DRAWN["square"][0]), apple=(NEEDS, text.format(first)), berry=(NEEDS, text.format(second)))
    (folder / "base" / "pack.yaml").write_text("pack: base\nboard: square\n")
    out = read(folder, "base", "apple", "berry")[1]
    assert [one.code for one in out] == codes
    if "~" in first and "h" in second and codes:
        assert [one.message for one in out] == [
            "'apple' and 'berry' conflict: the order decides 'rows.A1' of map ford (h or ~)"]  # fmt: skip
