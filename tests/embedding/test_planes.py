"""A plane in a program: views, logs and questions of it, and answers with places that nobody listed."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

import rulewright

HEATH = Path(__file__).parents[1] / "play" / "heath"


def test_a_match_on_a_plane() -> None:
    match = rulewright.Match.new(rulewright.load(HEATH), seed=4)
    number = unlisted = 0
    table = match.view(0).table
    assert table is not None and not match.view(0).board
    assert len(table.outline) == 4 and set(table.zones) <= set(table.areas)
    while (question := match.question()) is not None:
        json.dumps(dataclasses.asdict(match.view(question.seat)))
        match.log(question.seat)
        option = question.options[number % len(question.options)]
        number += 3
        if question.open and option.places:
            x, _, rest = option.places[-1].partition("x")
            try:
                match.answer_at(f"{float(x) + 0.125:g}x{rest}", option)
                unlisted += 1
                continue
            except rulewright.RulewrightError as refused:
                assert "is no answer: " in str(refused)
        match.answer(option)
    assert unlisted > 5 and any(answer < 0 for answer in match.answers)
    again = rulewright.Match.load(match.pack, json.loads(json.dumps(match.save())))
    assert again.answers == match.answers


def test_what_is_no_place_cannot_be_answered() -> None:
    match = rulewright.Match.new(rulewright.load(HEATH), seed=4)
    for place in ("here", "12 x 7", "12.50x7"):
        with pytest.raises(rulewright.RulewrightError, match="is not a place"):
            match.answer_at(place)
    question = match.question()
    assert question is not None and question.open
    match.answer(0)
    assert len(match.answers) == 1


def test_a_way_is_answered_with_its_places_in_order() -> None:
    match = rulewright.Match.new(rulewright.load(HEATH.parent / "ford"), seed=1)
    for place in ("12x8", "10x8", "3x20", "4x3", "14x20"):
        match.answer_at(place)
    question = match.question()
    assert question is not None and question.open
    told = question.options[0].values["w"]
    assert isinstance(told, list) and told[0] == "10x8" and json.loads(json.dumps(told)) == told
    assert set(map(str, told)) <= set(question.options[0].places)
    with pytest.raises(rulewright.RulewrightError, match="'there' is not a place"):
        match.answer_at("10x13 then there")
    with pytest.raises(rulewright.RulewrightError, match=r"14.5 inches, at most 12 needed.* then 14.5x10.5 would do"):
        match.answer_at("10x13 then 14.5x13 then 14.5x8")
    with pytest.raises(rulewright.RulewrightError, match="expected a single place, not a formation"):
        match.answer_at({"e2": "10x13"})
    match.answer_at("10x13 then 14x13")
    assert "10x13 then 14x13" in str(match.log(0))
    again = rulewright.Match.load(match.pack, json.loads(json.dumps(match.save())))
    assert again.answers == match.answers and again.answers[-1] < 0
