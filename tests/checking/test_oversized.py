"""What a small pack says in numbers or rows that no game has is reported, soon, and once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest
from tests.clock import at_most
from tests.play.playing import compiled

from rulewright.check.known import Conflict, Given
from rulewright.check.model import CheckDef, EventDef
from rulewright.check.refuting import Refuter
from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

_SECONDS = 10.0  # each takes less than one
_MATCH = "kind match: {state: {n: number}}\n"

# By what is too much: the file of definitions, the code and the beginning of what is told.
OVERSIZED = {
    "values in a row": (
        "".join(f"value v{i}() gives number: v{i + 1}() + 1\n" for i in range(300))
        + f"value v300() gives number: 1\n{_MATCH}event game: set match.n = v0()\n",
        "RW614", "a row of 301 dependencies is longer than 100: ",
    ),
    "kinds in a row": (
        "".join(f"kind k{i}: {{is: k{i + 1}}}\n" for i in range(1_500)) + "kind k1500: {}\nevent game: {}\n",
        "RW613", "kind 'k1480' is the last in a chain of 21 kinds, more than 20",
    ),
    "gaps of a table": (
        "enum sign: [" + ", ".join(f"s{i}" for i in range(500)) + "]\n"
        "table sum_of(sign a, sign b, sign c) gives number: {rows: {s0: {s0: {s0: 1}}}}\nevent game: {}\n",
        "RW419", "table 'sum_of' has no entry for s0, s0, s1 and 124999998 more",
    ),
    "places of a map": (
        "map field:\n  rows: |\n" + ("    " + "." * 1_000 + "\n") * 1_000 + "event game: lay(field)\n",
        "RW611", "map 'field' is too large: 1000 by 1000 places are 1000000, more than 5000",
    ),
    "a footprint": (
        "kind big: {placed: yes, size: 1000000000}\nbig giant: {}\nmap field:\n  rows: |\n    ...\n"
        "event game: |\n  lay(field)\n  for each p in players:\n    for each a in everywhere:\n"
        "      create giant for p at a\n",
        "RW612", "a size of 1000000000 is wider than any board: 200 places",
    ),
    "sentences on classes": (
        "class act(player who): {}\n" + "".join(f"event e{i}(player who) is act: finish\n" for i in range(100))
        + "rule never:\n  modify:\n" + "    - forbid act when seat_number(who) > 9\n" * 100
        + "event game: |\n  for each p in players:\n    e0(p)\n",
        "RW617", "copied code would have 680,000 nodes, more than 150,000; the largest part, 6,800, as 100 ",
    ),
    "texts of a template": (
        "kind card: {texts: [effect]}\ncard c0:\n  effect: |\n"
        + "".join(f"    note({i})\n" for i in range(1_200))
        + "".join(f"card c{i}: {{extends: c0}}\n" for i in range(1, 200))
        + "event note(number a): finish\nevent game: |\n  for each p in players:\n    let c = create c1 for p\n"
        "    perform c.effect\n",
        "RW617", "templates copy more than 100,000 characters of strings and lists, last to 'c6'",
    ),
    "a line of a template": (
        f"kind card: {{}}\ncard c0: {{text: {'x' * 40_000}}}\n"
        + "".join(f"card c{i}: {{extends: c0}}\n" for i in range(1, 2_000)) + "event game: {}\n",
        "RW617", "templates copy more than 100,000 characters of strings and lists, last to 'c3'",
    ),
    "reactions to classes": (
        "class act(number a): {}\n" + "".join(f"event e{i}(number a) is act: finish\n" for i in range(60))
        + "event note: {}\n" + "".join(f"rule r{i}: {{after: act where a > {i}, do: note()}}\n" for i in range(60))
        + "event game: e0(1)\n",
        "RW617", "copied code would have ",
    ),
}  # fmt: skip


def checked(pack_folder: Write, text: str, players: str = "2") -> tuple[list[tuple[str, str]], Linked | None]:
    manifest = f"pack: large\nstart: game\nboard: square\nplayers: {players}\n"
    with at_most(_SECONDS):
        program, out = compiled(pack_folder({"pack.yaml": manifest, "all.yaml": text}))
    return [(one.code, one.message) for one in out.errors], None if program is None else Linked(program)


@pytest.mark.parametrize("what", OVERSIZED)
def test_what_is_too_large_is_reported_once(pack_folder: Write, what: str) -> None:
    text, code, told = OVERSIZED[what]
    [(found, message)], _ = checked(pack_folder, text)
    assert found == code
    assert message.startswith(told)


@pytest.mark.parametrize("players", ["9" * 5_000, f"[2, {'9' * 5_000}]", "9" * 20])
def test_players_beyond_number_are_reported(pack_folder: Write, players: str) -> None:
    found, _ = checked(pack_folder, "event game: {}\n", players)
    assert [code for code, _ in found] == ["RW421"]
    assert len(found[0][1]) < 200


NOWHERE = """
kind unit: {placed: yes}
unit pawn: {}
kind card: {}
card ace: {}
kind match: {state: {n: number}}
map field:
  rows: |
    ...
