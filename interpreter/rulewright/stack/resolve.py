"""Chooses one version of each pack that a stack needs, or states why there is none.

Separate because it is the only user of the resolver package, which is loaded only if a pack needs another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from resolvelib import AbstractProvider, BaseReporter, ResolutionImpossible, ResolutionTooDeep, Resolver

from rulewright.stack.manifests import Manifest, Said, range_of
from rulewright.stack.ranges import Range, holds
from rulewright.stack.search import Search

_MOST_ROUNDS: Final = 2_000  # two seconds at most


@dataclass(frozen=True, slots=True)
class Need:
    """A pack needs another one. `by` is None if the user named it."""

    id: str
    ranges: tuple[Range, ...]
    by: Manifest | None = None
    said: Said | None = None

    def __hash__(self) -> int:
        return hash((self.id, self.ranges))


class Impossible(Exception):
    """No version of a pack satisfies all packs that need it."""

    def __init__(self, name: str, needs: list[Need], there: list[Manifest]) -> None:
        super().__init__(name)
        self.name, self.needs, self.there = name, needs, there


class TooMany(Exception):
    """The packs can be combined in more ways than are tried."""


class _Provider(AbstractProvider[Need, Manifest, str]):
    # The resolver package passes these parameters by name, so their names are fixed.
    def __init__(self, search: Search, fixed: Mapping[str, Manifest]) -> None:
        self._search, self._fixed = search, fixed

    def identify(self, requirement_or_candidate: Need | Manifest) -> str:
        return requirement_or_candidate.id

    def get_preference(self, identifier: str, *args: Any, **others: Any) -> str:
        return identifier

    def find_matches(
        self, identifier: str, requirements: Mapping[str, Iterator[Need]],
        incompatibilities: Mapping[str, Iterator[Manifest]],
    ) -> Iterable[Manifest]:  # fmt: skip
        needs, bad = list(requirements[identifier]), list(incompatibilities[identifier])
        there = self.there(identifier, needs)
        return [one for one in there if all(self.is_satisfied_by(need, one) for need in needs) and one not in bad]

    def there(self, name: str, needs: Iterable[Need]) -> list[Manifest]:
        """All available versions of an id."""
        if name in self._fixed:
            return [self._fixed[name]]
        found: dict[int, Manifest] = {}
        for need in needs:
            if need.by is not None:
                found |= {id(one): one for one in self._search.find(name, need.by.folder)}
        return list(found.values())

    def is_satisfied_by(self, requirement: Need, candidate: Manifest) -> bool:
        return holds(requirement.ranges, candidate.version)

    def get_dependencies(self, candidate: Manifest) -> list[Need]:
        return needs_of(candidate)


def needs_of(manifest: Manifest) -> list[Need]:
    """The needs of a pack. A need without a valid range was reported and is ignored."""
    found = [(name, range_of(said), said) for name, said in manifest.needs.items()]
    return [Need(name, several, manifest, said) for name, several, said in found if several is not None]


def resolve(search: Search, fixed: Mapping[str, Manifest], wanted: list[Need]) -> dict[str, Manifest]:
    """The packs of a stack by id. `fixed` are those that the user named. Raises Impossible and TooMany."""
    provider = _Provider(search, fixed)
    try:
        resolver = Resolver(provider, BaseReporter[Need, Manifest, str]())
        return dict(resolver.resolve(wanted, max_rounds=_MOST_ROUNDS).mapping)
    except ResolutionTooDeep as failed:
        raise TooMany from failed
    except ResolutionImpossible as failed:
        needs = [cause.requirement for cause in failed.causes]
        raise Impossible(needs[0].id, needs, provider.there(needs[0].id, needs)) from failed
