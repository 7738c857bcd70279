"""What people are told about a match: options that can be told apart, numbers explained, refusals with reasons."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.properties.playing import LENGTH, PLAYED, USUAL, answers, begin

from rulewright.explained import TypeCode
from rulewright.play import why
from rulewright.play.chance import Chance
from rulewright.play.plane_areas import spots
from rulewright.play.secrets import imagined
from rulewright.play.state import State, copy
from rulewright.play.view import view
from rulewright.session import Game, answer
from rulewright.space.plane.terms import ALL

SEEDS = st.integers(0, 1 << 32)


def sampled(m: State, t: TypeCode, chance: Chance) -> list[Any]:
    """Some values of a type that there are in a match; none where we cannot say."""
    tag, name, args = t
    p = m.p.program
    match tag:
        case "yes_no":
            return [False, True]
        case "number":
            return [-1, 0, 1, 2, 5]
        case "player":
            return list(range(m.players))
        case "enum":
            return list(range(len(p.enums[name]))) if name in p.enums else []
        case "entity":
            kinds = [i for i, k in enumerate(p.kinds) if k.id == name] if name else list(range(len(p.kinds)))
            found = [e for e in range(1, len(m.sheet)) if m.live[e] and any(m.sheet[e] in m.p.kin[k] for k in kinds)]
            return _few(found, chance)
        case "sheet":
            kinds = [i for i, k in enumerate(p.kinds) if k.id == name]
            return _few([i for i in range(len(p.sheets)) if any(i in m.p.kin[k] for k in kinds)], chance)
        case "place" if p.board == "plane":
            return [*_few([at for at in m.at if at >= 0], chance), *islice(spots(m, ALL), 3)]
        case "place":
            return _few(list(m.board.decode(m.board.everywhere)), chance)
        case "maybe":
            return [None, *sampled(m, args[0], chance)]
        case "set" | "list":
            inner = sampled(m, args[0], chance)
            if args[0][0] == "place":
                return [0, sum(1 << x for x in set(inner))] if tag == "set" and inner else []
            return [(), tuple(sorted(set(inner)))] if inner and None not in inner else []
    return []


def _few(items: list[Any], chance: Chance) -> list[Any]:
    return items if len(items) <= 4 else [items[chance.draw(len(items), "values")] for _ in range(4)]


def drawn(m: State, types: list[TypeCode], chance: Chance) -> tuple[Any, ...] | None:
    """Arguments of some types at random."""
    made = []
    for t in types:
        found = sampled(m, t, chance)
        if not found:
            return None
        made.append(found[chance.draw(len(found), "values")])
    return tuple(made)


@pytest.mark.parametrize("pack", PLAYED)
@given(seed=SEEDS)
def test_breakdowns_come_to_the_quick_value(pack: str, seed: int) -> None:
    """The slow way through all contributions gives what the quick function gives, for all values of a pack."""
    game, chance = begin(pack, seed), Chance(seed)
    explained = 0
    for count, _ in enumerate(answers(game, seed, LENGTH.get(pack, USUAL) // 2)):
        m = game.state
        if count % 10:
            continue
        for key, text in m.p.program.texts.items():
            args = drawn(m, [t for _, t in text.params], chance)
            if args is None:
                continue
            told = why.breakdown(m, key, args)
            assert told.explained == told.result == m.p.names[text.function](m, *args), f"{key}{args}"
            assert told.words != ""
            explained += 1
    assert explained > 20


@pytest.mark.parametrize("pack", PLAYED)
@given(seed=SEEDS)
def test_refused_calls_name_what_fails(pack: str, seed: int) -> None:
    """A call that is not legal has at least one failing condition; a legal one has none."""
    game, chance = begin(pack, seed), Chance(seed)
    refused = 0
    for count, _ in enumerate(answers(game, seed, LENGTH.get(pack, USUAL) // 2)):
        m = game.state
        if count % 10:
            continue
        before = game.fingerprint()
        for number, event in enumerate(m.p.program.events):
            args = drawn(m, [t for _, t in event.fields[: event.params]], chance)
            if args is None:
                continue
            legal = bool(m.p.can[number](m, *args, 0))
            failing = why.refusal(m, number, args)
            assert legal == (not failing), f"{event.id}{args}"
            refused += not legal
            assert all(one.text and one.place[0] for one in failing)
        assert game.fingerprint() == before
    assert refused > 0


@pytest.mark.parametrize("pack", PLAYED)
@example(seed=208)  # a match of the duel in which options have one label and differ
@given(seed=SEEDS)
def test_options_can_be_told_apart(pack: str, seed: int) -> None:
    """Labels differ, or the options are truly equal: either answer leads to the same view for everybody."""
    game = begin(pack, seed)
    for _ in answers(game, seed, LENGTH.get(pack, USUAL)):
        question, d = game.question(), game.decision
        assert question is not None and d is not None
        assert all(question.options) and question.prompt
        if len(set(question.options)) == len(question.options):
            continue
        first: dict[str, int] = {}
        for number, label in enumerate(question.options):
            if label in first:
                assert seen_after(game, first[label]) == seen_after(game, number), f"{question.prompt} {label}"
            first.setdefault(label, number)


def seen_after(game: Game, number: int) -> list[Any]:
    """What all players see after an answer, in an order of its own: of two cards that look alike either may be the one
    that was put somewhere, and things are listed by age."""
    m = copy(game.state)
    assert m.pending is not None
    answer(m, m.pending.options[number])
    views = [view(m, seat) for seat in range(m.players)]
    return [{**one, "entities": sorted(one["entities"], key=repr)} for one in views]


@pytest.mark.parametrize("pack", PLAYED)
@given(seed=SEEDS)
def test_views_tell_no_secrets(pack: str, seed: int) -> None:
    """A match as a player may imagine it looks the same to that player: what is hidden is not in the view; and it can
    be played on."""
    game = begin(pack, seed)
    for count, number in enumerate(answers(game, seed, LENGTH.get(pack, USUAL))):
        if count % 7:
            continue
        m = game.state
        for seat in range(m.players):
            made = imagined(m, seat, Chance(seed + count))
            assert view(made, seat) == view(m, seat)
            if m.pending is not None and m.pending.player == seat:
                assert made.pending is not None
                answer(made, made.pending.options[number])
