"""Definitions that files of tests have for themselves are put beside a checked pack, and judged as if all of it were
checked with them."""

from __future__ import annotations

import importlib
import inspect
import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.workspace.test_incremental import BASE, CHANGES, SPARE, SPARE_CHANGES, remembered, there_and_back, whole

from rulewright.check import validate
from rulewright.codes import CODES, Severity
from rulewright.scenario import own as own_module
from rulewright.scenario import read as read_module
from rulewright.source import SourceText
from rulewright.workspace.workspace import Workspace

TIMES = int(os.environ.get("RULEWRIGHT_FUZZ", "1"))

PACK = {
    **BASE,
    "more.yaml": """\
status dazed:
  modify: power.more is -1 when who is self
status listed_one:
  modify: power.more is 2 when who is self
status with_state:
  state: {left: number}
  modify: power.more is 3 when who is self
piece listing: {girth: 1, strength: 3, keywords: [listed_one]}
event daze(piece who):
  do: |
    give dazed to who
    give with_state to who
event choosing(player who): |
  let other = choose one p in pieces by who
  set other.hp = 1
value far(piece who) gives number: power(who) + 1
rule hidden:
  modify: power.more is 1 when who is listed_one
kind band:
  owned: no
  printed: {lead: sheet of piece, others: list of sheet of piece, most: number starts 9}
  must: {strong: self.lead.strength > 2, few: self.most < 20}
band first_band: {lead: rook, others: []}
band second_band: {lead: listing, others: [twin]}
""",
}
# Figures of the pack, in its files, that own definitions may depend on.
FIGURES = [
    ("pieces.yaml", "strength: 4", "strength: 1"), ("pieces.yaml", "strength: 4", "strength: 3"),
    ("pieces.yaml", "rook: {girth: 1", "rook: {girth: 2"), ("more.yaml", "strength: 3", "strength: 1"),
    ("pieces.yaml", "soldiers: {girth: 1, strength: 1", "soldiers: {girth: 1, strength: 5"),
    ("pieces.yaml", "piece sister:\n  girth: 1\n  strength: 2", "piece sister:\n  girth: 1\n  strength: 5"),
]

# What own files may say: what each is, and whether the pack is not checked again for it (None: there is no definition).
OWN: dict[str, tuple[str, bool | None]] = {
    "a sheet": ("piece giant: {girth: 1, strength: 9}\n", True),
    "a sheet with a sentence": (
        "piece giant:\n  girth: 1\n  strength: 9\n  modify: power.more is 1 when who is self\n", True,
    ),
    "a sheet that extends one": ("piece giant: {extends: rook, strength: 9}\n", True),
    "a sheet out of range": ("piece giant: {girth: 1, strength: 19}\n", False),
    "a sheet of no kind": ("pieze giant: {girth: 1, strength: 9}\n", None),
    "a sheet that is there": ("piece rook: {girth: 1, strength: 9}\n", False),
    "a sheet called like a plural": ("piece matches: {girth: 1, strength: 9}\n", True),
    "a sheet called like a local": ("piece made: {girth: 1, strength: 9}\n", False),
    "a sheet that lists a status": ("piece giant: {girth: 1, strength: 9, keywords: [listed_one]}\n", True),
    "a sheet that lists a status first": ("piece giant: {girth: 1, strength: 9, keywords: [dazed]}\n", False),
    "a sheet that lists a status with a state": (
        "piece giant: {girth: 1, strength: 9, keywords: [with_state]}\n", False,
    ),
    "a sheet that must be something": ("band third_band: {lead: rook, others: []}\n", True),
    "a sheet that is not what it must be": ("band third_band: {lead: soldiers, others: []}\n", False),
    "a sheet that is weak as another is": ("band third_band: {lead: sister, others: []}\n", False),
    "a sheet that names another one": ("band third_band: {lead: rook, others: [soldiers, twin], most: 3}\n", True),
    "a sheet that extends such": ("band third_band: {extends: second_band, most: 4}\n", True),
    "a value": ("value might(piece who) gives number: power(who) + who.worth\n", True),
    "a value of another type": ("value might(piece who) gives number: who.tired\n", False),
    "a value that needs itself": ("value might(piece who) gives number: might(who) + 1\n", False),
    "a value with a name that has a meaning": ("value controller(piece who) gives player: first(players)\n", False),
    "a value with such a name, and wrong": ("value controller(piece who) gives number: 1\n", False),
    "a rule": ("rule eager:\n  modify: power.more is 1 when who is rook\n", True),
    "a rule for a value through itself": ("rule eager:\n  modify: power.more is far(who) when who is rook\n", False),
    "a rule without its step": ("rule eager:\n  modify: power.less is 1 when who is rook\n", False),
    "a rule that allows a status": ("rule eager:\n  modify: allow dazed when holder is rook\n", False),
    "a rule called like one": ("rule busy:\n  modify: power.more is 1 when who is rook\n", False),
    "a rule that forbids by a name": ("rule eager:\n  modify: forbid rest as weary when resting is rook\n", True),
    "a rule that forbids by a name that is there": (
        "rule eager:\n  modify: forbid rest as awake when resting is rook\n", True,
    ),
    "a rule that lays a board": ("rule eager:\n  after: turn_over\n  do: lay(field)\n", True),
    "a rule that asks": (
        "rule eager:\n  after: turn_over\n  do: |\n    for each p in players:\n      choosing(p)\n", True,
    ),
    "an event": ("event hurry(piece who): set who.hp = power(who)\n", True),
    "an event of a class": ("event hurry(piece who) is deeds: set who.hp = 1\n", False),
    "an event that gives a status": ("event hurry(piece who): give dazed to who\n", True),
    "an event that asks in a batch": (
        "event hurry: |\n  together:\n    for each p in players:\n      choosing(p)\n", False,
    ),
    "an event that stands in a text": ("event one: turn_over()\n", False),
    "an event whose name is not known": ("event hurry: turn_ower()\n", False),
    "an event called like a builtin": ("event size: turn_over()\n", False),
    "a status": ("status proud:\n  modify: power.more is 2 when who is self\n", True),
    "a permission": ("permission may_go(piece who): {normally: fresh(who)}\n", True),
    "two that need each other": (
        "permission one_may(piece who): {normally: other_may(who)}\n"
        "permission other_may(piece who): {normally: one_may(who)}\n", False,
    ),
    "a map": ("map yard: {legend: {\"#\": pit}, rows: \"#.\"}\n", True),
    "a map of nothing": ("map yard: {legend: {\"#\": pot}, rows: \"#.\"}\n", False),
    "an area": ("area swamp: {}\n", True),
    "a kind": ("kind token: {owned: no, printed: {weight: number}}\ntoken chip: {weight: 1}\n", False),
    "a kind that is there": ("kind piece: {owned: no}\n", False),
    "an enumeration": ("enum mood: [calm, wild]\n", False),
    "a member that is there": ("enum mood: [left, wild]\n", False),
    "a class": ("class doings(piece who): {}\n", False),
    "a check": ("check none_is_low:\n  for: p in pieces where p.hp < 0\n  do: set p.hp = 0\n", False),
    "a rule that is not in the book": ("value might(piece who) gives number:\n  start: 1\n  rules: [R-9]\n", False),
    "no definition": ("valu might: 1\n", None),
}  # fmt: skip

