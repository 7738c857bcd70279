"""Numbers of any length, wherever somebody can write one: told in a few words, and nothing ends because of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.amounts import amount
from rulewright.numbers import MAX_SEED, whole_number
from rulewright.program import Program
from rulewright.session import link_program
from rulewright_tools.packs import startable
from rulewright_tools.playing.settings import WrongSetting, parse, words

from .conftest import Run

LONG = "9" * 5000
Write = Callable[[Mapping[str, str | bytes] | str], Path]


@pytest.mark.parametrize(("text", "number"), [
    ("0", 0), ("-7", -7), ("007", 7), (str(MAX_SEED), MAX_SEED), ("9" * 20, 10**20 - 1), ("9" * 21, None), (LONG, None),
    ("", None), ("-", None), ("--5", None), ("+5", None), ("5.0", None), ("1e3", None), ("1_000", None), (" 5", None),
    ("5\n", None), ("٣", None), ("²", None), ("0x1F", None), ("none", None),
])  # fmt: skip
def test_a_text_is_a_whole_number_or_none(text: str, number: int | None) -> None:
    assert whole_number(text) == number


def test_bounds_are_included() -> None:
    assert [whole_number(text, 1, 3) for text in ("0", "1", "3", "4")] == [None, 1, 3, None]


def test_nothing_typed_at_the_table_ends_the_match(run: Run, sample: Path) -> None:
    lines = [LONG, f"-{LONG}", "٣", "²", "--5", f"log {LONG}", "log 0", "log -1", "log ٣", f"why not {LONG}",
             f"why {LONG}", f"look {LONG}", f"why reach({LONG})", f"a{LONG}", f"look B{LONG}", "x" * 100_000,
             "(" * 5000, f"why hits({'(' * 3000}", f"save /{'x' * 5000}", f"why not Go({LONG})", "1"]  # fmt: skip
    ran = run("play", sample, "--seed", "2", typed="".join(f"{line}\n" for line in [*lines, "quit"]))
    assert (ran.code, ran.err) == (0, "")
    assert f"There is no answer {'9' * 60}..: choose 1 to" in " ".join(ran.out.split())
    assert len([line for line in ran.out.splitlines() if line.startswith("player 1>")]) >= len(lines)


@pytest.mark.parametrize("option", [
    ["play", "--seed"], ["play", "--players"], ["play", "--human"], ["play", "--delay"], ["soak", "--decisions"],
    ["soak", "--seed"], ["soak", "--matches"], ["soak", "--workers"], ["graph", "--depth"], ["mutants", "--count"],
    ["mutants", "--seed"], ["mutate", "--count"], ["mutate", "--seed"], ["mutate", "--workers"],
], ids=" ".join)  # fmt: skip
@pytest.mark.parametrize("value", [LONG, "-1", "1e3", "nan", "inf", "٣", "", "1_0", "99999999999999999999999"])
def test_options_take_numbers_within_their_bounds(run: Run, sample: Path, option: list[str], value: str) -> None:
    command, name = option
    ran = run(command, sample, name, value)
    assert ran.code == 2, ran.err
    assert "from" in ran.err and "Traceback" not in ran.err
    assert ran.out == ""


def test_numbers_of_a_manifest_and_of_tests(run: Run, tmp_path: Path) -> None:
    def check(manifest: str, test: str) -> str:
        (tmp_path / "pack.yaml").write_text(f"pack: sample\nstart: play\nlanguage: 2\n{manifest}\n", encoding="utf-8")
        (tmp_path / "game.yaml").write_text(
            "event play: |\n  let x = roll hit\n  finish if x > 1\n\ndie hit gives number: [1, 2]\n", encoding="utf-8"
        )
        (tmp_path / "tests").mkdir(exist_ok=True)
        (tmp_path / "tests" / "a.yaml").write_text(f"test one:\n  do: play()\n{test}\n", encoding="utf-8")
        ran = run("test", tmp_path)
        assert ran.code == 1, ran.out
        assert "RW900" not in ran.err + ran.out
        return ran.err + ran.out

    assert "RW421: a pack has 1 to" in check(f"players: {LONG}", "")
    assert "RW421: a pack has 1 to" in check(f"players: [2, {LONG}]", "")
    assert "is not a number of seats" in check("", f"  seats: {LONG}")
    assert "is not a whole number from 0 to" in check("", f"  seed: {LONG}")
    assert "has no face" in check("", f"  dice: {{hit: [{LONG}]}}")
    assert "has no face" in check("", f"  dice: {{hit: [2], d6: [{LONG}]}}")
    assert "there is no player" in check("", f"  answers:\n    - {{player: {LONG}, choose: x}}")
    assert "no setting" in check("", f"  settings: {{x: {LONG}}}")
    (tmp_path / "die.yaml").write_text(f"die odd gives number: [1, {LONG}]\n", encoding="utf-8")
    assert "is not a number from" in check("", "")


def test_a_setting_is_a_bounded_number(run: Run, sample: Path) -> None:
    for value in (LONG, "1000000001", "--1", "٣"):
        ran = run("play", sample, "--watch", "--set", f"rounds={value}")
        assert ran.code == 2
        assert "expects a whole number of at most 1000000000" in " ".join(ran.err.split())


@pytest.mark.parametrize(("text", "unit", "number"), [
    ("4", "cells", 4), ("4 cells", "cells", 4), ("1 cell", "cells", 1), ("1 hex", "hexes", 1),
    ("-2 hexes", "hexes", -2), ("4", "inches", 4000), ("4.5 inches", "inches", 4500),
    ("1 inch", "inches", 1000), ("0.125", "inches", 125),
    ("4.1234 inches", "inches", None), ("4 cells", "inches", None), ("4 inches", "cells", None), ("1.5", "cells", None),
    ("4 cells", "", None), ("4", "", 4), ("101", "", None), ("inches", "inches", None), ("", "cells", None),
    ("0.1 inches", "inches", 100), ("0.101 inches", "inches", None), ("3 paces", "cells", 3),
])  # fmt: skip
def test_a_text_is_a_number_of_a_unit(text: str, unit: str, number: int | None) -> None:
    most = 100 if text.startswith(("101", "0.1 ", "0.101")) else None
    assert amount(text, unit, most, ["paces"]) == number


def _program(pack_folder: Write, board: str, settings: str, further: str = "") -> tuple[Path, Program]:
    settings += "" if "far:" in settings else "\nfar: cells starts 2 cells"
    lines = "".join(f"  {one}\n" for one in settings.splitlines())
    manifest = f"pack: sample\nstart: game\nboard: {board}\nsettings:\n{lines}"
    game = "event game: told(setting.far)\nevent told(UNIT n): {}\n"
    game = game.replace("UNIT", "inches" if board == "plane" else "cells") + further
    folder = pack_folder({"pack.yaml": manifest, "game.yaml": game})
    return folder, link_program(startable(folder)).program


def test_a_setting_has_the_unit_of_its_type(pack_folder: Write, run: Run) -> None:
    folder, p = _program(pack_folder, "plane", "far: inches starts 3 inches\nalso: inches or none starts none\n"
                         "steps: list of inches starts (1 inch, 2.5 inches)")  # fmt: skip
    given = parse(p, ["far=4.5 inches", "also=1 inch", "steps=0.5, 1 inch"])
    assert given == {"far": 4500, "also": 1000, "steps": (500, 1000)}
    said = {"far": "4.5 inches", "also": "1 inch", "steps": "0.5 inches,1 inch"}
    assert words(p, given) == said
    assert parse(p, [f"{name}={value}" for name, value in said.items()]) == given
    assert parse(p, ["far=4", "also=none"]) == {"far": 4000, "also": None}
    with pytest.raises(WrongSetting, match="a number of inches, with at most three decimals, of at most 1000000, not"):
        parse(p, ["far=4 cells"])
    assert run("soak", folder, "--set", "far=4.5 inches", "--decisions", "1", "--workers", "1").code == 0
    assert run("play", folder, "--watch", "--set", "far=4.5 inches", "--seed", "1").code == 0
    assert run("play", folder, "--watch", "--set", "far=0.0001", "--seed", "1").code == 2


def test_a_setting_in_cells(pack_folder: Write) -> None:
    _, p = _program(pack_folder, "square", "far: cells starts 2 cells")
    assert [parse(p, [f"far={said}"])["far"] for said in ("1", "1 cell", "3 cells")] == [1, 1, 3]
    assert words(p, {"far": 1}) == {"far": "1 cell"}
    expected = "'far' expects a whole number of cells of at most 1000000000, not '4 inches'"
    with pytest.raises(WrongSetting, match=expected):
        parse(p, ["far=4 inches"])


@pytest.mark.parametrize(("given", "words"), [
    ("open=yep", "'yep' is not a value of the setting 'open'; it can be yes, no: did you mean 'yes'?"),
    ("open=1", "'1' is not a value of the setting 'open'; it can be yes, no"),
    ("mood=wlid", "'wlid' is not a value of the setting 'mood'; it can be calm, wild: did you mean 'wild'?"),
    ("also=x", "the setting 'also' expects a whole number of at most 1000000000, or `none`, not 'x'"),
    ("steps=1,x",
     "the setting 'steps' expects a list separated by commas, each a whole number of at most 1000000000, not '1,x'"),
    ("thrown=6", "the setting 'thrown' expects a die such as d6, not '6'"),
])  # fmt: skip
def test_a_value_that_a_setting_does_not_take_is_told_with_what_it_takes(
    pack_folder: Write, given: str, words: str
) -> None:
    _, p = _program(pack_folder, "square", "open: yes_no starts true\nalso: number or none starts none\n"
                    "steps: list of number starts (1, 2)\nthrown: die starts d6\nmood: mood starts calm",
                    "enum mood: [calm, wild]\n")  # fmt: skip
    with pytest.raises(WrongSetting) as raised:
        parse(p, [given])
    assert str(raised.value) == words


def test_a_setting_that_is_a_die(pack_folder: Write) -> None:
    """`--set` could not give one, and a file of a match said the number that stands for it inside."""
    _, p = _program(pack_folder, "square", "thrown: die starts d6")
    assert parse(p, ["thrown=d8"]) == {"thrown": -8}
    assert words(p, {"thrown": -8}) == {"thrown": "d8"}


BIDS = {
    "pack.yaml": "pack: bids\nstart: game\n",
    "game.yaml": """\
