"""A comparison ends in good time: the oracle goes on only so far, above all where a limit has stopped the engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.oracle.compare import Limits, Prepared, prepare, report

MANIFEST = "pack: long\nlanguage: 2\nstart: game\nplayers: 2\n"
PACK = """\
kind match: {{state: {{n: number}}}}
event game: |
  repeat up to {rounds}:
    set match.n = match.n + 1 if match.n < 50
    noted()
event noted: {{}}
"""
ENDLESS = 999_999_999
SHORT = Limits(patience=80_000)


def ready(rounds: int, folder: Path) -> Prepared:
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "all.yaml").write_text(PACK.format(rounds=rounds), encoding="utf-8")
    return prepare(folder)


@pytest.mark.parametrize(
    ("rounds", "stopped", "unsettled"),
    [
        pytest.param(40, False, False, id="both come to the end"),
        pytest.param(1000, False, True, id="the engine does, and the oracle is left behind"),
        pytest.param(ENDLESS, True, False, id="a limit stops the engine, and the oracle is on the way there"),
    ],
)
def test_the_oracle_goes_as_far_as_its_patience(rounds: int, stopped: bool, unsettled: bool, tmp_path: Path) -> None:
    found = report(ready(rounds, tmp_path / "pack"), limits=SHORT)
    assert (found.difference, bool(found.stopped), found.unsettled) == (None, stopped, unsettled)


def test_a_limit_that_stops_the_engine_alone_is_a_difference(tmp_path: Path) -> None:
    short, endless = ready(10, tmp_path / "short"), ready(ENDLESS, tmp_path / "endless")
    found = report(Prepared(short.definitions, endless.linked), limits=SHORT)
    assert found.difference is not None
    assert found.difference.what == "whether a limit stopped it"


CROWD = """\
kind mob: {{owned: no, parts: {{heads: head}}}}
kind head: {{part_of: mob, state: {{a: number, b: number, c: number, d: number}}}}
mob crowd: {{heads: {{{heads}}}}}
event game: |
  repeat up to 400:
    let made = create crowd
"""


def test_what_there_is_makes_new_things_dearer_on_both_machines(tmp_path: Path) -> None:
    """No event happens, few rounds are gone through: it is the number of things alone that stops the engine."""
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "all.yaml").write_text(CROWD.format(heads=", ".join(f"h{i}: {{}}" for i in range(45))), encoding="utf-8")
    found = report(prepare(folder), limits=Limits(patience=8_000_000))
    assert (found.difference, bool(found.stopped)) == (None, True)


ASKING = """\
event game: |
  for each i in numbers(1, 25):
    for each p in players:
      let sure = choose yes or no by p
"""


def test_a_long_match_is_compared_as_far_as_the_patience_for_all_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "all.yaml").write_text(ASKING, encoding="utf-8")
    pack = prepare(folder)
    assert report(pack).decisions == 50
    found = report(pack, limits=Limits(whole=5_000))
    assert 1 < found.decisions < 50
    assert (found.difference, found.unsettled) == (None, False)


SEARCHING = """\
area middle: {name: Middle}
map heath: {table: 40x40, areas: {middle: disc 20x20 by 2}}
kind stone: {placed: yes, owned: no, base: round 2, plural: stones}
stone rock: {}
event game: |
  lay(heath)
  for each p in players:
    let one = choose one c in burst(middle, 1 inch) by p
    let a = create rock at one
    let other = choose one or none c in burst(middle, 9 inches) where more_in(a, burst(c, 0.5 inches), middle) by p
"""


def test_a_search_for_places_may_be_what_stops_the_engine_alone(tmp_path: Path) -> None:
    """The oracle judges places that the engine has found; what it took to look for them it cannot tell."""
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST + "board: plane\n", encoding="utf-8")
    (folder / "all.yaml").write_text(SEARCHING, encoding="utf-8")
    found = report(prepare(folder), limits=Limits(patience=8_000_000))
    assert (found.difference, bool(found.stopped)) == (None, True)