TEST = "test {}:\n  map: |\n    r\n  legend: {{r: rook as Ro}}\n  then: [power(Ro) > {}]\n"


def checked_again(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files of tests for which a whole pack is checked from here on."""
    again: list[str] = []
    full = own_module.with_own

    def counted(folder: Path, source: SourceText, *rest: Any) -> object:
        again.append(source.name)
        return full(folder, source, *rest)

    monkeypatch.setattr(own_module, "with_own", counted)
    return again


def noted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[tuple[Any, ...]]:
    """The arguments of the calls of a function from here on."""
    calls: list[tuple[Any, ...]] = []
    full = getattr(module, name)

    def called(*arguments: Any) -> Any:
        calls.append(arguments)
        return full(*arguments)

    monkeypatch.setattr(module, name, called)
    return calls


def test_each_is_judged_as_by_a_whole_check(pack_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each by itself and behind the others; and what the pack is checked again for, is known."""
    again = checked_again(monkeypatch)
    folder = pack_folder(PACK)
    workspace = Workspace(folder)
    assert [one for one in workspace.diagnostics() if one.severity is Severity.ERROR] == []
    for name, (text, is_beside) in OWN.items():
        text += TEST.format("it", 1)
        workspace.write("tests/own.yaml", text)
        again.clear()
        found = remembered(workspace)
        if is_beside is not None:
            assert (not again) is is_beside, name
        assert found == whole(folder, {"tests/own.yaml": text}), name


@pytest.mark.parametrize("seed", range(3))
def test_edits_of_the_pack_and_of_own_definitions(seed: int, pack_folder: Callable[..., Path]) -> None:
    """Whatever is said in two files of tests, and whatever is then changed in the pack."""
    draw = random.Random(seed)
    folder = pack_folder(PACK)
    workspace = Workspace(folder)
    buffers: dict[str, str] = {}
    for _ in range(20 * TIMES):
        if draw.random() < 0.6:
            file = f"tests/own{draw.randrange(2)}.yaml"
            several = draw.sample([text for text, _ in OWN.values()], draw.choice((1, 1, 2, 3)))
            buffers[file] = "".join(several) + TEST.format("it", draw.randrange(3))
        else:
            file, before, after = draw.choice([*CHANGES.values(), *FIGURES, *FIGURES, *FIGURES])
            known = buffers.get(file, PACK[file])
            buffers[file] = known.replace(before, after) if before in known else PACK[file]
        workspace.write(file, buffers[file])
        assert remembered(workspace) == whole(folder, buffers), buffers


@pytest.mark.parametrize("name", [
    "a sheet that must be something", "a sheet that is weak as another is", "a sheet that extends such",
    "a sheet that extends one",
])  # fmt: skip
def test_a_figure_that_own_definitions_depend_on(name: str, pack_folder: Callable[..., Path]) -> None:
    """There and back again, each figure."""
    folder = pack_folder({**PACK, "tests/own.yaml": OWN[name][0] + TEST.format("it", 1)})
    workspace = Workspace(folder)
    told = [remembered(workspace)]
    for file, before, after in FIGURES:
        for text in (PACK[file].replace(before, after), PACK[file]):
            workspace.write(file, text)
            assert remembered(workspace) == whole(folder, {file: text})
            told.append(remembered(workspace))
    assert any(one != told[0] for one in told)


def test_figures_that_own_definitions_do_not_depend_on(
    pack_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace(pack_folder({**BASE, "tests/own.yaml": OWN["a rule"][0] + TEST.format("it", 1)}))
    assert workspace.diagnostics() == ()
    monkeypatch.setattr(own_module, "own_beside", lambda *_: pytest.fail("read again"))
    text, before = PACK["pieces.yaml"], "soldiers: {girth: 1, strength: "
    for more in (5, 6):
        workspace.write("pieces.yaml", text.replace(f"{before}1", f"{before}{more}"))
        assert workspace._check().result.is_settled


@pytest.mark.parametrize("change", SPARE_CHANGES)
def test_what_tests_with_own_definitions_depend_on(change: str, pack_folder: Callable[..., Path]) -> None:
    """Only the tests notice these changes; the definitions beside them stay right."""
    own = {f"tests/{file}.yaml": f"value spare_{file} gives number: 1\n" for file in "acde"}
    files = {name: own.get(name, "") + text for name, text in SPARE.items()}
    folder = pack_folder(files)
    workspace = Workspace(folder)
    assert not [one for one in workspace.diagnostics() if one.severity is Severity.ERROR]
    there_and_back(workspace, folder, files, SPARE_CHANGES[change])


def test_tests_beside_own_definitions_are_read_only_if_what_they_see_changes(
    pack_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their own definitions are put beside the pack all the same."""
    workspace = Workspace(pack_folder({**BASE, "tests/own.yaml": OWN["a rule"][0] + TEST.format("it", 1)}))
    assert workspace.diagnostics() == ()
    read, beside = noted(monkeypatch, read_module, "read_file"), noted(monkeypatch, own_module, "own_beside")
    inside = BASE["values.yaml"].replace("who.hp > 30", "who.hp > 29")
    seen = inside.replace("value power(piece who) gives number", "value power(piece who, number by) gives number")
    for text, names in ((inside, []), (seen, ["tests/own.yaml"])):
        workspace.write("values.yaml", text)
        read.clear()
        beside.clear()
        errors = [one for one in workspace.diagnostics() if one.severity is Severity.ERROR]
        assert [source.name for source, *_ in read if source.name == "tests/own.yaml"] == names
        assert bool(errors) is bool(names) and (beside or errors)


@pytest.mark.parametrize("pack", ["ddm", "underworlds"])
def test_those_of_packs_that_ship_are_put_beside(pack: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but those that say something of the pack itself: a kind of table, an event that has a name of its texts."""
    again = checked_again(monkeypatch)
    assert Workspace(root / "content" / pack).diagnostics() == ()
    assert again == {"ddm": [], "underworlds": ["tests/worked_match.yaml"]}[pack]


def test_no_check_that_reports_errors_is_left_out() -> None:
    """Of the checks of a whole pack those that are not asked again can only doubt."""
    for check in {*validate.WHEN_CLEAN, *validate.WHEN_STARTED} - {*validate.REFUSING}:
        named = set(re.findall(r'"(RW\d+)"', inspect.getsource(inspect.getmodule(check))))  # type: ignore[arg-type]
        errors = {code for code in named if CODES[code].severity is Severity.ERROR}
        assert not errors or check.__name__ == "check_silent_sheets", check.__name__  # whose module has another check


@pytest.mark.parametrize(("text", "checked"), [
    ("piece own_piece: {girth: 1, strength: 3}\n", False),
    ("piece own_piece: {girth: 1, strength: 3, modify: power.more is 1 when who is self}\n", True),
    ("permission own_permission(piece who): who.hp > 1\n", True),
])  # fmt: skip
def test_checks_of_code_are_asked_only_about_code(
    text: str, checked: bool, pack_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sheets without code give them nothing to read that they have not read in the pack."""
    workspace = Workspace(pack_folder({**BASE, "tests/own.yaml": text + TEST.format("it", 1)}))
    asked: list[Any] = []
    module = importlib.import_module("rulewright.check.beside")
    monkeypatch.setattr(module, "REFUSING", (lambda *_: asked.append(text),))
    assert [one for one in workspace.diagnostics() if one.severity is Severity.ERROR] == []
    assert bool(asked) is checked
