"""Checks of a whole pack look at the sorts of nodes alone that they are about: at others there is nothing to find."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from rulewright.assets import content_dir
from rulewright.check import boards, cycles, exchanged, flow, misplaced
from rulewright.check.trees import Text, texts_of
from rulewright.effects import nodes as n
from rulewright.pipeline import check_pack

ANY = boards.Laying(set(), set(), everything=True)


def of_one(node: n.Node) -> Text:
    """A text of which one node is all that is looked at."""
    return Text(None, "kind", None, None, (node,))  # type: ignore[arg-type]


def asked(node: n.Node) -> list[object]:
    text = of_one(node)
    text._of[cycles._ASKING] = [node]
    return list(cycles._asked(text))


FOUND: dict[str, tuple[tuple[type[n.Node], ...], Callable[[n.Node], object]]] = {
    "boards": (boards._MAY, ANY.lays),
    "cycles": (cycles._ASKING, asked),
    "exchanged": (exchanged._CALLS, exchanged._call),
    "flow": (flow._WITH_NAMES, lambda node: list(flow._choosing(node))),
    "flow, names of conditions": (
        flow._NAMING_CONDITIONS, lambda node: [*getattr(node, "despite", ()), *getattr(node, "needs", ())],
    ),
    "misplaced": (misplaced._OF_PLACES, lambda node: list(misplaced._placed(node))),
}  # fmt: skip


def nodes() -> Iterator[n.Node]:
    for name in ("ddm", "skirmish", "duel", "underworlds"):
        definitions = check_pack(content_dir() / name).definitions
        assert definitions is not None
        for text in texts_of(definitions):
            yield from text.nodes


@pytest.fixture(scope="module")
def every() -> list[n.Node]:
    return list(nodes())


@pytest.mark.parametrize("check", FOUND)
def test_nothing_is_found_at_other_nodes(check: str, every: list[n.Node]) -> None:
    sorts, found = FOUND[check]
    assert [node for node in every if type(node) not in sorts and found(node)] == []
    assert any(found(node) for node in every if type(node) in sorts)
