"""What a small pack can make run long or grow large is stopped, in every form, and within bounds of time and memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.clock import at_most
from tests.play.playing import compiled

from rulewright.bots.greedy import GreedyBot
from rulewright.limits import MOST_NUMBER, MOST_STEPS
from rulewright.play import setup, why
from rulewright.play.load import Linked
from rulewright.play.state import Runaway, State
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

STEPS = f"more than {MOST_STEPS} steps without asking a player"
_SECONDS = 10.0  # each takes one or two

MATCH = "kind match: {state: {n: number, s: set of number starts none}}\n"
FIELD = "map field:\n  rows: |\n" + ("    " + "." * 40 + "\n") * 40
THREE = "for each a in numbers(1, 1000):\n    for each b in numbers(1, 1000):\n"
# By what runs away: the file of definitions, and what is told.
HOSTILE = {
    "rounds that only write": (
        f"{MATCH}event game: |\n  {THREE}      for each c in numbers(1, 1000):\n        set match.n = c\n",
        STEPS,
    ),
    "events that nobody hears": (
        f"{MATCH}event note(number a): set match.n = a\nevent game: |\n  {THREE}      note(b)\n",
        STEPS,
    ),
    "events that only tell": (f"event note(number a): {{}}\nevent game: |\n  {THREE}      note(b)\n", STEPS),
    "events that call two others each": (
        "".join(f"event e{i}: |\n  e{i + 1}()\n  e{i + 1}()\n" for i in range(40))
        + f"{MATCH}event e40: set match.n = 1\nevent game: e0()\n",
        STEPS,
    ),
    "texts of sheets": (
        f"kind note: {{texts: [effect], main: effect}}\nnote ping: mark(1)\n{MATCH}"
        "event mark(number a): set match.n = a\n"
        f"event game: |\n  let p = first(players)\n  finish if p is none\n  let k = create ping for p\n"
        f"  {THREE}      perform k.effect\n",
        STEPS,
    ),
    "values that ask two others each": (
        "".join(f"value v{i}(number a) gives number: v{i + 1}(a) + v{i + 1}(a + 1)\n" for i in range(40))
        + f"value v40(number a) gives number: a\n{MATCH}event game: set match.n = v0(1)\n",
        STEPS,
    ),
    "permissions that ask two others each": (
        "".join(f"permission p{i}(number a): p{i + 1}(a) and p{i + 1}(a + 1)\n" for i in range(40))
        + f"permission p40(number a): a > 0\n{MATCH}event game: |\n  set match.n = 1 if p0(1)\n",
        STEPS,
    ),
    "reactions of many sheets that nobody has": (
        f"{MATCH}kind card: {{state: {{n: number}}}}\nevent note(number a): set match.n = a\n"
        "card c0:\n  before: note where a > 5\n  do: set a = 1\n"
        + "".join(f"card c{i}: {{extends: c0}}\n" for i in range(1, 500))
        + "event game: |\n  repeat up to 200000:\n    note(2)\n",
        STEPS,
    ),
    "members of one set": (
        f"{MATCH}event game: set match.n = size(all(x + 1000 * y + 1000000 * z for x in numbers(1, 999), "
        "y in numbers(1, 999), z in numbers(1, 999)))\n",
        STEPS,
    ),
    "a set that doubles": (
        f"{MATCH}event game: |\n  set match.s = numbers(1, 1000)\n  repeat up to 30:\n"
        "    set match.s = match.s + all(x + size(match.s) for x in match.s)\n",
        "32000 members of one set or list: it may have 20000",
    ),
    "dice without number": (f"{MATCH}event game: |\n  let dice = roll d6 times 30000\n  set match.n = size(dice)\n",
                            "30000 dice at once"),
    "every of every of every": (
        f"{FIELD}{MATCH}event game: |\n  lay(field)\n  set match.n = 1 if every c in everywhere has "
        "every d in everywhere has every e in everywhere has distance(c, d) + distance(d, e) >= 0 cells\n",
        STEPS,
    ),
    "most of least of sums": (
        f"{FIELD}{MATCH}event game: |\n  lay(field)\n  set match.n = most(least(sum(distance(c, e) / 1 cell "
        "for e in everywhere) for d in everywhere) for c in everywhere)\n",
        STEPS,
    ),
    "offers over places": (
        f"{FIELD}event mark(cell c, cell d, cell e): {{}}\nevent game: |\n  lay(field)\n  for each p in players:\n"
        "    offer p or pass:\n      mark(c, d, e) for c in everywhere, d in everywhere, e in everywhere\n",
        STEPS,
    ),
    "offers of pairs": (
        "event mark(number a, number b): {}\nevent game: |\n  for each p in players:\n"
        "    offer p or pass:\n      mark(a, b) for a in numbers(1, 200), b in numbers(1, 200)\n",
        "40000 answers to one question: it may have 20000",
    ),
    "offers of products": (
        "event mark(number a, number b, number c): {}\nevent game: |\n  for each p in players:\n"
        "    offer p or pass as d:\n      mark(a, b, c) for a in numbers(1, 300), b in numbers(1, 300), "
        "c in numbers(1, 300)\n",
        STEPS,
    ),
    "numbers that double": (
        f"{MATCH}event game: |\n  set match.n = 1\n  repeat up to 20000:\n    set match.n = match.n + match.n\n",
        f"a number beyond {MOST_NUMBER}",
    ),
    "numbers that double below zero": (
        f"{MATCH}event game: |\n  set match.n = 1\n  repeat up to 20000:\n"
        "    set match.n = match.n - sum(2 * match.n + match.n for i in numbers(1, 2))\n",
        f"a number beyond {MOST_NUMBER}",
    ),
    "arguments that double": (
        f"{MATCH}event grow(number a, number left): |\n  set match.n = a\n  grow(a + a, left - 1) if left > 0\n"
        "event game: grow(1, 100)\n",
        f"a number beyond {MOST_NUMBER}",
    ),
    "statuses without number": (
        "status worn: {of: player}\nevent game: |\n  repeat up to 390000:\n    for each p in players:\n"
        "      give worn to p\n",
        STEPS,
    ),
    "a status that gives itself anew": (
        "kind card: {state: {hp: number starts 9}}\ncard bear: {}\n"
        "event hurt(card victim, number amount): set victim.hp = victim.hp - amount\n"
        "status shield(number left):\n  of: card\n  before: hurt where victim is self\n  do: |\n"
        "    let used = least(left, amount)\n    set amount = amount - used\n    end shield of self\n"
        "    give shield(left - used) to self if left > used\n"
        "event game: |\n  let p = first(players)\n  finish if p is none\n  let b = create bear for p\n"
        "  give shield(3) to b\n  hurt(b, 2)\n  hurt(b, 2)\n",
        STEPS,
    ),
    "reactions of each": (
        f"{MATCH}event ping: {{}}\nrule echo:\n  after: ping\n  each: a in numbers(1, 900)\n"
        "  do: set_to(a)\nevent set_to(number a): set match.n = a\n"
        "event game: |\n  for each a in numbers(1, 900):\n    ping()\n",
        STEPS,
    ),
    "searching a large set": (
        f"{MATCH}event game: |\n  set match.s = all(a * 100 + b for a in numbers(1, 190), b in numbers(1, 100))\n"
        "  set match.n = count(x in match.s where x + 1 in match.s)\n",
        STEPS,
    ),
    "searches over steps": (
        f"{FIELD}kind piece: {{placed: yes}}\npiece pawn: {{}}\n{MATCH}"
        "permission may(piece who, cell goal): some c in everywhere where c is goal\n"
        "value price(piece who, cell goal) gives cells: 1 cell\n"
        "event game: |\n  lay(field)\n  let p = first(players)\n  finish if p is none\n"
        "  let c = first(everywhere)\n  finish if c is none\n  let w = create pawn for p at c\n"
        "  set match.n = sum(size(step_cells(w, 100 cells + 1 cell * i, may, price)) for i in numbers(1, 1000))\n",
        STEPS,
    ),
    "lines between all places": (
        f"{FIELD}{MATCH}event game: |\n  lay(field)\n  set match.n = sum(size(cells_crossed(centre(c), centre(d))) "
        "for c in everywhere, d in everywhere)\n",
        STEPS,
    ),
    "one board after the other": (
        f"{FIELD}event game: |\n  repeat up to 100000:\n    lay(field)\n",
        STEPS,
    ),
    "shuffles": (
        "kind card: {owned: no}\ncard ace: {}\nzone deck: {ordered: yes, seen_by: nobody}\n"
        "event game: |\n  repeat up to 1000:\n    create ace into deck\n  repeat up to 100000:\n    shuffle(deck)\n",
        STEPS,
    ),
}  # fmt: skip


def linked(pack_folder: Write, text: str, frames: bool = False) -> Linked:
    board = "board: square\n" if "everywhere" in text or "lay(" in text else ""
    folder = pack_folder({"pack.yaml": f"pack: hostile\nstart: game\nplayers: 2\n{board}", "all.yaml": text})
    program, out = compiled(folder, frames)
    assert program is not None, [(one.code, one.message) for one in out.errors]
    return Linked(program)


# What runs otherwise in frames: rounds of statements, calls, reactions and dice.
_IN_FRAMES = ("rounds that only write", "events that nobody hears", "events that call two others each",
              "texts of sheets", "a status that gives itself anew", "reactions of each")  # fmt: skip


@pytest.mark.parametrize(("what", "frames"), [*((one, False) for one in HOSTILE), *((one, True) for one in _IN_FRAMES)])
def test_what_runs_away_is_stopped_soon_and_told(pack_folder: Write, what: str, frames: bool) -> None:
    text, told = HOSTILE[what]
    with at_most(_SECONDS, what):
        problem = Game.new(linked(pack_folder, text, frames), seed=0, trace=False).problem
    assert problem is not None
    assert problem.what == told
    assert problem.chain[0] == "game"


@pytest.mark.parametrize("what", ["rounds that only write", "events that nobody hears", "numbers that double",
                                  "values that ask two others each", "a status that gives itself anew"])  # fmt: skip
def test_the_verdict_is_the_same_with_a_log(pack_folder: Write, what: str) -> None:
    ready = linked(pack_folder, HOSTILE[what][0])
    problems = [Game.new(ready, seed=0, trace=trace).problem for trace in (False, True, False)]
    assert [one.what for one in problems if one is not None] == [HOSTILE[what][1]] * 3


HEAVY = (
    f"{MATCH}value heavy(player who) gives number: count(x in numbers(1, 1000) where every y in numbers(1, 1000) has "
    "every z in numbers(1, 1000) has x + y + z > 0)\n"
    "event more(player who): set match.n = heavy(who)\n"
    "event less(player who): set match.n = 1\n"
    "event game: |\n  for each p in players:\n    offer p:\n      more(p)\n      less(p)\n"
)  # fmt: skip


def asked(pack_folder: Write, worth: bool = False) -> Game:
    files = {"pack.yaml": "pack: hostile\nstart: game\nplayers: 2\n" + ("worth: heavy\n" if worth else ""),
             "all.yaml": HEAVY}  # fmt: skip
    program, out = compiled(pack_folder(files))
    assert program is not None, [(one.code, one.message) for one in out.errors]
    game = Game.new(Linked(program), seed=0)
    assert game.problem is None
    return game


def test_an_explanation_is_stopped_and_leaves_the_match_as_it_was(pack_folder: Write) -> None:
    game = asked(pack_folder)
    before = game.fingerprint()
    for _ in range(2):
        with pytest.raises(Runaway, match=STEPS):
            why.breakdown(game.state, "value heavy", (0,))
    assert game.fingerprint() == before
    game.answer(1)
    assert game.problem is None


def test_explanations_share_no_steps(pack_folder: Write) -> None:
    game = asked(pack_folder)
    game.state.fuel = 1  # what a decision has left is nothing to an explanation
    assert why.refusal(game.state, game.linked.program.events.index(_event(game, "less")), (0,)) == []


def _event(game: Game, name: str) -> object:
    return next(one for one in game.linked.program.events if one.id == name)


def test_a_bot_that_judges_too_long_plays_on(pack_folder: Write) -> None:
    game = asked(pack_folder, worth=True)
    assert GreedyBot(1).choose(game) in (0, 1)
    assert game.problem is None


def test_a_decision_has_steps_of_its_own(pack_folder: Write) -> None:
    text = (
        f"{MATCH}event busy: |\n  for each a in numbers(1, 500):\n    for each b in numbers(1, 200):\n"
        "      set match.n = b\nevent game: |\n  repeat up to 60:\n    for each p in players:\n      busy()\n"
        "      let more = choose yes or no by p\n      set match.n = 2 if more\n"
    )
    game = Game.new(linked(pack_folder, text), seed=0)
    answers = 0
    while not game.over:
        game.answer(0)
        answers += 1
        assert 0 < game.state.fuel <= MOST_STEPS
    assert game.problem is None
    assert answers == 120


def test_loading_and_copying_give_steps(pack_folder: Write) -> None:
    game = asked(pack_folder)
    loaded = Game.load(game.linked, game.save())
    made: State = setup.empty(game.linked, 2, game.state.chance, ())
    assert loaded.state.fuel > MOST_STEPS // 2
    assert made.fuel == MOST_STEPS


# Too many steps in one expression, whoever asks for it.
_ENDLESS = ("every x in numbers(1, 1000) has every y in numbers(1, 1000) has every z in numbers(1, 1000) has "
            "x + y + z + a > 0")  # fmt: skip
_WALK = (f"{FIELD}kind piece: {{placed: yes}}\npiece pawn: {{}}\n{MATCH}value dear(number a) gives cells: "
         f"if {_ENDLESS} then 1 cell else 2 cells\npermission may(piece who, cell goal): @may\n"
         "value price(piece who, cell goal) gives cells: @price\n"
         "event game: go()\nevent go: |\n  lay(field)\n  let p = first(players)\n  finish if p is none\n"
         "  let c = first(everywhere)\n  finish if c is none\n  let w = create pawn for p at c\n"
         "  set match.n = size(step_cells(w, 3 cells, may, price))\n")  # fmt: skip
# By what is asked: definitions, and the chain that is told.
CHAINS = {
    "a value and a permission": (
        f"{MATCH}event game: go(1)\nevent go(number a): set match.n = reach(a)\n"
        "value reach(number a) gives number:\n  decide:\n    - 2 if may(a)\n    - 1 if a > 7\n    - 3\n"
        f"permission may(number a): {_ENDLESS}\n",
        ["game", "go", "value reach", "permission may"],
    ),
    "a value in a row of events": (
        f"{MATCH}event game: first_one(1)\nevent first_one(number a): second_one(a)\n"
        f"event second_one(number a): set match.n = reach(a)\nvalue reach(number a) gives number: count(i in "
        f"numbers(1, 9) where may(i + a))\npermission may(number a): {_ENDLESS}\n",
        ["game", "first_one", "second_one", "value reach", "permission may"],
    ),
    "conditions": (
        f"{MATCH}event game: go(1)\nevent go(number a):\n  legal:\n    near: may(a)\n  do: set match.n = a\n"
        f"permission may(number a): {_ENDLESS}\n",
        ["conditions of go", "permission may"],  # whether the event has begun by then is a matter of its form
    ),
    "a permission that a search asks": (
        _WALK.replace("@may", "dear(size(neighbours(goal))) is 1 cell").replace("@price", "1 cell"),
        ["game", "go", "permission may", "value dear"],
    ),
    "a price that a search asks": (
        _WALK.replace("@may", "who is placed").replace("@price", "dear(size(neighbours(goal)))"),
        ["game", "go", "value price", "value dear"],
    ),
}


@pytest.mark.parametrize("frames", [False, True])
@pytest.mark.parametrize("what", CHAINS)
def test_the_chain_ends_with_what_was_asked(pack_folder: Write, what: str, frames: bool) -> None:
    text, chain = CHAINS[what]
    problem = Game.new(linked(pack_folder, text, frames), seed=0, trace=False).problem
    assert problem is not None
    assert (problem.what, problem.chain[0], problem.chain[-len(chain) :]) == (STEPS, "game", chain)


# What only the board decides: each `wide` asks `near` of all 25 cells, which the event asks too.
_ASKED = ("map field:\n  rows: |\n" + "    .....\n" * 5 + f"{MATCH}event game: |\n  lay(field)\n"
          "  set match.n = sum(wide(k) for k in numbers(1, @)) + sum(near(c) for c in everywhere)\n"
          "value wide(number k) gives number: sum(near(c) for c in everywhere) + k\n"
          "value near(cell c) gives number:\n  decide:\n    - 0 if is_empty(neighbours(c))\n    - count(q in "
          "everywhere where count(r in everywhere where distance(q, r) < distance(q, c)) > 1)\n")  # fmt: skip


def test_what_several_results_use_is_charged_once(pack_folder: Write) -> None:
    steps = []
    for many in ("1", "20"):
        game = Game.new(linked(pack_folder, _ASKED.replace("@", many)), seed=0)
        assert game.problem is None
        steps.append(game.steps)
    assert 200_000 < steps[0] < steps[1] < 2 * steps[0]
