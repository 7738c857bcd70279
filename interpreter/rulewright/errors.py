"""The one exception that Rulewright raises at what its callers give it.

Separate because everything that can be embedded raises it, and callers catch one type. Any other exception is a bug.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostic


class RulewrightError(Exception):
    """What was given cannot be taken: a pack with errors, an answer that is not offered, a save of another pack.

    The message is one sentence for people. `diagnostics` are the errors of a pack that cannot be loaded, in reading
    order; empty where the pack is not what is wrong.
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics
