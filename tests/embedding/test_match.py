"""A match as programs play it: questions with structured options, answers, undo, saves, and what is refused."""

from __future__ import annotations

import dataclasses
import json
from threading import Thread
from time import sleep
from typing import Any

import pytest

import rulewright
from rulewright import Match, Option, Pack, RulewrightError


def options(match: Match) -> list[dict[str, Any]]:
    """The options of the pending question without what is empty."""
    question = match.question()
    assert question is not None
    return [{k: v for k, v in dataclasses.asdict(one).items() if v} for one in question.options]


def answered(match: Match, *labels: str) -> Match:
    """The match after the options with these labels were taken."""
    for label in labels:
        question = match.question()
        assert question is not None
        match.answer(next(one for one in question.options if one.label == label))
    return match


def test_a_choice_is_of_places_or_of_values(match: Match) -> None:
    question = match.question()
    assert question is not None
    assert (question.seat, question.kind, question.type, question.secret) == (0, "choose", "cell", False)
    assert question.during == {"event": "play", "values": {"winner": None}}
    assert question.place[0] == "game.yaml"
    assert options(match)[1] == {"index": 1, "label": "B1", "kind": "choice", "values": {"value": "B1"},
                                 "places": ("B1",)}  # fmt: skip
    answered(match, "C1")
    assert options(match)[1] == {"index": 1, "label": "wild", "kind": "choice", "values": {"value": "wild"}}


def test_an_offer_is_of_events_with_their_arguments(match: Match) -> None:
    answered(match, "C1", "calm")
    assert options(match) == [
        {"label": "rest(Ranger)", "kind": "event", "event": "rest", "values": {"who": "e1"}, "entities": ("e1",)},
        {"index": 1, "label": "discard(ace)", "kind": "event", "event": "discard", "values": {"what": "hand:0#1"},
         "entities": ("hand:0#1",)},
        {"index": 2, "label": "discard(two)", "kind": "event", "event": "discard", "values": {"what": "hand:0#2"},
         "entities": ("hand:0#2",)},
        {"index": 3, "label": "pass", "kind": "pass"},
    ]  # fmt: skip


def test_what_is_not_offered_is_told_in_the_words_of_the_pack(match: Match) -> None:
    answered(match, "C1", "calm")
    assert match.why_not("wake", {"who": "e1"}) == ("Ranger is not tired",)
    assert match.why_not("wake", {"who": "e1"}, "ru") == ("Следопыт не устал",)
    assert match.why_not("rest", {"who": "e1"}) == ()
    assert match.why_not("look", {"who": "e1"}) == ("this question offers nothing of that sort",)


@pytest.mark.parametrize(
    ("event", "arguments", "words"),
    [
        ("wakes", {}, "there is no event 'wakes'"),
        ("wake", {}, "the arguments of event 'wake' are who: 'who' is missing"),
        ("wake", {"who": "e1", "when": 1}, "the arguments of event 'wake' are who: 'when' is none of them"),
        ("wake", {"who": "e77"}, "'e77' is not a value for 'who'"),
        ("wake", {"who": 1}, "1 is not a value for 'who'"),
        ("wake", ["who"], r"arguments must be a mapping by name, not \['who'\]"),
        (5, {}, "there is no event '5'"),
    ],
)
def test_what_cannot_be_a_call_is_refused(match: Match, event: str, arguments: Any, words: str) -> None:
    with pytest.raises(RulewrightError, match=words):
        match.why_not(event, arguments)


def test_a_reaction_says_what_reacts_and_to_what(match: Match) -> None:
    answered(match, "C1", "calm", "rest(Ranger)")
    question = match.question()
    assert question is not None
    assert (question.kind, question.during) == ("react", {"event": "rest", "values": {"who": "e1"}})
    assert options(match) == [
        {"label": "watch", "kind": "reaction", "reaction": "rule watch"}, {"index": 1, "label": "pass", "kind": "pass"}
    ]  # fmt: skip


def test_a_secret_choice_and_a_yes_or_no(match: Match) -> None:
    answered(match, "C1", "calm", "pass")
    question = match.question()
    assert question is not None and question.secret
    answered(match, "ace")
    assert [one["values"] for one in options(match)] == [{"value": True}, {"value": False}]
    assert (match.asked, match.over, match.winners) == (1, False, ())
    answered(match, "yes", "yes")
    assert (match.question(), match.asked, match.over, match.winners, match.problem) == (None, None, True, (0,), None)


def test_words_are_in_the_language_that_is_asked_for(match: Match) -> None:
    answered(match, "C1", "calm")
    question = match.question("ru")
    assert question is not None
    assert [one.label for one in question.options] == [
        "rest(Следопыт)", "discard(ace)", "discard(two)", "пропустить"
    ]  # fmt: skip
    assert match.view(0, "ru").entities["e1"].name == "Следопыт"


@pytest.mark.parametrize("wrong", [-1, 8, True, None, "A1", 1.0])
def test_an_answer_that_is_not_offered_is_refused(match: Match, wrong: Any) -> None:
    with pytest.raises(RulewrightError):
        match.answer(wrong)
    assert match.answers == ()


def test_what_is_offered_is_counted_from_0(match: Match) -> None:
    with pytest.raises(RulewrightError, match="there is no option 8: the question has 8, from 0"):
        match.answer(8)
    with pytest.raises(RulewrightError, match="there is no option a number beyond"):
        match.answer(10**5000)


def test_an_option_of_another_question_is_refused(match: Match) -> None:
    before = match.question()
    assert before is not None
    answered(match, "C1")
    with pytest.raises(RulewrightError, match=f"'{before.options[1].label}' belongs to another question"):
        match.answer(before.options[1])
    assert len(match.answers) == 1
    beside, asked = match.copy(), match.question("ru")
    assert asked is not None
    beside.answer(asked.options[1])  # a match that stands alike takes it, in any language
    assert match.undo()
    match.answer(before.options[1])


def test_nobody_can_answer_when_the_match_is_over(match: Match) -> None:
    answered(match, "C1", "calm", "pass", "ace", "yes", "yes")
    with pytest.raises(RulewrightError, match="the match is over"):
        match.answer(0)
    with pytest.raises(RulewrightError, match="the match is over"):
        match.answer_at("1x1")


