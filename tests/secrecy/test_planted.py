"""Twins are found to differ where the interpreter tells what it must not: faults that are planted for the purpose."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.secrecy import pairs
from tests.secrecy.pairs import judged

from rulewright.check import could, veils, ways
from rulewright.compile import plan
from rulewright.effects import nodes as n
from rulewright.embedding import history
from rulewright.embedding.values import Values
from rulewright.play import covert, dice, log, view
from rulewright.play.state import State
from rulewright.shapes import OUTCOME

PACKS = 200  # of these one at least must show the fault
# Faults that few packs show, and the seed from which on such a pack is looked for: those before it only take time.
FIRST = {"logs tell equal cards apart": 130, "who could answer is decided by secrets": 195}

Plant = Callable[[pytest.MonkeyPatch], None]


def _logs_tell_all(patch: pytest.MonkeyPatch) -> None:
    def everything(m: State, entries: Any, seat: int | None, most: int | None = None) -> Any:
        return list(entries[:most])

    patch.setattr(log, "for_seat", everything)
    patch.setattr(history, "for_seat", everything)


def _nothing_is_veiled(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plan, "_veil", lambda *_: None)


def _outcomes_are_told(patch: pytest.MonkeyPatch) -> None:
    veil = plan._veil

    def told(pack: Any, found: Any, made: Any) -> None:
        veil(pack, found, made)
        for event in made.events:
            event.ends_unseen = False

    patch.setattr(plan, "_veil", told)


def _deeds_are_not_veiled(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(veils._Finder, "_see", lambda *_: None)


def _moments_are_not_veiled(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ways.Way, "_statement", _deaf(ways.Way._statement))


def _deaf(statement: Callable[..., None]) -> Callable[..., None]:
    def followed(self: Any, s: Any, here: Any) -> None:
        if not isinstance(s, n.Moment):
            statement(self, s, here)

    return followed


def _logs_tell_copies_apart(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(history, "Values", lambda m, seat, alike: Values(m, seat))


def _secret_dice_are_dealt_with_open_ones(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(dice, "stream", lambda *_: "dice")


def _reactions_are_not_veiled(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log, "_knows_reaction", lambda *_: True)


def _decks_are_seen(patch: pytest.MonkeyPatch) -> None:
    knows = view.knows

    def peeking(m: State, e: int, seat: int) -> bool:
        zone = m.p.program.zones[(-2 - m.at[e]) // m.players].id if m.at[e] < -1 else ""
        return zone == "deck" or knows(m, e, seat)

    patch.setattr(view, "knows", peeking)


def _fields_are_seen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(view, "knows_field", lambda *_: True)


def _records_keep_their_stamps(patch: pytest.MonkeyPatch) -> None:
    def stamped(m: State, r: Any, seat: int) -> Any:
        return [*r[:OUTCOME], *view.veiled_record(m, r, seat)[OUTCOME:]]

    patch.setattr(log, "veiled_record", stamped)


def _now_is_explained(patch: pytest.MonkeyPatch) -> None:
    linked = pairs.linked

    def open_hearted(*given: Any) -> Any:
        found = linked(*given)
        if found is not None:
            found.secretive = False
        return found

    patch.setattr(pairs, "linked", open_hearted)


def _windows_ask_whoever_can_answer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(covert, "opens", lambda *_: None)
    patch.setattr(covert, "asked", lambda *_: {})


def _secret_conditions_count(patch: pytest.MonkeyPatch) -> None:
    """Of a reaction also what only some players know decides who is asked."""
    public = could._is_public

    class _Open:
        def tells(self, *_: Any) -> None:
            """No secret is known."""

    nothing: Any = _Open()
    patch.setattr(could, "_is_public", lambda e, _, handed, each: public(e, nothing, handed, each))


PLANTED: dict[str, tuple[Plant, str]] = {
    "logs tell everything": (_logs_tell_all, "the log"),
    "what happens unseen is told": (_nothing_is_veiled, "the log"),
    "reactions that happen unseen are told": (_reactions_are_not_veiled, "the log"),
    "shuffles, rolls and the like that happen unseen are told": (_deeds_are_not_veiled, "the log"),
    "what answers an unseen moment is told": (_moments_are_not_veiled, "the log"),
    "how events end that a secret ends is told": (_outcomes_are_told, "the log"),
    "logs tell equal cards apart": (_logs_tell_copies_apart, "the log of programs"),
    "secret dice are dealt with open ones": (_secret_dice_are_dealt_with_open_ones, "the log"),
    "decks lie open": (_decks_are_seen, "the view"),
    "secret fields are shown": (_fields_are_seen, "the view"),
    "records keep their stamps": (_records_keep_their_stamps, "the log"),
    "how much has happened is explained": (_now_is_explained, "what is explained"),
    "who could answer is decided by secrets": (_secret_conditions_count, "whom it is that is asked"),
    "windows ask whoever can answer": (_windows_ask_whoever_can_answer, "whom it is that is asked"),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, where = PLANTED[fault]
    plant(monkeypatch)
    first = FIRST.get(fault, 0)
    seeds = range(first, first + PACKS)
    assert any(where in one for seed in seeds for one in judged(seed, tmp_path).differences)
