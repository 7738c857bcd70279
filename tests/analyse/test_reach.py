"""What can happen is followed from what happens, in any order of the definitions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.analyse.test_rounds import counted

from rulewright.analyse import reach
from rulewright.analyse.edges import Chart
from rulewright.pipeline import CheckResult

Checked = Callable[..., CheckResult]

_COUNT = 80
_CARDS = "".join(
    f"card c{i}:\n  effect: |\n    let x = create c{max(0, i - 1)} for self.owner\n    use(x)\n" for i in range(_COUNT)
)


def test_a_card_that_makes_the_one_before_opens_only_that(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = counted(monkeypatch, reach, "is_open")
    found = checked(
        f"kind card: {{texts: [effect]}}\nevent use(card x): perform x.effect\n{_CARDS}card aside: {{}}\n"
        f"event play: |\n  for each p in players:\n    let x = create c{_COUNT - 1} for p\n    use(x)\n"
    )
    unmade = [one.message for one in found.diagnostics if one.code == "RW710"]
    assert unmade == ["no card 'aside' is ever created"]
    assert len(asked) < 10 * _COUNT


STATUSES = """
kind card: {owned: no, texts: [effect]}
status gift: {after: dawn, do: noon()}
status mark: {after: noon, do: dusk()}
event dawn: finish
event noon: create lister
event dusk: told(3)
event told(number a): {}
event hand(card k): give gift to k
card lister: {keywords: [mark]}
card giver: {effect: hand(self)}
event play: |
  let k = create giver
  perform k.effect
  dawn()
"""


def test_a_rule_of_a_status_waits_for_what_gives_or_lists_it(checked: Checked) -> None:
    """Everything is declared before what makes it happen."""
    found = checked(STATUSES)
    assert found.program is not None, [one.message for one in found.diagnostics]
    alive = reach.find_reach(Chart(found.program)).alive
    assert {"event noon", "event dusk", "event told", "event hand"} <= alive
    without = checked(STATUSES.replace("  perform k.effect\n", "")).program
    assert without is not None
    assert reach.find_reach(Chart(without)).alive == {"event play", "event dawn"}
