"""What saves and tests call things: instances of a status by age, whoever has them; dice by their ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.playing import compiled

from rulewright.play import labels
from rulewright.play.keys import Keys
from rulewright.play.load import Linked
from rulewright.play.words import Words
from rulewright.session import Game

HOLDERS = {"player": "p", "match": "match", "piece": "x"}


@pytest.mark.parametrize("of", HOLDERS)
def test_instances_are_numbered_by_age(of: str, pack_folder: Callable[[Mapping[str, str | bytes] | str], Path]) -> None:
    who = HOLDERS[of]
    text = (
        f"status slowed: {{of: {of}, state: {{left: number}}}}\nkind piece: {{plural: pieces}}\npiece pawn: {{}}\n"
        "event game: |\n  let p = first(players)\n  finish if p is none\n  let x = create pawn for p\n"
        f"  give slowed to {who}\n  give slowed to {who}\n"
        f"  let z = choose one z1 in statuses({who}) by p\n  end z\n"
    )
    program, out = compiled(pack_folder({"pack.yaml": "pack: p\nplayers: 2\nstart: game\n", "all.yaml": text}))
    assert program is not None, [one.message for one in out.errors]
    game = Game.new(Linked(program), seed=1)
    assert game.decision is not None
    for words in (Words(game.state, {}), Keys(game.state)):
        assert [words.value(one, ("status", "", ())) for one in game.decision.options] == ["slowed 1", "slowed 2"]


def test_a_die_goes_by_its_id(pack_folder: Callable[[Mapping[str, str | bytes] | str], Path]) -> None:
    text = "die bad_luck: {faces: [1, 2], name: {en: Misfortune}}\nevent game: |\n  let r = roll bad_luck\n"
    program, out = compiled(pack_folder({"pack.yaml": "pack: p\nplayers: 2\nstart: game\n", "all.yaml": text}))
    assert program is not None, [one.message for one in out.errors]
    game = Game.new(Linked(program), seed=1)
    for words in (Words(game.state, {}), Keys(game.state)):
        assert [words.value(one, ("die", "", ())) for one in (0, -6)] == ["bad_luck", "d6"]
    assert labels.value(game.state, 0, ("die", "", ())) == "Misfortune"
