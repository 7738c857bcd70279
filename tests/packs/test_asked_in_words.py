"""No question of a pack that ships is asked in the words of the engine: each has a sentence, in both languages, and a
name where the log shows one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.pipeline import load_program
from rulewright.play import labels
from rulewright.play.load import Linked
from rulewright.program import Program
from rulewright.session import Game
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.question import prompt, purpose

CONTENT = Path(__file__).parents[2] / "content"
PACKS = sorted(str(one.parent.relative_to(CONTENT)) for one in CONTENT.glob("**/pack.yaml"))
LANGUAGES = ("en", "ru")
DECISIONS = 60
ENDS = ("?", ".", "»")


def program_of(pack: str) -> Program:
    program = load_program(CONTENT / pack)
    assert program is not None, pack
    return program


@pytest.mark.parametrize("pack", PACKS)
def test_whatever_may_be_asked_has_words(pack: str) -> None:
    """Choices, offers, loops; windows, for what optional reactions ask; arbiters."""
    p = program_of(pack)
    windows = {reaction.window for reaction in p.reactions if reaction.optional}
    asked = [(f"{site.place[0]}:{site.place[1]}", site.ask) for site in p.sites]
    asked += [(f"window {window.id}", window.ask) for i, window in enumerate(p.windows) if i in windows]
    asked += [(f"arbiter of {event.id}", event.arbiter_ask) for event in p.events if event.arbiter is not None]
    asked += [(f"may of {one.id}", one.ask) for one in p.reactions if one.ask]
    bare = [where for where, ask in asked if not all(ask.get(one, "").endswith(ENDS) for one in LANGUAGES)]
    assert bare == []


@pytest.mark.parametrize("pack", PACKS)
def test_the_story_calls_no_choice_by_its_id(pack: str) -> None:
    """The log shows `the ground acts first: no`: what stands before the answer is a name of the pack, in each
    language."""
    told = [(site, language) for site in program_of(pack).sites if site.kind in ("yes or no", "choose")
            for language in LANGUAGES if purpose(site, language)]  # fmt: skip
    bare = [(site.place, language) for site, language in told if not site.aim_names.get(language)]
    assert bare == []


@pytest.mark.parametrize("pack", PACKS)
def test_bots_are_asked_in_sentences_of_the_pack(pack: str) -> None:
    """As people read it at the table: nothing of a template is left, and nothing of the engine's own words."""
    game = Game.new(Linked(program_of(pack)), seed=7, trace=False)
    chance = random.Random(7)
    told: list[str] = []
    while game.decision is not None and len(told) < DECISIONS * len(LANGUAGES):
        m, d = game.state, game.decision
        for language in LANGUAGES:
            words = prompt(m, d, Sight(d.player, language))
            assert words.endswith(ENDS) and not set("<>_") & set(words), words
            assert labels.prompt(m, d, language) not in words
            told.append(words)
        game.answer(chance.randrange(len(d.options)))
    assert len(set(told)) > len(LANGUAGES)


@pytest.mark.parametrize(("pack", "event"), [("ddm", "inspect"), ("underworlds", "approve")])
def test_rules_of_construction_refuse_in_words(pack: str, event: str) -> None:
    conditions = next(one for one in program_of(pack).events if one.id == event).conditions
    assert conditions
    assert [one.name for one in conditions if not all(one.says.get(language) for language in LANGUAGES)] == []
