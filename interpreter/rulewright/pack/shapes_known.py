"""Checks with the schema whether bodies have the right shape, once for each way in which they are written.

Separate because the schema takes longer to load than most packs take to check: it is not needed if bodies of the same
shape were valid before.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from rulewright.memory import Memory, digest

if TYPE_CHECKING:
    from rulewright.pack.shape_mistakes import Problem

_SPACE: Final = re.compile(r"\s")


class Shapes:
    """The errors in the shape of bodies. A memory, if there is one, records what was valid."""

    def __init__(self, memory: Memory | None = None) -> None:
        self._memory = memory

    def problems(self, model: str, value: object) -> list[Problem]:
        """The problems of the plain value of a body, by the name of its form, `sheet`, `manifest` or `rulebook`."""
        key = b"" if self._memory is None else digest("shape", model, _shape(value))
        if self._memory is not None and self._memory.knows(key):
            return []
        from rulewright.pack import schema

        found = list(schema.check_shape(schema.MODELS[model], value))
        if self._memory is not None and not found:
            self._memory.keep(key)
        return found


def _shape(value: Any) -> Any:
    """A value without its prose: the schema checks words, but of a string with spaces only that it exists."""
    if isinstance(value, str):
        return " " if _SPACE.search(value) else value
    if isinstance(value, dict):
        return {key: _shape(inner) for key, inner in value.items()}
    return [_shape(inner) for inner in value] if isinstance(value, list) else None
