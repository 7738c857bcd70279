"""Mistakes of programs that use `import rulewright`: each is refused with its cause and what to do instead."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright import Match, Pack, RulewrightError


@pytest.mark.parametrize("door", [Match.new, lambda pack: Match.load(pack, {}), lambda pack: Match.restore(pack, {})])
@pytest.mark.parametrize("wrong", ["content/sample", None])
def test_a_match_needs_a_loaded_pack(door: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(RulewrightError) as raised:
        door(wrong)
    assert str(raised.value) == f"a match needs a Pack, not {wrong!r}: load it first, as with rulewright.load(FOLDER)"


def test_a_match_goes_on_only_after_a_change_of_content(pack: Pack) -> None:
    with pytest.raises(RulewrightError, match=r"after a ContentChanged of `Match.load`, not after ValueError\(\)"):
        Match.after(ValueError(), pack)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [True, "0", 1.0, [], 2, -1])
def test_what_is_no_seat_is_refused_everywhere(match: Match, wrong: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: match.view(wrong), lambda: match.log(wrong), lambda: match.imagined(wrong, 1),
    ]  # fmt: skip
    words = "there is no seat" if type(wrong) is int else "a seat must be a whole number"
    for call in calls:
        with pytest.raises(RulewrightError, match=words):
            call()


@pytest.mark.parametrize("wrong", [5, None, b"en"])
def test_what_is_no_language_is_refused_everywhere(match: Match, wrong: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: match.question(wrong), lambda: match.view(0, wrong), lambda: match.log(0, None, wrong),
        lambda: match.why_not("wake", {"who": "e1"}, wrong), lambda: match.pack.name(wrong),
        lambda: match.pack.sheets(None, wrong),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(RulewrightError, match=f"a language must be a string such as 'en', not {wrong!r}"):
            call()


class Indexed:
    """A whole number as numpy has them."""

    def __index__(self) -> int:
        return 1


def test_an_index_may_be_of_numpy_but_no_boolean(match: Match) -> None:
    with pytest.raises(RulewrightError, match="must be an option of the question or its index, not True"):
        match.answer(True)
    match.answer(Indexed())  # type: ignore[arg-type]
    assert match.answers == (1,) and type(match.answers[0]) is int


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (json.dumps, "a saved match is a mapping, not a str: read its JSON with json.loads first"),
        (lambda data: None, "this is not what `Match.save` returns"),
        (lambda data: {"form": "rulewright match"}, "files of `rulewright play` are for `rulewright play`"),
        (lambda data: {**data, "match": {**data["match"], "version": 0}}, "saved by another version of Rulewright"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("door", [Match.load, Match.restore])
def test_why_something_is_no_save(match: Match, pack: Pack, door: Any, spoil: Any, words: str) -> None:
    with pytest.raises(RulewrightError) as raised:
        door(pack, spoil(match.save()))
    assert words in str(raised.value)


def test_restoring_over_changed_content_names_the_way(match: Match, pack: Pack) -> None:
    data = match.save()
    data |= {"meaning": "x", "match": {**data["match"], "digest": "x"}}
    with pytest.raises(RulewrightError, match=r"use `Match.load`, which replays it"):
        Match.restore(pack, data)
    data["story"] = None  # as `copy` saves
    with pytest.raises(RulewrightError, match="load it with the pack as it was"):
        Match.load(pack, data)


def test_the_copies_of_the_standard_library_share_nothing(match: Match, pack: Pack) -> None:
    """A shallow copy used to answer in the match that it was made from."""
    for made in (copy.copy(match), copy.deepcopy(match)):
        made.answer(0)
        assert len(made.answers) == len(match.answers) + 1
    assert copy.copy(pack) is pack and copy.deepcopy(pack) is pack


def test_pickling_is_refused_with_what_to_do(match: Match, pack: Pack) -> None:
    with pytest.raises(RulewrightError, match=r"a match cannot be pickled: send its `save\(\)`"):
        pickle.dumps(match)
    with pytest.raises(RulewrightError, match="a pack cannot be pickled: load it in each process"):
        pickle.dumps(pack)


def test_the_folder_of_several_packs_names_them(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(f"pack: {name}\n", encoding="utf-8")
    words = r"this is not a pack: it has no pack.yaml \(name a pack inside: a, b\)"
    with pytest.raises(RulewrightError, match=words):
        rulewright.load(tmp_path)


GAME = """
event far(number n, inches reach): {}
event go(direction d): {}
event look(zone z): {}
map yard:
  rows: |
    ..
zone hand(player owner): {seen_by: owner}
event game: |
  lay(yard)
  for each p in players:
    offer p or pass:
      far(1, 2 inches)
"""


@pytest.fixture(scope="module")
def lengths(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = tmp_path_factory.mktemp("lengths")
    manifest = "pack: p\nstart: game\nboard: square\nsettings: {reach: inches starts 2 inches}\n"
    (folder / "pack.yaml").write_text(manifest, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return rulewright.load(folder)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), 1e307, True, "2", None])
def test_a_length_is_a_finite_number(lengths: Pack, wrong: Any) -> None:
    with pytest.raises(RulewrightError, match="is not a value of the setting 'reach'"):
        Match.new(lengths, settings={"reach": wrong})
    with pytest.raises(RulewrightError, match="is not a value for 'reach'"):
        Match.new(lengths).why_not("far", {"n": 1, "reach": wrong})


def test_a_length_may_be_too_large(lengths: Pack) -> None:
    with pytest.raises(RulewrightError, match="is not a value of the setting 'reach'"):
        Match.new(lengths, settings={"reach": 10**400})


def test_directions_and_zones_are_given_as_options_give_them(lengths: Pack) -> None:
    match = Match.new(lengths)
    assert match.why_not("go", {"d": "north"}) == match.why_not("look", {"z": "hand:1"}) != ()
    for event, name, wrong in (("go", "d", "up"), ("look", "z", "hand"), ("go", "d", 0), ("look", "z", [])):
        with pytest.raises(RulewrightError, match=f"is not a value for '{name}'"):
            match.why_not(event, {name: wrong})


def test_an_array_is_no_whole_number(match: Match) -> None:
    """It has the method of one."""
    array = pytest.importorskip("numpy").array([0, 1])
    with pytest.raises(RulewrightError, match="must be an option of the question or its index"):
        match.answer(array)
    with pytest.raises(RulewrightError, match="a seat must be a whole number"):
        match.view(array)
