"""Equal sentences on many sheets: one tree where they mean the same, and each its own mistakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.check.model import PackDef, SentenceDef
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]
Checked = Callable[[str], tuple[PackDef | None, list[str]]]

BASE = """
kind piece:
  printed: {cost: number}
  parts: {arms: arm}
kind rook:
  is: piece
kind arm:
  part_of: piece
  printed: {length: number}
value strength(piece target) gives number:
  start: target.cost
  steps: {more: total}
"""


@pytest.fixture
def checked(pack_folder: Write) -> Checked:
    def run(text: str) -> tuple[PackDef | None, list[str]]:
        out = Diagnostics()
        pack = check(load_pack(read_pack(pack_folder(BASE + text), out), out), out)
        # A name that is missing in several places is one mistake with all of them.
        return pack, [f"{span.first.line} {one.code}" for one in out for span in (one.span, *one.also)]

    return run


def sentences(pack: PackDef | None) -> dict[str, list[SentenceDef]]:
    assert pack is not None
    return {holder.definition.id: holder.sentences for holder in pack.holders()}


def sheet(name: str, sentence: str, kind: str = "piece", more: str = "") -> str:
    return f"{kind} {name}:\n  cost: 1\n  modify: {sentence}\n{more}"


MORE = "strength.more is 2 when target is self and target.cost < 5"


def test_equal_sentences_have_one_tree_and_their_own_places(checked: Checked) -> None:
    pack, mistakes = checked(sheet("a", MORE) + sheet("b", MORE) + sheet("c", MORE.replace("2", "3")))
    assert mistakes == []
    found = sentences(pack)
    [a], [b], [c] = found["a"], found["b"], found["c"]
    assert a.when is b.when is not None and a.expr is b.expr is not None
    assert a.expr is not c.expr and a.when is not c.when
    assert a.holder.self_var is b.holder.self_var
    assert [one.span.text for one in (a, b)] == [MORE, MORE]
    assert a.span.start < b.span.start
    assert (a.holder.definition.id, b.holder.definition.id) == ("a", "b")


APART = {
    "another kind": (sheet("a", MORE), sheet("b", MORE, "rook")),
    "a reason to accept a warning": (sheet("a", MORE), sheet("b", MORE, more="  allow: {RW702: known}\n")),
    "a condition for all": (sheet("a", MORE), sheet("b", MORE, more="  active: self.cost > 0\n")),
    "a part of that name": (
        sheet("a", "strength.more is left.length when target is self", more="  arms: {left: {length: 1}}\n"),
        sheet("b", "strength.more is left.length when target is self",
              more="  arms: {right: {length: 1}, left: {length: 2}}\n"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("sheets", APART.values(), ids=APART)
def test_what_may_mean_something_else_is_apart(checked: Checked, sheets: tuple[str, str]) -> None:
    pack, mistakes = checked("".join(sheets))
    assert mistakes == []
    found = sentences(pack)
    [a], [b] = found["a"], found["b"]
    assert a.when is not b.when and a.expr is not b.expr


WRONG = {
    "a name": ("strength.more is target.coast when target is self", "RW504"),
    "a type": ("strength.more is target when target is self", "RW501"),
    "a value": ("strenght.more is 1", "RW425"),
    "words": ("strength.more is (1", "RW303"),
}


@pytest.mark.parametrize(("sentence", "code"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_told_to_every_sheet(checked: Checked, sentence: str, code: str) -> None:
    first = BASE.count("\n") + 3
    _, mistakes = checked(sheet("a", sentence) + sheet("b", sentence) + sheet("c", sentence))
    assert mistakes == [f"{first + 3 * i} {code}" for i in range(3)]


def test_a_circle_is_told_once_all_the_same(checked: Checked) -> None:
    sentence = "strength.more is strength(target)"
    _, mistakes = checked(sheet("a", sentence) + sheet("b", sentence))
    assert [one.split()[1] for one in mistakes] == ["RW601"]
