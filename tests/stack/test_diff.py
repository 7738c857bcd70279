"""Two packs side by side: what is offered in stored positions, how matches come out, and which line makes a difference.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright_tools import cli
from rulewright_tools.balancing import Outcome
from rulewright_tools.comparing import first
from rulewright_tools.comparing.outcomes import outcomes_of

GAME = """
kind player: {state: {hp: number starts 9}}
kind fighter: {owned: no, printed: {force: number}}
fighter ogre: {force: 2}
fighter imp: {force: 1}
event hurt(player who, number amount):
  do: set who.hp = who.hp - amount
event strike(player p, fighter f): hurt(next_seat(p), harm_by(f))
value harm_by(fighter f) gives number: {start: f.force, steps: {more: total}}
event wait(player who): {}
event turn(player p): |
  offer p:
    strike(p, f) for f in fighters
    wait(p)
event play gives set of player winners: |
  create ogre
  create imp
  repeat up to 4:
    for each p in players:
      turn(p)
  set winners = all(p in players with most p.hp)
"""
TESTS = """
test a turn is offered:
  do: |
    create ogre
    turn(player_1)
  answers: [{player: 1, choose: wait}]
test a strike hurts:
  do: |
    let one = create ogre
    strike(player_1, one)
  then: [player_2.hp is 7]
