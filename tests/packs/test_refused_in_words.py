"""A refused place, way or formation is refused in the words of the pack, in both languages."""

from __future__ import annotations

from rulewright.assets import content_dir
from rulewright.scenario.suite import load_suite


def test_all_conditions_of_places_have_words() -> None:
    linked = load_suite(content_dir() / "w40k_missions").linked
    assert linked is not None
    program = linked.program
    asked = {line.event for site in program.sites for line in site.offers if line.spot >= 0}
    assert len(asked) > 15
    silent = {f"{program.events[i].id}.{one.name}" for i in asked for one in program.events[i].conditions
              if set(one.says) != {"en", "ru"}}  # fmt: skip
    assert silent == set()
