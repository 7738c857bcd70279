"""Labels and names for programs, in the words of the pack."""

from __future__ import annotations

from pathlib import Path

from tests.embedding.sample import GAME, MANIFEST

import rulewright

SAID = GAME.replace(
    "event rest(scout who): |\n  set who.tired = true\n",
    'event rest(scout who):\n  shown_as: {en: "Let <who> rest", ru: "Отдых: <who>"}\n  do: set who.tired = true\n',
).replace("kind scout:\n", "kind scout:\n  shown_as: {en: \"Scout at <score>\"}\n", 1).replace(
    "score: number per player", "score: number"
)


def test_an_answer_and_a_name_are_said_by_the_pack(tmp_path: Path) -> None:
    assert SAID.count("shown_as") == 2
    for name, text in (("pack.yaml", MANIFEST), ("game.yaml", SAID)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    match = rulewright.Match.new(rulewright.load(tmp_path, cache=None), seed=1)
    for label in ("C1", "calm"):
        question = match.question()
        assert question is not None
        match.answer(next(one for one in question.options if one.label == label))
    said = [match.question(language) for language in ("en", "ru")]
    assert [one.options[0].label for one in said if one is not None] == ["Let Scout at 0 rest", "Отдых: Scout at 0"]
    assert [one.options[0].event for one in said if one is not None] == ["rest", "rest"]
    assert match.view(0).entities["e1"].name == "Scout at 0"