"""


@pytest.fixture
def game(packs: Packs) -> Packs:
    """Writes mods beside the game, which has two tests."""

    def write(**mods: str) -> Path:
        folder = packs(GAME, **{name: (NEEDS, text) for name, text in mods.items()})
        (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
        (folder / "base" / "tests").mkdir(exist_ok=True)
        (folder / "base" / "tests" / "turns.yaml").write_text(TESTS)
        return folder

    return write


def diff(capsys: pytest.CaptureFixture[str], *given: object) -> tuple[int, list[str]]:
    code = cli.run(["diff", *map(str, given)])
    ran = capsys.readouterr()
    return code, (ran.out + ran.err).splitlines()


def data(capsys: pytest.CaptureFixture[str], *given: object) -> tuple[int, dict[str, Any]]:
    code = cli.run(["diff", *map(str, given), "--format", "json"])
    return code, json.loads(capsys.readouterr().out)


def test_answers_that_have_come_and_gone_are_counted_by_event(game: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = game(more="event rest(player who): {}\nchange event turn:\n  add: {do.offer: [rest(p), \"hurt(p, 1)\"]}\n"
                       "  take: {do.offer: wait}\n")  # fmt: skip
    code, lines = diff(capsys, folder / "base", "--with", folder / "more")
    assert code == cli.CONTENT
    at = f"{folder}/base/tests/turns.yaml:2"
    assert lines[lines.index("offers: 1 of 2 positions differ") + 1 :] == [
        f"  + hurt x1  (hurt(player 1, 1) in 'a turn is offered', {at})",
        f"  + rest x1  (rest(player 1) in 'a turn is offered', {at})",
        f"  - wait x1  (wait(player 1) in 'a turn is offered', {at})",
    ]
    code, found = data(capsys, folder / "base", "--with", folder / "more")
    assert found["offers"]["compared"] == 2
    assert [(one["come"], one["gone"]) for one in found["offers"]["positions"]] == [
        (["hurt(player 1, 1)", "rest(player 1)"], ["wait(player 1)"])
    ]


def test_a_position_that_one_of_them_cannot_set_up_is_told(game: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = game(fewer="remove fighter ogre: {}\nchange event play:\n  set: {do: finish}\n")
    code, found = data(capsys, folder / "base", "--with", folder / "fewer")
    assert code == cli.CONTENT
    assert found["offers"]["compared"] == 0
    assert [(one["test"], one["reason"]) for one in found["offers"]["lost"]] == [
        ("a turn is offered", "the test has errors"), ("a strike hurts", "the test has errors"),
    ]  # fmt: skip


def test_names_alone_change_no_offer_and_no_match(game: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = game(words="change event wait:\n  set: {name: {en: Stand still}}\n")
    code, found = data(capsys, folder / "base", "--with", folder / "words", "--matches", "2", "--workers", "1")
    assert code == cli.CONTENT
    assert [one["field"] for one in found["fields"]] == ["name.en"]
    assert (found["offers"]["positions"], found["outcomes"]["alike"], found["replays"]) == ([], 2, [])


def test_the_same_pack_differs_in_nothing(game: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = game()
    code, lines = diff(capsys, folder / "base", folder / "base", "--matches", "2", "--workers", "1")
    assert code == cli.CLEAN
    assert lines[:2] == [
        "0 fields changed, 0 definitions added, 0 definitions removed", "offers: 0 of 2 positions differ"
    ]
    assert lines[-1].startswith("2 of 2 matches go the same way")


CAUSES = {
    "number": ("change fighter ogre:\n  set: {force: 3}\n", "fighter ogre", "force", "set: {force: 3}"),
    "rule": ("rule harder:\n  before: hurt\n  do: set amount = amount + 2\n", "rule harder", "", "before: hurt"),
    "text": ("change event hurt:\n  set: {do: set who.hp = who.hp + amount}\n", "event hurt", "do", "set: {do:"),
    "gone": ("remove fighter imp: {}\nchange event play:\n  set:\n    do: |\n      create ogre\n      repeat up to 4:\n"
             "        for each p in players:\n          turn(p)\n"
             "      set winners = all(p in players with most p.hp)\n",
             "event play", "do", "do: |"),
    "sentence": ("rule more:\n  modify: harm_by.more is 1 when f is ogre\n", "rule more", "", "rule more:"),
    "offer": ("change event turn:\n  take: {do.offer: wait}\n", "event turn", "do.offer", "take: {do.offer: wait}"),
}  # fmt: skip


@pytest.mark.parametrize("name", CAUSES)
def test_the_line_that_makes_a_match_go_otherwise_is_told(
    game: Packs, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text, definition, field, line = CAUSES[name]
    folder = game(mod=text)
    code, found = data(capsys, folder / "base", "--with", folder / "mod", "--no-offers", "--matches", "4")
    assert code == cli.CONTENT
    astray = found["replays"][0]
    cause = astray["causes"][0]
    assert (cause["definition"], cause["field"]) == (definition, field), astray
    written = Path(cause["file"]).read_text().splitlines()[cause["line"] - 1]
    assert line in written, astray


def test_what_did_not_run_is_no_cause(game: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    idle = "event idle: {}\nrule later:\n  after: idle\n  do: finish\n"
    folder = game(mod=f"change fighter ogre:\n  set: {{force: 3}}\n{idle}")
    _, lines = diff(capsys, folder / "base", "--with", folder / "mod", "--no-offers", "--matches", "1")
    causes = [line for line in lines if line.startswith("  because of")]
    assert causes == [f"  because of fighter ogre force ({folder}/mod/rules.yaml:2)"], "\n".join(lines)


def test_what_is_thrown_away_meanwhile_did_not_run() -> None:
    """Code of another match that waits to go on is closed when the collector finds it."""
    names: dict[str, Any] = {}
    exec(compile("def waiting():\n" + "\n" * 40 + "    yield 1\n", f"{first._GENERATED}other>", "exec"), names)
    circle: list[Any] = [names["waiting"]()]
    next(circle[0])
    circle.append(circle)
    with first._noting(first.Ran()) as numbers:
        del circle
        kept: list[list[int]] = [[] for _ in range(200_000)]
    assert len(kept) == 200_000 and numbers == set()


def outcome(seed: int, winner: int | None, length: int = 10) -> Outcome:
    return Outcome("", seed, 2, length, None if winner is None else (winner,), True)


def test_shares_and_lengths_have_the_interval_of_pairs() -> None:
    # 20 pairs: 12 won by the first player in both, 2 lost by it, 5 won by it only later, 1 only before.
    several = [(outcome(n, 0), outcome(n, 0, 12)) for n in range(12)]
    several += [(outcome(n, 1), outcome(n, 1, 12)) for n in range(2)]
    several += [(outcome(n, 1), outcome(n, 0, 16)) for n in range(5)]
    several += [(outcome(0, 0), outcome(0, None, 14))]
    found = outcomes_of(several)
    first = found.wins[0]
    assert (first.old, first.new, found.same, found.drawn) == (0.65, 0.85, 0, (0, 1))
    # Agresti and Min: (5.5 - 1.5) / 22 and 1.96 sqrt(7 - 16 / 22) / 22.
    assert first.low == pytest.approx(4 / 22 - 1.96 * (7 - 16 / 22) ** 0.5 / 22)
    assert first.high == pytest.approx(4 / 22 + 1.96 * (7 - 16 / 22) ** 0.5 / 22)
    # Mean 62 / 20 = 3.1, spread 59.8 / 19, Student's factor for 19 is 2.093.
    assert found.length.difference == pytest.approx(3.1)
    assert found.length.high == pytest.approx(3.1 + 2.093 * (59.8 / 19 / 20) ** 0.5, abs=1e-3)


def test_pairs_that_are_all_alike_do_not_pretend_to_be_sure() -> None:
    found = outcomes_of([(outcome(n, 0), outcome(n, 0)) for n in range(10)])
    low, high = found.wins[0].low, found.wins[0].high
    assert low is not None and high is not None
    assert low < -0.1 and high > 0.1
    assert outcomes_of([(outcome(0, 0), outcome(0, 0))]).wins[0].low is None


@pytest.mark.parametrize(
    ("given", "words"),
    [((), "name a second pack"), (("--with", "MOD", "--bots", "clever"), "there is no bot 'clever'"),
     (("--with", "MOD", "--matches", "0"), "is not a whole number from 1 to 10000")],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused_in_words(
    game: Packs, capsys: pytest.CaptureFixture[str], given: tuple[str, ...], words: str
) -> None:
    folder = game(mod="rule r:\n  before: hurt\n  do: set amount = 1\n")
    code, lines = diff(capsys, folder / "base", *(str(folder / "mod") if one == "MOD" else one for one in given))
    assert code == cli.USAGE
    assert words in " ".join(" ".join(lines).split())