value v(card k, unit who) gives number: if who is adjacent to k then 1 else 0
event game: |
  lay(field)
  for each p in players:
    create pawn for p
    create ace for p
  for each k in cards:
    for each w in units:
      set match.n = match.n + v(k, w) + 5
"""


def test_what_is_nowhere_is_adjacent_to_nothing(pack_folder: Write) -> None:
    never, _ = checked(pack_folder, NOWHERE)
    assert never == [("RW490", "a card is never on the board, but `adjacent` is about places")]
    found, ready = checked(pack_folder, NOWHERE.replace("kind card: {}", "kind card: {placed: yes}"))
    assert ready is not None, found
    game = Game.new(ready, seed=0)
    assert game.problem is None
    [column] = [one for one in game.linked.program.columns if one.id == "n"]
    assert getattr(game.state, column.slot)[0] == 20


def test_values_that_read_each_other_several_times_become_little_code(pack_folder: Write) -> None:
    """A value is written out where it is read only while it is small."""
    rows = "".join(f"value v{i}(number a) gives number: {' + '.join([f'v{i + 1}(a)'] * 20)}\n" for i in range(6))
    text = f"{rows}value v6(number a) gives number: a\n{_MATCH}event game: set match.n = v0(1)\n"
    found, linked = checked(pack_folder, text)
    assert found == []
    assert linked is not None and len(linked.program.code) < 100_000


@pytest.mark.parametrize("text", [
    "".join(f"kind k{i}: {{}}\n" for i in range(2_500)) + "event game: {}\n",
    f"{_MATCH}event game: set match.n = size(({','.join(map(str, range(4_000)))}))\n",
    "".join(f"enum e{i}: [x, y{i}]\npermission p{i}(e{i} a): a is x\n" for i in range(2_000)) + "event game: {}\n",
], ids=["kinds", "members of a set", "enumerations of one member"])  # fmt: skip
def test_many_of_a_sort_are_read_soon(pack_folder: Write, text: str) -> None:
    assert checked(pack_folder, text)[0] == []


@pytest.mark.parametrize(("last", "found"), [("today", []), ("gone", ["RW255"]), ("e0", ["RW256"])])
def test_ids_that_changed_many_times_are_followed_soon(pack_folder: Write, last: str, found: list[str]) -> None:
    row = "".join(f"  event e{i}: e{i + 1}\n" for i in range(4_000))
    manifest = f"pack: large\nlanguage: 2\nrenamed:\n{row}  event e4000: {last}\n"
    with at_most(_SECONDS):
        result = check_pack(pack_folder({"pack.yaml": manifest, "all.yaml": "event today: {}\n"}))
    assert [one.code for one in result.diagnostics.errors] == found


def test_the_checks_at_an_event_are_found_without_asking_all(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    is_at = CheckDef.is_at

    def counted(check: CheckDef, event: EventDef) -> bool:
        asked.append(check.id)
        return is_at(check, event)

    monkeypatch.setattr(CheckDef, "is_at", counted)
    events = "".join(f"event e{i}(number a): set match.n = a\n" for i in range(40))
    of = "for: p in players where match.n > 1"
    checks = "".join(f"check c{i}: {{at: e{i}, {of}, do: e{i}(0)}}\n" for i in range(40))
    calls = "".join(f"  e{i}(2)\n" for i in range(40))
    found, linked = checked(pack_folder, f"{_MATCH}{events}{checks}event game: |\n{calls}")
    assert found == []
    assert linked is not None
    assert len(asked) <= 40


def test_reactions_of_many_lines_are_compared_soon(pack_folder: Write) -> None:
    lines = "    set a = a + 1\n" * 100
    cards = "".join(f"card c{i}:\n  before: note\n  do: |\n{lines}" for i in range(60))
    text = f"kind card: {{}}\n{_MATCH}{cards}event note(number a): set match.n = a\nevent game: note(1)\n"
    found, linked = checked(pack_folder, text)
    assert found == []
    assert linked is not None


def test_texts_of_many_lines_are_followed_soon(pack_folder: Write) -> None:
    """What is told for sure behind each line is not worked out anew for each."""
    lines = "".join(f"    note({i})\n" for i in range(1_200))
    cards = "".join(f"card c{i}:\n  effect: |\n{lines}" for i in range(8))
    text = f"kind card: {{texts: [effect]}}\n{_MATCH}{cards}event note(number a): set match.n = a\n"
    text += "event game: note(1)\n"
    found, _ = checked(pack_folder, text)
    assert "RW900" not in {code for code, _ in found}


LONG = "x" * 101
# Where a name stands: the file of definitions.
NAMES = {
    "a definition": f"event {LONG}: finish\n",
    "a sheet": f"kind card: {{}}\ncard {LONG}: {{}}\n",
    "a parameter": f"event go(number {LONG}): finish\n",
    "a field": f"kind match: {{state: {{{LONG}: number}}}}\n",
    "a member": f"enum e: [a, {LONG}]\n",
    "a condition": f"event go(number a): {{legal: {{{LONG}: a > 1}}, do: finish}}\n",
    "a step": f"value v() gives number: {{start: 1, steps: {{{LONG}: total}}}}\n",
    "a local": f"event go: |\n  let {LONG} = 1\n  note({LONG})\nevent note(number a): {{}}\n",
    "a word alone": f"value v() gives number: {LONG}\n",
    "a word in a text": f"value v() gives number: 1 + {LONG}\n",
    "a key": f"kind match: {{state: {{n: number}}}}\n? {'y ' * 1200}\n: 1\n",
}


@pytest.mark.parametrize("where", NAMES)
def test_a_name_has_an_end(where: str, pack_folder: Write) -> None:
    text = NAMES[where] + "event game: finish\n"
    found = check_pack(pack_folder({"pack.yaml": "pack: sample\nstart: game\nlanguage: 2\n", "a.yaml": text}))
    told = [one for one in found.diagnostics if one.code == "RW618"]
    assert told and told[0].hint and all(len(one.message) < 120 for one in told)
    shorter = text.replace(LONG, LONG[:100]).replace("y " * 1200, "event last").replace(": 1\n", ": finish\n")
    kept = check_pack(pack_folder({"pack.yaml": "pack: sample\nstart: game\nlanguage: 2\n", "a.yaml": shorter}))
    assert "RW618" not in {one.code for one in kept.diagnostics}


def test_long_rows_of_alternatives_are_compared_once(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those behind the first are not a row of their own; and what excludes one may stand far down the row."""
    facts = 0
    given = Refuter.refute

    def counted(self: Refuter, several: Iterable[Given]) -> Conflict | None:
        nonlocal facts
        several = tuple(several)
        facts += len(several)
        return given(self, several)

    monkeypatch.setattr(Refuter, "refute", counted)
    row = " else ".join(f"if x is {i} then {i}" for i in range(93))
    row += " else if x > 93 then 1 else if x > 95 then 2 else 3"
    branches = "  if x is 0:\n    note(0)\n" + "".join(f"  else if x is {i}:\n    note({i})\n" for i in range(1, 60))
    branches += "  else if x > 60:\n    note(1)\n  else if x > 70:\n    note(2)\n"
    folder = pack_folder({
        "pack.yaml": "pack: sample\nstart: game\nlanguage: 2\n",
        "a.yaml": f"value v(number x) gives number: {row}\nevent note(number a): set match.n = v(a)\n{_MATCH}"
                  f"event game: go(1)\nevent go(number x): |\n{branches}",
    })  # fmt: skip
    found = [one for one in check_pack(folder).diagnostics if one.code == "RW486"]
    assert [one.message for one in found] == [
        "'x > 95' is always false here: not `x > 93` and `x > 95` exclude each other",
        "'x > 70' is always false here: not `x > 60` and `x > 70` exclude each other",
    ]
    assert facts < 2 * 41 * (95 + 62) + 1_000