def test_settings_are_given_by_id(pack: Pack) -> None:
    match = Match.new(pack, 3, 1, {"terror": "wild", "long": True, "rounds": 7})
    assert match.players == 3
    assert match.settings == {"ground": "meadow", "terror": "wild", "hero": None, "long": True, "rounds": 7}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"terror": "wlid"}, "'wlid' is not a value of the setting 'terror', which takes calm, wild"),
        ({"terror": 1}, "1 is not a value of the setting 'terror', which takes calm, wild"),
        ({"ground": "sea"}, "'sea' is not a value of the setting 'ground', which takes meadow"),
        ({"hero": "axe"}, "'axe' is not a value of the setting 'hero', which takes None, ranger"),
        ({"rounds": "7"}, "'7' is not a value of the setting 'rounds', which takes a whole number, up to 1000000000"),
        ({"rounds": True}, "True is not a value of the setting 'rounds', which takes a whole number, up to 1000000000"),
        ({"rounds": -1.5}, "-1.5 is not a value of the setting 'rounds', which takes a whole number, up to 1000000000"),
        ({"long": None}, "None is not a value of the setting 'long', which takes False, True"),
        ({"long": "yes"}, "'yes' is not a value of the setting 'long', which takes False, True"),
        ({"long": 1}, "1 is not a value of the setting 'long', which takes False, True"),
        ({"lnog": True}, "sample has no setting 'lnog'; its settings: ground, terror, hero, long, rounds"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(pack: Pack, given: dict[str, Any], words: str) -> None:
    with pytest.raises(RulewrightError) as raised:
        Match.new(pack, settings=given)
    assert str(raised.value) == words


@pytest.mark.parametrize(
    "wrong",
    [{"players": 4}, {"players": "2"}, {"seed": "x"}, {"key": b"short"}, {"key": "x" * 20}, {"settings": ["long"]}],
)
def test_a_match_that_cannot_be_is_refused(pack: Pack, wrong: dict[str, Any]) -> None:
    with pytest.raises(RulewrightError):
        Match.new(pack, **wrong)


def test_undo_and_copy(match: Match) -> None:
    answered(match, "C1")
    before = match.view(None)
    copied = answered(match.copy(), "wild")
    assert match.view(None) == before and copied.answers == (*match.answers, 1)
    assert copied.log(0) == [] and copied.undo() and not copied.undo()
    answered(match, "wild", "rest(Ranger)")
    assert match.undo() and match.undo()
    assert match.view(None) == before and len(match.answers) == 1
    assert match.undo() and not match.undo()


def test_a_loaded_match_has_its_log_and_goes_back(match: Match, pack: Pack) -> None:
    answered(match, "C1", "calm", "rest(Ranger)")
    data = json.loads(json.dumps(match.save()))
    loaded = Match.load(pack, data)
    assert [loaded.log(seat) for seat in (0, 1, None)] == [match.log(seat) for seat in (0, 1, None)]
    assert loaded.view(None) == match.view(None) and loaded.question() == match.question()
    assert loaded.undo() and match.undo()
    assert loaded.view(None) == match.view(None)
    restored = Match.restore(pack, data)
    assert restored.log(0) == [] and not restored.undo()
    answered(restored, "watch")
    assert [one.kind for one in restored.log(0)] == ["answered", "reacted", "began", "finished"]
    assert restored.log(0, since=3) == restored.log(0) and restored.log(0, since=4) == []


@pytest.mark.parametrize("spoil", [dict, lambda data: {**data, "answers": [9]}, lambda data: None, lambda data: "x"])
def test_a_save_that_is_spoilt_is_refused(match: Match, pack: Pack, spoil: Any) -> None:
    answered(match, "C1")
    spoilt = spoil(match.save()) if spoil is not dict else {}
    with pytest.raises(RulewrightError):
        Match.load(pack, spoilt)
    if spoil is dict:
        with pytest.raises(RulewrightError):
            Match.restore(pack, spoilt)


def test_an_imagined_match_keeps_what_the_player_knows(match: Match) -> None:
    answered(match, "C1", "calm")
    for seat in (0, 1):
        for seed in range(8):
            made = match.imagined(seat, seed)
            assert made.view(seat) == match.view(seat)
            assert made.log(None) == []
            made.answer(0)
    dealt = {tuple(made.view(1).entities[one].sheet for one in ("hand:1#1", "hand:1#2"))
             for made in (match.imagined(0, seed) for seed in range(20))}  # fmt: skip
    assert dealt == {("ace", "two"), ("two", "two")}


def test_a_match_goes_on_by_chance_beside_its_own(match: Match) -> None:
    before = match.save()
    ends = [match.played_on(seed, 1000) for seed in range(6)]
    assert match.save() == before
    assert all(made.over and made.problem is None and made.log(None) == [] for made in ends)
    assert len({made.view(None) == ends[0].view(None) for made in ends}) == 2  # some end alike, and some do not
    assert ends[3].view(None) == match.played_on(3, 1000).view(None)
    once = match.played_on(3, 1)
    question = once.question()
    assert question is not None and not once.over
    once.answer(question.options[-1])


@pytest.mark.parametrize("call", ["view", "log"])
def test_there_is_no_other_seat(match: Match, call: str) -> None:
    for seat in (-1, 2):
        with pytest.raises(RulewrightError, match=f"there is no seat {seat}"):
            getattr(match, call)(seat)
    with pytest.raises(RulewrightError, match="a seat must be a whole number, not '0'"):
        getattr(match, call)("0")
    for wrong in (5, None, "0"):
        with pytest.raises(RulewrightError):
            match.imagined(wrong, 1)  # type: ignore[arg-type]


def test_what_is_no_number_is_refused(match: Match) -> None:
    for call in (lambda: match.log(0, since="1"),  # type: ignore[arg-type]
                 lambda: match.imagined(0, "x"),  # type: ignore[arg-type]
                 lambda: match.played_on(1.5, 3),  # type: ignore[arg-type]
                 lambda: match.played_on(1, "x")):  # type: ignore[arg-type]
        with pytest.raises(RulewrightError, match="must be a whole number, not"):
            call()
    for few in (lambda: match.log(0, since=-5), lambda: match.played_on(1, -3)):
        with pytest.raises(RulewrightError, match=r"a number of answers must be at least 0, not -[35]"):
            few()
    assert match.played_on(1, 0).answers == match.answers


def test_what_chance_has_made_is_not_saved(match: Match) -> None:
    for made in (match.imagined(0, 1), match.played_on(1, 2), match.imagined(0, 1).copy()):
        with pytest.raises(RulewrightError, match="cannot be saved"):
            made.save()


def test_threads_play_one_after_another(pack: Pack) -> None:
    """A call waits while another is under way, in whatever match that is."""
    under_way: list[int] = []
    together: list[int] = []

    class Slow(str):
        """A language in which nothing is found soon."""

        def __hash__(self) -> int:
            under_way.append(1)
            together.append(len(under_way))
            sleep(0.001)
            under_way.pop()
            return hash("ru")

        __eq__ = str.__eq__

    matches = [Match.new(pack, seed=1) for _ in range(4)]
    threads = [Thread(target=one.view, args=(0, Slow("ru"))) for one in matches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together and max(together) == 1


def test_rules_that_do_not_terminate_are_a_problem_and_no_exception(tmp_path: Any) -> None:
    (tmp_path / "pack.yaml").write_text("pack: loops\nstart: play\n", encoding="utf-8")
    text = "event play: echo()\nevent echo(): {}\nrule again: {after: echo, do: echo()}\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    match = Match.new(rulewright.load(tmp_path, cache=None), seed=1)
    assert match.over and match.winners == () and match.problem is not None and "echo" in match.problem


def test_an_option_is_what_it_says() -> None:
    assert Option(0, "pass", "pass").values == {}
