"""Counts the results of tests by the packs of a stack, and by the rules that failing tests cite.

Separate because a pack that changes another declares which of its tests must fail, and wants to know about all others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.stack.manifests import Manifest, read_manifest
from rulewright_tools.show.words import counted

if TYPE_CHECKING:
    from rulewright.pack.files import Place
    from rulewright.scenario.run import Result

_MOST_RULES = 12


@dataclass(slots=True)
class _Count:
    passed: int = 0
    foretold: int = 0
    failed: int = 0


@dataclass(slots=True)
class Packs:
    """The results of one stack, or of a single pack, for which no lines are returned."""

    place: Place
    _counts: dict[str, _Count] = field(default_factory=dict)
    _rules: Counter[str] = field(default_factory=Counter)
    _breaks: dict[tuple[str, str], tuple[Manifest, int]] = field(default_factory=dict)
    _seen: dict[tuple[str, str], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from rulewright.pack.files import Stack

        if not isinstance(self.place, Stack):
            return
        self._counts = {name: _Count() for name in self.place.tested}
        for member in self.place.members:
            manifest = read_manifest(member.folder)
            for pack, broken in ({} if manifest is None else manifest.breaks).items():
                assert manifest is not None, "it has entries"
                for name, said in broken.tests.items():
                    self._breaks[pack, name] = manifest, said.key.first.line

    @property
    def prefix(self) -> str:
        """Returns the beginning of the names of files that the user names."""
        from rulewright.pack.files import prefix_of

        return prefix_of(self.place)

    def take(self, result: Result) -> bool:
        """Counts a result; returns whether it failed as a pack declares."""
        from rulewright.pack.files import Stack

        if not isinstance(self.place, Stack):
            return False
        name = self.place.of(result.case.file)[0].id
        test = name, result.case.name
        self._seen[test] = result.passed
        is_foretold = not result.passed and test in self._breaks
        count = self._counts.setdefault(name, _Count())
        count.passed += result.passed
        count.foretold += is_foretold
        count.failed += not result.passed and not is_foretold
        if not result.passed and not is_foretold:
            self._rules.update(result.case.rules)
        return is_foretold

    def unbroken(self) -> list[str]:
        """Returns the tests that should fail, as a pack declares, but pass."""
        return [f"{one.source.path}:{line}: '{name}' of '{pack}' passes, but '{one.id}' says that it breaks it"
                for (pack, name), (one, line) in self._breaks.items() if self._seen.get((pack, name))]  # fmt: skip

    def lines(self) -> list[str]:
        """Returns the lines for a stack: one for each pack, the rules that failing tests cite, and the tests that
        wrongly pass."""
        if len(self._counts) < len(("game", "mod")) and not self._breaks:
            return []
        found = []
        for name, one in self._counts.items():
            parts = [f"{one.passed} pass"]
            parts += [f"{one.foretold} fail as declared"] if one.foretold else []
            parts += [f"{one.failed} fail"] if one.failed else []
            found.append(f"{name}: {counted(one.passed + one.foretold + one.failed, 'test')}: {', '.join(parts)}")
        if self._rules:
            cited = [f"{rule} ({count})" for rule, count in self._rules.most_common(_MOST_RULES)]
            more = f" and {len(self._rules) - _MOST_RULES} more" if len(self._rules) > _MOST_RULES else ""
            found.append(f"rules cited by failing tests: {', '.join(cited)}{more}")
        return found + self.unbroken()
