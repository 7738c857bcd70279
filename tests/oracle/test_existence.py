"""Whether anything can be answered, and whether a way or a formation exists, is found by the oracle itself: an engine
that finds nothing, or says that there is something where nothing is, differs from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.oracle.compare import Limits, Prepared, Report, drawn, prepare
from tests.oracle.lockstep import play
from tests.oracle.positions import replay

from rulewright.play.formed import OF_WAYS
from rulewright.play.load import Linked
from rulewright.scenario.suite import load_suite

PLAY = Path(__file__).parents[1] / "play"
FORD, COLUMN, HEATH = PLAY / "ford", PLAY / "column", PLAY / "heath"
TABLE = Path(__file__).parent / "table"
Found = Callable[..., Any]


def nothing(*_: Any) -> Iterator[Any]:
    """A search that finds nothing."""
    return iter(())


def never(several: Iterator[Any]) -> None:
    """A search for one that finds none."""
    next(several, None)


def always(several: Iterator[Any]) -> object:
    """A search for one that finds one, whether there is one or not."""
    return next(several, ...)


def broken(linked: Linked, name: str, search: Found) -> None:
    """Another search in place of the engine's."""
    assert linked.names[name] is not search
    linked.names._names[name] = search


def replayed(folder: Path, name: str = "", search: Found = nothing) -> list[str]:
    """What differs in the content tests of a pack, whose engine searches otherwise."""
    suite = load_suite(folder)
    assert suite.linked is not None and suite.tests
    if name:
        broken(suite.linked, name, search)
    found = (replay(suite, test, traced=False).difference for test in suite.tests)
    return [one.what for one in found if one is not None]


def played(prepared: Prepared, seed: int) -> Report:
    """How far both come in a match."""
    return play(prepared, seed, drawn(seed), Limits(40, traced=False), None, {})


@pytest.mark.parametrize("folder", [FORD, COLUMN, HEATH, TABLE], ids=lambda one: str(one.name))
def test_both_find_the_same(folder: Path) -> None:
    assert replayed(folder) == []


@pytest.mark.parametrize("folder", [FORD, COLUMN], ids=lambda one: str(one.name))
@pytest.mark.parametrize("search", [never, always])
def test_a_wrong_verdict_is_told(folder: Path, search: Found) -> None:
    """By the claims of content tests that some way or formation exists, and that none does."""
    found = replayed(folder, "found_one", search)
    assert found and all(one.startswith("what holds at the end (") for one in found)
    kinds = {one.partition("(")[2].split()[0] for one in found}
    assert "some" in kinds if search is never else "no" in kinds


@pytest.mark.parametrize(("folder", "name"), [(FORD, "routed"), (FORD, "spots"), (COLUMN, "formed"), (HEATH, "spots")],
                         ids=["ways", "spots", "formations", "more spots"])  # fmt: skip
def test_what_the_engine_does_not_ask_is_told(folder: Path, name: str) -> None:
    """Where it proposes nothing, something that the law allows is found all the same."""
    assert played(prepare(folder), 1).difference is None
    prepared = prepare(folder)
    broken(prepared.linked, name, nothing)
    difference = played(prepared, 1).difference
    assert difference is not None
    assert (difference.what, difference.engine) == ("whether anything can be answered", "nothing")


def test_marches_that_are_not_asked_are_told() -> None:
    """Formations are found, and nothing that goes a way."""
    prepared = prepare(COLUMN)
    search = prepared.linked.names["formed"]
    broken(prepared.linked, "formed",
           lambda m, who, *args: iter(()) if who[:1] == (OF_WAYS,) else search(m, who, *args))  # fmt: skip
    difference = played(prepared, 1).difference
    assert difference is not None
    assert (difference.what, difference.engine) == ("whether anything can be answered", "nothing")


def test_spots_that_are_not_found_are_told() -> None:
    """Whether some spot of a set will do is looked for by the oracle in the whole set."""
    found = replayed(TABLE, "spots")
    assert any(one.startswith("what holds at the end (some q in anchors(W)") for one in found)
