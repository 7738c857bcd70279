"""Parts of a manifest for a pack that is nowhere: quiet, unless another one is called nearly so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright.pipeline import check_pack
from rulewright_tools import cli


def told(pack: Path) -> list[tuple[str, str, str | None]]:
    return [(one.message, one.span.text, one.hint) for one in check_pack(pack).diagnostics if one.code == "RW261"]


@pytest.mark.parametrize(("condition", "near"), [
    ("tyde", "tide"), ("tied", "tide"), ("tides", "tide"), ("not tdie", "tide"), ("base and tid", "tide"),
])  # fmt: skip
def test_a_slip_of_a_letter_is_told(packs: Packs, condition: str, near: str) -> None:
    folder = packs(apple=(NEEDS + f"parts: {{wet: {condition}}}\n", ""), tide=(NEEDS, ""))
    name = condition.split()[-1]
    message = f"no pack '{name}' was found, but it decides whether 'wet' is read"
    assert told(folder / "apple") == [(message, condition, f"did you mean '{near}'?")]


@pytest.mark.parametrize("condition", ["tide", "not tide", "storm", "tide2", "appl", "not tidings"])
def test_what_is_rightly_absent_or_there_is_quiet(packs: Packs, condition: str) -> None:
    folder = packs(apple=(NEEDS + f"parts: {{wet: {condition}}}\n", ""), tide=(NEEDS, ""), tide1=(NEEDS, ""))
    assert told(folder / "apple") == []


def test_an_id_that_the_manifest_has_itself_counts_like_one_that_is_found(packs: Packs) -> None:
    """A game that goes with a pack which is not here, alone."""
    folder = packs(apple=("optional: {flood: any}\nparts: {wet: folod}\n", ""))
    assert [hint for *_, hint in told(folder / "apple")] == ["did you mean 'flood'?"]
    packs(apple=("optional: {flood: any}\nparts: {wet: flood}\n", ""))
    assert told(folder / "apple") == []


def test_it_is_a_note_that_fails_nothing(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = packs(apple=("parts: {wet: bsae}\n", "area orchard: {}\n"))
    (folder / "apple" / "wet").mkdir()
    (folder / "apple" / "wet" / "pond.yaml").write_text("area pond: {}\n", encoding="utf-8")
    assert cli.run(["check", "--strict", str(folder / "apple")]) == cli.CLEAN
    assert "1 note hidden: --notes shows" in capsys.readouterr().out
