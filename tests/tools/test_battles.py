"""Battles of the two packs with miniatures as people read and play them: sentences, numbers, names in their cases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.languages import plural
from rulewright.pack.model import Declaration
from rulewright.pack.tree import Mapping
from rulewright.pipeline import check_pack, load_program

from .conftest import Run

CONTENT = Path(__file__).parents[2] / "content"
LESSON = ("scenario=quick_start",)
SORTS = {"one": "успех", "few": "успеха", "many": "успехов"}


def _watched(run: Run, pack: str, language: str) -> str:
    """The story of a match of bots, lines that were broken put together."""
    out = run("play", CONTENT / pack, "--watch", "--seed", "7", "--language", language).out
    return re.sub(r" ?\n {6,}", " ", out)


def test_six_squares_and_an_attack_are_three_answers(run: Run) -> None:
    """A place, yes, the attack; the two who fight are brought near each other first."""
    settings = [part for one in LESSON for part in ("--set", one)]
    before = ["1", "1", "pass", "h5", "y", "pass", "1"]
    three = ["g5", "y", "attack"]
    typed = "\n".join([*before, *three, "quit", ""])
    ran = run("play", CONTENT / "ddm", "--seed", "1", "--human", "1", "--human", "2", *settings, typed=typed)
    told = ran.out.rpartition("A5 > B4 > C4 > D4 > E4 > F4 > G5\nGo? [Y/n]")[2]
    assert "player 1: Human Sellsword steps to B4 > C4 > D4 > E4 > F4 > G5\n" in told
    assert "player 1: Human Sellsword attacks Yuan-ti Swiftscale with Greatsword\n" in told
    assert re.search(r"    \d+ \+ 11 = \d+ against AC 22: a (hit|miss)\n", told)


CASES = [("ddm", "creature", ("acc", "dat")), ("underworlds", "fighter", ("acc",))]


@pytest.mark.parametrize(("pack", "kind", "cases"), CASES)
def test_all_who_are_attacked_have_the_cases_that_messages_ask_for(
    pack: str, kind: str, cases: tuple[str, ...]
) -> None:
    program = load_program(CONTENT / pack)
    assert program is not None
    sheets = [sheet for sheet in program.sheets if program.kinds[sheet.kind].id == kind]
    assert len(sheets) >= 8
    assert [s.id for s in sheets for case in cases if not s.names.get(f"ru.{case}")] == []


def test_a_russian_battle_declines_names(run: Run) -> None:
    told = _watched(run, "ddm", "ru")
    victims = set(re.findall(r"атакует ([^(«\n]+) \(«", told))
    areas = {"область", "конусом", "всех вокруг"}
    assert victims - areas and victims - areas <= {
        "Человека-наёмника", "Дварфа-мастера битв", "Эльфа-чернокнижника", "Стремительного юань-ти",
        "Молодого зелёного дракона",
    }  # fmt: skip
    points = re.findall(r"получает (\d+) (очко|очка|очков) победы", told)
    words = {"one": "очко", "few": "очка", "many": "очков"}
    assert points and all(words[plural(int(number), "ru")] == word for number, word in points)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_combat_tells_its_successes_and_the_verdict(run: Run, language: str) -> None:
    told = _watched(run, "underworlds", language)
    if language == "en":
        verdicts = re.findall(r"(\d+) (?:critical )?(success|successes) against \d+: a (?:hit|standoff|miss)\n", told)
        assert all((number == "1") == (word == "success") for number, word in verdicts)
        attacks = len(re.findall(r" attacks .* with ", told))
    else:
        verdicts = re.findall(r"    (\d+) (успех\w*) против \d+: (?:попадание|поровну|промах)\n", told)
        assert all(SORTS[plural(int(number), "ru")] == word for number, word in verdicts)
        attacks = len(re.findall(r" атакует .* \(«", told))
    assert verdicts and attacks >= len(verdicts)


@pytest.mark.parametrize("pack", ["ddm", "underworlds"])
def test_statuses_and_terrain_that_people_read_of_have_their_wording(pack: str) -> None:
    told = [
        one
        for one in check_pack(CONTENT / pack).pack.declarations
        if one.form in ("status", "area") and "name" in one.fields
    ]
    assert len(told) > 12
    assert [one.id for one in told if not {"en", "ru"} <= _languages(one)] == []


@pytest.mark.parametrize("pack", ["ddm", "underworlds"])
def test_all_questions_and_answers_are_said_in_both_languages(pack: str) -> None:
    """Only which of several reactions comes first is asked in the words of the table."""
    program = load_program(CONTENT / pack)
    assert program is not None
    unsaid = [f"{site.place[0]}:{site.place[1]}" for site in program.sites if not {"en", "ru"} <= site.ask.keys()]
    offered = sorted({event for site in program.sites for event in site.lines})
    unsaid += [program.events[one].id for one in offered if not {"en", "ru"} <= program.events[one].shown_as.keys()]
    assert unsaid == []


@pytest.mark.parametrize("pack", ["ddm", "underworlds"])
def test_what_is_told_as_given_is_told_in_sentences(pack: str) -> None:
    """Statuses of those who stand on the board, that are given and have a name."""
    found = check_pack(CONTENT / pack)
    assert found.program is not None
    given = set(re.findall(r"give (\w+)", _texts(pack)))
    named = [one for one in found.program.statuses if one.id in given and one.names and one.id not in _OF_LINES]
    assert named and [one.id for one in named if one.says.keys() < {"given", "over"}] == []


_OF_LINES = {"save_ends", "knockback", "cleave"}  # what attack lines have, and how long others last


def _texts(pack: str) -> str:
    files = [one for one in sorted((CONTENT / pack).rglob("*.yaml")) if one.parent.name != "tests"]
    return "\n".join(one.read_text("utf-8") for one in files)


def _languages(of: Declaration) -> set[str]:
    wording = of.fields["text"].node if "text" in of.fields else None
    return set(wording.entries) if isinstance(wording, Mapping) else set()


@pytest.mark.parametrize("pack", ["ddm", "underworlds"])
def test_whatever_is_offered_is_refused_in_words_in_both_languages(pack: str) -> None:
    """A condition has words of its own, or asks permissions that have."""
    program = load_program(CONTENT / pack)
    assert program is not None
    unsaid = []
    for number in sorted({event for site in program.sites for event in site.lines}):
        event = program.events[number]
        for condition in event.conditions:
            asked = [program.askings.get(function) for function, _, _ in condition.parts]
            inner = [program.texts[one[0]].says.get("normally", {}) if one else {} for one in asked]
            for words in [condition.says] if condition.says else inner:
                unsaid += [f"{event.id}.{condition.name}"] * (not {"en", "ru"} <= words.keys())
    assert unsaid == []


def test_a_refusal_is_told_in_russian_in_the_cases_of_the_language(run: Run) -> None:
    settings = [part for one in LESSON for part in ("--set", one)]
    typed = "\n".join(["1", "1", "why not attack", "quit", ""])
    ran = run("play", CONTENT / "ddm", "--seed", "1", "--human", "1", "--human", "2", "--language", "ru", *settings,
              typed=typed)  # fmt: skip
    told = re.sub(r" ?\n {6,}", " ", ran.out)
    assert "Такого ответа нет:" in told
    assert "Стремительный юань-ти не может быть целью атаки «Двуручный меч»" in told
