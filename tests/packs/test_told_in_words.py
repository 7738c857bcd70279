"""What packs that ship tell in Russian: the terms of their books, forms that agree, and nothing of dice of draws."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulewright.pipeline import load_program
from rulewright.play.load import Linked
from rulewright.play.shown import figures, header
from rulewright.session import Game
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.question import option, prompt
from rulewright_tools.show.story import Story
from rulewright_tools.show.telling import Teller

CONTENT = Path(__file__).parents[2] / "content"
PACK = CONTENT / "ddm"
RUSSIAN = Sight(None, "ru")
ENDINGS = {"f": "а", "n": "о"}


@pytest.fixture(scope="module")
def linked() -> Linked:
    program = load_program(PACK)
    assert program is not None
    return Linked(program)


def _sealed(linked: Linked, seed: int) -> Game:
    building = [member.id for member in linked.program.enums["building"]]
    return Game.new(linked, 2, seed, {"building": building.index("sealed")})


def _told(game: Game) -> list[str]:
    story = Story(RUSSIAN)
    story.retold(game.stretches(), Teller(game.state, RUSSIAN))
    return [line.plain.strip() for line in story.take()]


def _shown(game: Game, size: str, index: int) -> list[str]:
    return [one.told for one in figures(game.state, size, index, RUSSIAN)]


def test_figures_that_are_not_picked_stay_in_the_box(linked: Linked) -> None:
    game = _sealed(linked, 5)
    before = len(_told(game))
    game.answer(0)
    while game.decision is not None and game.decision.player == 0:
        game.answer(len(game.decision.options) - 1)
    told = _told(game)
    assert before == 0  # the draws
    assert any(line.endswith("остаётся в коробке") for line in told)
    assert not any("выбывает" in line for line in told)


def test_a_start_area_is_shown_once_the_letters_are_chosen(linked: Linked) -> None:
    game, chance = _sealed(linked, 5), random.Random(5)
    seen = [[_shown(game, "player", seat)[:1] for seat in (0, 1)]]
    while game.decision is not None and len(game.answers) < 30:
        game.answer(chance.randrange(len(game.decision.options)))
        seen.append([_shown(game, "player", seat)[:1] for seat in (0, 1)])
    assert seen[0] == [[], []]
    assert sorted(one[0] for one in seen[-1]) == ["зона старта А", "зона старта Б"]


def test_who_has_won_the_initiative_is_who_the_header_names(linked: Linked) -> None:
    """While the winner chooses who begins, the last player of the round before no longer has the turn."""
    game, chance, asked = Game.new(linked, 2, 4), random.Random(4), []
    sight = Sight(None, "ru")
    while game.decision is not None and len(game.answers) < 300:
        if prompt(game.state, game.decision, sight).startswith("Кто начинает раунд"):
            asked.append((header(game.state, sight), f"ходит игрок {game.decision.player + 1}"))
        game.answer(chance.randrange(len(game.decision.options)))
    assert len(asked) > 3
    assert [said for said, who in asked if not said.endswith(who)] == []


def test_what_is_shown_of_a_creature_agrees_with_its_name(linked: Linked) -> None:
    found: set[str] = set()
    for seed in range(3):
        game, chance = _sealed(linked, seed), random.Random(seed)
        while game.decision is not None and len(game.answers) < 80:
            game.answer(chance.randrange(len(game.decision.options)))
            m = game.state
            for e in range(1, len(m.sheet)):
                of = m.p.sheets[m.sheet[e]].names.get("ru.is", "m")
                for words in _shown(game, "entity", e):
                    if words.startswith("ещё не ходил"):
                        assert words.removeprefix("ещё не ходил") == ENDINGS.get(of, ""), e
                        found.add(of)
    assert found >= {"m", "f"}


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ("ddm", ("Состязание", "Луч мороза", "растерянн", "Держать удар")),
        (
            "underworlds",
            ("двиньте", "из строя", "попадание", "ромах", "Неудержимый", "атака бросает", "Чисто выметено"),
        ),
    ],
)
def test_other_words_than_those_of_the_book_are_not_used(pack: str, words: tuple[str, ...]) -> None:
    """Each of these once stood for a term that the rulebook calls otherwise."""
    files = [one for one in (CONTENT / pack).rglob("*.yaml") if "tests" not in one.parts[len(CONTENT.parts) :]]
    found = [(one.name, word) for one in files for word in words if word in one.read_text("utf-8")]
    assert files and found == []


@pytest.mark.parametrize(("pack", "seeds"), [("ddm", (21, 26)), ("underworlds", (14, 16))])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_answer_is_told_as_a_bare_place_or_in_the_words_of_a_menu(
    pack: str, seeds: tuple[int, ...], language: str
) -> None:
    """`player 1: D6` does not say what for, and `player 1: Draw a power card` is no sentence of a story."""
    program = load_program(CONTENT / pack)
    assert program is not None
    sight = Sight(None, language)
    for seed in seeds:
        game, chance = Game.new(Linked(program), 2, seed), random.Random(seed)
        offers: set[str] = set()
        while game.decision is not None and len(game.answers) < 250:
            d = game.decision
            index = chance.randrange(len(d.options))
            if d.site >= 0 and program.sites[d.site].kind == "offer" and d.options[index] is not None:
                offers.add(option(game.state, d, d.options[index], sight))
            game.answer(index)
        story = Story(sight)
        story.retold(game.stretches(), Teller(game.state, sight))
        told = [line.plain.partition(": ")[2] for line in story.take() if not line.plain.startswith(" ")]
        answers = [one for line in told for one in line.split(" > ")]
        assert offers and [one for one in told if re.fullmatch(r"[A-Z]\d+( > .*)?", one)] == []
        assert offers & set(answers) == set()


def test_a_token_that_lies_face_down_has_no_number() -> None:
    """Neither its own nor one of the engine, which people would take for it."""
    program = load_program(CONTENT / "underworlds")
    assert program is not None
    game = Game.new(Linked(program), 2, 4, {"relic": True})
    seen: list[set[str]] = []
    while game.decision is not None and len(game.answers) < 12:
        m = game.state
        tokens = [e for e in range(1, len(m.sheet)) if m.p.sheets[m.sheet[e]].id == "objective_token"]
        seen += [{Sight(viewer).entity(m, e) for viewer in (None, 0, 1) for e in tokens}]
        game.answer(0)
    assert {"Relic", "Objective token, face down"} in seen
    assert set().union(*seen) - {"Relic", "Objective token, face down"} == {f"Objective token {n}" for n in range(1, 6)}
