"""What a player knows of a match can be supposed elsewhere, from a zone too, and the match itself stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.oracle.compare import prepare
from tests.play.playing import files_of

from rulewright.play.standing_cells import resume, suppose
from rulewright.play.watched import seen_by
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]
TEXT = "zone camp: {seen_by: all, holds: piece}\n"


def test_what_lies_in_a_zone_is_supposed_on_the_board(pack_folder: Write) -> None:
    game = Game.new(prepare(pack_folder(files_of({"text": TEXT, "do": "put a into camp"}))).linked, seed=1)
    number, zone = next((i, zone) for i, zone in enumerate(game.state.zones) if zone)
    eyes = seen_by(game.state, 0)
    (piece,) = zone
    place = max(game.state.at)
    past = suppose(eyes, piece, place)
    assert (eyes.at[piece], eyes.zones[number]) == (place, ())
    assert game.state.zones[number] == zone
    resume(eyes, piece, past)
    assert (eyes.at[piece], eyes.zones[number]) == (game.state.at[piece], zone)