event game gives set of player winners: |
  for each p in players:
    bid(p)
event bid(player who) gives number made: |
  set made = choose one n in numbers(0, 4) by who
  offer who or pass:
    raise_bid(who, made + 1)
event raise_bid(player who, number amount): |
  finish
""",
}


def test_answers_that_are_numbers_are_typed_as_they_are(run: Run, pack_folder: Write) -> None:
    ran = run("play", pack_folder(BIDS), "--human", "1", "--seed", "1", typed="why not 1\nwhy 3\n01\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert "  0   1   2   3   4\n" in ran.out  # not counted
    assert "It is offered: answer 1." in ran.out
    assert "player 1> 3\n" in ran.out
    assert "  1 raise bid(player 1, 2)\n  2 pass\n" in ran.out  # one was bid, and other answers are counted


@pytest.mark.parametrize(("line", "told"), [
    ("7", "7 is not among the answers:"), ("why 7", "'7' is not an answer here, and not a command."),
])  # fmt: skip
def test_a_number_that_is_no_answer_is_told(run: Run, pack_folder: Write, line: str, told: str) -> None:
    ran = run("play", pack_folder(BIDS), "--human", "1", "--seed", "1", typed=f"{line}\nquit\n")
    assert told in ran.out
    assert "raise bid" not in ran.out
